/*
 * A program that speaks UCI, for the tests of the match runner: it plays the first legal action,
 * and misbehaves as its arguments say.
 *
 *     fake_uci MODE [N]    misbehaves when it is asked for its N-th move (1), counted over all
 * games
 *
 * Modes: good; illegal, garbage (moves that are none); slow (answers after half a second), late
 * (answers only when it is told to stop), hang (never answers again), interrupt (never answers, and
 * when it is told to stop sends the program that started it a SIGINT); crash, exit; flood (a line
 * without end), chatter (lines without end); close (closes its output and lives on), deaf (closes
 * nothing, and does not read either); mute (no uciok), unready (no readyok), plain (no
 * UCI_Variant); die (ends when a second game begins); stubborn (does not quit); ponder (announces
 * Ponder and ponders); litter (begins with starting processes that get away from it: out of its
 * group, its session, its parent's hands and its environment).
 */
#include <marcher/catalog.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 65536

typedef struct fake {
  const char *mode;
  long at;
  long asked;
  long games;
  bool pondering;
  mr_catalog *catalog;
  mr_game *game;
  mr_state *state;
} fake;

static bool is_mode(const fake *f, const char *mode) {
  return strcmp(f->mode, mode) == 0;
}

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

static void sleep_ms(int ms) {
  poll(NULL, 0, ms);
}

static void sleep_for_ever(void) {
  for (;;) {
    sleep_ms(1000);
  }
}

/*
 * Starts a process that waits for ever: in a session of its own, and with `orphan` without a
 * parent, with `bare` without an environment. @return its number
 */
static pid_t litter(bool orphan, bool bare) {
  int number[2];
  pid_t id = 0;
  if (pipe(number) != 0 || (id = fork()) < 0) {
    exit(1);
  }
  if (id == 0) {
    setsid();
    pid_t last = orphan ? fork() : 0;
    if (last != 0) {
      _exit(0);
    }
    last = getpid();
    ssize_t written = write(number[1], &last, sizeof last);
    for (int file = 0; file < 64; file++) {
      close(file);
    }
    char *const sleeper[] = {"sleep", "1000", NULL};
    char *const nothing[] = {NULL};
    if (written == sizeof last && bare) {
      execve("/bin/sleep", sleeper, nothing);
    }
    sleep_for_ever();
  }
  if (read(number[0], &id, sizeof id) != sizeof id) {
    exit(1);
  }
  close(number[0]);
  close(number[1]);
  return id;
}

static void litter_all(void) {
  for (unsigned i = 0; i < 4; i++) {
    printf("info string left %ld\n", (long)litter((i & 1) != 0, (i & 2) != 0));
  }
}

static void open_game(fake *f, const char *name) {
  mr_diagnostics list;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  mr_game *game = NULL;
  if (mr_catalog_open(f->catalog, name, NULL, 0, &game, &list) == MR_OK) {
    mr_state_free(f->game, NULL, f->state);
    mr_game_free(f->game);
    f->game = game;
    f->state = mr_state_new(game, NULL);
    mr_game_start(game, f->state);
  }
  mr_arena_done(&arena);
}

/* "position fen F moves a b c" */
static void set_position(fake *f, char *line) {
  char *fen = line + strlen("position fen ");
  char *moves = strstr(fen, " moves");
  if (moves != NULL) {
    *moves = '\0';
    moves += strlen(" moves");
  }
  if (mr_game_parse_state(f->game, fen, strlen(fen), f->state, NULL) != MR_OK) {
    say("info string bad fen");
    return;
  }
  for (char *word = moves == NULL ? NULL : strtok(moves, " "); word != NULL;
       word = strtok(NULL, " ")) {
    mr_action action = MR_ACTION_NONE;
    if (mr_game_parse_action(f->game, f->state, word, strlen(word), &action, NULL) != MR_OK) {
      say("info string bad move");
      return;
    }
    mr_game_make(f->game, f->state, action, NULL, NULL);
  }
}

static void write_first_action(fake *f, mr_state *state, char *text) {
  mr_str out = mr_str_fixed(text, MR_ACTION_TEXT_MAX);
  if (mr_game_node(f->game, state).kind != MR_NODE_DECISION) {
    return;
  }
  mr_action *actions = mr_alloc_zero(NULL, f->game->info.max_actions, sizeof *actions);
  mr_game_actions(f->game, state, actions);
  mr_game_format_action(f->game, state, actions[0], &out);
  mr_game_make(f->game, state, actions[0], NULL, NULL);
  mr_alloc_free(NULL, actions, f->game->info.max_actions * sizeof *actions);
}

