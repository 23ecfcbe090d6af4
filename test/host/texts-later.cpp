// Text that the loop puts together for its output: the host's, like the output.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %run-check %S/steps.cl %S/Inputs/texts-later.c --host-flag=-I%S/Inputs --entries 3
#include "setup.h"
#include <cstdio>
#include <cstring>
#include <string>

static cl_kernel k_add;
static char shared[48];

static void add(int v) {
  static const size_t items = 64;
  clSetKernelArg(k_add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}
static void log_line(const char *line) { std::puts(line); }

static void lines(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    char line[64] = "";
    total += i * i;
    add(total);
    std::snprintf(line, sizeof(line), "trip %d: %5.2f", i, total / 4.0);
    log_line(line);
  }
}
// What is left in it is looked at after the loop.
static void left(int n) {
  int total = 1;
  char last[32] = "none", first[8] = {'-', 0};
  for (int i = 0; i < n && total < 100; ++i) {
    add(i);
    total *= 3;
    sprintf(last, "%c%03x", 'a' + i, total);
    if (i == 0)
      strcpy(first, last);
  }
  std::printf("%s %s\n", last, first);
}
static void appended(int n) {
  long total = 0;
  while (n-- > 0) {
    const char *row = "row";
    int at = snprintf(shared, sizeof shared, "%s %d:", row, n);
    for (int k = 0; k < 3; k++)
      at += snprintf(shared + at, sizeof shared - at, " %d", n * k);
    total += n;
    add(n);
    std::fprintf(stdout, "%s.\n", shared);
  }
  std::printf("%ld '%s'\n", total, shared);
}
// Cut off, and in parts that the region decides about.
static void parts(int n) {
  int total = 2;
  char small[6];
  for (int i = 0; i < n; i++) {
    total = total * 5 % 23;
    add(total);
    if (total > 9)
      snprintf(small, sizeof small, "total %d", total);
    else
      snprintf(small, sizeof small, "%d/%d", total, i);
    printf("%s%c", small, i + 1 < n ? ',' : '\n');
  }
}

int main() {
  start("steps.cl", nullptr);
  k_add = kernel_named("add");
  cl_mem a = ints(64, 5);
  clSetKernelArg(k_add, 0, sizeof a, &a);
  lines(4);
  left(5);
  appended(3);
  parts(6);
  show("a", a);
  return 0;
}
