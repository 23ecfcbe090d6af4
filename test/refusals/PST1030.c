// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

/* The means of clusters, computed by the host from what the device assigned. */
void f(float *mean, const float *point, int *cluster, int n, int k) {
  int trip;
  setup();
  for (trip = 0; trip < 20; trip++) {
    int i;
    launch();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, n * sizeof *cluster, cluster, 0, NULL, NULL);
    for (i = 0; i < n; i++) // expect PST1030: computes the elements of 'mean'
      mean[cluster[i]] += point[i];
    clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, k * sizeof *mean, mean, 0, NULL, NULL);
  }
}
