#include "outside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

typedef struct outside {
  mr_engine base;
  child program;
  char *text;
} outside;

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  outside *o = (outside *)(void *)engine;
  const mr_game *game = engine->game;
  char answer[MR_ACTION_TEXT_MAX + 2];
  (void)limits;
  mr_str text = mr_str_fixed(o->text, game->info.max_state_text);
  mr_game_format_state(game, observation, &text);
  if (fprintf(o->program.to, "%s\n", o->text) < 0 || fflush(o->program.to) != 0 ||
      fgets(answer, (int)sizeof answer, o->program.from) == NULL) {
    return mr_error_set(err, MR_ERR_IO, "the program does not answer");
  }
  out->value = 0.5;
  return mr_game_parse_action(game, observation, answer, strcspn(answer, "\n"), &out->action, err);
}

static void release(mr_engine *engine) {
  outside *o = (outside *)(void *)engine;
  child_stop(&o->program);
  free(o->text);
  free(o);
}

mr_engine *outside_new(const mr_game *game, const char *command) {
  static const mr_engine_ops ops = {.think = think, .free = release};
  outside *o = calloc(1, sizeof *o);
  if (o == NULL) {
    return NULL;
  }
  o->base = (mr_engine){.ops = &ops, .game = game, .kind = "outside", .level = 1};
  o->text = calloc(1, game->info.max_state_text);
  if (o->text != NULL && child_start(&o->program, command)) {
    return &o->base;
  }
  fprintf(stderr, "cannot start: %s\n", command);
  release(&o->base);
  return NULL;
}
