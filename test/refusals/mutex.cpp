// A log that holds a mutex in each trip.
// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <mutex>

struct Log {
  std::mutex m;
  int lines = 0;
  void add(int n) {
    std::lock_guard<std::mutex> hold(m); // expect PST1014: the destructor of 'hold' (it lets go of a mutex, for which other threads may wait)
    lines += n;
  }
};

void f(Log &log) {
  int stop = 0;
  setup();
  while (!stop) {
    log.add(1);
    launch();
    read_flag(&stop);
  }
}
