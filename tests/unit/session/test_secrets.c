/* What a session hides: taking back, sealed records, and the proof that nothing was changed. */
#include <marcher/session.h>
#include <string.h>
#include <strings.h>

#include "bids_game.h"
#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

static const mr_player ANNA = {0};
static const mr_player BEN = {1};
static const mr_seal_key KEY = {{9, 9, 9}};

static mr_session *open_session(const mr_game *game) {
  mr_session *session = NULL;
  const mr_session_options options = {.deal_in_moves = true};
  const mr_session_seat person = {.sitter = MR_SESSION_PERSON};
  assert_int_equal(mr_session_new(game, &options, &session, NULL), MR_OK);
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_session_sit(session, (mr_player){i}, &person);
  }
  return session;
}

static void play(mr_session *session, const char *actions) {
  while (*actions != '\0') {
    size_t length = strcspn(actions, " ");
    mr_error error;
    if (mr_session_play_text(session, actions, length, "said of it", &error) != MR_OK) {
      fail_msg("%s: %s", actions, error.message);
    }
    actions += length + (actions[length] == ' ');
  }
}

static void seal(mr_session *session, mr_record *out) {
  mr_record_init(out, NULL);
  assert_int_equal(mr_session_record_sealed(session, &KEY, out, NULL), MR_OK);
}

/* "? bid1 ?" */
static void expect_moves(const mr_record *record, const char *expected) {
  char buffer[256];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < record->move_count; i++) {
    mr_str_format(&text, "%s%s", i > 0 ? " " : "", record->moves[i].text);
  }
  assert_string_equal(buffer, expected);
}

/* ---- taking back ----------------------------------------------------------------------------- */

static void what_another_has_done_unseen_is_not_for_others_to_take_back(void **state) {
  (void)state;
  bids_game game;
  mr_error error = {.message = ""};
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1");
  assert_int_equal(mr_session_take_back(s, BEN, 1, &error), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "Anna has acted since, and keeps something secret");
  assert_int_equal(mr_session_count(s), 2);
  play(s, "bid2");
  assert_int_equal(mr_session_take_back(s, ANNA, 1, &error), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "Ben has acted since, and keeps something secret");
  assert_int_equal(mr_session_take_back(s, BEN, 2, &error), MR_OK); /* Ben's own */
  assert_int_equal(mr_session_count(s), 2);
  assert_int_equal(mr_session_take_back(s, ANNA, 1, &error), MR_OK);
  play(s, "bid1 bid2 bid0");
  assert_int_equal(mr_session_take_back(s, BEN, 3, &error), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "what was hidden has been seen since");
  mr_session_free(s);
}

static void where_nothing_is_hidden_anybody_may_take_back(void **state) {
  (void)state;
  mr_game *game = mr_game_open("chess", "");
  mr_session *s = open_session(game);
  play(s, "e2e4 e7e5");
  assert_int_equal(mr_session_take_back(s, ANNA, 0, NULL), MR_OK);
  assert_int_equal(mr_session_count(s), 0);
  mr_session_free(s);
  mr_game_free(game);
}

/* What a computer does unseen is not shown by going back: it sits behind no screen. */
static void a_computers_secrets_are_no_reason_not_to_take_back(void **state) {
  (void)state;
  bids_game game;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  const mr_session_seat engine = {.sitter = MR_SESSION_ENGINE};
  mr_session_sit(s, BEN, &engine);
  play(s, "card2 bid1 bid2");
  assert_int_equal(mr_session_take_back(s, ANNA, 1, NULL), MR_OK);
  mr_session_free(s);
}

/* ---- viewers --------------------------------------------------------------------------------- */

static void who_sees_all_is_withheld_nothing(void **state) {
  (void)state;
  bids_game game;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1");
  assert_true(mr_session_hides(s));
  assert_true(mr_session_withheld(mr_session_move_at(s, 1), MR_NOBODY));
  assert_false(mr_session_withheld(mr_session_move_at(s, 1), MR_ALL_SEEING));
  assert_int_equal(mr_session_events(s, MR_ALL_SEEING).count, 2);
  assert_int_equal(mr_session_events(s, BEN).count, 1);
  assert_memory_equal(mr_session_observe(s, MR_ALL_SEEING), mr_session_state(s),
                      game.game.info.state_size);
  mr_session_free(s);
}

