// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the older C++ wrapper of OpenCL 1.2 is like, as far as these tests use it: ranges hold a cl::size_t<3>
// and have no get(), handles are given by value, no constructor retains, and functors are objects in objects.
#ifndef OLD_CL_HPP
#define OLD_CL_HPP
#include <CL/cl.h>
#include <string>
#include <utility>
#include <vector>

namespace cl {

template <int N> class size_t {
  ::size_t data_[N];

public:
  size_t() {
    for (int i = 0; i < N; ++i)
      data_[i] = 0;
  }
  ::size_t &operator[](int i) { return data_[i]; }
  const ::size_t &operator[](int i) const { return data_[i]; }
  operator ::size_t *() { return data_; }
  operator const ::size_t *() const { return data_; }
};

namespace detail {
template <typename T> struct Counted;
#define COUNTED(Type, Retain, Release)                                                                                 \
  template <> struct Counted<Type> {                                                                                   \
    static cl_int retain(Type h) { return ::Retain(h); }                                                               \
    static cl_int release(Type h) { return ::Release(h); }                                                             \
  };
COUNTED(cl_context, clRetainContext, clReleaseContext)
COUNTED(cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue)
COUNTED(cl_program, clRetainProgram, clReleaseProgram)
COUNTED(cl_kernel, clRetainKernel, clReleaseKernel)
COUNTED(cl_mem, clRetainMemObject, clReleaseMemObject)
COUNTED(cl_event, clRetainEvent, clReleaseEvent)
#undef COUNTED

template <typename T> class Wrapper {
public:
  typedef T cl_type;

protected:
  cl_type object_;

public:
  Wrapper() : object_(NULL) {}
  Wrapper(const cl_type &obj) : object_(obj) {}
  ~Wrapper() {
    if (object_ != NULL)
      release();
  }
  Wrapper(const Wrapper<cl_type> &rhs) {
    object_ = rhs.object_;
    if (object_ != NULL)
      retain();
  }
  Wrapper<cl_type> &operator=(const Wrapper<cl_type> &rhs) {
    if (this != &rhs) {
      if (object_ != NULL)
        release();
      object_ = rhs.object_;
      if (object_ != NULL)
        retain();
    }
    return *this;
  }
  cl_type operator()() const { return object_; }
  cl_type &operator()() { return object_; }

protected:
  cl_int retain() const { return Counted<cl_type>::retain(object_); }
  cl_int release() const { return Counted<cl_type>::release(object_); }
};
} // namespace detail

class Context : public detail::Wrapper<cl_context> {
public:
  Context() {}
  explicit Context(cl_device_type type) {
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, type, 1, &d, NULL);
    object_ = ::clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
  }
  cl_device_id first() const {
    cl_device_id d;
    clGetContextInfo(object_, CL_CONTEXT_DEVICES, sizeof d, &d, NULL);
    return d;
  }
};

class Event : public detail::Wrapper<cl_event> {
public:
  Event() : detail::Wrapper<cl_type>() {}
  Event(const Event &event) : detail::Wrapper<cl_type>(event) {}
  Event &operator=(const Event &rhs) {
    detail::Wrapper<cl_type>::operator=(rhs);
    return *this;
  }
  Event &operator=(const cl_event &rhs) {
    if (object_ != NULL)
      release();
    object_ = rhs;
    return *this;
  }
  cl_int wait() const { return ::clWaitForEvents(1, &object_); }
  template <typename T> cl_int getProfilingInfo(cl_profiling_info name, T *param) const {
    return ::clGetEventProfilingInfo(object_, name, sizeof(T), param, NULL);
  }
};

class Buffer : public detail::Wrapper<cl_mem> {
public:
  Buffer(const Context &context, cl_mem_flags flags, ::size_t size, void *host_ptr = NULL, cl_int *err = NULL) {
    cl_int error;
    object_ = ::clCreateBuffer(context(), flags, size, host_ptr, &error);
    if (err != NULL)
      *err = error;
  }
  Buffer() {}
  Buffer(const Buffer &buffer) : detail::Wrapper<cl_type>(buffer) {}
  Buffer &operator=(const Buffer &rhs) {
    detail::Wrapper<cl_type>::operator=(rhs);
    return *this;
  }
};

