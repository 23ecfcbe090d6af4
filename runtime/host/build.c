//===- build.c - the device program of a region ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device library + CL_PROGRAM_SOURCE + generated code, built with the program's
// own options. -cl-std is replaced, never appended (PoCL takes the first, Clang the
// last), and only raised if the back end needs it; -Werror is dropped from our
// build (rule K9).
// Binaries are kept on disk where the user says so (cache.c); what is kept in the process is in builds.c.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===- build options ------------------------------------------------------===//

// One option: from *at, blanks inside quotes belong to it. Null at the end.
static const char *next_option(const char **at, size_t *length) {
  const char *p = *at;
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
    ++p;
  const char *from = p;
  char quote = 0;
  for (; *p && (quote || (*p != ' ' && *p != '\t' && *p != '\n' && *p != '\r')); ++p) {
    if (*p == '\\' && p[1])
      ++p;
    else if (quote && *p == quote)
      quote = 0;
    else if (!quote && (*p == '"' || *p == '\''))
      quote = *p;
  }
  *at = p;
  *length = (size_t)(p - from);
  return p == from ? NULL : from;
}

static bool begins(const char *text, size_t length, const char *with) {
  return length >= strlen(with) && strncmp(text, with, strlen(with)) == 0;
}

bool pst_options_relaxed(const char *options) {
  static const char *const relaxed[] = {"-cl-fast-relaxed-math",   "-cl-unsafe-math-optimizations",
                                        "-cl-finite-math-only",    "-cl-no-signed-zeros",
                                        "-cl-mad-enable",          "-cl-denorms-are-zero",
                                        "-cl-single-precision-constant"};
  size_t length;
  for (const char *at = options, *o; (o = next_option(&at, &length));)
    for (unsigned i = 0; i < sizeof relaxed / sizeof *relaxed; ++i)
      if (length == strlen(relaxed[i]) && strncmp(o, relaxed[i], length) == 0)
        return true;
  return false;
}

// `options` without -cl-std and -Werror, in front of it `first`. The program's
// own -cl-std goes to `std` (32 bytes).
static char *own_options(const char *options, const char *first, char *std) {
  char *out = malloc(strlen(first) + strlen(options) + 2);
  if (!out)
    return NULL;
  strcpy(out, first);
  std[0] = '\0';
  size_t length;
  for (const char *at = options, *o; (o = next_option(&at, &length));) {
    if (begins(o, length, "-cl-std")) {
      if (length < 32) {
        memcpy(std, o, length);
        std[length] = '\0';
      }
      continue;
    }
    if (begins(o, length, "-Werror"))
      continue;
    size_t end = strlen(out);
    out[end++] = ' ';
    memcpy(out + end, o, length);
    out[end + length] = '\0';
  }
  return out;
}

//===- names --------------------------------------------------------------===//

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Text or options with names that the program does not have: p1_ for p_, and so on. Null: out of memory.
char *pst_renamed(const char *text, uint32_t names) {
  char number[16];
  size_t digits = (size_t)snprintf(number, sizeof number, "%u", names), room = 0;
  char *out = NULL;
  for (int pass = 0; pass < 2; ++pass) {
    size_t length = 0;
    bool inside = false; // a word
    for (const char *at = text; *at; ++at) {
      bool ours = !inside && (strncmp(at, "p_", 2) == 0 || strncmp(at, "P_", 2) == 0 || strncmp(at, "v_get_", 6) == 0);
      inside = is_word(*at) && !(*at == 'D' && at > text && at[-1] == '-'); // -DP_X
      if (out)
        out[length] = *at;
      ++length;
      if (ours && out)
        memcpy(out + length, number, digits);
      length += ours ? digits : 0;
    }
    if (out)
      out[length] = '\0';
    else if (room = length + 1, !(out = malloc(room)))
      return NULL;
  }
  return out;
}

static bool library_has(const char *name, size_t n) {
  for (const char *at = persistify_device_text, *word; *at; at = *at ? at + 1 : at) {
    for (word = at; is_word(*at);)
      ++at;
    if ((size_t)(at - word) == n && memcmp(word, name, n) == 0)
      return true;
    if (!*at)
      break;
  }
  return false;
}

