// The same in C++: names and options are strings that are joined.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

class Engine {
public:
  Engine(const std::string &file, const std::string &variant, int tile) : context(CL_DEVICE_TYPE_ALL), tile(tile) {
    queue = cl::CommandQueue(context);
    std::ifstream in("kernels/" + file + ".cl");
    cl::Program program(context, std::string(std::istreambuf_iterator<char>(in), {}));
    std::string options = "-DITEMS=" + std::to_string(items);
    options += " -DTILE=" + std::to_string(tile);
    options += " -DFACTOR=" + std::to_string(tile / 5) + " -DVARIANT_" + file;
    program.build(options.c_str());
    kernel = cl::Kernel(program, (file + "_" + variant).c_str());
    std::vector<int> data(items);
    for (int i = 0; i < items; ++i)
      data[i] = i * i % 37;
    front = cl::Buffer(context, data.begin(), data.end(), false);
    back = cl::Buffer(context, CL_MEM_READ_WRITE, items * sizeof(int));
  }
  void run(int trips) {
    for (int t = 0; t < trips; ++t) {
      kernel.setArg(0, front);
      kernel.setArg(1, back);
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(tile));
      std::swap(front, back);
    }
  }
  void show() {
    std::vector<int> data(items);
    cl::copy(queue, front, data.begin(), data.end());
    unsigned sum = 0;
    for (int x : data)
      sum = sum * 31 + unsigned(x);
    std::printf("%d %d ... %u\n", data[0], data[1], sum);
  }

private:
  static constexpr int items = 256;
  cl::Context context;
  cl::CommandQueue queue;
  cl::Kernel kernel;
  cl::Buffer front, back;
  int tile;
};

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  Engine engine(argv[1], argv[2], argc > 3 ? std::stoi(argv[3]) : 16);
  engine.run(9);
  engine.show();
}
