/* Files of claims, read line by line; each word of a line is looked up at once. */
#include "cli/commands/lab_claims.h"

#include <marcher/material.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_exact.h"
#include "cli/files.h"
#include "cli/game.h"

enum {
  WORDS = 8,  /* of a sentence, at most */
  MATES = 90, /* per cent of the positions: the rest stalemates or loses a man at once */
  CLAIMS_MAX = 1000,
  MISTAKES_MAX = 20, /* that are told at once */
  LISTED_MOST = 20,  /* pieces in a complaint: the letters of a chess-like game */
  WORD_MAX = 64
};

/** Bytes of a file of claims. */
#define FILE_MOST ((size_t)1 << 20)

static const char usage[] =
    "a claim is a measure, a game and what it is ('first borderlands in 45..55', 'draws borderline "
    "< 50'), or one of 'mate chess KRvK', 'wins chess White at STATE', 'draw chess at STATE', "
    "'worth chess R > B', 'worth chess Q in 8..10'";

/** A file that is being read. */
typedef struct reader {
  cli_context *cli;
  lab_claim_list *claims;
  const char *path;
  mr_diagnostics list;
  uint32_t line;
  const char *written; /**< the line as it stands in the file */
  const char *cut;     /**< the same, cut into words where they stand */
  bool failed;         /**< with a complaint of its own: memory, a definition */
} reader;

/** Words of a line, and the state behind "at". */
typedef struct sentence {
  char *words[WORDS];
  size_t count;
  const char *state; /**< NULL: there is none */
} sentence;

/* Complains of a place in the line; NULL: of all of it. @return false */
static bool complain(reader *r, const char *at, const char *hint, const char *reason) {
  mr_span span = {.source = r->path, .line = r->line, .line_text = r->written};
  if (at != NULL) {
    span.column = (uint32_t)(at - r->cut) + 1;
    span.length = (uint32_t)strlen(at);
  }
  mr_diagnose(&r->list, MR_ERR_SYNTAX, &span, hint, "%s", reason);
  return false;
}

/* The same of what stands at a column of a word. */
static bool complain_in(reader *r, const char *word, const mr_error *error) {
  size_t length = strlen(word);
  size_t column = error->column > 0 ? error->column - 1 : 0;
  return complain(r, word + (column < length ? column : 0), NULL, error->message);
}

/* A text for as long as the program lives; without memory all ends. */
static const char *keep(reader *r, const char *text) {
  const char *kept = cli_arena_format(r->cli, "%s", text);
  if (kept == NULL && !r->failed) {
    r->failed = true;
    cli_fail_memory(r->cli);
  }
  return kept;
}

