#include <inttypes.h>
#include <marcher/clock.h>
#include <string.h>

#include "lab/player.h"

/** How long we wait where no clock runs, unless the engine's own patience is given. */
#define THINK_PATIENCE_MS 300000
#define READY_PATIENCE_MS 10000
/** Whoever goes on talking behind that is heard until it falls silent for so long, ... */
#define SILENCE_NS (250 * MR_NS_PER_MS)
/** ... and no longer than this. */
#define TALK_NS (5000 * MR_NS_PER_MS)
/** After its time is up a program is told to stop, and has so long to show that it lives. */
#define GRACE_NS (1000 * MR_NS_PER_MS)
/** Who has written more than so many bytes without an answer has not been thinking. */
#define MUCH (UINT64_C(1) << 20)
#define DEATH_GRACE (200 * MR_NS_PER_MS)

typedef struct uci_player {
  mr_match_player base;
  mr_client client;
  char expected[MR_CLIENT_MOVE_MAX]; /* of the other side, by the last answer; "": nothing */
  mr_str pondered;                   /* the moves of the position that it ponders about */
} uci_player;

static bool runs(const uci_player *uci) {
  return uci->client.process.id != 0;
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* The program is at fault: it is ended, and the next game starts it anew. */
static void blame(uci_player *uci, mr_process_io io, mr_match_answer *out) {
  char how[64];
  mr_str reason = mr_str_fixed(out->reason, sizeof out->reason);
  if (io == MR_PROCESS_CLOSED) {
    bool dead = mr_process_is_dead(&uci->client.process, DEATH_GRACE, how, sizeof how);
    out->fault = dead ? MR_END_CRASH : MR_END_DISCONNECT;
    mr_str_add(&reason, dead ? "has crashed: " : "has closed its pipe");
    mr_str_add(&reason, dead ? how : "");
  } else {
    bool much = io == MR_PROCESS_LATE && uci->client.process.heard > MUCH;
    bool floods = io == MR_PROCESS_FLOODS || much;
    out->fault = floods ? MR_END_FLOOD : MR_END_STALL;
    mr_str_add(&reason, floods ? "floods us with output" : "does not answer");
    mr_str_add(&reason, much ? " and does not answer" : "");
  }
  mr_process_stop(&uci->client.process, 0);
}

/*
 * Its time is over, and it is heard out: who has no answer and does not stop talking is told from
 * who is silent by what arrives, however slowly a busy machine brings it.
 */
static void hear_out(uci_player *uci) {
  int64_t end = mr_clock_ns() + TALK_NS;
  mr_process_io io = MR_PROCESS_FINE;
  while (io == MR_PROCESS_FINE && uci->client.process.heard <= MUCH && mr_clock_ns() < end) {
    char *line = NULL;
    io = mr_process_line(&uci->client.process, mr_clock_ns() + SILENCE_NS, &line);
  }
}

/* ---- a game ---------------------------------------------------------------------------------- */

static int64_t ready_deadline(const mr_match_player *base) {
  int64_t patience = base->engine->patience_ms > 0 ? base->engine->patience_ms : READY_PATIENCE_MS;
  return mr_clock_ns() + patience * MR_NS_PER_MS;
}

static mr_status begin(mr_match_player *base, uint64_t seed, mr_error *err) {
  uci_player *uci = (uci_player *)base;
  (void)seed;
  uci->expected[0] = '\0';
  if (runs(uci) && base->engine->restart) {
    mr_client_close(&uci->client);
  }
  for (;;) {
    bool anew = !runs(uci);
    if (anew) {
      uci->client.engine = base->engine;
      uci->client.process.stop = base->stop;
      mr_status status = mr_client_open(&uci->client, base->game->info.name, err);
      if (status != MR_OK) {
        return status;
      }
    }
    int64_t deadline = ready_deadline(base);
    mr_process_io io = mr_client_send(&uci->client, "ucinewgame\n", deadline);
    io = io == MR_PROCESS_FINE ? mr_client_sync(&uci->client, deadline) : io;
    if (io == MR_PROCESS_FINE) {
      return MR_OK;
    }
    if (anew || io != MR_PROCESS_STOPPED) {
      mr_process_stop(&uci->client.process, 0);
    }
    if (io == MR_PROCESS_STOPPED) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
    }
    /* One that ran may have died between two games, which costs it nothing. */
    if (anew) {
      return mr_error_set(err, MR_ERR_IO, "%s does not bear 'ucinewgame'", base->engine->name);
    }
  }
}

