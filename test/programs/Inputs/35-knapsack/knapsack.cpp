// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                   \
    if (const cl_int status_ = (call); status_ != CL_SUCCESS) {       \
        return status_;                                               \
    }

constexpr int kItems = 20;
static const uint32_t weights[kItems] = {12, 7, 31, 5, 44, 9, 18, 3, 27, 15, 21, 6, 33, 11, 8, 40, 2, 25, 14, 19};
static const uint32_t values[kItems] = {24, 13, 55, 9, 80, 17, 30, 4, 52, 28, 40, 10, 61, 20, 16, 70, 3, 47, 26, 33};

static cl_int solve(cl_context context, cl_command_queue queue, cl_kernel item, uint32_t capacity,
                    std::vector<uint32_t> &best, std::vector<uint8_t> &taken)
{
    cl_int error = CL_SUCCESS;
    std::vector<uint32_t> zeros(capacity, 0);
    cl_mem table[2];
    for (cl_mem &m : table) {
        m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, capacity * sizeof(uint32_t), zeros.data(), &error);
        CHECK(error);
    }
    cl_mem takenBuffer = clCreateBuffer(context, CL_MEM_READ_WRITE, std::size_t(kItems) * capacity, nullptr, &error);
    CHECK(error);
    CHECK(clSetKernelArg(item, 2, sizeof takenBuffer, &takenBuffer));
    const std::size_t size = capacity;
    for (uint32_t i = 0; i < kItems; ++i) {
        CHECK(clSetKernelArg(item, 0, sizeof(cl_mem), &table[i % 2]));
        CHECK(clSetKernelArg(item, 1, sizeof(cl_mem), &table[(i + 1) % 2]));
        CHECK(clSetKernelArg(item, 3, sizeof(uint32_t), &weights[i]));
        CHECK(clSetKernelArg(item, 4, sizeof(uint32_t), &values[i]));
        CHECK(clSetKernelArg(item, 5, sizeof i, &i));
        CHECK(clEnqueueNDRangeKernel(queue, item, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    }
    CHECK(clFinish(queue));
    CHECK(clEnqueueReadBuffer(queue, table[kItems % 2], CL_TRUE, 0, capacity * sizeof(uint32_t), best.data(), 0, nullptr, nullptr));
    CHECK(clEnqueueReadBuffer(queue, takenBuffer, CL_TRUE, 0, taken.size(), taken.data(), 0, nullptr, nullptr));
    clReleaseMemObject(takenBuffer);
    for (cl_mem m : table) clReleaseMemObject(m);
    return CL_SUCCESS;
}

int main(int argc, char **argv)
{
    const uint32_t capacity = (argc > 1 ? std::atoi(argv[1]) : 150) + 1;
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
    std::string text;
    if (FILE *f = std::fopen("knapsack.cl", "r")) {
        for (int c; (c = std::fgetc(f)) != EOF;) text += char(c);
        std::fclose(f);
    }
    const char *source = text.data();
    const std::size_t length = text.size();
    cl_program program = clCreateProgramWithSource(context, 1, &source, &length, nullptr);
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 2;
    cl_kernel item = clCreateKernel(program, "item", nullptr);
    std::vector<uint32_t> best(capacity), want(capacity, 0);
    std::vector<uint8_t> taken(std::size_t(kItems) * capacity);
    if (cl_int e = solve(context, queue, item, capacity, best, taken)) {
        std::fprintf(stderr, "OpenCL error %d\n", e);
        return 2;
    }
    for (int i = 0; i < kItems; ++i)
        for (uint32_t c = capacity; c-- > weights[i];)
            want[c] = want[c - weights[i]] + values[i] > want[c] ? want[c - weights[i]] + values[i] : want[c];
    uint32_t left = capacity - 1, sum = 0;
    for (int i = kItems; i-- > 0;)
        if (taken[std::size_t(i) * capacity + left]) {
            sum += values[i];
            left -= weights[i];
        }
    const bool good = best == want && sum == best[capacity - 1];
    std::printf("best %u, %s\n", best[capacity - 1], good ? "confirmed" : "NOT confirmed");
    return good ? 0 : 1;
}
