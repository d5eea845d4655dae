/**
 * @file session.h
 * One game under way: its seats, dice, history and turns, what each viewer may see of it, clocks,
 * ends from outside the rules, and the record while it grows. The command line, the protocols, the
 * match runner and every other place where a game is played stand upon it.
 *
 *     mr_session *session;
 *     mr_session_new(game, NULL, &session, &error);
 *     mr_session_begin(session, 7);
 *     while (mr_session_node(session).kind != MR_NODE_TERMINAL) {
 *       status = mr_session_node(session).kind == MR_NODE_CHANCE
 *                    ? mr_session_roll(session, &error)
 *                    : mr_session_play_text(session, line, length, NULL, &error);
 *     }
 *     mr_session_free(session);
 *
 * A **turn** is a run of one player's actions with the chance events that they meet. It has ended
 * where the game said so (::MR_EVENT_TURN), where it is over, where the next decision is somebody
 * else's, and, without ::MR_CAN_MULTI, where there is a next decision at all. That is the one
 * definition; a player who has two turns in a row has two.
 *
 * A session has neither clock nor files nor threads: time is given by the caller. It is for one
 * thread. It allocates while it grows, through its allocator alone; whatever fails leaves it as it
 * was.
 *
 * Where a **player** is asked for who is none of the game, ::MR_NOBODY included, statuses are
 * ::MR_ERR_RANGE, and what has no status does nothing and tells of nothing (0, false, NULL). Where
 * a **viewer** is asked for, whoever is no player is a spectator, but for ::MR_ALL_SEEING.
 */
#ifndef MARCHER_SESSION_H
#define MARCHER_SESSION_H

#include <marcher/engine.h>
#include <marcher/record.h>
#include <marcher/view.h>

MR_BEGIN_C

/** A game under way; opaque. */
typedef struct mr_session mr_session;

/** How much a session keeps. */
typedef enum mr_session_detail {
  MR_SESSION_FULL,  /**< texts, comments and events besides: records and viewers need them */
  MR_SESSION_MOVES, /**< the actions: enough to take back */
  MR_SESSION_STATE, /**< nothing but where the game stands: no undo; plays allocate nothing */
} mr_session_detail;

/** What is wanted of a session; zeroed, it keeps everything. */
typedef struct mr_session_options {
  mr_session_detail detail;
  /**
   * The opening deal belongs to the moves: a new game begins at its very first state. Otherwise
   * it belongs to the start, and is neither recorded nor taken back.
   */
  bool deal_in_moves;
  /** It may begin where something is unknown, as what one player sees; nothing can be made there.
   */
  bool may_be_unknown;
  const mr_override *sets; /**< overrides of the game, for the record; must outlive the session */
  size_t set_count;
  const mr_allocator *allocator;
} mr_session_options;

/** One action that was made. */
typedef struct mr_session_move {
  mr_action action;
  mr_player player; /**< who decided; MR_NOBODY: chance */
  bool begins_turn; /**< it is the first of a turn */
  bool ends_turn;   /**< the turn was over with it */

  /* With MR_SESSION_FULL alone. */
  bool person;  /**< a person decided */
  bool reveals; /**< it brought to light what had been hidden */
  bool places;  /**< it put `piece` on `to` */
  bool open;    /**< after it nothing was hidden from anybody */
  mr_piece piece;
  mr_cell to;
  uint16_t withheld; /**< bit i: not all of it may be told to viewer i; see mr_session_withheld */
  size_t text;       /**< where its texts are; see mr_session_text */
  size_t comment;
} mr_session_move;

/* ---- life ------------------------------------------------------------------------------------ */

/**
 * Makes a session of a game, which must outlive it; mr_session_begin with seed 1 has been called.
 * Free it with mr_session_free. @param options NULL: all zero @return MR_ERR_ARGUMENT, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_session_new(const mr_game *game, const mr_session_options *options,
                                             mr_session **out, mr_error *err);

/** Frees a session; NULL is accepted. */
MR_API void mr_session_free(mr_session *session);

