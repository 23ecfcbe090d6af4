// Loops by iterators over vectors of the program's own structs, which hold buffers or kernels: until end(), by <, from the one to the next,
// also of members and of vectors in a vector.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --entries 4
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

static cl::Context context;
static cl::CommandQueue queue;
static cl::Kernel add;

static cl::Buffer numbers(int first) {
  std::vector<int> v(64);
  std::iota(v.begin(), v.end(), first);
  return cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, v.size() * sizeof(int), v.data());
}

struct Job {
  cl::Buffer on;
  int by;
  bool again;
};
static void run(const cl::Buffer &on, int by) {
  add.setArg(0, on);
  add.setArg(1, by);
  queue.enqueueNDRangeKernel(add, cl::NullRange, cl::NDRange(64));
}
static void tell(const std::vector<Job> &jobs) {
  for (const Job &j : jobs) {
    std::vector<int> v(64);
    queue.enqueueReadBuffer(j.on, CL_TRUE, 0, v.size() * sizeof(int), v.data());
    std::cout << j.by << j.again << " " << v[0] << " " << std::accumulate(v.begin(), v.end(), 0) << "\n";
  }
}

class Batch {
public:
  explicit Batch(int n) {
    for (int i = 0; i < n; i++)
      jobs.push_back({numbers(i), i, false});
  }
  void rounds(int n) {
    for (int r = 0; r < n; r++)
      for (auto i = jobs.begin(), e = jobs.end(); i < e; i++)
        run(i->on, (*i).by++);
  }
  std::vector<Job> jobs;
};

int main() {
  std::ifstream file("steps.cl");
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
  context = cl::Context(devices.at(0));
  queue = cl::CommandQueue(context, devices.at(0));
  cl::Program program(context, source);
  program.build();
  add = cl::Kernel(program, "add");

  std::vector<Job> jobs{{numbers(1), 3, true}, {numbers(2), 4, false}, {numbers(3), 5, true}};
  for (int r = 0; r < 7; ++r) // in trips of another loop, left in between
    for (auto it = jobs.begin(); it != jobs.end(); ++it) {
      if (it->by % 5 == 4) {
        it->by += 2;
        continue;
      }
      run(it->on, it->by + r);
      const auto next = it + 1;
      if (next != jobs.end() && next->again)
        it->by -= next->by;
      if (it->by > 40 || it->by < -40)
        break;
      it->again = !it->again;
    }
  tell(jobs);

  Batch batch(4);
  batch.rounds(5);
  tell(batch.jobs);

  std::vector<std::vector<Job>> sets(2);
  for (int i = 0; i < 3; i++) {
    sets[0].push_back({numbers(10 * i), i, false});
    if (i)
      sets[1].push_back({numbers(20 * i), -i, true});
  }
  for (int r = 0; r < 4; ++r)
    for (auto &set : sets)
      for (auto it = set.begin(); it != set.end(); ++it) {
        run(it->on, it->by + r);
        it->by ^= r;
      }
  tell(sets[0]);
  tell(sets[1]);

  std::vector<Job> back{{numbers(6), 2, true}, {numbers(7), 1, false}, {numbers(8), 0, false}};
  for (int r = 0; r < 4; ++r)
    for (auto it = back.end(); it != back.begin();) {
      --it;
      run(it->on, it->by - r);
    }
  tell(back);
}
