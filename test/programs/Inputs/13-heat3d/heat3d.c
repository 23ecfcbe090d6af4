/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Heat in a box; two steps per trip, so that the result is always in the same buffer. */
#include <CL/cl.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NX = 18, NY = 13, NZ = 9, N = NX * NY * NZ };

#define SAFE(call) { int rc__ = (call); if (rc__) { printf("%s failed: %d\n", #call, rc__); exit(rc__ > 0 ? rc__ : -rc__); } }

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 40;
    float a[N], b[N], got[N], k = 0.1f;
    int nx = NX, ny = NY, nz = NZ, i, s;
    for (i = 0; i < N; i++) a[i] = (float)(i % 17) * (i % 5);
    cl_platform_id pf; cl_device_id dv; cl_int st;
    SAFE(clGetPlatformIDs(1, &pf, 0));
    SAFE(clGetDeviceIDs(pf, CL_DEVICE_TYPE_ALL, 1, &dv, 0));
    cl_context cx = clCreateContext(0, 1, &dv, 0, 0, &st); SAFE(st);
    cl_command_queue cq = clCreateCommandQueue(cx, dv, CL_QUEUE_PROFILING_ENABLE, &st); SAFE(st);
    static char text[3000]; const char *lines[1] = { text }; FILE *f = fopen("heat3d.cl", "r");
    assert(f); size_t got_bytes = fread(text, 1, sizeof text - 1, f); assert(got_bytes); fclose(f);
    cl_program pg = clCreateProgramWithSource(cx, 1, lines, &got_bytes, &st); SAFE(st);
    SAFE(clBuildProgram(pg, 1, &dv, "-cl-mad-enable", 0, 0));
    cl_kernel kn = clCreateKernel(pg, "heat3d", &st); SAFE(st);
    cl_mem m0 = clCreateBuffer(cx, CL_MEM_COPY_HOST_PTR, sizeof a, a, &st); SAFE(st);
    cl_mem m1 = clCreateBuffer(cx, CL_MEM_READ_WRITE, sizeof a, 0, &st); SAFE(st);
    SAFE(clSetKernelArg(kn, 2, sizeof nx, &nx));
    SAFE(clSetKernelArg(kn, 3, sizeof ny, &ny));
    SAFE(clSetKernelArg(kn, 4, sizeof nz, &nz));
    SAFE(clSetKernelArg(kn, 5, sizeof k, &k));
    const size_t gws[3] = { NX, NY, NZ };
    cl_event ev; double kernel_ns = 0;
    for (s = 0; s < steps; s += 2) {
        SAFE(clSetKernelArg(kn, 0, sizeof m0, &m0));
        SAFE(clSetKernelArg(kn, 1, sizeof m1, &m1));
        SAFE(clEnqueueNDRangeKernel(cq, kn, 3, 0, gws, 0, 0, 0, 0));
        SAFE(clSetKernelArg(kn, 0, sizeof m1, &m1));
        SAFE(clSetKernelArg(kn, 1, sizeof m0, &m0));
        SAFE(clEnqueueNDRangeKernel(cq, kn, 3, 0, gws, 0, 0, 0, &ev));
        SAFE(clWaitForEvents(1, &ev));
        cl_ulong t0, t1;
        SAFE(clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_START, sizeof t0, &t0, 0));
        SAFE(clGetEventProfilingInfo(ev, CL_PROFILING_COMMAND_END, sizeof t1, &t1, 0));
        kernel_ns += t1 - t0;
        SAFE(clReleaseEvent(ev));
    }
    SAFE(clEnqueueReadBuffer(cq, m0, CL_TRUE, 0, sizeof got, got, 0, 0, 0));
    for (s = 0; s < (steps + 1) / 2 * 2; s++) {
        float *in = s % 2 ? b : a, *out = s % 2 ? a : b;
        for (int z = 0; z < NZ; z++) for (int y = 0; y < NY; y++) for (int x = 0; x < NX; x++) {
            int at = (z * NY + y) * NX + x; float c = in[at];
            float v = (x ? in[at - 1] : c) + (x < NX - 1 ? in[at + 1] : c) + (y ? in[at - NX] : c) + (y < NY - 1 ? in[at + NX] : c)
                    + (z ? in[at - NX * NY] : c) + (z < NZ - 1 ? in[at + NX * NY] : c);
            out[at] = c + k * (v - 6 * c);
        }
    }
    double worst = 0; for (i = 0; i < N; i++) worst = fmax(worst, fabs(a[i] - got[i]));
    fprintf(stderr, "second kernels: %.3f ms\n", kernel_ns / 1e6);
    printf("after %d steps: %s\n", s, worst < 1e-3 ? "agree" : "disagree");
    return worst < 1e-3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
