// A source of which the program writes the first lines itself, with numbers that only the run has, in front of a file that
// does not compile without: macros of these names are known to the analysis, their values are the run's.
// REQUIRES: device
// DEFINE: %{all} = %S/fronts.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 1
// RUN: %run-check %{all}
// RUN: %long env PERSISTIFY_FAULT=no-fronts not %run-check %{all}
// RUN: %run-check %{all} -- 40
// RUN: %run-check %S/steps.cl %{all} --host-flag=-DHOW=1 -- 50
// RUN: %run-check %{all} --host-flag=-DHOW=2 -- 60
// RUN: %run-check %{all} --host-flag=-DHOW=3 -- 33
// RUN: %run-check %{all} --host-flag=-DHOW=4 -- 21
// RUN: %long env PERSISTIFY_FAULT=no-growing-texts not %run-check %{all} --host-flag=-DHOW=4 -- 21
// RUN: %run-check %{all} --host-flag=-DHOW=5 -- 22
// RUN: %run-check %{all} --host-flag=-DHOW=6 -- 23
// RUN: %run-check %S/fronts.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --host-flag=-DHOW=3 --expect-fallback "built with other macros than analysed: GAIN" -- 33 gain
// RUN: %run-check %S/fronts.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --host-flag=-DHOW=2 --expect-fallback "more than macros before the source" -- 33 "int unused(void);"
#include "setup.h"
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#ifndef HOW
#define HOW 0
#endif

static cl_program built(const char *text, size_t length) {
  cl_int err;
  cl_program p = clCreateProgramWithSource(context, 1, &text, &length, &err);
  need(err, "program");
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  return p;
}

#if HOW == 0 // a stream
static cl_program make(int n, const std::string &) {
  std::ifstream in("fronts.cl");
  std::ostringstream text;
  text << "// of this run\n#define N " << n << "\n#define WIDTH(t) ((t) / 2)\n" << in.rdbuf();
  const std::string all = text.str();
  return built(all.c_str(), all.size());
}
#elif HOW == 1 // printf, and a file in a buffer
static cl_program make(int n, const std::string &) {
  static char body[4096], all[8192];
  FILE *in = fopen("fronts.cl", "rb");
  if (!in)
    exit(2);
  body[fread(body, 1, sizeof body - 1, in)] = 0;
  fclose(in);
  snprintf(all, sizeof all, "#define N %d\n#define WIDTH(t) 7\n%s", n, body);
  return built(all, strlen(all));
}
#elif HOW == 2 // strings
static std::string defined(const std::string &name, int n) { return "#define " + name + " " + std::to_string(n) + "\n"; }
static std::string contents(const char *name) {
  std::ifstream in(name);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}
static cl_program make(int n, const std::string &more) {
  std::string all = defined("N", n) + defined("WIDTH(t)", 9);
  all += more;
  all += contents("fronts.cl");
  return built(all.data(), all.size());
}
#elif HOW == 4 // line by line
template <typename T> std::string spelled();
template <> std::string spelled<int>() { return "(t)"; }
template <typename T> class Builder {
  std::string text;

public:
  explicit Builder(int n) {
    text = "#define N " + std::to_string(n) + "\n#define WIDTH(t) " + spelled<T>() + "\n";
    std::ifstream in;
    in.open("fronts.cl");
    while (!in.eof()) {
      std::string line;
      std::getline(in, line);
      text += line + "\n";
    }
  }
  cl_program program() const { return built(text.c_str(), text.size()); }
};
static cl_program make(int n, const std::string &) { return Builder<int>(n).program(); }
#elif HOW == 5 // line by line, in a buffer of the stream
static cl_program make(int n, const std::string &) {
  std::string all = "#define N " + std::to_string(n) + "\n";
  all += "#define WIDTH(t) (t * 3)\n";
  std::ifstream in("fronts.cl");
  for (std::string line; std::getline(in, line);)
    all.append(line).append("\n");
  return built(all.data(), all.length());
}
#elif HOW == 6 // byte by byte
static cl_program make(int n, const std::string &) {
  std::string all("#define WIDTH(t) (t ^ 3)\n");
  all = all + "#define N " + std::to_string(n) + "\n";
  FILE *in = fopen("fronts.cl", "rb");
  for (int c; (c = fgetc(in)) != EOF;)
    all.push_back(char(c));
  fclose(in);
  return built(all.c_str(), all.size());
}
#else // texts of their own
static cl_program make(int n, const std::string &more) {
  static char lines[2][100], body[4096];
  FILE *in = fopen("fronts.cl", "rb");
  if (!in)
    exit(2);
  body[fread(body, 1, sizeof body - 1, in)] = 0;
  fclose(in);
  sprintf(lines[0], "#define N %d\n", n);
  sprintf(lines[1], "#define WIDTH(t) (t)\n%s", more == "gain" ? "#define GAIN 5\n" : "");
  const char *texts[3] = {lines[0], lines[1], body};
  cl_program p = clCreateProgramWithSource(context, 3, texts, NULL, NULL);
  need(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
  return p;
}
#endif

int main(int argc, char **argv) {
#if HOW == 1
  start("steps.cl", ""); // a program of its own
#else
  cl_platform_id platform;
  need(clGetPlatformIDs(1, &platform, NULL), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
#endif
  const cl_program p = make(argc > 1 ? atoi(argv[1]) : 64, argc > 2 ? argv[2] : "");
  const cl_kernel k = clCreateKernel(p, "count", NULL);
  const cl_mem a = ints(64, 1);
  const size_t global = 64;
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int t = 0; t < 7; t++) {
    clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
}
