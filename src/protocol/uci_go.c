#include <marcher/clock.h>
#include <marcher/perft.h>
#include <string.h>

#include "kernel/perft_counter.h"
#include "protocol/uci_priv.h"

#define TIME_MAX ((uint64_t)INT32_MAX)
#define NS_PER_MS INT64_C(1000000)

/** The end of a search that could not be made. */
#define NO_MOVE "bestmove 0000\n"

/** What a go command says. Players are 0, who begins, and 1. */
typedef struct request {
  uint64_t depth;
  uint64_t nodes;
  uint64_t mate;
  uint64_t movetime;
  uint64_t time[2];
  uint64_t increment[2];
  uint64_t to_go;
  uint64_t perft;
  bool clock[2];
  bool timed; /**< movetime was given */
  bool infinite;
  bool ponder;
  bool counting;
  bool understood; /**< one of the words says what ends it */
  mr_action *only; /**< room for all actions of any position, those of chance included */
  size_t only_count;
} request;

/* ---- reading --------------------------------------------------------------------------------- */

/** A word of the command: where the number goes that follows it, and what that may be. */
typedef struct field {
  const char *name;
  size_t offset; /**< of a uint64_t; NOWHERE: no number follows */
  size_t flag;   /**< of a bool that is set with it, or 0 */
  uint64_t min;
  uint64_t max;
  bool limits; /**< it says what ends a search, or that nothing does */
} field;

#define AT(member) offsetof(request, member)
#define NOWHERE SIZE_MAX

static const field FIELDS[] = {
    {"depth", AT(depth), 0, 1, 1000, true},
    {"nodes", AT(nodes), 0, 1, INT64_MAX, true},
    {"mate", AT(mate), 0, 1, 1000, true},
    {"movetime", AT(movetime), AT(timed), 0, TIME_MAX, true},
    {"wtime", AT(time[0]), AT(clock[0]), 0, INT64_MAX, true},
    {"btime", AT(time[1]), AT(clock[1]), 0, INT64_MAX, true},
    {"winc", AT(increment[0]), 0, 0, INT64_MAX, false},
    {"binc", AT(increment[1]), 0, 0, INT64_MAX, false},
    {"movestogo", AT(to_go), 0, 0, TIME_MAX, false},
    {"perft", AT(perft), AT(counting), 1, MR_PERFT_DEPTH_MAX, true},
    {"infinite", NOWHERE, AT(infinite), 0, 0, true},
    {"ponder", NOWHERE, AT(ponder), 0, 0, true},
    {"searchmoves", NOWHERE, 0, 0, 0, false},
};

#define WORDS MR_ROWS(FIELDS)

/** Notes which words there are, whatever may be wrong with the rest. */
static void note_words(mr_tokens words, request *out) {
  mr_token token;
  while (mr_next_token(&words, &token)) {
    const field *f = mr_rows_find(WORDS, token);
    if (f != NULL && f->flag != 0) {
      *(bool *)((char *)out + f->flag) = true;
    }
    out->understood = out->understood || (f != NULL && f->limits);
  }
}

static bool read_number(mr_uci *uci, const field *f, request *out) {
  mr_token token;
  uint64_t value = 0;
  if (!mr_next_token(&uci->rest, &token)) {
    mr_uci_say(uci, "go: '%s' lacks its number", f->name);
    return false;
  }
  bool may_run_out = f->min == 0 && f->flag != 0;
  bool good = may_run_out ? mr_token_time(token, f->max, &value)
                          : mr_token_number(token, f->max, &value) && value >= f->min;
  if (!good) {
    mr_uci_say(uci, "go: '%s' takes a number from %llu to %llu, not '%s'", f->name,
               (unsigned long long)f->min, (unsigned long long)f->max, mr_token_quote(token).text);
    return false;
  }
  memcpy((char *)out + f->offset, &value, sizeof value);
  return true;
}

