#include <marcher/seal.h>

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define NONCE_SIZE crypto_aead_xchacha20poly1305_ietf_NPUBBYTES

static_assert(MR_SEAL_OVERHEAD == NONCE_SIZE + crypto_aead_xchacha20poly1305_ietf_ABYTES,
              "a block is a nonce, the content, and what proves it");
static_assert(MR_SEAL_SIZE == crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
              "a digest can be the key of a block");
static_assert(MR_SEAL_SIZE == crypto_generichash_KEYBYTES, "a digest can be the key of another");

/** Makes the library ready, which it does once. */
static mr_status begin(mr_error *err) {
  return sodium_init() >= 0
             ? MR_OK
             : mr_error_set(err, MR_ERR_UNSUPPORTED, "libsodium cannot be used on this machine");
}

bool mr_seal_available(void) {
  return sodium_init() >= 0;
}

mr_status mr_seal_key_fresh(mr_seal_key *out, mr_error *err) {
  mr_status status = begin(err);
  if (status == MR_OK) {
    randombytes_buf(out->bytes, sizeof out->bytes);
  }
  return status;
}

/* ---- digests --------------------------------------------------------------------------------- */

/** @param key NULL: none */
static void digest(const uint8_t *key, const char *purpose, mr_seal_bytes first,
                   mr_seal_bytes second, uint8_t *out) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, key, key != NULL ? MR_SEAL_SIZE : 0, MR_SEAL_SIZE);
  /* The NUL ends the purpose: none is the beginning of another. */
  crypto_generichash_update(&state, (const uint8_t *)purpose, strlen(purpose) + 1);
  crypto_generichash_update(&state, first.bytes, first.length);
  crypto_generichash_update(&state, second.bytes, second.length);
  crypto_generichash_final(&state, out, MR_SEAL_SIZE);
}

mr_status mr_seal_key_of(const char *text, mr_seal_key *out, mr_error *err) {
  mr_status status = begin(err);
  if (status == MR_OK) {
    digest(NULL, "marcher key", (mr_seal_bytes){text, strlen(text)}, (mr_seal_bytes){0},
           out->bytes);
  }
  return status;
}

mr_status mr_seal_digest_of(const mr_seal_key *key, const char *purpose, mr_seal_bytes bytes,
                            mr_seal_digest *out, mr_error *err) {
  mr_status status = begin(err);
  if (status == MR_OK) {
    digest(key->bytes, purpose, bytes, (mr_seal_bytes){0}, out->bytes);
  }
  return status;
}

mr_status mr_seal_salted(const mr_seal_digest *salt, const char *purpose, mr_seal_bytes bytes,
                         mr_seal_digest *out, mr_error *err) {
  mr_seal_key key;
  memcpy(key.bytes, salt->bytes, sizeof key.bytes);
  return mr_seal_digest_of(&key, purpose, bytes, out, err);
}

bool mr_seal_same(const mr_seal_digest *one, const mr_seal_digest *other) {
  return sodium_memcmp(one->bytes, other->bytes, MR_SEAL_SIZE) == 0;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static mr_status check_sizes(mr_seal_bytes content, mr_seal_bytes beside, mr_error *err) {
  mr_status status = begin(err);
  if (status == MR_OK &&
      (content.length > MR_SEAL_CONTENT_MAX || beside.length > MR_SEAL_CONTENT_MAX)) {
    status = mr_error_set(err, MR_ERR_LIMIT, "no more than %zu bytes can be sealed",
                          MR_SEAL_CONTENT_MAX);
  }
  return status;
}

mr_status mr_seal_close(const mr_seal_key *key, mr_seal_bytes content, mr_seal_bytes beside,
                        uint8_t *out, mr_error *err) {
  mr_status status = check_sizes(content, beside, err);
  if (status != MR_OK) {
    return status;
  }
  uint8_t sealing[MR_SEAL_SIZE];
  uint8_t whole[MR_SEAL_SIZE];
  digest(key->bytes, "seal", (mr_seal_bytes){0}, (mr_seal_bytes){0}, sealing);
  /* One nonce for two texts would tell what they have in common, so it is a digest of both parts;
   * that of what is beside comes first, since its length is fixed. */
  digest(key->bytes, "beside", beside, (mr_seal_bytes){0}, whole);
  digest(key->bytes, "nonce", (mr_seal_bytes){whole, sizeof whole}, content, whole);
  memcpy(out, whole, NONCE_SIZE);
  crypto_aead_xchacha20poly1305_ietf_encrypt(out + NONCE_SIZE, NULL, content.bytes, content.length,
                                             beside.bytes, beside.length, NULL, whole, sealing);
  sodium_memzero(sealing, sizeof sealing);
  return MR_OK;
}

mr_status mr_seal_open(const mr_seal_key *key, mr_seal_bytes block, mr_seal_bytes beside,
                       uint8_t *out, mr_error *err) {
  mr_status status = check_sizes(block, beside, err);
  if (status != MR_OK) {
    return status;
  }
  uint8_t sealing[MR_SEAL_SIZE];
  digest(key->bytes, "seal", (mr_seal_bytes){0}, (mr_seal_bytes){0}, sealing);
  const uint8_t *nonce = block.bytes;
  bool good = block.length >= MR_SEAL_OVERHEAD &&
              crypto_aead_xchacha20poly1305_ietf_decrypt(out, NULL, NULL, nonce + NONCE_SIZE,
                                                         block.length - NONCE_SIZE, beside.bytes,
                                                         beside.length, nonce, sealing) == 0;
  sodium_memzero(sealing, sizeof sealing);
  return good ? MR_OK : mr_error_set(err, MR_ERR_MISMATCH, "the block does not open with this key");
}
