//===- OpenClHpp.cpp - OpenCL's C++ wrapper -------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front end (DeviceApi.h): the methods and functions of CL/opencl.hpp, CL/cl2.hpp and
// CL/cl.hpp, their classes, and the members of those that are plain data.
//
//===----------------------------------------------------------------------===//
#include "OpenCl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace persistify {
namespace {

namespace opencl_hpp {
constexpr auto Ignored = ApiArg::Ignored, Object = ApiArg::Object, Queue = ApiArg::Queue, Kernel = ApiArg::Kernel,
               Buffer = ApiArg::Buffer, To = ApiArg::To, Offset = ApiArg::Offset, ToOffset = ApiArg::ToOffset,
               Global = ApiArg::Global, Local = ApiArg::Local, Enqueue = ApiArg::Enqueue, Index = ApiArg::Index,
               Size = ApiArg::Size, Pointer = ApiArg::Pointer, Value = ApiArg::Value, Begin = ApiArg::Begin,
               End = ApiArg::End, Blocking = ApiArg::Blocking, Param = ApiArg::Param, Flags = ApiArg::Flags,
               Status = ApiArg::Status, Pattern = ApiArg::Pattern, WaitList = ApiArg::WaitList,
               WaitFor = ApiArg::WaitFor, Event = ApiArg::Event, Program = ApiArg::Program, Name = ApiArg::Name,
               Context = ApiArg::Context, Rest = ApiArg::Rest, Options = ApiArg::Options, Device = ApiArg::Device;

// One row per method and number of arguments: the one place to add a call.
const ApiRow Table[] = {
    {"CommandQueue", "enqueueNDRangeKernel", Api::Launch, {Queue, Kernel, Offset, Global, Local, WaitList, Event}},
    {"CommandQueue", "enqueueTask", Api::LaunchTask, {Queue, Kernel, WaitList, Event}},
    {"KernelFunctor", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}},
    {"make_kernel", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}},
    {"functionImplementation_", "operator()", Api::LaunchFunctor, {Kernel, Enqueue, Rest}}, // of CL/cl.hpp's
    {"Kernel", "setArg", Api::SetArg, {Kernel, Index, Value}},
    {"Kernel", "setArg", Api::SetArg, {Kernel, Index, Size, Pointer}},
    {"CommandQueue", "enqueueReadBuffer", Api::Read, {Queue, Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"CommandQueue",
     "enqueueWriteBuffer",
     Api::Write,
     {Queue, Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"CommandQueue", "enqueueCopyBuffer", Api::Copy, {Queue, Buffer, To, Offset, ToOffset, Size, WaitList, Event}},
    {"CommandQueue", "enqueueFillBuffer", Api::Fill, {Queue, Buffer, Pattern, Offset, Size, WaitList, Event}},
    {"cl", "enqueueReadBuffer", Api::Read, {Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"cl", "enqueueWriteBuffer", Api::Write, {Buffer, Blocking, Offset, Size, Pointer, WaitList, Event}},
    {"cl", "enqueueCopyBuffer", Api::Copy, {Buffer, To, Offset, ToOffset, Size, WaitList, Event}},
    {"CommandQueue",
     "enqueueMapBuffer",
     Api::Map,
     {Queue, Buffer, Blocking, Flags, Offset, Size, WaitList, Event, Status}},
    {"CommandQueue", "enqueueUnmapMemObject", Api::Unmap, {Queue, Buffer, Pointer, WaitList, Event}},
    {"CommandQueue", "enqueueReadBufferRect", Api::Other, {Rest}, RowsOneByOne},
    {"CommandQueue", "enqueueWriteBufferRect", Api::Other, {Rest}, RowsOneByOne},
    {"CommandQueue", "enqueueCopyBufferRect", Api::Other, {Rest}, RowsOneByOne},
    {"cl", "enqueueReadBufferRect", Api::Other, {Rest}, RowsOneByOne},
    {"cl", "enqueueWriteBufferRect", Api::Other, {Rest}, RowsOneByOne},
    {"cl", "enqueueCopyBufferRect", Api::Other, {Rest}, RowsOneByOne},
    // The way that cl::copy goes is told by its types.
    {"cl", "copy", Api::CopyIn, {Begin, End, Buffer}},
    {"cl", "copy", Api::CopyIn, {Queue, Begin, End, Buffer}},
    {"cl", "copy(Buffer)", Api::CopyOut, {Buffer, Begin, End}},
    {"cl", "copy(Buffer)", Api::CopyOut, {Queue, Buffer, Begin, End}},
    {"CommandQueue", "finish", Api::Wait, {Queue}},
    {"cl", "finish", Api::Wait, {}},
    {"Event", "wait", Api::Wait, {WaitFor}},
    {"Event", "getProfilingInfo", Api::Profile, {WaitFor, Status}},
    {"Event", "getProfilingInfo", Api::Profile, {WaitFor, Param, Pointer}},
    {"Event", "getInfo", Api::EventInfo, {WaitFor, Status}},
    {"Event", "getInfo", Api::EventInfo, {WaitFor, Param, Pointer}},
    {"Kernel", "getWorkGroupInfo", Api::Query, {Kernel, Device, Status}},
    {"Kernel", "getWorkGroupInfo", Api::Query, {Kernel, Device, Param, Pointer}},
    {"Device", "getInfo", Api::Query, {Device, Status}},
    {"Device", "getInfo", Api::Query, {Device, Param, Pointer}},
    {"CommandQueue", "getInfo", Api::Query, {Queue, Status}},
    {"CommandQueue", "getInfo", Api::Query, {Queue, Param, Pointer}},
    {"Event", "waitForEvents", Api::Wait, {WaitList}},
    {"cl", "WaitForEvents", Api::Wait, {WaitList}},
    {"CommandQueue", "flush", Api::Order, {Queue}},
    {"cl", "flush", Api::Order, {}},
    {"CommandQueue", "enqueueBarrierWithWaitList", Api::Order, {Queue, WaitList, Event}},
    {"CommandQueue", "enqueueMarkerWithWaitList", Api::Order, {Queue, WaitList, Event}},
    {"CommandQueue", "enqueueBarrier", Api::Order, {Queue}},
    {"CommandQueue", "enqueueMarker", Api::Order, {Queue, Event}},
    {"CommandQueue", "enqueueMigrateMemObjects", Api::Order, {Queue, Ignored, Ignored, WaitList, Event}},
    {"CommandQueue", "enqueueWaitForEvents", Api::Order, {Queue, WaitList}},
    {"Wrapper", "operator()", Api::RawHandle, {Object}},
    {"Wrapper", "get", Api::RawHandle, {Object}},
    {"CommandQueue", "getDefault", Api::DefaultQueue, {Ignored}},
    {"cl", "Local", Api::LocalSize, {Size}},
    {"Program", "build", Api::Program, {Program, Options, Ignored, Ignored}},
    {"Program", "build", Api::Program, {Program, Device, Options, Ignored, Ignored}},
    {"Program", "build", Api::Program, {Rest}},
    {"Program", "compile", Api::Program, {Rest}},
    {"Program", "createKernels", Api::Program, {Rest}},
    {"cl", "linkProgram", Api::Program, {Rest}},
    {"Buffer", "createSubBuffer", Api::Resource, {Rest}},
    // Constructors; "Buffer(Context)" is told by its types.
    {"Buffer", "Buffer(Context)", Api::MakeBuffer, {Context, Flags, Size, Pointer, Status}},
    {"Kernel", "Kernel", Api::MakeKernel, {Program, Name, Status}},
    {"KernelFunctor", "KernelFunctor", Api::MakeKernel, {Program, Name, Status}},
    {"make_kernel", "make_kernel", Api::MakeKernel, {Program, Name, Status}},
};

const ApiRow Unmodelled = {nullptr, "", Api::Other, {}};
} // namespace opencl_hpp

NamespaceDecl *namespaceIn(const DeclContext *In, ASTContext &Ctx, llvm::StringRef Name) {
  for (NamedDecl *D : In->lookup(&Ctx.Idents.get(Name)))
    if (auto *N = dyn_cast<NamespaceDecl>(D))
      return N;
  return nullptr;
}

/// The namespace cl around D, if it is the outermost one.
const NamespaceDecl *namespaceCl(const Decl *D) {
  const NamespaceDecl *Outer = nullptr;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(C))
      Outer = N;
  return Outer && Outer->getName() == "cl" ? Outer : nullptr;
}

bool ofHeader(const Decl *D) {
  const NamespaceDecl *Cl = D ? namespaceCl(D) : nullptr;
  if (!Cl)
    return false;
  ASTContext &Ctx = D->getASTContext();
  auto *Detail = namespaceIn(Cl, Ctx, "detail");
  if (!Detail)
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  auto File = [&](const Decl *X) { return SM.getFileID(SM.getExpansionLoc(X->getLocation())); };
  for (NamedDecl *W : Detail->lookup(&Ctx.Idents.get("Wrapper")))
    return File(W) == File(D);
  return false;
}

/// The name of a class of the header, else empty. cl::size_t<3> of older headers is an array, no object of the interface.
llvm::StringRef classOf(QualType T) {
  const CXXRecordDecl *RD = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  return RD && RD->getIdentifier() && ofHeader(RD) && RD->getName() != "size_t" ? RD->getName() : llvm::StringRef();
}

bool isEventList(QualType T) {
  auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.isNull() ? nullptr : T->getAsCXXRecordDecl());
  return S && S->isInStdNamespace() && S->getIdentifier() && S->getName() == "vector" && S->getTemplateArgs().size() &&
         S->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         classOf(S->getTemplateArgs()[0].getAsType()) == "Event";
}