/** Starts a new game in place of the one before: its order drawn by `seed` where the game has
 *  MR_CAN_SHUFFLE, and dealt by it. Seats stay. With deal_in_moves it begins at the first state
 * that the definition has. */
MR_API void mr_session_begin(mr_session *session, uint64_t seed);

/** The same, and the order is drawn with deal_in_moves, too. */
MR_API void mr_session_begin_shuffled(mr_session *session, uint64_t seed);

/**
 * Goes on from a state; what came before it is not known, so a turn that is under way counts as one
 * of its own. @return MR_ERR_UNSUPPORTED where something of the state is unknown
 */
MR_NODISCARD MR_API mr_status mr_session_begin_at(mr_session *session, uint64_t seed,
                                                  const mr_state *state, mr_error *err);

/** The same from a state's text. @return also what mr_game_parse_state says */
MR_NODISCARD MR_API mr_status mr_session_begin_text(mr_session *session, uint64_t seed,
                                                    const char *text, size_t length, mr_error *err);

/**
 * Makes `to` the game that `from` is: start, moves, turns, clocks and end. Seats and what engines
 * thought stay. @pre both are of one game and one detail @return MR_ERR_NOMEM, MR_ERR_ARGUMENT
 */
MR_NODISCARD MR_API mr_status mr_session_copy(mr_session *to, const mr_session *from,
                                              mr_error *err);

/* ---- looking --------------------------------------------------------------------------------- */

/** The game. */
MR_API const mr_game *mr_session_game(const mr_session *session);
/** The whole state, which only what plays the rules may look at; see mr_session_observe. */
MR_API const mr_state *mr_session_state(const mr_session *session);
/** The state before the first move. */
MR_API const mr_state *mr_session_start(const mr_session *session);
/** Whether that is the definition's own, and no deal has changed it. */
MR_API bool mr_session_own_start(const mr_session *session);
/** The seed of the dice. */
MR_API uint64_t mr_session_seed(const mr_session *session);
/** What happens next; terminal also after an end from outside the rules. */
MR_API mr_node mr_session_node(const mr_session *session);
/** The number of actions that were made, chance included. */
MR_API size_t mr_session_count(const mr_session *session);
/** Counts every change of the game, undo included. */
MR_API uint64_t mr_session_revision(const mr_session *session);
/** An action by its number, from 0, until the next change. @pre the session keeps moves */
MR_API const mr_session_move *mr_session_move_at(const mr_session *session, size_t index);
/** Its notation, until the next change. @pre MR_SESSION_FULL */
MR_API const char *mr_session_text(const mr_session *session, size_t index);
/** The comment on it, "" if there is none. @pre MR_SESSION_FULL */
MR_API const char *mr_session_comment(const mr_session *session, size_t index);
/** The number of decisions among the first `count` actions. @pre the session keeps moves */
MR_API size_t mr_session_decisions(const mr_session *session, size_t count);

/* ---- playing --------------------------------------------------------------------------------- */

/**
 * Makes a legal action. @param comment NULL, or a text for the record (MR_SESSION_FULL): braces
 * become brackets, and what was said of this turn last is not said again
 * @pre the action is legal, and the game is not over @return MR_ERR_NOMEM, MR_ERR_LIMIT
 */
MR_NODISCARD MR_API mr_status mr_session_make(mr_session *session, mr_action action,
                                              const char *comment, mr_error *err);

/** The checked way: also MR_ERR_ILLEGAL, for any action when the game is over. */
MR_NODISCARD MR_API mr_status mr_session_play(mr_session *session, mr_action action,
                                              const char *comment, mr_error *err);

/** Plays an action, of a player or of chance, by its notation. @return what the parser says, too */
MR_NODISCARD MR_API mr_status mr_session_play_text(mr_session *session, const char *text,
                                                   size_t length, const char *comment,
                                                   mr_error *err);

/**
 * Goes on behind an end that mr_game_ops.play_on takes away: what ends a game here by itself is a
 * claim elsewhere. Taking back leads to that end again, unless something was made behind it and is
 * kept.
 * @pre the session keeps no texts (MR_SESSION_FULL): no record goes on behind an end
 * @return false: the game is not over, or it is over for good
 */
