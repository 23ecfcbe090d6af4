/* OpenCL by pointers that are looked up when the program runs, under the functions' names; for setup.h. */
#ifndef LOADED_H
#define LOADED_H
#include <CL/cl.h>
#include <dlfcn.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOADED(_)                                                                                                      \
  _(GetPlatformIDs, cl_int, (cl_uint, cl_platform_id *, cl_uint *))                                                    \
  _(GetDeviceIDs, cl_int, (cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *))                        \
  _(CreateContext, cl_context,                                                                                         \
    (const cl_context_properties *, cl_uint, const cl_device_id *,                                                     \
     void(CL_CALLBACK *)(const char *, const void *, size_t, void *), void *, cl_int *))                               \
  _(CreateCommandQueue, cl_command_queue, (cl_context, cl_device_id, cl_command_queue_properties, cl_int *))           \
  _(CreateProgramWithSource, cl_program, (cl_context, cl_uint, const char **, const size_t *, cl_int *))               \
  _(BuildProgram, cl_int,                                                                                              \
    (cl_program, cl_uint, const cl_device_id *, const char *, void(CL_CALLBACK *)(cl_program, void *), void *))        \
  _(CreateKernel, cl_kernel, (cl_program, const char *, cl_int *))                                                     \
  _(CreateBuffer, cl_mem, (cl_context, cl_mem_flags, size_t, void *, cl_int *))                                        \
  _(GetMemObjectInfo, cl_int, (cl_mem, cl_mem_info, size_t, void *, size_t *))                                         \
  _(SetKernelArg, cl_int, (cl_kernel, cl_uint, size_t, const void *))                                                  \
  _(Finish, cl_int, (cl_command_queue))                                                                                \
  _(EnqueueReadBuffer, cl_int,                                                                                         \
    (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))                \
  _(EnqueueWriteBuffer, cl_int,                                                                                        \
    (cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *))          \
  _(EnqueueNDRangeKernel, cl_int,                                                                                      \
    (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint, const cl_event *,  \
     cl_event *))

#define POINTER(NAME, RESULT, PARAMETERS)                                                                              \
  typedef RESULT(CL_API_CALL *PFN_##NAME) PARAMETERS;                                                                  \
  extern PFN_##NAME loaded##NAME;
LOADED(POINTER)

#ifdef __cplusplus
}
#endif

#define clGetPlatformIDs loadedGetPlatformIDs
#define clGetDeviceIDs loadedGetDeviceIDs
#define clCreateContext loadedCreateContext
#define clCreateCommandQueue loadedCreateCommandQueue
#define clCreateProgramWithSource loadedCreateProgramWithSource
#define clBuildProgram loadedBuildProgram
#define clCreateKernel loadedCreateKernel
#define clCreateBuffer loadedCreateBuffer
#define clGetMemObjectInfo loadedGetMemObjectInfo
#define clSetKernelArg loadedSetKernelArg
#define clFinish loadedFinish
#define clEnqueueReadBuffer loadedEnqueueReadBuffer
#define clEnqueueWriteBuffer loadedEnqueueWriteBuffer
#define clEnqueueNDRangeKernel loadedEnqueueNDRangeKernel
#endif
