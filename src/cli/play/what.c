/*
 * What things are: squares, pieces, regions, words of the rules. All of it is what every family
 * tells: its picture, its actions, its rules page.
 */
#include <marcher/guide.h>
#include <string.h>

#include "base/text.h"
#include "cli/format.h"
#include "cli/pager.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum { REACH_MOST = 16 }; /* squares of a sentence */

/* What is looked up, and in what. */
typedef struct inquiry {
  cli_play *play;
  const mr_game *game;
  const char *topic;
  mr_arena arena;
  mr_view view;
  mr_doc page;
} inquiry;

/* Where a run of sentences goes: the first of them at the margin where `headed`. */
typedef struct saying {
  const inquiry *q;
  bool headed;
} saying;

static void say(void *context, mr_guide_part part, const char *sentence) {
  const saying *to = context;
  mr_str text = cli_text();
  mr_str_add(&text, sentence);
  cli_paragraph(to->q->play->cli, &text, part == MR_GUIDE_WHAT && to->headed ? 0 : 2, 4);
}

static mr_guide guide_of(const inquiry *q) {
  const cli_session *session = &q->play->session;
  bool decides = mr_session_node(session->core).kind == MR_NODE_DECISION;
  return (mr_guide){q->game,
                    &q->view,
                    &q->page,
                    {q->game, session->seen, session->actions, decides ? q->play->legal : 0}};
}

static void say_rules(const inquiry *q, const char *name) {
  char topic[MR_ACTION_TEXT_MAX];
  mr_str numbers = cli_text();
  if (mr_guide_rules(&q->page, name, &numbers, topic) > 0) {
    mr_str text = cli_text();
    mr_str_format(&text, "Rules that speak of it: %s; 'rules %s' shows them.",
                  mr_str_text(&numbers), topic);
    cli_paragraph(q->play->cli, &text, 2, 4);
  }
  mr_str_done(&numbers);
}

/* ---- a square -------------------------------------------------------------------------------- */

void play_add_reach(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                    mr_str *out) {
  const cli_session *session = &play->session;
  size_t cells = (size_t)view->columns * view->rows;
  const mr_view_piece *piece =
      cell != NULL && cell->piece != 0 ? &view->pieces[cell->piece - 1] : NULL;
  if (piece == NULL || piece->owner.id >= session->game->info.players ||
      mr_session_node(session->core).kind == MR_NODE_TERMINAL ||
      !mr_game_fully_known(session->game, session->seen)) {
    return;
  }
  bool now = true;
  mr_cell *reach = mr_alloc_zero(NULL, cells, sizeof *reach);
  size_t count = reach == NULL ? 0
                               : mr_guide_reach(session->game, session->seen, cell->cell,
                                                piece->owner, &now, reach);
  for (size_t i = 0; i < count && !now && i < REACH_MOST; i++) {
    char square[MR_ACTION_TEXT_MAX];
    if (i == 0) {
      mr_str_format(out, "%sWhen it is %s's turn it can go to ", out->length > 0 ? " " : "",
                    cli_player_name(session->game, piece->owner));
    }
    mr_str_format(out, "%s%s", i == 0 ? "" : ", ", cli_cell_text(session->game, reach[i], square));
  }
  if (count > 0 && !now) {
    mr_str_add(out, count > REACH_MOST ? " ..., as things stand." : ", as things stand.");
  }
  mr_alloc_free(NULL, reach, cells * sizeof *reach);
}

/* What stands on a cell as a pattern, and whose pips it meets. */
static void say_pattern(const inquiry *q, const mr_view_cell *cell) {
  mr_str text = cli_text();
  if (cell->piece != 0) {
    mr_guide_pips(&q->view.pieces[cell->piece - 1], &text);
  }
  if (text.length == 0) {
    mr_str_done(&text);
    return;
  }
  mr_str beside = cli_text();
  if (mr_guide_beside(q->game, &q->view, (size_t)(cell - q->view.cells), &beside)) {
    mr_str_format(&text, " It %s.", mr_str_text(&beside));
  }
  mr_str_done(&beside);
  cli_paragraph(q->play->cli, &text, 2, 4);
}

static void say_cell(const inquiry *q, const mr_view_cell *cell) {
  mr_guide guide = guide_of(q);
  mr_str reach = cli_text();
  mr_guide_cell(&guide, cell, say, &(saying){q, true});
  play_add_reach(q->play, &q->view, cell, &reach);
  if (reach.length > 0) {
    cli_paragraph(q->play->cli, &reach, 2, 4);
  } else {
    mr_str_done(&reach);
  }
  say_pattern(q, cell);
  if (cell->piece != 0) {
    say_rules(q, q->view.pieces[cell->piece - 1].name);
  } else if (cell->terrain > 0 && cell->terrain < q->view.terrain_count) {
    say_rules(q, q->view.terrains[cell->terrain].name);
  }
}

