#ifndef STEP_H
#define STEP_H
#define STEP 2
#include "detail/look.h"
#endif
