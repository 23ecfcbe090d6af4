/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the programs in C share: the command line (the options of options.h that
 * need no graph), choice of a device, loading of source, and the report. */

#ifndef INTEGRATION_COMMON_PLAIN_H
#define INTEGRATION_COMMON_PLAIN_H

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  const char *input, *form, *device, *kernel, *output;
  unsigned long long seed;
  long wg, repeat;
  int json, times;
} options_t;

static void usage(const char *program, FILE *to) {
  fprintf(to,
          "usage: %s [--graph KIND:N] [--form NAME] [--seed N] [--wg N] [--device WHICH]\n"
          "    [--repeat N] [--kernel FILE] [--output FILE] [--json] [--no-time]\n",
          program);
}

static options_t parse_options(int argc, char **argv) {
  options_t o = {"", "", "any", NULL, NULL, 1, 0, 1, 0, 1};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strcmp(name, "--json"))
      o.json = 1;
    else if (!strcmp(name, "--no-time"))
      o.times = 0;
    else if (!strcmp(name, "--help")) {
      usage(argv[0], stdout);
      exit(0);
    } else if (!value) {
      usage(argv[0], stderr);
      exit(2);
    } else {
      i++;
      if (!strcmp(name, "--graph"))
        o.input = value;
      else if (!strcmp(name, "--form"))
        o.form = value;
      else if (!strcmp(name, "--device"))
        o.device = value;
      else if (!strcmp(name, "--kernel"))
        o.kernel = value;
      else if (!strcmp(name, "--output"))
        o.output = value;
      else if (!strcmp(name, "--seed"))
        o.seed = strtoull(value, NULL, 10);
      else if (!strcmp(name, "--wg"))
        o.wg = strtol(value, NULL, 10);
      else if (!strcmp(name, "--repeat"))
        o.repeat = strtol(value, NULL, 10);
      else {
        fprintf(stderr, "%s: unknown option '%s'\n", argv[0], name);
        usage(argv[0], stderr);
        exit(2);
      }
    }
  }
  if (o.wg < 0 || o.repeat < 1) {
    usage(argv[0], stderr);
    exit(2);
  }
  return o;
}

/* The N of "KIND:N"; ends the program if the input is anything else. */
static long input_size(options_t *o, const char *kind, const char *usual, long least, long most) {
  size_t length = strlen(kind);
  if (!*o->input)
    o->input = usual;
  char *end = NULL;
  long n = -1;
  if (!strncmp(o->input, kind, length) && o->input[length] == ':')
    n = strtol(o->input + length + 1, &end, 10);
  if (!end || *end || n < least || n > most) {
    fprintf(stderr, "bad input '%s': %s:N with N in %ld..%ld\n", o->input, kind, least, most);
    exit(2);
  }
  return n;
}

/* Splitmix64, as in graph.h. */
static unsigned long long next_random(unsigned long long *state) {
  unsigned long long z = *state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static double seconds_now(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The first device that `which` describes: cpu, gpu, any, or part of a name. */
static int find_device(const char *which, cl_device_id *device, char name[256]) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS)
    return 0;
  for (cl_uint p = 0; p < platform_count && p < 16; p++) {
    char maker[256] = "";
    cl_device_id devices[16];
    cl_uint count = 0;
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof maker - 1, maker, NULL);
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < count && d < 16; d++) {
      cl_device_type type = 0;
      memset(name, 0, 256);
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, 255, name, NULL);
      clGetDeviceInfo(devices[d], CL_DEVICE_TYPE, sizeof type, &type, NULL);
      if (!strcmp(which, "any") || (!strcmp(which, "cpu") && (type & CL_DEVICE_TYPE_CPU)) ||
          (!strcmp(which, "gpu") && (type & CL_DEVICE_TYPE_GPU)) || strstr(name, which) ||
          strstr(maker, which)) {
        *device = devices[d];
        return 1;
      }
    }
  }
  return 0;
}

/* The text of `file`, else of `name` beside the program, else of `name` here. */
static char *load_source(const char *file, const char *name, const char *program) {
  char beside[4096];
  const char *slash = strrchr(program, '/');
  snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - program + 1) : 0, program, name);
  FILE *in = fopen(file ? file : beside, "rb");
  if (!in && !file)
    in = fopen(name, "rb");
  if (!in) {
    fprintf(stderr, "cannot read %s\n", file ? file : beside);
    return NULL;
  }
  fseek(in, 0, SEEK_END);
  long size = ftell(in);
  rewind(in);
  char *text = (char *)calloc((size_t)size + 1, 1);
  if (text && fread(text, 1, (size_t)size, in) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(in);
  return text;
}

static void print_build_log(cl_program program, cl_device_id device) {
  static char log[16384];
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  fprintf(stderr, "%s\n", log);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* `seconds`: one time for each repetition. Returns the exit code. */
static int print_report(const options_t *o, const char *program, const char *device, int iterations,
                        const char *what, long long result, double *seconds, int matches, int valid) {
  qsort(seconds, (size_t)o->repeat, sizeof *seconds, by_size);
  double least = seconds[0], median = seconds[o->repeat / 2];
  if (o->json) {
    printf("{\"program\": \"%s\", \"graph\": \"%s\", \"seed\": %llu, \"device\": \"%s\", "
           "\"wg\": %ld, \"iterations\": %d, \"%s\": %lld, ",
           program, o->input, o->seed, device, o->wg, iterations, what, result);
    if (o->times)
      printf("\"loop_seconds\": %.6f, \"loop_seconds_median\": %.6f, ", least, median);
    printf("\"reference\": \"%s\", \"valid\": \"%s\"}\n", matches ? "ok" : "differs",
           valid ? "ok" : "violated");
  } else {
    printf("%s: input %s, device %s\n  iterations:    %d\n  %s: %lld\n", program, o->input, device,
           iterations, what, result);
    if (o->times)
      printf("  loop time:     %.6f s (best of %ld, median %.6f s)\n", least, o->repeat, median);
    printf("  reference:     %s\n  validity:      %s\n", matches ? "ok" : "differs",
           valid ? "ok" : "violated");
  }
  return matches && valid ? 0 : 1;
}

#endif /* INTEGRATION_COMMON_PLAIN_H */
