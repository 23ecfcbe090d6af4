//===- Queries.cpp - what OpenCL's objects say of themselves ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof n, &n, NULL);
//
// A device, a kernel and a queue say the same at all times. So the answer is asked for in
// front of the loop; that it is one of so many bytes is seen there, too.
//
//===----------------------------------------------------------------------===//
#include "program/ApiCall.h"
#include "device/Commands.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "interpreter/Expressions.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

static const char NoObject[] = "(const void *)0";

bool Commands::isDevice(QualType T) { return handleType(T) == ApiType::Device; }

std::optional<std::string> Commands::deviceText(const clang::Expr *X) {
  const QualType T = X->getType()->isPointerType() ? X->getType()->getPointeeType() : X->getType();
  const bool Holds = objectType(T) == ApiType::Device && (X->isLValue() || X->getType()->isPointerType());
  Value V = Holds ? deviceAt(wrapper().objectPlace(X)) : exprs().rvalue(X);
  if (Holds && V.Text) // an object of the wrapper
    V.Text = *V.Text + "()";
  if (ok() && V.K == Value::Null)
    return NoObject;
  if (ok() && V.K == Value::DeviceV) {
    if (V.P.valid() && (!Objects[V.P.Obj].Nameless.empty() || V.P.Hidden))
      containers().requireOf(V.P, *V.Text, ""); // says why
    if (V.P.valid())
      containers().requireTarget(Objects[V.P.Obj]);
    return V.Text;
  }
  if (ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"the device '" + text(X) + "'"});
  return std::nullopt;
}

Value Commands::deviceAt(const Place &P) {
  if (!ok() || !P.valid() || P.Or || P.Index || Scanning)
    return {};
  Value V = Value::of(Value::DeviceV);
  V.P = P;
  V.Text = places().textOf(P);
  return V;
}

ExprP Commands::answer(const ApiCall &C, const std::string &Objects, uint64_t Bytes) {
  require("persistify_has_info(" + Objects + ", " + std::to_string(Bytes) + ")",
          C.Name + " does not answer with " + std::to_string(Bytes) + " bytes");
  ScalarType U64{ScalarType::Unsigned, 64};
  return containers().inputValue("answer", "unsigned long long", U64, "persistify_info(" + Objects + ")", C.range()).E;
}

std::optional<ExprP> Commands::takesTimes(clang::SourceRange Rg) {
  auto Queue = llvm::find_if(R.Slots, [](const Slot &S) { return S.K == Slot::Queue; });
  if (Queue == R.Slots.end() || planted("times-on-entry"))
    return std::nullopt;
  ScalarType U64{ScalarType::Unsigned, 64};
  const QueueTimes Times = queueTimes();
  const std::string Of = Queue->Init.empty() ? Queue->Text : Queue->Init;
  Value V = containers().inputValue(
      "properties", "unsigned long long", U64,
      "persistify_info(" + Of + ", " + NoObject + ", " + NoObject + ", " + std::to_string(Times.Param) + ")", Rg);
  return binary(Expr::BitAnd, V.E, constant(U64, Times.Bit));
}

/// The number of what is asked for by a template's argument, as in getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>().
static std::optional<uint64_t> askedByTemplate(const clang::CallExpr *C) {
  auto *F = C->getDirectCallee();
  const TemplateArgumentList *L = F ? F->getTemplateSpecializationArgs() : nullptr;
  return L && L->size() && L->get(0).getKind() == TemplateArgument::Integral
             ? std::optional(L->get(0).getAsIntegral().getZExtValue())
             : std::nullopt;
}

Value Commands::query(const ApiCall &C) {
  const clang::Expr *Queue = C.arg(ApiArg::Queue), *Kernel = C.arg(ApiArg::Kernel), *Device = C.arg(ApiArg::Device),
                    *At = C.arg(ApiArg::Pointer), *Bytes = C.arg(ApiArg::Size), *Long = C.arg(ApiArg::Length),
                    *Status = C.given(ApiArg::Status);
  auto Param = C.arg(ApiArg::Param) ? constantValue(exprs().scalar(C.arg(ApiArg::Param))) : askedByTemplate(C.C);
  auto Size = Bytes ? constantValue(exprs().scalar(Bytes)) : std::nullopt;
  Value To = At ? exprs().rvalue(At) : Value(), Length = Long ? exprs().rvalue(Long) : Value::of(Value::Null),
        State = Status ? exprs().rvalue(Status) : Value::of(Value::Null);
  Value Of = Queue ? wrapper().object(Queue) : Kernel ? wrapper().object(Kernel) : Value();
  auto On = Device && ok() ? deviceText(Device) : std::optional<std::string>(NoObject);
  if (!ok())
    return {};
  auto Refuse = [&](const char *Why) { return refuse(Diag::HostUnsupportedApi, C.range(), {C.Name, Why}), Value(); };
  auto Plain = [](const Value &P) { return P.K == Value::Null || P.K == Value::Pointer; };
  if (!Param || (!C.Wrapper && !Size) || !Plain(Length) || !Plain(State) ||
      (At && (To.K != Value::Pointer || !To.P.valid() || To.P.Or)))
    return Refuse(": what it asks for is not plain");
  const ApiAnswer Answer = C.Of->answer(Queue ? ApiType::Queue : Kernel ? ApiType::Kernel : ApiType::Device, *Param);
  if (Answer == ApiAnswer::Varies && !planted("any-query"))
    return Refuse(": the answer may be another one each time");
  const Value Success = Value::scalar(constant(intType(), 0));
  if (Scanning)
    return At ? (leaves().forget(To.P), Success) : Value();
  auto Handle = [&](const Slot &S) { return S.Init.empty() ? S.Text : S.Init; };
  if ((Queue && Of.K != Value::QueueV) || (Kernel && Of.K != Value::KernelV))
    return Refuse(": of what is not seen");
  const std::string OfQueue = Queue ? Handle(R.Slots[Of.Slot]) : NoObject;
  const QualType As = At ? To.P.T : C.C->getType();
  auto T = places().scalarType(As);
  Value V;
  if (T && T->isInteger() && (!Size || *Size * 8 == T->Bits)) {
    Size = T->Bits / 8;
    ExprP X;
    if (!Kernel)
      X = answer(C, OfQueue + ", " + NoObject + ", " + *On + ", " + std::to_string(*Param), *Size);
    std::vector<const Value *> Kernels;
    for (const Value *K = Kernel ? &Of : nullptr; K; K = K->Or.get())
      Kernels.push_back(K);
    for (const Value *K : llvm::reverse(Kernels)) {
      if (made().isMade(*K))
        return Refuse(": of a kernel that the loop makes");
      ExprP Its = answer(C,
                         std::string(NoObject) + ", " + Handle(R.Slots[R.Kernels[K->Slot].Slot]) + ", " + *On + ", " +
                             std::to_string(*Param),
                         *Size);
      X = X ? conditional(K->E, Its, X) : Its;
    }
    V = Value::scalar(castTo(*T, X));
  } else if (Answer == ApiAnswer::Device && isDevice(As)) {
    V = Value::of(Value::DeviceV);
    V.Text = "persistify_queue_device(" + OfQueue + ")";
  } else {
    return Refuse(": its answer is no number");
  }
  if (At)
    leaves().store(To.P, V, C.range());
  if (ok() && Length.K == Value::Pointer)
    leaves().store(Length.P, Value::scalar(constant(sizeType(), *Size)), C.range());
  if (ok() && State.K == Value::Pointer)
    leaves().store(State.P, Success, C.range());
  return At ? Success : V;
}

} // namespace persistify::host
