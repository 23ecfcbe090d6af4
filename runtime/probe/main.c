//===- main.c - persistify-probe: what is this device good for? -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parent: options, child processes, records, verdict. See probe.h.
//
//===----------------------------------------------------------------------===//
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "usage: persistify-probe [--all] [--json] [--device DEVICE] [--list] [--quick] [--soak SECONDS]\n"
    "\n"
    "Finds out whether an OpenCL device can run persistent kernels, and how well: in some seconds, by\n"
    "the tests that decide.\n"
    "\n"
    "  --all            all tests, and all that was measured: a minute\n"
    "  --device DEVICE  gpu, cpu, any (default), a number P:D of --list, or part of a name\n"
    "  --list           only list the devices\n"
    "  --json           JSON instead of text\n"
    "  --quick          with --all: fewer measurements\n"
    "  --soak SECONDS   how long barriers are tried without a pause (1, with --all 5)\n"
    "\n"
    "Exit code: 0 fit, 1 unfit or no such device, 2 usage.\n";

//===- records in a child -----------------------------------------------------===//

// section <TAB> key=text <TAB> key#number <TAB> key?flag ...
void record_begin(const char *section) { fputs(section, stdout); }
void record_text(const char *key, const char *value) {
  printf("\t%s=", key);
  for (; *value; ++value)
    putchar(*value == '\t' || *value == '\n' || *value == '\r' ? ' ' : *value);
}
void record_number(const char *key, double value) {
  printf(value == (double)(int64_t)value ? "\t%s#%.0f" : "\t%s#%.2f", key, value);
}
void record_flag(const char *key, bool value) { printf("\t%s?%s", key, value ? "true" : "false"); }
void record_end(void) {
  putchar('\n');
  fflush(stdout);
}

//===- stages -----------------------------------------------------------------===//

static const struct stage {
  const char *name;
  stage_fn run;
  int limit_s;
  bool must; // without it the others make no sense
  bool more; // with --all only
} stages[] = {
    {"facts", stage_facts, 30, true, false},         {"backends", stage_backends, 90, true, false},
    {"progress", stage_progress, 120, false, false}, {"discovery", stage_discovery, 120, false, false},
    {"barriers", stage_barriers, 120, false, false}, {"launches", stage_launches, 60, false, false},
    {"litmus", stage_litmus, 120, false, true},      {"soak", stage_soak, 60, false, false},
};
enum { STAGES = sizeof stages / sizeof *stages };

static int run_stage(const char *name, const probe_options *options) {
  if (strcmp(name, "list") == 0) {
    list_devices();
    return 0;
  }
  if (strcmp(name, "backends") == 0)
    setenv("PERSISTIFY_CACHE_DIR", "", 1); // what is found now, not what was found before
  pst_why why = {.text = ""};
  probe_target t = {.options = options};
  if (!pick_device(options->device, &t.platform, &t.device)) {
    const bool any = strcmp(options->device, "any") == 0;
    printf("error\treason=%s\n", any ? "no OpenCL device; on Debian the package pocl-opencl-icd is one for CPUs" : "no such device");
    return 3;
  }
  cl_int status;
  t.context = clCreateContext(NULL, 1, &t.device, NULL, NULL, &status);
  for (int i = 0; t.context && i < STAGES; ++i)
    if (strcmp(stages[i].name, name) == 0 && stages[i].run(&t, &why))
      return 0;
  if (!t.context)
    pst_fail(&why, "no context (%d)", status);
  record_begin("error");
  record_text("stage", name);
  record_text("reason", why.text);
  record_end();
  return 1;
}

//===- the parent's records ---------------------------------------------------===//

typedef struct text {
  char *at;
  size_t size, room;
} text;

static void append(text *t, const char *from, size_t size) {
  if (t->size + size + 1 > t->room) {
    t->room = 2 * (t->size + size) + 4096;
    char *larger = realloc(t->at, t->room);
    if (!larger)
      exit(1);
    t->at = larger;
  }
  memcpy(t->at + t->size, from, size);
  t->size += size;
  t->at[t->size] = '\0';
}

// The value of a key in a line of records, in `value`; false if it is not there.
static bool field(const char *line, const char *key, char *value, size_t room) {
  size_t length = strlen(key);
  for (const char *at = line + strcspn(line, "\t\n"); at && *at; at = strpbrk(at, "\t\n")) {
    if (*at == '\n')
      return false;
    ++at;
    if (strncmp(at, key, length) == 0 && at[length] && strchr("=#?", at[length])) {
      snprintf(value, room, "%.*s", (int)strcspn(at + length + 1, "\t\n"), at + length + 1);
      return true;
    }
  }
  return false;
}

