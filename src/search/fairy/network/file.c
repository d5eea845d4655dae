#include <inttypes.h>
#include <marcher/hash.h>

#include "base/text.h"
#include "search/fairy/network/network.h"

/*
 * A head of lines that people can read, in a fixed order, an empty line, and the numbers. The last
 * line of the head is the sum of all that stands before it and behind the empty line, so that a
 * file which lacks a byte or has one changed is refused.
 */

#define KIND "marcher-network"

enum { SCALE_MAX = 5000 * MR_FYN_SCALE_ONE };

/* ---- numbers --------------------------------------------------------------------------------- */

/** Small numbers take one byte: 7 bits each, the lowest first, the sign at the end. */
static void put_number(mr_str *out, int32_t value) {
  uint32_t bits = (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
  while (bits >= 0x80) {
    mr_str_bytes(out, &(char){(char)(bits | 0x80)}, 1);
    bits >>= 7;
  }
  mr_str_bytes(out, &(char){(char)bits}, 1);
}

typedef struct byte_reader {
  const uint8_t *bytes;
  size_t left;
  bool bad;
} byte_reader;

/** A number within the limit to both sides. */
static int32_t take_number(byte_reader *in, int32_t limit) {
  uint64_t bits = 0;
  for (unsigned shift = 0; shift < 35 && in->left > 0; shift += 7) {
    uint8_t byte = *in->bytes++;
    in->left--;
    bits |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) {
      int64_t value = (int64_t)(bits >> 1);
      value = bits & 1 ? -value - 1 : value;
      in->bad = in->bad || value > limit || value < -limit || (byte == 0 && shift > 0);
      return in->bad ? 0 : (int32_t)value;
    }
  }
  in->bad = true;
  return 0;
}

static void put_weights(const mr_fyn *n, mr_str *out) {
  for (unsigned i = 0; i < n->columns; i++) {
    put_number(out, n->bias[i]);
  }
  for (size_t row = 0; row < n->layout.rows; row++) {
    for (unsigned i = 0; i < n->columns; i++) {
      put_number(out, n->row[row * n->width + i]);
    }
  }
  for (size_t row = 0; row < n->layout.rows; row++) {
    put_number(out, n->direct[row]);
  }
  for (size_t part = 0; part < (size_t)2 * n->layout.buckets; part++) {
    for (unsigned i = 0; i < n->columns; i++) {
      put_number(out, n->out[part * n->width + i]);
    }
  }
  for (unsigned i = 0; i < n->layout.buckets; i++) {
    put_number(out, n->out_bias[i]);
  }
}

static bool take_weights(mr_fyn *n, byte_reader *in) {
  for (unsigned i = 0; i < n->columns; i++) {
    n->bias[i] = (int16_t)take_number(in, INT16_MAX);
  }
  for (size_t row = 0; row < n->layout.rows && !in->bad; row++) {
    for (unsigned i = 0; i < n->columns; i++) {
      n->row[row * n->width + i] = (int16_t)take_number(in, INT16_MAX);
    }
  }
  for (size_t row = 0; row < n->layout.rows && !in->bad; row++) {
    n->direct[row] = (int16_t)take_number(in, INT16_MAX);
  }
  for (size_t part = 0; part < (size_t)2 * n->layout.buckets; part++) {
    for (unsigned i = 0; i < n->columns; i++) {
      n->out[part * n->width + i] = (int16_t)take_number(in, MR_FYN_OUT_MAX);
    }
  }
  for (unsigned i = 0; i < n->layout.buckets; i++) {
    n->out_bias[i] = take_number(in, INT32_MAX / 2);
  }
  mr_fyn_pair(n);
  return !in->bad && in->left == 0;
}

/* Whose weights it adds to: the line's name. */
static const char *const adds_to[] = {"adds to weights", "adds to men of weights"};

/* ---- writing --------------------------------------------------------------------------------- */

static void put_head(const mr_fyn *n, mr_str *out) {
  const mr_fyn_about *about = &n->about;
  mr_str_format(out, KIND " %d\ngame %s\n", about->light ? MR_FYN_VERSION : MR_FYN_VERSION_FULL,
                about->game);
  mr_str_format(out, "fingerprint %016" PRIx64 "\n%s %016" PRIx64 "\n", n->layout.fingerprint,
                adds_to[about->light], n->weights);
  mr_str_format(out, "command %s\n", about->command);
  mr_str_format(out, "seed %" PRIu64 "\npositions %" PRIu64 "\ngeneration %u\n", about->seed,
                about->positions, about->generation);
  mr_str_format(out, "gate %s\n", about->gate);
  mr_str_format(out, "inputs %u\nneurons %u\nbuckets %u\nscale %u\n", n->layout.rows, n->columns,
                n->layout.buckets, n->scale);
}

