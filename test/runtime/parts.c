//===- parts.c - parts of the runtime, without a device ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What verify says of images, what the environment means, texts, forms of the protocols, the cache folder, and
// the tables of a region: each case in a process of its own, as the environment is read once.
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "harness.h"

#include "verify.h"

#include <dirent.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const child cases[] = {
    // PERSISTIFY=verify: name, element and both values.
    {"verify-same", {NULL}, 0, NULL, 0},
    {"verify-signed", {NULL}, 0, "v.c:3: verify: variable 'n'[1]: original -2, persistent 7 (and 1 more)\n", 1},
    {"verify-short", {NULL}, 0, "v.c:3: verify: variable 's': original -3, persistent 3\n", 1},
    {"verify-plain", {NULL}, 0, "v.c:3: verify: variable 'u': original 18446744073709551615, persistent 1\n", 1},
    {"verify-double", {NULL}, 0, "v.c:3: verify: buffer 'd'[2]: original 0.10000000000000001, persistent 0.20000000000000001\n", 1},
    {"verify-float", {NULL}, 0, "v.c:3: verify: buffer 4[0]: original 0.100000001, persistent 0.200000003\n", 1},
    {"verify-words", {NULL}, 0, "v.c:3: verify: buffer 5[1]: original 0x000000ff, persistent 0x00000001\n", 1},
    {"verify-rest", {NULL}, 0, "v.c:3: verify: buffer 5[1]: original 0x02, persistent 0x01\n", 1},
    {"verify-handle", {NULL}, 0, "v.c:3: verify: variable 'h': original buffer 7 (-), persistent null\n", 1},
    {"verify-other", {NULL}, 0, "v.c:3: verify: variable 'h': original another buffer, persistent buffer 7 (-)\n", 1},
    {"verify-loose", {NULL}, 0, NULL, 0},
    {"verify-one-run", {NULL}, 0, "v.c:3: verify: variable 'n'[0]: original 4, persistent 5\n", 1},
    {"verify-value", {NULL}, 0, "verify: argument 2 of kernel 'k': original 0x00000005, persistent 0x00000006\n", 1},
    {"verify-long", {NULL}, 0, "verify: argument 2 of kernel 'k'[2]: original 0x00000005, persistent 0x00000006\n", 1},
    {"verify-tail", {NULL}, 0, "verify: argument 2 of kernel 'k'[2]: original 0x05, persistent 0x06\n", 1},
    {"verify-unset", {NULL}, 0, "verify: argument 2 of kernel 'k': original not set, persistent 0x00000006\n", 1},
    {"verify-local", {NULL}, 0, "verify: argument 2 of kernel 'k': original null of 64 bytes, persistent null of 32 bytes\n", 1},
    {"verify-ended", {NULL}, 0, "verify: argument 2 of kernel 'k': original a buffer that has ended, persistent buffer 7 (-)\n", 1},
    {"verify-made", {NULL}, 0, NULL, 0},
    {"verify-not-made", {NULL}, 0, "verify: variable 'h': original null, persistent buffer 7 (-)\n", 1},
    {"verify-nan", {NULL}, 0, NULL, 0},
    {"verify-no-nan", {NULL}, 0, "verify: variable 'x'", 6},
    {"verify-close", {"PERSISTIFY_VERIFY_TOL=1e-3"}, 0, NULL, 0},
    {"verify-far", {"PERSISTIFY_VERIFY_TOL=1e-3"}, 0, "verify: buffer 'd'[0]: original ", 3},
    // The environment.
    {"defaults", {NULL}, 0, NULL, 0},
    {"numbers", {"PERSISTIFY_CACHE_MB=3", "PERSISTIFY_TEST_AT=4,5", "PERSISTIFY_TEST_COSTS=1.5,,2", "PERSISTIFY_DELAY=1e30"}, 0, "PERSISTIFY_TEST_COSTS: unknown value ',2': numbers between commas\n", 1},
    {"costs", {"PERSISTIFY_TEST_COSTS=1.5,0,2", "PERSISTIFY_SLICE_MS=0x10", "PERSISTIFY_BUILD_S=7"}, 0, NULL, 0},
    {"no-at", {"PERSISTIFY_TEST_AT=4;5"}, 0, "PERSISTIFY_TEST_AT: unknown value '4;5': two numbers with a comma\n", 1},
    {"no-at", {"PERSISTIFY_TEST_AT=4,5,"}, 0, "PERSISTIFY_TEST_AT: unknown value '4,5,'", 1},
    {"no-costs", {"PERSISTIFY_TEST_COSTS=7x"}, 0, "PERSISTIFY_TEST_COSTS: unknown value '7x'", 1},
    {"names", {"PERSISTIFY_STATS=json:s", "PERSISTIFY_TRACE=/t", "PERSISTIFY_CACHE_DIR=c", "PERSISTIFY_NO_OPT=groups,backoff"}, 0, NULL, 0},
    {"no-file", {"PERSISTIFY_STATS=json:"}, 0, "PERSISTIFY_STATS: unknown value 'json:'", 1},
    {"choose", {"PERSISTIFY_BARRIER=tree"}, 0, "persistify_choose: no backoff 'never': one of auto, none, exp, count\n", 1},
    {"choose", {"PERSISTIFY_BARRIER=tree"}, 0, "persistify_choose: nothing to choose is called 'fences': barrier, discovery, backoff\n", 1},
    {"home", {NULL}, 0, NULL, 0},
    // The rest.
    {"json", {NULL}, 0, NULL, 0},
    {"hash", {NULL}, 0, NULL, 0},
    {"options", {NULL}, 0, NULL, 0},
    {"renamed", {NULL}, 0, NULL, 0},
    {"forms", {NULL}, 0, NULL, 0},
    {"chosen", {"PERSISTIFY_BARRIER=tree", "PERSISTIFY_DISCOVERY=spin", "PERSISTIFY_BACKOFF=exp"}, 0, NULL, 0},
    {"not-chosen", {"PERSISTIFY_BARRIER=auto", "PERSISTIFY_DISCOVERY=spun"}, 0, NULL, 0},
    {"stripes", {"PERSISTIFY_STRIPES=4"}, 0, NULL, 0},
    {"control", {NULL}, 0, NULL, 0},
    {"delays", {"PERSISTIFY_DELAY=2.5", "PERSISTIFY_DELAY0=9", "PERSISTIFY_RUN=1", "PERSISTIFY_LINGER=6"}, 0, NULL, 0},
    {"budget", {NULL}, 0, NULL, 0},
    {"lacking", {NULL}, 0, NULL, 0},
    {"bails", {NULL}, 0, NULL, 0},
    {"crowd", {NULL}, 0, NULL, 0},
    {"trial", {NULL}, 0, NULL, 0},
    {"reasons", {NULL}, 0, NULL, 0},
    {"layout", {NULL}, 0, NULL, 0},
    {"append", {NULL}, 0, "PARTS: cannot write to '/tmp/persistify-parts-", 1},
    {"nowhere", {NULL}, 0, "persistify: PARTS: cannot write to '/nonexistent/file': No such file or directory\n", 1},
    {"changed", {NULL}, 0, NULL, 0},
    {"cache", {NULL}, 0, NULL, 0},
    {"trim", {"PERSISTIFY_CACHE_MB=1"}, 0, NULL, 0},
    {"keep", {"PERSISTIFY_CACHE_MB=0"}, 0, NULL, 0},
};

