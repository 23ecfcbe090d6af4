//===- races.cpp - data races of kernels ---------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses to the same byte, at least one of them a write and at least one
// not atomic, race unless one happens before the other (OpenCL 2.0, 3.3.4). The
// order comes from three things: the program of an item, barriers of a group,
// and releases that are acquired.
//
// A group counts its barriers; an access carries that number (its epoch). A
// clock says what is known to have happened: of a group, all in epochs before
// a number; of single items, all before their n-th release. Every item has a
// clock, a barrier joins those of its group, an atomic variable has that of
// what was released there. An atomic and the step of the clocks with it are one
// step, so the clocks follow the order in which values changed.
//
// Words of memory remember their last accesses, a few; a race with one that was
// forgotten is not found. Every report is of accesses that did happen.
//
//===----------------------------------------------------------------------===//
#include "races.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <unordered_map>

using namespace ncl;

namespace {

enum { REMEMBERED = 8, REPORTED = 20 };
size_t remembered() { return settings().Races > 1 ? settings().Races : REMEMBERED; }

using Item = std::pair<uint32_t, uint32_t>; // group and number in it

struct Clock {
  std::map<uint32_t, uint32_t> Groups; // all of it before this epoch
  std::map<Item, uint32_t> Items;      // all of it before this release
  void join(const Clock &Other) {
    for (auto &[Group, Epoch] : Other.Groups) {
      uint32_t &Mine = Groups[Group];
      Mine = std::max(Mine, Epoch);
    }
    for (auto &[Who, Tick] : Other.Items) {
      uint32_t &Mine = Items[Who];
      Mine = std::max(Mine, Tick);
    }
  }
};

struct Access {
  uint8_t Bytes; // of the word, a bit each
  bool Write, Atomic;
  bool HasValue;
  uint32_t Group, Number, Epoch, Tick, Line;
  uint64_t Value;
};

struct ItemState {
  Clock Seen, Released, Pending; // Released: at the last fence; Pending: read by relaxed loads
  uint32_t Tick = 0;
  bool Fenced = false;
};

} // namespace

struct ncl::races::GroupState {
  uint32_t Number = 0, Epoch = 1;
  std::vector<ItemState> Items;
  const char *Local = nullptr;
  size_t LocalSize = 0;
};

namespace {

using races::GroupState;

struct Detector {
  std::mutex Lock;
  const Launch *Now = nullptr;
  std::unordered_map<uintptr_t, std::vector<Access>> Words;
  std::unordered_map<const void *, Clock> Variables; // what was released there
  std::set<std::pair<uint32_t, uint32_t>> Told;      // lines
};
Detector &detector() {
  static auto *D = new Detector;
  return *D;
}

thread_local GroupState *Mine = nullptr;

ItemState &self() { return Mine->Items[__ncl_self->index]; }

bool before(const Access &A) {
  ItemState &I = self();
  if (A.Group == Mine->Number) {
    if (A.Number == __ncl_self->index || A.Epoch < Mine->Epoch)
      return true;
  } else if (auto At = I.Seen.Groups.find(A.Group); At != I.Seen.Groups.end() && A.Epoch < At->second) {
    return true;
  }
  auto At = I.Seen.Items.find({A.Group, A.Number});
  return At != I.Seen.Items.end() && A.Tick < At->second;
}

// The buffer or local memory around an address; null: private, or a variable of the program.
const char *nameOf(const char *At, long &Offset, std::string &Room) {
  if (At >= Mine->Local && At < Mine->Local + Mine->LocalSize) {
    Offset = At - Mine->Local;
    return "local memory";
  }
  for (auto &B : detector().Now->Buffers)
    if (At >= B.Data && At < B.Data + B.Size) {
      Offset = At - B.Data;
      Room = B.Name;
      return Room.c_str();
    }
  return nullptr;
}

// NATIVE_CL_KNOWN_RACES: kernel:line:line of each that is not to be told, the smaller line first.
bool isKnown(const std::string &Race) {
  static const std::set<std::string> Known = [] {
    std::set<std::string> All;
    const char *Given = getenv("NATIVE_CL_KNOWN_RACES");
    std::istringstream In(Given ? Given : "");
    for (std::string One; In >> One;)
      All.insert(One);
    return All;
  }();
  return Known.count(Race) != 0;
}

void tell(const Access &Old, const Access &New, const char *Where, long Offset) {
  Detector &D = detector();
  auto Lines = std::minmax(Old.Line, New.Line);
  if (isKnown(D.Now->Entry->name + (":" + std::to_string(Lines.first)) + ":" + std::to_string(Lines.second)))
    return;
  if (D.Told.size() >= REPORTED || !D.Told.insert(Lines).second)
    return;
  auto Kind = [](const Access &A) {
    return std::string(A.Atomic ? "atomic " : "") + (A.Write ? "write" : "read") + " in line " +
           std::to_string(A.Line) + " by item " + std::to_string(A.Number) + " of group " + std::to_string(A.Group);
  };
  report("kernel '%s': race at byte %ld of %s: %s, %s", D.Now->Entry->name, Offset, Where, Kind(Old).c_str(),
         Kind(New).c_str());
}

void access(const char *At, size_t Size, bool Write, bool Atomic, uint32_t Line, bool HasValue, uint64_t Value) {
  long Offset = 0;
  std::string Room;
  const char *Where = nameOf(At, Offset, Room);
  if (!Where)
    return;
  Detector &D = detector();
  for (size_t Done = 0; Done < Size;) {
    uintptr_t Address = (uintptr_t)At + Done, Word = Address / 8;
    size_t First = Address % 8, Count = std::min<size_t>(8 - First, Size - Done);
    Access New = {(uint8_t)(((1u << Count) - 1) << First), Write, Atomic, HasValue && Size <= 8, Mine->Number,
                  (uint32_t)__ncl_self->index, Mine->Epoch, self().Tick, Line, Value};
    std::vector<Access> &List = D.Words[Word];
    for (size_t I = 0; I < List.size();) {
      Access &Old = List[I];
      if (!(Old.Bytes & New.Bytes)) {
        ++I;
        continue;
      }
      bool Ordered = before(Old);
      // Items that store the same value do not disturb each other.
      bool Same =
          Old.Write && New.Write && Old.HasValue && New.HasValue && Old.Value == New.Value && Old.Bytes == New.Bytes;
      if (!Ordered && (Old.Write || New.Write) && !(Old.Atomic && New.Atomic) && !Same)
        tell(Old, New, Where, Offset + (long)Done);
      // What comes later is ordered after the old one if it is after this one.
      bool Covered =
          (Old.Bytes & ~New.Bytes) == 0 && Ordered && (New.Write || !Old.Write) && (Old.Atomic || !New.Atomic);
      if (Covered)
        List.erase(List.begin() + (long)I);
      else
        ++I;
    }
    if (List.size() >= remembered())
      List.erase(List.begin());
    List.push_back(New);
    Done += Count;
  }
}

// What this item hands on by a release now.
Clock publish() {
  ItemState &I = self();
  Clock C = I.Seen;
  C.Groups[Mine->Number] = Mine->Epoch;
  C.Items[{Mine->Number, (uint32_t)__ncl_self->index}] = ++I.Tick;
  return C;
}

// Orders as LLVM has them.
bool releases(uint32_t Order) { return Order == 5 || Order == 6 || Order == 7; }
bool acquires(uint32_t Order) { return Order == 4 || Order == 6 || Order == 7; }

} // namespace

