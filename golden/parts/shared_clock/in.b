app 7 [000] 110.000000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 111.000000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 112.000000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 113.000000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 114.000000: cycles:
	 55 work (/app)
	 44 main (/app)

