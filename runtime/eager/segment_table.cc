#include "runtime/eager/segment_table.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"

namespace tilewright::eager {
namespace {

std::vector<uint64_t> Key(absl::Span<const uint64_t> token) {
  return std::vector<uint64_t>(token.begin(), token.end());
}

bool IsSegment(const Segment& segment, absl::Span<const Followed> nodes) {
  if (segment.size() != nodes.size()) return false;
  Token token;
  for (size_t i = 0; i < nodes.size(); ++i) {
    token.clear();
    AppendToken(nodes[i], nodes[0].number, &token);
    if (segment.token(i) != absl::MakeConstSpan(token)) return false;
  }
  return true;
}

}  // namespace

absl::Span<Segment* const> SegmentTable::StartingWith(
    absl::Span<const uint64_t> token) const {
  if (by_first_.empty()) return {};
  const auto found = by_first_.find(Key(token));
  if (found == by_first_.end()) return {};
  return found->second;
}

Segment* SegmentTable::Find(absl::Span<const Followed> nodes) const {
  Token token;
  AppendToken(nodes[0], nodes[0].number, &token);
  for (Segment* const segment : StartingWith(token)) {
    if (IsSegment(*segment, nodes)) return segment;
  }
  return nullptr;
}

Segment* SegmentTable::FindBeginning(absl::Span<const Followed> nodes,
                                     size_t least) const {
  if (nodes.empty()) return nullptr;
  Token token;
  AppendToken(nodes[0], nodes[0].number, &token);
  Segment* longest = nullptr;
  for (Segment* const segment : StartingWith(token)) {
    const size_t size = segment->size();
    if (size > nodes.size() || (size < least && !segment->repeats)) continue;
    if (longest != nullptr && size <= longest->size()) continue;
    if (IsSegment(*segment, nodes.subspan(0, size))) longest = segment;
  }
  return longest;
}

Segment* SegmentTable::Add(absl::Span<const Followed> nodes,
                           const StructureTable& structures, std::string cut) {
  while (!segments_.empty() && (segments_.size() >= kMostSegments ||
                                operations_ + nodes.size() > kMostOperations)) {
    Remove(std::min_element(
               segments_.begin(), segments_.end(),
               [](const auto& a, const auto& b) { return a->last_used < b->last_used; })
               ->get());
  }
  segments_.push_back(std::make_unique<Segment>(nodes, structures, std::move(cut)));
  Segment* const segment = segments_.back().get();
  segment->last_used = nodes.back().number;
  by_first_[Key(segment->token(0))].push_back(segment);
  ++starts_[nodes[0].structure];
  operations_ += nodes.size();
  return segment;
}

void SegmentTable::JoinOpen(absl::Span<const Followed> nodes,
                            const StructureTable& structures, Segment* segment) {
  segment->open = open_.Join(nodes, structures, segment->shape());
}

void SegmentTable::Remove(Segment* segment) {
  operations_ -= segment->size();
  const auto starts = starts_.find(static_cast<StructureId>(segment->token(0)[0]));
  if (--starts->second == 0) starts_.erase(starts);
  const auto found = by_first_.find(Key(segment->token(0)));
  found->second.erase(absl::c_find(found->second, segment));
  if (found->second.empty()) by_first_.erase(found);
  const auto place = absl::c_find_if(
      segments_, [&](const auto& other) { return other.get() == segment; });
  removed_.push_back(std::move(*place));
  segments_.erase(place);
}

void SegmentTable::Clear() {
  segments_.clear();
  removed_.clear();
  by_first_.clear();
  starts_.clear();
  operations_ = 0;
}

}  // namespace tilewright::eager
