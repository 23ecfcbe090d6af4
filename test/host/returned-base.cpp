// Methods of a base that return their object, by reference or pointer, called one behind the other on a derived one.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel add
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"

class Command {
  cl_kernel kernel;
  size_t items = 64;

public:
  int launches = 0;
  explicit Command(const char *name) : kernel(kernel_named(name)) {}
  template <class T> Command &with(unsigned at, const T &value) {
    clSetKernelArg(kernel, at, sizeof value, &value);
    return *this;
  }
  Command *over(size_t n) {
    items = n;
    return this;
  }
  void go() {
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    ++launches;
  }
};

struct Shift : Command {
  int by = 0, launches = 100; // beside the base's
  Shift() : Command("add") {}
  Shift &more(int n) {
    by += n;
    return *this;
  }
  void apply(cl_mem to) { with(0, to).with(1, by).over(by % 2 ? 32 : 64)->go(); }
};

struct Size {
  int width = 3, height = 4;
  Size &grow(int n) {
    width += n;
    return *this;
  }
  void set(const Size &other) { *this = other; }
};
struct Box : Size {
  int depth = 5;
};

int main() {
  start("steps.cl", "");
  cl_mem cells = ints(64, 3);
  Shift shift;
  for (int i = 0; i < 5; i++) {
    shift.more(i).more(1).apply(cells);
    shift.launches += shift.Command::launches;
  }
  printf("%d %d %d\n", shift.by, shift.launches, shift.Command::launches);
  show("applied", cells);

  for (int i = 0; i < 4; i++)
    shift.with(0, cells).with(1, 7 * i).over(16)->go();
  printf("%d\n", shift.Command::launches);
  show("outside", cells);

  Box box;
  for (int i = 0; i < 4; i++) {
    box.grow(i).grow(2).height -= box.depth++;
    shift.with(1, box.width * 10 + box.height).go();
  }
  printf("%d %d %d\n", box.width, box.height, box.depth);
  show("grown", cells);

  for (int i = 0; i < 2; i++) {
    // Only a part of the object is assigned: that is not followed.
    // CHECK: implicit call of the copy to a base of Box
    box.set(Size{i, i + 1});
    shift.with(1, box.width + box.depth).go();
  }
  printf("%d %d %d\n", box.width, box.height, box.depth);
  show("set", cells);
  return 0;
}
