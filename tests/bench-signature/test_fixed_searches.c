#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/engine.h>
#include <marcher/family.h>
#include <marcher/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/warlord/warlord.h"

/*
 * tests/data/bench.signature says what searches of fixed positions with fixed budgets find. No
 * compiler, no build and no machine may change it: budgets are counted in nodes, never in time.
 * With MARCHER_UPDATE_SIGNATURE=1 in the environment (script/update-signature) it is written anew.
 */

static const char path[] = MR_SOURCE_DIR "/tests/data/bench.signature";

static const char head[] =
    "# What the engines find in fixed positions with a fixed number of nodes: a change of search\n"
    "# that is meant to change nothing leaves this file alone. After one that is meant to, run\n"
    "#     script/update-signature\n"
    "# and commit what it writes together with the change.\n"
    "# engine position nodes depth choice signature\n";

typedef struct position {
  const char *name;
  const char *game; /* of the catalogue, or the size of a map that is generated */
  const char *state;
} position;

static const position POSITIONS[] = {
    {"opening", "borderline",
     "6/6/6/6/6/6/6/6 R 121,122,221,221,221,222,222,224,224,224,421,422,424,424,777 "
     "121,121,122,122,221,221,221,222,222,224,224,421,422,422,424 0 0"},
    {"early", "borderline",
     "1R1244/1R421R767R4212/6/6/6/6/1B637B2713/1B4214 B "
     "121,221,221,222,224,421,421,421,422,431,471 "
     "122,221,222,222,224,421,424,424,424,424,766,771 0 7"},
    {"middle", "borderline",
     "1R1244/1R421R566R734R4221/1R122R2241R221R224/1R2224/1B122B4223/1B2224/"
     "1B225B524B665B537B224/1B1244 B 121,122,122,422,424 121,121,121,121,224,763 0 19"},
    {"late", "borderline",
     "1R1244/R122R421R566R734R422R122/1R122R224R424R221R224/1R222B2243/1B122B4223/B121B2224/"
     "B121B225B524B665B537B224/1B1244 B 121,422 121,121,763 0 25"},
    {"duels", "borderline",
     "1R2211B2211R121/R1212R776R222R122/1R2221B171B777B221/B422B1211B1212/1R2241R2221R121/"
     "2R777R422B777R122/1R122B1211R4211/2R122R1211B421 B 121,421 221,777 0 0"},
    {"strict", "borderline-strict",
     "4R3231/4R7271/R6755/2R1221R3231/4R2721/2B4221R2321/2R2211R6261/R122R4212R2211 R "
     "124,124,222,422 121,222 0 0"},
};

/** For the player of the chess-like games. */
static const position CHESSLIKE[] = {
    {"chess", "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"borderlands", "borderlands",
     "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w "
     "- "
     "- 0 1"},
    {"ideologies", "battle-of-ideologies",
     "1fjeze2m/1sm1s1s2/2ss1s2s/2s1j1m2/4P3P/1PPA2H2/P8/3H2P2/R2C1K2R[] w - - 2 30"},
    {"colorboundmost", "colorboundmost",
     "z4qxz/pbx2pp1/2k3p1/3pP3/1ppb2PP/3PP3/PPPB2BX/ZX1QK2Z w - - 0 8 l -"},
    {"nearly", "nearly-colorboundmost",
     "zx1qkz1b/1p1bp2p/1pQp2x1/2P3P1/1P3Pp1/1P3p2/PB4P1/ZX2KBXZ w q - 0 1"},
};

