#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

#define BUFFER_SIZE 65536
#define TOKEN_MAX 128
#define END (-1)

/** A place in the text, both from 1. */
typedef struct place {
  uint32_t line;
  uint32_t column;
} place;

/** What is gone on with behind a variation. */
typedef struct pgn_line {
  uint32_t last;       /**< the number of its last node */
  const char *comment; /**< that was being collected on it */
  bool empty;          /**< nothing has been played in it yet */
} pgn_line;

/** A text in memory as a source. */
typedef struct memory {
  const char *text;
  size_t left;
} memory;

struct mr_pgn_reader {
  const mr_allocator *allocator;
  const char *source;
  mr_pgn_source_fn read;
  void *context;
  memory memory;
  mr_arena arena; /**< of the game that is being read */
  mr_str word;    /**< the text that is being read */
  mr_str comment; /**< on what was read last */
  mr_record_tag *tags;
  size_t tag_capacity;
  mr_record_move *moves;
  size_t move_capacity;
  bool variations; /**< they are kept: */
  mr_pgn_node *nodes;
  size_t node_capacity;
  pgn_line line;                    /**< that is being read */
  pgn_line lines[MR_PGN_DEPTH_MAX]; /**< those around it */
  size_t depth;
  place opened; /**< where the variation began that is read */
  mr_pgn_game game;
  mr_error *err; /**< of the call under way */
  place at;
  bool moving; /**< the moves of a game have begun: a tag would be another's */
  bool broken; /**< the last game could not be read: its rest is to be skipped */
  size_t next; /**< in the buffer */
  size_t filled;
  char buffer[BUFFER_SIZE];
};

/* ---- characters ------------------------------------------------------------------------------ */

/** The next character without taking it, or END. */
static int peek(mr_pgn_reader *r) {
  if (r->next == r->filled) {
    r->next = 0;
    r->filled = r->read(r->context, r->buffer, sizeof r->buffer);
    if (r->filled > sizeof r->buffer) {
      r->filled = 0;
    }
  }
  return r->next < r->filled ? (unsigned char)r->buffer[r->next] : END;
}

static void take_byte(mr_pgn_reader *r) {
  bool line = r->buffer[r->next++] == '\n';
  r->at.column = line ? 1 : r->at.column + 1;
  r->at.line += line;
}

