#include <marcher/session.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/game.h"

#define WEIGHTS_FILE_MAX ((size_t)64 << 20)
#define DAY_MS 86400000
#define HASH_MAX (1u << 20)

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

static int read_value(cli_context *cli, const mr_word_key *key, const char *value, void *base) {
  mr_error error;
  return mr_word_read(key, value, base, &error) == MR_OK ? CLI_OK
                                                         : cli_usage(cli, "%s", error.message);
}

/* ---- engines --------------------------------------------------------------------------------- */

#define WORDS_MAX 64

/** An engine under construction. */
typedef struct engine_draft {
  mr_match_engine engine; /* a margin less than 0: none was said */
  uint64_t hash;          /* mebibytes; 0: none were said */
  const char *arguments[WORDS_MAX];
  mr_match_setting settings[WORDS_MAX];
  bool limited;             /* has a limit of its own: that of --each does not count */
  const char *program_word; /* of its own, that only a program obeys; NULL: none */
  const char *own_word;     /* ... that only one of ours obeys */
} engine_draft;

/* "40/60+0.6", "1+0.01", "5:00" */
static int read_clock(cli_context *cli, const match_word *word, engine_draft *draft) {
  mr_match_control *control = &draft->engine.control;
  const char *slash = strchr(word->value, '/');
  const char *base = slash != NULL ? slash + 1 : word->value;
  const char *plus = strchr(base, '+');
  uint64_t turns = 0;
  uint64_t base_ms = 0;
  uint64_t increment_ms = 0;
  if (slash != NULL &&
      (!mr_parse_uint(word->value, (size_t)(slash - word->value), 10000, &turns) || turns == 0)) {
    return bad_value(cli, word, "TURNS/SECONDS+INCREMENT");
  }
  if (!mr_parse_seconds(base, strcspn(base, "+"), DAY_MS, &base_ms) ||
      (plus != NULL && !mr_parse_seconds(plus + 1, strlen(plus + 1), DAY_MS, &increment_ms)) ||
      base_ms + increment_ms == 0) {
    return bad_value(cli, word, "SECONDS+INCREMENT such as 1+0.01, or 40/60+0.6");
  }
  control->turns = (uint32_t)turns;
  control->base_ms = (int64_t)base_ms;
  control->increment_ms = (int64_t)increment_ms;
  return CLI_OK;
}

static int read_move_time(cli_context *cli, const match_word *word, engine_draft *draft) {
  uint64_t ms = 0;
  if (!mr_parse_seconds(word->value, strlen(word->value), DAY_MS, &ms) || ms == 0) {
    return bad_value(cli, word, "seconds such as 0.1");
  }
  draft->engine.control.move_ms = (uint32_t)ms;
  return CLI_OK;
}

static int add_argument(cli_context *cli, const match_word *word, engine_draft *draft) {
  if (draft->engine.argument_count == WORDS_MAX) {
    return cli_usage(cli, "an engine has at most %d arguments", WORDS_MAX);
  }
  draft->arguments[draft->engine.argument_count++] = word->value;
  return CLI_OK;
}

/* Words of programs that are not kept as they are. */
static int read_program_word(cli_context *cli, const match_word *word, engine_draft *draft) {
  if (strcmp(word->key, "proto") == 0) {
    return strcmp(word->value, "uci") == 0 ? CLI_OK : bad_value(cli, word, "uci");
  }
  if (strcmp(word->key, "ponder") == 0) {
    draft->engine.ponder = true;
  } else {
    draft->engine.restart = strcmp(word->value, "off") != 0;
  }
  return CLI_OK;
}

static int read_weights(cli_context *cli, const match_word *word, engine_draft *draft) {
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, word->value, WEIGHTS_FILE_MAX, &text);
  if (status == CLI_OK) {
    draft->engine.weights = mr_arena_copy(&cli->arena, mr_str_text(&text), text.length);
    draft->engine.weights_file = word->value;
    status = draft->engine.weights != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  mr_str_done(&text);
  return status;
}

