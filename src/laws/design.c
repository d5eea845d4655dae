/* The report on a new definition: what is played, and what is made of it. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "laws/design_priv.h"

enum {
  /* Work, in units of about 30 ns; all of it takes some three seconds on an ordinary core. */
  RANDOM_WORK = 24000000,
  CAREFUL_WORK = 16000000,
  HELPFUL_WORK = 12000000, /**< for each goal that was not reached otherwise */
  OPENING_WORK = 8000000,
  LAWS_WORK = 12000000,

  CAREFUL_GAMES = 100,
  HELPFUL_GAMES = 4000,
  OPENING_TRIES = 12, /**< after each first action */
  OPENING_GAMES = 60, /**< after the best of them */
  LAWS_GAMES = 3,
  LAWS_EVERY = 7,

  FEW_WINS = 40,         /**< fewer say little of who is the better off */
  DEAD_GOAL_GAMES = 500, /**< helpful games, before it is said that a goal is out of reach */
  NO_WIN_GAMES = 20, /**< helpful games without a win, before it is said that there is none, ... */
  NO_WIN_RANDOM = 300,   /**< ... or so many others, ... */
  NO_WIN_ACTIONS = 5000, /**< ... and helpful actions, in games however long */

  SOON = 50, /**< decisions in the longest of games that nothing but a rule has ended so early */

  STUCK_GAMES = 30,      /**< in which a piece has to be on the board without moving, ... */
  STUCK_DECISIONS = 1000 /**< ... and so many decisions of its owner, before it is called stuck */
};

/** Share of games that is "nearly always", and what chance must not explain: 2.6 deviations. */
static const double NEARLY_ALWAYS = 0.85;
static const double DEVIATIONS = 2.6;
/** Share of the random games that were won from which on more careful ones are asked. */
static const double SUSPICIOUS = 0.65;
/** Share of games that is drawn at least, to say that they nearly all are: chance not counted. */
static const double MANY_DRAWS = 0.65;
/** Share of games that reach their greatest length, to say that games do not end. */
static const double MANY_ENDLESS = 0.1;

/* ---- games ----------------------------------------------------------------------------------- */

/** Plays games as `like`, from its number on. @return the first one without an end, or "" */
static const char *play_games(mr_design *d, const mr_design_game *like, unsigned games,
                              mr_design_tally *tally) {
  const char *example = "";
  for (unsigned i = 0; i < games && mr_design_spend(d, 0); i++) {
    mr_design_game game = *like;
    game.index += i;
    mr_design_play(d, &game);
    tally->actions += game.length;
    if (!game.over) {
      break;
    }
    tally->games++;
    tally->endless += game.endless;
    if (game.winner == MR_DESIGN_NO_TEAM) {
      tally->draws++;
    } else {
      tally->wins[game.winner]++;
    }
    bool shortest = tally->games == 1 || game.length < tally->shortest;
    tally->shortest = shortest ? game.length : tally->shortest;
    tally->longest = game.length > tally->longest ? game.length : tally->longest;
    tally->decisions = game.decisions > tally->decisions ? game.decisions : tally->decisions;
    example = game.endless && *example == '\0' ? mr_design_state(d, d->state) : example;
  }
  return example;
}

static unsigned count_wins(const mr_design_tally *tally) {
  return tally->games - tally->draws;
}

/** Wilson's lower bound of the share of `count` in `games`. */
static double at_least(unsigned count, unsigned games) {
  if (games == 0) {
    return 0;
  }
  double n = games, share = count / n, z2 = DEVIATIONS * DEVIATIONS;
  double spread = DEVIATIONS * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return (share + z2 / (2 * n) - spread) / (1 + z2 / n);
}

/* ---- do games end? --------------------------------------------------------------------------- */

static void play_random_games(mr_design *d) {
  mr_design_tally *tally = &d->report->random;
  const mr_design_game like = {.style = MR_DESIGN_RANDOM, .first = MR_ACTION_NONE};
  unsigned games = d->options->games > 0 ? d->options->games : MR_DESIGN_GAMES;
  mr_design_begin(d, "random games", RANDOM_WORK);
  d->limit = d->options->games > 0 ? UINT64_MAX : d->limit;
  const char *example = play_games(d, &like, games, tally);
  if (tally->endless > 0 && at_least(tally->endless, tally->games) > MANY_ENDLESS) {
    mr_design_find(d,
                   (mr_design_finding){.fault = MR_DESIGN_ENDLESS,
                                       .games = tally->games,
                                       .count = tally->endless,
                                       .state = example},
                   "of %u random games %u had no end: they were stopped after %" PRIu32 " actions",
                   tally->games, tally->endless, tally->longest);
  } else if (tally->games == 0) {
    mr_design_note(d, "no random game came to its end within the time for it: the game is very "
                      "large, and little can be said of it");
  }
}

