#include <marcher/clock.h>

#include "protocol/uci_priv.h"

/* ---- what is said outside searches ----------------------------------------------------------- */

void mr_uci_say(mr_uci *uci, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_dialog_say(uci_dialog(uci), "info string ", format, args);
  va_end(args);
}

void mr_uci_say_error(mr_uci *uci, const char *what, const mr_error *err) {
  if (err->column > 0 && err->source[0] == '\0') {
    mr_uci_say(uci, "%s: column %u: %s", what, (unsigned)err->column, err->message);
  } else {
    mr_uci_say(uci, "%s: %s", what, err->message);
  }
}

void mr_uci_say_diagnostics(mr_uci *uci, const mr_diagnostics *list) {
  static const char *const kinds[] = {"error", "warning", "note"};
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    mr_str out = mr_str_growing(uci_dialog(uci)->allocator);
    mr_str_add(&out, "info string ");
    bool placed = item->source != NULL && item->source[0] != '\0';
    bool in_file = placed && !mr_source_is_override(item->source);
    mr_add_clean(&out, placed ? item->source : "");
    if (in_file && item->line > 0) {
      mr_str_format(&out, ":%u", (unsigned)item->line);
    }
    if (in_file && item->column > 0) {
      mr_str_format(&out, ":%u", (unsigned)item->column);
    }
    mr_str_format(&out, "%s%s: ", placed ? ": " : "", kinds[item->severity]);
    mr_add_clean(&out, item->message);
    if (item->hint != NULL) {
      mr_str_add(&out, "; ");
      mr_add_clean(&out, item->hint);
    }
    mr_str_char(&out, '\n');
    mr_dialog_send(uci_dialog(uci), &out);
  }
}

void mr_uci_say_unknown(mr_uci *uci, const char *what, mr_token word, mr_rows rows) {
  mr_quote quote = mr_token_quote(word);
  const char *nearest = mr_rows_nearest(rows, quote.text);
  if (nearest != NULL) {
    mr_uci_say(uci, "%s '%s'; did you mean '%s'?", what, quote.text, nearest);
  } else {
    mr_uci_say(uci, "%s '%s'", what, quote.text);
  }
}

