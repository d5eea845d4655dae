/*
 * Setting up pieces in secret: taking back, moving, and all at once.
 */
#include <string.h>

#include "cli/files.h"
#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* Nodes of the computer for each piece that it sets up, where nobody has said how many. */
#define AUTO_NODES 500
/* No map of a set-up is longer, in bytes. */
#define SETUP_MAX ((size_t)256 * 1024)

bool play_check_sets_up(cli_play *play) {
  bool good = play_sets_up(play);
  mr_str_add(&play->cli->out, good ? "" : "There is nothing to set up now.\n");
  return good;
}

/* ---- changing what stands -------------------------------------------------------------------- */

/* The actions of this turn, as they are to be instead. */
typedef struct change {
  size_t first; /* the number of actions before the turn */
  mr_action *actions;
  size_t count;
  size_t room;
} change;

/* What is without the action of index `drop`. @return false after a complaint */
static bool begin_change(cli_play *play, size_t drop, change *out) {
  mr_session *core = play->session.core;
  size_t count = mr_session_count(core);
  *out = (change){.first = mr_session_turn_start(core)};
  out->room = count - out->first + 1;
  out->actions = mr_alloc_zero(NULL, out->room, sizeof *out->actions);
  if (out->actions == NULL) {
    cli_fail_memory(play->cli);
    return false;
  }
  for (size_t i = out->first; i < count; i++) {
    if (i != drop) {
      out->actions[out->count++] = mr_session_move_at(core, i)->action;
    }
  }
  return true;
}

static void end_change(change *it) {
  mr_alloc_free(NULL, it->actions, it->room * sizeof *it->actions);
}

/* The state before the action of an index, in `ahead`. */
static void go_back(cli_session *session, size_t index) {
  mr_state_copy(session->game, session->ahead, mr_session_start(session->core));
  for (size_t i = 0; i < index; i++) {
    mr_game_make(session->game, session->ahead, mr_session_move_at(session->core, i)->action, NULL,
                 NULL);
  }
}

/* Whether a change can be made; `ahead` is then the state after it. */
static bool try_change(cli_session *session, const change *it) {
  go_back(session, it->first);
  for (size_t i = 0; i < it->count; i++) {
    if (!mr_game_legal(session->game, session->ahead, it->actions[i])) {
      return false;
    }
    mr_game_make(session->game, session->ahead, it->actions[i], NULL, NULL);
  }
  return true;
}

/* @pre try_change has found it legal */
static int make_change(cli_play *play, const change *it) {
  cli_session *session = &play->session;
  int status = CLI_OK;
  session->viewer = play_viewer(play);
  cli_session_rewind(session, it->first);
  for (size_t i = 0; i < it->count && status == CLI_OK; i++) {
    status = cli_session_make(session, it->actions[i], NULL);
  }
  session->narrated = mr_session_count(session->core);
  play_redraw(play);
  return status;
}

/* The action of this turn that put something on the square. @return false after words */
static bool find_placed(cli_play *play, const char *square, size_t *index) {
  const cli_session *session = &play->session;
  size_t first = mr_session_turn_start(session->core);
  for (size_t i = mr_session_count(session->core); i > first; i--) {
    const mr_session_move *move = mr_session_move_at(session->core, i - 1);
    if (move->places && play_names_cell(play, square, move->to)) {
      *index = i - 1;
      return true;
    }
  }
  mr_str_format(&play->cli->out, "You have set up nothing on '%s'.\n", square);
  return false;
}

/* The letter of a piece, or NULL. */
static const char *label_of(const mr_view *view, mr_piece piece) {
  const char *label = NULL;
  for (size_t i = 0; i < view->piece_count && label == NULL; i++) {
    label = view->pieces[i].piece.id == piece.id ? view->pieces[i].label : NULL;
  }
  return label;
}

/* How setting up is written, "I@c2", with another letter and square than those of an action that is
   legal in what is looked at. @return false: none tells how */
static bool write_placing(const cli_play *play, const mr_view *view, const char *label,
                          const char *square, mr_str *out) {
  const cli_session *session = &play->session;
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    char cell[MR_ACTION_TEXT_MAX];
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    const char *other = form.kind == MR_FORM_PLACE ? label_of(view, form.piece) : NULL;
    if (other == NULL || form.to.id == MR_NOWHERE_ID) {
      continue;
    }
    size_t length =
        strlen(cli_action_text(session->game, session->seen, session->actions[i], text));
    size_t end = strlen(cli_cell_text(session->game, form.to, cell));
    size_t begin = strlen(other);
    if (length >= begin + end && strncmp(text, other, begin) == 0 &&
        strcmp(text + length - end, cell) == 0) {
      mr_str_format(out, "%s%.*s%s", label, (int)(length - begin - end), text + begin, square);
      return true;
    }
  }
  return false;
}

/* Why a piece cannot be set up on a square in what is looked at. @return false: that is not known
 */