/* ---- can both sides win? --------------------------------------------------------------------- */

static unsigned wins_of(const mr_design *d, unsigned team, mr_rule_index rule) {
  const uint32_t *wins = &d->wins[team * d->game->info.rule_count];
  unsigned count = rule != 0 ? wins[rule] : 0;
  for (size_t i = 0; rule == 0 && i < d->game->info.rule_count; i++) {
    count += wins[i];
  }
  return count;
}

/** Lets all players help a team to win, by a rule or by any, until it does once. */
static mr_design_tally help(mr_design *d, unsigned team, mr_rule_index rule) {
  mr_design_tally tally = {0};
  mr_design_begin(d, "games in which both sides help one of them", HELPFUL_WORK);
  for (unsigned i = 0; i < HELPFUL_GAMES && wins_of(d, team, rule) == 0; i++) {
    mr_design_game like = {.style = MR_DESIGN_HELPFUL,
                           .team = team,
                           .rule = rule,
                           .index = i,
                           .first = MR_ACTION_NONE};
    play_games(d, &like, 1, &tally);
    if (tally.games <= i) {
      break;
    }
  }
  return tally;
}

static void look_for_wins(mr_design *d) {
  mr_goal goals[MR_GOALS_MAX];
  size_t count = mr_game_goals(d->game, goals);
  unsigned before = d->report->random.games + d->report->careful.games;
  for (unsigned team = 0; team < d->teams; team++) {
    const char *name = mr_design_team_name(d, team);
    if (before == 0 || wins_of(d, team, 0) > 0) {
      continue;
    }
    bool open = false; /* the definition vouches for a way to win */
    for (size_t i = 0; i < count; i++) {
      open = open || (goals[i].open && d->game->info.team[goals[i].player.id] == team);
    }
    mr_design_tally tally = help(d, team, 0);
    if (wins_of(d, team, 0) > 0) {
      mr_design_note(d, "%s won none of %u game%s, but can win with the other side's help", name,
                     before, mr_text_plural(before));
    } else if (open) {
      mr_design_note(d,
                     "%s won none of %u game%s, though there are ways to: this play is too weak "
                     "to say more",
                     name, before, mr_text_plural(before));
    } else if (tally.games >= NO_WIN_GAMES ||
               (before >= NO_WIN_RANDOM && tally.actions >= NO_WIN_ACTIONS)) {
      mr_design_find(d,
                     (mr_design_finding){.fault = MR_DESIGN_NO_WIN,
                                         .games = before + tally.games,
                                         .state = mr_design_state(d, d->state)},
                     "%s never won: not in %u game%s, nor in %" PRIu64
                     " actions of games in which both sides helped it",
                     name, before, mr_text_plural(before), tally.actions);
    }
  }
}

static void look_at_goals(mr_design *d) {
  mr_goal goals[MR_GOALS_MAX];
  size_t count = mr_game_goals(d->game, goals);
  unsigned before = d->report->random.games + d->report->careful.games;
  for (size_t i = 0; i < count; i++) {
    const mr_goal *goal = &goals[i];
    unsigned team = d->game->info.team[goal->player.id];
    const char *name = mr_design_team_name(d, team);
    const char *rule = d->game->info.rules[goal->rule].id;
    if (goal->obstacle[0] != '\0') {
      mr_design_find(d, (mr_design_finding){.fault = MR_DESIGN_DEAD_GOAL, .proven = true},
                     "%s can never win by %s: %s", name, rule, goal->obstacle);
      continue;
    }
    if (goal->aside || wins_of(d, team, goal->rule) > 0 || d->report->random.games == 0) {
      continue;
    }
    mr_design_tally tally = help(d, team, goal->rule);
    if (wins_of(d, team, goal->rule) > 0 || wins_of(d, team, 0) == 0) {
      continue;
    }
    if (tally.games >= DEAD_GOAL_GAMES && !goal->open) {
      mr_design_find(
          d,
          (mr_design_finding){.fault = MR_DESIGN_DEAD_GOAL,
                              .games = before + tally.games,
                              .state = mr_design_state(d, d->state)},
          "%s never won by %s: not in %u game%s, nor in %u more in which both sides helped it to",
          name, rule, before, mr_text_plural(before), tally.games);
    } else if (tally.games > 0) { /* 0: the time was over before */
      mr_design_note(d,
                     "%s never won by %s, nor did it in %u game%s in which both sides helped it to",
                     name, rule, tally.games, mr_text_plural(tally.games));
    }
  }
}

