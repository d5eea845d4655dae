/* What stands on the box of a game. */
#include <marcher/guide.h>

static size_t standing(const mr_view *view) {
  size_t count = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    count += view->cells[i].piece != 0 ? 1 : 0;
  }
  return count;
}

static mr_status make_any(mr_session *session, mr_random *random, mr_error *error) {
  if (mr_session_node(session).kind == MR_NODE_CHANCE) {
    return mr_session_roll(session, error);
  }
  mr_pick_list list = mr_session_picks(session);
  return mr_session_play(session, list.actions[mr_random_next(random) % list.count], NULL, error);
}

mr_status mr_guide_cover(mr_session *session, mr_arena *arena, mr_view *view, mr_error *err) {
  enum {
    MOST = 160, /* actions: more than both sides of the largest map of the catalogue set up */
    ENOUGH = 14 /* pieces: a third of the smallest board that begins empty */
  };
  mr_random random;
  mr_random_init(&random, 1);
  mr_status status = mr_session_view(session, MR_NOBODY, arena, view, err);
  bool bare = status == MR_OK && standing(view) == 0;
  for (unsigned i = 0; bare && i < MOST && standing(view) < ENOUGH &&
                       mr_session_node(session).kind != MR_NODE_TERMINAL;
       i++) {
    status = make_any(session, &random, err);
    if (status == MR_OK) {
      status = mr_session_view(session, MR_NOBODY, arena, view, err);
    }
    bare = status == MR_OK;
  }
  return status;
}
