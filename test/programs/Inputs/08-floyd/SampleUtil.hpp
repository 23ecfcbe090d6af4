// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SAMPLE_UTIL_HPP
#define SAMPLE_UTIL_HPP
#include <CL/cl.h>
#include <iostream>
#include <string>

#define SAMPLE_SUCCESS 0
#define SAMPLE_FAILURE 1

#define CHECK_ERROR(actual, reference, msg) \
    if(actual != reference) \
    { \
        std::cout << "Location : " << __FILE__ << ":" << __LINE__<< std::endl; \
        std::cout << "Error : " << msg << " " << actual << std::endl; \
        return SAMPLE_FAILURE; \
    }

#define CHECK_OPENCL_ERROR(actual, msg) CHECK_ERROR(actual, CL_SUCCESS, msg)

template<typename T>
static int waitForEventAndRelease(T *event)
{
    cl_int status = CL_SUCCESS;
    cl_int eventStatus = CL_QUEUED;
    while(eventStatus != CL_COMPLETE)
    {
        status = clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int), &eventStatus, NULL);
        CHECK_OPENCL_ERROR(status, "clGetEventInfo failed");
    }
    status = clReleaseEvent(*event);
    CHECK_OPENCL_ERROR(status, "clReleaseEvent failed");
    return SAMPLE_SUCCESS;
}
#endif
