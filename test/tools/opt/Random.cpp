//===- Random.cpp - random regions -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Opt.h"
#include "persistify/RegionVerify.h"

namespace persistify::opt {

llvm::StringRef randomKernels() {
  return R"(
__kernel void own(__global int *a, __global const int *b, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] += b[i];
}
__kernel void across(__global float *to, __global const float *from, float f, uint w) {
  uint i = get_global_id(0);
  to[i] = f * from[i ^ w];
}
__kernel void raise(__global const int *a, __global int *flag) {
  if (a[get_global_id(0)] > 7)
    *flag = 1;
}
__kernel void tile(__global float *a, __local float *t) {
  t[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];
}
__kernel void count(__global uint *c, long a, uchar b, ushort d, double e) {
  atomic_add(c, (uint)a + b + d + (uint)e);
}
)";
}

namespace {
struct Param {
  enum { Buffer, Local, Value } K;
  ScalarType T;
};
constexpr ScalarType Int{ScalarType::Signed, 32}, UInt{ScalarType::Unsigned, 32}, Size{ScalarType::Unsigned, 64},
    Float{ScalarType::Float, 32}, Double{ScalarType::Float, 64}, Long{ScalarType::Signed, 64},
    Bool{ScalarType::Bool, 8}, UChar{ScalarType::Unsigned, 8}, Char{ScalarType::Signed, 8},
    Short{ScalarType::Signed, 16}, UShort{ScalarType::Unsigned, 16};
const std::pair<const char *, std::vector<Param>> Kernels[] = {
    {"own", {{Param::Buffer, Int}, {Param::Buffer, Int}, {Param::Value, Int}}},
    {"across", {{Param::Buffer, Int}, {Param::Buffer, Int}, {Param::Value, Float}, {Param::Value, UInt}}},
    {"raise", {{Param::Buffer, Int}, {Param::Buffer, Int}}},
    {"tile", {{Param::Buffer, Int}, {Param::Local, Int}}},
    {"count",
     {{Param::Buffer, Int},
      {Param::Value, Long},
      {Param::Value, UChar},
      {Param::Value, UShort},
      {Param::Value, Double}}},
};
constexpr ScalarType Types[] = {Int, UInt, Size, Long, Float, Double, Bool, UChar, Char, Short, UShort};

class Maker {
public:
  explicit Maker(uint64_t Seed) : State(Seed), R(std::make_unique<Region>()) { State = next() ^ (next() << 1); }

  std::unique_ptr<Region> run() {
    R->Function = "random";
    R->Range.File = "random.c";
    R->Range.Line = 1;
    R->NoTest = chance(2);
    R->TestEnd = 10;
    R->BodyBegin = 20;
    R->BodyEnd = 30;
    declare();
    for (unsigned V = 0; V < R->Vars.size(); ++V)
      if (R->Vars[V].Slot < 0)
        give(R->Body, V);
    if (chance(4))
      list(R->Body, 2);
    if (reachesEnd(R->Body))
      loop(R->Body, 3);
    if (chance(4) && reachesEnd(R->Body))
      list(R->Body, 2);
    for (HandleVariable &H : R->Handles)
      H.Assigned = false;
    noteAssigned(R->Body);
    return std::move(R);
  }

private:
  /// Only what some statement sets is assigned.
  void noteAssigned(const StmtList &L) {
    for (const Stmt &S : L) {
      if (S.K == Stmt::AssignHandle)
        R->Handles[S.Var].Assigned = true;
      for (const StmtList *In : {&S.Before, &S.Next, &S.Body, &S.Else})
        noteAssigned(*In);
    }
  }

  // ---- numbers
  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  unsigned below(unsigned N) { return unsigned(next() % N); }
  bool chance(unsigned In) { return below(In) == 0; }

  // ---- declarations
  unsigned slot(Slot::Kind K, std::string Text, uint64_t Bytes) {
    Slot S;
    S.K = K;
    S.Text = std::move(Text);
    S.Key = "random:" + S.Text + (K == Slot::Blob ? "[0]" : "");
    S.Size = Bytes;
    R->Slots.push_back(std::move(S));
    return unsigned(R->Slots.size() - 1);
  }

