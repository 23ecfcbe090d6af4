// What is known of a variable on entry, and what the loop changes, are one variable: the runtime finds out, and the
// original loop runs. Without an address in the region nothing tells that the two are one.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries any --allow-kernel add --expect-fallback
// RUN: %{check} "'dev' and 'other' are the same memory" -- queue
// RUN: %{check} "'count' and 'other' are the same memory" -- count
// RUN: %{check} "'sizes[1]' and 'other' are the same memory" -- size
// RUN: %{check} "'this->next' and 'other' are the same memory" -- member
// RUN: %long env PERSISTIFY_FAULT=other-names not %{check} "are the same memory" -- queue
// RUN: %long env PERSISTIFY_FAULT=other-names not %{check} "are the same memory" -- count
// RUN: %long env PERSISTIFY_FAULT=other-names not %{check} "are the same memory" -- size
// RUN: %long env PERSISTIFY_FAULT=other-names not %{check} "are the same memory" -- member
#include "setup.h"
#include <string>
#include <vector>

static const size_t items = 64;
static cl_kernel add;

// Which queue it is.
static void index_of_queue(std::vector<cl_command_queue> &queues, int &dev, int &other, cl_mem a, int n) {
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[dev], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    other = (other + 1) % 3;
  }
}

// How many arguments are set.
struct arg {
  size_t size;
  const void *value;
};
static void number_of_arguments(int &count, int &other, cl_mem a, int n) {
  int by = 3;
  const arg args[] = {{sizeof a, &a}, {sizeof by, &by}};
  for (int i = 0; i < n; ++i) {
    by = i + 1;
    for (int j = 0; j < count; ++j)
      clSetKernelArg(add, j, args[j].size, args[j].value);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    other = 1;
  }
}

// How large an argument is: the call fails once it is not.
static void size_in_table(const size_t *sizes, size_t &other, cl_mem a, int n) {
  for (int i = 0; i < n; ++i) {
    clSetKernelArg(add, 0, sizes[0], &a);
    clSetKernelArg(add, 1, sizes[1], &i);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    other = 8;
  }
}

// Which argument is set.
struct step {
  int next = 1;
  void run(int &other, cl_mem a, int n) {
    clSetKernelArg(add, 0, sizeof a, &a);
    for (int i = 0; i < n; ++i) {
      clSetKernelArg(add, next, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      other = 5;
    }
  }
};

int main(int, char **argv) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 5);
  const std::string what = argv[1];
  std::vector<cl_command_queue> queues(3, queue);
  size_t sizes[] = {sizeof a, sizeof(int)};
  int dev = 2, count = 2;
  step s;
  if (what == "queue")
    index_of_queue(queues, dev, dev, a, 4);
  if (what == "count")
    number_of_arguments(count, count, a, 4);
  if (what == "size")
    size_in_table(sizes, sizes[1], a, 4);
  if (what == "member")
    s.run(s.next, a, 4);
  show("a", a);
  printf("%d %d %d %d\n", dev, count, (int)sizes[1], s.next);
}
