# Compiler flags, one place for all targets.

find_package(Threads)

set(MARCHER_WARNINGS
    -Wall -Wextra -Wconversion -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum)
if(MARCHER_WERROR)
  list(APPEND MARCHER_WARNINGS -Werror)
endif()

# Flags of every target of ours, libraries and programs alike.
function(marcher_flags target)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
  target_compile_options(${target} PRIVATE ${MARCHER_WARNINGS})
  if(MARCHER_STRESS)
    target_compile_definitions(${target} PRIVATE MR_STRESS)
  endif()
  if(MARCHER_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(MARCHER_SANITIZE)
    set(sanitize -fsanitize=${MARCHER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(${target} PRIVATE ${sanitize})
    target_link_options(${target} PRIVATE ${sanitize})
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
  if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
    target_link_libraries(${target} PUBLIC Threads::Threads m)
  endif()
endfunction()

# Fat objects carry both machine code and the optimiser's form: the program is linked with LTO,
# and the many test programs, which never call this function, link fast without it.
function(marcher_lto target)
  if(NOT MARCHER_LTO OR NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
    return()
  endif()
  target_compile_options(${target} PRIVATE -flto=auto -ffat-lto-objects)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)
    target_link_options(${target} PRIVATE -flto=auto)
  endif()
endfunction()

# A shared library shows what the public headers mark with MR_API; without that mark, everything.
function(marcher_export_only_the_api target)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/marcher/*.h)
  foreach(header IN LISTS headers)
    file(STRINGS ${header} marks REGEX "define +MR_API")
    if(marks)
      set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
    endif()
  endforeach()
endfunction()

# WebAssembly without threads: files of the base layer that need them stay out.
function(marcher_drop_threaded_sources list)
  set(kept)
  foreach(source IN LISTS ${list})
    file(STRINGS ${source} threads REGEX "# *include +<pthread\\.h>")
    if(NOT threads)
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()
