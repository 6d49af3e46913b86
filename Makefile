# The menu over CMake's presets. `make demo` and `make test` install what is missing by themselves.
.POSIX:
.PHONY: all demo gallery wasm test-wasm test test-all fleet fast asan tsan fuzz bench bench-ways coverage golden-update assets format lint install clean

JOBS = $$(getconf _NPROCESSORS_ONLN)
SOURCES = include/*.h */*.c */*.h */*/*.c */*/*.h formats/*/fast/*.c formats/*/fast/*.h bench/lab/*.[ch] bench/lab/programs/*.c bench/lab/programs/*.cpp

all: build/build.ninja
	cmake --build build

build/build.ninja:
	sh tests/install.sh build
	cmake --preset release -DFR_TESTS=OFF

# Draws the recordings of tests/data into demo/, and says which file to open.
demo: all
	sh tests/demo.sh build/flamerender demo

# Draws docs/gallery.html and its pictures, of the recordings of tests/data.
gallery: all
	node docs/gallery.mjs build/flamerender tests/data docs

# Installs what tests need, builds with warnings as errors, runs what a contributor has to know: in at most five minutes
# on two idle processors. Tests of the browser wait for half of their time: one test more than there are processors uses
# it.
test:
	sh tests/install.sh test
	cmake --preset release -B build/test -DFR_TESTS=ON -DFR_WERROR=ON -DFR_FAST=ON
	cmake --build build/test
	sh tests/ctest.sh build/test -L 'fast|usual' -j $$(($(JOBS) + 1))

# Adds what is slow: most pages in the browser, all rounds of random tests, faults of every allocation, limits, the corpus;
# then the fast tests and the goldens without the fast ways, and under sanitizers.
test-all:
	sh tests/install.sh test
	cmake --preset release -B build/test -DFR_TESTS=ON -DFR_WERROR=ON -DFR_FAST=ON
	cmake --build build/test
	sh tests/ctest.sh build/test -L slow -LE fleet -j $$(($(JOBS) + 1))
	sh tests/plain.sh
	sh tests/sanitize.sh

# The program for browsers and for npm, as one WebAssembly module, in build/wasm (docs/wasm.md).
wasm:
	sh tests/install.sh wasm
	sh packaging/wasm/make.sh

# The goldens through the module, the npm package from its packed file, viewer.html in Chromium.
test-wasm:
	sh tests/install.sh test
	sh tests/install.sh wasm
	sh packaging/wasm/make.sh
	cmake --preset release -B build/test -DFR_TESTS=ON -DFR_WERROR=ON -DFR_FAST=ON
	cmake --build build/test --target flamerender
	sh tests/wasm/run.sh build/test

# Installs what tests of fleets need beside that, and runs them (docs/fleet.md).
fleet:
	sh tests/install.sh test
	sh tests/install.sh fleet
	cmake --preset release -B build/test -DFR_TESTS=ON -DFR_WERROR=ON -DFR_FAST=ON
	cmake --build build/test
	FLEET_INSTALL=1 sh tests/ctest.sh build/test -L fleet

# What runs at every edit: under 20 seconds.
fast:
	cmake --preset dev
	cmake --build build/dev
	ctest --test-dir build/dev --output-on-failure -L fast -j $(JOBS)

asan tsan:
	cmake --preset $@
	cmake --build build/$@
	ctest --test-dir build/$@ --output-on-failure -L fast -j $(JOBS)

# FUZZ_SECONDS for each target (default 60).
fuzz:
	sh tests/install.sh test
	cmake --preset fuzz
	cmake --build build/fuzz
	sh tests/fuzz/run.sh build/fuzz

# BENCH_MB (default 256) is the size of the large inputs.
bench: all
	sh bench/run.sh build/flamerender build/bench

# Turns off each fast way in turn (docs/fast-paths.md).
bench-ways: all
	sh bench/ways.sh build build/bench

coverage:
	cmake --preset coverage
	cmake --build build/coverage
	ctest --test-dir build/coverage -L fast -j $(JOBS)

# Takes what the program does now as right, and shows what that changes.
golden-update: all
	sh tests/golden.sh --update build/flamerender golden/*

# Makes render/assets/minified and packed, the scripts that pictures and pages carry, of the modules beside them, by esbuild
# and pako from npm.
assets:
	sh tests/install.sh test
	cmake --preset release -DFR_TESTS=OFF
	cmake --build build --target assets

format:
	clang-format-14 -i $(SOURCES)

lint:
	clang-format-14 --dry-run -Werror $(SOURCES)
	sh tests/includes.sh .

install: all
	cmake --install build

clean:
	rm -rf build demo
