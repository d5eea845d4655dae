/* seal.c where there is no libsodium (WebAssembly): a page is given what it may see by a server,
 * which keeps the keys. */
#include <marcher/seal.h>

#include <string.h>

static mr_status refuse(mr_error *err) {
  return mr_error_set(err, MR_ERR_UNSUPPORTED,
                      "this build of Marcher neither seals nor opens seals");
}

bool mr_seal_available(void) {
  return false;
}

mr_status mr_seal_key_fresh(mr_seal_key *out, mr_error *err) {
  (void)out;
  return refuse(err);
}

mr_status mr_seal_key_of(const char *text, mr_seal_key *out, mr_error *err) {
  (void)text;
  (void)out;
  return refuse(err);
}

mr_status mr_seal_digest_of(const mr_seal_key *key, const char *purpose, mr_seal_bytes bytes,
                            mr_seal_digest *out, mr_error *err) {
  (void)key;
  (void)purpose;
  (void)bytes;
  (void)out;
  return refuse(err);
}

mr_status mr_seal_salted(const mr_seal_digest *salt, const char *purpose, mr_seal_bytes bytes,
                         mr_seal_digest *out, mr_error *err) {
  (void)salt;
  (void)purpose;
  (void)bytes;
  (void)out;
  return refuse(err);
}

bool mr_seal_same(const mr_seal_digest *one, const mr_seal_digest *other) {
  return memcmp(one->bytes, other->bytes, MR_SEAL_SIZE) == 0;
}

mr_status mr_seal_close(const mr_seal_key *key, mr_seal_bytes content, mr_seal_bytes beside,
                        uint8_t *out, mr_error *err) {
  (void)key;
  (void)content;
  (void)beside;
  (void)out;
  return refuse(err);
}

mr_status mr_seal_open(const mr_seal_key *key, mr_seal_bytes block, mr_seal_bytes beside,
                       uint8_t *out, mr_error *err) {
  (void)key;
  (void)block;
  (void)beside;
  (void)out;
  return refuse(err);
}