static char folder[] = "/tmp/persistify-parts-XXXXXX";

static const char *in_folder(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

//===- what verify says ---------------------------------------------------===//

#define HANDLE ((cl_mem)(uintptr_t)0x7000)
#define OTHER ((cl_mem)(uintptr_t)0x8000)

static persistify_slot variable, handle_slot = {.kind = PERSISTIFY_BUFFER};
static persistify_region v_region = {.file = "v.c", .line = 3};

// Compares one piece. `second` may be null: the original ran once.
static bool same(piece p, const void *persistent, const void *first, const void *second, size_t *loose) {
  enum { FRONT = 16 }; // something else comes in the images first
  piece pieces[2] = {p, {.kind = BUFFER, .number = 7, .mem = HANDLE}};
  pst_verify v = {.region = &v_region, .pieces = pieces, .count = 2};
  const void *from[IMAGES] = {first, persistent, first, second};
  pieces[0].at = FRONT;
  if (p.kind == OBJECT && !p.slot)
    pieces[0].slot = &variable;
  for (int i = 0; i < IMAGES; ++i)
    if (from[i]) {
      CHECK((v.image[i] = calloc(1, FRONT + p.bytes)) != NULL);
      memset(v.image[i], i, FRONT);
      memcpy(v.image[i] + FRONT, from[i], p.bytes);
    }
  size_t elements = 0, unused = 0;
  const bool result = pst_verify_same(&v, &pieces[0], &elements, loose ? loose : &unused);
  for (int i = 0; i < IMAGES; ++i)
    free(v.image[i]);
  return result;
}

#define DIFFER(P, MINE, ONE) CHECK(!same(P, MINE, ONE, ONE, NULL))
#define SAME(P, MINE, ONE) CHECK(same(P, MINE, ONE, ONE, NULL))

typedef struct given {
  argument head;
  unsigned char bytes[16];
} given;

static given value(size_t size, unsigned char at, unsigned char is) {
  given g = {.head = {1, 0, size}};
  g.bytes[at] = is;
  return g;
}

static given handle(cl_mem mem) {
  given g = {.head = {1, mem == NULL, sizeof mem}};
  memcpy(g.bytes, &mem, sizeof mem);
  return g;
}

static void verify_case(const char *name) {
  const piece arg = {.kind = ARGUMENT, .name = "k", .number = 2, .bytes = sizeof(given)};
  const piece buffer = {.kind = BUFFER, .name = "d", .number = 5, .element = PERSISTIFY_FLOATING | 8, .bytes = 24};
  const piece numbers = {.kind = OBJECT, .name = "n", .element = PERSISTIFY_SIGNED | 4, .bytes = 12};
  piece p = arg;
  if (strcmp(name, "same") == 0) {
    SAME(numbers, ((int[]){1, -2, 3}), ((int[]){1, -2, 3}));
    given one = value(4, 0, 5);
    SAME(arg, &one, &one);
  } else if (strcmp(name, "signed") == 0) {
    DIFFER(numbers, ((int[]){1, 7, 4}), ((int[]){1, -2, 3}));
  } else if (strcmp(name, "short") == 0) {
    DIFFER(((piece){.kind = OBJECT, .name = "s", .element = PERSISTIFY_SIGNED | 2, .bytes = 2}), ((int16_t[]){3}), ((int16_t[]){-3}));
  } else if (strcmp(name, "plain") == 0) {
    DIFFER(((piece){.kind = OBJECT, .name = "u", .element = 8, .bytes = 8}), ((uint64_t[]){1}), ((uint64_t[]){UINT64_MAX}));
  } else if (strcmp(name, "double") == 0) {
    DIFFER(buffer, ((double[]){1, 2, 0.2}), ((double[]){1, 2, 0.1}));
  } else if (strcmp(name, "float") == 0) {
    DIFFER(((piece){.kind = BUFFER, .number = 4, .element = PERSISTIFY_FLOATING | 4, .bytes = 8}), ((float[]){0.2f, 1}), ((float[]){0.1f, 1}));
  } else if (strcmp(name, "words") == 0) {
    DIFFER(((piece){.kind = BUFFER, .number = 5, .bytes = 8}), ((uint32_t[]){0, 1}), ((uint32_t[]){0, 255}));
  } else if (strcmp(name, "rest") == 0) { // five bytes: a word, and one more
    DIFFER(((piece){.kind = BUFFER, .number = 5, .bytes = 5}), ((unsigned char[]){0, 0, 0, 0, 1}), ((unsigned char[]){0, 0, 0, 0, 2}));
  } else if (strcmp(name, "handle") == 0 || strcmp(name, "other") == 0 || strcmp(name, "not-made") == 0) {
    const bool other = *name == 'o';
    p = (piece){.kind = OBJECT, .name = "h", .element = 8, .bytes = 8, .slot = &handle_slot, .gone = *name == 'n'};
    DIFFER(p, ((cl_mem[]){*name == 'h' ? NULL : HANDLE}), ((cl_mem[]){other ? OTHER : *name == 'h' ? HANDLE : NULL}));
  } else if (strcmp(name, "loose") == 0) { // what the originals do not agree in is no difference
    size_t loose = 0;
    CHECK(same(numbers, ((int[]){1, 7, 3}), ((int[]){1, 2, 3}), ((int[]){1, 5, 3}), &loose) && loose == 1);
  } else if (strcmp(name, "one-run") == 0) {
    CHECK(!same(numbers, ((int[]){5, 2, 3}), ((int[]){4, 2, 3}), NULL, NULL));
  } else if (strcmp(name, "value") == 0) {
    given one = value(4, 0, 5), mine = value(4, 0, 6);
    DIFFER(arg, &mine, &one);
  } else if (strcmp(name, "long") == 0) {
    given one = value(16, 8, 5), mine = value(16, 8, 6);
    DIFFER(arg, &mine, &one);
  } else if (strcmp(name, "tail") == 0) {
    given one = value(9, 8, 5), mine = value(9, 8, 6);
    DIFFER(arg, &mine, &one);
  } else if (strcmp(name, "unset") == 0) {
    given one = {.head = {0, 0, 0}}, mine = value(4, 0, 6);
    DIFFER(arg, &mine, &one);
  } else if (strcmp(name, "local") == 0) {
    given one = {.head = {1, 1, 64}}, mine = {.head = {1, 1, 32}};
    p.bytes = sizeof(argument) + sizeof(cl_mem);
    DIFFER(p, &mine, &one);
  } else if (strcmp(name, "ended") == 0) {
    given one = {.head = {1, ENDED, 8}}, mine = handle(HANDLE);
    p.buffer = true;
    DIFFER(p, &mine, &one);
  } else if (strcmp(name, "made") == 0) { // the loop made and released it: nothing is left to compare with
    given ended = {.head = {1, ENDED, 8}}, made = handle(OTHER), mine = handle(HANDLE);
    p.buffer = p.gone = true;
    SAME(p, &mine, &ended);
    SAME(p, &mine, &made);
    SAME(((piece){.kind = OBJECT, .name = "h", .element = 8, .bytes = 8, .slot = &handle_slot, .gone = true}),
         ((cl_mem[]){HANDLE}), ((cl_mem[]){OTHER}));
  } else if (strcmp(name, "nan") == 0) {
    // Of a known type any payload; of an unknown one what processors make, but for the sign.
    SAME(buffer, ((uint64_t[]){UINT64_C(0x7ff8000000000001), 0, 0}), ((uint64_t[]){UINT64_C(0xfff8000000000000), 0, 0}));
    p = (piece){.kind = OBJECT, .name = "x", .bytes = 4};
    SAME(p, ((uint32_t[]){0x7fc00000}), ((uint32_t[]){0xffc00000}));
    given one = value(4, 2, 0xc0), mine = value(4, 2, 0xc0);
    one.bytes[3] = 0x7f;
    mine.bytes[3] = 0xff;
    SAME(arg, &mine, &one);
    given wide = value(8, 6, 0xf8), minus = value(8, 6, 0xf8);
    wide.bytes[7] = 0x7f;
    minus.bytes[7] = 0xff;
    SAME(arg, &minus, &wide);
  } else if (strcmp(name, "no-nan") == 0) {
    p = (piece){.kind = OBJECT, .name = "x", .bytes = 4};
    DIFFER(p, ((uint32_t[]){0x7fc00001}), ((uint32_t[]){0xffc00000})); // another payload: no processor's
    DIFFER(p, ((uint32_t[]){0x7f800000}), ((uint32_t[]){0xff800000})); // infinities
    p.element = PERSISTIFY_FLOATING | 4;
    DIFFER(p, ((uint32_t[]){0x7f800000}), ((uint32_t[]){0xff800000}));
    DIFFER(p, ((uint32_t[]){0x7fc00000}), ((uint32_t[]){0x3f800000})); // NaN and 1
    p.element = 4; // whole numbers
    DIFFER(p, ((uint32_t[]){0x7fc00000}), ((uint32_t[]){0xffc00000}));
    p.element = PERSISTIFY_FLOATING | 4; // without a tolerance the next number differs
    DIFFER(p, ((uint32_t[]){0x3f800000}), ((uint32_t[]){0x3f800001}));
    // Beside their values arguments differ in size, or in what is null.
    given one = value(4, 2, 0xc0), mine = value(8, 2, 0xc0);
    one.bytes[3] = 0x7f;
    mine.bytes[3] = 0xff;
    p = arg;
    p.name = "a";
    DIFFER(p, &mine, &one);
  } else if (strcmp(name, "close") == 0) {
    SAME(buffer, ((double[]){1, 2, -1000}), ((double[]){1.0009, 2, -1000.9}));
  } else {
    CHECK(strcmp(name, "far") == 0);
    DIFFER(buffer, ((double[]){1, 2, 3}), ((double[]){1.002, 2, 3}));
    DIFFER(buffer, ((double[]){-1, 2, 3}), ((double[]){1, 2, 3}));
    DIFFER(buffer, ((double[]){INFINITY, 2, 3}), ((double[]){DBL_MAX, 2, 3})); // infinity is nothing but itself
  }
}

//===- the environment ----------------------------------------------------===//

static void environment_case(const char *name) {
  char here[4096], path[4200];
  const pst_env *env = pst_environment();
  CHECK(getcwd(here, sizeof here));
  if (strcmp(name, "defaults") == 0) {
    CHECK(env->mode == PST_AUTO && strcmp(pst_mode_name(), "auto") == 0 && env->verify_tol == 0 && !env->stats &&
          !env->stats_file && !env->trace && !env->quiet && env->snapshot && env->spin_ms == 10000 && env->build_s == 300 &&
          env->slice_ms == PST_SLICE_BY_DEVICE && env->backend == -1 && env->delay < 0 && env->linger < 0 &&
          env->cache_bytes == 256 << 20 && env->costs[0] == -1 && env->costs[PST_COSTS - 1] == -1 && !env->no_opt);
  } else if (strcmp(name, "numbers") == 0) {
    CHECK(env->cache_bytes == 3 << 20 && env->at[0] == 4 && env->at[1] == 5);
    CHECK(env->costs[0] == 1.5 && env->costs[1] == -1 && env->costs[2] == -1);
    CHECK(env->delay == 1 << 27); // what a word of the device holds
  } else if (strcmp(name, "costs") == 0) {
    CHECK(env->costs[PST_ORIGINAL] == 1.5 && env->costs[PST_PERSISTENT] == 0 && env->costs[PST_BUILD_COST] == 2 &&
          env->costs[PST_LOAD_COST] == -1);
    CHECK(env->slice_ms == 16 && env->build_s == 7);
  } else if (strcmp(name, "no-at") == 0) {
    CHECK(env->at[0] == 0);
  } else if (strcmp(name, "no-costs") == 0) {
    CHECK(env->costs[0] == -1);
  } else if (strcmp(name, "names") == 0) {
    // As they are now, whatever folder the program goes to.
    CHECK(chdir("/") == 0);
    snprintf(path, sizeof path, "%s/s", here);
    CHECK(strcmp(env->stats_file, path) == 0 && !env->stats && strcmp(env->trace, "/t") == 0);
    snprintf(path, sizeof path, "%s/c", here);
    CHECK(env->cache_chosen && strcmp(env->cache, path) == 0 && pst_cache_on());
    CHECK(!pst_uses(PST_OPT_Groups) && !pst_uses(PST_OPT_Backoff) && pst_uses(PST_OPT_WorkGroup));
  } else if (strcmp(name, "no-file") == 0) {
    CHECK(!env->stats && !env->stats_file);
  } else if (strcmp(name, "choose") == 0) {
    CHECK(persistify_choose("barrier", "sense") == 0 && strcmp(env->choice[PST_BARRIER], "sense") == 0);
    CHECK(persistify_choose("barrier", NULL) == 0 && !*env->choice[PST_BARRIER]);
    CHECK(persistify_choose("backoff", "never") == -1 && !*env->choice[PST_BACKOFF]);
    CHECK(persistify_choose("fences", "none") == -1);
  } else {
    CHECK(strcmp(name, "home") == 0 && mkdtemp(folder));
    snprintf(path, sizeof path, "%s/.cache/persistify", folder);
    setenv("HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    CHECK(strcmp(pst_folder_default(), path) == 0);
    setenv("XDG_CACHE_HOME", "relative", 1); // does not count
    CHECK(strcmp(pst_folder_default(), path) == 0);
    snprintf(path, sizeof path, "%s/persistify", folder);
    setenv("XDG_CACHE_HOME", folder, 1);
    CHECK(strcmp(pst_folder_default(), path) == 0);
    snprintf(path, sizeof path, "%s/new/persistify", folder);
    setenv("XDG_CACHE_HOME", in_folder("new"), 1); // it can be made
    CHECK(strcmp(pst_folder_default(), path) == 0);
    setenv("XDG_CACHE_HOME", "/dev/null", 1); // no folder: nor is the home taken then
    CHECK(!*pst_folder_default());
    memset(path, 'x', sizeof path - 1);
    memcpy(path, "/nonexistent/", 13);
    path[sizeof path - 1] = '\0';
    setenv("XDG_CACHE_HOME", path, 1); // longer than names can be
    CHECK(!*pst_folder_default());
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "here", 1);
    CHECK(!*pst_folder_default() && rmdir(folder) == 0);
  }
}

//===- texts ----------------------------------------------------------------===//

static void json(const char *text, size_t size, const char *wanted) {
  char *is = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&is, &length);
  CHECK(f);
  pst_json_text(f, text, size);
  fclose(f);
  if (strcmp(is, wanted) != 0)
    fprintf(stderr, "got %s, wanted %s\n", is, wanted);
  CHECK(strcmp(is, wanted) == 0);
  free(is);
}
#define JSON(TEXT, WANTED) json(TEXT, sizeof TEXT - 1, WANTED)
#define BAD "\\ufffd"

