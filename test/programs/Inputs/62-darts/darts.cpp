// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pi by darts until the error is small: running mean and variance on the host, its own random numbers.
#include <CL/cl.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#define OK(x) ((x) == CL_SUCCESS ? (void)0 : (std::printf("line %d\n", __LINE__), std::exit(1)))

class RunningStats {
    long n_ = 0;
    double mean_ = 0, m2_ = 0;

  public:
    void push(double x) {
        ++n_;
        const double d = x - mean_;
        mean_ += d / n_;
        m2_ += d * (x - mean_);
    }
    long count() const { return n_; }
    double mean() const { return mean_; }
    double stderr_() const { return n_ > 1 ? std::sqrt(m2_ / (n_ - 1) / n_) : HUGE_VAL; }
};

struct SplitMix {
    uint64_t x;
    uint64_t operator()() {
        uint64_t z = (x += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
};

static uint64_t nxt(uint64_t &s) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
}

int main() {
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;
    OK(clGetPlatformIDs(1, &platform, nullptr));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    auto context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err);
    auto queue = clCreateCommandQueue(context, device, 0, &err);
    std::ifstream in("darts.cl");
    std::string source(std::istreambuf_iterator<char>(in), {});
    const char *text = source.c_str();
    auto program = clCreateProgramWithSource(context, 1, &text, nullptr, &err);
    OK(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr));
    auto k = clCreateKernel(program, "darts", &err);
    auto hits = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, &err);
    const cl_uint per = 50;
    const size_t items = 64;
    SplitMix rng{42}, r2{42};
    RunningStats st, s2;
    auto batch = [&](cl_ulong seed) -> double {
        cl_uint h = 0;
        OK(clEnqueueWriteBuffer(queue, hits, CL_TRUE, 0, 4, &h, 0, nullptr, nullptr));
        OK(clSetKernelArg(k, 0, sizeof hits, &hits));
        OK(clSetKernelArg(k, 1, sizeof seed, &seed));
        OK(clSetKernelArg(k, 2, sizeof per, &per));
        OK(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
        OK(clEnqueueReadBuffer(queue, hits, CL_TRUE, 0, 4, &h, 0, nullptr, nullptr));
        return 4.0 * h / (double(per) * items);
    };
    do
        st.push(batch(rng()));
    while (st.count() < 200 && (st.count() < 10 || st.stderr_() > 0.004));
    do {
        uint64_t seed = r2();
        unsigned h = 0;
        for (size_t i = 0; i < items; i++) {
            uint64_t s = seed + (i + 1) * 0x9E3779B97F4A7C15ull;
            for (unsigned j = 0; j < per; j++) {
                float x = (float)(nxt(s) >> 40) / 16777216.0f, y = (float)(nxt(s) >> 40) / 16777216.0f;
                if (x * x + y * y < 1.0f) h++;
            }
        }
        s2.push(4.0 * h / (double(per) * items));
    } while (s2.count() < 200 && (s2.count() < 10 || s2.stderr_() > 0.004));
    std::printf("%ld batches, %.6f %s\n", st.count(), st.mean(),
                st.count() == s2.count() && std::fabs(st.mean() - s2.mean()) < 1e-9 ? "ok" : "BAD");
}