// Macros of the program's options must not reach the library: #undef lines, and after it what they were. Options
// are -D NAME and -DNAME=VALUE; null: out of memory.
static char *hidden_macros(const char *options, bool again) {
  char *out = malloc(strlen(options) * 24 + 64), *to = out;
  if (!out)
    return NULL;
  *to = '\0';
  size_t length;
  bool follows = false;
  for (const char *at = options, *o; (o = next_option(&at, &length));) {
    const char *name = follows ? o : o + 2;
    if (!follows && !begins(o, length, "-D"))
      continue;
    if (!follows && length == 2) {
      follows = true;
      continue;
    }
    follows = false;
    size_t n = 0;
    while (name + n < o + length && is_word(name[n]))
      ++n;
    if (n && library_has(name, n))
      to += again ? sprintf(to, "\n#pragma pop_macro(\"%.*s\")", (int)n, name)
                  : sprintf(to, "#pragma push_macro(\"%.*s\")\n#undef %.*s\n", (int)n, name, (int)n, name);
  }
  return out;
}

//===- building -----------------------------------------------------------===//

static char *build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = calloc(1, size + 1);
  if (log && size)
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  return log;
}

static const char *line_of(const char *text, unsigned long number) {
  while (text && --number > 0) {
    text = strchr(text, '\n');
    text += text != NULL;
  }
  return text;
}

// The name in "enum { p_same_NAME", p1_same_NAME and so on; null if a line is something else.
static const char *after_same(const char *line) {
  static const char begin[] = "enum { p", middle[] = "_same_";
  if (!line || strncmp(line, begin, strlen(begin)) != 0)
    return NULL;
  for (line += strlen(begin); *line >= '0' && *line <= '9';)
    ++line;
  return strncmp(line, middle, strlen(middle)) == 0 ? line + strlen(middle) : NULL;
}

// The macro that a check of the generated code found to differ from what was analysed (rule H9), by the places of
// the compiler's messages: not all compilers show text.
static bool differs(const char *log, const char *code, pst_why *why) {
  static const char file[] = "kernel.persist.cl:", error[] = "#error \"persistify: ";
  for (const char *at = log; (at = strstr(at, file));) {
    at += strlen(file);
    const unsigned long number = strtoul(at, NULL, 10);
    const char *line = number ? line_of(code, number) : NULL;
    if (line && strncmp(line, "#if ", 4) == 0)
      line = line_of(line, 2); // the condition itself is none: the macro stands for no integer
    const bool condition = line && strncmp(line, error, strlen(error)) == 0;
    line = condition ? line + strlen(error) : after_same(line);
    const char *end = !line ? NULL : condition ? strstr(line, " differs from") : strchr(line, ' ');
    if (!line)
      continue;
    return end && !pst_fail(why, "the kernels are built with other macros than analysed: %.*s", (int)(end - line), line);
  }
  return false;
}

//===- binaries on disk ---------------------------------------------------===//

enum { TEXTS = 7, ORIGINAL = 4 };

// All that a device program is made of.
typedef struct recipe {
  const char *texts[TEXTS];
  size_t lengths[TEXTS];
  const char *options;
} recipe;

// A source that includes others depends on more than the key could hold.
static bool keyed(pst_key *key, const pst_built *b, const recipe *from) {
  if (!pst_cache_on() || strstr(from->texts[ORIGINAL], "include") || strstr(from->options, "include"))
    return false;
  pst_key_add(key, "program", 7);
  pst_key_device(key, b->device);
  pst_key_add(key, from->options, strlen(from->options));
  for (int i = 0; i < TEXTS; ++i)
    pst_key_add(key, from->texts[i], from->lengths[i]);
  return !key->failed;
}

static bool build_source(pst_built *b, const recipe *from) {
  cl_int status;
  const char *texts[TEXTS];
  memcpy(texts, from->texts, sizeof texts);
  cl_program program = clCreateProgramWithSource(b->context, TEXTS, texts, from->lengths, &status);
  if (!program)
    return pst_fail_by(status, &b->why, "no program object (%d)", status);
  status = pst_build_program(&program, b->device->id, from->options);
  if (status == PST_COMPILER_STUCK) {
    if (program)
      clReleaseProgram(program);
    return pst_fail_now(&b->why, "the device's compiler does not come to its end");
  }
  if (status == CL_SUCCESS)
    b->kernel = pst_real_create_kernel()(program, b->region->entry, &status);
  if (status != CL_SUCCESS || !b->kernel) {
    char *log = build_log(program, b->device->id);
    b->differs = log && differs(log, b->region->device_code, &b->why);
    if (!b->differs) {
      pst_fail_by(status, &b->why, "the persistent kernel does not build (%d)", status);
      if (pst_environment()->stats)
        fprintf(stderr, "persistify: build log (%s):\n%s\n", from->options, log ? log : "");
    }
    free(log);
    clReleaseProgram(program);
    return false;
  }
  b->program = program;
  return true;
}

