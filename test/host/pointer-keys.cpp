// Maps whose keys are pointers to characters: equal literals of a file are one object, so they are equal keys. An array of
// the same characters is another.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 --host-flag=-DMEMBER
// RUN: %{check} --entries 1 --host-flag=-DORDERED
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DARRAY 2>&1 | FileCheck %s
// CHECK: the element of 'named' is not named by a constant key [PST1047]
// RUN: %long env PERSISTIFY_FAULT=keys-as-strings not %{check} --entries 1
#include "setup.h"
#include <map>
#include <unordered_map>

static void give(cl_kernel k, cl_mem a, cl_mem b, int v) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  clSetKernelArg(k, 2, sizeof v, &v);
  const size_t global = 64;
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}

#if defined MEMBER
struct Kernels {
  std::unordered_map<const char *, cl_kernel> named;
  void add(const char *name) { named[name] = kernel_named(name); }
  cl_kernel of(const char *name) const { return named.at(name); }
};
#elif defined ORDERED
struct ByText {
  bool operator()(const char *a, const char *b) const { return strcmp(a, b) < 0; }
};
static std::map<const char *, cl_kernel, ByText> named;
constexpr const char *Back = "map_back";
#elif defined ARRAY
static const char Forward[] = "map";
static std::map<const char *, cl_kernel> named;
#else
static std::map<const char *, cl_kernel> named;
static cl_kernel of(const char *name) { return named[name]; }
#endif

int main() {
  start("steps.cl", "");
  cl_mem a = ints(64, 1), b = ints(64, 5);
#if defined MEMBER
  Kernels kernels;
  kernels.add("map");
  kernels.add("map_back");
#elif defined ORDERED
  for (const char *name : {"map", "map_back"})
    named[name] = kernel_named(name);
#elif defined ARRAY
  named["map"] = kernel_named("map_twice");
  named[Forward] = kernel_named("map");
#else
  named["map"] = kernel_named("map");
  named["map_back"] = kernel_named("map_back");
#endif
  for (int i = 0; i < 5; i++) {
#if defined MEMBER
    give(kernels.of("map"), a, b, i);
    give(kernels.of("map_back"), b, a, i);
#elif defined ORDERED
    give(named.find("map")->second, a, b, i);
    give(named.at(Back), b, a, i);
#elif defined ARRAY
    give(named[Forward], a, b, i);
#else
    give(of("map"), a, b, i);
    give(of("map_back"), b, a, i);
#endif
  }
  clFinish(queue);
  show("a", a);
  show("b", b);
}
