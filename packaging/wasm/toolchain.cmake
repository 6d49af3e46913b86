# toolchain.cmake - Debian's clang, lld and wasi-libc build the library and the program as one WebAssembly module
# (docs/wasm.md). FR_WASM_PREFIX has the libraries (libraries/CMakeLists.txt).
set(CMAKE_SYSTEM_NAME Generic) # CMake 3.25 knows no WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FR_WASM_PREFIX)
set(triple wasm32-wasi)
set(headers ${CMAKE_CURRENT_LIST_DIR}/include)

set(CMAKE_C_COMPILER clang-14)
set(CMAKE_AR llvm-ar-14 CACHE FILEPATH "")
set(CMAKE_RANLIB llvm-ranlib-14 CACHE FILEPATH "")
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_EXECUTABLE_SUFFIX .wasm)

# The folder of headers that WASI lacks comes first. Without -nostdlibinc, glibc's are found as well.
string(JOIN " " CMAKE_C_FLAGS_INIT -nostdlibinc "-isystem ${headers}" "-isystem /usr/include/${triple}" -mbulk-memory
  -ftls-model=local-exec # of errno: there is one thread
   -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID)
# 4 MiB of stack below the data, so that what goes beyond it is a trap and no silent damage.
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld -Wl,-z,stack-size=4194304 -Wl,--stack-first
  "-L${FR_WASM_PREFIX}/lib" -lwasi-emulated-signal -lwasi-emulated-mman -lwasi-emulated-getpid)

set(CMAKE_FIND_ROOT_PATH ${FR_WASM_PREFIX})
set(CMAKE_PREFIX_PATH /)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${FR_WASM_PREFIX}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
