// Everybody tells their friends the newest rumour that they know, until all know the same.
// What they know is downloaded by value each day, and looked at by algorithms.
#include <CL/cl.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": " + std::to_string(status));
}

class Village {
public:
  Village(std::vector<int> knows, std::vector<int> friends, int degree)
      : people(int(knows.size())), degree(degree) {
    cl_platform_id platform;
    cl_int err;
    check(clGetPlatformIDs(1, &platform, nullptr), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err);
    check(err, "context");
    queue = clCreateCommandQueue(context, device, 0, &err);
    check(err, "queue");
    std::ifstream in("rumour.cl");
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const char *source = text.c_str();
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &err);
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "build");
    tell = clCreateKernel(program, "tell", &err);
    check(err, "kernel");
    today = upload(knows);
    tomorrow = upload(knows);
    who = upload(friends);
  }
  ~Village() {
    for (cl_mem m : {today, tomorrow, who})
      clReleaseMemObject(m);
    clReleaseKernel(tell);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  /// Days until all know the same, and on how many of them how many were behind.
  std::pair<int, long> live(int most) {
    int days = 0;
    long behind = 0;
    while (days < most) {
      const std::vector<int> known = download(today);
      const int newest = *std::max_element(known.begin(), known.end());
      if (std::all_of(known.begin(), known.end(), [newest](int k) { return k == newest; }))
        break;
      behind += std::count_if(known.begin(), known.end(), [&](int k) { return k < newest; });
      day();
      std::swap(today, tomorrow);
      ++days;
    }
    return {days, behind};
  }

  std::vector<int> download(cl_mem from) const {
    std::vector<int> to(people);
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, to.size() * sizeof(int), to.data(), 0, nullptr, nullptr), "read");
    return to;
  }
  cl_mem now() const { return today; }

private:
  cl_mem upload(std::vector<int> &v) {
    cl_int err;
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, v.size() * sizeof(int), v.data(), &err);
    check(err, "buffer");
    return m;
  }
  void day() {
    const size_t local = 16, global = (people + local - 1) / local * local;
    check(clSetKernelArg(tell, 0, sizeof today, &today), "argument");
    check(clSetKernelArg(tell, 1, sizeof tomorrow, &tomorrow), "argument");
    check(clSetKernelArg(tell, 2, sizeof who, &who), "argument");
    check(clSetKernelArg(tell, 3, sizeof degree, &degree), "argument");
    check(clSetKernelArg(tell, 4, sizeof people, &people), "argument");
    check(clEnqueueNDRangeKernel(queue, tell, 1, nullptr, &global, &local, 0, nullptr, nullptr), "launch");
  }

  int people, degree;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel tell;
  cl_mem today, tomorrow, who;
};

int main(int argc, char **argv) try {
  const int people = argc > 1 ? std::atoi(argv[1]) : 300, degree = 3;
  std::vector<int> knows(people), friends;
  std::iota(knows.begin(), knows.end(), 0);
  for (int i = 0; i < people; ++i)
    for (int k : {1, 2, 7})
      friends.push_back((i + k * (i % 3 + 1)) % people);
  Village village(knows, friends, degree);
  const auto [days, behind] = village.live(1000);

  int expected = 0;
  long late = 0;
  for (;; ++expected) {
    const int newest = *std::max_element(knows.begin(), knows.end());
    const long missing = std::count_if(knows.begin(), knows.end(), [=](int k) { return k < newest; });
    if (!missing || expected == 1000)
      break;
    late += missing;
    std::vector<int> next = knows;
    for (int i = 0; i < people; ++i)
      for (int k = 0; k < degree; ++k)
        next[i] = std::max(next[i], knows[friends[i * degree + k]]);
    knows = next;
  }
  const bool right = days == expected && behind == late && village.download(village.now()) == knows;
  std::printf("%d days, %ld behind: %s\n", days, behind, right ? "right" : "WRONG");
  return right ? 0 : 1;
} catch (const std::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 2;
}
