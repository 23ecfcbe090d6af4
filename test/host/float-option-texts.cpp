// The same by std::string, of numbers that the program computes.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/float-options.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++11
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 -- 9
// RUN: not env PERSISTIFY_FAULT=float-blanks %{check} --entries 1
#include "grow.h"
#include <cmath>
#include <string>

class Options {
  std::string text;

public:
  template <class T> Options &with(const char *name, T value, const char *suffix = "") {
    text += " -D " + std::string(name) + "=" + std::to_string(value) + suffix;
    return *this;
  }
  const char *get() const { return text.c_str(); }
};

int main(int argc, char **) {
  const double pi = std::acos(-1.0);
  Options options;
  options.with("SCALE", pi / (argc + 3)).with("SHIFT", float(pi), "f").with("COUNT", 4);
  start("float-options.cl", options.get());
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("grow");
  for (int t = 0; t < 6; ++t)
    grow(k, m, t);
  show("grown", m);
}
