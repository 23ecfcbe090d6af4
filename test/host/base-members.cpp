// Members of bases: several bases of one class, classes of one name, names that are hidden, unnamed structs in bases,
// instances of templates, private bases and members, using-declarations.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
// RUN: %long env PERSISTIFY_FAULT=base-names not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
#include "setup.h"

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;
static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof(cl_mem), &data);
  clSetKernelArg(add_k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

// Two bases R, each with a v of its own.
struct R {
  int v = 1;
  int next() { return v += 5; }
};
struct Left : R {
  int grow() { return v *= 2; }
};
struct Right : R {};
struct Both : Left, Right {
  int sum() const { return Left::v + 10 * Right::v; }
};
static void twice(int n) {
  Both d;
  const Both &seen = d;
  Both *p = &d;
  for (int i = 0; i < n; i++) {
    d.Left::v += 3;
    p->Right::v += i;
    static_cast<R &>(static_cast<Right &>(*p)).v++;
    static_cast<Right &>(d).v ^= 1;
    int all = d.sum() + seen.Left::v;
    all += d.Right::next();
    all += d.grow();
    add(all);
  }
  printf("%d %d\n", d.Left::v, d.Right::v);
}

// Two bases of one name, and a member that has it, too.
namespace one {
struct Part {
  int v = 2, w = 3;
};
} // namespace one
namespace two {
struct Part {
  int v = 5, u = 7;
};
struct Whole : one::Part, Part {
  int v = 11;
};
} // namespace two
struct Masked : one::Part {
  struct Part {
    int v;
  };
  int v = 13;
};
static void names(int n) {
  two::Whole x;
  Masked m;
  for (int i = 0; i < n; i++) {
    x.one::Part::v += i;
    x.two::Part::v += x.w;
    x.v += x.u;
    m.one::Part::v += m.v;
    m.v++;
    m.w ^= i;
    add(x.v + x.one::Part::v - x.two::Part::v + m.one::Part::v);
  }
  printf("%d %d %d %d %d %d\n", x.v, x.one::Part::v, x.two::Part::v, m.v, m.one::Part::v, m.w);
}

// An unnamed struct in a base, whose members the class hides.
struct Flat {
  struct {
    int x, y;
  };
};
struct Shape : Flat {
  int x = 1;
};
static void flat(int n) {
  Shape s;
  s.Flat::x = 2;
  s.y = 3;
  for (int i = 0; i < n; i++) {
    s.x += 10;
    s.Flat::x += s.y;
    s.y++;
    add(s.x - s.Flat::x);
  }
  printf("%d %d %d\n", s.x, s.Flat::x, s.y);
}

// Instances of one template.
template <typename T> struct Cell {
  T at = 3;
};
struct Cells : Cell<int>, Cell<unsigned> {
  typedef Cell<int> Signed;
};
static void instances(int n) {
  Cells c;
  for (int i = 0; i < n; i++) {
    c.Signed::at -= 4;
    c.Cell<unsigned>::at += 4u;
    add(c.Cell<int>::at + (int)c.Cell<unsigned>::at);
  }
  printf("%d %u\n", c.Cell<int>::at, c.Cell<unsigned>::at);
}

// A virtual base, which there is once; a using-declaration.
struct Top {
  int t = 1;
};
struct A : virtual Top {
  int a = 2;
};
struct B : virtual Top {
  int a = 3;
};
struct C : A, B {
  using B::a;
  void run(int n);

private:
  int hidden = 4;
  friend void befriended(C &c, int n);
};
void C::run(int n) {
  for (int i = 0; i < n; i++) {
    this->A::t += a;
    this->B::t += A::a;
    A::a++;
    hidden += this->C::hidden & 3;
    add(t + hidden);
  }
}
void befriended(C &c, int n) {
  for (int i = 0; i < n; i++) {
    c.hidden += c.A::a;
    c.a += c.hidden;
    add(c.hidden + c.B::a);
  }
}

// Through references to the class itself.
struct Counter {
  int c = 0;
};
struct Named : Counter {
  int c = 100;
};
static void references(int n) {
  Named object;
  Counter &base = object;
  Named *p = &object;
  for (int i = 0; i < n; i++) {
    p->c += p->Counter::c;
    p->Counter::c += 2;
    add(p->c - i);
  }
  printf("%d %d\n", object.c, base.c);
}

int main() {
  cl_int err;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", &err);
  data = ints(64, 0);
  twice(5);
  names(5);
  flat(5);
  instances(5);
  C c;
  c.run(5);
  befriended(c, 6);
  references(4);
  printf("%d %d %d\n", c.t, c.A::a, c.a);
  show("data", data);
  return 0;
}
