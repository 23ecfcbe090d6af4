//===- pass.cpp - turns the code of kernels into code for the library ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin of clang. It runs before all optimisations. After it
//
//   * the builtin functions that the program uses are part of it,
//   * local variables are found through the work-item: one copy a group,
//   * barriers carry the number of their place, atomics give others a turn,
//   * printf gets its arguments as a table,
//   * an integer division by zero has a value,
//   * every kernel has an entry that takes its arguments as a table, and
//     the module has the table `ncl_module` of kernels,
//   * nothing else of the module can be seen from outside, so no name of the
//     program means a function of the C library.
//
//===----------------------------------------------------------------------===//
#include "abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <dlfcn.h>
#include <map>
#include <set>

using namespace llvm;

namespace {

// Where this plugin lies.
std::string libraryFolder() {
  Dl_info Info;
  static const int Here = 0;
  return dladdr(&Here, &Info) ? sys::path::parent_path(Info.dli_fname).str() : "";
}

constexpr unsigned LocalSpace = 3;

class Lowering {
public:
  explicit Lowering(Module &M)
      : M(M), C(M.getContext()), Ptr(PointerType::get(C, 0)), I32(Type::getInt32Ty(C)), I64(Type::getInt64Ty(C)) {
    Self = new GlobalVariable(M, Ptr, false, GlobalValue::ExternalLinkage, nullptr, "__ncl_self", nullptr,
                              GlobalValue::InitialExecTLSModel);
  }

  bool run() {
    linkBuiltins();
    findKernels();
    lowerLocals();
    for (Function &F : M)
      if (!F.isDeclaration())
        lowerBody(F);
    if (!checkComplete())
      return true;
    hide();
    writeTable();
    return true;
  }

private:
  Module &M;
  LLVMContext &C;
  PointerType *Ptr;
  IntegerType *I32, *I64;
  GlobalVariable *Self;
  std::vector<Function *> Kernels;
  std::vector<GlobalVariable *> Locals;
  std::map<Function *, std::set<unsigned>> LocalsOf; // used by the function itself
  std::set<Function *> Waits;                        // functions with a barrier of their own
  std::vector<std::string> Names;                    // of Kernels, as the program wrote them
  unsigned Sites = 0;

  // The function of the source that a mangled name means.
  static std::string baseName(StringRef Name) {
    unsigned Length = 0;
    if (!Name.consume_front("_Z") || Name.consumeInteger(10, Length) || Length > Name.size())
      return "";
    return Name.substr(0, Length).str();
  }

  // Adds families of builtin functions until nothing is missing that one of them has.
  void linkBuiltins() {
    SmallString<256> Folder(libraryFolder());
    sys::path::append(Folder, "builtins");
    auto Index = MemoryBuffer::getFile(Folder + "/index");
    if (!Index) {
      C.emitError("the builtin functions are missing");
      return;
    }
    StringMap<SmallVector<StringRef, 2>> FamiliesOf; // `min` has integers and floats
    for (line_iterator Line(**Index); !Line.is_at_end(); ++Line) {
      auto [Name, Family] = Line->split(' ');
      FamiliesOf[Name].push_back(Family);
    }
    std::set<std::string> Linked;
    for (bool More = true; More;) {
      More = false;
      std::set<std::string> Wanted;
      for (Function &F : M)
        if (F.isDeclaration() && !F.use_empty())
          for (StringRef Family : FamiliesOf.lookup(baseName(F.getName())))
            Wanted.insert(Family.str());
      for (const std::string &Family : Wanted)
        if (Linked.insert(Family).second) {
          SMDiagnostic Problem;
          std::unique_ptr<Module> Part = getLazyIRFileModule((Folder + "/" + Family + ".bc").str(), Problem, C);
          if (Part) {
            // Bitcode that was linked before has a triple of another spelling.
            Part->setTargetTriple(M.getTargetTriple());
            Part->setDataLayout(M.getDataLayout());
          }
          if (!Part || Linker::linkModules(M, std::move(Part), Linker::LinkOnlyNeeded)) {
            C.emitError("the builtin functions of '" + Family + "' cannot be linked");
            return;
          }
          More = true;
        }
    }
  }

