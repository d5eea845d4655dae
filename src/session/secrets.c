/**
 * Records of games that hide something: commitments to what is done unseen, what is sealed while
 * the game goes on, and the proof that it was not changed.
 *
 * A **chapter** is a run of actions from one moment at which nothing is hidden to the next. What
 * was done unseen in it is sealed until it ends, and committed to by a digest for each player,
 * whose salt belongs to this chapter alone: that of an earlier one, told by now, helps nobody to
 * guess.
 */
#include <inttypes.h>
#include <string.h>

#include "session/session_priv.h"

#define CHANCE "chance"
#define SEED "seed"

static mr_seal_bytes bytes_of(const mr_str *text) {
  return (mr_seal_bytes){text->data, text->length};
}

mr_status mr_session_key_of_seed(const mr_session *session, mr_seal_key *out, mr_error *err) {
  char buffer[128];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&text, "seed %" PRIu64 " definition %016" PRIx64, session->seed,
                session->game->info.definition_hash);
  return mr_seal_key_of(buffer, out, err);
}

/* ---- what is committed to -------------------------------------------------------------------- */

/** Where the chapter begins that action `index` (or the end, for the number of actions) is in. */
static size_t chapter_of(const mr_session *s, size_t index) {
  while (index > 0 && !s->moves[index - 1].open) {
    index--;
  }
  return index;
}

/** Where it ends, at `count` at the latest. */
static size_t chapter_end(const mr_session *s, size_t first, size_t count) {
  size_t end = first;
  while (end < count && !s->moves[end++].open) {
    continue;
  }
  return end;
}

static bool is_unseen(const mr_session *s, size_t index) {
  return mr_session_withheld(&s->moves[index], MR_NOBODY);
}

/** A commitment before it is a digest. */
typedef struct promise {
  const char *who;
  size_t first;   /**< where its chapter begins */
  mr_str message; /**< what is promised */
} promise;

/** Promises of the first `count` actions, one after the other, in the order of records. */
typedef struct promises {
  const mr_session *s;
  size_t count;
  size_t first;  /**< of the chapter */
  size_t player; /**< the next one; the number of players is chance */
  bool begun;
  promise at;
} promises;

static promises promises_of(const mr_session *s, size_t count) {
  promises all = {.s = s, .count = count};
  all.at.message = mr_str_growing(s->allocator);
  return all;
}

static void promises_done(promises *all) {
  mr_str_done(&all->at.message);
}

/** What a player, or chance, has done unseen in a chapter. @return whether there is anything */
static bool write_unseen(promises *all, mr_player player, size_t end) {
  const mr_session *s = all->s;
  mr_str *out = &all->at.message;
  bool any = false;
  if (player.id == MR_NOBODY_ID && all->first == 0 && !s->start_open) {
    mr_str_add(out, "start ");
    mr_game_format_state(s->game, s->start, out);
    mr_str_char(out, '\n');
    any = true;
  }
  for (size_t i = all->first; i < end; i++) {
    if (mr_player_same(s->moves[i].player, player) && is_unseen(s, i)) {
      mr_str_format(out, "%zu %s\n", i + 1, mr_session_text(s, i));
      any = true;
    }
  }
  return any;
}

/** Goes to the next promise. @return false: there is none */
static bool next_promise(promises *all) {
  const mr_session *s = all->s;
  const mr_game_info *info = &s->game->info;
  mr_str *out = &all->at.message;
  mr_str_reset(out);
  mr_str_format(out, "%s %016" PRIx64 "\n", info->name, info->definition_hash);
  if (!all->begun) {
    all->begun = true;
    all->at.who = SEED;
    mr_str_format(out, "%" PRIu64 "\n", s->seed);
    return true;
  }
  for (;;) {
    size_t end = chapter_end(s, all->first, all->count);
    while (all->player <= info->players) {
      size_t id = all->player++;
      mr_player player = id < info->players ? (mr_player){(uint8_t)id} : MR_NOBODY;
      if (write_unseen(all, player, end)) {
        all->at.who = id < info->players ? info->player_names[id] : CHANCE;
        all->at.first = all->first;
        return true;
      }
    }
    if (end >= all->count) {
      return false;
    }
    all->player = 0;
    all->first = end;
  }
}

static mr_status salt_of(const promise *of, const mr_seal_key *key, mr_seal_digest *out,
                         mr_error *err) {
  char buffer[160];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&text, "%zu %s", of->first, of->who);
  return mr_seal_digest_of(key, "salt", bytes_of(&text), out, err);
}

