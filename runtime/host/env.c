//===- env.c - environment variables and time -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of variables is in docs and in pst_env (internal.h).
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pst_env environment;

static bool is(const char *value, const char *word) { return value && strcmp(value, word) == 0; }

static uint32_t number(const char *name, uint32_t otherwise) {
  const char *value = getenv(name);
  if (!value || !*value)
    return otherwise;
  return (uint32_t)strtoul(value, NULL, 0);
}

static void choose(int choice, const char *name) {
  snprintf(environment.choice[choice], sizeof environment.choice[choice], "%s", name ? name : "");
}

static void read_environment(void) {
  const char *mode = getenv("PERSISTIFY");
  environment.mode = is(mode, "off") || is(mode, "0") ? PST_OFF : is(mode, "on") ? PST_ON : PST_AUTO;
  const char *stats = getenv("PERSISTIFY_STATS");
  environment.stats = stats && *stats && !is(stats, "0");
  const char *quiet = getenv("PERSISTIFY_QUIET");
  environment.quiet = quiet && *quiet && !is(quiet, "0");
  environment.snapshot = !is(getenv("PERSISTIFY_SNAPSHOT"), "off");
  const char *spin = getenv("PERSISTIFY_SPIN_MS");
  environment.spin_ms = spin && *spin ? strtod(spin, NULL) : 10000.0;
  if (!(environment.spin_ms > 0))
    environment.spin_ms = 10000.0;
  choose(PST_BARRIER, getenv("PERSISTIFY_BARRIER"));
  choose(PST_DISCOVERY, getenv("PERSISTIFY_DISCOVERY"));
  choose(PST_BACKOFF, getenv("PERSISTIFY_BACKOFF"));
  environment.groups = number("PERSISTIFY_GROUPS", 0);
  environment.wg = number("PERSISTIFY_WG", 0);
  environment.start = number("PERSISTIFY_COUNTER_START", 0);
  const char *backend = getenv("PERSISTIFY_BACKEND");
  environment.backend = -1;
  for (int i = 0; i < PST_NUM_BACKENDS; ++i)
    if (is(backend, pst_backend_name((pst_backend)i)))
      environment.backend = i;
  const char *delay = getenv("PERSISTIFY_DELAY");
  environment.delay = delay && *delay ? strtod(delay, NULL) : -1.0;
  environment.delay0 = number("PERSISTIFY_DELAY0", 0);
  environment.stripes = number("PERSISTIFY_STRIPES", 0);
  environment.run = number("PERSISTIFY_RUN", 0);
  environment.linger = (int)number("PERSISTIFY_LINGER", UINT32_MAX);
}

const pst_env *pst_environment(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_environment);
  return &environment;
}

int persistify_choose(const char *what, const char *name) {
  pst_environment();
  int choice = pst_choice_named(what);
  pst_why why;
  const pst_form *form;
  if (choice < 0)
    pst_fail(&why, "nothing to choose is called '%s': barrier, discovery, backoff", what);
  if (choice < 0 || !pst_choice_parse((pst_choice)choice, name, &form, &why)) {
    fprintf(stderr, "persistify: persistify_choose: %s\n", why.text);
    return -1;
  }
  choose(choice, name);
  return 0;
}

double pst_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

bool pst_fail(pst_why *why, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(why->text, sizeof why->text, format, list);
  va_end(list);
  return false;
}