// A compiler with a cache of its own knows the source again; of its programs the
// entry holds nothing but that they were built.
static const char BUILT[] = "built";

static bool load_binary(pst_built *b, const pst_key *key, const recipe *from) {
  size_t bytes = 0;
  unsigned char *binary = pst_cache_get(key, &bytes);
  if (!binary)
    return false;
  if (b->device->keeps_binaries) {
    free(binary);
    return build_source(b, from);
  }
  const unsigned char *binaries[1] = {binary};
  cl_int status;
  cl_program program = clCreateProgramWithBinary(b->context, 1, &b->device->id, &bytes, binaries, NULL, &status);
  free(binary);
  if (program && pst_build_program(&program, b->device->id, from->options) == CL_SUCCESS)
    b->kernel = pst_real_create_kernel()(program, b->region->entry, &status);
  if (b->kernel)
    b->program = program;
  else if (program)
    clReleaseProgram(program);
  return b->kernel != NULL;
}

// The context may have more devices than the one that the program was built for.
static void store_binary(const pst_built *b, const pst_key *key) {
  if (b->device->keeps_binaries) {
    pst_cache_put(key, BUILT, sizeof BUILT);
    return;
  }
  enum { DEVICES = 16 };
  cl_device_id devices[DEVICES];
  size_t sizes[DEVICES], used = 0;
  unsigned char *binaries[DEVICES] = {NULL};
  if (clGetProgramInfo(b->program, CL_PROGRAM_DEVICES, sizeof devices, devices, &used) != CL_SUCCESS ||
      clGetProgramInfo(b->program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL) != CL_SUCCESS)
    return;
  size_t count = used / sizeof *devices, mine = count;
  bool good = true;
  for (size_t i = 0; i < count; ++i) {
    if (devices[i] == b->device->id)
      mine = i;
    if (sizes[i])
      good &= (binaries[i] = malloc(sizes[i])) != NULL;
  }
  if (good && mine < count && sizes[mine] &&
      clGetProgramInfo(b->program, CL_PROGRAM_BINARIES, sizeof binaries, binaries, NULL) == CL_SUCCESS)
    pst_cache_put(key, binaries[mine], sizes[mine]);
  for (size_t i = 0; i < count; ++i)
    free(binaries[i]);
}

// What it will take in the next process.
static double time_to_load(const pst_built *b, const pst_key *key, const recipe *from) {
  pst_built other = *b;
  other.kernel = NULL;
  double start = pst_now_ms();
  if (!load_binary(&other, key, from))
    return 0;
  double ms = pst_now_ms() - start;
  pst_real_release_kernel()(other.kernel);
  clReleaseProgram(other.program);
  return ms;
}

//===- one build ----------------------------------------------------------===//

static bool build_texts(pst_built *b, const char *const *library, const char *text, size_t length, const char *options) {
  recipe from = {.texts = {library[0], library[1], library[2], "\n#line 1\n", [ORIGINAL] = text,
                           "\n#line 1 \"kernel.persist.cl\"\n", b->region->device_code},
                 .options = options};
  for (int i = 0; i < TEXTS; ++i)
    from.lengths[i] = i == ORIGINAL ? length : strlen(from.texts[i]);
  pst_key key = {0};
  bool cached = keyed(&key, b, &from);
  if (cached && load_binary(b, &key, &from)) {
    pst_key_free(&key);
    b->loaded = true;
    return true;
  }
  const bool later = cached && pst_build_only_cached();
  bool good = later ? pst_fail_later(&b->why) : build_source(b, &from);
  if (good && cached) {
    store_binary(b, &key);
    if (pst_environment()->mode == PST_AUTO)
      b->load_ms = time_to_load(b, &key, &from);
  }
  pst_key_free(&key);
  return good;
}

// \p program_options: those among \p options that are the program's.
static bool build_with(pst_built *b, const char *text, size_t length, const char *options,
                       const char *program_options) {
  char *hide = hidden_macros(program_options, false), *show = hidden_macros(program_options, true);
  char *other = b->region->names ? pst_renamed(persistify_device_text, b->region->names) : NULL;
  const char *library[3] = {hide, other ? other : persistify_device_text, show};
  bool good = hide && show && (other || !b->region->names);
  good = good ? build_texts(b, library, text, length, options) : pst_fail_now(&b->why, "out of host memory");
  free(hide);
  free(show);
  free(other);
  return good;
}

