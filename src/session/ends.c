/** Ends from outside the rules, and the clocks that bring one of them about. */
#include <string.h>

#include "session/session_priv.h"

mr_player mr_session_leader(const mr_session *session, mr_player player) {
  const uint8_t *team = session->game->info.team;
  mr_player leader = {0};
  while (team[leader.id] != team[player.id]) {
    leader.id++;
  }
  return leader;
}

mr_status mr_session_check_player(const mr_session *session, mr_player player, mr_error *err) {
  return mr_session_has_player(session, player)
             ? MR_OK
             : mr_error_set(err, MR_ERR_RANGE, "there is no player %u", player.id + 1u);
}

mr_session_end mr_session_ended(const mr_session *session) {
  if (session->end != MR_SESSION_GOES_ON) {
    return session->end;
  }
  return session->node.kind == MR_NODE_TERMINAL ? MR_SESSION_BY_RULE : MR_SESSION_GOES_ON;
}

mr_player mr_session_loser(const mr_session *session) {
  return session->loser;
}

bool mr_session_can_resign(const mr_session *session) {
  return mr_game_teams(session->game) == 2;
}

void mr_session_clear_end(mr_session *session) {
  session->end = MR_SESSION_GOES_ON;
  session->loser = MR_NOBODY;
  session->draw_offers = 0;
}

void mr_session_reopen(mr_session *session) {
  mr_session_clear_end(session);
  session->revision++;
}

/* ---- resigning, agreeing, adjudicating ------------------------------------------------------- */

static mr_status check_end(const mr_session *s, mr_player player, mr_error *err) {
  if (mr_session_ended(s) != MR_SESSION_GOES_ON) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  return mr_session_check_player(s, player, err);
}

/** The team of `player` has lost to the other one. */
static void lose(mr_session *s, mr_player player, mr_session_end end) {
  const mr_game_info *info = &s->game->info;
  for (uint8_t i = 0; i < info->players; i++) {
    s->score[i] = info->team[i] == info->team[player.id] ? 0 : MR_SCORE_WIN;
  }
  s->end = end;
  s->loser = player;
  s->revision++;
}

mr_status mr_session_resign(mr_session *session, mr_player player, mr_error *err) {
  mr_status status = check_end(session, player, err);
  if (status == MR_OK && !mr_session_can_resign(session)) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED, "there are not two sides to resign to");
  }
  if (status == MR_OK) {
    lose(session, player, MR_SESSION_RESIGNED);
  }
  return status;
}

mr_status mr_session_offer_draw(mr_session *session, mr_player player, mr_error *err) {
  mr_session *s = session;
  mr_status status = check_end(s, player, err);
  if (status != MR_OK) {
    return status;
  }
  s->draw_offers |= (uint16_t)mr_viewer_bit(mr_session_leader(s, player));
  s->revision++;
  for (uint8_t i = 0; i < s->game->info.players; i++) {
    if (!mr_session_offers_draw(s, (mr_player){i})) {
      return MR_OK;
    }
  }
  s->end = MR_SESSION_AGREED;
  memset(s->score, (int)(MR_SCORE_WIN / mr_game_teams(s->game)), sizeof s->score);
  return MR_OK;
}

bool mr_session_offers_draw(const mr_session *session, mr_player player) {
  return mr_session_has_player(session, player) &&
         (session->draw_offers & mr_viewer_bit(mr_session_leader(session, player))) != 0;
}

bool mr_session_shares_win(const mr_session *session, const uint8_t *score) {
  unsigned sum = 0;
  bool alike = true;
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_player leader = mr_session_leader(session, (mr_player){i});
    sum += leader.id == i ? score[i] : 0;
    alike = alike && score[i] == score[leader.id];
  }
  return alike && sum == MR_SCORE_WIN;
}

mr_status mr_session_adjudicate(mr_session *session, const uint8_t *score, mr_error *err) {
  uint8_t own[MR_MAX_PLAYERS] = {0};
  mr_status status = check_end(session, (mr_player){0}, err);
  if (status != MR_OK) {
    return status;
  }
  if (score == NULL) {
    mr_game_adjudicate(session->game, session->state, own);
    score = own;
  } else if (!mr_session_shares_win(session, score)) {
    return mr_error_set(err, MR_ERR_RANGE, "the teams do not share one win");
  }
  memcpy(session->score, score, session->game->info.players);
  session->end = MR_SESSION_ADJUDICATED;
  session->revision++;
  return MR_OK;
}

