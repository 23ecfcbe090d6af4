/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   compare LIST
 *
 * Runs the builtin functions of a list (builtins.txt) on two platforms, on the
 * same inputs, for scalars and vectors, and tells where results differ.
 */
#include "cl.h"

#include <math.h>

enum { N = 4096, PER_KERNEL = 12 };

static const struct {
  char code;
  const char *name;
  int bytes;
} types[] = {{'F', "float", 4}, {'D', "double", 8}, {'C', "uchar", 1}, {'c', "char", 1}, {'S', "ushort", 2},
             {'s', "short", 2}, {'U', "uint", 4},   {'i', "int", 4},   {'L', "ulong", 8}, {'l', "long", 8}};

static int type_of(char code) {
  for (int i = 0; i < 10; ++i)
    if (types[i].code == code)
      return i;
  printf("no type %c\n", code);
  exit(1);
}

typedef struct {
  char name[64];
  int result, args[3], scalar[3], count, size;
  int reduces; /* a scalar from vectors */
  double limit;
} function;

static unsigned long state = 88172645463325252ul;
static unsigned long draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Values of a type: all kinds of specials in the beginning, then any bits or moderate numbers. */
static void fill(char *to, int type, int salt) {
  static const double special[] = {0,         -0.0,     1,         -1,     0.5,    -0.5,  1.5,     2.5,  -2.5, INFINITY,
                                   -INFINITY, NAN,      1e-40,     -1e-40, 3.4e38, 1e300, -1e-310, 2,    3,    4,
                                   0.25,      16777216, 8388607.5, -3,     10,     100,   88.7,    -87.3};
  static const long whole[] = {0, 1, -1, 2, -2, 127, -128, 128, 255, 32767, -32768, 65535, 2147483647, -2147483648l,
                               4294967295l, 0x7fffffffffffffffl, -0x7fffffffffffffffl - 1, 31, 32, 63, 64, 7, 8};
  for (int i = 0; i < N; ++i) {
    unsigned long bits = draw();
    char code = types[type].code;
    if (code == 'F' || code == 'D') {
      double d = i < 28 * 28 ? special[salt == 0 ? i % 28 : salt == 1 ? i / 28 : (i + i / 28) % 28]
                             : ((double)(bits >> 11) / (1ul << 53) - 0.5) * exp2((double)(draw() % 24));
      if (code == 'F') {
        float f = (float)d;
        if (i % 4 == 3 && i > 28 * 28)
          memcpy(&f, &bits, 4);
        memcpy(to + 4 * i, &f, 4);
      } else {
        if (i % 4 == 3 && i > 28 * 28)
          memcpy(&d, &bits, 8);
        memcpy(to + 8 * i, &d, 8);
      }
    } else {
      if (i < 23 * 23)
        bits = (unsigned long)whole[salt == 0 ? i % 23 : salt == 1 ? i / 23 : (i + i / 23) % 23];
      memcpy(to + types[type].bytes * i, &bits, types[type].bytes);
    }
  }
}

/* Difference in units of the last place; 0 for two NaNs. */
static double apart(const char *a, const char *b, int type) {
  if (types[type].code == 'F') {
    float x, y;
    memcpy(&x, a, 4);
    memcpy(&y, b, 4);
    if ((isnan(x) && isnan(y)) || x == y)
      return 0;
    if (!isfinite(x) || !isfinite(y))
      return isfinite(x) != isfinite(y) && fabsf(isfinite(x) ? x : y) > 3.4e38f ? 1 : INFINITY;
    int e;
    frexpf(fabsf(x) > fabsf(y) ? x : y, &e);
    return fabs((double)x - y) / ldexp(1, e < -125 ? -149 : e - 24);
  }
  if (types[type].code == 'D') {
    double x, y;
    memcpy(&x, a, 8);
    memcpy(&y, b, 8);
    if ((isnan(x) && isnan(y)) || x == y)
      return 0;
    if (!isfinite(x) || !isfinite(y))
      return INFINITY;
    int e;
    frexp(fabs(x) > fabs(y) ? x : y, &e);
    return fabs(x - y) / ldexp(1, e < -1021 ? -1074 : e - 53);
  }
  return memcmp(a, b, types[type].bytes) ? INFINITY : 0;
}

static char *inputs[10][3], *results[2];

