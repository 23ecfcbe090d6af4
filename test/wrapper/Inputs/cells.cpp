// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional ranges with an offset, as constants and as members; buffers in an
// array, chosen by parity; filled, copied and read without blocking, with wait lists.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

static const cl::NDRange border(1, 1);

struct Board {
  size_t w, h;
  cl::NDRange inner;
  Board(size_t w, size_t h) : w(w), h(h), inner(w - 2, h - 2) {}
};

int main(int argc, char **argv) {
  Board board(argc > 1 ? atoi(argv[1]) : 12, argc > 2 ? atoi(argv[2]) : 12);
  const unsigned most = argc > 3 ? atoi(argv[3]) : 10;
  size_t size = board.w * board.h;
  std::vector<cl_uchar> v(size);
  for (size_t i = 0; i < size; ++i)
    v[i] = i % board.w && i % board.w != board.w - 1 && i / board.w && i / board.w != board.h - 1 && (i * i + i / 3) % 3 == 0;
  cl::Context context(CL_DEVICE_TYPE_ALL);
  cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>()[0];
  cl::CommandQueue queue(context, device);
  std::stringstream text;
  text << std::ifstream("cells.cl").rdbuf();
  cl::Program program(context, text.str());
  if (program.build({device}) != CL_SUCCESS)
    return 3;
  cl::Kernel grow(program, "grow");
  cl::Buffer cells[2] = {cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, v.data()),
                         cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, v.data())};
  cl::Buffer alive(context, CL_MEM_READ_WRITE, 2 * sizeof(cl_uint));
  cl::Event filled, grown, moved;
  cl_uint count = 1, step = 0;
  grow.setArg(2, alive);
  for (step = 0; step < most && count; ++step) {
    queue.enqueueFillBuffer<cl_uint>(alive, 0, 0, sizeof(cl_uint), nullptr, &filled);
    grow.setArg(0, cells[(step + 1) % 2]);
    grow.setArg(1, cells[step % 2]);
    std::vector<cl::Event> first = {filled};
    queue.enqueueNDRangeKernel(grow, border, board.inner, cl::NullRange, &first, &grown);
    first[0] = grown;
    queue.enqueueCopyBuffer(alive, alive, 0, sizeof(cl_uint), sizeof(cl_uint), &first, &moved);
    queue.enqueueBarrierWithWaitList();
    queue.enqueueReadBuffer(alive, CL_FALSE, sizeof(cl_uint), sizeof(cl_uint), &count);
    moved.wait();
    cl::Event all;
    queue.enqueueMarkerWithWaitList(nullptr, &all);
    cl::WaitForEvents({all});
  }
  std::vector<cl_uchar> got(size), next(size);
  queue.enqueueReadBuffer(cells[step % 2], CL_TRUE, 0, size, got.data());
  next = v;
  cl_uint expected = 1, steps = 0;
  for (; steps < most && expected; ++steps) {
    expected = 0;
    for (size_t y = 1; y + 1 < board.h; ++y)
      for (size_t x = 1; x + 1 < board.w; ++x) {
        int n = -int(v[y * board.w + x]);
        for (size_t j = y - 1; j <= y + 1; ++j)
          for (size_t i = x - 1; i <= x + 1; ++i)
            n += v[j * board.w + i];
        expected += next[y * board.w + x] = n == 3 || (n == 2 && v[y * board.w + x]);
      }
    v.swap(next);
  }
  bool good = got == v && count == expected && step == steps;
  std::cout << step << " steps, " << count << " alive, " << (good ? "right" : "wrong") << "\n";
  return !good;
}
