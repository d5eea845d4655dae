/*
 * What things are: squares, pieces, regions, words of the rules. All of it is what every family
 * tells: its picture, its actions, its rules page.
 */
#include <string.h>

#include "cli/chapter.h"
#include "cli/format.h"
#include "cli/pager.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum {
  SQUARES_MOST = 12, /* that are listed in a sentence */
  ACTIONS_MOST = 16,
  RULES_MOST = 8
};

/* What is looked up, and in what. */
typedef struct inquiry {
  cli_play *play;
  const mr_game *game;
  const char *topic;
  mr_arena arena;
  mr_view view;
  mr_doc page;
} inquiry;

void play_add_piece(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                    mr_str *out) {
  if (cell->piece == 0) {
    mr_str_add(out, "nothing stands there");
    return;
  }
  const mr_view_piece *piece = &view->pieces[cell->piece - 1];
  if (piece->owner.id < play->session.game->info.players) {
    mr_str_format(out, "%s's ", cli_player_name(play->session.game, piece->owner));
  }
  mr_str_add(out, piece->name);
  if (strcmp(piece->label, piece->name) != 0) {
    mr_str_format(out, " (%s)", piece->label);
  }
}

static void say(const inquiry *q, mr_str *text, size_t column) {
  if (text->length > 0) {
    cli_paragraph(q->play->cli, text, column, 4);
  } else {
    mr_str_done(text);
  }
}

/* "It goes: slides diagonally." */
static void say_movement(const inquiry *q, const char *name) {
  const char *movement = cli_page_movement(&q->page, name);
  mr_str text = cli_text();
  if (movement != NULL) {
    mr_str_format(&text, "How it goes: %s", movement);
  }
  say(q, &text, 2);
}

static void say_rules(const inquiry *q, const char *name) {
  mr_str text = cli_text();
  mr_str numbers = cli_text();
  char first[MR_ACTION_TEXT_MAX];
  mr_str copy = mr_str_fixed(first, sizeof first);
  mr_str_bytes(&copy, name, strcspn(name, " "));
  const char *topic = name;
  if (cli_page_rules(&q->page, topic, RULES_MOST, &numbers) == 0) {
    topic = first; /* "leader" of "leader of level 2" */
    cli_page_rules(&q->page, topic, RULES_MOST, &numbers);
  }
  if (numbers.length > 0) {
    mr_str_format(&text, "Rules that speak of it: %s; 'rules %s' shows them.",
                  mr_str_text(&numbers), topic);
  }
  mr_str_done(&numbers);
  say(q, &text, 2);
}

/* ---- a square -------------------------------------------------------------------------------- */

static void add_place(const inquiry *q, const mr_view_cell *cell, mr_str *text) {
  size_t count = 0;
  if (cell->terrain > 0 && cell->terrain < q->view.terrain_count) {
    mr_str_format(text, " The ground: %s.", q->view.terrains[cell->terrain].name);
  }
  for (size_t i = 0; i < q->view.region_count; i++) {
    if ((cell->regions >> i & 1) != 0 && !q->view.regions[i].aside) {
      mr_str_format(text, "%s%s", count++ == 0 ? " It lies in: " : ", ", q->view.regions[i].name);
    }
  }
  mr_str_add(text, count > 0 ? "." : "");
}

/* The actions that begin on the square, or end there. */
static size_t add_actions(const inquiry *q, mr_cell cell, bool begin, mr_str *text) {
  const cli_session *session = &q->play->session;
  size_t count = 0;
  for (size_t i = 0; i < q->play->legal; i++) {
    mr_form form;
    char name[MR_ACTION_TEXT_MAX];
    mr_game_form(q->game, session->seen, session->actions[i], &form);
    if (!mr_cell_same(begin ? form.from : form.to, cell)) {
      continue;
    }
    if (count++ < ACTIONS_MOST) {
      mr_str_format(text, "%s%s", count == 1 ? "" : ", ",
                    cli_action_text(q->game, session->seen, session->actions[i], name));
    }
  }
  mr_str_add(text, count > ACTIONS_MOST ? " ..." : "");
  return count;
}

static void say_actions(const inquiry *q, const mr_view_cell *cell) {
  for (unsigned begin = 2; begin-- > 0;) {
    mr_str text = cli_text();
    mr_str list = cli_text();
    if (add_actions(q, cell->cell, begin != 0, &list) > 0) {
      mr_str_format(&text, "%s: %s.", begin != 0 ? "It can now play" : "What you can play there",
                    mr_str_text(&list));
    }
    mr_str_done(&list);
    say(q, &text, 2);
  }
}

static void say_cell(const inquiry *q, const mr_view_cell *cell) {
  char name[MR_ACTION_TEXT_MAX];
  mr_str text = cli_text();
  mr_str_format(&text, "%s: ", cli_cell_text(q->game, cell->cell, name));
  play_add_piece(q->play, &q->view, cell, &text);
  mr_str_add(&text, (cell->marks & MR_MARK_THREAT) != 0 ? ", in danger." : ".");
  add_place(q, cell, &text);
  play_add_command(q->game, &q->view, cell, &text);
  say(q, &text, 0);
  const char *piece = cell->piece != 0 ? q->view.pieces[cell->piece - 1].name : NULL;
  if (piece != NULL) {
    say_movement(q, piece);
  }
  if (mr_session_node(q->play->session.core).kind == MR_NODE_DECISION) {
    say_actions(q, cell);
  }
  if (piece != NULL) {
    say_rules(q, piece);
  } else if (cell->terrain > 0 && cell->terrain < q->view.terrain_count) {
    say_rules(q, q->view.terrains[cell->terrain].name);
  }
}

