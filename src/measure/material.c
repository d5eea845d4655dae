/* What stands on a board and is in hands, by kinds. */
#include <marcher/material.h>
#include <marcher/view.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum {
  MEET_GAMES = 4, /* beginnings at random that show what comes to be where nothing is there yet */
  MEET_ACTIONS = 200, /* of each: armies are set up by then */
  MEET_EVERY = 8      /* of them: a piece that is placed stays for longer */
};

/** Whose piece it is: 0 or 1, or 2 where it is nobody's. */
static uint8_t side_of(const mr_game *game, mr_player owner) {
  if (owner.id >= game->info.players) {
    return 2;
  }
  return game->info.team[owner.id] != game->info.team[0];
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static mr_status too_many(mr_error *err) {
  return mr_error_set(err, MR_ERR_LIMIT,
                      "the pieces of this game come in more than %d kinds: what one of them is "
                      "worth cannot be asked",
                      MR_MATERIAL_KINDS_MAX);
}

/** "+l" and "+L" are one kind, of both sides; with '@' behind it is in hand. */
static int kind_named(const mr_material_kinds *kinds, const char *text) {
  for (size_t i = 0; i < kinds->count; i++) {
    if (strcmp(kinds->items[i].text, text) == 0) {
      return (int)i;
    }
  }
  return -1;
}

static int kind_of(const mr_material_kinds *kinds, mr_piece piece, uint8_t side, bool held) {
  for (size_t i = 0; i < kinds->piece_count; i++) {
    if (kinds->pieces[i].piece.id == piece.id && kinds->pieces[i].side == side &&
        kinds->pieces[i].held == held) {
      return kinds->pieces[i].kind;
    }
  }
  return -1;
}

/** Adds a piece of a side under a label, and the kind that it is of. @return it, or -1: no room */
static int add_piece(mr_material_kinds *kinds, mr_piece piece, uint8_t side, bool held,
                     const char *label) {
  char text[sizeof kinds->items[0].text];
  mr_str upper = mr_str_fixed(text, sizeof text);
  for (const char *at = label; *at != '\0'; at++) {
    mr_str_char(&upper, mr_text_upper(*at));
  }
  mr_str_add(&upper, held ? "@" : "");
  int kind = kind_of(kinds, piece, side, held);
  if (kind >= 0) {
    return kind;
  }
  kind = kind_named(kinds, text);
  if (kinds->piece_count == MR_MATERIAL_PIECES_MAX ||
      (kind < 0 && kinds->count == MR_MATERIAL_KINDS_MAX)) {
    return -1;
  }
  if (kind < 0) {
    kind = (int)kinds->count++;
    mr_material_kind *item = &kinds->items[kind];
    *item = (mr_material_kind){.held = held};
    memcpy(item->text, text, sizeof item->text);
    mr_str name = mr_str_fixed(item->name, sizeof item->name);
    mr_game_piece_text(kinds->game, piece, &name);
    mr_str_add(&name, held ? " in hand" : "");
  }
  kinds->pieces[kinds->piece_count].piece = piece;
  kinds->pieces[kinds->piece_count].side = side;
  kinds->pieces[kinds->piece_count].held = held;
  kinds->pieces[kinds->piece_count++].kind = (uint8_t)kind;
  return kind;
}

/** Those that the family lists. */
static mr_status add_listed(mr_material_kinds *kinds, mr_error *err) {
  mr_kind list[MR_KINDS_MAX];
  size_t count = mr_game_kinds(kinds->game, list);
  mr_status status = MR_OK;
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    char label[5] = {0};
    mr_str text = mr_str_fixed(label, sizeof label);
    mr_str_add(&text, list[i].promoted ? "+" : "");
    mr_str_char(&text, list[i].letter);
    mr_str_add(&text, list[i].falls_to != '\0' ? "~" : "");
    for (unsigned held = 0; held <= (unsigned)list[i].held && status == MR_OK; held++) {
      int kind =
          add_piece(kinds, list[i].piece, side_of(kinds->game, list[i].owner), held == 1, label);
      status = kind >= 0 ? MR_OK : too_many(err);
      if (status == MR_OK) {
        kinds->items[kind].was =
            list[i].promoted ? mr_text_upper(list[i].letter) : list[i].falls_to;
        kinds->items[kind].royal = kinds->items[kind].royal || list[i].royal;
        kinds->items[kind].worth =
            kinds->items[kind].worth != NULL ? kinds->items[kind].worth : list[i].worth;
      }
    }
  }
  return status;
}

