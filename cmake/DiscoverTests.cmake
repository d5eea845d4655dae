# Registers tests with CTest at configure time, by reading their sources.

set(MARCHER_TEST_TIMEOUT 300 CACHE STRING "Seconds after which a test counts as failed")

# Programs of tests are linked by the hundred: gold, which comes with Debian's binutils, takes half of
# the time.
find_program(MARCHER_GOLD ld.gold)
if(MARCHER_GOLD)
  set(MARCHER_QUICK_LINKER -fuse-ld=gold)
endif()

# What takes long begins first, so that the last of several cores does not work alone at the end:
# seconds, roughly, for the slowest of a label. CTest takes what it measured where it has run before.
function(marcher_test_cost label test)
  set(seconds_web 100)
  set(seconds_golden 30)
  set(seconds_cluster 20)
  set(seconds_law 20)
  set(seconds_cli 10)
  set(seconds_header 9)
  set(seconds_valgrind 5)
  set(seconds_xboard 5)
  set(seconds_perft 5)
  if(DEFINED seconds_${label})
    set_tests_properties(${test} PROPERTIES COST ${seconds_${label}})
  endif()
endfunction()

# "unit/base/test_arena.c" -> LABEL "unit", DOTTED "unit.base.arena"
function(marcher_test_names path label dotted)
  string(REGEX REPLACE "/.*" "" first ${path})
  string(REGEX REPLACE "\\.[a-z]+$" "" name ${path})
  string(REGEX REPLACE "/test_([^/]*)$" "/\\1" name ${name})
  string(REPLACE "/" "." name ${name})
  set(${label} ${first} PARENT_SCOPE)
  set(${dotted} ${name} PARENT_SCOPE)
endfunction()

# What tries whole programs takes long: each such test runs once in script/test. What a person types or
# sends is tried with sanitizers, the rest without them, and both labels say where.
set(MARCHER_PLAIN_TESTS
    "^cli/test_(doc|endgame|json|lab|ladder|lobby|match|pages|positions|screens|spsa|terminal|train|tune)"
    "^perft/test_ffish_"
    "^unit/measure/test_sprt_simulation")
list(JOIN MARCHER_PLAIN_TESTS "|" MARCHER_PLAIN_TESTS)

# "cli/test_match.sh" -> LABELS "cli;plain"
function(marcher_test_labels path labels)
  string(REGEX REPLACE "/.*" "" list ${path})
  if(path MATCHES ${MARCHER_PLAIN_TESTS})
    list(APPEND list plain)
  elseif(list STREQUAL cli)
    list(APPEND list sanitized)
  endif()
  set(${labels} ${list} PARENT_SCOPE)
endfunction()

# The names of the cmocka tests that a source lists.
function(marcher_read_cmocka_tests source out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(REGEX MATCHALL "cmocka_unit_test[a-z_]*[ \n\t]*\\([ \n\t]*[A-Za-z0-9_]+" calls "${text}")
  list(TRANSFORM calls REPLACE "^.*[^A-Za-z0-9_]" "")
  list(REMOVE_DUPLICATES calls)
  set(${out} ${calls} PARENT_SCOPE)
endfunction()

function(marcher_add_test_program path)
  marcher_test_names(${path} label dotted)
  string(REPLACE "." "_" target test_${dotted})
  add_executable(${target} ${path})
  marcher_flags(${target})
  marcher_no_lto(${target})
  # What the test itself does is quick in any case; what it asks of the library is compiled as ever.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_options(${target} PRIVATE ${MARCHER_QUICK_LINKER})
  target_link_libraries(${target} PRIVATE marcher_test_support)
  if(label MATCHES "^(cli|protocol|bench-signature)$" AND TARGET marcher)
    add_dependencies(${target} marcher)
  endif()

  marcher_test_labels(${path} labels)
  marcher_read_cmocka_tests(${CMAKE_CURRENT_SOURCE_DIR}/${path} tests)
  list(LENGTH tests count)
  # A process with sanitizers takes 60 ms to begin and to look for leaks: one for all tests of a program.
  set(timeout ${MARCHER_TEST_TIMEOUT})
  if(MARCHER_SANITIZE)
    set(tests "")
    math(EXPR timeout "3 * ${MARCHER_TEST_TIMEOUT}")
  endif()
  set(environment "MR_TEST_COUNT=${count}" "UBSAN_OPTIONS=print_stacktrace=1")
  foreach(test IN LISTS tests)
    add_test(NAME ${dotted}.${test} COMMAND ${target} ${test}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    # The program compares the number with its table: no test can slip past the reading above.
    set_tests_properties(${dotted}.${test} PROPERTIES
      LABELS "${labels}" TIMEOUT ${MARCHER_TEST_TIMEOUT} ENVIRONMENT "${environment}")
    marcher_test_cost(${label} ${dotted}.${test})
  endforeach()
  if(NOT tests)
    add_test(NAME ${dotted} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${dotted} PROPERTIES
      LABELS "${labels}" TIMEOUT ${timeout} ENVIRONMENT "${environment}")
    marcher_test_cost(${label} ${dotted})
  endif()
endfunction()

function(marcher_add_shell_test path)
  marcher_test_names(${path} label dotted)
  marcher_test_labels(${path} labels)
  marcher_add_script(${dotted} "${labels}" ${CMAKE_CURRENT_SOURCE_DIR}/${path})
endfunction()

# marcher_add_script(DOTTED LABELS SCRIPT [WORD...])
function(marcher_add_script dotted labels)
  add_test(NAME ${dotted} COMMAND bash ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # Builds with instruments are many times slower: what only repeats a test is done less often there.
  set(slow "")
  if(MARCHER_SANITIZE OR MARCHER_COVERAGE)
    set(slow yes)
  endif()
  set(environment "SLOW=${slow}"
      "MARCHER=${PROJECT_BINARY_DIR}/marcher" "SOURCE_DIR=${PROJECT_SOURCE_DIR}"
      "BUILD_DIR=${PROJECT_BINARY_DIR}" "CC=${CMAKE_C_COMPILER}" "CMAKE=${CMAKE_COMMAND}")
  set_tests_properties(${dotted} PROPERTIES
    LABELS "${labels}" TIMEOUT ${MARCHER_TEST_TIMEOUT} ENVIRONMENT "${environment}"
    SKIP_RETURN_CODE 77)
  list(GET labels 0 label)
  marcher_test_cost(${label} ${dotted})
endfunction()
