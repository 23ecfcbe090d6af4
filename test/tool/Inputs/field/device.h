/* The device of both programs of this folder. */
#ifndef DEVICE_H
#define DEVICE_H
#include <CL/cl.h>
#include <stddef.h>

struct device {
  cl_context context;
  cl_command_queue queue;
  cl_program program;
};
struct device open_device(const char *source);
char *read_text(const char *path);
int launch(struct device *d, cl_kernel k, size_t items);
#endif
