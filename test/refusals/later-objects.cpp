// Of the objects that trips make the host has one, which it assigns.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=any-assignment not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=any-construction not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=addresses-within not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <cstdio>
#include <ctime>
#include <string_view>

static double total;
static double now() { return double(std::clock()); }

struct Numbered {
  int id = 0;
  double from = now();
  Numbered() {}
  explicit Numbered(int i) : id(i) {}
  Numbered &operator=(const Numbered &o) {
    from = o.from;
    return *this;
  }
};
static Numbered last;
void numbers() {
  for (int i = 0; i < 9; i++) { // expect PST1051: may leave something else than making one
    Numbered n(i);
    launch();
    total += now() - n.from;
    last = n;
    printf("%d\n", n.id);
  }
}

struct Labelled {
  char text[8] = "";
  const char *name = nullptr;
  double from = now();
  Labelled() {}
  explicit Labelled(int i) : name(text) { snprintf(text, sizeof text, "%d", i); }
};
void labels() {
  for (int i = 0; i < 9; i++) { // expect PST1051: may hold an address within itself
    Labelled l(i);
    launch();
    total += now() - l.from;
    printf("%s\n", l.name);
  }
}

struct Viewed {
  char text[8] = "";
  double from = now();
  std::string_view view;
  Viewed() : view(text, 3) {}
};
void views() {
  for (int i = 0; i < 9; i++) { // expect PST1051: may hold an address within itself
    const Viewed v;
    launch();
    total += now() - v.from;
    printf("%d\n", (int)v.view.size());
  }
}

// A constructor that does more is not called later, nor is it left out.
static int made;
struct Counted {
  double at;
  explicit Counted(int) : at(now()) { __atomic_fetch_add(&made, 1, __ATOMIC_SEQ_CST); }
};
void counted() {
  for (int i = 0; i < 9; i++) {
    launch();
    total += Counted(i).at; // expect PST1051: 'Counted(i)' cannot be followed
    global += made;
  }
}
