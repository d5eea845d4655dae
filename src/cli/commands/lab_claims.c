/* Sentences about games, settled by games, tables or solving: true, false or undecided, with the
 * evidence. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_exact.h"
#include "cli/commands/lab_study.h"
#include "cli/commands/lab_values.h"
#include "cli/files.h"
#include "cli/game.h"

enum {
  WORDS = 8,  /* of a sentence, at most */
  MATES = 90, /* per cent of the positions: the rest stalemates or loses a man at once */
  CLAIMS_MAX = 1000,
  WORD_MAX = 64
};

/** Bytes of a file of claims. */
#define FILE_MOST ((size_t)1 << 20)

static const cli_option options[] = {
    LAB_GAMES_OPTION,
    LAB_STUDY_OPTIONS,
    {.name = NULL},
};

/** What a sentence speaks of, and so what settles it. */
typedef enum claim_kind {
  CLAIM_MEASURE, /* "first borderlands in 45..55": games */
  CLAIM_MATE,    /* "mate chess KBNvK": tables */
  CLAIM_RESULT,  /* "wins chess White at STATE", "draw chess at STATE": tables or solving */
  CLAIM_WORTH    /* "worth chess Q > R": values of pieces */
} claim_kind;

/** One sentence. */
typedef struct claim {
  claim_kind kind;
  const char *text;
  const char *game;
  const char *subject; /* men, a player or a piece; NULL: a draw */
  const char *other;   /* a piece to compare with, or a state; NULL: none */
  bool more;           /* of comparisons: worth more, not less */
  mr_wish wish;        /* of measures; of others its bounds */
  mr_answer answer;
  mr_measure found;     /* of measures */
  const char *by;       /* what settled it: "games" */
  const char *evidence; /* in words */
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

static const char usage[] =
    "a claim is a measure, a game and what it is ('first borderlands in 45..55', 'draws borderline "
    "< "
    "50'), or one of 'mate chess KRvK', 'wins chess White at STATE', 'draw chess at STATE', 'worth "
    "chess R > B', 'worth chess Q in 8..10'";

/* The bounds of "in 45..55", "< 50", "> 3", as a wish of a measure does. */
static int read_bounds(claims *c, unsigned line, const char *measure, char **words, mr_wish *out) {
  char text[3 * WORD_MAX];
  mr_error error;
  bool in = strcmp(words[0], "in") == 0;
  if (strlen(measure) >= WORD_MAX || strlen(words[1]) >= WORD_MAX ||
      (!in && strcmp(words[0], "<") != 0 && strcmp(words[0], ">") != 0)) {
    return complain(c, line, usage);
  }
  mr_str wish = mr_str_fixed(text, sizeof text);
  mr_str_format(&wish, "%s%s%s", measure, in ? "=" : words[0], words[1]);
  return mr_wish_parse(text, out, &error) == MR_OK ? CLI_OK : complain(c, line, error.message);
}

static bool is_number(const char *word) {
  return word[strspn(word, "0123456789.")] == '\0';
}

/* "worth GAME PIECE > PIECE", "worth GAME PIECE in 8..10". */
static int read_worth(claims *c, unsigned line, char **words, size_t count, claim *out) {
  out->kind = CLAIM_WORTH;
  if (count != 5) {
    return complain(c, line, usage);
  }
  out->subject = words[2];
  out->more = strcmp(words[3], ">") == 0;
  if (is_number(words[4])) {
    return read_bounds(c, line, "turns", words + 3, &out->wish);
  }
  out->other = words[4];
  return out->more || strcmp(words[3], "<") == 0 ? CLI_OK : complain(c, line, usage);
}

/* "mate GAME MEN", with bounds in percent of its positions or without. */
static int read_mate(claims *c, unsigned line, char **words, size_t count, claim *out) {
  out->kind = CLAIM_MATE;
  out->wish = (mr_wish){.low = MATES / 100.0, .high = 1};
  if (count != 3 && count != 5) {
    return complain(c, line, usage);
  }
  out->subject = words[2];
  return count == 5 ? read_bounds(c, line, "draws", words + 3, &out->wish) : CLI_OK;
}

/* "wins GAME PLAYER", "draw GAME"; `state` stood behind "at". */
static int read_result(claims *c, unsigned line, char **words, size_t count, const char *state,
                       claim *out) {
  bool wins = strcmp(words[0], "wins") == 0;
  out->kind = CLAIM_RESULT;
  out->other = state;
  out->subject = wins && count == 3 ? words[2] : NULL;
  return count == (wins ? 3 : 2) ? CLI_OK : complain(c, line, usage);
}

static int read_claim(claims *c, unsigned line, char **words, size_t count, const char *state) {
  claim *next = &c->items[c->count];
  int status = CLI_OK;
  if (count < 2) {
    return complain(c, line, usage);
  }
  next->game = words[1];
  if (strcmp(words[0], "wins") == 0 || strcmp(words[0], "draw") == 0) {
    status = read_result(c, line, words, count, state, next);
  } else if (state != NULL) {
    status = complain(c, line, usage);
  } else if (strcmp(words[0], "mate") == 0) {
    status = read_mate(c, line, words, count, next);
  } else if (strcmp(words[0], "worth") == 0) {
    status = read_worth(c, line, words, count, next);
  } else {
    status = count == 4 ? read_bounds(c, line, words[0], words + 2, &next->wish)
                        : complain(c, line, usage);
  }
  mr_str text = cli_text();
  for (size_t i = 0; i < count; i++) {
    mr_str_format(&text, "%s%s", i > 0 ? " " : "", words[i]);
  }
  mr_str_format(&text, "%s%s", state != NULL ? " at " : "", state != NULL ? state : "");
  next->text = cli_arena_format(c->cli, "%s", mr_str_text(&text));
  mr_str_done(&text);
  c->count += status == CLI_OK;
  return status == CLI_OK && next->text == NULL ? cli_fail_memory(c->cli) : status;
}

/* What stands behind "at", without blanks around it; NULL: nothing does. */
static char *take_state(char *text) {
  char *at = strstr(text, " at ");
  if (at == NULL) {
    return NULL;
  }
  *at = '\0';
  at += strlen(" at ");
  at += strspn(at, " \t");
  size_t length = strlen(at);
  while (length > 0 && strchr(" \t\r", at[length - 1]) != NULL) {
    at[--length] = '\0';
  }
  return at;
}

static int read_line(claims *c, unsigned line, char *text) {
  char *words[WORDS];
  size_t count = 0;
  text[strcspn(text, "#")] = '\0';
  const char *state = take_state(text);
  for (char *at = text + strspn(text, " \t\r"); *at != '\0'; at += strspn(at, " \t\r")) {
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
  return count > 0 ? read_claim(c, line, words, count, state) : CLI_OK;
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

/* By games: one study for all claims about measures of the game. */
static int settle_measures(claims *c, size_t at, const mr_game *game) {
  lab_options mine = *c->choice;
  lab_study study = {.count = 0};
  if (mine.budgets == NULL && mine.levels == NULL) {
    mine.budgets = "400";
  }
  int status = lab_study_begin(c->cli, &mine, game, cli_seed(c->cli), &study);
  if (status == CLI_OK) {
    status = lab_study_play(c->cli, &study);
  }
  for (size_t i = at; i < c->count && status == CLI_OK; i++) {
    claim *one = &c->items[i];
    if (one->kind == CLAIM_MEASURE && strcmp(one->game, c->items[at].game) == 0) {
      one->by = "games";
      one->answer = mr_wish_answer(&one->wish, &lab_study_main(&study)->summary, &one->found);
    }
  }
  lab_study_end(&study);
  return status;
}

/* How an interval stands to bounds. */
static mr_answer answer_of(mr_interval found, double low, double high) {
  if (!isfinite(found.low) || !isfinite(found.high)) {
    return MR_ANSWER_UNDECIDED;
  }
  return found.low >= low && found.high <= high ? MR_ANSWER_YES
         : found.high < low || found.low > high ? MR_ANSWER_NO
                                                : MR_ANSWER_UNDECIDED;
}

static int kind_named(const claims *c, const lab_values_study *study, const char *name) {
  int found = mr_material_find(study->report->kinds, name);
  if (found < 0) {
    cli_fail(c->cli, "%s has no piece '%s' whose worth could be asked for", study->game->info.title,
             name);
  }
  return found;
}

/* One sentence about worth. */
static int answer_worth(claims *c, claim *one, const lab_values_study *study) {
  const mr_worth *worth = &study->report->by_games;
  int piece = kind_named(c, study, one->subject);
  int other = one->other != NULL && piece >= 0 ? kind_named(c, study, one->other) : piece;
  if (piece < 0 || other < 0) {
    return CLI_FAILED;
  }
  const mr_value *a = &worth->values[piece], *b = &worth->values[other];
  one->by = "values";
  one->evidence = "too few games tell the sides apart by it";
  if (!worth->done || !a->known || !b->known) {
    return CLI_OK;
  }
  if (one->other == NULL) {
    one->answer = answer_of(a->value, one->wish.low, one->wish.high);
    one->evidence = cli_arena_format(c->cli, "%.2f %s (%.2f to %.2f), %llu cases", a->value.value,
                                     study->report->kinds->items[study->report->unit].name,
                                     a->value.low, a->value.high, (unsigned long long)a->cases);
  } else {
    mr_interval more = mr_interval_difference(a->odds, b->odds);
    one->answer = one->more ? answer_of(more, 0, INFINITY) : answer_of(more, -INFINITY, 0);
    one->evidence = cli_arena_format(
        c->cli, "%.2f against %.2f %s; difference in log odds %+.2f (%+.2f to %+.2f)",
        a->value.value, b->value.value, study->report->kinds->items[study->report->unit].name,
        more.value, more.low, more.high);
  }
  return one->evidence != NULL ? CLI_OK : cli_fail_memory(c->cli);
}

/* By values of pieces: one study for all claims about worth in the game. */
static int settle_worth(claims *c, size_t at, const mr_game *game) {
  lab_values_study *study = mr_arena_zero(&c->cli->arena, 1, sizeof *study);
  lab_options mine = *c->choice;
  if (study == NULL) {
    return cli_fail_memory(c->cli);
  }
  mine.pairs = (cli_number){.given = true}; /* games alone: one figure, not the better of two */
  mine.nodes = (cli_number){.given = false};
  mine.folder = NULL;
  int status = lab_values_find(c->cli, &mine, game, NULL, study);
  for (size_t i = at; i < c->count && status == CLI_OK; i++) {
    claim *one = &c->items[i];
    if (one->kind == CLAIM_WORTH && strcmp(one->game, c->items[at].game) == 0) {
      one->answer = MR_ANSWER_UNDECIDED;
      status = answer_worth(c, one, study);
    }
  }
  lab_values_end(study);
  return status;
}

/* By tables or solving: each by itself. */
static int settle_exact(claims *c, claim *one, const mr_game *game) {
  lab_exact found = {.answer = MR_ANSWER_UNKNOWN};
  int status = one->kind == CLAIM_MATE
                   ? lab_exact_mate(c->cli, game, one->subject, 100 * one->wish.low,
                                    100 * one->wish.high, &found)
                   : lab_exact_result(c->cli, game, one->subject, one->other, &found);
  one->answer = found.answer;
  one->by = found.by;
  one->evidence = found.evidence;
  return status;
}

/* The claim, and those that the same games settle. */
static int settle(claims *c, size_t at) {
  claim *one = &c->items[at];
  mr_game *game = cli_game_open(c->cli, one->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = CLI_OK;
  switch (one->kind) {
  case CLAIM_MEASURE:
    status = settle_measures(c, at, game);
    break;
  case CLAIM_WORTH:
    status = settle_worth(c, at, game);
    break;
  case CLAIM_MATE:
  case CLAIM_RESULT:
    status = settle_exact(c, one, game);
    break;
  }
  mr_game_free(game);
  return status;
}

/* Whether no claim before it was settled by the same games. */
static bool is_first_of_its_kind(const claims *c, size_t at) {
  const claim *one = &c->items[at];
  bool shared = one->kind == CLAIM_MEASURE || one->kind == CLAIM_WORTH;
  for (size_t i = 0; i < at && shared; i++) {
    if (c->items[i].kind == one->kind && strcmp(c->items[i].game, one->game) == 0) {
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
    mr_json_string(json, "by", one->by);
    mr_json_string(json, "found", one->evidence);
    if (one->kind == CLAIM_MEASURE && one->answer != MR_ANSWER_UNKNOWN) {
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
    if (one->evidence != NULL) {
      mr_str_reset(&figure);
      mr_str_add(&figure, one->evidence);
    } else if (one->answer != MR_ANSWER_UNKNOWN) {
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
    if (is_first_of_its_kind(c, i)) {
      status = settle(c, i);
    }
  }
  if (status == CLI_OK) {
    status = tell(c);
  }
  return status == CLI_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
}

static const cli_argument arguments[] = {
    {.name = "FILE", .help = "sentences, a line each; docs/LAB.md says what they may be about"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab claims claims.txt", "settles 'first borderlands in 45..55' and its like"},
    {NULL, NULL},
};

const lab_experiment lab_claims = {
    .name = "claims",
    .about = "Reads sentences, one in each line, such as 'first borderlands in 45..55', 'draws "
             "borderline < 50' or 'end:BL-15 borderlands > 60', plays the games that settle "
             "them, and says of each whether it is true, false or undecided, with its evidence.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