static void json_case(void) {
  JSON("plain", "\"plain\"");
  JSON("a\"b\\c\n\t\x01", "\"a\\\"b\\\\c\\u000a\\u0009\\u0001\"");
  JSON("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82 \xf4\x8f\xbf\xbf", "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82 \xf4\x8f\xbf\xbf\"");
  JSON("\xc0\xaf", "\"" BAD BAD "\"");                                 // overlong
  JSON("\xe0\x80\xaf", "\"" BAD BAD BAD "\"");
  JSON("\xf0\x80\x80\xaf", "\"" BAD BAD BAD BAD "\"");
  JSON("\xed\xa0\x80", "\"" BAD BAD BAD "\"");                         // half a pair
  JSON("\xf4\x90\x80\x80", "\"" BAD BAD BAD BAD "\"");                 // behind the last character
  JSON("\xf5\x80", "\"" BAD BAD "\"");
  JSON("\xe2\x82", "\"" BAD BAD "\"");                                 // cut off
  json("\xe2\x82\xac", 2, "\"" BAD BAD "\"");                          // cut off by its length
  JSON("\xc3x", "\"" BAD "x\"");
  char *is = NULL;
  size_t length = 0;
  FILE *f = open_memstream(&is, &length);
  pst_json_thousandths(f, 12.3456);
  fputc(' ', f);
  pst_json_thousandths(f, 0.0004);
  fputc(' ', f);
  pst_json_thousandths(f, -3);
  fclose(f);
  CHECK(strcmp(is, "12.346 0.000 0.000") == 0);
  free(is);
}

