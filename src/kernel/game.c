#include <marcher/game.h>

#include <assert.h>
#include <inttypes.h>
#include <marcher/doc.h>
#include <marcher/view.h>
#include <stdalign.h>

#include "base/text.h"
#include "kernel/writer.h"

static_assert(alignof(max_align_t) % MR_STATE_ALIGN == 0,
              "an allocator's blocks are aligned well enough for states");

/* Where chance goes so many ways, few of the games of an experiment go the same. */
#define WAYS_ENOUGH 1000

/* ---- life of a game and its states ----------------------------------------------------------- */

void mr_game_free(mr_game *game) {
  if (game != NULL) {
    mr_state_free(game, game->allocator, game->start);
    mr_arena_done(&game->arena);
    mr_alloc_free(game->allocator, game, game->size);
  }
}

mr_state *mr_state_new(const mr_game *game, const mr_allocator *allocator) {
  return mr_alloc_zero(allocator, 1, game->info.state_size);
}

void mr_state_free(const mr_game *game, const mr_allocator *allocator, mr_state *state) {
  if (state != NULL) {
    mr_alloc_free(allocator, state, game->info.state_size);
  }
}

/* ---- what is listed -------------------------------------------------------------------------- */

/** Actions of a decision, outcomes of a chance node; of games that list few. */
static size_t list_all(const mr_game *game, const mr_state *state, mr_action *out) {
  mr_node node = mr_game_node(game, state);
  assert(game->info.max_actions <= MR_LISTED_MAX && game->info.max_chances <= MR_LISTED_MAX);
  if (node.kind != MR_NODE_CHANCE) {
    return node.kind == MR_NODE_DECISION ? mr_game_actions(game, state, out) : 0;
  }
  mr_chance chances[MR_LISTED_MAX];
  uint64_t total;
  size_t count = mr_game_chances(game, state, chances, &total);
  for (size_t i = 0; i < count; i++) {
    out[i] = chances[i].action;
  }
  return count;
}

bool mr_game_lists(const mr_game *game, const mr_state *state, mr_action action) {
  mr_action list[MR_LISTED_MAX];
  size_t count = list_all(game, state, list);
  for (size_t i = 0; i < count; i++) {
    if (list[i] == action) {
      return true;
    }
  }
  return false;
}

/** The default of parse_action. */
static mr_status find_action(const mr_game *game, const mr_state *state, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_action list[MR_LISTED_MAX];
  size_t count = list_all(game, state, list);
  for (size_t i = 0; i < count; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str written = mr_str_fixed(buffer, sizeof buffer);
    mr_game_format_action(game, state, list[i], &written);
    if (written.length == length && memcmp(written.data, text, length) == 0) {
      *out = list[i];
      return MR_OK;
    }
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "'%.*s' is not legal here", (int)length, text);
}

/* ---- playing --------------------------------------------------------------------------------- */

mr_status mr_game_play(const mr_game *game, mr_state *state, mr_action action, mr_events *events,
                       mr_error *err) {
  if (game == NULL || state == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game and a state are needed to play");
  }
  mr_node node = mr_game_node(game, state);
  if (node.kind == MR_NODE_TERMINAL) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  if (!mr_game_fully_known(game, state)) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "what is seen of a game cannot be played on: something is unknown");
  }
  if (!mr_game_legal(game, state, action)) {
    const char *who =
        node.kind == MR_NODE_DECISION ? game->info.player_names[node.player.id] : "chance";
    return mr_error_set(err, MR_ERR_ILLEGAL, "action %" PRIu32 " of %s is not legal here", action,
                        who);
  }
  mr_game_make(game, state, action, NULL, events);
  return MR_OK;
}

void mr_game_adjudicate(const mr_game *game, const mr_state *state, uint8_t *out) {
  if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    mr_game_score(game, state, out);
  } else if (game->ops->adjudicate != NULL) {
    game->ops->adjudicate(game, state, out);
  } else {
    memset(out, MR_SCORE_WIN / 2, game->info.players);
  }
}

mr_status mr_game_read_setup(const mr_game *game, const mr_state *state, const char *text,
                             size_t length, mr_setup *out, mr_error *err) {
  if (game == NULL || state == NULL || text == NULL || out == NULL || out->actions == NULL ||
      out->faults == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "reading a set-up needs a game, a state, a text and places for its "
                        "actions and its faults");
  }
  if (game->setup == NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "nobody sets up anything in %s", game->info.name);
  }
  return game->setup->read_setup(game, state, text, length, out, err);
}

