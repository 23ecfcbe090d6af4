//===- hash.c - hash of a program source (rule H9) ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hosts read kernel files in text or binary mode, with or without the final
// newline, and count the NUL or not; none of that changes the program.
//
//===----------------------------------------------------------------------===//
#include "persistify/runtime.h"
#include <stddef.h>
#include <stdint.h>

uint64_t persistify_hash(const char *text, size_t length) {
  while (length > 0) {
    char last = text[length - 1];
    if (last != '\0' && last != ' ' && last != '\t' && last != '\n' && last != '\r' && last != '\v' && last != '\f')
      break;
    --length;
  }
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < length; ++i) {
    if (text[i] == '\r' && i + 1 < length && text[i + 1] == '\n')
      continue;
    hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  }
  return hash;
}
