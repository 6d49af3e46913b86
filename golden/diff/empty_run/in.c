app 7 [000] 100.000000: cycles:
	 55 work (/app)
	 44 main (/app)

gc 9 [000] 100.100000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.200000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.300000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.400000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.500000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.600000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.700000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.800000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 100.900000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.000000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.100000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.200000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.300000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.400000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.500000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.600000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.700000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.800000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 101.900000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 102.000000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 102.100000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 102.200000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 102.300000: cycles:
	 55 mark (/app)
	 44 main (/app)

gc 9 [000] 102.400000: cycles:
	 55 mark (/app)
	 44 main (/app)

app 7 [000] 102.500000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 102.600000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 102.700000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 102.800000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 102.900000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.000000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.100000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.200000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.300000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.400000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.500000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.600000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.700000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.800000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 103.900000: cycles:
	 55 work (/app)
	 44 main (/app)

app 7 [000] 104.000000: cycles:
	 55 work (/app)
	 44 main (/app)