/* Whoever is no player looks on: no number of a seat opens what is hidden. */
static void who_is_no_player_sees_what_spectators_see(void **state) {
  (void)state;
  static const mr_player strangers[] = {{2}, {7}, {8}, {9}, {14}, {40}, {254}};
  bids_game game;
  bids_game_init(&game);
  size_t size = game.game.info.state_size;
  mr_session *s = open_session(&game.game);
  mr_state *open = mr_state_new(&game.game, NULL);
  assert_non_null(open);
  play(s, "card2 bid1");
  mr_state_copy(&game.game, open, mr_session_observe(s, MR_NOBODY));
  for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
    assert_true(mr_session_withheld(mr_session_move_at(s, 1), strangers[i]));
    assert_true(mr_session_untold(s, 1, strangers[i]));
    assert_int_equal(mr_session_events(s, strangers[i]).count,
                     mr_session_events(s, MR_NOBODY).count);
    assert_memory_equal(mr_session_observe(s, strangers[i]), open, size);
    assert_false(mr_session_has_secret(s, strangers[i]));
    assert_int_equal(mr_session_take_back(s, strangers[i], 1, NULL), MR_ERR_ILLEGAL);
  }
  mr_state_free(&game.game, NULL, open);
  mr_session_free(s);
}

/* ---- sealed records -------------------------------------------------------------------------- */

static void a_chapter_is_sealed_until_it_is_open(void **state) {
  (void)state;
  bids_game game;
  mr_record record;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  mr_session_begin(s, 5);
  play(s, "card2 bid1");
  seal(s, &record);
  expect_moves(&record, "? ?");
  assert_null(record.moves[1].comment);
  assert_string_equal(record.final_state, "0 b ? ?.. 00 00 00");
  assert_false(record.has_hash);
  assert_false(record.has_seed);
  assert_int_equal(record.commitment_count, 3); /* seed, Anna, chance */
  assert_string_equal(record.commitments[0].who, "seed");
  assert_string_equal(record.commitments[1].who, "Anna");
  assert_string_equal(record.commitments[2].who, "chance");
  mr_record_done(&record);

  play(s, "bid2 bid0"); /* all is open, but the seed would give the next cards */
  seal(s, &record);
  expect_moves(&record, "card2 bid1 bid2 bid0");
  assert_string_equal(record.moves[1].comment, "said of it");
  assert_true(record.has_hash);
  assert_false(record.has_seed);
  assert_non_null(record.key_name);
  assert_int_equal(record.commitment_count, 5);
  assert_false(record.commitments[0].has_salt);
  for (size_t i = 1; i < 5; i++) {
    assert_true(record.commitments[i].has_salt);
  }
  mr_record_done(&record);

  play(s, "card3 bid2"); /* the next chapter has salts of its own, which are not told */
  seal(s, &record);
  expect_moves(&record, "card2 bid1 bid2 bid0 ? ?");
  assert_int_equal(record.commitment_count, 7);
  assert_true(record.commitments[1].has_salt);
  assert_false(record.commitments[5].has_salt);
  mr_seal_digest first = record.commitments[1].salt;
  mr_record_done(&record);
  play(s, "bid2 bid2 card1 bid0 bid0 bid0");
  seal(s, &record);
  assert_null(record.key_name);
  assert_int_equal(record.seed, 5);
  assert_int_equal(record.commitment_count, 13);
  for (size_t i = 0; i < 13; i++) {
    assert_true(record.commitments[i].has_salt);
  }
  assert_true(mr_seal_same(&first, &record.commitments[1].salt));
  assert_false(mr_seal_same(&first, &record.commitments[5].salt));
  mr_record_done(&record);
  mr_session_free(s);
}

