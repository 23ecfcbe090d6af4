// The same by streams, with formats: settings of a struct, that arguments may change. What a stream is set to is no part of its text.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/float-options.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++14
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 -- --scale 0.125 --shift 3
// RUN: %{check} --expect-fallback COUNT -- --count 6
// RUN: not env PERSISTIFY_FAULT=first-numbers %{check} --entries 1
// RUN: %long not env PERSISTIFY_FAULT=formats-as-texts %{check} --entries 1
#include "grow.h"
#include <iomanip>
#include <sstream>
#include <string>

struct Settings {
  unsigned count = 3;
  float scale = 0.05f, shift = 0.002f;
};
static Settings parse(int argc, char *argv[]) {
  Settings s;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--scale" && ++i < argc)
      s.scale = strtof(argv[i], nullptr);
    else if (word == "--shift" && ++i < argc)
      s.shift = strtof(argv[i], nullptr);
    else if (word == "--count" && ++i < argc)
      s.count = strtoul(argv[i], nullptr, 10);
    else
      exit(64);
  }
  return s;
}

int main(int argc, char **argv) {
  const auto set = parse(argc, argv);
  std::stringstream options;
  options.setf(std::ios::fixed, std::ios::floatfield);
  options << " -cl-mad-enable";
  options << " -DSCALE=" << set.scale << "f";
  options << std::setprecision(9) << std::scientific << " -DSHIFT=" << set.shift << "f";
  options << " -DCOUNT=" << set.count;
  start("float-options.cl", options.str().c_str());
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("grow");
  for (int t = 0; t < 6; ++t)
    grow(k, m, t);
  show("grown", m);
}