// The tool hashes so, too: these are FNV-1a's.
static void hash_case(void) {
#define HASH(TEXT) persistify_hash(TEXT, sizeof TEXT - 1)
  CHECK(HASH("") == UINT64_C(0xcbf29ce484222325) && HASH("a") == UINT64_C(0xaf63dc4c8601ec8c) && HASH("foobar") == UINT64_C(0x85944171f73967e8));
  CHECK(HASH("a\r\nb") == HASH("a\nb") && HASH("a\nb \t\r\n\v\f") == HASH("a\nb") && persistify_hash("a\0", 2) == HASH("a"));
  CHECK(HASH("a\rb") != HASH("ab") && HASH("a\n\nb") != HASH("a\nb") && HASH(" a") != HASH("a") && HASH("a \nb") != HASH("a\nb") &&
        HASH("\r\n\0\r\n") == HASH(""));
#undef HASH
}

static void options_case(void) {
  CHECK(!pst_options_relaxed("") && !pst_options_relaxed("-DX=1 -cl-std=CL2.0"));
  CHECK(pst_options_relaxed("-DX -cl-fast-relaxed-math") && pst_options_relaxed("\t-cl-mad-enable\n"));
  CHECK(pst_options_relaxed("-cl-single-precision-constant"));
  CHECK(!pst_options_relaxed("-cl-mad-enable-not") && !pst_options_relaxed("-cl-mad"));
  // Inside quotes, or with a blank that a backslash hides, it is a part of another option.
  CHECK(!pst_options_relaxed("-DX=\" -cl-mad-enable \"") && !pst_options_relaxed("-DX='a -cl-mad-enable b'"));
  CHECK(!pst_options_relaxed("-DX=a\\ -cl-mad-enable") && pst_options_relaxed("-DX=\\\" -cl-mad-enable"));
}

static void renamed(const char *text, uint32_t names, const char *wanted) {
  char *is = pst_renamed(text, names);
  CHECK(is);
  if (strcmp(is, wanted) != 0)
    fprintf(stderr, "got %s, wanted %s\n", is, wanted);
  CHECK(strcmp(is, wanted) == 0);
  free(is);
}

static void renamed_case(void) {
  renamed("p_x(P_Y) v_get_id", 1, "p1_x(P1_Y) v1_get_id");
  renamed("up_x xP_y _p_z 1p_ w.p_a", 12, "up_x xP_y _p_z 1p_ w.p12_a"); // words of their own only
  renamed("-DP_BACKEND -D P_X=p_y", 3, "-DP3_BACKEND -D P3_X=p3_y");
  renamed("", 1, "");
}

//===- protocols ------------------------------------------------------------===//

static const pst_form *form(pst_choice choice, const char *name) {
  const pst_form *f;
  pst_why why;
  CHECK(pst_choice_parse(choice, name, &f, &why) && f && strcmp(f->name, name) == 0);
  return f;
}