static void a_hidden_start_is_sealed(void **state) {
  (void)state;
  mr_game *game = mr_toy_new(MR_TOY_SOUND);
  mr_session *s = NULL;
  mr_record record;
  assert_int_equal(mr_session_new(game, NULL, &s, NULL), MR_OK);
  mr_session_begin(s, 3); /* dealt: each has a card that the other does not see */
  seal(s, &record);
  assert_non_null(strchr(record.start, '?'));
  assert_int_equal(record.commitment_count, 2);
  assert_string_equal(record.commitments[1].who, "chance");
  assert_int_equal(mr_record_open(&record, &KEY, NULL), MR_OK);
  assert_null(strchr(record.start, '?'));
  assert_int_equal(record.seed, 3);
  mr_record_done(&record);
  mr_session_free(s);
  mr_game_free(game);
}

static void a_game_that_was_given_up_is_in_the_open(void **state) {
  (void)state;
  bids_game game;
  mr_record record;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1");
  const uint8_t score[] = {4, 0, 0};
  assert_int_equal(mr_session_adjudicate(s, score, NULL), MR_OK);
  seal(s, &record);
  assert_null(record.key_name);
  expect_moves(&record, "card2 bid1");
  assert_true(record.has_seed);
  mr_record_done(&record);
  /* So nobody looks into it and then goes on. */
  mr_error error = {.message = ""};
  assert_int_equal(mr_session_take_back(s, BEN, 2, &error), MR_ERR_ILLEGAL);
  assert_string_equal(error.message, "the game is over, and its secrets are in the open");
  assert_int_equal(mr_session_ended(s), MR_SESSION_ADJUDICATED);
  mr_session_free(s);
}

