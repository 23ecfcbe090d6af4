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

//===- text ---------------------------------------------------------------===//

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
  pst_stats **end = &all;
  for (; *end; end = &(*end)->next)
    if ((*end)->region == region)
      return *end;
  if (end == &all && pst_stats_wanted())
    atexit(pst_environment()->stats ? print_all : pst_entries_flush);
  pst_stats *fresh = calloc(1, sizeof *fresh);
  if (fresh) {
    fresh->region = region;
    *end = fresh;
  }
  return fresh;
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
// wrong is said once; the program does not depend on it.
static void append(const char *text, size_t length) {
  static int file = -1;
  static bool failed;
  const char *path = pst_environment()->stats_file;
  if (file < 0 && !failed)
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (failed || (file >= 0 && write(file, text, length) == (ssize_t)length))
    return;
  fprintf(stderr, "persistify: PERSISTIFY_STATS: cannot write to '%s': %s\n", path, strerror(errno));
  failed = true;
}

void pst_record_since(pst_record *r, const pst_stats *now, const pst_stats *before) {
  r->entry = now->entries;
  r->persistent |= now->persistent != before->persistent;
  r->groups = now->groups;
  r->launched = now->launched;
  r->wg = now->wg;
  r->backend = now->backend;
  r->barrier = now->barrier;
  r->discovery = now->discovery;
  r->registers = now->registers;
  r->loaded = now->loaded;
  r->device = now->device;
  r->retries += now->retries - before->retries;
  r->barriers += now->barriers - before->barriers;
  r->run_ms += now->run_ms - before->run_ms;
  r->learn_ms += now->learn_ms - before->learn_ms;
}

void pst_record_write(const pst_record *r, const persistify_region *region) {
  if (!pst_environment()->stats_file)
    return;
  char *text = NULL, device[256] = "";
  size_t length;
  FILE *f = open_memstream(&text, &length);
  if (!f)
    return;
  if (r->device)
    clGetDeviceInfo(r->device, CL_DEVICE_NAME, sizeof device - 1, device, NULL);
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
    put_text(f, "device", device);
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