  void findKernels() {
    for (Function &F : M) {
      if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL) {
        Kernels.push_back(&F);
        Names.push_back(F.getName().str());
      }
      F.setCallingConv(CallingConv::C);
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          Call->setCallingConv(CallingConv::C);
    }
  }

  Value *item(IRBuilder<> &B) { return B.CreateLoad(Ptr, B.CreateThreadLocalAddress(Self)); }

  // The address of a local variable is looked up on entry to each function that uses it.
  void lowerLocals() {
    SmallVector<Constant *> Variables;
    for (GlobalVariable &V : M.globals())
      if (V.getAddressSpace() == LocalSpace) {
        Locals.push_back(&V);
        Variables.push_back(&V);
      }
    convertUsersOfConstantsToInstructions(Variables);
    for (unsigned Index = 0; Index < Locals.size(); ++Index) {
      GlobalVariable *V = Locals[Index];
      std::map<Function *, Value *> Address;
      for (Use &U : make_early_inc_range(V->uses())) {
        auto *User = dyn_cast<Instruction>(U.getUser());
        if (!User)
          continue;
        Function *F = User->getFunction();
        Value *&Known = Address[F];
        if (!Known) {
          BasicBlock &Entry = F->getEntryBlock();
          IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
          Value *Table = B.CreateLoad(Ptr, item(B));
          Known = B.CreateLoad(PointerType::get(C, LocalSpace), B.CreateConstInBoundsGEP1_32(Ptr, Table, Index));
          LocalsOf[F].insert(Index);
        }
        U.set(Known);
      }
    }
  }

  // Memory that other work-items may change.
  static bool shared(const Value *Pointer) { return !isa<AllocaInst>(getUnderlyingObject(Pointer)); }

