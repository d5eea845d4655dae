/* The functions that headers inline, once more as symbols of the library: other languages, which
 * read no header, call them, and so do builds that inline nothing. */
#include <marcher/compose.h>
#include <marcher/game.h>
#include <marcher/view.h>

extern inline mr_piece mr_game_piece_named(const mr_game *game, mr_player owner, const char *text,
                                           size_t length);
extern inline bool mr_game_compose(const mr_game *game, const mr_placement *men, size_t count,
                                   mr_player player, mr_state *out);
extern inline size_t mr_game_placements(const mr_game *game, const mr_state *state,
                                        mr_placement *out);
extern inline bool mr_game_quiet_move(const mr_game *game, const mr_state *state, mr_action action,
                                      mr_cell *from, mr_cell *to);
extern inline bool mr_game_remark(const mr_game *game, const mr_state *state, mr_str *out);
extern inline void mr_state_copy(const mr_game *game, mr_state *to, const mr_state *from);
extern inline void mr_game_start(const mr_game *game, mr_state *state);
extern inline mr_node mr_game_node(const mr_game *game, const mr_state *state);
extern inline size_t mr_game_actions(const mr_game *game, const mr_state *state, mr_action *out);
extern inline size_t mr_game_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                                     uint64_t *total);
extern inline mr_action mr_game_face(const mr_game *game, const mr_state *state, mr_action outcome,
                                     uint64_t bits);
extern inline bool mr_game_legal(const mr_game *game, const mr_state *state, mr_action action);
extern inline void mr_game_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                                mr_events *events);
extern inline void mr_game_unmake(const mr_game *game, mr_state *state, const void *undo);
extern inline uint64_t mr_game_hash(const mr_game *game, const mr_state *state);
extern inline uint64_t mr_game_rehash(const mr_game *game, const mr_state *state);
extern inline void mr_game_score(const mr_game *game, const mr_state *state, uint8_t *out);
extern inline mr_rule_index mr_game_ended_by(const mr_game *game, const mr_state *state);
extern inline void mr_game_observe(const mr_game *game, const mr_state *state, mr_player player,
                                   mr_state *out);
extern inline void mr_game_determinize(const mr_game *game, const mr_state *observation,
                                       mr_player player, uint64_t seed, mr_state *out);
extern inline bool mr_game_fully_known(const mr_game *game, const mr_state *state);
extern inline bool mr_game_sees(const mr_game *game, const mr_state *after, const mr_event *event,
                                mr_player player);
extern inline void mr_game_format_action(const mr_game *game, const mr_state *state,
                                         mr_action action, mr_str *out);
extern inline void mr_game_format_move(const mr_game *game, const mr_state *state, mr_action action,
                                       mr_move_detail detail, mr_str *out);
extern inline void mr_game_format_state(const mr_game *game, const mr_state *state, mr_str *out);
extern inline void mr_game_piece_text(const mr_game *game, mr_piece piece, mr_str *out);
extern inline size_t mr_game_kinds(const mr_game *game, mr_kind *out);
extern inline size_t mr_game_goals(const mr_game *game, mr_goal *out);
extern inline bool mr_player_same(mr_player a, mr_player b);
extern inline bool mr_cell_same(mr_cell a, mr_cell b);
extern inline bool mr_game_can(const mr_game *game, mr_capability capability);
extern inline void mr_events_add(mr_events *events, mr_event event);
extern inline void mr_game_threats(const mr_game *game, const mr_state *observation,
                                   mr_events *out);
