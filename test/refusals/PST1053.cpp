// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

struct Solver {
  virtual void advance() = 0;
  void run() {
    int stop = 0;
    while (!stop) {
      advance();
      read_flag(&stop);
    }
  }
};

struct Jacobi : Solver {
  struct Own {
    int trips = 0;
  } own; // expect PST1053: call of the virtual function 'advance' inside the loop runs that of 'Jacobi'
  void advance() override {
    own.trips++;
    launch();
  }
};

int main() {
  setup();
  Jacobi j;
  j.run();
}