/* ---- a piece --------------------------------------------------------------------------------- */

/* A piece that is its picture has no other words. */
static void say_pips(const inquiry *q, const mr_view_piece *piece) {
  unsigned columns = piece->pip_columns;
  mr_str text = cli_text();
  mr_guide_pips(piece, &text);
  cli_paragraph(q->play->cli, &text, 2, 4);
  for (unsigned row = 0; row < piece->pip_rows; row++) {
    mr_str_add(&q->play->cli->out, "    ");
    for (unsigned column = 0; column < columns; column++) {
      mr_str_char(&q->play->cli->out,
                  (piece->pips >> (row * columns + column) & 1) != 0 ? '#' : '.');
    }
    mr_str_char(&q->play->cli->out, '\n');
  }
}

/* Whether a piece is called so in full, or has that letter. */
static bool is_named(const mr_view_piece *piece, const char *topic) {
  return cli_same_word(piece->label, topic) || cli_same_word(piece->name, topic);
}

static void say_piece(const inquiry *q, const mr_view_piece *piece) {
  mr_str_format(&q->play->cli->out, "%s\n", piece->name);
  if (piece->pip_columns > 0) {
    say_pips(q, piece);
  }
  mr_guide guide = guide_of(q);
  mr_guide_piece(&guide, piece, say, &(saying){q, false});
  say_rules(q, piece->name);
}

/* Whether a piece is on the board or in a hand. */
static bool is_there(const mr_view *view, size_t index) {
  bool found = false;
  for (size_t i = 0; i < (size_t)view->columns * view->rows && !found; i++) {
    found = view->cells[i].piece == index + 1;
  }
  for (size_t i = 0; i < view->hand_count && !found; i++) {
    for (size_t k = 0; k < view->hands[i].count && !found; k++) {
      found = view->hands[i].items[k].piece == index + 1;
    }
  }
  return found;
}

/* All kinds whose names begin with the topic, leaders of every level, of which there are any. */
static void say_pieces(const inquiry *q, const mr_view_piece *piece) {
  const mr_view *view = &q->view;
  enum { KINDS_MOST = 64 };
  const char *told[KINDS_MOST];
  size_t count = 0;
  for (size_t i = 0; i < view->piece_count && count < KINDS_MOST; i++) {
    const char *name = view->pieces[i].name;
    bool wanted = cli_begins_with(name, q->topic) && is_there(view, i);
    for (size_t k = 0; k < count && wanted; k++) { /* both sides have the same kinds */
      wanted = strcmp(told[k], name) != 0;
    }
    if (wanted) {
      told[count++] = name;
      say_piece(q, &view->pieces[i]);
    }
  }
  if (count == 0) {
    say_piece(q, piece);
  }
}

/* ---- the rules ------------------------------------------------------------------------------- */