class Program : public detail::Wrapper<cl_program> {
public:
  Program() {}
  Program(const Context &context, const std::string &source) {
    const char *text = source.c_str();
    const ::size_t length = source.size();
    object_ = ::clCreateProgramWithSource(context(), 1, &text, &length, NULL);
  }
  cl_int build(const char *options = NULL) const { return ::clBuildProgram(object_, 0, NULL, options, NULL, NULL); }
};

class NDRange {
private:
  size_t<3> sizes_;
  cl_uint dimensions_;

public:
  NDRange() : dimensions_(0) {}
  NDRange(::size_t size0) : dimensions_(1) { sizes_[0] = size0; }
  NDRange(::size_t size0, ::size_t size1) : dimensions_(2) {
    sizes_[0] = size0;
    sizes_[1] = size1;
  }
  NDRange(::size_t size0, ::size_t size1, ::size_t size2) : dimensions_(3) {
    sizes_[0] = size0;
    sizes_[1] = size1;
    sizes_[2] = size2;
  }
  operator const ::size_t *() const { return (const ::size_t *)sizes_; }
  ::size_t dimensions() const { return dimensions_; }
};
static const NDRange NullRange;

struct LocalSpaceArg {
  ::size_t size_;
};
inline LocalSpaceArg Local(::size_t size) {
  LocalSpaceArg ret = {size};
  return ret;
}

namespace detail {
template <typename T> struct KernelArgumentHandler {
  static ::size_t size(const T &) { return sizeof(T); }
  static const T *ptr(const T &value) { return &value; }
};
template <> struct KernelArgumentHandler<LocalSpaceArg> {
  static ::size_t size(const LocalSpaceArg &value) { return value.size_; }
  static const void *ptr(const LocalSpaceArg &) { return NULL; }
};
} // namespace detail

class Kernel : public detail::Wrapper<cl_kernel> {
public:
  Kernel(const Program &program, const char *name, cl_int *err = NULL) {
    cl_int error;
    object_ = ::clCreateKernel(program(), name, &error);
    if (err != NULL)
      *err = error;
  }
  Kernel() {}
  Kernel(const Kernel &kernel) : detail::Wrapper<cl_type>(kernel) {}
  Kernel &operator=(const Kernel &rhs) {
    detail::Wrapper<cl_type>::operator=(rhs);
    return *this;
  }
  template <typename T> cl_int setArg(cl_uint index, T value) {
    return ::clSetKernelArg(object_, index, detail::KernelArgumentHandler<T>::size(value),
                            detail::KernelArgumentHandler<T>::ptr(value));
  }
  cl_int setArg(cl_uint index, ::size_t size, void *argPtr) { return ::clSetKernelArg(object_, index, size, argPtr); }
};

class CommandQueue : public detail::Wrapper<cl_command_queue> {
public:
  CommandQueue() {}
  CommandQueue(const Context &context, cl_device_id device, cl_command_queue_properties properties) {
    object_ = ::clCreateCommandQueue(context(), device, properties, NULL);
  }
  explicit CommandQueue(const Context &context) {
    object_ = ::clCreateCommandQueue(context(), context.first(), 0, NULL);
  }
  CommandQueue(const CommandQueue &queue) : detail::Wrapper<cl_type>(queue) {}
  CommandQueue &operator=(const CommandQueue &rhs) {
    detail::Wrapper<cl_type>::operator=(rhs);
    return *this;
  }
  static CommandQueue getDefault(cl_int * = NULL) { return CommandQueue(); }
  cl_int enqueueReadBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset, ::size_t size, void *ptr,
                           const std::vector<Event> *events = NULL, Event *event = NULL) const {
    return ::clEnqueueReadBuffer(object_, buffer(), blocking, offset, size, ptr, events ? (cl_uint)events->size() : 0,
                                 events && events->size() ? (cl_event *)&events->front() : NULL, (cl_event *)event);
  }
  cl_int enqueueWriteBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset, ::size_t size, const void *ptr,
                            const std::vector<Event> *events = NULL, Event *event = NULL) const {
    return ::clEnqueueWriteBuffer(object_, buffer(), blocking, offset, size, ptr, events ? (cl_uint)events->size() : 0,
                                  events && events->size() ? (cl_event *)&events->front() : NULL, (cl_event *)event);
  }
  cl_int enqueueNDRangeKernel(const Kernel &kernel, const NDRange &offset, const NDRange &global,
                              const NDRange &local = NullRange, const std::vector<Event> *events = NULL,
                              Event *event = NULL) const {
    cl_event made;
    cl_int err = ::clEnqueueNDRangeKernel(object_, kernel(), (cl_uint)global.dimensions(),
                                          offset.dimensions() != 0 ? (const ::size_t *)offset : NULL,
                                          (const ::size_t *)global,
                                          local.dimensions() != 0 ? (const ::size_t *)local : NULL,
                                          events ? (cl_uint)events->size() : 0,
                                          events && events->size() ? (cl_event *)&events->front() : NULL,
                                          event ? &made : NULL);
    if (event && err == CL_SUCCESS)
      *event = made;
    return err;
  }
  cl_int finish() const { return ::clFinish(object_); }
};

