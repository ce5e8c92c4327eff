// Who makes and who reads the values of a region.
#pragma once

#include <map>
#include <set>

#include "ir/program.h"

namespace tilewright::codegen {

// Operations are meant by their numbers in the region.
class RegionUses {
 public:
  // `region` belongs to `program`.
  RegionUses(const ir::Program& program, const ir::Region& region);

  // The region's own operations that have the value for an operand.
  const std::set<int>& UsersOf(ir::ValueId v) const;
  // The operation that it is a result of; -1: it is an argument, or from outside.
  int MakerOf(ir::ValueId v) const;
  // Whether it is the region's result, or read inside an operation's regions.
  bool IsExternal(ir::ValueId v) const { return external_.count(v) > 0; }
  // Whether an operation's regions read it where only memory will do.
  bool IsStored(ir::ValueId v) const { return stored_.count(v) > 0; }
  // The first operation inside whose regions it is read; INT_MAX: none.
  int FirstNested(ir::ValueId v) const;

 private:
  void NoteNested(const ir::Program& program, const ir::Operation& o, int n);

  std::map<ir::ValueId, std::set<int>> users_;
  std::map<ir::ValueId, int> makers_;
  std::set<ir::ValueId> external_;
  std::map<ir::ValueId, int> first_nested_;
  std::set<ir::ValueId> stored_;
};

}  // namespace tilewright::codegen
