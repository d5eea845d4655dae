#include <stdlib.h>
#include <string.h>

#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/options.h"

#define WEIGHTS_FILE_MAX ((size_t)64 << 20)
#define MEGABYTE ((size_t)1 << 20)
#define DAY_MS INT64_C(86400000)

const char *const cli_match_bare_words[] = {"ponder", "restart", "twosided", "onesided", NULL};

/* ---- words ----------------------------------------------------------------------------------- */

/** A key=value of a list of words; both live in the arena. */
typedef struct match_word {
  const char *key;
  const char *value; /* "" where there is none */
} match_word;

/* The next of the lines of `text`. @return what stands behind it, NULL after the last */
static const char *next_word(cli_context *cli, const char *text, match_word *out) {
  size_t length = strcspn(text, "\n");
  size_t key = strcspn(text, "=\n");
  char *name = mr_arena_copy(&cli->arena, text, key);
  char *value = key < length ? mr_arena_copy(&cli->arena, text + key + 1, length - key - 1)
                             : mr_arena_copy(&cli->arena, "", 0);
  *out = (match_word){.key = name != NULL ? name : "", .value = value != NULL ? value : ""};
  return text[length] == '\0' ? NULL : text + length + 1;
}

static int bad_value(cli_context *cli, const match_word *word, const char *wanted) {
  return cli_usage(cli, "%s needs %s, not '%s'", word->key, wanted, word->value);
}

static int read_count(cli_context *cli, const match_word *word, uint64_t min, uint64_t max,
                      uint64_t *out) {
  if (!cli_read_number(word->value, min, max, out)) {
    return cli_usage(cli, "%s needs a whole number from %llu to %llu, not '%s'", word->key,
                     (unsigned long long)min, (unsigned long long)max, word->value);
  }
  return CLI_OK;
}

/* Decimal digits with at most one point. @return what stands behind them, NULL where there are none
 */
static const char *read_decimal(const char *text, double *out) {
  char *end = NULL;
  if ((*text < '0' || *text > '9') && *text != '.') {
    return NULL;
  }
  *out = strtod(text, &end);
  size_t length = (size_t)(end - text);
  return length > 0 && strspn(text, "0123456789.") == length ? end : NULL;
}

/* "90", "0.5" or "1:30" in milliseconds. @return what stands behind it, or NULL */
static const char *read_seconds(const char *text, int64_t *out) {
  double first = 0;
  double second = 0;
  text = read_decimal(text, &first);
  if (text != NULL && *text == ':') {
    text = read_decimal(text + 1, &second);
    first = 60 * first + second;
  }
  double ms = first * 1000 + 0.5;
  if (text == NULL || ms > (double)DAY_MS) {
    return NULL;
  }
  *out = (int64_t)ms;
  return text;
}

/* "40/60+0.6", "1+0.01", "5:00" */
static int read_clock(cli_context *cli, const match_word *word, mr_match_control *out) {
  const char *at = word->value;
  const char *slash = strchr(at, '/');
  uint64_t turns = 0;
  int64_t base = 0;
  int64_t increment = 0;
  if (slash != NULL) {
    char *count = mr_arena_copy(&cli->arena, at, (size_t)(slash - at));
    if (count == NULL || !cli_read_number(count, 1, 10000, &turns)) {
      return bad_value(cli, word, "TURNS/SECONDS+INCREMENT");
    }
    at = slash + 1;
  }
  at = read_seconds(at, &base);
  if (at != NULL && *at == '+') {
    at = read_seconds(at + 1, &increment);
  }
  if (at == NULL || *at != '\0' || base + increment <= 0) {
    return bad_value(cli, word, "SECONDS+INCREMENT such as 1+0.01, or 40/60+0.6");
  }
  out->turns = (uint32_t)turns;
  out->base_ms = base;
  out->increment_ms = increment;
  return CLI_OK;
}

