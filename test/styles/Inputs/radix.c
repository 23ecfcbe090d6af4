/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 4
#define WG 32
enum { KEYS, TMP, HIST, NUM_BUFFERS };
enum { COUNT, SCAN, SCATTER, NUM_KERNELS };

struct sorter {
    cl_command_queue queue;
    cl_kernel kernel[NUM_KERNELS];
    cl_mem mem[NUM_BUFFERS];
};

static int compare(const void *a, const void *b) {
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

static cl_int sort(struct sorter *s, cl_uint n)
{
    cl_int err;
    size_t lws[1] = { WG }, gws[1] = { (n + WG - 1) / WG * WG }, single[1] = { 1 };
    cl_uint bins = (cl_uint)(gws[0] / WG) * (1u << BITS);
    for (cl_uint shift = 0; shift < 32; shift += BITS) {
        int src = (shift / BITS) % 2 ? TMP : KEYS;
        int dst = src == KEYS ? TMP : KEYS;
        err  = clSetKernelArg(s->kernel[COUNT], 0, sizeof(cl_mem), &s->mem[src]);
        err |= clSetKernelArg(s->kernel[COUNT], 1, sizeof(cl_mem), &s->mem[HIST]);
        err |= clSetKernelArg(s->kernel[COUNT], 2, sizeof n, &n);
        err |= clSetKernelArg(s->kernel[COUNT], 3, sizeof shift, &shift);
        err |= clEnqueueNDRangeKernel(s->queue, s->kernel[COUNT], 1, NULL, gws, lws, 0, NULL, NULL);
        err |= clSetKernelArg(s->kernel[SCAN], 0, sizeof(cl_mem), &s->mem[HIST]);
        err |= clSetKernelArg(s->kernel[SCAN], 1, sizeof bins, &bins);
        err |= clEnqueueNDRangeKernel(s->queue, s->kernel[SCAN], 1, NULL, single, NULL, 0, NULL, NULL);
        err |= clSetKernelArg(s->kernel[SCATTER], 0, sizeof(cl_mem), &s->mem[src]);
        err |= clSetKernelArg(s->kernel[SCATTER], 1, sizeof(cl_mem), &s->mem[dst]);
        err |= clSetKernelArg(s->kernel[SCATTER], 2, sizeof(cl_mem), &s->mem[HIST]);
        err |= clSetKernelArg(s->kernel[SCATTER], 3, sizeof n, &n);
        err |= clSetKernelArg(s->kernel[SCATTER], 4, sizeof shift, &shift);
        err |= clEnqueueNDRangeKernel(s->queue, s->kernel[SCATTER], 1, NULL, gws, lws, 0, NULL, NULL);
        if (err != CL_SUCCESS)
            return err;
    }
    return CL_SUCCESS;
}

int main(int argc, char **argv)
{
    cl_uint n = argc > 1 ? atoi(argv[1]) : 1000, i;
    struct sorter s = { 0 };
    cl_platform_id plat; cl_device_id dev;
    if (clGetPlatformIDs(1, &plat, NULL) || clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, NULL)) return 2;
    cl_context ctx = clCreateContext(NULL, 1, &dev, NULL, NULL, NULL);
    s.queue = clCreateCommandQueue(ctx, dev, 0, NULL);
    FILE *f = fopen("radix.cl", "r");
    char *src = calloc(8192, 1);
    if (!f || !fread(src, 1, 8191, f)) return 2;
    cl_program prog = clCreateProgramWithSource(ctx, 1, (const char **)&src, NULL, NULL);
    if (clBuildProgram(prog, 1, &dev, NULL, NULL, NULL)) return 2;
    s.kernel[COUNT] = clCreateKernel(prog, "count", NULL);
    s.kernel[SCAN] = clCreateKernel(prog, "scan_hist", NULL);
    s.kernel[SCATTER] = clCreateKernel(prog, "scatter", NULL);
    cl_uint *keys = malloc(n * sizeof *keys), *want = malloc(n * sizeof *want);
    for (i = 0; i < n; i++) keys[i] = want[i] = (i * 2246822519u) ^ (i << 7);
    size_t groups = (n + WG - 1) / WG;
    s.mem[KEYS] = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * 4, keys, NULL);
    s.mem[TMP] = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * 4, NULL, NULL);
    s.mem[HIST] = clCreateBuffer(ctx, CL_MEM_READ_WRITE, groups * 4 * 16, NULL, NULL);
    cl_int rc = sort(&s, n);
    clEnqueueReadBuffer(s.queue, s.mem[KEYS], CL_TRUE, 0, n * 4, keys, 0, NULL, NULL);
    qsort(want, n, 4, compare);
    int bad = memcmp(keys, want, n * 4) != 0;
    printf("radix sort of %u keys: rc=%d %s\n", n, rc, bad ? "WRONG" : "ok");
    return bad || rc;
}
