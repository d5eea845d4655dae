/* The course of one game: who leads, how much there is to choose, where things happen. */
#include <math.h>
#include <string.h>

#include "measure/measure_priv.h"

#define POINT 1000 /**< thousandths */

mr_status mr_course_log_init(mr_course_log *log, const mr_game *game, uint32_t length,
                             const mr_allocator *allocator, mr_error *err) {
  *log = (mr_course_log){.game = game,
                         .allocator = allocator,
                         .two_sides = mr_game_teams(game) == 2,
                         .capacity = length};
  log->values = mr_alloc_zero(allocator, length, sizeof *log->values);
  return log->values != NULL
             ? MR_OK
             : mr_error_set(err, MR_ERR_NOMEM, "out of memory for the course of a game");
}

void mr_course_log_done(mr_course_log *log) {
  if (log->values != NULL) {
    mr_alloc_free(log->allocator, log->values, log->capacity * sizeof *log->values);
  }
  *log = (mr_course_log){0};
}

void mr_course_begin(mr_course_log *log, mr_course *out) {
  *log = (mr_course_log){.game = log->game,
                         .allocator = log->allocator,
                         .values = log->values,
                         .capacity = log->capacity,
                         .two_sides = log->two_sides};
  out->first = MR_NOBODY;
  out->opening = MR_ACTION_NONE;
}

/* 0 for the side of seat 0. */
static uint8_t side_of(const mr_course_log *log, mr_player player) {
  const mr_game_info *info = &log->game->info;
  return info->team[player.id] != info->team[0];
}

void mr_course_decide(mr_course_log *log, mr_player player, size_t count, mr_course *out) {
  if (log->decisions == 0 && !log->drawn_lot) {
    out->first = player;
  }
  log->decisions++;
  log->choices += count;
  log->forced += count == 1;
  log->forced_run = count == 1 ? log->forced_run + 1 : 0;
  if (log->forced_run > out->columns[MR_COLUMN_FORCED_RUN]) {
    out->columns[MR_COLUMN_FORCED_RUN] = log->forced_run;
  }
}

void mr_course_expect(mr_course_log *log, mr_player player, uint32_t turn, double value) {
  bool again = log->count > 0 && log->values[log->count - 1].turn == turn;
  if (!log->two_sides || again || log->count == log->capacity) {
    return;
  }
  long thousandths = lrint(fmin(fmax(value, 0), 1) * POINT);
  uint8_t side = side_of(log, player);
  log->values[log->count++] = (mr_course_value){
      .turn = turn,
      .value = (uint16_t)(side == 0 ? thousandths : POINT - thousandths),
      .mover = side,
  };
}

static void count_cell(uint16_t *cells, mr_cell cell) {
  if (cell.id < MR_COURSE_CELLS_MAX && cells[cell.id] < UINT16_MAX) {
    cells[cell.id]++;
  }
}

void mr_course_event(mr_course_log *log, const mr_event *event, mr_course *out) {
  switch ((mr_event_kind)event->kind) {
  case MR_EVENT_EXCHANGE:
    count_cell(out->arrived, event->from);
    count_cell(out->arrived, event->to);
    break;
  case MR_EVENT_MOVE:
  case MR_EVENT_PLACE:
  case MR_EVENT_ARRIVE:
    if (event->player.id != MR_NOBODY_ID) { /* else it is a wall */
      count_cell(out->arrived, event->to);
    }
    break;
  case MR_EVENT_CAPTURE:
  case MR_EVENT_CONVERT:
    if (!mr_player_same(event->player, event->other)) { /* not who blew up or turned to stone */
      count_cell(out->fell, event->to);
    }
    break;
  case MR_EVENT_RETURN:
    count_cell(out->fell, event->from);
    break;
  case MR_EVENT_START:
    out->first = event->player;
    log->drawn_lot = true;
    break;
  case MR_EVENT_DEAL:
  case MR_EVENT_PROMOTE:
  case MR_EVENT_DICE:
  case MR_EVENT_DUEL:
  case MR_EVENT_REVEAL:
  case MR_EVENT_PASS:
  case MR_EVENT_TURN:
  case MR_EVENT_RULE:
  case MR_EVENT_END:
  case MR_EVENT_THREAT:
  case MR_EVENT_KIND_COUNT:
    break;
  }
}

