/* Pointers that have the functions' names themselves: in a namespace, static, called by (*p)(); a table of names looks them up.
   Where another function than the library's stands in one, the original loop runs.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-ldl --entries 3
   RUN: %run-check %S/steps.cl %s --host-flag=-ldl --host-flag=-DTRACED --expect-fallback "is not clEnqueueNDRangeKernel of the OpenCL library"
   RUN: %long env PERSISTIFY_FAULT=no-loaders not %run-check %S/steps.cl %s --host-flag=-ldl --entries 3
*/
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace ocl {
template <typename R, typename... A> using fn = R(CL_API_CALL *)(A...);

fn<cl_int, cl_uint, cl_platform_id *, cl_uint *> clGetPlatformIDs;
fn<cl_int, cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *> clGetDeviceIDs;
fn<cl_context, const cl_context_properties *, cl_uint, const cl_device_id *, void *, void *, cl_int *> clCreateContext;
fn<cl_command_queue, cl_context, cl_device_id, cl_command_queue_properties, cl_int *> clCreateCommandQueue;
fn<cl_program, cl_context, cl_uint, const char **, const size_t *, cl_int *> clCreateProgramWithSource;
fn<cl_int, cl_program, cl_uint, const cl_device_id *, const char *, void *, void *> clBuildProgram;
fn<cl_kernel, cl_program, const char *, cl_int *> clCreateKernel;
fn<cl_mem, cl_context, cl_mem_flags, size_t, void *, cl_int *> clCreateBuffer;
fn<cl_int, cl_kernel, cl_uint, size_t, const void *> clSetKernelArg;
fn<cl_int, cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *> clEnqueueReadBuffer;
fn<cl_int, cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *>
    clEnqueueNDRangeKernel;

const struct {
  const char *name;
  void *at;
} table[] = {{"clGetPlatformIDs", &clGetPlatformIDs},
             {"clGetDeviceIDs", &clGetDeviceIDs},
             {"clCreateContext", &clCreateContext},
             {"clCreateCommandQueue", &clCreateCommandQueue},
             {"clCreateProgramWithSource", &clCreateProgramWithSource},
             {"clBuildProgram", &clBuildProgram},
             {"clCreateKernel", &clCreateKernel},
             {"clCreateBuffer", &clCreateBuffer},
             {"clSetKernelArg", &clSetKernelArg},
             {"clEnqueueReadBuffer", &clEnqueueReadBuffer},
             {"clEnqueueNDRangeKernel", &clEnqueueNDRangeKernel}};

bool load(void *library) {
  for (auto &e : table)
    if (!(*static_cast<void **>(e.at) = dlsym(library, e.name)))
      return false;
  return true;
}
} // namespace ocl

namespace {
namespace own {
cl_int(CL_API_CALL *clFinish)(cl_command_queue);
}
} // namespace

#ifdef TRACED
static int launches;
static cl_int CL_API_CALL traced(cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g, const size_t *l, cl_uint n,
                                 const cl_event *w, cl_event *e) {
  static auto real = (decltype(ocl::clEnqueueNDRangeKernel))dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clEnqueueNDRangeKernel");
  ++launches;
  return real(q, k, d, o, g, l, n, w, e);
}
#endif

struct Device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel(const char *name) const { return ocl::clCreateKernel(program, name, nullptr); }
  cl_mem buffer(std::vector<int> from) const {
    return ocl::clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, from.size() * sizeof(int), from.data(), nullptr);
  }
};

template <typename T> void arg(cl_kernel k, cl_uint i, const T &v) {
  if ((*ocl::clSetKernelArg)(k, i, sizeof v, &v) != CL_SUCCESS)
    std::exit(4);
}

static void show(const Device &d, cl_mem a) {
  std::vector<int> v(64);
  ocl::clEnqueueReadBuffer(d.queue, a, CL_TRUE, 0, 64 * sizeof(int), v.data(), 0, nullptr, nullptr);
  unsigned sum = 0;
  for (int x : v)
    sum = sum * 31 + unsigned(x);
  std::printf("%u\n", sum);
}

int main() {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library || !ocl::load(library))
    return 1;
  own::clFinish = (decltype(own::clFinish))dlsym(library, "clFinish");
#ifdef TRACED
  ocl::clEnqueueNDRangeKernel = traced;
#endif
  Device d;
  cl_platform_id platform;
  static char text[16384];
  const char *source = text;
  std::FILE *in = std::fopen("steps.cl", "r");
  if (!in || ocl::clGetPlatformIDs(1, &platform, nullptr))
    return 2;
  text[std::fread(text, 1, sizeof text - 1, in)] = 0;
  std::fclose(in);
  ocl::clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d.id, nullptr);
  d.context = ocl::clCreateContext(nullptr, 1, &d.id, nullptr, nullptr, nullptr);
  d.queue = ocl::clCreateCommandQueue(d.context, d.id, 0, nullptr);
  d.program = ocl::clCreateProgramWithSource(d.context, 1, &source, nullptr, nullptr);
  if (ocl::clBuildProgram(d.program, 1, &d.id, "", nullptr, nullptr))
    return 3;
  cl_kernel map = d.kernel("map"), add = d.kernel("add");
  cl_mem a = d.buffer(std::vector<int>(64, 3)), b = d.buffer(std::vector<int>(64, 4));
  const size_t global = 64;

  for (int i = 0; i < 5; i++) {
    arg(map, 0, a);
    arg(map, 1, b);
    arg(map, 2, i);
    ocl::clEnqueueNDRangeKernel(d.queue, map, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    arg(add, 0, a);
    arg(add, 1, 2 * i);
    ocl::clEnqueueNDRangeKernel(d.queue, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
  show(d, b);

  int first = 0;
  for (int i = 0; first < 5000; i++) {
    arg(map, 0, i % 2 ? a : b);
    arg(map, 1, i % 2 ? b : a);
    arg(map, 2, i);
    if (ocl::clEnqueueNDRangeKernel(d.queue, map, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) != CL_SUCCESS)
      return 5;
    (*own::clFinish)(d.queue);
    ocl::clEnqueueReadBuffer(d.queue, i % 2 ? b : a, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr);
  }
  show(d, a);

  for (int i = 0; i < 3; i++) {
    arg(add, 0, b);
    arg(add, 1, i);
    ocl::clEnqueueNDRangeKernel(d.queue, add, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }
  show(d, b);
#ifdef TRACED
  std::printf("%d launches\n", launches);
#endif
  return 0;
}
