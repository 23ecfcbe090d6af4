/* What every random program needs of OpenCL. */
#pragma once
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static cl_context ctx; static cl_command_queue q; static cl_program prog; static cl_device_id dev;
static void init(const char *file) {
  cl_platform_id p; clGetPlatformIDs(1,&p,NULL); clGetDeviceIDs(p,CL_DEVICE_TYPE_ALL,1,&dev,NULL);
  ctx=clCreateContext(NULL,1,&dev,NULL,NULL,NULL); q=clCreateCommandQueue(ctx,dev,0,NULL);
  FILE*f=fopen(file,"rb"); if(!f) exit(9); static char t[65536]; size_t n=fread(t,1,65535,f); t[n]=0; fclose(f);
  const char*s=t; prog=clCreateProgramWithSource(ctx,1,&s,NULL,NULL);
  if(clBuildProgram(prog,1,&dev,"",NULL,NULL)!=CL_SUCCESS) exit(8);
}
static cl_mem ibuf(int n,const int*src){return clCreateBuffer(ctx,CL_MEM_READ_WRITE|(src?CL_MEM_COPY_HOST_PTR:0),n*sizeof(int),(void*)src,NULL);}
