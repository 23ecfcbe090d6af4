// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small wrapper of the kind people wrote before there was one.
#ifndef CLWRAP_H
#define CLWRAP_H

#include <CL/cl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

class ClError : public std::runtime_error
{
public:
    ClError(const std::string &what, cl_int code) : std::runtime_error(what), code_(code) {}
    cl_int code() const { return code_; }
private:
    cl_int code_;
};

inline void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS)
        throw ClError(what, code);
}

class Device
{
public:
    Device()
    {
        cl_platform_id platform;
        check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id_, NULL), "clGetDeviceIDs");
        cl_int err;
        context_ = clCreateContext(NULL, 1, &id_, NULL, NULL, &err);
        check(err, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, id_, 0, &err);
        check(err, "clCreateCommandQueue");
    }
    ~Device()
    {
        clReleaseCommandQueue(queue_);
        clReleaseContext(context_);
    }
    cl_context context() const { return context_; }
    cl_command_queue queue() const { return queue_; }
    cl_device_id id() const { return id_; }

private:
    Device(const Device &);
    Device &operator=(const Device &);
    cl_device_id id_;
    cl_context context_;
    cl_command_queue queue_;
};

class Buffer
{
public:
    Buffer(Device &device, size_t bytes, void *data = NULL) : device_(device), bytes_(bytes)
    {
        cl_int err;
        mem_ = clCreateBuffer(device.context(), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes, data, &err);
        check(err, "clCreateBuffer");
    }
    ~Buffer() { clReleaseMemObject(mem_); }
    const cl_mem *handle() const { return &mem_; }
    void download(void *to) const
    {
        check(clEnqueueReadBuffer(device_.queue(), mem_, CL_TRUE, 0, bytes_, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    }

private:
    Buffer(const Buffer &);
    Buffer &operator=(const Buffer &);
    Device &device_;
    size_t bytes_;
    cl_mem mem_;
};

class Kernel
{
public:
    Kernel(Device &device, const std::string &file, const std::string &name) : device_(device)
    {
        std::ifstream in(file.c_str());
        std::ostringstream text;
        text << in.rdbuf();
        const std::string source = text.str();
        const char *pointer = source.c_str();
        cl_int err;
        cl_program program = clCreateProgramWithSource(device.context(), 1, &pointer, NULL, &err);
        check(err, "clCreateProgramWithSource");
        check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
        kernel_ = clCreateKernel(program, name.c_str(), &err);
        check(err, "clCreateKernel");
        clReleaseProgram(program);
    }
    ~Kernel() { clReleaseKernel(kernel_); }
    void arg(cl_uint index, const Buffer &b) { check(clSetKernelArg(kernel_, index, sizeof(cl_mem), b.handle()), "clSetKernelArg"); }
    void arg(cl_uint index, int value) { check(clSetKernelArg(kernel_, index, sizeof(int), &value), "clSetKernelArg"); }
    void run2d(size_t gx, size_t gy, size_t lx, size_t ly)
    {
        size_t global[2] = {(gx + lx - 1) / lx * lx, (gy + ly - 1) / ly * ly};
        size_t local[2] = {lx, ly};
        check(clEnqueueNDRangeKernel(device_.queue(), kernel_, 2, NULL, global, local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    }

private:
    Kernel(const Kernel &);
    Kernel &operator=(const Kernel &);
    Device &device_;
    cl_kernel kernel_;
};

#endif
