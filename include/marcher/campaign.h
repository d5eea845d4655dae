/**
 * @file campaign.h
 * Campaigns: battles in a row, of which each begins with what the one before has left. The file
 * that lists them, and the text that says how far one has come. Games are known by their names
 * alone here, and armies by their texts.
 *
 *     [campaign]
 *     title = Two valleys
 *     per_town = I1            men for each town that is held when a battle ends
 *     promotions = lasting     or none: promoted men are ordinary again
 *
 *     [border]                 a section for each battle, in their order
 *     game = warlord-border-war
 *     sets = deployment=fixed
 *     worth = 2                points for who wins it
 *
 *     [valley]
 *     game = warlord-valley-war
 *     fresh = I4N1             men who come to both sides before this battle
 *     fresh_first = H1         and to the first side besides
 */
#ifndef MARCHER_CAMPAIGN_H
#define MARCHER_CAMPAIGN_H

#include <marcher/definition.h>

MR_BEGIN_C

#define MR_CAMPAIGN_BATTLES_MAX 64
#define MR_CAMPAIGN_FILE_MAX ((size_t)1 << 18)
/** Bytes of an army's text, the NUL included. */
#define MR_CAMPAIGN_ARMY_MAX 256

/** A text of the file, and where it stands. */
typedef struct mr_campaign_text {
  const char *text; /**< "" where it is not given */
  size_t length;
  mr_span at;
} mr_campaign_text;

typedef struct mr_campaign_battle {
  const char *name;
  const char *title; /**< the name where there is none */
  mr_campaign_text game;
  mr_override *sets;
  mr_span *set_at; /**< where each stands */
  size_t set_count;
  mr_campaign_text fresh;  /**< men for both sides */
  mr_campaign_text own[2]; /**< and for each */
  unsigned worth;
} mr_campaign_battle;

typedef struct mr_campaign {
  const char *title;
  mr_campaign_text per_town;
  bool lasting; /**< promotions are */
  size_t count;
  mr_campaign_battle battles[MR_CAMPAIGN_BATTLES_MAX];
  uint64_t identity;    /**< of every byte of the file */
  mr_definitions *file; /**< which its texts are part of */
} mr_campaign;

/**
 * Reads the text of a file. What is wrong with it goes to `list`, with lines and columns.
 * @param arena must outlive `out`, which is freed by mr_campaign_done
 * @return the first error's status
 */
MR_NODISCARD MR_API mr_status mr_campaign_read(const char *source, const char *text, size_t length,
                                               mr_arena *arena, mr_campaign *out,
                                               mr_diagnostics *list);

/** Frees it; NULL and a zeroed one are accepted. */
MR_API void mr_campaign_done(mr_campaign *campaign);

/** A battle that is over. */
typedef struct mr_campaign_result {
  uint8_t points[2];                    /**< quarter points of each side */
  unsigned towns[2];                    /**< that each held in the end */
  char armies[2][MR_CAMPAIGN_ARMY_MAX]; /**< who goes into the next battle, or home */
} mr_campaign_result;

/** How far a campaign has come. */
typedef struct mr_campaign_progress {
  size_t count;
  mr_campaign_result results[MR_CAMPAIGN_BATTLES_MAX];
} mr_campaign_progress;

/** Appends it as text: a line for each battle, each with a sum of all that stands before it. */
MR_API void mr_campaign_progress_write(const mr_campaign *campaign,
                                       const mr_campaign_progress *progress, mr_str *out);

/**
 * Reads such a text. @return MR_ERR_SYNTAX, or MR_ERR_MISMATCH for that of another campaign, with
 * the line that is damaged; `out` is untouched then
 */
MR_NODISCARD MR_API mr_status mr_campaign_progress_read(const mr_campaign *campaign,
                                                        const char *source, const char *text,
                                                        size_t length, mr_campaign_progress *out,
                                                        mr_error *err);

/** Points of a side, in quarters, each battle by its worth. */
MR_API uint64_t mr_campaign_points(const mr_campaign *campaign,
                                   const mr_campaign_progress *progress, unsigned side);

MR_END_C

#endif
