/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Conjugate gradients; the scalars are computed by the host. */
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    cl_context ctx; cl_command_queue q; cl_program prg;
    cl_kernel lap, dot, axpy, xpby;
    int nx, ny, n;
    cl_mem scalar;
} cg_t;

static float dot(cg_t *s, cl_mem a, cl_mem b)
{
    size_t g = 64;
    float r = 0.0f;
    clSetKernelArg(s->dot, 0, sizeof(cl_mem), &a);
    clSetKernelArg(s->dot, 1, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(s->q, s->dot, 1, NULL, &g, &g, 0, NULL, NULL);
    clEnqueueReadBuffer(s->q, s->scalar, CL_TRUE, 0, sizeof r, &r, 0, NULL, NULL);
    return r;
}

static void vec(cg_t *s, cl_kernel k, cl_mem y, cl_mem x, float c)
{
    size_t g = s->n;
    clSetKernelArg(k, 0, sizeof(cl_mem), &y);
    clSetKernelArg(k, 1, sizeof(cl_mem), &x);
    clSetKernelArg(k, 2, sizeof(float), &c);
    clEnqueueNDRangeKernel(s->q, k, 1, NULL, &g, NULL, 0, NULL, NULL);
}

static void apply(cg_t *s, cl_mem x, cl_mem y)
{
    size_t g[2];
    g[0] = s->nx; g[1] = s->ny;
    clSetKernelArg(s->lap, 0, sizeof(cl_mem), &x);
    clSetKernelArg(s->lap, 1, sizeof(cl_mem), &y);
    clEnqueueNDRangeKernel(s->q, s->lap, 2, NULL, g, NULL, 0, NULL, NULL);
}

static int solve(cg_t *s, cl_mem b, cl_mem x, cl_mem r, cl_mem p, cl_mem Ap, int limit, float tol)
{
    int it;
    float rr, rr_new, alpha;
    (void)b;
    rr = dot(s, r, r);
    for (it = 0; it < limit; it++) {
        if (rr <= tol) break;
        apply(s, p, Ap);
        alpha = rr / dot(s, p, Ap);
        vec(s, s->axpy, x, p, alpha);
        vec(s, s->axpy, r, Ap, -alpha);
        rr_new = dot(s, r, r);
        vec(s, s->xpby, p, r, rr_new / rr);
        rr = rr_new;
    }
    return it;
}

int main(int argc, char **argv)
{
    cg_t s;
    char text[4096] = {0};
    const char *t = text;
    int i, it;
    float *h, worst = 0;
    cl_platform_id pl; cl_device_id dv;
    cl_mem b, x, r, p, Ap;
    FILE *f = fopen("cg.cl", "r");
    s.nx = argc > 1 ? atoi(argv[1]) : 24;
    s.ny = argc > 2 ? atoi(argv[2]) : 17;
    s.n = s.nx * s.ny;
    if (!f || !fread(text, 1, 4095, f)) return 2;
    clGetPlatformIDs(1, &pl, NULL);
    clGetDeviceIDs(pl, CL_DEVICE_TYPE_ALL, 1, &dv, NULL);
    s.ctx = clCreateContext(NULL, 1, &dv, NULL, NULL, NULL);
    s.q = clCreateCommandQueue(s.ctx, dv, 0, NULL);
    s.prg = clCreateProgramWithSource(s.ctx, 1, &t, NULL, NULL);
    if (clBuildProgram(s.prg, 1, &dv, NULL, NULL, NULL)) return 2;
    s.lap = clCreateKernel(s.prg, "laplace", NULL);
    s.dot = clCreateKernel(s.prg, "dot_product", NULL);
    s.axpy = clCreateKernel(s.prg, "axpy", NULL);
    s.xpby = clCreateKernel(s.prg, "xpby", NULL);
    h = malloc(s.n * sizeof *h);
    for (i = 0; i < s.n; i++) h[i] = (float)(i % 11) - 5;
#define BUF(src) clCreateBuffer(s.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, s.n * sizeof(float), src, NULL)
    b = BUF(h); r = BUF(h); p = BUF(h);
    {
        float *z = calloc(s.n, sizeof *z);
        x = BUF(z); Ap = BUF(z);
        free(z);
    }
    s.scalar = clCreateBuffer(s.ctx, CL_MEM_READ_WRITE, sizeof(float), NULL, NULL);
    clSetKernelArg(s.dot, 2, sizeof(cl_mem), &s.scalar);
    clSetKernelArg(s.dot, 3, sizeof(int), &s.n);
    clSetKernelArg(s.lap, 2, sizeof(int), &s.nx);
    clSetKernelArg(s.lap, 3, sizeof(int), &s.ny);
    it = solve(&s, b, x, r, p, Ap, 300, 1e-7f);
    float *sol = malloc(s.n * sizeof *sol);
    clEnqueueReadBuffer(s.q, x, CL_TRUE, 0, s.n * sizeof(float), sol, 0, NULL, NULL);
    for (i = 0; i < s.n; i++) {
        int cx = i % s.nx, cy = i / s.nx;
        float v = 4.2f * sol[i];
        if (cx > 0) v -= sol[i - 1];
        if (cx < s.nx - 1) v -= sol[i + 1];
        if (cy > 0) v -= sol[i - s.nx];
        if (cy < s.ny - 1) v -= sol[i + s.nx];
        worst = fmaxf(worst, fabsf(v - h[i]));
    }
    printf("%dx%d: %d iterations, solution %s\n", s.nx, s.ny, it, worst < 1e-3f ? "ok" : "WRONG");
    return !(worst < 1e-3f && it < 300);
}
