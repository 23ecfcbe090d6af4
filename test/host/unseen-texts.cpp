// Programs that are made of texts which stand in the host's text, but not where the program is made: behind macros that the run
// chooses, in pairs with their lengths, with options that a stream or a template puts together.
// REQUIRES: device
// DEFINE: %{all} = %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 1
// RUN: %run-check %{all}
// RUN: %long env PERSISTIFY_FAULT=no-kernel-texts not %run-check %{all}
// RUN: %long env PERSISTIFY_FAULT=no-define-examples not %run-check %{all}
// RUN: %run-check %{all} --host-flag=-DHOW=1
// RUN: %long env PERSISTIFY_FAULT=streams-with-blanks not %run-check %{all} --host-flag=-DHOW=1
// RUN: %run-check %{all} --host-flag=-DHOW=2
// RUN: %run-check %{all} --host-flag=-DHOW=3
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --expect-fallback "built with other macros than analysed: ALONE" -- pairs
#ifndef HOW
#define HOW 0
#endif
#if HOW == 1
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_PROGRAM_CONSTRUCTION_FROM_ARRAY_COMPATIBILITY
#include <CL/opencl.hpp>
#endif
#include "setup.h"
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#if HOW == 0 || HOW == 3
static cl_program built(const std::string &text, const std::string &options) {
  cl_int err;
  const char *source = text.c_str();
  cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  need(err, "program");
  need(clBuildProgram(p, 1, &device, options.c_str(), NULL, NULL), "build");
  return p;
}
#endif

#if HOW == 0 // an array; a class and the one that it derives from put macros in front
static char grow_text[] = "#ifdef ALONE\n"
                          "#define FIRST(x) (x)\n"
                          "#else\n"
                          "#define FIRST(x) (x).s0\n"
                          "#endif\n"
                          "__kernel void grow_by(__global REAL *a, int t)\n"
                          "{ size_t i = get_global_id(0); if (FIRST(a[i]) >= 0) a[i] += t; }\n";
class Base {
public:
  virtual ~Base() {}
  cl_program compile(char *text) {
    std::string all(text);
    all = front(all);
    return built(all, "");
  }

protected:
  virtual std::string front(std::string text) {
    std::string more = "";
    if (getenv("HOME"))
      more += "#define ON_SOME\n";
    else
      more += "#define ON_OTHER 3\n";
    return more + text;
  }
};
class Grow : public Base {
  bool alone;

public:
  explicit Grow(bool alone) : alone(alone) {}

protected:
  std::string front(std::string text) override {
    std::string source = alone ? "#define REAL int\n" : "#define REAL int2\n";
    if (alone)
      source += "#define ALONE\n";
    return Base::front(source + text);
  }
};
static cl_program make(int argc) {
  Grow g(argc < 2);
  Base &b = g;
  return b.compile(grow_text);
}
#elif HOW == 1 // views with their lengths, options of a stream that begins with a blank
using namespace std::literals::string_view_literals;
static constexpr std::string_view types{R"(
typedef KEY cell;
)"sv};
static constexpr std::string_view body{R"(
kernel void grow_by(global cell *a, int t) { a[get_global_id(0)] += t * TIMES; }
)"sv};
static const std::vector<std::pair<const char *, size_t>> &pieces{{types.data(), types.length()}, {body.data(), body.size()}};
template <typename T> struct Option {
  const char *name;
  const T value;
  Option(const char *name, T value) : name(name), value(value) {}
};
namespace std {
template <typename T> ostream &operator<<(ostream &to, const Option<T> &o) { return to << "-D" << o.name << '=' << o.value; }
} // namespace std
template <typename... Options> std::string options(Options &&...all) {
  std::ostringstream to{" "};
  ((to << all << ' '), ...);
  return to.str();
}
static cl_program make(int) {
  cl::Program p(cl::Context(context, true), pieces);
  p.build(options("-w", Option{"TIMES", 3}, Option{"KEY", "int"}).data());
  clRetainProgram(p());
  return p();
}
#elif HOW == 2 // a template
static std::string source() {
  return R"(
__kernel void grow_by(__global KEY *a, int t) {
  __local KEY part[ROOM / sizeof(KEY)];
  part[get_local_id(0) % 4] = t;
  a[get_global_id(0)] += t + LEAST / 2;
}
)";
}
template <typename T> const char *key();
template <> const char *key<int>() { return "int"; }
template <typename T> std::string least() { return std::to_string(sizeof(T) * 2); }
template <typename T> struct Maker {
  T with;
  cl_program operator()() {
    auto text = source() + "\n";
    auto from = text.c_str();
    auto flags = std::string(" -DKEY=") + key<T>() + " -DROOM=" + std::to_string(with) + " -DLEAST=" + least<T>();
    auto p = clCreateProgramWithSource(context, 1, &from, nullptr, nullptr);
    auto err = clBuildProgram(p, 1, &device, flags.c_str(), nullptr, nullptr);
    need(err, "build");
    return p;
  }
};
static cl_program make(int) { return Maker<int>{64}(); }
#else // one of a table, behind what the program is told
static const std::map<std::string, std::string> table = {
    {"grow", "__kernel void grow_by(__global int *a, int t) { a[get_global_id(0)] += t * FACTOR + (int)get_local_size(0); }\n"},
    {"shrink", "__kernel void shrink_by(__global int *a, int t) { a[get_global_id(0)] -= t; }\n"}};
static cl_program make(int argc) {
  std::ostringstream all;
  all << "#define FACTOR " << (argc > 1 ? 9 : 4) << "\n" << table.at(argc > 1 ? "shrink" : "grow");
  return built(all.str(), "");
}
#endif

int main(int argc, char **) {
  cl_platform_id platform;
  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  const cl_program p = make(argc);
  const cl_kernel k = clCreateKernel(p, "grow_by", NULL);
  const cl_mem a = ints(64, 1);
  const size_t global = 32, local = 8;
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int t = 0; t < 7; t++) {
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  show("a", a);
}