/** How many there are of each kind and side. */
typedef struct tally {
  uint16_t count[MR_MATERIAL_KINDS_MAX][2];
} tally;

/** Adds so many of a piece to a tally; a new kind is made for it. @return false: no room for it */
static bool tally_piece(mr_material_kinds *kinds, const mr_view_piece *piece, mr_player owner,
                        unsigned count, bool held, tally *out) {
  uint8_t side = side_of(kinds->game, owner);
  if (side > 1) {
    return true;
  }
  int kind = add_piece(kinds, piece->piece, side, held, piece->label);
  if (kind >= 0) {
    out->count[kind][side] = (uint16_t)(out->count[kind][side] + count);
  }
  return kind >= 0;
}

/** Those that are there in a position. */
static mr_status add_seen(mr_material_kinds *kinds, const mr_state *state, mr_error *err) {
  mr_arena arena;
  mr_view view;
  tally seen = {{{0}}};
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_status status = mr_game_view(kinds->game, state, MR_NOBODY, &arena, &view, err);
  for (size_t i = 0; status == MR_OK && i < (size_t)view.columns * view.rows; i++) {
    if (view.cells[i].piece != 0) {
      const mr_view_piece *piece = &view.pieces[view.cells[i].piece - 1];
      status = tally_piece(kinds, piece, piece->owner, 1, false, &seen) ? MR_OK : too_many(err);
    }
  }
  for (size_t i = 0; status == MR_OK && i < view.hand_count; i++) {
    const mr_view_hand *hand = &view.hands[i];
    for (size_t k = 0; k < hand->count && status == MR_OK; k++) {
      const mr_view_piece *piece = &view.pieces[hand->items[k].piece - 1];
      bool room = tally_piece(kinds, piece, hand->owner, hand->items[k].count, true, &seen);
      status = room ? MR_OK : too_many(err);
    }
  }
  for (size_t i = 0; i < 2 * kinds->count; i++) {
    uint16_t *most = &kinds->items[i / 2].begin[i % 2];
    *most = seen.count[i / 2][i % 2] > *most ? seen.count[i / 2][i % 2] : *most;
  }
  mr_arena_done(&arena);
  return status;
}

/** Where armies are dealt or set up, some actions at random show what there is. */
static mr_status add_met(mr_material_kinds *kinds, mr_state *state, uint64_t seed, mr_error *err) {
  const mr_game *game = kinds->game;
  mr_action *actions = mr_alloc_zero(NULL, game->info.max_actions + 1, sizeof *actions);
  mr_chance *chances = mr_alloc_zero(NULL, game->info.max_chances + 1, sizeof *chances);
  mr_random random;
  mr_random_init(&random, seed);
  mr_game_start(game, state);
  bool good = actions != NULL && chances != NULL;
  mr_status status =
      good ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for kinds of pieces");
  for (unsigned i = 0; good && status == MR_OK && i < MEET_ACTIONS; i++) {
    mr_node node = mr_game_node(game, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    mr_action action = MR_ACTION_NONE;
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(game, state, chances, &random);
    } else {
      size_t count = mr_game_actions(game, state, actions);
      action = actions[mr_random_below(&random, count)];
    }
    mr_game_make(game, state, action, NULL, NULL);
    status = i % MEET_EVERY == 0 ? add_seen(kinds, state, err) : MR_OK;
  }
  mr_alloc_free(NULL, actions, (game->info.max_actions + 1) * sizeof *actions);
  mr_alloc_free(NULL, chances, (game->info.max_chances + 1) * sizeof *chances);
  return status;
}

