/*
 * load_variants PATH [--engine PROGRAM] [--depth N] [--only NAME]
 *
 * Reads a file in the dialect of Fairy-Stockfish's variants.ini, compiles every definition in it,
 * and prints which load, which count the same positions as the engine, and what stops each of the
 * rest. The file comes from outside; what it builds upon and does not define is in the catalogue.
 */
#include <inttypes.h>
#include <marcher/catalog.h>
#include <marcher/perft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

enum { NAME_MAX_LENGTH = MR_DEFINITION_NAME_MAX, SECTIONS_MAX = 2048, REASON_MAX = 200 };

/** What became of one definition. */
typedef enum verdict { STOPPED, LOADED, MATCHED, DIFFERS, UNCOUNTED, VERDICTS } verdict;

static const char *const verdict_words[VERDICTS] = {"stopped", "loads", "matches", "DIFFERS",
                                                    "unknown to the engine"};

/** One definition of the file. */
typedef struct section {
  char name[NAME_MAX_LENGTH + 1];
  verdict verdict;
  uint64_t ours;
  uint64_t theirs;
  char key[NAME_MAX_LENGTH + 1]; /**< that stops it, "" if none */
  char reason[REASON_MAX];
} section;

typedef struct loader {
  const char *path;
  const char *engine;
  const char *only;
  unsigned depth;
  mr_catalog *catalog;
  child program;
  section *sections;
  size_t count;
} loader;

/* ---- reading --------------------------------------------------------------------------------- */

/** The whole file with a NUL behind it, or NULL with words on stderr. Free it. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  if (file != NULL) {
    text = calloc(1, MR_DEFINITION_FILE_MAX + 1);
    if (text != NULL && fread(text, 1, MR_DEFINITION_FILE_MAX, file) == 0) {
      free(text);
      text = NULL;
    }
    fclose(file);
  }
  if (text == NULL) {
    fprintf(stderr, "load_variants: cannot read %s\n", path);
  }
  return text;
}

static bool add_text(loader *in, const char *source, const char *text, size_t length,
                     mr_diagnostics *list) {
  return mr_catalog_add(in->catalog, source, text, length, list) == MR_OK;
}

/** Remembers what stopped a definition: the first error, and the key that it is about. */
static void note_reason(section *s, const mr_diagnostics *list) {
  const mr_diagnostic *at = list->first;
  while (at != NULL && at->severity != MR_SEVERITY_ERROR) {
    at = at->next;
  }
  if (at == NULL) {
    return;
  }
  snprintf(s->reason, sizeof s->reason, "%s", at->message);
  const char *line = at->line_text != NULL ? at->line_text : "";
  size_t length = strcspn(line, " \t=");
  if (line[0] != '[' && length < sizeof s->key && line[length] != '\0') {
    snprintf(s->key, sizeof s->key, "%.*s", (int)length, line);
  }
}

/**
 * Adds one definition, from its '[' on. Blank lines before it stand for the lines of the file that
 * come before, so that complaints name the right one.
 */
static void add_section(loader *in, const char *text, size_t length, size_t line) {
  const char *name = text + 1;
  size_t name_length = strcspn(name, ":]\n");
  if (in->count == SECTIONS_MAX || name_length == 0 || name_length > NAME_MAX_LENGTH) {
    return;
  }
  section *s = &in->sections[in->count++];
  snprintf(s->name, sizeof s->name, "%.*s", (int)name_length, name);
  char *padded = malloc(line + length + 1);
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  if (padded != NULL) {
    memset(padded, '\n', line);
    memcpy(padded + line, text, length);
    if (!add_text(in, in->path, padded, line + length, &list)) {
      note_reason(s, &list);
    }
  }
  free(padded);
  mr_arena_done(&arena);
}

/** Cuts the file at its headers: a definition that cannot be read spoils itself alone. */
static void add_sections(loader *in, const char *text) {
  const char *start = NULL;
  size_t line = 0, start_line = 0;
  for (const char *at = text; *at != '\0';) {
    const char *end = at + strcspn(at, "\n");
    if (*at == '[') {
      if (start != NULL) {
        add_section(in, start, (size_t)(at - start), start_line);
      }
      start = at;
      start_line = line;
    }
    at = *end == '\n' ? end + 1 : end;
    line++;
  }
  if (start != NULL) {
    add_section(in, start, strlen(start), start_line);
  }
}

/* ---- the other program ----------------------------------------------------------------------- */

/** Reads lines until one begins with `mark`; what follows it, or NULL at the end. */
static const char *await(loader *in, const char *mark, char *line, size_t size) {
  size_t length = strlen(mark);
  while (fgets(line, (int)size, in->program.from) != NULL) {
    if (strncmp(line, mark, length) == 0) {
      return line + length;
    }
  }
  return NULL;
}

static bool start_engine(loader *in) {
  char line[4096];
  if (!child_start(&in->program, in->engine)) {
    return false;
  }
  fprintf(in->program.to, "uci\nsetoption name VariantPath value %s\nisready\n", in->path);
  fflush(in->program.to);
  return await(in, "readyok", line, sizeof line) != NULL;
}

