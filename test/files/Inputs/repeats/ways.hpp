#ifndef WAYS_HPP
#define WAYS_HPP
#include "launch.hpp"
#include <functional>
#include <memory>

struct Stage {
  virtual void run() = 0;
  virtual ~Stage() {}
};
struct Launching : Stage {
  void run() override;
};
struct Begins {
  Begins();
};
struct Holds {
  Begins inner;
};
struct Ends {
  ~Ends();
};
extern void (*pointer)();
extern std::function<void()> stored;
void set();
#endif
