#include <string.h>

#include "protocol/uci_priv.h"

#define MEBIBYTE ((size_t)1 << 20)
#define HASH_MAX 65536
#define OVERHEAD_MAX 5000

typedef enum option_type { CHECK, SPIN, BUTTON, STRING, COMBO } option_type;

/** One option. */
typedef struct option {
  const char *name;
  option_type type;
  unsigned standard; /**< of spins and checks; the others are empty */
  unsigned min;
  unsigned max;
  size_t place;                            /**< of spins and checks: in uci_choices, or NOWHERE */
  void (*set)(mr_uci *uci, mr_token text); /**< of the others */
} option;

/* ---- what they do ---------------------------------------------------------------------------- */

/*
 * What levels are worth in chess on the scale of Fairy-Stockfish's own UCI_Elo, as
 * script/measure-elo has measured them: docs/STRENGTH.md. A program that asks for a number gets the
 * level that comes nearest.
 */
static const unsigned ELO[MR_LEVEL_MAX + 1] = {0,    MR_UCI_ELO_MIN, 1040, 1770,          1970,
                                               2150, 2300,           2460, MR_UCI_ELO_MAX};

unsigned mr_uci_level(const uci_choices *choices) {
  unsigned level = MR_LEVEL_MIN;
  if (!choices->limited) {
    return choices->level;
  }
  while (level < MR_LEVEL_MAX && 2 * choices->elo >= ELO[level] + ELO[level + 1]) {
    level++;
  }
  return level;
}

static void clear_hash(mr_uci *uci, mr_token text) {
  (void)text;
  mr_dialog_forget(uci_dialog(uci));
}

/* ---- variants -------------------------------------------------------------------------------- */

/** Opens the tables of the option for the game that is open now. */
static bool open_endgames(mr_uci *uci, const char *path) {
  mr_error err;
  if (mr_dialog_endgames(uci_dialog(uci), path[0] != '\0' ? path : NULL, &err) == MR_OK) {
    return true;
  }
  mr_uci_say(uci, "Endgames: %s%s%s; the engine has %s tables", err.source,
             err.source[0] != '\0' ? ": " : "", err.message,
             uci_dialog(uci)->endgames != NULL ? "its old" : "no");
  return false;
}

static void set_endgames(mr_uci *uci, mr_token text) {
  mr_str path = mr_str_growing(uci_dialog(uci)->allocator);
  mr_str_bytes(&path, text.text, mr_token_is_nocase(text, "<empty>") ? 0 : text.length);
  if (path.status != MR_OK) {
    mr_uci_say(uci, "Endgames: out of memory");
  } else if (open_endgames(uci, mr_str_text(&path))) {
    mr_str old = uci->endgames;
    uci->endgames = path;
    path = old;
  }
  mr_str_done(&path);
}

static void set_network(mr_uci *uci, mr_token text) {
  mr_error err;
  mr_str path = mr_str_growing(uci_dialog(uci)->allocator);
  bool none = text.length == 0 || mr_token_is_nocase(text, "<empty>");
  mr_str_bytes(&path, text.text, text.length);
  if (path.status != MR_OK) {
    mr_uci_say(uci, "EvalFile: out of memory");
  } else if (mr_dialog_network(uci_dialog(uci), none ? NULL : mr_str_text(&path), &err) != MR_OK) {
    mr_uci_say(uci, "EvalFile: '%s': %s; it stays as it was", mr_str_text(&path), err.message);
  }
  mr_str_done(&path);
}

/** Once another game is open: says where it castles from fixed squares alone though others were
 * asked for, and opens its tables of endings. */
static void follow_new_game(mr_uci *uci) {
  const mr_dialog *d = uci_dialog(uci);
  if (d->fixed) {
    mr_uci_say(uci, "UCI_Chess960: %s has no castling from any files", d->name);
  }
  if (uci->endgames.length > 0 && d->endgames == NULL) {
    (void)open_endgames(uci, mr_str_text(&uci->endgames));
  }
}

