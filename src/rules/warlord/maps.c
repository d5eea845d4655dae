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

/* Zones hold what they must, on open ground, for both sides alike. */
static const char *fault_of_zones(const mr_wl_game *game) {
  const mr_wl_army *army = &game->army;
  unsigned squares[2][MR_WL_ZONES_MAX] = {{0}};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned zone = game->zone[cell];
    if (!zone) {
      continue;
    }
    if (game->ground[cell] != MR_WL_OPEN) {
      return "zones: units are deployed on open ground only";
    }
    squares[zone >> 4][(zone & 15u) - 1]++;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned zone = 0; zone < army->zones; zone++) {
      if (squares[side][zone] < army->zone_leaders + army->zone_units) {
        return "zones: a section is too small for its units";
      }
    }
  }
  return NULL;
}

static const char *fault_of_army(const mr_wl_game *game, unsigned others) {
  const mr_wl_army *army = &game->army;
  if (!army->leaders || army->leaders > MR_WL_LEADERS_MAX || army->total > MR_WL_UNITS_MAX) {
    return "deployment: there are no leaders, or too many units, in army_leaders and army_units";
  }
  if (!army->listed &&
      (army->level_sum < army->leaders || army->level_sum > army->leaders * MR_WL_LEVEL_MAX)) {
    return "deployment: no leaders of level 1 to 10 have this army_level_sum";
  }
  if (army->zones_used > army->zones) {
    return "deployment: zones_used is more than the sections drawn in zones";
  }
  if (army->zones_used * army->zone_leaders != army->leaders ||
      army->zones_used * army->zone_units != others) {
    return "deployment: zones_used sections do not hold exactly the army";
  }
  return fault_of_zones(game);
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
  const char *fault = fault_of_army(game, others);
  return fault == NULL ? MR_OK
                       : mr_diagnose_fail(list, MR_ERR_ILLEGAL, &definition->at, NULL, "%s", fault);
}
