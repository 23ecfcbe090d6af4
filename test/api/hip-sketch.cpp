// Another interface behind the host model: loops of HIP's runtime functions become regions. It is a sketch: nothing is generated.
// RUN: not %persistify %s --api=hip-sketch --dump=region -- -I%S/Inputs | FileCheck %s
// RUN: not %persistify %s --api=hip-sketch --dump=region -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: not %persistify %s --api=hip-sketch -o %t -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: error: --api=hip-sketch is experimental: it goes with --dump=region only
// RUN: not %persistify %s --api=hip-sketch --dump=region,plan -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not %persistify %s --api=cuda -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: --api 'cuda' is none of opencl, hip-sketch
#include "hip_runtime.h"
#include <cstdio>
#include <utility>

__global__ void relax(const float *in, float *out, int *changed, int n);
__global__ void rows(float *a, unsigned width, float by);

// A loop with a flag, and two buffers that change places.
// CHECK-LABEL: region flag
// CHECK: handle %in assigned
// CHECK: do while %again && (%rounds < 100)
// CHECK-NEXT: write %zero to %changed what "hipMemcpy"
// CHECK-NEXT: arg relax[0] = %in
// CHECK-NEXT: arg relax[1] = %out
// CHECK-NEXT: arg relax[2] = %changed
// CHECK-NEXT: arg relax[3] = value 1024
// CHECK-NEXT: launch relax global [1024ul] local [64ul] what "hipLaunchKernelGGL"
// CHECK-NEXT: read %again from %changed what "hipMemcpy"
// CHECK-NEXT: %last = %in
// CHECK-NEXT: %in = %out
// CHECK-NEXT: %out = %last
static int flag(float *in, float *out, int *changed) {
  const int n = 1024;
  int again, zero = 0, rounds = 0;
  do {
    hipMemcpy(changed, &zero, sizeof zero, hipMemcpyHostToDevice);
    hipLaunchKernelGGL(relax, dim3(n / 64), dim3(64), 0, 0, in, out, changed, n);
    hipMemcpy(&again, changed, sizeof again, hipMemcpyDeviceToHost);
    float *last = in;
    in = out;
    out = last;
    rounds++;
  } while (again && rounds < 100);
  return rounds;
}

// Sizes in variables, in two dimensions, computed, and a copy on the device; waiting has nothing to do.
// CHECK-LABEL: region grid
// CHECK: while %t < %steps
// CHECK: arg rows[0] = %a
// CHECK-NEXT: arg rows[1] = value %width
// CHECK: arg rows[2] = value
// CHECK-NEXT: launch rows global [(ulong)%groups_x * (ulong)%group_x, {{.*}}] local [(ulong)%group_x, (ulong)%group_y, (ulong)%group_z]
// CHECK-NEXT: copy %a to %b bytes 64ul what "hipMemcpy"
static void grid(float *a, float *b, unsigned width, int steps) {
  dim3 groups(width / 32, 16), group(32, 4);
  for (int t = 0; t < steps; t++) {
    hipLaunchKernelGGL(rows, groups, group, 0, 0, a, width, 0.5f * t);
    hipMemcpy(b, a, 64, hipMemcpyDeviceToDevice);
    hipDeviceSynchronize();
  }
}

// Objects with buffers and a stream, functions that launch, std::swap.
struct Solver {
  float *from, *to;
  int *changed;
  hipStream_t stream;
  void launch(int n) {
    hipLaunchKernelGGL(relax, (n + 255) / 256, 256, 0, stream, from, to, changed, n);
    std::swap(from, to);
  }
  bool done() {
    int left;
    hipStreamSynchronize(stream);
    hipMemcpy(&left, changed, sizeof(int), hipMemcpyDeviceToHost);
    return left == 0;
  }
  // CHECK-LABEL: region solve
  // CHECK: slot queue {{.*}}stream
  // CHECK: launch relax global [(ulong)%tmp_x * 256ul] local [256ul]
  // CHECK-NEXT: %swapped = %this_from
  // CHECK: read %left from %this_changed
  void solve(int n) {
    for (;;) {
      launch(n);
      if (done())
        break;
    }
  }
};

// What has no model is told with its name.
// CHECK-NOT: region made
// TOLD: 'hipMalloc' creates or releases
static int made(float *in, float *out, int *changed) {
  int left = 1;
  while (left) {
    int *scratch;
    hipMalloc((void **)&scratch, 64);
    hipLaunchKernelGGL(relax, 4, 64, 0, 0, in, out, scratch, 256);
    hipMemcpy(&left, scratch, sizeof left, hipMemcpyDeviceToHost);
  }
  return left;
}

int main(int argc, char **argv) {
  float *in, *out;
  int *changed;
  hipMalloc((void **)&in, 4096);
  hipMalloc((void **)&out, 4096);
  hipMalloc((void **)&changed, sizeof(int));
  Solver s = {in, out, changed, 0};
  s.solve(1024);
  grid(in, out, 64u * argc, 3);
  printf("%d %d\n", flag(in, out, changed), made(in, out, changed));
}