/** Reads the actions that are to be considered, up to the next word of the command. */
static bool read_actions(mr_uci *uci, request *out) {
  const mr_dialog *d = uci_dialog(uci);
  mr_tokens ahead = uci->rest;
  mr_token token;
  mr_error err;
  while (mr_next_token(&ahead, &token) && mr_rows_find(WORDS, token) == NULL) {
    mr_action action = MR_ACTION_NONE;
    if (mr_game_parse_action(d->game, mr_dialog_state(d), token.text, token.length, &action,
                             &err) != MR_OK) {
      mr_uci_say(uci, "go searchmoves: '%s': %s", mr_token_quote(token).text, err.message);
      return false;
    }
    size_t at = 0;
    while (at < out->only_count && out->only[at] != action) {
      at++;
    }
    out->only[at] = action;
    out->only_count += at == out->only_count;
    uci->rest = ahead;
  }
  if (out->only_count == 0) {
    mr_uci_say(uci, "go: 'searchmoves' lacks its moves");
  }
  return out->only_count > 0;
}

/** Passes over words, the first of which has been read, up to one that is known. */
static void pass_over(mr_uci *uci, mr_token first) {
  mr_tokens ahead = uci->rest;
  mr_token token, all = first;
  while (mr_next_token(&ahead, &token) && mr_rows_find(WORDS, token) == NULL) {
    all.length = (size_t)(token.text + token.length - all.text);
    uci->rest = ahead;
  }
  const char *nearest = mr_rows_nearest(WORDS, mr_token_quote(first).text);
  bool near = nearest != NULL;
  mr_uci_say(uci, "go passes over '%s', which is unknown%s%s%s", mr_token_quote(all).text,
             near ? "; did you mean '" : "", near ? nearest : "", near ? "'?" : "");
}

static bool read_request(mr_uci *uci, request *out) {
  mr_token token;
  bool good = true;
  while (good && mr_next_token(&uci->rest, &token)) {
    const field *f = mr_rows_find(WORDS, token);
    if (f == NULL && !out->understood) {
      mr_uci_say_unknown(uci, "go: unknown word", token, WORDS);
      return false;
    }
    if (f == NULL) {
      pass_over(uci, token);
    } else if (f->offset != NOWHERE) {
      good = read_number(uci, f, out);
    } else if (f->flag == 0) {
      good = read_actions(uci, out);
    }
  }
  return good;
}

/* ---- searching ------------------------------------------------------------------------------- */

static void report_nothing(void *context, const mr_search_result *unused, const mr_error *none) {
  (void)unused;
  (void)none;
  const mr_uci *uci = context;
  mr_dialog_write(uci_dialog(context), uci->empty, strlen(uci->empty));
}

/**
 * Ends a `go` for which nothing is searched by `line`, or has that wait for `stop` or `ponderhit`:
 * whoever has to send one of these takes a line before it for the end of the next search. A count
 * chooses nothing, and ends without a line.
 */
static void choose_nothing(mr_uci *uci, const request *r, const char *line) {
  const mr_dialog_task task = {
      .hold = r->infinite || r->ponder, .finish = report_nothing, .context = uci};
  if (!r->counting) {
    uci->empty = line;
    uci->timing.known = false;
    mr_dialog_conclude(uci_dialog(uci), &task);
  }
}

static int64_t at_most(uint64_t value) {
  return value < TIME_MAX ? (int64_t)value : (int64_t)TIME_MAX;
}

/**
 * Learns what our last move has cost beside its thinking: by how much more than that, and than it
 * was to last, our clock has gone down since, where this `go` is of the same game.
 */
static void learn_lag(mr_uci *uci, const uci_timing *now) {
  const uci_timing *last = &uci->timing;
  mr_lag *lag = &uci_dialog(uci)->lag;
  if (!last->known || last->answered == 0) {
    return;
  }
  bool follows = now->known && now->side == last->side && now->count > last->count;
  int64_t gained = now->turns > last->turns ? last->increment : 0;
  int64_t taken = last->answered - last->began;
  int64_t charged = follows ? (last->left + gained - now->left) * NS_PER_MS : taken;
  int64_t given = last->given * NS_PER_MS;
  mr_lag_end(lag, charged - (taken < given ? taken : given));
}

