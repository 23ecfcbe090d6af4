//===- persistify/DeviceApi.h - calls and objects of a device's interface ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A programming interface is known to one front end: a DeviceApi, with the table of its
// calls, in one file of lib/api. It says what a call of the program means and which
// argument is what, and what objects a type stands for. The rest of the tool asks the
// functions below, which ask the front ends, and names no function, class or
// number of an interface.
//
// To add one: a class with its table, its types and its numbers in a file of its own, and its
// name in deviceApis() (Api.cpp). What it has in common with others needs nothing more.
//
// Front ends: OpenCL's C functions (OpenCl.cpp) and its C++ wrapper (OpenClHpp.cpp:
// CL/opencl.hpp, CL/cl2.hpp, CL/cl.hpp). The wrapper is known by its class
// cl::detail::Wrapper and the header that defines it, so that a copy of that header inside
// a project counts and the project's own additions to the namespace do not. Another one is a sketch, to
// show that this holds: HIP's runtime functions (HipSketch.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_DEVICEAPI_H
#define PERSISTIFY_DEVICEAPI_H

#include "persistify/Api.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace persistify {

class DeviceApi;

/// A call, with its arguments by meaning.
struct ApiCall {
  Api A = Api::None;
  const ApiRow *Row = nullptr;
  const DeviceApi *Of = nullptr; ///< whose call it is
  const clang::CallExpr *C = nullptr;
  clang::SourceRange Site; ///< instead of C, of a constructor
  std::string Name;
  bool Wrapper = false;       ///< of objects of classes
  bool StatusIgnored = false; ///< the program does not look at the status
  llvm::SmallVector<const clang::Expr *, 10> Args; ///< of a method: its object first

  explicit operator bool() const { return A != Api::None; }
  const clang::Expr *arg(ApiArg Kind) const {
    int I = Row ? Row->find(Kind) : -1;
    return I >= 0 && unsigned(I) < Args.size() ? Args[I] : nullptr;
  }
  /// The same, but null where the program writes none.
  const clang::Expr *given(ApiArg Kind) const;
  bool launches() const { return isLaunch(A); }
  bool retains(ApiType T) const { return Row && Row->Effect.Count == ApiCount::Retains && Row->Effect.Of == T; }
  bool releases(ApiType T) const { return Row && Row->Effect.Count == ApiCount::Releases && Row->Effect.Of == T; }
  clang::SourceRange range() const { return C ? C->getSourceRange() : Site; }
};

/// What is said about an object when it is asked.
enum class ApiAnswer {
  Varies,       ///< it may be another answer each time
  Fixed,        ///< always the same number
  Device,       ///< always the same device
  Status,       ///< of an event: how far its command is
  CommandType   ///< of an event
};

/// How part of a buffer is mapped.
struct ApiMapping {
  bool Read, Write;
  bool Keeps; ///< what is in the buffer
};

/// What kind of a buffer is made.
struct ApiMemory {
  bool Plain;  ///< device memory that kernels and host read and write as they like
  bool Copies; ///< begins as a copy of host memory
};

/// The queue of calls that are given none.
struct DefaultQueue {
  std::string Object; ///< that has it, in text
  std::string Handle; ///< what it is, in text
};

/// A front end.
class DeviceApi {
public:
  virtual ~DeviceApi();

  /// The table of its calls.
  virtual llvm::ArrayRef<ApiRow> rows() const = 0;
  /// Words of which a text that launches has one: names of calls, and of classes without which there is none.
  virtual std::vector<std::string> launchWords() const;
  /// The call that \p C is; A == None: none of this interface.
  virtual ApiCall call(const clang::CallExpr *C) const = 0;
  virtual ApiCall call(const clang::CXXConstructExpr *C) const;
  /// The row of a function without a class.
  virtual const ApiRow *function(llvm::StringRef Name) const;

  /// What a pointer to \p Pointee is a handle of.
  virtual ApiType handleBehind(clang::QualType Pointee) const;
  /// What an object of class \p T is.
  virtual ApiType object(clang::QualType T) const;
  /// The handle that it holds.
  virtual ApiType held(clang::QualType T) const;
  /// Whether a header of the interface that has classes declares \p D.
  virtual bool declares(const clang::Decl *D) const;

  virtual std::optional<DefaultQueue> defaultQueue() const;
  /// The type of a handle in text.
  virtual std::string handleText(ApiType T) const = 0;
  /// The size in a dimension, of a class that has three.
  virtual const clang::FieldDecl *size(const clang::RecordDecl *RD, unsigned Dim) const;

  // Numbers that the program gives.
  virtual ApiAnswer answer(ApiType Of, uint64_t Param) const = 0;
  virtual ApiMapping mapping(uint64_t Flags) const = 0;
  virtual ApiMemory memory(uint64_t Flags) const = 0;
};

/// The front ends of the interface in use.
llvm::ArrayRef<const DeviceApi *> deviceApis();

// ---- what all of them say -------------------------------------------------------

/// A == None: no call of an interface.
ApiCall apiCall(const clang::CallExpr *C);
ApiCall apiCall(const clang::CXXConstructExpr *C);

/// What the pointer \p T is a handle of.
ApiType handleType(clang::QualType T);
/// What a pointer to \p Pointee would be one of.
ApiType handleBehind(clang::QualType Pointee);
/// What an object of class \p T is; None: of no class of an interface.
ApiType objectType(clang::QualType T);
/// The handle that such an object holds: of a Functor a Kernel, of an EventList an Event.
ApiType heldHandle(clang::QualType T);
/// Whether T is a handle of, or an object that is, an \p Of.
bool isApiType(clang::QualType T, ApiType Of);

/// What an event is asked: nullopt if that is not known, or \p C asks none.
std::optional<ApiAnswer> askedOfEvent(const ApiCall &C, clang::ASTContext &Ctx);
/// Whether \p C asks an event for anything but its times.
bool asksEvent(const ApiCall &C);

// ---- objects of classes ---------------------------------------------------------

/// Whether a header of such classes declares D.
bool inWrapper(const clang::Decl *D);
/// A class of theirs, for messages: "cl::Buffer".
std::string className(clang::QualType T);
/// Whether failing calls throw.
bool wrapperThrows(clang::ASTContext &Ctx);
/// A member of a Range, of LaunchArgs or of a LocalSize, perhaps private.
const clang::FieldDecl *apiMember(const clang::RecordDecl *RD, ApiMember M);
/// Which member of a Range or of LaunchArgs a field is.
ApiMember apiMember(const clang::FieldDecl *F);
/// What a method of a Range gives: Dimensions, or the address of Sizes.
ApiMember rangeMethod(const clang::CXXMethodDecl *M);
/// What a constructor of LaunchArgs gives a member, if it is given such a range.
const clang::Expr *rangeGiven(const clang::CXXConstructExpr *Args, ApiMember M);

/// The handle in an object, in text: behind members, if any, comes \c Text.
struct HandlePath {
  llvm::SmallVector<const clang::FieldDecl *, 2> Members;
  std::string Text;
};
HandlePath functorKernel(clang::QualType Functor);
/// The first size of a Range, in text: behind the range's name. \p F is its member Sizes.
std::string firstSizeText(const clang::FieldDecl *F);
/// Of the interface that has one.
DefaultQueue defaultQueue();

/// By what a queue is asked for its properties, and the one that says that it takes times.
struct QueueTimes {
  uint64_t Param, Bit;
};
QueueTimes queueTimes();

} // namespace persistify

#endif // PERSISTIFY_DEVICEAPI_H
