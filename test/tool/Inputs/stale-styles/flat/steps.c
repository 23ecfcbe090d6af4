#include "state.h"

int steps(State *s, int n)
{
    size_t gws = 64;
    if (s->q) {
        cl_kernel bump = clCreateKernel(s->p, "bump", NULL);
        clSetKernelArg(bump, 0, sizeof s->v, &s->v);
        while (n-- > 0)
            clEnqueueNDRangeKernel(s->q, bump, 1, NULL, &gws, NULL, 0, NULL, NULL);
        clFinish(s->q);
    }
    return (int)sizeof *s;
}
