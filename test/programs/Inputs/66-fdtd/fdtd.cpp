// Waves in a plane, Yee's scheme: fields that are half a cell apart, so each kernel has a size and an offset of its own.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
class Grid {
public:
  Grid(int nx, int ny)
      : nx(nx), ny(ny), ctx(CL_DEVICE_TYPE_ALL), q(ctx), ex(zeros()), ey(zeros()), hz(zeros()) {
    std::ifstream f("fdtd.cl");
    std::string text((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
    prog = cl::Program(ctx, text, true);
    kEx = cl::Kernel(prog, "update_ex");
    kEy = cl::Kernel(prog, "update_ey");
    kHz = cl::Kernel(prog, "update_hz");
    kS = cl::Kernel(prog, "source");
  }
  void run(int steps, double dt) {
    bind(kEx, ex, hz, nx, ny);
    bind(kEy, ey, hz, nx, ny);
    bind(kHz, hz, ex, ey, nx, ny);
    const cl::NDRange rows(nx, ny - 1), below(0, 1), cols(nx - 1, ny), right(1, 0);
    for (int step = 0; step < steps; ++step) {
      double t = step * dt;
      bind(kS, hz, nx, ny, (float)(step < 20 ? 1.0 - t * t : 0.0));
      q.enqueueNDRangeKernel(kS, cl::NullRange, cl::NDRange(1));
      q.enqueueNDRangeKernel(kEx, below, rows);
      q.enqueueNDRangeKernel(kEy, right, cols);
      q.enqueueNDRangeKernel(kHz, cl::NullRange, cl::NDRange((nx + 15) / 16 * 16, (ny + 3) / 4 * 4),
                             cl::NDRange(16, 4));
    }
    q.finish();
  }
  double energy() const {
    std::vector<float> h(nx * ny);
    q.enqueueReadBuffer(hz, CL_TRUE, 0, h.size() * sizeof(float), h.data());
    double e = 0;
    for (size_t i = 0; i < h.size(); ++i)
      e += (double)h[i] * h[i] * (i % 17 + 1);
    return e;
  }

private:
  template <class... A> static void bind(cl::Kernel &k, const A &...a) {
    cl_uint i = 0;
    (void)std::initializer_list<int>{(k.setArg(i++, a), 0)...};
  }
  cl::Buffer zeros() {
    std::vector<float> z(nx * ny);
    return cl::Buffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, z.size() * 4, z.data());
  }
  int nx, ny;
  cl::Context ctx;
  cl::CommandQueue q;
  cl::Buffer ex, ey, hz;
  cl::Program prog;
  cl::Kernel kEx, kEy, kHz, kS;
};
int main(int argc, char **argv) {
  Grid g(argc > 1 ? std::stoi(argv[1]) : 37, 29);
  g.run(60, 0.05);
  std::printf("%.9g\n", g.energy());
}
