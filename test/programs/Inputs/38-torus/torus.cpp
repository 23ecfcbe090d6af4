// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything about the program is a template over its size.
#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

namespace cellular {

template <class T> struct is_handle : std::false_type {};
template <> struct is_handle<cl_mem> : std::true_type {};

template <class T>
inline cl_int bind(cl_kernel k, cl_uint i, const T &value) {
    static_assert(is_handle<T>::value || std::is_arithmetic<T>::value, "an argument");
    return clSetKernelArg(k, i, sizeof(T), &value);
}

template <std::size_t W, std::size_t H>
class World {
public:
    using Cells = std::array<cl_uchar, W * H>;
    explicit World(unsigned states) : states_(states) {
        for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = static_cast<cl_uchar>((i * i * 31 + i / W * 7) % states);
    }
    const Cells &cells() const { return cells_; }
    Cells &cells() { return cells_; }
    unsigned states() const { return states_; }
    void step() {
        Cells next;
        for (std::size_t y = 0; y < H; ++y)
            for (std::size_t x = 0; x < W; ++x) {
                const cl_uchar want = (cells_[y * W + x] + 1) % states_;
                const bool eat = cells_[y * W + (x + 1) % W] == want || cells_[y * W + (x + W - 1) % W] == want ||
                                 cells_[(y + 1) % H * W + x] == want || cells_[(y + H - 1) % H * W + x] == want;
                next[y * W + x] = eat ? want : cells_[y * W + x];
            }
        cells_ = next;
    }
private:
    unsigned states_;
    Cells cells_;
};

} // namespace cellular

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel cyclic;

static bool start() {
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return false;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    std::stringstream text;
    text << std::ifstream("torus.cl").rdbuf();
    const std::string s = text.str();
    const char *c = s.c_str();
    program = clCreateProgramWithSource(context, 1, &c, nullptr, nullptr);
    if (clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr)) return false;
    cyclic = clCreateKernel(program, "cyclic", nullptr);
    return cyclic != nullptr;
}

int main(int argc, char **argv) {
    constexpr std::size_t W = 40, H = 24;
    const int steps = argc > 1 ? std::atoi(argv[1]) : 61;
    cellular::World<W, H> world(9);
    if (!start()) return 2;
    const cl_uchar states = world.states();
    cl_mem ping = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, W * H, world.cells().data(), nullptr);
    cl_mem pong = clCreateBuffer(context, CL_MEM_READ_WRITE, W * H, nullptr, nullptr);
    cl_mem *src = &ping, *dst = &pong;
    const size_t global[2] = {W, H}, local[2] = {8, 8};
    cl_int bad = cellular::bind(cyclic, 2, states);
    for (int s = 0; s < steps && !bad; ++s) {
        bad |= cellular::bind(cyclic, 0, *src);
        bad |= cellular::bind(cyclic, 1, *dst);
        bad |= clEnqueueNDRangeKernel(queue, cyclic, 2, nullptr, global, local, 0, nullptr, nullptr);
        bad |= clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr);
        std::swap(src, dst);
    }
    typename cellular::World<W, H>::Cells got;
    bad |= clEnqueueReadBuffer(queue, *src, CL_TRUE, 0, W * H, got.data(), 0, nullptr, nullptr);
    if (bad) {
        std::fprintf(stderr, "OpenCL said %d\n", bad);
        return 2;
    }
    for (int s = 0; s < steps; ++s) world.step();
    const bool same = got == world.cells();
    std::printf("%d steps on a %zux%zu torus, result in %s: %s\n", steps, W, H, *src == ping ? "ping" : "pong", same ? "same" : "OTHER");
    return !same;
}
