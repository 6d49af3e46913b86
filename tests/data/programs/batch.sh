#!/bin/sh
# batch.sh - the shell child of multi.c: a counting loop and a few short commands (fork, exec, exit).
i=0
while [ $i -lt 60000 ]; do
	i=$((i + 1))
done
for n in 1 2 3 4; do
	seq 1 100000 | sort -r | tail -n 1 >/dev/null
done
