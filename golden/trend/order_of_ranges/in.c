db 7/7 [000] 1700000000.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000000.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.000000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.100000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.200000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.300000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.400000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.500000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.600000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.700000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.800000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

db 7/7 [000] 1700000001.900000: 1 cycles:
	55 run (/bin/db)
	56 main (/bin/db)

