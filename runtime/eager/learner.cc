#include "runtime/eager/learner.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/numeric/bits.h"
#include "absl/strings/str_cat.h"

namespace tilewright::eager {

void Learner::NoteThread(const Followed& node) {
  const uint32_t before = std::exchange(thread_, node.thread);
  if (before == node.thread || before == 0) return;
  switched_before_ = std::exchange(switched_, node.number);
}

void Learner::Ran(const Followed& node) {
  NoteThread(node);
  if (node.apart) {
    Break("an operation stays apart");
    if (gathers_) LearnGathered(gathered_.size(), "an operation stays apart");
    return;
  }
  // Others ran between.
  if (!run_.empty() && run_.back().number + 1 != node.number) Break("the mode changed");
  ++alone_;
  ++since_;
  if (gathers_) Gather(node);
  if (run_.size() == 2 * kMostOperations) {
    Forget();
    too_long_ = true;
  }
  run_.push_back(node);
  run_.back().node = NodeView();
  FollowPeriod();
}

void Learner::Cut(uint64_t number, const char* cause) {
  EndInterval(number, cause);
  LearnRun(number, cause);
}

// What ran one by one, up to this operation.
void Learner::LearnRun(uint64_t number, const char* cause) {
  if (run_.empty() || number < run_[0].number) return;
  const size_t size = std::min<uint64_t>(number - run_[0].number + 1, run_.size());
  if (!too_long_ && size >= 2 && size <= kMostOperations) {
    longest_ = std::max(longest_, size);
    Learn(0, size, before_, cause);
  }
  const std::vector<Followed> rest(run_.begin() + static_cast<ptrdiff_t>(size),
                                   run_.end());
  Forget();
  too_long_ = false;
  before_ = 0;
  for (const Followed& node : rest) Ran(node);
}

void Learner::CutHere(const char* cause) {
  EndInterval(~uint64_t{0}, cause);
  Break(cause);
}

void Learner::Break(const char* cause) {
  if (!run_.empty()) LearnRun(run_.back().number, cause);
  before_ = 0;
}

void Learner::Pause(const char* cause) {
  if (paused_ == since_) {
    Break(cause);
  } else {
    Forget();
    too_long_ = true;
    before_ = 0;
  }
  paused_ = std::exchange(since_, 0);
}

void Learner::Knows(absl::Span<const Followed> nodes) {
  for (const Followed& node : nodes) NoteThread(node);
  const size_t before = before_ + run_.size();
  Break("what follows is known");
  before_ = before + nodes.size();
  since_ += nodes.size();
  ++pieces_;
  in_pieces_ += nodes.size();
  for (size_t i = 0; gathers_ && i < nodes.size(); ++i) Gather(nodes[i]);
}

void Learner::Gather(const Followed& node) {
  const bool follows = gathered_.empty() || gathered_.back().number + 1 == node.number;
  if (!follows || gathered_.size() == kMostGathered) {
    StopGathering();
    return;
  }
  gathered_.push_back(node);
  gathered_.back().node = NodeView();
}

void Learner::StopGathering() {
  gathers_ = false;
  gathered_ = {};
}

// The program has cut behind this operation.
void Learner::EndInterval(uint64_t number, const char* cause) {
  const size_t size = in_pieces_ + alone_;
  if (gathers_) {
    const auto is_behind = [&](const Followed& node) { return node.number > number; };
    LearnGathered(absl::c_find_if(gathered_, is_behind) - gathered_.begin(), cause);
    StopGathering();
    gathered_before_ = size;
  } else {
    loops_ = pieces_ > kManyPieces && in_pieces_ < pieces_ * kSmallPiece;
    const bool are_steps = longest_period_ >= kLeastRepeated;
    if (loops_ || (alone_ > kMostOperations && !are_steps)) {
      gathers_ = absl::has_single_bit(++scattered_);
    } else if (size == gathered_before_) {
      scattered_ = 0;
    }
  }
  pieces_ = in_pieces_ = alone_ = since_ = longest_period_ = 0;
  if (run_.empty()) too_long_ = false;
}

// The first of what was gathered, which are no longer there then.
void Learner::LearnGathered(size_t size, const std::string& cause) {
  run_.swap(gathered_);
  for (size_t first = 0; first < size; first += kMostOperations) {
    const size_t count = std::min(size - first, kMostOperations);
    if (count < 2) continue;
    // Pieces of a loop begin alike, and each might be taken for the next one.
    if (loops_) {
      Keep(first, count, cause);
    } else {
      LearnPieces(first, count, first, cause);
    }
  }
  run_.swap(gathered_);
  gathered_.clear();
}

void Learner::Forget() {
  for (const Followed& node : run_) last_at_[node.structure] = 0;
  run_.clear();
  period_ = repeated_ = learned_period_ = 0;
}

void Learner::Clear() {
  Forget();
  StopGathering();
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
  if (period_ > learned_period_ &&
      repeated_ >= std::max({period_, kLeastRepeated, longest_})) {
    LearnPeriod();
  }
}

void Learner::LearnPeriod() {
  learned_period_ = period_;
  longest_period_ = std::max(longest_period_, period_);
  too_long_ = true;
  const size_t times = (kLeastOperations + period_ - 1) / period_;
  const size_t size = times * period_;
  // As far back as operations come again, a segment may begin anywhere.
  const size_t behind = run_.size();
  const size_t first = behind - std::min(behind, repeated_ + period_);
  if (size > kMostOperations || first + size > behind) return;
  const size_t last = std::min(first + period_ - 1, behind - size);
  const std::vector<int64_t> handed_on = Crossings().used;
  const auto begin =
      std::min_element(handed_on.begin() + static_cast<ptrdiff_t>(first),
                       handed_on.begin() + static_cast<ptrdiff_t>(last) + 1);
  const size_t start = begin - handed_on.begin();
  Learn(start, size, 0, absl::StrCat("it repeats, ", times, " times in it"));
  const auto periods = absl::MakeConstSpan(run_).subspan(start, size);
  if (Segment* const known = table_->FindBeginning(periods, kLeastOperations)) {
    known->repeats = true;
  }
}

void Learner::Learn(size_t first, size_t size, size_t before, const std::string& cause) {
  const auto nodes = [&](size_t begin, size_t end) {
    return absl::MakeConstSpan(run_).subspan(begin, end - begin);
  };
  const size_t end = first + size;
  size_t begin = first;
  // Of what is known the code may not be there yet.
  while (const Segment* const known =
             table_->FindBeginning(nodes(begin, end), kOperationsOfPiece / 2)) {
    begin += known->size();
  }
  if (end - begin >= 2) LearnPieces(begin, end - begin, before + begin - first, cause);
}

void Learner::LearnPieces(size_t first, size_t size, size_t before,
                          const std::string& cause) {
  const size_t end = first + size;
  size_t begin = first;
  for (const size_t cut : Cuts(first, size, before)) {
    Keep(begin, cut - begin, cut == end ? cause : "it runs while more is recorded");
    begin = cut;
  }
}

void Learner::Keep(size_t first, size_t size, const std::string& cause) {
  const auto piece = absl::MakeConstSpan(run_).subspan(first, size);
  if (table_->Find(piece) != nullptr) return;
  Segment* const segment = table_->Add(piece, *structures_, cause);
  segment->by_chance = ThreadsTakeTurns(piece.back().number);
  if (!segment->by_chance) table_->JoinOpen(piece, *structures_, segment);
}

// Where pieces end. Each has about twice the operations of the one before, and little is
// handed on from one to the next. They begin alike however long the run is, and whether
// or not those `before` it belong to it: so a step that goes on in another way, as the
// first one does, begins with known ones.
std::vector<size_t> Learner::Cuts(size_t first, size_t size, size_t before) const {
  std::vector<size_t> cuts;
  const size_t end = before + size;  // as all places here, since the last cut
  Crossing crossing;
  size_t last = before;
  size_t share = kOperationsOfPiece;
  size_t middle = share;
  for (size_t piece = 1; piece < kMostPieces && middle + share <= end; ++piece) {
    const size_t reach = share / 4;
    if (middle > last + 2 * reach) {
      if (crossing.used.empty()) crossing = Crossings();
      const auto place =
          crossing.used.begin() + static_cast<ptrdiff_t>(first + middle - before);
      const size_t cut = std::min_element(place - static_cast<ptrdiff_t>(reach),
                                          place + static_cast<ptrdiff_t>(reach) + 1) -
                         crossing.used.begin();
      const size_t behind = first + size - cut;
      if (static_cast<size_t>(crossing.written[cut]) <= behind * kBytesAnOperation) {
        cuts.push_back(cut);
        last = before + cut - first;
      }
    }
    share *= 2;
    middle += share;
  }
  cuts.push_back(first + size);
  return cuts;
}

Learner::Crossing Learner::Crossings() const {
  const uint64_t start = run_[0].number;
  Crossing crossing;
  crossing.used.assign(run_.size() + 1, 0);
  crossing.written.assign(run_.size() + 1, 0);
  // Changes, first. What begins behind operation `from` ends before operation `to`.
  const auto add = [](std::vector<int64_t>* list, size_t from, size_t to, int64_t bytes) {
    (*list)[from + 1] += bytes;
    (*list)[to + 1] -= bytes;
  };
  constexpr size_t kNever = ~size_t{0};
  // Where it was written last, by operation and operand.
  std::vector<std::vector<size_t>> written(run_.size());
  for (size_t i = 0; i < run_.size(); ++i) {
    const NodeStructure& structure = (*structures_)[run_[i].structure].structure;
    written[i].assign(structure.operands.size(), kNever);
    for (const Link& link : run_[i].links) {
      const bool writes = link.here >= structure.head.operands;
      const NodeOperand& operand = structure.operands[link.here];
      const int64_t bytes = ir::TensorType{operand.element, operand.sizes}.byte_size();
      size_t before = kNever;
      if (link.before >= start) {
        before = written[link.before - start][link.operand];
        if (link.before != run_[i].number) {
          const size_t last = link.before - start;
          add(&crossing.used, last, i, bytes);
          if (before != kNever) add(&crossing.written, last, i, bytes);
        }
      }
      written[i][link.here] = writes ? i : before;
    }
  }
  for (size_t i = 1; i < crossing.used.size(); ++i) {
    crossing.used[i] += crossing.used[i - 1];
    crossing.written[i] += crossing.written[i - 1];
  }
  return crossing;
}

}  // namespace tilewright::eager
