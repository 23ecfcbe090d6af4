// Loops that come to their launches through the library's templates, pointers to members and deleted objects: none of them
// is missed.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=calls-in-the-text not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <array>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

struct Begins {
  explicit Begins(int) { launch(); }
};
struct Ends {
  ~Ends() { launch(); }
};
struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  ~Derived() override { launch(); }
};
struct Runner {
  void once(int) { launch(); }
};

void makes(int n) {
  for (int i = 0; i < n; i++)
    auto p = std::make_unique<Begins>(i); // expect PST1014: implicit call of the destructor of 'p' inside the loop
  std::vector<Begins> all;
  for (int i = 0; i < n; i++)
    all.emplace_back(i); // expect PST1046: call of 'emplace_back' on 'all'
}

void ends(int n, std::array<Base *, 3> &of) {
  for (int i = 0; i < n; i++)
    std::unique_ptr<Ends> p; // expect PST1014: implicit call of the destructor of 'p' inside the loop
  for (Base *b : of)
    delete b; // expect PST1003: 'delete b' inside the loop
  for (int i = 0; i < n; i++)
    Ends(); // expect PST1014: implicit call of the destructor of a temporary Ends
}

void points(int n, void (Runner::*method)(int)) {
  Runner r;
  for (int i = 0; i < n; i++)
    (r.*method)(i); // expect PST1001: call of '(r.*method)' inside the loop
  auto called = std::mem_fn(&Runner::once);
  for (int i = 0; i < n; i++)
    called(r, i); // expect PST1001: call of 'std::_Mem_fn_base::operator()' inside the loop
}

void threads(int n) {
  for (int i = 0; i < n; i++) {
    std::thread t(launch); // expect PST1014: implicit call of the destructor of 't' inside the loop
    t.join();
  }
}

void all(int n) {
  std::array<Base *, 3> of{{new Derived}};
  makes(n);
  ends(n, of);
  points(n, &Runner::once);
  threads(n);
}
