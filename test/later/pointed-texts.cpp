// Texts of structs that an object points to, and that the loop also transfers whole.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6 -- 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6 -- 0
// RUN: %long env PERSISTIFY_FAULT=pointers-indexed not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 6 -- 5
#include "step.h"
#include <iostream>
#include <memory>
#include <vector>

struct Cell {
  short key;
  char tag[5];
  float weight;
};

struct Owner {
  std::unique_ptr<Cell> first;
  std::shared_ptr<Cell> second;
};

static cl_mem cells;

static Cell cell(int i) {
  Cell c = {short(i), {}, i * 0.5f};
  sprintf(c.tag, "c%d", i);
  return c;
}

static void put(size_t at, const Cell *c) {
  need(clEnqueueWriteBuffer(queue, cells, CL_TRUE, at * sizeof *c, sizeof *c, c, 0, nullptr, nullptr), "write");
}

static void unique(int n) {
  auto p = std::make_unique<Cell>(cell(1));
  for (int i = 0; i < n; i++) {
    int v = step(i);
    put(0, p.get());
    std::cout << p->tag << v << p->key << '\n';
  }
}

static void shared(int n, std::shared_ptr<Cell> p) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    put(1, &*p);
    printf("%s %d %g\n", p->tag, v, (*p).weight);
  }
}

static void constant(int n) {
  const std::unique_ptr<const Cell> p(new Cell(cell(3)));
  for (int i = 0; i < n; i++) {
    put(2, p.get());
    std::cout << step(i) << (*p).tag << '\n';
  }
}

static void members(int n, const Owner &o) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    put(3, o.first.get());
    put(v & 1, o.second.get());
    printf("%s %s %d\n", o.first->tag, o.second->tag, v);
  }
}

static void elements(int n) {
  std::vector<std::unique_ptr<Cell>> all;
  all.push_back(std::make_unique<Cell>(cell(4)));
  all.push_back(std::make_unique<Cell>(cell(5)));
  for (int i = 0; i < n; i++) {
    int v = step(i);
    put(5, all[1].get());
    std::cout << all[1]->tag << all[0]->key << v << '\n';
  }
}

static void plain(int n, const Cell *p) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    need(clEnqueueWriteBuffer(queue, cells, CL_TRUE, 6 * sizeof *p, 2 * sizeof *p, p, 0, nullptr, nullptr), "write");
    printf("%s %s %d\n", p[v & 1].tag, p[1].tag, v);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  cells = ints(8 * sizeof(Cell) / sizeof(int), 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  unique(n);
  shared(n, std::make_shared<Cell>(cell(2)));
  constant(n);
  members(n, {std::make_unique<Cell>(cell(6)), std::make_shared<Cell>(cell(7))});
  elements(n);
  Cell two[] = {cell(8), cell(9)};
  plain(n, two);
  show("a", a);
  show("cells", cells);
  return 0;
}