void mr_score_won_by(const mr_game *game, unsigned team, uint8_t *out) {
  /* The second bound is for the compiler, which does not know that there are no more. */
  for (unsigned seat = 0; seat < game->info.players && seat < MR_MAX_PLAYERS; seat++) {
    out[seat] = team == MR_NOBODY_ID            ? MR_SCORE_WIN / 2
                : team == game->info.team[seat] ? MR_SCORE_WIN
                                                : 0;
  }
}

bool mr_game_chance_differs(const mr_game *game) {
  return mr_game_can(game, MR_CAN_CHANCE) &&
         (game->info.chance_ways == 0 || game->info.chance_ways >= WAYS_ENOUGH);
}

bool mr_game_deals_differ(const mr_game *game) {
  return mr_game_can(game, MR_CAN_DEAL) && mr_game_chance_differs(game);
}

bool mr_game_leads_team(const mr_game *game, mr_player player) {
  if (player.id >= game->info.players) {
    return false;
  }
  for (uint8_t seat = 0; seat < player.id; seat++) {
    if (game->info.team[seat] == game->info.team[player.id]) {
      return false;
    }
  }
  return true;
}

mr_player mr_game_team_lead(const mr_game *game, mr_player player) {
  mr_player lead = {0};
  if (player.id >= game->info.players) {
    return player;
  }
  while (game->info.team[lead.id] != game->info.team[player.id]) {
    lead.id++;
  }
  return lead;
}

/* How many bytes the names of a team begin alike with, without blanks and digits behind. */
static size_t alike(const mr_game_info *info, uint8_t team) {
  const char *first = NULL;
  size_t length = 0;
  for (uint8_t seat = 0; seat < info->players; seat++) {
    if (info->team[seat] != team) {
      continue;
    }
    const char *name = info->player_names[seat];
    length = first == NULL ? strlen(name) : length;
    first = first == NULL ? name : first;
    while (strncmp(first, name, length) != 0) {
      length--;
    }
  }
  while (length > 0 && strchr(" 0123456789", first[length - 1]) != NULL) {
    length--;
  }
  return length;
}

/* Whether a name goes on with a number alone behind so many bytes. */
static bool is_numbered(const char *name, size_t length) {
  const char *rest = name + length;
  return *rest == ' ' && rest[strspn(rest, " 0123456789")] == '\0';
}

void mr_game_team_name(const mr_game *game, mr_player player, mr_str *out) {
  const mr_game_info *info = &game->info;
  if (player.id >= info->players) {
    return;
  }
  uint8_t team = info->team[player.id];
  size_t length = alike(info, team);
  unsigned members = 0;
  bool numbered = length > 0;
  for (uint8_t seat = 0; seat < info->players; seat++) {
    if (info->team[seat] == team) {
      members++;
      numbered = numbered && is_numbered(info->player_names[seat], length);
    }
  }
  if (members > 1 && numbered) {
    mr_str_bytes(out, info->player_names[player.id], length);
    return;
  }
  for (uint8_t seat = 0, told = 0; seat < info->players; seat++) {
    if (info->team[seat] == team) {
      mr_str_format(out, "%s%s", told++ > 0 ? " and " : "", info->player_names[seat]);
    }
  }
}

unsigned mr_game_teams(const mr_game *game) {
  unsigned teams = 0;
  for (uint8_t seat = 0; seat < game->info.players; seat++) {
    teams += mr_game_leads_team(game, (mr_player){seat});
  }
  return teams;
}

mr_event mr_event_of(mr_event_kind kind, mr_player player, mr_rule_index rule) {
  return (mr_event){
      .kind = (uint8_t)kind,
      .player = player,
      .other = MR_NOBODY,
      .from = MR_NOWHERE,
      .to = MR_NOWHERE,
      .rule = rule,
      .piece = MR_NO_PIECE,
      .piece2 = MR_NO_PIECE,
  };
}

void mr_events_filter(const mr_game *game, const mr_state *after, mr_events *events,
                      mr_player player) {
  size_t kept = 0;
  for (size_t i = 0; i < events->count; i++) {
    if (mr_game_sees(game, after, &events->items[i], player)) {
      events->items[kept++] = events->items[i];
    }
  }
  events->count = kept;
}

mr_action mr_game_roll(const mr_game *game, const mr_state *state, mr_chance *scratch,
                       mr_random *random) {
  uint64_t total = 0;
  size_t count = mr_game_chances(game, state, scratch, &total);
  assert(count > 0 && total > 0);
  uint64_t ticket = mr_random_below(random, total);
  size_t i = 0;
  while (i + 1 < count && ticket >= scratch[i].weight) {
    ticket -= scratch[i].weight;
    i++;
  }
  return mr_game_face(game, state, scratch[i].action, mr_random_next(random));
}

/* ---- texts ----------------------------------------------------------------------------------- */