MR_API bool mr_session_play_on(mr_session *session);

/** Plays the action of that form. @return MR_ERR_ILLEGAL unless exactly one has it */
MR_NODISCARD MR_API mr_status mr_session_play_form(mr_session *session, const mr_form *form,
                                                   mr_error *err);

/**
 * Rolls the dice of a chance node and plays what they show. @return MR_ERR_ARGUMENT at other nodes
 */
MR_NODISCARD MR_API mr_status mr_session_roll(mr_session *session, mr_error *err);

/** What they will show, for those who want to see it first. @pre the node is one of chance */
MR_API mr_action mr_session_dice(mr_session *session);

/** What a stream of `random` shows there, for those who have one of their own. @pre the same */
MR_API mr_action mr_session_dice_of(mr_session *session, mr_random *random);

/** Draws a legal action, each as likely as the others. @pre a player decides */
MR_API mr_action mr_session_any(mr_session *session, mr_random *random);

/**
 * The legal actions, of the decision at hand, until the next call that lists any.
 * @return their number, 0 where nobody decides
 */
MR_API size_t mr_session_actions(mr_session *session, const mr_action **out);

/* ---- turns and taking back ------------------------------------------------------------------- */

/** Whether no turn is under way: the next decision begins one. See the head of this file. */
MR_API bool mr_session_turn_is_over(const mr_session *session);
/** Whose turn it is or was last; MR_NOBODY before the first. */
MR_API mr_player mr_session_turn_player(const mr_session *session);
/** The number of turns that have begun. */
MR_API size_t mr_session_turns(const mr_session *session);
/** The number of actions before the turn under way; all of them where there is none. */
MR_API size_t mr_session_turn_start(const mr_session *session);
/** The number of actions before the turn that action `index` belongs to. @pre it keeps moves */
MR_API size_t mr_session_turn_of(const mr_session *session, size_t index);

/**
 * Takes back all actions but the first `keep`, and an end from outside the rules. Dice are met
 * again as they were. Clocks stay. @pre the session keeps moves
 */
MR_API void mr_session_rewind(mr_session *session, size_t keep);
/** Takes back the last `count` actions, or as many as there are. @return how many that were */
MR_API size_t mr_session_undo(mr_session *session, size_t count);
/** Takes back the turn under way, or the last one. @return how many actions that were */
MR_API size_t mr_session_undo_turn(mr_session *session);
/**
 * Whether keeping the first `keep` actions alone would hide what has been revealed, by one of the
 * others or by an end from outside the rules. @pre FULL
 */
MR_API bool mr_session_would_hide(const mr_session *session, size_t keep);
/**
 * Takes back all actions but the first `keep` because `player` asks for it: as mr_session_rewind,
 * but refused where something hidden would be lost or seen by it. That is so where what has been
 * revealed would be hidden again, where an end from outside the rules has put all secrets in the
 * open, and where another person, who sees what `player` does not, has
 * decided since: that person's secrets are neither for others to take away, nor, by the decision
 * being that person's again, to be looked at by whoever sits there.
 * @pre MR_SESSION_FULL @return MR_ERR_ILLEGAL with the reason, as a sentence without its stop; the
 * session is then as it was
 */
MR_NODISCARD MR_API mr_status mr_session_take_back(mr_session *session, mr_player player,
                                                   size_t keep, mr_error *err);
/** The number of actions before the last one of a person; all where there is none. @pre FULL */
MR_API size_t mr_session_last_person(const mr_session *session);

/* ---- viewers --------------------------------------------------------------------------------- */

/** The number of ::MR_ALL_SEEING: no seat has it. */
#define MR_ALL_SEEING_ID 15
/** A viewer from whom nothing is withheld: for tools that look for faults, never for a player. */
#define MR_ALL_SEEING (MR_VALUE(mr_player){MR_ALL_SEEING_ID})

