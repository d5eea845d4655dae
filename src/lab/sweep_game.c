/*
 * Games in the batches of sweeps, and what is told of them.
 *
 *     game 14 points 4 0 end 0 3 71 74 812 52210 first 0 shows 1,3 course 1 0 0 -120 9:7100
 *
 * its number; the points of each seat; whether it was broken off, the rule that ended it, its
 * turns, actions, choices and nodes; who moved first; the rules that showed, where any did (runs of
 * before have none, nor do they ask for them); whether somebody won whose course was followed, it
 * was a comeback, dice were weighed, and the winner's luck; and the columns of course.h that it
 * has.
 */
#include <inttypes.h>
#include <string.h>

#include "lab/sweep_priv.h"

/* ---- a game as a line ------------------------------------------------------------------------ */

void mr_sweep_game_write(const mr_game *game, const mr_played *played, mr_str *out) {
  const mr_course *course = &played->course;
  mr_str_format(out, "game %" PRIu64 " points", played->index);
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_str_format(out, " %u", (unsigned)played->score[i]);
  }
  mr_str_format(out, " end %u %u %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64,
                (unsigned)played->unfinished, (unsigned)played->rule, played->turns,
                played->actions, played->choices, played->nodes);
  mr_str_format(out, " first %u", (unsigned)course->first.id);
  const char *before = " shows ";
  for (size_t i = 1; i < game->info.rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    if ((played->rules[i / 64] >> i % 64 & 1) != 0) {
      mr_str_format(out, "%s%zu", before, i);
      before = ",";
    }
  }
  mr_str_format(out, " course %u %u %u %s%" PRIu32, (unsigned)course->followed,
                (unsigned)course->comeback, (unsigned)course->rolled, course->luck < 0 ? "-" : "",
                course->luck < 0 ? 0 - (uint32_t)course->luck : (uint32_t)course->luck);
  for (unsigned i = 0; i < MR_COLUMN_COUNT; i++) {
    if ((course->has >> i & 1) != 0) {
      mr_str_format(out, " %u:%" PRIu32, i, course->columns[i]);
    }
  }
  mr_str_char(out, '\n');
}

mr_status mr_sweep_game_take(void *context, const mr_played *played, mr_error *err) {
  const mr_sweep_writer *writer = context;
  (void)err;
  mr_sweep_game_write(writer->game, played, writer->out);
  return MR_OK;
}

/* Takes the next word, which has to be that number. */
static bool take(mr_tokens *line, uint64_t max, uint64_t *out) {
  mr_token word;
  return mr_next_token(line, &word) && mr_token_number(word, max, out);
}

static bool take_word(mr_tokens *line, const char *expected) {
  mr_token word;
  return mr_next_token(line, &word) && mr_token_is(word, expected);
}

static bool take_end(const mr_game *game, mr_tokens *line, mr_played *out) {
  uint64_t numbers[6];
  static const uint64_t most[] = {1,          UINT16_MAX, UINT32_MAX,
                                  UINT32_MAX, UINT32_MAX, UINT64_MAX / 2};
  for (size_t i = 0; i < 6; i++) {
    if (!take(line, most[i], &numbers[i])) {
      return false;
    }
  }
  out->unfinished = numbers[0] != 0;
  out->rule = (mr_rule_index)numbers[1];
  out->turns = (uint32_t)numbers[2];
  out->actions = (uint32_t)numbers[3];
  out->choices = (uint32_t)numbers[4];
  out->nodes = numbers[5];
  return numbers[1] < (game->info.rule_count > 0 ? game->info.rule_count : 1);
}

static bool take_course(mr_tokens *line, mr_course *out) {
  uint64_t flags[3], luck = 0;
  mr_token word;
  for (size_t i = 0; i < 3; i++) {
    if (!take(line, 1, &flags[i])) {
      return false;
    }
  }
  out->followed = flags[0] != 0;
  out->comeback = flags[1] != 0;
  out->rolled = flags[2] != 0;
  if (!mr_next_token(line, &word)) {
    return false;
  }
  bool minus = word.length > 0 && word.text[0] == '-';
  word = (mr_token){word.text + minus, word.length - minus};
  if (!mr_token_number(word, INT32_MAX, &luck)) {
    return false;
  }
  out->luck = minus ? -(int32_t)luck : (int32_t)luck;
  while (mr_next_token(line, &word)) {
    const char *colon = memchr(word.text, ':', word.length);
    size_t length = colon != NULL ? (size_t)(colon - word.text) : 0;
    uint64_t column = 0, value = 0;
    if (colon == NULL || !mr_parse_uint(word.text, length, MR_COLUMN_COUNT - 1, &column) ||
        !mr_parse_uint(colon + 1, word.length - length - 1, UINT32_MAX, &value)) {
      return false;
    }
    out->columns[column] = (uint32_t)value;
    out->has |= 1U << column;
  }
  return true;
}

/* "1,3" */
static bool take_rules(const mr_game *game, mr_tokens *line, mr_played *out) {
  mr_token word;
  size_t count =
      game->info.rule_count < MR_PLAYED_RULES_MAX ? game->info.rule_count : MR_PLAYED_RULES_MAX;
  if (!mr_next_token(line, &word) || count == 0) {
    return false;
  }
  while (true) {
    const char *comma = memchr(word.text, ',', word.length);
    size_t length = comma != NULL ? (size_t)(comma - word.text) : word.length;
    uint64_t rule = 0;
    if (!mr_parse_uint(word.text, length, count - 1, &rule)) {
      return false;
    }
    out->rules[rule / 64] |= UINT64_C(1) << rule % 64;
    if (comma == NULL) {
      return true;
    }
    word = (mr_token){comma + 1, word.length - length - 1};
  }
}