static void forms_case(void) {
  const pst_form *f;
  pst_why why = {.text = ""};
  CHECK(pst_choice_parse(PST_BARRIER, "auto", &f, &why) && !f && pst_choice_parse(PST_BARRIER, "", &f, &why) && !f);
  CHECK(!pst_choice_parse(PST_DISCOVERY, "tree", &f, &why) &&
        strcmp(why.text, "no discovery 'tree': one of auto, word, stripes, lobe, ticket, spin") == 0);
  pst_protocol p = {.barrier = form(PST_BARRIER, "counter"), .discovery = form(PST_DISCOVERY, "word"),
                    .backoff = form(PST_BACKOFF, "exp"), .few = 10};
  char text[256];
  pst_protocol_options(&p, text, sizeof text);
  CHECK(strcmp(text, "-DP_BARRIER_KIND=p_counter -DP_COUNTER_STRIPES -DP_DISCOVERY_KIND=p_word -DP_BACKOFF=P_BACKOFF_EXP") == 0);
  CHECK(pst_protocol_stripes(&p, 10) == 1 && pst_protocol_stripes(&p, 11) == 4);
  const uint32_t one = pst_protocol_words(&p, 10, 2), four = pst_protocol_words(&p, 11, 2);
  CHECK(one > P_CTL_AREA && four > one);
  p.few = UINT32_MAX;
  pst_protocol_options(&p, text, sizeof text);
  CHECK(!strstr(text, "STRIPES") && pst_protocol_stripes(&p, 100000) == 1);
  p.barrier = form(PST_BARRIER, "striped");
  p.few = 10;
  CHECK(pst_protocol_stripes(&p, 20) == 8 && pst_protocol_stripes(&p, 22) == P_MAX_STRIPES);
  p.barrier = form(PST_BARRIER, "xf"); // words for each group
  CHECK(pst_protocol_words(&p, 64, 2) > pst_protocol_words(&p, 4, 2));
  p.barrier = form(PST_BARRIER, "tree"); // for each cluster
  CHECK(pst_protocol_words(&p, 64, 9) > pst_protocol_words(&p, 64, 2) && pst_protocol_words(&p, 64, 2) == pst_protocol_words(&p, 4, 2));
  p.barrier = form(PST_BARRIER, "signflip");
  CHECK(pst_protocol_words(&p, 64, 9) == pst_protocol_words(&p, 4, 2) && pst_protocol_stripes(&p, 64) == 1);
  // The policy: stripes for many groups on a device, never where groups are threads of this machine.
  pst_device gpu = {.units = 100}, cpu = {.units = 4, .cpu = true, .hosted = true};
  CHECK(pst_protocol_choose(&p, &gpu, &why) && p.few == 400 && strcmp(p.barrier->name, "counter") == 0 &&
        strcmp(p.discovery->name, "word") == 0 && strcmp(p.backoff->name, "count") == 0);
  CHECK(pst_protocol_choose(&p, &cpu, &why) && p.few == UINT32_MAX);
}

static void chosen_case(void) {
  const pst_device gpu = {.units = 100};
  pst_protocol p;
  pst_why why;
  CHECK(pst_protocol_choose(&p, &gpu, &why) && p.barrier == form(PST_BARRIER, "tree") && p.discovery == form(PST_DISCOVERY, "spin") &&
        p.backoff == form(PST_BACKOFF, "exp"));
}

static void not_chosen_case(void) {
  const pst_device gpu = {.units = 100};
  pst_protocol p;
  pst_why why;
  CHECK(!pst_protocol_choose(&p, &gpu, &why) && strstr(why.text, "no discovery 'spun'"));
}

static void stripes_case(void) { // PERSISTIFY_STRIPES=4
  pst_protocol p = {.barrier = form(PST_BARRIER, "counter"), .discovery = form(PST_DISCOVERY, "word"),
                    .backoff = form(PST_BACKOFF, "none"), .few = UINT32_MAX};
  char text[256];
  pst_protocol_options(&p, text, sizeof text);
  CHECK(strstr(text, " -DP_COUNTER_STRIPES ") && pst_protocol_stripes(&p, 2) == 4);
  p.barrier = form(PST_BARRIER, "striped");
  CHECK(pst_protocol_stripes(&p, 2) == 4);
}

// The block of a launch of so many groups, on the host alone.
static const uint32_t *block(const pst_device *device, const char *barrier, const pst_limits *limits) {
  static uint32_t words[1 << 16];
  pst_control c = {.words = words, .room = 1 << 16, .places = (1 << 16) - 100 * P_PLACE_WORDS};
  memset(words, 0xff, sizeof words);
  pst_why why;
  pst_protocol p;
  CHECK(pst_protocol_choose(&p, device, &why));
  p.barrier = form(PST_BARRIER, barrier);
  CHECK(pst_control_fill(&c, NULL, device, &p, limits, &why) && c.count <= c.places);
  CHECK(words[P_CTL_PLACES] == c.places && words[c.places] == 0 && words[c.room - 1] == 0 && words[c.places - 1] == UINT32_MAX);
  return words;
}

static void control_case(void) {
  const pst_device gpu = {.units = 10, .max_items = {64, 32, SIZE_MAX}}, cpu = {.units = 4, .cpu = true, .hosted = true};
  pst_limits limits = {.groups = 20, .most = 77, .bound = 3, .wg = 64, .budget = UINT64_C(0x500000007), .window = 40, .arena = 256};
  const uint32_t *w = block(&gpu, "counter", &limits);
  CHECK(w[P_CTL_BOUND] == 3 && w[P_CTL_WINDOW] == 40 && w[P_CTL_BUDGET_LO] == 7 && w[P_CTL_BUDGET_HI] == 5 &&
        w[P_CTL_ARENA] == 256 && w[P_CTL_MOST] == 77 && w[P_CTL_DIM0] == 64 && w[P_CTL_DIM0 + 1] == 32 &&
        w[P_CTL_DIM0 + 2] == UINT32_MAX && w[P_CTL_RUN] == 2 && w[P_CTL_SLOTS] == 10 && w[P_CTL_LINGER] == 0);
  CHECK(w[P_CTL_STRIPES] == 1 && w[P_CTL_DELAY] == 0); // two groups a unit poll at once
  limits.groups = 30;
  CHECK(block(&gpu, "sense", &limits)[P_CTL_DELAY] == 12);
  limits.groups = 50;
  w = block(&gpu, "sense", &limits);
  CHECK(w[P_CTL_DELAY] == 18 && w[P_CTL_RUN] == 5);
  CHECK(block(&gpu, "counter", &limits)[P_CTL_DELAY] == 8 * 4);
  limits.groups = 90;
  CHECK(block(&gpu, "counter", &limits)[P_CTL_DELAY] == 10 * 4);
  CHECK(block(&cpu, "counter", &limits)[P_CTL_LINGER] == 10); // of the window, four accesses a turn
}

static void delays_case(void) { // PERSISTIFY_DELAY=2.5 _DELAY0=9 _RUN=1 _LINGER=6
  const pst_device gpu = {.units = 10};
  const pst_limits limits = {.groups = 50, .window = 40};
  const uint32_t *w = block(&gpu, "tree", &limits);
  CHECK(w[P_CTL_DELAY] == 40 && w[P_CTL_DELAY0] == 9 && w[P_CTL_RUN] == 1 && w[P_CTL_SLOTS] == 50 && w[P_CTL_LINGER] == 6);
}

static pst_limits timed(const pst_device *device, double poll_ns, double spin_ms) {
  pst_limits limits = {.groups = 1};
  pst_limits_time(&limits, device, poll_ns, spin_ms);
  return limits;
}