static bool is_space(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/** Blanks, and lines that begin with '%'. */
static void skip_space(mr_pgn_reader *r) {
  for (int c = peek(r); is_space(c) || (c == '%' && r->at.column == 1); c = peek(r)) {
    bool line = c == '%';
    while (line && peek(r) != END && peek(r) != '\n') {
      take_byte(r);
    }
    if (!line) {
      take_byte(r);
    }
  }
}

static mr_status fail(mr_pgn_reader *r, place at, mr_status status, const char *message) {
  mr_error_set(r->err, status, "%s", message);
  mr_error_locate(r->err, r->source, at.line, at.column);
  return status;
}

static mr_status no_memory(mr_pgn_reader *r) {
  if (r->arena.held + BUFFER_SIZE > r->arena.limit) {
    return fail(r, r->at, MR_ERR_LIMIT, "a game that is too large");
  }
  return fail(r, r->at, MR_ERR_NOMEM, "no memory to read a game");
}

/* ---- the game under construction ------------------------------------------------------------- */

/** What was collected in a string, cleaned, in the arena; NULL without memory. */
static char *copy_clean(mr_pgn_reader *r, const mr_str *text) {
  mr_str clean = mr_str_growing(r->allocator);
  mr_pgn_add_clean(&clean, mr_str_text(text), text->length);
  char *copy = clean.status == MR_OK && text->status == MR_OK
                   ? mr_arena_copy(&r->arena, mr_str_text(&clean), clean.length)
                   : NULL;
  mr_str_done(&clean);
  return copy;
}

/** Hands the comment that was collected to the last move, or to the game. Its lines mean nothing.
 */
static mr_status attach_comment(mr_pgn_reader *r) {
  mr_status status = r->comment.status;
  if (r->line.empty && status == MR_OK) {
    return MR_OK; /* of the first move of a variation, which is to come */
  }
  if (r->comment.length > 0 && status == MR_OK) {
    char *text = copy_clean(r, &r->comment);
    if (text == NULL) {
      return no_memory(r);
    }
    const char *comment = mr_record_squeeze(text) > 0 ? text : NULL;
    if (r->line.last > 0) {
      r->nodes[r->line.last - 1].move.comment = comment;
    }
    if (r->depth > 0) {
      /* of that node alone */
    } else if (r->game.move_count > 0) {
      r->moves[r->game.move_count - 1].comment = comment;
    } else {
      r->game.comment = comment;
    }
  }
  mr_str_reset(&r->comment);
  return status == MR_OK ? MR_OK : no_memory(r);
}

static mr_status add_node(mr_pgn_reader *r, mr_record_move move) {
  mr_pgn_node *nodes =
      mr_record_grow(&r->arena, r->nodes, r->game.node_count, &r->node_capacity, sizeof *nodes);
  if (nodes == NULL) {
    return no_memory(r);
  }
  r->nodes = nodes;
  nodes[r->game.node_count++] = (mr_pgn_node){move, r->line.last};
  r->line.last = (uint32_t)r->game.node_count;
  r->line.empty = false;
  return MR_OK;
}

static mr_status add_move(mr_pgn_reader *r, const char *text, size_t length, place at) {
  mr_status status = attach_comment(r);
  if (status != MR_OK) {
    return status;
  }
  if (r->game.move_count == MR_PGN_MOVES_MAX || r->game.node_count == MR_PGN_MOVES_MAX) {
    return fail(r, at, MR_ERR_LIMIT, "a game with too many moves");
  }
  const char *copy = mr_arena_copy(&r->arena, text, length);
  mr_record_move move = {.text = copy, .line = at.line, .column = at.column};
  status = copy == NULL ? no_memory(r) : r->variations ? add_node(r, move) : MR_OK;
  if (status != MR_OK || r->depth > 0) {
    return status;
  }
  mr_record_move *moves =
      mr_record_grow(&r->arena, r->moves, r->game.move_count, &r->move_capacity, sizeof *moves);
  if (moves == NULL) {
    return no_memory(r);
  }
  r->moves = moves;
  moves[r->game.move_count++] = move;
  return MR_OK;
}

/* ---- tags ------------------------------------------------------------------------------------ */

static mr_status read_tag_name(mr_pgn_reader *r, const char **out) {
  place at = r->at;
  mr_str_reset(&r->word);
  for (int c = peek(r); mr_text_is_letter((char)c) || mr_text_is_digit((char)c) || c == '_';
       c = peek(r)) {
    if (c == END || r->word.length == TOKEN_MAX) {
      break;
    }
    mr_str_char(&r->word, (char)c);
    take_byte(r);
  }
  if (r->word.length == 0 && r->word.status == MR_OK) {
    return fail(r, at, MR_ERR_SYNTAX, "expected the name of a tag");
  }
  *out = copy_clean(r, &r->word);
  return *out != NULL ? MR_OK : no_memory(r);
}

static mr_status read_tag_value(mr_pgn_reader *r, place *begins, const char **out) {
  place at = r->at;
  if (peek(r) != '"') {
    return fail(r, at, MR_ERR_SYNTAX, "expected '\"' and the value of the tag");
  }
  take_byte(r);
  *begins = r->at;
  mr_str_reset(&r->word);
  for (int c = peek(r); c != '"'; c = peek(r)) {
    if (c == END || c == '\n') {
      return fail(r, at, MR_ERR_SYNTAX, "the value of a tag has no end");
    }
    if (r->word.length == MR_PGN_TEXT_MAX) {
      return fail(r, at, MR_ERR_LIMIT, "the value of a tag is too long");
    }
    take_byte(r);
    if (c == '\\' && (peek(r) == '"' || peek(r) == '\\')) {
      c = peek(r);
      take_byte(r);
    }
    mr_str_char(&r->word, c != 0 ? (char)c : ' ');
  }
  take_byte(r);
  *out = copy_clean(r, &r->word);
  return *out != NULL ? MR_OK : no_memory(r);
}

static mr_status read_tag(mr_pgn_reader *r) {
  const char *name = NULL;
  const char *value = NULL;
  place at = {0};
  take_byte(r);
  skip_space(r);
  mr_status status = read_tag_name(r, &name);
  if (status == MR_OK) {
    skip_space(r);
    status = read_tag_value(r, &at, &value);
  }
  if (status != MR_OK) {
    return status;
  }
  skip_space(r);
  if (peek(r) != ']') {
    return fail(r, r->at, MR_ERR_SYNTAX, "expected ']' after the tag");
  }
  take_byte(r);
  if (r->game.tag_count == MR_PGN_TAGS_MAX) {
    return fail(r, r->at, MR_ERR_LIMIT, "a game with too many tags");
  }
  mr_record_tag *tags =
      mr_record_grow(&r->arena, r->tags, r->game.tag_count, &r->tag_capacity, sizeof *tags);
  if (tags == NULL) {
    return no_memory(r);
  }
  r->tags = tags;
  tags[r->game.tag_count++] =
      (mr_record_tag){.name = name, .value = value, .line = at.line, .column = at.column};
  return MR_OK;
}

/* ---- movetext -------------------------------------------------------------------------------- */

/** Whether the text that is read next begins so. */
static bool comes_next(mr_pgn_reader *r, const char *text) {
  size_t length = strlen(text);
  size_t size = 1;
  while (r->filled - r->next < length && size > 0) {
    memmove(r->buffer, r->buffer + r->next, r->filled - r->next);
    r->filled -= r->next;
    r->next = 0;
    size = r->read(r->context, r->buffer + r->filled, sizeof r->buffer - r->filled);
    size = size <= sizeof r->buffer - r->filled ? size : 0;
    r->filled += size;
  }
  return r->filled - r->next >= length && memcmp(r->buffer + r->next, text, length) == 0;
}

/** Whether the next game begins here, whatever this one lacks: its first tag, on a line of its own.
 */
static bool game_comes_next(mr_pgn_reader *r) {
  return r->at.column == 1 && peek(r) == '[' && comes_next(r, "[Event \"");
}

/**
 * A comment up to `end`; `silent` ones are skipped. One that was cut, as by a power cut while a
 * game was appended, ends where the next game begins.
 */
static mr_status read_comment(mr_pgn_reader *r, int end, bool silent) {
  place at = r->at;
  bool first = true;
  take_byte(r);
  for (int c = peek(r); c != end; c = peek(r)) {
    if (c == END && end == '\n') {
      return MR_OK;
    }
    if (c == END) {
      return fail(r, at, MR_ERR_SYNTAX, "a comment has no end");
    }
    if (end != '\n' && game_comes_next(r)) {
      return MR_OK;
    }
    take_byte(r);
    if (silent) {
      continue;
    }
    if (r->comment.length >= MR_PGN_TEXT_MAX) {
      return fail(r, at, MR_ERR_LIMIT, "a comment is too long");
    }
    if (first && r->comment.length > 0) {
      mr_str_char(&r->comment, ' ');
    }
    first = false;
    mr_str_char(&r->comment, c != 0 ? (char)c : ' ');
  }
  if (end != '\n') {
    take_byte(r);
  }
  return MR_OK;
}

/** A variation, with those in it; nothing of it is kept. */
static mr_status skip_variation(mr_pgn_reader *r) {
  place at = r->at;
  size_t depth = 0;
  do {
    int c = peek(r);
    mr_status status = MR_OK;
    if (c == END || game_comes_next(r)) {
      return fail(r, at, MR_ERR_SYNTAX, "a variation has no end");
    }
    if (c == '{' || c == ';') {
      status = read_comment(r, c == '{' ? '}' : '\n', true);
    } else {
      depth += c == '(';
      depth -= c == ')';
      take_byte(r);
    }
    if (status != MR_OK) {
      return status;
    }
  } while (depth > 0);
  return MR_OK;
}

/** A variation stands in place of the last move. */
static mr_status open_variation(mr_pgn_reader *r) {
  if (r->depth == MR_PGN_DEPTH_MAX) {
    return fail(r, r->at, MR_ERR_LIMIT, "variations within one another, too deep");
  }
  const char *comment = mr_arena_copy(&r->arena, mr_str_text(&r->comment), r->comment.length);
  if (comment == NULL || r->comment.status != MR_OK) {
    return no_memory(r);
  }
  pgn_line around = r->line;
  around.comment = comment;
  r->lines[r->depth++] = around;
  r->line =
      (pgn_line){.last = around.last > 0 ? r->nodes[around.last - 1].parent : 0, .empty = true};
  r->opened = r->at;
  mr_str_reset(&r->comment);
  take_byte(r);
  return MR_OK;
}

static mr_status close_variation(mr_pgn_reader *r) {
  mr_status status = attach_comment(r);
  r->line = r->lines[--r->depth];
  mr_str_reset(&r->comment); /* what was said of a variation without moves is said of nothing */
  mr_str_add(&r->comment, r->line.comment);
  take_byte(r);
  return status;
}

/** Whether a byte goes on with a word. Those in angles are kept for the future by the standard, but
 * an exchange of the Warlord Games is written with them: `e2<>f2`. */
static bool is_of_word(int c, bool first) {
  return c != END && !is_space(c) &&
         (c == 0 || strchr(first ? "{}();[]$\"<>" : "{}();[]$\"", c) == NULL);
}

static mr_status read_token(mr_pgn_reader *r) {
  char text[TOKEN_MAX + 1];
  size_t length = 0;
  place at = r->at;
  for (int c = peek(r); is_of_word(c, length == 0); c = peek(r)) {
    if (length == TOKEN_MAX) {
      return fail(r, at, MR_ERR_SYNTAX, "a word that is too long for a move");
    }
    if (!mr_text_is_print((char)c)) {
      return fail(r, r->at, MR_ERR_SYNTAX, "no character of a move");
    }
    text[length++] = (char)c;
    take_byte(r);
  }
  text[length] = '\0';
  if (length == 0) {
    return fail(r, at, MR_ERR_SYNTAX, "expected a move, a comment or a result");
  }
  if (mr_record_result_valid(text) && r->depth > 0) {
    return MR_OK; /* a variation ends no game */
  }
  if (mr_record_result_valid(text)) {
    r->game.result = mr_arena_copy(&r->arena, text, length);
    r->game.result_line = at.line;
    r->game.result_column = at.column;
    return r->game.result != NULL ? MR_OK : no_memory(r);
  }
  /* A number with its dots stands in front of a move. Alone, or a dot alone, it may be of the move
   * that follows, or what an action of some games is called. */
  size_t digits = strspn(text, "0123456789");
  size_t number = digits + strspn(text + digits, ".");
  if (number == digits || strcmp(text, ".") == 0) {
    number = 0;
  }
  const char *move = text + number;
  if (move[strspn(move, "!?")] == '\0' || strcmp(move, "e.p.") == 0 || strcmp(move, "ep") == 0) {
    return MR_OK; /* which says nothing */
  }
  at.column += (uint32_t)number;
  return add_move(r, move, length - number, at);
}

/** One thing of a game's text that is no tag. */
static mr_status read_element(mr_pgn_reader *r) {
  int c = peek(r);
  if (c == '{' || c == ';') {
    return read_comment(r, c == '{' ? '}' : '\n', false);
  }
  if (c == '(') {
    return r->variations ? open_variation(r) : skip_variation(r);
  }
  if (c == ')' && r->depth > 0) {
    return close_variation(r);
  }
  if (c != '$') {
    return read_token(r);
  }
  do { /* a glyph */
    take_byte(r);
    c = peek(r);
  } while (c >= '0' && c <= '9');
  return MR_OK;
}

/* ---- games ----------------------------------------------------------------------------------- */

static mr_status read_game(mr_pgn_reader *r) {
  mr_status status = MR_OK;
  skip_space(r);
  r->game.line = r->at.line;
  while (status == MR_OK && r->game.result == NULL && peek(r) != END) {
    bool tag = peek(r) == '[';
    if (tag && r->moving && r->at.column == 1) {
      break;
    }
    if (tag && r->moving) {
      return fail(r, r->at, MR_ERR_SYNTAX, "a tag among the moves");
    }
    status = tag ? read_tag(r) : read_element(r);
    r->moving = r->moving || r->game.move_count > 0 || (status != MR_OK && !tag);
    skip_space(r);
  }
  if (status == MR_OK && r->depth > 0) {
    return fail(r, r->opened, MR_ERR_SYNTAX, "a variation has no end");
  }
  return status == MR_OK ? attach_comment(r) : status;
}

/** What is left of a broken game: its other tags, too, or they would pass for a game of their own.
 */
static void skip_rest(mr_pgn_reader *r) {
  for (int c = peek(r); c != END; c = peek(r)) {
    bool begins = r->at.column == 1;
    if (begins && c == '[' && (r->moving || game_comes_next(r))) {
      return;
    }
    r->moving = r->moving || (begins && c != '[' && !is_space(c));
    take_byte(r);
  }
}

mr_status mr_pgn_next(mr_pgn_reader *r, mr_pgn_game *out, bool *found, mr_error *err) {
  if (r->broken) {
    skip_rest(r);
  }
  mr_arena_done(&r->arena);
  mr_arena_init(&r->arena, r->allocator, MR_PGN_GAME_BYTES_MAX);
  mr_str_reset(&r->comment);
  r->broken = r->moving = false;
  r->tags = NULL;
  r->moves = NULL;
  r->nodes = NULL;
  r->line = (pgn_line){0};
  r->depth = 0;
  r->tag_capacity = r->move_capacity = r->node_capacity = 0;
  r->game = (mr_pgn_game){0};
  r->err = err;
  mr_status status = read_game(r);
  if (status != MR_OK) {
    r->broken = true;
    return status;
  }
  *found = r->game.tag_count > 0 || r->game.move_count > 0 || r->game.result != NULL;
  if (!*found) {
    return MR_OK;
  }
  if (r->game.result == NULL) {
    r->game.result = "*";
  }
  r->game.tags = r->tags;
  r->game.moves = r->moves;
  r->game.nodes = r->nodes;
  *out = r->game;
  return MR_OK;
}

const mr_record_tag *mr_pgn_find_tag(const mr_pgn_game *game, const char *name) {
  for (size_t i = 0; i < game->tag_count; i++) {
    if (strcmp(game->tags[i].name, name) == 0) {
      return &game->tags[i];
    }
  }
  return NULL;
}

const char *mr_pgn_tag(const mr_pgn_game *game, const char *name) {
  const mr_record_tag *tag = mr_pgn_find_tag(game, name);
  return tag != NULL ? tag->value : NULL;
}

/* ---- readers --------------------------------------------------------------------------------- */

mr_status mr_pgn_reader_new(const mr_allocator *allocator, const char *source,
                            mr_pgn_source_fn read, void *context, mr_pgn_reader **out,
                            mr_error *err) {
  mr_pgn_reader *r = mr_alloc_zero(allocator, 1, sizeof *r);
  if (r == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory to read games");
  }
  r->allocator = allocator;
  r->source = source;
  r->read = read;
  r->context = context;
  r->at = (place){1, 1};
  r->word = mr_str_growing(allocator);
  r->comment = mr_str_growing(allocator);
  *out = r;
  if (read != NULL && peek(r) != END) {
    r->next = mr_utf8_mark(r->buffer, r->filled);
  }
  return MR_OK;
}

static size_t read_memory(void *context, char *buffer, size_t size) {
  memory *from = context;
  size_t length = from->left < size ? from->left : size;
  if (length > 0) {
    memcpy(buffer, from->text, length);
  }
  from->text += length;
  from->left -= length;
  return length;
}

/** The text is handed over once the reader, which holds it, has its place. */
mr_status mr_pgn_reader_over(const mr_allocator *allocator, const char *source, const char *text,
                             size_t length, mr_pgn_reader **out, mr_error *err) {
  size_t mark = mr_utf8_mark(text, length);
  mr_status status = mr_pgn_reader_new(allocator, source, NULL, NULL, out, err);
  if (status == MR_OK) {
    (*out)->memory = (memory){text + mark, length - mark};
    (*out)->read = read_memory;
    (*out)->context = &(*out)->memory;
  }
  return status;
}

void mr_pgn_reader_keep_variations(mr_pgn_reader *r) {
  r->variations = true;
}

void mr_pgn_reader_free(mr_pgn_reader *r) {
  if (r == NULL) {
    return;
  }
  mr_arena_done(&r->arena);
  mr_str_done(&r->word);
  mr_str_done(&r->comment);
  mr_alloc_free(r->allocator, r, sizeof *r);
}
