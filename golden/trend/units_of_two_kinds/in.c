app 1 [000] 1.0: 250 cycles: 
	4005d0 main (/bin/app)

