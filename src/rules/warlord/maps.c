#include <limits.h>

#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/warlord.h"

/* ---- drawings -------------------------------------------------------------------------------- */

static mr_span span_of(const mr_setting *setting, const mr_value_line *line, uint32_t at,
                       uint32_t length) {
  return (mr_span){setting->source, line->line, line->column + at, length, line->line_text};
}

/* The sign of a square of a drawing that has one for each. */
static mr_span span_of_square(const mr_setting *setting, unsigned row, unsigned file) {
  const mr_value_line *line = &setting->lines[row];
  uint32_t at = 0;
  for (unsigned before = 0; before < file || mr_text_is_blank(line->text[at]); at++) {
    before += !mr_text_is_blank(line->text[at]);
  }
  return span_of(setting, line, at, 1);
}

/* What may stand on a square of a drawing, all of it. */
static const char *list_letters(int (*value)(char), mr_hint *hint) {
  mr_str text = mr_str_fixed(hint->text, sizeof hint->text);
  mr_str_add(&text, "what may stand there: .");
  for (int c = '!'; c <= '~'; c++) {
    if (c != '.' && value((char)c) >= 0) {
      mr_str_char(&text, (char)c);
    }
  }
  return hint->text;
}

typedef struct drawing {
  const mr_setting *setting;
  int (*value)(char); /**< what a letter means; negative: nothing */
  uint8_t *out;       /**< by cell */
  mr_diagnostics *list;
  mr_status status;
  bool told[UCHAR_MAX + 1]; /**< a sign that means nothing is told of once */
} drawing;

static void refuse_sign(drawing *d, char sign, const mr_span *span) {
  mr_hint hint;
  bool *told = &d->told[(unsigned char)sign];
  if (!*told) {
    mr_status found = mr_diagnose_fail(d->list, MR_ERR_SYNTAX, span, list_letters(d->value, &hint),
                                       "%s: '%c' means nothing here", d->setting->key, sign);
    d->status = mr_status_first(d->status, found);
  }
  *told = true;
}

/* @return whether it has as many squares as the board */
static bool read_row(const mr_wl_game *game, unsigned row, drawing *d) {
  const mr_value_line *line = &d->setting->lines[row];
  mr_status found = MR_OK;
  unsigned file = 0;
  for (uint32_t i = 0; i < line->length && found == MR_OK; i++) {
    char c = line->text[i];
    mr_span span = span_of(d->setting, line, i, 1);
    if (mr_text_is_blank(c)) {
      continue;
    }
    if (file == game->columns) {
      found =
          mr_diagnose_fail(d->list, MR_ERR_SYNTAX, &span, NULL,
                           "%s: this row has more than %u squares", d->setting->key, game->columns);
      continue;
    }
    int value = c == '.' ? 0 : d->value(c);
    if (value < 0) {
      refuse_sign(d, c, &span);
    }
    d->out[row * game->columns + file++] = (uint8_t)(value < 0 ? 0 : value);
  }
  if (file < game->columns) {
    mr_span span = span_of(d->setting, line, 0, line->length ? line->length : 1);
    found = mr_diagnose_fail(d->list, MR_ERR_SYNTAX, &span, NULL,
                             "%s: this row has %u square%s, not %u", d->setting->key, file,
                             mr_text_plural(file), game->columns);
  }
  d->status = mr_status_first(d->status, found);
  return found == MR_OK;
}

/*
 * One letter a square, blanks skipped; `value` says what it means. Without a drawing all is 0. All
 * signs without a meaning are told of, and the first row of another length: where the first row of
 * all is wrong every other one is.
 */
static mr_status read_drawing(const mr_wl_game *game, drawing *d) {
  const mr_setting *setting = d->setting;
  if (setting == NULL || setting->length == 0) {
    return MR_OK;
  }
  if (setting->line_count != game->rows) {
    return mr_diagnose_fail(d->list, MR_ERR_SYNTAX, &setting->key_at, NULL,
                            "%s: %zu row%s, but the board has %u", setting->key,
                            setting->line_count, setting->line_count == 1 ? "" : "s", game->rows);
  }
  bool fits = true;
  for (unsigned row = 0; row < game->rows && fits; row++) {
    fits = read_row(game, row, d);
  }
  return d->status;
}

static int zone_value(char letter) {
  int zone = mr_text_upper(letter) - 'A';
  if (!mr_text_is_letter(letter) || zone >= MR_WL_ZONES_MAX) {
    return -1;
  }
  return zone + 1 + (mr_text_is_lower(letter) ? 16 : 0);
}

static int home_value(char letter) {
  return letter == 'A' ? 1 + MR_WL_WHITE : letter == 'a' ? 1 + MR_WL_BLACK : -1;
}