static int print_page(const inquiry *q, const mr_doc *doc) {
  cli_context *cli = q->play->cli;
  size_t from = cli->out.length;
  if (doc->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  mr_paint_doc_text(q->game, doc, &cli->style, &cli->out);
  cli_page_out(cli, from);
  return CLI_OK;
}

/* What the page says of the topic. @return false: nothing */
static bool print_about(const inquiry *q, int *status) {
  mr_doc about;
  mr_doc_init(&about, q->page.arena);
  bool found = mr_doc_about(&q->page, q->topic, &about);
  if (found) {
    *status = print_page(q, &about);
  }
  return found;
}

/* What the page says of a word of a label that has several: "towns held". Short ones say little. */
static bool print_about_words(const inquiry *q, const char *label, int *status) {
  enum { TELLING = 4 };
  char word[MR_ACTION_TEXT_MAX];
  bool found = false;
  for (const char *at = label; *at != '\0' && !found; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    inquiry part = *q;
    mr_str copy = mr_str_fixed(word, sizeof word);
    mr_str_bytes(&copy, at, length);
    part.topic = word;
    found = length >= TELLING && copy.status == MR_OK && print_about(&part, status);
    at += length;
  }
  return found;
}

/* A figure that stands beside the board, "quiet turns: 0 of 80", or NULL. */
static const mr_view_note *find_note(const inquiry *q, bool whole) {
  for (size_t i = 0; i < q->view.note_count; i++) {
    const char *label = q->view.notes[i].label;
    if (whole ? cli_same_word(label, q->topic) : mr_text_mentions(label, q->topic)) {
      return &q->view.notes[i];
    }
  }
  return NULL;
}

static void say_note(const inquiry *q, const mr_view_note *note) {
  cli_say(q->play->cli, "%s: %s now; it stands below the board.", note->label, note->text);
}

/* What the rules say of the topic, and a figure that it is a word of. @return false: nothing */
static bool say_word(const inquiry *q, int *status) {
  const mr_view_note *note = find_note(q, false);
  if (note != NULL) {
    say_note(q, note);
  }
  bool told = print_about(q, status);
  if (!told && note != NULL) {
    print_about_words(q, note->label, status);
  }
  return told || note != NULL;
}

/* A kind of ground, with all that the rules say of it and what the figures below the board count.
 */
static int say_ground(const inquiry *q, size_t index) {
  int status = CLI_OK;
  mr_guide guide = guide_of(q);
  inquiry named = *q;
  named.topic = q->view.terrains[index].name;
  mr_guide_ground(&guide, index, say, &(saying){q, false});
  (void)say_word(&named, &status);
  return status;
}

/* Ends `q->arena` in any case, with what has been begun. */
static bool begin(inquiry *q, cli_play *play, int *status) {
  mr_error error;
  *q = (inquiry){.play = play, .game = play->session.game, .topic = play->argument};
  if (play_view(play, play_viewer(play), &q->arena, &q->view, &error) == MR_OK) {
    mr_doc_init(&q->page, &q->arena);
    if (mr_game_page(q->game, &q->page, &error) == MR_OK) {
      return true;
    }
  }
  *status = cli_fail_error(play->cli, &error);
  return false;
}

int play_rules(cli_play *play) {
  inquiry q;
  int status = CLI_OK;
  if (begin(&q, play, &status)) {
    if (*play->argument == '\0') {
      status = print_page(&q, &q.page);
    } else if (!print_about(&q, &status)) {
      mr_str text = cli_text();
      mr_str_format(&text, "The rules say nothing about '%s'. Their chapters: ", play->argument);
      mr_doc_chapters(&q.page, &text);
      mr_str_add(&text, ". A piece, a region or the number of a rule will do, too.");
      cli_paragraph(play->cli, &text, 0, 2);
    }
  }
  mr_arena_done(&q.arena);
  return status;
}

/* ---- actions --------------------------------------------------------------------------------- */

/* The legal action that a topic is, as it is written or as what is to be pressed for it. */
static mr_action read_action(const inquiry *q) {
  const cli_session *session = &q->play->session;
  const mr_pick_list list = play_picks(q->play);
  mr_action action = MR_ACTION_NONE;
  mr_error error;
  play_pick pick = {0};
  char word[MR_ACTION_TEXT_MAX];
  if (mr_session_node(session->core).kind != MR_NODE_DECISION) {
    return MR_ACTION_NONE;
  }
  if (mr_game_parse_action(q->game, session->seen, q->topic, strlen(q->topic), &action, &error) ==
      MR_OK) {
    return action;
  }
  return strchr(q->topic, ' ') != NULL && play_pick_words(q->play, q->topic, &pick, word) == NULL
             ? mr_pick_action(&pick.pressed, &list)
             : MR_ACTION_NONE;
}

/* What a pattern would meet where an action puts it; nothing is played. */
static void add_meeting(const inquiry *q, mr_action action, mr_cell to, mr_str *out) {
  const cli_session *session = &q->play->session;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  mr_game_determinize(q->game, session->seen, q->play->player, 0, session->ahead);
  mr_game_make(q->game, session->ahead, action, NULL, NULL);
  const mr_view_cell *cell = NULL;
  if (mr_game_view(q->game, session->ahead, q->play->player, &arena, &view, NULL) == MR_OK) {
    cell = mr_view_find(&view, to);
  }
  if (cell != NULL && cell->piece != 0 && view.pieces[cell->piece - 1].pip_columns > 0) {
    mr_str beside = cli_text();
    bool meets = mr_guide_beside(q->game, &view, (size_t)(cell - view.cells), &beside);
    mr_str_format(out, " There it %s.", meets ? mr_str_text(&beside) : "joins and fights nobody");
    mr_str_done(&beside);
  }
  mr_arena_done(&arena);
}

/* What an action does that is legal now. @return false: none is written so */
static bool say_action(const inquiry *q) {
  const cli_session *session = &q->play->session;
  mr_action action = read_action(q);
  mr_form form;
  if (action == MR_ACTION_NONE) {
    return false;
  }
  mr_str text = cli_text();
  mr_game_form(q->game, session->seen, action, &form);
  mr_str_format(&text, "'%s'", q->topic);
  play_add_meaning(q->game, &form, &text);
  mr_str_add(&text, " is an action that is legal now: without 'what' it is played.");
  add_meeting(q, action, form.to, &text);
  cli_paragraph(q->play->cli, &text, 0, 2);
  return true;
}

/* Why an action is not legal now. @return false: none is written so */
static bool say_no_action(const inquiry *q) {
  mr_action action = MR_ACTION_NONE;
  mr_error error;
  if (mr_session_node(q->play->session.core).kind != MR_NODE_DECISION ||
      play_read(q->play, q->topic, &action, &error) != MR_ERR_ILLEGAL) {
    return false;
  }
  play_say_illegal(q->play, q->topic, error.message);
  return true;
}

/* What is wrong with a topic that is written like an action of squares, such as "a1a9" on a board
   of seven ranks. */
static void add_fault(const inquiry *q, mr_str *out) {
  mr_action action = MR_ACTION_NONE;
  mr_error error = {0};
  if (mr_text_is_letter(q->topic[0]) && strpbrk(q->topic, "0123456789") != NULL &&
      mr_session_node(q->play->session.core).kind == MR_NODE_DECISION &&
      play_read(q->play, q->topic, &action, &error) == MR_ERR_SYNTAX) {
    mr_str_format(out, "; as an action it has a fault: %s", error.message);
  }
}

/* ---- the command ----------------------------------------------------------------------------- */

static int answer(const inquiry *q) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  cli_play *play = q->play;
  int status = CLI_OK;
  const mr_view_cell *cell = play_find_cell(play, &q->view, q->topic);
  const mr_view_piece *piece = cell == NULL ? mr_guide_find(&q->view, q->topic) : NULL;
  const mr_view_note *note = find_note(q, true);
  size_t ground = mr_guide_find_ground(&q->view, q->topic);
  bool lettered = piece != NULL && strcmp(piece->label, q->topic) == 0;
  bool named = piece != NULL && is_named(piece, q->topic);
  bool sign = strpbrk(q->topic, letters) == NULL; /* ".", of which every rule has one */
  if (cell != NULL) {
    say_cell(q, cell);
  } else if (ground != 0 && !lettered) {
    status = say_ground(q, ground);
  } else if (named) {
    say_piece(q, piece);
  } else if (play_names_side(play, q->topic)) {
    status = play_pieces(play);
  } else if (cli_name_regions(&q->view, q->topic) != 0 && find_note(q, true) == NULL) {
    status = play_regions(play); /* a whole name goes before a part of one */
  } else if (piece != NULL) {
    say_pieces(q, piece);
  } else if (note != NULL) {
    say_note(q, note);
    print_about_words(q, note->label, &status);
  } else if (cli_find_regions(&q->view, q->topic) != 0 && find_note(q, false) == NULL) {
    status = play_regions(play);
  } else if (!say_action(q) && (sign || !say_word(q, &status)) && !say_no_action(q)) {
    char said[CLI_QUOTE_MAX];
    mr_str text = cli_text();
    mr_str_format(&text, "Nothing here is called '%s'", cli_quote(q->topic, said));
    add_fault(q, &text);
    mr_str_add(&text,
               ". 'what' takes a square, a piece or its letter, a region, a figure below the "
               "board, or a word of the rules.");
    cli_paragraph(play->cli, &text, 0, 2);
  }
  return status;
}