/* ---- do both sides win? ---------------------------------------------------------------------- */

/** The team that has won most games. */
static unsigned leader(const mr_design *d, const mr_design_tally *tally) {
  unsigned best = 0;
  for (unsigned team = 1; team < d->teams; team++) {
    best = tally->wins[team] > tally->wins[best] ? team : best;
  }
  return best;
}

static bool is_lopsided(const mr_design_tally *tally, unsigned team) {
  return at_least(tally->wins[team], count_wins(tally)) > NEARLY_ALWAYS;
}

/**
 * Random games that are drawn mostly, or lean to one side, are followed by careful ones: what blind
 * play shows is believed only where more careful play agrees.
 */
static void play_careful_games(mr_design *d) {
  const mr_design_tally *random = &d->report->random;
  unsigned most = random->wins[leader(d, random)];
  bool leans = most > SUSPICIOUS * count_wins(random);
  bool drawn = random->draws > random->games / 2;
  if (random->games > 0 && random->endless == 0 &&
      (count_wins(random) < FEW_WINS || leans || drawn)) {
    mr_design_begin(d, "careful games", CAREFUL_WORK);
    play_games(d, &(mr_design_game){.style = MR_DESIGN_CAREFUL, .first = MR_ACTION_NONE},
               CAREFUL_GAMES, &d->report->careful);
  }
}

/* Nobody has done more than one thing when all is over: a side cannot move, or all is drawn. */
static void look_for_dead_start(mr_design *d) {
  const mr_design_tally *random = &d->report->random;
  bool dead = random->games > 0 && random->draws == random->games &&
              random->decisions <= d->game->info.players;
  if (!dead) {
    return;
  }
  mr_game_start(d->game, d->state);
  mr_design_find(d,
                 (mr_design_finding){.fault = MR_DESIGN_DEAD_START,
                                     .games = random->games,
                                     .count = random->games,
                                     .state = mr_design_state(d, d->state)},
                 "every one of %u random games was drawn after %" PRIu32
                 " decision%s: a side that cannot move, or an end that holds from the start",
                 random->games, random->decisions, random->decisions == 1 ? "" : "s at most");
}

/**
 * Random play of most games is drawn after hundreds of decisions, by players who cannot mate: that
 * says nothing. Where no game of any player lasts long, it is the rules that end it.
 */
static void look_for_draws(mr_design *d) {
  const mr_design_tally *random = &d->report->random;
  const mr_design_tally *careful = &d->report->careful;
  bool found = at_least(random->draws, random->games) > MANY_DRAWS &&
               at_least(careful->draws, careful->games) > MANY_DRAWS && random->decisions <= SOON &&
               careful->decisions <= SOON;
  for (size_t i = 0; i < d->report->finding_count; i++) {
    mr_design_fault fault = d->report->findings[i].fault;
    found = found && fault != MR_DESIGN_DEAD_START && fault != MR_DESIGN_NO_WIN;
  }
  if (!found) {
    return;
  }
  size_t most = 0;
  for (size_t rule = 1; rule < d->game->info.rule_count; rule++) {
    most = d->draws[rule] > d->draws[most] ? rule : most;
  }
  mr_game_start(d->game, d->state);
  mr_design_find(d,
                 (mr_design_finding){.fault = MR_DESIGN_DRAWISH,
                                     .games = random->games + careful->games,
                                     .count = random->draws + careful->draws,
                                     .state = mr_design_state(d, d->state)},
                 "%u of %u random games were drawn, and %u of %u between careful players, within "
                 "%" PRIu32 " decisions and mostly by %s",
                 random->draws, random->games, careful->draws, careful->games,
                 random->decisions > careful->decisions ? random->decisions : careful->decisions,
                 d->game->info.rules[most].id);
}