/** The engine's count from its start position; false where it does not know the game. */
static bool ask(loader *in, section *s) {
  char line[4096];
  char mark[NAME_MAX_LENGTH + 64];
  bool known = false;
  fprintf(in->program.to, "setoption name UCI_Variant value %s\nisready\n", s->name);
  fflush(in->program.to);
  snprintf(mark, sizeof mark, "info string variant %s ", s->name);
  while (fgets(line, sizeof line, in->program.from) != NULL &&
         strncmp(line, "readyok", strlen("readyok")) != 0) {
    known = known || strncmp(line, mark, strlen(mark)) == 0;
  }
  if (!known) {
    return false;
  }
  fprintf(in->program.to, "position startpos\ngo perft %u\n", in->depth);
  fflush(in->program.to);
  const char *number = await(in, "Nodes searched: ", line, sizeof line);
  s->theirs = number != NULL ? strtoull(number, NULL, 10) : 0;
  return number != NULL;
}

/* ---- judging --------------------------------------------------------------------------------- */

static bool count_ours(const mr_game *game, unsigned depth, uint64_t *nodes) {
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return false;
  }
  mr_game_start(game, state);
  mr_status status = mr_perft(game, state, depth, NULL, nodes, NULL);
  mr_state_free(game, NULL, state);
  return status == MR_OK;
}

static void judge_counts(loader *in, section *s, const mr_game *game) {
  s->verdict = LOADED;
  if (!count_ours(game, in->depth, &s->ours) || in->engine == NULL) {
    return;
  }
  if (!ask(in, s)) {
    s->verdict = UNCOUNTED;
  } else {
    s->verdict = s->ours == s->theirs ? MATCHED : DIFFERS;
  }
}

static void judge(loader *in, section *s) {
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  if (s->reason[0] != '\0') {
    return;
  }
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  if (mr_catalog_open(in->catalog, s->name, NULL, 0, &game, &list) == MR_OK) {
    judge_counts(in, s, game);
    mr_game_free(game);
  } else {
    note_reason(s, &list);
  }
  mr_arena_done(&arena);
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_section(const section *s) {
  printf("%-26s %-10s", s->name, verdict_words[s->verdict]);
  if (s->verdict == STOPPED) {
    printf(" %-26s %s\n", s->key, s->reason);
  } else {
    printf(" %12" PRIu64 " %12" PRIu64 "\n", s->ours, s->theirs);
  }
  fflush(stdout);
}

/** How often each key stops a definition, the most frequent first. */
static void print_keys(const loader *in) {
  bool *done = calloc(in->count + 1, sizeof *done);
  printf("\nwhat stops definitions\n");
  for (size_t most = in->count; done != NULL && most > 0; most--) {
    for (size_t i = 0; i < in->count; i++) {
      size_t same = 0;
      for (size_t j = i; j < in->count && !done[i] && in->sections[i].verdict == STOPPED; j++) {
        same += in->sections[j].verdict == STOPPED &&
                strcmp(in->sections[j].key, in->sections[i].key) == 0;
      }
      if (same != most) {
        continue;
      }
      printf("%6zu  %s\n", same, in->sections[i].key[0] != '\0' ? in->sections[i].key : "(none)");
      for (size_t j = i; j < in->count; j++) {
        done[j] = done[j] || strcmp(in->sections[j].key, in->sections[i].key) == 0;
      }
    }
  }
  free(done);
}

static void print_totals(const loader *in) {
  size_t counts[VERDICTS] = {0};
  size_t scored = 0;
  for (size_t i = 0; i < in->count; i++) {
    scored += in->only == NULL || strcmp(in->only, in->sections[i].name) == 0;
    counts[in->sections[i].verdict]++;
  }
  if (in->only != NULL) {
    return;
  }
  printf("\n%zu definitions: %zu load", scored, scored - counts[STOPPED]);
  if (in->engine != NULL) {
    printf(" (perft %u: %zu match, %zu differ, %zu unknown to the engine)", in->depth,
           counts[MATCHED], counts[DIFFERS], counts[UNCOUNTED]);
  }
  printf(", %zu are stopped\n", counts[STOPPED]);
  print_keys(in);
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool read_options(loader *in, int argc, char **argv) {
  in->depth = 3;
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (strcmp(argv[i], "--engine") == 0 && more) {
      in->engine = argv[++i];
    } else if (strcmp(argv[i], "--depth") == 0 && more) {
      in->depth = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (strcmp(argv[i], "--only") == 0 && more) {
      in->only = argv[++i];
    } else if (argv[i][0] != '-' && in->path == NULL) {
      in->path = argv[i];
    } else {
      return false;
    }
  }
  return in->path != NULL && in->depth >= 1 && in->depth <= 6;
}

static int run(loader *in) {
  char *text = read_file(in->path);
  if (text == NULL) {
    return 1;
  }
  add_sections(in, text);
  free(text);
  if (in->engine != NULL && !start_engine(in)) {
    fprintf(stderr, "load_variants: cannot start %s\n", in->engine);
    return 1;
  }
  for (size_t i = 0; i < in->count; i++) {
    if (in->only == NULL || strcmp(in->only, in->sections[i].name) == 0) {
      judge(in, &in->sections[i]);
      print_section(&in->sections[i]);
    }
  }
  print_totals(in);
  return 0;
}

int main(int argc, char **argv) {
  loader in = {0};
  if (!read_options(&in, argc, argv)) {
    fprintf(stderr, "usage: load_variants PATH [--engine PROGRAM] [--depth N] [--only NAME]\n");
    return 2;
  }
  in.sections = calloc(SECTIONS_MAX, sizeof *in.sections);
  int status = 1;
  if (in.sections != NULL && mr_catalog_new(NULL, &in.catalog, NULL) == MR_OK) {
    status = run(&in);
  }
  child_stop(&in.program);
  mr_catalog_free(in.catalog);
  free(in.sections);
  return status;
}
