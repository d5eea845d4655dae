/* What games of an experiment say together. */
#include <marcher/json.h>

void mr_json_interval(mr_json *json, const char *key, mr_interval interval) {
  mr_json_object(json, key);
  mr_json_real(json, "value", interval.value);
  mr_json_real(json, "low", interval.low);
  mr_json_real(json, "high", interval.high);
  mr_json_end(json);
}

static void put_share(mr_json *json, uint64_t count, uint64_t total) {
  mr_json_uint(json, "count", count);
  mr_json_interval(json, "share", mr_share_interval(count, total));
}

static void put_results(mr_json *json, const mr_summary *summary) {
  const mr_game_info *info = &summary->game->info;
  mr_json_array(json, "results");
  for (uint8_t i = 0; i < info->players; i++) {
    if (mr_game_leads_team(summary->game, (mr_player){i})) {
      mr_json_object(json, NULL);
      mr_json_string(json, "kind", "won");
      mr_json_player(json, "player", summary->game, (mr_player){i});
      put_share(json, summary->won[i], summary->games);
      mr_json_end(json);
    }
  }
  const struct {
    const char *kind;
    uint64_t count;
  } others[] = {{"drawn", summary->drawn}, {"unfinished", summary->unfinished}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "kind", others[i].kind);
    mr_json_null(json, "player");
    put_share(json, others[i].count, summary->games);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_rules(mr_json *json, const mr_summary *summary) {
  const mr_game_info *info = &summary->game->info;
  mr_json_array(json, "rules");
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "id", info->rules[i].id);
    mr_json_string(json, "text", info->rules[i].text);
    mr_json_bool(json, "silent", info->rules[i].silent);
    mr_json_uint(json, "felt", summary->felt[i]);
    mr_json_uint(json, "ended", summary->ended[i]);
    mr_json_array(json, "shown");
    for (size_t k = 0; k < MR_SUMMARY_SHOWN && summary->shown[i][k] > 0; k++) {
      mr_json_uint(json, NULL, summary->shown[i][k] - 1);
    }
    mr_json_end(json);
    mr_json_interval(json, "share", mr_share_interval(summary->ended[i], summary->games));
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_pieces(mr_json *json, const mr_summary *summary) {
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < summary->piece_count; i++) {
    const mr_summary_piece *piece = &summary->pieces[i];
    mr_json_object(json, NULL);
    mr_json_piece(json, "piece", summary->game, piece->piece);
    mr_json_player(json, "owner", summary->game, piece->owner);
    mr_json_uint(json, "games", piece->games);
    mr_json_uint(json, "moved", piece->moved);
    mr_json_uint(json, "moves", piece->moves);
    mr_json_uint(json, "captures", piece->captures);
    mr_json_uint(json, "captured", piece->captured);
    mr_json_uint(json, "placed", piece->placed);
    mr_json_uint(json, "promotion", piece->promotion);
    mr_json_interval(json, "share", mr_share_interval(piece->moved, piece->games));
    mr_json_end(json);
  }
  mr_json_end(json);
}

void mr_json_summary(mr_json *json, mr_summary *summary) {
  mr_json_uint(json, "games", summary->games);
  mr_json_uint(json, "actions", summary->actions);
  mr_json_uint(json, "choices", summary->choices);
  mr_json_uint(json, "nodes", summary->nodes);
  mr_json_interval(json, "turns", mr_summary_turns(summary));
  put_results(json, summary);
  put_rules(json, summary);
  put_pieces(json, summary);
}
