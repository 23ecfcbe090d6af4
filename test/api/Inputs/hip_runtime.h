/* Declarations of a few functions of HIP's runtime, as far as tests name them. */
#include <stddef.h>
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
typedef enum { hipSuccess } hipError_t;
typedef enum { hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice } hipMemcpyKind;
typedef struct ihipStream_t *hipStream_t;
extern "C" {
hipError_t hipMalloc(void **to, size_t bytes);
hipError_t hipFree(void *p);
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind way);
hipError_t hipDeviceSynchronize(void);
hipError_t hipStreamSynchronize(hipStream_t);
}
template <typename F, typename... Args>
void hipLaunchKernelGGL(F kernel, const dim3 &groups, const dim3 &group, unsigned bytes, hipStream_t stream, Args... args);
#define __global__
