// Launches, in each way that a call in another file may lead to.
#include "ways.hpp"

int waits(int n) { return n; }
void Launching::run() { step(); }
Begins::Begins() { step(); }
Ends::~Ends() { step(); }
void (*pointer)();
std::function<void()> stored;
void set() {
  pointer = step;
  stored = [] { step(); };
}