static bool find_fault(const cli_play *play, const mr_view *view, const char *label,
                       const char *square, char *wish, mr_error *why) {
  const cli_session *session = &play->session;
  mr_action action = MR_ACTION_NONE;
  mr_str text = mr_str_fixed(wish, 2 * MR_ACTION_TEXT_MAX);
  return write_placing(play, view, label, square, &text) &&
         mr_game_parse_action(session->game, session->seen, wish, text.length, &action, why) ==
             MR_ERR_ILLEGAL;
}

/* The own piece that is called so, by its letter or its name; NULL: none is. */
static const char *find_own(const cli_play *play, const mr_view *view, const char *word) {
  const mr_game_info *info = &play->session.game->info;
  const char *label = NULL;
  for (size_t i = 0; i < view->piece_count && label == NULL; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    bool own = piece->owner.id < info->players &&
               info->team[piece->owner.id] == info->team[play->player.id];
    bool named = cli_same_word(piece->label, word) || cli_same_word(piece->name, word);
    label = own && named ? piece->label : NULL;
  }
  return label;
}

/* Takes "heavy cavalry a2" or "a2 H" apart: the square is a word, before the piece or behind it. */
static void split_placing(const cli_play *play, const mr_view *view, const char *line, char *piece,
                          char *square) {
  const char *last = strrchr(line, ' ') + 1, *second = strchr(line, ' ') + 1;
  mr_str first = mr_str_fixed(square, MR_ACTION_TEXT_MAX);
  mr_str_bytes(&first, line, (size_t)(second - 1 - line));
  bool before = play_find_cell(play, view, square) != NULL;
  mr_str rest = mr_str_fixed(piece, MR_ACTION_TEXT_MAX);
  mr_str_bytes(&rest, before ? second : line, before ? strlen(second) : (size_t)(last - 1 - line));
  if (!before) {
    first = mr_str_fixed(square, MR_ACTION_TEXT_MAX);
    mr_str_add(&first, last);
  }
}

bool play_explain_placing(cli_play *play, const char *line) {
  char piece[MR_ACTION_TEXT_MAX];
  char square[MR_ACTION_TEXT_MAX];
  char wish[2 * MR_ACTION_TEXT_MAX];
  mr_error why = {.message = ""};
  mr_arena arena;
  mr_view view;
  bool told = false;
  if (!play_sets_up(play) || strchr(line, ' ') == NULL) {
    return false;
  }
  bool seen = play_view(play, play->player, &arena, &view, &why) == MR_OK;
  const char *label = NULL;
  if (seen) {
    split_placing(play, &view, line, piece, square);
    label = find_own(play, &view, piece);
  }
  if (label != NULL && play_find_cell(play, &view, square) == NULL) {
    play_say_no_square(play, square);
    told = true;
  } else if (label != NULL && !play_places(play, play->session.actions[0])) {
    cli_action_text(play->session.game, play->session.seen, play->session.actions[0], wish);
    cli_say(play->cli, "All is set up: '%s' ends it; 'move', 'remove' and 'undo' change it.", wish);
    told = true;
  } else if (label != NULL && find_fault(play, &view, label, square, wish, &why)) {
    play_say_illegal(play, wish, why.message);
    told = true;
  }
  mr_arena_done(&arena);
  return told;
}

/* Why a piece that has been set up cannot go to a square, as things stand without it in `ahead`. */
static void say_no_move(cli_play *play, mr_piece piece, const char *from, const char *to) {
  char wish[2 * MR_ACTION_TEXT_MAX];
  mr_error why = {.message = ""};
  mr_arena arena;
  mr_view view;
  bool seen = play_view(play, play->player, &arena, &view, &why) == MR_OK;
  const char *label = seen ? label_of(&view, piece) : NULL;
  if (label != NULL && play_find_cell(play, &view, to) == NULL) {
    play_say_no_square(play, to);
  } else {
    play_look_at(play, play->session.ahead);
    bool known = label != NULL && find_fault(play, &view, label, to, wish, &why);
    play_look_at(play, mr_session_state(play->session.core));
    cli_say(play->cli, "What stands on %s cannot go to '%s'%s%s.", from, to, known ? ": " : "",
            known ? why.message : "");
  }
  mr_arena_done(&arena);
}

/* The action that puts that piece on the square, legal without the one that is dropped. */
static bool find_place(cli_play *play, mr_piece piece, const char *square, mr_action *out) {
  cli_session *session = &play->session;
  bool found = false;
  play_look_at(play, session->ahead);
  for (size_t i = 0; i < play->legal && !found; i++) {
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    found = form.kind == MR_FORM_PLACE && form.piece.id == piece.id &&
            play_names_cell(play, square, form.to);
    *out = session->actions[i];
  }
  play_look_at(play, mr_session_state(session->core));
  return found;
}

