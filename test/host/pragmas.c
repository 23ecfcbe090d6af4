/* Pragmas in front of a loop stay with it. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
// RUN: env PERSISTIFY_FAULT=pragmas-apart not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs
// RUN: FileCheck %s --check-prefix=OUT < %t/pragmas.c
// OUT:      static void {{unrolled}}(void) {
// OUT-NEXT: {{^  { /\* persistify: this loop}}
// OUT:      if (persistify_exit == PERSISTIFY_ORIGINAL) {{do}} {
// OUT-NEXT: {{^ *#pragma GCC unroll 4$}}
// OUT-NEXT: {{^  for .int i = 0; i < 5; i\+\+.$}}
#include "setup.h"

static cl_kernel k_add;
static cl_mem a;
static const size_t items = 64;

static void add(int v) {
  need(clSetKernelArg(k_add, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL), "add");
}
static void unrolled(void) {
#pragma GCC unroll 4
  for (int i = 0; i < 5; i++)
    add(i);
}
static void two(void) {
  int n = 3;
  #pragma GCC ivdep
#  pragma GCC unroll 2
  while (n > 0)
    add(n--);
}
static void apart(void) {
#pragma GCC ivdep

  /* of the loop */
  // all the same
  for (int i = 0; i < 3; i++)
    add(7 * i);
}
static void operators(int n) {
  _Pragma("GCC ivdep") for (int i = 0; i < n; i++) { add(2 * i); }
}
#define FOUR _Pragma("GCC unroll 4")
#define UNROLL(N) FOUR
static void macros(int n) {
  FOUR
  for (int i = 0; i < n; i++)
    add(3 * i);
#pragma GCC ivdep

  UNROLL(4) /* of it */
  while (n > 0)
    add(n--);
}
static void diagnostics(int n) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"

  do
    add(n);
  while (n = n - 1);
#pragma GCC diagnostic pop
}

int main(void) {
  start("steps.cl", "");
  k_add = kernel_named("add");
  a = ints(64, 0);
  unrolled();
  two();
  operators(4);
  macros(4);
  diagnostics(3);
  apart();
  show("a", a);
  return 0;
}
