# Compiler flags, one place for all targets.

if(NOT MARCHER_WASM)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
endif()

set(MARCHER_WARNINGS
    -Wall -Wextra -Wconversion -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum)
if(MARCHER_WERROR)
  list(APPEND MARCHER_WARNINGS -Werror)
endif()

# Flags of every target of ours, libraries and programs alike.
function(marcher_flags target)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
  target_compile_options(${target} PRIVATE ${MARCHER_WARNINGS})
  # What an engine chooses must not depend on the compiler, nor on the processor: a*b+c is rounded
  # twice everywhere, also where one instruction could do it.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(MARCHER_STRESS)
    target_compile_definitions(${target} PRIVATE MR_STRESS)
  endif()
  if(MARCHER_FEW_CORES AND NOT MARCHER_FAST_CORES)
    target_compile_definitions(${target} PRIVATE MR_FEW_CORES)
  endif()
  if(NOT MARCHER_INLINE_CORES)
    target_compile_definitions(${target} PRIVATE MR_PLAIN_CORES)
  endif()
  if(MARCHER_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(MARCHER_SANITIZE)
    # Where it lies is fixed: half a million addresses of guarded constants need not be written anew
    # by each of the thousands of processes of a test run.
    set(sanitize -fsanitize=${MARCHER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(${target} PRIVATE ${sanitize} -fno-pie)
    target_link_options(${target} PRIVATE ${sanitize} -no-pie)
    # AddressSanitizer finds whatever is read at NULL or beyond an object: once is enough.
    if(MARCHER_SANITIZE MATCHES address.*undefined)
      target_compile_options(${target} PRIVATE -fno-sanitize=null,object-size)
      # Checks of each sum of a pointer are a fifth of what there is to compile: dev has them.
      if(MARCHER_STRESS)
        target_compile_options(${target} PRIVATE -fno-sanitize=pointer-overflow)
      endif()
    endif()
    # Each shared run-time library brings tables of 5 MB, which every look for leaks would read.
    if(MARCHER_SANITIZE MATCHES address AND CMAKE_C_COMPILER_ID STREQUAL GNU)
      target_link_options(${target} PRIVATE -static-libasan -static-libubsan)
    endif()
  endif()
  if(MARCHER_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()

function(marcher_library_setup target)
  marcher_flags(${target})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
           $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  if(NOT MARCHER_WASM)
    get_target_property(type ${target} TYPE)
    set(jansson Jansson::Jansson)
    set(sodium Sodium::Sodium)
    if(type STREQUAL SHARED_LIBRARY)
      set(jansson Jansson::Shared)
      set(sodium Sodium::Shared)
    endif()
    target_link_libraries(${target} PUBLIC Threads::Threads ${jansson} ${sodium} m)
  endif()
endfunction()

# Link-time optimisation where nodes are counted: what lists, makes and weighs actions. The rest is
# never hot, and costs half of a build's time with it. Fat objects carry both machine code and the
# optimiser's form: the program is linked with LTO, and the many test programs link fast without it.
function(marcher_lto target)
  if(NOT MARCHER_LTO OR NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
    return()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)
    target_link_options(${target} PRIVATE -flto=auto)
  else()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "src/(base|kernel|rules|search)/")
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS -flto=auto -ffat-lto-objects)
  endif()
endfunction()

function(marcher_no_lto target)
  if(MARCHER_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()

# The library once more, in traced/, which can take the other one's place and says which of its blocks
# were executed.
function(marcher_add_traced_library target)
  add_library(${target} SHARED ${ARGN} ${PROJECT_SOURCE_DIR}/tests/trace/trace.c)
  marcher_library_setup(${target})
  target_compile_options(${target} PRIVATE -g1 -fno-inline -fsanitize-coverage=trace-pc)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/trace/trace.c
                              PROPERTIES COMPILE_OPTIONS -fno-sanitize-coverage=trace-pc)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME marcher
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/traced)
endfunction()

# What needs threads, files or libsodium (X.c) has a stand-in beside it (X_none.c) for WebAssembly,
# which has none of them: one of the two is compiled.
function(marcher_choose_stand_ins list)
  set(stand_ins ${${list}})
  list(FILTER stand_ins INCLUDE REGEX "_none\\.c$")
  if(MARCHER_WASM)
    list(TRANSFORM stand_ins REPLACE "_none\\.c$" ".c")
  endif()
  list(REMOVE_ITEM ${list} ${stand_ins})
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# An archive may lack what it calls; linking all of it shows that nothing is missing.
function(marcher_check_wasm_link target)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D COMPILER=${CMAKE_C_COMPILER} -D AR=${CMAKE_AR}
            -D REMOVED=nearest.c${CMAKE_C_OUTPUT_EXTENSION} # nothing but what others call
            -D LIBRARY=$<TARGET_FILE:${target}> -D OUT=${PROJECT_BINARY_DIR}/marcher-library.wasm
            -P ${PROJECT_SOURCE_DIR}/cmake/check_wasm_link.cmake
    COMMENT "Linking all of the library into marcher-library.wasm"
    VERBATIM)
endfunction()
