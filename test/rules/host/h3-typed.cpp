// H3: moved scalars compute as the host's types do: wrap, sign, width, bool,
// enumerations, shifts, and flags of one byte read into wider variables.
// REQUIRES: device
// RUN: %run-check %S/h3-typed.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-fwrapv --entries 6
#include "setup.h"
#include <climits>
#include <cstdint>

static cl_kernel put;
static cl_mem data, busy;
static size_t global = 64;

static void go(int v) {
  clSetKernelArg(put, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, put, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void narrow(int n) {
  signed char c = 120;
  unsigned char u = 250;
  short s = 32760;
  unsigned short w = 5;
  for (int i = 0; i < n; i++) {
    c += 3;
    u++;
    s -= -4;
    w = w - 2;
    go(c + u * 3 + s + w + (char)(c * u) + (unsigned char)~u + (s >> 3) + -w);
  }
  printf("%d %d %d %d\n", c, u, s, w);
}

static void formula(int n) { // int overflow in a size formula
  int side = 46341, extra = 0;
  for (int i = 0; i < n; i++) {
    int area = side * side;
    size_t many = (size_t)(area + INT_MAX) % 7 + 1;
    extra += area < 0 ? 1 : 2;
    clSetKernelArg(put, 1, sizeof extra, &extra);
    clEnqueueNDRangeKernel(queue, put, 1, NULL, &many, NULL, 0, NULL, NULL);
    side += 3;
  }
  printf("%d %d\n", side, extra);
}

enum Color { Red = -3, Green = 5 };
enum class Mode : uint8_t { Off = 1, On = 255 };
static void mixed(int n) {
  unsigned u = 3;
  int s = -4;
  long long big = 0x123456789abcLL;
  uint64_t huge = ~0ull - 5;
  bool odd = false;
  Color color = Red;
  Mode mode = Mode::On;
  for (int i = 0; i < n; i++) {
    int below = s < 0 && u > 2;
    go((s < (int)u) + 2 * (s + 0u < u) + 4 * below + (s > -1 ? 8 : 16)); // mixed signs
    big = (big << 3) ^ (big >> 5);
    huge += i * 3;
    odd = i & 6;                                                 // true, not 6
    odd ^= true;
    color = i % 2 ? Green : Red;
    mode = (Mode)((uint8_t)mode + 1);
    go((int)big + (int)(huge >> 60) + odd * 100 + color + (int)mode);
    s = (s * 7) / 3 - (s % 5) * (1 << (i & 7));
    u = u / 2 - 5 + (u >> 29) + ((unsigned)s << 2);
  }
  printf("%u %d %lld %llu %d %d %d\n", u, s, big, (unsigned long long)huge, odd, color, (int)mode);
}

static int flag_of_one_byte(int limit) { // bool on the device, int on the host
  int stop = 0x7f00, trips = 0;
  do {
    cl_uchar zero = 0;
    clEnqueueWriteBuffer(queue, busy, CL_TRUE, 0, 1, &zero, 0, NULL, NULL);
    go(trips);
    clEnqueueReadBuffer(queue, busy, CL_TRUE, 0, 1, &stop, 0, NULL, NULL); // its low byte only
    trips++;
  } while (stop != 0x7f00 && trips < limit);
  printf("%x\n", stop);
  return trips;
}

static void bool_flag(int limit) {
  bool more = true;
  char text = 'a';
  while (more && limit-- > 0) {
    more = false;
    clEnqueueWriteBuffer(queue, busy, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL);
    go(text++);
    clEnqueueReadBuffer(queue, busy, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL);
  }
  printf("%d %d %c\n", more, limit, text);
}

static void wide(int n) { // sizes beyond 32 bits
  unsigned long total = 1ul << 33;
  for (int i = 0; i < n; i++) {
    size_t part = (total >> 31) + i, small = (unsigned char)(total >> 28);
    total = total * 3 / 2 + sizeof(total);
    clSetKernelArg(put, 1, sizeof(int), &total);
    clEnqueueNDRangeKernel(queue, put, 1, NULL, part > 64 ? &global : &part, NULL, 0, NULL, NULL);
    if (small)
      go((int)small);
  }
  printf("%lu\n", total);
}

int main() {
  cl_int err;
  start("h3-typed.cl", "");
  put = clCreateKernel(program, "put", &err);
  data = ints(64, 1);
  busy = ints(1, 0);
  clSetKernelArg(put, 0, sizeof data, &data);
  clSetKernelArg(put, 2, sizeof busy, &busy);
  narrow(12);
  formula(5);
  mixed(9);
  printf("%d\n", flag_of_one_byte(20));
  bool_flag(20);
  wide(6);
  show("data", data);
  return 0;
}
