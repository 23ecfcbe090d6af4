// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Viterbi search: the symbol of each step is an element of a host table; every event is kept
// in a vector, waited for at the end and released.
#include <CL/cl.h>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

using std::vector;

static const int observed[] = {0, 3, 1, 1, 2, 0, 0, 3, 2, 1, 0, 2, 2, 1, 3, 0, 1, 2, 3, 3, 0, 1, 0, 2};
static const int LENGTH = sizeof observed / sizeof observed[0];

static inline void ok(cl_int code, const char *what)
{
    if (code == CL_SUCCESS)
        return;
    std::fprintf(stderr, "%s: %d\n", what, code);
    std::abort();
}

class ArgumentSetter
{
public:
    explicit ArgumentSetter(cl_kernel k) : kernel(k), index(0) {}
    template <typename T> ArgumentSetter &operator<<(const T &v)
    {
        ok(clSetKernelArg(kernel, index++, sizeof(T), &v), "clSetKernelArg");
        return *this;
    }
private:
    cl_kernel kernel;
    cl_uint index;
};

int main(int argc, char **argv)
{
    int states = argc > 1 ? std::atoi(argv[1]) : 200;
    vector<float> start(states), cost(states);
    const float moves[5] = {1.5f, 0.5f, 0.25f, 0.75f, 2.0f};
    vector<cl_ushort> back(states * LENGTH);
    for (int s = 0; s < states; ++s)
        start[s] = float(s % 13) * 0.5f;
    cl_platform_id platform;
    cl_device_id device;
    cl_int e;
    ok(clGetPlatformIDs(1, &platform, NULL), "platform");
    ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    cl_command_queue q = clCreateCommandQueue(ctx, device, CL_QUEUE_PROFILING_ENABLE, &e);
    ok(e, "queue");
    std::ostringstream text;
    text << std::ifstream("viterbi.cl").rdbuf();
    const std::string str = text.str();
    const char *p = str.c_str();
    cl_program prog = clCreateProgramWithSource(ctx, 1, &p, NULL, &e);
    ok(clBuildProgram(prog, 1, &device, "", NULL, NULL), "build");
    cl_kernel viterbi = clCreateKernel(prog, "viterbi", &e);
    ok(e, "kernel");
    cl_mem a = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, states * sizeof(float), &start[0], &e);
    cl_mem b = clCreateBuffer(ctx, CL_MEM_READ_WRITE, states * sizeof(float), NULL, &e);
    cl_mem dBack = clCreateBuffer(ctx, CL_MEM_WRITE_ONLY, back.size() * sizeof(cl_ushort), NULL, &e);
    cl_mem dMoves = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof moves, (void *)moves, &e);
    ok(e, "buffers");
    vector<cl_event> events;
    for (int t = 0; t < LENGTH; ++t) {
        ArgumentSetter(viterbi) << a << b << dBack << dMoves << states << observed[t] << t;
        size_t local = 32, global = (states + local - 1) / local * local;
        cl_event done;
        ok(clEnqueueNDRangeKernel(q, viterbi, 1, NULL, &global, &local, 0, NULL, &done), "launch");
        events.push_back(done);
        std::swap(a, b);
    }
    ok(clWaitForEvents((cl_uint)events.size(), &events[0]), "wait");
    for (size_t i = 0; i < events.size(); ++i)
        clReleaseEvent(events[i]);
    ok(clEnqueueReadBuffer(q, a, CL_TRUE, 0, states * sizeof(float), &cost[0], 0, NULL, NULL), "cost");
    ok(clEnqueueReadBuffer(q, dBack, CL_TRUE, 0, back.size() * sizeof(cl_ushort), &back[0], 0, NULL, NULL), "back");

    static const float emit[3][4] = {{1, 3.5f, 2, .5f}, {2.5f, .75f, 1.5f, 3}, {.25f, 2, 3.25f, 1}};
    vector<float> c(start), n(states);
    for (int t = 0; t < LENGTH; ++t, c.swap(n))
        for (int s = 0; s < states; ++s) {
            float best = INFINITY;
            for (int d = 0; d < 5; ++d)
                best = std::fmin(best, c[(s + d - 2 + states) % states] + moves[d]);
            n[s] = best + emit[s % 3][observed[t]];
        }
    int at = 0, bad = 0;
    for (int s = 0; s < states; ++s) {
        bad += c[s] != cost[s];
        if (cost[s] < cost[at])
            at = s;
    }
    int last = at;
    for (int t = LENGTH; t-- > 0;)
        at = back[t * states + at];
    std::printf("%d symbols, from state %d to %d, cost %.2f, %s\n", LENGTH, at, last, cost[last], bad ? "WRONG" : "right");
    return bad != 0;
}
