// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.hpp"

#define BENCHMARK(name) static int name##_runs; void name(size_t n)

BENCHMARK(halves) {
  cl::KernelFunctor<cl::Buffer, cl::Buffer> run(program, "step");
  cl::EnqueueArgs args(queue, cl::NDRange(n));
  halves_runs++;
  n *= 2;
  do {
    run(args, data, flag); // expect PST1048: 'args' was made before the loop
    read_flag();
  } while (!stop);
}
