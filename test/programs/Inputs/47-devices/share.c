/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every device gets a piece in every step. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#define MAXDEV 4
#define N 64

int main(void)
{
    cl_platform_id p; cl_device_id dev[MAXDEV]; cl_uint devices, i, step;
    cl_command_queue queue[MAXDEV]; cl_int e, v[N], bad = 0;
    for (i = 0; i < N; i++) v[i] = i;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, MAXDEV, dev, &devices);
    if (devices > MAXDEV) devices = MAXDEV;
    cl_context ctx = clCreateContext(NULL, devices, dev, NULL, NULL, &e);
    for (i = 0; i < devices; i++) queue[i] = clCreateCommandQueue(ctx, dev[i], 0, &e);
    char text[1000] = ""; const char *t = text; FILE *f = fopen("share.cl", "r");
    if (!f || !fread(text, 1, 999, f)) return 1;
    cl_program pr = clCreateProgramWithSource(ctx, 1, &t, NULL, &e);
    if (clBuildProgram(pr, 0, NULL, "", NULL, NULL)) return 1;
    cl_kernel k = clCreateKernel(pr, "triple", &e);
    cl_mem m = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, sizeof v, v, &e);
    clSetKernelArg(k, 0, sizeof m, &m);
    for (step = 0; step < 5; step++) {
        for (i = 0; i < devices; i++) {
            size_t piece = N / devices;
            cl_int first = (cl_int)(i * piece);
            clSetKernelArg(k, 1, sizeof first, &first);
            if (clEnqueueNDRangeKernel(queue[i], k, 1, NULL, &piece, NULL, 0, NULL, NULL)) return 1;
        }
        for (i = 0; i < devices; i++) clFinish(queue[i]);
    }
    clEnqueueReadBuffer(queue[0], m, CL_TRUE, 0, sizeof v, v, 0, NULL, NULL);
    for (i = 0; i < N / devices * devices; i++) bad += v[i] != (cl_int)(243 * i);
    printf("%d bad\n", bad);
    return bad != 0;
}
