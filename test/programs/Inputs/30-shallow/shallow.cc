// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lax scheme for shallow water, until the highest wave is low enough.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

using Cell = cl_float3;

class Shallow
{
    using FluxFunctor = cl::KernelFunctor<cl::Buffer, cl::Buffer, cl_float, cl_int>;
    using DeepestFunctor = cl::KernelFunctor<cl::Buffer, cl_int, cl::Buffer, cl::LocalSpaceArg>;

public:
    Shallow(const cl::Device &device, int width, int height, std::vector<Cell> &cells)
        : m_width(width), m_height(height), m_context(device), m_queue(m_context, device),
          m_program(m_context, load("shallow.cl"), true),
          m_cells{cl::Buffer(m_context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cells.size() * sizeof(Cell), cells.data()),
                  cl::Buffer(m_context, CL_MEM_READ_WRITE, cells.size() * sizeof(Cell))},
          m_depth(m_context, CL_MEM_WRITE_ONLY, sizeof(cl_float)),
          m_flux(m_program, "flux"), m_deepest(m_program, "deepest")
    {
    }

    int calm(float limit, int most)
    {
        int step = 0;
        cl_float wave = 1e9f;
        while (wave > limit && step < most) {
            m_flux(cl::EnqueueArgs(m_queue, cl::NDRange(m_width, m_height)), m_cells[m_current], m_cells[1 - m_current], 0.02f, m_width);
            m_current = 1 - m_current;
            ++step;
            if (step % 8 == 0) {
                m_deepest(cl::EnqueueArgs(m_queue, cl::NDRange(32), cl::NDRange(32)), m_cells[m_current], m_width * m_height, m_depth, cl::Local(32 * sizeof(cl_float)));
                m_queue.enqueueReadBuffer(m_depth, CL_TRUE, 0, sizeof(wave), &wave);
            }
        }
        return step;
    }

    void fetch(std::vector<Cell> &cells) { m_queue.enqueueReadBuffer(m_cells[m_current], CL_TRUE, 0, cells.size() * sizeof(Cell), cells.data()); }

private:
    static std::string load(const char *name)
    {
        std::stringstream s;
        s << std::ifstream(name).rdbuf();
        return s.str();
    }
    int m_width, m_height, m_current = 0;
    cl::Context m_context;
    cl::CommandQueue m_queue;
    cl::Program m_program;
    cl::Buffer m_cells[2];
    cl::Buffer m_depth;
    FluxFunctor m_flux;
    DeepestFunctor m_deepest;
};

int main(int argc, char **argv)
{
    const int width = 30, height = 22;
    const float limit = argc > 1 ? float(std::atof(argv[1])) : 0.35f;
    std::vector<Cell> cells(width * height), got(cells.size());
    for (int i = 0; i < width * height; ++i)
        cells[i] = Cell{{std::exp(-0.05f * ((i % width - 9) * (i % width - 9) + (i / width - 7) * (i / width - 7))), 0, 0, 0}};
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    if (platforms.empty())
        return 2;
    std::vector<cl::Device> devices;
    platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
    Shallow water(devices[0], width, height, cells);
    const int steps = water.calm(limit, 400);
    water.fetch(got);

    for (int s = 0; s < steps; ++s) {
        std::vector<Cell> next(cells.size());
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const Cell &L = cells[y * width + (x + width - 1) % width], &R = cells[y * width + (x + 1) % width];
                const Cell &U = cells[(y + height - 1) % height * width + x], &D = cells[(y + 1) % height * width + x];
                Cell &n = next[y * width + x];
                n = Cell{{0.25f * (L.s[0] + R.s[0] + U.s[0] + D.s[0]) - 0.01f * (R.s[1] - L.s[1] + D.s[2] - U.s[2]),
                          0.25f * (L.s[1] + R.s[1] + U.s[1] + D.s[1]) - 0.0981f * (R.s[0] - L.s[0]),
                          0.25f * (L.s[2] + R.s[2] + U.s[2] + D.s[2]) - 0.0981f * (D.s[0] - U.s[0]), 0}};
            }
        cells.swap(next);
    }
    float worst = 0, top = 0;
    for (size_t i = 0; i < cells.size(); ++i) {
        worst = std::max(worst, std::fabs(cells[i].s[0] - got[i].s[0]));
        top = std::max(top, std::fabs(got[i].s[0]));
    }
    std::printf("%d steps, %s, %s\n", steps, top <= limit ? "calm" : "wild", worst < 1e-3f ? "verified" : "WRONG");
    return worst < 1e-3f ? 0 : 1;
}
