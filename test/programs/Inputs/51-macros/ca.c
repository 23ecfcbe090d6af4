/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A zoo of macros: nothing that talks to OpenCL is written out. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILED(rc) ((rc) != CL_SUCCESS)
#define TRY_EXPR(call) (FAILED(rc = (call)) ? (fprintf(stderr, #call "\n"), exit(4), 0) : 0)
#define TRY_GOTO(call, label) do { rc = (call); if (FAILED(rc)) { fprintf(stderr, "%s\n", #call); goto label; } } while (0)
#define TRY_RETURN(call) if (FAILED(rc = (call))) return rc; else (void)0
#define ARG(k, i, v) clSetKernelArg(k, i, sizeof(v), &(v))
#define ARGS2(k, a, b) do { TRY_EXPR(ARG(k, 0, a)); TRY_EXPR(ARG(k, 1, b)); } while (0)
#define ARGS3(k, a, b, c) do { ARGS2(k, a, b); TRY_EXPR(ARG(k, 2, c)); } while (0)
#define RUN1D(q, k, n) clEnqueueNDRangeKernel(q, k, 1, NULL, (const size_t[]){ n }, NULL, 0, NULL, NULL)
#define SWAP(T, a, b) do { T swap_ = (a); (a) = (b); (b) = swap_; } while (0)
#define STEP(k, ...) do { ARGS3(k, __VA_ARGS__); TRY_GOTO(RUN1D(queue, k, width), fail); } while (0)
#define REPEAT(n) for (cl_uint generation = 0; generation < (n); ++generation)

static cl_int automaton(cl_command_queue queue, cl_program program, cl_mem row, cl_mem other, cl_mem sum, cl_uint width, cl_uint generations, cl_uchar *out, cl_uint *xor)
{
    cl_int rc;
    cl_uint code = 110;
    cl_kernel rule = clCreateKernel(program, "rule", &rc);
    TRY_RETURN(rc);
    cl_kernel parity = clCreateKernel(program, "parity", &rc);
    TRY_RETURN(rc);
    cl_uint generation = 0;
    while (generation < generations) {
        STEP(rule, row, other, code);
        SWAP(cl_mem, row, other);
        ARGS2(parity, row, sum);
        TRY_GOTO(RUN1D(queue, parity, width), fail);
        TRY_RETURN(clFinish(queue));
        generation++;
    }
    TRY_GOTO(clEnqueueReadBuffer(queue, row, CL_TRUE, 0, width, out, 0, NULL, NULL), fail);
    TRY_GOTO(clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof *xor, xor, 0, NULL, NULL), fail);
fail:
    clReleaseKernel(rule);
    clReleaseKernel(parity);
    return rc;
}

int main(int argc, char **argv)
{
    cl_uint width = 90, generations = argc > 1 ? atoi(argv[1]) : 70, got_xor, want_xor = 0, i;
    cl_uchar *row = calloc(width, 1), *next = calloc(width, 1), *got = calloc(width, 1);
    cl_int rc;
    cl_uint zero = 0;
    cl_platform_id platform; cl_device_id device;
    row[width - 1] = 1;
    TRY_EXPR(clGetPlatformIDs(1, &platform, NULL));
    TRY_EXPR(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &rc); TRY_EXPR(rc);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &rc); TRY_EXPR(rc);
    char text[2000] = ""; const char *t = text; FILE *f = fopen("ca.cl", "r");
    if (!f || !fread(text, 1, sizeof text - 1, f)) return 2;
    cl_program program = clCreateProgramWithSource(context, 1, &t, NULL, &rc); TRY_EXPR(rc);
    TRY_EXPR(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, width, row, &rc); TRY_EXPR(rc);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, width, NULL, &rc); TRY_EXPR(rc);
    cl_mem s = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, &rc); TRY_EXPR(rc);
    TRY_EXPR(automaton(queue, program, a, b, s, width, generations, got, &got_xor));
    REPEAT(generations) {
        for (i = 0; i < width; i++)
            next[i] = 110 >> (row[(i + width - 1) % width] * 4 + row[i] * 2 + row[(i + 1) % width]) & 1;
        SWAP(cl_uchar *, row, next);
        for (i = 0; i < width; i++) if (row[i]) want_xor ^= i;
    }
    int same = memcmp(row, got, width) == 0 && got_xor == want_xor;
    printf("%u generations, %u, %s\n", generations, got_xor, same ? "same" : "NOT the same");
    return !same;
}
