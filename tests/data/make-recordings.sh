#!/bin/sh
# make-recordings.sh - build the programs in programs/ and record them all again (or only those named as arguments).
# Run as root: needs perf, gcc, g++, go, node, addr2line. Programs and perf.data files go to /tmp/demo, so that
# the paths in the recordings tell nothing about the machine.
set -eu
unset CDPATH DEBUGINFOD_URLS
cd "$(dirname "$0")"
here=$PWD
demo=/tmp/demo
export LC_ALL=C

mkdir -p $demo/shop
cp programs/* $demo/
sysctl -qw kernel.kptr_restrict=0 kernel.perf_event_paranoid=-1 || true
[ -d /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing || true
cd $demo

frames="-O1 -g -Wall -Wextra -fno-omit-frame-pointer -fno-shrink-wrap"

# -N: no build-id cache.  cpu-clock: a software event which also works where there is no PMU.
# env -i: nothing from the environment may change what the programs do.
record() { env -i PATH="$PATH" LC_ALL=C perf record -q -N "$@"; }

# text DATA NAME OPTIONS... : the text of perf script for DATA.data, compressed without name and time.
text() {
	data=$1
	name=$2
	shift 2
	perf script -i "$data.data" "$@" 2>"$name.err" | gzip -9 -n >"$here/$name.perf.gz"
	[ ! -s "$name.err" ] || cat "$name.err" >&2
}

native() {
	gcc $frames -o native native.c
	record -e cpu-clock -F 199 -g -o native.data -- ./native 2.5
	text native native --no-inline
}

templates() {
	g++ -Wall -Wextra -std=c++17 -O2 -g -o templates templates.cpp
	record -e cpu-clock -F 99 --call-graph dwarf,8192 -o templates.data -- ./templates 2
	text templates templates
}

nodejs() {
	cp -f "$(readlink -f "$(command -v node)")" node
	record -e cpu-clock -F 99 -g -o nodejs.data -- ./node --perf-basic-prof server.js 2
	text nodejs nodejs --no-inline
	rm -f "/tmp/perf-$(perf script -i nodejs.data -F pid 2>/dev/null | tr -d ' ' | grep -m1 .).map"
}

# shop_run SIDE NAME: before or after an edit: a line of comment more at the top, and words() does three times the work.
shop_run() {
	cp -f "$(readlink -f "$(command -v node)")" node
	cp "$here/programs/shop.js" shop.js
	[ "$1" = before ] ||
		sed -i -e '1i // Words are longer in this version.' -e 's/words(9000)/words(27000)/' shop.js
	record -e cpu-clock -F 499 -g -o shop.data -- \
		./node --perf-basic-prof --interpreted-frames-native-stack shop.js 1500
	text shop "$2" --no-inline -F comm,tid,time,event,ip,sym
	rm -f "/tmp/perf-$(perf script -i shop.data -F pid 2>/dev/null | tr -d ' ' | grep -m1 .).map"
}

shop() {
	shop_run before shop-before
	shop_run after shop-after
}

# Three runs a side, in turn: what a differential of code that a JIT compiler makes needs.
shop_runs() {
	for run in 1 2 3; do
		shop_run before shop/before-$run
		shop_run after shop/after-$run
	done
}

multi() {
	gcc $frames -o multi multi.c
	record -e cpu-clock -F 199 -g --sample-cpu -o multi.data -- ./multi 4 batch.sh
	text multi multi --no-inline
	text multi multi-fields --no-inline -F comm,pid,tid,cpu,time,event,ip,sym,dso
}

gopipe() {
	GOFLAGS= GO111MODULE=off go build -trimpath -o gopipe gopipe.go
	record -e cpu-clock -F 99 -g -o gopipe.data -- ./gopipe 2
	text gopipe gopipe
}

# The filter keeps the names of other programs of the machine out of the text of the sched_switch event.
waiter() {
	gcc $frames -pthread -o waiter waiter.c
	record -e sched:sched_switch --filter 'next_pid == 0 || next_comm ~ "pipe *"' \
		-e cpu-clock/freq=499/ -g -o waiter.data -- ./waiter 1
	text waiter waiter --no-inline
}

stall() {
	gcc $frames -pthread -o stall stall.c
	record -e cpu-clock -F 199 -g -o stall.data -- ./stall 8
	text stall stall --no-inline
}

# perf.data itself, with the only file that it needs, for golden/perf_data. The names of the machine and of its kernel
# are no one's business.
sorter() {
	shared=$here/../../golden/shared/sorter
	gcc -O2 -g -Wall -Wextra -static -nostdlib -ffreestanding -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer \
		-fno-optimize-sibling-calls -fno-stack-protector -fcf-protection=none -Wl,--build-id \
		"-fdebug-prefix-map=$demo=." -o sorter sorter.c
	box() { unshare -u sh -c 'hostname box; exec "$@"' sh env -i PATH="$PATH" perf record -q -N "$@"; }
	box -e cpu-clock -F 199 -g -o fp.data ./sorter
	box -e cpu-clock -F 199 -g -z -o packed.data ./sorter
	box -e cpu-clock -F 199 -g -o - ./sorter >pipe.data
	box -e cpu-clock:u -F 99 --call-graph dwarf,512 -o dump.data ./sorter
	box -e cpu-clock -e page-faults -F 199 -o two.data ./sorter
	mkdir -p "$shared/files$demo"
	cp sorter "$shared/files$demo/"
	for name in fp packed pipe dump two; do
		sed "s/$(uname -r)/$(uname -r | sed 's/[^.]/0/g')/g" $name.data >"$shared/$name.data"
	done
	# Killed: the end of the data is not written yet, and a record is cut. Cut: a copy that broke off.
	{
		head -c 48 "$shared/fp.data" && head -c 56 /dev/zero && tail -c +105 "$shared/fp.data" | head -c 2200
	} >"$shared/killed.data"
	head -c 2500 "$shared/fp.data" >"$shared/cut.data"
}

# 2.5 s for the start, which is no answer.
collect() {
	cp -f "$(readlink -f "$(command -v node)")" node
	record -D 2500 -e cpu-clock -F 397 -g -o collect.data -- \
		./node --expose-gc --single-threaded-gc --perf-basic-prof collect.js 14
	text collect collect --no-inline -F comm,tid,time,event,ip,sym
	rm -f "/tmp/perf-$(perf script -i collect.data -F pid 2>/dev/null | tr -d ' ' | grep -m1 .).map"
}

convoy() {
	gcc $frames -pthread -o convoy convoy.c
	record -e sched:sched_switch --switch-events -g -o convoy.data -- ./convoy 8
	perf script -i convoy.data --no-inline --show-switch-events 2>convoy.err |
		sed -E '/next_comm=(convoy|swapper)/!s/next_comm=.* next_pid=[0-9]+/next_comm=other next_pid=1/' |
		gzip -9 -n >"$here/convoy.perf.gz"
	[ ! -s convoy.err ] || cat convoy.err >&2
}

# --switch-events says when a thread gets a CPU again from another program; the names of those are no one's
# business. known.times is what the program says itself.
known() {
	gcc $frames -pthread -o known known.c
	record -e sched:sched_switch -e cpu-clock/period=1000000/ --switch-events -g -o known.data -- ./known >"$here/known.times"
	perf script -i known.data --no-inline --show-switch-events 2>known.err |
		sed -E '/next_comm=(known|swapper)/!s/next_comm=.* next_pid=[0-9]+/next_comm=other next_pid=1/' |
		gzip -9 -n >"$here/known.perf.gz"
	[ ! -s known.err ] || cat known.err >&2
}

for r in ${*:-native templates nodejs shop multi gopipe waiter stall collect convoy known shop_runs}; do
	$r
	for made in "$here/$r".perf.gz "$here/$r"-*.perf.gz; do
		[ ! -e "$made" ] || echo "${made##*/}: $(gzip -dc "$made" | wc -c) bytes of text"
	done
done
