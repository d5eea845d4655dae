#include <inttypes.h>
#include <marcher/clock.h>
#include <string.h>

#include "lab/player.h"

/** How long we wait where no clock runs, unless the engine's own patience is given. */
#define THINK_PATIENCE_MS 300000
#define READY_PATIENCE_MS 10000
/** After its time is up a program is told to stop, and has so long to show that it lives. */
#define GRACE_NS (1000 * MR_NS_PER_MS)
/** Who has written more than so many bytes without an answer has not been thinking. */
#define MUCH (UINT64_C(1) << 20)
#define DEATH_GRACE (200 * MR_NS_PER_MS)

typedef struct uci_seat {
  mr_seat base;
  mr_client client;
  char expected[MR_CLIENT_MOVE_MAX]; /* of the other side, by the last answer; "": nothing */
  mr_str pondered;                   /* the moves of the position that it ponders about */
} uci_seat;

static bool is_stopped(const mr_seat *seat) {
  return seat->stop != NULL && atomic_load_explicit(seat->stop, memory_order_relaxed);
}

static bool runs(const uci_seat *seat) {
  return seat->client.process.id != 0;
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* The program is at fault: it is ended, and the next game starts it anew. */
static void blame(uci_seat *seat, mr_process_io io, mr_seat_answer *out) {
  char how[64];
  mr_str reason;
  mr_str_fixed(&reason, out->reason, sizeof out->reason);
  switch (io) {
  case MR_PROCESS_FLOODS:
    out->fault = MR_END_FLOOD;
    mr_str_add(&reason, "floods us with output");
    break;
  case MR_PROCESS_CLOSED:
    if (mr_process_is_dead(&seat->client.process, DEATH_GRACE, how, sizeof how)) {
      out->fault = MR_END_CRASH;
      mr_str_format(&reason, "has crashed: %s", how);
    } else {
      out->fault = MR_END_DISCONNECT;
      mr_str_add(&reason, "has closed its pipe");
    }
    break;
  case MR_PROCESS_LATE:
    if (seat->client.process.heard > MUCH) {
      out->fault = MR_END_FLOOD;
      mr_str_add(&reason, "floods us with output and does not answer");
      break;
    }
    out->fault = MR_END_STALL;
    mr_str_add(&reason, "does not answer");
    break;
  case MR_PROCESS_FINE:
  case MR_PROCESS_STOPPED:
    out->fault = MR_END_STALL;
    mr_str_add(&reason, "does not answer");
    break;
  }
  mr_process_stop(&seat->client.process, 0);
}

/* ---- a game ---------------------------------------------------------------------------------- */

static int64_t ready_deadline(const mr_seat *seat) {
  int64_t patience = seat->engine->patience_ms > 0 ? seat->engine->patience_ms : READY_PATIENCE_MS;
  return mr_clock_ns() + patience * MR_NS_PER_MS;
}

static mr_process_io announce_game(uci_seat *seat) {
  int64_t deadline = ready_deadline(&seat->base);
  mr_process_io io = mr_client_send(&seat->client, "ucinewgame\n", deadline);
  return io == MR_PROCESS_FINE ? mr_client_sync(&seat->client, deadline) : io;
}

static mr_status begin(mr_seat *base, uint64_t seed, mr_error *err) {
  uci_seat *seat = (uci_seat *)base;
  (void)seed;
  seat->expected[0] = '\0';
  if (runs(seat) && base->engine->restart) {
    mr_client_close(&seat->client);
  }
  if (runs(seat)) {
    mr_process_io io = announce_game(seat);
    if (io == MR_PROCESS_FINE) {
      return MR_OK;
    }
    if (io == MR_PROCESS_STOPPED) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
    }
    /* It may have died between two games, which costs it nothing. */
    mr_process_stop(&seat->client.process, 0);
  }
  seat->client.engine = base->engine;
  seat->client.process.stop = base->stop;
  mr_status status = mr_client_open(&seat->client, base->game->info.name, err);
  if (status != MR_OK) {
    return status;
  }
  mr_process_io io = announce_game(seat);
  if (io == MR_PROCESS_FINE) {
    return MR_OK;
  }
  mr_process_stop(&seat->client.process, 0);
  return io == MR_PROCESS_STOPPED
             ? mr_error_set(err, MR_ERR_CANCELLED, "stopped")
             : mr_error_set(err, MR_ERR_IO, "%s does not bear 'ucinewgame'", base->engine->name);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void write_position(const mr_seat_question *question, const char *more, mr_str *out) {
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

static void write_go(const mr_seat *seat, const mr_seat_question *question, bool ponder,
                     mr_str *out) {
  const mr_match_control *control = &seat->engine->control;
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
static mr_process_io stop_pondering(uci_seat *seat) {
  mr_client_answer unheard;
  if (!seat->client.pondering) {
    return MR_PROCESS_FINE;
  }
  seat->client.pondering = false;
  int64_t deadline = mr_clock_ns() + GRACE_NS;
  mr_process_io io = mr_client_send(&seat->client, "stop\n", deadline);
  return io == MR_PROCESS_FINE ? mr_client_await(&seat->client, deadline, &unheard) : io;
}

/* Sends what makes it think. @param began receives the moment from which its time runs */
static mr_process_io ask(uci_seat *seat, const mr_seat_question *question, int64_t *began) {
  int64_t deadline = ready_deadline(&seat->base);
  if (seat->client.pondering && strcmp(mr_str_text(&seat->pondered), question->moves) == 0) {
    seat->client.pondering = false;
    *began = mr_clock_ns();
    return mr_client_send(&seat->client, "ponderhit\n", deadline);
  }
  mr_process_io io = stop_pondering(seat);
  if (io != MR_PROCESS_FINE) {
    return io;
  }
  mr_str text;
  mr_str_init(&text, NULL);
  write_position(question, "", &text);
  io = mr_client_send(&seat->client, mr_str_text(&text), deadline);
  mr_str_reset(&text);
  write_go(&seat->base, question, false, &text);
  mr_process_drain(&seat->client.process);
  mr_process_allow(&seat->client.process);
  *began = mr_clock_ns();
  if (io == MR_PROCESS_FINE) {
    io = mr_client_send(&seat->client, mr_str_text(&text), deadline);
  }
  mr_str_done(&text);
  return io;
}

/* Its time is up. @return whether it lives and answers when it is told to stop */
static bool answers_late(uci_seat *seat, mr_client_answer *out) {
  int64_t deadline = mr_clock_ns() + GRACE_NS;
  return mr_client_send(&seat->client, "stop\n", deadline) == MR_PROCESS_FINE &&
         mr_client_await(&seat->client, deadline, out) == MR_PROCESS_FINE;
}

static void take_answer(uci_seat *seat, const mr_client_answer *answer, mr_seat_answer *out) {
  out->action = MR_ACTION_NONE;
  memcpy(out->text, answer->move, sizeof out->text);
  memcpy(seat->expected, answer->ponder, sizeof seat->expected);
  out->scored = answer->scored;
  out->score = answer->score;
  out->depth = answer->depth;
  out->nodes = answer->nodes;
}

static mr_status think(mr_seat *base, const mr_seat_question *question, mr_seat_answer *out,
                       mr_error *err) {
  uci_seat *seat = (uci_seat *)base;
  const mr_match_control *control = &base->engine->control;
  int64_t allowed = mr_control_allows(control, question);
  int64_t patience = base->engine->patience_ms > 0 ? base->engine->patience_ms : THINK_PATIENCE_MS;
  int64_t wait = allowed < 0 ? patience : at_least_one(allowed) + control->margin_ms + 1;
  int64_t began = mr_clock_ns();
  mr_client_answer answer;
  *out = (mr_seat_answer){.fault = MR_END_RULE, .action = MR_ACTION_NONE};
  mr_process_io io = ask(seat, question, &began);
  if (io == MR_PROCESS_FINE) {
    io = mr_client_await(&seat->client, began + wait * MR_NS_PER_MS, &answer);
  }
  if (io == MR_PROCESS_LATE && allowed >= 0 && answers_late(seat, &answer)) {
    io = MR_PROCESS_FINE;
  }
  out->ns = mr_clock_ns() - began;
  /* Also where it was late already, and we have been stopped while it had its last chance. */
  if (io == MR_PROCESS_STOPPED || (io != MR_PROCESS_FINE && is_stopped(base))) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (io == MR_PROCESS_FINE) {
    take_answer(seat, &answer, out);
  } else {
    blame(seat, io, out);
  }
  return MR_OK;
}

static void ponder(mr_seat *base, const mr_seat_question *question) {
  uci_seat *seat = (uci_seat *)base;
  bool wanted = base->engine->ponder && seat->client.has_ponder && runs(seat);
  if (!wanted || seat->expected[0] == '\0' || seat->client.pondering) {
    return;
  }
  mr_str text;
  mr_str_init(&text, NULL);
  write_position(question, seat->expected, &text);
  write_go(base, question, true, &text);
  mr_str_reset(&seat->pondered);
  mr_str_format(&seat->pondered, "%s %s", question->moves, seat->expected);
  seat->expected[0] = '\0';
  mr_process_allow(&seat->client.process);
  /* Whatever goes wrong shows itself when it is asked. */
  seat->client.pondering =
      text.status == MR_OK && seat->pondered.status == MR_OK &&
      mr_client_send(&seat->client, mr_str_text(&text), ready_deadline(base)) == MR_PROCESS_FINE;
  mr_str_done(&text);
}

static void end(mr_seat *base) {
  uci_seat *seat = (uci_seat *)base;
  if (stop_pondering(seat) != MR_PROCESS_FINE) {
    mr_process_stop(&seat->client.process, 0);
  }
}

static void free_uci(mr_seat *base) {
  uci_seat *seat = (uci_seat *)base;
  mr_client_close(&seat->client);
  mr_str_done(&seat->pondered);
  mr_alloc_free(NULL, seat, sizeof *seat);
}

mr_seat *mr_seat_new_uci(mr_client_log *log) {
  static const mr_seat_ops ops = {
      .begin = begin, .think = think, .ponder = ponder, .end = end, .free = free_uci};
  uci_seat *seat = mr_alloc_zero(NULL, 1, sizeof *seat);
  if (seat == NULL) {
    return NULL;
  }
  seat->base.ops = &ops;
  seat->client.log = log;
  mr_str_init(&seat->pondered, NULL);
  return &seat->base;
}
