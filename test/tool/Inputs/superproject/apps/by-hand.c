#include "persistify/runtime.h"

int by_hand(void) { return 0; }
