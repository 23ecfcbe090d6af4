// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas over wrapper objects, a functor and a default range as data members, a status
// that is returned from the loop's function, a null queue argument of the free functions.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

class Mixer {
  using Fold = cl::KernelFunctor<const cl::Buffer &, const cl::Buffer &, cl_uint>;
  Fold fold_;
  cl::Kernel test_;
  cl::NDRange group_ = cl::NullRange;

public:
  cl::Buffer front, back, out;
  cl_uint n;
  unsigned rounds = 0;
  explicit Mixer(const cl::Program &p, std::vector<cl_uint> &v)
      : fold_(p, std::string("fold")), test_(p, "test"), front(v.begin(), v.end(), false),
        back(CL_MEM_READ_WRITE, v.size() * sizeof(cl_uint)), out(CL_MEM_READ_WRITE, 2 * sizeof(cl_uint)), n(v.size()) {}

  cl_int run(cl::CommandQueue *q, cl_uint mul) {
    auto step = [&](cl::Buffer &from, cl::Buffer &to) { fold_(cl::EnqueueArgs(*q, cl::NDRange(n), group_), from, to, mul); };
    cl_uint result[2] = {1, 0};
    rounds = 0;
    for (; result[0] % 16 != 0 && rounds < 400; rounds += 2) {
      step(front, back);
      step(back, front);
      cl_int err = test_.setArg(0, front);
      err |= test_.setArg(1, out);
      err |= test_.setArg(2, n);
      if (err)
        return err;
      if ((err = q->enqueueTask(test_)) != CL_SUCCESS)
        return err;
      err = q->enqueueReadBuffer(out, CL_TRUE, 0, sizeof result, result);
      if (err != CL_SUCCESS)
        return err;
    }
    return q->finish();
  }
};

int main(int argc, char **argv) {
  cl_uint n = argc > 1 ? atoi(argv[1]) : 64;
  std::vector<cl_uint> v(n), w(n);
  for (cl_uint i = 0; i < n; ++i)
    v[i] = i * 2654435761u;
  std::stringstream s;
  s << std::ifstream("mix.cl").rdbuf();
  cl::Program p(s.str(), true);
  cl::CommandQueue q = cl::CommandQueue::getDefault();
  Mixer m(p, v);
  cl_uint none[2] = {0, 0};
  cl::enqueueWriteBuffer(m.out, CL_TRUE, 0, sizeof none, none);
  bool good = true;
  for (cl_uint mul : {3u, 7u}) {
    if (m.run(&q, mul) != CL_SUCCESS)
      return 2;
    unsigned rounds = 0;
    for (cl_uint x = 1; x % 16 != 0 && rounds < 400; rounds += 2) {
      for (int twice = 0; twice < 2; ++twice) {
        for (cl_uint i = 0; i < n; ++i)
          w[i] = v[i] * mul + v[(i + 1) % n] + (v[(i + n / 2) % n] >> 7);
        v.swap(w);
      }
      x = 0;
      for (cl_uint i = 0; i < n; ++i)
        x ^= v[i];
      x &= 63;
    }
    std::printf("%u rounds\n", m.rounds);
    good &= m.rounds == rounds;
  }
  std::vector<cl_uint> got(n);
  cl::copy(m.front, got.begin(), got.end());
  std::puts(good && got == v ? "right" : "wrong");
  return !(good && got == v);
}
