/*
 * The conversation: commands, and when they may come.
 */
#include "protocol/cecp_priv.h"

#include <string.h>

/* ---- commands that change who moves ---------------------------------------------------------- */

static void new_game(mr_cecp *cecp) {
  const char *first = cecp_dialog(cecp)->setup.variant;
  mr_error err;
  mr_cecp_halt(cecp);
  if (mr_cecp_open(cecp, first != NULL ? first : "chess", &err) != MR_OK) {
    mr_cecp_complain(cecp, err.message);
    return;
  }
  if (cecp_dialog(cecp)->engine != NULL) {
    mr_dialog_forget(cecp_dialog(cecp));
  }
  cecp->mode = CECP_PLAY;
  cecp->side = (mr_player){1};
  cecp->paused = false;
  cecp->offered = false;
  cecp->clock.depth = 0;
  cecp->clock.left = cecp->clock.base + cecp->clock.increment;
}

static void force(mr_cecp *cecp) {
  mr_cecp_halt(cecp);
  cecp->mode = CECP_FORCE;
}

static void go(mr_cecp *cecp) {
  if (cecp->search == CECP_THINK) {
    mr_cecp_complain(cecp, "command not legal now");
    return;
  }
  mr_cecp_halt(cecp);
  if (mr_dialog_play_on(cecp_dialog(cecp)) != NULL) {
    mr_cecp_fresh(cecp); /* who asks for a move does not take the draw */
  }
  cecp->mode = CECP_PLAY;
  cecp->side = cecp_mover(cecp);
  mr_cecp_go_on(cecp);
}

static void playother(mr_cecp *cecp) {
  mr_cecp_halt(cecp);
  mr_player player = cecp_mover(cecp);
  if (!mr_player_same(player, MR_NOBODY)) {
    cecp->mode = CECP_PLAY;
    cecp->side = (mr_player){(uint8_t)(1 - player.id)};
  }
  mr_cecp_go_on(cecp);
}

static void analyse(mr_cecp *cecp) {
  mr_cecp_halt(cecp);
  cecp->mode = CECP_ANALYSE;
  mr_cecp_go_on(cecp);
}

static void leave(mr_cecp *cecp) {
  if (cecp->mode == CECP_ANALYSE) {
    cecp->excluded_count = 0;
    force(cecp);
  } else {
    mr_cecp_complain(cecp, "command not legal now");
  }
}

static void end_game(mr_cecp *cecp) {
  force(cecp);
  cecp->end_reported = true; /* by the other program, which knows */
}

/** The old way to set up positions: its lines are skipped, so that none is taken for a command. */
static void edit(mr_cecp *cecp) {
  cecp->editing = true;
  mr_cecp_complain(cecp, "not supported, use setboard");
}

/* ---- questions ------------------------------------------------------------------------------- */

static void greet(mr_cecp *cecp) {
  uint64_t version = 0;
  if (mr_cecp_number(cecp, UINT32_MAX, &version) && version >= 2) {
    mr_cecp_features(cecp);
  }
}

/** A ping is answered when everything before it is done; our move is something. */
static void ping(mr_cecp *cecp) {
  uint64_t number = 0;
  if (!mr_cecp_number(cecp, INT64_MAX, &number)) {
    mr_cecp_complain(cecp, "bad parameters");
  } else if (cecp->search == CECP_THINK &&
             cecp->ping_count < sizeof cecp->pings / sizeof cecp->pings[0]) {
    cecp->pings[cecp->ping_count++] = number;
  } else {
    mr_cecp_say(cecp, "pong %llu", (unsigned long long)number);
  }
}

static void hint(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  bool pondering = mr_cecp_step_back(cecp);
  bool open = mr_session_node(d->board).kind == MR_NODE_DECISION;
  if (open && cecp->reply != MR_ACTION_NONE &&
      mr_game_legal(d->game, mr_dialog_state(d), cecp->reply)) {
    mr_cecp_say(cecp, "Hint: %s", mr_cecp_move(d->game, mr_dialog_state(d), cecp->reply).text);
  }
  if (pondering) {
    mr_cecp_step_on(cecp);
  }
}

static void book(mr_cecp *cecp) {
  mr_dialog_write(cecp_dialog(cecp), " no book\n\n", 10);
}

static void draw(mr_cecp *cecp) {
  cecp->offered = cecp->mode == CECP_PLAY;
  if (cecp->search != CECP_THINK) {
    mr_cecp_answer_offer(cecp);
  }
}

static void move_now(mr_cecp *cecp) {
  if (cecp->search == CECP_THINK) {
    mr_dialog_stop(cecp_dialog(cecp));
  }
}

/* ---- pondering, pausing ---------------------------------------------------------------------- */

/** `hard`, or `easy`. */
static void set_ponder(mr_cecp *cecp) {
  cecp->ponder = mr_token_is_nocase(cecp->command, "hard");
  if (!cecp->ponder && cecp->search == CECP_PONDER) {
    mr_cecp_halt(cecp);
  }
}

/** What was thought stays in the tables; `resume` begins the search again. */
static void pause_all(mr_cecp *cecp) {
  mr_cecp_halt(cecp);
  cecp->paused = true;
}

static void resume(mr_cecp *cecp) {
  cecp->paused = false;
  mr_cecp_go_on(cecp);
}

