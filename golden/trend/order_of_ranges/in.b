db 7/7 [000] 1700000300.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000300.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000301.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

