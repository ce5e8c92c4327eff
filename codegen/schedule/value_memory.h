// Where the values of a program are: ranges of its inputs and outputs, of constants, and
// of an arena of temporary buffers, which share memory where their lives allow it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "codegen/lower/lower.h"
#include "codegen/schedule/arena.h"
#include "codegen/schedule/value_uses.h"
#include "ir/program.h"
#include "plan/plan.h"

namespace tilewright::codegen {

// A region's results and the places where they are wanted.
struct ResultSlots {
  ValueUses uses;
  std::vector<plan::BufferRef> wanted;  // of each result
  std::vector<bool> written;            // of each result
  // Values that were put where what becomes of them is wanted.
  std::set<ir::ValueId> at_home;
};

// Follows a plan in the order in which it is made. Times are positions in it; an
// operation's number is its time in its region.
class ValueMemory {
 public:
  // The program's arguments are in its inputs. Keeps the program by reference.
  explicit ValueMemory(const ir::Program& program);

  // The next step begins.
  void Advance() { ++time_; }
  int time() const { return time_; }

  // Null for a value that is in no memory.
  const plan::BufferRef* Find(ir::ValueId v) const;
  // For a value that is.
  const plan::BufferRef& At(ir::ValueId v) const { return places_.at(v); }

  // `v` is there, perhaps with others.
  void Put(ir::ValueId v, const plan::BufferRef& place) { places_[v] = place; }
  // `v` is there alone: who is told so may write over it.
  void PutAlone(ir::ValueId v, const plan::BufferRef& place);
  // `v` is where `other` is.
  void Share(ir::ValueId v, ir::ValueId other);

  // A new temporary buffer.
  plan::BufferRef NewBuffer(int64_t bytes) { return NewBufferAt(bytes, time_); }
  // The same for a step that was at `time`.
  plan::BufferRef NewBufferAt(int64_t bytes, int time);
  // Memory is read or written now.
  void Use(const plan::BufferRef& ref);
  // A loop ran since `begin`.
  void CloseLoop(int begin) { arena_.CloseLoop(begin, time_); }
  // While a loop is planned, its state's buffer holds what its body calls `argument`.
  void HoldState(const plan::BufferRef& slot, ir::ValueId argument);
  void ReleaseState(const plan::BufferRef& slot);

  // Memory for a value that operation `n` writes; `updated`: the value that it starts
  // from, which may then be overwritten; `kernel`: what writes it, if one does, and where
  // it has read a temporary value.
  plan::BufferRef Destination(ResultSlots& slots, ir::ValueId v, int n,
                              ir::ValueId updated = -1,
                              const LoweredCluster* kernel = nullptr);
  // Whether memory holds nothing but `v`, in the arena or where what becomes of v is
  // wanted, and v, which the region itself makes, is not needed after operation n.
  bool MayOverwrite(const ResultSlots& slots, ir::ValueId v, int n) const;
  // Whether what is at `from` is lost when `to` is written.
  bool Overwrites(const plan::BufferRef& to, const plan::BufferRef& from) const;

  // Chooses places for all temporary buffers and writes them into the steps; returns
  // the arena's size in bytes.
  int64_t Assign(std::vector<plan::Step>* steps);

 private:
  // Whether what shares v's memory is read when operation `n` runs, or later.
  bool ViewsAreRead(const ResultSlots& slots, ir::ValueId v, int n) const;
  // Whether the slot may be written once operation `n` runs: nobody reads what its
  // memory still holds.
  bool SlotIsFree(const ResultSlots& slots, int slot, int n, ir::ValueId updated,
                  const LoweredCluster* kernel) const;
  // Whether the kernel reads `occupant` only where it then writes.
  bool MayWriteOver(const LoweredCluster& kernel, ir::ValueId occupant) const;
  // A temporary value of as many bytes as `v` that the kernel, which runs at `n` and
  // makes v, reads last and may write over; -1: none.
  ir::ValueId WrittenOver(const ResultSlots& slots, const LoweredCluster& kernel,
                          ir::ValueId v, int n) const;

  const ir::Program& program_;
  int time_ = 0;
  Arena arena_;
  std::vector<int> alias_of_output_;  // -1: none
  std::vector<int32_t> output_of_alias_;
  std::map<ir::ValueId, plan::BufferRef> places_;
  std::set<ir::ValueId> alone_;
  std::map<ir::ValueId, std::vector<ir::ValueId>> views_;  // by whose memory they share
  std::map<int32_t, ir::ValueId> donor_;         // by output: the donated argument
  std::map<int32_t, ir::ValueId> state_holder_;  // by arena buffer: a loop's argument
};

// Where the program's results are wanted.
std::vector<plan::BufferRef> Outputs(const ir::Program& program);

}  // namespace tilewright::codegen
