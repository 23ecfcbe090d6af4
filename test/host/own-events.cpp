// Events that are members of the object whose method has the loop, given to a function that launches: the object is one,
// whatever of it is looked at first, and in whichever function.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void launch(int v, cl_event *done) {
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, done);
  clFinish(queue);
}

class Runner {
public:
  int once(int least) {
    int trips = 0;
    do {
      launch(3, &last);
      trips++;
    } while (read() < least);
    return trips;
  }
  void turns(int n) {
    for (int i = 0; i < n; i++) {
      launch(turn, &steps[0]);
      launch(2, &steps[1]);
      turn += i;
      seen = read();
    }
  }
  void both(int n) {
    while (turn < n) {
      launch(this->turn, &this->last);
      launch(turn / 2, steps);
      ++this->turn;
      turn += read() & 1;
    }
  }
  void show() const { printf("%d %d\n", turn, seen); }

private:
  int read() {
    int got = 0;
    clEnqueueReadBuffer(queue, data, CL_TRUE, 4, sizeof got, &got, 0, NULL, NULL);
    return got;
  }
  cl_event last = NULL, steps[2] = {NULL, NULL};
  int turn = 1, seen = 0;
};

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 1);
  clSetKernelArg(add_k, 0, sizeof data, &data);
  Runner runner;
  printf("%d\n", runner.once(20));
  runner.turns(6);
  runner.show();
  runner.both(40);
  runner.show();
  show("data", data);
}