/** What `viewer` (MR_NOBODY: a spectator) sees, until the next call of the session. */
MR_API const mr_state *mr_session_observe(mr_session *session, mr_player viewer);

/** Whether something is withheld from somebody now. */
MR_API bool mr_session_hides(mr_session *session);

/** Whether `viewer` sees something now that not everybody may see. */
MR_API bool mr_session_has_secret(mr_session *session, mr_player viewer);

/** What `viewer` sees as a picture; everything in it lives in `arena`. */
MR_NODISCARD MR_API mr_status mr_session_view(mr_session *session, mr_player viewer,
                                              mr_arena *arena, mr_view *out, mr_error *err);

/** Whether `viewer` may not be told of an action. @pre MR_SESSION_FULL */
MR_API bool mr_session_withheld(const mr_session_move *move, mr_player viewer);

/**
 * Whether `viewer` may not be told of action `index` now: once the game is over, nothing of it is a
 * secret any more, and its record lies open. @pre MR_SESSION_FULL
 */
MR_API bool mr_session_untold(const mr_session *session, size_t index, mr_player viewer);

/**
 * What `viewer` may be told of the last action, until the next call that lists events; after an
 * undo, of the last one that is kept. Where a turn has ended, who is in danger then stands behind
 * it (mr_game_threats). @pre MR_SESSION_FULL
 */
MR_API mr_events mr_session_events(mr_session *session, mr_player viewer);

/**
 * The same of the last turn, or what there is of it, with the chance after it: what to mark on a
 * board. Of pieces that are set up it is the last one alone. After an undo it is of what is kept.
 */
MR_API mr_events mr_session_recent(mr_session *session, mr_player viewer);

/** Nothing is recent any more: somebody else is to look who should not see it marked. */
MR_API void mr_session_forget_recent(mr_session *session);

/* ---- the end, and ends from outside the rules ------------------------------------------------ */

/** How a game has ended. */
typedef enum mr_session_end {
  MR_SESSION_GOES_ON,
  MR_SESSION_BY_RULE,
  MR_SESSION_RESIGNED,
  MR_SESSION_AGREED, /**< drawn by agreement */
  MR_SESSION_TIME,   /**< somebody's time was up */
  MR_SESSION_ADJUDICATED,
} mr_session_end;

/** How it has. */
MR_API mr_session_end mr_session_ended(const mr_session *session);
/** Who resigned or was out of time; MR_NOBODY otherwise. */
MR_API mr_player mr_session_loser(const mr_session *session);
/** Whether there are two teams, so that one can resign to the other. */
MR_API bool mr_session_can_resign(const mr_session *session);

/**
 * The player's team loses. @return MR_ERR_UNSUPPORTED unless there are two teams, MR_ERR_ILLEGAL
 * where the game is over, MR_ERR_RANGE where there is no such player
 */
MR_NODISCARD MR_API mr_status mr_session_resign(mr_session *session, mr_player player,
                                                mr_error *err);

/**
 * The player's team offers a draw, or takes the one that the others have offered: the game is drawn
 * once all teams have. An offer is declined by an action of another team.
 * @return MR_ERR_ILLEGAL where the game is over, MR_ERR_RANGE where there is no such player
 */
MR_NODISCARD MR_API mr_status mr_session_offer_draw(mr_session *session, mr_player player,
                                                    mr_error *err);
/** Whether an offer of the player's team stands. */
MR_API bool mr_session_offers_draw(const mr_session *session, mr_player player);

/**
 * Breaks the game off with these scores. @param score quarter points of every seat; NULL: what
 * mr_game_adjudicate says @return MR_ERR_ILLEGAL where it is over, MR_ERR_RANGE for scores of which
 * the teams' do not sum to a win
 */
MR_NODISCARD MR_API mr_status mr_session_adjudicate(mr_session *session, const uint8_t *score,
                                                    mr_error *err);

/** Takes back an end from outside the rules: the game goes on. */
MR_API void mr_session_reopen(mr_session *session);

/** The scores of all seats in quarter points. @return false where the game goes on */
MR_API bool mr_session_score(const mr_session *session, uint8_t *out);

