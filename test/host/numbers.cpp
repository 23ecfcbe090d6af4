// Functions of integers and of the parts of numbers: bits, divisors, exponents; is_sorted.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 6 --verify sum
// RUN: %run-check %S/steps.cl %S/Inputs/numbers.c --host-flag=-I%S/Inputs --entries 3 --verify sum
#include "setup.h"
#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>

static cl_kernel k_add;
static const size_t items = 64;

static void add(int v) {
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "add");
}

static void counted() {
  std::uint64_t wide[] = {0, 1, 0x8000000000000000u, 0xffffffffffffffffu, 0x00f0000000001000u};
  long sum = 0;
  for (auto w : wide) {
    auto n = static_cast<std::uint32_t>(w >> 12);
    auto h = static_cast<std::uint16_t>(w);
    sum = sum * 7 + std::popcount(w) + 3 * std::popcount(n) + std::countl_zero(w) - std::countr_zero(w);
    sum += std::countl_zero(h) * 5 + std::countr_zero(h) + std::has_single_bit(n) + std::bit_width(w);
    add(static_cast<int>(sum & 1023));
  }
  std::printf("%ld\n", sum);
}
static void divisors() {
  int sum = 0, a[6] = {12, -18, 0, 35, INT_MAX, 1};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 3; ++j) {
      sum += std::gcd(a[i], a[j]) ^ i;
      sum -= std::lcm(i * 4, 6L * j) & 255;
      add(sum & 63);
    }
  std::printf("%d %d\n", sum, std::gcd(-8, 12));
}
static void exponents(double x) {
  double sum = 0;
  float f = 3.5f;
  for (int i = -3; i < 6; i++) {
    int e, g;
    double m = std::frexp(x * i, &e);
    float n = std::frexp(f - i, &g);
    sum += std::ldexp(m, i) + std::ldexp(n, -i) + e * 2 + g;
    f = std::scalbn(f, 1);
    add(static_cast<int>(std::ldexp(1.0f, e & 7)));
  }
  std::printf("%.17g %g\n", sum, f);
}
// Where the exponents end.
static void ends() {
  double x = 4.9406564584124654e-324, sum = 0;
  for (int i = 0; i < 5; ++i) {
    int e = 0;
    double part = std::frexp(x, &e);
    sum += part + e;
    x = i == 1 ? 1.7976931348623157e308 : i == 2 ? 0.0 : i == 3 ? -1.0 : std::ldexp(part, e + 1);
    add(e & 15);
  }
  std::printf("%.17g %.17g\n", sum, x);
}
static void sorted() {
  int v[5] = {1, 2, 4, 4, 9}, sum = 0;
  std::array<float, 3> w = {3, 2, 1};
  for (int i = 0; i < 7; ++i) {
    if (std::is_sorted(v, v + 5))
      sum += 10;
    sum += std::is_sorted(w.begin(), w.end(), std::greater<>()) + int(std::is_sorted_until(v, v + 5) - v);
    sum += std::is_sorted(v + 2, v + 2) && std::is_sorted(std::begin(v), std::end(v), [](int a, int b) { return a < b - 3; });
    v[i % 5] += 3;
    w[1] = i * 0.5f;
    add(sum);
  }
  std::printf("%d\n", sum);
}
static void builtins() {
  int sum = 0;
  for (long long i = 1; i < 5000000000LL; i = i * 37 - 5) {
    sum += __builtin_popcountll(i) * 3 + __builtin_clzll(i) - __builtin_ctzl(i) + __builtin_ffs(int(i & 48)) + __builtin_parity(unsigned(i));
    sum += std::__gcd(int(i & 1023), -12);
    add(sum);
  }
  std::printf("%d\n", sum);
}

int main(int argc, char **) {
  start("steps.cl", nullptr);
  k_add = kernel_named("add");
  cl_mem a = ints(64, 5);
  clSetKernelArg(k_add, 0, sizeof a, &a);
  counted();
  divisors();
  exponents(argc * 0.7);
  ends();
  sorted();
  builtins();
  show("a", a);
  return 0;
}