/** What the texts of actions and of states have in common: 1 .. max-1 printable characters. */
static mr_status check_text(const char *what, const char *text, size_t length, size_t max,
                            mr_error *err) {
  if (text == NULL && length > 0) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no text of %s is given", what);
  }
  if (length == 0) {
    return mr_error_at(err, MR_ERR_SYNTAX, 1, "the text of %s is empty", what);
  }
  if (length >= max) {
    return mr_error_at(err, MR_ERR_SYNTAX, (uint32_t)max,
                       "the text of %s is too long: %zu characters, at most %zu are possible", what,
                       length, max - 1);
  }
  for (size_t i = 0; i < length; i++) {
    if (!mr_text_is_print(text[i])) {
      return mr_error_at(err, MR_ERR_SYNTAX, (uint32_t)i + 1,
                         "the text of %s holds byte 0x%02x, which is not printable ASCII", what,
                         (unsigned)(unsigned char)text[i]);
    }
  }
  return MR_OK;
}

const char *mr_game_move_mark(const mr_game *game, const mr_state *after, mr_player mover) {
  bool known = game->notation != NULL && mover.id < game->info.players;
  return known ? game->notation->mark(game, after, mover) : "";
}

mr_status mr_game_parse_action(const mr_game *game, const mr_state *state, const char *text,
                               size_t length, mr_action *out, mr_error *err) {
  if (game == NULL || state == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game and a state are needed to read an action");
  }
  mr_status status = check_text("an action", text, length, MR_ACTION_TEXT_MAX, err);
  if (status != MR_OK) {
    return status;
  }
  if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "'%.*s' cannot be played: the game is over",
                        (int)length, text);
  }
  mr_action action = MR_ACTION_NONE;
  status = game->ops->parse_action != NULL
               ? game->ops->parse_action(game, state, text, length, &action, err)
               : find_action(game, state, text, length, &action, err);
  if (status != MR_OK) {
    return status;
  }
  if (!mr_game_legal(game, state, action)) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "'%.*s' is not legal here", (int)length, text);
  }
  *out = action;
  return MR_OK;
}

mr_status mr_game_parse_state(const mr_game *game, const char *text, size_t length, mr_state *out,
                              mr_error *err) {
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game and a state are needed to read a state");
  }
  mr_status status = check_text("a state", text, length, game->info.max_state_text, err);
  return status != MR_OK ? status : game->ops->parse_state(game, text, length, out, err);
}

void mr_game_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  if (game->ops->cell_text != NULL) {
    game->ops->cell_text(game, cell, out);
    return;
  }
  char column[MR_COLUMN_NAME_MAX];
  mr_column_name(cell.id % game->info.columns, column);
  mr_str_format(out, "%s%u", column, 1u + cell.id / game->info.columns);
}

/* ---- pictures -------------------------------------------------------------------------------- */

void mr_game_form(const mr_game *game, const mr_state *state, mr_action action, mr_form *out) {
  if (game->ops->form != NULL) {
    game->ops->form(game, state, action, out);
    return;
  }
  bool chance = mr_game_node(game, state).kind == MR_NODE_CHANCE;
  *out =
      (mr_form){chance ? MR_FORM_CHANCE : MR_FORM_BUTTON, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, ""};
  mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
  mr_game_format_action(game, state, action, &choice);
}

mr_status mr_game_view(const mr_game *game, const mr_state *observation, mr_player player,
                       mr_arena *arena, mr_view *out, mr_error *err) {
  if (game == NULL || observation == NULL || arena == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "a game, an observation and an arena are needed to draw");
  }
  if (player.id >= game->info.players && player.id != MR_NOBODY_ID) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "%s has no player %u", game->info.name,
                        (unsigned)player.id);
  }
  mr_view view;
  mr_status status = game->ops->view(game, observation, player, arena, &view);
  if (status != MR_OK) {
    return mr_error_set(err, status, "cannot draw %s: %s", game->info.name, mr_status_name(status));
  }
  *out = view;
  return MR_OK;
}

mr_status mr_game_page(const mr_game *game, mr_doc *doc, mr_error *err) {
  if (game == NULL || doc == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game and a page are needed to explain rules");
  }
  mr_status status = MR_OK;
  if (game->ops->page != NULL) {
    status = game->ops->page(game, doc);
  } else { /* the default */
    mr_doc_begin(doc, &game->info);
    mr_doc_rules(doc, &game->info, 1, game->info.rule_count - 1);
  }
  status = status != MR_OK ? status : doc->status;
  return status == MR_OK ? MR_OK
                         : mr_error_set(err, status, "cannot write the rules of %s: %s",
                                        game->info.name, mr_status_name(status));
}
