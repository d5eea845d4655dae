/* Squares that are blocked during a game: their keys, and what is said of them. */
#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/* An action has seven bits for where it sets a wall. */
enum { CELLS_MAX = 128 };

/* Keys that do not go together with walls that are set, and why. */
static void refuse_others(mr_fy_reading *in) {
  const mr_fy_rules *rules = in->rules;
  const struct {
    unsigned key;
    bool used;
    const char *why;
  } against[] = {
      {MR_FY_KEY_PIECE_DROPS, rules->drops, "a drop sets no wall"},
      {MR_FY_KEY_SPLIT_TURNS, rules->split, "a wall would be set on squares of either colour"},
      {MR_FY_KEY_IMMOBILITY_ILLEGAL, rules->immobility_illegal,
       "what can never move again depends on the walls there are"},
      {MR_FY_KEY_FLAG_MOVE, rules->flag.race, "a race of kings knows of no walls"},
      {MR_FY_KEY_IMPASSE, rules->impasse, "walls decide games that no man can win"},
  };
  for (size_t i = 0; i < sizeof against / sizeof *against; i++) {
    const mr_setting *setting = mr_fy_setting(in, against[i].key);
    if (against[i].used) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED,
                  setting != NULL ? &setting->key_at : &in->definition->at, NULL,
                  "'%s' does not go together with wallingRule: %s", mr_fy_keys[against[i].key].name,
                  against[i].why);
    }
  }
}

/* Pieces that become walls by capturing. */
static void read_petrified(mr_fy_reading *in) {
  mr_fy_rules *rules = in->rules;
  mr_fy_walling *walling = &rules->walling;
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_PETRIFY);
  mr_fy_letters letters = mr_fy_read_letters(in, setting, (mr_fy_letters){.count = 0});
  walling->petrified = mr_fy_kinds_of(in, &letters);
  walling->petrify_blown = walling->petrify_blown && walling->petrified != 0 && rules->blast.on;
  const struct {
    bool used;
    const char *with;
  } against[] = {
      {(walling->petrified & mr_fy_royal_kinds(rules)) != 0,
       "pieces that are royal by themselves; a commoner of extinctionPieceTypes is royal with "
       "extinctionPseudoRoyal"},
      {walling->rule == MR_FY_WALLS_DUCK, "wallingRule = duck, which leaves no other wall"},
      {rules->split, "splitTurns"},
      {rules->immobility_illegal, "immobilityIllegal, which counts on the walls of startFen"},
      {rules->impasse, "impasse"},
  };
  for (size_t i = 0; i < sizeof against / sizeof *against && setting != NULL; i++) {
    if (walling->petrified != 0 && against[i].used) {
      mr_diagnose(in->list, MR_ERR_UNSUPPORTED, &setting->key_at, NULL,
                  "'petrifyOnCaptureTypes' does not go together with %s", against[i].with);
    }
  }
}

/* Who says where walls may be set, and not that any are, has forgotten that. */
static void warn_of_idle_walls(mr_fy_reading *in) {
  const unsigned keys[] = {MR_FY_KEY_WALLING_REGION, MR_FY_KEY_WALLING_REGION + 1,
                           MR_FY_KEY_WALLING_REGION + 2, MR_FY_KEY_WALL_OR_MOVE};
  const mr_setting *nearest = mr_fy_nearest_setting(in, keys, sizeof keys / sizeof keys[0]);
  if (in->rules->walling.rule == MR_FY_WALLS_NONE && nearest != NULL && nearest->depth <= 1) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &nearest->key_at,
                   "add a line such as 'wallingRule = static'",
                   "'%s' means nothing without 'wallingRule'", nearest->key);
  }
  const mr_setting *blasts = mr_fy_setting(in, MR_FY_KEY_PETRIFY_BLAST);
  bool some = in->rules->walling.petrified != 0 && in->rules->blast.on;
  if (blasts != NULL && blasts->depth <= 1 && mr_fy_bool(in, MR_FY_KEY_PETRIFY_BLAST) && !some) {
    mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &blasts->key_at,
                   "add the one that is missing",
                   "'petrifyBlastPieces' means nothing without petrifyOnCaptureTypes and "
                   "blastOnCapture");
  }
}

/* Where both keys stand in one definition the peer takes that for both sides, wherever it stands.
 */
static void note_regions(mr_fy_reading *in) {
  const mr_setting *both = mr_fy_setting(in, MR_FY_KEY_WALLING_REGION);
  for (unsigned side = 0; side < 2; side++) {
    const mr_setting *own = mr_fy_setting(in, MR_FY_KEY_WALLING_REGION + 1 + side);
    if (both != NULL && own != NULL && both->depth == own->depth && own->depth <= 1 &&
        in->rules->walling.rule != MR_FY_WALLS_NONE) {
      mr_diagnose_as(
          in->list, MR_SEVERITY_NOTE, MR_ERR_UNSUPPORTED, &own->key_at, NULL,
          "counts of positions will differ from Fairy-Stockfish's: there 'wallingRegion' "
          "counts where both are set, here '%s' does",
          own->key);
    }
  }
}