static void budget_case(void) {
  const pst_device gpu = {.vendor = 1}, nvidia = {.vendor = PST_NVIDIA}, cpu = {.cpu = true, .hosted = true},
                   simulator = {.hosted = true};
  CHECK(timed(&gpu, 200, 1000).budget == 5000000 && timed(&gpu, 0, 1).budget == 10000000); // no poll takes less than 0.1 ns
  CHECK(timed(&gpu, 1e9, 1e-3).budget == 1 && timed(&gpu, 1, 1e300).budget == UINT64_C(1000000000000000000));
  CHECK(timed(&cpu, 500, 1).budget == 1000000); // what a busy machine measured is not believed
  CHECK(timed(&gpu, 1, 1).window == 8 && timed(&nvidia, 1, 1).window == 0);
  CHECK(timed(&simulator, 100, 1).window == 1000000 && timed(&simulator, 1e9, 1).window == 8 &&
        timed(&cpu, 0.01, 1).window == 1000000000);
  CHECK(timed(&cpu, 500, 1).window == 5000000 && timed(&cpu, 5, 1).window == 20000000);
}

static void lacking_case(void) { // groups that do not come are waited for less and less, until all come
  pst_device cpu = {.cpu = true, .hosted = true}, gpu = {.vendor = 1};
  const pst_limits limits = {.groups = 8};
  static const uint32_t windows[] = {1250000, 312500, 78125, 78125};
  for (int i = 0; i < 4; ++i) {
    pst_limits_came(&cpu, &limits, 7);
    CHECK(timed(&cpu, 20, 1).window == windows[i]);
  }
  pst_limits_came(&cpu, &limits, 8);
  CHECK(timed(&cpu, 20, 1).window == 5000000);
  for (int i = 0; i < 4; ++i) {
    pst_limits_came(&cpu, &limits, 1);
    pst_limits_came(&gpu, &limits, 1);
  }
  CHECK(timed(&cpu, 1e8, 1).window == 78125 && timed(&gpu, 1, 1).window == 8);
  cpu.cpu = false; // a simulator
  CHECK(timed(&cpu, 1e8, 1).window == 8);
}

static void fitting_case(void) { // how many groups are launched, by how many came
  pst_device gpu = {.units = 2};
  gpu.backend[PST_C11].groups = 2;
  pst_built built = {.device = &gpu, .backend = PST_C11};
  pst_limits limits = {.wg = 1024};
  pst_limits_groups(&limits, &built);
  const uint32_t all = limits.groups;
  CHECK(all == 4);
  // What came, and what is launched next: fewer fit; they fit; one is late, so all; the same found again; it is full.
  static const uint32_t came[] = {3, 3, 2, 3, 3, 4}, next[] = {3, 3, 4, 3, 3, 4};
  for (int i = 0; i < 6; ++i) {
    if (i == 5)
      built.launches = 63; // all are tried
    pst_limits_groups(&limits, &built);
    pst_limits_learn(&limits, &built, came[i] < limits.groups ? came[i] : limits.groups);
    built.launches = 0;
    pst_limits_groups(&limits, &built);
    CHECK(limits.groups == next[i]);
  }
  // Less work than fits, and one of its groups is late: all of it next time; others of another size.
  built.resident = 3;
  limits.items = 2 * limits.wg;
  pst_limits_groups(&limits, &built);
  CHECK(limits.groups == 2);
  pst_limits_learn(&limits, &built, 1);
  pst_limits_groups(&limits, &built);
  CHECK(limits.groups == 2 && built.resident == 0);
  built.resident = 1;
  limits.wg = 512;
  pst_limits_groups(&limits, &built);
  CHECK(limits.groups == 4);
}

static void bails_case(void) {
  const char *unknown = pst_bail_text(0);
  CHECK(strcmp(unknown, "unknown reason") == 0 && strcmp(pst_bail_text(P_BAIL_PATTERN + 1), unknown) == 0);
  for (uint32_t a = P_BAIL_RANGE; a <= P_BAIL_PATTERN; ++a) {
    CHECK(*pst_bail_text(a) && strcmp(pst_bail_text(a), unknown) != 0);
    for (uint32_t b = P_BAIL_RANGE; b < a; ++b)
      CHECK(strcmp(pst_bail_text(a), pst_bail_text(b)) != 0);
  }
}

static void reasons_case(void) {
  pst_why why;
  CHECK(!pst_fail(&why, "%s %d", "a", 1) && strcmp(why.text, "a 1") == 0 && !why.passing);
  CHECK(!pst_fail_now(&why, "b") && strcmp(why.text, "b") == 0 && why.passing);
  CHECK(!pst_fail_by(CL_OUT_OF_RESOURCES, &why, "c") && why.passing && !pst_fail_by(CL_DEVICE_NOT_AVAILABLE, &why, "c") && why.passing);
  CHECK(!pst_fail_by(CL_INVALID_VALUE, &why, "c") && !why.passing);
  char longer[400];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  CHECK(!pst_fail(&why, "%s", longer) && strlen(why.text) == sizeof why.text - 1);
}

//===- lines of a file, and what is written back ---------------------------===//