static mr_status digest_of(const promise *of, const mr_seal_digest *salt, mr_seal_digest *out,
                           mr_error *err) {
  return of->message.status == MR_OK
             ? mr_seal_salted(salt, "commitment", bytes_of(&of->message), out, err)
             : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a commitment");
}

/** Adds all commitments. @param open as many actions are in the open @param over the seed, too */
static mr_status add_commitments(const mr_session *s, size_t open, bool over,
                                 const mr_seal_key *key, mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  promises all = promises_of(s, s->count);
  while (status == MR_OK && next_promise(&all)) {
    mr_seal_digest salt;
    mr_seal_digest digest;
    bool seed = strcmp(all.at.who, SEED) == 0 && all.player == 0;
    bool told = over || (!seed && all.at.first < open);
    status = salt_of(&all.at, key, &salt, err);
    if (status == MR_OK) {
      status = digest_of(&all.at, &salt, &digest, err);
    }
    if (status == MR_OK) {
      status = mr_record_add_commitment(out, all.at.who, &digest, told ? &salt : NULL, err);
    }
  }
  promises_done(&all);
  return status;
}

/* ---- sealed records -------------------------------------------------------------------------- */

/** What is not to be seen: the seed, and from action `open` on what was done. */
static mr_status write_hidden(const mr_session *s, size_t open, bool hides, mr_record *out,
                              mr_error *err) {
  mr_status status = MR_OK;
  out->has_seed = true;
  out->seed = s->seed;
  if (hides && open == 0 && !s->start_open && !s->own_start) {
    status = mr_session_write_state(s, s->start, out, &out->start, err);
  }
  for (size_t i = open; i < s->count && status == MR_OK; i++) {
    status = mr_session_write_move(s, i, out, err);
  }
  if (status == MR_OK && hides) {
    status = mr_session_write_state(s, s->state, out, &out->final_state, err);
    out->has_hash = true;
    out->final_hash = mr_game_hash(s->game, s->state);
  }
  return status;
}

/** What everybody may know: up to action `open` all, then what was not withheld from spectators. */
static mr_status write_open(mr_session *s, size_t open, bool hides, mr_record *out, mr_error *err) {
  mr_status status = mr_session_write_game(s, out, err);
  if (status == MR_OK && !s->own_start) {
    mr_game_observe(s->game, s->start, MR_NOBODY, s->seen);
    bool hidden = hides && open == 0;
    status = mr_session_write_state(s, hidden ? s->seen : s->start, out, &out->start, err);
  }
  for (size_t i = 0; i < s->count && status == MR_OK; i++) {
    /* Comments of the chapter may speak of what is hidden. */
    status = i < open
                 ? mr_session_write_move(s, i, out, err)
                 : mr_record_add_move(
                       out, is_unseen(s, i) ? MR_RECORD_HIDDEN : mr_session_text(s, i), NULL, err);
  }
  if (status != MR_OK || !hides) {
    return status == MR_OK ? mr_record_close(out, s->game, s->state, err) : status;
  }
  out->definition_hash = s->game->info.definition_hash;
  return mr_session_write_state(s, mr_session_observe(s, MR_NOBODY), out, &out->final_state, err);
}

mr_status mr_session_record_sealed(mr_session *session, const mr_seal_key *key, mr_record *out,
                                   mr_error *err) {
  mr_session *s = session;
  bool over = mr_session_ended(s) != MR_SESSION_GOES_ON;
  bool can_hide = mr_game_can(s->game, MR_CAN_HIDE);
  if (!mr_session_is_full(s) || over || !can_hide) {
    mr_status status = mr_session_record(s, out, err);
    return status == MR_OK && can_hide ? add_commitments(s, s->count, true, key, out, err) : status;
  }
  bool hides = mr_session_hides(s);
  size_t open = hides ? chapter_of(s, s->count) : s->count;
  mr_record hidden;
  mr_record_init(&hidden, s->allocator);
  mr_status status = write_open(s, open, hides, out, err);
  if (status == MR_OK) {
    status = add_commitments(s, open, false, key, out, err);
  }
  if (status == MR_OK) {
    status = write_hidden(s, open, hides, &hidden, err);
  }
  if (status == MR_OK) {
    status = mr_record_seal(out, &hidden, key, err);
  }
  mr_record_done(&hidden);
  return status;
}

/* ---- proving --------------------------------------------------------------------------------- */

static MR_PRINTF(2, 3) mr_status broken(mr_error *err, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(err, MR_ERR_MISMATCH, format, args);
  va_end(args);
  return MR_ERR_MISMATCH;
}

