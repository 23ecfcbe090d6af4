// Constructors of bases that do something: they run before the object's members are made, in the order of the class's
// declaration, each once.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/own-members.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 3 -- 7
// RUN: %{check} --entries 3 -- 1
#include "setup.h"

static int order = 1;

static void note(int digit) { order = (order * 10 + digit) % 1000003; }

struct Mark {
  int digit;
  explicit Mark(int digit) : digit(digit) { note(digit); }
  ~Mark() { note(9 - digit); }
};

struct Counted {
  static int made;
  Counted() { note(++made % 7); }
  Counted(int a, int b) : Counted() { note(a < b); }
};
int Counted::made;

class Sized {
  Mark mark;

protected:
  size_t n;

public:
  explicit Sized(size_t n) : mark(3), n(n * 2) {
    if (n > 20)
      note(8);
  }
  ~Sized() { note(4); }
};

struct Task : Sized, private Counted {
  Mark last{6};
  cl_kernel kernel;
  Task(cl_kernel kernel, size_t n, int by) : Sized(n), Counted(by, 3), kernel(kernel) {
    note(by % 10);
  }
  void run(cl_mem a) {
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof order, &order);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
};

struct Left : Sized {
  explicit Left(int by) : Sized(by) {}
  int get() const { return (int)n; }
};
struct Right : Sized {
  explicit Right(int by) : Sized(by + 1) {}
  int get() const { return (int)n; }
};
struct Both : Left, Right {
  explicit Both(int by) : Left(by), Right(by) { note((Left::get() + Right::get()) % 10); }
};

int main(int, char **argv) {
  start("own-members.cl", "");
  cl_kernel mix = kernel_named("mix");
  cl_mem a = ints(96, 3);
  int n = atoi(argv[1]);
  for (int i = 0; i < n; i++) {
    Task task(mix, i % 2 ? 24 : 16, i);
    task.run(a);
    if (i == 5)
      break;
  }
  printf("%d %d\n", order, Counted::made);
  for (int i = 0; i < n; i++) {
    struct Twice : Task {
      explicit Twice(cl_kernel k, int i) : Task(k, 12, i) { note(i % 2); }
    } twice(mix, i);
    twice.run(a);
    twice.run(a);
  }
  printf("%d %d\n", order, Counted::made);
  for (int i = 0; i < n; i++) {
    Both both(i);
    size_t items = both.Right::get() + 2 * both.Left::get() + 1;
    clSetKernelArg(mix, 1, sizeof order, &order);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  printf("%d\n", order);
  show("a", a);
}
