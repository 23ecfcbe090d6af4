// Loops over objects of classes of the program's own, by their begin() and end(): inner ones, with iterators that are pointers or classes,
// and ends of another type, and the loop that is moved.
// REQUIRES: device
// DEFINE: %{check} = env CHECK_AT="1,0 2,0 3,1 1,1" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17
// RUN: %{check} --entries 2
// RUN: %long env PERSISTIFY_FAULT=own-ranges not %{check} --entries 2
// RUN: %{check} --no-persist --reason PST1014 --host-flag=-DENDS
#include "add.h"
#include <utility>
#include <vector>

static int steps;

template <class T, int N> class SmallVector {
public:
  void push_back(T v) { data[n++] = v; }
  T *begin() { return data; }
  T *end() { return data + n; }

private:
  T data[N];
  int n = 0;
};

class Count {
public:
  struct Iterator {
    int at;
    int operator*() const { return at; }
    Iterator &operator++() {
      ++at;
      ++steps;
      return *this;
    }
    bool operator!=(const Iterator &o) const { return at != o.at; }
  };
  explicit Count(int n) : n(n) {}
  Iterator begin() const {
    steps += 100;
    return {0};
  }
  Iterator end() const { return {n}; }

private:
  int n;
};

struct Floor {};
struct Down {
  struct Iterator {
    int at;
    int operator*() const { return at; }
    void operator++() { at -= 2; }
    bool operator!=(Floor) const { return at > 0; }
  };
  int from;
  Iterator begin() const { return {from}; }
  Floor end() const { return {}; }
};

namespace bags {
struct Bag {
  int data[4], n;
};
int *begin(Bag &b) { return b.data; }
int *end(Bag &b) { return b.data + b.n; }
} // namespace bags

struct Table {
  std::pair<int, int> rows[3];
  const std::pair<int, int> *begin() const { return rows; }
  const std::pair<int, int> *end() const { return rows + 3; }
};

struct Guard {
  int *count;
  explicit Guard(int *to) : count(to) {}
  ~Guard() { ++*count; }
  int *begin() { return count; }
  int *end() { return count + 1; }
};

int main(int argc, char **) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  SmallVector<int, 8> sizes;
  for (int i = 0; i < argc + 2; i++)
    sizes.push_back(3 * i + 1);
  bags::Bag bag = {{4, 5, 6, 7}, argc + 1};
  const Table table = {{{1, 2}, {3, 4}, {5, 6}}};
  int last = 0;
#ifdef ENDS
  for (int t = 0; t < 4; t++)
    for (int v : Guard(&last)) // a temporary that ends behind the loop
      step(a, v);
#else
  for (int t = 0; t < 4; t++) {
    for (int v : sizes)
      step(a, v + t);
    for (int v : Down{5 + t}) {
      if (v == 4)
        continue;
      step(a, v);
    }
    for (int &v : bag)
      v += t;
    for (auto [x, y] : table)
      step(a, 10 * x + y + bag.data[1]);
  }
  for (const auto v : Count(argc + 5)) {
    last = v;
    step(a, v);
    if (v == 4)
      break;
  }
#endif
  show("a", a);
  printf("%d steps, last %d\n", steps, last);
  return 0;
}