  void declare() {
    slot(Slot::Queue, "queue", 0);
    for (const auto &[Name, Params] : Kernels) {
      const unsigned S = slot(Slot::Kernel, std::string("k_") + Name, 0);
      R->Slots[S].KernelName = Name;
      R->Kernels.push_back({S, Name});
    }
    for (unsigned I = 0, N = 2 + below(4); I < N; ++I) {
      HandleVariable H;
      H.Name = "h" + std::to_string(I);
      H.IsArray = I && chance(5); // the first one is a flag
      H.Count = H.IsArray ? 2 : 1;
      H.Mirror = I && !H.IsArray && chance(6);
      H.Assigned = I && !H.Mirror && chance(2);
      for (uint64_t E = 0; E < H.Count; ++E) {
        const unsigned S = slot(H.Mirror ? Slot::Mirror : Slot::Buffer, H.Name + (H.IsArray ? std::to_string(E) : ""),
                                H.Mirror ? 4096 : 0);
        H.Slot = H.Slot < 0 ? int(S) : H.Slot;
      }
      R->Handles.push_back(std::move(H));
    }
    for (unsigned I = 0, N = 3 + below(6); I < N; ++I) {
      Variable V;
      V.Name = "v" + std::to_string(I);
      V.T = I == 0 ? Int : I == 1 ? Size : Types[below(std::size(Types))];
      V.IsArray = I > 1 && chance(4);
      V.Count = V.IsArray ? 1 + below(4) : 1;
      V.Assigned = chance(2);
      if (!chance(3))
        V.Slot = int(slot(V.IsArray ? Slot::Blob : Slot::Scalar, V.Name, V.Count * V.T.bytes()));
      else if (!V.IsArray)
        V.Here = V.Name;
      R->Vars.push_back(std::move(V));
    }
    if (chance(2)) {
      RegionExit X;
      X.Text = "return 1;\n";
      R->Exits.push_back(X);
    }
    if (chance(3)) {
      DeferredStmt D;
      D.Text = "printf(\"%d\\n\", persistify_int(&persistify_log, 0));";
      R->Deferred.push_back(D);
    }
  }

  // ---- expressions
  ExprP make(Expr E) { return std::make_shared<const Expr>(std::move(E)); }
  ExprP constant(ScalarType T, uint64_t Bits) {
    Expr E;
    E.T = T;
    E.Bits = T.K == ScalarType::Bool ? Bits & 1 : T.Bits == 64 ? Bits : Bits & ((uint64_t(1) << T.Bits) - 1);
    return make(std::move(E));
  }
  ExprP of(Expr::Op O, ScalarType T, std::vector<ExprP> Args) {
    Expr E;
    E.O = O;
    E.T = T;
    E.Args = std::move(Args);
    return make(std::move(E));
  }
  ExprP anyConstant(ScalarType T) {
    static const uint64_t Edges[] = {0,    1,      2,          7,          0x7f,         0x80,
                                     0xff, 0x7fff, 0x7fffffff, 0x80000000, ~uint64_t(0), uint64_t(1) << 63};
    if (T.K != ScalarType::Float)
      return constant(T, chance(3) ? next() : Edges[below(std::size(Edges))]);
    static const double Floats[] = {0, -0.0, 1, -1.5, 1e-30, 3e38};
    const double D = Floats[below(std::size(Floats))];
    if (chance(8))
      return constant(T, next()); // also what is no number
    return constant(T, T.Bits == 32 ? llvm::bit_cast<uint32_t>(float(D)) : llvm::bit_cast<uint64_t>(D));
  }
  ExprP element(uint64_t Count) {
    if (chance(2))
      return constant(Size, below(unsigned(Count)));
    return of(Expr::Cast, Size, {of(Expr::BitAnd, UInt, {expr(UInt, 1), constant(UInt, 0)})});
  }
  ExprP variable(unsigned V) {
    Expr E;
    E.O = Expr::Var;
    E.V = V;
    E.T = R->Vars[V].T;
    if (R->Vars[V].IsArray)
      E.Args.push_back(element(R->Vars[V].Count));
    return make(std::move(E));
  }
  ExprP leaf(ScalarType T) {
    for (unsigned I = 0; I < 4; ++I)
      if (const unsigned V = below(unsigned(R->Vars.size())); R->Vars[V].T == T && !R->Vars[V].IsArray)
        return variable(V);
    return anyConstant(T);
  }
  ExprP expr(ScalarType T, unsigned Depth) {
    if (Depth == 0)
      return leaf(T);
    const bool Wide = T.K == ScalarType::Float || (T.Bits >= 32 && T.K != ScalarType::Bool);
    switch (below(8)) {
    case 0: return leaf(T);
    case 1: {
      const ScalarType From = Types[below(std::size(Types))];
      return From == T ? expr(T, Depth - 1) : of(Expr::Cast, T, {expr(From, Depth - 1)});
    }
    case 2: return of(Expr::Cond, T, {expr(chance(2) ? Int : Bool, Depth - 1), expr(T, Depth - 1), expr(T, Depth - 1)});
    case 3:
      if (const unsigned V = below(unsigned(R->Vars.size())); R->Vars[V].T == T)
        return variable(V);
      break;
    case 4:
      if (T == Int) {
        if (chance(4))
          return of(Expr::LogNot, Int, {expr(Types[below(std::size(Types))], Depth - 1)});
        if (chance(3))
          return of(chance(2) ? Expr::LogAnd : Expr::LogOr, Int, {expr(Int, Depth - 1), expr(Bool, Depth - 1)});
        const ScalarType Of = Types[below(std::size(Types))];
        return of(Expr::Op(Expr::LT + below(6)), Int, {expr(Of, Depth - 1), expr(Of, Depth - 1)});
      }
      break;
    default: break;
    }
    if (!Wide)
      return leaf(T);
    return arithmetic(T, Depth);
  }
  ExprP arithmetic(ScalarType T, unsigned Depth) {
    if (chance(6))
      return of(T.isInteger() && chance(2) ? Expr::BitNot : Expr::Neg, T, {expr(T, Depth - 1)});
    if (T.K == ScalarType::Float) {
      if (chance(4)) {
        Expr E;
        E.O = Expr::Math;
        E.T = T;
        E.Name = chance(2) ? "fmax" : "fabs";
        E.Args = {expr(T, Depth - 1)};
        if (E.Name == "fmax")
          E.Args.push_back(expr(T, Depth - 1));
        return make(std::move(E));
      }
      return of(Expr::Op(Expr::Add + below(4)), T, {expr(T, Depth - 1), expr(T, Depth - 1)});
    }
    const auto O = Expr::Op(Expr::Add + below(Expr::BitXor - Expr::Add + 1));
    const bool Shift = O == Expr::Shl || O == Expr::Shr;
    return of(O, T, {expr(T, Depth - 1), Shift ? constant(Int, below(T.Bits)) : expr(T, Depth - 1)});
  }