static int read_network(cli_context *cli, const match_word *word, engine_draft *draft) {
  mr_network *network = mr_arena_zero(&cli->arena, 1, sizeof *network);
  draft->engine.network = network;
  return network != NULL ? cli_network_read(cli, word->value, network) : cli_fail_memory(cli);
}

/** A word that an engine may have. */
typedef struct engine_key {
  enum { FOR_ALL, FOR_PROGRAMS, FOR_OURS, LIMIT } use;
  mr_word_key word;
  int (*read)(cli_context *cli, const match_word *word, engine_draft *draft); /* NULL: as `word` */
} engine_key;

#define IN_ENGINE(member) offsetof(engine_draft, engine.member)

static const engine_key engine_keys[] = {
    {FOR_ALL, .word = {"name", MR_WORD_TEXT, IN_ENGINE(name), 0, 0}},
    {FOR_ALL, .word = {"cmd", MR_WORD_TEXT, IN_ENGINE(command), 0, 0}},
    {FOR_ALL, .word = {"player", MR_WORD_TEXT, IN_ENGINE(kind), 0, 0}},
    {FOR_ALL, .word = {"timemargin", MR_WORD_UINT64, IN_ENGINE(control.margin_ms), 0, DAY_MS}},
    {FOR_PROGRAMS, .word = {"dir", MR_WORD_TEXT, IN_ENGINE(folder), 0, 0}},
    {FOR_PROGRAMS, .word = {"variant", MR_WORD_TEXT, IN_ENGINE(variant), 0, 0}},
    {FOR_PROGRAMS, .word = {"stderr", MR_WORD_TEXT, IN_ENGINE(errors), 0, 0}},
    {FOR_PROGRAMS, .word = {"patience", MR_WORD_UINT64, IN_ENGINE(patience_ms), 1, DAY_MS}},
    {FOR_PROGRAMS, .word = {.name = "arg"}, .read = add_argument},
    {FOR_PROGRAMS, .word = {.name = "proto"}, .read = read_program_word},
    {FOR_PROGRAMS, .word = {.name = "ponder"}, .read = read_program_word},
    {FOR_PROGRAMS, .word = {.name = "restart"}, .read = read_program_word},
    {FOR_OURS, .word = {"level", MR_WORD_UINT32, IN_ENGINE(level), MR_LEVEL_MIN, MR_LEVEL_MAX}},
    {FOR_OURS, .word = {"threads", MR_WORD_UINT32, IN_ENGINE(threads), 1, MR_ENGINE_THREADS_MAX}},
    {FOR_OURS, .word = {"hash", MR_WORD_UINT64, offsetof(engine_draft, hash), 1, HASH_MAX}},
    {FOR_OURS, .word = {.name = "weights"}, .read = read_weights},
    {FOR_OURS, .word = {.name = "network"}, .read = read_network},
    {FOR_OURS, .word = {"parameters", MR_WORD_TEXT, IN_ENGINE(parameters), 0, 0}},
    {FOR_OURS, .word = {"endgames", MR_WORD_TEXT, IN_ENGINE(tables), 0, 0}},
    {LIMIT, .word = {.name = "tc"}, .read = read_clock},
    {LIMIT, .word = {.name = "st"}, .read = read_move_time},
    {LIMIT, .word = {"nodes", MR_WORD_UINT64, IN_ENGINE(control.nodes), 1, MR_SEAT_NODES_MAX}},
    {LIMIT, .word = {"depth", MR_WORD_UINT32, IN_ENGINE(control.depth), 1, 1000}},
};

static int add_setting(cli_context *cli, const match_word *word, engine_draft *draft) {
  const char *name = word->key + strlen("option.");
  size_t at = 0;
  while (at < draft->engine.setting_count && strcmp(draft->settings[at].name, name) != 0) {
    at++;
  }
  if (at == WORDS_MAX) {
    return cli_usage(cli, "an engine has at most %d options", WORDS_MAX);
  }
  draft->settings[at] = (mr_match_setting){.name = name, .value = word->value};
  draft->engine.setting_count += at == draft->engine.setting_count ? 1 : 0;
  return CLI_OK;
}