/* ---- what came of it ------------------------------------------------------------------------- */

bool mr_session_score(const mr_session *session, uint8_t *out) {
  mr_session_end end = mr_session_ended(session);
  if (end == MR_SESSION_BY_RULE) {
    mr_game_score(session->game, session->state, out);
  } else if (end != MR_SESSION_GOES_ON) {
    memcpy(out, session->score, session->game->info.players);
  }
  return end != MR_SESSION_GOES_ON;
}

const char *mr_session_result(const mr_session *session, char *buffer) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  if (mr_session_score(session, score)) {
    return mr_result_of_score(session->game, score, buffer);
  }
  return memcpy(buffer, "*", sizeof "*");
}

const char *mr_session_rule(const mr_session *session) {
  static const char *const words[] = {[MR_SESSION_GOES_ON] = "",
                                      [MR_SESSION_RESIGNED] = "resignation",
                                      [MR_SESSION_AGREED] = "agreement",
                                      [MR_SESSION_TIME] = "time",
                                      [MR_SESSION_ADJUDICATED] = "agreement"};
  mr_session_end end = mr_session_ended(session);
  if (end == MR_SESSION_BY_RULE) {
    return session->game->info.rules[mr_game_ended_by(session->game, session->state)].id;
  }
  for (uint8_t i = 0; end == MR_SESSION_ADJUDICATED && i < session->game->info.players; i++) {
    if (session->score[i] == MR_SCORE_WIN) {
      end = MR_SESSION_RESIGNED;
    }
  }
  return words[end];
}

/* ---- clocks ---------------------------------------------------------------------------------- */

static mr_session_clock *clock_of(mr_session *s, mr_player player) {
  return &s->clocks[mr_session_leader(s, player).id];
}

/** The same to look at; whoever is no player has one that is all zero. */
static const mr_session_clock *clock_seen(const mr_session *s, mr_player player) {
  static const mr_session_clock none = {0};
  return mr_session_has_player(s, player) ? &s->clocks[mr_session_leader(s, player).id] : &none;
}

void mr_session_set_clock(mr_session *session, mr_player player,
                          const mr_session_control *control) {
  if (mr_session_has_player(session, player)) {
    *clock_of(session, player) = (mr_session_clock){
        .control = *control, .left = control->base > 0 ? control->base : control->increment};
  }
}

int64_t mr_session_time_left(const mr_session *session, mr_player player) {
  return clock_seen(session, player)->left;
}

unsigned mr_session_turns_to_go(const mr_session *session, mr_player player) {
  const mr_session_clock *clock = clock_seen(session, player);
  unsigned each = clock->control.turns;
  return each > 0 ? each - clock->turns % each : 0;
}

/** Turns before somebody was asked, those of an opening, count for nobody. */
void mr_session_clock_turn(mr_session *session, mr_player player) {
  mr_session_clock *clock = clock_of(session, player);
  if (!clock->asked) {
    return;
  }
  clock->turns++;
  clock->left += clock->control.increment;
  if (clock->control.turns > 0 && clock->turns % clock->control.turns == 0) {
    clock->left += clock->control.base;
  }
}

int64_t mr_session_spend(mr_session *session, mr_player player, int64_t nanoseconds) {
  if (!mr_session_has_player(session, player)) {
    return 0;
  }
  mr_session_clock *clock = clock_of(session, player);
  int64_t over = 0;
  clock->asked = true;
  if (clock->control.action > 0) {
    over = nanoseconds - clock->control.action;
  } else if (clock->control.base > 0 || clock->control.increment > 0) {
    clock->left -= nanoseconds;
    over = -clock->left;
  }
  if (over <= 0) {
    return 0;
  }
  if (over > clock->control.margin && mr_session_can_resign(session)) {
    lose(session, player, MR_SESSION_TIME);
  } else if (clock->left < 0) {
    clock->left = 0;
  }
  return over;
}
