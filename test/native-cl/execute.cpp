//===- execute.cpp - work-groups on threads, work-items as fibres ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A work-group runs on one thread, from beginning to end. Its work-items run one
// after the other; in a kernel with barriers each has a stack, and the thread
// goes from one to the next where they wait. NATIVE_CL_GROUPS groups are
// resident; the others start when one has ended. With NATIVE_CL_TURNS they are
// fibres of one thread, which goes from one group to another at atomics: then
// neither other programs nor the number of cores decide who is next.
//
// With a seed the order of groups and items is drawn, and items and threads
// give way at random at atomics.
//
//===----------------------------------------------------------------------===//
#include "races.h"

#include <numeric>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <xmmintrin.h>

using namespace ncl;

thread_local ncl_item *__ncl_self = nullptr;

//===- fibres ---------------------------------------------------------------------------===//

// Saves what a call keeps, changes the stack, and takes it back there.
extern "C" void ncl_switch(void **From, void *To);
asm(R"(
.text
.globl ncl_switch
.hidden ncl_switch
.type ncl_switch, @function
ncl_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size ncl_switch, .-ncl_switch
)");

namespace {

struct Random {
  unsigned long State;
  unsigned long next() {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return State * 0x2545f4914f6cdd1d;
  }
  void shuffle(std::vector<unsigned> &List) {
    for (size_t I = List.size(); I > 1; --I)
      std::swap(List[I - 1], List[next() % I]);
  }
};

// Stacks of one thread, kept for later launches.
class Stacks {
public:
  explicit Stacks(size_t Size) : Size(Size) {}
  ~Stacks() {
    if (Base)
      munmap(Base, Count * each());
  }
  // With a page between them that nobody may touch.
  void need(size_t Wanted) {
    if (Wanted <= Count)
      return;
    if (Base)
      munmap(Base, Count * each());
    Count = Wanted;
    void *At =
        mmap(nullptr, Count * each(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (At == MAP_FAILED) {
      report("no memory for %zu stacks of %zu bytes (NATIVE_CL_STACK)", Count, Size);
      abort();
    }
    Base = (char *)At;
    for (size_t I = 0; I < Count; ++I)
      mprotect(Base + I * each(), 4096, PROT_NONE);
  }
  // A stack on which Main begins, as ncl_switch leaves one: six registers and where to go; behind that it is as after a
  // call.
  void *begun(size_t I, void (*Main)()) {
    void **Top = (void **)top(I);
    Top[-2] = (void *)Main;
    return Top - 8;
  }

private:
  const size_t Size;
  char *Base = nullptr;
  size_t Count = 0;
  size_t each() const { return (Size + 4095) / 4096 * 4096 + 4096; }
  char *top(size_t I) { return Base + (I + 1) * each(); }
};

enum State : unsigned char { Runs, Waits, Ended };

struct Fibre {
  ncl_item Item;
  void *Stack;
  unsigned Site; // of the barrier it waits at
  State Is;
};

// What runs groups, one after the other: a thread, or a fibre where groups take turns.
struct Worker {
  std::vector<Fibre> Fibres;
  std::vector<unsigned> Order;
  std::vector<void *> Locals, Args, LocalPointers;
  std::vector<char> Memory; // local memory
  Stacks Pool{settings().Stack};
  ncl_group Group;
  races::GroupState *Racing = nullptr;
  void *Back = nullptr; // the thread's own stack
  Fibre *Now = nullptr;
  Random Dice = {1};
  unsigned Budget = 0;
  bool Fibered = false;
  const ncl_kernel *Kernel = nullptr;

  void prepare(const Launch &L);
  void runGroup(const Launch &L, size_t Number);
  void runFibres(const Launch &L);
};

thread_local Worker *Mine = nullptr;
std::atomic<bool> Diverged{false}; // in this launch, and reported

const size_t LocalAlign = 128;
size_t aligned(size_t N) { return (N + LocalAlign - 1) / LocalAlign * LocalAlign; }

void Worker::prepare(const Launch &L) {
  Kernel = L.Entry;
  Fibered = Kernel->barriers != 0;
  size_t Items = L.Local[0] * L.Local[1] * L.Local[2];
  Fibres.resize(Items);
  Order.resize(Items);
  std::iota(Order.begin(), Order.end(), 0u);
  Locals.assign(L.Held->Module->num_locals, nullptr);
  Args = L.Args;
  size_t Bytes = 0;
  for (unsigned I = 0; I < Kernel->num_locals; ++I)
    Bytes += aligned(Kernel->locals[I].size);
  for (auto &Arg : L.LocalArgs)
    Bytes += aligned(Arg.second);
  Memory.resize(Bytes + LocalAlign);
  char *At = (char *)aligned((size_t)Memory.data());
  for (unsigned I = 0; I < Kernel->num_locals; ++I) {
    Locals[Kernel->locals[I].index] = At;
    At += aligned(Kernel->locals[I].size);
  }
  LocalPointers.clear();
  for (auto &Arg : L.LocalArgs) {
    LocalPointers.push_back(At);
    At += aligned(Arg.second);
  }
  for (size_t I = 0; I < L.LocalArgs.size(); ++I)
    Args[L.LocalArgs[I].first] = &LocalPointers[I];
  size_t Index = 0;
  for (size_t Z = 0; Z < L.Local[2]; ++Z)
    for (size_t Y = 0; Y < L.Local[1]; ++Y)
      for (size_t X = 0; X < L.Local[0]; ++X, ++Index)
        Fibres[Index].Item = {Locals.data(), &Group, {X, Y, Z}, Index};
  Group.dims = L.Dims;
  for (unsigned D = 0; D < 3; ++D) {
    Group.local_size[D] = L.Local[D];
    Group.global_size[D] = L.Global[D];
    Group.offset[D] = L.Offset[D];
    Group.groups[D] = L.Global[D] / L.Local[D];
  }
  if (Fibered && Items > 1)
    Pool.need(Items);
  Dice.State = settings().Seed * 0x9e3779b97f4a7c15 + 1;
}

void fibreMain() {
  Worker &W = *Mine;
  W.Kernel->run(W.Args.data());
  W.Now->Is = Ended;
  void *Unused;
  ncl_switch(&Unused, W.Back);
  __builtin_unreachable();
}

void Worker::runFibres(const Launch &L) {
  size_t Count = Fibres.size();
  for (size_t I = 0; I < Count; ++I) {
    Fibres[I].Stack = Pool.begun(I, fibreMain);
    Fibres[I].Is = Runs;
  }
  size_t Left = Count;
  while (Left) {
    if (settings().Seed)
      Dice.shuffle(Order);
    size_t Waiting = 0, Running = 0;
    unsigned Site = 0;
    bool Mixed = false;
    for (unsigned I : Order) {
      Fibre &F = Fibres[I];
      if (F.Is == Runs) {
        Now = &F;
        __ncl_self = &F.Item;
        ncl_switch(&Back, F.Stack);
        if (F.Is == Ended)
          --Left;
      }
      if (F.Is == Runs)
        ++Running;
      if (F.Is == Waits) {
        Mixed |= Waiting && Site != F.Site;
        Site = F.Site;
        ++Waiting;
      }
    }
    // An item that gave way at an atomic goes on first.
    if (Running || !Left)
      continue;
    if (Mixed || Waiting != Count) {
      if (!Diverged.exchange(true))
        report("kernel '%s': %s", L.Entry->name,
               Mixed ? "work-items of a group wait at different barriers"
                     : "some work-items of a group ended, others wait at a barrier");
      if (Mixed) {
        // Only those of one barrier go on.
        for (Fibre &F : Fibres)
          if (F.Is == Waits && F.Site == Site)
            F.Is = Runs;
        continue;
      }
    }
    if (settings().Races)
      races::passBarrier();
    for (Fibre &F : Fibres)
      if (F.Is == Waits)
        F.Is = Runs;
  }
}

void Worker::runGroup(const Launch &L, size_t Number) {
  // Not what a group before has left, which is mostly what this one would write there.
  std::fill(Memory.begin(), Memory.end(), settings().Seed ? (char)(0xa5 + settings().Seed) : 0);
  if (settings().Races)
    races::beginGroup(Racing, Number, Fibres.size(), Memory.data(), Memory.size());
  for (unsigned D = 0; D < 3; ++D) {
    Group.id[D] = Number % Group.groups[D];
    Number /= Group.groups[D];
    Group.first[D] = Group.offset[D] + Group.id[D] * Group.local_size[D];
  }
  if (Fibered && Fibres.size() > 1) {
    runFibres(L);
    return;
  }
  if (settings().Seed)
    Dice.shuffle(Order);
  for (unsigned I : Order) {
    __ncl_self = &Fibres[I].Item;
    Kernel->run(Args.data());
  }
}

//===- threads ----------------------------------------------------------------------------===//

// Threads that help with launches; they wait for the next one in between.
struct Helpers {
  std::mutex Lock;
  std::condition_variable Work, Done;
  const Launch *Now = nullptr;
  std::vector<unsigned> Order; // of groups, with a seed
  size_t Groups = 0;
  std::atomic<size_t> Next{0};
  unsigned Wanted = 0, Busy = 0, Threads = 0;
  unsigned long Turn = 0;
};
Helpers &helpers() {
  static auto *H = new Helpers;
  return *H;
}

// Groups one after the other until none is left.
void runGroups(const Launch &L) {
  Helpers &H = helpers();
  for (size_t I; (I = H.Next++) < H.Groups;)
    Mine->runGroup(L, H.Order.empty() ? I : H.Order[I]);
}

void prepare(Worker &W, const Launch &L, unsigned Number) {
  W.prepare(L);
  W.Dice.State += Number * 7919;
}

// Kernels have their own rounding, whatever the program has chosen for itself.
struct Rounding {
  unsigned Control = _mm_getcsr();
  Rounding() { _mm_setcsr(0x1f80); }
  ~Rounding() { _mm_setcsr(Control); }
};

thread_local Worker *Kept = nullptr;

// A thread's worker ends with it, but for the main thread's, which may still launch when the program ends.
struct EndsWorker {
  ~EndsWorker() { delete std::exchange(Kept, nullptr); }
};

void work(const Launch &L, unsigned Number) {
  if (!Kept) {
    Kept = new Worker;
    if (gettid() != getpid())
      static thread_local EndsWorker AtEnd;
  }
  Mine = Kept;
  prepare(*Mine, L, Number);
  Rounding Own;
  runGroups(L);
  __ncl_self = nullptr;
}

void helperMain(unsigned Number) {
  Helpers &H = helpers();
  unsigned long Seen = 0;
  std::unique_lock<std::mutex> G(H.Lock);
  for (;;) {
    H.Work.wait(G, [&] { return H.Turn != Seen; });
    Seen = H.Turn;
    // Too late for a launch that is over, or as good as over.
    if (!H.Now || Number > H.Wanted || H.Next >= H.Groups)
      continue;
    const Launch &L = *H.Now;
    ++H.Busy;
    G.unlock();
    work(L, Number);
    G.lock();
    if (--H.Busy == 0)
      H.Done.notify_one();
  }
}

//===- turns --------------------------------------------------------------------------------===//

// A worker as a fibre.
struct Resident {
  Worker Works;
  Stacks Own{std::max<size_t>(settings().Stack, 4 << 20)};
  void *At = nullptr;        // its stack while others run
  ncl_item *Item = nullptr;  // that runs in its group
  bool Ended = false;
};

struct Turns {
  std::vector<std::unique_ptr<Resident>> Residents;
  Resident *Now = nullptr;
  const Launch *Launched = nullptr;
  void *Back = nullptr; // stack of the thread itself
};
Turns &turns() {
  static auto *T = new Turns;
  return *T;
}

void residentMain() {
  Turns &T = turns();
  runGroups(*T.Launched);
  T.Now->Ended = true;
  void *Unused;
  ncl_switch(&Unused, T.Back);
  __builtin_unreachable();
}

void takeTurns(const Launch &L, unsigned Count) {
  Turns &T = turns();
  T.Launched = &L;
  while (T.Residents.size() < Count)
    T.Residents.push_back(std::make_unique<Resident>());
  std::vector<Resident *> Left;
  for (unsigned I = 0; I < Count; ++I) {
    Resident &R = *T.Residents[I];
    prepare(R.Works, L, I);
    R.Own.need(1);
    R.At = R.Own.begun(0, residentMain);
    R.Item = nullptr;
    R.Ended = false;
    Left.push_back(&R);
  }
  Random Dice = {settings().Seed * 0x9e3779b97f4a7c15 + 5};
  Rounding Own;
  for (size_t Next = 0; !Left.empty(); ++Next) {
    Next = settings().Seed ? Dice.next() % Left.size() : Next % Left.size();
    T.Now = Left[Next];
    Mine = &T.Now->Works;
    __ncl_self = T.Now->Item;
    races::goOn(Mine->Racing);
    ncl_switch(&T.Back, T.Now->At);
    if (T.Now->Ended)
      Left.erase(Left.begin() + (long)Next--);
  }
  T.Now = nullptr;
  __ncl_self = nullptr;
}

// Another group's turn.
void giveWay() {
  Turns &T = turns();
  if (!T.Now) {
    sched_yield();
    return;
  }
  T.Now->Item = __ncl_self;
  ncl_switch(&T.Now->At, T.Back);
}

} // namespace

void ncl::execute(Launch &L) {
  Helpers &H = helpers();
  H.Groups = 1;
  for (unsigned D = 0; D < 3; ++D)
    H.Groups *= L.Global[D] / L.Local[D];
  H.Next = 0;
  H.Order.clear();
  Diverged = false;
  if (settings().Races)
    races::beginLaunch(L);
  if (settings().Seed) {
    static unsigned long Launches = 0;
    Random Dice = {settings().Seed * 31 + ++Launches};
    H.Order.resize(H.Groups);
    std::iota(H.Order.begin(), H.Order.end(), 0u);
    Dice.shuffle(H.Order);
  }
  unsigned Others = (unsigned)std::min<size_t>(settings().Groups, H.Groups) - 1;
  if (settings().Turns && Others) {
    takeTurns(L, Others + 1);
    if (settings().Races)
      races::endLaunch();
    return;
  }
  if (Others) {
    std::unique_lock<std::mutex> G(H.Lock);
    sigset_t All, Old;
    sigfillset(&All);
    pthread_sigmask(SIG_SETMASK, &All, &Old);
    while (H.Threads < Others)
      std::thread(helperMain, ++H.Threads).detach();
    pthread_sigmask(SIG_SETMASK, &Old, nullptr);
    H.Now = &L;
    H.Wanted = Others;
    ++H.Turn;
    H.Work.notify_all();
  }
  work(L, 0);
  if (Others) {
    std::unique_lock<std::mutex> G(H.Lock);
    H.Now = nullptr;
    H.Done.wait(G, [&] { return H.Busy == 0; });
  }
  if (settings().Races)
    races::endLaunch();
}

//===- what kernels call --------------------------------------------------------------------===//

#define KERNEL_CALL extern "C" __attribute__((visibility("default")))

KERNEL_CALL void __ncl_barrier(unsigned Site) {
  Worker &W = *Mine;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (W.Fibres.size() == 1)
    return;
  Fibre &F = *W.Now;
  F.Is = Waits;
  F.Site = Site;
  ncl_switch(&F.Stack, W.Back);
}

// An access that other work-items may wait for: now and then somebody else's turn.
KERNEL_CALL void __ncl_point(void) {
  Worker &W = *Mine;
  if (W.Budget--)
    return;
  if (!settings().Seed) {
    W.Budget = 63;
    giveWay();
    return;
  }
  W.Budget = W.Dice.next() % 32;
  if (W.Fibered && W.Fibres.size() > 1 && W.Dice.next() % 2) {
    Fibre &F = *W.Now;
    ncl_switch(&F.Stack, W.Back);
  } else {
    giveWay();
  }
}
