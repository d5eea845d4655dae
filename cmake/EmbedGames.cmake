# marcher_embed_games(OUT): the definition files of games/, the weights beside them and the puzzles become one
# generated C source. Those of its folders come last, as they do in lists. Without
# MARCHER_EMBED_GAMES it has none: pages bring those that they play.

function(marcher_embed_games out)
  file(GLOB_RECURSE games CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
       ${PROJECT_SOURCE_DIR}/games/*.ini ${PROJECT_SOURCE_DIR}/games/*.weights
       ${PROJECT_SOURCE_DIR}/games/*.puzzles)
  list(SORT games COMPARE STRING CASE SENSITIVE)
  set(folders ${games})
  list(FILTER games EXCLUDE REGEX "^games/.*/")
  list(FILTER folders INCLUDE REGEX "^games/.*/")
  list(APPEND games ${folders})
  if(NOT MARCHER_EMBED_GAMES)
    set(games)
  endif()

  # The list is a file of its own, so that a removed game rebuilds as well as an added one.
  set(list_file ${PROJECT_BINARY_DIR}/embedded_games.txt)
  list(JOIN games "\n" lines)
  file(CONFIGURE OUTPUT ${list_file} CONTENT "${lines}" @ONLY)

  set(source ${PROJECT_BINARY_DIR}/embedded_games.c)
  list(TRANSFORM games PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${list_file} -D OUT=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_games.cmake
    DEPENDS ${paths} ${list_file} ${PROJECT_SOURCE_DIR}/cmake/embed_games.cmake
    COMMENT "Embedding games/"
    VERBATIM)
  set(${out} ${source} PARENT_SCOPE)
endfunction()
