// C++ streams in the loop: chains, manipulators, strings, own operators, classes that log.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 5 --stderr
#include "setup.h"
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
static int first() {
  int v = 0;
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof v, &v, 0, nullptr, nullptr);
  return v;
}

static void chains(const std::string &name) {
  double residual = 1;
  unsigned char c = 'a';
  for (int it = 0; it < 4; ++it, ++c) {
    add(it);
    residual /= 3;
    std::cout << name << " it " << std::setw(3) << it << ": " << std::fixed << std::setprecision(it + 2) << residual
              << ' ' << c << " " << (first() > 5) << std::boolalpha << (it < 2) << std::noboolalpha << '\n';
    std::cerr << std::hex << std::showbase << first() << std::dec << std::endl;
    std::cout.setf(std::ios::scientific, std::ios::floatfield);
    std::cout << std::setiosflags(std::ios::showpos | std::ios::uppercase) << residual << std::noshowpos << std::endl;
  }
  std::cout.precision(6);
  std::cout << std::defaultfloat << residual << "\n";
}

struct Pair {
  int a;
  float b;
};
static std::ostream &operator<<(std::ostream &os, const Pair &p) { return os << "(" << p.a << ", " << p.b << ")"; }

class Logger {
  std::ostream &out_;
  std::string prefix_;
  int level_, count_ = 0;

public:
  Logger(std::ostream &out, std::string prefix, int level) : out_(out), prefix_(std::move(prefix)), level_(level) {}
  void info(const std::string &what, int value) {
    if (level_ > 0)
      out_ << prefix_ << ++count_ << " " << what << "=" << value << std::endl;
  }
  int count() const { return count_; }
};

static void logged(Logger &log, bool verbose) {
  using namespace std;
  for (int it = 0; it < 3; ++it) {
    add(2 * it);
    log.info("first", first());
    if (verbose)
      cout << "verbose " << it << endl;
  }
  cout << log.count() << endl;
}

enum Colour { Red, Green = 5 };
namespace app {
int level = 2;
void progress(int i, int n) {
  std::clog << "[" << std::setfill('.') << std::setw(i + 1) << '#' << std::setfill(' ') << "] " << 100 * i / n << "%"
            << std::endl;
}
} // namespace app

static void mixed() {
  Colour colour = Red;
  for (int it = 0; it < 3; ++it) {
    colour = it == 1 ? Green : Red;
    add(colour);
    app::progress(it, 3);
    if (app::level > it)
      std::cout << colour << " " << static_cast<long>(it) << ' ' << 2.5f * it << std::flush << "\n";
    std::printf("%s %d\n", __func__, it);
  }
}

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", nullptr);
  data = ints(64, 3);
  chains("short");
  chains("a name that is longer than small strings");
  Logger log(std::cerr, "> ", 1);
  logged(log, true);
  logged(log, false);
  mixed();
  std::cout << Pair{1, 2.5f} << "\n";
  show("data", data);
}
