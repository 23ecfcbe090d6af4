// Algorithms of the standard library over vectors that the loop reads back, with lambdas,
// functions and function objects.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 7 -- 100
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 7 \
// RUN:   --env PERSISTIFY_WG=32 -- 7
#include "setup.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

struct Above {
  int Limit;
  bool operator()(int x) const { return x > Limit; }
};

struct Farther {
  template <class T> bool operator()(const T &a, const T &b) const { return std::abs(a - 50) < std::abs(b - 50); }
};

// Algorithms work on copies of the functions that they are given.
struct Few {
  mutable int Left;
  bool operator()(int) const { return Left-- > 0; }
};
struct Total {
  long Sum = 0;
  void operator()(int x) { Sum = (Sum * 3 + x) % 100003; }
};

static int mixed(int a, int b) { return a * 3 + b; }

template <class Check> static bool settled(const std::vector<int> &v, Check check) {
  return std::all_of(v.begin(), v.end(), check);
}

int main(int, char **argv) {
  const size_t n = std::stoul(argv[1]);
  start("steps.cl", "");
  cl_kernel raise = kernel_named("raise");
  cl_mem a = ints(n, 1), flag = ints(1, 0);
  std::vector<int> h(n), other(n, 2);
  std::vector<float> shares(n, 0.25f);
  clSetKernelArg(raise, 0, sizeof a, &a);
  clSetKernelArg(raise, 1, sizeof flag, &flag);
  auto step = [&](int limit) {
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(queue, raise, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), h.data(), 0, NULL, NULL);
  };

  // Sums of all kinds.
  long long sums[9] = {0};
  double weighted = 0;
  for (int i = 0; i < 4; i++) {
    step(20);
    sums[0] += std::accumulate(h.begin(), h.end(), 0LL);
    sums[1] += std::accumulate(h.cbegin(), h.cend(), 1, [](int x, int y) { return (x * 7 + y) % 1009; });
    sums[2] += std::accumulate(h.begin(), h.begin() + n / 2, i, mixed) % 1000;
    sums[3] += std::accumulate(std::begin(h), std::end(h), 0, std::plus<>());
    sums[4] += std::inner_product(h.begin(), h.end(), other.begin(), 0);
    sums[5] += std::inner_product(h.begin(), h.end(), other.begin(), 0, std::plus<int>(), std::minus<int>());
    sums[6] += std::reduce(h.begin(), h.end()) + std::reduce(h.begin(), h.end(), 5L, std::plus<>());
    sums[7] += std::transform_reduce(h.begin(), h.end(), 0, std::plus<>(), [i](int x) { return x * x % (i + 5); });
    weighted += std::transform_reduce(h.begin(), h.end(), shares.begin(), 0.1f);
  }
  for (long long s : sums)
    printf("%lld ", s);
  printf("%.9g\n", weighted);

  // Whether, how many, which.
  long found = 0;
  int limit = 30;
  do {
    step(limit);
    found = found * 3 + std::count(h.begin(), h.end(), 25);
    found += std::count_if(h.begin(), h.end(), [&](int x) { return x < limit; });
    Above above{limit - 5};
    found += std::count_if(h.begin(), h.end(), above) + std::count_if(h.begin(), h.end(), Above{12});
    auto first = std::find_if(h.begin(), h.end(), above);
    if (first != h.end())
      found += *first + (first - h.begin());
    if (std::none_of(h.begin(), h.end(), [](auto x) { return x < 17; }))
      limit = 40;
    found %= 100000;
  } while (!settled(h, [limit](int x) { return x >= limit; }) && std::find(h.begin(), h.end(), 10000) == h.end());
  printf("%ld %d\n", found, limit);

  // The largest, the smallest, those farthest from something.
  found = 0;
  int span = 1;
  while (span < 9 && span > 0) {
    step(60);
    auto most = std::max_element(h.begin(), h.end());
    auto least = *std::min_element(h.begin(), h.end(), std::less<>());
    const auto [low, high] = std::minmax_element(h.begin(), h.end());
    found = found * 5 + *most + std::distance(h.begin(), most) - least + (high - low) + *low;
    found += *std::max_element(h.begin(), h.end(), Farther()) + std::clamp(least, 3, 50);
    found %= 100000;
    span += *high - *low > 0 ? 2 : 1;
  }
  printf("%ld %d\n", found, span);

  // Side effects, and ways out of the loop in front of the end.
  found = 0;
  int calls = 0;
  for (int i = 0; i < 5; i++) {
    step(80);
    std::for_each(h.begin(), h.end(), [&](int x) {
      if (x & 1)
        found = (found * 7 + x) % 9999;
    });
    if (std::any_of(h.begin(), h.end(), [&calls](int x) {
          ++calls;
          return x % 5 == 0;
        }))
      found++;
    if (std::equal(h.begin(), h.end(), other.begin(), [](int x, int y) { return x > y; }))
      found += 2;
  }
  printf("%ld %d\n", found, calls);

  // A copy of what was there, as a whole.
  found = 0;
  for (int i = 0; i < 5; i++) {
    std::copy(h.begin(), h.end(), other.begin());
    step(90);
    found += std::inner_product(h.begin(), h.end(), other.begin(), 0, std::plus<>(),
                                [](int x, int y) { return x != y; });
    std::fill(other.begin(), other.begin() + n / 2, i);
    found += *std::next(other.begin(), 1) + *std::prev(other.end());
  }
  printf("%ld %d %d\n", found, other[0], other[n - 1]);

  // Function objects with a state of their own, and copies of what changes.
  found = 0;
  for (int i = 0; i < 5; i++) {
    step(95);
    Few few{i + 2};
    found += std::count_if(h.begin(), h.end(), few) + 10 * std::count_if(h.begin(), h.end(), few) + few.Left;
    found += std::for_each(h.begin(), h.end(), Total()).Sum;
    int k = i;
    auto over = [k, twice = i * 2](int x) { return x % 7 > k + twice % 3; };
    k = 100;
    found += std::count_if(h.begin(), h.end(), over) + k;
  }
  printf("%ld\n", found);

  // In the order and with the rounding of the library.
  float parts[8], starts[8];
  for (int i = 0; i < 3; i++) {
    step(99);
    std::iota(starts, starts + 8, h[i] * 0.001f);
    std::partial_sum(starts, starts + 8, parts);
    for (float &x : parts)
      x = i ? -x : -0.0f;
    std::partial_sum(parts, parts + 8, starts);
  }
  for (int i = 0; i < 8; i++)
    printf("%.9g %.9g ", parts[i], starts[i]);
  printf("%d\n", h[0]);
  return 0;
}