static int read_move_time(cli_context *cli, const match_word *word, mr_match_control *out) {
  int64_t ms = 0;
  const char *end = read_seconds(word->value, &ms);
  if (end == NULL || *end != '\0' || ms < 1) {
    return bad_value(cli, word, "seconds such as 0.1");
  }
  out->move_ms = (uint32_t)ms;
  return CLI_OK;
}

/* ---- engines --------------------------------------------------------------------------------- */

#define WORDS_MAX 64

/** An engine under construction. */
typedef struct engine_draft {
  mr_match_engine engine;
  const char *arguments[WORDS_MAX];
  mr_match_setting settings[WORDS_MAX];
  bool limited; /* has a limit of its own: that of --each does not count */
  bool margin;
  const char *program_word; /* of its own, that only a program obeys; NULL: none */
  const char *own_word;     /* ... that only one of ours obeys */
} engine_draft;

static int read_limit(cli_context *cli, const match_word *word, engine_draft *draft, bool *mine) {
  mr_match_control *control = &draft->engine.control;
  uint64_t number = 0;
  int status = CLI_OK;
  *mine = true;
  if (strcmp(word->key, "tc") == 0) {
    status = read_clock(cli, word, control);
  } else if (strcmp(word->key, "st") == 0) {
    status = read_move_time(cli, word, control);
  } else if (strcmp(word->key, "nodes") == 0) {
    status = read_count(cli, word, 1, UINT64_C(1000000000000), &control->nodes);
  } else if (strcmp(word->key, "depth") == 0) {
    status = read_count(cli, word, 1, 1000, &number);
    control->depth = (uint32_t)number;
  } else {
    *mine = false;
    return CLI_OK;
  }
  draft->limited = true;
  return status;
}

static int add_setting(cli_context *cli, const match_word *word, engine_draft *draft) {
  mr_match_engine *engine = &draft->engine;
  const char *name = word->key + strlen("option.");
  size_t at = 0;
  while (at < engine->setting_count && strcmp(draft->settings[at].name, name) != 0) {
    at++;
  }
  if (at == WORDS_MAX) {
    return cli_usage(cli, "an engine has at most %d options", WORDS_MAX);
  }
  draft->settings[at] = (mr_match_setting){.name = name, .value = word->value};
  engine->setting_count += at == engine->setting_count ? 1 : 0;
  return CLI_OK;
}

static int add_argument(cli_context *cli, const match_word *word, engine_draft *draft) {
  if (draft->engine.argument_count == WORDS_MAX) {
    return cli_usage(cli, "an engine has at most %d arguments", WORDS_MAX);
  }
  draft->arguments[draft->engine.argument_count++] = word->value;
  return CLI_OK;
}

static int read_weights(cli_context *cli, const match_word *word, mr_match_engine *engine) {
  mr_str text;
  mr_str_init(&text, NULL);
  int status = cli_file_read(cli, word->value, WEIGHTS_FILE_MAX, &text);
  if (status == CLI_OK) {
    engine->weights = mr_arena_copy(&cli->arena, mr_str_text(&text), text.length);
    status = engine->weights != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  mr_str_done(&text);
  return status;
}

/* Keys whose value is a text that is kept as it is. */
static const char **text_key(mr_match_engine *engine, const char *key) {
  const struct {
    const char *key;
    const char **place;
  } keys[] = {
      {"name", &engine->name},       {"cmd", &engine->command},     {"dir", &engine->folder},
      {"stderr", &engine->errors},   {"variant", &engine->variant}, {"player", &engine->kind},
      {"endgames", &engine->tables},
  };
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (strcmp(keys[i].key, key) == 0) {
      return keys[i].place;
    }
  }
  return NULL;
}

