/*
 * What is said of moves, searches and results.
 */
#include <string.h>

#include <marcher/clock.h>

#include "protocol/cecp_priv.h"

enum {
  MATE_BASE = 100000, /* scores beyond this are moves to a mate */
  COMMENT_MAX = 240,
  SQUARE_MAX = 8,
};

/* ---- lines ----------------------------------------------------------------------------------- */

void mr_cecp_say(mr_cecp *cecp, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_dialog_say(cecp_dialog(cecp), "", format, args);
  va_end(args);
}

void mr_cecp_complain(mr_cecp *cecp, const char *what) {
  mr_cecp_say(cecp, "Error (%s): %s", what, mr_token_quote(cecp->line).text);
}

/* ---- moves ----------------------------------------------------------------------------------- */

void mr_cecp_add_ranks(const char *text, size_t length, int shift, mr_str *out) {
  const char *end = text + length;
  while (text < end) {
    int rank = 0;
    if (!mr_text_is_digit(*text)) {
      mr_str_char(out, *text++);
      continue;
    }
    for (; text < end && mr_text_is_digit(*text) && rank < 1000; text++) {
      rank = rank * 10 + (*text - '0');
    }
    rank = rank + shift > 0 ? rank + shift : 0;
    mr_str_uint(out, (unsigned)rank);
  }
}

/** From the numbers of a game to XBoard's. */
static int rank_shift(const mr_game *game) {
  return (int)cecp_first_rank(game) - 1;
}

void mr_cecp_add_text(const mr_game *game, const char *text, mr_str *out) {
  char before = ' ';
  while (*text != '\0') {
    size_t length = 0;
    bool in_word = mr_text_is_letter(before) || mr_text_is_digit(before);
    if (!in_word && mr_text_is_lower(*text)) {
      for (length = 1; mr_text_is_digit(text[length]);) {
        length++;
      }
    }
    if (length > 1 && length < SQUARE_MAX) {
      mr_cecp_add_ranks(text, length, rank_shift(game), out);
      text += length;
      before = '0';
    } else {
      before = *text;
      mr_str_char(out, *text++);
    }
  }
}

void mr_cecp_say_illegal(mr_cecp *cecp, const char *reason, mr_token move) {
  mr_str out = mr_str_growing(cecp_dialog(cecp)->allocator);
  mr_cecp_add_text(cecp_game(cecp), reason, &out);
  mr_cecp_say(cecp, "Illegal move (%s): %s", mr_str_text(&out), mr_token_quote(move).text);
  mr_str_done(&out);
}

/** Castling as the protocol wants it where it begins on any files: "O-O". @return false: it is none
 */
static bool add_castling(const mr_game *game, const mr_state *state, mr_action action,
                         mr_str *out) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str moved = mr_str_fixed(text, sizeof text);
  if (strcmp(game->info.name, "fischerandom") != 0) {
    return false;
  }
  mr_game_format_move(game, state, action, MR_MOVE_BARE, &moved);
  bool castles = strncmp(text, "O-O", 3) == 0;
  mr_str_add(out, castles ? text : "");
  return castles;
}

cecp_move mr_cecp_move(const mr_game *game, const mr_state *state, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  cecp_move move;
  mr_str plain, out;
  plain = mr_str_fixed(text, sizeof text);
  out = mr_str_fixed(move.text, sizeof move.text);
  if (add_castling(game, state, action, &out)) {
    return move;
  }
  mr_game_format_action(game, state, action, &plain);
  mr_cecp_add_ranks(text, plain.length, rank_shift(game), &out);
  return move;
}

static void add_action(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  mr_str_add(out, mr_cecp_move(game, state, action).text);
}

/* ---- thinking -------------------------------------------------------------------------------- */

