// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeated prefix sums: an inner doubling loop in an outer one; double buffer by index.
#include <CL/cl.h>
#include <iostream>
#include <fstream>
#include <vector>
#include <numeric>
#include <string>

namespace prefix {
namespace cfg { constexpr int kRepeats = 6; }

class Scanner {
public:
    Scanner(cl_context c, cl_device_id d, const std::string& src);
    ~Scanner();
    void load(const std::vector<int>& v);
    void run(int repeats);
    std::vector<int> result() const;
    int swaps() const { return m_swaps; }
private:
    cl_context m_context;
    cl_command_queue m_queue;
    cl_program m_program;
    cl_kernel m_step, m_twist;
    cl_mem m_buf[2];
    int m_cur, m_swaps;
    std::size_t m_size;
    void bind(int in) {
        clSetKernelArg(m_step, 0, sizeof(cl_mem), &m_buf[in]);
        clSetKernelArg(m_step, 1, sizeof(cl_mem), &m_buf[1 - in]);
    }
};

Scanner::Scanner(cl_context c, cl_device_id d, const std::string& src) : m_context(c), m_cur(0), m_swaps(0), m_size(0) {
    m_queue = clCreateCommandQueue(c, d, 0, nullptr);
    const char* text = src.data();
    size_t length = src.length();
    m_program = clCreateProgramWithSource(c, 1, &text, &length, nullptr);
    clBuildProgram(m_program, 1, &d, "-w", nullptr, nullptr);
    m_step = clCreateKernel(m_program, "scan_step", nullptr);
    m_twist = clCreateKernel(m_program, "negate_odd", nullptr);
    m_buf[0] = m_buf[1] = nullptr;
}
Scanner::~Scanner() { clReleaseCommandQueue(m_queue); }

void Scanner::load(const std::vector<int>& v) {
    m_size = v.size();
    for (auto& b : m_buf)
        b = clCreateBuffer(m_context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, m_size * sizeof(int), const_cast<int*>(v.data()), nullptr);
}

void Scanner::run(int repeats) {
    for (int r = 0; r < repeats; ++r) {
        for (std::size_t stride = 1; stride < m_size; stride *= 2) {
            int s = static_cast<int>(stride);
            bind(m_cur);
            clSetKernelArg(m_step, 2, sizeof s, &s);
            clEnqueueNDRangeKernel(m_queue, m_step, 1, nullptr, &m_size, nullptr, 0, nullptr, nullptr);
            m_cur ^= 1;
            ++m_swaps;
        }
        clSetKernelArg(m_twist, 0, sizeof(cl_mem), &m_buf[m_cur]);
        clEnqueueNDRangeKernel(m_queue, m_twist, 1, nullptr, &m_size, nullptr, 0, nullptr, nullptr);
    }
    clFinish(m_queue);
}

std::vector<int> Scanner::result() const {
    std::vector<int> out(m_size);
    clEnqueueReadBuffer(m_queue, m_buf[m_cur], CL_TRUE, 0, m_size * sizeof(int), out.data(), 0, nullptr, nullptr);
    return out;
}
}

int main(int argc, char* argv[]) {
    using namespace prefix;
    std::size_t n = argc > 1 ? std::stoul(argv[1]) : 77;
    std::ifstream file("hillis.cl");
    std::string src((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    cl_platform_id p; cl_device_id d;
    clGetPlatformIDs(1, &p, nullptr);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, nullptr);
    cl_context c = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
    std::vector<int> v(n), want;
    for (std::size_t i = 0; i < n; ++i) v[i] = int(i % 5) - 2;
    Scanner s(c, d, src);
    s.load(v);
    s.run(cfg::kRepeats);
    want = v;
    for (int r = 0; r < cfg::kRepeats; ++r) {
        std::partial_sum(want.begin(), want.end(), want.begin());
        for (int& x : want) if (x & 1) x = -x / 2;
    }
    bool ok = s.result() == want;
    std::cout << n << " " << s.swaps() << " " << (ok ? "ok" : "WRONG") << '\n';
    return !ok;
}
