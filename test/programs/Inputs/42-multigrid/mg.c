// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// V-cycles until the residual is small; one set of buffers for each level.
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 5

static cl_context context;
static cl_command_queue queue;
static cl_kernel k_smooth, k_restrict, k_correct, k_norm;
static cl_mem u[LEVELS], t[LEVELS], f[LEVELS], d_norm;
static int size[LEVELS];
static double h2[LEVELS];

#define E(call) if ((call) != CL_SUCCESS) { fprintf(stderr, "failed: %s (line %d)\n", #call, __LINE__); exit(1); }

static void launch1(cl_kernel k, int items)
{
    size_t g = items;
    E(clEnqueueNDRangeKernel(queue, k, 1, NULL, &g, NULL, 0, NULL, NULL));
}

static void smooth(int level, int times)
{
    for (int s = 0; s < times; s++) {
        E(clSetKernelArg(k_smooth, 0, sizeof(cl_mem), s % 2 ? &t[level] : &u[level]));
        E(clSetKernelArg(k_smooth, 1, sizeof(cl_mem), s % 2 ? &u[level] : &t[level]));
        E(clSetKernelArg(k_smooth, 2, sizeof(cl_mem), &f[level]));
        E(clSetKernelArg(k_smooth, 3, sizeof(int), &size[level]));
        E(clSetKernelArg(k_smooth, 4, sizeof(double), &h2[level]));
        launch1(k_smooth, size[level]);
    }
}

static void v_cycle(void)
{
    int level;
    for (level = 0; level < LEVELS - 1; level++) {
        smooth(level, 2);
        E(clSetKernelArg(k_restrict, 0, sizeof(cl_mem), &u[level]));
        E(clSetKernelArg(k_restrict, 1, sizeof(cl_mem), &f[level]));
        E(clSetKernelArg(k_restrict, 2, sizeof(int), &size[level]));
        E(clSetKernelArg(k_restrict, 3, sizeof(double), &h2[level]));
        E(clSetKernelArg(k_restrict, 4, sizeof(cl_mem), &f[level + 1]));
        E(clSetKernelArg(k_restrict, 5, sizeof(cl_mem), &u[level + 1]));
        launch1(k_restrict, size[level + 1]);
    }
    smooth(LEVELS - 1, 40);
    for (level = LEVELS - 2; level >= 0; level--) {
        E(clSetKernelArg(k_correct, 0, sizeof(cl_mem), &u[level]));
        E(clSetKernelArg(k_correct, 1, sizeof(cl_mem), &u[level + 1]));
        E(clSetKernelArg(k_correct, 2, sizeof(int), &size[level]));
        launch1(k_correct, size[level]);
        smooth(level, 2);
    }
}

int main(int argc, char **argv)
{
    double tolerance = argc > 1 ? atof(argv[1]) : 1e-6, residual = 1e30;
    int i, cycles = 0, n = 127;
    double *rhs = malloc(n * sizeof *rhs), *x = calloc(n, sizeof *x);
    for (i = 0; i < n; i++) rhs[i] = sin(0.1 * i) + (i % 9 == 4);
    cl_platform_id platform; cl_device_id device; cl_int err;
    E(clGetPlatformIDs(1, &platform, NULL));
    E(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err); E(err);
    queue = clCreateCommandQueue(context, device, 0, &err); E(err);
    char *text = calloc(1, 5000);
    FILE *file = fopen("mg.cl", "r");
    if (!file || !fread(text, 1, 4999, file)) return 2;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &err); E(err);
    E(clBuildProgram(program, 1, &device, "", NULL, NULL));
    k_smooth = clCreateKernel(program, "smooth", &err); E(err);
    k_restrict = clCreateKernel(program, "restrict_residual", &err); E(err);
    k_correct = clCreateKernel(program, "correct", &err); E(err);
    k_norm = clCreateKernel(program, "norm", &err); E(err);
    for (int level = 0; level < LEVELS; level++) {
        size[level] = n >> level;
        h2[level] = pow((1 << level) / 128.0, 2);
        u[level] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size[level] * sizeof(double), x, &err); E(err);
        t[level] = clCreateBuffer(context, CL_MEM_READ_WRITE, size[level] * sizeof(double), NULL, &err); E(err);
        f[level] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size[level] * sizeof(double), rhs, &err); E(err);
    }
    d_norm = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(double), NULL, &err); E(err);
    E(clSetKernelArg(k_norm, 0, sizeof(cl_mem), &u[0]));
    E(clSetKernelArg(k_norm, 1, sizeof(cl_mem), &f[0]));
    E(clSetKernelArg(k_norm, 2, sizeof(int), &size[0]));
    E(clSetKernelArg(k_norm, 3, sizeof(double), &h2[0]));
    E(clSetKernelArg(k_norm, 4, sizeof(cl_mem), &d_norm));
    while (residual > tolerance && cycles < 60) {
        v_cycle();
        launch1(k_norm, 1);
        E(clEnqueueReadBuffer(queue, d_norm, CL_TRUE, 0, sizeof residual, &residual, 0, NULL, NULL));
        cycles++;
    }
    E(clEnqueueReadBuffer(queue, u[0], CL_TRUE, 0, n * sizeof(double), x, 0, NULL, NULL));
    /* the tridiagonal system, solved directly */
    double *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d), worst = 0, next = 0;
    for (i = 0; i < n; i++) {
        double m = i ? 2 + c[i - 1] : 2;
        c[i] = -1 / m;
        d[i] = (rhs[i] * h2[0] + (i ? d[i - 1] : 0)) / m;
    }
    for (i = n; i-- > 0;) {
        next = d[i] - (i < n - 1 ? c[i] * next : 0);
        worst = fmax(worst, fabs(next - x[i]));
    }
    printf("%d cycles, %s, %s\n", cycles, residual <= tolerance ? "converged" : "stuck", worst < 10 * tolerance ? "right" : "WRONG");
    return worst < 10 * tolerance ? 0 : 1;
}
