/*
 * The conversation: commands, and when they may come.
 */
#include "protocol/cecp_priv.h"

#include <string.h>

#include "base/text.h"

/* ---- commands that change who moves ---------------------------------------------------------- */

static void new_game(mr_cecp *cecp, mr_words words, mr_word line) {
  const char *first = cecp_session(cecp)->setup.variant;
  mr_error err;
  (void)words;
  mr_cecp_halt(cecp);
  if (mr_cecp_open(cecp, first != NULL ? first : "chess", &err) != MR_OK) {
    mr_cecp_complain(cecp, err.message, line);
    return;
  }
  if (cecp_session(cecp)->engine != NULL) {
    mr_session_forget(cecp_session(cecp));
  }
  cecp->mode = CECP_PLAY;
  cecp->side = (mr_player){1};
  cecp->paused = false;
  cecp->offered = false;
  cecp->clock.depth = 0;
  cecp->clock.left = cecp->clock.base + cecp->clock.increment;
}

static void set_variant(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_word name;
  mr_cecp_halt(cecp);
  if (!mr_words_next(&words, &name)) {
    mr_cecp_complain(cecp, "which variant?", line);
    return;
  }
  mr_cecp_variant(cecp, name, line);
}

static void force(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_cecp_halt(cecp);
  cecp->mode = CECP_FORCE;
}

static mr_player mover(const mr_cecp *cecp) {
  const mr_session *s = &cecp->base.session;
  return mr_game_node(s->game, s->board.state).player;
}

static void go(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  if (cecp->search == CECP_THINK) {
    mr_cecp_complain(cecp, "command not legal now", line);
    return;
  }
  mr_cecp_halt(cecp);
  cecp->mode = CECP_PLAY;
  cecp->side = mover(cecp);
  mr_cecp_go_on(cecp);
}

static void playother(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_cecp_halt(cecp);
  mr_player player = mover(cecp);
  if (!mr_player_same(player, MR_NOBODY)) {
    cecp->mode = CECP_PLAY;
    cecp->side = (mr_player){(uint8_t)(1 - player.id)};
  }
  mr_cecp_go_on(cecp);
}

static void analyse(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_cecp_halt(cecp);
  cecp->mode = CECP_ANALYSE;
  mr_cecp_go_on(cecp);
}

static void leave(mr_cecp *cecp, mr_words words, mr_word line) {
  if (cecp->mode == CECP_ANALYSE) {
    cecp->excluded_count = 0;
    force(cecp, words, line);
  } else {
    mr_cecp_complain(cecp, "command not legal now", line);
  }
}

static void end_game(mr_cecp *cecp, mr_words words, mr_word line) {
  force(cecp, words, line);
  cecp->told_end = true; /* by the other program, which knows */
}

/* ---- positions and moves --------------------------------------------------------------------- */

static void setboard(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)line;
  mr_cecp_setboard(cecp, mr_words_rest(&words));
}

static void usermove(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_cecp_usermove(cecp, mr_words_rest(&words), line);
}

static void undo(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  mr_cecp_undo(cecp, 1, line);
}

static void take_back_two(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  mr_cecp_undo(cecp, 2, line);
}

static void exclude(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_cecp_exclude(cecp, true, words, line);
}

static void include(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_cecp_exclude(cecp, false, words, line);
}

static void lift(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)line;
  mr_cecp_lift(cecp, mr_words_rest(&words));
}

static void put_down(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)line;
  mr_cecp_put(cecp, mr_words_rest(&words));
}

