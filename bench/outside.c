#include "outside.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct outside {
  mr_engine base;
  pid_t child;
  FILE *to;
  FILE *from;
  char *text;
} outside;

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_thought *out, mr_error *err) {
  outside *o = (outside *)(void *)engine;
  const mr_game *game = engine->game;
  char answer[MR_ACTION_TEXT_MAX + 2];
  mr_str text;
  (void)limits;
  mr_str_fixed(&text, o->text, game->info.max_state_text);
  mr_game_format_state(game, observation, &text);
  if (fprintf(o->to, "%s\n", o->text) < 0 || fflush(o->to) != 0 ||
      !fgets(answer, (int)sizeof answer, o->from)) {
    return mr_error_set(err, MR_ERR_IO, "the program does not answer");
  }
  out->value = 0.5;
  return mr_game_parse_action(game, observation, answer, strcspn(answer, "\n"), &out->action, err);
}

static void release(mr_engine *engine) {
  outside *o = (outside *)(void *)engine;
  if (o->to) {
    fclose(o->to);
  }
  if (o->from) {
    fclose(o->from);
  }
  if (o->child > 0) {
    kill(o->child, SIGTERM);
    waitpid(o->child, NULL, 0);
  }
  free(o->text);
  free(o);
}

static void become(const char *command, const int in[2], const int out[2]) {
  dup2(in[0], STDIN_FILENO);
  dup2(out[1], STDOUT_FILENO);
  close(in[0]);
  close(in[1]);
  close(out[0]);
  close(out[1]);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static bool launch(outside *o, const char *command) {
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) {
    return false;
  }
  o->child = fork();
  if (o->child == 0) {
    become(command, in, out);
  }
  close(in[0]);
  close(out[1]);
  o->to = fdopen(in[1], "w");
  o->from = fdopen(out[0], "r");
  return o->child > 0 && o->to && o->from;
}

mr_engine *outside_new(const mr_game *game, const char *command) {
  static const mr_engine_ops ops = {.think = think, .free = release};
  outside *o = calloc(1, sizeof *o);
  if (!o) {
    return NULL;
  }
  signal(SIGPIPE, SIG_IGN);
  o->base = (mr_engine){.ops = &ops, .game = game, .kind = "outside", .level = 1};
  o->text = calloc(1, game->info.max_state_text);
  if (o->text && launch(o, command)) {
    return &o->base;
  }
  fprintf(stderr, "cannot start: %s\n", command);
  release(&o->base);
  return NULL;
}
