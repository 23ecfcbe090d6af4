//===- absent.cpp - entry points for what the device does not have ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images, samplers, pipes and shared virtual memory: the errors for a device
// without them.
//
//===----------------------------------------------------------------------===//
#include "native.h"

using namespace ncl;

static const char *NoImages = "the device has no images";
static const char *NoSvm = "the device has no shared virtual memory";

#define NO_IMAGES_MAKING(C) \
  if (!known(C, Kind::Context)) \
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context"); \
  FAIL_MAKING(CL_INVALID_OPERATION, NoImages)
#define NO_IMAGES(Q) \
  if (!known(Q, Kind::Queue)) \
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue"); \
  FAIL(CL_INVALID_MEM_OBJECT, NoImages)

cl_mem clCreateImage(cl_context C, cl_mem_flags, const cl_image_format *, const cl_image_desc *, void *, cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_mem clCreateImageWithProperties(cl_context C, const cl_mem_properties *, cl_mem_flags, const cl_image_format *,
                                   const cl_image_desc *, void *, cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_mem clCreateImage2D(cl_context C, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t, void *,
                       cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_mem clCreateImage3D(cl_context C, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t, size_t, size_t,
                       void *, cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_sampler clCreateSampler(cl_context C, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_sampler clCreateSamplerWithProperties(cl_context C, const cl_sampler_properties *, cl_int *Err) {
  NO_IMAGES_MAKING(C);
}
cl_mem clCreatePipe(cl_context C, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *, cl_int *Err) {
  if (!known(C, Kind::Context))
    FAIL_MAKING(CL_INVALID_CONTEXT, "not a context");
  FAIL_MAKING(CL_INVALID_OPERATION, "the device has no pipes");
}
cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) { FAIL(CL_INVALID_MEM_OBJECT, "not a pipe"); }
cl_int clGetSupportedImageFormats(cl_context C, cl_mem_flags, cl_mem_object_type, cl_uint, cl_image_format *,
                                  cl_uint *Count) {
  if (!known(C, Kind::Context))
    FAIL(CL_INVALID_CONTEXT, "not a context");
  if (Count)
    *Count = 0;
  return CL_SUCCESS;
}
cl_int clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) { FAIL(CL_INVALID_MEM_OBJECT, NoImages); }
cl_int clRetainSampler(cl_sampler) { FAIL(CL_INVALID_SAMPLER, NoImages); }
cl_int clReleaseSampler(cl_sampler) { FAIL(CL_INVALID_SAMPLER, NoImages); }
cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *, size_t *) { FAIL(CL_INVALID_SAMPLER, NoImages); }
cl_int clEnqueueReadImage(cl_command_queue Q, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, void *,
                          cl_uint, const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
cl_int clEnqueueWriteImage(cl_command_queue Q, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t,
                           const void *, cl_uint, const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
cl_int clEnqueueFillImage(cl_command_queue Q, cl_mem, const void *, const size_t *, const size_t *, cl_uint,
                          const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
cl_int clEnqueueCopyImage(cl_command_queue Q, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, cl_uint,
                          const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
cl_int clEnqueueCopyImageToBuffer(cl_command_queue Q, cl_mem, cl_mem, const size_t *, const size_t *, size_t, cl_uint,
                                  const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
cl_int clEnqueueCopyBufferToImage(cl_command_queue Q, cl_mem, cl_mem, size_t, const size_t *, const size_t *, cl_uint,
                                  const cl_event *, cl_event *) {
  NO_IMAGES(Q);
}
void *clEnqueueMapImage(cl_command_queue Q, cl_mem, cl_bool, cl_map_flags, const size_t *, const size_t *, size_t *,
                        size_t *, cl_uint, const cl_event *, cl_event *, cl_int *Err) {
  if (!known(Q, Kind::Queue))
    FAIL_MAKING(CL_INVALID_COMMAND_QUEUE, "not a queue");
  FAIL_MAKING(CL_INVALID_MEM_OBJECT, NoImages);
}

//===- shared virtual memory -----------------------------------------------------------===//

#define NO_SVM(Q) \
  if (!known(Q, Kind::Queue)) \
    FAIL(CL_INVALID_COMMAND_QUEUE, "not a queue"); \
  FAIL(CL_INVALID_OPERATION, NoSvm)

void *clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }
void clSVMFree(cl_context, void *) {}
cl_int clEnqueueSVMFree(cl_command_queue Q, cl_uint, void *[],
                        void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *), void *, cl_uint,
                        const cl_event *, cl_event *) {
  NO_SVM(Q);
}
cl_int clEnqueueSVMMemcpy(cl_command_queue Q, cl_bool, void *, const void *, size_t, cl_uint, const cl_event *,
                          cl_event *) {
  NO_SVM(Q);
}
cl_int clEnqueueSVMMemFill(cl_command_queue Q, void *, const void *, size_t, size_t, cl_uint, const cl_event *,
                           cl_event *) {
  NO_SVM(Q);
}
cl_int clEnqueueSVMMap(cl_command_queue Q, cl_bool, cl_map_flags, void *, size_t, cl_uint, const cl_event *,
                       cl_event *) {
  NO_SVM(Q);
}
cl_int clEnqueueSVMUnmap(cl_command_queue Q, void *, cl_uint, const cl_event *, cl_event *) { NO_SVM(Q); }
cl_int clEnqueueSVMMigrateMem(cl_command_queue Q, cl_uint, const void **, const size_t *, cl_mem_migration_flags,
                              cl_uint, const cl_event *, cl_event *) {
  NO_SVM(Q);
}