/** For the general. */
static const position FIELDS[] = {
    {"lines", "warlord-battle-line",
     "16/nhc2nhcchn2chn/1l2l1l2l1l2l1/ii1ii1iiii1ii1ii/16/16/16/16/II1II1IIII1II1II/"
     "1L2L1L2L1L2L1/NHC2NHCCHN2CHN/16 w 0 1"},
    {"melee", "warlord-clash-of-arms",
     "9h6/7l8/3i3ii3i1n1/1liilii1liiliil1/n2c1n10/1Cc3h1n5h1/I7I7/2NC8L3/1L1I1II1LHI1II2/"
     "3I2NII3IHN1/4L2L5L2/6H9 w 0 7"},
    {"reserves", "warlord-valley-war",
     "20ichc/20ihpi/20iqri/18hicnni/16qihcir2/16i1n2i2/19i4/24/24/24/13np9/24/24/10N13/11C12/24/"
     "5Q18/5IIR16/2NNHNI17/1I1III18/1IHCIHP17/1IQIC19/1PR1I19/CH22 b 11 6 waiting=d4,d3,x22,u21"},
    /* Cities that are raced for, so that the plan above the turn decides. */
    {"cities", "warlord-valley-war",
     "24/21i1p/21iii/19ic3/19i1hqi/16n1rhc3/24/20n3/24/24/24/24/5N18/1H22/24/2Q21/2H3N17/24/4PI18/"
     "2I1C19/I3IC18/1R1I20/II22/24 b 7 4"},
    /* Armies before the towns of generated maps, whose ways are short and long. */
    {"siege", "24x24",
     "24/i9i2i6i2i/2i7i2i6i2i/2k8l1i7l2/14h9/5c5cc5gc4/1hiil5il1n2p2lhi2/3ii7c7c3/12h7CL2/"
     "20K3/1hl21/24/6kk11K4/7k16/3nN1n12C1H2/2L1Gn7I10/3N8N5I5/2HPCK5HLI4ILI3/1HII6IC6C1H3/"
     "1C7HI13/1LI8L9KI1/I8I14/I2I9I6I2I/24 w 0 14"},
    {"march", "36x36",
     "c35/ikgi17i1li7il1i/igki9ii6i2i7i2i/i1hih6ii1i6i1hi6h1h1i/1c9ik7clh13/36/10c2h12c1p7/"
     "3n15k6i1l7/12l23/11nh23/15c20/31n4/17l5n12/22k13/6n14c14/16l1c5n11/5l11n18/18n17/"
     "17N1L4K11/16L19/15K14N5/15C20/13HN21/3NK24N6/13C22/2H2H30/11LC2C7HN11/23IK11/9IC5L14N4/"
     "7P7I6H13/4ICN29/I5L28C/L3I7HL8L1I7IHHI/I10I2I6I2I7I1GI/I2I7I2I6I2I7IGKI/32C3 b 19 10"},
};

enum {
  POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0],
  CHESSLIKE_COUNT = sizeof CHESSLIKE / sizeof CHESSLIKE[0],
  FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0],
  OPTIONS_MAX = 24
};

typedef struct player {
  const char *kind;
  uint64_t nodes;
} player;

static const player EXPECTIMAX = {"expectimax", 20000};
static const player MCTS = {"mcts", 1000};
static const player ALPHABETA = {"alphabeta", 20000};
static const player GENERAL = {"general", 20000};

static const char *action_text(const mr_game *game, const mr_state *state, mr_action action,
                               char text[MR_ACTION_TEXT_MAX]) {
  mr_str str = mr_str_fixed(text, MR_ACTION_TEXT_MAX);
  mr_game_format_action(game, state, action, &str);
  return text;
}

/** Of the choice, its rivals, and what was spent on each. Values stay out: they are rounded. */
static uint64_t sign(const mr_game *game, const mr_state *state, const mr_search_result *result) {
  char text[MR_ACTION_TEXT_MAX];
  uint64_t hash = mr_mix64(MR_HASH_START + result->nodes);
  for (size_t i = 0; i < result->candidate_count; i++) {
    action_text(game, state, result->candidates[i].action, text);
    hash = mr_hash_bytes(hash, text, strlen(text));
    hash = mr_mix64(hash + result->candidates[i].visits);
  }
  return hash;
}

static mr_search_result think(const mr_game *game, const mr_state *seen, const player *who) {
  mr_engine *engine = NULL;
  mr_search_result result = {0};
  mr_engine_options options = {.kind = who->kind, .seed = 1, .memory = (size_t)16 << 20};
  mr_limits limits = {.nodes = who->nodes};
  assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
  assert_int_equal(mr_engine_think(engine, seen, &limits, &result, NULL), MR_OK);
  mr_engine_free(engine);
  return result;
}

static void search_state(const mr_game *game, const position *at, const player *who, mr_str *out) {
  char text[MR_ACTION_TEXT_MAX];
  mr_error error = {0};
  mr_state *state = mr_state_new(game, NULL);
  mr_state *seen = mr_state_new(game, NULL);
  assert_non_null(state);
  assert_non_null(seen);
  if (mr_game_parse_state(game, at->state, strlen(at->state), state, &error) != MR_OK) {
    fail_msg("%s: %s", at->name, error.message);
  }
  mr_game_observe(game, state, mr_game_node(game, state).player, seen);
  mr_search_result result = think(game, seen, who);
  mr_str_format(out, "%s %s %llu %u %s %016llx\n", who->kind, at->name,
                (unsigned long long)result.nodes, result.depth,
                action_text(game, seen, result.action, text),
                (unsigned long long)sign(game, seen, &result));
  mr_state_free(game, NULL, seen);
  mr_state_free(game, NULL, state);
}

