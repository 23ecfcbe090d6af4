// Classes of a library: nothing leads from main() to their loops. That a container is empty where it was made is
// no reason to say that a loop over it launches nothing.
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs 2>&1 | FileCheck %s --implicit-check-not=PST1060
#include "setup.h"
#include <vector>

// An array of the program's own: its size is a number.
template <class T> class List {
  T *data = nullptr;
  int used = 0, room = 0;

public:
  int size() const { return used; }
  void push(const T &t) {
    if (used == room) {
      T *more = new T[room = room ? 2 * room : 4];
      for (int i = 0; i < used; ++i)
        more[i] = data[i];
      delete[] data;
      data = more;
    }
    data[used++] = t;
  }
  T &operator[](int i) { return data[i]; }
};

struct Batch {
  int start, count;
};

class Solver {
  List<Batch> batches;
  cl_kernel k = nullptr;
  cl_mem positions = nullptr;
  int iterations = 3;

public:
  void init() { k = clCreateKernel(program, "add", nullptr); }
  void add(int s, int c) { batches.push(Batch{s, c}); }
  void solve();
};

void Solver::solve() {
  for (int it = 0; it < iterations; ++it)
    for (int b = 0; b < batches.size(); ++b) {
      int start = batches[b].start;
      size_t items = batches[b].count;
      clSetKernelArg(k, 0, sizeof(cl_mem), &positions);
      clSetKernelArg(k, 1, sizeof start, &start);
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }
}

// One of std::vector, emptied in one function and filled in another.
class Cloth {
  std::vector<Batch> links;
  cl_kernel k;
  cl_mem positions = nullptr;

public:
  Cloth() : k(clCreateKernel(program, "add", nullptr)) { links.clear(); }
  void link(int s, int c) { links.push_back({s, c}); }
  void step(int n) {
    for (int it = 0; it < n; ++it)
      for (size_t l = 0; l < links.size(); ++l) {
        int start = links[l].start;
        size_t items = links[l].count;
        clSetKernelArg(k, 0, sizeof(cl_mem), &positions);
        clSetKernelArg(k, 1, sizeof start, &start);
        clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      }
  }
};

// A counter that another function of the library raises.
static int passes;
static cl_kernel pass;
static cl_mem field;
void more_passes() { ++passes; }
void prepare() { pass = clCreateKernel(program, "add", nullptr); }
void all_passes() {
  size_t items = 64;
  clSetKernelArg(pass, 0, sizeof field, &field);
  for (int p = 0; p < passes; ++p) {
    clSetKernelArg(pass, 1, sizeof p, &p);
    clEnqueueNDRangeKernel(queue, pass, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}
void use(Cloth &c, Solver &s) {
  c.step(2);
  s.solve();
}

// As many arguments as it was given: not known here, and that is what is said.
class Call {
  List<Batch> values;
  cl_kernel k = nullptr;

public:
  Call() { k = clCreateKernel(program, "map", nullptr); }
  void value(int s) { values.push(Batch{s, 0}); }
  void run(int n);
};
void Call::run(int n) {
  size_t items = 64;
  for (int it = 0; it < n; ++it)
    for (int i = 0; i < values.size(); ++i) {
      clSetKernelArg(k, i, sizeof(int), &values[i].start);
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }
}
// CHECK: the argument index is not constant [PST1008]
// CHECK: 3 loops transformed, 1 refused
