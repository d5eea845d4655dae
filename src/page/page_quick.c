/* Quick looks: fast games of engines at the open game, and what they say together. */
#include <marcher/measure.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_priv.h"

/** Games that one request plays at most: a page asks again, and may stop between two. */
#define GAMES_AT_ONCE 1000

struct mr_page_quick {
  mr_experimenter *worker;
  mr_summary summary;
  mr_played played;
  uint64_t next; /**< game */
};

void mr_page_quick_end(mr_page *page) {
  struct mr_page_quick *quick = page->quick;
  if (quick != NULL) {
    mr_experimenter_free(quick->worker);
    mr_summary_done(&quick->summary);
    mr_alloc_free(page->allocator, quick, sizeof *quick);
  }
  page->quick = NULL;
}

/* ---- what they say --------------------------------------------------------------------------- */

static void put_interval(mr_json *json, const char *key, mr_interval interval) {
  mr_json_object(json, key);
  mr_json_real(json, "value", interval.value);
  mr_json_real(json, "low", interval.low);
  mr_json_real(json, "high", interval.high);
  mr_json_end(json);
}

static void put_share(mr_json *json, uint64_t count, uint64_t total) {
  mr_json_uint(json, "count", count);
  put_interval(json, "share", mr_share_interval(count, total));
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
    mr_json_uint(json, "felt", summary->felt[i]);
    mr_json_uint(json, "ended", summary->ended[i]);
    put_interval(json, "share", mr_share_interval(summary->ended[i], summary->games));
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
    put_interval(json, "share", mr_share_interval(piece->moved, piece->games));
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_summary(mr_json *json, mr_summary *summary) {
  mr_json_uint(json, "games", summary->games);
  mr_json_uint(json, "actions", summary->actions);
  mr_json_uint(json, "choices", summary->choices);
  mr_json_uint(json, "nodes", summary->nodes);
  put_interval(json, "turns", mr_summary_turns(summary));
  put_results(json, summary);
  put_rules(json, summary);
  put_pieces(json, summary);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* "quick SEATS SEED": begins; SEATS as in "level:2" or "nodes:500". */
static mr_status begin(mr_page_request *request) {
  mr_page *page = request->page;
  mr_experiment experiment;
  uint64_t seed = 0;
  mr_page_quick_end(page);
  mr_status status = mr_page_number(request, 2, UINT64_MAX, &seed);
  if (status == MR_OK) {
    status = mr_experiment_init(page->game, request->words[1], seed, &experiment, request->error);
  }
  struct mr_page_quick *quick =
      status == MR_OK ? mr_alloc_zero(page->allocator, 1, sizeof *quick) : NULL;
  if (status == MR_OK && quick == NULL) {
    status = mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for games");
  }
  if (status != MR_OK) {
    return status;
  }
  experiment.allocator = page->allocator;
  mr_summary_init(&quick->summary, page->game, page->allocator);
  page->quick = quick;
  status = mr_experimenter_new(&experiment, &quick->worker, request->error);
  if (status != MR_OK) {
    mr_page_quick_end(page);
    return status;
  }
  put_summary(request->json, &quick->summary);
  return MR_OK;
}

/* "quick_play N": so many games more, and what all of them say. */
static mr_status play(mr_page_request *request) {
  struct mr_page_quick *quick = request->page->quick;
  uint64_t games = 0;
  if (quick == NULL) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "no quick look has been begun");
  }
  mr_status status = mr_page_number(request, 1, GAMES_AT_ONCE, &games);
  for (; games > 0 && status == MR_OK; games--) {
    status = mr_experimenter_play(quick->worker, quick->next++, &quick->played, request->error);
    if (status == MR_OK) {
      status = mr_summary_add(&quick->summary, &quick->played, request->error);
    }
  }
  if (status == MR_OK) {
    put_summary(request->json, &quick->summary);
  }
  return status;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool read_real(const char *word, double *out) {
  char *end = NULL;
  *out = strtod(word, &end);
  return end != word && *end == '\0';
}

/*
 * "differences [VALUE LOW HIGH VALUE LOW HIGH]...": how much more the first of each pair of
 * intervals is than the second, which was measured by other games.
 */
static mr_status differences(mr_page_request *request) {
  if ((request->count - 1) % 6 != 0) {
    return mr_error_set(request->error, MR_ERR_SYNTAX,
                        "an interval is three numbers, and two of "
                        "them make a difference");
  }
  mr_json_array(request->json, "differences");
  for (size_t at = 1; at < request->count; at += 6) {
    double v[6];
    for (size_t i = 0; i < 6; i++) {
      if (!read_real(request->words[at + i], &v[i])) {
        return mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' is no number",
                            request->words[at + i]);
      }
    }
    mr_interval more =
        mr_interval_difference((mr_interval){v[0], v[1], v[2]}, (mr_interval){v[3], v[4], v[5]});
    mr_json_object(request->json, NULL);
    mr_json_real(request->json, "value", more.value);
    mr_json_real(request->json, "low", more.low);
    mr_json_real(request->json, "high", more.high);
    mr_json_bool(request->json, "is", mr_interval_is_difference(more));
    mr_json_end(request->json);
  }
  mr_json_end(request->json);
  return MR_OK;
}

const mr_page_command mr_page_quick_commands[] = {
    {"quick", 2, 2, true, begin},
    {"quick_play", 1, 1, true, play},
    {"differences", 6, MR_PAGE_WORDS_MAX, false, differences},
};
const size_t mr_page_quick_command_count =
    sizeof mr_page_quick_commands / sizeof mr_page_quick_commands[0];
