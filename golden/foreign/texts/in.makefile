CC = gcc
JOBS = 4
app: main.o parse.o
	$(CC) -o $@ $^
clean:
	rm -f app; true
