/**
 * @file base64.h
 * Bytes as letters, for texts that can hold nothing else (RFC 4648, with padding).
 */
#ifndef MARCHER_BASE_BASE64_H
#define MARCHER_BASE_BASE64_H

#include <marcher/str.h>

/** Appends the letters of some bytes. */
void mr_base64_encode(const void *bytes, size_t length, mr_str *out);

/** Appends the bytes of some letters. @return false where they are none; `out` is then half filled
 */
bool mr_base64_decode(const char *text, size_t length, mr_str *out);

#endif
