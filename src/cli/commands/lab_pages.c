/* The page of a study: what it says in words, tables and charts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/lab_study.h"

enum {
  BINS = 32, /* of distributions: as many as a line of text and a sheet of paper take */
  TEXT_MAX = 160,
  NAMES = 24,   /* of pieces or rules in one sentence */
  OPENINGS = 8, /* first actions that are told: the best and the worst */
  HARDLY = 5    /* per cent of the games: what happens in fewer is hardly used */
};

/** A page that is being written. */
typedef struct writer {
  cli_context *cli;
  lab_study *study;
  lab_strength *main; /**< the strength that is looked at closely */
  mr_summary *summary;
  const mr_wish *wishes;
  size_t wish_count;
  mr_doc *doc;
} writer;

static const char *keep(writer *w, const mr_str *text) {
  const char *kept = mr_arena_copy(&w->cli->arena, mr_str_text(text), text->length);
  w->doc->status = kept != NULL ? w->doc->status : MR_ERR_NOMEM;
  return kept != NULL ? kept : "";
}

static const char *text_of(writer *w, const mr_measure *measure) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_measure_text(measure, &text);
  return keep(w, &text);
}

/* ---- charts ---------------------------------------------------------------------------------- */

/** A chart of rows under construction, in the arena. */
static mr_chart *new_chart(writer *w, mr_chart_kind kind, size_t rows) {
  mr_chart *chart = mr_arena_zero(&w->cli->arena, 1, sizeof *chart);
  mr_chart_row *items = mr_arena_zero(&w->cli->arena, rows > 0 ? rows : 1, sizeof *items);
  if (chart == NULL || items == NULL) {
    w->doc->status = MR_ERR_NOMEM;
    return NULL;
  }
  *chart = (mr_chart){.kind = kind, .rows = items, .from = 0, .to = 1, .factor = 100, .unit = "%"};
  return chart;
}

/* Adds a row; the rows of a chart of ours are ours to write. */
static void add_row(mr_chart *chart, mr_chart_row row) {
  if (chart != NULL && chart->row_count < MR_CHART_ROWS_MAX) {
    ((mr_chart_row *)chart->rows)[chart->row_count++] = row;
  }
}

static void add_share(writer *w, mr_chart *chart, const char *label, mr_interval share,
                      uint64_t total) {
  mr_measure measure = {.unit = MR_UNIT_SHARE, .interval = share, .total = total};
  add_row(chart, (mr_chart_row){label, text_of(w, &measure), share.value, share.low, share.high});
}

