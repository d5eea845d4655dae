#include "cli/json.h"

#include <stdlib.h>
#include <string.h>

#include "cli/words.h"

int cli_print_json(cli_context *cli, json_t *root) {
  char *text = root == NULL ? NULL : json_dumps(root, JSON_REAL_PRECISION(9));
  json_decref(root);
  if (text == NULL) {
    return cli_fail_memory(cli);
  }
  mr_str_add(&cli->out, text);
  mr_str_char(&cli->out, '\n');
  free(text);
  return CLI_OK;
}

json_t *cli_json_u64(uint64_t value) {
  if (value <= INT64_MAX) {
    return json_integer((json_int_t)value);
  }
  return json_sprintf("%llu", (unsigned long long)value);
}

json_t *cli_json_hash(uint64_t hash) {
  return json_sprintf("%016llx", (unsigned long long)hash);
}

json_t *cli_json_player(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? json_string(game->info.player_names[player.id])
                                        : json_null();
}

/* ---- texts that the game writes -------------------------------------------------------------- */

static json_t *cell_or_null(const mr_game *game, mr_cell cell) {
  if (cell.id == MR_NOWHERE_ID) {
    return json_null();
  }
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_game_cell_text(game, cell, &text);
  return json_string(buffer);
}

static json_t *piece_or_null(const mr_game *game, mr_piece piece) {
  if (piece.id == MR_NO_PIECE.id) {
    return json_null();
  }
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_game_piece_text(game, piece, &text);
  return json_string(buffer);
}

json_t *cli_json_state(const mr_game *game, const mr_state *state) {
  mr_str text;
  mr_str_init(&text, NULL);
  mr_game_format_state(game, state, &text);
  json_t *value = text.status == MR_OK ? json_string(mr_str_text(&text)) : NULL;
  mr_str_done(&text);
  return value;
}

json_t *cli_json_action(const mr_game *game, const mr_state *state, mr_action action) {
  static const char *const kinds[] = {
      [MR_FORM_MOVE] = "move",     [MR_FORM_PLACE] = "place",   [MR_FORM_EXCHANGE] = "exchange",
      [MR_FORM_BUTTON] = "button", [MR_FORM_CHANCE] = "chance",
  };
  char text[MR_ACTION_TEXT_MAX];
  mr_form form;
  cli_action_text(game, state, action, text);
  mr_game_form(game, state, action, &form);
  return json_pack("{s:s, s:s, s:o, s:o, s:o, s:s}", "action", text, "kind", kinds[form.kind],
                   "piece", piece_or_null(game, form.piece), "from", cell_or_null(game, form.from),
                   "to", cell_or_null(game, form.to), "choice", form.choice);
}

/* ---- what happens ---------------------------------------------------------------------------- */

static json_t *event_json(const mr_game *game, const mr_event *event) {
  static const char *const kinds[MR_EVENT_KIND_COUNT] = {
      [MR_EVENT_DEAL] = "deal",         [MR_EVENT_START] = "start",
      [MR_EVENT_PLACE] = "place",       [MR_EVENT_MOVE] = "move",
      [MR_EVENT_EXCHANGE] = "exchange", [MR_EVENT_CAPTURE] = "capture",
      [MR_EVENT_RETURN] = "return",     [MR_EVENT_PROMOTE] = "promote",
      [MR_EVENT_DICE] = "dice",         [MR_EVENT_DUEL] = "duel",
      [MR_EVENT_ARRIVE] = "arrive",     [MR_EVENT_REVEAL] = "reveal",
      [MR_EVENT_PASS] = "pass",         [MR_EVENT_TURN] = "turn",
      [MR_EVENT_RULE] = "rule",         [MR_EVENT_END] = "end",
  };
  const char *rule = event->rule < game->info.rule_count ? game->info.rules[event->rule].id : "";
  mr_str text;
  mr_str_init(&text, NULL);
  mr_game_event_text(game, event, &text);
  json_t *value = json_pack(
      "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:[i,i], s:s, s:s}", "kind",
      event->kind < MR_EVENT_KIND_COUNT ? kinds[event->kind] : "", "player",
      cli_json_player(game, event->player), "other", cli_json_player(game, event->other), "from",
      cell_or_null(game, event->from), "to", cell_or_null(game, event->to), "piece",
      piece_or_null(game, event->piece), "piece2", piece_or_null(game, event->piece2), "value",
      (int)event->value[0], (int)event->value[1], "rule", rule, "text", mr_str_text(&text));
  mr_str_done(&text);
  return value;
}

json_t *cli_json_events(const mr_game *game, const mr_events *events) {
  json_t *list = json_array();
  for (size_t i = 0; i < events->count; i++) {
    json_array_append_new(list, event_json(game, &events->items[i]));
  }
  return list;
}