struct EnqueueArgs {
  CommandQueue queue_;
  const NDRange offset_, global_, local_;
  std::vector<Event> events_;
  EnqueueArgs(CommandQueue &queue, NDRange global) : queue_(queue), offset_(NullRange), global_(global), local_(NullRange) {}
  EnqueueArgs(CommandQueue &queue, NDRange global, NDRange local)
      : queue_(queue), offset_(NullRange), global_(global), local_(local) {}
  EnqueueArgs(CommandQueue &queue, NDRange offset, NDRange global, NDRange local)
      : queue_(queue), offset_(offset), global_(global), local_(local) {}
};

namespace detail {
class NullType {};
template <int I, typename T> struct SetArg {
  static void set(Kernel &kernel, T arg) { kernel.setArg(I, arg); }
};
template <int I> struct SetArg<I, NullType> {
  static void set(Kernel &, NullType) {}
};

template <typename T0, typename T1, typename T2, typename T3> class KernelFunctorGlobal {
private:
  Kernel kernel_;

public:
  KernelFunctorGlobal(Kernel kernel) : kernel_(kernel) {}
  KernelFunctorGlobal(const Program &program, const std::string name, cl_int *err = NULL)
      : kernel_(program, name.c_str(), err) {}
  Event operator()(const EnqueueArgs &args, T0 t0, T1 t1 = NullType(), T2 t2 = NullType(), T3 t3 = NullType()) {
    Event event;
    SetArg<0, T0>::set(kernel_, t0);
    SetArg<1, T1>::set(kernel_, t1);
    SetArg<2, T2>::set(kernel_, t2);
    SetArg<3, T3>::set(kernel_, t3);
    args.queue_.enqueueNDRangeKernel(kernel_, args.offset_, args.global_, args.local_, &args.events_, &event);
    return event;
  }
};

template <typename T0, typename T1, typename T2, typename T3> struct functionImplementation_ {
  typedef KernelFunctorGlobal<T0, T1, T2, T3> FunctorType;
  FunctorType functor_;
  functionImplementation_(const FunctorType &functor) : functor_(functor) {}
  typedef Event result_type;
  Event operator()(const EnqueueArgs &enqueueArgs, T0 arg0, T1 arg1, T2 arg2, T3 arg3) {
    return functor_(enqueueArgs, arg0, arg1, arg2, arg3);
  }
};
template <typename T0, typename T1, typename T2> struct functionImplementation_<T0, T1, T2, NullType> {
  typedef KernelFunctorGlobal<T0, T1, T2, NullType> FunctorType;
  FunctorType functor_;
  functionImplementation_(const FunctorType &functor) : functor_(functor) {}
  typedef Event result_type;
  Event operator()(const EnqueueArgs &enqueueArgs, T0 arg0, T1 arg1, T2 arg2) {
    return functor_(enqueueArgs, arg0, arg1, arg2);
  }
};
} // namespace detail

template <typename T0, typename T1 = detail::NullType, typename T2 = detail::NullType, typename T3 = detail::NullType>
struct make_kernel : public detail::functionImplementation_<T0, T1, T2, T3> {
  typedef detail::KernelFunctorGlobal<T0, T1, T2, T3> FunctorType;
  make_kernel(const Program &program, const std::string name, cl_int *err = NULL)
      : detail::functionImplementation_<T0, T1, T2, T3>(FunctorType(program, name, err)) {}
  make_kernel(const Kernel kernel) : detail::functionImplementation_<T0, T1, T2, T3>(FunctorType(kernel)) {}
};

} // namespace cl
#endif
