/* What a review adds up over all games: errors of each side, and what testers remarked. */
#include "cli/commands/lab_review.h"

#include <string.h>

#include "base/text.h"
#include "cli/play/narrate.h"

void lab_review_sums_done(lab_review_sums *sums) {
  mr_alloc_free(NULL, sums->sides, sums->side_room * sizeof *sums->sides);
  mr_alloc_free(NULL, sums->remarks, sums->remark_room * sizeof *sums->remarks);
  *sums = (lab_review_sums){0};
}

bool lab_review_add_side(lab_review_sums *sums, lab_review_side side) {
  for (size_t i = 0; i < sums->side_count; i++) {
    lab_review_side *row = &sums->sides[i];
    if (strcmp(row->game, side.game) == 0 && strcmp(row->player, side.player) == 0) {
      row->games += side.games;
      row->sum.turns += side.sum.turns;
      row->sum.mistakes += side.sum.mistakes;
      row->sum.blunders += side.sum.blunders;
      row->sum.lost += side.sum.lost;
      return true;
    }
  }
  lab_review_side *grown =
      mr_alloc_grow(NULL, sums->sides, &sums->side_room, sums->side_count + 1, sizeof *sums->sides);
  if (grown == NULL) {
    return false;
  }
  sums->sides = grown;
  grown[sums->side_count++] = side;
  return true;
}

bool lab_review_add_remark(lab_review_sums *sums, lab_review_remark remark) {
  lab_review_remark *grown = mr_alloc_grow(NULL, sums->remarks, &sums->remark_room,
                                           sums->remark_count + 1, sizeof *sums->remarks);
  if (grown == NULL) {
    return false;
  }
  sums->remarks = grown;
  grown[sums->remark_count++] = remark;
  return true;
}

void lab_review_put_side(mr_json *json, const mr_review_side *side) {
  mr_json_uint(json, "turns", side->turns);
  mr_json_uint(json, "mistakes", side->mistakes);
  mr_json_uint(json, "blunders", side->blunders);
  mr_json_real(json, "lost", side->lost);
}

void lab_review_put_sums(mr_json *json, const lab_review_sums *sums) {
  mr_json_array(json, "sides");
  for (size_t i = 0; i < sums->side_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "game", sums->sides[i].game);
    mr_json_string(json, "player", sums->sides[i].player);
    mr_json_uint(json, "games", sums->sides[i].games);
    lab_review_put_side(json, &sums->sides[i].sum);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_array(json, "remarks");
  for (size_t i = 0; i < sums->remark_count; i++) {
    const lab_review_remark *row = &sums->remarks[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "file", row->file);
    mr_json_string(json, "game", row->game);
    mr_json_string(json, "tester", row->tester);
    mr_json_uint(json, "at", row->at);
    mr_json_string(json, "action", row->at > 0 ? row->action : NULL);
    mr_json_string(json, "text", row->text);
    mr_json_end(json);
  }
  mr_json_end(json);
}

void lab_review_print_sums(cli_context *cli, const lab_review_sums *sums) {
  mr_str_char(&cli->out, '\n');
  cli_say(cli, "Errors of each side (a mistake loses a tenth of the point, a blunder a fifth; "
               "turns with dice do not count):");
  for (size_t i = 0; i < sums->side_count; i++) {
    const lab_review_side *row = &sums->sides[i];
    const mr_review_side *sum = &row->sum;
    mr_str text = cli_text();
    mr_str_format(&text,
                  "%s, %s: %zu turn%s in %zu game%s, %zu mistake%s and %zu blunder%s; a turn loses "
                  "%.1f%% of the point.",
                  row->game, row->player, sum->turns, mr_text_plural(sum->turns), row->games,
                  mr_text_plural(row->games), sum->mistakes, mr_text_plural(sum->mistakes),
                  sum->blunders, mr_text_plural(sum->blunders),
                  sum->turns > 0 ? 100.0 * sum->lost / (double)sum->turns : 0.0);
    cli_paragraph(cli, &text, 2, 6);
  }
  if (sums->remark_count == 0) {
    mr_str_add(&cli->out, "\nNobody remarked anything.\n");
    return;
  }
  mr_str_format(&cli->out, "\n%s:\n", sums->remark_count == 1 ? "One remark" : "Remarks");
  for (size_t i = 0; i < sums->remark_count; i++) {
    const lab_review_remark *row = &sums->remarks[i];
    mr_str text = cli_text();
    mr_str_format(&text, "%s, ", row->file);
    if (row->at > 0) {
      mr_str_format(&text, "at action %zu (%s)", row->at, row->action);
    } else {
      mr_str_add(&text, "before the first action");
    }
    mr_str_format(&text, "%s%s: %s", row->tester != NULL ? ", " : "",
                  row->tester != NULL ? row->tester : "", row->text);
    cli_paragraph(cli, &text, 2, 6);
  }
}
