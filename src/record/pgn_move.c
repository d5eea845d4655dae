/*
 * Reading a move by comparing it with what every legal action could be called. Nothing of a game's
 * notation is known here.
 */
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/** A move as it is compared: without marks, '=' and what else people add or leave out. */
typedef struct call {
  char text[MR_ACTION_TEXT_MAX];
  size_t length;
} call;

/** How much two calls may differ. */
typedef enum leniency {
  EXACT,
  NO_CAPTURES, /**< 'x' may be missing, or too much */
  NO_LETTER,   /**< "=+" and a final "+" stand for "=+G" */
  LENIENCIES
} leniency;

static void call_add(call *out, char c) {
  if (out->length + 1 < sizeof out->text) {
    out->text[out->length++] = c;
  }
}

static bool is_mark(char c) {
  return c == '+' || c == '#' || c == '!' || c == '?';
}

/** @param keep_plus a final '+' says what becomes of the man */
static call call_of(const char *text, size_t length, bool keep_plus) {
  call out = {.length = 0};
  bool plus = false;
  while (length > 0 && is_mark(text[length - 1])) {
    length--;
    plus = text[length] == '+';
  }
  bool becomes = length > 0 && text[length - 1] == '=';
  size_t word = 0; /* of castling, behind which stands what else the action does */
  while (word < length && strchr("@,/", text[word]) == NULL) {
    word++;
  }
  bool castling = word == 3 || word == 5;
  for (size_t i = 0; i < word && castling; i++) {
    castling = i % 2 == 1 ? text[i] == '-' : strchr("O0o", text[i]) != NULL;
  }
  for (size_t i = 0; i < length; i++) {
    if (castling && i < word) {
      call_add(&out, i % 2 == 1 ? '-' : 'O');
    } else if (text[i] == ':') {
      call_add(&out, 'x');
    } else if (text[i] == ',') { /* as others write what is blocked: "Nf3,e5" */
      call_add(&out, '@');
    } else if (strchr("=-()", text[i]) == NULL) {
      call_add(&out, text[i]);
    }
  }
  if (plus && !castling && (keep_plus || becomes)) {
    call_add(&out, '+');
  }
  return out;
}

static call without_captures(const call *from) {
  call out = {.length = 0};
  for (size_t i = 0; i < from->length; i++) {
    if (from->text[i] != 'x') {
      call_add(&out, from->text[i]);
    }
  }
  return out;
}

/** @param form the last letter is what a man becomes: its case does not matter */
static bool same_call(const call *a, const call *b, bool form) {
  if (a->length != b->length || a->length == 0) {
    return false;
  }
  size_t last = a->length - 1;
  return memcmp(a->text, b->text, last) == 0 &&
         (a->text[last] == b->text[last] ||
          (form && mr_text_lower(a->text[last]) == mr_text_lower(b->text[last])));
}

/** Whether what was read may mean a move that could be called `name`. */
static bool means(const call *read, const char *name, size_t length, leniency how) {
  const char *form = memchr(name, '=', length);
  call called = call_of(name, length, false);
  if (how == EXACT) {
    return same_call(read, &called, form != NULL);
  }
  if (how == NO_LETTER) {
    bool plus = form != NULL && form[1] == '+';
    called.length -= plus;
    return plus && same_call(read, &called, false);
  }
  call a = without_captures(read);
  call b = without_captures(&called);
  return same_call(&a, &b, form != NULL);
}

/** Whether what was read may mean an action, however much of its origin it says. */
static bool may_mean(const mr_game *game, const mr_state *state, mr_action action, const call *read,
                     leniency how) {
  for (unsigned detail = MR_MOVE_BARE; detail < MR_MOVE_DETAIL_COUNT; detail++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str name = mr_str_fixed(text, sizeof text);
    mr_game_format_move(game, state, action, (mr_move_detail)detail, &name);
    if (means(read, text, name.length, how)) {
      return true;
    }
  }
  return false;
}

/** The family's own text, for which marks mean nothing; the reason why not where it is one. */
static mr_status parse_plain(const mr_game *game, const mr_state *state, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_error why = {0};
  mr_status status = mr_game_parse_action(game, state, text, length, out, &why);
  size_t shorter = length;
  while (shorter > 1 && is_mark(text[shorter - 1])) {
    shorter--;
  }
  if (status != MR_OK && shorter < length) {
    status = mr_game_parse_action(game, state, text, shorter, out, &why);
  }
  if (status == MR_OK) {
    return MR_OK;
  }
  if (status == MR_ERR_SYNTAX && game->notation != NULL) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "'%.*s' is no legal move here", (int)length, text);
  }
  if (err != NULL) {
    *err = why;
  }
  return status;
}

static mr_status parse_move(const mr_game *game, const mr_state *state, mr_action *scratch,
                            const char *text, mr_action *out, mr_error *err) {
  size_t length = strlen(text);
  if (game->notation == NULL || mr_game_node(game, state).kind != MR_NODE_DECISION || length == 0 ||
      length >= MR_ACTION_TEXT_MAX) {
    return mr_game_parse_action(game, state, text, length, out, err);
  }
  size_t count = mr_game_actions(game, state, scratch);
  for (unsigned how = EXACT; how < LENIENCIES; how++) {
    call read = call_of(text, length, how == NO_LETTER);
    mr_action meant = MR_ACTION_NONE;
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) {
      if (may_mean(game, state, scratch[i], &read, (leniency)how)) {
        meant = scratch[i];
        hits++;
      }
    }
    if (hits > 1) {
      return mr_error_at(err, MR_ERR_ILLEGAL, 1, "'%.*s' could mean %zu moves", (int)length, text,
                         hits);
    }
    if (hits == 1) {
      *out = meant;
      return MR_OK;
    }
  }
  return parse_plain(game, state, text, length, out, err);
}

mr_status mr_pgn_move_parse(const mr_game *game, const mr_state *state, mr_action *scratch,
                            const char *text, mr_action *out, mr_error *err) {
  mr_status status = parse_move(game, state, scratch, text, out, err);
  bool number = text[strspn(text, "0123456789.")] == '\0' && text[0] != '\0';
  if (status == MR_OK || !number) {
    return status;
  }
  *out = MR_ACTION_NONE;
  return MR_OK;
}
