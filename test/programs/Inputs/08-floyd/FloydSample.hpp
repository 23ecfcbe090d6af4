// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FLOYD_SAMPLE_HPP
#define FLOYD_SAMPLE_HPP
#include "SampleUtil.hpp"

class FloydSample
{
    public:
        cl_uint        numNodes;
        cl_uint       *distance;
        cl_uint       *path;
        cl_uint       *verification;
        cl_context       context;
        cl_device_id     device;
        cl_mem           distanceBuffer;
        cl_mem           pathBuffer;
        cl_command_queue commandQueue;
        cl_program       program;
        cl_kernel        kernel;
        cl_uint          blockSize;

        FloydSample(cl_uint nodes) : numNodes(nodes), distance(NULL), path(NULL), verification(NULL), blockSize(8) {}
        int setup();
        int setupCL();
        int runCLKernels();
        int verifyResults();
        int cleanup();
};
#endif