/* ---- the table of commands ------------------------------------------------------------------- */

typedef struct command {
  const char *name;
  void (*run)(mr_cecp *cecp);
} command;

static const command COMMANDS[] = {
    {"usermove", mr_cecp_usermove}, {"ping", ping},           {"go", go},
    {"setboard", mr_cecp_setboard}, {"force", force},         {"new", new_game},
    {"variant", mr_cecp_variant},   {"playother", playother}, {"result", end_game},
    {"exclude", mr_cecp_exclude},   {"draw", draw},           {"hint", hint},
    {"include", mr_cecp_exclude},   {"hard", set_ponder},     {"easy", set_ponder},
    {"remove", mr_cecp_undo},       {"?", move_now},          {"bk", book},
    {"undo", mr_cecp_undo},         {"analyze", analyse},     {"exit", leave},
    {".", mr_cecp_status},          {"pause", pause_all},     {"resume", resume},
    {"lift", mr_cecp_lift},         {"protover", greet},      {"edit", edit},
    {"put", mr_cecp_put},
};

/** Without `usermove` a move is a line of its own. */
static bool looks_like_move(mr_token token) {
  bool digit = false;
  for (size_t i = 0; i < token.length; i++) {
    char c = token.text[i];
    if (!mr_text_is_letter(c) && !mr_text_is_digit(c) && strchr("@+=-", c) == NULL) {
      return false;
    }
    digit = digit || mr_text_is_digit(c);
  }
  return digit && token.length >= 4 && token.length <= 10;
}

static mr_cecp *cecp_of(mr_protocol *protocol) {
  return (mr_cecp *)(void *)protocol;
}

static bool take_line(mr_protocol *protocol, const char *text, size_t length) {
  mr_cecp *cecp = cecp_of(protocol);
  cecp->rest = (mr_tokens){text, length};
  cecp->line = mr_tokens_rest(&cecp->rest);
  if (!mr_next_token(&cecp->rest, &cecp->command)) {
    return true;
  }
  mr_cecp_collect(cecp);
  if (cecp->editing) {
    cecp->editing = !mr_token_is_nocase(cecp->line, ".");
    return true;
  }
  if (mr_token_is_nocase(cecp->command, "quit")) {
    mr_cecp_halt(cecp);
    return false;
  }
  const command *known = mr_rows_find(MR_ROWS(COMMANDS), cecp->command);
  if (known != NULL) {
    known->run(cecp);
  } else if (!mr_cecp_setting(cecp)) {
    if (looks_like_move(cecp->command)) {
      mr_cecp_usermove(cecp);
    } else {
      mr_cecp_complain(cecp, "unknown command");
    }
  }
  return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void complain(mr_protocol *protocol, const char *message) {
  mr_cecp_say(cecp_of(protocol), "# %s", message);
}

static bool tick(mr_protocol *protocol) {
  mr_cecp_collect(cecp_of(protocol));
  return true;
}

/** A move that was asked for is made. */
static void end(mr_protocol *protocol) {
  mr_cecp *cecp = cecp_of(protocol);
  if (cecp->search == CECP_THINK) {
    mr_dialog_stop(cecp_dialog(cecp));
    mr_dialog_join(cecp_dialog(cecp));
    mr_cecp_collect(cecp);
  }
  mr_cecp_halt(cecp);
}

static void finish_searches(mr_protocol *protocol) {
  mr_cecp *cecp = cecp_of(protocol);
  while (cecp->search == CECP_THINK) {
    mr_dialog_join(cecp_dialog(cecp));
    mr_cecp_collect(cecp);
  }
}

static void done(mr_protocol *protocol) {
  mr_cecp *cecp = cecp_of(protocol);
  mr_str_done(&cecp->tables);
  mr_alloc_free(protocol->dialog.allocator, cecp->excluded,
                2 * cecp->action_room * sizeof *cecp->excluded);
}

static const mr_protocol_ops OPS = {
    .line = take_line,
    .complain = complain,
    .tick = tick,
    .end = end,
    .finish_searches = finish_searches,
    .done = done,
};

mr_status mr_cecp_new(const mr_protocol_setup *setup, mr_protocol **out, mr_error *err) {
  mr_protocol *protocol = NULL;
  mr_status status =
      mr_protocol_new(&OPS, sizeof(mr_cecp), setup, out != NULL ? &protocol : NULL, err);
  if (status != MR_OK || protocol == NULL) {
    return status;
  }
  mr_cecp *cecp = cecp_of(protocol);
  mr_error why;
  atomic_init(&cecp->reports, false);
  cecp->tables = mr_str_growing(protocol->dialog.allocator);
  /* As after `new`, with ten minutes for forty moves. */
  cecp->mode = CECP_PLAY;
  cecp->side = (mr_player){1};
  cecp->reply = MR_ACTION_NONE;
  cecp->clock = (cecp_clock){.moves = 40, .base = 600000, .left = 600000, .overhead = 30};
  status = mr_cecp_open(cecp, protocol->dialog.name, err);
  if (status == MR_OK && mr_cecp_can_say(cecp_game(cecp), &why) != MR_OK) {
    status = mr_error_set(err, why.status, "%s: %s", protocol->dialog.name, why.message);
  }
  if (status != MR_OK) {
    mr_protocol_free(protocol);
    return status;
  }
  *out = protocol;
  return MR_OK;
}