static void look_for_lopsidedness(mr_design *d) {
  const mr_design_tally *random = &d->report->random;
  const mr_design_tally *careful = &d->report->careful;
  unsigned team = leader(d, count_wins(careful) > 0 ? careful : random);
  mr_design_tally both = {.games = count_wins(random) + count_wins(careful)};
  both.wins[team] = random->wins[team] + careful->wins[team];
  bool agree = careful->wins[team] >= 0.9 * count_wins(careful) && count_wins(careful) >= 8 &&
               random->wins[team] >= SUSPICIOUS * count_wins(random);
  bool sure = count_wins(careful) >= FEW_WINS ? is_lopsided(careful, team)
                                              : both.games >= FEW_WINS && is_lopsided(&both, team);
  for (size_t i = 0; i < d->report->finding_count; i++) {
    /* Where others cannot win at all, or the start decides, that has been said. */
    mr_design_fault fault = d->report->findings[i].fault;
    sure = sure && fault != MR_DESIGN_NO_WIN && fault != MR_DESIGN_FIRST_MOVE;
  }
  if (!agree || !sure) {
    return;
  }
  mr_game_start(d->game, d->state);
  mr_design_find(
      d,
      (mr_design_finding){.fault = MR_DESIGN_ONE_SIDED,
                          .games = random->games + careful->games,
                          .count = both.wins[team],
                          .state = mr_design_state(d, d->state)},
      "%s won %u of %u random games that were won (%u were drawn), and %u of %u that were won "
      "between careful players (%u were drawn)",
      mr_design_team_name(d, team), random->wins[team], count_wins(random), random->draws,
      careful->wins[team], count_wins(careful), careful->draws);
}

/* ---- under the laws -------------------------------------------------------------------------- */

static void keep_breach(void *context, mr_law law, uint32_t ply, const mr_state *state,
                        const char *message) {
  mr_design *d = context;
  d->report->breaches[d->report->breach_count++] = (mr_design_breach){
      .law = law,
      .action = ply,
      .message = mr_design_keep(d, message),
      .state = state != NULL ? mr_design_state(d, state) : "",
  };
}

static void keep_laws(mr_design *d) {
  const mr_game_info *info = &d->game->info;
  mr_design_report *report = d->report;
  mr_laws_report *sum = &report->laws;
  /* What the laws look at in one state costs about so much. */
  uint64_t states = LAWS_WORK / (4000 + info->state_size + info->max_actions) + 4;
  mr_design_begin(d, "the laws", LAWS_GAMES);
  for (unsigned i = 0; sum->states < states && mr_design_spend(d, 0); i++) {
    mr_laws_report one = {0};
    uint64_t key[] = {d->options->seed, i};
    mr_laws_options options = {
        .seed = mr_hash_bytes(MR_HASH_START, key, sizeof key),
        .games = 1,
        .max_plies = (uint32_t)(states - sum->states),
        .every = LAWS_EVERY,
        .failed = report->breach_count == 0 ? keep_breach : NULL,
        .context = d,
    };
    size_t before = report->breach_count;
    mr_status status = mr_laws_check(d->game, &options, d->allocator, &one, NULL);
    d->status = status != MR_OK ? status : d->status;
    for (int law = 0; law < MR_LAW_COUNT; law++) {
      if (sum->failures[law] == 0) {
        memcpy(sum->first[law], one.first[law], sizeof sum->first[law]);
      }
      sum->checks[law] += one.checks[law];
      sum->failures[law] += one.failures[law];
    }
    sum->states += one.states;
    sum->finished += one.finished;
    for (size_t k = before; k < report->breach_count; k++) {
      report->breaches[k].seed = options.seed;
    }
    mr_design_spend(d, 1);
  }
}

/* ---- the first action ------------------------------------------------------------------------ */

static void *room(mr_design *d, size_t count, size_t size) {
  void *block = mr_arena_zero(&d->arena, count, size);
  d->status = block == NULL ? MR_ERR_NOMEM : d->status;
  return block;
}

