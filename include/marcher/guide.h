/**
 * @file guide.h
 * What somebody is told who has never heard of a game: what wins, what stands where, how it goes,
 * what can be done with it now. Words that every face shows in its own way; all of them come from
 * what every family tells of itself (pictures, actions, rules pages), so that a new game has them,
 * too. Sentences are whole and not wrapped.
 */
#ifndef MARCHER_GUIDE_H
#define MARCHER_GUIDE_H

#include <marcher/doc.h>
#include <marcher/session.h>

MR_BEGIN_C

/** What a guide looks at. */
typedef struct mr_guide {
  const mr_game *game;
  const mr_view *view; /**< what the one who asks may see */
  const mr_doc *page;  /**< the rules page; NULL: nothing is said that needs it */
  mr_pick_list now;    /**< what can be done now; a count of 0: nothing, or by nobody */
} mr_guide;

/** What a sentence is about. */
typedef enum mr_guide_part {
  MR_GUIDE_WHAT,  /**< what stands there, on what ground, under whose orders */
  MR_GUIDE_GOES,  /**< how it moves */
  MR_GUIDE_CAN,   /**< what begins there now */
  MR_GUIDE_THERE, /**< what can end there now */
  MR_GUIDE_WHERE, /**< where those of its kind stand, or such ground is */
} mr_guide_part;

/** Is told each sentence in turn. */
typedef void (*mr_guide_say)(void *context, mr_guide_part part, const char *text);

/**
 * The rules by which a player can win (MR_NOBODY: any), each once, without those that the
 * definition alone shows to be out of reach. @param out room for ::MR_GOALS_MAX @return their
 * number
 */
MR_API size_t mr_guide_goals(const mr_game *game, mr_player player, mr_rule_index *out);

/**
 * Whether a piece belongs to the game as its definition is: its page of rules has it in a table, or
 * it is seen. Pictures may list more, for states that are set up by hand.
 * @param index in the view's pieces
 */
MR_API bool mr_guide_in_play(const mr_view *view, const mr_doc *page, size_t index);

/** "The letters: K King, ...; capitals are White's, small letters Black's.", or nothing where
 *  pieces are drawn by their names. */
MR_API void mr_guide_letters(const mr_game *game, const mr_view *view, mr_str *out);

/** "Black's Pawn (p)", "nothing stands there": what stands on a square, for sentences. */
MR_API void mr_guide_stands(const mr_game *game, const mr_view *view, const mr_view_cell *cell,
                            mr_str *out);

/** "A pattern of 3 pips, from the top: left; middle; right.": a piece that is its picture, in
 * words; nothing of others. */
MR_API void mr_guide_pips(const mr_view_piece *piece, mr_str *out);

/**
 * "joins Red's 124 on c0 and fights Blue's 777 on d1": whose pips those of the piece on a cell
 * meet, friends and enemies. @return false: no one's, or there is no pattern
 */
MR_API bool mr_guide_beside(const mr_game *game, const mr_view *view, size_t cell, mr_str *out);

/** Who commands the piece on a cell, as a sentence behind a blank; nothing where nobody commands.
 */
MR_API void mr_guide_command(const mr_game *game, const mr_view *view, const mr_view_cell *cell,
                             mr_str *out);

/** The first piece with that letter or name; letters of the right case come first. NULL: none. */
MR_API const mr_view_piece *mr_guide_find(const mr_view *view, const char *topic);

/** Says what a square is and what stands on it. */
MR_API void mr_guide_cell(const mr_guide *guide, const mr_view_cell *cell, mr_guide_say say,
                          void *context);

/** Says what a kind of piece is: of all owners, by its name. */
MR_API void mr_guide_piece(const mr_guide *guide, const mr_view_piece *piece, mr_guide_say say,
                           void *context);

/** The ground with that letter of text boards or that name: an index of the view's, 0: there is
 *  none. */
MR_API size_t mr_guide_find_ground(const mr_view *view, const char *topic);

/** Says what a ground is called and where it is. @pre `index` is one of the view's, not 0 */
MR_API void mr_guide_ground(const mr_guide *guide, size_t index, mr_guide_say say, void *context);

/**
 * The numbers of the rules that speak of a piece or a ground, some at most, and the word by which
 * they do: its name, or the first word of that. @param topic room for MR_ACTION_TEXT_MAX bytes
 * @return how many there are
 */
MR_API size_t mr_guide_rules(const mr_doc *page, const char *name, mr_str *numbers, char *topic);

/**
 * Where the piece on a cell can go: by what can be done now, or, where its owner does not decide,
 * at the owner's next decision after most of what may come before (after a pass alone, where there
 * is one), chance being what is likeliest.
 * @param state whole @param now receives whether it is now @param out room for columns * rows
 * @return the number of cells; 0 without memory, too
 */
MR_API size_t mr_guide_reach(const mr_game *game, const mr_state *state, mr_cell cell,
                             mr_player owner, bool *now, mr_cell *out);

/* ---- boxes ----------------------------------------------------------------------------------- */

/**
 * The start of a game as anybody may see it, for the box that it comes in; where that is an empty
 * board, something is played, the same every time, until the board shows what it is about.
 * @param session a game that has just begun, which is played on @return as mr_session_view
 */
MR_NODISCARD MR_API mr_status mr_guide_cover(mr_session *session, mr_arena *arena, mr_view *view,
                                             mr_error *err);

MR_END_C

#endif