/* ---- questions ------------------------------------------------------------------------------- */

static void write_position(const mr_match_question *question, const char *more, mr_str *out) {
  mr_str_format(out, "position fen %s", question->start);
  if (question->moves[0] != '\0' || more[0] != '\0') {
    mr_str_format(out, " moves%s", question->moves);
  }
  if (more[0] != '\0') {
    mr_str_format(out, " %s", more);
  }
  mr_str_char(out, '\n');
}

static int64_t at_least_one(int64_t ms) {
  return ms < 1 ? 1 : ms;
}

static void write_go(const mr_match_control *control, const mr_match_question *question,
                     bool ponder, mr_str *out) {
  mr_str_add(out, ponder ? "go ponder" : "go");
  if (control->move_ms > 0) {
    mr_str_format(out, " movetime %" PRIu32, control->move_ms);
  } else if (mr_control_is_clock(control)) {
    mr_str_format(out, " wtime %" PRId64 " btime %" PRId64, at_least_one(question->left_ms[0]),
                  at_least_one(question->left_ms[1]));
    mr_str_format(out, " winc %" PRId64 " binc %" PRId64, question->increment_ms[0],
                  question->increment_ms[1]);
    if (question->to_go > 0) {
      mr_str_format(out, " movestogo %u", question->to_go);
    }
  }
  if (control->nodes > 0) {
    mr_str_format(out, " nodes %" PRIu64, control->nodes);
  }
  if (control->depth > 0) {
    mr_str_format(out, " depth %" PRIu32, control->depth);
  }
  mr_str_char(out, '\n');
}

/* Ends what it thinks on the other side's time and takes its answer away. */
static mr_process_io stop_pondering(uci_player *uci) {
  mr_client_answer unheard;
  if (!uci->client.pondering) {
    return MR_PROCESS_FINE;
  }
  uci->client.pondering = false;
  int64_t deadline = mr_clock_ns() + GRACE_NS;
  mr_process_io io = mr_client_send(&uci->client, "stop\n", deadline);
  return io == MR_PROCESS_FINE ? mr_client_await(&uci->client, deadline, &unheard) : io;
}

/* Sends what makes it think. @param began receives the moment from which its time runs */
static mr_process_io ask(uci_player *uci, const mr_match_question *question, int64_t *began) {
  int64_t deadline = ready_deadline(&uci->base);
  if (uci->client.pondering && strcmp(mr_str_text(&uci->pondered), question->moves) == 0) {
    uci->client.pondering = false;
    *began = mr_clock_ns();
    return mr_client_send(&uci->client, "ponderhit\n", deadline);
  }
  mr_process_io io = stop_pondering(uci);
  if (io != MR_PROCESS_FINE) {
    return io;
  }
  mr_str text = mr_str_growing(NULL);
  write_position(question, "", &text);
  io = mr_client_send(&uci->client, mr_str_text(&text), deadline);
  mr_str_reset(&text);
  write_go(&uci->base.engine->control, question, false, &text);
  mr_process_drain(&uci->client.process);
  mr_process_allow(&uci->client.process);
  *began = mr_clock_ns();
  if (io == MR_PROCESS_FINE) {
    io = mr_client_send(&uci->client, mr_str_text(&text), deadline);
  }
  mr_str_done(&text);
  return io;
}

