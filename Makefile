# The menu over CMake's presets. `make demo` and `make test` install what is missing by themselves.
.POSIX:
.PHONY: all demo test fleet fast asan tsan fuzz bench bench-ways coverage golden-update viewer format lint install clean

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

# Installs what tests need, builds with warnings as errors, runs everything. The browser's tests wait for half of their
# time: one test more than there are processors uses it.
test:
	sh tests/install.sh test
	cmake --preset release -B build/test -DFR_WERROR=ON
	cmake --build build/test
	ctest --test-dir build/test --output-on-failure -j $$(($(JOBS) + 1))
	sh tests/plain.sh
	sh tests/sanitize.sh

# Installs what tests of fleets need beside that, and runs them (docs/fleet.md).
fleet:
	sh tests/install.sh test
	sh tests/install.sh fleet
	cmake --preset release -B build/test -DFR_WERROR=ON
	cmake --build build/test
	FLEET_INSTALL=1 ctest --test-dir build/test --output-on-failure -L fleet

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

# Makes the script that pictures carry of the modules in render/assets, by terser from npm.
viewer: all
	sh tests/install.sh test
	FR_SOURCE_DIR=$$PWD FR_BUILD_DIR=$$PWD/build sh tests/browser/run.sh --minify
	cmake --build build

format:
	clang-format-14 -i $(SOURCES)

lint:
	clang-format-14 --dry-run -Werror $(SOURCES)
	sh tests/includes.sh .

install: all
	cmake --install build

clean:
	rm -rf build demo
