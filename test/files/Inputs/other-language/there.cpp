#define NUMBER 9
#include "defaults.h"
int there() {
  numbers all;
  return given() + all.n;
}
