#include "rules_fixture.h"

#include <marcher/perft.h>
#include <string.h>

#include "test_main.h"

mr_status fixture_try(fixture *d, const char *text, const char *name) {
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  d->game = NULL;
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  mr_status status = mr_catalog_add(d->catalog, "x.ini", text, strlen(text), &d->list);
  return status != MR_OK ? status : mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list);
}

void fixture_close(fixture *d) {
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

void fixture_open(fixture *d, const char *text, const char *name) {
  if (fixture_try(d, text, name) != MR_OK) {
    fail_msg("%s: %s", text, d->list.first->message);
  }
  assert_int_equal(d->list.errors, 0);
}

const mr_fy_rules *rules_of(const fixture *d) {
  return &mr_fy_game_of(d->game)->rules;
}

const mr_fy_kind *kind_named(const fixture *d, const char *name) {
  bool plus = name[0] == '+';
  const mr_fy_rules *rules = rules_of(d);
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].letter == name[plus] && rules->kinds[i].plus == plus) {
      return &rules->kinds[i];
    }
  }
  fail_msg("there is no %s", name);
  return NULL;
}

const char *squares_in(const fixture *d, const mr_fy_set *set, char *buffer, size_t size) {
  mr_str out = mr_str_fixed(buffer, size);
  const mr_fy_rules *rules = rules_of(d);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(set, cell)) {
      mr_str_format(&out, "%s%c%u", out.length > 0 ? " " : "", 'a' + (int)(cell % rules->files),
                    cell / rules->files + 1);
    }
  }
  return buffer;
}

uint64_t perft_of(const fixture *d, unsigned depth) {
  uint64_t nodes = 0;
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  mr_game_start(d->game, state);
  assert_int_equal(mr_perft(d->game, state, depth, NULL, &nodes, NULL), MR_OK);
  mr_state_free(d->game, NULL, state);
  return nodes;
}

const char *rule_text(const fixture *d, const char *id) {
  for (size_t i = 1; i < d->game->info.rule_count; i++) {
    if (strcmp(d->game->info.rules[i].id, id) == 0) {
      return d->game->info.rules[i].text;
    }
  }
  return NULL;
}