static bool take_game(const mr_game *game, mr_tokens *line, uint64_t index, mr_played *out) {
  uint64_t number = 0;
  if (!take_word(line, "game") || !take(line, UINT64_MAX, &number) || number != index ||
      !take_word(line, "points")) {
    return false;
  }
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (!take(line, MR_SCORE_WIN, &number)) {
      return false;
    }
    out->score[i] = (uint8_t)number;
  }
  if (!take_word(line, "end") || !take_end(game, line, out) || !take_word(line, "first") ||
      !take(line, UINT8_MAX, &number)) {
    return false;
  }
  out->course.first = (mr_player){(uint8_t)number};
  mr_token word;
  bool good = mr_next_token(line, &word);
  if (good && mr_token_is(word, "shows")) {
    good = take_rules(game, line, out) && mr_next_token(line, &word);
  }
  return good && mr_token_is(word, "course") && take_course(line, &out->course);
}

mr_status mr_sweep_game_read(const mr_game *game, mr_tokens *lines, uint64_t index, mr_played *out,
                             mr_error *err) {
  const char *end = lines->left > 0 ? memchr(lines->at, '\n', lines->left) : NULL;
  mr_tokens line = {.at = lines->at, .left = end != NULL ? (size_t)(end - lines->at) : 0};
  *out = (mr_played){.index = index, .course = {.opening = MR_ACTION_NONE}};
  if (end == NULL || !take_game(game, &line, index, out)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "what stands of game %" PRIu64 " is no game", index);
  }
  lines->left -= (size_t)(end + 1 - lines->at);
  lines->at = end + 1;
  return MR_OK;
}

/* ---- looking --------------------------------------------------------------------------------- */

mr_summary *mr_sweep_part(const mr_sweep_report *report, size_t setting, mr_race_part part) {
  return &report->parts[setting * MR_RACE_PARTS + part];
}

mr_reach mr_sweep_reach(const mr_wish *wishes, size_t count, mr_summary *summary, double tail) {
  mr_reach reach = {0, 0, 0};
  for (size_t i = 0; i < count; i++) {
    mr_measure found;
    bool known = mr_measure_find(summary, wishes[i].id, tail, &found);
    reach = mr_reach_worst(reach, known ? mr_wish_reach(&wishes[i], &found) : mr_reach_unknown());
  }
  return count > 0 ? reach : mr_reach_unknown();
}

/* ---- words ----------------------------------------------------------------------------------- */

static void tell_leader(const mr_sweep_report *report, mr_race_part part, mr_str *out) {
  size_t found = SIZE_MAX;
  double best = 0;
  mr_measure measure;
  for (size_t i = 0; i < report->race.count; i++) {
    mr_summary *summary = mr_sweep_part(report, i, part);
    double far =
        summary->game != NULL && summary->games > 0
            ? mr_sweep_reach(report->targets, report->target_count, summary, MR_TAIL_95).value
            : best;
    if (summary->game != NULL && summary->games > 0 && (found == SIZE_MAX || far < best)) {
      best = far;
      found = i;
    }
  }
  if (found != SIZE_MAX && mr_measure_find(mr_sweep_part(report, found, part),
                                           report->targets[0].id, MR_TAIL_95, &measure)) {
    mr_str_add(out, ", nearest ");
    mr_sweep_label(report->grid, found, out);
    mr_str_format(out, ", %s ", measure.id);
    mr_measure_text(&measure, out);
  }
}

void mr_sweep_tell(const mr_sweep_report *report, mr_str *out) {
  static const char *const parts[] = {"scouting", "measuring", "confirming"};
  uint64_t games = 0;
  size_t stay = 0;
  for (size_t i = 0; i < report->race.count; i++) {
    for (unsigned part = 0; part < MR_RACE_PARTS; part++) {
      games += mr_sweep_part(report, i, (mr_race_part)part)->games;
    }
    stay += report->race.lanes[i].stays;
  }
  mr_str_format(out, "%" PRIu64 " games, %s", games, parts[report->race.part]);
  if (report->target_count > 0) {
    mr_str_format(out, ", %zu of %zu in the race", stay, report->race.count);
    tell_leader(report, report->race.part, out);
  }
}

void mr_sweep_write(const mr_sweep_report *report, mr_str *out) {
  static const char *const parts[] = {"scouts", "measured", "confirmed"};
  for (size_t i = 0; i < report->race.count; i++) {
    const mr_sweep_setting *setting = &report->settings[i];
    if (setting->game == NULL || setting->same_as != i) {
      mr_str_format(out, "setting %zu %s\n", i, setting->game == NULL ? "refused" : "twin");
      continue;
    }
    mr_str_format(out, "setting %zu %016" PRIx64 "\n", i, setting->game->info.definition_hash);
    for (unsigned part = 0; part < MR_RACE_PARTS; part++) {
      const mr_summary *summary = mr_sweep_part(report, i, (mr_race_part)part);
      if (summary->games == 0) {
        continue;
      }
      mr_str_format(out, "%s games %" PRIu64 " first", parts[part], summary->games);
      for (size_t k = 0; k <= MR_SCORE_WIN; k++) {
        mr_str_format(out, " %" PRIu64, summary->courses.first[k]);
      }
      mr_str_format(out, " drawn %" PRIu64 " unfinished %" PRIu64 "\n", summary->drawn,
                    summary->unfinished);
    }
  }
  if (report->race.winner != SIZE_MAX) {
    mr_str_format(out, "nearest %zu\n", report->race.winner);
  }
}