void mr_uci_ready(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  if (mr_dialog_ready(d, &err) == MR_OK) {
    return;
  }
  if (d->engine == NULL) {
    mr_uci_say_error(uci, "no engine", &err);
    return;
  }
  uci->choices.megabytes = (unsigned)(d->settings.memory >> 20);
  uci->choices.threads = d->settings.threads;
  mr_uci_say(uci, "%s; Hash is %u and Threads is %u", err.message, uci->choices.megabytes,
             uci->choices.threads);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/**
 * An expected score says nothing of draws; here an even game is drawn half of the time, and a
 * decided one never.
 */
static void write_odds(double value, mr_str *out) {
  double even = 1 - 2 * (value > 0.5 ? value - 0.5 : 0.5 - value);
  unsigned draw = (unsigned)(500 * even + 0.5);
  unsigned points = (unsigned)(1000 * value + 0.5);
  unsigned win = points > draw / 2 ? points - draw / 2 : 0;
  win = win + draw > 1000 ? 1000 - draw : win;
  mr_str_format(out, " wdl %u %u %u", win, draw, 1000 - win - draw);
}

void mr_uci_action(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str name = mr_str_fixed(text, sizeof text);
  mr_game_format_action(game, state, action, &name);
  mr_str_add(out, text);
}

static void write_info(mr_uci *uci, const mr_search_result *result, const mr_candidate *c,
                       unsigned number, mr_str *out) {
  const mr_dialog *d = uci_dialog(uci);
  int64_t ns = mr_clock_ns() - d->search.began;
  unsigned depth = result->depth > 0 ? result->depth : (unsigned)c->line_length;
  depth = depth > 0 ? depth : 1;
  unsigned deepest = result->selective > depth ? result->selective : depth;
  mr_str_format(out, "info depth %u seldepth %u multipv %u", depth, deepest, number);
  mr_dialog_score score = mr_dialog_score_of(d, c);
  mr_str_format(out, " score %s %d%s", score.mate != 0 ? "mate" : "cp",
                score.mate != 0 ? score.mate : score.centipawns, c->at_most ? " upperbound" : "");
  if (uci->choices.odds != 0) {
    write_odds(c->value, out);
  }
  mr_str_format(out, " nodes %llu nps %llu hashfull %u tbhits %llu time %lld",
                (unsigned long long)result->nodes,
                (unsigned long long)((double)result->nodes / ((double)(ns > 0 ? ns : 1) / 1e9)),
                result->fullness, (unsigned long long)result->probes, (long long)(ns / 1000000));
  mr_str_add(out, " pv ");
  mr_dialog_add_line(d, c, mr_uci_action, out);
  mr_str_char(out, '\n');
}

static void write_infos(mr_uci *uci, const mr_search_result *result, mr_str *out) {
  uci->reported = result->nodes;
  mr_candidate best = mr_dialog_choice(result);
  write_info(uci, result, &best, 1, out);
  unsigned number = 1;
  for (size_t i = 0; i < result->candidate_count && number < uci->choices.lines; i++) {
    const mr_candidate *c = &result->candidates[i];
    if (c->action != result->action && !c->at_most) {
      write_info(uci, result, c, ++number, out);
    }
  }
  uci->told = number;
}

/**
 * Who asks for more lines than there are is told why: an engine that compares whole turns has no
 * more ways to begin one than its turns have. Nothing runs, so the room for actions is free.
 */
static void add_missing_lines(mr_uci *uci, mr_str *out) {
  const mr_dialog *d = uci_dialog(uci);
  const mr_limits *limits = &d->search.task.limits;
  size_t legal = limits->only != NULL
                     ? limits->only_count
                     : mr_game_actions(d->game, d->search.observation, d->search.only);
  if (uci->told < uci->choices.lines && uci->told < legal) {
    mr_str_format(out,
                  "info string MultiPV: %u of %u lines, since what was compared begins in no more "
                  "ways; a longer search may find others\n",
                  uci->told, uci->choices.lines);
  }
}

/* ---- callbacks ------------------------------------------------------------------------------- */

void mr_uci_progress(void *context, const mr_search_result *so_far) {
  mr_uci *uci = context;
  mr_str out = mr_str_growing(uci_dialog(uci)->allocator);
  write_infos(uci, so_far, &out);
  mr_dialog_send(uci_dialog(uci), &out);
}

void mr_uci_finish(void *context, const mr_search_result *result, const mr_error *error) {
  mr_uci *uci = context;
  const mr_dialog *d = uci_dialog(uci);
  mr_str out = mr_str_growing(d->allocator);
  if (result == NULL) {
    mr_str_add(&out, "info string go: ");
    mr_add_clean(&out, error->message);
    mr_str_add(&out, "\nbestmove 0000\n");
    mr_dialog_send(uci_dialog(uci), &out);
    return;
  }
  if (uci->reported == 0 || uci->reported != result->nodes) {
    write_infos(uci, result, &out);
  }
  add_missing_lines(uci, &out);
  if (uci->reasons) {
    mr_str_add(&out, "info string ");
    mr_add_clean(&out, result->reason);
    mr_str_char(&out, '\n');
  }
  mr_str_add(&out, "bestmove ");
  mr_uci_action(d->game, d->search.observation, result->action, &out);
  mr_action reply = mr_dialog_expected_reply(d, result);
  if (reply != MR_ACTION_NONE) { /* whose state mr_dialog_expected_reply has left in `walk` */
    mr_str_add(&out, " ponder ");
    mr_uci_action(d->game, d->search.walk, reply, &out);
  }
  mr_str_char(&out, '\n');
  mr_dialog_send(uci_dialog(uci), &out);
  mr_lag_look(&uci_dialog(uci)->lag);
  uci->timing.answered = mr_clock_ns();
}
