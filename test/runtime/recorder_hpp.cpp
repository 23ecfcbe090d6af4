//===- recorder_hpp.cpp - sets an argument through CL/opencl.hpp ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

extern "C" void set_through_hpp(cl_kernel kernel, int value);

extern "C" void set_through_hpp(cl_kernel kernel, int value) {
  cl::Kernel wrapped(kernel, true);
  wrapped.setArg(1, value);
}
