/* The folder of a run: made once, opened by whoever computes some of it. */
#include <errno.h>
#include <inttypes.h>
#include <marcher/run.h>
#include <marcher/version.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "lab/folder.h"
#include "lab/run_priv.h"

/* Files of the folder. */
#define EXPERIMENT "experiment"
#define RULES "rules.ini"
#define WEIGHTS "rules.weights"
#define NETWORK_SUFFIX ".network"

/*
 * What searches find in fixed positions, as tests/data/bench.signature tells: a number made of that
 * file, from the build. Searches of the stress build find other things.
 */
#ifndef MR_SEARCH_SIGNATURE
#define MR_SEARCH_SIGNATURE "unknown"
#endif
#ifdef MR_STRESS
#define BUILD "-stress"
#else
#define BUILD ""
#endif

const char *mr_run_program(void) {
  return MR_VERSION "-" MR_SEARCH_SIGNATURE BUILD;
}

static void sum_of(const char *bytes, size_t length, char out[MR_RUN_SUM_TEXT]) {
  mr_run_sum_text(mr_hash_bytes(MR_HASH_START, bytes, length), out);
}

/* NAME.network, which lies there so that the folder's rules.ini can be given to --rules. */
static mr_status network_path(const char *folder, const char *game, char *out, mr_error *err) {
  char name[MR_DEFINITION_NAME_MAX + sizeof NETWORK_SUFFIX];
  mr_str text = mr_str_fixed(name, sizeof name);
  mr_str_format(&text, "%s" NETWORK_SUFFIX, game);
  return mr_run_path(folder, name, out, err);
}

/* ---- making ---------------------------------------------------------------------------------- */

/* Nobody has a reason to change it: batches would no longer be of it. */
static mr_status write_for_good(const char *path, const char *bytes, size_t length, mr_error *err) {
  mr_status status = mr_file_write(path, bytes, length, err);
  if (status == MR_OK && chmod(path, 0444) != 0) {
    status = mr_error_set(err, MR_ERR_IO, "cannot write '%s': %s", path, strerror(errno));
  }
  return status;
}

/** What goes into the folder. */
typedef struct new_run {
  mr_plan plan;
  mr_str rules;
  mr_str weights;
  mr_network network;
  char sums[4][MR_RUN_SUM_TEXT]; /**< of the definition, and of each of these */
} new_run;

/** Numbers that mean something to some kinds alone. */
static const struct special {
  const char *key;
  size_t offset;
  const mr_run_kind *kinds[2];
} specials[] = {
    {"pairs", offsetof(mr_plan, pairs), {&mr_run_kind_study, &mr_run_kind_values}},
    {"probe", offsetof(mr_plan, probe), {&mr_run_kind_study}},
    {"even", offsetof(mr_plan, even), {&mr_run_kind_match, &mr_run_kind_ladder}},
    {"resign", offsetof(mr_plan, resign), {&mr_run_kind_match, &mr_run_kind_ladder}},
    {"trials", offsetof(mr_plan, trials), {&mr_run_kind_spsa}},
    {"each", offsetof(mr_plan, each), {&mr_run_kind_spsa}},
    {"squares", offsetof(mr_plan, squares), {&mr_run_kind_spsa}},
    {"round", offsetof(mr_plan, round), {&mr_run_kind_selfplay}},
    {"positions", offsetof(mr_plan, positions), {&mr_run_kind_selfplay}},
};

/* Refuses them in other kinds, where they are not written. */
static mr_status check_special(const mr_run_kind *kind, mr_plan *plan, mr_error *err) {
  for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
    const struct special *one = &specials[i];
    const uint64_t none = MR_PLAN_AUTO;
    uint64_t number = 0;
    memcpy(&number, (const char *)plan + one->offset, sizeof number);
    if (one->kinds[0] == kind || one->kinds[1] == kind) {
      continue;
    }
    if (number != 0 && number != MR_PLAN_AUTO) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "'%s' is of %s%s%s, and this is of the kind '%s'",
                          one->key, one->kinds[0]->name, one->kinds[1] != NULL ? " and " : "",
                          one->kinds[1] != NULL ? one->kinds[1]->name : "", plan->kind);
    }
    memcpy((char *)plan + one->offset, &none, sizeof none);
  }
  return MR_OK;
}