/* ---- a piece --------------------------------------------------------------------------------- */

/* Where those of one owner stand, and how many are in hands. */
static void say_where(const inquiry *q, size_t index) {
  const mr_view_piece *piece = &q->view.pieces[index];
  size_t cells = (size_t)q->view.columns * q->view.rows;
  size_t count = 0;
  size_t held = 0;
  mr_str text = cli_text();
  if (piece->owner.id < q->game->info.players) {
    mr_str_format(&text, "%s's %s:", cli_player_name(q->game, piece->owner), piece->label);
  } else {
    mr_str_format(&text, "%s:", piece->label);
  }
  for (size_t i = 0; i < cells; i++) {
    char name[MR_ACTION_TEXT_MAX];
    if (q->view.cells[i].piece == index + 1 && count++ < SQUARES_MOST) {
      mr_str_format(&text, "%s %s", count == 1 ? " on" : ",",
                    cli_cell_text(q->game, q->view.cells[i].cell, name));
    }
  }
  for (size_t i = 0; i < q->view.hand_count; i++) {
    for (size_t k = 0; k < q->view.hands[i].count; k++) {
      const mr_view_held *item = &q->view.hands[i].items[k];
      held += item->piece == index + 1 ? item->count : 0;
    }
  }
  if (count > SQUARES_MOST) {
    mr_str_format(&text, " ... (%zu)", count);
  }
  if (held > 0) {
    mr_str_format(&text, "%s %zu in hand", count > 0 ? ";" : "", held);
  }
  mr_str_add(&text, count + held == 0 ? " none now." : ".");
  say(q, &text, 2);
}

/* A piece that is its picture has no other words. */
static void say_pips(const inquiry *q, const mr_view_piece *piece) {
  unsigned columns = piece->pip_columns;
  unsigned pips = 0;
  for (unsigned i = 0; i < columns * piece->pip_rows; i++) {
    pips += (unsigned)(piece->pips >> i & 1);
  }
  mr_str_format(&q->play->cli->out, "  A pattern of %u pip%s:\n", pips, pips == 1 ? "" : "s");
  for (unsigned row = 0; row < piece->pip_rows; row++) {
    mr_str_add(&q->play->cli->out, "    ");
    for (unsigned column = 0; column < columns; column++) {
      mr_str_char(&q->play->cli->out,
                  (piece->pips >> (row * columns + column) & 1) != 0 ? '#' : '.');
    }
    mr_str_char(&q->play->cli->out, '\n');
  }
}

/* The first piece with that letter or name; letters of the right case come first. */
static const mr_view_piece *find_piece(const inquiry *q) {
  const mr_view_piece *found = NULL;
  for (size_t i = 0; i < q->view.piece_count; i++) {
    const mr_view_piece *piece = &q->view.pieces[i];
    if (strcmp(piece->label, q->topic) == 0) {
      return piece;
    }
    if (found == NULL &&
        (cli_same_word(piece->label, q->topic) || cli_same_word(piece->name, q->topic))) {
      found = piece;
    }
  }
  for (size_t i = 0; i < q->view.piece_count && found == NULL; i++) {
    found = cli_begins_with(q->view.pieces[i].name, q->topic) ? &q->view.pieces[i] : NULL;
  }
  return found;
}

static void say_piece(const inquiry *q, const mr_view_piece *piece) {
  mr_str_format(&q->play->cli->out, "%s\n", piece->name);
  if (piece->pip_columns > 0) {
    say_pips(q, piece);
  }
  say_movement(q, piece->name);
  for (size_t i = 0; i < q->view.piece_count; i++) {
    if (strcmp(q->view.pieces[i].name, piece->name) == 0) {
      say_where(q, i);
    }
  }
  say_rules(q, piece->name);
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
  bool found = cli_page_about(&q->page, q->topic, &about);
  if (found) {
    *status = print_page(q, &about);
  }
  return found;
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
      cli_page_chapters(&q.page, &text);
      mr_str_add(&text, ". A piece, a region or the number of a rule will do, too.");
      cli_paragraph(play->cli, &text, 0, 2);
    }
  }
  mr_arena_done(&q.arena);
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int answer(const inquiry *q) {
  cli_play *play = q->play;
  int status = CLI_OK;
  const mr_view_cell *cell = play_find_cell(play, &q->view, q->topic);
  const mr_view_piece *piece = cell == NULL ? find_piece(q) : NULL;
  if (cell != NULL) {
    say_cell(q, cell);
  } else if (piece != NULL) {
    say_piece(q, piece);
  } else if (cli_find_regions(&q->view, q->topic) != 0) {
    status = play_regions(play);
  } else if (!print_about(q, &status)) {
    mr_str text = cli_text();
    mr_str_format(&text,
                  "Nothing here is called '%s'. 'what' takes a square, a piece or its letter, a "
                  "region, or a word of the rules.",
                  q->topic);
    cli_paragraph(play->cli, &text, 0, 2);
  }
  return status;
}

bool play_names_piece(cli_play *play, const char *word) {
  bool found = false;
  mr_arena arena;
  mr_view view;
  mr_error error;
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    for (size_t i = 0; i < view.piece_count && !found; i++) {
      found = cli_same_word(view.pieces[i].label, word) || cli_same_word(view.pieces[i].name, word);
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