/* Reads a word, and notes whether only one kind of player obeys it. */
static int read_engine_word(cli_context *cli, const match_word *word, engine_draft *draft) {
  for (size_t i = 0; i < sizeof engine_keys / sizeof engine_keys[0]; i++) {
    const engine_key *key = &engine_keys[i];
    if (strcmp(key->word.name, word->key) == 0) {
      draft->program_word = key->use == FOR_PROGRAMS ? word->key : draft->program_word;
      draft->own_word = key->use == FOR_OURS ? word->key : draft->own_word;
      draft->limited = draft->limited || key->use == LIMIT;
      if (key->read != NULL) {
        return key->read(cli, word, draft);
      }
      return key->word.type == MR_WORD_TEXT && *word->value == '\0'
                 ? bad_value(cli, word, "a value")
                 : read_value(cli, &key->word, word->value, draft);
    }
  }
  if (strncmp(word->key, "option.", strlen("option.")) == 0 && word->key[7] != '\0') {
    return add_setting(cli, word, draft);
  }
  if (*word->value == '\0') {
    return cli_usage(cli,
                     "an engine is described as in 'level=5', 'player=random' or 'cmd=stockfish', "
                     "not '%s'",
                     word->key);
  }
  return cli_usage(cli,
                   "an engine has no '%s'; there are: name, cmd, dir, arg, proto, option.NAME, "
                   "variant, stderr, ponder, restart, patience; player, level, hash, threads, "
                   "weights, network, endgames; tc, st, nodes, depth, timemargin",
                   word->key);
}

static int read_engine_words(cli_context *cli, const char *text, engine_draft *draft) {
  int status = CLI_OK;
  while (text != NULL && status == CLI_OK) {
    match_word word;
    text = next_word(cli, text, &word);
    status = read_engine_word(cli, &word, draft);
  }
  return status;
}