static MR_PRINTF(3, 4) void put_chart(writer *w, mr_chart *chart, const char *format, ...) {
  char caption[2 * TEXT_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(caption, sizeof caption, format, args);
  va_end(args);
  if (chart != NULL && (chart->row_count > 0 || chart->kind == MR_CHART_HEAT)) {
    mr_doc_chart(w->doc, chart, caption);
  }
}

static const mr_wish *wish_of(const writer *w, const char *id) {
  for (size_t i = 0; i < w->wish_count; i++) {
    if (strcmp(w->wishes[i].id, id) == 0) {
      return &w->wishes[i];
    }
  }
  return NULL;
}

static unsigned long long games_of(const writer *w) {
  return (unsigned long long)w->summary->games;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static const char *const answers[] = {"not measured", "not decided", "yes", "no"};

static const char *wish_text(writer *w, const mr_wish *wish, mr_unit unit) {
  char buffer[TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (isfinite(wish->low) && isfinite(wish->high)) {
    mr_measure_figure(unit, wish->low, &text);
    mr_str_add(&text, " to ");
    mr_measure_figure(unit, wish->high, &text);
  } else {
    bool least = isfinite(wish->low);
    mr_str_add(&text, least ? "at least " : "at most ");
    mr_measure_figure(unit, least ? wish->low : wish->high, &text);
  }
  return keep(w, &text);
}

/* The wishes of which nothing is known, and why. */
static void put_unknown(writer *w) {
  for (size_t i = 0; i < w->wish_count; i++) {
    const char *id = w->wishes[i].id;
    mr_measure found;
    mr_error error;
    if (mr_wish_answer(&w->wishes[i], w->summary, &found) == MR_ANSWER_UNKNOWN) {
      bool can = mr_measure_check(w->study->game, id, &error) == MR_OK;
      mr_doc_paragraph(w->doc, "Nothing is known of %s: %s.", id,
                       can ? mr_measure_missing(w->summary, id) : error.message);
    }
  }
}

/* How many games would decide what these do not, if games do. */
static const char *more_text(const writer *w) {
  uint64_t most = 0;
  bool all = true;
  for (size_t i = 0; i < w->wish_count; i++) {
    mr_measure found;
    uint64_t own = mr_wish_games(&w->wishes[i], w->summary);
    bool open = mr_wish_answer(&w->wishes[i], w->summary, &found) == MR_ANSWER_UNDECIDED;
    all = all && (!open || own > 0);
    most = own > most ? own : most;
  }
  const char *text =
      all ? cli_arena_format(w->cli, "about %llu would", (unsigned long long)most) : NULL;
  return text != NULL ? text : "more alone may not, either";
}

static void put_verdict_sentence(writer *w, const unsigned *counts) {
  unsigned asked = counts[MR_ANSWER_YES] + counts[MR_ANSWER_NO] + counts[MR_ANSWER_UNDECIDED];
  unsigned unknown = counts[MR_ANSWER_UNKNOWN];
  const char *title = w->study->game->info.title;
  if (counts[MR_ANSWER_NO] > 0) {
    mr_doc_paragraph(w->doc, "%s does not do all that is wished; not met: %u of %u.", title,
                     counts[MR_ANSWER_NO], asked);
  } else if (counts[MR_ANSWER_UNDECIDED] > 0) {
    int uneven = lab_study_advantage(w->study); /* chance does not make it, as small as it may be */
    mr_doc_paragraph(w->doc, "%s %s%s, but so few games do not decide %u of %u wishes: %s.",
                     uneven == 0 ? "Nothing speaks against" : "No wish of", title,
                     uneven == 0  ? ""
                     : uneven > 0 ? " is refuted, and moving first is an advantage"
                                  : " is refuted, and moving first is a disadvantage",
                     counts[MR_ANSWER_UNDECIDED], asked, more_text(w));
  } else if (asked == 0) {
    mr_doc_paragraph(w->doc, "Of what is wished of %s nothing could be measured.", title);
  } else if (unknown > 0) {
    mr_doc_paragraph(w->doc, "%s does what is wished as far as it was measured: %u of %u wishes.",
                     title, asked, asked + unknown);
  } else {
    mr_doc_paragraph(w->doc, "%s does all that is wished.", title);
  }
  put_unknown(w);
}

/* Of a short game that begins at random little is the players' doing. */
static void put_random(writer *w) {
  char words[TEXT_MAX];
  mr_str text = mr_str_fixed(words, sizeof words);
  mr_random_turns turns = lab_study_random(w->study);
  mr_random_turns_text(&turns, &text);
  if (turns.many) {
    mr_doc_paragraph(w->doc,
                     "%s: so much of this game is chance that who is favoured is not decided. "
                     "--opening 0 begins where the game begins, --slips N has fewer random "
                     "decisions, and 'marcher lab solve' may know.",
                     words);
  }
}

static void put_verdict(writer *w) {
  unsigned counts[4] = {0};
  const char *const heading[] = {"wish", "so?", "measured", "wished", "cases"};
  mr_doc_heading(w->doc, "Verdict");
  for (size_t i = 0; i < w->wish_count; i++) {
    mr_measure found;
    counts[mr_wish_answer(&w->wishes[i], w->summary, &found)]++;
  }
  put_random(w);
  put_verdict_sentence(w, counts);
  mr_doc_row(w->doc, heading, 5);
  for (size_t i = 0; i < w->wish_count; i++) {
    mr_measure found = {.total = 0};
    mr_answer answer = mr_wish_answer(&w->wishes[i], w->summary, &found);
    char total[24];
    mr_str text = mr_str_fixed(total, sizeof total);
    mr_str_uint(&text, found.total);
    bool known = answer != MR_ANSWER_UNKNOWN;
    const char *const cells[] = {known ? found.label : w->wishes[i].id, answers[answer],
                                 known ? text_of(w, &found) : "",
                                 known ? wish_text(w, &w->wishes[i], found.unit) : "", total};
    mr_doc_row(w->doc, cells, 5);
  }
}

/* ---- who wins -------------------------------------------------------------------------------- */

/* Whether moving first is worth anything that games can show, however little is wished of it. */
static void put_advantage(writer *w, mr_interval first) {
  const char *const words[] = {
      "Unfair to who moves first: its share is less than an even one",
      "No advantage can be told apart from chance: the first mover's share "
      "may be an even one",
      "Unfair to who does not move first: the first mover's share is more "
      "than an even one"};
  const mr_wish *wish = wish_of(w, "first");
  mr_measure measure;
  int uneven = lab_study_advantage(w->study);
  bool wished =
      uneven != 0 && wish != NULL && mr_wish_answer(wish, w->summary, &measure) == MR_ANSWER_YES;
  const char *what = lab_study_random(w->study).many
                         ? "Many turns were random, and no advantage can be told apart from theirs"
                         : words[1 + uneven];
  measure = (mr_measure){.unit = MR_UNIT_SHARE, .interval = first};
  mr_doc_paragraph(w->doc, "%s, with %s%s.", what, text_of(w, &measure),
                   wished ? ", though no more than is wished" : "");
}

static void put_results(writer *w) {
  const mr_game *game = w->study->game;
  const mr_game_info *info = &game->info;
  mr_summary *summary = w->summary;
  mr_chart *chart = new_chart(w, MR_CHART_BARS, MR_MAX_PLAYERS + 3);
  mr_doc_heading(w->doc, "Who wins");
  put_advantage(w, mr_summary_first(summary, MR_TAIL_95));
  add_share(w, chart, "first mover's points", mr_summary_first(summary, MR_TAIL_95),
            summary->games);
  for (uint8_t i = 0; i < info->players; i++) {
    if (mr_game_leads_team(game, (mr_player){i})) {
      char label[TEXT_MAX];
      mr_str text = mr_str_fixed(label, sizeof label);
      mr_game_team_name(game, (mr_player){i}, &text);
      mr_str_add(&text, " wins");
      add_share(w, chart, keep(w, &text), mr_share_interval(summary->won[i], summary->games),
                summary->games);
    }
  }
  add_share(w, chart, "drawn", mr_share_interval(summary->drawn, summary->games), summary->games);
  if (summary->unfinished > 0) {
    add_share(w, chart, "broken off", mr_share_interval(summary->unfinished, summary->games),
              summary->games);
  }
  put_chart(w, chart, "Results of %llu games, %s for each side, with intervals of 95%%.",
            games_of(w), w->main->seats);
}

/* ---- several strengths ----------------------------------------------------------------------- */

/* In hundredths, as one decimal tells it: nothing is less than nothing. */
static double told(double share) {
  double rounded = round(1000 * share) / 10;
  return rounded == 0 ? 0 : rounded;
}

static void put_trend(writer *w) {
  bool steady = true;
  mr_interval trend = lab_study_trend(w->study, &steady);
  const char *unit = w->study->by_level ? "level" : "doubling of the nodes";
  if (!isfinite(trend.low)) {
    return;
  }
  if (!steady) {
    mr_doc_paragraph(w->doc,
                     "The first mover's share does not change steadily with the players: the "
                     "shares of all strengths lie on no line, and what better players would give "
                     "cannot be told from it.");
    return;
  }
  int way = lab_trend_way(trend);
  const char *words = way > 0   ? "The better the players, the more moving first is worth"
                      : way < 0 ? "The better the players, the less moving first is worth"
                                : "No trend can be told apart from chance";
  mr_doc_paragraph(w->doc,
                   "%s: with each %s the first mover's share changes by %+.1f points of a hundred "
                   "(%+.1f to %+.1f).",
                   words, unit, told(trend.value), told(trend.low), told(trend.high));
}

/* @return whether a figure has no interval, of which the table has no room to say why */
static bool put_strength_row(writer *w, lab_strength *one) {
  static const char *const ids[] = {"first", "draws", "turns", "leads", "decided"};
  const char *cells[7] = {one->seats};
  char games[24];
  mr_str text = mr_str_fixed(games, sizeof games);
  mr_str_uint(&text, one->summary.games);
  cells[1] = games;
  bool bare = false;
  for (size_t i = 0; i < 5; i++) {
    char buffer[TEXT_MAX];
    mr_measure measure;
    mr_str figure = mr_str_fixed(buffer, sizeof buffer);
    bool known = mr_measure_find(&one->summary, ids[i], MR_TAIL_95, &measure);
    bool open = known && !(isfinite(measure.interval.low) && isfinite(measure.interval.high));
    if (open) {
      mr_measure_figure(measure.unit, measure.interval.value, &figure);
    }
    cells[i + 2] = open ? keep(w, &figure) : known ? text_of(w, &measure) : "";
    bare = bare || open;
  }
  mr_doc_row(w->doc, cells, 7);
  return bare;
}

static void put_strengths(writer *w) {
  lab_study *study = w->study;
  const mr_wish *wish = wish_of(w, "first");
  const char *const heading[] = {"players", "games",        "first",          "draws",
                                 "turns",   "lead changes", "decided after %"};
  mr_chart *chart = new_chart(w, MR_CHART_POINTS, LAB_STRENGTHS_MAX);
  if (study->count < 2 || chart == NULL) {
    return;
  }
  mr_doc_heading(w->doc, "At several strengths");
  put_trend(w);
  for (size_t i = 0; i < study->count; i++) {
    lab_strength *one = &study->strengths[i];
    if (one->summary.games > 0) {
      add_share(w, chart, one->seats, mr_summary_first(&one->summary, MR_TAIL_95),
                one->summary.games);
    }
  }
  chart->wished = wish != NULL && isfinite(wish->low) && isfinite(wish->high);
  chart->wish_low = chart->wished ? wish->low : 0;
  chart->wish_high = chart->wished ? wish->high : 0;
  put_chart(w, chart, "The first mover's points by strength%s.",
            chart->wished ? ", and the band that is wished" : "");
  bool bare = false;
  mr_doc_row(w->doc, heading, 7);
  for (size_t i = 0; i < study->count; i++) {
    if (study->strengths[i].summary.games > 0) {
      bare = put_strength_row(w, &study->strengths[i]) || bare;
    }
  }
  if (bare) {
    mr_doc_paragraph(w->doc, "A figure without an interval is of too few games for one.");
  }
}

/* ---- how games end, how long they are -------------------------------------------------------- */

static void put_ends(writer *w) {
  mr_summary *summary = w->summary;
  const mr_game_info *info = &summary->game->info;
  mr_chart *chart = new_chart(w, MR_CHART_BARS, MR_CHART_ROWS_MAX);
  mr_doc_heading(w->doc, "How games end");
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    if (summary->ended[i] > 0) {
      add_share(w, chart, info->rules[i].id, mr_share_interval(summary->ended[i], summary->games),
                summary->games);
    }
  }
  if (summary->unfinished > 0) {
    add_share(w, chart, "broken off", mr_share_interval(summary->unfinished, summary->games),
              summary->games);
  }
  put_chart(w, chart, "The rule that ended each of %llu games; %llu were broken off.", games_of(w),
            (unsigned long long)summary->unfinished);
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    if (summary->ended[i] > 0) {
      mr_doc_rule(w->doc, info->rules[i].id, info->rules[i].text);
    }
  }
}

/* How many games are how long, in bins of equal width. */
static void put_distribution(writer *w, const uint32_t *sorted, size_t count, const char *what) {
  uint32_t least = sorted[0], most = sorted[count - 1];
  uint32_t width = (most - least) / BINS + 1;
  size_t bins = (most - least) / width + 1;
  mr_chart *chart = new_chart(w, MR_CHART_COUNTS, bins);
  uint64_t highest = 0;
  for (size_t b = 0, at = 0; b < bins && chart != NULL; b++) {
    uint32_t from = least + (uint32_t)b * width;
    uint64_t in_bin = 0;
    char label[24];
    mr_str text = mr_str_fixed(label, sizeof label);
    mr_str_uint(&text, from);
    for (; at < count && sorted[at] - least < (b + 1) * width; at++) {
      in_bin++;
    }
    highest = in_bin > highest ? in_bin : highest;
    add_row(chart, (mr_chart_row){keep(w, &text), "", (double)in_bin, 0, 0});
  }
  if (chart != NULL) {
    uint64_t quarter = (highest + 3) / 4; /* four ticks of whole games */
    chart->to = (double)(4 * quarter);
    chart->factor = 1;
    chart->unit = "";
  }
  put_chart(w, chart, "%s of %zu games, from %u to %u, %u in each column.", what, count, least,
            most, width);
}

static void put_length(writer *w) {
  mr_measure turns, actions;
  mr_summary *summary = w->summary;
  if (!mr_measure_find(summary, "turns", MR_TAIL_95, &turns) ||
      !mr_measure_find(summary, "actions", MR_TAIL_95, &actions)) {
    return;
  }
  mr_doc_heading(w->doc, "How long games are");
  mr_doc_paragraph(w->doc, "The median game has %s turns and %s actions.", text_of(w, &turns),
                   text_of(w, &actions));
  put_distribution(w, summary->turns, (size_t)summary->games, "Turns");
}

/* ---- tables of measures ---------------------------------------------------------------------- */

static void put_measures(writer *w, const char *title, const char *const *ids) {
  const char *const heading[] = {"measure", "value", "cases"};
  bool any = false;
  for (size_t i = 0; ids[i] != NULL; i++) {
    mr_measure measure;
    char total[24];
    mr_str text = mr_str_fixed(total, sizeof total);
    if (!mr_measure_find(w->summary, ids[i], MR_TAIL_95, &measure)) {
      continue;
    }
    if (!any) {
      mr_doc_heading(w->doc, "%s", title);
      mr_doc_row(w->doc, heading, 3);
      any = true;
    }
    mr_str_uint(&text, measure.total);
    const char *const cells[] = {measure.label, text_of(w, &measure), total};
    mr_doc_row(w->doc, cells, 3);
  }
  /* By the name that wishes use. */
  for (size_t i = 0; ids[i] != NULL && w->study->explain; i++) {
    mr_measure measure;
    if (mr_measure_find(w->summary, ids[i], MR_TAIL_95, &measure)) {
      mr_doc_rule(w->doc, ids[i], mr_measure_definition(ids[i]));
    }
  }
}

/* ---- what is not used ------------------------------------------------------------------------ */

/** Names for a sentence: the first so many, and how many there are. */
typedef struct name_list {
  mr_str text;
  size_t count;
} name_list;

static name_list new_list(void) {
  return (name_list){.text = mr_str_growing(NULL)};
}

/* Makes room for one more name. @return false: it is only counted */
static bool next_name(name_list *names) {
  bool told = names->count++ < NAMES;
  mr_str_add(&names->text, told && names->count > 1 ? ", " : "");
  return told;
}

/* "name, name" as a sentence, where there is anything. */
static void put_list(writer *w, const char *what, name_list *names) {
  if (names->count > NAMES) {
    mr_str_format(&names->text, " and %zu more", names->count - NAMES);
  }
  if (names->count > 0) {
    mr_doc_paragraph(w->doc, "%s: %s.", what, mr_str_text(&names->text));
  }
  mr_str_done(&names->text);
}

static void add_piece(writer *w, name_list *names, mr_piece piece, mr_player owner) {
  const mr_game_info *info = &w->study->game->info;
  if (!next_name(names)) {
    return;
  }
  if (owner.id < info->players) {
    mr_str_format(&names->text, "%s's ", info->player_names[owner.id]);
  }
  mr_game_piece_text(w->study->game, piece, &names->text);
}

static void put_pieces(writer *w) {
  const mr_summary *summary = w->summary;
  mr_kind *kinds = mr_arena_zero(&w->cli->arena, MR_KINDS_MAX, sizeof *kinds);
  bool dealt = kinds != NULL && mr_game_kinds(w->study->game, kinds) == 0;
  name_list never = new_list(), hardly = new_list(), made = new_list(), kept = new_list();
  for (size_t i = 0; i < summary->piece_count; i++) {
    const mr_summary_piece *one = &summary->pieces[i];
    uint64_t used = one->moved > one->placed ? one->moved : one->placed;
    /* What chance deals is there in some games alone: those count, where they are not too few. */
    uint64_t games = dealt ? one->games : summary->games;
    bool told = 100 * one->games >= HARDLY * summary->games || !dealt;
    if (one->games == 0) {
      if (dealt) { /* of those that are listed it is told that they were never dropped */
        add_piece(w, &kept, one->piece, one->owner);
      }
    } else if (told && used == 0) {
      add_piece(w, &never, one->piece, one->owner);
    } else if (told && 100 * used < HARDLY * games) {
      add_piece(w, &hardly, one->piece, one->owner);
    }
    if (one->promotion > 0) {
      add_piece(w, &made, one->piece, one->owner);
      if (made.count <= NAMES) {
        mr_str_format(&made.text, " (%llu)", (unsigned long long)one->promotion);
      }
    }
  }
  put_list(w, "Pieces that never moved", &never);
  put_list(w, "Pieces that moved in fewer than 5 of 100 games", &hardly);
  put_list(w, "Pieces that never came", &kept);
  put_list(w, "Promotions, with their number", &made);
}

/* Kinds that the definition has and no game has seen: promotions not taken, drops not made. */
static void put_kinds(writer *w) {
  const mr_summary *summary = w->summary;
  mr_kind *kinds = mr_arena_zero(&w->cli->arena, MR_KINDS_MAX, sizeof *kinds);
  size_t count = kinds != NULL ? mr_game_kinds(w->study->game, kinds) : 0;
  name_list absent = new_list(), kept = new_list();
  for (size_t i = 0; i < count; i++) {
    const mr_summary_piece *found = NULL;
    for (size_t k = 0; k < summary->piece_count && found == NULL; k++) {
      const mr_summary_piece *one = &summary->pieces[k];
      bool same = one->piece.id == kinds[i].piece.id && mr_player_same(one->owner, kinds[i].owner);
      found = same ? one : NULL;
    }
    if (found == NULL) {
      add_piece(w, &absent, kinds[i].piece, kinds[i].owner);
    } else if (kinds[i].held && found->placed == 0) {
      add_piece(w, &kept, kinds[i].piece, kinds[i].owner);
    }
  }
  put_list(w, "Pieces that never came to be", &absent);
  put_list(w, "Pieces that were never dropped", &kept);
}

static void put_rules(writer *w) {
  const mr_summary *summary = w->summary;
  const mr_game_info *info = &summary->game->info;
  name_list never = new_list(), hardly = new_list();
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    uint64_t seen = summary->felt[i] > summary->ended[i] ? summary->felt[i] : summary->ended[i];
    name_list *list = seen == 0 ? &never : 100 * seen < HARDLY * summary->games ? &hardly : NULL;
    if (list != NULL && !info->rules[i].silent && next_name(list)) {
      mr_str_add(&list->text, info->rules[i].id);
    }
  }
  put_list(w, "Rules that showed in no event", &never);
  put_list(w, "Rules that showed in fewer than 5 of 100 games", &hardly);
}