mr_status mr_run_validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  const mr_run_kind *kind = mr_run_kind_find(plan->kind);
  if (kind == NULL) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "there is no kind of experiment '%s'", plan->kind);
  }
  mr_status status = check_special(kind, plan, err);
  if (status == MR_OK) {
    status = kind->validate(game, arena, plan, err);
  }
  uint64_t games = status == MR_OK ? kind->total(plan) : 0;
  if (status == MR_OK && (games + plan->batch - 1) / plan->batch > MR_RUN_BATCHES_MAX) {
    status = mr_error_set(err, MR_ERR_LIMIT,
                          "%" PRIu64 " games in batches of %" PRIu64 " are more than %" PRIu64
                          " batches: take larger ones",
                          games, plan->batch, MR_RUN_BATCHES_MAX);
  }
  return status;
}

static mr_status gather(new_run *run, const mr_catalog *catalog, const mr_game *game,
                        mr_arena *arena, mr_error *err) {
  mr_plan *plan = &run->plan;
  mr_status status = mr_catalog_export(catalog, &plan->game, 1, &run->rules, &run->weights, err);
  if (status == MR_OK) {
    status = mr_run_validate(game, arena, plan, err);
  }
  const mr_run_kind *kind = mr_run_kind_find(plan->kind);
  plan->squares = kind == &mr_run_kind_spsa ? 1 : plan->squares;
  if (status == MR_OK && kind->check != NULL) {
    status = kind->check(catalog, plan, arena, err);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_run_sum_text(game->info.definition_hash, run->sums[0]);
  sum_of(mr_str_text(&run->rules), run->rules.length, run->sums[1]);
  if (run->weights.length > 0) {
    sum_of(mr_str_text(&run->weights), run->weights.length, run->sums[2]);
  }
  if (run->network.length > 0) {
    sum_of(run->network.bytes, run->network.length, run->sums[3]);
  }
  plan->program = mr_run_program();
  plan->definition = run->sums[0];
  plan->rules = run->sums[1];
  plan->weights = run->sums[2];
  plan->network = run->sums[3];
  return MR_OK;
}

/* The experiment comes last: where it is there, so is all the rest. */
static mr_status write_files(const char *folder, const new_run *run, const mr_str *text,
                             mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_status status = mr_folder_make(folder, err);
  if (status == MR_OK) {
    status = mr_run_path(folder, "batches", path, err);
  }
  if (status == MR_OK) {
    status = mr_folder_make(path, err);
  }
  if (status == MR_OK) {
    status = mr_run_path(folder, RULES, path, err);
  }
  if (status == MR_OK) {
    status = mr_file_write(path, mr_str_text(&run->rules), run->rules.length, err);
  }
  if (status == MR_OK && run->weights.length > 0) {
    status = mr_run_path(folder, WEIGHTS, path, err);
    if (status == MR_OK) {
      status = mr_file_write(path, mr_str_text(&run->weights), run->weights.length, err);
    }
  }
  if (status == MR_OK && run->network.length > 0) {
    status = network_path(folder, run->plan.game, path, err);
    if (status == MR_OK) {
      status = mr_file_write(path, run->network.bytes, run->network.length, err);
    }
  }
  if (status == MR_OK) {
    status = mr_run_path(folder, EXPERIMENT, path, err);
  }
  return status == MR_OK ? write_for_good(path, mr_str_text(text), text->length, err) : status;
}

/* The next line "key = value" of the text of an experiment. @return false: there is none */
static bool next_key(const char **text, mr_token *key, mr_token *value) {
  while (**text != '\0') {
    const char *line = *text;
    size_t length = strcspn(line, "\n");
    const char *equals = memchr(line, '=', length);
    *text += length + (line[length] == '\n');
    if (equals != NULL && equals > line && line[0] != '#') {
      *key = (mr_token){line, (size_t)(equals - line) - 1};
      *value = (mr_token){equals + 1, (size_t)(line + length - equals) - 1};
      if (value->length > 0 && value->text[0] == ' ') {
        *value = (mr_token){value->text + 1, value->length - 1};
      }
      return true;
    }
  }
  return false;
}

/* What the text of another experiment says of a key; empty: nothing. */
static mr_token value_in(const char *text, mr_token key) {
  mr_token found, value;
  while (next_key(&text, &found, &value)) {
    if (found.length == key.length && memcmp(found.text, key.text, key.length) == 0) {
      return value;
    }
  }
  return (mr_token){"", 0};
}

/* The first key of which another experiment says something else; the program, which matters least,
   where all else is the same. Empty: there is none */
static mr_token find_difference(const char *text, const char *other) {
  mr_token key, value, found = {"", 0};
  while (next_key(&text, &key, &value)) {
    mr_token theirs = value_in(other, key);
    bool same = theirs.length == value.length && memcmp(theirs.text, value.text, value.length) == 0;
    if (!same && (found.length == 0 || mr_token_is(found, "program"))) {
      found = key;
    }
  }
  return found;
}

/* By what two experiments differ: "its rules differ", "'games' is 40 there and 60 here". */
static void format_difference(const char *there, const char *here, mr_str *out) {
  static const char *const hashes[][2] = {{"definition", "its rules differ"},
                                          {"rules", "its rules differ"},
                                          {"weights", "its weights differ"},
                                          {"network", "its network differs"},
                                          {"program", "another program made it"}};
  mr_token first = find_difference(here, there);
  first = first.length > 0 ? first : find_difference(there, here);
  for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
    if (mr_token_is(first, hashes[i][0])) {
      mr_str_add(out, hashes[i][1]);
      return;
    }
  }
  const mr_token was = value_in(there, first), is = value_in(here, first);
  mr_str_format(out, "'%.*s' is %.*s there and %.*s here", (int)first.length, first.text,
                was.length > 0 ? (int)was.length : 1, was.length > 0 ? was.text : "-",
                is.length > 0 ? (int)is.length : 1, is.length > 0 ? is.text : "-");
}

