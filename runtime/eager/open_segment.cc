#include "runtime/eager/open_segment.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "runtime/eager/segment_program.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

constexpr int kTrials = 3;

void AppendOpenTokens(absl::Span<const Followed> nodes, const StructureTable& structures,
                      std::vector<uint64_t>* words, std::vector<uint32_t>* ends) {
  Token token;
  for (const Followed& node : nodes) {
    token.clear();
    AppendOpenToken(node, nodes[0].number, structures, &token);
    words->insert(words->end(), token.begin(), token.end());
    ends->push_back(static_cast<uint32_t>(words->size()));
  }
}

}  // namespace

OpenSegment::OpenSegment(absl::Span<const Followed> nodes,
                         const StructureTable& structures) {
  AppendOpenTokens(nodes, structures, &words_, &ends_);
}

void OpenSegment::Join(const std::shared_ptr<const SegmentShape>& shape) {
  if (members_.Join(shape)) ++joined_;
}

bool OpenSegment::takes_over() const {
  if (code_ != nullptr) return true;
  if (making_ != nullptr) return !making_->failed();
  return joined_ > OpenMembers::kLeast && !refused_;
}

bool OpenSegment::promises() const {
  const bool is_made = code_ != nullptr || making_ == nullptr || making_->ready();
  return takes_over() && (is_made || loading() != nullptr);
}

bool OpenSegment::promises_at_sight() const {
  constexpr double kWorth = 4;
  // It would be one more of them.
  if (code_ == nullptr && making_ == nullptr) {
    return joined_ >= OpenMembers::kLeast && !refused_;
  }
  if (!promises() || fitted_ < kTrials || runs < kTrials) return promises();
  return run_ms_ / static_cast<double>(runs) >= kWorth * fit_ms_ / fitted_;
}

// Where the last code is refused, the one before still serves whom it fits.
void OpenSegment::TakeMade() {
  if (making_ == nullptr || !making_->done.load(std::memory_order_acquire)) return;
  refused_ = making_->failed();
  if (!refused_) code_ = making_;
  making_ = nullptr;
}

bool OpenSegment::Serves(const std::vector<char>& live) {
  TakeMade();
  return code_ != nullptr && code_->Covers(live);
}

absl::StatusOr<std::shared_ptr<SegmentCode>> OpenSegment::CodeFor(
    const std::shared_ptr<const SegmentShape>& shape, const std::vector<char>& live) {
  if (!Serves(live)) return absl::NotFoundError("no code yet");
  const jit::Clock::time_point start = jit::Clock::now();
  TW_ASSIGN_OR_RETURN(SegmentProgram made, BuildSegment(*shape, code_->stored));
  auto code = std::make_shared<SegmentCode>();
  TW_ASSIGN_OR_RETURN(code->open, OpenRunOf(code_->open->code, made.program));
  code->shape = shape;
  code->stored = code_->stored;
  code->use = code_->use;
  code->Take(std::move(made));
  code->build_ms = jit::MillisecondsSince(start);
  fit_ms_ += code->build_ms;
  ++fitted_;
  code->done.store(true, std::memory_order_release);
  return code;
}

std::shared_ptr<SegmentCode> OpenSegment::Rehearse(
    const std::shared_ptr<const SegmentShape>& shape, const std::vector<char>& live) {
  Join(shape);
  live_.resize(live.size(), 0);
  for (size_t b = 0; b < live.size(); ++b) live_[b] |= live[b];
  TakeMade();
  const bool enough = members_.size() > OpenMembers::kLeast;
  if (making_ != nullptr || refused_ || !enough || made_ == kMostCodes) return nullptr;
  std::shared_ptr<SegmentCode> code = Make(members_, shape);
  // The last one serves everybody.
  if (made_ == kMostCodes) absl::c_fill(code->stored, 1);
  code->record = code->members.Record(code->stored);
  return code;
}

std::shared_ptr<SegmentCode> OpenSegment::Remember(
    OpenMembers members, const std::shared_ptr<const SegmentShape>& shape,
    std::vector<char> stored) {
  const bool fits = stored.size() == shape->buffers.size();
  if (!fits || code_ != nullptr || making_ != nullptr || refused_) return nullptr;
  live_ = std::move(stored);
  std::shared_ptr<SegmentCode> code = Make(std::move(members), shape);
  code->recalled = true;
  return code;
}

// Code that stores what was ever seen live.
std::shared_ptr<SegmentCode> OpenSegment::Make(
    OpenMembers members, const std::shared_ptr<const SegmentShape>& shape) {
  ++made_;
  making_ = std::make_shared<SegmentCode>();
  making_->shape = shape;
  making_->members = std::move(members);
  making_->stored = live_;
  return making_;
}

std::shared_ptr<OpenSegment> OpenSegmentTable::Join(
    absl::Span<const Followed> nodes, const StructureTable& structures,
    const std::shared_ptr<const SegmentShape>& shape) {
  auto made = std::make_shared<OpenSegment>(nodes, structures);
  const std::vector<uint64_t> words(made->words().begin(), made->words().end());
  auto found = by_words_.find(words);
  if (found == by_words_.end()) {
    if (by_words_.size() == kMost) RemoveOldest();
    by_first_[static_cast<SkeletonId>(words[0])].push_back(made);
    found = by_words_.emplace(words, std::move(made)).first;
  }
  found->second->Join(shape);
  found->second->last_used = nodes.back().number;
  return found->second;
}

absl::Span<const std::shared_ptr<OpenSegment>> OpenSegmentTable::StartingWith(
    SkeletonId skeleton) const {
  const auto found = by_first_.find(skeleton);
  if (found == by_first_.end()) return {};
  return found->second;
}

bool OpenSegmentTable::Starts(SkeletonId skeleton) const {
  return absl::c_any_of(StartingWith(skeleton),
                        [](const auto& open) { return open->promises_at_sight(); });
}

void OpenSegmentTable::RemoveOldest() {
  const auto oldest = absl::c_min_element(by_words_, [](const auto& a, const auto& b) {
    return a.second->last_used < b.second->last_used;
  });
  const auto first = by_first_.find(static_cast<SkeletonId>(oldest->first[0]));
  first->second.erase(absl::c_find(first->second, oldest->second));
  if (first->second.empty()) by_first_.erase(first);
  by_words_.erase(oldest);
}

void OpenSegmentTable::Clear() {
  by_words_.clear();
  by_first_.clear();
}

}  // namespace tilewright::eager