mr_status mr_material_kinds_init(const mr_game *game, mr_material_kinds *out, mr_error *err) {
  *out = (mr_material_kinds){.game = game};
  if (mr_game_teams(game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s has more than two sides: what a piece is worth is a difference "
                        "between two",
                        game->info.title);
  }
  mr_kind list[MR_KINDS_MAX];
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for kinds of pieces");
  }
  mr_game_start(game, state);
  mr_status status = add_listed(out, err);
  if (status == MR_OK) {
    status = add_seen(out, state, err);
  }
  bool listed = mr_game_kinds(game, list) > 0;
  for (uint64_t i = 1; i <= MEET_GAMES && status == MR_OK && !listed; i++) {
    status = add_met(out, state, i, err);
  }
  mr_state_free(game, NULL, state);
  return status;
}

int mr_material_find(const mr_material_kinds *kinds, const char *text) {
  for (size_t i = 0; i < kinds->count; i++) {
    const mr_material_kind *kind = &kinds->items[i];
    if (mr_text_is_nocase(text, strlen(text), kind->text) ||
        mr_text_is_nocase(text, strlen(text), kind->name)) {
      return (int)i;
    }
  }
  return -1;
}

double mr_material_said(const mr_material_kind *kind) {
  char *end = NULL;
  double worth = kind->worth != NULL ? strtod(kind->worth, &end) : NAN;
  return end != NULL && end != kind->worth && *end == '\0' ? worth : NAN;
}

/* ---- counting -------------------------------------------------------------------------------- */

bool mr_material_changes(const mr_event *event) {
  switch ((mr_event_kind)event->kind) {
  case MR_EVENT_DEAL:
  case MR_EVENT_PLACE:
  case MR_EVENT_CAPTURE:
  case MR_EVENT_RETURN:
  case MR_EVENT_PROMOTE:
  case MR_EVENT_CONVERT:
  case MR_EVENT_ARRIVE:
    return true;
  case MR_EVENT_START:
  case MR_EVENT_MOVE:
  case MR_EVENT_EXCHANGE:
  case MR_EVENT_DICE:
  case MR_EVENT_DUEL:
  case MR_EVENT_REVEAL:
  case MR_EVENT_PASS:
  case MR_EVENT_TURN:
  case MR_EVENT_RULE:
  case MR_EVENT_END:
  case MR_EVENT_THREAT:
  case MR_EVENT_KIND_COUNT:
    break;
  }
  return false;
}

/** Adds some of a piece to the difference, as far as that has room. */
static void add_to(const mr_material_kinds *kinds, mr_material *out, const mr_view_piece *piece,
                   bool held, unsigned count, bool *strangers) {
  uint8_t side = side_of(kinds->game, piece->owner);
  int kind = side < 2 ? kind_of(kinds, piece->piece, side, held) : -1;
  if (kind < 0) {
    *strangers = *strangers || side < 2;
    return;
  }
  int more = out->more[kind] + (side == 0 ? (int)count : -(int)count);
  out->more[kind] = (int8_t)(more > INT8_MAX ? INT8_MAX : more < INT8_MIN ? INT8_MIN : more);
}

mr_status mr_material_count(const mr_material_kinds *kinds, const mr_state *state, mr_material *out,
                            bool *strangers, mr_error *err) {
  mr_arena arena;
  mr_view view;
  *out = (mr_material){{0}};
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_status status = mr_game_view(kinds->game, state, MR_NOBODY, &arena, &view, err);
  for (size_t i = 0; status == MR_OK && i < (size_t)view.columns * view.rows; i++) {
    if (view.cells[i].piece != 0) {
      add_to(kinds, out, &view.pieces[view.cells[i].piece - 1], false, 1, strangers);
    }
  }
  for (size_t i = 0; status == MR_OK && i < view.hand_count; i++) {
    for (size_t k = 0; k < view.hands[i].count; k++) {
      const mr_view_held *item = &view.hands[i].items[k];
      mr_view_piece piece = view.pieces[item->piece - 1];
      piece.owner = view.hands[i].owner;
      add_to(kinds, out, &piece, true, item->count, strangers);
    }
  }
  mr_arena_done(&arena);
  return status;
}

mr_status mr_material_note(const mr_material_kinds *kinds, const mr_state *state,
                           mr_material_log *log, mr_error *err) {
  if (log->count == MR_MATERIAL_SAMPLES_MAX) {
    return MR_OK;
  }
  mr_status status = mr_material_count(kinds, state, &log->items[log->count], &log->strangers, err);
  log->count = (uint16_t)(log->count + (status == MR_OK));
  return status;
}
