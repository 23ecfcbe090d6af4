// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For host and device.
#ifndef PARAMS_H
#define PARAMS_H
#define GROUP 16
struct params { int points; int clusters; };
#endif