void ncl::races::beginLaunch(const Launch &L) {
  Detector &D = detector();
  D.Now = &L;
  D.Words.clear();
  D.Variables.clear();
}
void ncl::races::endLaunch() { detector().Now = nullptr; }

void ncl::races::beginGroup(GroupState *&State, size_t Number, size_t Items, const char *Local, size_t LocalSize) {
  if (!State)
    State = new GroupState;
  Mine = State;
  *Mine = GroupState();
  Mine->Number = (uint32_t)Number;
  Mine->Items.resize(Items);
  Mine->Local = Local;
  Mine->LocalSize = LocalSize;
  // Another group had this local memory.
  Detector &D = detector();
  std::lock_guard<std::mutex> G(D.Lock);
  for (uintptr_t W = (uintptr_t)Local / 8; W <= ((uintptr_t)Local + LocalSize) / 8; ++W)
    D.Words.erase(W);
}

void ncl::races::goOn(GroupState *State) { Mine = State; }

void ncl::races::passBarrier() {
  Clock All;
  for (ItemState &I : Mine->Items) {
    // Own items are ordered by the epoch.
    for (auto At = I.Seen.Items.begin(); At != I.Seen.Items.end();)
      At = At->first.first == Mine->Number ? I.Seen.Items.erase(At) : std::next(At);
    All.join(I.Seen);
  }
  for (ItemState &I : Mine->Items)
    I.Seen = All;
  ++Mine->Epoch;
}

//===- what kernels call --------------------------------------------------------------------===//

#define KERNEL_CALL extern "C" __attribute__((visibility("default")))

KERNEL_CALL void __ncl_access(const void *At, uint64_t Size, uint32_t Write, uint32_t Line, uint32_t HasValue,
                              uint64_t Value) {
  std::lock_guard<std::mutex> G(detector().Lock);
  access((const char *)At, Size, Write, false, Line, HasValue, Value);
}

// Before and after an atomic; it runs with the lock. Load: bit 0, store: bit 1.
KERNEL_CALL void __ncl_atomic_begin(const void *At, uint64_t Size, uint32_t Kind, uint32_t Order, uint32_t Line) {
  Detector &D = detector();
  D.Lock.lock();
  access((const char *)At, Size, Kind & 2, true, Line, false, 0);
  if (!(Kind & 2))
    return;
  ItemState &I = self();
  Clock &There = D.Variables[At];
  // A store ends what was released there before; a read-modify-write carries it on.
  if (!(Kind & 1))
    There = Clock();
  if (releases(Order))
    There.join(publish());
  else if (I.Fenced)
    There.join(I.Released);
}
KERNEL_CALL void __ncl_atomic_end(const void *At, uint32_t Kind, uint32_t Order) {
  Detector &D = detector();
  if (Kind & 1) {
    ItemState &I = self();
    auto There = D.Variables.find(At);
    if (There != D.Variables.end())
      (acquires(Order) ? I.Seen : I.Pending).join(There->second);
  }
  D.Lock.unlock();
}
KERNEL_CALL void __ncl_fence(uint32_t Order) {
  std::lock_guard<std::mutex> G(detector().Lock);
  ItemState &I = self();
  if (acquires(Order))
    I.Seen.join(I.Pending);
  if (releases(Order)) {
    I.Released = publish();
    I.Fenced = true;
  }
}
