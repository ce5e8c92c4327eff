#include "runtime/eager/learner.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace tilewright::eager {

void Learner::Ran(const Followed& node) {
  if (node.apart) {
    CutHere("an operation stays apart");
    return;
  }
  // Others ran between.
  if (!run_.empty() && run_.back().number + 1 != node.number) CutHere("the mode changed");
  if (run_.size() == 2 * kMostOperations) {
    Forget();
    too_long_ = true;
  }
  run_.push_back(node);
  run_.back().words = nullptr;
  FollowPeriod();
}

void Learner::Cut(uint64_t number, const char* cause) {
  if (run_.empty() || number < run_[0].number) return;
  const size_t size = std::min<uint64_t>(number - run_[0].number + 1, run_.size());
  const auto nodes = absl::MakeConstSpan(run_).subspan(0, size);
  if (!too_long_ && size >= 2 && size <= kMostOperations &&
      table_->Find(nodes) == nullptr) {
    table_->Add(nodes, *structures_, cause);
  }
  const std::vector<Followed> rest(run_.begin() + static_cast<ptrdiff_t>(size),
                                   run_.end());
  Forget();
  too_long_ = false;
  for (const Followed& node : rest) Ran(node);
}

void Learner::CutHere(const char* cause) {
  if (!run_.empty()) Cut(run_.back().number, cause);
}

void Learner::Forget() {
  for (const Followed& node : run_) last_at_[node.structure] = 0;
  run_.clear();
  period_ = repeated_ = learned_period_ = 0;
}

void Learner::Clear() {
  Forget();
  last_at_.clear();
}

void Learner::FollowPeriod() {
  const size_t here = run_.size() - 1;
  const StructureId structure = run_[here].structure;
  if (structure >= last_at_.size()) last_at_.resize(structure + 1, 0);
  if (period_ > 0 && run_[here - period_].structure == structure) {
    ++repeated_;
  } else {
    const int32_t before = last_at_[structure];
    period_ = before > 0 ? here + 1 - before : 0;
    repeated_ = period_ > 0 ? 1 : 0;
  }
  last_at_[structure] = static_cast<int32_t>(here + 1);
  if (period_ > learned_period_ && repeated_ >= std::max(period_, kLeastRepeated)) {
    LearnPeriod();
  }
}

void Learner::LearnPeriod() {
  learned_period_ = period_;
  too_long_ = true;
  const size_t times = (kLeastOperations + period_ - 1) / period_;
  const size_t size = times * period_;
  // As far back as operations come again, a segment may begin anywhere.
  const size_t behind = run_.size();
  const size_t first = behind - std::min(behind, repeated_ + period_);
  if (size > kMostOperations || first + size > behind) return;
  const size_t last = std::min(first + period_ - 1, behind - size);
  const size_t begin = BestCut(first, last);
  const auto nodes = absl::MakeConstSpan(run_).subspan(begin, size);
  if (table_->Find(nodes) == nullptr) {
    table_->Add(nodes, *structures_, absl::StrCat("it repeats, ", times, " times in it"));
  }
}

// Where the fewest bytes are handed on from operations before to those after.
size_t Learner::BestCut(size_t first, size_t last) const {
  const uint64_t start = run_[0].number;
  std::vector<int64_t> change(run_.size() + 1, 0);
  for (size_t i = 0; i < run_.size(); ++i) {
    const NodeStructure& structure = (*structures_)[run_[i].structure].structure;
    for (const Link& link : run_[i].links) {
      if (link.before < start || link.before == run_[i].number) continue;
      const NodeOperand& operand = structure.operands[link.here];
      const int64_t bytes = ir::TensorType{operand.element, operand.sizes}.byte_size();
      change[link.before - start + 1] += bytes;  // it lives before the next one,
      change[i + 1] -= bytes;                    // up to before this one
    }
  }
  size_t best = first;
  int64_t least = -1;
  int64_t live = 0;
  for (size_t i = 0; i <= last; ++i) {
    live += change[i];
    if (i < first) continue;
    if (least < 0 || live < least) {
      least = live;
      best = i;
    }
  }
  return best;
}

}  // namespace tilewright::eager
