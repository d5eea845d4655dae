#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "laws/laws_priv.h"

/* ---- what is found --------------------------------------------------------------------------- */

void mr_laws_expect(mr_laws *laws, mr_law law, bool kept, const char *format, ...) {
  laws->report->checks[law]++;
  if (kept || laws->report->failures[law]++ > 0) {
    return;
  }
  char message[sizeof laws->report->first[law]];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  mr_str out = mr_str_fixed(laws->report->first[law], sizeof laws->report->first[law]);
  if (laws->state == NULL) {
    mr_str_add(&out, message);
  } else {
    mr_str_format(&out, "playout %u ply %" PRIu32, laws->playout, laws->ply);
    if (laws->action != MR_ACTION_NONE) {
      mr_str_format(&out, " action %" PRIu32 " ", laws->action);
      if (mr_game_legal(laws->game, laws->state, laws->action)) {
        mr_game_format_action(laws->game, laws->state, laws->action, &out);
      }
    }
    mr_str_format(&out, ": %s; state ", message);
    mr_game_format_state(laws->game, laws->state, &out);
  }
  if (laws->options->failed != NULL) {
    laws->options->failed(laws->options->context, law, laws->ply, laws->state,
                          laws->report->first[law]);
  }
}

/* ---- small tools ----------------------------------------------------------------------------- */

const char *mr_laws_who(const mr_laws *laws, mr_player viewer) {
  const mr_game_info *info = &laws->game->info;
  return viewer.id < info->players ? info->player_names[viewer.id] : "a spectator";
}

void mr_laws_observe(const mr_laws *laws, const mr_state *state, mr_player viewer, mr_state *out) {
  mr_laws_poison(laws, out, 0xA5);
  mr_game_observe(laws->game, state, viewer, out);
}

bool mr_laws_same(const mr_laws *laws, const mr_state *a, const mr_state *b) {
  return memcmp(a, b, laws->game->info.state_size) == 0;
}

size_t mr_laws_difference(const mr_laws *laws, const mr_state *a, const mr_state *b) {
  const unsigned char *left = (const unsigned char *)a;
  const unsigned char *right = (const unsigned char *)b;
  size_t at = mr_laws_same(laws, a, b) ? laws->game->info.state_size : 0;
  while (at < laws->game->info.state_size && left[at] == right[at]) {
    at++;
  }
  return at;
}

void mr_laws_poison(const mr_laws *laws, mr_state *state, int byte) {
  memset(state, byte, laws->game->info.state_size);
}

void mr_laws_make(const mr_laws *laws, mr_state *state, mr_action action, void *undo,
                  mr_events *events) {
  const mr_game_ops *ops = laws->game->ops;
  if (events != NULL) {
    events->count = 0;
  }
  if (undo != NULL && ops->unmake == NULL) {
    memcpy(undo, state, laws->game->info.undo_size);
  }
  ops->make(laws->game, state, action, undo, events);
}

size_t mr_laws_options_of(const mr_laws *laws, const mr_state *state, mr_action *out) {
  mr_node node = mr_game_node(laws->game, state);
  if (node.kind == MR_NODE_DECISION) {
    return mr_game_actions(laws->game, state, out);
  }
  if (node.kind != MR_NODE_CHANCE) {
    return 0;
  }
  uint64_t total;
  size_t count = mr_game_chances(laws->game, state, laws->roll, &total);
  for (size_t i = 0; i < count; i++) {
    out[i] = laws->roll[i].action;
  }
  return count;
}

bool mr_laws_lists_alike(mr_laws *laws, const mr_state *state) {
  size_t count = mr_laws_options_of(laws, state, laws->list);
  return count == laws->count && memcmp(laws->list, laws->listed, count * sizeof *laws->list) == 0;
}

int mr_laws_compare_hashes(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left;
  uint64_t b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

mr_action mr_laws_choose(mr_laws *laws, const mr_state *state) {
  if (mr_game_node(laws->game, state).kind == MR_NODE_CHANCE) {
    return mr_game_roll(laws->game, state, laws->roll, &laws->random);
  }
  size_t count = mr_game_actions(laws->game, state, laws->list);
  mr_laws_expect(laws, MR_LAW_ACTIONS, count > 0 && count <= laws->game->info.max_actions,
                 "%zu actions are listed a few actions later", count);
  return count > 0 ? laws->list[mr_random_below(&laws->random, count)] : MR_ACTION_NONE;
}

bool mr_laws_well_formed(const mr_str *text, const char *unwanted) {
  if (text->status != MR_OK || text->length == 0) {
    return false;
  }
  for (size_t i = 0; i < text->length; i++) {
    if (!mr_text_is_print(text->data[i]) || strchr(unwanted, text->data[i]) != NULL) {
      return false;
    }
  }
  return true;
}

void mr_laws_write_action(const mr_laws *laws, const mr_state *state, mr_action action,
                          char *buffer, mr_str *out) {
  *out = mr_str_fixed(buffer, MR_ACTION_TEXT_MAX);
  mr_game_format_action(laws->game, state, action, out);
}

bool mr_laws_write_state(mr_laws *laws, const mr_state *state, char *buffer) {
  mr_str text = mr_str_fixed(buffer, laws->game->info.max_state_text);
  mr_game_format_state(laws->game, state, &text);
  return mr_laws_well_formed(&text, "");
}
