/**
 * @file keys.h
 * The keys of a Borderline definition.
 */
#ifndef MARCHER_RULES_BORDERLINE_KEYS_H
#define MARCHER_RULES_BORDERLINE_KEYS_H

#include "rules/borderline/borderline.h"

enum {
  MR_BD_KEY_COLUMNS,
  MR_BD_KEY_ROWS,
  MR_BD_KEY_PIECES,
  MR_BD_KEY_THREE_PIP,
  MR_BD_KEY_VICTORY,
  MR_BD_KEY_ROTATION,
  MR_BD_KEY_PLY_CAP,
  MR_BD_KEY_FIRST,
  MR_BD_KEY_DICE_SIDES,
  MR_BD_KEY_START,
  MR_BD_KEY_COUNT
};

extern const mr_key mr_bd_keys[MR_BD_KEY_COUNT];
extern const size_t mr_bd_key_count;

#endif
