#include <marcher/clock.h>
#include <string.h>

#include "protocol/uci_priv.h"

/** More than this does not wait: who sends so much does not listen. */
#define BACKLOG_MAX (2 * MR_PROTOCOL_LINE_MAX)

/** When a command may be obeyed. */
typedef enum command_time {
  WHEN_IDLE, /**< not while a search runs */
  AT_ONCE,   /**< at any time, and before what waits */
  IN_TURN,   /**< while a search runs, but not before what waits */
} command_time;

typedef struct command {
  const char *name;
  command_time time;
  void (*run)(mr_uci *uci);
} command;

/* ---- short commands -------------------------------------------------------------------------- */

static void greet(mr_uci *uci) {
  const char *version = uci_dialog(uci)->setup.version;
  mr_str out = mr_str_growing(uci_dialog(uci)->allocator);
  mr_str_format(&out, "id name Marcher%s%s\nid author the authors of Marcher\n",
                version != NULL ? " " : "", version != NULL ? version : "");
  mr_uci_options(uci, &out);
  mr_str_add(&out, "uciok\n");
  mr_dialog_send(uci_dialog(uci), &out);
}

static void set_debug(mr_uci *uci) {
  mr_token token;
  mr_next_token(&uci->rest, &token);
  if (mr_token_is_nocase(token, "on") || mr_token_is_nocase(token, "off")) {
    uci->debug = mr_token_is_nocase(token, "on");
  } else {
    mr_uci_say(uci, "debug takes 'on' or 'off', not '%s'", mr_token_quote(token).text);
  }
}

/** Whoever waits for this wants everything done, the memory of the engine included. */
static void be_ready(mr_uci *uci) {
  if (!mr_dialog_busy(uci_dialog(uci)) && uci->obeyed == uci->backlog.length) {
    mr_uci_ready(uci);
  }
  mr_dialog_write(uci_dialog(uci), "readyok\n", 8);
}

static void new_game(mr_uci *uci) {
  uci->timing.known = false;
  mr_dialog_forget(uci_dialog(uci));
}

static void stop(mr_uci *uci) {
  mr_dialog_stop(uci_dialog(uci));
}

static void ponderhit(mr_uci *uci) {
  uci->timing.began = mr_clock_ns();
  mr_dialog_release(uci_dialog(uci), &uci->hit);
}

static void ignore(mr_uci *uci) {
  (void)uci;
}

/* ---- the table of commands ------------------------------------------------------------------- */

static const command COMMANDS[] = {
    {"uci", AT_ONCE, greet},
    {"debug", AT_ONCE, set_debug},
    {"isready", AT_ONCE, be_ready},
    {"setoption", WHEN_IDLE, mr_uci_setoption},
    {"ucinewgame", WHEN_IDLE, new_game},
    {"position", WHEN_IDLE, mr_uci_position},
    {"go", WHEN_IDLE, mr_uci_go},
    {"stop", IN_TURN, stop},
    {"ponderhit", IN_TURN, ponderhit},
    {"register", AT_ONCE, ignore},
    {"d", WHEN_IDLE, mr_uci_show},
    {"eval", WHEN_IDLE, mr_uci_eval},
    {"quit", AT_ONCE, NULL},
};

static const command *find_command(mr_token name) {
  return mr_rows_find(MR_ROWS(COMMANDS), name);
}

/**
 * The command of a line; words before it that are unknown are passed over, and that is said.
 * @param name the first word of the line, which becomes that of the command. @return NULL, with
 * `name` as it was: no word is one
 */
static const command *skip_to_command(mr_uci *uci, mr_token *name) {
  const command *what = find_command(*name);
  mr_token word = *name, before = *name;
  while (what == NULL && mr_next_token(&uci->rest, &word)) {
    what = find_command(word);
    before.length = what == NULL ? (size_t)(word.text + word.length - before.text) : before.length;
  }
  if (what != NULL && word.text != name->text) {
    mr_uci_say(uci, "'%s' is no command and passed over; '%s' is obeyed",
               mr_token_quote(before).text, what->name);
    *name = word;
  }
  return what;
}

/* ---- the backlog ----------------------------------------------------------------------------- */

static bool anything_waits(const mr_uci *uci) {
  return uci->obeyed < uci->backlog.length;
}

static void forget_backlog(mr_uci *uci) {
  mr_str_reset(&uci->backlog);
  uci->obeyed = 0;
  uci->stops = 0;
}

static void let_wait(mr_uci *uci, const command *what, const char *line, size_t length) {
  mr_str *backlog = &uci->backlog;
  if (uci->obeyed > 0) { /* gives back the room of lines that do not wait any more */
    memmove(backlog->data, backlog->data + uci->obeyed, backlog->length - uci->obeyed + 1);
    backlog->length -= uci->obeyed;
    uci->obeyed = 0;
  }
  if (backlog->length + length >= BACKLOG_MAX) {
    mr_uci_say(uci, "'%s' is refused: too much waits for the search to end", what->name);
    return;
  }
  if (mr_dialog_held(uci_dialog(uci)) && what->time == WHEN_IDLE) {
    mr_uci_say(uci, "'%s' waits for the search to end; send 'stop'", what->name);
  }
  size_t before = backlog->length;
  mr_str_bytes(backlog, line, length);
  mr_str_char(backlog, '\n');
  if (backlog->status != MR_OK) {
    backlog->status = MR_OK;
    backlog->length = before;
    mr_uci_say(uci, "'%s' is refused: out of memory", what->name);
    return;
  }
  uci->stops += what->run == stop ? 1 : 0;
}

