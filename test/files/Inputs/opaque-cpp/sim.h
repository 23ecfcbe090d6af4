// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SIM_H
#define SIM_H
#include <CL/cl.h>
namespace sim {
struct state;
state *open(const char *file, int n);
void step(state *s);
void read(const state *s, int *to);
void close(state *s);
} // namespace sim
#endif
