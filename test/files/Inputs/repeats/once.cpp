#include "launch.hpp"

void once() { step(); }
