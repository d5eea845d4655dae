#include <errno.h>
#include <inttypes.h>
#include <marcher/hash.h>
#include <marcher/tune_search.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "lab/gate.h"

/*
 * The journal: a line "marcher-spsa 1 IDENTITY", and for each trial "trial NUMBER SUM GAMES MARK":
 * the quarter points by which one setting was ahead in so many games, and a number made of the rest
 * of the line.
 */
#define KIND "marcher-spsa 1"

/** What the work depends on. */
static uint64_t identify(const mr_tune_search_options *o) {
  mr_str text = mr_str_growing(NULL);
  mr_str_format(&text, "%" PRIu64 " %u %" PRIu64 " %" PRIu64 " %.9g", o->trials, o->pairs, o->nodes,
                o->seed, o->rate);
  for (size_t i = 0; i < o->game_count; i++) {
    const mr_game_info *info = &o->games[i]->info;
    const char *weights = info->weights != NULL ? info->weights : "";
    mr_str_format(&text, "\n%s %016" PRIx64 " %016" PRIx64 " %016" PRIx64, info->name,
                  info->definition_hash, mr_hash_bytes(MR_HASH_START, weights, strlen(weights)),
                  info->network.length > 0
                      ? mr_hash_bytes(MR_HASH_START, info->network.bytes, info->network.length)
                      : 0);
  }
  for (size_t i = 0; i < o->count; i++) {
    const mr_spsa_number *n = &o->numbers[i];
    mr_str_format(&text, "\n%s %.9g %.9g %.9g %.9g", o->names[i], n->start, n->least, n->most,
                  n->step);
  }
  uint64_t hash = mr_hash_bytes(MR_HASH_START, mr_str_text(&text), text.length);
  mr_str_done(&text);
  return hash;
}

/* ---- settings -------------------------------------------------------------------------------- */

static void write_setting(const mr_tune_search_options *o, const double *values, mr_str *out) {
  for (size_t i = 0; i < o->count; i++) {
    mr_str_format(out, "%s%s=%d", i > 0 ? " " : "", o->names[i], (int)floor(values[i] + 0.5));
  }
}

void mr_tune_search_write(const mr_tune_search_options *options, const mr_spsa *spsa, mr_str *out) {
  double values[MR_SPSA_NUMBERS_MAX];
  for (size_t i = 0; i < options->count; i++) {
    values[i] = mr_spsa_estimate_of(spsa, i).value;
  }
  write_setting(options, values, out);
}

/* ---- the journal ----------------------------------------------------------------------------- */

static void write_trial(uint64_t number, int64_t sum, uint64_t games, mr_str *out) {
  size_t first = out->length;
  mr_str_format(out, "trial %" PRIu64 " %" PRId64 " %" PRIu64, number, sum, games);
  uint64_t mark = mr_hash_bytes(MR_HASH_START, mr_str_text(out) + first, out->length - first);
  mr_str_format(out, " %016" PRIx64 "\n", mark);
}

void mr_tune_search_head(const mr_tune_search_options *options, mr_str *out) {
  mr_str_format(out, KIND " %016" PRIx64 "\n", identify(options));
}

/** By how much a setting that was ahead by so many quarter points did better: -1 .. 1. */
static double better_by(int64_t sum, uint64_t games) {
  return games > 0 ? (double)sum / (double)(games * MR_SCORE_WIN) : 0;
}

/** Reads the numbers of a trial's line, which are right if writing them gives it again. */
static bool read_trial(const char *line, size_t length, uint64_t expected, int64_t *sum,
                       uint64_t *games) {
  char again[128];
  mr_str text = mr_str_fixed(again, sizeof again);
  mr_tokens tokens = {line, length};
  mr_token token;
  uint64_t number = 0, size = 0;
  bool good = mr_next_token(&tokens, &token) && mr_token_is(token, "trial") &&
              mr_next_token(&tokens, &token) &&
              mr_token_number(token, MR_SPSA_TRIALS_MAX, &number) && number == expected &&
              mr_next_token(&tokens, &token) && token.length > 0;
  bool minus = good && token.text[0] == '-';
  good = good && mr_parse_uint(token.text + minus, token.length - minus, UINT32_MAX, &size) &&
         mr_next_token(&tokens, &token) && mr_token_number(token, UINT32_MAX, games) &&
         size <= *games * MR_SCORE_WIN;
  *sum = minus ? -(int64_t)size : (int64_t)size;
  if (!good) {
    return false;
  }
  write_trial(number, *sum, *games, &text);
  return text.length == length + 1 && memcmp(again, line, length) == 0;
}

