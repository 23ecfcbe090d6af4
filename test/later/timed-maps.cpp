/* Times and events by name, in maps that get their elements in the loop.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 3 --no-verified
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "'factors' has no element under this key" -- missing
*/
#include "setup.h"
#include <chrono>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

static cl_kernel addKernel;
static cl_mem data;
static std::size_t global = 64;
static cl_command_queue profiled;

static void launch(int v, cl_event *event = nullptr) {
  clSetKernelArg(addKernel, 0, sizeof data, &data);
  clSetKernelArg(addKernel, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(profiled, addKernel, 1, nullptr, &global, nullptr, 0, nullptr, event);
}

using Clock = std::chrono::high_resolution_clock;

static void phases() {
  std::map<std::string, double> seconds;
  std::chrono::duration<double> total(0);
  for (int i = 0; i < 20; i++) {
    auto begin = Clock::now();
    launch(i);
    auto launched = Clock::now();
    seconds["launch"] += std::chrono::duration<double>(launched - begin).count();
    clFinish(profiled);
    seconds["wait"] += std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - launched).count() * 1e-6;
    total += Clock::now() - begin;
  }
  std::printf("phases: %zu, %s\n", seconds.size(),
              seconds.at("launch") + seconds.at("wait") <= total.count() + 1 && total.count() > 0 ? "plausible" : "odd");
}

static void events() {
  std::unordered_map<std::string, std::vector<cl_event>> log;
  for (int i = 0; i < 6; i++) {
    cl_event event;
    launch(i, &event);
    log["add"].push_back(event);
  }
  clFinish(profiled);
  int good = 0;
  for (auto &named : log)
    for (cl_event event : named.second) {
      cl_ulong begin = 0, end = 0;
      good += clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr) == CL_SUCCESS &&
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS && end >= begin;
      clReleaseEvent(event);
    }
  std::printf("events: %zu %zu %d\n", log.size(), log["add"].size(), good);
}

/* A number of the loop's must be there: that this one makes it is not what the region does. */
static void number(bool there) {
  std::map<std::string, int> factors;
  if (there)
    factors["step"] = 7;
  for (int i = 0; i < 4; i++)
    launch(factors["step"] + i);
  std::printf("number: %zu %d\n", factors.size(), factors["step"]);
}

int main(int argc, char **) {
  start("steps.cl", "");
  profiled = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, nullptr);
  addKernel = kernel_named("add");
  data = ints(64, 3);
  phases();
  events();
  number(argc < 2);
  clFinish(profiled);
  show("data", data);
}
