#include <marcher/game.h>

#include <string.h>

/** What a sentence is made of: the game's names, and where it is written. */
typedef struct teller {
  const mr_game *game;
  const mr_event *event;
  mr_str *out;
} teller;

static const char *player_name(const mr_game *game, mr_player player) {
  return player.id < game->info.players ? game->info.player_names[player.id] : "nobody";
}

static void add(const teller *t, const char *text) {
  mr_str_add(t->out, text);
}

static void add_player(const teller *t) {
  add(t, player_name(t->game, t->event->player));
}

/** "522", or "a piece" when the event does not say which. */
static void add_piece(const teller *t, mr_piece piece) {
  if (piece.id == MR_NO_PIECE.id) {
    add(t, "a piece");
  } else {
    mr_game_piece_text(t->game, piece, t->out);
  }
}

/** "Red's 522", or "522" for a piece of nobody. */
static void add_owned(const teller *t, mr_player owner, mr_piece piece) {
  if (owner.id < t->game->info.players) {
    mr_str_format(t->out, "%s's ", player_name(t->game, owner));
    if (piece.id == MR_NO_PIECE.id) {
      add(t, "piece");
      return;
    }
  }
  add_piece(t, piece);
}

/** " on d0", or nothing for a cell that is nowhere. */
static void add_cell(const teller *t, const char *preposition, mr_cell cell) {
  if (cell.id != MR_NOWHERE_ID) {
    mr_str_format(t->out, " %s ", preposition);
    mr_game_cell_text(t->game, cell, t->out);
  }
}

static void add_rule(const teller *t) {
  const mr_game_info *info = &t->game->info;
  mr_rule_index rule = t->event->rule;
  if (rule > 0 && rule < info->rule_count) {
    add(t, info->rules[rule].id);
  } else {
    add(t, "a rule");
  }
}

static void tell_capture(const teller *t) {
  const mr_event *e = t->event;
  bool somebody_took_it =
      e->player.id < t->game->info.players && !mr_player_same(e->player, e->other);
  if (somebody_took_it) {
    add_player(t);
    add(t, " captures ");
    add_owned(t, e->other, e->piece2);
    add_cell(t, "on", e->to);
  } else {
    add_owned(t, e->other, e->piece2);
    add(t, " is removed");
    add_cell(t, "from", e->to);
  }
}

static void tell_dice(const teller *t) {
  const mr_event *e = t->event;
  const char *names[2] = {player_name(t->game, e->player), player_name(t->game, e->other)};
  bool first = true;
  for (size_t i = 0; i < 2; i++) {
    if (e->value[i] != 0) {
      mr_str_format(t->out, "%s%s rolls %d", first ? "" : ", ", names[i], e->value[i]);
      first = false;
    }
  }
  if (first) {
    add(t, "no die is rolled");
  }
}

static void tell_duel(const teller *t) {
  const mr_event *e = t->event;
  add_owned(t, e->player, e->piece);
  add_cell(t, "on", e->from);
  add(t, " beats ");
  add_owned(t, e->other, e->piece2);
  add_cell(t, "on", e->to);
}

static void tell_exchange(const teller *t) {
  const mr_event *e = t->event;
  add_player(t);
  add(t, " exchanges ");
  add_piece(t, e->piece);
  add_cell(t, "on", e->from);
  add(t, " and ");
  add_piece(t, e->piece2);
  add_cell(t, "on", e->to);
}

static void tell_promotion(const teller *t) {
  const mr_event *e = t->event;
  add_owned(t, e->player, e->piece);
  add_cell(t, "on", e->to);
  add(t, " becomes ");
  add_piece(t, e->piece2);
}

static void tell_reveal(const teller *t) {
  const mr_event *e = t->event;
  add_player(t);
  add(t, " reveals ");
  if (e->piece.id == MR_NO_PIECE.id) {
    add(t, "what was hidden");
  } else {
    add_piece(t, e->piece);
  }
  add_cell(t, "on", e->to);
}