mr_status mr_tune_search_load(const mr_tune_search_options *options, const char *text,
                              size_t length, mr_spsa *spsa, size_t *used, mr_error *err) {
  char line[64];
  mr_str head = mr_str_fixed(line, sizeof line);
  mr_tune_search_head(options, &head);
  *used = 0;
  if (length < head.length || memcmp(text, line, head.length) != 0) {
    bool ours = length >= strlen(KIND) && memcmp(text, KIND, strlen(KIND)) == 0;
    return mr_error_set(err, MR_ERR_MISMATCH,
                        ours ? "this is the journal of another tuning (other games, parameters or "
                               "options): name another file, or remove it"
                             : "this is no journal of a tuning of the search");
  }
  size_t at = head.length;
  for (uint32_t number = 2; at < length; number++) {
    const char *end = memchr(text + at, '\n', length - at);
    int64_t sum = 0;
    uint64_t games = 0;
    if (end == NULL) {
      break;
    }
    size_t size = (size_t)(end - text) - at;
    if (spsa->done >= options->trials ||
        !read_trial(text + at, size, spsa->done + 1, &sum, &games)) {
      mr_status status = mr_error_set(
          err, MR_ERR_SYNTAX,
          "this line of the journal is damaged: remove it and those behind it to go on from there");
      mr_error_locate(err, NULL, number, 0);
      return status;
    }
    mr_spsa_tell(spsa, better_by(sum, games));
    at += size + 1;
  }
  *used = at;
  return MR_OK;
}

/** Reads a journal, and leaves nothing behind it that was cut off. */
static mr_status read_journal(const mr_tune_search_options *o, int file, size_t size, mr_spsa *spsa,
                              mr_error *err) {
  size_t used = 0;
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) {
    return mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", o->journal, strerror(errno));
  }
  mr_status status = mr_tune_search_load(o, bytes, size, spsa, &used, err);
  munmap(bytes, size);
  if (status != MR_OK) {
    mr_error_locate(err, o->journal, err != NULL ? err->line : 0, 0);
  } else if (used < size && ftruncate(file, (off_t)used) != 0) {
    status = mr_error_set(err, MR_ERR_IO, "cannot shorten '%s': %s", o->journal, strerror(errno));
  }
  return status;
}

static mr_status open_journal(const mr_tune_search_options *o, int *file, mr_spsa *spsa,
                              mr_error *err) {
  struct stat info;
  char line[64];
  mr_str head = mr_str_fixed(line, sizeof line);
  mr_status status = mr_file_grow(o->journal, true, file, err);
  if (status == MR_OK) {
    status = mr_file_lock(*file, o->journal, "search", err);
  }
  if (status == MR_OK && fstat(*file, &info) != 0) {
    status = mr_error_set(err, MR_ERR_IO, "cannot read '%s': %s", o->journal, strerror(errno));
  }
  if (status != MR_OK) {
    return status;
  }
  if (info.st_size > 0) {
    return read_journal(o, *file, (size_t)info.st_size, spsa, err);
  }
  mr_tune_search_head(o, &head);
  return mr_file_add(*file, o->journal, line, head.length, err);
}

/* ---- playing --------------------------------------------------------------------------------- */

/** A match between two settings. */
typedef struct fixture {
  const mr_game *game;
  const char *settings[2];
  uint64_t number; /**< that of the trial; those of no trial come behind all */
  uint64_t games;
} fixture;

static mr_status play(const mr_tune_search_options *o, const fixture *f, mr_tally *out,
                      mr_error *err) {
  const mr_gate gate = {.game = f->game,
                        .first = {.parameters = f->settings[0]},
                        .second = {.parameters = f->settings[1]},
                        .nodes = {o->nodes, o->nodes},
                        .games = f->games,
                        .all = true,
                        .seed = o->seed,
                        .number = f->number,
                        .threads = o->threads,
                        .stop = o->stop};
  return mr_gate_play(&gate, out, err);
}

/** Adds the quarter points by which the first was ahead in a match. */
static void add_result(const mr_tally *tally, int64_t *sum, uint64_t *games) {
  uint64_t cells[MR_TALLY_GAME_CELLS];
  mr_tally_game_cells(tally, cells);
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    *sum += (int64_t)cells[i] * (2 * (int64_t)i - MR_SCORE_WIN);
    *games += cells[i];
  }
}