/** "1-0" and so on as mr_result_text, also of ends from outside. @param buffer MR_RESULT_TEXT_MAX
 */
MR_API const char *mr_session_result(const mr_session *session, char *buffer);

/**
 * What ended the game: a rule's id, or "resignation", "agreement", "time", as records have it; ""
 * while it goes on. A game that was adjudicated counts as resigned where somebody won it, and as
 * drawn by agreement where nobody did.
 */
MR_API const char *mr_session_rule(const mr_session *session);

/* ---- clocks ---------------------------------------------------------------------------------- */

/** A player's time; all zero: no clock. Nanoseconds. */
typedef struct mr_session_control {
  int64_t base;      /**< for the game, or for `turns` turns */
  int64_t increment; /**< for each turn; a clock that begins empty has its first one at once */
  int64_t action;    /**< for one action, in place of the others; 0: no such limit */
  int64_t margin;    /**< so much too late is forgiven */
  unsigned turns;    /**< the clock is wound up by `base` whenever so many have ended; 0: never */
} mr_session_control;

/** Gives a player's team a clock, wound up; turns made before do not count. */
MR_API void mr_session_set_clock(mr_session *session, mr_player player,
                                 const mr_session_control *control);

/** What is left on it; 0 without a clock. */
MR_API int64_t mr_session_time_left(const mr_session *session, mr_player player);
/** The turns until it is wound up again; 0: it is not. */
MR_API unsigned mr_session_turns_to_go(const mr_session *session, mr_player player);

/**
 * The player has thought so long about the decision at hand, to be called before it is played; the
 * increment comes when the turn has ended. Where time and margin are up, the player's team has lost
 * the game, if there are two teams.
 * @return how much too long it was; 0: it was not
 */
MR_API int64_t mr_session_spend(mr_session *session, mr_player player, int64_t nanoseconds);

/* ---- seats ----------------------------------------------------------------------------------- */

/** Who sits on a seat. */
typedef enum mr_session_sitter {
  MR_SESSION_ENGINE, /**< an engine of ours */
  MR_SESSION_PERSON,
  MR_SESSION_PROGRAM, /**< somebody whom the caller asks */
} mr_session_sitter;

/** One seat. Seats of persons have an engine too, which advises. */
typedef struct mr_session_seat {
  mr_session_sitter sitter;
  unsigned level;        /**< 0: MR_LEVEL_DEFAULT */
  char engine[32];       /**< a kind, "" for the best; of a program its name */
  uint32_t milliseconds; /**< for each decision; 0: no such limit */
  uint64_t nodes;        /**< the same */
} mr_session_seat;

#define MR_SESSION_SEAT_TEXT_MAX 160 /**< bytes of the longest text of a seat, the NUL included */
#define MR_SEAT_MILLISECONDS_MAX 3600000
#define MR_SEAT_NODES_MAX UINT64_C(1000000000000)

/** What the value of a word "key=value" is, and as what it is stored. */
typedef enum mr_word_type {
  MR_WORD_TEXT,   /**< const char * */
  MR_WORD_FLAG,   /**< bool: true, false, 1, 0; alone it is true */
  MR_WORD_REAL,   /**< double */
  MR_WORD_UINT32, /**< min .. max, unsigned or not */
  MR_WORD_UINT64, /**< the same */
} mr_word_type;

/** One word of a description: of a seat, of an engine of a match, of a rule that ends games. */
typedef struct mr_word_key {
  const char *name;
  mr_word_type type;
  size_t offset; /**< where it goes within what is described */
  uint64_t min;
  uint64_t max;
} mr_word_key;

/** Reads the value of a word into `base`. @return MR_ERR_SYNTAX, and `base` is as it was */
MR_NODISCARD MR_API mr_status mr_word_read(const mr_word_key *key, const char *value, void *base,
                                           mr_error *err);

/** Who sits there; NULL: there is no such player. */
MR_API const mr_session_seat *mr_session_seat_of(const mr_session *session, mr_player player);

