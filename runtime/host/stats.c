//===- stats.c - one line per region when the program ends ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

static pst_stats *all;

// Values hold no space, so that a script can split the line at spaces.
static void print_word(const char *word) {
  if (!word || !*word)
    word = "-";
  for (; *word; ++word)
    fputc(*word == ' ' || *word == '\t' || *word == '\n' ? '_' : *word, stderr);
}

static void print_all(void) {
  for (pst_stats *s = all; s; s = s->next) {
    fputs("persistify: stats: region=", stderr);
    print_word(s->region->entry);
    fputs(" file=", stderr);
    print_word(s->region->file);
    fprintf(stderr, " line=%u entries=%lu persistent=%lu fallback=%lu groups=%u wg=%zu backend=", s->region->line,
            s->entries, s->persistent, s->fallback, s->groups, s->wg);
    print_word(s->backend);
    fputs(" barrier=", stderr);
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

pst_stats *pst_stats_of(const persistify_region *region) {
  pst_stats **end = &all;
  for (; *end; end = &(*end)->next)
    if ((*end)->region == region)
      return *end;
  if (end == &all && pst_environment()->stats)
    atexit(print_all);
  pst_stats *fresh = calloc(1, sizeof *fresh);
  if (fresh) {
    fresh->region = region;
    *end = fresh;
  }
  return fresh;
}
