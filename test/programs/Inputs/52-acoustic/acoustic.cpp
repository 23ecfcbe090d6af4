// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sound in a box, timed with std::chrono over several repetitions; reset() between them.
#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr int NX = 19, NY = 11, NZ = 7;
constexpr float K = 0.3f;

struct State {
    cl_context context;
    cl_command_queue queue;
    cl_kernel pressure, velocity;
    cl_mem field;
} g;

void require(bool condition, const char *expression, int line) {
    if (!condition) {
        std::fprintf(stderr, "acoustic.cpp:%d: %s\n", line, expression);
        std::exit(EXIT_FAILURE);
    }
}
#define REQUIRE(x) require((x), #x, __LINE__)

void reset(const std::vector<cl_float4> &initial) {
    REQUIRE(clEnqueueWriteBuffer(g.queue, g.field, CL_TRUE, 0, initial.size() * sizeof(cl_float4), initial.data(), 0, nullptr, nullptr) == CL_SUCCESS);
}

void simulate(int steps) {
    const std::size_t local[] = {8, 4, 2};
    const std::size_t global[] = {(NX + 7) / 8 * 8, (NY + 3) / 4 * 4, (NZ + 1) / 2 * 2};
    for (int step = 0; step != steps; ++step) {
        REQUIRE(clEnqueueNDRangeKernel(g.queue, g.pressure, 3, nullptr, global, local, 0, nullptr, nullptr) == CL_SUCCESS);
        REQUIRE(clEnqueueNDRangeKernel(g.queue, g.velocity, 3, nullptr, global, local, 0, nullptr, nullptr) == CL_SUCCESS);
    }
    REQUIRE(clFinish(g.queue) == CL_SUCCESS);
}

void reference(std::vector<cl_float4> &u, int steps) {
    auto at = [](int x, int y, int z) { return x + NX * (y + NY * z); };
    for (int s = 0; s < steps; ++s) {
        for (int z = 0; z < NZ; ++z) for (int y = 0; y < NY; ++y) for (int x = 0; x < NX; ++x) {
            auto &c = u[at(x, y, z)];
            float d = (x + 1 < NX ? u[at(x + 1, y, z)].s[0] : 0) - c.s[0] + (y + 1 < NY ? u[at(x, y + 1, z)].s[1] : 0) - c.s[1] +
                      (z + 1 < NZ ? u[at(x, y, z + 1)].s[2] : 0) - c.s[2];
            c.s[3] -= K * d;
        }
        for (int z = 0; z < NZ; ++z) for (int y = 0; y < NY; ++y) for (int x = 0; x < NX; ++x) {
            auto &c = u[at(x, y, z)];
            c.s[0] -= K * (c.s[3] - (x ? u[at(x - 1, y, z)].s[3] : 0));
            c.s[1] -= K * (c.s[3] - (y ? u[at(x, y - 1, z)].s[3] : 0));
            c.s[2] -= K * (c.s[3] - (z ? u[at(x, y, z - 1)].s[3] : 0));
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    const int steps = argc > 1 ? std::atoi(argv[1]) : 40;
    cl_platform_id platform;
    cl_device_id device;
    REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS);
    g.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    g.queue = clCreateCommandQueue(g.context, device, 0, nullptr);
    std::string text(4000, '\0');
    FILE *file = std::fopen("acoustic.cl", "r");
    REQUIRE(file != nullptr);
    text.resize(std::fread(&text[0], 1, text.size(), file));
    std::fclose(file);
    const char *source = text.c_str();
    cl_program program = clCreateProgramWithSource(g.context, 1, &source, nullptr, nullptr);
    REQUIRE(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS);
    g.pressure = clCreateKernel(program, "pressure", nullptr);
    g.velocity = clCreateKernel(program, "velocity", nullptr);
    std::vector<cl_float4> u(NX * NY * NZ), got(u.size());
    for (auto &c : u) c = cl_float4{{0, 0, 0, 0}};
    u[NX / 2 + NX * (NY / 2 + NY * (NZ / 2))].s[3] = 1.0f;
    g.field = clCreateBuffer(g.context, CL_MEM_READ_WRITE, u.size() * sizeof(cl_float4), nullptr, nullptr);
    const int nx = NX, ny = NY, nz = NZ;
    const float k = K;
    REQUIRE(clSetKernelArg(g.pressure, 0, sizeof(cl_mem), &g.field) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.pressure, 1, sizeof(cl_mem), nullptr) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.pressure, 2, sizeof nx, &nx) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.pressure, 3, sizeof ny, &ny) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.pressure, 4, sizeof nz, &nz) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.pressure, 5, sizeof k, &k) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.velocity, 0, sizeof(cl_mem), &g.field) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.velocity, 1, sizeof nx, &nx) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.velocity, 2, sizeof ny, &ny) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.velocity, 3, sizeof nz, &nz) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(g.velocity, 4, sizeof k, &k) == CL_SUCCESS);
    double fastest = std::numeric_limits<double>::max();
    for (int repetition = 0; repetition < 2; ++repetition) {
        reset(u);
        const auto begin = std::chrono::steady_clock::now();
        simulate(steps);
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
        fastest = std::min(fastest, elapsed.count());
    }
    REQUIRE(clEnqueueReadBuffer(g.queue, g.field, CL_TRUE, 0, got.size() * sizeof(cl_float4), got.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    reference(u, steps);
    float worst = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
        for (int c = 0; c < 4; ++c) worst = std::max(worst, std::fabs(u[i].s[c] - got[i].s[c]));
    std::fprintf(stderr, "%.2f ms\n", fastest);
    std::printf("%d steps, %s\n", steps, worst < 1e-4f ? "sounds right" : "SOUNDS WRONG");
    return worst < 1e-4f ? 0 : 1;
}