static int read_number_key(cli_context *cli, const match_word *word, engine_draft *draft,
                           bool *mine) {
  mr_match_engine *engine = &draft->engine;
  uint64_t number = 0;
  int status = CLI_OK;
  *mine = true;
  if (strcmp(word->key, "timemargin") == 0) {
    status = read_count(cli, word, 0, (uint64_t)DAY_MS, &number);
    engine->control.margin_ms = (int64_t)number;
    draft->margin = true;
  } else if (strcmp(word->key, "patience") == 0) {
    status = read_count(cli, word, 1, (uint64_t)DAY_MS, &number);
    engine->patience_ms = (int64_t)number;
  } else if (strcmp(word->key, "level") == 0) {
    status = read_count(cli, word, MR_LEVEL_MIN, MR_LEVEL_MAX, &number);
    engine->level = (unsigned)number;
  } else if (strcmp(word->key, "threads") == 0) {
    status = read_count(cli, word, 1, MR_ENGINE_THREADS_MAX, &number);
    engine->threads = (unsigned)number;
  } else if (strcmp(word->key, "hash") == 0) {
    status = read_count(cli, word, 1, 1u << 20, &number);
    engine->memory = (size_t)number * MEGABYTE;
  } else {
    *mine = false;
  }
  return status;
}

static int read_other_key(cli_context *cli, const match_word *word, engine_draft *draft) {
  if (strcmp(word->key, "arg") == 0) {
    return add_argument(cli, word, draft);
  }
  if (strncmp(word->key, "option.", strlen("option.")) == 0 && word->key[7] != '\0') {
    return add_setting(cli, word, draft);
  }
  if (strcmp(word->key, "ponder") == 0) {
    draft->engine.ponder = true;
    return CLI_OK;
  }
  if (strcmp(word->key, "restart") == 0) {
    draft->engine.restart = strcmp(word->value, "off") != 0;
    return CLI_OK;
  }
  if (strcmp(word->key, "proto") == 0) {
    return strcmp(word->value, "uci") == 0 ? CLI_OK : bad_value(cli, word, "uci");
  }
  if (strcmp(word->key, "weights") == 0) {
    return read_weights(cli, word, &draft->engine);
  }
  return cli_usage(cli,
                   "an engine has no '%s'; there are: name, cmd, dir, arg, proto, option.NAME, "
                   "variant, stderr, ponder, restart, patience; player, level, hash, threads, "
                   "weights, endgames; tc, st, nodes, depth, timemargin",
                   word->key);
}

/* Notes words that only one kind of player obeys, to be held against what the engine is. */
static void note_kind(const match_word *word, engine_draft *draft) {
  static const char *const programs[] = {"arg",    "dir",      "proto",   "variant", "stderr",
                                         "ponder", "patience", "restart", NULL};
  static const char *const ours[] = {"level", "hash", "threads", "weights", "endgames", NULL};
  for (size_t i = 0; programs[i] != NULL; i++) {
    draft->program_word = strcmp(programs[i], word->key) == 0 ? word->key : draft->program_word;
  }
  for (size_t i = 0; ours[i] != NULL; i++) {
    draft->own_word = strcmp(ours[i], word->key) == 0 ? word->key : draft->own_word;
  }
}

/* A word that an engine does not obey is a mistake; what all are told by --each is not. */
static int check_kind(cli_context *cli, const engine_draft *draft) {
  bool program = draft->engine.command != NULL;
  if (program && draft->engine.kind != NULL) {
    return cli_usage(cli, "an engine is a program (cmd=) or one of ours (player=), not both");
  }
  if (program && draft->own_word != NULL) {
    return cli_usage(
        cli, "%s= is for our own players; a program is told by option.NAME=", draft->own_word);
  }
  if (!program && draft->program_word != NULL) {
    return cli_usage(cli, "%s is for programs (cmd=)", draft->program_word);
  }
  return CLI_OK;
}