/** Seats somebody. Where kind and level stay, an engine keeps what it has learnt. */
MR_API void mr_session_sit(mr_session *session, mr_player player, const mr_session_seat *seat);

/**
 * Reads "human", or some of "level:7,engine:mcts,time:500,nodes:1000"; also as mr_seat_format
 * writes it. @param out holds what is not said. @return MR_ERR_SYNTAX, MR_ERR_UNKNOWN
 */
MR_NODISCARD MR_API mr_status mr_seat_parse(const mr_game *game, const char *text,
                                            mr_session_seat *out, mr_error *err);

/** Names a kind of engine for a seat, "auto" included. @return MR_ERR_UNKNOWN, listing them */
MR_NODISCARD MR_API mr_status mr_seat_set_engine(const mr_game *game, const char *kind,
                                                 mr_session_seat *seat, mr_error *err);

/** "human", "level 5", "level 5, engine mcts, time 500 ms". */
MR_API void mr_seat_format(const mr_session_seat *seat, mr_str *out);

/** Endgame tables for the engines that are made from now on; see mr_engine_options. */
MR_API void mr_session_set_probe(mr_session *session, mr_probe_fn probe, void *context);

/** What an engine thought. */
typedef struct mr_session_analysis {
  mr_player player; /**< for whom */
  size_t at;        /**< the number of actions before */
  bool carries_on;  /**< it only carries out what was thought of earlier in the turn */
  const mr_state *observation;
  mr_search_result result;
} mr_session_analysis;

/**
 * Lets the engine of a player's seat think about the decision at hand, which is that player's,
 * within the limits of the seat. What stack that takes, mr_engine_think says. @param progress may
 * be NULL. @param stop as in mr_limits
 * @return MR_ERR_ARGUMENT where nobody decides, or another player, and in a session that does not
 * keep everything (MR_SESSION_FULL), MR_ERR_RANGE where there is no such player; also what
 * mr_engine_new and mr_engine_think say
 */
MR_NODISCARD MR_API mr_status mr_session_think(mr_session *session, mr_player player,
                                               const atomic_bool *stop, mr_progress_fn progress,
                                               void *context, mr_error *err);

/** The last thought; NULL where there is none, or it is of what has been taken back. */
MR_API const mr_session_analysis *mr_session_last_analysis(const mr_session *session);

/** The last one that took some thinking: the plan where the last one carries on. Or NULL. */
MR_API const mr_session_analysis *mr_session_last_plan(const mr_session *session);

/* ---- records --------------------------------------------------------------------------------- */

/**
 * The game as a record, with a tag Player for each seat. @param out initialised and empty; to be
 * freed in any case. @pre MR_SESSION_FULL
 */
MR_NODISCARD MR_API mr_status mr_session_record(const mr_session *session, mr_record *out,
                                                mr_error *err);

/**
 * The same of a game that hides something, for a file that anybody may open: sealed with the game's
 * key while the game goes on, in the open when it is over, with commitments in both cases. What has
 * been hidden and is open by now is in the open with what proves it; the seed, which would make
 * secrets again, is sealed to the end. `out->key_name` tells whether a block is sealed into it. The
 * same as mr_session_record where the game can hide nothing. @pre MR_SESSION_FULL
 */
MR_NODISCARD MR_API mr_status mr_session_record_sealed(mr_session *session, const mr_seal_key *key,
                                                       mr_record *out, mr_error *err);

/** The key of a game whose seed somebody has chosen: whoever knows the seed knows the key. */
MR_NODISCARD MR_API mr_status mr_session_key_of_seed(const mr_session *session, mr_seal_key *out,
                                                     mr_error *err);

/** What came of comparing a record with the game that it became. */
typedef struct mr_session_proof {
  size_t kept; /**< commitments that were shown to be kept */
  size_t open; /**< that cannot be looked into yet */
} mr_session_proof;

