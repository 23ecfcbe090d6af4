#define NUMBER 4
#include "defaults.h"
int there();
extern "C" int both(void) { return there(); }