/// The handle of the class Wrapper that a class is, or derives from.
ApiType handleOf(const CXXRecordDecl *RD) {
  RD = RD->getDefinition();
  if (!RD)
    return ApiType::None;
  if (RD->getName() == "Wrapper") {
    auto *S = dyn_cast<ClassTemplateSpecializationDecl>(RD);
    return S && S->getTemplateArgs().size() && S->getTemplateArgs()[0].getKind() == TemplateArgument::Type
               ? handleType(S->getTemplateArgs()[0].getAsType())
               : ApiType::None;
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    if (const CXXRecordDecl *BD = B.getType()->getAsCXXRecordDecl(); BD && ofHeader(BD))
      if (ApiType H = handleOf(BD); H != ApiType::None)
        return H;
  return ApiType::None;
}

class OpenClHpp final : public OpenClNumbers {
public:
  llvm::ArrayRef<ApiRow> rows() const override { return opencl_hpp::Table; }

  std::vector<std::string> launchWords() const override {
    std::vector<std::string> Words;
    for (const ApiRow &R : rows())
      if (R.launches()) // a functor is called with such arguments
        Words.push_back(R.has(ApiArg::Enqueue) ? "EnqueueArgs" : R.Name);
    return Words;
  }

  ApiCall call(const CallExpr *C) const override {
    ApiCall R;
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !ofHeader(F))
      return R;
    auto *M = dyn_cast<CXXMethodDecl>(F);
    llvm::StringRef Class = M ? M->getParent()->getName() : "cl";
    // Ranges and arguments of launches are plain data, known to the lowering itself.
    if (Class == "NDRange" || (M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())))
      return R;
    R.C = C;
    R.Wrapper = true;
    R.Of = this;
    if (auto *MC = dyn_cast<CXXMemberCallExpr>(C))
      R.Args.push_back(MC->getImplicitObjectArgument());
    R.Args.append(C->arg_begin(), C->arg_end());
    if (Class == "functionImplementation_" && !R.Args.empty()) // make_kernel's base
      R.Args[0] = R.Args[0]->IgnoreParenImpCasts();
    std::string Function = F->getNameAsString();
    R.Name = !M ? "cl::" + Function : Class == "Wrapper" ? Function : ("cl::" + Class + "::" + Function).str();
    if (!M && Function == "copy") {
      const bool Queue = !R.Args.empty() && held(R.Args[0]->getType()) == ApiType::Queue;
      if (R.Args.size() > Queue && held(R.Args[Queue]->getType()) == ApiType::Buffer)
        Function += "(Buffer)";
    }
    const ApiRow *Row = row(Class, Function, R.Args.size());
    R.Row = Row ? Row : &opencl_hpp::Unmodelled;
    R.A = R.Row->A;
    return R;
  }

  ApiCall call(const CXXConstructExpr *C) const override {
    ApiCall R;
    const llvm::StringRef Class = classOf(C->getType());
    if (Class.empty() || C->getConstructor()->isCopyOrMoveConstructor() || !C->getNumArgs())
      return R;
    std::string Function = Class.str();
    if (object(C->getArg(0)->getType()) == ApiType::Context && C->getNumArgs() > 2 &&
        C->getArg(2)->getType()->isIntegerType())
      Function += "(Context)";
    const ApiRow *Row = row(Class, Function, C->getNumArgs());
    if (!Row)
      return R;
    R.Row = Row;
    R.A = Row->A;
    R.Of = this;
    R.Wrapper = true;
    R.Site = C->getSourceRange();
    R.Name = ("cl::" + Class).str();
    R.Args.assign(C->arg_begin(), C->arg_end());
    return R;
  }

  ApiType object(QualType T) const override {
    if (isEventList(T))
      return ApiType::EventList;
    const llvm::StringRef Class = classOf(T);
    return Class.empty() ? ApiType::None
                         : llvm::StringSwitch<ApiType>(Class)
                               .Case("CommandQueue", ApiType::Queue)
                               .Case("Kernel", ApiType::Kernel)
                               .Case("Buffer", ApiType::Buffer)
                               .Case("Event", ApiType::Event)
                               .Case("Program", ApiType::Program)
                               .Case("Context", ApiType::Context)
                               .Case("Device", ApiType::Device)
                               .Cases("KernelFunctor", "make_kernel", ApiType::Functor)
                               .Case("NDRange", ApiType::Range)
                               .Case("EnqueueArgs", ApiType::LaunchArgs)
                               .Case("LocalSpaceArg", ApiType::LocalSize)
                               .Default(ApiType::Other);
  }

  ApiType held(QualType T) const override {
    switch (object(T)) {
    case ApiType::None: return ApiType::None;
    case ApiType::EventList: return ApiType::Event;
    case ApiType::Functor: return ApiType::Kernel;
    default: return handleOf(T->getAsCXXRecordDecl());
    }
  }

  bool declares(const Decl *D) const override { return ofHeader(D); }

  std::optional<DefaultQueue> defaultQueue() const override {
    return DefaultQueue{"cl::CommandQueue::getDefault()", "cl::CommandQueue::getDefault()()"};
  }

