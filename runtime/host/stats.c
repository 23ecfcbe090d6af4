//===- stats.c - what the program learns about its regions ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PERSISTIFY_STATS=1: a line per region on stderr when the program ends.
// PERSISTIFY_STATS=json:FILE: a JSON object per entry, a line each, appended as the
// entry ends, so that a program that is killed leaves what it did until then.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pst_stats *all;

void pst_stats_fork(void) { all = NULL; }

//===- text ---------------------------------------------------------------===//

// Values hold no space, so that a script can split the line at spaces.
static void print_word(const char *word) {
  if (!word || !*word)
    word = "-";
  for (; *word; ++word)
    fputc(*word == ' ' || *word == '\t' || *word == '\n' ? '_' : *word, stderr);
}

// Rows are only added, each of them whole. Where the lock does not come, a row may be half of this and half of that.
static const pst_stats *copy_row(pst_stats *copy, const pst_stats *row) {
  const bool locked = row && pst_lock_at_exit();
  if (row)
    *copy = *row;
  if (locked)
    pst_unlock();
  return row ? copy : NULL;
}

static void print_all(void) {
  pst_stats row;
  pst_timed_flush();
  for (const pst_stats *s = copy_row(&row, __atomic_load_n(&all, __ATOMIC_ACQUIRE)); s; s = copy_row(&row, s->next)) {
    fputs("persistify: stats: region=", stderr);
    print_word(s->region->entry);
    fputs(" file=", stderr);
    print_word(s->region->file);
    fprintf(stderr, " line=%u entries=%lu persistent=%lu fallback=%lu groups=%u launched=%u wg=%zu backend=", s->region->line,
            s->entries, s->persistent, s->fallback, s->groups, s->launched, s->wg);
    print_word(s->backend);
    fprintf(stderr, " registers=%u barrier=", s->registers);
    print_word(s->barrier);
    fputs(" discovery=", stderr);
    print_word(s->discovery);
    fprintf(stderr, " retries=%lu barriers=%lu cached=%d build_ms=%.3f run_ms=%.3f region_ms=%.3f "
            "learn_ms=%.3f mode=%s path=%s last_reason=",
            s->retries, s->barriers, s->loaded, s->build_ms, s->run_ms, s->region_ms, s->learn_ms, pst_mode_name(),
            s->path ? s->path : "-");
    print_word(s->reason);
    fputc('\n', stderr);
  }
}

bool pst_stats_wanted(void) { return pst_environment()->stats || pst_environment()->stats_file; }

pst_stats *pst_stats_of(const persistify_region *region) {
  static bool registered;
  pst_lock();
  pst_stats **end = &all;
  while (*end && (*end)->region != region)
    end = &(*end)->next;
  pst_stats *found = *end;
  if (!found && !registered && pst_stats_wanted())
    registered = atexit(pst_environment()->stats ? print_all : pst_entries_flush) == 0;
  if (!found && (found = calloc(1, sizeof *found))) {
    found->region = region;
    pst_pin(region); // its address is kept, and its library may be closed before this one
    __atomic_store_n(end, found, __ATOMIC_RELEASE);
  }
  pst_unlock();
  return found;
}

unsigned long pst_stats_entered(pst_stats *all) {
  pst_lock();
  const unsigned long which = ++all->entries;
  pst_unlock();
  return which;
}

void pst_stats_add(pst_stats *all, const pst_stats *one) {
  pst_lock();
  all->persistent += one->persistent;
  all->fallback += one->fallback;
  all->barriers += one->barriers;
  all->retries += one->retries;
  all->run_ms += one->run_ms;
  all->region_ms += one->region_ms;
  all->learn_ms += one->learn_ms;
  if (one->path)
    all->path = one->path;
  if (one->reason[0])
    memcpy(all->reason, one->reason, sizeof all->reason);
  if (one->backend) { // its kernel was there
    all->backend = one->backend;
    all->device = one->device;
    all->build_ms = one->build_ms;
    all->loaded = one->loaded;
    all->registers = one->registers;
  }
  if (one->groups) { // and ran
    all->groups = one->groups;
    all->launched = one->launched;
    all->wg = one->wg;
    all->barrier = one->barrier;
    all->discovery = one->discovery;
  }
  pst_unlock();
}

//===- JSON ---------------------------------------------------------------===//

// Bytes of a well-formed UTF-8 sequence, 0: it is none. Names of files may be anything.
static int utf8_length(const unsigned char *s) {
  if (*s < 0x80)
    return 1;
  int length = *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0;
  for (int i = 1; i < length; ++i)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool outside = (*s == 0xed && s[1] > 0x9f) || (*s == 0xf4 && s[1] > 0x8f);
  return overlong || outside ? 0 : length;
}