static void the_key_of_a_seed_is_that_of_the_game_and_the_seed(void **state) {
  (void)state;
  bids_game game;
  mr_seal_key one;
  mr_seal_key other;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  assert_int_equal(mr_session_key_of_seed(s, &one, NULL), MR_OK);
  play(s, "card2");
  assert_int_equal(mr_session_key_of_seed(s, &other, NULL), MR_OK);
  assert_memory_equal(one.bytes, other.bytes, sizeof one.bytes);
  mr_session_begin(s, 2);
  assert_int_equal(mr_session_key_of_seed(s, &other, NULL), MR_OK);
  assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
  mr_session_free(s);
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static void expect_proof(const mr_session *s, const mr_record *earlier, const mr_record *later,
                         const char *fault, size_t kept, size_t open) {
  mr_session_proof proof;
  mr_error error = {.message = ""};
  mr_status status = mr_session_prove(s, earlier, later, &proof, &error);
  assert_string_equal(error.message, fault);
  assert_int_equal(status, fault[0] == '\0' ? MR_OK : MR_ERR_MISMATCH);
  if (status == MR_OK) {
    assert_int_equal(proof.kept, kept);
    assert_int_equal(proof.open, open);
  }
}

static void an_earlier_record_proves_that_nothing_was_changed(void **state) {
  (void)state;
  bids_game game;
  mr_record earlier;
  mr_record later;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1 bid2");
  seal(s, &earlier); /* seed, Anna, Ben, chance */
  expect_proof(s, &earlier, &earlier, "", 0, 4);
  play(s, "bid0");
  seal(s, &later);
  expect_proof(s, &earlier, &later, "", 3, 1);
  expect_proof(s, &later, &later, "", 4, 1);
  mr_record_done(&later);
  play(s, "card1 bid0 bid0 bid1 card1 bid0 bid0 bid1");
  seal(s, &later);
  expect_proof(s, &earlier, &later, "", 4, 0);
  mr_record_done(&later);

  /* The same, but for one bid that was made to be another one. */
  mr_session_rewind(s, 2);
  play(s, "bid1 bid0");
  seal(s, &later);
  expect_proof(s, &earlier, &later, "what Ben did unseen is not what was committed to", 0, 0);
  mr_record_done(&later);
  mr_session_rewind(s, 0);
  play(s, "card3 bid1 bid2 bid0");
  seal(s, &later);
  expect_proof(s, &earlier, &later, "what chance did unseen is not what was committed to", 0, 0);
  mr_session_rewind(s, 2);
  expect_proof(s, &earlier, &later, "the earlier record has 3 actions, but there are only 2", 0, 0);
  mr_record_done(&later);
  mr_record_done(&earlier);

  /* Nor does another seed go. */
  mr_session_begin(s, 1);
  play(s, "card2 bid1");
  seal(s, &earlier);
  mr_session_begin(s, 2);
  play(s, "card2 bid1 bid0 bid0 card1 bid0 bid0 bid1 card1 bid0 bid0 bid1");
  seal(s, &later);
  expect_proof(s, &earlier, &later, "the seed is not the one that was committed to", 0, 0);
  mr_record_done(&later);
  mr_record_done(&earlier);
  mr_session_free(s);
}

static void what_was_in_the_open_has_to_be_the_same_as_well(void **state) {
  (void)state;
  bids_game game;
  mr_record earlier;
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1 bid2 bid0");
  seal(s, &earlier);
  mr_session_rewind(s, 3);
  play(s, "bid1");
  expect_proof(s, &earlier, &earlier, "action 4 was 'bid0', but is 'bid1' now", 0, 0);
  mr_record_done(&earlier);
  mr_session_free(s);
}

/* "BID1" for "bid1", as some families read their actions. */
static mr_status read_any_case(const mr_game *game, const mr_state *state, const char *text,
                               size_t length, mr_action *out, mr_error *err) {
  mr_action actions[16];
  size_t count = mr_game_actions(game, state, actions);
  for (size_t i = 0; i < count; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str written = mr_str_fixed(buffer, sizeof buffer);
    mr_game_format_action(game, state, actions[i], &written);
    if (written.length == length && strncasecmp(buffer, text, length) == 0) {
      *out = actions[i];
      return MR_OK;
    }
  }
  return mr_error_set(err, MR_ERR_SYNTAX, "no action");
}

/* A byte that changes how an action is written, and not which it is, breaks no promise. */
static void a_letter_of_the_other_case_breaks_no_promise(void **state) {
  (void)state;
  bids_game game;
  mr_record record;
  mr_error error = {.message = ""};
  bids_game_init(&game);
  mr_game_ops loose = *game.game.ops;
  loose.parse_action = read_any_case;
  game.game.ops = &loose;
  mr_session *s = open_session(&game.game);
  mr_session *reader = open_session(&game.game);
  play(s, "card2 bid1 bid2 bid0 card1 bid0 bid0 bid1 card1 bid0 bid0 bid1");
  seal(s, &record);
  record.moves[3].text = "biD0";
  assert_int_equal(mr_session_load(reader, &record, 1, &error), MR_OK);
  assert_string_equal(mr_session_text(reader, 3), "bid0");
  record.moves[3].text = "biD1";
  assert_int_not_equal(mr_session_load(reader, &record, 1, &error), MR_OK);
  mr_record_done(&record);
  mr_session_free(reader);
  mr_session_free(s);
}

/* Damage to what a finished record promises is found when it is read, and the session stays. */
static void broken_promises_are_found_when_a_record_is_read(void **state) {
  (void)state;
  static const char game_text[] = "card2 bid1 bid2 bid0 card1 bid0 bid0 bid1 card1 bid0 bid0 bid1";
  bids_game game;
  mr_record record;
  mr_error error = {.message = ""};
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  mr_session *reader = open_session(&game.game);
  play(s, game_text);
  seal(s, &record);
  assert_int_equal(mr_session_load(reader, &record, 1, &error), MR_OK);
  mr_session_rewind(reader, 3);
  for (size_t i = 0; i < record.commitment_count; i++) {
    mr_record_commitment *one = &record.commitments[i];
    uint8_t *const bytes[] = {&one->digest.bytes[i % MR_SEAL_SIZE], &one->salt.bytes[31]};
    for (size_t k = 0; k < 2; k++) {
      *bytes[k] ^= 1;
      assert_int_equal(mr_session_load(reader, &record, 1, &error), MR_ERR_MISMATCH);
      assert_non_null(strstr(error.message, "committed to"));
      assert_int_equal(mr_session_count(reader), 3);
      *bytes[k] ^= 1;
    }
  }
  size_t count = record.commitment_count;
  record.commitment_count = count - 1;
  assert_int_equal(mr_session_load(reader, &record, 1, &error), MR_ERR_MISMATCH);
  assert_string_equal(error.message, "what chance did unseen was not committed to");
  record.commitment_count = count;
  const mr_seal_digest digest = {{0}};
  assert_int_equal(mr_record_add_commitment(&record, "Ben", &digest, NULL, NULL), MR_OK);
  assert_int_equal(mr_session_load(reader, &record, 1, &error), MR_ERR_MISMATCH);
  assert_string_equal(error.message, "there is a commitment of 'Ben' to nothing that was done");
  mr_record_done(&record);
  mr_session_free(reader);
  mr_session_free(s);
}

static void a_sealed_record_is_not_played_on_unopened(void **state) {
  (void)state;
  bids_game game;
  mr_record record;
  mr_error error = {.message = ""};
  bids_game_init(&game);
  mr_session *s = open_session(&game.game);
  play(s, "card2 bid1");
  seal(s, &record);
  assert_int_equal(mr_session_load(s, &record, 1, &error), MR_ERR_UNSUPPORTED);
  assert_string_equal(error.message, "the record is sealed, and can be played on by its key alone");
  assert_int_equal(mr_session_count(s), 2);
  mr_record_done(&record);
  mr_session_free(s);
}

static void sealing_survives_the_lack_of_memory(void **state) {
  (void)state;
  bids_game game;
  bids_game_init(&game);
  bool done = false;
  for (size_t n = 1; !done; n++) {
    mr_fail_alloc memory;
    mr_session *s = NULL;
    mr_record record;
    mr_fail_alloc_init(&memory, n);
    const mr_session_options options = {.deal_in_moves = true, .allocator = &memory.allocator};
    mr_record_init(&record, &memory.allocator);
    mr_status status = mr_session_new(&game.game, &options, &s, NULL);
    if (status == MR_OK) {
      status = mr_session_play_text(s, "card2", 5, NULL, NULL);
    }
    if (status == MR_OK) {
      status = mr_session_record_sealed(s, &KEY, &record, NULL);
    }
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_record_done(&record);
    mr_session_free(s);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

/* A record whose promises are proved while it is read: whatever request fails, nothing is left. */
static void so_does_the_proof_of_a_record_that_is_read(void **state) {
  (void)state;
  bids_game game;
  mr_record record;
  bids_game_init(&game);
  mr_session *played = open_session(&game.game);
  play(played, "card2 bid1 bid2 bid0 card1 bid0 bid0 bid1 card1 bid0 bid0 bid1");
  seal(played, &record);
  assert_true(record.commitment_count > 0);
  bool done = false;
  for (size_t n = 1; !done; n++) {
    mr_fail_alloc memory;
    mr_session *reader = NULL;
    mr_fail_alloc_init(&memory, n);
    const mr_session_options options = {.allocator = &memory.allocator};
    mr_status status = mr_session_new(&game.game, &options, &reader, NULL);
    if (status == MR_OK) {
      status = mr_session_load(reader, &record, 1, NULL);
    }
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_session_free(reader);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_record_done(&record);
  mr_session_free(played);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_another_has_done_unseen_is_not_for_others_to_take_back),
    cmocka_unit_test(where_nothing_is_hidden_anybody_may_take_back),
    cmocka_unit_test(a_computers_secrets_are_no_reason_not_to_take_back),
    cmocka_unit_test(who_sees_all_is_withheld_nothing),
    cmocka_unit_test(who_is_no_player_sees_what_spectators_see),
    cmocka_unit_test(a_chapter_is_sealed_until_it_is_open),
    cmocka_unit_test(a_hidden_start_is_sealed),
    cmocka_unit_test(a_game_that_was_given_up_is_in_the_open),
    cmocka_unit_test(the_key_of_a_seed_is_that_of_the_game_and_the_seed),
    cmocka_unit_test(an_earlier_record_proves_that_nothing_was_changed),
    cmocka_unit_test(a_letter_of_the_other_case_breaks_no_promise),
    cmocka_unit_test(what_was_in_the_open_has_to_be_the_same_as_well),
    cmocka_unit_test(broken_promises_are_found_when_a_record_is_read),
    cmocka_unit_test(a_sealed_record_is_not_played_on_unopened),
    cmocka_unit_test(sealing_survives_the_lack_of_memory),
    cmocka_unit_test(so_does_the_proof_of_a_record_that_is_read),
};

MR_TEST_MAIN(tests)