static bool obey_command(mr_uci *uci, const command *what) {
  if (what->run == NULL) {
    return false;
  }
  if (what->time == WHEN_IDLE) {
    mr_dialog_join(uci_dialog(uci)); /* it may still be writing its last line */
  }
  what->run(uci);
  return true;
}

static mr_uci *uci_of(mr_protocol *protocol) {
  return (mr_uci *)(void *)protocol;
}

static bool take_line(mr_protocol *protocol, const char *line, size_t length) {
  mr_uci *uci = uci_of(protocol);
  mr_dialog *d = uci_dialog(uci);
  mr_token name;
  uci->rest = (mr_tokens){line, length};
  if (!mr_next_token(&uci->rest, &name)) {
    return true;
  }
  const command *what = skip_to_command(uci, &name);
  if (what == NULL) {
    mr_uci_say_unknown(uci, "unknown command", name, MR_ROWS(COMMANDS));
    return true;
  }
  length -= (size_t)(name.text - line);
  line = name.text;
  bool must_wait = what->time != AT_ONCE &&
                   (anything_waits(uci) || (what->time == WHEN_IDLE && mr_dialog_busy(d)));
  if (!must_wait) {
    return obey_command(uci, what);
  }
  bool hit = what->run == ponderhit && mr_dialog_held(d);
  if (what->run == stop || hit) {
    what->run(uci); /* for the search that runs */
  }
  if (!hit) {
    let_wait(uci, what, line, length);
  }
  return true;
}

/** Nobody waits for the end of a search any more; a count is finite, and all of its answer. */
static void stop_leaving(mr_uci *uci) {
  if (uci->leaving && !mr_dialog_works(uci_dialog(uci))) {
    mr_dialog_stop(uci_dialog(uci));
  }
}

/** Obeys what waits for as long as no search runs. */
static bool take_waiting(mr_protocol *protocol) {
  mr_uci *uci = uci_of(protocol);
  while (anything_waits(uci)) {
    const char *line = uci->backlog.data + uci->obeyed;
    const char *end = memchr(line, '\n', uci->backlog.length - uci->obeyed);
    mr_token name;
    uci->rest = (mr_tokens){line, (size_t)(end - line)};
    mr_next_token(&uci->rest, &name);
    const command *what = find_command(name);
    if (what->time == WHEN_IDLE && mr_dialog_busy(uci_dialog(uci))) {
      return true;
    }
    uci->obeyed += (size_t)(end - line) + 1;
    uci->stops -= what->run == stop ? 1 : 0;
    (void)obey_command(uci, what);
    if (uci->stops > 0) {
      mr_dialog_stop(uci_dialog(uci)); /* 'stop' is for all that was asked for before it */
    }
    stop_leaving(uci);
  }
  forget_backlog(uci);
  return true;
}

static void finish_searches(mr_protocol *protocol) {
  mr_uci *uci = uci_of(protocol);
  while (!mr_dialog_held(uci_dialog(uci))) {
    mr_dialog_join(uci_dialog(uci));
    if (!anything_waits(uci)) {
      return;
    }
    take_waiting(protocol);
  }
}

/* ---- life ------------------------------------------------------------------------------------ */

static void complain(mr_protocol *protocol, const char *message) {
  mr_uci_say(uci_of(protocol), "%s", message);
}

static void end(mr_protocol *protocol) {
  mr_uci *uci = uci_of(protocol);
  uci->leaving = true;
  stop_leaving(uci);
  finish_searches(protocol);
}

static void done(mr_protocol *protocol) {
  mr_uci *uci = uci_of(protocol);
  mr_str_done(&uci->endgames);
  mr_str_done(&uci->placed);
  mr_str_done(&uci->backlog);
}

static const mr_protocol_ops OPS = {
    .line = take_line,
    .complain = complain,
    .tick = take_waiting,
    .end = end,
    .finish_searches = finish_searches,
    .done = done,
};

mr_status mr_uci_new(const mr_protocol_setup *setup, mr_protocol **out, mr_error *err) {
  mr_status status = mr_protocol_new(&OPS, sizeof(mr_uci), setup, out, err);
  if (status != MR_OK) {
    return status;
  }
  mr_uci *uci = uci_of(*out);
  const mr_dialog *d = uci_dialog(uci);
  uci->endgames = mr_str_growing(d->allocator);
  uci->placed = mr_str_growing(d->allocator);
  uci->backlog = mr_str_growing(d->allocator);
  uci->choices = (uci_choices){.megabytes = (unsigned)(d->settings.memory >> 20),
                               .threads = d->settings.threads,
                               .lines = 1,
                               .level = d->settings.level,
                               .elo = MR_UCI_ELO_MAX,
                               .overhead = 10,
                               .networks = 1};
  return MR_OK;
}
