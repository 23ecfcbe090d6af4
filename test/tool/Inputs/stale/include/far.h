#include "deep/deep.h"
#define FAR 1
