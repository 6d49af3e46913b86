main;run 9
main;only 2
