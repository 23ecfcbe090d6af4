// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 34

typedef struct {
    cl_context ctx;
    cl_command_queue q;
    cl_kernel sweep, residual;
    cl_mem u, f, norm;
} solver_t;

static bool ok(cl_int code, const char *what)
{
    if (code != CL_SUCCESS)
        fprintf(stderr, "%s: %d\n", what, code);
    return code == CL_SUCCESS;
}
#define OK(call) ok((call), #call)

int main(int argc, char **argv)
{
    static double u[N * N], f[N * N], ref[N * N];
    const double omega = 1.7, tolerance = argc > 1 ? atof(argv[1]) : 1e-8;
    int pitch = N, iter = 0, checks = 0;
    double norm = 1e30;
    for (int i = 0; i < N * N; i++)
        f[i] = ((i * 31) % 19 - 9) * 0.01;
    for (int i = 0; i < N; i++)
        u[i] = ref[i] = 1.0;

    solver_t s;
    cl_platform_id p;
    cl_device_id d;
    cl_int e;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
    s.ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e);
    s.q = clCreateCommandQueue(s.ctx, d, 0, &e);
    char *text = calloc(1, 4096);
    FILE *file = fopen("redblack.cl", "r");
    if (file == NULL || fread(text, 1, 4095, file) < 10)
        return 2;
    fclose(file);
    cl_program prog = clCreateProgramWithSource(s.ctx, 1, (const char **)&text, NULL, &e);
    if (!OK(clBuildProgram(prog, 1, &d, NULL, NULL, NULL)))
        return 2;
    s.sweep = clCreateKernel(prog, "sweep", &e);
    s.residual = clCreateKernel(prog, "residual", &e);
    s.u = clCreateBuffer(s.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof u, u, &e);
    s.f = clCreateBuffer(s.ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof f, f, &e);
    s.norm = clCreateBuffer(s.ctx, CL_MEM_READ_WRITE, sizeof(double), NULL, &e);

    bool good = OK(clSetKernelArg(s.sweep, 0, sizeof s.u, &s.u)) && OK(clSetKernelArg(s.sweep, 1, sizeof s.f, &s.f)) &&
                OK(clSetKernelArg(s.sweep, 2, sizeof omega, &omega)) && OK(clSetKernelArg(s.sweep, 3, sizeof pitch, &pitch)) &&
                OK(clSetKernelArg(s.residual, 0, sizeof s.u, &s.u)) && OK(clSetKernelArg(s.residual, 1, sizeof s.f, &s.f)) &&
                OK(clSetKernelArg(s.residual, 2, sizeof pitch, &pitch)) && OK(clSetKernelArg(s.residual, 3, sizeof s.norm, &s.norm));
    const size_t offset[2] = {0, 1}, global[2] = {(N - 1) / 2, N - 2}, one = 1;
    while (good && norm > tolerance && iter < 1000) {
        for (int colour = 0; good && colour < 2; colour++)
            good = OK(clSetKernelArg(s.sweep, 4, sizeof colour, &colour)) &&
                   OK(clEnqueueNDRangeKernel(s.q, s.sweep, 2, offset, global, NULL, 0, NULL, NULL));
        iter++;
        if (iter % 10 == 0) {
            good = good && OK(clEnqueueNDRangeKernel(s.q, s.residual, 1, NULL, &one, NULL, 0, NULL, NULL));
            good = good && OK(clEnqueueReadBuffer(s.q, s.norm, CL_TRUE, 0, sizeof norm, &norm, 0, NULL, NULL));
            checks++;
        }
    }
    if (!good)
        return 2;
    OK(clEnqueueReadBuffer(s.q, s.u, CL_TRUE, 0, sizeof u, u, 0, NULL, NULL));

    for (int it = 0; it < iter; it++)
        for (int colour = 0; colour < 2; colour++)
            for (int i = 1; i < N - 1; i++)
                for (int j = 1 + ((i + colour) & 1); j < N - 1; j += 2) {
                    double *c = &ref[i * N + j];
                    *c += 0.25 * omega * (c[-1] + c[1] + c[-N] + c[N] - f[i * N + j] - 4.0 * *c);
                }
    double worst = 0;
    for (int i = 0; i < N * N; i++)
        worst = fmax(worst, fabs(u[i] - ref[i]));
    printf("%d sweeps, %d checks, residual below %g: %s\n", iter, checks, tolerance, worst < 1e-12 ? "ok" : "NOT OK");
    return worst < 1e-12 ? 0 : 1;
}
