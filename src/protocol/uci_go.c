#include <marcher/perft.h>
#include <string.h>

#include "protocol/uci_priv.h"

#define TIME_MAX ((uint64_t)INT32_MAX)

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
  mr_action *only; /**< room for all actions of any position, those of chance included */
  size_t only_count;
} request;

/* ---- reading --------------------------------------------------------------------------------- */

/** A number that follows a word of the command: where it goes, and what it may be. */
typedef struct field {
  const char *name;
  size_t offset;
  size_t flag; /**< of a bool that is set with it, or 0 */
  uint64_t min;
  uint64_t max;
} field;

#define AT(member) offsetof(request, member)

static const field FIELDS[] = {
    {"depth", AT(depth), 0, 1, 1000},
    {"nodes", AT(nodes), 0, 1, INT64_MAX},
    {"mate", AT(mate), 0, 1, 1000},
    {"movetime", AT(movetime), AT(timed), 0, TIME_MAX},
    {"wtime", AT(time[0]), AT(clock[0]), 0, INT64_MAX},
    {"btime", AT(time[1]), AT(clock[1]), 0, INT64_MAX},
    {"winc", AT(increment[0]), 0, 0, INT64_MAX},
    {"binc", AT(increment[1]), 0, 0, INT64_MAX},
    {"movestogo", AT(to_go), 0, 0, TIME_MAX},
    {"perft", AT(perft), AT(counting), 0, MR_PERFT_DEPTH_MAX},
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

/** Words of the command that no number follows. */
static const char *const FLAGS[] = {"infinite", "ponder", "searchmoves"};
enum { FLAG_COUNT = sizeof FLAGS / sizeof FLAGS[0] };

static const field *find_field(mr_token token) {
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    if (mr_token_is_nocase(token, FIELDS[i].name)) {
      return &FIELDS[i];
    }
  }
  return NULL;
}

static bool is_keyword(mr_token token) {
  bool flag = false;
  for (size_t i = 0; i < FLAG_COUNT; i++) {
    flag = flag || mr_token_is_nocase(token, FLAGS[i]);
  }
  return flag || find_field(token) != NULL;
}

static bool refuse_token(mr_uci *uci, mr_token token) {
  const char *names[FIELD_COUNT + FLAG_COUNT];
  mr_quote quote = mr_token_quote(token);
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    names[i] = FIELDS[i].name;
  }
  memcpy(names + FIELD_COUNT, FLAGS, sizeof FLAGS);
  const char *nearest = mr_nearest(quote.text, names, FIELD_COUNT + FLAG_COUNT);
  if (nearest != NULL) {
    mr_uci_say(uci, "go: unknown word '%s'; did you mean '%s'?", quote.text, nearest);
  } else {
    mr_uci_say(uci, "go: unknown word '%s'", quote.text);
  }
  return false;
}

/** A time that has run out is sent as a negative number by some. */
static bool read_number(const field *f, mr_token token, uint64_t *out) {
  bool negative = token.length > 1 && token.text[0] == '-' && f->min == 0 && f->flag != 0;
  if (negative) {
    mr_token digits = {token.text + 1, token.length - 1};
    bool good = mr_token_number(digits, INT64_MAX, out);
    *out = good ? 0 : *out;
    return good;
  }
  return mr_token_number(token, f->max, out) && *out >= f->min;
}

static bool read_field(mr_uci *uci, const field *f, request *out) {
  mr_token token;
  uint64_t value = 0;
  if (!mr_next_token(&uci->rest, &token)) {
    mr_uci_say(uci, "go: '%s' lacks its number", f->name);
    return false;
  }
  if (!read_number(f, token, &value)) {
    mr_uci_say(uci, "go: '%s' takes a number from %llu to %llu, not '%s'", f->name,
               (unsigned long long)f->min, (unsigned long long)f->max, mr_token_quote(token).text);
    return false;
  }
  memcpy((char *)out + f->offset, &value, sizeof value);
  if (f->flag != 0) {
    *(bool *)((char *)out + f->flag) = true;
  }
  return true;
}

static void add_action(request *out, mr_action action) {
  for (size_t i = 0; i < out->only_count; i++) {
    if (out->only[i] == action) {
      return;
    }
  }
  out->only[out->only_count++] = action;
}

/** Reads the actions that are to be considered, up to the next word of the command. */
static bool read_actions(mr_uci *uci, request *out) {
  const mr_dialog *d = uci_dialog(uci);
  mr_tokens ahead = uci->rest;
  mr_token token;
  mr_error err;
  while (mr_next_token(&ahead, &token) && !is_keyword(token)) {
    mr_action action = MR_ACTION_NONE;
    if (mr_game_parse_action(d->game, mr_dialog_state(d), token.text, token.length, &action,
                             &err) != MR_OK) {
      mr_uci_say(uci, "go searchmoves: '%s': %s", mr_token_quote(token).text, err.message);
      return false;
    }
    add_action(out, action);
    uci->rest = ahead;
  }
  if (out->only_count == 0) {
    mr_uci_say(uci, "go: 'searchmoves' lacks its moves");
  }
  return out->only_count > 0;
}

