/* Armies that go from one battle to the next (WL-44): who is left, and who takes which place. */
#include "base/text.h"
#include "rules/warlord/warlord.h"

_Static_assert(MR_WL_KINDS <= MR_MUSTER_KINDS, "every kind of unit has a number");

/* Most units of a kind that a text may name: more than a side has. */
enum { NUMBER_MOST = 2 * MR_WL_UNITS_MAX };

static unsigned survivors(const mr_game *base, const mr_state *opaque, unsigned side,
                          mr_muster *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned blocks = game->blocks ? mr_wl_blocks_to_come(game, state, side) : 0;
  *out = (mr_muster){{0}};
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    uint16_t *count = &out->counts[units[i].kind];
    *count = (uint16_t)(*count + (units[i].cell != MR_WL_OFF_BOARD));
  }
  for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) { /* who has not come lives on */
    unsigned waiting = mr_wl_waiting_const(game, state)[side * game->post_max + i];
    uint16_t *count = &out->counts[game->post[side][i].kind];
    *count = (uint16_t)(*count + blocks + waiting);
  }
  unsigned reserves[MR_WL_KINDS];
  mr_wl_count_reserves(game, state, side, reserves);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    out->counts[kind] = (uint16_t)(out->counts[kind] + reserves[kind]);
  }
  return mr_wl_towns_held(game, state, side);
}

static void format(const mr_muster *men, mr_str *out) {
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (men->counts[kind]) {
      mr_str_format(out, "%c%u", mr_wl_letters[kind], (unsigned)men->counts[kind]);
    }
  }
}

static mr_status parse(const char *text, size_t length, mr_muster *out, mr_error *err) {
  mr_muster men = {{0}};
  for (size_t at = 0; at < length;) {
    size_t digits = 0, begin = at;
    uint64_t number = 0;
    unsigned piece = mr_wl_piece_of_letter(text[at++]);
    while (at + digits < length && mr_text_is_digit(text[at + digits])) {
      digits++;
    }
    if (!piece || piece >> 4 != MR_WL_WHITE ||
        !mr_parse_uint(text + at, digits, NUMBER_MOST, &number) || !number ||
        men.counts[piece & 15u]) {
      return mr_error_at(err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                         "expected units, each kind once with a number up to %d, such as G1K2H4I12",
                         NUMBER_MOST);
    }
    men.counts[piece & 15u] = (uint16_t)number;
    at += digits;
    while (at < length && mr_text_is_blank(text[at])) {
      at++;
    }
  }
  *out = men;
  return MR_OK;
}

/* Promoted ones become leaders of level 1, or infantry again. */
static void settle(mr_muster *men, bool lasting) {
  uint16_t *count = &men->counts[lasting ? 1 : MR_WL_INFANTRY];
  *count = (uint16_t)(*count + men->counts[MR_WL_PROMOTED]);
  men->counts[MR_WL_PROMOTED] = 0;
}

/* Who takes a place of the map that its own kind cannot fill: leaders places of leaders, those of
   the highest level first, others the rest, the swiftest first. 0: nobody is left */
static unsigned stand_in(const mr_muster *men, unsigned wanted, unsigned ground) {
  static const uint8_t others[] = {MR_WL_HEAVY, MR_WL_CANNON, MR_WL_LIGHT, MR_WL_INFANTRY,
                                   MR_WL_PROMOTED};
  for (unsigned level = MR_WL_LEVEL_MAX; mr_wl_is_numbered(wanted) && level > 0; level--) {
    if (men->counts[level]) {
      return level;
    }
  }
  for (size_t i = 0; !mr_wl_is_numbered(wanted) && i < sizeof others; i++) {
    if (men->counts[others[i]] && mr_wl_may_stand(others[i], ground)) {
      return others[i];
    }
  }
  return MR_WL_NOTHING;
}

/* First everybody takes a place of their own kind, then whoever is left what is left of places. */
static void fill_places(const mr_wl_game *game, mr_wl_state *state, unsigned side, mr_muster *men) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  for (unsigned turn = 0; turn < 2; turn++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      mr_wl_post post = game->post[side][i];
      if (mr_wl_unit_of(squares[post.cell])) {
        continue;
      }
      unsigned kind = turn == 0 ? (men->counts[post.kind] ? post.kind : 0)
                                : stand_in(men, post.kind, game->ground[post.cell]);
      if (kind) {
        post.kind = (uint8_t)kind;
        men->counts[kind]--;
        mr_wl_add_unit(game, state, side, post);
      }
    }
  }
}

/*
 * It is not asked whether the battle is over: whoever stands in a town here would stand there in
 * the first state of the map as well, and a map that is won at once is no game (compile.c).
 */
static mr_status begin(const mr_game *base, const mr_muster armies[2], mr_muster rest[2],
                       mr_state *out, mr_error *err) {
  const mr_wl_game *game = mr_wl_game_of(base);
  if (game->deploys) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "the players set up their armies here; with deployment = fixed "
                        "those of a campaign stand as the map draws them (WL-44)");
  }
  mr_state *opaque = mr_state_new(base, base->allocator);
  if (opaque == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for a state");
  }
  mr_wl_state *state = mr_wl_writable(opaque);
  mr_wl_head *h = &state->head;
  mr_muster left[2] = {armies[0], armies[1]};
  h->turn = 1;
  h->first = h->side = game->first == MR_WL_BLACK;
  mr_wl_lay_ground(game, game->ground, state);
  fill_places(game, state, MR_WL_WHITE, &left[0]);
  fill_places(game, state, MR_WL_BLACK, &left[1]);
  mr_wl_share_leaders(game, state);
  h->phase = game->first == MR_WL_DRAWN ? MR_WL_LOTS : MR_WL_PLAY;
  mr_wl_begin_past(game, state);
  mr_status status = MR_OK;
  for (unsigned side = 0; side < 2 && status == MR_OK; side++) {
    if (!h->leaders[side]) {
      status = mr_error_set(err, MR_ERR_ILLEGAL, "%s has no leader left who could begin (WL-21)",
                            mr_wl_side_names[side]);
    }
  }
  if (status == MR_OK) {
    mr_state_copy(base, out, opaque);
    memcpy(rest, left, sizeof left);
  }
  mr_state_free(base, base->allocator, opaque);
  return status;
}

const mr_muster_ops mr_wl_muster = {
    .survivors = survivors,
    .format = format,
    .parse = parse,
    .settle = settle,
    .begin = begin,
};
