// Makes options of a stream, with spaces behind each -D; they are handed to another file.
#include "build.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 1;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  std::ifstream in("k.cl");
  std::stringstream text, options;
  text << in.rdbuf();
  const int step = argc > 1 ? atoi(argv[1]) : 3;
#ifdef SHORT
  options << "-D STEP=" << step << " -D ADDED=1";
#else
  options << "-cl-mad-enable" << " -D STEP=" << step << " -D  ADDED=" << step + 1;
#endif
  cl_program program = built(context, device, text.str().c_str(), options.str());
  if (!program)
    return 2;
  cl_kernel kernel = clCreateKernel(program, "shift", &err);
  std::vector<int> data(64, 1);
  cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, data.size() * sizeof(int), data.data(), &err);
  clSetKernelArg(kernel, 0, sizeof a, &a);
  size_t items = data.size();
  for (int i = 0; i < 5; i++)
    if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS)
      return 3;
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, data.size() * sizeof(int), data.data(), 0, NULL, NULL);
  for (int i = 0; i < 64; i += 9)
    printf("%d ", data[i]);
  printf("\n");
}