static mr_status run_trial(const mr_tune_search_options *o, mr_spsa *spsa, int file,
                           mr_error *err) {
  double values[2][MR_SPSA_NUMBERS_MAX];
  mr_str texts[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  int64_t sum = 0;
  uint64_t games = 0, number = spsa->done + 1;
  mr_spsa_trial(spsa, values[0], values[1]);
  write_setting(o, values[0], &texts[0]);
  write_setting(o, values[1], &texts[1]);
  fixture f = {.settings = {mr_str_text(&texts[0]), mr_str_text(&texts[1])},
               .number = number,
               .games = 2 * (uint64_t)o->pairs};
  mr_status status = texts[0].status == MR_OK && texts[1].status == MR_OK
                         ? MR_OK
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  bool differ = strcmp(f.settings[0], f.settings[1]) != 0;
  for (size_t i = 0; status == MR_OK && differ && i < o->game_count; i++) {
    mr_tally tally;
    f.game = o->games[i];
    status = play(o, &f, &tally, err);
    if (status == MR_OK) {
      add_result(&tally, &sum, &games);
    }
  }
  if (status == MR_OK && file >= 0) {
    char line[128];
    mr_str text = mr_str_fixed(line, sizeof line);
    write_trial(number, sum, games, &text);
    status = mr_file_add(file, o->journal, line, text.length, err);
  }
  if (status == MR_OK) {
    mr_spsa_tell(spsa, better_by(sum, games));
  }
  mr_str_done(&texts[0]);
  mr_str_done(&texts[1]);
  return status;
}

static mr_status check(const mr_tune_search_options *o, mr_error *err) {
  if (o->game_count == 0 || o->game_count > MR_TUNE_SEARCH_GAMES_MAX || o->pairs == 0 ||
      o->nodes == 0) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "a tuning of the search needs 1 to %d games, pairs and nodes",
                        MR_TUNE_SEARCH_GAMES_MAX);
  }
  for (size_t g = 0; g < o->game_count; g++) {
    size_t known = 0;
    const mr_engine_parameter *rows = mr_engine_parameters(o->games[g], &known);
    for (size_t i = 0; i < o->count; i++) {
      size_t k = 0;
      while (k < known && strcmp(rows[k].name, o->names[i]) != 0) {
        k++;
      }
      if (k == known) {
        return mr_error_set(err, MR_ERR_UNKNOWN, "the search of %s has no parameter '%s'",
                            o->games[g]->info.name, o->names[i]);
      }
      if (o->numbers[i].least < rows[k].least || o->numbers[i].most > rows[k].most) {
        return mr_error_set(err, MR_ERR_RANGE, "%s takes numbers from %d to %d", rows[k].name,
                            rows[k].least, rows[k].most);
      }
    }
  }
  return MR_OK;
}

mr_status mr_tune_search_run(const mr_tune_search_options *options, mr_spsa *out, mr_error *err) {
  const mr_spsa_options how = {.numbers = options->numbers,
                               .count = options->count,
                               .trials = options->trials,
                               .rate = options->rate,
                               .seed = options->seed};
  int file = -1;
  mr_status status = check(options, err);
  if (status == MR_OK) {
    status = mr_spsa_init(out, &how, err);
  }
  if (status == MR_OK && options->journal != NULL) {
    status = open_journal(options, &file, out, err);
  }
  while (status == MR_OK && out->done < options->trials) {
    if (options->stop != NULL && atomic_load(options->stop)) {
      status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu trials",
                            (unsigned long long)out->done);
    } else {
      status = run_trial(options, out, file, err);
    }
    if (status == MR_OK && options->progress != NULL) {
      options->progress(options->context, out);
    }
  }
  if (file >= 0 && close(file) != 0 && status == MR_OK) {
    status = mr_error_set(err, MR_ERR_IO, "cannot write '%s'", options->journal);
  }
  return status;
}

/* ---- the proof ------------------------------------------------------------------------------- */

mr_status mr_tune_search_match(const mr_tune_search_options *options, const mr_spsa *found,
                               size_t game, uint64_t games, mr_tally *out, mr_error *err) {
  mr_str text = mr_str_growing(NULL);
  double start[MR_SPSA_NUMBERS_MAX];
  mr_str before = mr_str_growing(NULL);
  for (size_t i = 0; i < options->count; i++) {
    start[i] = options->numbers[i].start;
  }
  mr_tune_search_write(options, found, &text);
  write_setting(options, start, &before);
  const fixture f = {.game = options->games[game],
                     .settings = {mr_str_text(&text), mr_str_text(&before)},
                     .number = options->trials + 1,
                     .games = games};
  mr_status status = play(options, &f, out, err);
  mr_str_done(&text);
  mr_str_done(&before);
  return status;
}

mr_sprt_state mr_tune_search_verdict(const mr_tally *tally, bool *passes) {
  *passes = mr_gate_passes(tally);
  return mr_gate_evaluate(tally);
}