/* Whether the command would tell something of a word. */
static bool tells(const inquiry *q) {
  mr_doc about;
  mr_doc_init(&about, q->page.arena);
  return mr_guide_find_ground(&q->view, q->topic) != 0 ||
         mr_guide_find(&q->view, q->topic) != NULL || find_note(q, false) != NULL ||
         cli_find_regions(&q->view, q->topic) != 0 || play_names_side(q->play, q->topic) ||
         mr_doc_about(&q->page, q->topic, &about);
}

bool play_can_tell(cli_play *play, const char *word) {
  inquiry q;
  int status = CLI_OK;
  bool found = false;
  if (begin(&q, play, &status)) {
    q.topic = word;
    found = tells(&q);
  }
  mr_arena_done(&q.arena);
  return found;
}

bool play_names_square(cli_play *play, const char *word) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  bool found = play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK &&
               play_find_cell(play, &view, word) != NULL;
  mr_arena_done(&arena);
  return found;
}

bool play_names_piece(cli_play *play, const char *word) {
  bool found = false;
  mr_arena arena;
  mr_view view;
  mr_error error;
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    for (size_t i = 0; i < view.piece_count && !found; i++) {
      found = is_named(&view.pieces[i], word);
    }
  }
  mr_arena_done(&arena);
  return found;
}

int play_what(cli_play *play) {
  inquiry q;
  int status = CLI_OK;
  if (*play->argument == '\0') {
    mr_str_add(&play->cli->out, "what needs a square, a piece or its letter, a region, or a word "
                                "of the rules.\n");
    return CLI_OK;
  }
  if (begin(&q, play, &status)) {
    status = answer(&q);
  }
  mr_arena_done(&q.arena);
  return status;
}