/**
 * Checks commitments of `earlier`, a record of this game, sealed or not, against what the session
 * has by now, which is to begin with the same actions. `proofs` holds the salts of what has come to
 * light: a record of the session itself, or `earlier` where that has them. A record without any
 * promises has nothing to be proven.
 * @return MR_ERR_MISMATCH, naming the first promise that was broken; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_session_prove(const mr_session *session, const mr_record *earlier,
                                               const mr_record *proofs, mr_session_proof *out,
                                               mr_error *err);

/**
 * Checks a record by mr_record_replay, and its commitments as far as they can be looked into, and
 * takes it over: start, moves, comments, seats and an end from outside the rules. A sealed record
 * is to be opened first. @param seed for a record that has none
 * @return what mr_record_replay and mr_session_prove say; the session is then as it was, unless it
 * is MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_session_load(mr_session *session, const mr_record *record,
                                              uint64_t seed, mr_error *err);

/* ---- picks: from presses on a board to an action --------------------------------------------- */

/** What has been pressed so far; zeroed: nothing. */
typedef struct mr_pick {
  bool has_piece;
  bool has_from;
  bool has_to;
  mr_piece piece; /**< of the hand */
  mr_cell from;
  mr_cell to;
} mr_pick;

/** Actions to pick from, with the state or the observation that listed them. */
typedef struct mr_pick_list {
  const mr_game *game;
  const mr_state *state;
  const mr_action *actions;
  size_t count;
} mr_pick_list;

/** The list of the decision at hand, as mr_session_actions. */
MR_API mr_pick_list mr_session_picks(mr_session *session);

/** Whether an action of this form is still among those that are meant. */
MR_API bool mr_pick_fits(const mr_pick *pick, const mr_form *form);

/**
 * The actions that fit. @param out room for `list->count`, or NULL. @return their number
 */
MR_API size_t mr_pick_fitting(const mr_pick *pick, const mr_pick_list *list, mr_action *out);

/**
 * Presses a square: where something starts before where it ends. Where nothing but putting pieces
 * down is possible, and only one kind may be put there, its piece of the hand is pressed as well.
 * @return false: nothing fits
 */
MR_API bool mr_pick_press_cell(mr_pick *pick, const mr_pick_list *list, mr_cell cell);

/** Presses a piece in the hand. @return false: nothing fits */
MR_API bool mr_pick_press_piece(mr_pick *pick, const mr_pick_list *list, mr_piece piece);

/** Whether start and end have been pressed. */
MR_API bool mr_pick_is_complete(const mr_pick *pick);

/** The action where the pick is complete and leaves but one; else MR_ACTION_NONE. */
MR_API mr_action mr_pick_action(const mr_pick *pick, const mr_pick_list *list);

/**
 * The only fitting action whose form has this choice: a button, or what tells apart the actions of
 * a complete pick. MR_ACTION_NONE where there is none, or several.
 */
MR_API mr_action mr_pick_choose(const mr_pick *pick, const mr_pick_list *list, const char *choice);

/* ---- dice ------------------------------------------------------------------------------------ */

/** What a random stream is for. */
typedef enum mr_stream {
  MR_STREAM_DEAL,   /**< hands, set-up and lots of the opening; with deal_in_moves all dice */
  MR_STREAM_PLAY,   /**< dice */
  MR_STREAM_ENGINE, /**< seeds of computer players */
  MR_STREAM_RANDOM, /**< random games */
  MR_STREAM_START,  /**< the order that a game begins in */
} mr_stream;

/**
 * The random stream of one roll. It depends on nothing but the seed, the purpose and the number of
 * actions made before: taking an action back and making it again meets the same dice.
 */
MR_API mr_random mr_stream_at(uint64_t seed, mr_stream stream, uint64_t index);

/** Writes the first state of a game of this seed: another for each where the game has
 *  MR_CAN_SHUFFLE. Nothing is dealt yet. */
MR_API void mr_start_of(const mr_game *game, mr_state *state, uint64_t seed);

/**
 * Rolls opening chance nodes until there is something to decide.
 * @param scratch room for mr_game_info.max_chances
 */
MR_API void mr_deal(const mr_game *game, mr_state *state, uint64_t seed, mr_chance *scratch);

MR_END_C

#endif