void mr_fyn_write(const mr_fyn *n, mr_str *out) {
  mr_str body = mr_str_growing(n->allocator);
  put_weights(n, &body);
  size_t begin = out->length;
  put_head(n, out);
  mr_str_format(out, "bytes %zu\n", body.length);
  uint64_t sum = mr_hash_bytes(MR_HASH_START, mr_str_text(out) + begin, out->length - begin);
  sum = mr_hash_bytes(sum, mr_str_text(&body), body.length);
  mr_str_format(out, "sum %016" PRIx64 "\n\n", sum);
  mr_str_bytes(out, mr_str_text(&body), body.length);
  out->status = body.status != MR_OK ? body.status : out->status;
  mr_str_done(&body);
}

/* ---- reading --------------------------------------------------------------------------------- */

/** The numbers of the head, each in a line with its name. */
typedef struct head_numbers {
  uint64_t fingerprint, weights, seed, positions, generation, inputs, neurons, buckets, scale,
      bytes, sum;
} head_numbers;

/** What is left of the head. */
typedef struct head_reader {
  const char *text;
  size_t left;
} head_reader;

/** Takes the line of a name, and leaves its value. */
static bool take_line(head_reader *in, const char *name, mr_token *value) {
  size_t length = strlen(name);
  const char *end = in->left > 0 ? memchr(in->text, '\n', in->left) : NULL;
  if (end == NULL || (size_t)(end - in->text) < length + 1 || memcmp(in->text, name, length) != 0 ||
      in->text[length] != ' ') {
    return false;
  }
  *value =
      (mr_token){.text = in->text + length + 1, .length = (size_t)(end - in->text) - length - 1};
  in->left -= (size_t)(end - in->text) + 1;
  in->text = end + 1;
  return true;
}

static bool take_text(head_reader *in, const char *name, char *out, size_t size) {
  mr_token value;
  if (!take_line(in, name, &value) || value.length >= size ||
      memchr(value.text, '\0', value.length) != NULL) {
    return false;
  }
  memcpy(out, value.text, value.length);
  out[value.length] = '\0';
  return true;
}

static bool take_count(head_reader *in, const char *name, uint64_t most, uint64_t *out) {
  mr_token value;
  return take_line(in, name, &value) && mr_token_number(value, most, out);
}

static bool take_hex(head_reader *in, const char *name, uint64_t *out) {
  mr_token value;
  if (!take_line(in, name, &value) || value.length != 16) {
    return false;
  }
  *out = 0;
  for (size_t i = 0; i < 16; i++) {
    char c = value.text[i];
    unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                     : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                            : 16;
    if (digit > 15) {
      return false;
    }
    *out = *out << 4 | digit;
  }
  return true;
}

static bool take_numbers(head_reader *in, mr_fyn_about *about, head_numbers *n) {
  if (!take_text(in, "game", about->game, sizeof about->game) ||
      !take_hex(in, "fingerprint", &n->fingerprint) ||
      !take_hex(in, adds_to[about->light], &n->weights) ||
      !take_text(in, "command", about->command, sizeof about->command) ||
      !take_count(in, "seed", UINT64_MAX, &n->seed) ||
      !take_count(in, "positions", UINT64_MAX, &n->positions) ||
      !take_count(in, "generation", 100000, &n->generation) ||
      !take_text(in, "gate", about->gate, sizeof about->gate)) {
    return false;
  }
  about->seed = n->seed;
  about->positions = n->positions;
  about->generation = (unsigned)n->generation;
  return take_count(in, "inputs", UINT16_MAX, &n->inputs) &&
         take_count(in, "neurons", MR_FYN_WIDTH_MAX, &n->neurons) &&
         take_count(in, "buckets", MR_FYN_SPLIT_BUCKETS, &n->buckets) &&
         take_count(in, "scale", SCALE_MAX, &n->scale) && n->scale > 0 &&
         take_count(in, "bytes", MR_FYN_READ_MAX, &n->bytes);
}