/** Depth, score, hundredths of a second, nodes, line. */
static void report_result(mr_cecp *cecp, const mr_search_result *result) {
  const mr_dialog *d = cecp_dialog(cecp);
  int64_t ns = mr_clock_ns() - d->search.began;
  mr_candidate choice = mr_dialog_choice(result);
  mr_dialog_score seen = mr_dialog_score_of(d, &choice);
  int score = seen.mate > 0   ? MATE_BASE + seen.mate
              : seen.mate < 0 ? -MATE_BASE + seen.mate
                              : seen.centipawns;
  mr_str out = mr_str_growing(d->allocator);
  mr_str_format(&out, "%u %d %lld %llu ", result->depth > 0 ? result->depth : 1, score,
                (long long)(ns / 10000000), (unsigned long long)result->nodes);
  mr_dialog_add_line(d, &choice, add_action, &out);
  mr_str_char(&out, '\n');
  mr_dialog_send(cecp_dialog(cecp), &out);
}

void mr_cecp_progress(void *context, const mr_search_result *so_far) {
  mr_cecp *cecp = context;
  mr_mutex_lock(&cecp->base.dialog.search.mutex);
  cecp->latest = *so_far;
  mr_mutex_unlock(&cecp->base.dialog.search.mutex);
  if (atomic_load(&cecp->reports)) {
    report_result(cecp, so_far);
  }
}

void mr_cecp_finish(void *context, const mr_search_result *result, const mr_error *error) {
  mr_cecp *cecp = context;
  (void)error; /* mr_cecp_collect tells of it */
  if (result != NULL && atomic_load(&cecp->reports)) {
    report_result(cecp, result);
  }
}

/** XBoard wants to know how far an iteration has come, which engines do not tell: all of it. */
void mr_cecp_status(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_mutex_lock(&d->search.mutex);
  mr_action action = cecp->latest.action;
  uint64_t nodes = cecp->latest.nodes;
  unsigned depth = cecp->latest.depth;
  mr_mutex_unlock(&d->search.mutex);
  if (cecp->search != CECP_ANALYSIS || action == MR_ACTION_NONE) {
    return;
  }
  int64_t ns = mr_clock_ns() - d->search.began;
  mr_cecp_say(cecp, "stat01: %lld %llu %u 0 0 %s", (long long)(ns / 10000000),
              (unsigned long long)nodes, depth,
              mr_cecp_move(d->game, mr_dialog_state(d), action).text);
}

/* ---- results --------------------------------------------------------------------------------- */

/**
 * The three results that there are; scores in between have none, are written as draws, and told in
 * words.
 */
static void add_result(const mr_game *game, const uint8_t *scores, mr_str *out) {
  static const char *const quarters[] = {"0", "1/4", "1/2", "3/4", "1"};
  const char *const *names = game->info.player_names;
  if (scores[0] == MR_SCORE_WIN && scores[1] == 0) {
    mr_str_format(out, "1-0 {%s wins", names[0]);
  } else if (scores[1] == MR_SCORE_WIN && scores[0] == 0) {
    mr_str_format(out, "0-1 {%s wins", names[1]);
  } else if (scores[0] == scores[1]) {
    mr_str_add(out, "1/2-1/2 {Drawn");
  } else {
    mr_str_format(out, "1/2-1/2 {%s %s, %s %s", names[0], quarters[scores[0]], names[1],
                  quarters[scores[1]]);
  }
}

bool mr_cecp_report_end(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  const mr_state *state = mr_dialog_state(d);
  uint8_t scores[MR_MAX_PLAYERS] = {0};
  if (mr_session_node(d->board).kind != MR_NODE_TERMINAL) {
    return false;
  }
  if (cecp->end_reported) {
    return true;
  }
  cecp->end_reported = true;
  const mr_rule *rule = &d->game->info.rules[mr_game_ended_by(d->game, state)];
  mr_str out = mr_str_growing(d->allocator);
  mr_game_score(d->game, state, scores);
  add_result(d->game, scores, &out);
  if (rule->id[0] != '\0') {
    mr_str_format(&out, " by %s", rule->id);
  }
  if (rule->text[0] != '\0') {
    mr_str_add(&out, ": ");
    for (size_t i = 0; i < COMMENT_MAX && rule->text[i] != '\0'; i++) {
      char c = rule->text[i]; /* a comment may not hold what ends it */
      c = c == '{' ? '(' : c == '}' ? ')' : c;
      mr_str_char(&out, mr_text_is_print(c) ? c : ' ');
    }
  }
  mr_str_add(&out, "}\n");
  mr_dialog_send(d, &out);
  return true;
}