/** The old way to set up positions: its lines are skipped, so that none is taken for a command. */
static void edit(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  cecp->editing = true;
  mr_cecp_complain(cecp, "not supported, use setboard", line);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void greet(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_word version;
  uint64_t number = 0;
  (void)line;
  if (mr_words_next(&words, &version) && mr_word_number(version, UINT32_MAX, &number) &&
      number >= 2) {
    mr_cecp_features(cecp);
  }
}

/** A ping is answered when everything before it is done; our move is something. */
static void ping(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_word word;
  uint64_t number = 0;
  if (!mr_words_next(&words, &word) || !mr_word_number(word, INT64_MAX, &number)) {
    mr_cecp_complain(cecp, "bad parameters", line);
  } else if (cecp->search == CECP_THINK &&
             cecp->ping_count < sizeof cecp->pings / sizeof cecp->pings[0]) {
    cecp->pings[cecp->ping_count++] = number;
  } else {
    mr_cecp_say(cecp, "pong %llu", (unsigned long long)number);
  }
}

static void hint(mr_cecp *cecp, mr_words words, mr_word line) {
  mr_session *s = cecp_session(cecp);
  (void)words;
  (void)line;
  bool pondering = cecp->search == CECP_PONDER;
  if (pondering) {
    (void)mr_protocol_undo(s, 1);
  }
  bool open = mr_game_node(s->game, s->board.state).kind == MR_NODE_DECISION;
  if (open && cecp->reply != MR_ACTION_NONE &&
      mr_game_legal(s->game, s->board.state, cecp->reply)) {
    mr_cecp_say(cecp, "Hint: %s", mr_cecp_move(s->game, s->board.state, cecp->reply).text);
  }
  if (pondering) {
    mr_error err;
    (void)(mr_cecp_make(cecp, cecp->reply, &err) == MR_OK);
  }
}

static void book(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_session_write(cecp_session(cecp), " no book\n\n", 10);
}

static void tell_status(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_cecp_status(cecp);
}

static void draw(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  cecp->offered = cecp->mode == CECP_PLAY;
  if (cecp->search != CECP_THINK) {
    mr_cecp_answer_offer(cecp);
  }
}

static void move_now(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  if (cecp->search == CECP_THINK) {
    mr_session_stop(cecp_session(cecp));
  }
}

/* ---- pondering, pausing ---------------------------------------------------------------------- */

static void hard(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  cecp->ponder = true;
}

static void easy(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  cecp->ponder = false;
  if (cecp->search == CECP_PONDER) {
    mr_cecp_halt(cecp);
  }
}

/** What was thought stays in the tables; `resume` begins the search again. */
static void pause_all(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  mr_cecp_halt(cecp);
  cecp->paused = true;
}

static void resume(mr_cecp *cecp, mr_words words, mr_word line) {
  (void)words;
  (void)line;
  cecp->paused = false;
  mr_cecp_go_on(cecp);
}

/* ---- the table of commands ------------------------------------------------------------------- */

static const struct {
  const char *name;
  void (*run)(mr_cecp *cecp, mr_words words, mr_word line);
} COMMANDS[] = {
    {"usermove", usermove},
    {"ping", ping},
    {"go", go},
    {"force", force},
    {"new", new_game},
    {"variant", set_variant},
    {"playother", playother},
    {"result", end_game},
    {"setboard", setboard},
    {"undo", undo},
    {"remove", take_back_two},
    {"?", move_now},
    {"draw", draw},
    {"hint", hint},
    {"bk", book},
    {"hard", hard},
    {"easy", easy},
    {"analyze", analyse},
    {"exit", leave},
    {".", tell_status},
    {"exclude", exclude},
    {"include", include},
    {"pause", pause_all},
    {"resume", resume},
    {"protover", greet},
    {"edit", edit},
    {"lift", lift},
    {"put", put_down},
};

/** Without `usermove` a move is a line of its own. */
static bool looks_like_move(mr_word word) {
  bool digit = false;
  for (size_t i = 0; i < word.length; i++) {
    char c = word.text[i];
    if (!mr_text_is_letter(c) && !mr_text_is_digit(c) && strchr("@+=-", c) == NULL) {
      return false;
    }
    digit = digit || mr_text_is_digit(c);
  }
  return digit && word.length >= 4 && word.length <= 10;
}

static void obey(mr_cecp *cecp, mr_word command, mr_words words, mr_word line) {
  for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
    if (mr_word_is(command, COMMANDS[i].name)) {
      COMMANDS[i].run(cecp, words, line);
      return;
    }
  }
  if (mr_cecp_setting(cecp, command, words, line)) {
    return;
  }
  if (looks_like_move(command)) {
    mr_cecp_usermove(cecp, command, line);
  } else {
    mr_cecp_complain(cecp, "unknown command", line);
  }
}