/** The first action after which its player fares best, by random games of their own. */
static mr_action best_opening(mr_design *d, unsigned team) {
  size_t count = mr_game_actions(d->game, d->state, d->list[0]);
  mr_action best = MR_ACTION_NONE;
  unsigned most = 0;
  mr_action *actions = room(d, count, sizeof *actions);
  if (actions == NULL) {
    return best;
  }
  memcpy(actions, d->list[0], count * sizeof *actions);
  mr_design_begin(d, "first actions", OPENING_WORK);
  for (size_t i = 0; i < count && mr_design_spend(d, 0); i++) {
    mr_design_tally tally = {0};
    mr_design_game like = {.style = MR_DESIGN_RANDOM, .index = UINT32_MAX, .first = actions[i]};
    play_games(d, &like, OPENING_TRIES, &tally);
    if (tally.wins[team] > most && tally.wins[team] * 10 >= count_wins(&tally) * 9) {
      most = tally.wins[team];
      best = actions[i];
    }
  }
  return best;
}

/** Plays games after an action that looked best, which had better luck than others, anew. */
static void look_at_openings(mr_design *d) {
  mr_game_start(d->game, d->state);
  mr_node node = mr_game_node(d->game, d->state);
  if (d->report->finding_count > 0 || node.kind != MR_NODE_DECISION ||
      mr_game_can(d->game, MR_CAN_HIDE)) {
    return;
  }
  unsigned team = d->game->info.team[node.player.id];
  mr_design_tally random = {0}, careful = {0};
  mr_design_game like = {.style = MR_DESIGN_RANDOM, .index = 1, .first = best_opening(d, team)};
  if (like.first == MR_ACTION_NONE) {
    return;
  }
  mr_design_begin(d, "games after one first action", 2 * OPENING_WORK);
  play_games(d, &like, OPENING_GAMES, &random);
  like.style = MR_DESIGN_CAREFUL;
  play_games(d, &like, OPENING_GAMES, &careful);
  if (at_least(random.wins[team], random.games) < NEARLY_ALWAYS ||
      at_least(careful.wins[team], careful.games) < NEARLY_ALWAYS) {
    return;
  }
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_start(d->game, d->state);
  mr_game_format_action(d->game, d->state, like.first, &text);
  mr_design_find(d,
                 (mr_design_finding){.fault = MR_DESIGN_FIRST_MOVE,
                                     .games = random.games + careful.games,
                                     .count = random.wins[team] + careful.wins[team],
                                     .state = mr_design_state(d, d->state)},
                 "after the first action %s %s won %u of %u random games, and %u of %u between "
                 "careful players",
                 buffer, mr_design_team_name(d, team), random.wins[team], random.games,
                 careful.wins[team], careful.games);
}

/* ---- what was never seen --------------------------------------------------------------------- */

static void look_for_stuck_pieces(mr_design *d) {
  for (size_t i = 0; d->moves && i < MR_DESIGN_PIECES; i++) {
    const mr_design_piece *piece = &d->pieces[i];
    if (!piece->used || piece->owner.id >= d->game->info.players || piece->moved > 0 ||
        piece->games < STUCK_GAMES || piece->decisions < STUCK_DECISIONS) {
      continue;
    }
    const char *owner = mr_design_team_name(d, d->game->info.team[piece->owner.id]);
    mr_game_start(d->game, d->state);
    mr_design_find(d,
                   (mr_design_finding){.fault = MR_DESIGN_STUCK,
                                       .games = piece->games,
                                       .count = piece->games,
                                       .state = mr_design_state(d, d->state)},
                   "%s's %s never moved, though %s had %llu turns to choose from", owner,
                   mr_design_piece_text(d, piece->piece), owner,
                   (unsigned long long)piece->decisions);
  }
}

/* Makes room for one more name of a note. @return false: it is only counted, in `more` */
static bool next_name(mr_str *names, unsigned *more) {
  enum { NAME_MAX = 128 };
  bool fits = *more == 0 && names->length + NAME_MAX < MR_DESIGN_NOTE_MAX;
  *more += !fits;
  mr_str_add(names, fits && names->length > 0 ? ", " : "");
  return fits;
}

/* The note about names, where there are some; they are forgotten. */
static void note_names(mr_design *d, const char *what, mr_str *names, unsigned *more) {
  if (*more > 0) {
    mr_str_format(names, " and %u more", *more);
  }
  if (names->length > 0) {
    mr_design_note(d, "%s: %s", what, mr_str_text(names));
  }
  mr_str_reset(names);
  *more = 0;
}