static void run(setup s, const char *source, function *list, int count, char *to) {
  cl_int err;
  cl_program program = build(s, source, "");
  cl_mem buffers[10][3], out = clCreateBuffer(s.context, 0, (size_t)count * N * 8, NULL, &err);
  OK(err);
  OK(clEnqueueWriteBuffer(s.queue, out, CL_TRUE, 0, (size_t)count * N * 8, to, 0, NULL, NULL));
  for (int t = 0; t < 10; ++t)
    for (int a = 0; a < 3; ++a) {
      buffers[t][a] = clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, (size_t)N * types[t].bytes, inputs[t][a], &err);
      OK(err);
    }
  for (int first = 0; first < count; first += PER_KERNEL) {
    char name[32];
    snprintf(name, sizeof name, "k%d", first / PER_KERNEL);
    cl_kernel kernel = clCreateKernel(program, name, &err);
    OK(err);
    for (int t = 0; t < 10; ++t)
      for (int a = 0; a < 3; ++a)
        OK(clSetKernelArg(kernel, (cl_uint)(t * 3 + a), sizeof(cl_mem), &buffers[t][a]));
    OK(clSetKernelArg(kernel, 30, sizeof out, &out));
    size_t global = N / 16, local = 16;
    OK(clEnqueueNDRangeKernel(s.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OK(clReleaseKernel(kernel));
  }
  OK(clEnqueueReadBuffer(s.queue, out, CL_TRUE, 0, (size_t)count * N * 8, to, 0, NULL, NULL));
  (void)list;
  for (int t = 0; t < 10; ++t)
    for (int a = 0; a < 3; ++a)
      OK(clReleaseMemObject(buffers[t][a]));
  OK(clReleaseMemObject(out));
  OK(clReleaseProgram(program));
}

int main(int argc, char **argv) {
  static function list[4000];
  static char source[4000000];
  static const int sizes[] = {1, 2, 3, 4, 8, 16};
  int count = 0, lines = 0, bad = 0;
  char line[200];
  FILE *file = fopen(argc > 1 ? argv[1] : "", "r");
  if (!file)
    return 2;
  while (fgets(line, sizeof line, file)) {
    if (*line == '#' || *line == '\n')
      continue;
    function f = {.limit = 0};
    int only = 0;
    char *colon = strchr(line, ':');
    if (colon) {
      sscanf(colon + 1, "%lf size %d", &f.limit, &only);
      *colon = 0;
    }
    char *first = strtok(line, " \n");
    f.reduces = *first == 'v';
    f.result = type_of(first[f.reduces]);
    strncpy(f.name, strtok(NULL, " \n"), sizeof f.name - 1);
    for (char *word; (word = strtok(NULL, " \n"));) {
      f.scalar[f.count] = *word == 'v';
      f.args[f.count++] = type_of(word[*word == 'v']);
    }
    int scalars = f.scalar[0] | f.scalar[1] | f.scalar[2];
    /* As a scalar and as one kind of vector. */
    for (int k = scalars || only > 1; k < (only == 1 ? 1 : 2); ++k) {
      f.size = only ? only : sizes[k ? 1 + lines % 5 : 0];
      list[count++] = f;
    }
    ++lines;
  }
  fclose(file);
  char *at = source;
  for (int i = 0; i < count; ++i) {
    function *f = &list[i];
    if (i % PER_KERNEL == 0) {
      at += sprintf(at, "kernel void k%d(", i / PER_KERNEL);
      for (int t = 0; t < 10; ++t)
        for (int a = 0; a < 3; ++a)
          at += sprintf(at, "const global %s *%c%d, ", types[t].name, types[t].code, a);
      at += sprintf(at, "global char *out) {\n");
    }
    char v[8] = "";
    if (f->size > 1)
      sprintf(v, "%d", f->size);
    at += sprintf(at, "  for (int i = get_global_id(0) * 16; i + %d <= (get_global_id(0) + 1) * 16; i += %d) {\n    ",
                  f->size, f->size);
    /* A name may hold @ for the size. */
    const char *mark = strchr(f->name, '@');
    int front = mark ? (int)(mark - f->name) : (int)strlen(f->name);
    at += sprintf(at, "%s%s r = %.*s%s%s(", types[f->result].name, f->reduces ? "" : v, front, f->name, mark ? v : "",
                  mark ? mark + 1 : "");
    for (int a = 0; a < f->count; ++a) {
      char code = types[f->args[a]].code;
      if (f->size > 1 && !f->scalar[a])
        at += sprintf(at, "%svload%d(0, %c%d + i)", a ? ", " : "", f->size, code, a);
      else
        at += sprintf(at, "%s%c%d[i]", a ? ", " : "", code, a);
    }
    at += sprintf(at, ");\n    global %s *o = (global %s *)(out + %d) + i; ", types[f->result].name,
                  types[f->result].name, i * N * 8);
    at +=
        f->size > 1 && !f->reduces ? sprintf(at, "vstore%d(r, 0, o);\n  }\n", f->size) : sprintf(at, "*o = r;\n  }\n");
    if (i % PER_KERNEL == PER_KERNEL - 1 || i == count - 1)
      at += sprintf(at, "}\n");
  }
  for (int t = 0; t < 10; ++t)
    for (int a = 0; a < 3; ++a) {
      inputs[t][a] = malloc((size_t)N * 8);
      fill(inputs[t][a], t, a);
    }
  for (int p = 0; p < 2; ++p) {
    results[p] = calloc((size_t)count * N, 8);
    setup s = open_platform((cl_uint)p);
    run(s, source, list, count, results[p]);
    close_platform(s);
  }
  for (int i = 0; i < count; ++i) {
    function *f = &list[i];
    int bytes = types[f->result].bytes, where = -1;
    double worst = 0;
    for (int k = 0; k < N; ++k) {
      size_t offset = (size_t)i * N * 8 + (size_t)k * bytes;
      double d = apart(results[0] + offset, results[1] + offset, f->result);
      if (d > worst)
        worst = d, where = k;
    }
    if (worst > f->limit) {
      printf("%s%d %s: %g units apart at", types[f->result].name, f->size, f->name, worst);
      for (int a = 0; a < f->count; ++a) {
        int t = f->args[a];
        const char *p = inputs[t][a] + (size_t)where * types[t].bytes;
        long whole = 0;
        memcpy(&whole, p, types[t].bytes);
        printf(" %s %lx", types[t].name, whole);
        if (types[t].code == 'F')
          printf(" (%g)", *(const float *)p);
        if (types[t].code == 'D')
          printf(" (%g)", *(const double *)p);
      }
      long one = 0, two = 0;
      memcpy(&one, results[0] + (size_t)i * N * 8 + (size_t)where * bytes, bytes);
      memcpy(&two, results[1] + (size_t)i * N * 8 + (size_t)where * bytes, bytes);
      printf(": %lx and %lx\n", one, two);
      ++bad;
    }
  }
  printf("%d functions, %d differ\n", count, bad);
  return bad != 0;
}
