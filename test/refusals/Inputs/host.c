#include "host.h"

int main(void) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
  }
  return 0;
}