static void put_unused(writer *w) {
  mr_doc_heading(w->doc, "Never or hardly used");
  const mr_doc_block *heading = w->doc->last;
  put_pieces(w);
  put_kinds(w);
  put_rules(w);
  if (w->doc->last == heading) {
    mr_doc_paragraph(
        w->doc, "Every piece moved, and every rule showed, in at least %d of 100 games.", HARDLY);
  }
}

static void put_regions(writer *w, const mr_view *view) {
  const mr_courses *courses = &w->summary->courses;
  name_list never = new_list();
  for (size_t r = 0; r < view->region_count && r < MR_VIEW_REGIONS_MAX; r++) {
    uint64_t arrivals = 0;
    for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
      const mr_view_cell *cell = &view->cells[i];
      bool inside = (cell->regions >> r & 1) != 0 && cell->cell.id < courses->cells;
      arrivals += inside ? courses->arrived[cell->cell.id] : 0;
    }
    if (arrivals == 0 && next_name(&never)) {
      mr_str_add(&never.text, view->regions[r].name);
    }
  }
  put_list(w, "Regions that no piece came to", &never);
}

/* ---- openings -------------------------------------------------------------------------------- */

static uint64_t games_in(const mr_course_opening *opening) {
  uint64_t games = 0;
  for (size_t i = 0; i <= MR_SCORE_WIN; i++) {
    games += opening->points[i];
  }
  return games;
}