static void add_result(json_t *node, const mr_game *game, const mr_state *state) {
  char buffer[MR_RESULT_TEXT_MAX];
  uint8_t score[MR_MAX_PLAYERS] = {0};
  mr_rule_index rule = mr_game_ended_by(game, state);
  json_t *scores = json_array();
  mr_game_score(game, state, score);
  for (size_t i = 0; i < game->info.players; i++) {
    json_array_append_new(scores, json_integer(score[i]));
  }
  json_object_set_new(node, "result", json_string(mr_result_text(game, state, buffer)));
  json_object_set_new(node, "rule", json_string(game->info.rules[rule].id));
  json_object_set_new(node, "score", scores);
}

json_t *cli_json_node(const mr_game *game, const mr_state *state) {
  static const char *const kinds[] = {[MR_NODE_DECISION] = "decision",
                                      [MR_NODE_CHANCE] = "chance",
                                      [MR_NODE_TERMINAL] = "terminal"};
  mr_node node = mr_game_node(game, state);
  json_t *value = json_pack("{s:s, s:o}", "kind", kinds[node.kind], "player",
                            cli_json_player(game, node.player));
  if (value != NULL && node.kind == MR_NODE_TERMINAL) {
    add_result(value, game, state);
  }
  return value;
}

static json_t *outcome_json(const mr_game *game, const mr_state *state, mr_chance chance,
                            uint64_t total) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str effect;
  mr_str_init(&effect, NULL);
  cli_action_text(game, state, chance.action, text);
  cli_outcome_text(game, state, chance.action, &effect);
  json_t *value = json_pack(
      "{s:s, s:o, s:o, s:o, s:f, s:s}", "action", text, "weight", cli_json_u64(chance.weight),
      "total", cli_json_u64(total), "odds",
      json_sprintf("%llu/%llu", (unsigned long long)chance.weight, (unsigned long long)total),
      "probability", (double)chance.weight / (double)total, "effect", mr_str_text(&effect));
  mr_str_done(&effect);
  return value;
}

json_t *cli_json_outcomes(const mr_game *game, const mr_state *state) {
  mr_chance *chances = mr_alloc_zero(NULL, game->info.max_chances, sizeof *chances);
  json_t *list = chances == NULL ? NULL : json_array();
  if (list != NULL) {
    uint64_t total = 0;
    size_t count = mr_game_chances(game, state, chances, &total);
    for (size_t i = 0; i < count; i++) {
      json_array_append_new(list, outcome_json(game, state, chances[i], total));
    }
  }
  mr_alloc_free(NULL, chances, game->info.max_chances * sizeof *chances);
  return list;
}

/* ---- pictures -------------------------------------------------------------------------------- */

static json_t *names_json(const char *const *names, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    json_array_append_new(list, json_string(names[i]));
  }
  return list;
}

static json_t *marks_json(uint16_t marks) {
  static const char *const names[] = {"from",   "to",   "chosen", "target", "capture",
                                      "threat", "lost", "dim",    "slide",  "link"};
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (((unsigned)marks >> i) & 1u) {
      json_array_append_new(list, json_string(names[i]));
    }
  }
  return list;
}

static json_t *regions_json(const mr_view *view, uint32_t regions) {
  json_t *list = json_array();
  for (size_t i = 0; i < view->region_count; i++) {
    if ((regions >> i) & 1u) {
      json_array_append_new(list, json_string(view->regions[i].name));
    }
  }
  return list;
}

static json_t *cells_json(const mr_game *game, const mr_view *view) {
  json_t *list = json_array();
  size_t count = (size_t)view->columns * view->rows;
  for (size_t i = 0; i < count; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id == MR_NOWHERE_ID) {
      continue;
    }
    const mr_view_piece *piece = cell->piece > 0 ? &view->pieces[cell->piece - 1] : NULL;
    json_array_append_new(
        list, json_pack("{s:o, s:i, s:i, s:o, s:o, s:s, s:o, s:o}", "cell",
                        cell_or_null(game, cell->cell), "column", (int)(i % view->columns), "row",
                        (int)(i / view->columns), "owner",
                        piece == NULL ? json_null() : cli_json_player(game, piece->owner), "piece",
                        piece == NULL ? json_null() : json_string(piece->label), "terrain",
                        view->terrains[cell->terrain].name, "marks", marks_json(cell->marks),
                        "regions", regions_json(view, cell->regions)));
  }
  return list;
}

static json_t *pips_json(const mr_view_piece *piece) {
  json_t *rows = json_array();
  for (size_t row = 0; row < piece->pip_rows; row++) {
    char text[65] = "";
    for (size_t column = 0; column < piece->pip_columns && column < 64; column++) {
      size_t bit = row * piece->pip_columns + column;
      text[column] = (char)(((piece->pips >> bit) & 1u) != 0 ? '#' : '.');
      text[column + 1] = '\0';
    }
    json_array_append_new(rows, json_string(text));
  }
  return rows;
}

static json_t *pieces_json(const mr_game *game, const mr_view *view) {
  json_t *list = json_array();
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:o, s:o}", "label", piece->label, "name",
                                    piece->name, "glyph", piece->glyph, "owner",
                                    cli_json_player(game, piece->owner), "pips", pips_json(piece)));
  }
  return list;
}

