// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choosing a device and loading kernel source: the part of every OpenCL host
// program that is the same.

#ifndef INTEGRATION_COMMON_OPENCL_UTIL_H
#define INTEGRATION_COMMON_OPENCL_UTIL_H

#include <CL/cl.h>

#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

namespace app {

inline std::string deviceName(cl_device_id device) {
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name) - 1, name, nullptr);
  return name;
}

/// Finds the first device that `which` describes: "cpu", "gpu", "any", or a
/// part of the name of the device or of its platform.
inline bool pickDevice(const std::string &which, cl_platform_id *platform,
                       cl_device_id *device) {
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS)
    return false;
  std::vector<cl_platform_id> platforms(platform_count);
  if (platform_count == 0 ||
      clGetPlatformIDs(platform_count, platforms.data(), nullptr) != CL_SUCCESS)
    return false;
  for (cl_platform_id candidate : platforms) {
    cl_uint count = 0;
    if (clGetDeviceIDs(candidate, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) !=
            CL_SUCCESS ||
        count == 0)
      continue;
    std::vector<cl_device_id> devices(count);
    clGetDeviceIDs(candidate, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    char vendor[256] = "";
    clGetPlatformInfo(candidate, CL_PLATFORM_NAME, sizeof(vendor) - 1, vendor,
                      nullptr);
    for (cl_device_id id : devices) {
      cl_device_type type = 0;
      clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof(type), &type, nullptr);
      bool fits = which == "any" ||
                  (which == "cpu" && (type & CL_DEVICE_TYPE_CPU)) ||
                  (which == "gpu" && (type & CL_DEVICE_TYPE_GPU)) ||
                  deviceName(id).find(which) != std::string::npos ||
                  std::string(vendor).find(which) != std::string::npos;
      if (fits) {
        *platform = candidate;
        *device = id;
        return true;
      }
    }
  }
  return false;
}

/// Reads OpenCL source: `file` if given, else `name` beside the program, else
/// `name` in the current folder.
inline bool loadSource(const std::string &file, const std::string &name,
                       const char *program, std::string *source) {
  std::vector<std::string> places;
  if (!file.empty()) {
    places.push_back(file);
  } else {
    std::string self = program;
    size_t slash = self.rfind('/');
    if (slash != std::string::npos)
      places.push_back(self.substr(0, slash + 1) + name);
    places.push_back(name);
  }
  for (const std::string &place : places) {
    std::ifstream in(place, std::ios::binary);
    if (!in)
      continue;
    source->assign(std::istreambuf_iterator<char>(in),
                   std::istreambuf_iterator<char>());
    return true;
  }
  std::fprintf(stderr, "cannot read %s\n", places.front().c_str());
  return false;
}

inline void printBuildLog(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, &log[0],
                        nullptr);
  std::fprintf(stderr, "%s\n", log.c_str());
}

/// What CL_MEM_COPY_HOST_PTR gave is on the device behind this. Drivers may wait with
/// it until a kernel needs it, and a time that is taken from there on would include it.
inline void makeResident(cl_command_queue queue, std::initializer_list<cl_mem> buffers) {
  if (clEnqueueMigrateMemObjects(queue, (cl_uint)buffers.size(), buffers.begin(), 0, 0, nullptr, nullptr) != CL_SUCCESS ||
      clFinish(queue) != CL_SUCCESS)
    fprintf(stderr, "the buffers could not be brought to the device: times include that\n");
}

/// A device, and a program built for it.
struct Setup {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  bool open(const std::string &which, const std::string &source, const char *flags) {
    if (!pickDevice(which, &platform, &device)) {
      std::fprintf(stderr, "no OpenCL device '%s'\n", which.c_str());
      return false;
    }
    const char *text = source.c_str();
    cl_int err = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err);
    if (context)
      queue = clCreateCommandQueue(context, device, 0, &err);
    if (queue)
      program = clCreateProgramWithSource(context, 1, &text, nullptr, &err);
    if (program) {
      err = clBuildProgram(program, 1, &device, flags, nullptr, nullptr);
      if (err == CL_SUCCESS)
        return true;
      printBuildLog(program, device);
    }
    std::fprintf(stderr, "OpenCL error %d\n", err);
    return false;
  }

  /// Of the source that `loadSource` finds.
  bool openFile(const std::string &which, const std::string &file, const char *name, const char *self,
                const char *flags) {
    std::string source;
    return loadSource(file, name, self, &source) && open(which, source, flags);
  }

  void close() {
    if (program)
      clReleaseProgram(program);
    if (queue)
      clReleaseCommandQueue(queue);
    if (context)
      clReleaseContext(context);
    program = nullptr;
    queue = nullptr;
    context = nullptr;
  }
};

} // namespace app

#endif // INTEGRATION_COMMON_OPENCL_UTIL_H
