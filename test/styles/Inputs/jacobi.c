/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jacobi with the residual as a float that comes back in each iteration. */
#include <CL/cl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *load(void)
{
    static char b[5000];
    FILE *f = fopen("jacobi.cl", "r");
    if (f == NULL) { perror("jacobi.cl"); exit(1); }
    b[fread(b, 1, 4999, f)] = 0;
    fclose(f);
    return b;
}

#define ASSERT_CL(call)                                                       \
    {                                                                         \
        cl_int err_ = call;                                                   \
        if (err_ != CL_SUCCESS) {                                             \
            fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, err_);         \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    }

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 70;
    const int itmax = argc > 2 ? atoi(argv[2]) : 500;
    const float eps = 1e-5f;
    float *A = malloc(n * n * sizeof(float)), *b = malloc(n * sizeof(float)), *x = calloc(n, sizeof(float));
    float *y = calloc(n, sizeof(float));
    for (int i = 0; i < n; i++) {
        b[i] = i % 7;
        for (int j = 0; j < n; j++) A[i * n + j] = i == j ? 2.0f * n : ((i * j) % 5) * 0.25f;
    }
    cl_platform_id plat; cl_device_id dev;
    ASSERT_CL(clGetPlatformIDs(1, &plat, NULL))
    ASSERT_CL(clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, NULL))
    cl_context ctx = clCreateContext(NULL, 1, &dev, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(ctx, dev, 0, NULL);
    const char *src = load();
    cl_program prog = clCreateProgramWithSource(ctx, 1, &src, NULL, NULL);
    ASSERT_CL(clBuildProgram(prog, 1, &dev, "-cl-std=CL1.2", NULL, NULL))
    cl_kernel sweep = clCreateKernel(prog, "sweep", NULL), norm = clCreateKernel(prog, "largest_change", NULL);
    cl_mem dA = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * n * sizeof(float), A, NULL);
    cl_mem db = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(float), b, NULL);
    cl_mem dx = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(float), x, NULL);
    cl_mem dy = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(float), x, NULL);
    cl_mem dr = clCreateBuffer(ctx, CL_MEM_WRITE_ONLY, sizeof(float), NULL, NULL);
    size_t gs = n, ls = 32;
    float residual = FLT_MAX;
    int it = 0;
    ASSERT_CL(clSetKernelArg(sweep, 0, sizeof dA, &dA))
    ASSERT_CL(clSetKernelArg(sweep, 1, sizeof db, &db))
    ASSERT_CL(clSetKernelArg(sweep, 4, sizeof n, &n))
    ASSERT_CL(clSetKernelArg(norm, 2, sizeof dr, &dr))
    ASSERT_CL(clSetKernelArg(norm, 3, sizeof n, &n))
    ASSERT_CL(clSetKernelArg(norm, 4, ls * sizeof(float), NULL))
    while (residual > eps && it < itmax) {
        cl_mem from = it % 2 == 0 ? dx : dy;
        cl_mem to = it % 2 == 0 ? dy : dx;
        ASSERT_CL(clSetKernelArg(sweep, 2, sizeof(cl_mem), &from))
        ASSERT_CL(clSetKernelArg(sweep, 3, sizeof(cl_mem), &to))
        ASSERT_CL(clSetKernelArg(norm, 0, sizeof(cl_mem), &from))
        ASSERT_CL(clSetKernelArg(norm, 1, sizeof(cl_mem), &to))
        ASSERT_CL(clEnqueueNDRangeKernel(queue, sweep, 1, NULL, &gs, NULL, 0, NULL, NULL))
        ASSERT_CL(clEnqueueNDRangeKernel(queue, norm, 1, NULL, &ls, &ls, 0, NULL, NULL))
        ASSERT_CL(clEnqueueReadBuffer(queue, dr, CL_TRUE, 0, sizeof(float), &residual, 0, NULL, NULL))
        it++;
    }
    ASSERT_CL(clEnqueueReadBuffer(queue, it % 2 ? dy : dx, CL_TRUE, 0, n * sizeof(float), x, 0, NULL, NULL))
    int rit = 0;
    float rr = FLT_MAX, *u = calloc(n, sizeof(float)), *t;
    while (rr > eps && rit < itmax) {
        rr = 0;
        for (int i = 0; i < n; i++) {
            float s = b[i];
            for (int j = 0; j < n; j++) if (j != i) s -= A[i * n + j] * u[j];
            y[i] = s / A[i * n + i];
            rr = fmaxf(rr, fabsf(y[i] - u[i]));
        }
        t = u; u = y; y = t;
        rit++;
    }
    double worst = 0;
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(u[i] - x[i]));
    printf("%d iterations (%d), residual %g, %s\n", it, rit, residual, worst < 1e-4 ? "agree" : "DISAGREE");
    return worst < 1e-4 && abs(it - rit) <= 1 ? 0 : 1;
}
