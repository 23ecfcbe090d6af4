#include <CL/cl.h>
#include "made_by_the_build.h"

int main(void) { return clFinish(MADE); }
