//===- OpenCl.h - what OpenCL's front ends share ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_API_OPENCL_H
#define PERSISTIFY_LIB_API_OPENCL_H

#include "persistify/DeviceApi.h"

namespace persistify {

/// The numbers of CL/cl.h, which the wrapper's calls are given as well.
class OpenClNumbers : public DeviceApi {
public:
  ApiAnswer answer(ApiType Of, uint64_t Param) const override;
  ApiMapping mapping(uint64_t Flags) const override;
  ApiMemory memory(uint64_t Flags) const override;
  std::string handleText(ApiType T) const override;
};

/// Of transfers of rows.
constexpr ApiEffect RowsOneByOne = {ApiCount::None, ApiType::None, false, ": rows can be copied one by one"};

const DeviceApi &openClC();
const DeviceApi &openClHpp();
const DeviceApi &hipSketch();

} // namespace persistify

#endif // PERSISTIFY_LIB_API_OPENCL_H