private:
  static const ApiRow *row(llvm::StringRef Class, llvm::StringRef Function, unsigned Arity) {
    for (const ApiRow &R : opencl_hpp::Table)
      if (Class == R.Class && Function == R.Name && (Arity == R.arity() || (R.variadic() && Arity > R.arity())))
        return &R;
    return nullptr;
  }
};

struct MemberName {
  const char *Class;
  const char *Name;
  ApiMember M;
};
const MemberName MemberNames[] = {
    {"NDRange", "dimensions_", ApiMember::Dimensions}, {"NDRange", "sizes_", ApiMember::Sizes},
    {"EnqueueArgs", "queue_", ApiMember::Queue},       {"EnqueueArgs", "events_", ApiMember::Events},
    {"EnqueueArgs", "offset_", ApiMember::Offset},     {"EnqueueArgs", "global_", ApiMember::Global},
    {"EnqueueArgs", "local_", ApiMember::Local},       {"LocalSpaceArg", "size_", ApiMember::Bytes}};

const FieldDecl *fieldNamed(const RecordDecl *RD, llvm::StringRef Name) {
  RD = RD ? RD->getDefinition() : nullptr;
  if (RD)
    for (const FieldDecl *F : RD->fields())
      if (F->getName() == Name)
        return F;
  return nullptr;
}
} // namespace

