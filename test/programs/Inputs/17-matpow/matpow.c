/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CL/cl.h>

/* one queue, two kernels, three matrices: globals, as it is a small program */
static cl_command_queue q;
static cl_kernel kernels[2];
enum { SQUARE = 0, TIMES = 1 };
static unsigned order;

static void oops(const char *what, cl_int rc)
{
    fprintf(stderr, "%s -> %d\n", what, rc);
    exit(3);
}
#define GO(f, ...) do { cl_int rc_ = f(__VA_ARGS__); if (rc_) oops(#f, rc_); } while (0)
#define LAUNCH2D(which) GO(clEnqueueNDRangeKernel, q, kernels[which], 2, NULL, dims, NULL, 0, NULL, NULL)

static void multiply(int which, cl_mem a, cl_mem b, cl_mem out)
{
    size_t dims[2] = { order, order };
    int i = 0;
    GO(clSetKernelArg, kernels[which], i++, sizeof a, &a);
    GO(clSetKernelArg, kernels[which], i++, sizeof b, &b);
    GO(clSetKernelArg, kernels[which], i++, sizeof out, &out);
    GO(clSetKernelArg, kernels[which], i++, sizeof order, &order);
    LAUNCH2D(which);
}

int main(int argc, char **argv)
{
    unsigned long long e = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000007ull;
    order = 12;
    unsigned m[144], id[144], want[144], base[144], t[144], i, j, k;
    for (i = 0; i < 144; i++) {
        base[i] = m[i] = (i * i + 3 * i + 1) % 1000;
        want[i] = id[i] = i / 12 == i % 12;
    }
    cl_platform_id p; cl_device_id d; cl_int rc;
    GO(clGetPlatformIDs, 1, &p, NULL);
    GO(clGetDeviceIDs, p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, &rc); if (!c) oops("context", rc);
    q = clCreateCommandQueue(c, d, 0, &rc); if (!q) oops("queue", rc);
    char src[2000]; FILE *f = fopen("matpow.cl", "r"); if (!f) oops("fopen", 0);
    size_t len = fread(src, 1, 2000, f); const char *s = src; fclose(f);
    cl_program pr = clCreateProgramWithSource(c, 1, &s, &len, &rc); if (!pr) oops("program", rc);
    GO(clBuildProgram, pr, 0, NULL, "", NULL, NULL);
    kernels[SQUARE] = clCreateKernel(pr, "square", &rc);
    kernels[TIMES] = clCreateKernel(pr, "times", &rc);
    cl_mem power = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof m, m, &rc);
    cl_mem result = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof id, id, &rc);
    cl_mem spare = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof m, NULL, &rc); if (!spare) oops("buffer", rc);
    unsigned squarings = 0, products = 0;
    unsigned long long left = e;
    while (left) {
        cl_mem tmp;
        if (left & 1) {
            multiply(TIMES, result, power, spare);
            tmp = result; result = spare; spare = tmp;
            products++;
        }
        left >>= 1;
        if (!left) break;
        multiply(SQUARE, power, power, spare);
        tmp = power; power = spare; spare = tmp;
        squarings++;
    }
    GO(clEnqueueReadBuffer, q, result, CL_TRUE, 0, sizeof m, m, 0, NULL, NULL);
    for (left = e; left; left >>= 1) {
        if (left & 1) {
            for (i = 0; i < 12; i++) for (j = 0; j < 12; j++) {
                unsigned long long sum = 0;
                for (k = 0; k < 12; k++) sum += (unsigned long long)want[i * 12 + k] * base[k * 12 + j] % 1000003;
                t[i * 12 + j] = sum % 1000003;
            }
            memcpy(want, t, sizeof t);
        }
        for (i = 0; i < 12; i++) for (j = 0; j < 12; j++) {
            unsigned long long sum = 0;
            for (k = 0; k < 12; k++) sum += (unsigned long long)base[i * 12 + k] * base[k * 12 + j] % 1000003;
            t[i * 12 + j] = sum % 1000003;
        }
        memcpy(base, t, sizeof t);
    }
    printf("M^%llu: corner %u, %u squarings, %u products, %s\n", e, m[0], squarings, products, memcmp(m, want, sizeof m) ? "WRONG" : "right");
    return memcmp(m, want, sizeof m) ? 1 : 0;
}