void pst_json_text(FILE *f, const char *text, size_t size) {
  fputc('"', f);
  for (const char *end = text + size; text < end;) {
    int length = utf8_length((const unsigned char *)text);
    if (length > end - text)
      length = 0;
    if ((unsigned char)*text < 0x20)
      fprintf(f, "\\u%04x", (unsigned)*text);
    else if (*text == '"' || *text == '\\')
      fprintf(f, "\\%c", *text);
    else if (length)
      fwrite(text, 1, (size_t)length, f);
    else
      fputs("\\ufffd", f);
    text += length ? length : 1;
  }
  fputc('"', f);
}

static void put_text(FILE *f, const char *name, const char *text) {
  fprintf(f, ",\"%s\":", name);
  if (text && *text)
    pst_json_text(f, text, strlen(text));
  else
    fputs("null", f);
}

static void put_count(FILE *f, const char *name, unsigned long value) { fprintf(f, ",\"%s\":%lu", name, value); }

// Without printf's %f, whose decimal point the program's locale chooses.
static void put_ms(FILE *f, const char *name, double ms) {
  unsigned long long us = ms > 0 ? (unsigned long long)(ms * 1e3 + 0.5) : 0;
  if (ms < 0)
    put_text(f, name, NULL);
  else
    fprintf(f, ",\"%s\":%llu.%03llu", name, us / 1000, us % 1000);
}

// Other processes may append to the file too, so a line is one write. What goes
// wrong is said once; the program does not depend on it, and the next line is tried again.
static void append(const char *text, size_t length) {
  static int file = -1; // atomic
  static bool said;
  const char *path = pst_environment()->stats_file;
  int to = __atomic_load_n(&file, __ATOMIC_ACQUIRE), none = -1;
  // Without the lock: it may be a pipe that nobody reads.
  if (to < 0 && (to = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) >= 0 &&
      !__atomic_compare_exchange_n(&file, &none, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    close(to);
    to = none;
  }
  if (to >= 0 && write(to, text, length) == (ssize_t)length)
    return;
  const int why = errno;
  pst_lock();
  const bool first = !said;
  said = true;
  pst_unlock();
  if (first)
    fprintf(stderr, "persistify: PERSISTIFY_STATS: cannot write to '%s': %s\n", path, strerror(why));
}

void pst_record_add(pst_record *r, const pst_stats *one) {
  r->persistent |= one->persistent != 0;
  r->groups = one->groups;
  r->launched = one->launched;
  r->wg = one->wg;
  r->backend = one->backend;
  r->barrier = one->barrier;
  r->discovery = one->discovery;
  r->registers = one->registers;
  r->loaded = one->loaded;
  r->device = one->device;
  r->retries += one->retries;
  r->barriers += one->barriers;
  r->run_ms += one->run_ms;
  r->learn_ms += one->learn_ms;
}

void pst_record_write(const pst_record *r, const persistify_region *region) {
  if (!pst_environment()->stats_file)
    return;
  char *text = NULL;
  size_t length;
  FILE *f = open_memstream(&text, &length);
  if (!f)
    return;
  fprintf(f, "{\"schema\":1,\"pid\":%ld", (long)getpid());
  put_text(f, "region", region->entry);
  put_text(f, "file", region->file);
  put_count(f, "line", region->line);
  put_count(f, "entry", r->entry);
  put_text(f, "mode", pst_mode_name());
  put_text(f, "path", r->persistent ? "persistent" : "original");
  put_text(f, "reason", r->reason);
  put_ms(f, "region_ms", r->region_ms);
  put_ms(f, "build_ms", r->build_ms);
  put_ms(f, "learn_ms", r->learn_ms);
  if (r->persistent) {
    put_ms(f, "run_ms", r->run_ms);
    put_text(f, "device", r->device);
    put_text(f, "backend", r->backend);
    put_text(f, "barrier", r->barrier);
    put_text(f, "discovery", r->discovery);
    put_count(f, "groups", r->groups);
    put_count(f, "launched", r->launched);
    put_count(f, "wg", r->wg);
    put_count(f, "registers", r->registers);
    put_count(f, "barriers", r->barriers);
    put_count(f, "retries", r->retries);
    fprintf(f, ",\"cached\":%s", r->loaded ? "true" : "false");
  }
  fputs("}\n", f);
  bool good = fclose(f) == 0;
  if (good)
    append(text, length);
  free(text);
}
