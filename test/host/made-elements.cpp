// Vectors of buffers that are elements of an array or members of a pair, made with these: they begin empty, so how many buffers each of
// them gets is known from the constructor that fills it.
// REQUIRES: device
// DEFINE: %{all} = %run-check %S/steps.cl %s
// RUN: %{all} --entries 1
// RUN: %{all} --host-flag=-DPLAIN --entries 1
// RUN: %{all} --host-flag=-DPAIR --entries 1
// RUN: %{all} --host-flag=-DNESTED --entries 1
// RUN: %long env PERSISTIFY_FAULT=no-elements-made not %{all} --entries 1
// RUN: %long env PERSISTIFY_FAULT=no-elements-made not %{all} --host-flag=-DPAIR --entries 1
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#ifdef NESTED
struct Row {
  std::vector<cl::Buffer> buffers;
  int made = 0;
};
#endif

class Layers {
public:
  Layers(cl::Context &context, cl::CommandQueue &queue, cl::Program &program, std::vector<int> &given)
      : queue(queue), map(program, "map") {
    sizes = given;
    for (size_t i = 0; i < sizes.size(); i++) {
      add(context, forth(), sizes[i]);
      add(context, back(), sizes[i]);
    }
  }

  // Which elements are used, only the run knows.
  void run(int times, size_t used) {
    for (int t = 0; t < times; t++) {
      for (size_t l = 0; l + 1 < used; l++)
        step(forth()[l], forth()[l + 1], t);
      for (size_t l = used - 1; l > 0; l--)
        step(back()[l], back()[l - 1], t + 1);
      queue.enqueueCopyBuffer(forth()[used - 1], back()[0], 0, 0, 64 * sizeof(int));
      queue.enqueueCopyBuffer(back()[1], forth()[0], 0, 0, 64 * sizeof(int));
    }
  }

  void show() {
    for (size_t l = 0; l < sizes.size(); l++) {
      int of[2][64];
      queue.enqueueReadBuffer(forth()[l], CL_TRUE, 0, sizeof of[0], of[0]);
      queue.enqueueReadBuffer(back()[l], CL_TRUE, 0, sizeof of[1], of[1]);
      std::cout << of[0][0] << " " << of[0][63] << " " << of[1][0] << " " << of[1][63] << "\n";
    }
  }

private:
  using List = std::vector<cl::Buffer>;
#if defined(PLAIN)
  List lists[2];
  List &forth() { return lists[0]; }
  List &back() { return lists[1]; }
#elif defined(PAIR)
  std::pair<List, List> lists;
  List &forth() { return lists.first; }
  List &back() { return lists.second; }
#elif defined(NESTED)
  Row rows[2];
  List &forth() { return rows[0].buffers; }
  List &back() { return rows[1].buffers; }
#else
  std::array<List, 2> lists;
  List &forth() { return lists[0]; }
  List &back() { return lists[1]; }
#endif

  static void add(cl::Context &context, List &to, int first) {
    std::vector<int> data(64, first);
    to.emplace_back(cl::Buffer(context, data.begin(), data.end(), false));
  }

  void step(cl::Buffer &from, cl::Buffer &to, int k) {
    map.setArg(0, from);
    map.setArg(1, to);
    map.setArg(2, k);
    queue.enqueueNDRangeKernel(map, cl::NullRange, cl::NDRange(64), cl::NDRange(8));
  }

  cl::CommandQueue &queue;
  cl::Kernel map;
  std::vector<int> sizes;
};

int main(int argc, char **) {
  std::ifstream in("steps.cl");
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<cl::Device> devices;
  cl::Platform::getDefault().getDevices(CL_DEVICE_TYPE_ALL, &devices);
  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0]);
  cl::Program program(context, text);
  program.build();
  std::vector<int> sizes = {1, 5, 3};
  Layers layers(context, queue, program, sizes);
  layers.run(6, argc + 2);
  layers.show();
}
