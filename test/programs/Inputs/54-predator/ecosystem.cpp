// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two species on a ring of patches: a year of steps after each of which the keeper counts,
// writes a line of the diary now and then, and stops when the hunters have taken over.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

struct Patch { cl_int prey, hunters; };
struct Census { cl_uint prey, hunters, lost; };

class Reserve {
public:
    explicit Reserve(std::size_t patches) : patches_(patches) {
        cl_platform_id p;
        clGetPlatformIDs(1, &p, nullptr);
        clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueue(context, device, 0, nullptr);
        std::ifstream in("species.cl");
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const char *s = text.c_str();
        program = clCreateProgramWithSource(context, 1, &s, nullptr, nullptr);
        if (clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr) != CL_SUCCESS)
            std::exit(2);
        live = clCreateKernel(program, "live", nullptr);
        census = clCreateKernel(program, "census", nullptr);
    }
    std::size_t size() const { return patches_; }

    cl_context context;
    cl_command_queue queue;
    cl_kernel live, census;
    cl_program program;

private:
    cl_device_id device;
    std::size_t patches_;
};

int main(int argc, char *argv[]) {
    const int days = argc > 1 ? std::atoi(argv[1]) : 40;
    Reserve park(argc > 2 ? std::atoi(argv[2]) : 96);
    std::vector<Patch> start(park.size());
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = {cl_int(60000 + 977 * i % 40000), cl_int(9000 + 331 * i % 15000)};
    const std::size_t bytes = start.size() * sizeof(Patch), all = park.size();
    cl_mem today = clCreateBuffer(park.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, start.data(), nullptr);
    cl_mem tomorrow = clCreateBuffer(park.context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    cl_mem count = clCreateBuffer(park.context, CL_MEM_READ_WRITE, sizeof(Census), nullptr, nullptr);
    const cl_int rate = 5243;
    clSetKernelArg(park.live, 2, sizeof rate, &rate);
    clSetKernelArg(park.census, 1, sizeof count, &count);

    Census c{};
    int day = 1;
    for (; day <= days; ++day) {
        clSetKernelArg(park.live, 0, sizeof today, &today);
        clSetKernelArg(park.live, 1, sizeof tomorrow, &tomorrow);
        clEnqueueNDRangeKernel(park.queue, park.live, 1, nullptr, &all, nullptr, 0, nullptr, nullptr);
        std::swap(today, tomorrow);
        c = {};
        clEnqueueWriteBuffer(park.queue, count, CL_FALSE, 0, sizeof c, &c, 0, nullptr, nullptr);
        clSetKernelArg(park.census, 0, sizeof today, &today);
        clEnqueueNDRangeKernel(park.queue, park.census, 1, nullptr, &all, nullptr, 0, nullptr, nullptr);
        clEnqueueReadBuffer(park.queue, count, CL_TRUE, 0, sizeof c, &c, 0, nullptr, nullptr);
        if (day % 7 == 0)
            std::cout << "day " << std::setw(3) << day << ": " << c.prey << " prey, " << c.hunters << " hunters\n";
        if (c.lost * 2 > all) {
            printf("lost on day %d: %u of %zu patches\n", day, c.lost, all);
            break;
        }
    }

    // The same by hand.
    std::vector<Patch> a = start, b(a.size());
    auto mul = [](int x, int y) { return int((long(x) * y) >> 16); };
    auto clamp = [](int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; };
    const std::size_t n = a.size();
    int last = 1;
    for (; last <= days; ++last) {
        cl_uint lost = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Patch p = a[i], l = a[(i + n - 1) % n], r = a[(i + 1) % n];
            const int meet = mul(p.prey, p.hunters) >> 3;
            b[i].prey = clamp(p.prey + mul(p.prey, rate) - meet + ((l.prey + r.prey - 2 * p.prey) >> 4), 64, 1 << 22);
            b[i].hunters = clamp(p.hunters - (p.hunters >> 4) + (meet >> 1) + ((l.hunters + r.hunters - 2 * p.hunters) >> 5), 16, 1 << 22);
            lost += b[i].hunters > b[i].prey;
        }
        a.swap(b);
        if (lost * 2 > n)
            break;
    }
    std::vector<Patch> got(n);
    clEnqueueReadBuffer(park.queue, today, CL_TRUE, 0, bytes, got.data(), 0, nullptr, nullptr);
    bool same = day == last;
    for (std::size_t i = 0; i < n; ++i)
        same = same && got[i].prey == a[i].prey && got[i].hunters == a[i].hunters;
    std::printf("%d days, census %u %u %u: %s\n", day, c.prey, c.hunters, c.lost, same ? "as expected" : "WRONG");
    return same ? 0 : 1;
}
