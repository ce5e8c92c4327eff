#include "codegen/facts/region_uses.h"

#include <climits>

#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

// Whether a kernel for `o` computes a free operand where it reads it; others may want
// it in memory.
bool EvaluatesFree(const ir::Program& program, const Operation& o) {
  if (IsStep(program, o)) return false;
  return ir::IsElementwise(o.kind) ||
         (ir::Info(o.kind).op_class == ir::OpClass::kDataMovement &&
          o.kind != OpKind::kDynamicUpdateSlice);
}

}  // namespace

RegionUses::RegionUses(const ir::Program& program, const ir::Region& region) {
  for (size_t n = 0; n < region.operations.size(); ++n) {
    const Operation& op = region.operations[n];
    for (ValueId v : op.operands) users_[v].insert(static_cast<int>(n));
    for (ValueId v : op.results) makers_[v] = static_cast<int>(n);
    NoteNested(program, op, static_cast<int>(n));
  }
  for (ValueId v : region.results) external_.insert(v);
}

const std::set<int>& RegionUses::UsersOf(ValueId v) const {
  static const std::set<int>* const kNone = new std::set<int>();
  const auto it = users_.find(v);
  return it == users_.end() ? *kNone : it->second;
}

int RegionUses::MakerOf(ValueId v) const {
  const auto it = makers_.find(v);
  return it == makers_.end() ? -1 : it->second;
}

int RegionUses::FirstNested(ValueId v) const {
  const auto it = first_nested_.find(v);
  return it == first_nested_.end() ? INT_MAX : it->second;
}

// What the regions of `o`, in operation n, read from outside.
void RegionUses::NoteNested(const ir::Program& program, const Operation& o, int n) {
  const auto note = [&](ValueId v) {
    external_.insert(v);
    first_nested_.try_emplace(v, n);
  };
  for (const ir::Region& r : o.regions) {
    for (const Operation& inner : r.operations) {
      for (ValueId v : inner.operands) note(v);
      if (!EvaluatesFree(program, inner)) {
        for (ValueId v : inner.operands) stored_.insert(v);
      }
      NoteNested(program, inner, n);
    }
    for (ValueId v : r.results) note(v);
    for (ValueId v : r.results) stored_.insert(v);
  }
}

}  // namespace tilewright::codegen
