#include <inttypes.h>
#include <marcher/json.h>
#include <marcher/record.h>

/* ---- names ----------------------------------------------------------------------------------- */

void mr_json_player(mr_json *json, const char *key, const mr_game *game, mr_player player) {
  mr_json_string(json, key,
                 player.id < game->info.players ? game->info.player_names[player.id] : NULL);
}

void mr_json_cell(mr_json *json, const char *key, const mr_game *game, mr_cell cell) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (cell.id != MR_NOWHERE_ID) {
    mr_game_cell_text(game, cell, &text);
  }
  mr_json_string(json, key, cell.id != MR_NOWHERE_ID ? buffer : NULL);
}

void mr_json_piece(mr_json *json, const char *key, const mr_game *game, mr_piece piece) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (piece.id != MR_NO_PIECE.id) {
    mr_game_piece_text(game, piece, &text);
  }
  mr_json_string(json, key, piece.id != MR_NO_PIECE.id ? buffer : NULL);
}

void mr_json_action(mr_json *json, const char *key, const mr_game *game, const mr_state *state,
                    mr_action action) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_action(game, state, action, &text);
  mr_json_string(json, key, buffer);
}

/* A text under way as a value; whoever has made it has it freed here. */
static void put_made(mr_json *json, const char *key, mr_str *text) {
  if (text->status != MR_OK && json->out->status == MR_OK) {
    json->out->status = text->status;
  }
  mr_json_bytes(json, key, mr_str_text(text), text->length);
  mr_str_done(text);
}

void mr_json_state(mr_json *json, const char *key, const mr_game *game, const mr_state *state) {
  mr_str text = mr_str_growing(json->out->allocator);
  mr_game_format_state(game, state, &text);
  put_made(json, key, &text);
}

void mr_json_position(mr_json *json, const char *key, const mr_game *game, const mr_state *state) {
  if (mr_game_fully_known(game, state)) {
    mr_json_hash(json, key, mr_game_hash(game, state));
  } else {
    mr_json_null(json, key);
  }
}

/* ---- what can be done ------------------------------------------------------------------------ */

void mr_json_form(mr_json *json, const char *key, const mr_game *game, const mr_state *state,
                  mr_action action) {
  static const char *const kinds[] = {
      [MR_FORM_MOVE] = "move",     [MR_FORM_PLACE] = "place",   [MR_FORM_EXCHANGE] = "exchange",
      [MR_FORM_BUTTON] = "button", [MR_FORM_CHANCE] = "chance",
  };
  mr_form form;
  mr_game_form(game, state, action, &form);
  mr_json_object(json, key);
  mr_json_action(json, "action", game, state, action);
  mr_json_string(json, "kind", kinds[form.kind]);
  mr_json_piece(json, "piece", game, form.piece);
  mr_json_cell(json, "from", game, form.from);
  mr_json_cell(json, "to", game, form.to);
  mr_json_string(json, "choice", form.choice);
  mr_json_end(json);
}