const DeviceApi &openClHpp() {
  static const OpenClHpp One;
  return One;
}

// ---- classes ------------------------------------------------------------------------

std::string className(QualType T) {
  const llvm::StringRef Class = classOf(T);
  return Class.empty() ? std::string() : ("cl::" + Class).str();
}

bool wrapperThrows(ASTContext &Ctx) {
  auto *Cl = namespaceIn(Ctx.getTranslationUnitDecl(), Ctx, "cl");
  return Cl && !Cl->lookup(&Ctx.Idents.get("Error")).empty();
}

const FieldDecl *apiMember(const RecordDecl *RD, ApiMember M) {
  for (const MemberName &N : MemberNames)
    if (N.M == M && RD->getName() == N.Class)
      return fieldNamed(RD, N.Name);
  return nullptr;
}

ApiMember apiMember(const FieldDecl *F) {
  const llvm::StringRef Class = classOf(F->getASTContext().getRecordType(F->getParent()));
  if (F->getIdentifier())
    for (const MemberName &N : MemberNames)
      if (Class == N.Class && F->getName() == N.Name)
        return N.M;
  return ApiMember::None;
}

ApiMember rangeMethod(const CXXMethodDecl *M) {
  const std::string Name = M->getNameAsString();
  return Name == "dimensions"                         ? ApiMember::Dimensions
         : Name == "get" || isa<CXXConversionDecl>(M) ? ApiMember::Sizes
                                                      : ApiMember::None;
}