static mr_cecp *cecp_of(mr_protocol *protocol) {
  return (mr_cecp *)(void *)protocol;
}

static bool take_line(mr_protocol *protocol, const char *text, size_t length) {
  mr_cecp *cecp = cecp_of(protocol);
  mr_words words = {text, length};
  mr_word line = mr_words_rest(&words);
  mr_word command;
  if (!mr_words_next(&words, &command)) {
    return true;
  }
  mr_cecp_collect(cecp);
  if (cecp->editing) {
    cecp->editing = !mr_word_is(line, ".");
    return true;
  }
  if (mr_word_is(command, "quit")) {
    mr_cecp_halt(cecp);
    return false;
  }
  obey(cecp, command, words, line);
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
    mr_session_stop(cecp_session(cecp));
    mr_session_join(cecp_session(cecp));
    mr_cecp_collect(cecp);
  }
  mr_cecp_halt(cecp);
}

static void settle(mr_protocol *protocol) {
  mr_cecp *cecp = cecp_of(protocol);
  while (cecp->search == CECP_THINK) {
    mr_session_join(cecp_session(cecp));
    mr_cecp_collect(cecp);
  }
}

static void release(mr_protocol *protocol) {
  mr_cecp *cecp = cecp_of(protocol);
  const mr_allocator *allocator = protocol->session.allocator;
  mr_protocol_done(protocol);
  mr_mutex_done(&cecp->latest_mutex);
  mr_str_done(&cecp->tables);
  mr_alloc_free(allocator, cecp->excluded, cecp->rooms * sizeof *cecp->excluded);
  mr_alloc_free(allocator, cecp->listed, cecp->rooms * sizeof *cecp->listed);
  mr_alloc_free(allocator, cecp, sizeof *cecp);
}

static const mr_protocol_ops OPS = {
    .line = take_line,
    .complain = complain,
    .tick = tick,
    .end = end,
    .settle = settle,
    .free = release,
};

/** As after `new`, with ten minutes for forty moves. */
static mr_status begin(mr_cecp *cecp, mr_error *err) {
  cecp->mode = CECP_PLAY;
  cecp->side = (mr_player){1};
  cecp->ponder = false;
  cecp->reply = MR_ACTION_NONE;
  cecp->clock = (cecp_clock){.moves = 40, .base = 600000, .left = 600000, .overhead = 30};
  mr_error why;
  mr_status status = mr_cecp_open(cecp, cecp_session(cecp)->name, err);
  if (status == MR_OK && mr_cecp_can_say(cecp_game(cecp), &why) != MR_OK) {
    status = mr_error_set(err, why.status, "%s: %s", cecp_session(cecp)->name, why.message);
  }
  return status;
}

mr_status mr_cecp_new(const mr_protocol_setup *setup, mr_protocol **out, mr_error *err) {
  if (setup == NULL || out == NULL || setup->host.write == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a protocol needs a host that writes, and a place");
  }
  const mr_allocator *allocator =
      setup->allocator != NULL ? setup->allocator : mr_allocator_default();
  mr_cecp *cecp = mr_alloc_zero(allocator, 1, sizeof *cecp);
  if (cecp == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for a protocol");
  }
  atomic_init(&cecp->reports, false);
  mr_status status = mr_mutex_init(&cecp->latest_mutex, err);
  if (status != MR_OK) {
    mr_alloc_free(allocator, cecp, sizeof *cecp);
    return status;
  }
  status = mr_protocol_init(&cecp->base, &OPS, setup, err);
  if (status != MR_OK) {
    mr_mutex_done(&cecp->latest_mutex);
    mr_alloc_free(allocator, cecp, sizeof *cecp);
    return status;
  }
  mr_str_init(&cecp->tables, allocator);
  status = begin(cecp, err);
  if (status != MR_OK) {
    release(&cecp->base);
    return status;
  }
  *out = &cecp->base;
  return MR_OK;
}