/** Opens a game of the catalogue; of a name that is a size, the map that seed 7 makes. */
static void open_game(mr_catalog *catalog, const char *name, mr_game **game, mr_diagnostics *list) {
  const mr_generator *generator = mr_family_warlord.generator;
  const char *values[OPTIONS_MAX] = {NULL};
  if (name[0] >= '0' && name[0] <= '9') {
    mr_str text = mr_str_growing(NULL);
    assert_true(generator->option_count <= OPTIONS_MAX);
    for (size_t i = 0; i < generator->option_count; i++) {
      const char *option = generator->options[i].name;
      values[i] = strcmp(option, "size") == 0      ? name
                  : strcmp(option, "terrain") == 0 ? "20%"
                                                   : NULL;
    }
    assert_int_equal(generator->generate(values, 7, NULL, &text, NULL), MR_OK);
    assert_int_equal(mr_catalog_add(catalog, name, mr_str_text(&text), text.length, list), MR_OK);
    mr_str_done(&text);
    name = mr_catalog_name(catalog, mr_catalog_count(catalog) - 1);
  }
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, game, list), MR_OK);
}

/** Adds the row of one search. */
static void search(const position *at, const player *who, mr_str *out) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  open_game(catalog, at->game, &game, &list);
  search_state(game, at, who, out);
  mr_game_free(game);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
}

/** The rows of the file that are one player's. */
static void read_rows(const char *kind, mr_str *out) {
  char row[256];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  while (fgets(row, sizeof row, file) != NULL) {
    if (strncmp(row, kind, strlen(kind)) == 0 && row[strlen(kind)] == ' ') {
      mr_str_add(out, row);
    }
  }
  assert_false(ferror(file));
  fclose(file);
}

static void assert_searches(const player *who, const position *positions, size_t count) {
  mr_str expected = mr_str_growing(NULL);
  mr_str found = mr_str_growing(NULL);
  read_rows(who->kind, &expected);
  for (size_t i = 0; i < count; i++) {
    search(&positions[i], who, &found);
  }
  if (strcmp(mr_str_text(&found), mr_str_text(&expected)) != 0) {
    fail_msg("%s finds\n%sand should find\n%sIf that is meant to be, run script/update-signature.",
             who->kind, mr_str_text(&found), mr_str_text(&expected));
  }
  mr_str_done(&found);
  mr_str_done(&expected);
}

static void expectimax_finds_what_it_found(void **state) {
  (void)state;
  assert_searches(&EXPECTIMAX, POSITIONS, POSITION_COUNT);
}

static void alphabeta_finds_what_it_found(void **state) {
  (void)state;
#ifdef MR_STRESS
  skip(); /* its table is kept tiny, so that it finds something else */
#endif
  assert_searches(&ALPHABETA, CHESSLIKE, CHESSLIKE_COUNT);
}

static void the_general_finds_what_it_found(void **state) {
  (void)state;
  assert_searches(&GENERAL, FIELDS, FIELD_COUNT);
}

static void mcts_finds_what_it_found(void **state) {
  (void)state;
#ifdef MR_STRESS
  skip(); /* its tree is kept tiny, so that it finds something else */
#endif
  assert_searches(&MCTS, POSITIONS, POSITION_COUNT);
}

static void a_single_node_more_changes_a_signature(void **state) {
  (void)state;
  player longer = {MCTS.kind, MCTS.nodes + 1};
  mr_str rows = mr_str_growing(NULL);
  mr_str more = mr_str_growing(NULL);
  search(&POSITIONS[0], &MCTS, &rows);
  search(&POSITIONS[0], &longer, &more);
  assert_string_not_equal(strrchr(mr_str_text(&rows), ' '), strrchr(mr_str_text(&more), ' '));
  mr_str_done(&more);
  mr_str_done(&rows);
}

/** Writes the file anew where that is asked for. */
static int update(void **state) {
  (void)state;
  if (getenv("MARCHER_UPDATE_SIGNATURE") == NULL) {
    return 0;
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, head);
  for (size_t i = 0; i < 2 * (size_t)POSITION_COUNT; i++) {
    search(&POSITIONS[i % POSITION_COUNT], i < POSITION_COUNT ? &EXPECTIMAX : &MCTS, &text);
  }
  for (size_t i = 0; i < CHESSLIKE_COUNT; i++) {
    search(&CHESSLIKE[i], &ALPHABETA, &text);
  }
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    search(&FIELDS[i], &GENERAL, &text);
  }
  FILE *file = fopen(path, "wb");
  bool written = file != NULL && fwrite(text.data, 1, text.length, file) == text.length;
  written = file != NULL && fclose(file) == 0 && written;
  mr_str_done(&text);
  return written ? 0 : -1;
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(expectimax_finds_what_it_found),
    cmocka_unit_test(alphabeta_finds_what_it_found),
    cmocka_unit_test(the_general_finds_what_it_found),
    cmocka_unit_test(mcts_finds_what_it_found),
    cmocka_unit_test(a_single_node_more_changes_a_signature),
};

MR_TEST_MAIN_WITH(tests, update, NULL)