static int read_words(cli_context *cli, const char *text, engine_draft *draft) {
  int status = CLI_OK;
  while (text != NULL && status == CLI_OK) {
    match_word word;
    bool mine = false;
    text = next_word(cli, text, &word);
    note_kind(&word, draft);
    const char **place = text_key(&draft->engine, word.key);
    if (place != NULL) {
      if (*word.value == '\0') {
        return bad_value(cli, &word, "a value");
      }
      *place = word.value;
      continue;
    }
    status = read_limit(cli, &word, draft, &mine);
    if (status == CLI_OK && !mine) {
      status = read_number_key(cli, &word, draft, &mine);
    }
    if (status == CLI_OK && !mine) {
      status = read_other_key(cli, &word, draft);
    }
  }
  return status;
}

/* A word of --engine takes the place of the same word of --each; limits are replaced together. */
static void take_own_limits(const engine_draft *each, engine_draft *draft) {
  int64_t margin = draft->margin ? draft->engine.control.margin_ms : each->engine.control.margin_ms;
  if (!draft->limited) {
    draft->engine.control = each->engine.control;
  }
  draft->engine.control.margin_ms = margin;
}

/* Where nothing is said: a time for a move is one for thinking, and the answer has a way to go. */
static void choose_margin(const engine_draft *each, engine_draft *draft) {
  enum { WAY_MS = 50 };
  if (!draft->margin && !each->margin && draft->engine.control.move_ms > 0) {
    draft->engine.control.margin_ms = WAY_MS;
  }
}

/* Options that ours have under other names. */
static int adapt_own(cli_context *cli, engine_draft *draft, const engine_draft *each) {
  mr_match_engine *engine = &draft->engine;
  for (size_t i = 0; i < engine->setting_count; i++) {
    const mr_match_setting *setting = &draft->settings[i];
    match_word word = {.key = setting->name, .value = setting->value};
    uint64_t number = 0;
    int status = CLI_OK;
    if (strcmp(word.key, "Hash") == 0) {
      status = read_count(cli, &word, 1, 1u << 20, &number);
      engine->memory = engine->memory != 0 ? engine->memory : (size_t)number * MEGABYTE;
    } else if (strcmp(word.key, "Threads") == 0) {
      status = read_count(cli, &word, 1, MR_ENGINE_THREADS_MAX, &number);
      engine->threads = engine->threads != 0 ? engine->threads : (unsigned)number;
    } else if (i >= each->engine.setting_count) {
      status = cli_usage(cli, "our own players have no option '%s'", word.key);
    }
    if (status != CLI_OK) {
      return status;
    }
  }
  engine->setting_count = 0;
  return CLI_OK;
}

static const char *own_name(cli_context *cli, const mr_match_engine *engine) {
  char buffer[80];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  if (engine->command != NULL) {
    const char *slash = strrchr(engine->command, '/');
    mr_str_add(&text, slash != NULL ? slash + 1 : engine->command);
  } else {
    mr_str_add(&text, engine->kind != NULL ? engine->kind : "auto");
    if (engine->level != 0) {
      mr_str_format(&text, "-%u", engine->level);
    }
  }
  return mr_arena_copy(&cli->arena, buffer, text.length);
}

