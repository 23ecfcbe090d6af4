// Loops in templates of which the program makes one function: functions, methods of class
// templates, the base of a CRTP, one within another. (Those that it makes two of: written-templates.cpp.)
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
#include "setup.h"

static size_t items = 64;
static void launch(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr); }

template <class Number> static Number until(cl_mem data, cl_mem flag, Number limit) {
  cl_kernel raise = kernel_named("raise");
  Number rounds = 0;
  int go;
  clSetKernelArg(raise, 0, sizeof data, &data);
  clSetKernelArg(raise, 1, sizeof flag, &flag);
  clSetKernelArg(raise, 2, sizeof limit, &limit);
  do {
    go = 0;
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof go, &go, 0, nullptr, nullptr);
    launch(raise);
    clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof go, &go, 0, nullptr, nullptr);
    ++rounds;
  } while (go);
  return rounds;
}

template <class Self, class Number> class Stepper {
public:
  void run(Number steps) {
    for (Number i = 0; i < steps; ++i) {
      static_cast<Self *>(this)->step(i);
      ++done_;
    }
  }
  Number done() const { return done_; }

protected:
  void add(Number v) {
    clSetKernelArg(add_, 0, sizeof data_, &data_);
    clSetKernelArg(add_, 1, sizeof v, &v);
    launch(add_);
  }
  cl_kernel add_ = kernel_named("add");
  cl_mem data_ = ints(64, 3);

private:
  Number done_ = 0;
};
template <class Number> struct Squares : Stepper<Squares<Number>, Number> {
  void step(Number i) { this->add(i * i); }
  cl_mem data() const { return this->data_; }
};

template <class T, int N> struct Table {
  T values[N];
  cl_kernel add = kernel_named("add");
  // Not static, not of a dependent type: the text has names of both kinds.
  void apply(cl_mem data) {
    for (int i = 0; i < N; ++i) {
      T v = values[i];
      clSetKernelArg(add, 0, sizeof data, &data);
      clSetKernelArg(add, 1, sizeof(T), &v);
      launch(add);
    }
  }
  template <class U> U more(cl_mem data, U n) {
    U sum{};
    for (U i = 0; i < n; ++i) {
      T v = values[i % N];
      sum += v;
      clSetKernelArg(add, 0, sizeof data, &data);
      clSetKernelArg(add, 1, sizeof(T), &v);
      launch(add);
    }
    return sum;
  }
};

int main() {
  start("steps.cl", "");
  cl_mem data = ints(64, 1), flag = ints(1, 0);
  printf("%d rounds\n", until<int>(data, flag, 200));
  show("data", data);
  Squares<int> s;
  s.run(5);
  show("squares", s.data());
  printf("%d\n", s.done());
  Table<int, 3> t{{4, 5, 6}};
  t.apply(data);
  printf("%ld\n", t.more(data, 7l));
  show("data", data);
}
