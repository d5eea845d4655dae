/* Sentences about games, settled by games: true, false or undecided, with the evidence. */
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_study.h"
#include "cli/files.h"
#include "cli/game.h"

enum {
  WORDS = 8, /* of a sentence, at most */
  CLAIMS_MAX = 1000,
  WORD_MAX = 64
};

/** Bytes of a file of claims. */
#define FILE_MOST ((size_t)1 << 20)

static const cli_option options[] = {
    LAB_STUDY_OPTIONS,
    {.name = NULL},
};

/** One sentence: "first borderlands in 45..55". */
typedef struct claim {
  const char *text;
  const char *game;
  mr_wish wish;
  mr_answer answer;
  mr_measure found;
} claim;

/** A file of them. */
typedef struct claims {
  cli_context *cli;
  const lab_options *choice;
  const char *path;
  claim *items;
  size_t count;
} claims;

/* ---- reading --------------------------------------------------------------------------------- */

static int complain(const claims *c, unsigned line, const char *reason) {
  mr_error error;
  mr_error_set(&error, MR_ERR_SYNTAX, "%s", reason);
  mr_str source = mr_str_fixed(error.source, sizeof error.source);
  mr_str_add(&source, c->path);
  error.line = line;
  return cli_fail_error(c->cli, &error);
}

/* The words of a sentence, as a wish: "first borderlands in 45..55" is first=45..55. */
static int read_claim(claims *c, unsigned line, char **words, size_t count) {
  static const char usage[] =
      "a claim is a measure, a game, and what it is: 'first borderlands in 45..55', "
      "'draws borderline < 50', 'turns chess > 40'; what positions of few men are worth "
      "'marcher endgame' tells";
  char text[3 * WORD_MAX];
  mr_error error;
  claim *next = &c->items[c->count];
  if (count != 4 || strlen(words[0]) >= WORD_MAX || strlen(words[3]) >= WORD_MAX) {
    return complain(c, line, usage);
  }
  bool in = strcmp(words[2], "in") == 0;
  if (!in && strcmp(words[2], "<") != 0 && strcmp(words[2], ">") != 0) {
    return complain(c, line, usage);
  }
  mr_str wish = mr_str_fixed(text, sizeof text);
  mr_str_format(&wish, "%s%s%s", words[0], in ? "=" : words[2], words[3]);
  if (mr_wish_parse(text, &next->wish, &error) != MR_OK) {
    return complain(c, line, error.message);
  }
  next->game = words[1];
  next->text = cli_arena_format(c->cli, "%s %s %s %s", words[0], words[1], words[2], words[3]);
  c->count++;
  return next->text != NULL ? CLI_OK : cli_fail_memory(c->cli);
}

static int read_line(claims *c, unsigned line, char *text) {
  char *words[WORDS];
  size_t count = 0;
  for (char *at = text + strspn(text, " \t\r"); *at != '\0' && *at != '#';
       at += strspn(at, " \t\r")) {
    if (count == WORDS) {
      return complain(c, line, "no claim has so many words");
    }
    words[count++] = at;
    at += strcspn(at, " \t\r");
    if (*at != '\0') {
      *at++ = '\0';
    }
  }
  if (count > 0 && c->count == CLAIMS_MAX) {
    return complain(c, line, "a file has at most 1000 claims");
  }
  return count > 0 ? read_claim(c, line, words, count) : CLI_OK;
}

static int read_file(claims *c) {
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(c->cli, c->path, FILE_MOST, &text);
  char *copy = NULL;
  if (status == CLI_OK && strlen(mr_str_text(&text)) != text.length) {
    status = cli_fail(c->cli, "%s is no text: it has a NUL in it", c->path);
  }
  if (status == CLI_OK) {
    copy = mr_arena_copy(&c->cli->arena, mr_str_text(&text), text.length);
    c->items = mr_arena_zero(&c->cli->arena, CLAIMS_MAX, sizeof *c->items);
    status = copy != NULL && c->items != NULL ? CLI_OK : cli_fail_memory(c->cli);
  }
  mr_str_done(&text);
  for (unsigned line = 1; status == CLI_OK && copy != NULL; line++) {
    char *end = strchr(copy, '\n');
    if (end != NULL) {
      *end = '\0';
    }
    status = read_line(c, line, copy);
    copy = end != NULL ? end + 1 : NULL;
  }
  return status == CLI_OK && c->count == 0 ? cli_fail(c->cli, "%s has no claim in it", c->path)
                                           : status;
}

