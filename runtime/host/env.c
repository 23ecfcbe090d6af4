//===- env.c - environment variables and time -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of variables is in docs and in pst_env (environment.h). A program that runs with other rights than its
// caller's (set-user-ID) takes none from it, as some name files; but the caller may still switch persistify off.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

static pst_env environment;
static const double MOST_DELAY = 1 << 27; // clocks, that the device counts in sixteenths

static bool is(const char *value, const char *word) { return value && strcmp(value, word) == 0; }

// Values that are not understood are said, once, and the default holds, but for PERSISTIFY.
static void unknown(const char *name, const char *value, const char *what) {
  fprintf(stderr, "persistify: %s: unknown value '%s': %s\n", name, value, what);
}

// The index of the value in a list that ends with a null pointer; `otherwise` if the variable is unset or empty,
// `misspelt` if it is unknown.
static int one_of(const char *name, const char *const *words, int otherwise, int misspelt) {
  const char *value = is(name, "PERSISTIFY") ? getenv(name) : secure_getenv(name);
  if (!value || !*value)
    return otherwise;
  char list[128] = "";
  for (int i = 0; words[i]; ++i) {
    if (is(value, words[i]))
      return i;
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "one of ", words[i]);
  }
  unknown(name, value, list);
  return misspelt;
}

static bool on_or_off(const char *name, bool otherwise) {
  static const char *const words[] = {"off", "on", "0", "1", NULL};
  return one_of(name, words, otherwise, otherwise) % 2 != 0;
}

// Of the C library's own, so nothing is to be freed.
locale_t pst_point_begin(void) {
  static locale_t plain; // atomic
  locale_t c = __atomic_load_n(&plain, __ATOMIC_ACQUIRE);
  if (!c && (c = newlocale(LC_ALL_MASK, "C", NULL)))
    __atomic_store_n(&plain, c, __ATOMIC_RELEASE);
  return c ? uselocale(c) : NULL;
}

void pst_point_end(locale_t before) {
  if (before)
    uselocale(before);
}

static double decimal(const char *name, double least, double otherwise) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return otherwise;
  char *end;
  double result = strtod(value, &end);
  if (!*end && result >= least && result <= 1e300)
    return result;
  unknown(name, value, least > 0 ? "a number above 0" : "a number from 0");
  return otherwise;
}

static uint32_t number(const char *name, uint32_t otherwise) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return otherwise;
  char *end;
  unsigned long result = strtoul(value, &end, 0);
  if (!*end && *value >= '0' && *value <= '9' && result <= UINT32_MAX)
    return (uint32_t)result;
  unknown(name, value, "a number from 0");
  return otherwise;
}

static void choose(int choice, const char *name) {
  snprintf(environment.choice[choice], sizeof environment.choice[choice], "%s", name ? name : "");
}

bool pst_uses(pst_opt opt) { return !(pst_environment()->no_opt >> opt & 1); }

// Names between commas, or "all".
static uint32_t read_no_opt(const char *variable) {
  static const char *const names[] = {
#define PST_NAME(id, name, meaning) name,
      PERSISTIFY_RUN_OPTS(PST_NAME)
#undef PST_NAME
  };
  const char *value = secure_getenv(variable);
  uint32_t off = 0;
  while (value && *value) {
    size_t length = strcspn(value, ","), known = 0;
    if (length == 3 && strncmp(value, "all", 3) == 0) {
      off = ~0u;
      known = 1;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
      if (strlen(names[i]) == length && strncmp(value, names[i], length) == 0) {
        off |= 1u << i;
        known = 1;
      }
    if (!known) {
      char list[160] = "one of all", name[32];
      for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", names[i]);
      snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), value);
      unknown(variable, name, list);
    }
    value += length + (value[length] == ',');
  }
  return off;
}

const char *pst_mode_name(void) {
  static const char *const names[] = {"auto", "on", "off", "verify"};
  return names[pst_environment()->mode];
}

static void read_at(const char *name) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return;
  char rest;
  if (sscanf(value, "%" SCNu32 ",%" SCNu32 "%c", &environment.at[0], &environment.at[1], &rest) != 2) {
    unknown(name, value, "two numbers with a comma");
    environment.at[0] = 0;
  }
}

// As many numbers as there are, between commas.
static void read_costs(const char *name) {
  const char *value = secure_getenv(name);
  for (int i = 0; i < PST_COSTS; ++i)
    environment.costs[i] = -1;
  for (int i = 0; value && *value && i < PST_COSTS; ++i) {
    char *end;
    environment.costs[i] = strtod(value, &end);
    if (end == value || (*end && *end != ',')) {
      unknown(name, value, "numbers between commas");
      environment.costs[i] = -1;
      return;
    }
    value = *end ? end + 1 : end;
  }
}

// A path as it is now: the program may change its working directory before it is used.
static const char *whole(const char *path) {
  char *folder = path && *path && *path != '/' ? getcwd(NULL, 0) : NULL;
  char *all = folder ? malloc(strlen(folder) + strlen(path) + 2) : NULL;
  if (all)
    sprintf(all, "%s/%s", folder, path);
  free(folder);
  return all ? all : path;
}

