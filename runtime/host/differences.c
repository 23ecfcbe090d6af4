//===- differences.c - what PERSISTIFY=verify finds ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the images of a piece, and says where they differ: name, element, and
// both values.
//
//===----------------------------------------------------------------------===//
#include "verify.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[KINDS] = {"buffer", "variable", "argument"};

static bool floating(const piece *p) { return (p->element & PERSISTIFY_FLOATING) != 0; }

static double magnitude(double x) { return x < 0 ? -x : x; }

static double number_at(const unsigned char *at, size_t bytes) {
  float f;
  double d;
  if (bytes == sizeof f) {
    memcpy(&f, at, sizeof f);
    return f;
  }
  memcpy(&d, at, sizeof d);
  return d;
}

// Of no known type: the words of the NaN that devices and hosts make differ in their sign alone.
static bool made_nans(const unsigned char *a, const unsigned char *b, size_t bytes) {
  const uint32_t sign = 0x80000000u, of_float = 0x7fc00000u, of_double = 0x7ff80000u;
  uint32_t x, y, low[2] = {0, 0};
  if (bytes != sizeof(float) && bytes != sizeof(double))
    return false;
  if (bytes == sizeof(double)) {
    memcpy(&low[0], a, sizeof *low);
    memcpy(&low[1], b, sizeof *low);
  }
  memcpy(&x, a + bytes - sizeof x, sizeof x);
  memcpy(&y, b + bytes - sizeof y, sizeof y);
  x &= ~sign;
  y &= ~sign;
  return x == y && !low[0] && !low[1] && (x == of_double || (x == of_float && bytes == sizeof(float)));
}

// The sign and the payload of a NaN are the device's. An infinity is nothing but itself.
static bool close_enough(const piece *p, const unsigned char *a, const unsigned char *b, size_t bytes) {
  double tolerance = pst_environment()->verify_tol;
  if (!p->element && p->kind != BUFFER)
    return made_nans(a, b, bytes);
  if (!floating(p) || (bytes != sizeof(float) && bytes != sizeof(double)))
    return false;
  double x = number_at(a, bytes), y = number_at(b, bytes);
  if (x != x || y != y)
    return x != x && y != y;
  double larger = magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y);
  return tolerance > 0 && larger <= DBL_MAX && magnitude(x - y) <= tolerance * larger;
}

// An argument of no known type: its value alone, behind its head.
static bool same_argument(const unsigned char *one, const unsigned char *mine, const piece *p, size_t bytes) {
  argument head;
  memcpy(&head, one, sizeof head);
  const size_t value = (size_t)head.size, from = sizeof head, room = bytes - from;
  if (p->buffer || !head.known || head.null || value > room || memcmp(one, mine, from) != 0 ||
      memcmp(one + from + value, mine + from + value, room - value) != 0)
    return false;
  return close_enough(p, one + from, mine + from, value);
}

// Whether the value of a handle is that of a buffer of the loop, which is shown then.
static bool print_buffer(const pst_verify *v, uint64_t bits) {
  for (uint32_t i = 0; i < v->count; ++i)
    if (bits && v->pieces[i].mem == (cl_mem)(uintptr_t)bits) {
      fprintf(stderr, "buffer %u (%s)", v->pieces[i].number, v->pieces[i].name ? v->pieces[i].name : "-");
      return true;
    }
  return false;
}

static void print_value(const pst_verify *v, const piece *p, const unsigned char *at, size_t bytes) {
  uint64_t bits = 0;
  memcpy(&bits, at, bytes < 8 ? bytes : 8);
  if (p->kind == OBJECT && p->slot->kind == PERSISTIFY_BUFFER) {
    if (!print_buffer(v, bits))
      fputs(bits ? "another buffer" : "null", stderr);
  } else if (floating(p) && (bytes == sizeof(float) || bytes == sizeof(double))) {
    fprintf(stderr, "%.*g", bytes == sizeof(float) ? 9 : 17, number_at(at, bytes));
  } else if (p->element & PERSISTIFY_SIGNED) {
    unsigned unused = 64 - 8 * (unsigned)bytes;
    fprintf(stderr, "%" PRId64, (int64_t)(bits << unused) >> unused);
  } else if (p->element && !floating(p)) {
    fprintf(stderr, "%" PRIu64, bits);
  } else {
    fprintf(stderr, "0x%0*" PRIx64, (int)(2 * bytes), bits);
  }
}

// Of its bytes those from `at` on.
static void print_argument(const pst_verify *v, const piece *p, int which, size_t at, size_t bytes) {
  argument head;
  const unsigned char *image = v->image[which] + p->at;
  uint64_t bits = 0;
  memcpy(&head, image, sizeof head);
  memcpy(&bits, image + sizeof head + at, bytes);
  if (!head.known)
    fputs("not set", stderr);
  else if (head.null == ENDED)
    fputs("a buffer that has ended", stderr);
  else if (head.null)
    fprintf(stderr, "null of %" PRIu64 " bytes", head.size); // of local memory, if it is that
  else if (bytes != sizeof(cl_mem) || !print_buffer(v, bits))
    fprintf(stderr, "0x%0*" PRIx64, (int)(2 * bytes), bits);
}