static void note_unseen(mr_design *d) {
  const mr_game_info *info = &d->game->info;
  char buffer[MR_DESIGN_NOTE_MAX];
  unsigned more = 0;
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t rule = 1; rule < info->rule_count; rule++) {
    if (d->uses[rule] == 0 && !info->rules[rule].silent && next_name(&text, &more)) {
      mr_str_add(&text, info->rules[rule].id);
    }
  }
  note_names(d, "rules that nothing in these games rested on", &text, &more);
  for (size_t i = 0; d->moves && i < MR_DESIGN_PIECES; i++) {
    const mr_design_piece *piece = &d->pieces[i];
    if (piece->used && piece->games >= d->report->random.games / 2 && piece->captured == 0 &&
        piece->owner.id < info->players && !mr_design_is_royal(d, piece->piece) &&
        next_name(&text, &more)) {
      mr_game_team_name(d->game, piece->owner, &text);
      mr_str_add(&text, "'s ");
      mr_game_piece_text(d->game, piece->piece, &text);
    }
  }
  note_names(d, "pieces that were never captured", &text, &more);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void prepare(mr_design *d) {
  const mr_game_info *info = &d->game->info;
  for (size_t i = 0; i < MR_DESIGN_PLIES + 2; i++) {
    d->undo[i] = room(d, 1, info->undo_size + 1);
    d->list[i] = room(d, info->max_actions, sizeof *d->list[i]);
    d->chances[i] = room(d, info->max_chances + 1, sizeof *d->chances[i]);
  }
  d->state = room(d, 1, info->state_size);
  d->events.capacity = info->max_events;
  d->events.items = room(d, info->max_events, sizeof *d->events.items);
  d->uses = room(d, info->rule_count, sizeof *d->uses);
  d->wins = room(d, MR_MAX_PLAYERS * info->rule_count, sizeof *d->wins);
  d->draws = room(d, info->rule_count, sizeof *d->draws);
  d->pieces = room(d, MR_DESIGN_PIECES + 1, sizeof *d->pieces);
  d->kinds = room(d, MR_KINDS_MAX, sizeof *d->kinds);
  d->kind_count = d->kinds != NULL ? mr_game_kinds(d->game, d->kinds) : 0;
  d->state_text = room(d, info->max_state_text, 1);
  for (unsigned seat = 0; seat < info->players; seat++) {
    d->teams = info->team[seat] >= d->teams ? info->team[seat] + 1u : d->teams;
  }
}

/** In the order of the faults; findings of one fault stay in the order of discovery. */
static void sort_findings(mr_design_report *report) {
  for (size_t i = 1; i < report->finding_count; i++) {
    mr_design_finding item = report->findings[i];
    size_t at = i;
    for (; at > 0 && report->findings[at - 1].fault > item.fault; at--) {
      report->findings[at] = report->findings[at - 1];
    }
    report->findings[at] = item;
  }
}

mr_status mr_design_check(const mr_game *game, const mr_design_options *options,
                          const mr_allocator *allocator, mr_arena *arena, mr_design_report *report,
                          mr_error *err) {
  if (game == NULL || options == NULL || arena == NULL || report == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game, options, an arena and a report are needed");
  }
  memset(report, 0, sizeof *report);
  mr_design d = {.game = game,
                 .options = options,
                 .allocator = allocator,
                 .report = report,
                 .texts = arena,
                 .status = MR_OK};
  mr_arena_init(&d.arena, allocator, SIZE_MAX);
  prepare(&d);
  if (d.status == MR_OK) {
    keep_laws(&d);
  }
  /* What breaks the laws is played no further. */
  if (d.status == MR_OK && report->breach_count == 0) {
    mr_design_pieces(&d);
    play_random_games(&d);
    play_careful_games(&d);
    look_for_dead_start(&d);
    look_for_wins(&d);
    look_for_draws(&d);
    mr_design_prove(&d);
    look_for_lopsidedness(&d);
    look_at_goals(&d);
    look_for_stuck_pieces(&d);
    look_at_openings(&d);
    note_unseen(&d);
  }
  mr_arena_done(&d.arena);
  if (d.status != MR_OK) {
    return mr_error_set(err, d.status, "out of memory for the games of %s", game->info.name);
  }
  sort_findings(report);
  return MR_OK;
}