/* A word that an engine does not obey is a mistake; what all are told by --each is not. */
static int check_kind(cli_context *cli, const engine_draft *draft) {
  bool program = draft->engine.command != NULL;
  const char *comma = draft->engine.kind != NULL ? strchr(draft->engine.kind, ',') : NULL;
  if (comma != NULL) { /* 'play --player' takes commas */
    return cli_usage(cli, "the words of an engine stand apart by blanks: 'player=%.*s %s'",
                     (int)(comma - draft->engine.kind), draft->engine.kind, comma + 1);
  }
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

/* Options that ours have under other names. @param each the number of options that --each gives */
static int adapt_own(cli_context *cli, engine_draft *draft, size_t each) {
  static const mr_word_key keys[] = {
      {"Hash", MR_WORD_UINT64, offsetof(engine_draft, hash), 1, HASH_MAX},
      {"Threads", MR_WORD_UINT32, IN_ENGINE(threads), 1, MR_ENGINE_THREADS_MAX}};
  const uint64_t hash = draft->hash;
  const unsigned threads = draft->engine.threads;
  int status = CLI_OK;
  for (size_t i = 0; i < draft->engine.setting_count && status == CLI_OK; i++) {
    const mr_match_setting *setting = &draft->settings[i];
    if (strcmp(setting->name, "Hash") == 0 || strcmp(setting->name, "Threads") == 0) {
      status = read_value(cli, &keys[*setting->name == 'T'], setting->value, draft);
    } else if (i >= each) {
      status = cli_usage(cli, "our own players have no option '%s'", setting->name);
    }
  }
  draft->hash = hash != 0 ? hash : draft->hash;
  draft->engine.threads = threads != 0 ? threads : draft->engine.threads;
  draft->engine.setting_count = 0;
  return status;
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
  const char *kind = engine->kind, *own = kind != NULL ? kind : "auto";
  uint64_t nodes = engine->control.nodes;
  if (engine->command != NULL) {
    own = cli_file_name(engine->command);
  } else if (engine->level != 0) {
    own = cli_arena_format(cli, "%s-%u", kind != NULL ? kind : "level", engine->level);
  } else if (kind == NULL && nodes != 0) {
    own = cli_arena_format(cli, "nodes-%llu", (unsigned long long)nodes);
  }
  engine->name = own;
  for (unsigned n = 2; engine->name != NULL && is_taken(engines, at, engine->name); n++) {
    engine->name = cli_arena_format(cli, "%s-%u", own, n);
  }
  return engine->name != NULL ? CLI_OK : cli_fail_memory(cli);
}

static int read_engine(cli_context *cli, const char *words, const engine_draft *each,
                       mr_match_engine *out) {
  enum { WAY_MS = 50 };
  engine_draft draft = *each;
  mr_match_control *control = &draft.engine.control;
  *control = (mr_match_control){.margin_ms = -1};
  draft.limited = false;
  draft.program_word = NULL;
  draft.own_word = NULL;
  int status = read_engine_words(cli, words, &draft);
  if (status == CLI_OK) {
    status = check_kind(cli, &draft);
  }
  if (status != CLI_OK) {
    return status;
  }
  /* A word of --engine takes the place of the same word of --each; limits are replaced together. */
  int64_t margin_ms = control->margin_ms >= 0 ? control->margin_ms : each->engine.control.margin_ms;
  if (!draft.limited) {
    *control = each->engine.control;
  }
  /* Where none is said: a time for a move is one for thinking, and the answer has a way to go. */
  if (margin_ms < 0) {
    margin_ms = control->move_ms > 0 ? WAY_MS : 0;
  }
  control->margin_ms = margin_ms;
  if (draft.engine.command == NULL) {
    status = adapt_own(cli, &draft, each->engine.setting_count);
  }
  /* The lists of the draft, which is reused, move into the arena. */
  size_t argument_count = draft.engine.argument_count;
  size_t setting_count = draft.engine.setting_count;
  const char **arguments = mr_arena_zero(&cli->arena, argument_count + 1, sizeof *arguments);
  mr_match_setting *settings = mr_arena_zero(&cli->arena, setting_count + 1, sizeof *settings);
  if (arguments == NULL || settings == NULL) {
    return cli_fail_memory(cli);
  }
  memcpy(arguments, draft.arguments, argument_count * sizeof *arguments);
  memcpy(settings, draft.settings, setting_count * sizeof *settings);
  *out = draft.engine;
  out->arguments = arguments;
  out->settings = settings;
  out->memory = (size_t)draft.hash << 20;
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
    return cli_usage(cli,
                     "a match needs 2 to %d times --engine, not %zu, as in '--engine level=8 "
                     "--engine level=5'",
                     MR_MATCH_ENGINES_MAX, count);
  }
  int status = CLI_OK;
  each->engine.control.margin_ms = -1;
  for (size_t i = 0; i < choice->each.count && status == CLI_OK; i++) {
    status = read_engine_words(cli, choice->each.items[i], each);
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

/* A word that an option does not know, with those that it does. */
static int refuse_word(cli_context *cli, const mr_word_key *keys, const char *lacks,
                       const char *word) {
  const char *list = keys->name;
  for (keys++; keys->name != NULL && list != NULL; keys++) {
    list = cli_arena_format(cli, "%s, %s", list, keys->name);
  }
  return list != NULL ? cli_usage(cli, "%s '%s'; there are: %s", lacks, word, list)
                      : cli_fail_memory(cli);
}

/* Reads the words of an option's last value. @param keys end with a row whose name is NULL
   @param lacks what is said of a word that is not among them */
static int read_rule(cli_context *cli, const cli_list *values, const mr_word_key *keys,
                     const char *lacks, void *out) {
  const char *text = values->items[values->count - 1];
  int status = CLI_OK;
  while (text != NULL && status == CLI_OK) {
    match_word word;
    text = next_word(cli, text, &word);
    const mr_word_key *key = keys;
    while (key->name != NULL && strcmp(key->name, word.key) != 0) {
      key++;
    }
    status = key->name != NULL ? read_value(cli, key, word.value, out)
                               : refuse_word(cli, keys, lacks, word.key);
  }
  return status;
}

static int read_resign(cli_context *cli, const cli_list *values, mr_match_resign_rule *out) {
  typedef struct resign_words {
    mr_match_resign_rule rule;
    bool two_sided;
  } resign_words;
  static const mr_word_key keys[] = {
      {"movecount", MR_WORD_UINT32, offsetof(resign_words, rule.count), 0, 10000},
      {"score", MR_WORD_UINT32, offsetof(resign_words, rule.score), 0, 100000},
      {"onesided", MR_WORD_FLAG, offsetof(resign_words, rule.one_sided), 0, 1},
      {"twosided", MR_WORD_FLAG, offsetof(resign_words, two_sided), 0, 1},
      {.name = NULL}};
  resign_words words = {.rule = {.count = 3, .score = 800}};
  int status = read_rule(cli, values, keys, "--resign has no", &words);
  *out = words.rule;
  out->one_sided = words.rule.one_sided && !words.two_sided;
  return status;
}

static int read_sprt(cli_context *cli, const cli_list *values, mr_sprt *out) {
  typedef struct sprt_words {
    mr_sprt test;
    const char *model;
  } sprt_words;
  static const mr_word_key keys[] = {
      {"elo0", MR_WORD_REAL, offsetof(sprt_words, test.elo0), 0, 0},
      {"elo1", MR_WORD_REAL, offsetof(sprt_words, test.elo1), 0, 0},
      {"alpha", MR_WORD_REAL, offsetof(sprt_words, test.alpha), 0, 0},
      {"beta", MR_WORD_REAL, offsetof(sprt_words, test.beta), 0, 0},
      {"model", MR_WORD_TEXT, offsetof(sprt_words, model), 0, 0},
      {.name = NULL}};
  sprt_words words = {
      {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05, .model = MR_ELO_NORMALISED},
      "normalized"};
  mr_error error;
  int status =
      read_rule(cli, values, keys, "--sprt has elo0, elo1, alpha, beta and model, but no", &words);
  if (status != CLI_OK) {
    return status;
  }
  if (strcmp(words.model, "logistic") == 0) {
    words.test.model = MR_ELO_LOGISTIC;
  } else if (strcmp(words.model, "normalized") != 0 && strcmp(words.model, "normalised") != 0) {
    return cli_usage(cli, "model needs normalized or logistic, not '%s'", words.model);
  }
  *out = words.test;
  return mr_sprt_check(out, &error) == MR_OK ? CLI_OK : cli_usage(cli, "--sprt: %s", error.message);
}

int cli_match_rules(cli_context *cli, const match_options *choice, mr_match_options *out) {
  static const mr_word_key draw_keys[] = {
      {"movenumber", MR_WORD_UINT32, offsetof(mr_match_draw_rule, number), 0, 100000},
      {"movecount", MR_WORD_UINT32, offsetof(mr_match_draw_rule, count), 0, 10000},
      {"score", MR_WORD_UINT32, offsetof(mr_match_draw_rule, score), 0, 100000},
      {.name = NULL}};
  int status = CLI_OK;
  out->has_sprt = choice->sprt.count > 0;
  if (choice->draw.count > 0) {
    out->draw = (mr_match_draw_rule){.number = 40, .count = 8, .score = 10};
    status = read_rule(cli, &choice->draw, draw_keys, "--draw has no", &out->draw);
  }
  if (status == CLI_OK && choice->resign.count > 0) {
    status = read_resign(cli, &choice->resign, &out->resign);
  }
  if (status == CLI_OK && out->has_sprt) {
    status = read_sprt(cli, &choice->sprt, &out->sprt);
  }
  return status;
}