static void set_variant(mr_uci *uci, mr_token text) {
  mr_dialog *d = uci_dialog(uci);
  mr_arena arena;
  mr_diagnostics list;
  mr_error err;
  char name[MR_DEFINITION_NAME_MAX + 2] = ""; /* one too many says that it is too long */
  memcpy(name, text.text, text.length < sizeof name ? text.length : sizeof name - 1);
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_dialog_open(d, name, &list, &err);
  mr_uci_say_diagnostics(uci, &list);
  mr_arena_done(&arena);
  if (status != MR_OK) {
    mr_uci_say(uci, "UCI_Variant: %s; it stays %s", err.message, d->name);
    return;
  }
  mr_str_reset(&uci->placed);
  uci->refused = false;
  /* In the manner of variant engines, so that a face knows the board. */
  mr_str out = mr_str_growing(d->allocator);
  mr_str_format(&out, "info string variant %s files %u ranks %u startpos ", d->name,
                d->game->info.columns, d->game->info.rows);
  mr_game_format_state(d->game, mr_dialog_state(d), &out);
  mr_str_char(&out, '\n');
  mr_dialog_send(d, &out);
  follow_new_game(uci);
}

static void set_any_files(mr_uci *uci, mr_token text) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  bool wanted = mr_token_is_nocase(text, "true");
  if (wanted == d->any_files) {
    return;
  }
  mr_str_reset(&uci->placed);
  uci->refused = false;
  if (mr_dialog_any_files(d, wanted, &err) != MR_OK) {
    mr_uci_say(uci, "UCI_Chess960: %s", err.message);
    return;
  }
  follow_new_game(uci);
}

/** Says which variants came with a file, and what is wrong with those that are left out. */
static void say_variants(mr_uci *uci, const char *path) {
  const mr_dialog *d = uci_dialog(uci);
  mr_str offered = mr_str_growing(d->allocator), left_out = mr_str_growing(d->allocator);
  mr_arena arena;
  mr_diagnostics list; /* one for all, so that the mistake of a parent is told once */
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  for (size_t i = 0; i < mr_catalog_count(d->catalog); i++) {
    const char *source = mr_catalog_source(d->catalog, i);
    if (source != NULL && strcmp(source, path) == 0) {
      bool plays = mr_dialog_plays(d, i, NULL);
      mr_str *names = plays || mr_dialog_plays(d, i, &list) ? &offered : &left_out;
      mr_str_format(names, "%s%s", names->length > 0 ? ", " : "", mr_catalog_name(d->catalog, i));
    }
  }
  mr_uci_say_diagnostics(uci, &list);
  mr_arena_done(&arena);
  bool some = offered.length > 0, faulty = left_out.length > 0;
  mr_str out = mr_str_growing(d->allocator);
  mr_str_format(&out, "info string VariantPath: %s%s%s%s\n",
                some     ? "variants of the file: "
                : faulty ? "no variant of the file can be played"
                         : "the file has no variants",
                mr_str_text(&offered), faulty ? "; left out for their errors: " : "",
                mr_str_text(&left_out));
  mr_dialog_send(uci_dialog(uci), &out);
  mr_str_done(&left_out);
  mr_str_done(&offered);
}

static void set_path(mr_uci *uci, mr_token text) {
  mr_dialog *d = uci_dialog(uci);
  mr_arena arena;
  mr_diagnostics list;
  mr_error err;
  bool none = text.length == 0 || mr_token_is_nocase(text, "<empty>");
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  char *path = mr_arena_copy(&arena, text.text, text.length);
  mr_status status = path == NULL ? mr_error_set(&err, MR_ERR_NOMEM, "out of memory")
                                  : mr_dialog_add_rules(d, none ? NULL : path, &list, &err);
  mr_uci_say_diagnostics(uci, &list);
  if (status != MR_OK || path == NULL) {
    mr_uci_say(uci, "VariantPath: %s; the variants stay as they were", err.message);
  } else if (!none) {
    say_variants(uci, path);
  }
  mr_arena_done(&arena);
}

/* ---- the table ------------------------------------------------------------------------------- */

/** Where a member of uci_choices is, in bytes; one of the others is nowhere. */
#define AT(member) offsetof(uci_choices, member)
#define NOWHERE SIZE_MAX