static mr_status read_kind(head_reader *in, bool *light, mr_error *err) {
  mr_token value;
  uint64_t version = 0;
  if (!take_line(in, KIND, &value) || !mr_token_number(value, UINT32_MAX, &version)) {
    return mr_error_set(err, MR_ERR_SYNTAX,
                        "this is no network: its first line is not '" KIND " 2'");
  }
  if (version != MR_FYN_VERSION && version != MR_FYN_VERSION_FULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "a network of version %u; this program reads versions %d and %d: train it "
                        "anew, or take the program that wrote it",
                        (unsigned)version, MR_FYN_VERSION_FULL, MR_FYN_VERSION);
  }
  *light = version == MR_FYN_VERSION;
  return MR_OK;
}

/** The whole head, with the sum looked after. @param body receives the numbers */
static mr_status read_head(const void *bytes, size_t length, mr_fyn_about *about, head_numbers *n,
                           byte_reader *body, mr_error *err) {
  head_reader in = {.text = bytes, .left = length};
  memset(about, 0, sizeof *about);
  mr_status status = read_kind(&in, &about->light, err);
  if (status != MR_OK) {
    return status;
  }
  bool good = take_numbers(&in, about, n);
  size_t summed = length - in.left;
  good = good && take_hex(&in, "sum", &n->sum) && in.left > 0 && in.text[0] == '\n';
  if (!good) {
    return mr_error_set(err, MR_ERR_SYNTAX, "the head of the network is damaged: copy it anew");
  }
  *body = (byte_reader){.bytes = (const uint8_t *)in.text + 1, .left = in.left - 1};
  uint64_t sum = mr_hash_bytes(MR_HASH_START, bytes, summed);
  if (body->left != n->bytes || mr_hash_bytes(sum, body->bytes, body->left) != n->sum) {
    return mr_error_set(err, MR_ERR_SYNTAX,
                        "the network is damaged: %s than its head says; copy it anew",
                        body->left < n->bytes   ? "it is shorter"
                        : body->left > n->bytes ? "it is longer"
                                                : "it has another sum");
  }
  return MR_OK;
}

mr_status mr_fyn_read_about(const void *bytes, size_t length, mr_fyn_about *out,
                            uint64_t *fingerprint, mr_error *err) {
  head_numbers numbers = {0};
  byte_reader body = {0};
  mr_status status = read_head(bytes, length, out, &numbers, &body, err);
  *fingerprint = status == MR_OK ? numbers.fingerprint : 0;
  return status;
}

/** Makes a network of a head that is in order. */
static mr_status build(const mr_fy_game *game, const head_numbers *n, byte_reader *body,
                       const mr_allocator *allocator, mr_fyn **out, mr_error *err) {
  mr_fyn *network = NULL;
  mr_status status = mr_fyn_new(game, (unsigned)n->neurons, allocator, &network, err);
  if (status != MR_OK) {
    return status;
  }
  if (network->layout.rows != n->inputs || network->layout.buckets != n->buckets) {
    status =
        mr_error_set(err, MR_ERR_MISMATCH, "the network does not fit %s", game->base.info.name);
  } else if (!take_weights(network, body)) {
    status = mr_error_set(err, MR_ERR_SYNTAX, "the numbers of the network are damaged");
  }
  if (status != MR_OK) {
    mr_fyn_free(network);
    return status;
  }
  network->scale = (unsigned)n->scale;
  network->weights = n->weights;
  *out = network;
  return MR_OK;
}

mr_status mr_fyn_read(const mr_fy_game *game, const void *bytes, size_t length,
                      const mr_allocator *allocator, mr_fyn **out, mr_error *err) {
  mr_fyn_about about;
  head_numbers numbers = {0};
  byte_reader body = {0};
  mr_fyn_layout layout;
  mr_fyn *network = NULL;
  mr_status status = read_head(bytes, length, &about, &numbers, &body, err);
  if (status == MR_OK) {
    status = mr_fyn_layout_init(&layout, game, allocator, err);
  }
  if (status != MR_OK) {
    return status;
  }
  bool fits = layout.fingerprint == numbers.fingerprint;
  mr_fyn_layout_done(&layout);
  if (!fits) {
    return mr_error_set(err, MR_ERR_MISMATCH,
                        "a network of '%s' does not fit %s: board, pieces, hands and goals have to "
                        "be the same; 'marcher train' makes one that does",
                        about.game, game->base.info.name);
  }
  status = build(game, &numbers, &body, allocator, &network, err);
  if (status == MR_OK) {
    network->about = about;
    *out = network;
  }
  return status;
}