int play_change_placed(cli_play *play, const char *from, const char *to) {
  cli_session *session = &play->session;
  size_t index = 0;
  change it;
  int status = CLI_OK;
  if (!find_placed(play, from, &index)) {
    return CLI_OK;
  }
  if (!begin_change(play, index, &it)) {
    return CLI_FAILED;
  }
  mr_piece piece = mr_session_move_at(session->core, index)->piece;
  bool good = try_change(session, &it);
  if (good && to != NULL) {
    good = find_place(play, piece, to, &it.actions[it.count]);
    it.count++;
  }
  if (good) {
    status = make_change(play, &it);
  } else if (to != NULL) {
    say_no_move(play, piece, from, to);
  } else {
    mr_str_format(&play->cli->out,
                  "What was set up later needs the piece on %s; remove that first.\n", from);
  }
  end_change(&it);
  return status;
}

int play_remove(cli_play *play) {
  if (*play->argument == '\0') {
    mr_str_add(&play->cli->out, "remove needs the square of a piece that you have set up.\n");
    return CLI_OK;
  }
  return play_check_sets_up(play) ? play_change_placed(play, play->argument, NULL) : CLI_OK;
}

/* ---- all at once ----------------------------------------------------------------------------- */

/* One piece more, as the computer would. @return false: there is none to be set up */
static bool place_one(cli_play *play, int *status) {
  cli_session *session = &play->session;
  mr_node node = mr_session_node(session->core);
  if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, play->player)) {
    return false;
  }
  play_look_at(play, mr_session_state(session->core));
  if (!play_places(play, session->actions[0])) {
    return false;
  }
  *status = play_think(play, AUTO_NODES, NULL);
  if (*status != CLI_OK || cli_signal() != 0 || cli_break_taken()) {
    return false;
  }
  mr_action action = mr_session_last_analysis(session->core)->result.action;
  if (!play_places(play, action)) {
    return false;
  }
  *status = cli_session_make(session, action, NULL);
  return *status == CLI_OK;
}

int play_auto(cli_play *play) {
  cli_session *session = &play->session;
  if (!play_check_sets_up(play)) {
    return CLI_OK;
  }
  size_t before = mr_session_count(session->core);
  int status = CLI_OK;
  session->viewer = play_viewer(play);
  while (place_one(play, &status)) {
    cli_status(play->cli, "Setting up ... %zu", mr_session_count(session->core) - before);
  }
  cli_status_clear(play->cli);
  session->narrated = mr_session_count(session->core);
  mr_str_format(&play->cli->out, "%zu set up.\n", mr_session_count(session->core) - before);
  play_redraw(play);
  play_look_at(play, mr_session_state(session->core));
  return status;
}

static void list_faults(cli_play *play, const char *path, const mr_error *error,
                        const mr_str *faults) {
  mr_str *out = &play->cli->out;
  if (error->line > 0) {
    mr_str_format(out, "%s:%u:%u: ", path, (unsigned)error->line, (unsigned)error->column);
  } else {
    mr_str_format(out, "%s: ", path);
  }
  mr_str_format(out, "%s. Nothing was done.\n", error->message);
  for (const char *line = mr_str_text(faults); *line != '\0';) {
    size_t length = strcspn(line, "\n");
    mr_str fault = cli_text();
    mr_str_bytes(&fault, line, length);
    cli_paragraph(play->cli, &fault, 2, 4);
    line += length;
    line += *line == '\n';
  }
}

static int read_setup(cli_play *play, const char *path, const mr_str *text) {
  cli_session *session = &play->session;
  change it = {.first = mr_session_turn_start(session->core)};
  it.room = (size_t)session->game->info.columns * session->game->info.rows + 1;
  it.actions = mr_alloc_zero(NULL, it.room, sizeof *it.actions);
  mr_error error = {.message = ""};
  mr_str faults;
  mr_setup setup = {.actions = it.actions, .faults = &faults};
  int status = CLI_OK;
  if (it.actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  faults = mr_str_growing(NULL);
  go_back(session, it.first);
  if (mr_game_read_setup(session->game, session->ahead, mr_str_text(text), text->length, &setup,
                         &error) != MR_OK) {
    list_faults(play, path, &error, &faults);
  } else {
    it.count = setup.count;
    if (try_change(session, &it)) {
      /* without the button that ends the set-up: it is to be looked at first */
      it.count -= it.count > 0 && !play_places(play, it.actions[it.count - 1]);
      status = make_change(play, &it);
      mr_str_format(&play->cli->out, "%zu set up as in %s.\n", it.count, path);
    } else {
      mr_str_format(&play->cli->out,
                    "%s: the game began with pieces set up already, which are in its way. "
                    "Nothing was done.\n",
                    path);
    }
  }
  mr_str_done(&faults);
  end_change(&it);
  return status;
}

int play_deploy(cli_play *play) {
  const char *path = play->argument;
  if (*path == '\0') {
    mr_str_add(&play->cli->out, "deploy needs the name of a file with a map of your pieces.\n");
    return CLI_OK;
  }
  if (!play_check_sets_up(play) || !play_is_file(play, path)) {
    return CLI_OK;
  }
  mr_str text = mr_str_growing(NULL);
  int status = CLI_OK;
  if (cli_file_read(play->cli, path, SETUP_MAX, &text) == CLI_OK) {
    status = read_setup(play, path, &text);
  }
  mr_str_done(&text);
  return status;
}