static bool is_taken(const mr_match_engine *engines, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(engines[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

/* Names that were not given are told apart by numbers. */
static int name_engine(cli_context *cli, mr_match_engine *engines, size_t at) {
  mr_match_engine *engine = &engines[at];
  if (engine->name != NULL) {
    return is_taken(engines, at, engine->name)
               ? cli_usage(cli, "two engines are called '%s'", engine->name)
               : CLI_OK;
  }
  const char *name = own_name(cli, engine);
  for (unsigned n = 2; name != NULL && is_taken(engines, at, name); n++) {
    char buffer[96];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_str_format(&text, "%s-%u", own_name(cli, engine), n);
    name = mr_arena_copy(&cli->arena, buffer, text.length);
  }
  engine->name = name;
  return name != NULL ? CLI_OK : cli_fail_memory(cli);
}

/* Moves the lists of a draft, which is reused, into the arena. */
static int keep_lists(cli_context *cli, engine_draft *draft) {
  mr_match_engine *engine = &draft->engine;
  const char **arguments =
      mr_arena_zero(&cli->arena, engine->argument_count + 1, sizeof *arguments);
  mr_match_setting *settings =
      mr_arena_zero(&cli->arena, engine->setting_count + 1, sizeof *settings);
  if (arguments == NULL || settings == NULL) {
    return cli_fail_memory(cli);
  }
  memcpy(arguments, draft->arguments, engine->argument_count * sizeof *arguments);
  memcpy(settings, draft->settings, engine->setting_count * sizeof *settings);
  engine->arguments = arguments;
  engine->settings = settings;
  return CLI_OK;
}

static int read_engine(cli_context *cli, const char *words, const engine_draft *each,
                       mr_match_engine *out) {
  engine_draft draft = *each;
  draft.engine.control = (mr_match_control){0};
  draft.limited = false;
  draft.margin = false;
  draft.program_word = NULL;
  draft.own_word = NULL;
  int status = read_words(cli, words, &draft);
  if (status == CLI_OK) {
    status = check_kind(cli, &draft);
  }
  if (status != CLI_OK) {
    return status;
  }
  take_own_limits(each, &draft);
  choose_margin(each, &draft);
  if (draft.engine.command == NULL) {
    status = adapt_own(cli, &draft, each);
  }
  if (status == CLI_OK) {
    status = keep_lists(cli, &draft);
  }
  *out = draft.engine;
  return status;
}

int cli_match_engines(cli_context *cli, const match_options *choice, mr_match_options *out,
                      mr_match_engine **list) {
  size_t count = choice->engines.count;
  engine_draft *each = mr_arena_zero(&cli->arena, 1, sizeof *each);
  mr_match_engine *engines = mr_arena_zero(&cli->arena, count + 1, sizeof *engines);
  if (each == NULL || engines == NULL) {
    return cli_fail_memory(cli);
  }
  if (count < 2 || count > MR_MATCH_ENGINES_MAX) {
    return cli_usage(cli, "a match needs 2 to %d times --engine, not %zu", MR_MATCH_ENGINES_MAX,
                     count);
  }
  int status = CLI_OK;
  for (size_t i = 0; i < choice->each.count && status == CLI_OK; i++) {
    status = read_words(cli, choice->each.items[i], each);
  }
  if (status == CLI_OK && each->engine.name != NULL) {
    return cli_usage(cli, "--each: not all can have the same name");
  }
  for (size_t i = 0; i < each->engine.setting_count; i++) {
    each->settings[i].may_lack = true;
  }
  for (size_t i = 0; i < count && status == CLI_OK; i++) {
    status = read_engine(cli, choice->engines.items[i], each, &engines[i]);
    if (status == CLI_OK) {
      status = name_engine(cli, engines, i);
    }
  }
  *list = engines;
  out->engines = engines;
  out->engine_count = count;
  return status;
}

/* ---- rules of the match ---------------------------------------------------------------------- */

/** The numbers that an option like --draw takes. */
typedef struct word_place {
  const char *key;
  uint64_t max;
  uint64_t *place;
} word_place;

/* Reads words that are numbers. @param places ends with a row whose key is NULL */
static int read_numbers(cli_context *cli, const char *option, const char *text,
                        const word_place *places) {
  int status = CLI_OK;
  while (text != NULL && status == CLI_OK) {
    match_word word;
    const word_place *place = places;
    text = next_word(cli, text, &word);
    while (place->key != NULL && strcmp(place->key, word.key) != 0) {
      place++;
    }
    if (place->key == NULL) {
      return cli_usage(cli, "--%s has no '%s'", option, word.key);
    }
    bool flag = place->max == 1;
    if (flag && (*word.value == '\0' || strcmp(word.value, "true") == 0)) {
      word.value = "1";
    } else if (flag && strcmp(word.value, "false") == 0) {
      word.value = "0";
    }
    status = read_count(cli, &word, 0, place->max, place->place);
  }
  return status;
}

static int read_draw(cli_context *cli, const char *text, mr_match_draw_rule *out) {
  uint64_t number = 40;
  uint64_t count = 8;
  uint64_t score = 10;
  const word_place places[] = {{"movenumber", 100000, &number},
                               {"movecount", 10000, &count},
                               {"score", 100000, &score},
                               {NULL, 0, NULL}};
  int status = read_numbers(cli, "draw", text, places);
  *out = (mr_match_draw_rule){
      .number = (unsigned)number, .count = (unsigned)count, .score = (int)score};
  return status;
}

static int read_resign(cli_context *cli, const char *text, mr_match_resign_rule *out) {
  uint64_t count = 3;
  uint64_t score = 800;
  uint64_t one = 0;
  uint64_t two = 0;
  const word_place places[] = {{"movecount", 10000, &count},
                               {"score", 100000, &score},
                               {"onesided", 1, &one},
                               {"twosided", 1, &two},
                               {NULL, 0, NULL}};
  int status = read_numbers(cli, "resign", text, places);
  *out = (mr_match_resign_rule){
      .count = (unsigned)count, .score = (int)score, .one_sided = one == 1 && two == 0};
  return status;
}

static int read_real(cli_context *cli, const match_word *word, double *out) {
  char *end = NULL;
  *out = strtod(word->value, &end);
  return *word->value != '\0' && *end == '\0' ? CLI_OK : bad_value(cli, word, "a number");
}

static int read_model(cli_context *cli, const match_word *word, mr_elo_model *out) {
  if (strcmp(word->value, "logistic") == 0) {
    *out = MR_ELO_LOGISTIC;
  } else if (strcmp(word->value, "normalized") == 0 || strcmp(word->value, "normalised") == 0) {
    *out = MR_ELO_NORMALISED;
  } else {
    return bad_value(cli, word, "normalized or logistic");
  }
  return CLI_OK;
}

static int read_sprt(cli_context *cli, const char *text, mr_sprt *out) {
  int status = CLI_OK;
  *out = (mr_sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05, .model = MR_ELO_NORMALISED};
  const struct {
    const char *key;
    double *place;
  } places[] = {
      {"elo0", &out->elo0}, {"elo1", &out->elo1}, {"alpha", &out->alpha}, {"beta", &out->beta}};
  const size_t count = sizeof places / sizeof places[0];
  while (text != NULL && status == CLI_OK) {
    match_word word;
    size_t i = 0;
    text = next_word(cli, text, &word);
    while (i < count && strcmp(places[i].key, word.key) != 0) {
      i++;
    }
    if (i < count) {
      status = read_real(cli, &word, places[i].place);
    } else if (strcmp(word.key, "model") == 0) {
      status = read_model(cli, &word, &out->model);
    } else {
      status =
          cli_usage(cli, "--sprt has elo0, elo1, alpha, beta and model, but no '%s'", word.key);
    }
  }
  mr_error error;
  if (status == CLI_OK && mr_sprt_check(out, &error) != MR_OK) {
    status = cli_usage(cli, "--sprt: %s", error.message);
  }
  return status;
}

int cli_match_rules(cli_context *cli, const match_options *choice, mr_match_options *out) {
  int status = CLI_OK;
  if (choice->draw.count > 0) {
    status = read_draw(cli, choice->draw.items[choice->draw.count - 1], &out->draw);
  }
  if (status == CLI_OK && choice->resign.count > 0) {
    status = read_resign(cli, choice->resign.items[choice->resign.count - 1], &out->resign);
  }
  if (status == CLI_OK && choice->sprt.count > 0) {
    out->has_sprt = true;
    status = read_sprt(cli, choice->sprt.items[choice->sprt.count - 1], &out->sprt);
  }
  return status;
}
