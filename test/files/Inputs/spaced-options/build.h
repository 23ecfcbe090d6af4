#pragma once
#include <CL/cl.h>
#include <string>
cl_program built(cl_context context, cl_device_id device, const char *source, const std::string &options);
