#pragma once
#include "common/config.h"
static int amount(const config *c, int i) { return c->by + i; }
