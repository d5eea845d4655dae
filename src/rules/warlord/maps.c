#include "base/text.h"
#include "rules/warlord/reader.h"
#include "rules/warlord/warlord.h"

static mr_span span_of(const mr_setting *setting, const mr_value_line *line, uint32_t at,
                       uint32_t length) {
  return (mr_span){setting->source, line->line, line->column + at, length, line->line_text};
}

static unsigned width_of(const mr_value_line *line) {
  unsigned width = 0;
  for (uint32_t i = 0; i < line->length; i++) {
    width += !mr_text_is_blank(line->text[i]);
  }
  return width;
}

/* One letter a square, blanks skipped; `value` says what it means. */
static mr_status read_line(const mr_wl_game *game, const mr_setting *setting,
                           const mr_value_line *line, int (*value)(char), uint8_t *row,
                           mr_diagnostics *list) {
  unsigned file = 0;
  for (uint32_t i = 0; i < line->length; i++) {
    char c = line->text[i];
    if (mr_text_is_blank(c)) {
      continue;
    }
    int found = c == '.' ? 0 : value(c);
    mr_span span = span_of(setting, line, i, 1);
    if (found < 0) {
      mr_diagnose(list, MR_ERR_SYNTAX, &span, NULL, "%s: '%c' means nothing here", setting->key, c);
      return MR_ERR_SYNTAX;
    }
    if (file == game->columns) {
      mr_diagnose(list, MR_ERR_SYNTAX, &span, NULL, "%s: this row has more than %u squares",
                  setting->key, game->columns);
      return MR_ERR_SYNTAX;
    }
    row[file++] = (uint8_t)found;
  }
  if (file == game->columns) {
    return MR_OK;
  }
  mr_span span = span_of(setting, line, 0, line->length ? line->length : 1);
  mr_diagnose(list, MR_ERR_SYNTAX, &span, NULL, "%s: this row has %u squares, not %u", setting->key,
              file, game->columns);
  return MR_ERR_SYNTAX;
}

static mr_status read_drawing(const mr_wl_game *game, const mr_setting *setting, int (*value)(char),
                              uint8_t *out, mr_diagnostics *list) {
  if (setting->line_count != game->rows) {
    mr_diagnose(list, MR_ERR_SYNTAX, &setting->key_at, NULL, "%s: %zu rows, but the board has %u",
                setting->key, setting->line_count, game->rows);
    return MR_ERR_SYNTAX;
  }
  for (unsigned row = 0; row < game->rows; row++) {
    mr_status status = read_line(game, setting, &setting->lines[row], value,
                                 out + (size_t)row * game->columns, list);
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}

static int zone_value(char letter) {
  int zone = mr_text_upper(letter) - 'A';
  if (!mr_text_is_letter(letter) || zone >= MR_WL_ZONES_MAX) {
    return -1;
  }
  return zone + 1 + (mr_text_is_lower(letter) ? 16 : 0);
}

static mr_status size_board(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_setting *pieces = mr_definition_find(definition, "pieces");
  if (pieces == NULL) {
    mr_diagnose(list, MR_ERR_ILLEGAL, &definition->at, NULL, "the drawing `pieces` is missing");
    return MR_ERR_ILLEGAL;
  }
  game->rows = (unsigned)pieces->line_count;
  game->columns = width_of(&pieces->lines[0]);
  game->cells = game->rows * game->columns;
  bool fits = game->columns >= 2 && game->rows >= 2 && game->columns <= MR_WL_EDGE_MAX &&
              game->rows <= MR_WL_EDGE_MAX;
  if (!fits) {
    mr_diagnose(list, MR_ERR_RANGE, &pieces->key_at, NULL,
                "pieces: the board is %u by %u; 2 by 2 to %d by %d is possible", game->columns,
                game->rows, MR_WL_EDGE_MAX, MR_WL_EDGE_MAX);
    return MR_ERR_RANGE;
  }
  mr_arena *arena = &game->base.arena;
  game->file = mr_arena_zero(arena, game->cells, 1);
  game->row = mr_arena_zero(arena, game->cells, 1);
  game->ground = mr_arena_zero(arena, game->cells, 1);
  game->zone = mr_arena_zero(arena, game->cells, 1);
  if (game->file == NULL || game->row == NULL || game->ground == NULL || game->zone == NULL) {
    return MR_ERR_NOMEM;
  }
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
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (pieces[cell]) {
      counts[pieces[cell] >> 4]++;
    }
  }
  for (unsigned side = 0; side < 2; side++) {
    game->post[side] = mr_arena_zero(&game->base.arena, counts[side] + 1, sizeof *game->post[side]);
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
      const mr_value_line *line = &setting->lines[game->row[cell]];
      mr_span span = span_of(setting, line, 0, line->length);
      mr_diagnose(list, MR_ERR_ILLEGAL, &span, NULL, "pieces: %s on %s", mr_wl_kind_names[kind],
                  mr_wl_ground_names[game->ground[cell]]);
      return MR_ERR_ILLEGAL;
    }
    game->post[side][game->posts[side]++] = (mr_wl_post){(uint16_t)cell, (uint8_t)kind, 0};
    game->original[side] += mr_wl_is_numbered(kind);
  }
  return MR_OK;
}

mr_status mr_wl_read_maps(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list) {
  uint8_t pieces[MR_WL_CELLS_MAX] = {0};
  mr_status status = size_board(game, definition, list);
  if (status != MR_OK) {
    return status;
  }
  const mr_setting *map = mr_definition_find(definition, "pieces");
  const mr_setting *ground = mr_definition_find(definition, "terrain");
  const mr_setting *zones = mr_definition_find(definition, "zones");
  status = read_drawing(game, map, mr_wl_piece_value, pieces, list);
  if (status == MR_OK && ground != NULL && ground->length) {
    status = read_drawing(game, ground, mr_wl_ground_value, game->ground, list);
  }
  if (status == MR_OK && zones != NULL && zones->length) {
    status = read_drawing(game, zones, zone_value, game->zone, list);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_wl_find_gaps(game, game->ground);
  return list_posts(game, map, pieces, list);
}
