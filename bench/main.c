//===- main.c - persistify-microbench: benchmarks of the runtime ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   persistify-microbench [options] SECTION...     (usually by scripts/bench-runtime)
//
//   --csv FOLDER     SECTION.csv goes there
//   --quick          fewer rows, shorter runs
//   --seconds N      time of one section (120)
//   --ms N           about the time of one run of barriers (1)
//   --runs N         samples of which a row is the median (50; 5 with --quick)
//   --spin-ms N      time budget of a wait (by section)
//   --unfit          also on a device that is unfit, to show what it does
//   --barriers A,B  --backoffs A,B  --discoveries A,B    only these forms
//
// PERSISTIFY_TEST_DEVICE chooses the device (harness.h). Exit code: 0; 1 wrong data or
// a section that could not run; 2 usage, before any device is asked; 77 no such device, or it is unfit.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

static const struct {
  const char *name;
  section_fn run;
} sections[] = {
    {"recall", section_recall},         {"span", section_span},       {"sizes", section_sizes},
    {"delay", section_delay},           {"barriers", section_barriers}, {"payload", section_payload},
    {"atomics", section_atomics},       {"contention", section_contention}, {"lobe", section_lobe},
    {"semaphores", section_semaphores}, {"loops", section_loops},     {"litmus", section_litmus},
    {"profile", section_profile},       {"blockscope", section_blockscope},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

//===- tables -----------------------------------------------------------------===//

static void print_row(session *s, const char *row) {
  int column = 0;
  for (const char *at = row; at;) {
    const char *end = strchr(at, ',');
    int length = end ? (int)(end - at) : (int)strlen(at);
    printf("%*.*s ", s->widths[column], length, at);
    column += column < 23;
    at = end ? end + 1 : NULL;
  }
  putchar('\n');
  fflush(stdout);
}

void table_begin(session *s, const char *name, const char *columns) {
  memset(s->widths, 0, sizeof s->widths);
  int column = 0, length = 0;
  for (const char *at = columns;; ++at) {
    if (*at != ',' && *at != '\0') {
      ++length;
      continue;
    }
    s->widths[column] = length < 8 ? 8 : length;
    column += column < 23;
    length = 0;
    if (*at == '\0')
      break;
  }
  printf("== %s\n", name);
  print_row(s, columns);
  if (!s->folder)
    return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.csv", s->folder, name);
  s->csv = fopen(path, "w");
  CHECK(s->csv);
  fprintf(s->csv, "%s\n", columns);
}

void table_row(session *s, const char *format, ...) {
  char row[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(row, sizeof row, format, list);
  va_end(list);
  print_row(s, row);
  if (s->csv) {
    fprintf(s->csv, "%s\n", row);
    fflush(s->csv);
  }
}

void table_end(session *s) {
  if (s->csv)
    fclose(s->csv);
  s->csv = NULL;
}

bool time_is_up(session *s) {
  if (pst_now_ms() < s->end_ms)
    return false;
  if (!s->told)
    printf("time is up: the remaining rows are left out\n");
  s->told = true;
  return true;
}

const char *ended(uint32_t abort) {
  return abort == 0 ? "ok" : abort == P_BAIL_TIME ? "budget spent" : pst_bail_text(abort);
}

//===- choices ----------------------------------------------------------------===//

static bool in_list(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
      return true;
  return !list;
}

bool chosen(const session *s, pst_choice choice, const char *usual, const char *name) {
  return in_list(s->names[choice] ? s->names[choice] : usual, name);
}

pst_protocol with_barrier(const session *s, const pst_form *form) {
  pst_protocol p = s->own;
  p.barrier = form;
  return p;
}

pst_protocol with_discovery(const session *s, const pst_form *form) {
  pst_protocol p = s->own;
  p.discovery = form;
  return p;
}

double spin_ms(const session *s, double usual) {
  return s->m.spin_ms > 0 ? s->m.spin_ms : s->m.device->hosted ? 5000 : usual;
}

uint32_t most_local(const session *s) {
  // What the library's kernels have of their own, and what some drivers keep for
  // themselves. A CPU has as much as it likes to say.
  enum { KEPT = 1024, MOST = 1 << 20 };
  cl_ulong bytes = s->m.device->local_bytes;
  if (bytes <= 2 * KEPT)
    return 16;
  return (uint32_t)(bytes > MOST ? MOST : bytes - KEPT) / 128 * 128;
}

char *spliced_library(const splice *splices, int count) {
  const char *from = persistify_device_text;
  size_t room = strlen(from) + 1;
  for (int i = 0; i < count; ++i)
    room += strlen(splices[i].lines);
  char *library = malloc(room), *end = library;
  CHECK(library);
  for (int i = 0; i < count; ++i) {
    const char *at = strstr(from, splices[i].in_front);
    CHECK(at);
    memcpy(end, from, (size_t)(at - from));
    end = stpcpy(end + (at - from), splices[i].lines);
    from = at;
  }
  strcpy(end, from);
  return library;
}

//===- options ----------------------------------------------------------------===//

static bool is(const char *argument, const char *name) { return strcmp(argument, name) == 0; }

static const char usage[] =
    "usage: persistify-microbench [--csv FOLDER] [--quick] [--seconds N] [--ms N] [--runs N] [--spin-ms N] [--unfit]\n"
    "         [--barriers A,B] [--backoffs A,B] [--discoveries A,B] SECTION...\n";

static void list_sections(void) {
  fprintf(stderr, "sections:");
  for (int k = 0; k < SECTIONS; ++k)
    fprintf(stderr, " %s", sections[k].name);
  fprintf(stderr, "\n");
}

// A usage error: before any work with the device.
static void __attribute__((format(printf, 1, 2), noreturn)) refuse(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "persistify-microbench: error: ");
  vfprintf(stderr, format, list);
  va_end(list);
  fprintf(stderr, "\n%s", usage);
  exit(2);
}

static double number(const char *option, const char *value, double most) {
  char *end;
  double n = strtod(value, &end);
  if (end == value || *end || !(n > 0) || n > most)
    refuse("%s needs a number above 0 and at most %.0f, not '%s'", option, most, value);
  return n;
}

static int whole(const char *option, const char *value, double most) {
  double n = number(option, value, most);
  if (n != (int)n)
    refuse("%s needs a whole number, not '%s'", option, value);
  return (int)n;
}

// Names between commas, each of a form; `also` is one more.
static const char *names(const char *option, const char *list, const pst_form *forms, const char *also) {
  for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
    size_t length = strcspn(at, ",");
    bool known = also && strlen(also) == length && strncmp(also, at, length) == 0;
    for (const pst_form *form = forms; form->name; ++form)
      known |= strlen(form->name) == length && strncmp(form->name, at, length) == 0;
    if (known)
      continue;
    char all[256] = "";
    for (const pst_form *form = forms; form->name; ++form)
      snprintf(all + strlen(all), sizeof all - strlen(all), " %s", form->name);
    refuse("%s: no form '%.*s'; there are:%s%s%s", option, (int)length, at, also ? " " : "", also ? also : "", all);
  }
  return list;
}

