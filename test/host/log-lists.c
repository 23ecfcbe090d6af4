/* What a function prints of its unnamed arguments, if it is given the program's handles as well: the list is printed as the
   arguments that it stands for. By the function, by one that is handed the list, of a list from some argument on. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: env PERSISTIFY_FAULT=lists-unseen not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %long %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DTO_STDERR --stderr --entries 3
#include "setup.h"
#include <stdarg.h>

struct sim {
  cl_kernel add;
  cl_mem data;
  FILE *log;
  int verbose;
  size_t items;
  float scale;
};

static void message(struct sim *s, const char *format, ...) {
  va_list ap;
  if (!s->verbose)
    return;
  va_start(ap, format);
  vfprintf(s->log, format, ap);
  va_end(ap);
}

static void write_list(const struct sim *s, int level, const char *format, va_list list) {
  if (level > s->verbose)
    return;
  fprintf(s->log, "[%d] ", level);
  vfprintf(s->log, format, list);
  fputc('\n', s->log);
}
static void note(struct sim *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  write_list(s, 1, format, list);
  va_end(list);
}
static void detail(struct sim *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  write_list(s, 3, format, list);
  va_end(list);
}

/* The first unnamed argument says what the others are for. */
static void titled(struct sim *s, int parts, ...) {
  va_list ap;
  va_start(ap, parts);
  const char *title = va_arg(ap, const char *);
  const char *format = va_arg(ap, const char *);
  if (s->verbose && parts > 1) {
    printf("%s: ", title);
    vprintf(format, ap);
  }
  va_end(ap);
}

static void step(struct sim *s, int by) {
  need(clSetKernelArg(s->add, 0, sizeof s->data, &s->data), "arg");
  need(clSetKernelArg(s->add, 1, sizeof by, &by), "arg");
  need(clEnqueueNDRangeKernel(queue, s->add, 1, NULL, &s->items, NULL, 0, NULL, NULL), "launch");
}

int main(int argc, char **argv) {
  struct sim s;
  int last = 0;
  (void)argv;
  start("steps.cl", "");
  s.add = kernel_named("add");
  s.data = ints(64, 0);
#ifdef TO_STDERR
  s.log = stderr;
#else
  s.log = stdout;
#endif
  s.verbose = argc > 0 ? 2 : 0;
  s.items = 64;
  s.scale = 0.25f;
  for (int t = 0; t < 6; ++t) {
    step(&s, t);
    need(clEnqueueReadBuffer(queue, s.data, CL_TRUE, 0, sizeof last, &last, 0, NULL, NULL), "read");
    message(&s, "%s %d: %5d, %.2f %g\n", t % 2 ? "odd" : "even", t, last, last / 3.0, s.scale * last);
    if (t == 3)
      message(&s, "half way, 100%%\n");
  }
  for (int t = 0; t < 5; ++t) {
    step(&s, t);
    note(&s, "%c %lu", 'a' + t, (unsigned long)s.items * t);
    detail(&s, "never %d", t);
  }
  for (int t = 0; t < 4; ++t) {
    step(&s, 1);
    titled(&s, t, "part", "%d of %s\n", t * t, "sixteen");
  }
  show("data", s.data);
  return 0;
}