static bool is_no_claim(reader *r) {
  return complain(r, NULL, usage, "this is no claim");
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The game of a word, opened once; NULL: there is none, which has been said. */
static const mr_game *game_of(reader *r, const char *word) {
  lab_claim_list *claims = r->claims;
  for (size_t i = 0; i < claims->game_count; i++) {
    if (strcmp(claims->games[i].word, word) == 0) {
      return claims->games[i].game;
    }
  }
  const mr_catalog *catalog = cli_catalog(r->cli);
  mr_str why = mr_str_growing(NULL);
  const char *name = catalog != NULL ? cli_game_named(r->cli, catalog, word, &why) : NULL;
  lab_claims_game *next = &claims->games[claims->game_count++];
  *next = (lab_claims_game){.word = word, .game = NULL};
  if (name != NULL) {
    next->game = cli_game_open(r->cli, name);
  } else if (catalog != NULL) {
    complain(r, word, NULL, mr_str_text(&why));
  }
  r->failed = r->failed || catalog == NULL || (name != NULL && next->game == NULL);
  mr_str_done(&why);
  return next->game;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* The bounds of "in 45..55", "< 50", "> 3", as a wish of a measure does. */
static bool read_bounds(reader *r, const char *measure, char *const *words, mr_wish *out) {
  char text[3 * WORD_MAX];
  mr_error error;
  bool in = strcmp(words[0], "in") == 0;
  if (strlen(measure) >= WORD_MAX || strlen(words[1]) >= WORD_MAX ||
      (!in && strcmp(words[0], "<") != 0 && strcmp(words[0], ">") != 0)) {
    return is_no_claim(r);
  }
  mr_str wish = mr_str_fixed(text, sizeof text);
  mr_str_format(&wish, "%s%s%s", measure, in ? "=" : words[0], words[1]);
  return mr_wish_parse(text, out, &error) == MR_OK || complain(r, NULL, NULL, error.message);
}

static bool is_number(const char *word) {
  return word[strspn(word, "0123456789.")] == '\0';
}

static bool check_piece(reader *r, const mr_material_kinds *kinds, const char *name) {
  int found = mr_material_find(kinds, name);
  if (found >= 0 && !kinds->items[found].royal) {
    return true;
  }
  mr_str reason = cli_text();
  if (found >= 0) {
    mr_str_format(&reason, "games of %s are about the %s: that has no worth to be asked for",
                  kinds->game->info.title, kinds->items[found].name);
  } else {
    mr_str_format(&reason, "%s has no piece '%s' whose worth could be asked for; it has",
                  kinds->game->info.title, name);
  }
  size_t listed = kinds->count < LISTED_MOST ? kinds->count : LISTED_MOST;
  for (size_t i = 0; found < 0 && i < listed; i++) {
    if (!kinds->items[i].royal) {
      mr_str_format(&reason, " %s", kinds->items[i].text);
    }
  }
  mr_str_add(&reason, found < 0 && listed < kinds->count ? " and others" : "");
  complain(r, name, NULL, mr_str_text(&reason));
  mr_str_done(&reason);
  return false;
}

/* "worth GAME PIECE > PIECE", "worth GAME PIECE in 8..10". */
static bool read_worth(reader *r, const sentence *s, lab_claim *out) {
  char *const *words = s->words;
  mr_material_kinds kinds;
  mr_error error;
  out->kind = LAB_CLAIM_WORTH;
  if (s->count != 5) {
    return is_no_claim(r);
  }
  out->subject = words[2];
  out->more = strcmp(words[3], ">") == 0;
  out->other = is_number(words[4]) ? NULL : words[4];
  if (out->other != NULL && !out->more && strcmp(words[3], "<") != 0) {
    return is_no_claim(r);
  }
  if (out->other == NULL && !read_bounds(r, "turns", words + 3, &out->wish)) {
    return false;
  }
  if (out->game == NULL) {
    return false;
  }
  if (mr_material_kinds_init(out->game, &kinds, &error) != MR_OK) {
    return complain(r, words[1], NULL, error.message);
  }
  bool good = check_piece(r, &kinds, out->subject);
  return (out->other == NULL || check_piece(r, &kinds, out->other)) && good;
}

/* "mate GAME MEN", with bounds in percent of its positions or without. */
static bool read_mate(reader *r, const sentence *s, lab_claim *out) {
  mr_error error;
  out->kind = LAB_CLAIM_MATE;
  out->wish = (mr_wish){.low = MATES / 100.0, .high = 1};
  if (s->count != 3 && s->count != 5) {
    return is_no_claim(r);
  }
  out->subject = s->words[2];
  if (s->count == 5 && !read_bounds(r, "draws", s->words + 3, &out->wish)) {
    return false;
  }
  return out->game != NULL &&
         (lab_exact_check_mate(out->game, out->subject, &error) == MR_OK ||
          complain_in(r, error.column > 0 ? out->subject : s->words[1], &error));
}

/* "wins GAME PLAYER", "draw GAME"; a state may stand behind "at". */
static bool read_result(reader *r, const sentence *s, lab_claim *out) {
  mr_error error;
  bool wins = strcmp(s->words[0], "wins") == 0;
  out->kind = LAB_CLAIM_RESULT;
  out->other = s->state;
  if (s->count != (wins ? 3 : 2)) {
    return is_no_claim(r);
  }
  out->subject = wins ? s->words[2] : NULL;
  if (out->game == NULL ||
      lab_exact_check_result(out->game, out->subject, out->other, &error) == MR_OK) {
    return out->game != NULL;
  }
  return complain_in(r,
                     error.status == MR_ERR_UNSUPPORTED                    ? s->words[1]
                     : error.status == MR_ERR_UNKNOWN && error.column == 0 ? s->words[s->count - 1]
                     : s->state != NULL                                    ? s->state
                                                                           : s->words[0],
                     &error);
}

/* "MEASURE GAME in 45..55". What no game of it can have is known before the first. */
static bool read_measure(reader *r, const sentence *s, lab_claim *out) {
  mr_error error;
  out->kind = LAB_CLAIM_MEASURE;
  if (s->count != 4) {
    return is_no_claim(r);
  }
  if (!read_bounds(r, s->words[0], s->words + 2, &out->wish) || out->game == NULL) {
    return false;
  }
  mr_status status = mr_measure_check(out->game, out->wish.id, &error);
  if (status == MR_ERR_UNSUPPORTED) {
    out->settled = true;
    out->evidence = keep(r, error.message);
  }
  return status == MR_OK || status == MR_ERR_UNSUPPORTED ||
         complain(r, s->words[0], NULL, error.message);
}

/* "moved:White Horse" is one word of a sentence, though people write it as two. */
static void join_name(sentence *s) {
  while (s->count > 4 && strncmp(s->words[0], "moved:", strlen("moved:")) == 0) {
    char *end = s->words[0] + strlen(s->words[0]);
    memset(end, ' ', (size_t)(s->words[1] - end));
    memmove(s->words + 1, s->words + 2, (s->count - 2) * sizeof *s->words);
    s->count--;
  }
}

static void read_claim(reader *r, sentence *s) {
  lab_claim *next = &r->claims->items[r->claims->count];
  join_name(s);
  const char *word = s->words[0];
  mr_str text = cli_text();
  for (size_t i = 0; i < s->count; i++) {
    mr_str_format(&text, "%s%s", i > 0 ? " " : "", s->words[i]);
  }
  mr_str_format(&text, "%s%s", s->state != NULL ? " at " : "", s->state != NULL ? s->state : "");
  *next = (lab_claim){.text = keep(r, mr_str_text(&text))};
  mr_str_done(&text);
  bool result = strcmp(word, "wins") == 0 || strcmp(word, "draw") == 0;
  if (s->count < 2 || (s->state != NULL && !result)) {
    is_no_claim(r);
    return;
  }
  next->game = game_of(r, s->words[1]);
  bool good = result                       ? read_result(r, s, next)
              : strcmp(word, "mate") == 0  ? read_mate(r, s, next)
              : strcmp(word, "worth") == 0 ? read_worth(r, s, next)
                                           : read_measure(r, s, next);
  r->claims->count += good;
}

/* ---- lines ----------------------------------------------------------------------------------- */

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

static void read_line(reader *r, char *text) {
  sentence s = {.count = 0};
  text[strcspn(text, "#")] = '\0';
  r->cut = text;
  s.state = take_state(text);
  for (char *at = text + strspn(text, " \t\r"); *at != '\0'; at += strspn(at, " \t\r")) {
    if (s.count == WORDS) {
      complain(r, NULL, usage, "no claim has so many words");
      return;
    }
    s.words[s.count++] = at;
    at += strcspn(at, " \t\r");
    if (*at != '\0') {
      *at++ = '\0';
    }
  }
  if (s.count > 0 && r->claims->count == CLAIMS_MAX) {
    complain(r, NULL, NULL, "a file has at most 1000 claims");
  } else if (s.count > 0) {
    read_claim(r, &s);
  }
}

static void read_lines(reader *r, char *text) {
  for (r->line = 1; text != NULL && !r->failed && r->list.errors < MISTAKES_MAX; r->line++) {
    char *end = strchr(text, '\n');
    if (end != NULL) {
      *end = '\0';
    }
    r->written = keep(r, text);
    if (!r->failed) {
      read_line(r, text);
    }
    text = end != NULL ? end + 1 : NULL;
  }
}

int lab_claims_read(cli_context *cli, const char *path, lab_claim_list *out) {
  reader r = {.cli = cli, .claims = out, .path = path};
  mr_str text = mr_str_growing(NULL);
  char *copy = NULL;
  *out = (lab_claim_list){.count = 0};
  int status = cli_file_read(cli, path, FILE_MOST, &text);
  if (status == CLI_OK && strlen(mr_str_text(&text)) != text.length) {
    status = cli_fail(cli, "%s is no text: it has a NUL in it", path);
  }
  if (status == CLI_OK) {
    copy = mr_arena_copy(&cli->arena, mr_str_text(&text), text.length);
    out->items = mr_arena_zero(&cli->arena, CLAIMS_MAX + 1, sizeof *out->items);
    out->games = mr_arena_zero(&cli->arena, CLAIMS_MAX + MISTAKES_MAX, sizeof *out->games);
    status =
        copy != NULL && out->items != NULL && out->games != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  mr_str_done(&text);
  mr_diagnostics_init(&r.list, &cli->arena);
  if (status == CLI_OK) {
    read_lines(&r, copy);
    status = cli_fail_diagnostics(cli, &r.list);
  }
  if (status == CLI_OK && r.failed) {
    status = CLI_FAILED;
  }
  return status == CLI_OK && out->count == 0 ? cli_fail(cli, "%s has no claim in it", path)
                                             : status;
}

void lab_claims_done(lab_claim_list *claims) {
  for (size_t i = 0; i < claims->game_count; i++) {
    mr_game_free(claims->games[i].game);
  }
  claims->game_count = 0;
}