/* ---- settling -------------------------------------------------------------------------------- */

/* All claims about the game of the first of them that is not settled: one study for all. */
static int settle_game(claims *c, size_t at) {
  const char *name = c->items[at].game;
  lab_options mine = *c->choice;
  lab_study study = {.count = 0};
  mr_game *game = cli_game_open(c->cli, name);
  if (game == NULL) {
    return CLI_FAILED;
  }
  if (mine.budgets == NULL && mine.levels == NULL) {
    mine.budgets = "400";
  }
  int status = lab_study_begin(c->cli, &mine, game,
                               c->cli->global.seed.given ? c->cli->global.seed.value : 1, &study);
  if (status == CLI_OK) {
    status = lab_study_play(c->cli, &study);
  }
  for (size_t i = at; i < c->count && status == CLI_OK; i++) {
    claim *one = &c->items[i];
    if (strcmp(one->game, name) == 0) {
      one->answer = mr_wish_answer(&one->wish, &lab_study_main(&study)->summary, &one->found);
    }
  }
  lab_study_end(&study);
  mr_game_free(game);
  return status;
}

static bool is_first_of_its_game(const claims *c, size_t at) {
  for (size_t i = 0; i < at; i++) {
    if (strcmp(c->items[i].game, c->items[at].game) == 0) {
      return false;
    }
  }
  return true;
}

static const char *const words_of[] = {"not measured", "undecided", "true", "false"};

static int print_json(const claims *c) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_array(json, "claims");
  for (size_t i = 0; i < c->count; i++) {
    const claim *one = &c->items[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "claim", one->text);
    mr_json_string(json, "answer", words_of[one->answer]);
    if (one->answer != MR_ANSWER_UNKNOWN) {
      lab_measure_json(json, "evidence", &one->found);
    } else {
      mr_json_null(json, "evidence");
    }
    mr_json_end(json);
  }
  mr_json_end(json);
  return cli_document_print(c->cli, &document);
}

static int tell(const claims *c) {
  if (c->cli->global.json) {
    return print_json(c);
  }
  for (size_t i = 0; i < c->count; i++) {
    const claim *one = &c->items[i];
    char text[160] = "the game has no such measure, or no game was over";
    mr_str figure = mr_str_fixed(text, sizeof text);
    if (one->answer != MR_ANSWER_UNKNOWN) {
      mr_measure_text(&one->found, &figure);
      mr_str_format(&figure, ", %llu cases", (unsigned long long)one->found.total);
    }
    mr_str_format(&c->cli->out, "%-12s  %s: %s\n", words_of[one->answer], one->text, text);
  }
  return CLI_OK;
}

static int run(cli_context *cli, const lab_options *choice) {
  claims *c = mr_arena_zero(&cli->arena, 1, sizeof *c);
  if (c == NULL) {
    return cli_fail_memory(cli);
  }
  *c = (claims){.cli = cli, .choice = choice, .path = choice->game};
  int status = read_file(c);
  for (size_t i = 0; i < c->count && status == CLI_OK && cli_signal() == 0; i++) {
    if (is_first_of_its_game(c, i)) {
      status = settle_game(c, i);
    }
  }
  if (status == CLI_OK) {
    status = tell(c);
  }
  return status == CLI_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
}

const lab_experiment lab_claims = {
    .name = "claims",
    .summary = "sentences settled by games",
    .options = options,
    .run = run,
};
