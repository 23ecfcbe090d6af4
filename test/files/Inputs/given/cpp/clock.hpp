// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
namespace run {
class Clock {
public:
  static bool ended(int step);
  static int asked();
};
}
