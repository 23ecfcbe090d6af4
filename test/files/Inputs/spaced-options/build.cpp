// Has the build, and no word of what the options are.
#include "build.h"

cl_program built(cl_context context, cl_device_id device, const char *source, const std::string &options) {
  cl_int err;
  cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  if (clBuildProgram(p, 1, &device, options.empty() ? NULL : options.c_str(), NULL, NULL) != CL_SUCCESS)
    return NULL;
  return p;
}
