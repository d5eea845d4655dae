/*
 * What is only remembered: features, clocks, memory, options.
 */
#include <string.h>

#include "base/text.h"
#include "protocol/cecp_priv.h"

#define TIME_MAX ((uint64_t)INT32_MAX)
#define MEMORY_MAX ((uint64_t)1 << 20) /* megabytes */

/* ---- features -------------------------------------------------------------------------------- */

/**
 * Names that XBoard takes for variants of its own, and games that it cannot follow, are left out;
 * `variant` opens all that the protocol can say.
 */
static bool is_offered(mr_cecp *cecp, const char *name) {
  mr_session *s = cecp_session(cecp);
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  mr_str lessons;
  mr_arena_init(&arena, s->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_str_init(&lessons, s->allocator);
  bool good = strchr(name, ',') == NULL &&
              mr_catalog_open(s->catalog, name, s->setup.overrides, s->setup.override_count, &game,
                              &list) == MR_OK &&
              mr_cecp_teach(game, &lessons, NULL) == MR_OK;
  mr_game_free(game);
  mr_str_done(&lessons);
  mr_arena_done(&arena);
  return good;
}

static void add_variants(mr_cecp *cecp, mr_str *out) {
  const mr_session *s = cecp_session(cecp);
  bool first = true;
  mr_str_add(out, "feature variants=\"");
  for (size_t i = 0; i < mr_catalog_count(s->catalog); i++) {
    const char *name = mr_catalog_name(s->catalog, i);
    if (!is_offered(cecp, name)) {
      continue;
    }
    mr_str_add(out, first ? "" : ",");
    mr_str_add(out, strcmp(name, "chess") == 0 ? "normal" : name);
    first = false;
  }
  mr_str_add(out, "\"\n");
}

void mr_cecp_features(mr_cecp *cecp) {
  const mr_session *s = cecp_session(cecp);
  const char *version = s->setup.version;
  mr_str out;
  mr_session_write(cecp_session(cecp), "feature done=0\n", 15);
  mr_str_init(&out, s->allocator);
  mr_str_format(&out, "feature myname=\"Marcher%s%s\"\n", version != NULL ? " " : "",
                version != NULL ? version : "");
  mr_str_add(&out, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1\n"
                   "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1\n"
                   "feature pause=1 nps=1 memory=1 smp=1 exclude=1 highlight=1 debug=1\n");
  mr_str_format(&out, "feature option=\"Level -spin %u %d %d\"\n", s->settings.level, MR_LEVEL_MIN,
                MR_LEVEL_MAX);
  mr_str_format(&out, "feature option=\"Move Overhead -spin %u 0 5000\"\n",
                (unsigned)cecp->clock.overhead);
  mr_str_add(&out, "feature egt=\"marcher\"\n");
  add_variants(cecp, &out);
  mr_str_add(&out, "feature done=1\n");
  mr_session_write(cecp_session(cecp), out.data, out.length);
  mr_str_done(&out);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

void mr_cecp_spend(mr_cecp *cecp, int64_t milliseconds) {
  const mr_session *s = cecp_session(cecp);
  cecp_clock *clock = &cecp->clock;
  size_t ours = 1; /* the one that is being made */
  for (size_t i = 0; i < s->board.count; i++) {
    ours += mr_player_same(s->board.moves[i].player, cecp->side);
  }
  clock->left += clock->increment - milliseconds;
  if (clock->moves > 0 && ours % clock->moves == 0) {
    clock->left += clock->base;
  }
}

static unsigned moves_to_go(const mr_cecp *cecp) {
  const mr_session *s = &cecp->base.session;
  const cecp_clock *clock = &cecp->clock;
  size_t ours = 0;
  for (size_t i = 0; i < s->board.count; i++) {
    ours += mr_player_same(s->board.moves[i].player, cecp->side);
  }
  return clock->moves == 0 ? 0 : clock->moves - (unsigned)(ours % clock->moves);
}

static void count_nodes_for_time(const cecp_clock *clock, mr_limits *limits) {
  uint64_t soft = limits->soft_milliseconds != 0 ? limits->soft_milliseconds : limits->milliseconds;
  if (clock->nps > 0) {
    uint64_t most = UINT64_MAX / clock->nps;
    limits->nodes = (soft < most ? soft * clock->nps : UINT64_MAX) / 1000;
    limits->nodes = limits->nodes > 0 ? limits->nodes : 1;
    limits->milliseconds = 0;
    limits->soft_milliseconds = 0;
  }
}

bool mr_cecp_is_weak(const mr_cecp *cecp) {
  return cecp->base.session.settings.level < MR_LEVEL_MAX;
}

mr_limits mr_cecp_budget(mr_cecp *cecp) {
  const cecp_clock *clock = &cecp->clock;
  mr_limits limits = {.depth = clock->depth, .level_too = mr_cecp_is_weak(cecp)};
  if (clock->exact > 0) {
    int64_t share = clock->exact - clock->overhead;
    limits.milliseconds = (uint32_t)(share > 1 ? share : 1);
  } else if (clock->base > 0 || clock->increment > 0 || clock->left > 0) {
    mr_clock_view view = {.left = clock->left,
                          .increment = clock->increment,
                          .to_go = moves_to_go(cecp),
                          .overhead = clock->overhead};
    mr_time_share(&view, 1, &limits);
  }
  count_nodes_for_time(clock, &limits);
  return limits;
}

/** "5" minutes or "0:30". */
static bool read_base(mr_word word, int64_t *out) {
  const char *colon = memchr(word.text, ':', word.length);
  size_t length = colon != NULL ? (size_t)(colon - word.text) : word.length;
  uint64_t minutes = 0, seconds = 0;
  bool good = mr_word_number((mr_word){word.text, length}, 10000, &minutes);
  if (good && colon != NULL) {
    good = mr_word_number((mr_word){colon + 1, word.length - length - 1}, 59, &seconds);
  }
  *out = (int64_t)(minutes * 60 + seconds) * 1000;
  return good;
}

/** Seconds, with a fraction perhaps. */
static bool read_seconds(mr_word word, int64_t *out) {
  const char *point = memchr(word.text, '.', word.length);
  size_t length = point != NULL ? (size_t)(point - word.text) : word.length;
  uint64_t seconds = 0;
  int64_t thousandths = 0, unit = 100;
  if (!mr_word_number((mr_word){word.text, length}, 1000000, &seconds)) {
    return false;
  }
  for (size_t i = length + 1; i < word.length; i++, unit /= 10) {
    if (!mr_text_is_digit(word.text[i])) {
      return false;
    }
    thousandths += unit * (word.text[i] - '0');
  }
  *out = (int64_t)seconds * 1000 + thousandths;
  return true;
}

static bool set_level(mr_cecp *cecp, mr_words words) {
  mr_word moves, base, increment;
  uint64_t count = 0;
  int64_t milliseconds = 0, each = 0;
  if (!mr_words_next(&words, &moves) || !mr_words_next(&words, &base) ||
      !mr_words_next(&words, &increment) || !mr_word_number(moves, 10000, &count) ||
      !read_base(base, &milliseconds) || !read_seconds(increment, &each)) {
    return false;
  }
  cecp->clock.moves = (unsigned)count;
  cecp->clock.base = milliseconds;
  cecp->clock.increment = each;
  cecp->clock.left = milliseconds + each;
  cecp->clock.exact = 0;
  return true;
}

static bool set_exact(mr_cecp *cecp, mr_words words) {
  mr_word word;
  int64_t milliseconds = 0;
  if (!mr_words_next(&words, &word) || !read_seconds(word, &milliseconds)) {
    return false;
  }
  cecp->clock.exact = milliseconds;
  return true;
}

static bool read_one(mr_words words, uint64_t max, uint64_t *out) {
  mr_word word;
  return mr_words_next(&words, &word) && mr_word_number(word, max, out);
}

static bool set_depth(mr_cecp *cecp, mr_words words) {
  uint64_t depth = 0;
  if (!read_one(words, 1000, &depth)) {
    return false;
  }
  cecp->clock.depth = (uint32_t)depth;
  return true;
}

static bool set_nps(mr_cecp *cecp, mr_words words) {
  return read_one(words, INT64_MAX, &cecp->clock.nps);
}

/** Hundredths of a second; a clock that has run out may be negative. */
static bool read_clock(mr_words words, int64_t *out) {
  mr_word word;
  uint64_t value = 0;
  if (!mr_words_next(&words, &word)) {
    return false;
  }
  bool negative = word.length > 1 && word.text[0] == '-';
  if (negative) {
    word = (mr_word){word.text + 1, word.length - 1};
  }
  if (!mr_word_number(word, TIME_MAX, &value)) {
    return false;
  }
  *out = negative ? 0 : (int64_t)value * 10;
  return true;
}

static bool set_time(mr_cecp *cecp, mr_words words) {
  return read_clock(words, &cecp->clock.left);
}

static bool set_opponents_time(mr_cecp *cecp, mr_words words) {
  return read_clock(words, &cecp->clock.opponents);
}

/* ---- the engine ------------------------------------------------------------------------------ */

static bool set_memory(mr_cecp *cecp, mr_words words) {
  uint64_t megabytes = 0;
  if (!read_one(words, MEMORY_MAX, &megabytes)) {
    return false;
  }
  mr_session_settings settings = cecp_session(cecp)->settings;
  settings.memory = (size_t)(megabytes > 0 ? megabytes : 1) << 20;
  mr_session_configure(cecp_session(cecp), &settings);
  return true;
}

static bool set_cores(mr_cecp *cecp, mr_words words) {
  uint64_t cores = 0;
  if (!read_one(words, MR_ENGINE_THREADS_MAX, &cores)) {
    return false;
  }
  mr_session_settings settings = cecp_session(cecp)->settings;
  settings.threads = cores > 0 ? (unsigned)cores : 1;
  mr_session_configure(cecp_session(cecp), &settings);
  return true;
}

/** `NAME=VALUE`; names may hold blanks. */
static bool set_option(mr_cecp *cecp, mr_words words) {
  mr_word rest = mr_words_rest(&words);
  const char *equals = memchr(rest.text, '=', rest.length);
  uint64_t value = 0;
  if (equals == NULL) {
    return false;
  }
  mr_word name = {rest.text, (size_t)(equals - rest.text)};
  mr_word number = {equals + 1, rest.length - name.length - 1};
  if (!mr_word_number(number, 5000, &value)) {
    return false;
  }
  if (mr_word_is(name, "Move Overhead")) {
    cecp->clock.overhead = (uint32_t)value;
    return true;
  }
  if (!mr_word_is(name, "Level") || value < MR_LEVEL_MIN || value > MR_LEVEL_MAX) {
    return false;
  }
  mr_session_settings settings = cecp_session(cecp)->settings;
  settings.level = (unsigned)value;
  mr_session_configure(cecp_session(cecp), &settings);
  return true;
}

void mr_cecp_tables(mr_cecp *cecp) {
  mr_error err;
  if (!cecp->tables_due) {
    return;
  }
  cecp->tables_due = false;
  const char *path = cecp->tables.length > 0 ? mr_str_text(&cecp->tables) : NULL;
  if (mr_session_endgames(cecp_session(cecp), path, &err) != MR_OK) {
    mr_cecp_say(cecp, "# egtpath: %s%s%s", err.source, err.source[0] != '\0' ? ": " : "",
                err.message);
  }
}

/** `marcher FOLDER`; tables of other makers are not for us. */
static bool set_tables(mr_cecp *cecp, mr_words words) {
  mr_word maker;
  if (!mr_words_next(&words, &maker)) {
    return false;
  }
  if (!mr_word_is(maker, "marcher")) {
    return true;
  }
  mr_word path = mr_words_rest(&words);
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

static bool set_post(mr_cecp *cecp, mr_words words) {
  (void)words;
  cecp->post = true;
  return true;
}
static bool set_nopost(mr_cecp *cecp, mr_words words) {
  (void)words;
  cecp->post = false;
  return true;
}
static bool ignore(mr_cecp *cecp, mr_words words) {
  (void)cecp;
  (void)words;
  return true;
}

static const struct {
  const char *name;
  bool (*set)(mr_cecp *cecp, mr_words words); /**< @return false: it makes no sense */
} SETTINGS[] = {
    {"level", set_level},    {"st", set_exact},      {"sd", set_depth},
    {"nps", set_nps},        {"time", set_time},     {"otim", set_opponents_time},
    {"memory", set_memory},  {"cores", set_cores},   {"option", set_option},
    {"post", set_post},      {"nopost", set_nopost}, {"random", ignore},
    {"name", ignore},        {"rating", ignore},     {"ics", ignore},
    {"computer", ignore},    {"accepted", ignore},   {"rejected", ignore},
    {"egtpath", set_tables}, {"hover", ignore},      {"xboard", ignore},
};

bool mr_cecp_setting(mr_cecp *cecp, mr_word command, mr_words words, mr_word line) {
  for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++) {
    if (mr_word_is(command, SETTINGS[i].name)) {
      if (!SETTINGS[i].set(cecp, words)) {
        mr_cecp_complain(cecp, "bad parameters", line);
      }
      return true;
    }
  }
  return false;
}
