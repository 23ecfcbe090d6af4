// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim.h"
#include <cstddef>
namespace sim {
struct shape { size_t dims, global[3]; };
struct state {
  cl_context context;
  cl_command_queue queue;
  cl_kernel blur[2];
  cl_mem at[2];
  shape size;
  unsigned char turn;
  int add;
};
} // namespace sim
