// What variables, texts and containers hold in front of a loop, seen by a walk over the program. Where it is wrong, the
// loop would always run as it was, since its kernel is another one than expected.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 2
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs -std=c++17
// RUN: FileCheck %s --input-file %t/steps.persist.cl --implicit-check-not=map_twice_phase
// CHECK: raise_phase(
// RUN: env PERSISTIFY_FAULT=stepped-twice %persistify %S/steps.cl %s -o %t.fault --quiet -- %cl_inc -I%S/Inputs -std=c++17 && not FileCheck %s --input-file %t.fault/steps.persist.cl --implicit-check-not=map_twice_phase
// RUN: %long env PERSISTIFY_FAULT=old-texts %persistify %S/steps.cl %s -o %t.fault --quiet -- %cl_inc -I%S/Inputs -std=c++17 && not FileCheck %s --input-file %t.fault/steps.persist.cl --implicit-check-not=map_twice_phase
// RUN: %long env PERSISTIFY_FAULT=silent-ends %persistify %S/steps.cl %s -o %t.fault --quiet -- %cl_inc -I%S/Inputs -std=c++17 && not FileCheck %s --input-file %t.fault/steps.persist.cl --implicit-check-not=map_twice_phase
// RUN: %long env PERSISTIFY_FAULT=old-values %persistify %S/steps.cl %s -o %t.fault --quiet -- %cl_inc -I%S/Inputs -std=c++17 && not FileCheck %s --input-file %t.fault/steps.persist.cl --implicit-check-not=map_twice_phase
#include "setup.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

// ---- what is known

static bool steps() {
  int a[4] = {0, 1, 1, 1}, n = 0;
  a[n++] = 5;
  a[n++] += 5;
  ++a[n++];
  int *p = a;
  *p++ = 4;
  return n == 3 && p == a + 1 && a[0] == 4 && a[1] == 6 && a[2] == 2;
}

struct Narrow {
  unsigned a : 2;
  int b : 3;
};
static bool numbers() {
  int i = -1;
  i /= 2u;
  Narrow s = {5, 5}, t;
  t.a = 7;
  t.a++;
  t.b = 4;
  int v = 3, within = 0;
  switch (v) {
  case 1 ... 5: within = 1; break;
  default: within = 2;
  }
  return i == 2147483647 && s.a == 1 && s.b == -3 && t.a == 0 && t.b == -4 && within == 1;
}

static bool formats() {
  char text[64];
  sprintf(text, "%.3s|%4s|%-3s|%.*s", "addition", "ab", "c", 2, "map");
  if (strcmp(text, "add|  ab|c  |ma"))
    return false;
  sprintf(text, "%u %x %d %hhd %*d", -1, -1, 4294967295u, 257, 3, 5);
  std::ostringstream all;
  all << 18446744073709551615ull;
  return !strcmp(text, "4294967295 ffffffff -1 1   5") && all.str() == "18446744073709551615";
}

static bool texts() {
  std::string s = "xxadd", at(s, 2), part(s, 2, 2), first("addition", 3), with("ad\0d", 4);
  s.append("yz", 1);
  s[0] = 'm';
  s.at(1) = 'a';
  s.data()[2] = 'p';
  s.back() = 'e';
  *s.begin() = 'M';
  char copy[8] = "subs", *twice = strdup("sub"), zero[8] = {0};
  memcpy(copy, "add", 3);
  memcpy(copy + 3, "x", 2);
  twice[0] = 'b';
  strcpy(zero, "z");
  return at == "add" && part == "ad" && first == "add" && with.size() == 4 && strlen("ad\0d") == 2 && s == "Mapdde" &&
         !strcmp(copy, "addx") && !strcmp(twice, "bub") && zero[0] == 'z';
}

static bool bytes() {
  int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  memcpy(a, b, 2 * sizeof(int));
  return a[0] == 5 && a[1] == 6 && a[2] == 3;
}

