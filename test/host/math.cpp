/* Floating-point arithmetic of the host that decides what the loop does.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
*/
#include "setup.h"
#include <algorithm>
#include <cmath>
#include <limits>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static int step(int v) {
  int got = 0;
  clSetKernelArg(add_k, 0, sizeof data, &data);
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, data, CL_TRUE, 4, sizeof got, &got, 0, NULL, NULL);
  return got;
}

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  data = ints(64, 1);
  // A norm against a tolerance, in float.
  float norm = 0, last = 1;
  int trips = 0;
  do {
    float r = (float)step(trips);
    norm = std::sqrt(r * r + last);
    last = norm / 3;
    trips++;
  } while (norm < 250.0f && !std::isnan(norm));
  printf("norm %.9g %.9g %d\n", norm, last, trips);
  // A temperature that cools; what is printed is rounded.
  double heat = 100, sum = 0;
  while (heat > 1.5) {
    int got = step((int)std::floor(heat / 16));
    sum += std::log(1.0 + got) * pow(heat, 0.5);
    heat *= std::exp(-0.25);
  }
  printf("heat %.6f %.3f\n", heat, sum);
  for (int i = 0; i < 3; i++) {
    double angle = atan2((double)step(i), 7.0);
    if (std::fmod(angle, 0.5) > 0.4 || !std::isfinite(angle))
      step(10);
  }
  // Constants that are calls.
  float least = INFINITY, most = -HUGE_VALF;
  double top = std::numeric_limits<double>::lowest();
  for (int i = 0; i < 4; i++) {
    float now = i == 2 ? NAN : (float)step(i) / 8;
    least = now < least ? now : least;
    most = std::fmax(most, now);
    top = std::max(top, i ? (double)least : -std::numeric_limits<double>::infinity());
    if (most == std::numeric_limits<float>::max())
      break;
  }
  // What is rounded once, or not at all.
  double pressure = 1.1, lag = 0;
  float part = 0.1f;
  for (int i = 0; pressure < 40 && std::fdim(pressure, 30.0) < 1; i++) {
    double got = step(i);
    pressure = std::fma(pressure, 1.0 + got / 512, -0.3 / (i + 1));
    part = std::fma(part, 1.25f, part / 3);
    lag = std::remainder(pressure * 3, 2.5);
    if (lag < -1)
      step(7);
  }
  printf("once %a %a %a\n", pressure, (double)part, lag);
  printf("extremes %.6f %.6f %.6f\n", least, most, top);
  show("data", data);
}