static void has_text(const char *path, const char *wanted) {
  char text[256];
  FILE *file = fopen(path, "r");
  CHECK(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  CHECK(strcmp(text, wanted) == 0);
}

static void limit_files(rlim_t bytes) {
  const struct rlimit limit = {bytes, RLIM_INFINITY};
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

// A loop entered in the middle: a launch takes `launch` and each of its trips `trip`, the first launch a hundred more. Whether the
// device is found to be faster; what that lost.
static bool faster(uint64_t some, double original, double most, double launch, double trip, double *lost) {
  pst_trial t = pst_trial_begin(some, original, most);
  uint64_t launches = 0, trips = 0;
  do {
    trips = t.next;
    CHECK(++launches < 40);
  } while (!pst_trial_add(&t, (launches == 1 ? 100 : 0) + launch + trip * (double)trips, trips));
  *lost = t.lost;
  return t.each < original;
}

static void trial_case(void) {
  double lost;
  // As many trips as were timed are faster.
  CHECK(faster(8, 1, 10, 0.5, 0.1, &lost) && lost < 0);
  CHECK(faster(1, 1, 10, 0.5, 0.1, &lost) && lost < 0);
  // They are slower, as a launch takes longer than they do. More of them are faster.
  CHECK(faster(1, 0.06, 10, 0.5, 0.006, &lost) && lost < 4 * 0.5);
  CHECK(faster(8, 0.06, 10, 0.5, 0.006, &lost));
  CHECK(faster(8, 0.06, 20, 3, 0.05, &lost)); // 512 of them
  // That may not cost more than was said, but for one launch.
  CHECK(!faster(8, 0.06, 0, 0.5, 0.006, &lost) && lost <= 0.5);
  CHECK(!faster(8, 0.06, 0.6, 0.5, 0.006, &lost) && lost > 0.6 && lost <= 0.6 + 0.5);
  // Each trip is slower: no launch is tried that is longer than the original was timed for.
  CHECK(!faster(8, 1, 1e9, 0.5, 1.1, &lost) && lost <= 3 * 0.5 + (1 + 4 + 8) * 0.1 + 1e-9);
  CHECK(!faster(1, 1, 1e9, 0.5, 1.1, &lost) && lost <= 2 * 0.5 + (1 + 4) * 0.1 + 1e-9);
  CHECK(!faster(1000, 1, 5, 0, 20, &lost) && lost <= 5 + 4 * 19);
}

static void crowd_case(void) {
  CHECK(pst_crowd("0.31 0.20 0.15 3/345 6789\n", 2) && pst_crowd("0,31 0,20 0,15 12/345 6789", 11));
  CHECK(!pst_crowd("0.31 0.20 0.15 2/345 6789\n", 2) && !pst_crowd("", 2) && !pst_crowd("7", 2) && !pst_crowd("/9", 0));
}

static void append_case(void) {
  static char path[64], its[64];
  pst_sink sink = {.variable = "PARTS", .file = -1};
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof path, "%s", in_folder("lines"));
  snprintf(its, sizeof its, "%s", in_folder("its"));
  // A program without standard input: its number stays free for the program.
  close(0);
  int said[2]; // its standard error is a file, and gets the limits below, too
  CHECK(pipe(said) == 0 && dup2(said[1], 9) == 9 && close(said[1]) == 0 && dup2(said[0], 8) == 8 && close(said[0]) == 0);
  const int before = fcntl(2, F_DUPFD, 7);
  CHECK(before > 2 && dup2(9, 2) == 2 && fcntl(0, F_GETFD) < 0);
  pst_append(&sink, path, "[\n", "one\n", 4);
  CHECK(sink.file > 2 && fcntl(0, F_GETFD) < 0);
  has_text(path, "[\none\n");
  pst_append(&sink, path, "[\n", "two\n", 4);
  // The program closes all numbers, as daemons do, and gets this one for a file of its own.
  close(sink.file);
  const int mine = open(its, O_WRONLY | O_CREAT, 0600);
  CHECK(mine == 0 && dup2(mine, sink.file) == sink.file);
  pst_append(&sink, path, "[\n", "three\n", 6);
  has_text(path, "[\none\ntwo\nthree\n");
  has_text(its, "");
  CHECK(fcntl(mine, F_GETFD) == 0);
  // Of a line that does not fit nothing stays. It is said once, and the next one is tried.
  signal(SIGXFSZ, SIG_IGN);
  limit_files(19);
  pst_append(&sink, path, "[\n", "four\n", 5);
  limit_files(16);
  pst_append(&sink, path, "[\n", "four\n", 5);
  limit_files(RLIM_INFINITY);
  has_text(path, "[\none\ntwo\nthree\n");
  pst_append(&sink, path, "[\n", "five\n", 5);
  has_text(path, "[\none\ntwo\nthree\nfive\n");
  CHECK(unlink(path) == 0 && unlink(its) == 0 && rmdir(folder) == 0);
  char text[256];
  CHECK(dup2(before, 2) == 2 && close(9) == 0);
  const ssize_t length = read(8, text, sizeof text - 1);
  CHECK(length > 0 && fwrite(text, 1, (size_t)length, stderr) == (size_t)length);
}

static void nowhere_case(void) {
  pst_sink sink = {.variable = "PARTS", .file = -1};
  pst_append(&sink, "/nonexistent/file", "", "one\n", 4);
  pst_append(&sink, "/nonexistent/file", "", "two\n", 4);
  CHECK(sink.file == -1);
}

// Only what is another value is written: the rest may be another thread's by now.
static void changed_case(void) {
  enum { BYTES = 600 };
  static unsigned char to[BYTES + 1], now[BYTES], before[BYTES];
  for (uint32_t step = 0; step <= 8; ++step) {
    const uint32_t whole = step == 2 || step == 4 || step == 8 ? step : 1;
    memset(to, 9, sizeof to);
    memset(now, 1, sizeof now);
    memset(before, 1, sizeof before);
    now[3] = now[255] = now[256] = now[BYTES - 1] = 2;
    pst_write_changed(to, now, before, BYTES, step);
    for (uint32_t i = 0; i < BYTES; ++i) {
      const uint32_t element = i / whole * whole;
      bool other = false;
      for (uint32_t k = element; k < element + whole; ++k)
        other |= now[k] != before[k];
      CHECK(to[i] == (other ? now[i] : 9));
    }
    CHECK(to[BYTES] == 9);
  }
}

//===- tables of a region ---------------------------------------------------===//

static void layout_case(void) {
  persistify_slot slots[2] = {{.kind = PERSISTIFY_SCALAR, .size = 4, .element = 4, .state = 0},
                              {.kind = PERSISTIFY_MIRROR, .state = PERSISTIFY_NONE}};
  persistify_handle handles[1] = {{.size_state = 8}};
  persistify_arg args[2] = {{.kind = PERSISTIFY_ARG_VALUE, .size = 4, .state = 16},
                            {.kind = PERSISTIFY_ARG_BUFFER, .state = 24, .flags = PERSISTIFY_ARG_SET, .set_state = 32}};
  const persistify_region good = {.slots = slots, .num_slots = 2, .handles = handles, .num_handles = 1, .args = args, .num_args = 2,
                                  .results = 40, .state_bytes = 80, .limits_state = PERSISTIFY_NONE};
  pst_why why;
  CHECK(pst_check_layout(&good, &why));
  persistify_region bad = good;
  bad.state_bytes = 72; // results repeat the block
  CHECK(!pst_check_layout(&bad, &why) && strcmp(why.text, "the tables of the region do not agree") == 0);
  bad = good;
  bad.results = 32; // the last cell lies behind it
  bad.state_bytes = 64;
  CHECK(!pst_check_layout(&bad, &why));
  handles[0].size_state = 16; // two rows for one cell, and none for another
  CHECK(!pst_check_layout(&good, &why));
  handles[0].size_state = PERSISTIFY_NONE; // a gap
  CHECK(!pst_check_layout(&good, &why));
  persistify_slot program = {.kind = PERSISTIFY_PROGRAM, .state = PERSISTIFY_NONE};
  slots[1] = program; // whose kernels have arguments of their own
  CHECK(pst_check_layout(&good, &why));
  slots[1] = (persistify_slot){.kind = PERSISTIFY_MIRROR, .state = 8};
  CHECK(pst_check_layout(&good, &why)); // an array's length
  slots[1].state = PERSISTIFY_NONE;
  bad = good;
  bad.noted = 8;
  CHECK(pst_check_layout(&bad, &why));
  persistify_carried carried[1] = {{.state = 8}};
  bad = good;
  bad.carried = carried;
  bad.num_carried = 1;
  CHECK(pst_check_layout(&bad, &why));
  carried[0].state = 0;
  CHECK(!pst_check_layout(&bad, &why));
  handles[0].size_state = 8;
  slots[0].element = 8; // of four bytes
  CHECK(!pst_check_layout(&good, &why));
  slots[0] = (persistify_slot){.kind = PERSISTIFY_BLOB, .size = 6, .element = 4, .state = 0};
  CHECK(!pst_check_layout(&good, &why));
}

//===- the cache folder -------------------------------------------------------===//

static void make_folder(void) {
  CHECK(mkdtemp(folder) && setenv("PERSISTIFY_CACHE_DIR", folder, 1) == 0);
}

// Removes it; gives how many files were there.
static int drop_folder(void) {
  DIR *open = opendir(folder);
  int files = 0;
  CHECK(open);
  for (struct dirent *d; (d = readdir(open));)
    if (*d->d_name != '.') {
      ++files;
      CHECK(unlink(in_folder(d->d_name)) == 0);
    }
  closedir(open);
  CHECK(rmdir(folder) == 0);
  return files;
}

static bool found(const pst_key *key, const char *content) {
  size_t bytes = 0;
  unsigned char *is = pst_cache_get(key, &bytes);
  const bool same = is && bytes == strlen(content) && memcmp(is, content, bytes) == 0;
  free(is);
  return same;
}

static void cache_case(void) {
  make_folder();
  pst_key one = {0}, other = {0}, none = {.failed = true};
  pst_key_add(&one, "ab", 2);
  pst_key_add(&one, "c", 1);
  pst_key_add(&other, "a", 1);
  pst_key_add(&other, "bc", 2); // the same bytes in other parts
  pst_cache_put(&one, "first", 5);
  CHECK(found(&one, "first") && !found(&other, "first"));
  pst_cache_put(&one, "second", 6);
  pst_cache_put(&other, "third", 5);
  CHECK(found(&one, "second") && found(&other, "third"));
  pst_cache_put(&none, "fourth", 6); // there was no memory for the key
  pst_cache_put(&one, "", 0);
  CHECK(!found(&none, "fourth") && found(&one, "second"));
  // An entry of another key under its name, a folder and a link in its place.
  char name[64], saved[96], path[96];
  snprintf(name, sizeof name, "%016llx.bin", (unsigned long long)persistify_hash(one.text, one.length));
  snprintf(path, sizeof path, "%s", in_folder(name));
  snprintf(saved, sizeof saved, "%s/saved", folder);
  CHECK(rename(path, saved) == 0);
  snprintf(name, sizeof name, "%016llx.bin", (unsigned long long)persistify_hash(other.text, other.length));
  CHECK(link(in_folder(name), path) == 0 && !found(&one, "third") && unlink(path) == 0);
  CHECK(symlink("saved", path) == 0 && !found(&one, "second") && unlink(path) == 0);
  CHECK(mkdir(path, 0700) == 0 && !found(&one, "second") && rmdir(path) == 0);
  CHECK(rename(saved, path) == 0 && found(&one, "second") && chmod(path, 0622) == 0 && !found(&one, "second"));
  pst_key_free(&one);
  pst_key_free(&other);
  CHECK(!one.text && !one.length);
  CHECK(drop_folder() == 2);
}

static void make_file(const char *name, size_t bytes, time_t age, long ns) {
  static time_t now; // of all files the same
  now = now ? now : time(NULL);
  const int file = open(in_folder(name), O_WRONLY | O_CREAT | O_EXCL, 0600);
  const struct timespec times[2] = {{.tv_sec = now - age, .tv_nsec = ns}, {.tv_sec = now - age, .tv_nsec = ns}};
  CHECK(file >= 0 && ftruncate(file, (off_t)bytes) == 0 && futimens(file, times) == 0 && close(file) == 0);
}

static bool there(const char *name) { return access(in_folder(name), F_OK) == 0; }

static const char *entry_name(int i) {
  static char name[32];
  snprintf(name, sizeof name, "abcdef000000%04x.bin", (unsigned)i);
  return name;
}

static void trim_case(const char *name) {
  enum { KB = 1024 };
  make_folder();
  // Two of them of one second, of which the second one is the younger.
  static const struct {
    time_t age;
    long ns;
    bool goes;
  } entries[] = {{60, 400, true}, {80, 0, true}, {20, 0, false}, {70, 0, true}, {10, 0, false}, {60, 500, false}, {40, 0, false}, {30, 0, false}};
  enum { ENTRIES = sizeof entries / sizeof *entries };
  for (int i = 0; i < ENTRIES; ++i)
    make_file(entry_name(i), 150 * KB, entries[i].age, entries[i].ns);
  make_file("new-aaaaaa", 1, 30, 0);
  make_file("new-bbbbbb", 1, 7200, 0); // nobody goes on with that one
  make_file("000000000000000G.bin", 900 * KB, 9000, 0); // no names of ours
  make_file("new-letter.txt", 900 * KB, 9000, 0);
  CHECK(mkdir(in_folder("0000000000000004.bin"), 0700) == 0);
  pst_folder_trim();
  const bool all = strcmp(name, "keep") == 0; // without a limit
  // 1200 KiB are more than 1 MiB: down to 768 KiB.
  for (int i = 0; i < ENTRIES; ++i)
    CHECK(there(entry_name(i)) == (all || !entries[i].goes));
  CHECK(there("new-bbbbbb") == all && there("new-aaaaaa") && there("000000000000000G.bin") && there("new-letter.txt"));
  // Once in a process.
  make_file("0000000000000005.bin", 2000 * KB, 99, 0);
  pst_folder_trim();
  CHECK(there("0000000000000005.bin"));
  CHECK(rmdir(in_folder("0000000000000004.bin")) == 0);
  // What is of use is as young as can be, said once a day.
  const int file = open(in_folder("0000000000000005.bin"), O_RDONLY);
  struct stat before, after;
  CHECK(file >= 0 && fstat(file, &before) == 0);
  pst_folder_used(file);
  CHECK(fstat(file, &after) == 0 && after.st_mtim.tv_sec == before.st_mtim.tv_sec);
  const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  CHECK(futimens(file, times) == 0);
  pst_folder_used(file);
  CHECK(fstat(file, &after) == 0 && after.st_mtim.tv_sec >= time(NULL) - 60 && close(file) == 0);
  drop_folder();
}

int main(int argc, char **argv) {
  if (argc < 2)
    return run_children(cases, sizeof cases / sizeof *cases);
  static const struct {
    const char *name;
    void (*run)(void);
  } simple[] = {{"json", json_case}, {"hash", hash_case}, {"options", options_case}, {"renamed", renamed_case}, {"forms", forms_case},
                {"chosen", chosen_case}, {"not-chosen", not_chosen_case}, {"stripes", stripes_case}, {"control", control_case}, {"delays", delays_case}, {"budget", budget_case}, {"lacking", lacking_case}, {"fitting", fitting_case},
                {"bails", bails_case}, {"crowd", crowd_case}, {"trial", trial_case}, {"reasons", reasons_case}, {"layout", layout_case}, {"append", append_case},
                {"nowhere", nowhere_case}, {"changed", changed_case}, {"cache", cache_case}};
  const char *name = argv[1];
  for (size_t i = 0; i < sizeof simple / sizeof *simple; ++i)
    if (strcmp(name, simple[i].name) == 0) {
      simple[i].run();
      return 0;
    }
  if (strncmp(name, "verify-", 7) == 0)
    verify_case(name + 7);
  else if (strcmp(name, "trim") == 0 || strcmp(name, "keep") == 0)
    trim_case(name);
  else
    environment_case(name);
  return 0;
}
