#include "runtime/eager/history/recall.h"

#include <utility>

namespace tilewright::eager {

Recall::Recall(std::vector<SegmentRecord> records) {
  for (SegmentRecord& record : records) {
    size_t missing = 0;
    for (const SegmentRecord::Shape& shape : record.shapes) {
      for (const SegmentRecord::Structure& structure : shape.structures) {
        wanted_[structure.digest].by.push_back(waiting_.size());
      }
      missing += shape.structures.size();
    }
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
    for (const SegmentRecord::Shape& shape : waiting.record.shapes) {
      std::vector<uint32_t>& structures = recalled.structures.emplace_back();
      for (const SegmentRecord::Structure& each : shape.structures) {
        structures.push_back(wanted_.find(each.digest)->second.structure);
      }
    }
    recalled.record = std::move(waiting.record);
    complete.push_back(std::move(recalled));
  }
  return complete;
}

}  // namespace tilewright::eager
