# Script: writes OUT, the C source that holds every file named in LIST (paths relative to ROOT).

file(STRINGS ${LIST} names)
set(arrays "")
foreach(kind games weights puzzles)
  set(rows_${kind} "")
  set(count_${kind} 0)
endforeach()
set(count 0)
foreach(name IN LISTS names)
  set(kind games)
  if(name MATCHES "\\.weights$")
    set(kind weights)
  elseif(name MATCHES "\\.puzzles$")
    set(kind puzzles)
  endif()
  file(READ ${ROOT}/${name} hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR length "${digits} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n  " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  # A zero byte ends each text: an empty file is still an array, and a reader may stop there.
  string(APPEND arrays "static const unsigned char text_${count}[] = {\n  ${hex}0x00};\n\n")
  string(APPEND rows_${kind} "  {\"${name}\", text_${count}, ${length}},\n")
  math(EXPR count "${count} + 1")
  math(EXPR count_${kind} "${count_${kind}} + 1")
endforeach()

file(WRITE ${OUT} "/* Generated from games/ by cmake/embed_games.cmake. */
#include \"catalog/catalog_priv.h\"

${arrays}const mr_embedded_file mr_embedded_games[] = {
${rows_games}  {NULL, NULL, 0},
};

const size_t mr_embedded_game_count = ${count_games};

const mr_embedded_file mr_embedded_weights[] = {
${rows_weights}  {NULL, NULL, 0},
};

const size_t mr_embedded_weight_count = ${count_weights};

const mr_embedded_file mr_embedded_puzzles[] = {
${rows_puzzles}  {NULL, NULL, 0},
};
")
