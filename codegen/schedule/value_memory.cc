#include "codegen/schedule/value_memory.h"

#include "codegen/analysis/in_place.h"
#include "codegen/schedule/resolve_places.h"

namespace tilewright::codegen {

using ir::ValueId;
using plan::BufferRef;
using plan::Space;

std::vector<BufferRef> Outputs(const ir::Program& program) {
  std::vector<BufferRef> outputs;
  for (ValueId v : program.body.results) {
    outputs.push_back({Space::kOutput, static_cast<int32_t>(outputs.size()), 0,
                       program.type(v).byte_size()});
  }
  return outputs;
}

ValueMemory::ValueMemory(const ir::Program& program) : program_(program) {
  int32_t number = 0;
  for (ValueId v : program.body.arguments) {
    places_[v] = {Space::kInput, number++, 0, program.type(v).byte_size()};
  }
  for (const ir::Donation& d : program.donations) {
    donor_[d.result] = program.body.arguments[d.argument];
  }
  // An output that takes a donated input's memory has that in it.
  for (const BufferRef& output : Outputs(program)) {
    const bool aliases = donor_.count(output.index) == 0;
    alias_of_output_.push_back(aliases ? arena_.AddAliasedOutput(output.bytes) : -1);
    if (aliases) output_of_alias_.push_back(output.index);
  }
}

const BufferRef* ValueMemory::Find(ValueId v) const {
  const auto at = places_.find(v);
  return at == places_.end() ? nullptr : &at->second;
}

void ValueMemory::PutAlone(ValueId v, const BufferRef& place) {
  places_[v] = place;
  alone_.insert(v);
}

void ValueMemory::Share(ValueId v, ValueId other) {
  places_[v] = places_.at(other);
  alone_.erase(other);
  views_[other].push_back(v);
}

BufferRef ValueMemory::NewBufferAt(int64_t bytes, int time) {
  return {Space::kArena, arena_.Add(bytes, time), 0, bytes};
}

void ValueMemory::Use(const BufferRef& ref) {
  if (ref.space == Space::kArena) arena_.Use(ref.index, time_);
  if (ref.space == Space::kOutput && alias_of_output_[ref.index] >= 0) {
    arena_.UseAliasedOutput(alias_of_output_[ref.index], time_);
  }
}

void ValueMemory::HoldState(const BufferRef& slot, ValueId argument) {
  if (slot.space == Space::kArena) state_holder_[slot.index] = argument;
}

void ValueMemory::ReleaseState(const BufferRef& slot) {
  if (slot.space == Space::kArena) state_holder_.erase(slot.index);
}

bool ValueMemory::ViewsAreRead(const ResultSlots& slots, ValueId v, int n) const {
  const auto views = views_.find(v);
  if (views == views_.end()) return false;
  for (ValueId view : views->second) {
    const auto last = slots.uses.last_user.find(view);
    if (last != slots.uses.last_user.end() && last->second >= n) return true;
    if (ViewsAreRead(slots, view, n)) return true;
  }
  return false;
}

bool ValueMemory::SlotIsFree(const ResultSlots& slots, int slot, int n, ValueId updated,
                             const LoweredCluster* kernel) const {
  const BufferRef& to = slots.wanted[slot];
  const auto holder = to.space == Space::kOutput ? donor_.find(to.index) : donor_.end();
  ValueId occupant = -1;
  if (holder != donor_.end()) occupant = holder->second;
  const auto state = state_holder_.find(to.index);
  if (to.space == Space::kArena && state != state_holder_.end()) {
    occupant = state->second;
  }
  if (occupant < 0) return true;
  if (ViewsAreRead(slots, occupant, n)) return false;
  const auto last = slots.uses.last_user.find(occupant);
  if (last == slots.uses.last_user.end() || last->second < n) return true;
  if (last->second != n) return false;
  return occupant == updated || (kernel != nullptr && MayWriteOver(*kernel, occupant));
}

bool ValueMemory::MayWriteOver(const LoweredCluster& kernel, ValueId occupant) const {
  const int64_t bytes = ir::StorageBytes(program_.type(occupant).element);
  tile::RefId input = -1;
  int parameter = 0;
  for (tile::RefId ref : kernel.program.Parameters()) {
    const LoweredCluster::Parameter& p = kernel.parameters[parameter++];
    if (p.value == occupant) {
      if (input >= 0) return false;  // checked for one
      input = ref;
    }
    if (p.written && (program_.type(p.value).num_elements() !=
                          program_.type(occupant).num_elements() ||
                      ir::StorageBytes(program_.type(p.value).element) != bytes)) {
      return false;
    }
  }
  return input >= 0 && ReadsOnlyInPlace(kernel.program, input, bytes);
}

ValueId ValueMemory::WrittenOver(const ResultSlots& slots, const LoweredCluster& kernel,
                                 ValueId v, int n) const {
  for (const LoweredCluster::Parameter& p : kernel.parameters) {
    if (!p.written && p.value >= 0 && MayOverwrite(slots, p.value, n) &&
        places_.at(p.value).space == Space::kArena &&
        places_.at(p.value).bytes == program_.type(v).byte_size() &&
        MayWriteOver(kernel, p.value)) {
      return p.value;
    }
  }
  return -1;
}

BufferRef ValueMemory::Destination(ResultSlots& slots, ValueId v, int n, ValueId updated,
                                   const LoweredCluster* kernel) {
  const ValueId over = kernel != nullptr ? WrittenOver(slots, *kernel, v, n) : -1;
  const auto slot = slots.uses.result_slot.find(v);
  if (slot != slots.uses.result_slot.end() && !slots.written[slot->second] &&
      SlotIsFree(slots, slot->second, n, updated, kernel)) {
    slots.written[slot->second] = true;
    const BufferRef& wanted = slots.wanted[slot->second];
    if (over >= 0 && wanted.space == Space::kOutput &&
        alias_of_output_[wanted.index] >= 0) {
      alone_.erase(over);
      arena_.EndIn(places_.at(over).index, alias_of_output_[wanted.index]);
    }
    return wanted;
  }
  if (updated >= 0 && MayOverwrite(slots, updated, n)) {
    if (slots.at_home.count(updated) > 0) slots.at_home.insert(v);
    return places_.at(updated);
  }
  // Where the result that it becomes is wanted.
  for (auto next = slots.uses.becomes.find(v); next != slots.uses.becomes.end();
       next = slots.uses.becomes.find(next->second)) {
    const auto home = slots.uses.result_slot.find(next->second);
    if (home == slots.uses.result_slot.end() || slots.written[home->second] ||
        !SlotIsFree(slots, home->second, n, updated, kernel)) {
      continue;
    }
    slots.written[home->second] = true;
    slots.at_home.insert(v);
    return slots.wanted[home->second];
  }
  if (over < 0) return NewBuffer(program_.type(v).byte_size());
  alone_.erase(over);
  return places_.at(over);
}

bool ValueMemory::MayOverwrite(const ResultSlots& slots, ValueId v, int n) const {
  const BufferRef* const at = Find(v);
  if (at == nullptr || alone_.count(v) == 0 || slots.uses.made.count(v) == 0 ||
      (at->space != Space::kArena && slots.at_home.count(v) == 0)) {
    return false;
  }
  const auto last = slots.uses.last_user.find(v);
  return last != slots.uses.last_user.end() && last->second == n;
}

bool ValueMemory::Overwrites(const BufferRef& to, const BufferRef& from) const {
  if (to == from) return true;
  if (to.space != Space::kOutput || from.space != Space::kInput) return false;
  const auto donor = donor_.find(to.index);
  return donor != donor_.end() && places_.at(donor->second) == from;
}

int64_t ValueMemory::Assign(std::vector<plan::Step>* steps) {
  const int64_t bytes = arena_.Assign();
  ResolvePlaces(arena_, output_of_alias_, steps);
  return bytes;
}

}  // namespace tilewright::codegen
