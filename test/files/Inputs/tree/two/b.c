#include "h.h"
int step(void) { return STEP; }
