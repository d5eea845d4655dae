#include "cli/format.h"

#include <marcher/record.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

/* More outcomes than this are a deal, not odds to be weighed. */
#define ODDS_MAX 6

const char *cli_action_text(const mr_game *game, const mr_state *state, mr_action action,
                            char *buffer) {
  mr_str text = mr_str_fixed(buffer, MR_ACTION_TEXT_MAX);
  mr_game_format_action(game, state, action, &text);
  return buffer;
}

const char *cli_cell_text(const mr_game *game, mr_cell cell, char *buffer) {
  mr_str text = mr_str_fixed(buffer, MR_ACTION_TEXT_MAX);
  mr_game_cell_text(game, cell, &text);
  return buffer;
}

const char *cli_piece_text(const mr_game *game, mr_piece piece, char *buffer) {
  mr_str text = mr_str_fixed(buffer, MR_ACTION_TEXT_MAX);
  mr_game_piece_text(game, piece, &text);
  return buffer;
}

/* ---- odds ------------------------------------------------------------------------------------ */

bool cli_odds_text(const mr_game *game, const mr_state *state, const char *indent, mr_str *out) {
  size_t room = game->info.max_chances;
  mr_chance *chances = mr_alloc_zero(NULL, room, sizeof *chances);
  if (chances == NULL) {
    return room == 0;
  }
  uint64_t total = 0;
  size_t count = mr_game_chances(game, state, chances, &total);
  bool good = true;
  for (size_t i = 0; i < count && count <= ODDS_MAX && good; i++) {
    double percent = 100.0 * (double)chances[i].weight / (double)total;
    mr_str_format(out, "%s%llu/%llu (%.0f%%): ", indent, (unsigned long long)chances[i].weight,
                  (unsigned long long)total, percent);
    good = mr_game_outcome_text(game, state, chances[i].action, out) == MR_OK;
    mr_str_char(out, '\n');
  }
  mr_alloc_free(NULL, chances, room * sizeof *chances);
  return good;
}

/* ---- players --------------------------------------------------------------------------------- */

bool cli_begins_with(const char *text, const char *prefix) {
  return mr_text_begins_nocase(text, prefix);
}

bool cli_same_word(const char *a, const char *b) {
  return mr_text_is_nocase(a, strlen(a), b);
}

const char *cli_player_name(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? game->info.player_names[player.id] : "nobody";
}

bool cli_find_player(const mr_game *game, const char *text, mr_player *out) {
  if (text[0] >= '1' && text[0] <= '0' + game->info.players && text[1] == '\0') {
    out->id = (uint8_t)(text[0] - '1');
    return true;
  }
  size_t found = 0;
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (cli_same_word(game->info.player_names[i], text)) {
      out->id = i;
      return true;
    }
    if (*text != '\0' && cli_begins_with(game->info.player_names[i], text)) {
      out->id = i;
      found++;
    }
  }
  return found == 1;
}

void cli_player_list(const mr_game *game, const char *separator, mr_str *out) {
  for (size_t i = 0; i < game->info.players; i++) {
    mr_str_add(out, i > 0 ? separator : "");
    for (const char *c = game->info.player_names[i]; *c != '\0'; c++) {
      mr_str_char(out, mr_text_lower(*c));
    }
  }
}

/* ---- results --------------------------------------------------------------------------------- */

/* The teams that have a score. @return how many */
static unsigned add_names(const mr_game *game, const uint8_t *scores, uint8_t score, mr_str *out) {
  unsigned told = 0;
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (scores[i] == score && mr_game_leads_team(game, (mr_player){i})) {
      mr_str_add(out, told++ > 0 ? " and " : "");
      mr_game_team_name(game, (mr_player){i}, out);
    }
  }
  return told;
}

void cli_result_text(const mr_game *game, const mr_state *state, mr_str *out) {
  char buffer[MR_RESULT_TEXT_MAX];
  uint8_t scores[MR_MAX_PLAYERS] = {0};
  uint8_t best = 0;
  mr_game_score(game, state, scores);
  for (size_t i = 0; i < game->info.players; i++) {
    best = scores[i] > best ? scores[i] : best;
  }
  if (best == MR_SCORE_WIN) {
    mr_str_add(out, add_names(game, scores, best, out) > 1 ? " win" : " wins");
  } else if (best * 2 == MR_SCORE_WIN) {
    mr_str_add(out, "A draw");
  } else {
    mr_str_add(out,
               add_names(game, scores, best, out) > 1 ? " come out ahead" : " comes out ahead");
  }
  mr_rule_index rule = mr_game_ended_by(game, state);
  mr_str_format(out, ", %s", mr_result_text(game, state, buffer));
  if (rule > 0 && rule < game->info.rule_count) {
    mr_str_format(out, " (%s: %s)", game->info.rules[rule].id, game->info.rules[rule].text);
  }
}

const char *cli_quote(const char *text, char *buffer) {
  static const char dots[] = "...";
  size_t length = strlen(text);
  size_t kept = CLI_QUOTE_MAX - sizeof dots;
  bool cut = length >= CLI_QUOTE_MAX;
  mr_str out = mr_str_fixed(buffer, CLI_QUOTE_MAX);
  mr_str_bytes(&out, text, cut ? mr_utf8_whole(text, kept) : length);
  mr_str_add(&out, cut ? dots : "");
  return buffer;
}

void cli_add_time(double seconds, mr_str *out) {
  const double most = 1e9; /* nobody waits for that long */
  unsigned long long whole = (unsigned long long)(fmin(seconds, most) + 0.5);
  if (whole >= 3600) {
    mr_str_format(out, "%llu:%02llu:%02llu", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    mr_str_format(out, "%llu:%02llu", whole / 60, whole % 60);
  }
}
