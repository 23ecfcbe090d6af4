// Values are taken when the host language takes them, not where they are used.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
#include "setup.h"
#include <utility>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;
static int level;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof(cl_mem), &data);
  clSetKernelArg(add_k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static int bump(void) { return level += 3; }
static int second(int &x, int &i) {
  i++;
  x = 40;
  return i;
}

static void assignments(int n) {
  int a[4] = {1, 2, 3, 4}, x = 0, y = 0;
  for (int i = 0, k = 0; i < n; i++) {
    a[k++ & 3] = 5;          // once
    x = a[k++ & 3] = i;      // once, and the value
    (a[k & 3] += 2) *= 3;
    y += x += a[i & 3];
    a[y & 3] = y++;          // C++17: the right side first
    add(a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3] + 10000 * k);
  }
  printf("%d %d: %d %d %d %d\n", x, y, a[0], a[1], a[2], a[3]);
}

static void pointers(int n) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i < n; ++i) {
    int at = i & 1;
    int *p = &a[at];
    at = 3;
    *p += 10;                // the element of before
    int &r = a[at];
    at = 0;
    r -= 1;
    sum += *p * r + at;
    add(sum);
  }
  printf("%d: %d %d %d %d\n", sum, a[0], a[1], a[2], a[3]);
}

static void parameters(int n) {
  int a[4] = {0, 0, 0, 0}, i = 0, got = 0;
  while (i < n) {
    got += second(a[i & 3], i); // the element is chosen before i moves
    add(got);
  }
  printf("%d: %d %d %d %d\n", got, a[0], a[1], a[2], a[3]);
}

static void swaps(int n) {
  int a[3] = {2, 0, 1}, i = 1;
  for (int k = 0; k < n; k++) {
    std::swap(i, a[i]);
    add(100 * i + a[0] + 10 * a[1]);
  }
  printf("%d: %d %d %d\n", i, a[0], a[1], a[2]);
}

static void calls(int n) {
  int total = 0;
  level = 1;
  for (int k = 0; k < n; k++) {
    int before = level, product = level;
    product = level << 1, bump(), product += level;
    total += product + before;
    total += bump() > 9 ? bump() : -1;
    total += level > 20 && bump() < 40;
    if (bump() > 30 || bump() > 25)
      total++;
    add(total);
  }
  printf("%d %d\n", total, level);
}

static void conditions(int n) {
  int x = 3, y = 5, total = 0;
  for (int k = 0; k < n; k++) {
    (k & 1 ? x : y) += k;
    int *p = k & 2 ? &x : &y;
    int odd = k & 1;
    const int &r = odd ? x : y;
    odd = 7;
    *p += 2;
    total += r + odd;
    add(total + *p);
  }
  printf("%d %d %d\n", x, y, total);
}

int main() {
  cl_int err;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", &err);
  data = ints(64, 0);
  assignments(7);
  pointers(6);
  parameters(9);
  swaps(5);
  calls(6);
  conditions(9);
  show("data", data);
  return 0;
}
