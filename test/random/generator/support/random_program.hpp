/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The same for programs that use the C++ API.
 */
#ifndef RANDOM_PROGRAM_HPP
#define RANDOM_PROGRAM_HPP
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <array>
#include <utility>
#include <vector>
#include "random_program.h"

RANDOM_PROGRAM_SHARED cl::CommandQueue queue;
static void open_queue() { queue = cl::CommandQueue(q, true); }
static void swap_handles(cl::Buffer *a, cl::Buffer *b) { std::swap(*a, *b); }
static void swap_references(cl::Buffer &a, cl::Buffer &b) {
  cl::Buffer t = a;
  a = b;
  b = t;
}
#endif
