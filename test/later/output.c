/* Output in the loop appears behind it, byte for byte and in order: printf and its kin, macros,
   a variadic logger, verbose flags, helpers, nested loops, stdout and stderr.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 9 --stderr
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 9 --stderr -- -v
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --no-persist --tool-flag=--output=refuse --reason PST1011
*/
#include "setup.h"
#include <stdarg.h>

static cl_kernel add_k, raise_k;
static cl_mem data, d_flag;
static size_t global = 64;
static int verbose = 1;
static const char *const phases[] = {"coarse", "medium", "fine"};

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cl_int status_ = (call);                                                                       \
    if (status_ != CL_SUCCESS) {                                                                   \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, (int)status_);                 \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
#define INFO(...)                                                                                  \
  do {                                                                                             \
    if (verbose)                                                                                   \
      fprintf(stderr, "[info] " __VA_ARGS__);                                                      \
  } while (0)

static void add(int v) {
  CHECK(clSetKernelArg(add_k, 0, sizeof data, &data));
  CHECK(clSetKernelArg(add_k, 1, sizeof v, &v));
  CHECK(clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL));
}
static int low(int limit) {
  int flag = 0;
  CHECK(clEnqueueWriteBuffer(queue, d_flag, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL));
  clSetKernelArg(raise_k, 0, sizeof data, &data);
  clSetKernelArg(raise_k, 1, sizeof d_flag, &d_flag);
  clSetKernelArg(raise_k, 2, sizeof limit, &limit);
  clEnqueueNDRangeKernel(queue, raise_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  CHECK(clEnqueueReadBuffer(queue, d_flag, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL));
  return flag;
}
static int first(void) {
  int v = 0;
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL);
  return v;
}

/* printf in the loop itself, before and behind the launches. */
static void plain(void) {
  int i;
  for (i = 0; i < 5; i++) {
    printf("trip %d of %d, 100%%\n", i, 5);
    add(i);
    printf("  first %d %5.2f %c %s %#lx\n", first(), first() / 3.0f, 'a' + i, i % 2 ? "odd" : "even",
           (unsigned long)i << 40);
  }
  puts("done");
}

/* Under conditions, with macros, to both streams. */
static void conditional(int every) {
  int it = 0, changed;
  do {
    changed = low(60);
    it++;
    INFO("it %d: changed %d\n", it, changed);
    if (it % every == 0)
      printf("step %d\n", it);
    else if (verbose > 3)
      puts("never");
    else
      putchar('.');
    fflush(stdout);
  } while (changed && it < 30);
  printf("\n%d steps\n", it);
}

/* A logger that only forwards what it is given. */
static int lines;
static void logmsg(int level, const char *format, ...) {
  va_list args;
  if (level > verbose + 1)
    return;
  lines++;
  fprintf(stderr, "%d <%d> ", lines, level);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
}
static void logger(void) {
  long long big = 1;
  short s = -3;
  unsigned char c = 250;
  for (int i = 0; i < 4; i++, s--, c += 3) {
    add(c);
    big *= -100000;
    logmsg(i, "i=%d big=%lld s=%hd c=%u name=%s\n", i, big, s, c, phases[i % 3]);
  }
  printf("%d lines\n", lines);
}

/* Through helpers, with strings that were given to them. */
static void report(const char *what, int value, double ratio) {
  printf("%-8s %6d %8.4f\n", what, value, ratio);
  if (value > 100)
    fputs("  large\n", stdout);
}
static void helpers(const char *title) {
  char name[16];
  strcpy(name, "local");
  for (int i = 0; i < 3; i++) {
    add(20);
    report(title, first(), i / 7.0);
    report("literal", i, 1e-3 * i);
    printf("[%s] %.3s %p\n", name, title, (void *)0);
  }
}

/* Nested loops, early ends. */
static int nested(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j <= i; j++) {
      sum += i * j;
      if (sum == 8)
        continue;
      add(sum);
      printf("%d.%d=%d ", i, j, sum);
    }
    putchar('\n');
    if (sum > 60) {
      printf("early end at %d\n", i);
      return sum;
    }
  }
  return -1;
}

/* What is printed may have side effects, and outlive what it names. */
static void effects(void) {
  int n = 0;
  float x = 0.1f;
  for (int i = 0; i < 4; i++) {
    add(n);
    printf("%d then %d, %a\n", i, n++, x);
    x = x * 1.5f + n;
  }
  printf("n = %d, x = %g\n", n, x);
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 2)
    verbose = 2;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  raise_k = clCreateKernel(program, "raise", NULL);
  data = ints(64, 3);
  d_flag = ints(1, 0);
  plain();
  conditional(4);
  conditional(7);
  verbose = 0;
  data = ints(64, 1);
  conditional(5);
  verbose = 1;
  logger();
  helpers("title");
  helpers("again and again");
  printf("nested %d\n", nested());
  effects();
  show("data", data);
  return 0;
}
