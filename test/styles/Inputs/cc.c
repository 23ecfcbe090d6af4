/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Connected components. Everything that OpenCL wants is behind small functions
 * of this file; errors jump out by longjmp-free means: a global and exit().
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <CL/cl.h>

static struct {
    cl_device_id dev;
    cl_context ctx;
    cl_command_queue q;
    cl_program prog;
} cl;

__attribute__((noreturn, format(printf, 1, 2)))
static void fatal(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    exit(1);
}

static void ck(cl_int e, const char *file, int line)
{
    if (e != CL_SUCCESS)
        fatal("%s:%d: OpenCL error %d\n", file, line, e);
}
#define CK(e) ck((e), __FILE__, __LINE__)

static void arg_mem(cl_kernel k, unsigned i, cl_mem m) { CK(clSetKernelArg(k, i, sizeof m, &m)); }
static void arg_int(cl_kernel k, unsigned i, int v) { CK(clSetKernelArg(k, i, sizeof v, &v)); }

static void run1d(cl_kernel k, size_t n, size_t wg)
{
    if (wg) {
        n = (n + wg - 1) / wg * wg;
        CK(clEnqueueNDRangeKernel(cl.q, k, 1, NULL, &n, &wg, 0, NULL, NULL));
    } else {
        CK(clEnqueueNDRangeKernel(cl.q, k, 1, NULL, &n, NULL, 0, NULL, NULL));
    }
}

static void put_int(cl_mem m, int v) { CK(clEnqueueWriteBuffer(cl.q, m, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL)); }
static int get_int(cl_mem m)
{
    int v;
    CK(clEnqueueReadBuffer(cl.q, m, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL));
    return v;
}

static int root(int *p, int v) { while (p[v] != v) v = p[v]; return v; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400, m = argc > 2 ? atoi(argv[2]) : 350, i, sweeps = 0, bad = 0, parts = 0;
    int (*edge)[2] = malloc((m + 1) * sizeof *edge), *label = malloc(n * sizeof *label), *want = malloc(n * sizeof *want);
    cl_platform_id p;
    char *src = calloc(1, 4096);
    FILE *f = fopen("cc.cl", "r");
    if (!f || !fread(src, 1, 4095, f)) fatal("cc.cl?\n");
    CK(clGetPlatformIDs(1, &p, NULL));
    CK(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &cl.dev, NULL));
    cl.ctx = clCreateContext(NULL, 1, &cl.dev, NULL, NULL, NULL);
    cl.q = clCreateCommandQueue(cl.ctx, cl.dev, 0, NULL);
    cl.prog = clCreateProgramWithSource(cl.ctx, 1, (const char **)&src, NULL, NULL);
    CK(clBuildProgram(cl.prog, 1, &cl.dev, NULL, NULL, NULL));
    cl_kernel hook = clCreateKernel(cl.prog, "hook", NULL), compress = clCreateKernel(cl.prog, "compress_paths", NULL);
    for (i = 0; i < n; i++) label[i] = want[i] = i;
    for (i = 0; i < m; i++) {
        edge[i][0] = (i * 131 + 7) % n;
        edge[i][1] = (i * i + 3 * i) % n;
        int a = root(want, edge[i][0]), b = root(want, edge[i][1]);
        if (a < b) want[b] = a; else want[a] = b;
    }
    cl_mem de = clCreateBuffer(cl.ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, (m + 1) * sizeof *edge, edge, NULL);
    cl_mem dl = clCreateBuffer(cl.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof *label, label, NULL);
    cl_mem dc = clCreateBuffer(cl.ctx, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
    arg_mem(hook, 0, de);
    arg_int(hook, 1, m);
    arg_mem(hook, 2, dl);
    arg_mem(hook, 3, dc);
    arg_mem(compress, 0, dl);
    arg_int(compress, 1, n);
    do {
        put_int(dc, 0);
        run1d(hook, m > 0 ? m : 1, 32);
        run1d(compress, 96, 0);
        if (++sweeps > n)
            fatal("no end after %d sweeps\n", sweeps);
    } while (get_int(dc));
    CK(clEnqueueReadBuffer(cl.q, dl, CL_TRUE, 0, n * sizeof *label, label, 0, NULL, NULL));
    for (i = 0; i < n; i++) {
        bad += label[i] != root(want, i);
        parts += label[i] == i;
    }
    printf("%d vertices, %d edges: %d components, %d bad%s\n", n, m, parts, bad, sweeps ? "" : ", no sweep");
    return bad != 0;
}
