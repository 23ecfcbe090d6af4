/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <CL/cl.h>

/* breadth-first search; the application's state is one structure */
struct graph { int n, m; int *row, *col; };
struct app {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel expand, commit;
    struct { cl_mem row, col, frontier, updating, visited, cost, over; } d;
    size_t global, local;
    int iterations;
};

static void checkError(cl_int e, const char *msg)
{
    if (e != CL_SUCCESS) {
        fprintf(stderr, "ERROR: %s (%d)\n", msg, e);
        exit(EXIT_FAILURE);
    }
}

static void setArg(cl_kernel k, cl_uint i, size_t size, const void *value)
{
    checkError(clSetKernelArg(k, i, size, value), "clSetKernelArg");
}

static void launch(struct app *a, cl_kernel k)
{
    cl_int e = clEnqueueNDRangeKernel(a->queue, k, 1, NULL, &a->global, &a->local, 0, NULL, NULL);
    checkError(e, "clEnqueueNDRangeKernel");
}

static void upload(struct app *a, cl_mem m, const void *p, size_t n)
{
    checkError(clEnqueueWriteBuffer(a->queue, m, CL_TRUE, 0, n, p, 0, NULL, NULL), "write");
}

static struct graph make(int n, unsigned seed)
{
    struct graph g = { n, 0, malloc(sizeof(int) * (n + 1)), malloc(sizeof(int) * (n * 3 + 1)) };
    for (int i = 0; i < n; i++) {
        g.row[i] = g.m;
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u;
            if ((seed >> 9) % 4) g.col[g.m++] = (i + 1 + (seed >> 16) % 9) % n;
        }
    }
    g.row[n] = g.m;
    return g;
}

static cl_mem buf(struct app *a, size_t n, void *p)
{
    cl_int e;
    cl_mem m = clCreateBuffer(a->context, CL_MEM_READ_WRITE | (p ? CL_MEM_COPY_HOST_PTR : 0), n ? n : 1, p, &e);
    checkError(e, "clCreateBuffer");
    return m;
}

static void init(struct app *a, const char *file)
{
    cl_platform_id p;
    cl_device_id d;
    cl_int e;
    char *text = calloc(1, 1 << 16);
    FILE *f = fopen(file, "r");
    if (!f || !fread(text, 1, (1 << 16) - 1, f)) exit(EXIT_FAILURE);
    fclose(f);
    checkError(clGetPlatformIDs(1, &p, NULL), "platform");
    checkError(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL), "device");
    a->context = clCreateContext(NULL, 1, &d, NULL, NULL, &e); checkError(e, "context");
    a->queue = clCreateCommandQueue(a->context, d, 0, &e); checkError(e, "queue");
    a->program = clCreateProgramWithSource(a->context, 1, (const char **)&text, NULL, &e); checkError(e, "program");
    checkError(clBuildProgram(a->program, 0, NULL, NULL, NULL, NULL), "build");
    a->expand = clCreateKernel(a->program, "bfs_expand", &e); checkError(e, "expand");
    a->commit = clCreateKernel(a->program, "bfs_commit", &e); checkError(e, "commit");
    free(text);
}

static void run(struct app *a, struct graph *g)
{
    int over, i;
    a->local = 32;
    a->global = (g->n + a->local - 1) / a->local * a->local;
    i = 0;
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.row);
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.col);
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.frontier);
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.updating);
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.visited);
    setArg(a->expand, i++, sizeof(cl_mem), &a->d.cost);
    setArg(a->expand, i++, sizeof(int), &g->n);
    do {
        over = 0;
        upload(a, a->d.over, &over, sizeof over);
        launch(a, a->expand);
        i = 0;
        setArg(a->commit, i++, sizeof(cl_mem), &a->d.frontier);
        setArg(a->commit, i++, sizeof(cl_mem), &a->d.updating);
        setArg(a->commit, i++, sizeof(cl_mem), &a->d.visited);
        setArg(a->commit, i++, sizeof(cl_mem), &a->d.over);
        setArg(a->commit, i++, sizeof(int), &g->n);
        launch(a, a->commit);
        checkError(clEnqueueReadBuffer(a->queue, a->d.over, CL_TRUE, 0, sizeof over, &over, 0, NULL, NULL), "read");
        a->iterations++;
    } while (over);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500, bad = 0;
    struct graph g = make(n, 42);
    struct app app;
    memset(&app, 0, sizeof app);
    init(&app, "bfs.cl");
    char *mask = calloc(n, 1);
    int *cost = malloc(n * sizeof(int)), *want = malloc(n * sizeof(int)), *q = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) cost[i] = want[i] = -1;
    cost[0] = want[0] = 0;
    app.d.row = buf(&app, (n + 1) * sizeof(int), g.row);
    app.d.col = buf(&app, (g.m + 1) * sizeof(int), g.col);
    app.d.updating = buf(&app, n, mask);
    mask[0] = 1;
    app.d.frontier = buf(&app, n, mask);
    app.d.visited = buf(&app, n, mask);
    app.d.cost = buf(&app, n * sizeof(int), cost);
    app.d.over = buf(&app, sizeof(int), NULL);
    run(&app, &g);
    clEnqueueReadBuffer(app.queue, app.d.cost, CL_TRUE, 0, n * sizeof(int), cost, 0, NULL, NULL);
    int head = 0, tail = 0, depth = 0;
    for (q[tail++] = 0; head < tail; head++)
        for (int e = g.row[q[head]]; e < g.row[q[head] + 1]; e++)
            if (want[g.col[e]] < 0) {
                want[g.col[e]] = want[q[head]] + 1;
                if (want[g.col[e]] > depth) depth = want[g.col[e]];
                q[tail++] = g.col[e];
            }
    for (int i = 0; i < n; i++) bad += cost[i] != want[i];
    printf("bfs: %d vertices, %d iterations (depth %d), %d bad\n", n, app.iterations, depth, bad);
    return bad || app.iterations != depth + 1;
}
