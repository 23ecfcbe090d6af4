#ifndef BUILDER_H
#define BUILDER_H
#include <CL/cl.h>

/* One device, one queue, programs of files. */
typedef struct {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} machine;

void machine_open(machine *m);
cl_program machine_build(const machine *m, const char *file, const char *options);
#endif
