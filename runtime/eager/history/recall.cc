#include "runtime/eager/history/recall.h"

#include <utility>

namespace tilewright::eager {

Recall::Recall(std::vector<SegmentRecord> records) {
  for (SegmentRecord& record : records) {
    for (const std::string& digest : record.structures) {
      wanted_[digest].by.push_back(waiting_.size());
    }
    const size_t missing = record.structures.size();
    waiting_.push_back({std::move(record), missing});
  }
}

std::vector<Recalled> Recall::Met(absl::string_view digest, uint32_t structure) {
  std::vector<Recalled> complete;
  const auto found = wanted_.find(digest);
  if (found == wanted_.end() || found->second.met) return complete;
  found->second.met = true;
  found->second.structure = structure;
  for (const size_t place : found->second.by) {
    Waiting& waiting = waiting_[place];
    if (--waiting.missing > 0) continue;
    Recalled recalled;
    for (const std::string& each : waiting.record.structures) {
      recalled.structures.push_back(wanted_.find(each)->second.structure);
    }
    recalled.record = std::move(waiting.record);
    complete.push_back(std::move(recalled));
  }
  return complete;
}

}  // namespace tilewright::eager
