// Pointers that the loop sets and that are assigned again behind it, with another name by which they are read in between: what the loop left
// is needed. Without one, assigned as statements and in commas, they are not.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DALIASES 2>&1 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=aliases-behind not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DALIASES
#include "setup.h"
#include <functional>
#include <initializer_list>

static const int table[4] = {3, 1, 4, 2};
static cl_kernel k;
static cl_mem a, b;
static void give(int v) {
  const size_t global = 64;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}

struct Holder {
  const int *&of;
};
struct Made {
  const int *&of;
  explicit Made(const int *&p) : of(p) {}
};

#ifdef ALIASES
// CHECK-COUNT-10: 'at' has type 'const int *', which cannot be carried by the device [PST1004]
// CHECK: persistify: 0 loops transformed
static int member(int n) {
  const int *at = table, *other = table + 1;
  Holder h{at};
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *h.of;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int constructed(int n) {
  const int *at = table, *other = table + 1;
  Made h(at);
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *h.of;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int chosen(int n) {
  const int *at = table, *other = table + 1;
  const int *&r = n ? at : other;
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *r;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int behindComma(int n) {
  const int *at = table, *other = table + 1;
  const int *&r = (other++, at);
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *r;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int assigned(int n) {
  const int *at = table, *other = table + 1;
  const int *&r = (at = table + 1);
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *r;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int stepped(int n) {
  const int *at = table, *other = table + 1;
  const int **r = &++at;
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = **r;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int address(int n) {
  const int *at = table, *other = table + 1;
  const int **r = &(n ? at : other);
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = **r;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int wrapped(int n) {
  const int *at = table, *other = table + 1;
  auto r = std::ref(at);
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *r.get();
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int listed(int n) {
  const int *at = table, *other = table + 1;
  std::initializer_list<std::reference_wrapper<const int *>> l = {at};
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = *l.begin()->get();
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int captured(int n) {
  const int *at = table, *other = table + 1;
  auto now = [&] { return *at; };
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = now();
  at = table + 2;
  return seen * 10 + *at + *other;
}
#else
static int plain(int n) {
  const int *at = table, *other = table + 1;
  (void)at;
  for (int i = 0; i < n; i++) {
    at = table + (i & 3);
    give(*at);
  }
  int seen = 1;
  at = table + 2;
  return seen * 10 + *at + *other;
}
static int commas(int n) {
  const int *at;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    ((at)) = table + (i & 3), sum++;
    give(*at);
    at += at == table ? 1 : 0;
    give(*at);
    if (*at == 1)
      ++at, sum += *(at);
  }
  for (at = table; at != table + 4; ++at)
    sum += *at;
  return sum;
}
#endif

int main() {
  start("steps.cl", "");
  k = kernel_named("map");
  a = ints(64, 1);
  b = ints(64, 5);
#ifdef ALIASES
  for (auto f : {member, constructed, chosen, behindComma, assigned, stepped, address, wrapped, listed, captured})
    printf("%d\n", f(6));
#else
  printf("%d %d\n", plain(6), commas(9));
#endif
  show("a", a);
  show("b", b);
  return 0;
}