// A value of up to 8 bytes as a whole, of a longer one the first word in which both are not the same.
static void print_arguments(const pst_verify *v, const piece *p) {
  const unsigned char *one = v->image[FIRST] + p->at, *mine = v->image[PERSISTENT] + p->at;
  argument head, other;
  memcpy(&head, one, sizeof head);
  memcpy(&other, mine, sizeof other);
  const size_t size = (size_t)(head.size > other.size ? head.size : other.size);
  const size_t room = p->bytes - sizeof head, all = size < room ? size : room;
  size_t at = 0, bytes = all;
  if (all > 8)
    for (bytes = WORD; at + bytes < all && memcmp(one + sizeof head + at, mine + sizeof head + at, bytes) == 0;)
      at += bytes;
  if (at + bytes > all)
    bytes = all - at;
  fprintf(stderr, "argument %u of kernel '%s'", p->number, p->name);
  if (all > 8)
    fprintf(stderr, "[%zu]", at / WORD);
  fputs(": original ", stderr);
  print_argument(v, p, FIRST, at, bytes);
  fputs(", persistent ", stderr);
  print_argument(v, p, PERSISTENT, at, bytes);
  fputc('\n', stderr);
}

static void print_difference(const pst_verify *v, const piece *p, size_t index, size_t at, size_t bytes, size_t more) {
  fprintf(stderr, "persistify: %s:%u: verify: ", v->region->file, v->region->line);
  if (p->kind == ARGUMENT) {
    print_arguments(v, p);
    return;
  }
  if (p->name)
    fprintf(stderr, "%s '%s'", kinds[p->kind], p->name);
  else
    fprintf(stderr, "%s %u", kinds[p->kind], p->number);
  if (bytes < p->bytes)
    fprintf(stderr, "[%zu]", index);
  fputs(": original ", stderr);
  print_value(v, p, v->image[FIRST] + at, bytes);
  fputs(", persistent ", stderr);
  print_value(v, p, v->image[PERSISTENT] + at, bytes);
  if (more)
    fprintf(stderr, " (and %zu more)", more);
  fputc('\n', stderr);
}

// Whether the originals left a handle that none of the buffers from outside has.
static bool made_there(const pst_verify *v, const piece *p) {
  cl_mem mem;
  argument head;
  size_t value = p->at;
  if (p->kind == ARGUMENT) {
    memcpy(&head, v->image[FIRST] + p->at, sizeof head);
    if (!head.known || head.null)
      return head.known && head.null == ENDED;
    if (head.size != sizeof mem) // of an argument that is not in the descriptor, whose kind nobody knows
      return false;
    value += sizeof head;
  }
  memcpy(&mem, v->image[FIRST] + value, sizeof mem);
  for (uint32_t i = 0; i < v->count; ++i)
    if (v->pieces[i].kind == BUFFER && v->pieces[i].mem == mem)
      return false;
  return mem != NULL;
}

static size_t step_of(const piece *p) {
  const size_t step = p->element & PERSISTIFY_ELEMENT_BYTES;
  return p->kind == ARGUMENT ? p->bytes : step ? step : WORD;
}

// From element `*index` on; false: there is no other one.
static bool next_loose(const pst_verify *v, const piece *p, size_t *index, size_t *bytes) {
  const size_t step = step_of(p);
  for (; v->image[SECOND] && *index * step < p->bytes; ++*index) {
    const size_t at = *index * step;
    *bytes = p->bytes - at < step ? p->bytes - at : step;
    if (memcmp(v->image[FIRST] + p->at + at, v->image[SECOND] + p->at + at, *bytes) != 0)
      return true;
  }
  return false;
}

size_t pst_verify_itself(const pst_verify *v, const piece *p) {
  size_t different = 0, bytes;
  if (p->gone && made_there(v, p)) // another one each time
    return 0;
  for (size_t index = 0; next_loose(v, p, &index, &bytes); ++index)
    ++different;
  return different;
}

void pst_verify_say_itself(const pst_verify *v, const piece *p, size_t different) {
  size_t index = 0, bytes;
  if (!next_loose(v, p, &index, &bytes))
    return;
  fprintf(stderr, "persistify: %s:%u: verify: the original does not agree with itself: run twice from the same data it left something else in %zu element%s, first in ",
          v->region->file, v->region->line, different, different == 1 ? "" : "s");
  if (p->kind == ARGUMENT) {
    fprintf(stderr, "argument %u of kernel '%s'\n", p->number, p->name);
    return;
  }
  if (p->name)
    fprintf(stderr, "%s '%s'", kinds[p->kind], p->name);
  else
    fprintf(stderr, "%s %u", kinds[p->kind], p->number);
  if (bytes < p->bytes)
    fprintf(stderr, "[%zu]", index);
  fputs(": ", stderr);
  print_value(v, p, v->image[FIRST] + p->at + index * step_of(p), bytes);
  fputs(", then ", stderr);
  print_value(v, p, v->image[SECOND] + p->at + index * step_of(p), bytes);
  fputc('\n', stderr);
}

bool pst_verify_same(const pst_verify *v, const piece *p, size_t *elements, size_t *loose) {
  const size_t step = step_of(p);
  size_t different = 0, index = 0, first = 0, first_at = 0, first_bytes = 0;
  if (p->gone && made_there(v, p))
    return true;
  for (size_t at = p->at, end = p->at + p->bytes; at < end; at += step, ++index) {
    size_t bytes = end - at < step ? end - at : step;
    const unsigned char *one = v->image[FIRST] + at, *mine = v->image[PERSISTENT] + at;
    const unsigned char *two = v->image[SECOND] ? v->image[SECOND] + at : one, *other = v->image[AGAIN] ? v->image[AGAIN] + at : mine;
    ++*elements;
    if (memcmp(one, two, bytes) != 0 || memcmp(mine, other, bytes) != 0) {
      ++*loose;
    } else if (memcmp(one, mine, bytes) != 0 && !(p->kind == ARGUMENT ? same_argument(one, mine, p, bytes) : close_enough(p, one, mine, bytes)) &&
               ++different == 1) {
      first = index;
      first_at = at;
      first_bytes = bytes;
    }
  }
  if (different && !v->quiet)
    print_difference(v, p, first, first_at, first_bytes, different - 1);
  return !different;
}
