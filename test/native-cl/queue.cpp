//===- queue.cpp - command queues --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "native.h"

using namespace ncl;

static const cl_command_queue_properties Supported = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

static cl_command_queue makeQueue(cl_context C, cl_command_queue_properties Properties) {
  auto *Q = new _cl_command_queue;
  Q->Context = C;
  hold(C, &Object::Parts);
  Q->Properties = Properties;
  return Q;
}

cl_command_queue clCreateCommandQueue(cl_context C, cl_device_id D, cl_command_queue_properties Properties,
                                      cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  if (!known(D, Kind::Device))
    FAIL_MAKING(CL_INVALID_DEVICE, "not a device");
  if (Properties & ~Supported)
    FAIL_MAKING(CL_INVALID_VALUE, "no such properties");
  MADE(makeQueue(C, Properties));
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context C, cl_device_id D, const cl_queue_properties *List,
                                                    cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  if (!known(D, Kind::Device))
    FAIL_MAKING(CL_INVALID_DEVICE, "not a device");
  cl_command_queue_properties Properties = 0;
  std::vector<cl_queue_properties> Given;
  for (const cl_queue_properties *P = List; P && *P; P += 2) {
    if (*P == CL_QUEUE_PROPERTIES)
      Properties = P[1];
    else if (*P == CL_QUEUE_SIZE)
      FAIL_MAKING(CL_INVALID_QUEUE_PROPERTIES, "no queues on the device");
    else
      FAIL_MAKING(CL_INVALID_VALUE, "no such property");
    Given.push_back(P[0]);
    Given.push_back(P[1]);
  }
  if (List)
    Given.push_back(0);
  if (Properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))
    FAIL_MAKING(CL_INVALID_QUEUE_PROPERTIES, "no queues on the device");
  if (Properties & ~Supported)
    FAIL_MAKING(CL_INVALID_VALUE, "no such properties");
  cl_command_queue Q = makeQueue(C, Properties);
  Q->Given = Given;
  Q->WithProperties = List != nullptr;
  MADE(Q);
}

cl_int clRetainCommandQueue(cl_command_queue Q) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  hold(Q, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue Q) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  flush();
  drop(Q, &Object::Refs);
  return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue Q, cl_command_queue_info What, size_t Size, void *Value,
                             size_t *SizeRet) {
  ANSWER(Size, Value, SizeRet);
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  switch (What) {
  case CL_QUEUE_CONTEXT:
    return A.value(Q->Context);
  case CL_QUEUE_DEVICE:
    return A.value<cl_device_id>(device());
  case CL_QUEUE_REFERENCE_COUNT:
    return A.value<cl_uint>(Q->Refs);
  case CL_QUEUE_PROPERTIES:
    return A.value(Q->Properties);
  case CL_QUEUE_PROPERTIES_ARRAY:
    return A.list(Q->Given);
  case CL_QUEUE_DEVICE_DEFAULT:
    return A.value<cl_command_queue>(nullptr);
  case CL_QUEUE_SIZE:
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue on the device");
  }
  FAIL(CL_INVALID_VALUE, "no such param_name");
}

cl_int clSetCommandQueueProperty(cl_command_queue Q, cl_command_queue_properties, cl_bool,
                                 cl_command_queue_properties *) {
  if (!known(Q, Kind::Queue))
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue");
  FAIL(CL_INVALID_OPERATION, "not since OpenCL 1.1");
}
