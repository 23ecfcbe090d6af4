// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kernel objects of one function whose buffers never change, used in turns.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) check(x, #x)

static void check(cl_int err, const char *what) {
    if (err == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, (int)err);
    exit(EXIT_FAILURE);
}

struct pass {
    cl_kernel k;
    size_t global;
    size_t local;
};

struct state {
    cl_context context;
    cl_command_queue queue;
    struct pass hop[2];
    struct pass odd[2];
    cl_mem a, b, c;
    int n;
    unsigned step;
};

static void run_pass(struct state *s, const struct pass *p) {
    CHECK(
        clEnqueueNDRangeKernel(s->queue, p->k, 1, NULL, &p->global, p->local ? &p->local : NULL, 0, NULL, NULL));
}

int main(int argc, char **argv) {
    struct state s;
    int i, stride, odd = 0, zero = 0;
    unsigned rounds = 0;
    memset(&s, 0, sizeof s);
    s.n = argc > 1 ? atoi(argv[1]) : 120;
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;
    char text[2048] = "";
    const char *source = text;
    FILE *f = fopen("hop.cl", "r");
    if (!f || !fread(text, 1, sizeof text - 1, f)) return 2;
    fclose(f);
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    s.context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    s.queue = clCreateCommandQueue(s.context, device, 0, &err);
    cl_program program = clCreateProgramWithSource(s.context, 1, &source, NULL, &err);
    CHECK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
    int *h = malloc(s.n * sizeof *h), *w = malloc(s.n * sizeof *h), *g = malloc(s.n * sizeof *h);
    for (i = 0; i < s.n; i++) h[i] = i * 3 % 17;
    s.a = clCreateBuffer(s.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, s.n * sizeof *h, h, &err);
    s.b = clCreateBuffer(s.context, CL_MEM_READ_WRITE, s.n * sizeof *h, NULL, &err);
    s.c = clCreateBuffer(s.context, CL_MEM_READ_WRITE, sizeof odd, NULL, &err);
    for (i = 0; i < 2; i++) {
        cl_mem from = i ? s.b : s.a, to = i ? s.a : s.b;
        s.hop[i].k = clCreateKernel(program, "hop", &err);
        s.hop[i].global = s.n;
        s.hop[i].local = 0;
        s.odd[i].k = clCreateKernel(program, "count_odd", &err);
        s.odd[i].global = s.n;
        s.odd[i].local = 8;
        CHECK(clSetKernelArg(s.hop[i].k, 0, sizeof(cl_mem), &from));
        CHECK(clSetKernelArg(s.hop[i].k, 1, sizeof(cl_mem), &to));
        CHECK(clSetKernelArg(s.hop[i].k, 3, sizeof s.n, &s.n));
        CHECK(clSetKernelArg(s.odd[i].k, 0, sizeof(cl_mem), &to));
        CHECK(clSetKernelArg(s.odd[i].k, 1, sizeof(cl_mem), &s.c));
    }
    for (stride = 1; stride < s.n; stride = stride * 2 + 1, s.step ^= 1) {
        CHECK(clSetKernelArg(s.hop[s.step].k, 2, sizeof stride, &stride));
        run_pass(&s, &s.hop[s.step]);
        CHECK(clEnqueueWriteBuffer(s.queue, s.c, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
        run_pass(&s, &s.odd[s.step]);
        CHECK(clEnqueueReadBuffer(s.queue, s.c, CL_TRUE, 0, sizeof odd, &odd, 0, NULL, NULL));
        rounds = rounds * 131 + odd;
        if (odd * 10 > s.n * 9) break;
    }
    CHECK(clEnqueueReadBuffer(s.queue, s.step ? s.b : s.a, CL_TRUE, 0, s.n * sizeof *g, g, 0, NULL, NULL));
    unsigned r2 = 0;
    int st;
    for (st = 1; st < s.n; st = st * 2 + 1) {
        int o = 0;
        for (i = 0; i < s.n; i++) {
            w[i] = h[i] + h[(i + st) % s.n] % 7;
            o += w[i] & 1;
        }
        int *t = h;
        h = w;
        w = t;
        r2 = r2 * 131 + o;
        if (o * 10 > s.n * 9) break;
    }
    printf("stride %d rounds %u %s\n", stride, rounds,
           st == stride && r2 == rounds && !memcmp(h, g, s.n * sizeof *h) ? "ok" : "BAD");
    return 0;
}
