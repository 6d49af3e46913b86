module trend

go 1.19