void mr_json_node(mr_json *json, const char *key, const mr_game *game, const mr_state *state) {
  static const char *const kinds[] = {[MR_NODE_DECISION] = "decision",
                                      [MR_NODE_CHANCE] = "chance",
                                      [MR_NODE_TERMINAL] = "terminal"};
  mr_node node = mr_game_node(game, state);
  mr_json_object(json, key);
  mr_json_string(json, "kind", kinds[node.kind]);
  mr_json_player(json, "player", game, node.player);
  if (node.kind == MR_NODE_TERMINAL) {
    char result[MR_RESULT_TEXT_MAX];
    uint8_t score[MR_MAX_PLAYERS] = {0};
    mr_game_score(game, state, score);
    mr_json_string(json, "result", mr_result_text(game, state, result));
    mr_json_string(json, "rule", game->info.rules[mr_game_ended_by(game, state)].id);
    mr_json_array(json, "score");
    for (size_t i = 0; i < game->info.players; i++) {
      mr_json_int(json, NULL, score[i]);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}

void mr_json_outcomes(mr_json *json, const char *key, const mr_game *game, const mr_state *state) {
  const mr_allocator *allocator = json->out->allocator;
  size_t room = game->info.max_chances;
  if (!mr_game_fully_known(game, state)) {
    mr_json_null(json, key);
    return;
  }
  mr_chance *chances = mr_alloc_zero(allocator, room, sizeof *chances);
  uint64_t total = 0;
  size_t count = chances != NULL ? mr_game_chances(game, state, chances, &total) : 0;
  if (chances == NULL && json->out->status == MR_OK) {
    json->out->status = MR_ERR_NOMEM;
  }
  mr_json_array(json, key);
  for (size_t i = 0; i < count && json->out->status == MR_OK; i++) {
    mr_chance chance = chances[i];
    char odds[48];
    mr_str text, effect;
    text = mr_str_fixed(odds, sizeof odds);
    mr_str_format(&text, "%" PRIu64 "/%" PRIu64, chance.weight, total);
    mr_json_object(json, NULL);
    mr_json_action(json, "action", game, state, chance.action);
    mr_json_uint(json, "weight", chance.weight);
    mr_json_uint(json, "total", total);
    mr_json_string(json, "odds", odds);
    mr_json_real(json, "probability", (double)chance.weight / (double)total);
    effect = mr_str_growing(allocator);
    if (mr_game_outcome_text(game, state, chance.action, &effect) != MR_OK) {
      effect.status = MR_ERR_NOMEM;
    }
    put_made(json, "effect", &effect);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_alloc_free(allocator, chances, room * sizeof *chances);
}

/* ---- what has happened ----------------------------------------------------------------------- */

const char *mr_json_event_name(mr_event_kind kind) {
  static const char *const kinds[MR_EVENT_KIND_COUNT] = {
      [MR_EVENT_DEAL] = "deal",         [MR_EVENT_START] = "start",
      [MR_EVENT_PLACE] = "place",       [MR_EVENT_MOVE] = "move",
      [MR_EVENT_EXCHANGE] = "exchange", [MR_EVENT_CAPTURE] = "capture",
      [MR_EVENT_RETURN] = "return",     [MR_EVENT_PROMOTE] = "promote",
      [MR_EVENT_CONVERT] = "convert",   [MR_EVENT_DICE] = "dice",
      [MR_EVENT_DUEL] = "duel",         [MR_EVENT_ARRIVE] = "arrive",
      [MR_EVENT_REVEAL] = "reveal",     [MR_EVENT_PASS] = "pass",
      [MR_EVENT_TURN] = "turn",         [MR_EVENT_RULE] = "rule",
      [MR_EVENT_END] = "end",           [MR_EVENT_THREAT] = "threat",
  };
  return kind < MR_EVENT_KIND_COUNT ? kinds[kind] : "";
}

void mr_json_events(mr_json *json, const char *key, const mr_game *game, const mr_events *events) {
  mr_json_array(json, key);
  for (size_t i = 0; i < events->count; i++) {
    const mr_event *event = &events->items[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "kind", mr_json_event_name((mr_event_kind)event->kind));
    mr_json_player(json, "player", game, event->player);
    mr_json_player(json, "other", game, event->other);
    mr_json_cell(json, "from", game, event->from);
    mr_json_cell(json, "to", game, event->to);
    mr_json_piece(json, "piece", game, event->piece);
    mr_json_piece(json, "piece2", game, event->piece2);
    mr_json_array(json, "value");
    mr_json_int(json, NULL, event->value[0]);
    mr_json_int(json, NULL, event->value[1]);
    mr_json_end(json);
    mr_json_string(json, "rule",
                   event->rule < game->info.rule_count ? game->info.rules[event->rule].id : "");
    mr_str text = mr_str_growing(json->out->allocator);
    mr_game_event_text(game, event, &text);
    put_made(json, "text", &text);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* ---- what computers think -------------------------------------------------------------------- */

void mr_json_search_result(mr_json *json, const char *key, const mr_game *game,
                           const mr_state *observation, const mr_search_result *result) {
  mr_json_object(json, key);
  mr_json_action(json, "action", game, observation, result->action);
  mr_json_real(json, "value", result->value);
  mr_json_uint(json, "nodes", result->nodes);
  mr_json_int(json, "depth", result->depth);
  mr_json_string(json, "reason", result->reason);
  mr_json_array(json, "candidates");
  for (size_t i = 0; i < result->candidate_count; i++) {
    const mr_candidate *candidate = &result->candidates[i];
    mr_json_object(json, NULL);
    mr_json_action(json, "action", game, observation, candidate->action);
    mr_json_real(json, "value", candidate->value);
    mr_json_bool(json, "at_most", candidate->at_most);
    mr_json_uint(json, "visits", candidate->visits);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_end(json);
}

/* ---- what is wrong --------------------------------------------------------------------------- */

void mr_json_diagnostics(mr_json *json, const char *key, const mr_diagnostics *list) {
  static const char *const severities[] = {[MR_SEVERITY_ERROR] = "error",
                                           [MR_SEVERITY_WARNING] = "warning",
                                           [MR_SEVERITY_NOTE] = "note"};
  mr_json_array(json, key);
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    mr_json_object(json, NULL);
    mr_json_string(json, "severity", severities[item->severity]);
    mr_json_string(json, "status", mr_status_name(item->status));
    mr_json_string(json, "source", item->source != NULL ? item->source : "");
    mr_json_int(json, "line", item->line);
    mr_json_int(json, "column", item->column);
    mr_json_string(json, "message", item->message);
    if (item->hint != NULL) {
      mr_json_string(json, "hint", item->hint);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}

void mr_json_error(mr_json *json, const char *key, const mr_error *error) {
  mr_json_object(json, key);
  mr_json_string(json, "status", error->status != MR_OK ? mr_status_name(error->status) : NULL);
  mr_json_string(json, "source", error->source);
  mr_json_int(json, "line", error->line);
  mr_json_int(json, "column", error->column);
  mr_json_string(json, "message", error->message);
  mr_json_end(json);
}