const clang::Expr *rangeGiven(const CXXConstructExpr *Args, ApiMember M) {
  llvm::SmallVector<const clang::Expr *, 3> Ranges;
  for (const clang::Expr *A : Args->arguments())
    if (objectType(A->getType()) == ApiType::Range)
      Ranges.push_back(A);
  static const ApiMember Members[][3] = {{ApiMember::Global},
                                         {ApiMember::Global, ApiMember::Local},
                                         {ApiMember::Offset, ApiMember::Global, ApiMember::Local}};
  for (unsigned I = 0; I < Ranges.size() && Ranges.size() <= 3; ++I)
    if (M == Members[Ranges.size() - 1][I])
      return Ranges[I];
  return nullptr;
}

// ---- text ---------------------------------------------------------------------------

HandlePath functorKernel(QualType Functor) {
  const CXXRecordDecl *RD = Functor->getAsCXXRecordDecl();
  const bool Old = RD->getName() == "make_kernel";
  const CXXRecordDecl *Base = Old && RD->getNumBases() ? RD->bases_begin()->getType()->getAsCXXRecordDecl() : nullptr;
  if (const FieldDecl *F = fieldNamed(Base, "functor_")) // of CL/cl.hpp
    if (const FieldDecl *K = fieldNamed(F->getType()->getAsRecordDecl(), "kernel_"))
      return {{F, K}, "()"};
  return {{}, Old ? ".functor_.getKernel()()" : ".getKernel()()"};
}

std::string firstSizeText(const FieldDecl *F) {
  return F->getType()->isRecordType() ? ".operator const ::size_t *()[0]" : ".get()[0]"; // of CL/cl.hpp first
}

} // namespace persistify
