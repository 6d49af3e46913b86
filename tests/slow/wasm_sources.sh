#!/bin/sh
# wasm_sources.sh - the program's own files compile for WebAssembly: no header and no call that WASI lacks. `make wasm`
# builds the whole; this tells at once what would break it.
. "${0%/*}/../lib/scratch.sh"
[ -e /usr/include/wasm32-wasi/stdio.h ] || { echo "skipped: wasi-libc is not installed" && exit 77; }
n=0
for source in "$FR_SOURCE_DIR"/cli/*.c; do
    # no_processes.c stands for these.
    case $source in */cmd_record.c | */cmd_open.c | */recorder.c | */stack_choice.c) continue ;; esac
    n=$((n + 1))
    clang --target=wasm32-wasi -fsyntax-only -std=c17 -nostdlibinc -isystem "$FR_SOURCE_DIR/packaging/wasm/include" \
        -isystem /usr/include/wasm32-wasi -D_POSIX_C_SOURCE=200809L -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN \
        -D_WASI_EMULATED_GETPID '-DFR_VERSION="0"' -I"$FR_SOURCE_DIR" -I"$FR_SOURCE_DIR/cli" -I"$FR_SOURCE_DIR/include" \
        "$source" || offend "$source does not compile for WebAssembly"
done
[ "$n" -gt 20 ] || offend "$n files, too few"
exit $bad