static bool containers() {
  std::vector<int> v = {3, 1, 2}, w = std::move(v);
  w.erase(w.begin());
  std::deque<int> d = {3, 1, 2};
  d.pop_front();
  std::map<std::string, int> m = {{"a", 1}, {"b", 2}, {"a", 3}};
  m.insert({"c", 4});
  m.insert({"c", 5});
  m.emplace("a", 6);
  std::map<int, int> order;
  order[10] = 1;
  order[9] = 2;
  int last = 0;
  for (auto &p : order)
    last = p.second;
  std::unique_ptr<int> p(new int(3)), q = std::move(p);
  int x = 1, y = 2;
  std::tie(x, y) = std::make_pair(y, x);
  return v.empty() && w.size() == 2 && w[0] == 1 && d.front() == 1 && d.size() == 2 && m.size() == 3 && m["a"] == 1 &&
         m["c"] == 4 && last == 1 && !p && *q == 3 && x == 2;
}

static int ended;
struct Ends {
  ~Ends() { ++ended; }
};
static bool ends() {
  ended = 1;
  {
    Ends here;
    auto owned = std::make_unique<Ends>();
  }
  delete new Ends;
  return ended == 4;
}

struct Base {
  int n = 0;
  virtual void set() { n += 1; }
  virtual ~Base() {}
};
struct Derived : Base {
  void set() override {
    Base::set();
    n += 10;
  }
};
static bool overridden() {
  Derived d;
  Base &b = d;
  b.set();
  return d.n == 11;
}

// ---- what is not known, and not taken for what it was

static int counted;
static void deeper(int more) {
  if (more) {
    ++counted;
    deeper(more - 1);
  }
}

union Either {
  int a;
  unsigned b;
};

static bool others(int argc) {
  counted = 0;
  deeper(10);
  if (counted != 10)
    return false;
  int a[3] = {1, 2, 3}, one = 1, two = 2;
  a[argc] = 9;
  *(argc > 5 ? &one : &two) = 7;
  int caught = 1;
  try {
    throw 4;
  } catch (int x) {
    caught = x;
  }
  int at = 0, odd = 0;
  for (int i = 0; i < 10; ++i) {
    if (i == argc + 2)
      break;
    at = i;
  }
  for (int i = 0; i < 10; ++i) {
    if (i > argc + 2)
      continue;
    odd = i;
  }
  Either e;
  e.a = 1;
  e.b = 2;
  if (a[1] != 9 || two != 7 || one != 1 || caught != 4 || at != 2 || odd != 3 || e.a != 2)
    return false;
  std::vector<int> v = {3, 1, 2};
  std::sort(v.begin(), v.end());
  std::list<int> l = {3, 1, 2};
  l.reverse();
  std::string upper = "ADD", line = "none";
  std::transform(upper.begin(), upper.end(), upper.begin(), ::tolower);
  std::istringstream in("line");
  std::getline(in, line);
  std::ostringstream wide;
  wide.width(4);
  wide << 5;
  std::map<std::string, int> m = {{"a", 1}};
  m.erase("a");
  return v[0] == 1 && l.front() == 2 && upper == "add" && line == "line" && wide.str() == "   5" && m.empty();
}

int main(int argc, char **argv) {
  size_t items = 64;
  start("steps.cl", "");
  cl_mem a = ints(64, 1), b = ints(64, 5), flag = ints(1, 0);
  const bool known = steps() && numbers() && formats() && texts() && bytes() && containers() && ends() && overridden();
  cl_kernel k = clCreateKernel(program, known ? "map" : "map_twice", NULL);
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof b, &b);
  for (int i = 0; i < 3; ++i) {
    clSetKernelArg(k, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  cl_kernel r = clCreateKernel(program, others(argc) ? "raise" : "raise_odd", NULL);
  clSetKernelArg(r, 0, sizeof a, &a);
  clSetKernelArg(r, 1, sizeof flag, &flag);
  for (int i = 30; i < 33; ++i) {
    clSetKernelArg(r, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, r, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("a", a);
  show("b", b);
  printf("%d %d\n", known, others(argc));
}