static mr_status think(mr_match_player *base, const mr_match_question *question,
                       mr_match_answer *out, mr_error *err) {
  uci_player *uci = (uci_player *)base;
  const mr_match_control *control = &base->engine->control;
  bool limited = control->move_ms > 0 || mr_control_is_clock(control);
  int64_t allowed = control->move_ms > 0 ? control->move_ms : question->left_ms[question->side];
  int64_t patience = base->engine->patience_ms > 0 ? base->engine->patience_ms : THINK_PATIENCE_MS;
  int64_t wait = limited ? at_least_one(allowed) + control->margin_ms + 1 : patience;
  int64_t began = mr_clock_ns();
  mr_client_answer answer;
  *out = (mr_match_answer){.fault = MR_END_RULE, .action = MR_ACTION_NONE};
  mr_process_io io = ask(uci, question, &began);
  if (io == MR_PROCESS_FINE) {
    io = mr_client_await(&uci->client, began + wait * MR_NS_PER_MS, &answer);
  }
  if (io == MR_PROCESS_LATE && limited) {
    /* Its time is up: whether it lives, and answers when it is told to stop. */
    int64_t deadline = mr_clock_ns() + GRACE_NS;
    bool late = mr_client_send(&uci->client, "stop\n", deadline) == MR_PROCESS_FINE &&
                mr_client_await(&uci->client, deadline, &answer) == MR_PROCESS_FINE;
    io = late ? MR_PROCESS_FINE : io;
  }
  int64_t ns = mr_clock_ns() - began;
  /* For how long our own end was kept from reading the answer is not its fault. */
  int64_t kept = io == MR_PROCESS_FINE ? uci->client.process.kept : 0;
  out->ns = ns > kept ? ns - kept : 0;
  /* Also where it was late already, and we have been stopped while it had its last chance. */
  if (io != MR_PROCESS_FINE &&
      (io == MR_PROCESS_STOPPED || (base->stop != NULL && atomic_load(base->stop)))) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (io == MR_PROCESS_LATE) {
    hear_out(uci);
  }
  if (io != MR_PROCESS_FINE) {
    blame(uci, io, out);
    return MR_OK;
  }
  memcpy(out->text, answer.move, sizeof out->text);
  memcpy(uci->expected, answer.ponder, sizeof uci->expected);
  out->scored = answer.scored;
  out->score = answer.score;
  out->depth = answer.depth;
  out->nodes = answer.nodes;
  return MR_OK;
}

static void ponder(mr_match_player *base, const mr_match_question *question) {
  uci_player *uci = (uci_player *)base;
  bool wanted = base->engine->ponder && uci->client.has_ponder && runs(uci);
  if (!wanted || uci->expected[0] == '\0' || uci->client.pondering) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  write_position(question, uci->expected, &text);
  write_go(&base->engine->control, question, true, &text);
  mr_str_reset(&uci->pondered);
  mr_str_format(&uci->pondered, "%s %s", question->moves, uci->expected);
  uci->expected[0] = '\0';
  mr_process_allow(&uci->client.process);
  /* Whatever goes wrong shows itself when it is asked. */
  uci->client.pondering =
      text.status == MR_OK && uci->pondered.status == MR_OK &&
      mr_client_send(&uci->client, mr_str_text(&text), ready_deadline(base)) == MR_PROCESS_FINE;
  mr_str_done(&text);
}

static void end(mr_match_player *base) {
  uci_player *uci = (uci_player *)base;
  if (stop_pondering(uci) != MR_PROCESS_FINE) {
    mr_process_stop(&uci->client.process, 0);
  }
}

static void free_uci(mr_match_player *base) {
  uci_player *uci = (uci_player *)base;
  mr_client_close(&uci->client);
  mr_str_done(&uci->pondered);
  mr_alloc_free(NULL, uci, sizeof *uci);
}

mr_match_player *mr_match_player_uci(mr_client_log *log) {
  static const mr_match_player_ops ops = {
      .begin = begin, .think = think, .ponder = ponder, .end = end, .free = free_uci};
  uci_player *uci = mr_alloc_zero(NULL, 1, sizeof *uci);
  if (uci == NULL) {
    return NULL;
  }
  uci->base.ops = &ops;
  uci->client.log = log;
  uci->pondered = mr_str_growing(NULL);
  return &uci->base;
}