/** Whether a text, which is not how an action is written, is read as it, such as one with a letter
 * of the other case. What is promised is told of the actions as they are written. */
static bool is_read_as(const mr_session *s, size_t index, const char *text) {
  mr_action action = MR_ACTION_NONE;
  mr_state *state = mr_state_new(s->game, s->allocator);
  if (state == NULL) {
    return false;
  }
  mr_state_copy(s->game, state, s->start);
  for (size_t i = 0; i < index; i++) {
    mr_game_make(s->game, state, s->moves[i].action, NULL, NULL);
  }
  bool same = mr_game_parse_action(s->game, state, text, strlen(text), &action, NULL) == MR_OK &&
              action == s->moves[index].action;
  mr_state_free(s->game, s->allocator, state);
  return same;
}

/** Whether `earlier` is of this game, and what it shows of the actions is what they are. */
static mr_status check_actions(const mr_session *s, const mr_record *earlier, mr_error *err) {
  if ((earlier->game != NULL && strcmp(earlier->game, s->game->info.name) != 0) ||
      (earlier->definition_hash != 0 &&
       earlier->definition_hash != s->game->info.definition_hash)) {
    return broken(err, "the earlier record is of another game, or of other rules");
  }
  if (earlier->move_count > s->count) {
    return broken(err, "the earlier record has %zu actions, but there are only %zu",
                  earlier->move_count, s->count);
  }
  for (size_t i = 0; i < earlier->move_count; i++) {
    const char *text = earlier->moves[i].text;
    if (strcmp(text, MR_RECORD_HIDDEN) != 0 && strcmp(text, mr_session_text(s, i)) != 0 &&
        !is_read_as(s, i, text)) {
      return broken(err, "action %zu was '%s', but is '%s' now", i + 1, text,
                    mr_session_text(s, i));
    }
  }
  return MR_OK;
}

/** The salt of a promise, found by its place among those of the whole game; NULL: it is not told.
 */
static const mr_seal_digest *find_salt(const mr_session *s, const promise *wanted,
                                       const mr_record *proofs) {
  const mr_seal_digest *salt = NULL;
  promises all = promises_of(s, s->count);
  for (size_t i = 0; next_promise(&all) && i < proofs->commitment_count; i++) {
    const mr_record_commitment *one = &proofs->commitments[i];
    if (all.at.first == wanted->first && strcmp(all.at.who, wanted->who) == 0 &&
        strcmp(one->who, wanted->who) == 0 && one->has_salt) {
      salt = &one->salt;
      break;
    }
  }
  promises_done(&all);
  return salt;
}

static mr_status check_promise(const mr_session *s, const promise *of,
                               const mr_record_commitment *made, const mr_record *proofs,
                               mr_session_proof *out, mr_error *err) {
  if (strcmp(of->who, made->who) != 0) {
    return broken(err, "there is a commitment of '%s' where one of '%s' belongs", made->who,
                  of->who);
  }
  const mr_seal_digest *salt = made->has_salt ? &made->salt : find_salt(s, of, proofs);
  if (salt == NULL) {
    out->open++;
    return MR_OK;
  }
  mr_seal_digest digest;
  mr_status status = digest_of(of, salt, &digest, err);
  if (status == MR_OK && !mr_seal_same(&digest, &made->digest)) {
    return strcmp(of->who, SEED) == 0
               ? broken(err, "the seed is not the one that was committed to")
               : broken(err, "what %s did unseen is not what was committed to", of->who);
  }
  out->kept++;
  return status;
}

mr_status mr_session_prove(const mr_session *session, const mr_record *earlier,
                           const mr_record *proofs, mr_session_proof *out, mr_error *err) {
  const mr_session *s = session;
  *out = (mr_session_proof){0};
  mr_status status = check_actions(s, earlier, err);
  if (status != MR_OK || earlier->commitment_count == 0) {
    return status;
  }
  promises all = promises_of(s, earlier->move_count);
  size_t count = 0;
  while (status == MR_OK && next_promise(&all)) {
    status = count < earlier->commitment_count
                 ? check_promise(s, &all.at, &earlier->commitments[count], proofs, out, err)
                 : broken(err, "what %s did unseen was not committed to", all.at.who);
    count++;
  }
  if (status == MR_OK && count < earlier->commitment_count) {
    status = broken(err, "there is a commitment of '%s' to nothing that was done",
                    earlier->commitments[count].who);
  }
  promises_done(&all);
  return status;
}