static json_t *hand_json(const mr_game *game, const mr_view *view, const mr_view_hand *hand) {
  json_t *items = json_array();
  for (size_t i = 0; i < hand->count; i++) {
    const mr_view_held *held = &hand->items[i];
    json_array_append_new(
        items, json_pack("{s:s, s:o}", "piece", view->pieces[held->piece - 1].label, "count",
                         held->count == 0 ? json_null() : json_integer(held->count)));
  }
  return json_pack("{s:o, s:s, s:o}", "owner", cli_json_player(game, hand->owner), "title",
                   hand->title, "items", items);
}

static json_t *commanders_json(const mr_game *game, const mr_view *view) {
  json_t *list = json_array();
  for (size_t i = 0; i < view->commander_count; i++) {
    const mr_view_commander *one = &view->commanders[i];
    json_t *units = json_array();
    for (size_t k = 0; k < one->unit_count; k++) {
      json_array_append_new(units, cell_or_null(game, one->units[k]));
    }
    json_array_append_new(list, json_pack("{s:o, s:o, s:i, s:i, s:o}", "cell",
                                          cell_or_null(game, one->cell), "owner",
                                          cli_json_player(game, one->owner), "left", (int)one->left,
                                          "all", (int)one->all, "units", units));
  }
  return list;
}

json_t *cli_json_view(const mr_game *game, const mr_view *view) {
  json_t *hands = json_array();
  json_t *notes = json_array();
  for (size_t i = 0; i < view->hand_count; i++) {
    json_array_append_new(hands, hand_json(game, view, &view->hands[i]));
  }
  for (size_t i = 0; i < view->note_count; i++) {
    json_array_append_new(
        notes, json_pack("{s:s, s:s}", "label", view->notes[i].label, "text", view->notes[i].text));
  }
  return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "columns", (int)view->columns,
                   "rows", (int)view->rows, "column_names",
                   names_json(view->column_names, view->columns), "row_names",
                   names_json(view->row_names, view->rows), "cells", cells_json(game, view),
                   "pieces", pieces_json(game, view), "hands", hands, "notes", notes, "commanders",
                   commanders_json(game, view));
}

json_t *cli_json_doc(const mr_game *game, const mr_doc *doc) {
  static const char *const kinds[] = {[MR_DOC_HEADING] = "heading",
                                      [MR_DOC_PARAGRAPH] = "paragraph",
                                      [MR_DOC_RULE] = "rule",
                                      [MR_DOC_DIAGRAM] = "diagram",
                                      [MR_DOC_ROW] = "row"};
  json_t *blocks = json_array();
  for (const mr_doc_block *block = doc->first; block != NULL; block = block->next) {
    json_t *value = json_pack("{s:s}", "kind", kinds[block->kind]);
    if (block->id != NULL && *block->id != '\0') {
      json_object_set_new(value, "id", json_string(block->id));
    }
    if (block->kind == MR_DOC_ROW) {
      json_object_set_new(value, "cells", names_json(block->cells, block->cell_count));
    } else {
      json_object_set_new(value, "text", json_string(block->text == NULL ? "" : block->text));
    }
    if (block->kind == MR_DOC_DIAGRAM) {
      json_object_set_new(value, "view", cli_json_view(game, block->view));
    }
    json_array_append_new(blocks, value);
  }
  return json_pack("{s:s, s:s, s:o}", "game", game->info.name, "title", game->info.title, "blocks",
                   blocks);
}

/* ---- thoughts and complaints ----------------------------------------------------------------- */

json_t *cli_json_search_result(const mr_game *game, const mr_state *observation,
                               const mr_search_result *thought) {
  json_t *candidates = json_array();
  for (size_t i = 0; i < thought->candidate_count; i++) {
    const mr_candidate *candidate = &thought->candidates[i];
    char text[MR_ACTION_TEXT_MAX];
    cli_action_text(game, observation, candidate->action, text);
    json_array_append_new(candidates, json_pack("{s:s, s:f, s:b, s:o}", "action", text, "value",
                                                candidate->value, "at_most", candidate->at_most,
                                                "visits", cli_json_u64(candidate->visits)));
  }
  char choice[MR_ACTION_TEXT_MAX];
  cli_action_text(game, observation, thought->action, choice);
  return json_pack("{s:s, s:f, s:o, s:i, s:s, s:o}", "action", choice, "value", thought->value,
                   "nodes", cli_json_u64(thought->nodes), "depth", (int)thought->depth, "reason",
                   thought->reason, "candidates", candidates);
}

json_t *cli_json_diagnostics(const mr_diagnostics *list) {
  static const char *const severities[] = {[MR_SEVERITY_ERROR] = "error",
                                           [MR_SEVERITY_WARNING] = "warning",
                                           [MR_SEVERITY_NOTE] = "note"};
  json_t *array = json_array();
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s*}", "severity",
                                           severities[item->severity], "status",
                                           mr_status_name(item->status), "source",
                                           item->source == NULL ? "" : item->source, "line",
                                           (int)item->line, "column", (int)item->column, "message",
                                           item->message, "hint", item->hint));
  }
  return array;
}