/* Makes the folder, unless it holds this very experiment. */
static mr_status put(const char *folder, const new_run *run, const mr_str *text, mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_str there = mr_str_growing(NULL);
  mr_status status = mr_run_path(folder, EXPERIMENT, path, err);
  if (status == MR_OK) {
    status = mr_run_read(path, MR_DEFINITION_FILE_MAX, &there, err);
    if (status == MR_ERR_UNKNOWN) {
      status = write_files(folder, run, text, err);
    } else if (status == MR_OK && strcmp(mr_str_text(&there), mr_str_text(text)) != 0) {
      mr_str difference = mr_str_growing(NULL);
      format_difference(mr_str_text(&there), mr_str_text(text), &difference);
      status = mr_error_set(err, MR_ERR_MISMATCH,
                            "'%s' holds another experiment: %s; name another folder, or say "
                            "'marcher lab run %s' to go on with that one",
                            folder, mr_str_text(&difference), folder);
      mr_str_done(&difference);
    }
  }
  mr_str_done(&there);
  return status;
}

mr_status mr_run_make(const char *folder, const mr_plan *plan, const mr_catalog *catalog,
                      const mr_game *game, mr_error *err) {
  /* One that was trained for other rules is left out, as wherever the game is played. */
  const mr_network none = {.bytes = "", .length = 0}, *found = &game->info.network;
  bool fits = mr_network_check(game, found, NULL) != MR_ERR_MISMATCH;
  return mr_run_make_with(folder, plan, catalog, game, fits ? found : &none, err);
}

