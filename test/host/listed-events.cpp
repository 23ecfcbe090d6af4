/* The same in classes: the event of the trip before is a member, lists are made in place.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DFOREIGN --expect-fallback "is another queue's, or not of OpenCL"
*/
#include "setup.h"

class Chain {
public:
  explicit Chain(cl_kernel k) : kernel(k) {}
  void after(cl_event e) { last = e; }
  void arguments(cl_mem a, int v) const {
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof v, &v);
  }
  void launch() {
    const size_t global = 64;
    cl_event done = nullptr;
    if (last) {
      const cl_event list[] = {last};
      need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 1, list, &done), "launch");
    } else {
      need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &done), "launch");
    }
    last = done;
  }
  void steps(cl_mem a, int n) {
    for (int i = 0; i < n; ++i) {
      arguments(a, i);
      launch();
    }
  }
  cl_event end() const { return last; }
  /* In memory of new, by a function that is given the elements. */
  void each(cl_mem a, int n) {
    auto *list = new cl_event[n]();
    for (int i = 0; i < n; ++i)
      one(a, i, i ? &list[i - 1] : nullptr, list + i);
    clWaitForEvents(n, list);
    delete[] list;
  }

private:
  void one(cl_mem a, int v, const cl_event *after, cl_event *done) {
    const size_t global = 64;
    arguments(a, v);
    need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, after ? 1 : 0, after, done), "launch");
  }
  cl_kernel kernel;
  cl_event last = nullptr;
};

int main() {
  static int data[64] = {1, 2, 3};
  start("steps.cl", "");
  Chain chain(kernel_named("add"));
  cl_mem a = ints(64, 1);
#ifdef FOREIGN
  cl_command_queue other = clCreateCommandQueue(context, device, 0, nullptr);
  cl_event up;
  clEnqueueWriteBuffer(other, a, CL_FALSE, 0, sizeof data, data, 0, nullptr, &up);
  chain.after(up);
#else
  chain.steps(a, 4);
  chain.each(a, 6);
#endif
  chain.steps(a, 3);
  cl_event end = chain.end();
  clWaitForEvents(1, &end);
  show("a", a);
  return data[0] - 1;
}
