/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Calls of the API that the specification forbids, each with the code that came.
 */
#include "cl.h"

#define CODE(name, call) printf("%s: %d\n", name, (call))
#define MAKE(name, call) \
  do { \
    err = 12345; \
    void *made_ = (void *)(call); \
    printf("%s: %d%s\n", name, err, made_ ? " and an object" : ""); \
  } while (0)

static const char *source =
    "kernel void k(global int *a, local int *l, float4 f, int n) { a[0] = l[0] + n + (int)f.x; }\n"
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void r(global int *a) { a[0] = 1; }\n"
    "kernel void one(global int *a) { a[get_global_id(0)] = 1; }\n";

static void CL_CALLBACK nothing(const char *a, const void *b, size_t c, void *d) { (void)a, (void)b, (void)c, (void)d; }
static void CL_CALLBACK event_done(cl_event e, cl_int s, void *d) { (void)e, (void)s, (void)d; }

int main(int argc, char **argv) {
  /* PoCL does not survive some of them, or does not come back. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  int all = argc > 1 && !strcmp(argv[1], "all");
  setup s = open_platform(0), other = open_platform(0);
  cl_platform_id platform;
  cl_int err;
  cl_uint n;
  size_t size;
  int data[64] = {0};
  OK(clGetPlatformIDs(1, &platform, NULL));

  CODE("platforms: neither list nor count", clGetPlatformIDs(0, NULL, NULL));
  CODE("platforms: list of no entries", clGetPlatformIDs(0, &platform, NULL));
  CODE("platform: no such name", clGetPlatformInfo(platform, 0x1234, 0, NULL, &size));
  CODE("platform: too small", clGetPlatformInfo(platform, CL_PLATFORM_NAME, 1, data, &size));
  CODE("devices: no such type", clGetDeviceIDs(platform, 0, 1, &s.device, NULL));
  CODE("devices: none of this type", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 0, NULL, &n));
  CODE("devices: list of no entries", clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, &s.device, NULL));
  CODE("devices: neither list nor count", clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, NULL, NULL));
  CODE("device: no such name", clGetDeviceInfo(s.device, 0x9999, 0, NULL, &size));
  CODE("device: too small", clGetDeviceInfo(s.device, CL_DEVICE_NAME, 1, data, &size));
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &s.device, NULL));

  cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_PLATFORM,
                                   (cl_context_properties)platform, 0};
  cl_context_properties unknown[] = {0x1234, 1, 0};
  MAKE("context: no devices", clCreateContext(NULL, 0, NULL, NULL, NULL, &err));
  MAKE("context: null device list", clCreateContext(NULL, 1, NULL, NULL, NULL, &err));
  MAKE("context: user data without function", clCreateContext(NULL, 1, &s.device, NULL, data, &err));
  MAKE("context: property twice", clCreateContext(twice, 1, &s.device, nothing, NULL, &err));
  MAKE("context: unknown property", clCreateContext(unknown, 1, &s.device, NULL, NULL, &err));
  MAKE("context: no such type", clCreateContextFromType(NULL, 0, NULL, NULL, &err));
  CODE("context: no such name", clGetContextInfo(s.context, 0x1234, 0, NULL, &size));
  CODE("context: too small", clGetContextInfo(s.context, CL_CONTEXT_DEVICES, 1, data, NULL));
  CODE("context: retain null", clRetainContext(NULL));
  CODE("context: release null", clReleaseContext(NULL));

  MAKE("queue: null context", clCreateCommandQueue(NULL, s.device, 0, &err));
  MAKE("queue: null device", clCreateCommandQueue(s.context, NULL, 0, &err));
  MAKE("queue: no such properties", clCreateCommandQueue(s.context, s.device, 1 << 20, &err));
  CODE("queue: no such name", clGetCommandQueueInfo(s.queue, 0x1234, 0, NULL, &size));
  CODE("queue: flush null", clFlush(NULL));
  CODE("queue: finish null", clFinish(NULL));

  MAKE("buffer: null context", clCreateBuffer(NULL, 0, 64, NULL, &err));
  MAKE("buffer: size 0", clCreateBuffer(s.context, 0, 0, NULL, &err));
  MAKE("buffer: unknown flag", clCreateBuffer(s.context, 1 << 30, 64, NULL, &err));
  MAKE("buffer: read only and write only",
       clCreateBuffer(s.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, NULL, &err));
  MAKE("buffer: read write and read only",
       clCreateBuffer(s.context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, NULL, &err));
  MAKE("buffer: host read only and no access",
       clCreateBuffer(s.context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, NULL, &err));
  MAKE("buffer: use and copy", clCreateBuffer(s.context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, data, &err));
  MAKE("buffer: use and alloc", clCreateBuffer(s.context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, data, &err));
  MAKE("buffer: pointer without flag", clCreateBuffer(s.context, 0, 64, data, &err));
  MAKE("buffer: copy without pointer", clCreateBuffer(s.context, CL_MEM_COPY_HOST_PTR, 64, NULL, &err));
  MAKE("buffer: use without pointer", clCreateBuffer(s.context, CL_MEM_USE_HOST_PTR, 64, NULL, &err));
  MAKE("buffer: too large", clCreateBuffer(s.context, 0, (size_t)1 << 60, NULL, &err));

  cl_mem m = clCreateBuffer(s.context, 0, 1024, NULL, &err), far = clCreateBuffer(other.context, 0, 1024, NULL, &err);
  cl_mem write_only = clCreateBuffer(s.context, CL_MEM_HOST_WRITE_ONLY, 1024, NULL, &err);
  cl_mem read_only = clCreateBuffer(s.context, CL_MEM_HOST_READ_ONLY | CL_MEM_READ_ONLY, 1024, NULL, &err);
  cl_mem closed = clCreateBuffer(s.context, CL_MEM_HOST_NO_ACCESS, 1024, NULL, &err);
  cl_buffer_region good = {128, 128}, empty = {0, 0}, outside = {512, 1024}, crooked = {4, 128};
  MAKE("part: null", clCreateSubBuffer(NULL, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &err));
  MAKE("part: size 0", clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &empty, &err));
  MAKE("part: outside", clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &err));
  MAKE("part: misaligned", clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &err));
  MAKE("part: no region", clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &err));
  MAKE("part: no such kind", clCreateSubBuffer(m, 0, 0x1234, &good, &err));
  MAKE("part: host pointer flag", clCreateSubBuffer(m, CL_MEM_USE_HOST_PTR, CL_BUFFER_CREATE_TYPE_REGION, &good, &err));
  MAKE("part: writes to read only",
       clCreateSubBuffer(read_only, CL_MEM_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &err));
  MAKE("part: host reads write only",
       clCreateSubBuffer(write_only, CL_MEM_HOST_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &err));
  cl_mem part = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &err);
  OK(err);
  MAKE("part: of a part", clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &err));
  CODE("memory: no such name", clGetMemObjectInfo(m, 0x9999, 0, NULL, &size));
  CODE("memory: too small", clGetMemObjectInfo(m, CL_MEM_SIZE, 1, data, NULL));
  CODE("memory: release null", clReleaseMemObject(NULL));

  cl_event user = clCreateUserEvent(s.context, &err), far_event = clCreateUserEvent(other.context, &err),
           null_event = NULL;
  CODE("read: null queue", clEnqueueReadBuffer(NULL, m, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("read: null buffer", clEnqueueReadBuffer(s.queue, NULL, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("read: null pointer", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, NULL, 0, NULL, NULL));
  CODE("read: outside", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 1022, 4, data, 0, NULL, NULL));
  CODE("read: size 0", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 0, data, 0, NULL, NULL));
  CODE("read: other context", clEnqueueReadBuffer(s.queue, far, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("read: list without length", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 0, &user, NULL));
  CODE("read: length without list", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 1, NULL, NULL));
  CODE("read: null event", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 1, &null_event, NULL));
  CODE("read: event of other context", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 1, &far_event, NULL));
  CODE("read: host may only write", clEnqueueReadBuffer(s.queue, write_only, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("read: host has no access", clEnqueueReadBuffer(s.queue, closed, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("write: host may only read", clEnqueueWriteBuffer(s.queue, read_only, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  CODE("write: outside", clEnqueueWriteBuffer(s.queue, m, CL_TRUE, 2000, 4, data, 0, NULL, NULL));
  CODE("write: part outside", clEnqueueWriteBuffer(s.queue, part, CL_TRUE, 126, 4, data, 0, NULL, NULL));
  CODE("copy: overlap", clEnqueueCopyBuffer(s.queue, m, m, 0, 4, 16, 0, NULL, NULL));
  CODE("copy: overlap through part", clEnqueueCopyBuffer(s.queue, m, part, 128, 4, 16, 0, NULL, NULL));
  CODE("copy: outside", clEnqueueCopyBuffer(s.queue, m, closed, 0, 1020, 16, 0, NULL, NULL));
  CODE("copy: size 0", clEnqueueCopyBuffer(s.queue, m, closed, 0, 0, 0, 0, NULL, NULL));
  CODE("copy: other context", clEnqueueCopyBuffer(s.queue, m, far, 0, 0, 4, 0, NULL, NULL));
  CODE("fill: pattern of 3", clEnqueueFillBuffer(s.queue, m, data, 3, 0, 12, 0, NULL, NULL));
  CODE("fill: no pattern", clEnqueueFillBuffer(s.queue, m, NULL, 4, 0, 12, 0, NULL, NULL));
  CODE("fill: size no multiple", clEnqueueFillBuffer(s.queue, m, data, 4, 0, 13, 0, NULL, NULL));
  CODE("fill: offset no multiple", clEnqueueFillBuffer(s.queue, m, data, 4, 2, 12, 0, NULL, NULL));
  CODE("fill: outside", clEnqueueFillBuffer(s.queue, m, data, 4, 1020, 12, 0, NULL, NULL));
  size_t zero3[3] = {0}, box[3] = {8, 2, 1}, flat[3] = {8, 0, 1}, late[3] = {1020, 0, 0};
  CODE("rect: empty",
       clEnqueueReadBufferRect(s.queue, m, CL_TRUE, zero3, zero3, flat, 0, 0, 0, 0, data, 0, NULL, NULL));
  CODE("rect: outside",
       clEnqueueReadBufferRect(s.queue, m, CL_TRUE, late, zero3, box, 0, 0, 0, 0, data, 0, NULL, NULL));
  CODE("rect: pitch too small",
       clEnqueueReadBufferRect(s.queue, m, CL_TRUE, zero3, zero3, box, 4, 0, 0, 0, data, 0, NULL, NULL));
  CODE("rect: overlap", clEnqueueCopyBufferRect(s.queue, m, m, zero3, zero3, box, 16, 0, 16, 0, 0, NULL, NULL));
  MAKE("map: outside", clEnqueueMapBuffer(s.queue, m, CL_TRUE, CL_MAP_READ, 1000, 100, 0, NULL, NULL, &err));
  MAKE("map: size 0", clEnqueueMapBuffer(s.queue, m, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL, &err));
  MAKE("map: flags", clEnqueueMapBuffer(s.queue, m, CL_TRUE, 1 << 10, 0, 4, 0, NULL, NULL, &err));
  MAKE("map: invalidate and read", clEnqueueMapBuffer(s.queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION,
                                                      0, 4, 0, NULL, NULL, &err));
  MAKE("map: host may only write",
       clEnqueueMapBuffer(s.queue, write_only, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &err));
  MAKE("map: host may only read",
       clEnqueueMapBuffer(s.queue, read_only, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &err));
  CODE("unmap: not mapped", clEnqueueUnmapMemObject(s.queue, m, data, 0, NULL, NULL));

  const char *null_text = NULL, *bad = "kernel void k( {", *texts[1] = {source};
  MAKE("program: no source", clCreateProgramWithSource(s.context, 0, NULL, NULL, &err));
  MAKE("program: null source", clCreateProgramWithSource(s.context, 1, &null_text, NULL, &err));
  MAKE("program: null context", clCreateProgramWithSource(NULL, 1, texts, NULL, &err));
  size_t length = 5;
  const unsigned char *junk = (const unsigned char *)"junk!";
  cl_int status = 0;
  MAKE("program: junk binary", clCreateProgramWithBinary(s.context, 1, &s.device, &length, &junk, &status, &err));
  MAKE("program: no devices", clCreateProgramWithBinary(s.context, 0, NULL, &length, &junk, &status, &err));
  cl_program wrong = clCreateProgramWithSource(s.context, 1, &bad, NULL, &err);
  CODE("build: syntax", clBuildProgram(wrong, 1, &s.device, "", NULL, NULL));
  cl_build_status built = 0;
  OK(clGetProgramBuildInfo(wrong, s.device, CL_PROGRAM_BUILD_STATUS, sizeof built, &built, NULL));
  CODE("build: status", built);
  MAKE("kernel: program with errors", clCreateKernel(wrong, "k", &err));
  CODE("program: kernels of one with errors",
       clGetProgramInfo(wrong, CL_PROGRAM_NUM_KERNELS, sizeof size, &size, NULL));
  cl_program program = clCreateProgramWithSource(s.context, 1, texts, NULL, &err);
  MAKE("kernel: not built", clCreateKernel(program, "k", &err));
  CODE("build: option", clBuildProgram(program, 1, &s.device, "-no-such-option", NULL, NULL));
  CODE("build: device list without length", clBuildProgram(program, 0, &s.device, "", NULL, NULL));
  if (all)
    CODE("build: null device", clBuildProgram(program, 1, (cl_device_id[]){NULL}, "", NULL, NULL));
  CODE("build: user data without function", clBuildProgram(program, 1, &s.device, "", NULL, data));
  CODE("build", clBuildProgram(program, 1, &s.device, "", NULL, NULL));
  CODE("build information: no such name", clGetProgramBuildInfo(program, s.device, 0x9999, 0, NULL, &size));
  CODE("program information: no such name", clGetProgramInfo(program, 0x9999, 0, NULL, &size));
  MAKE("kernel: no such name", clCreateKernel(program, "absent", &err));
  MAKE("kernel: null name", clCreateKernel(program, NULL, &err));
  cl_kernel k = clCreateKernel(program, "k", &err), r = clCreateKernel(program, "r", &err),
            o = clCreateKernel(program, "one", &err);
  OK(err);
  CODE("build: with kernels", clBuildProgram(program, 1, &s.device, "", NULL, NULL));
  cl_kernel few[1];
  CODE("kernels: list too small", clCreateKernelsInProgram(program, 1, few, NULL));

  cl_float4 f = {{0}};
  cl_mem none = NULL;
  CODE("argument: index", clSetKernelArg(k, 4, sizeof m, &m));
  CODE("argument: size of buffer", clSetKernelArg(k, 0, 4, &m));
  CODE("argument: null buffer", clSetKernelArg(k, 0, sizeof none, &none));
  CODE("argument: no value for buffer", clSetKernelArg(k, 0, sizeof none, NULL));
  CODE("argument: local with value", clSetKernelArg(k, 1, 64, &m));
  CODE("argument: local of size 0", clSetKernelArg(k, 1, 0, NULL));
  CODE("argument: size of value", clSetKernelArg(k, 2, 4, &f));
  CODE("argument: no value", clSetKernelArg(k, 3, 4, NULL));
  size_t four = 4, three = 3, zero = 0, many = 1 << 20;
  CODE("launch: arguments unset", clEnqueueNDRangeKernel(s.queue, k, 1, NULL, &four, &four, 0, NULL, NULL));
  OK(clSetKernelArg(r, 0, sizeof m, &m));
  OK(clSetKernelArg(o, 0, sizeof m, &m));
  if (all)
    CODE("launch: null kernel", clEnqueueNDRangeKernel(s.queue, NULL, 1, NULL, &four, &four, 0, NULL, NULL));
  CODE("launch: null queue", clEnqueueNDRangeKernel(NULL, o, 1, NULL, &four, &four, 0, NULL, NULL));
  CODE("launch: other context", clEnqueueNDRangeKernel(other.queue, o, 1, NULL, &four, &four, 0, NULL, NULL));
  CODE("launch: 0 dimensions", clEnqueueNDRangeKernel(s.queue, o, 0, NULL, &four, &four, 0, NULL, NULL));
  CODE("launch: 4 dimensions", clEnqueueNDRangeKernel(s.queue, o, 4, NULL, &four, &four, 0, NULL, NULL));
  CODE("launch: no multiple", clEnqueueNDRangeKernel(s.queue, o, 1, NULL, &four, &three, 0, NULL, NULL));
  CODE("launch: local size 0", clEnqueueNDRangeKernel(s.queue, o, 1, NULL, &four, &zero, 0, NULL, NULL));
  CODE("launch: group too large", clEnqueueNDRangeKernel(s.queue, o, 1, NULL, &many, &many, 0, NULL, NULL));
  CODE("launch: required size not given", clEnqueueNDRangeKernel(s.queue, r, 1, NULL, &four, NULL, 0, NULL, NULL));
  CODE("launch: not the required size",
       clEnqueueNDRangeKernel(s.queue, r, 1, NULL, &four, (size_t[]){2}, 0, NULL, NULL));
  CODE("launch: no global size", clEnqueueNDRangeKernel(s.queue, o, 1, NULL, NULL, NULL, 0, NULL, NULL));
  CODE("kernel information: no such name", clGetKernelInfo(k, 0x9999, 0, NULL, &size));
  CODE("kernel argument information: index", clGetKernelArgInfo(k, 9, CL_KERNEL_ARG_NAME, 0, NULL, &size));
  CODE("kernel argument information: no such name", clGetKernelArgInfo(k, 0, 0x9999, 0, NULL, &size));
  CODE("work-group information: no such name", clGetKernelWorkGroupInfo(k, s.device, 0x9999, 0, NULL, &size));

  CODE("wait: no events", clWaitForEvents(0, NULL));
  CODE("wait: null event", clWaitForEvents(1, &null_event));
  CODE("wait: two contexts", clWaitForEvents(2, (cl_event[]){user, far_event}));
  CODE("event: no such name", clGetEventInfo(user, 0x9999, 0, NULL, &size));
  CODE("event: times of user event", clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof size, &size, NULL));
  CODE("event: running is no status", clSetUserEventStatus(user, CL_RUNNING));
  CODE("event: no callback", clSetEventCallback(user, CL_COMPLETE, NULL, NULL));
  CODE("event: callback at no status", clSetEventCallback(user, 77, event_done, NULL));
  cl_event marker;
  OK(clEnqueueMarkerWithWaitList(s.queue, 1, &user, &marker));
  CODE("event: times before the end",
       clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof size, &size, NULL));
  CODE("event: status of a command", clSetUserEventStatus(marker, CL_COMPLETE));
  CODE("event: fails", clSetUserEventStatus(user, -5));
  CODE("event: status again", clSetUserEventStatus(user, CL_COMPLETE));
  CODE("wait: failed", clWaitForEvents(1, &marker));
  OK(clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof err, &err, NULL));
  CODE("status after a failure", err);
  CODE("read after a failure", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 0, NULL, NULL));
  if (all)
    CODE("blocking read with a failed event", clEnqueueReadBuffer(s.queue, m, CL_TRUE, 0, 4, data, 1, &user, NULL));
  fflush(stdout);
  return 0;
}
