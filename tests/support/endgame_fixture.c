#include "endgame_fixture.h"

#include <string.h>

#include "test_main.h"

mr_endgame_men mr_men_of(const mr_game *game, const char *text) {
  mr_error err = {.message = ""};
  mr_endgame_men men = {0};
  if (mr_endgame_men_parse(game, text, strlen(text), &men, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  return men;
}

mr_endgame *mr_tables_of(const mr_game *game, const mr_endgame_men *men) {
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  if (mr_endgame_new(game, men, NULL, &endgame, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  return endgame;
}

void mr_man_within(mr_endgame_man *man, unsigned divisor, unsigned remainder) {
  for (unsigned i = 0; i < MR_ENDGAME_CELLS_MAX; i++) {
    if (i % divisor != remainder) {
      man->cells.bits[i / 64] &= ~(UINT64_C(1) << (i % 64));
    }
  }
}