void mr_fy_read_walls(mr_fy_reading *in) {
  mr_fy_walling *walling = &in->rules->walling;
  const mr_setting *rule = mr_fy_setting(in, MR_FY_KEY_WALLING);
  walling->rule =
      (mr_fy_wall_rule)mr_setting_choice(in->definition, &mr_fy_keys[MR_FY_KEY_WALLING]);
  for (unsigned side = 0; side < 2; side++) {
    const mr_setting *setting = mr_fy_side_setting(in, MR_FY_KEY_WALLING_REGION, side);
    walling->region[side] = in->board;
    if (setting != NULL && !mr_fy_read_region(in, setting, &walling->region[side])) {
      return;
    }
  }
  read_petrified(in);
  warn_of_idle_walls(in);
  note_regions(in);
  if (walling->rule == MR_FY_WALLS_NONE) {
    walling->instead = false;
    return;
  }
  if (in->rules->cells > CELLS_MAX && rule != NULL) {
    mr_diagnose(in->list, MR_ERR_LIMIT, &rule->key_at, NULL,
                "'wallingRule' needs a board of at most %d squares; this one has %u", CELLS_MAX,
                in->rules->cells);
  }
  refuse_others(in);
}

/* ---- in words -------------------------------------------------------------------------------- */

static const char *where_text(mr_fy_wall_rule rule) {
  static const char *const texts[] = {
      [MR_FY_WALLS_NONE] = "",
      [MR_FY_WALLS_STATIC] = "any empty square",
      [MR_FY_WALLS_ARROW] = "an empty square to which the piece could go on from where it is then",
      [MR_FY_WALLS_DUCK] = "any empty square other than where it stood",
      [MR_FY_WALLS_EDGE] = "an empty square at the edge of the board or beside a wall",
      [MR_FY_WALLS_PAST] = "the square that the piece has left",
  };
  return texts[rule];
}

/* Where a side may set one, where that is a part of the board. */
static void add_regions(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_set *region = rules->walling.region;
  bool alike = mr_fy_set_same(&region[0], &region[1]);
  for (unsigned side = 0; side < (alike ? 1u : 2u); side++) {
    unsigned count = 0;
    for (unsigned cell = 0; cell < rules->cells; cell++) {
      count += mr_fy_set_has(&region[side], cell);
    }
    if (count == rules->cells) {
      continue;
    }
    mr_str_format(out, " %s on ",
                  alike                 ? "Walls are set"
                  : side == MR_FY_WHITE ? "White sets walls"
                                        : "Black sets walls");
    if (count == 0) {
      mr_str_add(out, "no square");
    } else {
      mr_fy_add_squares(rules, &region[side], out);
    }
    mr_str_add(out, " alone.");
  }
}

/* What becomes a wall by capturing. */
static void write_petrified(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, rules->walling.rule != MR_FY_WALLS_NONE ? " " : "");
  mr_str_add(out, "These pieces become walls where they capture: ");
  mr_fy_add_all_kinds(rules, rules->walling.petrified, out);
  mr_str_add(out, rules->walling.rule != MR_FY_WALLS_NONE
                      ? "."
                      : ". A wall stays: nothing moves on to it, and nothing over it that needs "
                        "empty squares.");
  if (rules->walling.petrify_blown) {
    mr_str_add(out, " So does all else that a blast removes.");
  }
  if (rules->extinction.royal) {
    mr_str_add(out, " One of them that may not be left attacked captures nothing, and attacks no "
                    "other such.");
  }
}

bool mr_fy_write_walls(const mr_fy_rules *rules, mr_str *out) {
  const mr_fy_walling *walling = &rules->walling;
  bool duck = walling->rule == MR_FY_WALLS_DUCK;
  if (walling->rule == MR_FY_WALLS_NONE) {
    if (walling->petrified != 0) {
      write_petrified(rules, out);
    }
    return walling->petrified != 0;
  }
  mr_str_add(out, walling->instead ? "Instead of moving a piece, a player may "
                                   : "Every move ends "
                                     "with ");
  if (duck) {
    mr_str_add(out, walling->instead ? "put the duck on " : "the duck being put on ");
  } else {
    mr_str_add(out, walling->instead ? "block " : "a wall on ");
  }
  mr_str_add(out, where_text(walling->rule));
  mr_str_add(out, duck ? ". Nothing moves on to the duck, and nothing over it that needs empty "
                         "squares."
                       : ". It stays there: nothing moves on to it, and nothing over it that needs "
                         "empty squares.");
  if (!walling->instead) {
    mr_str_add(out, " Without a square for it a move cannot be made.");
  }
  add_regions(rules, out);
  if (walling->petrified != 0) {
    write_petrified(rules, out);
  }
  return true;
}