int main(int argc, char **argv) {
  session s = {.ms = 1};
  double seconds = 120, spin_ms = 0;
  bool unfit = false;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    static const char *const valued[] = {"--csv",     "--seconds",  "--ms",       "--runs",
                                         "--spin-ms", "--barriers", "--backoffs", "--discoveries"};
    bool takes = false;
    for (unsigned k = 0; k < sizeof valued / sizeof *valued; ++k)
      takes |= is(option, valued[k]);
    if (takes && !value)
      refuse("no value for %s", option);
    i += takes;
    if (is(option, "--quick"))
      s.quick = true;
    else if (is(option, "--unfit"))
      unfit = true;
    else if (is(option, "--csv"))
      s.folder = value;
    else if (is(option, "--seconds"))
      seconds = number(option, value, 1e6);
    else if (is(option, "--ms"))
      s.ms = number(option, value, 1e4);
    else if (is(option, "--runs"))
      s.runs = whole(option, value, MEASURE_MOST_RUNS);
    else if (is(option, "--spin-ms"))
      spin_ms = number(option, value, 1e6);
    else if (is(option, "--barriers"))
      s.names[PST_BARRIER] = names(option, value, pst_barriers, "auto");
    else if (is(option, "--discoveries"))
      s.names[PST_DISCOVERY] = names(option, value, pst_discoveries, NULL);
    else if (is(option, "--backoffs"))
      s.names[PST_BACKOFF] = names(option, value, pst_backoffs, NULL);
    else
      refuse("unknown option '%s'", option);
  }
  if (i == argc) {
    fprintf(stderr, "%s", usage);
    list_sections();
    return 2;
  }
  for (int k = i; k < argc; ++k) {
    int known = 0;
    while (known < SECTIONS && !is(sections[known].name, argv[k]))
      ++known;
    if (known == SECTIONS) {
      fprintf(stderr, "persistify-microbench: error: no section '%s'\n", argv[k]);
      list_sections();
      return 2;
    }
  }
  if (s.folder && access(s.folder, W_OK) != 0)
    refuse("--csv %s: %s", s.folder, strerror(errno));
  if (s.runs == 0)
    s.runs = s.quick ? 5 : 50;
  s.b = open_bench();
  pst_why why = {.text = ""};
  bool fit = measure_open(&s.m, s.b.context, s.b.device, &why);
  if (!fit)
    printf("device unfit: %s\n", why.text);
  if (!fit && (!unfit || !measure_open_unfit(&s.m, s.b.context, s.b.device, &why)))
    return 77;
  s.m.spin_ms = spin_ms;
  CHECK(pst_protocol_choose(&s.own, s.m.device, &why));
  char name[256] = "", driver[256] = "", platform[256] = "";
  clGetDeviceInfo(s.b.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  clGetDeviceInfo(s.b.device, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
  clGetPlatformInfo(s.b.platform, CL_PLATFORM_NAME, sizeof platform - 1, platform, NULL);
  printf("# %s; %s %s\n", name, platform, driver);
  printf("# backend %s, %u units, poll %.1f ns\n", pst_backend_name(s.m.backend), s.m.device->units, s.m.q->poll_ns);
  for (; i < argc; ++i) {
    int k = 0;
    while (!is(sections[k].name, argv[i]))
      ++k;
    s.told = false;
    s.end_ms = pst_now_ms() + seconds * 1e3;
    if (!sections[k].run(&s, &why)) {
      printf("%s: %s\n", sections[k].name, why.text);
      ++s.bad;
    }
    table_end(&s);
  }
  measure_close(&s.m);
  return s.bad != 0;
}
