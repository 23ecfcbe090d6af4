// A pointer to an element of a container or an array, printed by the loop, beside the whole of it, which the loop reads back: the same
// memory, or not.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- apart
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "are the same memory" -- same
// RUN: %long env PERSISTIFY_FAULT=parts-of-structs not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 0..4 -- same
#include "setup.h"
#include <array>
#include <iostream>
#include <vector>

struct Row {
  int n;
  char label[12];
};

static cl_kernel k;
static cl_mem a, rows;
static std::vector<Row> listed(2);
static std::array<Row, 2> fixed;
static Row plain[2];
static std::vector<int> numbers(8);

static void step(int i) {
  size_t items = 64;
  need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
  need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
}

static void inVector(const Row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * 2 * sizeof(Row), 2 * sizeof(Row), listed.data(), 0, nullptr, nullptr), "read");
    printf("vector %s\n", at->label);
  }
}

static void inArray(const Row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * 2 * sizeof(Row), 2 * sizeof(Row), fixed.data(), 0, nullptr, nullptr), "read");
    std::cout << "array " << at->label << std::endl;
  }
}

static void inPlain(const Row *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, rows, CL_TRUE, (i & 1) * 2 * sizeof(Row), 2 * sizeof(Row), plain, 0, nullptr, nullptr), "read");
    puts(at->label);
  }
}

static void tell(const int *of) { printf("number %d\n", *of); }

static void ofNumbers(const int *at) {
  for (int i = 0; i < 4; i++) {
    step(i);
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 8 * sizeof(int), numbers.data(), 0, nullptr, nullptr), "read");
    tell(at);
  }
}

int main(int argc, char **argv) {
  const bool same = argc > 1 && strcmp(argv[1], "same") == 0;
  const Row other = {5, "other"}, first[4] = {{1, "one"}, {2, "two"}, {3, "three"}, {4, "four"}};
  const int number = 77;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 1);
  rows = ints(4 * sizeof(Row) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clEnqueueWriteBuffer(queue, rows, CL_TRUE, 0, sizeof first, first, 0, nullptr, nullptr), "write");
  inVector(same ? &listed[1] : &other);
  inArray(same ? &fixed[1] : &other);
  inPlain(same ? &plain[1] : &other);
  ofNumbers(same ? &numbers[1] : &number);
  show("a", a);
  return 0;
}