/** " (what the rule says)", without the full stop at its end; nothing for a rule without words. */
static void add_rule_words(const teller *t) {
  const mr_game_info *info = &t->game->info;
  mr_rule_index rule = t->event->rule;
  if (rule == 0 || rule >= info->rule_count || info->rules[rule].text == NULL) {
    return;
  }
  size_t length = strlen(info->rules[rule].text);
  if (length > 0 && info->rules[rule].text[length - 1] == '.') {
    length--;
  }
  if (length > 0) {
    mr_str_format(t->out, " (%.*s)", (int)length, info->rules[rule].text);
  }
}

static void tell_rule(const teller *t) {
  const mr_event *e = t->event;
  add_rule(t);
  add(t, " applies");
  if (e->player.id < t->game->info.players) {
    add(t, " to ");
    if (e->piece.id == MR_NO_PIECE.id) {
      add_player(t);
    } else {
      add_owned(t, e->player, e->piece);
    }
  }
  add_cell(t, "on", e->to.id != MR_NOWHERE_ID ? e->to : e->from);
  add_rule_words(t);
}

static void tell_end(const teller *t) {
  add(t, "game over");
  if (t->event->rule > 0) {
    add(t, " by ");
    add_rule(t);
  }
}

/** "Red VERB 522": events of one player and one piece. */
static void tell_deed(const teller *t, const char *verb) {
  add_player(t);
  add(t, verb);
  add_piece(t, t->event->piece);
}

/** "Red's 522 VERB": events that happen to a player's piece. */
static void tell_fate(const teller *t, const char *verb) {
  add_owned(t, t->event->player, t->event->piece);
  add(t, verb);
}

/** Events of a player alone: "Red passes". Returns false for the others. */
static bool tell_simple(const teller *t) {
  static const char *const endings[MR_EVENT_KIND_COUNT] = {
      [MR_EVENT_START] = " moves first",
      [MR_EVENT_PASS] = " passes",
      [MR_EVENT_TURN] = "'s turn ends",
  };
  const char *ending = t->event->kind < MR_EVENT_KIND_COUNT ? endings[t->event->kind] : NULL;
  if (ending != NULL) {
    add_player(t);
    add(t, ending);
  }
  return ending != NULL;
}

/** Events with a table entry of their own. */
static bool tell_special(const teller *t) {
  static void (*const tellers[MR_EVENT_KIND_COUNT])(const teller *t) = {
      [MR_EVENT_CAPTURE] = tell_capture,   [MR_EVENT_DICE] = tell_dice,
      [MR_EVENT_DUEL] = tell_duel,         [MR_EVENT_EXCHANGE] = tell_exchange,
      [MR_EVENT_PROMOTE] = tell_promotion, [MR_EVENT_REVEAL] = tell_reveal,
      [MR_EVENT_RULE] = tell_rule,         [MR_EVENT_END] = tell_end,
  };
  void (*tell)(const teller *) =
      t->event->kind < MR_EVENT_KIND_COUNT ? tellers[t->event->kind] : NULL;
  if (tell != NULL) {
    tell(t);
  }
  return tell != NULL;
}

void mr_game_event_text(const mr_game *game, const mr_event *event, mr_str *out) {
  const teller t = {game, event, out};
  if (tell_simple(&t) || tell_special(&t)) {
    return;
  }
  switch (event->kind) {
  case MR_EVENT_DEAL:
    tell_deed(&t, " is dealt ");
    break;
  case MR_EVENT_PLACE:
    tell_deed(&t, " places ");
    add_cell(&t, "on", event->to);
    break;
  case MR_EVENT_MOVE:
    tell_deed(&t, " moves ");
    add_cell(&t, "from", event->from);
    add_cell(&t, "to", event->to);
    break;
  case MR_EVENT_RETURN:
    tell_fate(&t, " goes back to hand");
    add_cell(&t, "from", event->from);
    break;
  case MR_EVENT_ARRIVE:
    tell_fate(&t, " arrives");
    add_cell(&t, "on", event->to);
    add(&t, " from the reserve");
    break;
  default:
    mr_str_format(out, "event %u", (unsigned)event->kind);
    break;
  }
}
