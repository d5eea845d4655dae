/*
 * What is only remembered: features, clocks, memory, options.
 */
#include <string.h>

#include "protocol/cecp_priv.h"

#define TIME_MAX ((uint64_t)INT32_MAX)
#define MEMORY_MAX ((uint64_t)1 << 20) /* megabytes */

/* ---- features -------------------------------------------------------------------------------- */

/**
 * Names that XBoard takes for variants of its own, and games that it cannot follow, are left out;
 * `variant` opens all that the protocol can say.
 * Only a compiled game tells whether XBoard can follow it: a quarter of a second for all of them,
 * once for each program that asks. A list of names would be shorter, and wrong with the next game.
 */
static bool is_offered(mr_cecp *cecp, const char *name) {
  const mr_dialog *d = cecp_dialog(cecp);
  if (strchr(name, ',') != NULL) {
    return false;
  }
  mr_game *game = mr_dialog_compile(d, name);
  mr_str lines = mr_str_growing(d->allocator);
  bool good =
      game != NULL && (mr_cecp_is_known(name) || mr_cecp_teach(game, &lines, NULL) == MR_OK);
  mr_game_free(game);
  mr_str_done(&lines);
  return good;
}

void mr_cecp_features(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  const char *version = d->setup.version;
  const char *separator = "";
  mr_str out = mr_str_growing(d->allocator);
  mr_dialog_write(d, "feature done=0\n", 15);
  mr_str_format(&out, "feature myname=\"Marcher%s%s\"\n", version != NULL ? " " : "",
                version != NULL ? version : "");
  mr_str_add(&out, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1\n"
                   "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1\n"
                   "feature pause=1 nps=1 memory=1 smp=1 exclude=1 highlight=1 debug=1\n");
  mr_str_format(&out, "feature option=\"Level -spin %u %d %d\"\n", d->settings.level, MR_LEVEL_MIN,
                MR_LEVEL_MAX);
  mr_str_format(&out, "feature option=\"Move Overhead -spin %u 0 5000\"\n", cecp->clock.overhead);
  mr_str_add(&out, "feature egt=\"marcher\"\nfeature variants=\"");
  for (size_t i = 0; i < mr_catalog_count(d->catalog); i++) {
    const char *name = mr_catalog_name(d->catalog, i);
    if (is_offered(cecp, name)) {
      mr_str_format(&out, "%s%s", separator, strcmp(name, "chess") == 0 ? "normal" : name);
      separator = ",";
    }
  }
  mr_str_add(&out, "\"\nfeature done=1\n");
  mr_dialog_send(d, &out);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static size_t count_our_moves(const mr_cecp *cecp) {
  const mr_dialog *d = &cecp->base.dialog;
  size_t ours = 0;
  for (size_t i = 0; i < mr_session_count(d->board); i++) {
    ours += mr_player_same(mr_session_move_at(d->board, i)->player, cecp->side);
  }
  return ours;
}

void mr_cecp_spend(mr_cecp *cecp, int64_t milliseconds) {
  cecp_clock *clock = &cecp->clock;
  size_t ours = count_our_moves(cecp) + 1; /* with the one that is being made */
  clock->left += clock->increment - milliseconds;
  clock->spent = true;
  if (clock->moves > 0 && ours % clock->moves == 0) {
    clock->left += clock->base;
  }
}

bool mr_cecp_is_weak(const mr_cecp *cecp) {
  return cecp->base.dialog.settings.level < MR_LEVEL_MAX;
}

mr_limits mr_cecp_budget(mr_cecp *cecp) {
  const cecp_clock *clock = &cecp->clock;
  mr_limits limits = {.depth = clock->depth, .level_too = mr_cecp_is_weak(cecp)};
  int64_t exact = clock->exact - clock->overhead;
  unsigned moves = clock->moves;
  mr_dialog_time time = {
      .has_clock =
          clock->exact == 0 && (clock->base > 0 || clock->increment > 0 || clock->left > 0),
      .clock = {.left = clock->left,
                .increment = clock->increment,
                .to_go = moves == 0 ? 0 : moves - (unsigned)(count_our_moves(cecp) % moves),
                .overhead = clock->overhead},
      .exact = clock->exact == 0 ? 0
               : exact > 1       ? (uint32_t)exact
                                 : 1,
  };
  mr_dialog_share_time(cecp_dialog(cecp), &time, &limits);
  if (clock->nps > 0) { /* nodes stand for time */
    uint64_t soft = limits.soft_milliseconds != 0 ? limits.soft_milliseconds : limits.milliseconds;
    uint64_t most = UINT64_MAX / clock->nps;
    limits.nodes = (soft < most ? soft * clock->nps : UINT64_MAX) / 1000;
    limits.nodes = limits.nodes > 0 ? limits.nodes : 1;
    limits.milliseconds = 0;
    limits.soft_milliseconds = 0;
  }
  return limits;
}

/** Seconds, "1:30" too, times `unit`. */
static bool read_time(mr_token token, int64_t unit, int64_t *out) {
  const uint64_t longest = UINT64_C(1000000000); /* milliseconds: eleven days */
  uint64_t milliseconds = 0;
  bool good = mr_parse_seconds(token.text, token.length, longest, &milliseconds);
  *out = good ? unit * (int64_t)milliseconds : *out;
  return good;
}

/** Moves, the time for them as "5" minutes or "0:30", and the increment. */
static bool set_level(mr_cecp *cecp) {
  mr_token moves, base, increment;
  uint64_t count = 0;
  int64_t milliseconds = 0, each = 0;
  if (!mr_next_token(&cecp->rest, &moves) || !mr_next_token(&cecp->rest, &base) ||
      !mr_next_token(&cecp->rest, &increment) || !mr_token_number(moves, 10000, &count) ||
      !read_time(base, memchr(base.text, ':', base.length) != NULL ? 1 : 60, &milliseconds) ||
      !read_time(increment, 1, &each)) {
    return false;
  }
  cecp->clock.moves = (unsigned)count;
  cecp->clock.base = milliseconds;
  cecp->clock.increment = each;
  cecp->clock.left = milliseconds + each;
  cecp->clock.exact = 0;
  return true;
}

static bool set_exact(mr_cecp *cecp) {
  mr_token token;
  return mr_next_token(&cecp->rest, &token) && read_time(token, 1, &cecp->clock.exact);
}

bool mr_cecp_number(mr_cecp *cecp, uint64_t max, uint64_t *out) {
  mr_token token;
  return mr_next_token(&cecp->rest, &token) && mr_token_number(token, max, out);
}

static bool set_depth(mr_cecp *cecp) {
  uint64_t depth = cecp->clock.depth;
  bool good = mr_cecp_number(cecp, 1000, &depth);
  cecp->clock.depth = (uint32_t)depth;
  return good;
}

static bool set_nps(mr_cecp *cecp) {
  return mr_cecp_number(cecp, INT64_MAX, &cecp->clock.nps);
}

/** `time`, or `otim`: the opponent's changes nothing; but it is to be one. */
/** @param way milliseconds that the last move has cost beside what we know of; 0: nobody has told
 */
static void learn_lag(mr_cecp *cecp, int64_t way) {
  if (cecp->clock.spent) {
    mr_lag_end(&cecp_dialog(cecp)->lag, way * 1000000);
  }
  cecp->clock.spent = false;
}

static bool set_time(mr_cecp *cecp) {
  mr_token token;
  uint64_t hundredths = 0;
  bool good = mr_next_token(&cecp->rest, &token) && mr_token_time(token, TIME_MAX, &hundredths);
  if (good && mr_token_is_nocase(cecp->command, "time")) {
    int64_t told = (int64_t)hundredths * 10;
    /* What is told is rounded down: a delay of less than that is none. */
    learn_lag(cecp, cecp->clock.left - told - 10);
    cecp->clock.left = told;
  }
  return good;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static bool set_memory(mr_cecp *cecp) {
  uint64_t megabytes = 0;
  if (!mr_cecp_number(cecp, MEMORY_MAX, &megabytes)) {
    return false;
  }
  cecp_dialog(cecp)->settings.memory = (size_t)(megabytes > 0 ? megabytes : 1) << 20;
  return true;
}

static bool set_cores(mr_cecp *cecp) {
  uint64_t cores = 0;
  if (!mr_cecp_number(cecp, MR_ENGINE_THREADS_MAX, &cores)) {
    return false;
  }
  cecp_dialog(cecp)->settings.threads = cores > 0 ? (unsigned)cores : 1;
  return true;
}

/** `NAME=VALUE`; names may hold blanks. */
static bool set_option(mr_cecp *cecp) {
  mr_token rest = mr_tokens_rest(&cecp->rest);
  uint64_t value = 0;
  const char *mark = memchr(rest.text, '=', rest.length);
  if (mark == NULL) {
    return false;
  }
  size_t length = (size_t)(mark - rest.text);
  if (!mr_token_number((mr_token){mark + 1, rest.length - length - 1}, 5000, &value)) {
    return false;
  }
  rest.length = length;
  if (mr_token_is_nocase(rest, "Move Overhead")) {
    cecp->clock.overhead = (uint32_t)value;
    return true;
  }
  if (!mr_token_is_nocase(rest, "Level") || value < MR_LEVEL_MIN || value > MR_LEVEL_MAX) {
    return false;
  }
  cecp_dialog(cecp)->settings.level = (unsigned)value;
  return true;
}

void mr_cecp_tables(mr_cecp *cecp) {
  mr_error err;
  if (!cecp->tables_due) {
    return;
  }
  cecp->tables_due = false;
  const char *path = cecp->tables.length > 0 ? mr_str_text(&cecp->tables) : NULL;
  if (mr_dialog_endgames(cecp_dialog(cecp), path, &err) != MR_OK) {
    mr_cecp_say(cecp, "# egtpath: %s%s%s", err.source, err.source[0] != '\0' ? ": " : "",
                err.message);
  }
}

/** `marcher FOLDER`; tables of other makers are not for us. */
static bool set_tables(mr_cecp *cecp) {
  mr_token maker;
  if (!mr_next_token(&cecp->rest, &maker)) {
    return false;
  }
  if (!mr_token_is_nocase(maker, "marcher")) {
    return true;
  }
  mr_token path = mr_tokens_rest(&cecp->rest);
  mr_str_reset(&cecp->tables);
  mr_str_bytes(&cecp->tables, path.text, path.length);
  if (cecp->tables.status != MR_OK) {
    mr_str_reset(&cecp->tables);
    return false;
  }
  cecp->tables_due = true;
  if (cecp->search == CECP_IDLE) {
    mr_cecp_tables(cecp);
  }
  return true;
}

/* ---- switches -------------------------------------------------------------------------------- */

/** `post`, or `nopost`. */
static bool set_post(mr_cecp *cecp) {
  cecp->post = mr_token_is_nocase(cecp->command, "post");
  return true;
}
static bool ignore(mr_cecp *cecp) {
  (void)cecp;
  return true;
}

typedef struct setting {
  const char *name;
  bool (*set)(mr_cecp *cecp); /**< @return false: it makes no sense */
} setting;

static const setting SETTINGS[] = {
    {"level", set_level},   {"st", set_exact},    {"sd", set_depth},       {"nps", set_nps},
    {"time", set_time},     {"otim", set_time},   {"memory", set_memory},  {"cores", set_cores},
    {"option", set_option}, {"post", set_post},   {"nopost", set_post},    {"random", ignore},
    {"name", ignore},       {"rating", ignore},   {"ics", ignore},         {"computer", ignore},
    {"accepted", ignore},   {"rejected", ignore}, {"egtpath", set_tables}, {"hover", ignore},
    {"xboard", ignore},
};

bool mr_cecp_setting(mr_cecp *cecp) {
  const setting *known = mr_rows_find(MR_ROWS(SETTINGS), cecp->command);
  if (known != NULL && !known->set(cecp)) {
    mr_cecp_complain(cecp, "bad parameters");
  }
  return known != NULL;
}
