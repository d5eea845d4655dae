/**
 * @file seal.h
 * What keeps a game's secrets in a file that anybody may open: keys, blocks that only a key opens,
 * and digests that commit to something without telling it. The one place that knows cryptography.
 *
 * A **key** belongs to one game, and everything else is derived from it. A block is sealed by
 * XChaCha20-Poly1305 together with the open text beside it, so that neither can be changed or
 * exchanged; its nonce follows from what is sealed, so the same bytes are sealed as the same bytes,
 * and no two texts share one. A digest is keyed BLAKE2b of 256 bits: whoever has the key of a
 * digest (a **salt**, which is a digest itself) can check it, nobody else learns anything from it.
 *
 * Builds without libsodium (WebAssembly) have the same functions, which say MR_ERR_UNSUPPORTED.
 */
#ifndef MARCHER_SEAL_H
#define MARCHER_SEAL_H

#include <marcher/status.h>
#include <marcher/str.h>
#include <stddef.h>
#include <stdint.h>

MR_BEGIN_C

#define MR_SEAL_SIZE 32                      /**< bytes of keys and digests */
#define MR_SEAL_HEX_SIZE (2 * MR_SEAL_SIZE)  /**< their hexadecimal digits */
#define MR_SEAL_OVERHEAD ((size_t)(24 + 16)) /**< a block is so much longer than its content */
#define MR_SEAL_CONTENT_MAX \
  ((size_t)64 << 20) /**< bytes of what is sealed, and of what is beside */

/** The key of one game. */
typedef struct mr_seal_key {
  uint8_t bytes[MR_SEAL_SIZE];
} mr_seal_key;

/** A digest; as a salt the key of others. */
typedef struct mr_seal_digest {
  uint8_t bytes[MR_SEAL_SIZE];
} mr_seal_digest;

/** Bytes under the eyes of the functions here; not owned. */
typedef struct mr_seal_bytes {
  const void *bytes; /**< may be NULL where `length` is 0 */
  size_t length;
} mr_seal_bytes;

/** Whether this build can seal. */
MR_API bool mr_seal_available(void);

/** A key that nobody knows, of the system's randomness. @return MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_seal_key_fresh(mr_seal_key *out, mr_error *err);

/** The key that follows from a text: it is as secret as the text. @return MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_seal_key_of(const char *text, mr_seal_key *out, mr_error *err);

/** A digest of bytes by a key, for one purpose. @return MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_seal_digest_of(const mr_seal_key *key, const char *purpose,
                                                mr_seal_bytes bytes, mr_seal_digest *out,
                                                mr_error *err);

/** The same by a salt. @return MR_ERR_UNSUPPORTED */
MR_NODISCARD MR_API mr_status mr_seal_salted(const mr_seal_digest *salt, const char *purpose,
                                             mr_seal_bytes bytes, mr_seal_digest *out,
                                             mr_error *err);

/** Whether two digests are the same, in a time that does not tell where they differ. */
MR_API bool mr_seal_same(const mr_seal_digest *one, const mr_seal_digest *other);

/**
 * Seals `content` to what stands beside it. @param out room for content.length + ::MR_SEAL_OVERHEAD
 * @return MR_ERR_LIMIT, MR_ERR_UNSUPPORTED
 */
MR_NODISCARD MR_API mr_status mr_seal_close(const mr_seal_key *key, mr_seal_bytes content,
                                            mr_seal_bytes beside, uint8_t *out, mr_error *err);

/**
 * Opens a block. @param out room for block.length - ::MR_SEAL_OVERHEAD bytes
 * @return MR_ERR_MISMATCH where block, key and what is beside are not of one make, MR_ERR_LIMIT,
 * MR_ERR_UNSUPPORTED
 */
MR_NODISCARD MR_API mr_status mr_seal_open(const mr_seal_key *key, mr_seal_bytes block,
                                           mr_seal_bytes beside, uint8_t *out, mr_error *err);

/** Appends bytes as hexadecimal digits. */
MR_API void mr_seal_add_hex(mr_str *out, const uint8_t *bytes, size_t length);

/** Reads 2 * `size` hexadecimal digits. @return false, with `out` unspecified, for anything else */
MR_API bool mr_seal_read_hex(const char *text, size_t length, uint8_t *out, size_t size);

MR_END_C

#endif