static bool is(const char *line, const char *key, const char *wanted) {
  char value[256];
  return field(line, key, value, sizeof value) && strcmp(value, wanted) == 0;
}

static bool of_section(const char *line, const char *section) {
  size_t length = strlen(section);
  return strncmp(line, section, length) == 0 && (line[length] == '\t' || line[length] == '\n');
}

static const char *next_line(const char *line) {
  const char *end = strchr(line, '\n');
  return end && end[1] ? end + 1 : NULL;
}

// Runs a stage in a child and appends what it prints. False: killed or crashed.
static bool spawn(const char *self, const char *stage, int limit_s, const probe_options *o, text *out, char *why,
                  size_t room) {
  int ends[2];
  char soak[32];
  snprintf(soak, sizeof soak, "%g", o->soak_s);
  const bool piped = pipe(ends) == 0;
  pid_t child = piped ? fork() : -1;
  if (child < 0) {
    snprintf(why, room, "%s could not be started: %s", stage, strerror(errno));
    if (piped) {
      close(ends[0]);
      close(ends[1]);
    }
    return false;
  }
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(self, self, "--stage", stage, "--device", o->device, "--soak", soak, o->quick ? "--quick" : (char *)NULL,
          (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  double until = pst_now_ms() + limit_s * 1e3;
  bool late = false;
  for (;;) {
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    int left = (int)(until - pst_now_ms());
    int ready = left > 0 ? poll(&wait, 1, left) : 0;
    if (ready == 0) {
      late = true;
      kill(child, SIGKILL);
      break;
    }
    char buffer[4096];
    ssize_t size = read(ends[0], buffer, sizeof buffer);
    if (size <= 0)
      break;
    append(out, buffer, (size_t)size);
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (out->size && out->at[out->size - 1] != '\n') // cut short
    append(out, "\n", 1);
  if (late)
    snprintf(why, room, "%s did not end in %d seconds", stage, limit_s);
  else if (WIFSIGNALED(status))
    snprintf(why, room, "%s crashed (signal %d)", stage, WTERMSIG(status));
  else if (WEXITSTATUS(status) > 3)
    snprintf(why, room, "%s ended with exit code %d", stage, WEXITSTATUS(status));
  else
    return true;
  return false;
}

static bool read_records(const char *path, text *out) {
  char buffer[4096];
  FILE *file = fopen(path, "r");
  for (size_t size; file && (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
    append(out, buffer, size);
  return file && fclose(file) == 0;
}

//===- verdict ----------------------------------------------------------------===//

typedef struct verdict {
  const char *model; // OBE, LOBE, unfit
  char reason[400];
} verdict;

// What a user wants to know first: is it worth it? The barrier is that of a usual size and as many groups as there are units.
static void print_answer(const char *records, const verdict *v) {
  char value[256], device[256] = "", platform[256] = "", backend[64] = "-";
  double ns = 0, launch = 0, wait = 0;
  int groups = 0, wg = 0;
  for (const char *line = records; line && *line; line = next_line(line)) {
    if (of_section(line, "facts")) {
      field(line, "device", device, sizeof device);
      field(line, "platform", platform, sizeof platform);
    }
    if (of_section(line, "backends") && is(line, "used", "true"))
      field(line, "name", backend, sizeof backend);
    if (of_section(line, "barriers") && field(line, "wg", value, sizeof value) && atoi(value) <= 256 && atoi(value) > wg) {
      wg = atoi(value);
      groups = field(line, "groups", value, sizeof value) ? atoi(value) : 0;
      ns = field(line, "ns", value, sizeof value) ? atof(value) : 0;
    }
    if (of_section(line, "launches")) {
      launch = field(line, "queued_us", value, sizeof value) ? atof(value) : 0;
      wait = field(line, "waited_us", value, sizeof value) ? atof(value) : 0;
    }
  }
  const bool fit = strcmp(v->model, "unfit") != 0, worth = launch > 0 && ns < 1e3 * launch;
  if (!fit)
    printf("do not use it: %s\n", v->reason);
  else if (ns <= 0 || launch <= 0)
    printf("use it\n");
  else
    printf("%s: %d groups of %d work-items, barrier %.1f us against %.1f us a launch (%.1f us if the host waits for it)\n",
           worth ? "use it" : "fit, but a barrier takes longer than a launch", groups, wg, ns / 1e3, launch, wait);
  if (*device)
    printf("  device: %s%s%s%s\n", device, *platform ? " (" : "", platform, *platform ? ")" : "");
  if (fit)
    printf("  atomics: %s\n", backend);
}

static void judge(const char *records, const char *trouble, verdict *v) {
  v->model = "unfit";
  char value[256];
  bool obe = true, lobe = true, progress = false, soak = false, backend = false, several = false, old = false;
  char weak[256] = "";
  for (const char *line = records; line && *line; line = next_line(line)) {
    if (of_section(line, "error") && !*v->reason && field(line, "reason", value, sizeof value))
      snprintf(v->reason, sizeof v->reason, "%s", value);
    if (of_section(line, "backends"))
      backend |= is(line, "fit", "true");
    if (of_section(line, "discovery") && field(line, "found_most", value, sizeof value))
      several |= atoi(value) >= 2;
    if (of_section(line, "progress")) {
      progress |= is(line, "test", "obe") && !is(line, "pairs_met", "0");
      // With a lock all groups of the grid stand in one queue, which may take longer than a wait may.
      bool queue = is(line, "discovery", "ticket") || is(line, "discovery", "spin");
      if (is(line, "passed", "false") && !queue) {
        obe &= !is(line, "needs", "OBE");
        lobe &= !is(line, "needs", "LOBE") && !is(line, "needs", "HSA or LOBE");
      }
    }
    if (of_section(line, "barriers") && is(line, "right", "false"))
      snprintf(v->reason, sizeof v->reason, "wrong data behind a barrier, or a barrier given up");
    // What these fences forbid is needed, but for the order of sb, which takes one that
    // is sequentially consistent: OpenCL 1.x has none, and barriers do not rely on it.
    old |= of_section(line, "backends") && is(line, "used", "true") && is(line, "name", "cl1");
    if (of_section(line, "litmus") && is(line, "fence", "device") && !is(line, "weak", "0") && !*weak &&
        !(old && is(line, "test", "sb"))) {
      char test[32] = "", times[32] = "", runs[32] = "";
      field(line, "test", test, sizeof test);
      field(line, "weak", times, sizeof times);
      field(line, "instances", runs, sizeof runs);
      snprintf(weak, sizeof weak, "litmus test %s: weak outcome in spite of the fences at device scope (%s of %s)",
               test, times, runs);
    }
    if (of_section(line, "soak")) {
      soak = false;
      if (!is(line, "wrong_words", "0") || !is(line, "given_up", "0"))
        snprintf(v->reason, sizeof v->reason, "the soak showed wrong data or barriers given up");
      else if (is(line, "launches", "0"))
        snprintf(v->reason, sizeof v->reason, "the soak had no time for a launch");
      else if (!field(line, "fewest_groups", value, sizeof value) || atoi(value) < 2)
        snprintf(v->reason, sizeof v->reason, "a launch of the soak had one group only");
      else
        soak = true;
    }
  }
  if (!*v->reason && *weak)
    snprintf(v->reason, sizeof v->reason, "%s", weak);
  if (*v->reason)
    return;
  if (*trouble)
    snprintf(v->reason, sizeof v->reason, "%s", trouble);
  else if (!backend)
    snprintf(v->reason, sizeof v->reason, "no form of atomics passed the tests");
  else if (!progress)
    snprintf(v->reason, sizeof v->reason, "no two groups were seen to run at the same time");
  else if (!obe)
    snprintf(v->reason, sizeof v->reason, "groups that had begun did not go on while others waited for them");
  else if (!several)
    snprintf(v->reason, sizeof v->reason, "discovery found one group only");
  else if (!soak)
    snprintf(v->reason, sizeof v->reason, "the soak did not run");
  else
    v->model = lobe ? "LOBE" : "OBE";
  if (soak && strcmp(v->model, "unfit") != 0)
    snprintf(v->reason, sizeof v->reason, "%s",
             lobe ? "groups that have begun go on, and those of lower number are begun (as far as tested)"
                  : "groups that have begun go on; a group may not wait for one that has not begun");
}

//===- printing ---------------------------------------------------------------===//

// One record: JSON object, or "key: value" pairs.
static void print_record(const char *line, bool json, bool wide) {
  const char *at = line + strcspn(line, "\t\n");
  bool first = true;
  if (json)
    putchar('{');
  while (*at == '\t') {
    size_t key = strcspn(++at, "=#?");
    const char *value = at + key + 1;
    size_t length = strcspn(value, "\t\n");
    if (json) {
      printf("%s", first ? "" : ", ");
      pst_json_text(stdout, at, key);
      printf(": ");
      if (at[key] == '=')
        pst_json_text(stdout, value, length);
      else
        printf("%.*s", (int)length, value);
    } else if (length) {
      printf(wide ? "%s  %.*s: %.*s" : "%s%.*s=%.*s", wide ? (first ? "" : "\n") : (first ? "  " : " "), (int)key, at,
             (int)length, value);
    }
    first = false;
    at = value + length;
  }
  if (json)
    putchar('}');
  else
    putchar('\n');
}

static void print_section(const char *records, const char *name, bool json, bool *any) {
  bool first = true;
  for (const char *line = records; line && *line; line = next_line(line)) {
    if (!of_section(line, name))
      continue;
    if (json)
      printf(first ? "%s\n  \"%s\": [\n    " : ",\n    ", *any ? "," : "", name);
    else if (first)
      printf("%s\n", name);
    print_record(line, json, strcmp(name, "facts") == 0);
    first = false;
    *any = true;
  }
  if (!first && json)
    printf("\n  ]");
}

// Seconds above 0, so few that the time limits of the stages stay what they are.
static bool seconds_of(const char *text, double *seconds) {
  char *end;
  *seconds = strtod(text, &end);
  return end != text && !*end && *seconds > 0 && *seconds <= 86400;
}

static int wrong_usage(const char *what, const char *argument) {
  fprintf(stderr, "persistify-probe: error: %s '%s'\n%s", what, argument, usage);
  return 2;
}

int main(int argc, char **argv) {
  probe_options o = {.device = "any", .soak_s = 5};
  const char *stage = NULL, *kept = NULL; // kept: records for the verdict, in tests
  bool json = false, list = false, all = false, soaks = false;
  for (int i = 1; i < argc; ++i) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--json") == 0) {
      json = true;
    } else if (strcmp(argv[i], "--list") == 0) {
      list = true;
    } else if (strcmp(argv[i], "--all") == 0) {
      all = true;
    } else if (strcmp(argv[i], "--quick") == 0) {
      o.quick = true;
    } else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      fputs(usage, stdout);
      return 0;
    } else if (value && (strcmp(argv[i], "--device") == 0 || strcmp(argv[i], "--soak") == 0 ||
                         strcmp(argv[i], "--stage") == 0 || strcmp(argv[i], "--records") == 0)) {
      if (argv[i][2] == 'd')
        o.device = value;
      else if (argv[i][3] == 't')
        stage = value;
      else if (argv[i][2] == 'r')
        kept = value;
      else if (!seconds_of(value, &o.soak_s))
        return wrong_usage("--soak needs a number of seconds above 0 and at most 86400, not", value);
      soaks |= argv[i][2] == 's' && argv[i][3] == 'o';
      ++i;
    } else if (strcmp(argv[i], "--device") == 0 || strcmp(argv[i], "--soak") == 0 || strcmp(argv[i], "--stage") == 0) {
      return wrong_usage("no value for", argv[i]);
    } else {
      return wrong_usage("unknown option", argv[i]);
    }
  }
  if (stage)
    return run_stage(stage, &o);
  o.quick |= !all;
  if (!soaks && o.quick)
    o.soak_s = 1;

  char self[4096], trouble[300] = "";
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  snprintf(self + (length > 0 ? length : 0), sizeof self - (size_t)(length > 0 ? length : 0), "%s",
           length > 0 ? "" : argv[0]);
  text records = {0};
  append(&records, "", 0);
  bool any = false;
  if (list) {
    spawn(self, "list", 30, &o, &records, trouble, sizeof trouble);
    if (json)
      putchar('{');
    print_section(records.at, "devices", json, &any);
    puts(json ? "\n}" : "");
    return *trouble || !any;
  }
  if (kept && !read_records(kept, &records))
    return wrong_usage("cannot read", kept);
  for (int i = 0; i < STAGES && !kept; ++i) {
    if (stages[i].more && !all)
      continue;
    size_t before = records.size;
    bool ran = spawn(self, stages[i].name, stages[i].limit_s + (int)o.soak_s, &o, &records, trouble, sizeof trouble);
    bool failed = !ran;
    for (const char *line = records.at + before; line && *line; line = next_line(line))
      failed |= of_section(line, "error");
    if (failed && stages[i].must)
      break;
  }
  verdict v = {.model = "unfit"};
  judge(records.at, trouble, &v);
  static const char *const sections[] = {"facts",    "sanity", "backends", "progress", "discovery",
                                         "barriers", "launches", "litmus", "soak", "error"};
  if (json)
    putchar('{');
  else
    print_answer(records.at, &v);
  for (unsigned i = 0; (json || all) && i < sizeof sections / sizeof *sections; ++i)
    print_section(records.at, sections[i], json, &any);
  if (json) {
    printf("%s\n  \"verdict\": {\"model\": ", any ? "," : "");
    pst_json_text(stdout, v.model, strlen(v.model));
    printf(", \"reason\": ");
    pst_json_text(stdout, v.reason, strlen(v.reason));
    puts("}\n}");
  } else {
    printf(all ? "verdict\n  %s: %s\n" : "  verdict: %s: %s\n", v.model, v.reason);
    if (!all)
      printf("  measured in brief; --all shows everything\n");
  }
  free(records.at);
  return strcmp(v.model, "unfit") == 0;
}
