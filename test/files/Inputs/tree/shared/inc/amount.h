#pragma once
#include "config.h"
static config amount(int i) {
  config c = {i};
  return c;
}
