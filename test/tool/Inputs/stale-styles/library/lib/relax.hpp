#pragma once
#define CL_TARGET_OPENCL_VERSION 120
#include "detail.hpp"
#include <CL/cl.h>

namespace relax {
struct Grid {
  detail::Slots slots;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_mem cells = nullptr;
};
std::size_t run(Grid &grid, int rounds);
} // namespace relax