/* Without a drawing a town in the half of a side is at its home; one in the middle is nobody's. */
static void divide_homes(mr_wl_game *game) {
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned twice = 2u * game->row[cell] + 1;
    game->home[cell] = (uint8_t)(twice > game->rows   ? 1 + MR_WL_WHITE
                                 : twice < game->rows ? 1 + MR_WL_BLACK
                                                      : 0);
  }
}

static mr_status size_board(mr_wl_game *game, const mr_setting *pieces, mr_diagnostics *list) {
  const mr_value_line *line = &pieces->lines[0];
  game->rows = (unsigned)pieces->line_count;
  for (uint32_t i = 0; i < line->length; i++) {
    game->columns += !mr_text_is_blank(line->text[i]);
  }
  game->cells = game->rows * game->columns;
  if (game->columns < 2 || game->rows < 2 || game->columns > MR_WL_EDGE_MAX ||
      game->rows > MR_WL_EDGE_MAX) {
    return mr_diagnose_fail(list, MR_ERR_RANGE, &pieces->key_at, NULL,
                            "pieces: the board is %u by %u; 2 by 2 to %d by %d is possible",
                            game->columns, game->rows, MR_WL_EDGE_MAX, MR_WL_EDGE_MAX);
  }
  uint8_t *maps = mr_arena_zero(&game->base.arena, 5, game->cells);
  if (maps == NULL) {
    return MR_ERR_NOMEM;
  }
  game->file = maps;
  game->row = maps + game->cells;
  game->ground = maps + 2 * (size_t)game->cells;
  game->zone = maps + 3 * (size_t)game->cells;
  game->home = maps + 4 * (size_t)game->cells;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    game->file[cell] = (uint8_t)(cell % game->columns);
    game->row[cell] = (uint8_t)(cell / game->columns);
  }
  return MR_OK;
}

/* The units of the map, side by side. */
static mr_status list_posts(mr_wl_game *game, const mr_setting *setting, const uint8_t *pieces,
                            mr_diagnostics *list) {
  unsigned counts[2] = {0, 0};
  mr_status status = MR_OK;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    counts[pieces[cell] >> 4] += pieces[cell] != 0;
  }
  for (unsigned side = 0; side < 2; side++) {
    game->post[side] = mr_arena_zero(&game->base.arena, counts[side], sizeof *game->post[side]);
    if (game->post[side] == NULL) {
      return MR_ERR_NOMEM;
    }
    game->post_max = counts[side] > game->post_max ? counts[side] : game->post_max;
  }
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned kind = pieces[cell] & 15u, side = pieces[cell] >> 4;
    if (!kind) {
      continue;
    }
    if (!mr_wl_may_stand(kind, game->ground[cell])) {
      mr_span span = span_of_square(setting, game->row[cell], game->file[cell]);
      mr_status found = mr_diagnose_fail(
          list, MR_ERR_ILLEGAL, &span, NULL, "pieces: %s on %s at %s", mr_wl_kind_names[kind],
          mr_wl_ground_names[game->ground[cell]], mr_wl_name_cell(game, cell).text);
      status = mr_status_first(status, found);
    }
    game->post[side][game->posts[side]++] = (mr_wl_post){(uint16_t)cell, (uint8_t)kind, 0};
    game->original[side] += mr_wl_is_numbered(kind);
  }
  return status;
}

mr_status mr_wl_read_maps(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list) {
  uint8_t pieces[MR_WL_CELLS_MAX] = {0};
  const mr_setting *map = mr_definition_find(definition, "pieces");
  const mr_setting *ground = mr_definition_find(definition, "terrain");
  const mr_setting *zones = mr_definition_find(definition, "zones");
  const mr_setting *homes = mr_definition_find(definition, "homes");
  if (map == NULL) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &definition->at, NULL,
                            "the drawing `pieces` is missing");
  }
  mr_status status = size_board(game, map, list);
  if (status != MR_OK) {
    return status;
  }
  drawing drawings[] = {
      {.setting = map, .value = mr_wl_piece_value, .out = pieces, .list = list},
      {.setting = ground, .value = mr_wl_ground_value, .out = game->ground, .list = list},
      {.setting = zones, .value = zone_value, .out = game->zone, .list = list},
      {.setting = homes, .value = home_value, .out = game->home, .list = list},
  };
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
    status = mr_status_first(status, read_drawing(game, &drawings[i]));
  }
  if (status != MR_OK) {
    return status;
  }
  game->homes_drawn = homes != NULL && homes->length > 0;
  if (!game->homes_drawn) {
    divide_homes(game);
  }
  mr_wl_find_gaps(game, game->ground);
  return list_posts(game, map, pieces, list);
}

