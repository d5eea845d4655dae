/* The file of an experiment: an INI section, read like a definition and written in one way only. */
#include <inttypes.h>
#include <marcher/sweep.h>
#include <string.h>

#include "lab/run_priv.h"

#define SECTION "experiment"

static const char *const kinds[] = {"games", "match",  "ladder", "study",    "sweep",
                                    "fair",  "values", "spsa",   "selfplay", NULL};

/* Rows of texts first, of which each has its place in mr_plan; then the numbers, which
   mr_settings_read puts there. Files are written in this order. */
static const mr_key keys[] = {
    {.name = "kind",
     .type = MR_KEY_CHOICE,
     .choices = kinds,
     .standard = "games",
     .meaning =
         "What is done: `games` looks at games of a game that engines play, `match` at "
         "which of two players or more is the best one, each against each, `ladder` lets each "
         "play against the next, `study` plays a game at several strengths, with matches "
         "between more thought and less, `sweep` plays a game with several values of its keys, "
         "`spsa` looks for good values of many keys at once, `values` finds what pieces are worth, "
         "`fair` plays until it is plain whether both sides have a fair share, `selfplay` plays "
         "games for `tune` and `train` to learn from.",
     .example = "games",
     .rule = ""},
    {.name = "game",
     .type = MR_KEY_TEXT,
     .min = 1,
     .max = MR_DEFINITION_NAME_MAX,
     .meaning = "The game: a name that `marcher games` lists.",
     .example = "chess",
     .rule = ""},
    {.name = "sets",
     .type = MR_KEY_PROSE,
     .meaning = "Keys of its definition that are changed, as with `--set`, a line for each.",
     .example = "nMoveRule=30",
     .rule = ""},
    {.name = "players",
     .type = MR_KEY_PROSE,
     .meaning =
         "Who plays: a line for each seat, or one for all of them. A budget is nodes or a "
         "level, never a time. Of a match a line for each of its players, of a "
         "study for each strength, the weakest first; `nodes:4000,games:400` where it has fewer "
         "games than the others.",
     .example = "nodes:400",
     .rule = ""},
    {.name = "keys",
     .type = MR_KEY_PROSE,
     .meaning = "Of a sweep or spsa: keys of the definition with the values that are tried, a line "
                "for each key.",
     .example = "pieces=9..18",
     .rule = ""},
    {.name = "target",
     .type = MR_KEY_PROSE,
     .meaning = "Of a sweep or spsa: what a measure should be, a line for each. Games are spent "
                "where it is open which setting comes nearest.",
     .example = "first=50",
     .rule = ""},
    {.name = "unit",
     .type = MR_KEY_TEXT,
     .meaning = "Of values: the piece that is worth 1, by letter or name. Without it the most "
                "frequent one.",
     .example = "P",
     .rule = ""},
    {.name = "program",
     .type = MR_KEY_TEXT,
     .meaning = "The program that made the run, which alone goes on with it.",
     .example = "0.1.0-1f2e3d4c",
     .rule = ""},
    {.name = "definition",
     .type = MR_KEY_TEXT,
     .meaning = "A number made of the rules as they are played.",
     .example = "0123456789abcdef",
     .rule = ""},
    {.name = "rules",
     .type = MR_KEY_TEXT,
     .meaning = "A number made of the bytes of rules.ini.",
     .example = "0123456789abcdef",
     .rule = ""},
    {.name = "weights",
     .type = MR_KEY_TEXT,
     .meaning = "A number made of the bytes of rules.weights; empty where there are none.",
     .example = "0123456789abcdef",
     .rule = ""},
    {.name = "network",
     .type = MR_KEY_TEXT,
     .meaning = "A number made of the bytes of the network; empty where there is none.",
     .example = "0123456789abcdef",
     .rule = ""},
    {.name = "seed",
     .type = MR_KEY_INT,
     .min = 0,
     .max = INT64_MAX,
     .standard = "1",
     .meaning = "What chance depends on.",
     .example = "7",
     .rule = "",
     MR_KEY_INTO(mr_plan, seed)},
    {.name = "games",
     .type = MR_KEY_INT,
     .min = 1,
     .max = (int64_t)MR_RUN_GAMES_MAX,
     .standard = "400",
     .meaning = "Games in all, or at most; of a match or ladder of every two players that meet; of "
                "a sweep of each setting that may be the nearest; of spsa of the start and of what "
                "was found, at the end; of values from the beginning.",
     .example = "1600",
     .rule = "",
     MR_KEY_INTO(mr_plan, games)},
    {.name = "batch",
     .type = MR_KEY_INT,
     .min = 1,
     .max = (int64_t)MR_RUN_GAMES_MAX,
     .standard = "10",
     .meaning = "Games of each batch: what one task of a cluster plays, and what is played again "
                "where it was interrupted.",
     .example = "50",
     .rule = "",
     MR_KEY_INTO(mr_plan, batch)},
    {.name = "length",
     .type = MR_KEY_INT,
     .min = 0,
     .max = UINT32_MAX,
     .standard = "0",
     .meaning = "Actions after which a game is broken off; 0: after 1000 turns, or 400 actions of "
                "self-play for training.",
     .example = "1000",
     .rule = "",
     MR_KEY_INTO(mr_plan, length)},
    {.name = "opening",
     .type = MR_KEY_INT,
     .min = 0,
     .max = MR_OPENING_TURNS_MAX,
     .meaning = "So many turns at the beginning are random. Without it as many as it takes to tell "
                "games apart.",
     .example = "2",
     .rule = "",
     MR_KEY_INTO(mr_plan, opening)},
    {.name = "slips",
     .type = MR_KEY_INT,
     .min = 0,
     .max = 1000,
     .meaning = "Of a thousand decisions so many are random. Without it as many as it takes to "
                "tell games apart.",
     .example = "50",
     .rule = "",
     MR_KEY_INTO(mr_plan, slips)},
    {.name = "pairs",
     .type = MR_KEY_INT,
     .min = 0,
     .max = (int64_t)MR_RUN_GAMES_MAX,
     .meaning = "Of a study: pairs of games of a player against one with twice, and with ten times "
                "the nodes, without it 50. Of values: of each replacement match, without it 40.",
     .example = "50",
     .rule = "",
     MR_KEY_INTO(mr_plan, pairs)},
    {.name = "probe",
     .type = MR_KEY_INT,
     .min = 0,
     .max = 1000000,
     .meaning = "Of a study: nodes of searches beside the games of the last strength. Without it "
                "400.",
     .example = "400",
     .rule = "",
     MR_KEY_INTO(mr_plan, probe)},
    {.name = "even",
     .type = MR_KEY_INT,
     .min = 1,
     .max = 100000,
     .meaning =
         "Of a match or ladder: only openings that a search of 5000 nodes finds within so many "
         "hundredths of a pawn of even.",
     .example = "60",
     .rule = "",
     MR_KEY_INTO(mr_plan, even)},
    {.name = "resign",
     .type = MR_KEY_INT,
     .min = 1,
     .max = 100000,
     .meaning =
         "Of a match or ladder: a game ends when both players have seen for four turns that one "
         "of them is so many hundredths of a pawn ahead.",
     .example = "1000",
     .rule = "",
     MR_KEY_INTO(mr_plan, resign)},
    {.name = "trials",
     .type = MR_KEY_INT,
     .min = 1,
     .max = MR_SEARCH_TRIALS_MAX,
     .meaning = "Of spsa: so many trials, each of two opposite settings. Without it 100.",
     .example = "100",
     .rule = "",
     MR_KEY_INTO(mr_plan, trials)},
    {.name = "each",
     .type = MR_KEY_INT,
     .min = 1,
     .max = 10000,
     .meaning = "Of spsa: games of each of the two settings of a trial. Without it 20.",
     .example = "20",
     .rule = "",
     MR_KEY_INTO(mr_plan, each)},
    {.name = "squares",
     .type = MR_KEY_INT,
     .min = 1,
     .max = 1,
     .meaning = "Of spsa: the two settings of a trial are compared by squares of their distances "
                "that scatter does not bias. Whoever makes a run need not say so; runs of before "
                "have no such key, and are by the distances themselves.",
     .example = "1",
     .rule = "",
     MR_KEY_INTO(mr_plan, squares)},
    {.name = "round",
     .type = MR_KEY_INT,
     .min = 1,
     .max = UINT32_MAX,
     .meaning = "Of selfplay: which round or generation it is, for games of each are others. "
                "Without it 1.",
     .example = "2",
     .rule = "",
     MR_KEY_INTO(mr_plan, round)},
    {.name = "positions",
     .type = MR_KEY_INT,
     .min = 1,
     .max = INT64_MAX,
     .meaning = "Of selfplay: no more games than it takes until so many of their positions can "
                "teach. Without it all games.",
     .example = "100000",
     .rule = "",
     MR_KEY_INTO(mr_plan, positions)},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

const mr_key *mr_plan_keys(size_t *count) {
  *count = KEYS;
  return keys;
}

/** Where the texts go; the kind is one of its choices. */
static const struct plan_text {
  const char *key;
  size_t offset;
} texts[] = {
    {"kind", offsetof(mr_plan, kind)},
    {"game", offsetof(mr_plan, game)},
    {"sets", offsetof(mr_plan, sets)},
    {"players", offsetof(mr_plan, players)},
    {"keys", offsetof(mr_plan, keys)},
    {"target", offsetof(mr_plan, target)},
    {"unit", offsetof(mr_plan, unit)},
    {"program", offsetof(mr_plan, program)},
    {"definition", offsetof(mr_plan, definition)},
    {"rules", offsetof(mr_plan, rules)},
    {"weights", offsetof(mr_plan, weights)},
    {"network", offsetof(mr_plan, network)},
};

enum { TEXTS = sizeof texts / sizeof texts[0] };

/* ---- reading --------------------------------------------------------------------------------- */

static mr_status take(const mr_definition *definition, mr_arena *arena, mr_plan *out) {
  mr_plan plan = {0};
  mr_settings_read(definition, keys, KEYS, &plan);
  for (size_t i = 0; i < TEXTS; i++) {
    const char *text = mr_setting_text(definition, mr_key_find(keys, KEYS, texts[i].key));
    const char *copy = mr_arena_copy(arena, text, strlen(text));
    if (copy == NULL) {
      return MR_ERR_NOMEM;
    }
    memcpy((char *)&plan + texts[i].offset, &copy, sizeof copy);
  }
  plan.opening = mr_definition_find(definition, "opening") != NULL ? plan.opening : MR_PLAN_AUTO;
  plan.slips = mr_definition_find(definition, "slips") != NULL ? plan.slips : MR_PLAN_AUTO;
  plan.pairs = mr_definition_find(definition, "pairs") != NULL ? plan.pairs : MR_PLAN_AUTO;
  plan.probe = mr_definition_find(definition, "probe") != NULL ? plan.probe : MR_PLAN_AUTO;
  plan.even = mr_definition_find(definition, "even") != NULL ? plan.even : MR_PLAN_AUTO;
  plan.resign = mr_definition_find(definition, "resign") != NULL ? plan.resign : MR_PLAN_AUTO;
  plan.trials = mr_definition_find(definition, "trials") != NULL ? plan.trials : MR_PLAN_AUTO;
  plan.each = mr_definition_find(definition, "each") != NULL ? plan.each : MR_PLAN_AUTO;
  plan.squares = mr_definition_find(definition, "squares") != NULL ? plan.squares : MR_PLAN_AUTO;
  plan.round = mr_definition_find(definition, "round") != NULL ? plan.round : MR_PLAN_AUTO;
  plan.positions =
      mr_definition_find(definition, "positions") != NULL ? plan.positions : MR_PLAN_AUTO;
  *out = plan;
  return MR_OK;
}

static mr_status resolve(const mr_definitions *file, mr_arena *arena, mr_diagnostics *list,
                         mr_plan *out) {
  mr_definition definition;
  const char *name = mr_definitions_name(file, 0);
  if (name == NULL || strcmp(name, SECTION) != 0 || mr_definitions_count(file) != 1) {
    mr_diagnose(list, MR_ERR_SYNTAX, NULL, NULL,
                "an experiment is a file with one section, [" SECTION "]");
    return MR_ERR_SYNTAX;
  }
  mr_status status = mr_definition_resolve(file, SECTION, NULL, 0, arena, &definition, list);
  if (status == MR_OK && definition.parent != NULL) {
    mr_diagnose(list, MR_ERR_SYNTAX, &definition.at, NULL, "an experiment has no parent");
    status = MR_ERR_SYNTAX;
  }
  if (status == MR_OK) {
    status = mr_definition_check(&definition, NULL, 0, keys, KEYS, list);
  }
  return status == MR_OK ? take(&definition, arena, out) : status;
}

/* The first complaint, with what may have been meant. */
static void first_error(const mr_diagnostics *list, const char *source, mr_status status,
                        mr_error *err) {
  mr_error told = {.message = ""};
  if (mr_diagnostics_error(list, &told) == MR_OK) {
    mr_error_set(&told, status, "%s", mr_status_name(status));
  }
  mr_error_set(err, status, "%s", told.message);
  mr_error_locate(err, source, told.line, told.column);
}

mr_status mr_plan_read(const char *source, const char *text, size_t length, mr_arena *arena,
                       mr_plan *out, mr_error *err) {
  mr_arena scratch;
  mr_diagnostics list;
  mr_definitions *file = NULL;
  mr_status status = mr_definitions_new(NULL, &file, err);
  if (status != MR_OK) {
    return status;
  }
  mr_arena_init(&scratch, NULL, 0);
  mr_diagnostics_init(&list, &scratch);
  status = mr_definitions_add(file, source, text, length, &list);
  if (status == MR_OK) {
    status = resolve(file, arena, &list, out);
  }
  if (status != MR_OK && err != NULL) {
    first_error(&list, source, status, err);
  }
  mr_definitions_free(file);
  mr_arena_done(&scratch);
  return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_text(const char *key, const char *text, mr_str *out) {
  if (strchr(text, '\n') == NULL) {
    mr_str_format(out, "%s =%s%s\n", key, *text != '\0' ? " " : "", text);
    return;
  }
  mr_str_format(out, "%s =\n", key);
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    mr_str_add(out, "  ");
    mr_str_bytes(out, text, length);
    mr_str_char(out, '\n');
    text += length + (text[length] == '\n');
  }
}

void mr_plan_write(const mr_plan *plan, mr_str *out) {
  mr_str_add(out, "# An experiment of 'marcher lab run'. What batches hold depends on every byte.\n"
                  "[" SECTION "]\n");
  for (size_t i = 0; i < TEXTS; i++) {
    const char *text = NULL;
    memcpy(&text, (const char *)plan + texts[i].offset, sizeof text);
    if (text != NULL && *text != '\0') {
      put_text(texts[i].key, text, out);
    }
  }
  for (size_t i = 0; i < KEYS; i++) {
    uint64_t number = 0;
    if (keys[i].type != MR_KEY_INT) {
      continue;
    }
    memcpy(&number, (const char *)plan + keys[i].into, sizeof number);
    if (number != MR_PLAN_AUTO) {
      mr_str_format(out, "%s = %" PRIu64 "\n", keys[i].name, number);
    }
  }
}

/* ---- overrides ------------------------------------------------------------------------------- */

/* Lines of a value of several are told apart by "\n", which an INI file's line can hold. */
void mr_plan_put_set(const mr_override *set, mr_str *out) {
  mr_str_format(out, "%s%s=", out->length > 0 ? "\n" : "", set->key);
  for (const char *c = set->value; *c != '\0'; c++) {
    if (*c == '\n' || *c == '\\') {
      mr_str_add(out, *c == '\n' ? "\\n" : "\\\\");
    } else {
      mr_str_char(out, *c);
    }
  }
}

/* Undoes that in place. */
static void unescape(char *text) {
  char *to = text;
  for (const char *from = text; *from != '\0'; from++) {
    if (*from == '\\' && (from[1] == 'n' || from[1] == '\\')) {
      from++;
      *to++ = *from == 'n' ? '\n' : '\\';
    } else {
      *to++ = *from;
    }
  }
  *to = '\0';
}

mr_status mr_plan_sets(const mr_plan *plan, mr_arena *arena, mr_override **out, size_t *count,
                       mr_error *err) {
  size_t lines = 0;
  char *text = mr_arena_copy(arena, plan->sets, strlen(plan->sets));
  for (const char *c = plan->sets; *c != '\0'; c++) {
    lines += *c == '\n';
  }
  mr_override *sets = mr_arena_zero(arena, lines + 1, sizeof *sets);
  if (text == NULL || sets == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  *out = sets;
  *count = 0;
  for (char *line = text; line != NULL && *line != '\0';) {
    char *end = strchr(line, '\n');
    char *equals = strchr(line, '=');
    if (end != NULL) {
      *end = '\0';
    }
    if (equals == NULL || equals == line || (end != NULL && equals > end)) {
      return mr_error_set(err, MR_ERR_SYNTAX, "'sets' needs key=value in each line, not '%s'",
                          line);
    }
    *equals = '\0';
    unescape(equals + 1);
    sets[(*count)++] = (mr_override){.key = line, .value = equals + 1};
    line = end != NULL ? end + 1 : NULL;
  }
  return MR_OK;
}

uint64_t mr_run_batches(const mr_run *run) {
  return (run->kind->total(&run->plan) + run->plan.batch - 1) / run->plan.batch;
}

uint64_t mr_run_games_of(const mr_run *run, uint64_t batch, uint64_t *first) {
  *first = batch * run->plan.batch;
  if (run->kind->games_of != NULL) {
    return run->kind->games_of(run, batch);
  }
  uint64_t left = run->kind->total(&run->plan) - *first;
  return left < run->plan.batch ? left : run->plan.batch;
}
