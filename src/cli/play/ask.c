/*
 * Asking for a line, and what could stand in it: what is legal now, squares, pieces, commands, and
 * what a command takes.
 */
#include <string.h>

#include "cli/editor.h"
#include "cli/format.h"
#include "cli/play/play.h"

/* ---- what is legal now ----------------------------------------------------------------------- */

/* Where the actions that fit a pick begin and end, what they place, and how they are written. */
static void offer_actions(const cli_play *play, const mr_pick *pressed, cli_offers *offers) {
  const cli_session *session = &play->session;
  bool begun = pressed->has_from || pressed->has_to || pressed->has_piece;
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    if (!mr_pick_fits(pressed, &form)) {
      continue;
    }
    if (!begun && form.from.id != MR_NOWHERE_ID) {
      cli_offer(offers, cli_cell_text(session->game, form.from, text));
    } else if (!begun && form.kind == MR_FORM_PLACE && form.piece.id != MR_NO_PIECE.id) {
      cli_offer(offers, cli_piece_text(session->game, form.piece, text));
    }
    if (begun && !pressed->has_to && form.to.id != MR_NOWHERE_ID) {
      cli_offer(offers, cli_cell_text(session->game, form.to, text));
    } else if (begun) {
      cli_offer(offers, form.choice);
    }
  }
  for (size_t i = 0; i < play->legal && !begun; i++) {
    char text[MR_ACTION_TEXT_MAX];
    cli_offer(offers, cli_action_text(session->game, session->seen, session->actions[i], text));
  }
}

/* ---- what commands take ---------------------------------------------------------------------- */

static void offer_squares(const mr_view *view, const cli_play *play, cli_offers *offers) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    char text[MR_ACTION_TEXT_MAX];
    if (view->cells[i].cell.id != MR_NOWHERE_ID) {
      cli_offer(offers, cli_cell_text(play->session.game, view->cells[i].cell, text));
    }
  }
}

static void offer_pieces(const mr_view *view, cli_offers *offers) {
  for (size_t i = 0; i < view->piece_count; i++) {
    cli_offer(offers, view->pieces[i].name);
  }
}

static void offer_regions(const mr_view *view, cli_offers *offers) {
  for (size_t i = 0; i < view->region_count; i++) {
    cli_offer(offers, view->regions[i].name);
  }
}

static void offer_chapters(const cli_play *play, mr_arena *arena, cli_offers *offers) {
  mr_doc page;
  mr_error error;
  mr_doc_init(&page, arena);
  if (mr_game_page(play->session.game, &page, &error) != MR_OK) {
    return;
  }
  mr_str list = mr_str_growing(NULL);
  mr_doc_chapters(&page, &list);
  for (char *at = list.data; at != NULL && *at != '\0';) {
    char *comma = strstr(at, ", ");
    if (comma != NULL) {
      *comma = '\0';
    }
    cli_offer(offers, at);
    at = comma == NULL ? NULL : comma + 2;
  }
  mr_str_done(&list);
}

static bool is_offered(const cli_play *play, const play_command *one) {
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  return (one->always || !over) && (one->fits == NULL || one->fits(play));
}

static void offer_commands(const cli_play *play, cli_offers *offers) {
  for (const play_command *one = play_commands; one->name != NULL; one++) {
    if (is_offered(play, one)) {
      cli_offer(offers, one->name);
    }
  }
}

/* Words that only one command knows. */
static void offer_words(const char *command, cli_offers *offers) {
  static const struct {
    const char *command;
    const char *word;
  } words[] = {{"undo", "turn"},   {"scroll", "left"}, {"scroll", "right"}, {"scroll", "up"},
               {"scroll", "down"}, {"regions", "on"},  {"regions", "off"},  {"board", "on"},
               {"board", "off"},   {"moves", "list"},  {"help", "acting"},  {"help", "looking"},
               {"help", "game"},   {"help", "all"}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(words[i].command, command) == 0) {
      cli_offer(offers, words[i].word);
    }
  }
}

