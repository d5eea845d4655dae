/** What each viewer may see of a game under way. */
#include <string.h>

#include "session/session_priv.h"

const mr_state *mr_session_observe(mr_session *session, mr_player viewer) {
  mr_game_observe(session->game, session->state, viewer, session->seen);
  return session->seen;
}

bool mr_session_has_secret(mr_session *session, mr_player viewer) {
  if (!mr_game_can(session->game, MR_CAN_HIDE)) {
    return false;
  }
  const mr_state *own = mr_session_observe(session, viewer);
  mr_game_observe(session->game, own, MR_NOBODY, session->open_view);
  return memcmp(own, session->open_view, session->game->info.state_size) != 0;
}

mr_status mr_session_view(mr_session *session, mr_player viewer, mr_arena *arena, mr_view *out,
                          mr_error *err) {
  return mr_game_view(session->game, mr_session_observe(session, viewer), viewer, arena, out, err);
}

bool mr_session_withheld(const mr_session_move *move, mr_player viewer) {
  return (move->withheld & MR_VIEWER_BIT(viewer)) != 0;
}

/* ---- events ---------------------------------------------------------------------------------- */

/** The viewers from whom an event of the last action is withheld. */
static uint16_t withheld_from(const mr_session *s, const mr_event *event) {
  unsigned mask = mr_game_sees(s->game, s->state, event, MR_NOBODY) ? 0 : MR_VIEWER_BIT(MR_NOBODY);
  for (uint8_t i = 0; i < s->game->info.players; i++) {
    mr_player viewer = {i};
    mask |= mr_game_sees(s->game, s->state, event, viewer) ? 0 : MR_VIEWER_BIT(viewer);
  }
  return (uint16_t)mask;
}

uint16_t mr_session_keep_events(mr_session *session, bool anew) {
  mr_session_events_kept *kept = &session->recent;
  const mr_events *made = &session->made;
  bool hides = mr_game_can(session->game, MR_CAN_HIDE);
  uint16_t all = 0;
  if (anew || kept->count + made->count > kept->capacity) {
    kept->count = 0; /* a turn may go on and on */
  }
  session->last = kept->count;
  for (size_t i = 0; i < made->count; i++) {
    uint16_t mask = hides ? withheld_from(session, &made->items[i]) : 0;
    kept->items[kept->count] = made->items[i];
    kept->withheld[kept->count++] = mask;
    all |= mask;
  }
  return all;
}

static mr_events list_events(mr_session *s, size_t first, mr_player viewer) {
  mr_events out = {.items = s->shown, .capacity = s->recent.capacity};
  for (size_t i = first; i < s->recent.count; i++) {
    if ((s->recent.withheld[i] & MR_VIEWER_BIT(viewer)) == 0) {
      mr_events_add(&out, s->recent.items[i]);
    }
  }
  return out;
}

mr_events mr_session_events(mr_session *session, mr_player viewer) {
  return list_events(session, session->last, viewer);
}

mr_events mr_session_recent(mr_session *session, mr_player viewer) {
  return list_events(session, 0, viewer);
}

void mr_session_forget_recent(mr_session *session) {
  session->recent.count = 0;
  session->last = 0;
}
