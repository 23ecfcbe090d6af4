// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../clock.hpp"
namespace {
int times = 0, last = 3;
}
namespace run {
bool Clock::ended(int step) { return ++times > last || step > 100; }
int Clock::asked() { return times; }
}