  // ---- statements
  Stmt &add(StmtList &To, Stmt::Kind K) {
    Stmt &S = To.emplace_back();
    S.K = K;
    S.Range.File = "random.c";
    S.Range.Line = ++Line;
    return S;
  }
  Handle handle() {
    Handle H;
    H.K = Handle::Var;
    H.V = below(unsigned(R->Handles.size()));
    if (R->Handles[H.V].IsArray)
      H.Index = constant(Size, below(2));
    return H;
  }
  Handle buffer() {
    for (;;)
      if (Handle H = handle(); !R->Handles[H.V].Mirror || chance(2))
        return H;
  }
  void give(StmtList &To, unsigned V) {
    Stmt &S = add(To, Stmt::Assign);
    S.Var = V;
    if (R->Vars[V].IsArray)
      S.Index = constant(Size, below(unsigned(R->Vars[V].Count)));
    S.E = anyConstant(R->Vars[V].T);
  }
  /// One that may be set, or none.
  std::optional<unsigned> target() {
    for (unsigned I = 0; I < 6; ++I)
      if (const unsigned V = below(unsigned(R->Vars.size())); R->Vars[V].Slot < 0 || R->Vars[V].Assigned)
        return V;
    return std::nullopt;
  }
  void assign(StmtList &To) {
    const auto V = target();
    if (!V)
      return;
    ExprP E = expr(R->Vars[*V].T, 3), Index = R->Vars[*V].IsArray ? element(R->Vars[*V].Count) : nullptr;
    Stmt &S = add(To, Stmt::Assign);
    S.Var = *V;
    S.Index = Index;
    S.E = E;
  }
  void swap(StmtList &To) {
    const Handle A = handle(), B = handle();
    if (!R->Handles[A.V].Assigned || R->Handles[A.V].Mirror || R->Handles[B.V].Mirror)
      return;
    Stmt &S = add(To, Stmt::AssignHandle);
    S.Var = A.V;
    S.Index = A.Index;
    S.H = B;
  }
  void launch(StmtList &To) {
    const unsigned K = below(std::size(Kernels));
    const std::vector<Param> &Params = Kernels[K].second;
    for (unsigned I = 0; I < Params.size(); ++I) {
      if (chance(3)) // as it was
        continue;
      const Param &P = Params[I];
      Handle H = buffer();
      ExprP Value = expr(P.T, 2);
      if (P.K == Param::Buffer && R->Handles[H.V].Mirror)
        continue;
      Stmt &S = add(To, Stmt::SetArg);
      S.What = "clSetKernelArg";
      S.KernelSlot = K;
      S.ArgIndex = I;
      S.Arg.Size = constant(Size, P.K == Param::Buffer ? 8 : P.K == Param::Local ? 256 : P.T.bytes());
      S.Arg.K = P.K == Param::Buffer  ? ArgValue::HandleValue
                : P.K == Param::Local ? ArgValue::NullPointer
                                      : ArgValue::Bytes;
      if (P.K == Param::Buffer)
        S.Arg.H = H;
      else if (P.K == Param::Value)
        S.Arg.Pieces = {{0, P.T.bytes(), Value}};
    }
    const bool Group = llvm::StringRef(Kernels[K].first) == "tile";
    ExprP Global = chance(3) ? expr(Size, 2) : constant(Size, 64 << below(4));
    Stmt &S = add(To, Stmt::Launch);
    S.What = "clEnqueueNDRangeKernel";
    S.KernelSlot = K;
    S.Dim = 1;
    S.Global[0] = Global;
    S.HasLocal = Group || chance(3);
    if (S.HasLocal)
      S.Local[0] = constant(Size, 64);
    if (chance(6))
      S.Offset[0] = constant(Size, below(100));
    S.StatusIgnored = chance(3);
  }
  void transfer(StmtList &To) {
    const Handle H = buffer(), H2 = buffer();
    ExprP Value = expr(Types[below(std::size(Types))], 2), Where = chance(2) ? constant(Size, 0) : expr(Size, 1);
    ExprP Bytes = chance(2) ? constant(Size, 64) : expr(Size, 1);
    const auto V = target();
    const unsigned K = below(4);
    if (K == 0 && !V)
      return;
    ExprP Index = K == 0 && R->Vars[*V].IsArray ? element(R->Vars[*V].Count) : nullptr;
    static const Stmt::Kind Kinds[] = {Stmt::ReadBack, Stmt::Upload, Stmt::Copy, Stmt::Fill};
    static const char *const Calls[] = {"clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clEnqueueCopyBuffer",
                                        "clEnqueueFillBuffer"};
    Stmt &S = add(To, Kinds[K]);
    S.What = Calls[K];
    S.H = H;
    S.Offset[0] = Where;
    S.StatusIgnored = chance(4);
    if (K == 0) {
      S.Var = *V;
      S.Index = Index;
      S.Size = R->Vars[*V].T.bytes();
    } else if (K == 1) {
      S.Value = Value;
      S.Size = Value->T.bytes();
    } else {
      S.E = Bytes;
      if (K == 2) {
        S.H2 = H2;
        S.Offset[1] = constant(Size, below(64));
      } else {
        S.Value = Value;
        S.Size = Value->T.bytes();
      }
    }
  }
  void loop(StmtList &To, unsigned Depth) {
    StmtList Next, Body;
    ExprP E = expr(Int, 2);
    if (chance(2))
      assign(Next);
    ++Loops;
    list(Body, Depth);
    --Loops;
    Stmt &S = add(To, Stmt::Loop);
    S.TestLast = chance(4);
    S.E = chance(6) ? nullptr : E;
    S.Next = std::move(Next);
    S.Body = std::move(Body);
  }
  void jump(StmtList &To) {
    switch (below(5)) {
    case 0:
      if (Loops)
        add(To, Stmt::Break);
      return;
    case 1:
      if (Loops)
        add(To, Stmt::Continue);
      return;
    case 2:
      if (!Labels.empty())
        add(To, Stmt::Leave).Label = Labels[below(unsigned(Labels.size()))];
      return;
    case 3:
      if (!R->Exits.empty())
        add(To, Stmt::Exit).ExitIndex = 1;
      return;
    default: {
      ExprP E = chance(3) ? nullptr : expr(Int, 2);
      Stmt &S = add(To, Stmt::Bail);
      S.Why = Stmt::BailReason(below(Stmt::NoTimes + 1));
      S.E = E;
      return;
    }
    }
  }
  void branch(StmtList &To, unsigned Depth) {
    StmtList Body, Else;
    ExprP E = expr(Types[below(std::size(Types))], 2);
    list(Body, Depth - 1);
    if (chance(3) && reachesEnd(Body))
      jump(Body);
    if (chance(2))
      list(Else, Depth - 1);
    Stmt &S = add(To, Stmt::If);
    S.E = E;
    S.Body = std::move(Body);
    S.Else = std::move(Else);
  }
  void block(StmtList &To, unsigned Depth) {
    StmtList Body;
    const unsigned Label = ++LastLabel;
    Labels.push_back(Label);
    list(Body, Depth - 1);
    Labels.pop_back();
    Stmt &S = add(To, Stmt::Block);
    S.Label = Label;
    S.Body = std::move(Body);
  }
  void solo(StmtList &To) {
    StmtList Body;
    for (unsigned I = 0, N = 1 + below(3); I < N; ++I) {
      const auto V = target();
      if (!V || R->Vars[*V].IsArray)
        continue;
      Handle H = buffer();
      Stmt &S = add(Body, Stmt::ReadBack);
      S.What = "clEnqueueReadBuffer";
      S.H = H;
      S.Var = *V;
      S.Size = R->Vars[*V].T.bytes();
      S.Offset[0] = constant(Size, 8 * below(4));
    }
    if (Body.empty())
      return;
    Stmt &S = add(To, Stmt::Solo);
    S.What = "host loop";
    S.Body = std::move(Body);
  }
  /// What programs do: a flag is set, raised by a kernel, and read; two launches of one size.
  void flag(StmtList &To) {
    Handle H;
    H.K = Handle::Var;
    Stmt &W = add(To, Stmt::Upload);
    W.H = H;
    W.Offset[0] = constant(Size, 0);
    W.Value = constant(Int, 0);
    W.Size = 4;
    Stmt &A = add(To, Stmt::SetArg);
    A.KernelSlot = 2;
    A.ArgIndex = 1;
    A.Arg.K = ArgValue::HandleValue;
    A.Arg.Size = constant(Size, 8);
    A.Arg.H = H;
    plainLaunch(To, 2, 64);
    if (R->Vars[0].Slot >= 0 && !R->Vars[0].Assigned)
      return;
    Stmt &S = add(To, Stmt::ReadBack);
    S.H = H;
    S.Offset[0] = constant(Size, 0);
    S.Size = 4;
  }
  void plainLaunch(StmtList &To, unsigned Kernel, uint64_t Items) {
    Stmt &S = add(To, Stmt::Launch);
    S.What = "clEnqueueNDRangeKernel";
    S.KernelSlot = Kernel;
    S.Dim = 1;
    S.Global[0] = constant(Size, Items);
  }
  void pair(StmtList &To) {
    const unsigned A = below(3), Items = 64 << below(2);
    for (unsigned I = 0; I < 2; ++I) {
      Handle H = handle();
      Stmt &S = add(To, Stmt::SetArg);
      S.KernelSlot = (A + I) % 3;
      S.Arg.K = ArgValue::HandleValue;
      S.Arg.Size = constant(Size, 8);
      S.Arg.H = H;
    }
    plainLaunch(To, A, Items);
    plainLaunch(To, (A + 1) % 3, Items);
  }
  void same(StmtList &To) {
    const auto V = target();
    if (!V || !R->Vars[*V].T.isInteger() || R->Vars[*V].IsArray)
      return;
    const Handle A = handle(), B = handle();
    Stmt &S = add(To, Stmt::SameHandle);
    S.Var = *V;
    S.H = A;
    S.H2 = B;
    R->ComparesHandles = true;
  }
  void statement(StmtList &To, unsigned Depth) {
    switch (below(18)) {
    case 0:
    case 1: return assign(To);
    case 2:
    case 3:
    case 4: return launch(To);
    case 5:
    case 6: return transfer(To);
    case 7: return swap(To);
    case 8: return Depth ? branch(To, Depth) : assign(To);
    case 9: return Depth ? loop(To, Depth - 1) : launch(To);
    case 10: return Depth ? block(To, Depth) : transfer(To);
    case 11: return solo(To);
    case 12: return same(To);
    case 13:
    case 14: return flag(To);
    case 15:
    case 16: return pair(To);
    default:
      if (R->Deferred.empty())
        return;
      ExprP E = expr(Int, 2);
      add(To, Stmt::Log).Values = {E};
    }
  }
  void list(StmtList &To, unsigned Depth) {
    for (unsigned I = 0, N = 1 + below(5); I < N && reachesEnd(To); ++I)
      statement(To, Depth);
  }

  uint64_t State;
  std::unique_ptr<Region> R;
  unsigned Line = 1, Loops = 0, LastLabel = 0;
  std::vector<unsigned> Labels;
};
} // namespace

std::unique_ptr<Region> randomRegion(uint64_t Seed) { return Maker(Seed).run(); }

} // namespace persistify::opt
