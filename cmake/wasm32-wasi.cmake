# Toolchain: clang 14 and wasi-libc, for a library without threads, files or a terminal.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(MARCHER_WASM ON)

set(wasi_include /usr/include/wasm32-wasi)
set(wasi_lib /usr/lib/wasm32-wasi)
set(wasi_builtins /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a)

find_program(WASM_CLANG clang-14)
find_program(WASM_LD wasm-ld-14)
set(lacking)
foreach(need "${WASM_CLANG}=clang-14" "${WASM_LD}=lld-14" "${wasi_include}/stdlib.h=wasi-libc"
        "${wasi_builtins}=libclang-rt-14-dev-wasm32")
  string(REGEX REPLACE "=.*" "" file "${need}")
  string(REGEX REPLACE ".*=" "" package "${need}")
  if(NOT EXISTS "${file}")
    list(APPEND lacking ${package})
  endif()
endforeach()
if(lacking)
  list(JOIN lacking ", " lacking)
  message(FATAL_ERROR "WebAssembly needs the packages ${lacking}: script/deps wasm installs them")
endif()

set(CMAKE_C_COMPILER ${WASM_CLANG})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# Without the last two, headers that wasi-libc lacks would come from this machine's own libc.
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem ${wasi_include}")
set(CMAKE_AR llvm-ar-14 CACHE FILEPATH "")
set(CMAKE_RANLIB llvm-ranlib-14 CACHE FILEPATH "")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