// Tries one back end with the standards it may need, and no more registers than so
// many of a work-item (0: the compiler's choice).
static bool build_capped(pst_built *b, pst_backend backend, uint32_t registers, const char *text, size_t length,
                         const char *options) {
  const pst_qualified *q = &b->device->backend[backend];
  char first[320], forms[256], std[32];
  pst_protocol_options(&b->protocol, forms, sizeof forms);
  snprintf(first, sizeof first, "%s %s%s%s", q->defines, forms, b->single ? " -DP_SINGLE" : "", pst_tracing() ? " -DP_TRACE" : "");
  if (registers)
    snprintf(first + strlen(first), sizeof first - strlen(first), " -cl-nv-maxrregcount=%u", registers);
  char *other = b->region->names ? pst_renamed(first, b->region->names) : NULL;
  char *mine = b->region->names && !other ? NULL : own_options(options, other ? other : first, std);
  free(other);
  char *full = mine ? malloc(strlen(mine) + 64) : NULL;
  bool good = false;
  if (full) {
    const char *stds[2] = {std, backend == PST_C11 ? q->std : std};
    // A program for 1.x cannot be built with C11 atomics at its own standard, and one that names none only where the
    // tests of the device were built so.
    const bool old = backend == PST_C11 && (begins(std, strlen(std), "-cl-std=CL1") || (!*std && *q->std));
    b->why.passing = false;
    for (int i = old ? 1 : 0; i < 2 && !good && !b->differs && !b->why.passing && !b->why.later; ++i) {
      if (i == 1 && strcmp(stds[1], stds[0]) == 0 && !old)
        break;
      sprintf(full, "%s%s%s", mine, *stds[i] ? " " : "", stds[i]);
      good = build_with(b, text, length, full, options);
    }
  } else {
    pst_fail_now(&b->why, "out of host memory");
  }
  free(mine);
  free(full);
  if (good) {
    b->backend = backend;
    b->registers = registers;
  }
  return good;
}

//===- registers ----------------------------------------------------------===//

// The phase that needs most registers decides how many groups are resident. Regions
// of plain work-items wait for memory, so the best is as many work-items as a
// multiprocessor can hold: 32 registers on an H200, where nothing is kept in memory for
// want of more. Loops that only read and compute are another matter: with 56 twice as
// many of their loads are under way as with 32.
static const uint32_t caps[] = {32, 40, 64};
enum { CAPS = sizeof caps / sizeof *caps, GATHER_REGISTERS = 56 };

static cl_ulong private_bytes(const pst_built *b) {
  cl_ulong bytes = 0;
  clGetKernelWorkGroupInfo(b->kernel, b->device->id, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes, NULL);
  return bytes;
}

// The least of these caps with which the least is kept in memory.
static bool build_least(pst_built *b, pst_backend backend, const char *text, size_t length, const char *options) {
  if (!build_capped(b, backend, caps[0], text, length, options))
    return false;
  for (int i = 1; i < CAPS && private_bytes(b); ++i) {
    pst_built more = *b;
    more.kernel = NULL;
    more.loaded = false;
    more.load_ms = 0;
    if (!build_capped(&more, backend, caps[i], text, length, options))
      break;
    const bool better = private_bytes(&more) < private_bytes(b), loaded = b->loaded && more.loaded;
    const double load_ms = b->load_ms + more.load_ms;
    const pst_built *worse = better ? b : &more;
    pst_real_release_kernel()(worse->kernel);
    clReleaseProgram(worse->program);
    if (better)
      *b = more;
    b->loaded = loaded;
    b->load_ms = load_ms;
  }
  return true;
}

bool pst_build_backend(pst_built *b, pst_backend backend, const char *text, size_t length, const char *options) {
  if (backend != PST_PTX || strstr(options, "maxrregcount"))
    return build_capped(b, backend, 0, text, length, options);
  uint32_t cap = pst_environment()->registers;
  if (!cap && b->region->lone && pst_uses(PST_OPT_Registers)) {
    if (!b->region->gathers)
      return build_least(b, backend, text, length, options);
    cap = GATHER_REGISTERS;
  }
  return build_capped(b, backend, cap, text, length, options);
}