/* ---- who leads ------------------------------------------------------------------------------- */

/* The square root, rounded down: the same on every machine. */
static uint32_t root_of(uint32_t square) {
  uint32_t root = (uint32_t)sqrt((double)square);
  while (root > 0 && (uint64_t)root * root > square) {
    root--;
  }
  while ((uint64_t)(root + 1) * (root + 1) <= square) {
    root++;
  }
  return root;
}

static void put(mr_course *out, mr_column column, uint64_t value) {
  out->columns[column] = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
  out->has |= UINT32_C(1) << column;
}

static void count_lead_changes(const mr_course_log *log, mr_course *out) {
  uint32_t changes = 0;
  int leader = 0;
  for (size_t i = 0; i < log->count; i++) {
    unsigned value = log->values[i].value;
    int now = value >= MR_COURSE_LEADS ? 1 : value <= POINT - MR_COURSE_LEADS ? -1 : leader;
    changes += leader != 0 && now != leader;
    leader = now;
  }
  put(out, MR_COLUMN_LEAD_CHANGES, changes);
}

/* What the winner expected at the beginning of a turn. */
static unsigned hope(const mr_course_log *log, size_t at, uint8_t winner) {
  unsigned value = log->values[at].value;
  return winner == 0 ? value : POINT - value;
}

/*
 * How the winner came to win: how far behind it was, on the mean of the turns at which it was
 * behind and by the root, so that being a little behind for long counts; what its best turn gained;
 * and after which turn it was sure to the end.
 */
static void follow_winner(const mr_course_log *log, uint8_t winner, uint32_t turns,
                          mr_course *out) {
  uint64_t deficits = 0;
  uint32_t behind = 0;
  uint32_t killer = 0;
  uint32_t sure_from = log->values[0].turn;
  for (size_t i = 0; i < log->count; i++) {
    unsigned now = hope(log, i, winner);
    if (now < POINT / 2) {
      deficits += root_of((POINT - 2 * now) * POINT);
      behind++;
    }
    out->comeback = out->comeback || now <= MR_COURSE_LOST;
    sure_from = now < MR_COURSE_SURE ? log->values[i].turn + 1 : sure_from;
    /* A turn of which nobody told what it expects was random: what it gave away is no gain. */
    bool own = i + 1 < log->count && log->values[i].mover == winner &&
               log->values[i + 1].turn == log->values[i].turn + 1;
    if (own && hope(log, i + 1, winner) > now) {
      uint32_t gain = hope(log, i + 1, winner) - now;
      killer = gain > killer ? gain : killer;
    }
  }
  out->followed = true;
  sure_from = sure_from > turns ? turns + 1 : sure_from;
  put(out, MR_COLUMN_DRAMA, behind > 0 ? deficits / behind : 0);
  put(out, MR_COLUMN_KILLER, killer);
  put(out, MR_COLUMN_DECIDED, (uint64_t)POINT * (sure_from - 1) / turns);
}

void mr_course_finish(mr_course_log *log, const uint8_t *score, uint32_t turns, mr_course *out) {
  put(out, MR_COLUMN_ACTIONS, log->decisions);
  put(out, MR_COLUMN_FORCED_RUN, out->columns[MR_COLUMN_FORCED_RUN]);
  if (log->decisions > 0) {
    put(out, MR_COLUMN_CHOICES, 100 * log->choices / log->decisions);
    put(out, MR_COLUMN_FORCED, (uint64_t)POINT * log->forced / log->decisions);
  }
  if (log->sampled > 0) {
    put(out, MR_COLUMN_OPTIONS, 100 * log->options / log->sampled);
  }
  bool won = log->two_sides && 2 * score[0] != MR_SCORE_WIN;
  uint8_t winner = 2 * score[0] > MR_SCORE_WIN ? 0 : 1;
  if (log->count > 0) {
    count_lead_changes(log, out);
  }
  if (won && log->count > 0 && turns > 0) {
    follow_winner(log, winner, turns, out);
  }
  if (log->rolls > 0) {
    put(out, MR_COLUMN_LUCK, log->luck_size);
    out->rolled = won;
    out->luck = (int32_t)(winner == 0 ? log->luck : -log->luck);
  }
}
