// Two libraries of one process are each linked with a runtime of their own. One sets an argument of the other's kernel.
// REQUIRES: device
// RUN: rm -rf %t && mkdir -p %t && %persistify %S/steps.cl %s -o %t/out --quiet -- %cl_inc -DLEFT
// RUN: %cxx %cl_inc -w -DLEFT -shared -fPIC -I%t/out %t/out/two-runtimes.cpp %runtime_flags -o %t/libleft.so
// RUN: %persistify %S/steps.cl %s -o %t/right --quiet -- %cl_inc -DRIGHT
// RUN: %cxx %cl_inc -w -DRIGHT -shared -fPIC -I%t/right %t/right/two-runtimes.cpp %runtime_flags -o %t/libright.so
// RUN: %cxx -w %s -o %t/program -ldl
// RUN: cp %S/steps.cl %t/
// RUN: cd %t && %env_device PERSISTIFY=off ./program > off.out
// RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff off.out on.out
// RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
// RUN: FileCheck %s --check-prefix=OUT --input-file %t/off.out
// OUT: left: 10 4420
// OUT: right: 1 64
// CHECK-COUNT-2: entries=1 persistent=1 fallback=0
#if defined(LEFT) || defined(RIGHT)
#include <CL/cl.h>
#include <cstdio>

namespace {
struct Work {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  cl_mem data;
  Work() {
    static char text[8192];
    const char *source = text;
    FILE *f = fopen("steps.cl", "r");
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, nullptr);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
    context = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, d, 0, nullptr);
    program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    clBuildProgram(program, 1, &d, "", nullptr, nullptr);
    kernel = clCreateKernel(program, "add", nullptr);
    int zeros[64] = {};
    data = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, nullptr);
    int one = 1;
    clSetKernelArg(kernel, 0, sizeof data, &data);
    clSetKernelArg(kernel, 1, sizeof one, &one);
  }
  void print(const char *name) {
    int v[64];
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof v, v, 0, nullptr, nullptr);
    printf("%s: %d %d\n", name, v[0], v[63]);
  }
};
} // namespace
#endif

#ifdef LEFT
extern "C" void release(cl_kernel k) { clReleaseKernel(k); }
extern "C" void left(void (*change)(cl_kernel, int)) {
  Work w;
  size_t items = 64;
  change(w.kernel, 7);
  cl_command_queue q = w.queue;
  cl_kernel k = w.kernel;
  for (int t = 0; t < 10; ++t) {
    if (t == 99) // looks at what it does not set
      clSetKernelArg(k, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  clFinish(q);
  w.print("left");
}
#elif defined(RIGHT)
extern "C" void change(cl_kernel k, int v) { clSetKernelArg(k, 1, sizeof v, &v); }
extern "C" cl_kernel right() {
  Work w;
  size_t items = 64;
  cl_command_queue q = w.queue;
  cl_kernel k = w.kernel;
  for (int t = 1; t < 2; ++t)
    for (int u = 0; u < 1; ++u) {
      clSetKernelArg(k, 1, sizeof t, &t);
      clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }
  clFinish(q);
  w.print("right");
  return k;
}
#else
#include <dlfcn.h>
#include <stdio.h>
int main() {
  void *l = dlopen("./libleft.so", RTLD_NOW), *r = dlopen("./libright.so", RTLD_NOW);
  if (!l || !r) {
    puts(dlerror());
    return 1;
  }
  ((void (*)(void *))dlsym(l, "left"))(dlsym(r, "change"));
  // A kernel may live longer than the library that made it.
  void *kept = ((void *(*)())dlsym(r, "right"))();
  void (*release)(void *) = (void (*)(void *))dlsym(l, "release");
  dlclose(r);
  release(kept);
}
#endif