/* How many more squares there are like one that is told of: " (and 2 squares more are none)". */
static void add_others(unsigned count, const char *what, mr_str *out) {
  if (count > 1) {
    mr_str_format(out, " (and %u square%s more %s %s)", count - 1, mr_text_plural(count - 1),
                  count == 2 ? "is" : "are", what);
  }
}

/* Told of is the first square that is no town, and how many more there are. */
mr_status mr_wl_check_homes(const mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  unsigned first = 0, count = 0;
  for (unsigned cell = 0; game->homes_drawn && cell < game->cells; cell++) {
    if (game->home[cell] && game->ground[cell] != MR_WL_TOWN) {
      first = count++ == 0 ? cell : first;
    }
  }
  if (count == 0) {
    return MR_OK;
  }
  char more[48] = "";
  mr_str text = mr_str_fixed(more, sizeof more);
  add_others(count, "none", &text);
  mr_span span =
      span_of_square(mr_definition_find(definition, "homes"), game->row[first], game->file[first]);
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                          "homes: %s is no town%s; towns are drawn in terrain, as # (WL-46)",
                          mr_wl_name_cell(game, first).text, more);
}

/* ---- armies ---------------------------------------------------------------------------------- */

/* A list whose words are a letter and a number. */
static mr_status read_list(const mr_definition *definition, const char *key, bool leaders,
                           mr_wl_army *army, mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, key);
  const char *text = setting != NULL ? setting->text : "", *word = text;
  for (size_t length; (length = mr_next_word(&word)) > 0; word += length) {
    uint64_t number = 0;
    unsigned kind = mr_wl_piece_of_letter(word[0]);
    if (!kind || kind >= MR_WL_KINDS || kind == MR_WL_PROMOTED ||
        mr_wl_is_numbered(kind) != leaders ||
        !mr_parse_uint(word + 1, length - 1, MR_WL_LEADERS_MAX, &number)) {
      mr_span span = mr_setting_span(setting, (size_t)(word - text), length);
      return mr_diagnose_fail(list, MR_ERR_SYNTAX, &span, NULL,
                              leaders ? "%s: expected a leader's letter and a number, such as K3"
                                      : "%s: expected one of H C N I and a number, such as I12",
                              key);
    }
    uint16_t *count = leaders ? &army->levels[kind] : &army->units[kind];
    *count = (uint16_t)(*count + number);
    army->listed = army->listed || leaders;
  }
  return MR_OK;
}

mr_span mr_wl_span_of(const mr_definition *definition, const char *key, const char *other) {
  const mr_setting *setting = mr_definition_find(definition, key);
  setting = setting != NULL ? setting : mr_definition_find(definition, other);
  return setting != NULL ? setting->key_at : definition->at;
}

/* Where a square is drawn in `zones`, which a game that is set up has. */
static mr_span span_of_zone(const mr_wl_game *game, const mr_definition *definition,
                            unsigned cell) {
  return span_of_square(mr_definition_find(definition, "zones"), game->row[cell], game->file[cell]);
}

/* All squares of zones are open; told of is the first that is not, and how many more there are. */
static mr_status check_ground(const mr_wl_game *game, const mr_definition *definition,
                              mr_diagnostics *list) {
  unsigned first = 0, count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] && game->ground[cell] != MR_WL_OPEN) {
      first = count++ == 0 ? cell : first;
    }
  }
  if (count == 0) {
    return MR_OK;
  }
  char more[48] = "";
  mr_str text = mr_str_fixed(more, sizeof more);
  add_others(count, "not open", &text);
  mr_span span = span_of_zone(game, definition, first);
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                          "zones: %s is %s, and units are deployed on open ground only%s",
                          mr_wl_name_cell(game, first).text,
                          mr_wl_ground_names[game->ground[first]], more);
}

/* A zone of a side holds what it must. */
static mr_status check_zone(const mr_wl_game *game, const mr_definition *definition,
                            const unsigned place[2], mr_diagnostics *list) {
  const mr_wl_army *army = &game->army;
  unsigned side = place[0], zone = place[1], first = 0, count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] == (side << 4 | (zone + 1))) {
      first = count++ == 0 ? cell : first;
    }
  }
  if (count == 0) {
    mr_span span = mr_wl_span_of(definition, "zones", "deployment");
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "zones: %s has no section %c; both sides have sections from %c to %c",
                            mr_wl_side_names[side], (side == MR_WL_WHITE ? 'A' : 'a') + (int)zone,
                            side == MR_WL_WHITE ? 'A' : 'a',
                            (side == MR_WL_WHITE ? 'A' : 'a') + army->zones - 1);
  }
  if (count >= army->zone_leaders + army->zone_units) {
    return MR_OK;
  }
  mr_span span = span_of_zone(game, definition, first);
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                          "zones: %s is too small: it has %u square%s for %u leader%s and %u other "
                          "unit%s",
                          mr_wl_name_zone(game, side, zone).text, count, mr_text_plural(count),
                          (unsigned)army->zone_leaders, mr_text_plural(army->zone_leaders),
                          (unsigned)army->zone_units, mr_text_plural(army->zone_units));
}