static bool read_request(mr_uci *uci, request *out) {
  mr_token token;
  bool good = true;
  while (good && mr_next_token(&uci->rest, &token)) {
    const field *f = find_field(token);
    if (f != NULL) {
      good = read_field(uci, f, out);
    } else if (mr_token_is_nocase(token, "infinite")) {
      out->infinite = true;
    } else if (mr_token_is_nocase(token, "ponder")) {
      out->ponder = true;
    } else if (mr_token_is_nocase(token, "searchmoves")) {
      good = read_actions(uci, out);
    } else {
      good = refuse_token(uci, token);
    }
  }
  return good;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static int64_t at_most(uint64_t value) {
  return value < TIME_MAX ? (int64_t)value : (int64_t)TIME_MAX;
}

/** The time for this action by the clock, or what movetime says, whichever is shorter. */
static void share_time(mr_uci *uci, const request *r, mr_limits *out) {
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
  mr_dialog_share_time(d, &time, out);
}

static mr_limits limits_of(mr_uci *uci, const request *r) {
  mr_limits limits = {.nodes = r->nodes,
                      .depth = (uint32_t)r->depth,
                      .mate = (uint32_t)r->mate,
                      .lines = uci->choices.lines,
                      .level_too = mr_uci_level(&uci->choices) < MR_LEVEL_MAX,
                      .only = r->only_count > 0 ? r->only : NULL,
                      .only_count = r->only_count};
  share_time(uci, r, &limits);
  return limits;
}

/* ---- searching ------------------------------------------------------------------------------- */

static void start_search(mr_uci *uci, const request *r) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  mr_dialog_task task = {.limits = limits_of(uci, r),
                         .hold = r->infinite || r->ponder,
                         .progress = mr_uci_progress,
                         .finish = mr_uci_finish,
                         .context = uci};
  mr_limits *limits = &task.limits;
  bool limited = limits->nodes || limits->depth || limits->mate || limits->milliseconds;
  if (r->ponder && !r->infinite) {
    task.released_milliseconds = limits->milliseconds;
    task.released_soft = limits->soft_milliseconds;
  }
  if (task.hold || !limited) {
    limits->milliseconds = MR_DIALOG_FOREVER;
    limits->soft_milliseconds = 0;
  }
  uci->report.lines = uci->choices.lines;
  uci->report.odds = uci->choices.odds;
  uci->report.reasons = uci->debug;
  uci->report.reported = 0;
  mr_uci_ready(uci);
  if (mr_dialog_think(d, &task, &err) != MR_OK) {
    mr_uci_say_error(uci, "go", &err);
    mr_dialog_write(d, "bestmove 0000\n", 14);
  }
}

/** After the end of a game, and where chance decides, there is nothing to choose. */
static void answer_without(mr_uci *uci, mr_node node) {
  mr_dialog *d = uci_dialog(uci);
  mr_str out;
  mr_str_init(&out, d->allocator);
  if (node.kind == MR_NODE_CHANCE) {
    mr_str_add(&out, "info string chance decides here: send its outcome among the moves\n"
                     "bestmove 0000\n");
  } else {
    uint8_t score[MR_MAX_PLAYERS] = {0};
    mr_game_score(d->game, mr_dialog_state(d), score);
    bool whole = false;
    for (unsigned i = 0; i < d->game->info.players; i++) {
      whole = whole || score[i] == MR_SCORE_WIN;
    }
    mr_str_format(&out, "info depth 0 score %s 0\nbestmove (none)\n", whole ? "mate" : "cp");
  }
  mr_dialog_send(uci_dialog(uci), &out);
}

static void obey(mr_uci *uci, request *r) {
  mr_dialog *d = uci_dialog(uci);
  mr_node node = mr_session_node(d->board);
  if (!read_request(uci, r)) {
    mr_dialog_write(d, "bestmove 0000\n", 14);
  } else if (r->counting) {
    mr_uci_count(uci, r->perft);
  } else if (node.kind != MR_NODE_DECISION) {
    answer_without(uci, node);
  } else {
    start_search(uci, r);
  }
}

void mr_uci_go(mr_uci *uci) {
  const mr_dialog *d = uci_dialog(uci);
  const mr_game_info *info = &d->game->info;
  /* searchmoves is read before it is known who decides; it may be chance */
  size_t room = info->max_actions > info->max_chances ? info->max_actions : info->max_chances;
  request r = {.only = mr_alloc_zero(d->allocator, room, sizeof *r.only)};
  if (r.only == NULL) {
    mr_uci_say(uci, "go: out of memory");
    mr_dialog_write(uci_dialog(uci), "bestmove 0000\n", 14);
    return;
  }
  obey(uci, &r);
  mr_alloc_free(d->allocator, r.only, room * sizeof *r.only);
}