/** The time for this action by the clock, or what movetime says, whichever is shorter. */
static void share_time(mr_uci *uci, const request *r, int64_t began, mr_limits *out) {
  const mr_dialog *d = uci_dialog(uci);
  mr_dialog_time time = {.exact = !r->timed ? 0 : r->movetime > 0 ? (uint32_t)r->movetime : 1};
  size_t side = mr_session_node(d->board).player.id == 0 ? 0 : 1;
  if (!r->clock[side] && r->clock[1 - side]) {
    mr_uci_say(uci, "go: %s is missing; the other's clock is used", side == 0 ? "wtime" : "btime");
    side = 1 - side;
  }
  if (r->clock[side]) {
    time.has_clock = true;
    time.clock = (mr_clock_view){.left = at_most(r->time[side]),
                                 .increment = at_most(r->increment[side]),
                                 .to_go = (unsigned)r->to_go,
                                 .overhead = uci->choices.overhead};
  }
  uci_timing now = {.known = time.has_clock,
                    .side = side,
                    .count = mr_session_count(d->board),
                    .turns = mr_session_turns(d->board) + mr_session_turn_is_over(d->board),
                    .left = time.clock.left,
                    .increment = time.clock.increment,
                    .began = began};
  learn_lag(uci, &now);
  uci->timing = now;
  mr_dialog_share_time(d, &time, out);
  uci->timing.given = out->milliseconds;
  if (uci->debug && time.has_clock) {
    mr_clock_view clock = time.clock;
    mr_lag_apply(&d->lag, &clock);
    mr_uci_say(uci, "go: %u to %u ms; a move costs %lld ms beside its thinking, %lld ms are kept",
               (unsigned)out->soft_milliseconds, (unsigned)out->milliseconds,
               (long long)clock.overhead, (long long)clock.reserve);
  }
}

static void start_search(mr_uci *uci, const request *r) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  int64_t began = mr_clock_ns();
  mr_dialog_task task = {.limits = {.nodes = r->nodes,
                                    .depth = (uint32_t)r->depth,
                                    .mate = (uint32_t)r->mate,
                                    .lines = uci->choices.lines,
                                    .level_too = mr_uci_level(&uci->choices) < MR_LEVEL_MAX,
                                    .only = r->only_count > 0 ? r->only : NULL,
                                    .only_count = r->only_count},
                         .hold = r->infinite || r->ponder,
                         .progress = mr_uci_progress,
                         .finish = mr_uci_finish,
                         .context = uci};
  mr_limits *limits = &task.limits;
  share_time(uci, r, began, limits);
  bool limited = limits->nodes || limits->depth || limits->mate || limits->milliseconds;
  uci->hit = r->infinite ? (mr_limits){0} : *limits;
  if (task.hold || !limited) {
    limits->milliseconds = MR_DIALOG_FOREVER;
    limits->soft_milliseconds = 0;
  }
  uci->reasons = uci->debug;
  uci->reported = 0;
  mr_uci_ready(uci);
  if (mr_dialog_think(d, &task, &err) != MR_OK) {
    mr_uci_say_error(uci, "go", &err);
    choose_nothing(uci, r, NO_MOVE);
  }
}

/** After the end of a game, and where chance decides, there is nothing to choose. */
static void answer_without(mr_uci *uci, const request *r, mr_node node) {
  mr_dialog *d = uci_dialog(uci);
  if (node.kind == MR_NODE_CHANCE) {
    mr_uci_say(uci, "chance decides here: send its outcome among the moves");
    choose_nothing(uci, r, NO_MOVE);
    return;
  }
  uint8_t score[MR_MAX_PLAYERS] = {0};
  const mr_rule *rule = mr_dialog_ended_by(d);
  mr_uci_say(uci, "go: the game is over by %s (%s)", rule->id, rule->text);
  mr_game_score(d->game, mr_dialog_state(d), score);
  bool whole = false;
  for (unsigned i = 0; i < d->game->info.players; i++) {
    whole = whole || score[i] == MR_SCORE_WIN;
  }
  mr_str out = mr_str_growing(d->allocator);
  mr_str_format(&out, "info depth 0 score %s 0\n", whole ? "mate" : "cp");
  mr_dialog_send(d, &out);
  choose_nothing(uci, r, "bestmove (none)\n");
}

/* ---- counting -------------------------------------------------------------------------------- */

static bool is_stopped(const void *stop) {
  return atomic_load((const atomic_bool *)stop);
}