/* What is to be deployed is an army, and its numbers go together. */
static mr_status check_size(const mr_wl_game *game, const mr_definition *definition,
                            const unsigned numbers[2], mr_diagnostics *list) {
  const mr_wl_army *army = &game->army;
  unsigned leaders = numbers[0], others = numbers[1];
  mr_span span =
      mr_wl_span_of(definition, army->listed ? "army_leaders" : "army_leader_count", "deployment");
  if (leaders == 0) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "deployment: the army has no leaders; say which by army_leaders, or "
                            "how many by army_leader_count");
  }
  if (leaders > MR_WL_LEADERS_MAX || leaders + others > MR_WL_UNITS_MAX) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "deployment: the army has %u leader%s and %u other unit%s; %d leaders "
                            "are possible, and %d units in all",
                            leaders, mr_text_plural(leaders), others, mr_text_plural(others),
                            MR_WL_LEADERS_MAX, MR_WL_UNITS_MAX);
  }
  if (!army->listed && (army->level_sum < leaders || army->level_sum > leaders * MR_WL_LEVEL_MAX)) {
    span = mr_wl_span_of(definition, "army_level_sum", "army_leader_count");
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "deployment: %u leader%s of level 1 to %d cannot have levels that sum "
                            "to %u, the army_level_sum",
                            leaders, mr_text_plural(leaders), MR_WL_LEVEL_MAX,
                            (unsigned)army->level_sum);
  }
  return MR_OK;
}

/* The sections that are used hold exactly the army: its leaders, and its other units. */
static mr_status check_shares(const mr_wl_game *game, const mr_definition *definition,
                              const unsigned numbers[2], mr_diagnostics *list) {
  static const char *const keys[2][2] = {{"zone_leaders", "army_leaders"},
                                         {"zone_units", "army_units"}};
  const mr_wl_army *army = &game->army;
  const unsigned shares[2] = {army->zone_leaders, army->zone_units};
  if (army->zones_used > army->zones) {
    mr_span span = mr_wl_span_of(definition, "zones_used", "deployment");
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "deployment: zones_used is %u, which is more than the sections drawn "
                            "in zones, %u",
                            (unsigned)army->zones_used, (unsigned)army->zones);
  }
  for (unsigned i = 0; i < 2; i++) {
    const char *what = i == 0 ? "leader" : "other unit";
    unsigned room = army->zones_used * shares[i];
    if (room != numbers[i]) {
      mr_span span = mr_wl_span_of(definition, keys[i][0], keys[i][1]);
      return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                              "deployment: the sections do not hold exactly the army: %u of them "
                              "with %u %s%s each have %u, and the army has %u",
                              (unsigned)army->zones_used, shares[i], what,
                              mr_text_plural(shares[i]), room, numbers[i]);
    }
  }
  return MR_OK;
}

mr_status mr_wl_read_army(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list) {
  mr_wl_army *army = &game->army;
  mr_status status = read_list(definition, "army_leaders", true, army, list);
  return mr_status_first(status, read_list(definition, "army_units", false, army, list));
}

mr_status mr_wl_check_army(mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list) {
  mr_wl_army *army = &game->army;
  if (!game->deploys) {
    return MR_OK;
  }
  unsigned leaders = army->listed ? 0 : army->leaders, others = army->free_units;
  for (unsigned level = 1; army->listed && level <= MR_WL_LEVEL_MAX; level++) {
    leaders += army->levels[level];
  }
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    others += army->units[kind];
  }
  army->leaders = (uint8_t)(leaders < UINT8_MAX ? leaders : UINT8_MAX);
  army->total = (uint16_t)(leaders + others);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    uint8_t zone = game->zone[cell] & 15u;
    army->zones = zone > army->zones ? zone : army->zones;
  }
  const unsigned numbers[2] = {leaders, others};
  mr_status status = check_size(game, definition, numbers, list);
  status = status == MR_OK ? check_shares(game, definition, numbers, list) : status;
  status = status == MR_OK ? check_ground(game, definition, list) : status;
  for (unsigned i = 0; status == MR_OK && i < 2u * army->zones; i++) {
    const unsigned place[2] = {i / army->zones, i % army->zones};
    status = check_zone(game, definition, place, list);
  }
  return status;
}
