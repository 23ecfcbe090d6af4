// The same in C++: what generated code declares in front of functions, in namespaces, for private members.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
// RUN: %long env PERSISTIFY_FAULT=host-names not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

namespace app {
struct Own;
int persistify_member = 4;
template <typename T> T persistify_get(T x) { return x; }
struct persistify_get_app_Own_count {};
struct persistify_give_app_Own_count {};
class Own {
  int count = 1;
  int steps = 2;

public:
  int total() const { return count * 100 + steps; }
  void bump() {
    count += 3;
    steps++;
  }
  int now() const { return count + steps; }
};

static cl_kernel add;
static cl_mem a;
static size_t global = 64;
#define persistify_M 1
#define T 2
#define type 3

void run(Own &own, int n) {
  int persistify_exit = 0;
  for (int i = 0; i < n; i++) {
    own.bump();
    int v = own.now() + persistify_member;
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    persistify_exit += v;
    if (persistify_exit > 400) {
      printf("%d after %d\n", persistify_exit, i);
      return;
    }
  }
  printf("%d\n", persistify_exit);
}
} // namespace app

int main() {
  app::Own own;
  start("steps.cl", "");
  app::add = kernel_named("add");
  app::a = ints(64, 0);
  app::run(own, 4);
  app::run(own, 40);
  int all[2] = {0, 0}, log = 1;
  for (int persistify_bind = 0; persistify_bind < 6; persistify_bind++) {
    clSetKernelArg(app::add, 1, sizeof log, &log);
    clEnqueueNDRangeKernel(queue, app::add, 1, NULL, &app::global, NULL, 0, NULL, NULL);
    log += persistify_bind;
    all[persistify_bind & 1] += log;
  }
  printf("%d %d %d %d\n", own.total(), log, all[0], all[1]);
  show("a", app::a);
  return 0;
}