/** Counts behind every action in turn. A branch that was stopped is not told. */
static mr_status count_branches(void *context, const atomic_bool *stop, mr_error *err) {
  mr_uci *uci = context;
  mr_dialog *d = uci_dialog(uci);
  const mr_state *root = d->search.observation;
  mr_state *child = d->search.walk;
  mr_action *list = d->search.only;
  size_t branches = mr_game_actions(d->game, root, list);
  mr_status status = MR_OK;
  mr_perft_counter counter;
  mr_perft_counter_init(&counter, d->game, true, d->allocator);
  counter.stopped = is_stopped;
  counter.context = stop;
  for (size_t i = 0; i < branches; i++) {
    uint64_t nodes = 0;
    mr_state_copy(d->game, child, root);
    mr_game_make(d->game, child, list[i], NULL, NULL);
    status = mr_perft_counter_count(&counter, child, uci->depth - 1, &nodes, err);
    if (status != MR_OK || atomic_load(stop)) {
      break;
    }
    mr_str out = mr_str_growing(d->allocator);
    mr_uci_action(d->game, root, list[i], &out);
    mr_str_format(&out, ": %llu\n", (unsigned long long)nodes);
    mr_dialog_send(d, &out);
    uci->total += nodes;
  }
  mr_perft_counter_done(&counter);
  return status;
}

/** The last line is for the end of the work, so that who reads it finds nothing running. */
static void report_count(void *context, const mr_search_result *unused, const mr_error *error) {
  (void)unused;
  mr_uci *uci = context;
  mr_dialog *d = uci_dialog(uci);
  if (error != NULL) {
    mr_uci_say_error(uci, "go perft", error);
    return;
  }
  mr_str out = mr_str_growing(d->allocator);
  mr_str_format(&out, "\nNodes searched: %llu%s\n\n", (unsigned long long)uci->total,
                atomic_load(&d->search.stop) ? " (stopped)" : "");
  mr_dialog_send(d, &out);
}

static void start_count(mr_uci *uci, uint64_t depth) {
  mr_dialog *d = uci_dialog(uci);
  mr_dialog_task task = {.work = count_branches, .finish = report_count, .context = uci};
  mr_error err;
  if (mr_session_node(d->board).kind != MR_NODE_DECISION ||
      !mr_game_fully_known(d->game, mr_dialog_state(d))) {
    mr_uci_say(uci, "go perft takes a position in which a player decides and nothing is unknown");
    return;
  }
  uci->depth = (unsigned)depth;
  uci->total = 0;
  mr_state_copy(d->game, d->search.observation, mr_dialog_state(d));
  if (mr_dialog_think(d, &task, &err) != MR_OK) {
    mr_uci_say_error(uci, "go perft", &err);
  }
}

/* ---- the command ----------------------------------------------------------------------------- */

/** Whoever asks for a move behind an end that has to be claimed elsewhere has not claimed it. */
static void play_on(mr_uci *uci) {
  const mr_rule *rule = mr_dialog_play_on(uci_dialog(uci));
  if (rule != NULL) {
    mr_uci_say(uci, "go: %s would end the game here (%s); it is played on", rule->id, rule->text);
  }
}

void mr_uci_go(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  const mr_game_info *info = &d->game->info;
  request r = {0};
  note_words(uci->rest, &r);
  if (uci->refused) {
    mr_uci_say(uci, MR_UCI_NO_POSITION, "go");
    choose_nothing(uci, &r, NO_MOVE);
    return;
  }
  play_on(uci);
  mr_node node = mr_session_node(d->board);
  /* searchmoves is read before it is known who decides; it may be chance */
  size_t room = info->max_actions > info->max_chances ? info->max_actions : info->max_chances;
  r.only = mr_alloc_zero(d->allocator, room, sizeof *r.only);
  if (r.only == NULL) {
    mr_uci_say(uci, "go: out of memory");
  }
  if (r.only == NULL || !read_request(uci, &r)) {
    choose_nothing(uci, &r, NO_MOVE);
  } else if (r.counting) {
    start_count(uci, r.perft);
  } else if (node.kind == MR_NODE_DECISION) {
    start_search(uci, &r);
  } else {
    answer_without(uci, &r, node);
  }
  mr_alloc_free(d->allocator, r.only, room * sizeof *r.only);
}
