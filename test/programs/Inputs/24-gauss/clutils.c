// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clutils.h"
#include <stdio.h>
#include <stdlib.h>

cl_context context;
cl_command_queue command_queue;
cl_device_id device;

void cl_errChk(const cl_int status, const char *msg, int exitOnErr)
{
    if (status != CL_SUCCESS) {
        printf("Error: %s %d\n", msg, status);
        if (exitOnErr)
            exit(-1);
    }
}

void cl_init(void)
{
    cl_platform_id platform;
    cl_int status = clGetPlatformIDs(1, &platform, NULL);
    cl_errChk(status, "platforms", 1);
    status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_errChk(status, "devices", 1);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    cl_errChk(status, "context", 1);
    command_queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    cl_errChk(status, "queue", 1);
}

cl_program cl_compileProgram(const char *name)
{
    cl_int status;
    FILE *f = fopen(name, "r");
    if (!f) {
        perror(name);
        exit(1);
    }
    char *text = calloc(1, 1 << 14);
    if (!fread(text, 1, (1 << 14) - 1, f))
        exit(1);
    fclose(f);
    cl_program p = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &status);
    cl_errChk(status, "program", 1);
    status = clBuildProgram(p, 1, &device, NULL, NULL, NULL);
    cl_errChk(status, "build", 1);
    free(text);
    return p;
}

double eventTime(cl_event event, cl_command_queue queue)
{
    cl_int error = 0;
    cl_ulong eventStart, eventEnd;
    error |= clFinish(queue);
    cl_errChk(error, "finish", 1);
    error = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(cl_ulong), &eventStart, NULL);
    cl_errChk(error, "ERROR in Event Profiling.", 1);
    error = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &eventEnd, NULL);
    cl_errChk(error, "ERROR in Event Profiling.", 1);
    return (double)((eventEnd - eventStart) / 1e9);
}