static int by_points(const void *a, const void *b) {
  double one = mr_points_interval(((const mr_course_opening *)a)->points, MR_SCORE_WIN).value;
  double other = mr_points_interval(((const mr_course_opening *)b)->points, MR_SCORE_WIN).value;
  return (one < other) - (one > other);
}

static int by_key(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

static void put_variety(writer *w) {
  mr_courses *courses = &w->summary->courses;
  size_t different = 0;
  if (courses->early_count == 0) {
    return;
  }
  qsort(courses->early, courses->early_count, sizeof *courses->early, by_key);
  for (size_t i = 0; i < courses->early_count; i++) {
    different += i == 0 || courses->early[i] != courses->early[i - 1];
  }
  mr_doc_paragraph(w->doc, "After %d turns, %zu games had come to %zu different positions.",
                   MR_COURSE_EARLY, courses->early_count, different);
}

static void put_opening(writer *w, const mr_state *start, const mr_course_opening *opening) {
  const mr_game *game = w->study->game;
  char action[MR_ACTION_TEXT_MAX], games[24];
  mr_str text = mr_str_fixed(action, sizeof action);
  mr_game_format_action(game, start, opening->action, &text);
  text = mr_str_fixed(games, sizeof games);
  mr_str_uint(&text, games_in(opening));
  mr_measure measure = {.unit = MR_UNIT_SHARE,
                        .interval = mr_points_interval(opening->points, MR_SCORE_WIN)};
  const char *const cells[] = {action, games, text_of(w, &measure)};
  mr_doc_row(w->doc, cells, 3);
}

static void put_openings(writer *w, const mr_state *start) {
  mr_courses *courses = &w->summary->courses;
  const char *const heading[] = {"first action", "games", "first mover's points"};
  if (courses->early_count == 0 && courses->opening_count == 0) {
    return;
  }
  mr_doc_heading(w->doc, "Openings");
  put_variety(w);
  if (courses->opening_count > OPENINGS) {
    mr_doc_paragraph(w->doc,
                     "First actions by what they brought, of %zu the %d at either end; where the "
                     "players begin at random, so were these chosen. Who looks at the ends of many "
                     "sees chance: a figure of few games says little.",
                     courses->opening_count, OPENINGS / 2);
  } else if (courses->opening_count > 0) {
    mr_doc_paragraph(w->doc, "First actions by what they brought; where the players begin at "
                             "random, so were these chosen.");
  }
  if (courses->opening_count > 0) {
    qsort(courses->openings, courses->opening_count, sizeof *courses->openings, by_points);
    mr_doc_row(w->doc, heading, 3);
  }
  for (size_t i = 0; i < courses->opening_count; i++) {
    if (i < OPENINGS / 2 || i + OPENINGS / 2 >= courses->opening_count) {
      put_opening(w, start, &courses->openings[i]);
    }
  }
}

/* ---- the board ------------------------------------------------------------------------------- */

static void put_heat(writer *w, const mr_view *view, const uint64_t *by_cell, const char *caption) {
  size_t count = (size_t)view->columns * view->rows;
  mr_chart *chart = new_chart(w, MR_CHART_HEAT, 0);
  uint64_t *heat = mr_arena_zero(&w->cli->arena, count, sizeof *heat);
  uint64_t all = 0;
  if (chart == NULL || heat == NULL || by_cell == NULL) {
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint16_t cell = view->cells[i].cell.id;
    heat[i] = cell < w->summary->courses.cells ? by_cell[cell] : 0;
    all += heat[i];
  }
  chart->view = view;
  chart->heat = heat;
  if (all > 0) {
    put_chart(w, chart, "%s: %llu in %llu games.", caption, (unsigned long long)all, games_of(w));
  }
}

/* What needs the board: regions, openings, heat. */
static void put_board(writer *w, mr_state *start) {
  const mr_game *game = w->study->game;
  mr_view *view = mr_arena_zero(&w->cli->arena, 1, sizeof *view);
  mr_game_start(game, start);
  if (view == NULL || mr_game_view(game, start, MR_NOBODY, &w->cli->arena, view, NULL) != MR_OK) {
    w->doc->status = MR_ERR_NOMEM;
    return;
  }
  put_regions(w, view);
  put_openings(w, start);
  mr_doc_heading(w->doc, "Where it happens");
  put_heat(w, view, w->summary->courses.arrived, "Where pieces go");
  put_heat(w, view, w->summary->courses.fell, "Where pieces are taken");
}

/* ---- the whole page -------------------------------------------------------------------------- */

/* How games of players who do not err come to differ. */
static void put_what_differs(const writer *w, mr_str *out) {
  mr_experiment steady;
  bool known = mr_experiment_init(w->study->game, "nodes:1", 1, &steady, NULL) == MR_OK;
  if (w->study->opening.given || w->study->slips.given) {
    mr_str_format(out,
                  "Games begin with %u random turns, and %u of a thousand decisions are random, as "
                  "was said.",
                  w->summary->opening, w->summary->slips);
  } else if (known && steady.slips > 0) {
    mr_str_add(out, "Players that do not err begin with two random turns, and one decision in "
                    "twenty of theirs is random, which tells games apart.");
  } else if (known && steady.opening > 0) {
    mr_str_add(out, "Players that do not err begin with two random turns; from there on dice tell "
                    "games apart.");
  } else {
    mr_str_add(out, "Deals, dice or hidden set-ups tell games apart: no decision is random.");
  }
}

static void put_making(writer *w, const char *command) {
  mr_str line = mr_str_growing(NULL);
  mr_doc_heading(w->doc, "How this was made");
  mr_str_format(&line, "%s\n", command);
  mr_doc_lines(w->doc, mr_str_text(&line));
  mr_str_done(&line);
  if (w->study->timed) {
    mr_doc_paragraph(w->doc, "How many games there are follows from the time and the machine: with "
                             "as many, the same words play the same ones anywhere.");
  } else {
    mr_doc_paragraph(w->doc, "The same words play the same games on any machine.");
    mr_doc_paragraph(w->doc,
                     "The players %s. What they expected on the way (leads, comebacks, drama, when "
                     "games were decided) is no better than that.",
                     lab_study_knowledge(w->study->game));
  }
  mr_str differs = mr_str_growing(NULL);
  put_what_differs(w, &differs);
  mr_doc_paragraph(w->doc,
                   "Intervals cover the truth in 95 of 100 experiments. %s The last strength is "
                   "looked at closely. What each measure is, and from where: docs/LAB.md.",
                   mr_str_text(&differs));
  mr_str_done(&differs);
}

/* Games to step through, where the page can show them. */
static void put_films(writer *w) {
  mr_error error;
  if (!w->study->explain) {
    return;
  }
  mr_status status = lab_study_films(w->study, &error);
  if (status != MR_OK) {
    w->doc->status = w->doc->status == MR_OK ? status : w->doc->status;
  } else if (w->study->reel.count > 0) {
    mr_doc_heading(w->doc, "Games to step through");
    mr_doc_reel(w->doc, &w->study->reel,
                "The first games by number of each way to end, as they were played. Each stands at "
                "the turn over which most changed of what the players expected.");
  }
}

void lab_study_page(cli_context *cli, lab_study *study, const mr_wish *wishes, size_t wish_count,
                    const char *command, mr_doc *doc) {
  static const char *const choice[] = {"choices", "options", "forced", "forcedrun", NULL};
  static const char *const course[] = {"leads", "drama", "decided", "killer", "comebacks", NULL};
  static const char *const skill[] = {"skill2", "skill10", "luck", "luckier", "turned", NULL};
  writer w = {.cli = cli,
              .study = study,
              .main = lab_study_main(study),
              .wishes = wishes,
              .wish_count = wish_count,
              .doc = doc};
  mr_state *start = mr_state_new(study->game, NULL);
  w.summary = &w.main->summary;
  if (start == NULL) {
    doc->status = MR_ERR_NOMEM;
    return;
  }
  put_verdict(&w);
  put_results(&w);
  put_strengths(&w);
  put_ends(&w);
  put_length(&w);
  put_measures(&w, "How much there is to choose", choice);
  put_measures(&w, "How games run", course);
  put_measures(&w, "Skill and luck", skill);
  put_unused(&w);
  put_board(&w, start);
  put_films(&w);
  put_making(&w, command);
  mr_state_free(study->game, NULL, start);
}