static void read_stats(void) {
  static const char *const words[] = {"off", "on", "0", "1", "json:FILE", NULL};
  static const char json[] = "json:";
  const char *value = secure_getenv("PERSISTIFY_STATS");
  if (value && strncmp(value, json, sizeof json - 1) == 0 && value[sizeof json - 1])
    environment.stats_file = whole(value + sizeof json - 1);
  else
    environment.stats = one_of("PERSISTIFY_STATS", words, 0, 0) % 2 != 0;
}

static void read_environment(void) {
  static const struct {
    const char *word;
    pst_mode mode;
  } modes[] = {{"auto", PST_AUTO}, {"on", PST_ON}, {"off", PST_OFF}, {"0", PST_OFF}, {"1", PST_ON}, {"verify", PST_VERIFY}};
  const char *words[sizeof modes / sizeof *modes + 1] = {NULL};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i)
    words[i] = modes[i].word;
  int mode = one_of("PERSISTIFY", words, 0, -1);
  environment.mode = mode < 0 ? PST_OFF : modes[mode].mode;
  if (mode < 0) // perhaps "off"
    fprintf(stderr, "persistify: PERSISTIFY: the original loops run\n");
  environment.verify_tol = decimal("PERSISTIFY_VERIFY_TOL", 0, 0);
  const char *cache = secure_getenv("PERSISTIFY_CACHE_DIR");
  environment.cache_chosen = cache != NULL;
  const char *builder = secure_getenv("PERSISTIFY_BUILDER");
  environment.builder_chosen = builder != NULL;
  environment.builder = getauxval(AT_SECURE) ? "" : !builder ? "persistify-builder" : strcmp(builder, "off") == 0 ? "" : builder;
  environment.cache = cache ? whole(cache) : pst_folder_default();
  environment.cache_bytes = (uint64_t)number("PERSISTIFY_CACHE_MB", 256) << 20;
  const char *corrupt = secure_getenv("PERSISTIFY_TEST_CORRUPT");
  environment.corrupt = corrupt ? corrupt : "";
  environment.strict = on_or_off("PERSISTIFY_TEST_STRICT", false);
  environment.slice_ms = number("PERSISTIFY_SLICE_MS", PST_SLICE_BY_DEVICE);
  read_at("PERSISTIFY_TEST_AT");
  read_costs("PERSISTIFY_TEST_COSTS");
  read_stats();
  const char *trace = secure_getenv("PERSISTIFY_TRACE");
  environment.trace = trace && *trace ? whole(trace) : NULL;
  environment.quiet = on_or_off("PERSISTIFY_QUIET", false);
  environment.snapshot = on_or_off("PERSISTIFY_SNAPSHOT", true);
  environment.build_s = number("PERSISTIFY_BUILD_S", 300);
  environment.spin_ms = decimal("PERSISTIFY_SPIN_MS", 1e-9, 10000);
  // An unknown form stays chosen: regions then take the original loop and say why.
  choose(PST_BARRIER, secure_getenv("PERSISTIFY_BARRIER"));
  choose(PST_DISCOVERY, secure_getenv("PERSISTIFY_DISCOVERY"));
  choose(PST_BACKOFF, secure_getenv("PERSISTIFY_BACKOFF"));
  environment.groups = number("PERSISTIFY_GROUPS", 0);
  environment.wg = number("PERSISTIFY_WG", 0);
  environment.start = number("PERSISTIFY_COUNTER_START", 0);
  const char *backends[PST_NUM_BACKENDS + 1] = {NULL};
  for (int i = 0; i < PST_NUM_BACKENDS; ++i)
    backends[i] = pst_backend_name((pst_backend)i);
  environment.backend = one_of("PERSISTIFY_BACKEND", backends, -1, -1);
  environment.delay = decimal("PERSISTIFY_DELAY", 0, -1);
  if (environment.delay > MOST_DELAY)
    environment.delay = MOST_DELAY;
  environment.delay0 = number("PERSISTIFY_DELAY0", 0);
  environment.stripes = number("PERSISTIFY_STRIPES", 0);
  environment.registers = number("PERSISTIFY_REGISTERS", 0);
  environment.no_opt = read_no_opt("PERSISTIFY_NO_OPT");
  environment.run = number("PERSISTIFY_RUN", 0);
  environment.linger = (int)number("PERSISTIFY_LINGER", UINT32_MAX);
}

static void read_with_point(void) {
  const locale_t before = pst_point_begin();
  read_environment();
  pst_point_end(before);
}

const pst_env *pst_environment(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_with_point);
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

#define FAIL(PASSING) \
  va_list list; \
  va_start(list, format); \
  vsnprintf(why->text, sizeof why->text, format, list); \
  va_end(list); \
  why->passing = PASSING; \
  why->later = false; \
  return false;

bool pst_fail(pst_why *why, const char *format, ...) { FAIL(false) }
bool pst_fail_now(pst_why *why, const char *format, ...) { FAIL(true) }

bool pst_fail_later(pst_why *why) {
  pst_fail_now(why, "its kernel is being built");
  why->later = true;
  return false;
}

bool pst_fail_by(cl_int status, pst_why *why, const char *format, ...) {
  FAIL(status == CL_OUT_OF_RESOURCES || status == CL_OUT_OF_HOST_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
       status == CL_DEVICE_NOT_AVAILABLE)
}

double pst_try_again_at(double cost_ms) { return pst_now_ms() + 50 * cost_ms; }
