// What the host would perform after the loop also changes something that the loop reads, in a way that no
// statement of the program spells out.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=explicit-only not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=const-kept not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=pointers-only not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=outer-calls-only not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=library-alone not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=views-own not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

static int n;

static void go(int v) {
  size_t items = 64 + (v & 64);
  clEnqueueNDRangeKernel(queue, step, 1, NULL, &items, &local, 0, NULL, NULL); /* expect PST1050: '&items' is known only after */ /* expect PST1050: '&items' is known only after */ /* expect PST1050: '&items' is known only after */ /* expect PST1050: '&items' is known only after */ /* expect PST1050: '&items' is known only after */ /* expect PST1050: '&items' is known only after */
}

// ---- code that runs without being written

struct Ticket {
  int v;
  ~Ticket() { n += v; }
};
static void with_temporary(int i) {
  printf("%d\n", i);
  (void)Ticket{i}.v; // expect PST1014: the destructor of a temporary Ticket
}
void temporary() {
  for (int i = 0; i < 9; i++) {
    with_temporary(i);
    go(n);
  }
}

static int fresh(int x = ++n) { return x; }
static void with_default(int i) { printf("%d %d\n", i ?: 1, fresh()); }
void default_argument() {
  for (int i = 0; i < 9; i++) {
    with_default(i);
    go(n);
  }
}

struct Numbered {
  int id = ++n;
};
static void with_member(int i) {
  Numbered x{};
  printf("%d %d\n", i ?: 1, x.id);
}
void member() {
  for (int i = 0; i < 9; i++) {
    with_member(i);
    go(n);
  }
}

struct Range {
  int k;
  struct At {
    int k;
    int operator*() const {
      n += k;
      return k;
    }
    bool operator!=(const At &o) const { return k != o.k; }
    At &operator++() {
      ++k;
      return *this;
    }
  };
  At begin() const { return {0}; }
  At end() const { return {k}; }
};
static void with_range(int i) {
  for (int k : Range{i})
    printf("%d %d\n", k, i ?: 1);
}
void range() {
  for (int i = 0; i < 9; i++) {
    with_range(i);
    go(n);
  }
}

// ---- const, and what only looks like it

struct Log {
  mutable int lines;
  void show(int i) const {
    printf("%d\n", i + (i ?: 1)); // expect PST1003: '?:'
    lines += i;
  }
};
static Log book;
void mutable_member() {
  for (int i = 0; i < 9; i++) {
    book.show(i);
    go(book.lines);
  }
}

static void cast_away(const int *p, int i) {
  printf("%d\n", i ?: 1); // expect PST1003: '?:'
  *(int *)p += i;
}
void const_pointer() {
  for (int i = 0; i < 9; i++) {
    cast_away(&n, i);
    go(n);
  }
}

// ---- what a call may change

static void typeless(void *p, int i) {
  printf("%d\n", i ?: 1);
  *(int *)p += i;
}
void void_pointer() {
  for (int i = 0; i < 9; i++) {
    typeless(&n, i);
    go(n);
  }
}

static void taken(int i, int &&r) {
  r += i;
  printf("%d\n", i ?: 1);
}
void rvalue_reference() {
  for (int i = 0; i < 9; i++) {
    taken(i, static_cast<int &&>(n));
    go(n);
  }
}

static double lap(int *count) {
  ++*count;
  return (double)clock();
}
double nested_call() {
  double all = 0;
  int laps = 0;
  for (int i = 0; i < 9; i++) {
    all += lap(&laps);
    go(laps);
  }
  return all;
}

static int &counter() {
  static int c;
  return c;
}
static void counts(int i) {
  counter()++;
  printf("%d\n", i ?: 1); // expect PST1003: '?:'
}
void static_by_reference() {
  for (int i = 0; i < 9; i++) {
    counts(i);
    go(counter());
  }
}

// ---- what the library calls

static std::ostream &line(std::ostream &o) {
  n++;
  return o << '\n';
}
void manipulator() {
  for (int i = 0; i < 9; i++) {
    std::cout << i << line; // expect PST1051: 'std::cout << i << line' cannot be followed
    go(n);
  }
}

struct Less {
  bool operator()(int a, int b) const {
    n++;
    return a < b;
  }
};
static std::set<int, Less> seen;
void comparison() {
  for (int i = 0; i < 9; i++) {
    seen.insert(i); // expect PST1001: 'std::set::insert'
    go(n);
  }
}

struct Event {
  int t;
  explicit Event(int t) : t(t) { n++; }
};
static std::vector<Event> events;
void constructor_of_elements() {
  for (int i = 0; i < 9; i++) {
    events.emplace_back(i); // expect PST1046: 'emplace_back'
    go(n);
  }
}

static int sum(int a, int b) {
  n++;
  return a + b;
}
static void added(int i) {
  std::vector<int> v{1, i};
  printf("%d %d\n", i ?: 1, std::accumulate(v.begin(), v.end(), 0, sum)); // expect PST1003: '?:'
}
void algorithm() {
  for (int i = 0; i < 9; i++) {
    added(i);
    go(n);
  }
}

// ---- views

void view() {
  char b[8] = "abcdefg";
  std::string_view v(b, 4);
  for (int i = 0; i < 9; i++) {
    b[i % 8] = char('A' + i);
    std::cout << v << '\n'; // expect PST1051: which the loop may change as 'b'
    go(b[i % 8]);
  }
}
