// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloydSample.hpp"
#include <cstdlib>
#include <cstring>
#include <fstream>

int FloydSample::setup()
{
    distance = (cl_uint *)malloc(numNodes * numNodes * sizeof(cl_uint));
    path = (cl_uint *)malloc(numNodes * numNodes * sizeof(cl_uint));
    verification = (cl_uint *)malloc(numNodes * numNodes * sizeof(cl_uint));
    for(cl_uint i = 0; i < numNodes; ++i)
        for(cl_uint j = 0; j < numNodes; ++j)
        {
            distance[i * numNodes + j] = i == j ? 0 : 1 + (i * 131 + j * 17 + i * j * 7) % 200;
            path[i * numNodes + j] = i;
        }
    memcpy(verification, distance, numNodes * numNodes * sizeof(cl_uint));
    return SAMPLE_SUCCESS;
}

int FloydSample::setupCL()
{
    cl_int status = 0;
    cl_platform_id platform;
    status = clGetPlatformIDs(1, &platform, NULL);
    CHECK_OPENCL_ERROR(status, "clGetPlatformIDs failed.");
    status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    CHECK_OPENCL_ERROR(status, "clGetDeviceIDs failed.");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    CHECK_OPENCL_ERROR(status, "clCreateContext failed.");
    commandQueue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    CHECK_OPENCL_ERROR(status, "clCreateCommandQueue failed.");
    size_t bytes = sizeof(cl_uint) * numNodes * numNodes;
    distanceBuffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    CHECK_OPENCL_ERROR(status, "clCreateBuffer failed. (distanceBuffer)");
    pathBuffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    CHECK_OPENCL_ERROR(status, "clCreateBuffer failed. (pathBuffer)");
    std::ifstream file("FloydKernel.cl");
    std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const char *str = source.c_str();
    size_t len[] = { source.size() };
    program = clCreateProgramWithSource(context, 1, &str, len, &status);
    CHECK_OPENCL_ERROR(status, "clCreateProgramWithSource failed.");
    status = clBuildProgram(program, 1, &device, "", NULL, NULL);
    CHECK_OPENCL_ERROR(status, "clBuildProgram failed.");
    kernel = clCreateKernel(program, "floydWarshallPass", &status);
    CHECK_OPENCL_ERROR(status, "clCreateKernel failed.");
    return SAMPLE_SUCCESS;
}

int FloydSample::runCLKernels()
{
    cl_int status;
    cl_uint numPasses = numNodes;
    size_t globalThreads[2] = { numNodes, numNodes };
    size_t localThreads[2] = { blockSize, blockSize };

    cl_event writeEvt;
    status = clEnqueueWriteBuffer(commandQueue, distanceBuffer, CL_FALSE, 0,
                                  sizeof(cl_uint) * numNodes * numNodes, distance, 0, NULL, &writeEvt);
    CHECK_OPENCL_ERROR(status, "clEnqueueWriteBuffer failed. (distanceBuffer)");
    status = clFlush(commandQueue);
    CHECK_OPENCL_ERROR(status, "clFlush failed.");
    status = waitForEventAndRelease(&writeEvt);
    CHECK_ERROR(status, SAMPLE_SUCCESS, "WaitForEventAndRelease(writeEvt) failed");

    status = clSetKernelArg(kernel, 0, sizeof(cl_mem), (void*)&distanceBuffer);
    CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (distanceBuffer)");
    status = clSetKernelArg(kernel, 1, sizeof(cl_mem), (void*)&pathBuffer);
    CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (pathBuffer)");
    status = clSetKernelArg(kernel, 2, sizeof(cl_uint), (void*)&numNodes);
    CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (numNodes)");
    status = clSetKernelArg(kernel, 3, sizeof(cl_uint), (void*)&numNodes);
    CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (pass)");

    for(cl_uint i = 0; i < numPasses; i += 1)
    {
        status = clSetKernelArg(kernel, 3, sizeof(cl_uint), (void*)&i);
        CHECK_OPENCL_ERROR(status, "clSetKernelArg failed. (pass)");
        cl_event ndrEvt;
        status = clEnqueueNDRangeKernel(commandQueue, kernel, 2, NULL, globalThreads, localThreads, 0, NULL, &ndrEvt);
        CHECK_OPENCL_ERROR(status, "clEnqueueNDRangeKernel failed.");
        status = clFlush(commandQueue);
        CHECK_OPENCL_ERROR(status, "clFlush failed.");
        status = waitForEventAndRelease(&ndrEvt);
        CHECK_ERROR(status, SAMPLE_SUCCESS, "WaitForEventAndRelease(ndrEvt) failed");
    }

    status = clEnqueueReadBuffer(commandQueue, distanceBuffer, CL_TRUE, 0,
                                 numNodes * numNodes * sizeof(cl_uint), distance, 0, NULL, NULL);
    CHECK_OPENCL_ERROR(status, "clEnqueueReadBuffer failed. (distanceBuffer)");
    return SAMPLE_SUCCESS;
}

int FloydSample::verifyResults()
{
    for(cl_uint k = 0; k < numNodes; ++k)
        for(cl_uint i = 0; i < numNodes; ++i)
            for(cl_uint j = 0; j < numNodes; ++j)
            {
                cl_uint through = verification[i * numNodes + k] + verification[k * numNodes + j];
                if(through < verification[i * numNodes + j])
                    verification[i * numNodes + j] = through;
            }
    if(memcmp(distance, verification, numNodes * numNodes * sizeof(cl_uint)) == 0)
    {
        std::cout << "Passed!" << std::endl;
        return SAMPLE_SUCCESS;
    }
    std::cout << "Failed" << std::endl;
    return SAMPLE_FAILURE;
}

int FloydSample::cleanup()
{
    cl_int status = clReleaseKernel(kernel);
    CHECK_OPENCL_ERROR(status, "clReleaseKernel failed.");
    status = clReleaseProgram(program);
    CHECK_OPENCL_ERROR(status, "clReleaseProgram failed.");
    clReleaseMemObject(distanceBuffer);
    clReleaseMemObject(pathBuffer);
    clReleaseCommandQueue(commandQueue);
    clReleaseContext(context);
    free(distance);
    free(path);
    free(verification);
    return SAMPLE_SUCCESS;
}

int main(int argc, char *argv[])
{
    FloydSample sample(argc > 1 ? atoi(argv[1]) : 48);
    if(sample.setup() != SAMPLE_SUCCESS || sample.setupCL() != SAMPLE_SUCCESS)
        return SAMPLE_FAILURE;
    if(sample.runCLKernels() != SAMPLE_SUCCESS)
        return SAMPLE_FAILURE;
    int result = sample.verifyResults();
    return sample.cleanup() != SAMPLE_SUCCESS ? SAMPLE_FAILURE : result;
}
