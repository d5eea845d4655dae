/**
 * @file muster.h
 * Armies that outlive a game: the facet that campaigns ask for (mr_game.muster).
 */
#ifndef MARCHER_MUSTER_H
#define MARCHER_MUSTER_H

#include <marcher/game.h>

MR_BEGIN_C

/** Most kinds of men that go from one game to the next. */
#define MR_MUSTER_KINDS 32

/** The men of one side between two games: how many there are of each kind, as the family counts. */
typedef struct mr_muster {
  uint16_t counts[MR_MUSTER_KINDS];
} mr_muster;

/** The facet of armies that outlive a game: what campaigns ask for. Sides are teams, 0 and 1. */
typedef struct mr_muster_ops {
  /** What a side has left. @return the places that it holds, such as towns */
  unsigned (*survivors)(const mr_game *game, const mr_state *state, unsigned side, mr_muster *out);
  /** Appends men as text, "G1K2H3"; nothing where there are none. */
  void (*format)(const mr_muster *men, mr_str *out);
  /** Reads such a text whole. @return MR_ERR_SYNTAX with its column */
  mr_status (*parse)(const char *text, size_t length, mr_muster *out, mr_error *err);
  /** Makes those whom a game has promoted in passing what they are from the next one on:
      `lasting`, with a place of their own among the others, or ordinary men again. */
  void (*settle)(mr_muster *men, bool lasting);
  /**
   * Writes the first state of a game with these armies in place of its own: they take the places
   * that the definition draws. @param rest receives who found none
   * @return MR_ERR_UNSUPPORTED where the players set up their armies, MR_ERR_ILLEGAL where a side
   * could not play
   */
  mr_status (*begin)(const mr_game *game, const mr_muster armies[2], mr_muster rest[2],
                     mr_state *out, mr_error *err);
} mr_muster_ops;

MR_END_C

#endif
