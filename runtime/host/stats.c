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

// Behind the program's own handlers of atexit, which may print, or come to a loop.
__attribute__((destructor)) static void print_all(void) {
  if (!all || !pst_environment()->stats)
    return;
  pst_stats row;
  pst_timed_flush();
  const locale_t before = pst_point_begin();
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
  pst_point_end(before);
}

bool pst_stats_wanted(void) { return pst_environment()->stats || pst_environment()->stats_file || pst_tracing(); }

pst_stats *pst_stats_of(const persistify_region *region) {
  static bool registered;
  pst_lock();
  pst_stats **end = &all;
  while (*end && (*end)->region != region)
    end = &(*end)->next;
  pst_stats *found = *end;
  if (!found && !registered && pst_stats_wanted())
    registered = atexit(pst_environment()->stats ? pst_timed_flush : pst_entries_flush) == 0;
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

void pst_stats_ran(pst_stats *all, double ms) {
  pst_lock();
  if (ms > all->longest_ms)
    all->longest_ms = ms;
  pst_unlock();
}

double pst_stats_longest(const pst_stats *all) {
  pst_lock();
  const double ms = all->longest_ms;
  pst_unlock();
  return ms;
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

static void put_text(FILE *f, const char *name, const char *text) {
  fprintf(f, ",\"%s\":", name);
  if (text && *text)
    pst_json_text(f, text, strlen(text));
  else
    fputs("null", f);
}

static void put_count(FILE *f, const char *name, unsigned long value) { fprintf(f, ",\"%s\":%lu", name, value); }

static void put_ms(FILE *f, const char *name, double ms) {
  fprintf(f, ",\"%s\":", name);
  if (ms < 0)
    fputs("null", f);
  else
    pst_json_thousandths(f, ms);
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
  static pst_sink sink = {.variable = "PERSISTIFY_STATS", .file = -1};
  const bool whole = !ferror(f);
  if (fclose(f) == 0 && whole)
    pst_append(&sink, pst_environment()->stats_file, "", text, length);
  free(text);
}
