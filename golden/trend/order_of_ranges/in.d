app 7/7 [000] 1700000200.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000200.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

app 7/7 [000] 1700000201.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