static void offer_arguments(const cli_play *play, const play_command *what, cli_offers *offers) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  offer_words(what->name, offers);
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    bool topic = what->takes == PLAY_TOPIC || what->takes == PLAY_CHAPTER;
    if (what->takes == PLAY_SQUARE || what->takes == PLAY_TOPIC) {
      offer_squares(&view, play, offers);
    }
    if (topic || what->takes == PLAY_SQUARE) {
      offer_pieces(&view, offers);
    }
    if (topic || what->takes == PLAY_REGION) {
      offer_regions(&view, offers);
    }
    for (uint8_t i = 0; what->takes == PLAY_SIDE && i < play->session.game->info.players; i++) {
      cli_offer(offers, play->session.game->info.player_names[i]);
    }
    if (topic) {
      offer_chapters(play, &arena, offers);
    }
  }
  mr_arena_done(&arena);
  if (what->takes == PLAY_FILE) {
    cli_offer_files(offers);
  } else if (what->takes == PLAY_COMMAND) {
    offer_commands(play, offers);
  }
}

/* ---- completion ------------------------------------------------------------------------------ */

/* The command whose name is the first word of a line that goes on behind it, or NULL. */
static const play_command *command_of(const char *line) {
  size_t length = strcspn(line, " ");
  for (const play_command *one = play_commands; one->name != NULL && line[length] == ' '; one++) {
    if (strlen(one->name) == length && cli_begins_with(line, one->name)) {
      return one;
    }
  }
  return NULL;
}

static void complete(void *context, cli_offers *offers) {
  const cli_play *play = context;
  const char *line = offers->text + strspn(offers->text, " ");
  for (const char *sign = strpbrk(line, ";,"); sign != NULL; sign = strpbrk(line, ";,")) {
    line = sign + 1 + strspn(sign + 1, " "); /* one action of a turn */
  }
  offers->word = offers->word < line ? line : offers->word;
  const play_command *what = command_of(line);
  if (what != NULL) {
    if (what->takes != PLAY_SQUARE) { /* names and files may have blanks in them */
      offers->word = line + strlen(what->name);
      offers->word += strspn(offers->word, " ");
    }
    offer_arguments(play, what, offers);
    return;
  }
  bool decides = mr_session_node(play->session.core).kind == MR_NODE_DECISION;
  play_pick pick = play->pick;
  if (offers->word > line && decides) {
    char before[CLI_LINE_MAX + 1];
    char word[MR_ACTION_TEXT_MAX];
    mr_str copy = mr_str_fixed(before, sizeof before);
    mr_str_bytes(&copy, line, (size_t)(offers->word - line));
    if (play_pick_words(play, before, &pick, word) != NULL) {
      return; /* what stands there is nothing that goes on */
    }
  } else {
    offer_commands(play, offers);
  }
  if (decides) {
    offer_actions(play, &pick.pressed, offers);
  }
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* What people set up in secret is not for the history, where the other one would find it. */
static bool is_secret(cli_play *play) {
  return cli_count_persons(&play->session) > 1 &&
         (play_sets_up(play) || mr_session_has_secret(play->session.core, play_viewer(play)));
}

cli_got play_ask(cli_play *play, const char *prompt, char *line) {
  cli_context *cli = play->cli;
  bool dropped = false;
  cli_question question = {
      .prompt = prompt, .complete = complete, .context = play, .secret = is_secret(play)};
  cli_got got = cli_ask(cli, &question, line, &dropped);
  if (got == CLI_GOT_BREAK) {
    cli_break_taken();
    bool picked = play->pick.label[0] != '\0';
    play_unpick(play);
    mr_str_format(&cli->out, "^C\n%sCtrl-C once more leaves the game, saved.\n",
                  picked || dropped ? "Let go. " : "");
  }
  return got;
}