static void answer(fake *f) {
  char move[MR_ACTION_TEXT_MAX] = "0000";
  char reply[MR_ACTION_TEXT_MAX] = "";
  mr_state *ahead = mr_state_new(f->game, NULL);
  mr_state_copy(f->game, ahead, f->state);
  write_first_action(f, ahead, move);
  write_first_action(f, ahead, reply);
  mr_state_free(f->game, NULL, ahead);
  printf("info depth 3 seldepth 5 score cp %d nodes 77 nps 1000 time 1 pv %s\n",
         is_mode(f, "loser")    ? -900
         : is_mode(f, "winner") ? 900
                                : 1,
         move);
  if (is_mode(f, "ponder") && reply[0] != '\0') {
    printf("bestmove %s ponder %s\n", move, reply);
  } else {
    printf("bestmove %s\n", move);
  }
  fflush(stdout);
}

/* By many lines at once: what is asked is whether somebody stops listening, not how fast this
 * writes. */
static void flood(const char *text) {
  static char block[1 << 16];
  size_t length = strlen(text), size = 0;
  for (; size + length <= sizeof block; size += length) {
    memcpy(block + size, text, length);
  }
  while (write(STDOUT_FILENO, block, size) > 0) {
  }
  sleep_for_ever();
}

/* @return whether the answer has been given, or is to be given later */
static bool misbehave(fake *f) {
  if (is_mode(f, "illegal")) {
    say("bestmove a1a1");
  } else if (is_mode(f, "garbage")) {
    say("bestmove \001\377*?");
  } else if (is_mode(f, "slow")) {
    sleep_ms(500);
    return false;
  } else if (is_mode(f, "late") || is_mode(f, "interrupt")) {
    return true;
  } else if (is_mode(f, "hang")) {
    sleep_for_ever();
  } else if (is_mode(f, "crash") || is_mode(f, "litter")) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  } else if (is_mode(f, "exit")) {
    exit(3);
  } else if (is_mode(f, "flood")) {
    flood("this line never ends ");
  } else if (is_mode(f, "chatter")) {
    flood("info string I could go on like this for ever\n");
  } else if (is_mode(f, "close")) {
    close(STDOUT_FILENO);
    sleep_for_ever();
  } else {
    return false;
  }
  return true;
}

static void go(fake *f, const char *line) {
  if (strncmp(line, "go ponder", 9) == 0) {
    f->pondering = true;
    return;
  }
  f->asked++;
  if (f->asked != f->at || !misbehave(f)) {
    answer(f);
  }
}

static void greet(const fake *f) {
  say("id name fake");
  if (is_mode(f, "litter")) {
    litter_all();
  }
  if (!is_mode(f, "plain")) {
    fputs("option name UCI_Variant type combo default chess", stdout);
    for (size_t i = 0; i < mr_catalog_count(f->catalog); i++) {
      printf(" var %s", mr_catalog_name(f->catalog, i));
    }
    puts("");
  }
  if (is_mode(f, "ponder")) {
    say("option name Ponder type check default false");
  }
  say("option name Hash type spin default 16 min 1 max 1024");
  say("option name Clear type button");
  say("option name Move Overhead type spin default 10 min 0 max 5000");
  say("uciok");
}

/* @return false: that was the end */
static bool obey(fake *f, char *line) {
  static const char variant[] = "setoption name UCI_Variant value ";
  if (strcmp(line, "uci") == 0 && !is_mode(f, "mute")) {
    greet(f);
  } else if (strcmp(line, "isready") == 0 && !is_mode(f, "unready")) {
    say("readyok");
  } else if (strcmp(line, "ucinewgame") == 0) {
    f->games++;
    if (is_mode(f, "die") && f->games == 2) {
      return false;
    }
  } else if (strncmp(line, variant, sizeof variant - 1) == 0) {
    open_game(f, line + sizeof variant - 1);
  } else if (strncmp(line, "position fen ", 13) == 0) {
    set_position(f, line);
  } else if (strncmp(line, "go", 2) == 0) {
    go(f, line);
  } else if (is_mode(f, "interrupt") && strcmp(line, "stop") == 0) {
    kill(getppid(), SIGINT);
    sleep_for_ever();
  } else if (strcmp(line, "ponderhit") == 0 || strcmp(line, "stop") == 0) {
    if (f->pondering || is_mode(f, "late")) {
      f->pondering = false;
      answer(f);
    }
  } else if (strcmp(line, "quit") == 0) {
    return is_mode(f, "stubborn");
  }
  return true;
}

int main(int argc, char **argv) {
  static char line[LINE_BYTES];
  fake f = {.mode = argc > 1 ? argv[1] : "good", .at = argc > 2 ? strtol(argv[2], NULL, 10) : 1};
  if (is_mode(&f, "deaf")) {
    sleep_for_ever();
  }
  if (mr_catalog_new(NULL, &f.catalog, NULL) != MR_OK) {
    return 1;
  }
  open_game(&f, "chess");
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!obey(&f, line)) {
      break;
    }
  }
  if (is_mode(&f, "stubborn")) {
    sleep_for_ever();
  }
  mr_state_free(f.game, NULL, f.state);
  mr_game_free(f.game);
  mr_catalog_free(f.catalog);
  return 0;
}
