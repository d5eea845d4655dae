/* A report on a definition in the making: its words, the work that is spent on it, what it says. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "laws/design_priv.h"

enum { ASK_WORK = 300000 /**< from one call of `progress` to the next */ };

/* ---- names ----------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  const char *text;
} fault_words[MR_DESIGN_FAULT_COUNT] = {
    [MR_DESIGN_DEAD_START] = {"dead-start", "Every game is drawn with the first actions."},
    [MR_DESIGN_NO_WIN] = {"no-win", "A side has no way to win."},
    [MR_DESIGN_DEAD_GOAL] = {"dead-goal", "A goal cannot be reached."},
    [MR_DESIGN_ENDLESS] = {"endless", "Games do not end."},
    [MR_DESIGN_DRAWISH] = {"drawish", "Nearly every game is drawn, after few actions."},
    [MR_DESIGN_ONE_SIDED] = {"one-sided", "One side wins nearly always."},
    [MR_DESIGN_FIRST_MOVE] = {"first-move", "The game is decided in its first actions."},
    [MR_DESIGN_ROYALS] = {"royals", "One side has more royal pieces to guard than the other."},
    [MR_DESIGN_ABSENT] = {"absent-piece", "A piece can never come on the board."},
    [MR_DESIGN_STUCK] = {"stuck-piece", "A piece can never move."},
};

const char *mr_design_name(mr_design_fault fault) {
  return (unsigned)fault < MR_DESIGN_FAULT_COUNT ? fault_words[fault].name : "?";
}

const char *mr_design_text(mr_design_fault fault) {
  return (unsigned)fault < MR_DESIGN_FAULT_COUNT ? fault_words[fault].text : "?";
}

/* ---- the work -------------------------------------------------------------------------------- */

void mr_design_begin(mr_design *d, const char *doing, uint64_t limit) {
  d->doing = doing;
  d->work = 0;
  d->ask = 0;
  d->limit = d->options->games > 0 ? limit * d->options->games / MR_DESIGN_GAMES + 1 : limit;
}

bool mr_design_spend(mr_design *d, uint64_t work) {
  d->work += work;
  if (d->work >= d->ask && d->options->progress != NULL && !d->report->cut_short) {
    d->ask = d->work + ASK_WORK;
    uint64_t percent = d->work < d->limit ? 100 * d->work / d->limit : 100;
    d->report->cut_short = !d->options->progress(d->options->context, d->doing, (unsigned)percent);
  }
  return d->work < d->limit && !d->report->cut_short && d->status == MR_OK;
}

/* ---- what is written ------------------------------------------------------------------------- */

const char *mr_design_keep(mr_design *d, const char *text) {
  const char *kept = mr_arena_copy(d->texts, text, strlen(text));
  d->status = kept == NULL ? MR_ERR_NOMEM : d->status;
  return kept != NULL ? kept : "";
}

const char *mr_design_state(mr_design *d, const mr_state *state) {
  mr_str text = mr_str_fixed(d->state_text, d->game->info.max_state_text);
  mr_game_format_state(d->game, state, &text);
  return mr_design_keep(d, mr_str_text(&text));
}

static MR_PRINTF(2, 0) const char *format_text(mr_design *d, const char *format, va_list args) {
  char buffer[MR_DESIGN_NOTE_MAX + 128];
  vsnprintf(buffer, sizeof buffer, format, args);
  return mr_design_keep(d, buffer);
}

void mr_design_find(mr_design *d, mr_design_finding finding, const char *format, ...) {
  mr_design_report *report = d->report;
  va_list args;
  va_start(args, format);
  finding.message = format_text(d, format, args);
  va_end(args);
  finding.state = finding.state != NULL ? finding.state : "";
  /* Where the table is full the last finding gives way: so many are read by nobody. */
  report->finding_count += report->finding_count < MR_DESIGN_FINDINGS_MAX;
  report->findings[report->finding_count - 1] = finding;
}

void mr_design_note(mr_design *d, const char *format, ...) {
  mr_design_report *report = d->report;
  if (report->note_count < MR_DESIGN_NOTES_MAX) {
    va_list args;
    va_start(args, format);
    report->notes[report->note_count++] = format_text(d, format, args);
    va_end(args);
  }
}

const char *mr_design_team_name(mr_design *d, unsigned team) {
  const mr_game_info *info = &d->game->info;
  uint8_t seat = 0;
  while (seat + 1u < info->players && info->team[seat] != team) {
    seat++;
  }
  char buffer[MR_DESIGN_NOTE_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_team_name(d->game, (mr_player){seat}, &text);
  return mr_design_keep(d, buffer);
}

const char *mr_design_piece_text(mr_design *d, mr_piece piece) {
  mr_str text = mr_str_fixed(d->piece_text, sizeof d->piece_text);
  mr_game_piece_text(d->game, piece, &text);
  return d->piece_text;
}