mr_status mr_run_make_with(const char *folder, const mr_plan *plan, const mr_catalog *catalog,
                           const mr_game *game, const mr_network *network, mr_error *err) {
  mr_arena arena;
  new_run run = {.plan = *plan,
                 .rules = mr_str_growing(NULL),
                 .weights = mr_str_growing(NULL),
                 .network = *network};
  mr_str text = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_status status = gather(&run, catalog, game, &arena, err);
  if (status == MR_OK) {
    mr_plan_write(&run.plan, &text);
    status = text.status == MR_OK ? put(folder, &run, &text, err)
                                  : mr_error_set(err, text.status, "out of memory for a run");
  }
  mr_str_done(&text);
  mr_str_done(&run.weights);
  mr_str_done(&run.rules);
  mr_arena_done(&arena);
  return status;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Reads a file of the folder, which has to be the one that the experiment names. */
static mr_status read_part(const char *path, const char *sum, size_t limit, mr_str *out,
                           mr_error *err) {
  char found[MR_RUN_SUM_TEXT];
  mr_status status = mr_run_read(path, limit, out, err);
  if (status != MR_OK) {
    return status;
  }
  sum_of(mr_str_text(out), out->length, found);
  return strcmp(found, sum) == 0
             ? MR_OK
             : mr_error_set(err, MR_ERR_MISMATCH,
                            "'%s' is not what the run was made with: take it from where the run "
                            "was made, or make another run",
                            path);
}

static mr_status complain(const char *path, const mr_diagnostics *list, mr_status status,
                          mr_error *err) {
  if (mr_diagnostics_error(list, err) == MR_OK) {
    return mr_error_set(err, status, "'%s': %s", path, mr_status_name(status));
  }
  return status;
}

/* Reads weights into a catalogue, if there are any. */
static mr_status read_weights(const mr_run *run, mr_catalog *catalog, mr_diagnostics *list,
                              mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_run_path(run->folder, WEIGHTS, path, err);
  if (status == MR_OK && *run->plan.weights != '\0') {
    status = read_part(path, run->plan.weights, MR_DEFINITION_FILE_MAX, &text, err);
    if (status == MR_OK) {
      status = mr_catalog_add_weights(catalog, path, mr_str_text(&text), text.length, list);
      status = status == MR_OK ? MR_OK : complain(path, list, status, err);
    }
  }
  mr_str_done(&text);
  return status;
}

/* Reads definitions into a catalogue. */
static mr_status read_rules(const mr_run *run, mr_catalog *catalog, mr_diagnostics *list,
                            mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_run_path(run->folder, RULES, path, err);
  if (status == MR_OK) {
    status = read_part(path, run->plan.rules, MR_DEFINITION_FILE_MAX, &text, err);
  }
  if (status == MR_OK) {
    status = mr_catalog_add(catalog, path, mr_str_text(&text), text.length, list);
    status = status == MR_OK ? MR_OK : complain(path, list, status, err);
  }
  mr_str_done(&text);
  return status;
}

/* A run is played with the network that it was made with, or with none. */
static mr_status read_network(mr_run *run, mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  run->game->info.network = (mr_network){.bytes = "", .length = 0};
  if (*run->plan.network == '\0' || run->reading) {
    return MR_OK;
  }
  mr_str bytes = mr_str_growing(NULL);
  mr_status status = network_path(run->folder, run->plan.game, path, err);
  if (status == MR_OK) {
    status = read_part(path, run->plan.network, MR_NETWORK_FILE_MAX, &bytes, err);
  }
  const char *copy =
      status == MR_OK ? mr_arena_copy(&run->arena, mr_str_text(&bytes), bytes.length) : NULL;
  if (status == MR_OK && copy == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for '%s'", path);
  }
  if (status == MR_OK) {
    run->game->info.network = (mr_network){.bytes = copy, .length = bytes.length, .own = true};
    status = mr_network_check(run->game, &run->game->info.network, err);
  }
  mr_str_done(&bytes);
  return status;
}

static mr_status open_game(mr_run *run, mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  mr_override *sets = NULL;
  size_t set_count = 0;
  char sum[MR_RUN_SUM_TEXT];
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_new(NULL, &run->catalog, err);
  if (status == MR_OK) {
    status = read_rules(run, run->catalog, &list, err);
  }
  if (status == MR_OK) {
    status = read_weights(run, run->catalog, &list, err);
  }
  if (status == MR_OK) {
    status = mr_plan_sets(&run->plan, &run->arena, &sets, &set_count, err);
  }
  if (status == MR_OK) {
    status = mr_catalog_open(run->catalog, run->plan.game, sets, set_count, &run->game, &list);
    status = status == MR_OK ? MR_OK : complain(run->folder, &list, status, err);
  }
  if (status == MR_OK) {
    status = read_network(run, err);
  }
  if (status == MR_OK) {
    mr_run_sum_text(run->game->info.definition_hash, sum);
    if (strcmp(sum, run->plan.definition) != 0) {
      status = mr_error_set(err, MR_ERR_MISMATCH,
                            "'%s': the rules of '%s' are not those that the run was made with",
                            run->folder, run->plan.game);
    }
  }
  mr_arena_done(&arena);
  return status;
}

/* Reads the experiment. */
static mr_status read_plan(mr_run *run, mr_error *err) {
  char path[MR_RUN_PATH_MAX];
  mr_str text = mr_str_growing(NULL);
  mr_status status = mr_run_path(run->folder, EXPERIMENT, path, err);
  if (status == MR_OK) {
    status = mr_run_read(path, MR_DEFINITION_FILE_MAX, &text, err);
    if (status == MR_ERR_UNKNOWN) {
      mr_error_set(err, status,
                   "'%s' is no run: it holds no file '" EXPERIMENT
                   "'; 'marcher lab run GAME --to FOLDER' makes one",
                   run->folder);
    }
  }
  if (status == MR_OK) {
    status = mr_plan_read(path, mr_str_text(&text), text.length, &run->arena, &run->plan, err);
  }
  if (status == MR_OK) {
    run->identity = mr_hash_bytes(MR_HASH_START, mr_str_text(&text), text.length);
  }
  if (status == MR_OK && *run->plan.program == '\0') {
    status = mr_error_set(err, MR_ERR_SYNTAX,
                          "'%s' is the plan of an experiment, and no run: 'marcher lab run %s --to "
                          "FOLDER' makes one of it",
                          path, path);
  } else if (status == MR_OK && !run->reading && strcmp(run->plan.program, mr_run_program()) != 0) {
    status = mr_error_set(err, MR_ERR_MISMATCH,
                          "'%s' was made by marcher %s, and this is %s, whose players may play "
                          "otherwise: go on with that one, or make another run",
                          run->folder, run->plan.program, mr_run_program());
  }
  mr_str_done(&text);
  return status;
}

/* What a run says is settled is settled again to the same, and prepared. */
static mr_status prepare(mr_run *run, mr_error *err) {
  mr_status status = mr_run_validate(run->game, &run->arena, &run->plan, err);
  run->kind = mr_run_kind_find(run->plan.kind);
  return status == MR_OK ? run->kind->prepare(run, err) : status;
}

static mr_status open_run(const char *folder, bool reading, mr_run **out, mr_error *err) {
  mr_run *run = mr_alloc_zero(NULL, 1, sizeof *run);
  if (run == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a run");
  }
  run->reading = reading;
  mr_arena_init(&run->arena, NULL, 0);
  mr_status status = mr_run_path(folder, "", run->folder, err);
  if (status == MR_OK) {
    status = read_plan(run, err);
  }
  if (status == MR_OK) {
    status = open_game(run, err);
  }
  if (status == MR_OK) {
    status = prepare(run, err);
  }
  if (status != MR_OK) {
    mr_run_free(run);
    return status;
  }
  *out = run;
  return MR_OK;
}

mr_status mr_run_open(const char *folder, mr_run **out, mr_error *err) {
  return open_run(folder, false, out, err);
}

mr_status mr_run_open_to_read(const char *folder, mr_run **out, mr_error *err) {
  return open_run(folder, true, out, err);
}

void mr_run_free(mr_run *run) {
  if (run == NULL) {
    return;
  }
  if (run->kind != NULL) {
    run->kind->forget(run);
  }
  mr_game_free(run->game);
  mr_catalog_free(run->catalog);
  mr_arena_done(&run->arena);
  mr_alloc_free(NULL, run, sizeof *run);
}

/* ---- looking --------------------------------------------------------------------------------- */

const char *mr_run_folder(const mr_run *run) {
  return run->folder;
}

const mr_plan *mr_run_plan(const mr_run *run) {
  return &run->plan;
}

const mr_game *mr_run_game(const mr_run *run) {
  return run->game;
}

uint64_t mr_run_identity(const mr_run *run) {
  return run->identity;
}