static const option OPTIONS[] = {
    {"Hash", SPIN, 16, 1, HASH_MAX, AT(megabytes), NULL},
    {"Threads", SPIN, 1, 1, MR_ENGINE_THREADS_MAX, AT(threads), NULL},
    {"Clear Hash", BUTTON, 0, 0, 0, NOWHERE, clear_hash},
    {"MultiPV", SPIN, 1, 1, MR_SEARCH_CANDIDATES, AT(lines), NULL},
    {"Ponder", CHECK, 0, 0, 1, NOWHERE, NULL},
    {"Move Overhead", SPIN, 10, 0, OVERHEAD_MAX, AT(overhead), NULL},
    {"Skill Level", SPIN, MR_LEVEL_MAX, MR_LEVEL_MIN, MR_LEVEL_MAX, AT(level), NULL},
    {"UCI_LimitStrength", CHECK, 0, 0, 1, AT(limited), NULL},
    {"UCI_Elo", SPIN, MR_UCI_ELO_MAX, MR_UCI_ELO_MIN, MR_UCI_ELO_MAX, AT(elo), NULL},
    {"UCI_AnalyseMode", CHECK, 0, 0, 1, NOWHERE, NULL},
    {"UCI_ShowWDL", CHECK, 0, 0, 1, AT(odds), NULL},
    {"UCI_Variant", COMBO, 0, 0, 0, NOWHERE, set_variant},
    {"UCI_Chess960", CHECK, 0, 0, 1, NOWHERE, set_any_files},
    {"VariantPath", STRING, 0, 0, 0, NOWHERE, set_path},
    {"Endgames", STRING, 0, 0, 0, NOWHERE, set_endgames},
    {"EvalFile", STRING, 0, 0, 0, NOWHERE, set_network},
    {"Use NNUE", CHECK, 1, 0, 1, AT(networks), NULL},
};

static void put_variants(const mr_dialog *d, mr_str *out) {
  for (size_t i = 0; i < mr_catalog_count(d->catalog); i++) {
    if (mr_dialog_plays(d, i, NULL)) {
      mr_str_format(out, " var %s", mr_catalog_name(d->catalog, i));
    }
  }
}

void mr_uci_options(mr_uci *uci, mr_str *out) {
  static const char *const types[] = {"check", "spin", "button", "string", "combo"};
  const mr_dialog *d = uci_dialog(uci);
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
    const option *o = &OPTIONS[i];
    mr_str_format(out, "option name %s type %s", o->name, types[o->type]);
    switch (o->type) {
    case SPIN:
      mr_str_format(out, " default %u min %u max %u", o->standard, o->min, o->max);
      break;
    case CHECK:
      mr_str_add(out, o->standard != 0 ? " default true" : " default false");
      break;
    case STRING:
      mr_str_add(out, " default <empty>");
      break;
    case COMBO:
      mr_str_format(out, " default %s", d->name);
      put_variants(d, out);
      break;
    case BUTTON:
      break;
    }
    mr_str_char(out, '\n');
  }
  mr_uci_list_parameters(uci, out);
}

/* ---- setting them ---------------------------------------------------------------------------- */

void mr_uci_setoption(mr_uci *uci) {
  mr_token token;
  if (!mr_next_token(&uci->rest, &token) || !mr_token_is_nocase(token, "name")) {
    mr_uci_say(uci, "setoption goes: setoption name NAME value VALUE");
    return;
  }
  mr_token name = {mr_tokens_rest(&uci->rest).text, 0}; /* names may hold blanks */
  bool valued = false;
  while (!valued && mr_next_token(&uci->rest, &token)) {
    valued = mr_token_is_nocase(token, "value");
    name.length = valued ? name.length : (size_t)(token.text + token.length - name.text);
  }
  uci_choices *choices = &uci->choices;
  const option *o = mr_rows_find(MR_ROWS(OPTIONS), name);
  mr_token text = mr_tokens_rest(&uci->rest);
  mr_quote quote = mr_token_quote(text);
  uint64_t value = mr_token_is_nocase(text, "true") ? 1 : 0;
  if (o == NULL && valued && mr_uci_set_parameter(uci, name, text)) {
    return;
  }
  if (o == NULL) {
    mr_uci_say_unknown(uci, "there is no option", name, MR_ROWS(OPTIONS));
  } else if (!valued && o->type != BUTTON) {
    mr_uci_say(uci, "setoption name %s lacks its value", o->name);
  } else if (o->type == SPIN && (!mr_token_number(text, o->max, &value) || value < o->min)) {
    mr_uci_say(uci, "%s takes a number from %u to %u, not '%s'; it stays as it was", o->name,
               o->min, o->max, quote.text);
  } else if (o->type == CHECK && value == 0 && !mr_token_is_nocase(text, "false")) {
    mr_uci_say(uci, "%s takes 'true' or 'false', not '%s'; it stays as it was", o->name,
               quote.text);
  } else if (o->set != NULL) {
    o->set(uci, text);
  } else if (o->place != NOWHERE) {
    *(unsigned *)(void *)((char *)choices + o->place) = (unsigned)value;
    uci_dialog(uci)->settings = (mr_dialog_settings){.memory = choices->megabytes * MEBIBYTE,
                                                     .threads = choices->threads,
                                                     .level = mr_uci_level(choices),
                                                     .plain = choices->networks == 0};
  }
}
