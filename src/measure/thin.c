/* Fewer pieces on a board, by the text of its state. */
#include <marcher/view.h>
#include <string.h>

#include "base/text.h"
#include "measure/measure_priv.h"

/** A position that gets thinner. */
typedef struct thinning {
  const mr_game *game;
  mr_state *state; /**< as it stands */
  mr_state *tried;
  mr_str text; /**< of `state` */
  mr_str next;
  const mr_allocator *allocator;
  size_t board; /**< pieces of `state` on its board */
  size_t hands; /**< and in hands */
} thinning;

/** Pieces on the board and in hands; false: out of memory. */
static bool count_pieces(const thinning *t, const mr_state *state, size_t *board, size_t *hands) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, t->allocator, SIZE_MAX);
  bool good = mr_game_view(t->game, state, MR_NOBODY, &arena, &view, NULL) == MR_OK;
  *board = 0;
  *hands = 0;
  for (size_t i = 0; good && i < (size_t)view.columns * view.rows; i++) {
    *board += view.cells[i].piece != 0;
  }
  for (size_t i = 0; good && i < view.hand_count; i++) {
    for (size_t k = 0; k < view.hands[i].count; k++) {
      *hands += view.hands[i].items[k].count;
    }
  }
  mr_arena_done(&arena);
  return good;
}

/** Bytes of the rows of the board, with which every state text begins. */
static size_t board_length(const char *text) {
  return strcspn(text, " [");
}

/* How far a number reaches to the left of `at`, and to the right of it. */
static size_t digits_before(const char *text, size_t at) {
  size_t count = 0;
  while (count < at && mr_text_is_digit(text[at - 1 - count])) {
    count++;
  }
  return count;
}

static size_t digits_at(const char *text, size_t at) {
  size_t count = 0;
  while (mr_text_is_digit(text[at + count])) {
    count++;
  }
  return count;
}

static uint64_t number_of(const char *text, size_t length) {
  uint64_t value = 0;
  return mr_parse_uint(text, length, UINT16_MAX, &value) ? value : 0;
}

/** The text with an empty square in place of [from, to), joined with the numbers beside it. */
static void write_without(thinning *t, size_t from, size_t to, bool left, bool right) {
  const char *text = mr_str_text(&t->text);
  size_t before = left ? digits_before(text, from) : 0;
  size_t behind = right ? digits_at(text, to) : 0;
  mr_str_reset(&t->next);
  mr_str_bytes(&t->next, text, from - before);
  mr_str_uint(&t->next, 1 + number_of(text + from - before, before) + number_of(text + to, behind));
  mr_str_add(&t->next, text + to + behind);
}

/** Whether the game reads `next` as the position with one piece less and nothing else changed. */
static bool reads_one_less(thinning *t) {
  size_t board = 0, hands = 0;
  mr_error error;
  return t->next.status == MR_OK &&
         mr_game_parse_state(t->game, mr_str_text(&t->next), t->next.length, t->tried, &error) ==
             MR_OK &&
         mr_game_fully_known(t->game, t->tried) &&
         mr_game_node(t->game, t->tried).kind == MR_NODE_DECISION &&
         mr_player_same(mr_game_node(t->game, t->tried).player,
                        mr_game_node(t->game, t->state).player) &&
         count_pieces(t, t->tried, &board, &hands) && board + 1 == t->board && hands == t->hands;
}

/**
 * Tries to take off the piece whose letter is at `at`: with what may belong to it in the notation
 * of some family, a '+' before it, a '~' or up to four digits behind it.
 */
static bool take_off(thinning *t, size_t at) {
  const char *text = mr_str_text(&t->text);
  size_t from = at > 0 && text[at - 1] == '+' ? at - 1 : at;
  size_t most = text[at + 1] == '~' ? 1 : digits_at(text, at + 1);
  most = most < 4 ? most : 4;
  for (size_t behind = text[at + 1] == '~' ? 1 : 0; behind <= most; behind++) {
    for (unsigned join = 4; join-- > 0;) {
      write_without(t, from, at + 1 + behind, (join & 1) != 0, (join & 2) != 0);
      if (reads_one_less(t)) {
        return true;
      }
    }
  }
  return false;
}

/** The letters of the pieces, in an order by chance. @return their number */
static size_t list_letters(const thinning *t, mr_random *random, size_t *out) {
  const char *text = mr_str_text(&t->text);
  size_t length = board_length(text);
  size_t count = 0;
  for (size_t i = 0; i < length && count < MR_THIN_PIECES_MAX; i++) {
    if (mr_text_is_letter(text[i])) {
      size_t at = (size_t)mr_random_below(random, ++count);
      out[count - 1] = out[at];
      out[at] = i;
    }
  }
  return count;
}

/** Takes off one piece that may go. @return false: there is none */
static bool thin_once(thinning *t, mr_random *random, mr_thin_keep keep, void *context) {
  size_t letters[MR_THIN_PIECES_MAX];
  size_t count = list_letters(t, random, letters);
  for (size_t i = 0; i < count; i++) {
    if (take_off(t, letters[i]) && keep(context, t->tried)) {
      mr_state_copy(t->game, t->state, t->tried);
      t->board--;
      mr_str_reset(&t->text);
      mr_game_format_state(t->game, t->state, &t->text);
      return true;
    }
  }
  return false;
}

mr_status mr_thin(const mr_game *game, mr_state *state, mr_random *random, mr_thin_keep keep,
                  void *context, const mr_allocator *allocator, mr_error *err) {
  thinning t = {.game = game,
                .state = state,
                .tried = mr_state_new(game, allocator),
                .text = mr_str_growing(allocator),
                .next = mr_str_growing(allocator),
                .allocator = allocator};
  mr_game_format_state(game, state, &t.text);
  bool good = t.tried != NULL && count_pieces(&t, state, &t.board, &t.hands);
  while (good && t.text.status == MR_OK && thin_once(&t, random, keep, context)) {
  }
  good = good && t.text.status == MR_OK && t.next.status == MR_OK;
  mr_str_done(&t.text);
  mr_str_done(&t.next);
  mr_state_free(game, allocator, t.tried);
  return good ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a thinner position");
}
