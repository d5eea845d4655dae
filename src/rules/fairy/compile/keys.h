/**
 * @file keys.h
 * The keys of the family: those of the dialect of `variants.ini` that it reads, those that it
 * knows and declines, and its own. All of them stand in keys.def; a new key is a row there, a
 * member of mr_fy_rules, and what makes use of it.
 */
#ifndef MARCHER_RULES_FAIRY_COMPILE_KEYS_H
#define MARCHER_RULES_FAIRY_COMPILE_KEYS_H

#include <marcher/definition.h>

/** Places in mr_fy_keys. */
enum {
#define PIECE(NAME, ...) MR_FY_KEY_##NAME,
#define KEY PIECE
#define FILE_KEY PIECE
#define SWITCH PIECE
#define NUMBER PIECE
#define CHOICE PIECE
#define SIDES(NAME, ...) MR_FY_KEY_##NAME##_WHITE, MR_FY_KEY_##NAME##_BLACK,
#define DECLINED(NAME, ...) MR_FY_OFF_##NAME,
#include "rules/fairy/compile/keys.def"
  MR_FY_KEY_COUNT
};

extern const mr_key mr_fy_keys[MR_FY_KEY_COUNT];

/** Words of ruleIds, by mr_fy_feature; "" for ::MR_FY_RULE_NONE. */
extern const char *const mr_fy_feature_words[];

#endif
