main;parse 2000
main;read 3000
main;hash 2500
main;slow 5000
