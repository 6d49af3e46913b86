module example.org/work

go 1.19