  void lowerBody(Function &F) {
    SmallVector<Instruction *> Points, Divisions;
    SmallVector<CallInst *> Barriers, Prints, Items;
    for (Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<CallInst>(&I)) {
        Function *Callee = Call->getCalledFunction();
        StringRef Name = Callee ? Callee->getName() : "";
        if (Name == "_Z7barrierj" || Name.starts_with("_Z18work_group_barrierj"))
          Barriers.push_back(Call);
        else if (Name == "printf" && Callee->isDeclaration())
          Prints.push_back(Call);
        else if (Name == "__ncl_item")
          Items.push_back(Call);
      } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if ((Load->isAtomic() || Load->isVolatile()) && shared(Load->getPointerOperand()))
          Points.push_back(&I);
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) || (isa<StoreInst>(I) && I.isAtomic())) {
        Points.push_back(&I);
      } else if (I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::UDiv ||
                 I.getOpcode() == Instruction::SRem || I.getOpcode() == Instruction::URem) {
        Divisions.push_back(&I);
      }
    }
    FunctionCallee Point = M.getOrInsertFunction("__ncl_point", Type::getVoidTy(C));
    for (Instruction *I : Points)
      IRBuilder<>(I).CreateCall(Point);
    // After that: nobody else has a turn between the steps of an atomic.
    if (getenv("NATIVE_CL_RACES"))
      watch(F);
    for (Instruction *I : Divisions)
      lowerDivision(*cast<BinaryOperator>(I));
    for (CallInst *Call : Items) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(item(B));
      Call->eraseFromParent();
    }
    for (CallInst *Call : Barriers)
      lowerBarrier(*Call);
    for (CallInst *Call : Prints)
      lowerPrint(*Call);
  }

  // Memory of other items, as far as that can be told here; the library knows the rest.
  static bool watched(const Value *Pointer) {
    unsigned Space = Pointer->getType()->getPointerAddressSpace();
    return Space != 2 && shared(Pointer);
  }

  // The number that is stored where a load finds another one, `*p == 1 || (*p = 1)` by one macro: such a load is as good as
  // the store. Null for all others.
  static ConstantInt *storedIfNew(LoadInst &Load) {
    Instruction *Value = &Load;
    while (Value->hasOneUse() && isa<SExtInst, ZExtInst>(Value->user_back()))
      Value = Value->user_back();
    auto *Compare = Value->hasOneUse() ? dyn_cast<ICmpInst>(Value->user_back()) : nullptr;
    auto *Branch = Compare && Compare->getPredicate() == ICmpInst::ICMP_EQ && Compare->hasOneUse()
                       ? dyn_cast<BranchInst>(Compare->user_back())
                       : nullptr;
    if (!Branch)
      return nullptr;
    for (Instruction &I : *Branch->getSuccessor(1)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      auto *Stored = Store ? dyn_cast<ConstantInt>(Store->getValueOperand()) : nullptr;
      auto *Other = dyn_cast<ConstantInt>(Compare->getOperand(1));
      if (Stored && Other && Stored->getType() == Load.getType() && Stored->getSExtValue() == Other->getSExtValue() &&
          Store->getDebugLoc() && Store->getDebugLoc() == Load.getDebugLoc())
        return Stored;
    }
    return nullptr;
  }

  // Accesses for the search for races.
  void watch(Function &F) {
    const DataLayout &DL = M.getDataLayout();
    Type *Void = Type::getVoidTy(C);
    FunctionCallee Plain = M.getOrInsertFunction("__ncl_access", Void, Ptr, I64, I32, I32, I32, I64);
    FunctionCallee Begin = M.getOrInsertFunction("__ncl_atomic_begin", Void, Ptr, I64, I32, I32, I32);
    FunctionCallee End = M.getOrInsertFunction("__ncl_atomic_end", Void, Ptr, I32, I32);
    FunctionCallee Fence = M.getOrInsertFunction("__ncl_fence", Void, I32);
    SmallVector<Instruction *> All;
    for (Instruction &I : instructions(F))
      All.push_back(&I);
    for (Instruction *I : All) {
      IRBuilder<> B(I);
      B.SetCurrentDebugLocation(DebugLoc());
      Value *Line = B.getInt32(I->getDebugLoc() ? I->getDebugLoc().getLine() : 0);
      auto Flat = [&](Value *P) { return B.CreateAddrSpaceCast(P, Ptr); };
      auto Size = [&](Type *T) { return ConstantInt::get(I64, DL.getTypeStoreSize(T)); };
      auto Around = [&](Value *P, Type *T, unsigned Kind, AtomicOrdering Order) {
        Value *O = B.getInt32((unsigned)Order), *K = B.getInt32(Kind);
        Value *Address = Flat(P);
        B.CreateCall(Begin, {Address, Size(T), K, O, Line});
        IRBuilder<> After(I->getNextNode());
        After.SetCurrentDebugLocation(DebugLoc());
        After.CreateCall(End, {Address, K, O});
      };
      if (auto *Load = dyn_cast<LoadInst>(I)) {
        if (!watched(Load->getPointerOperand()))
          continue;
        if (Load->isAtomic())
          Around(Load->getPointerOperand(), Load->getType(), 1, Load->getOrdering());
        else if (ConstantInt *New = storedIfNew(*Load))
          B.CreateCall(Plain, {Flat(Load->getPointerOperand()), Size(Load->getType()), B.getInt32(1), Line,
                               B.getInt32(1), B.CreateZExt(New, I64)});
        else
          B.CreateCall(Plain, {Flat(Load->getPointerOperand()), Size(Load->getType()), B.getInt32(0), Line,
                               B.getInt32(0), B.getInt64(0)});
      } else if (auto *Store = dyn_cast<StoreInst>(I)) {
        if (!watched(Store->getPointerOperand()))
          continue;
        Value *V = Store->getValueOperand();
        Type *T = V->getType();
        if (Store->isAtomic()) {
          Around(Store->getPointerOperand(), T, 2, Store->getOrdering());
          continue;
        }
        Value *Word = B.getInt64(0);
        unsigned Bits = T->isPtrOrPtrVectorTy() ? 0 : T->getPrimitiveSizeInBits();
        bool Simple = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64;
        if (Simple)
          Word = B.CreateZExt(B.CreateBitCast(V, B.getIntNTy(Bits)), I64);
        B.CreateCall(Plain, {Flat(Store->getPointerOperand()), Size(T), B.getInt32(1), Line, B.getInt32(Simple), Word});
      } else if (auto *Change = dyn_cast<AtomicRMWInst>(I)) {
        Around(Change->getPointerOperand(), Change->getType(), 3, Change->getOrdering());
      } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(I)) {
        Around(Swap->getPointerOperand(), Swap->getCompareOperand()->getType(), 3, Swap->getSuccessOrdering());
      } else if (auto *F = dyn_cast<FenceInst>(I)) {
        B.CreateCall(Fence, B.getInt32((unsigned)F->getOrdering()));
      } else if (auto *Copy = dyn_cast<MemTransferInst>(I)) {
        Value *Bytes = B.CreateZExtOrTrunc(Copy->getLength(), I64);
        for (unsigned Write : {0u, 1u})
          if (Value *P = Write ? Copy->getRawDest() : Copy->getRawSource(); watched(P))
            B.CreateCall(Plain, {Flat(P), Bytes, B.getInt32(Write), Line, B.getInt32(0), B.getInt64(0)});
      }
    }
  }

  // The processor traps where OpenCL C has a value that it does not tell.
  void lowerDivision(BinaryOperator &I) {
    bool Signed = I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
    Value *By = I.getOperand(1);
    Type *T = By->getType();
    if (auto *Fixed = dyn_cast<ConstantInt>(By))
      if (!Fixed->isZero() && !Fixed->isMinusOne())
        return;
    IRBuilder<> B(&I);
    Value *Bad = B.CreateICmpEQ(By, Constant::getNullValue(T));
    if (Signed) {
      Constant *Least = ConstantInt::get(T, APInt::getSignedMinValue(T->getScalarSizeInBits()));
      Bad = B.CreateOr(Bad, B.CreateAnd(B.CreateICmpEQ(By, Constant::getAllOnesValue(T)),
                                        B.CreateICmpEQ(I.getOperand(0), Least)));
    }
    I.setOperand(1, B.CreateSelect(Bad, ConstantInt::get(T, 1), By));
  }

  void lowerBarrier(CallInst &Call) {
    IRBuilder<> B(&Call);
    FunctionCallee Wait = M.getOrInsertFunction("__ncl_barrier", Type::getVoidTy(C), I32);
    cast<Function>(Wait.getCallee())->addFnAttr(Attribute::Convergent);
    B.CreateCall(Wait, B.getInt32(++Sites))->addFnAttr(Attribute::Convergent);
    Waits.insert(Call.getFunction());
    Call.eraseFromParent();
  }

  void lowerPrint(CallInst &Call) {
    IRBuilder<> Top(&*Call.getFunction()->getEntryBlock().getFirstInsertionPt());
    IRBuilder<> B(&Call);
    const DataLayout &DL = M.getDataLayout();
    StructType *Entry = StructType::get(C, {I32, I32, I32, I32, Ptr});
    unsigned Count = Call.arg_size() - 1;
    Value *Table = Top.CreateAlloca(Entry, Top.getInt32(Count));
    for (unsigned N = 0; N < Count; ++N) {
      Value *V = Call.getArgOperand(N + 1), *Place = V;
      bool InMemory = Call.isByValArgument(N + 1); // a large vector
      Type *T = InMemory ? Call.getParamByValType(N + 1) : V->getType(), *Element = T->getScalarType();
      auto *Vector = dyn_cast<FixedVectorType>(T);
      if (!InMemory) {
        Place = Top.CreateAlloca(T);
        B.CreateStore(V, Place);
      }
      Value *At = B.CreateConstInBoundsGEP1_32(Entry, Table, N);
      auto Put = [&](unsigned Field, Value *What) { B.CreateStore(What, B.CreateStructGEP(Entry, At, Field)); };
      Put(0, B.getInt32(DL.getTypeStoreSize(Element)));
      Put(1, B.getInt32(Vector ? Vector->getNumElements() : 1));
      Put(2, B.getInt32(Element->isFloatingPointTy()));
      Put(4, Place);
    }
    FunctionCallee Print = M.getOrInsertFunction("__ncl_printf", I32, Ptr, I32, Ptr);
    Value *Format = B.CreateAddrSpaceCast(Call.getArgOperand(0), Ptr);
    Call.replaceAllUsesWith(B.CreateCall(Print, {Format, B.getInt32(Count), Table}));
    Call.eraseFromParent();
  }

  // Whatever is declared and used must be the library's.
  bool checkComplete() {
    bool Complete = true;
    for (Function &F : make_early_inc_range(M)) {
      if (!F.isDeclaration() || F.isIntrinsic() || F.getName().starts_with("__ncl_"))
        continue;
      if (F.use_empty()) {
        F.eraseFromParent();
        continue;
      }
      missing("function", F.getName());
      Complete = false;
    }
    for (GlobalVariable &V : M.globals())
      if (V.isDeclaration() && &V != Self && !V.use_empty()) {
        missing("variable", V.getName());
        Complete = false;
      }
    return Complete;
  }

  void missing(const char *What, StringRef Name) {
    std::string Text = std::string(What) + " '" + demangle(Name.str()) + "' is used, but has no body";
    C.emitError(Text);
  }

  void hide() {
    for (Function &F : M)
      if (!F.isDeclaration()) {
        F.setLinkage(GlobalValue::InternalLinkage);
        F.setVisibility(GlobalValue::DefaultVisibility);
        F.setComdat(nullptr);
        F.setName("ncl." + F.getName());
      }
    for (GlobalVariable &V : M.globals())
      if (!V.isDeclaration() && V.getAddressSpace() != LocalSpace) {
        V.setLinkage(GlobalValue::InternalLinkage);
        V.setVisibility(GlobalValue::DefaultVisibility);
        V.setComdat(nullptr);
        V.setName("ncl." + V.getName());
      }
  }

  // What a kernel reaches by calls.
  std::set<Function *> reached(Function *Kernel) const {
    std::set<Function *> Seen = {Kernel};
    std::vector<Function *> Open = {Kernel};
    while (!Open.empty()) {
      Function *F = Open.back();
      Open.pop_back();
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (Function *Callee = Call->getCalledFunction())
            if (!Callee->isDeclaration() && Seen.insert(Callee).second)
              Open.push_back(Callee);
    }
    return Seen;
  }

  Constant *text(StringRef Text) {
    Constant *Data = ConstantDataArray::getString(C, Text);
    return constant(Data);
  }
  Constant *constant(Constant *Data) {
    auto *V = new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data, "ncl.table");
    V->setAlignment(Align(8));
    return V;
  }
  Constant *array(ArrayRef<Constant *> Entries) {
    if (Entries.empty())
      return ConstantPointerNull::get(Ptr);
    return constant(ConstantArray::get(ArrayType::get(Entries[0]->getType(), Entries.size()), Entries));
  }
  Constant *number(uint64_t N) { return ConstantInt::get(I32, N); }
  Constant *record(ArrayRef<Constant *> Fields) { return ConstantStruct::getAnon(C, Fields); }

  static std::string textOf(Function *F, const char *Kind, unsigned N) {
    MDNode *Node = F->getMetadata(Kind);
    if (!Node || N >= Node->getNumOperands())
      return "";
    auto *S = dyn_cast<MDString>(Node->getOperand(N));
    return S ? S->getString().str() : "";
  }
  static uint64_t numberOf(Function *F, const char *Kind, unsigned N) {
    MDNode *Node = F->getMetadata(Kind);
    if (!Node || N >= Node->getNumOperands())
      return 0;
    auto *V = mdconst::dyn_extract<ConstantInt>(Node->getOperand(N));
    return V ? V->getZExtValue() : 0;
  }

  // CL_KERNEL_ATTRIBUTES
  static std::string attributes(Function *F) {
    std::string Text;
    for (const char *Kind : {"reqd_work_group_size", "work_group_size_hint"})
      if (F->getMetadata(Kind)) {
        Text += (Text.empty() ? "" : " ") + std::string(Kind) + "(";
        for (unsigned N = 0; N < 3; ++N)
          Text += (N ? "," : "") + std::to_string(numberOf(F, Kind, N));
        Text += ")";
      }
    return Text;
  }

  Constant *writeEntry(Function *Kernel) {
    FunctionType *Type = FunctionType::get(Type::getVoidTy(C), {Ptr}, false);
    Function *Entry = Function::Create(Type, GlobalValue::InternalLinkage, "ncl.entry", M);
    for (const char *Kind : {"target-cpu", "target-features"})
      Entry->addFnAttr(Kernel->getFnAttribute(Kind));
    IRBuilder<> B(BasicBlock::Create(C, "", Entry));
    SmallVector<Value *> Values;
    for (Argument &A : Kernel->args()) {
      Value *Place = B.CreateLoad(Ptr, B.CreateConstInBoundsGEP1_32(Ptr, Entry->getArg(0), A.getArgNo()));
      Values.push_back(A.hasByValAttr() ? Place : B.CreateLoad(A.getType(), Place));
    }
    CallInst *Call = B.CreateCall(Kernel, Values);
    Call->setAttributes(Kernel->getAttributes().removeFnAttributes(C));
    B.CreateRetVoid();
    return Entry;
  }

  Constant *describe(Function *Kernel, StringRef Name) {
    const DataLayout &DL = M.getDataLayout();
    std::vector<Constant *> Args, Used;
    for (Argument &A : Kernel->args()) {
      unsigned N = A.getArgNo(), Space = 0;
      Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
      if (auto *Pointer = dyn_cast<PointerType>(T))
        Space = Pointer->getAddressSpace() == 0 ? NCL_GLOBAL : Pointer->getAddressSpace();
      Args.push_back(record({text(textOf(Kernel, "kernel_arg_name", N)), text(textOf(Kernel, "kernel_arg_type", N)),
                             text(textOf(Kernel, "kernel_arg_type_qual", N)),
                             text(textOf(Kernel, "kernel_arg_access_qual", N)), number(Space),
                             number(DL.getTypeAllocSize(T))}));
    }
    std::set<Function *> Reached = reached(Kernel);
    std::set<unsigned> Indices;
    bool Barriers = false;
    for (Function *F : Reached) {
      Barriers |= Waits.count(F) != 0;
      if (auto At = LocalsOf.find(F); At != LocalsOf.end())
        Indices.insert(At->second.begin(), At->second.end());
    }
    for (unsigned Index : Indices) {
      GlobalVariable *V = Locals[Index];
      Align A = std::max(V->getAlign().valueOrOne(), DL.getPrefTypeAlign(V->getValueType()));
      Used.push_back(
          record({number(Index), number(A.value()), ConstantInt::get(I64, DL.getTypeAllocSize(V->getValueType()))}));
    }
    return record({text(Name), text(attributes(Kernel)), writeEntry(Kernel), array(Args), array(Used),
                   number(Args.size()), number(Used.size()), number(numberOf(Kernel, "reqd_work_group_size", 0)),
                   number(numberOf(Kernel, "reqd_work_group_size", 1)),
                   number(numberOf(Kernel, "reqd_work_group_size", 2)), number(Barriers)});
  }

  void writeTable() {
    uint64_t Variables = 0;
    for (GlobalVariable &V : M.globals())
      if (!V.isDeclaration() && !V.isConstant() && V.getAddressSpace() != LocalSpace)
        Variables += M.getDataLayout().getTypeAllocSize(V.getValueType());
    std::vector<Constant *> Entries;
    for (unsigned N = 0; N < Kernels.size(); ++N)
      Entries.push_back(describe(Kernels[N], Names[N]));
    Constant *Table =
        record({number(NCL_ABI), number(Entries.size()), number(Locals.size()), number(Variables), array(Entries)});
    auto *V = new GlobalVariable(M, Table->getType(), true, GlobalValue::ExternalLinkage, Table, "ncl_module");
    V->setAlignment(Align(8));
    for (GlobalVariable *Local : Locals)
      if (Local->use_empty())
        Local->eraseFromParent();
  }
};

struct LoweringPass : PassInfoMixin<LoweringPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Lowering(M).run();
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "native-cl", "1", [](PassBuilder &PB) {
            PB.registerPipelineStartEPCallback(
                [](ModulePassManager &PM, OptimizationLevel) { PM.addPass(LoweringPass()); });
          }};
}
