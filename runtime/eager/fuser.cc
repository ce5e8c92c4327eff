#include "runtime/eager/fuser.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/algorithm/container.h"
#include "runtime/eager/program.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

// Distinct operations that are remembered. Beyond that everything is forgotten.
constexpr size_t kMostStructures = size_t{1} << 16;
// How long operations are held back where nothing follows them: those of a segment that
// is whole; others; and the beginning of one that has run so often that its program goes
// on here: what Python's collection of garbage takes.
constexpr std::chrono::milliseconds kMoment(1), kIdle(20), kLongIdle(2000);
constexpr int64_t kRunsBelieved = 2;

}  // namespace

Fuser::Fuser(runtime::Device* device, Counters* counters, Ring* ring, RunOne run_one,
             Keep keep)
    : device_(device),
      counters_(counters),
      ring_(ring),
      run_one_(std::move(run_one)),
      keep_(std::move(keep)),
      learner_(&structures_, &table_),
      // Its thread has no end.
      compiler_(*new SegmentCompiler(counters)) {}

void Fuser::Take(const Ring::Recorded& recorded) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!holds() && structures_.size() > kMostStructures) Forget();
  held_.push_back(Follow(recorded.node, recorded.number, &structures_));
  RecallFor(recorded.number);
  AdvanceAll(End::kOpen);
  intervals_.Take(recorded.number, holds());
}

bool Fuser::RunsAlone(const NodeView& node, uint64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (structures_.size() > kMostStructures) Forget();
  const StructureId structure = structures_.Intern(node);
  RecallFor(number);
  return !table_.Starts(structure) &&
         !table_.open().Starts(structures_[structure].skeleton);
}

void Fuser::RanAlone(const NodeView& node, uint64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Followed followed = Follow(node, number, &structures_);
  last_ = followed.structure;
  learner_.Ran(followed);
}

// What has been met of what is recalled, up to this operation.
void Fuser::RecallFor(uint64_t number) {
  if (recall_ == nullptr) {
    if (!recall_begun_) compiler_.BeginRecall();
    recall_begun_ = true;
    recall_ = compiler_.TakeRecall();
    if (recall_ == nullptr) return;
  }
  for (; met_ < structures_.size(); ++met_) {
    const auto met = structures_.Share(met_);
    for (const std::string* const digest : {&met->digest, &met->skeleton_digest}) {
      for (const Recalled& each : recall_->Met(*digest, met_)) {
        each.record.is_open() ? RememberOpen(each, number) : Remember(each, number);
      }
    }
  }
}

void Fuser::Remember(const Recalled& recalled, uint64_t number) {
  const std::vector<Followed> nodes =
      FollowedFrom(recalled.record.shapes[0], recalled.structures[0], structures_);
  if (nodes.empty()) return;
  Segment* segment = table_.Find(nodes);
  if (segment == nullptr) {
    segment = table_.Add(nodes, structures_, "it was compiled before");
    segment->last_used = number;
    table_.JoinOpen(nodes, structures_, segment);
  }
  if (auto wanted = segment->Remember(recalled.record.stored); wanted != nullptr) {
    compiler_.Submit(std::move(wanted));
  }
}

// Those that the code was made of, so that the same is made of them.
void Fuser::RememberOpen(const Recalled& recalled, uint64_t number) {
  OpenMembers members;
  std::shared_ptr<const SegmentShape> shape;
  std::shared_ptr<OpenSegment> open;
  for (size_t s = 0; s < recalled.structures.size(); ++s) {
    const SegmentRecord::Shape& record = recalled.record.shapes[s];
    std::vector<StructureId> resized;
    for (size_t i = 0; i < record.structures.size(); ++i) {
      const auto structure =
          structures_.Resize(recalled.structures[s][i], record.structures[i].sizes);
      if (!structure) return;
      resized.push_back(*structure);
    }
    const std::vector<Followed> nodes = FollowedFrom(record, resized, structures_);
    if (nodes.empty()) return;
    shape = std::make_shared<const SegmentShape>(ShapeOf(nodes, structures_));
    members.Join(shape);
    const auto joined = table_.open().Join(nodes, structures_, shape);
    joined->last_used = number;
    if (open != nullptr && open != joined) return;
    open = joined;
  }
  auto wanted = open->Remember(std::move(members), shape, recalled.record.stored);
  if (wanted != nullptr) compiler_.Submit(std::move(wanted));
}

void Fuser::Settle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  settled_ = true;
  if (!OwnsTooMuch()) AdvanceAll(End::kClosed);
}

std::chrono::milliseconds Fuser::patience() const {
  if (!settled_) return kMoment;
  const auto believed = [](const auto& segment) {
    return segment->runs >= kRunsBelieved;
  };
  return AnyCandidate(believed) ? kLongIdle : kIdle;
}

void Fuser::Cut(uint64_t number, const char* cause, Place place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!holds() || number < first_held()) {
    learner_.Cut(number, cause);
    if (place == Place::kStop) EndInterval(number);
    return;
  }
  size_t limit = std::min<uint64_t>(number - first_held(), held().size() - 1) + 1;
  // What is held behind it is looked at again, as the beginning of something.
  if (fed_ > limit) Restart();
  while (limit > 0) {
    Advance(&limit, End::kClosed);
    if (limit > 0) Fall(&limit);
  }
  if (place == Place::kPause) {
    learner_.Pause(cause);
  } else {
    learner_.CutHere(cause);
  }
  if (place == Place::kStop) EndInterval(number);
  AdvanceAll(End::kOpen);
}

void Fuser::EndInterval(uint64_t number) {
  if (ring_->passed() == number && structures_.size() > 0) {
    intervals_.End(last_, number);
  } else {
    intervals_.Lose();
  }
}

std::vector<SegmentReport> Fuser::Report() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<SegmentReport> report;
  for (const auto& segment : table_.segments()) report.push_back(segment->Report());
  return report;
}

void Fuser::AdvanceAll(End end) {
  size_t limit = held().size();
  Advance(&limit, end);
}

// Feeds the first `limit` operations; those that run meanwhile are taken off it.
void Fuser::Advance(size_t* limit, End end) {
  settled_ = true;
  while (fed_ < *limit) {
    if (!Feed(held()[fed_])) {
      Fall(limit);
      continue;
    }
    // What is live at the end of a segment is known when something follows.
    const bool last = held()[fed_].number == ring_->appended();
    if (last && end == End::kOpen &&
        AnyCandidate([&](const auto& segment) { return segment->size() == fed_ + 1; })) {
      settled_ = false;
      return;
    }
    ++fed_;
    Meet();
    const bool more = AnyCandidate([&](const auto& segment) {
      return segment->size() > fed_ && segment->promises();
    });
    if (!more) Fall(limit);
  }
}

// Whether any candidate goes on with it.
bool Fuser::Feed(const Followed& node) {
  if (node.apart) return false;
  token_.clear();
  AppendToken(node, first_held(), &token_);
  const auto token = absl::MakeConstSpan(token_);
  if (fed_ == 0) {
    const auto found = table_.StartingWith(token);
    candidates_.assign(found.begin(), found.end());
  } else {
    const auto differs = [&](const Segment* segment) {
      return segment->size() <= fed_ || segment->token(fed_) != token;
    };
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), differs),
                      candidates_.end());
  }
  if (candidates_.empty() && best_.segment == nullptr) FeedOpen();
  return !candidates_.empty() || !open_candidates_.empty();
}

// Where no segment of these sizes is left, those of all sizes are looked at, from the
// first operation on.
void Fuser::FeedOpen() {
  for (; open_fed_ <= fed_; ++open_fed_) {
    const Followed& node = held()[open_fed_];
    if (open_fed_ == 0) {
      for (const auto& open :
           table_.open().StartingWith(structures_[node.structure].skeleton)) {
        if (open->promises_at_sight()) open_candidates_.push_back(open);
      }
    }
    if (open_candidates_.empty()) continue;
    token_.clear();
    AppendOpenToken(node, first_held(), structures_, &token_);
    const auto differs = [&](const std::shared_ptr<OpenSegment>& open) {
      return open->size() <= open_fed_ ||
             open->token(open_fed_) != absl::MakeConstSpan(token_);
    };
    open_candidates_.erase(
        std::remove_if(open_candidates_.begin(), open_candidates_.end(), differs),
        open_candidates_.end());
  }
}

// Whether a segment that is whole with the next operation has no code for what the
// program owns now. Where it was stopped just when it had recorded that, it is about to
// let go of what it always lets go of.
bool Fuser::OwnsTooMuch() const {
  const auto waits = [&](const auto& segment) {
    return segment->size() == fed_ + 1 && segment->promises();
  };
  const auto lacks = [&](const Segment* segment) {
    return waits(segment) && segment->FindCode(segment->LiveAfter(held())) == nullptr;
  };
  const auto lacks_open = [&](const std::shared_ptr<OpenSegment>& open) {
    if (!waits(open)) return false;
    const auto nodes = held().subspan(0, open->size());
    return !open->Serves(
        LiveAfter(ShapeOf(nodes, structures_), nodes, nodes.back().number));
  };
  return absl::c_any_of(candidates_, lacks) ||
         absl::c_any_of(open_candidates_, lacks_open);
}

// A candidate may be whole now.
void Fuser::Meet() {
  for (Segment* const segment : candidates_) {
    if (segment->size() != fed_) continue;
    See(segment);
    const std::vector<char> live = segment->LiveAfter(held());
    SegmentCode* code = segment->FindCode(live);
    if (code == nullptr) {
      if (const SegmentCode* const loading = segment->FindLoading(live)) {
        compiler_.AwaitLoaded(*loading);
        code = segment->FindCode(live);
      }
    }
    if (code != nullptr) {
      best_ = {segment, code};
      if (code->open && !segment->has_own && segment->open != nullptr &&
          segment->open->MayHaveOwn(segment->runs)) {
        segment->has_own = true;
        segment->open->GivesOwn();
        Rehearse(segment);
      }
    } else if (segment->open != nullptr && segment->open->takes_over()) {
      UseOpen(segment, live);
    } else if (segment->promises()) {
      known_ = fed_;
      Rehearse(segment);
    }
  }
  MeetOpen();
}

void Fuser::See(Segment* segment) {
  ++segment->seen;
  segment->last_used = held()[fed_ - 1].number;
  segment->place = held()[fed_ - 1].node.place();
}

// The first time with these sizes.
void Fuser::MeetOpen() {
  for (const std::shared_ptr<OpenSegment>& open : open_candidates_) {
    if (open->size() != fed_) continue;
    const auto nodes = held().subspan(0, fed_);
    if (table_.Find(nodes) != nullptr) continue;
    Segment* const segment =
        table_.Add(nodes, structures_, "it is another one with other sizes");
    segment->open = open;
    See(segment);
    UseOpen(segment, segment->LiveAfter(held()));
  }
}

// Takes code for all sizes, or has it made.
void Fuser::UseOpen(Segment* segment, const std::vector<char>& live) {
  OpenSegment& open = *segment->open;
  open.last_used = segment->last_used;
  known_ = fed_;
  if (const SegmentCode* const loading = open.loading()) compiler_.AwaitLoaded(*loading);
  absl::StatusOr<std::shared_ptr<SegmentCode>> code =
      open.CodeFor(segment->shape(), live);
  if (code.ok()) {
    SegmentCode* const taken = segment->Take(*std::move(code));
    if (taken != nullptr) best_ = {segment, taken};
    return;
  }
  if (auto wanted = open.Rehearse(segment->shape(), live); wanted != nullptr) {
    wanted->place = segment->place;
    compiler_.Submit(std::move(wanted));
  }
  // It gets code of its own.
  if (!absl::IsNotFound(code.status())) segment->open = nullptr;
}

// What threads happen to record is ever new: the more there has been of it, the more
// often the next one has to come.
void Fuser::Rehearse(Segment* segment) {
  constexpr int kLeastTimes = 4, kManyMore = 16;
  const int times = std::min(Segment::kMostRehearsals,
                             kLeastTimes << std::min(by_chance_ / kManyMore, 8));
  std::shared_ptr<SegmentCode> wanted = segment->Rehearse(held(), times);
  if (wanted == nullptr) return;
  if (segment->by_chance) ++by_chance_;
  wanted->place = segment->place;
  compiler_.Submit(std::move(wanted));
}

// Runs the longest segment, as one or one by one, or the first operation; begins anew
// behind that.
void Fuser::Fall(size_t* limit) {
  const Match best = best_;
  if (best.segment != nullptr && Launch(best)) {
    *limit -= best.segment->size();
    return;
  }
  const size_t known =
      std::max(known_, best.segment == nullptr ? 0 : best.segment->size());
  if (known > 0) {
    RunApart(known);
    *limit -= known;
    return;
  }
  RunFirst();
  --*limit;
}

bool Fuser::Launch(const Match& match) {
  if (ended_.load(std::memory_order_acquire)) return false;
  const auto nodes = held().subspan(0, match.segment->size());
  const std::vector<Buffer*> buffers = BuffersOf(*match.segment->shape(), nodes);
  // One by one, what is poisoned and what is not are told apart.
  for (const Buffer* const buffer : buffers) {
    if (buffer->poison() != nullptr) return false;
  }
  // Who owned nothing then owns nothing now; a lost owner more does no harm.
  const jit::Clock::time_point start = jit::Clock::now();
  std::vector<int64_t> found(match.code->checks.size());
  const RunContext context = {device_, counters_, &ring_->waiters()};
  if (!RunSegment(*match.code, nodes, buffers, context, absl::MakeSpan(found)).ok()) {
    return false;
  }
  Poison(*match.code, nodes, found);
  const jit::Clock::duration taken = jit::Clock::now() - start;
  const double run_ms = std::chrono::duration<double, std::milli>(taken).count();
  match.segment->run_ms += run_ms;
  intervals_.Add(taken);
  ++match.segment->runs;
  if (match.segment->open != nullptr) match.segment->open->Ran(run_ms);
  learner_.Knows(nodes);
  Count(counters_->executions);
  Count(counters_->segment_runs);
  Count(counters_->fused_ops, static_cast<int64_t>(nodes.size()));
  Count(counters_->bytes_never_stored, match.code->never_stored);
  Drop(nodes.size());
  return true;
}

// Where a check of an operation does not hold it has failed, and so have those that read
// what it should have written; the others have run, and heal what they wrote whole.
void Fuser::Poison(const SegmentCode& code, absl::Span<const Followed> nodes,
                   absl::Span<const int64_t> found) {
  const auto holds = [](int64_t each) { return each == Check::kHolds; };
  if (absl::c_all_of(found, holds)) return;
  size_t next = 0;  // of the checks, which are in the order of their operations
  for (size_t n = 0; n < nodes.size(); ++n) {
    const NodeView& node = nodes[n].node;
    const absl::Status* error = node.poison();
    for (; next < found.size() && code.checks[next].node == n; ++next) {
      if (error != nullptr || holds(found[next])) continue;
      error =
          keep_(Failure(code.checks[next].check, found[next], node.Structure()), node);
    }
    node.SetPoison(error);
  }
}

// The first operation, by itself.
void Fuser::RunHead() {
  Followed& head = held_[front_];
  const jit::Clock::time_point start = jit::Clock::now();
  const bool stays_apart = run_one_(head.node);
  intervals_.Add(jit::Clock::now() - start);
  if (!stays_apart) return;
  structures_.KeepApart(head.structure);
  head.apart = true;
}

// What is known is not learned again.
void Fuser::RunApart(size_t count) {
  learner_.Knows(held().subspan(0, count));
  // Each lets go of its memory before the next one gets its own.
  for (size_t i = 0; i < count; ++i) {
    RunHead();
    Pass(held()[0]);
    ++front_;
  }
  Drop(0);
}

void Fuser::RunFirst() {
  RunHead();
  learner_.Ran(held()[0]);
  Drop(1);
}

void Fuser::Pass(const Followed& followed) {
  last_ = followed.structure;
  followed.node.ReleaseBuffers();
  ring_->Pop(followed.node);
}

void Fuser::Drop(size_t count) {
  for (const Followed& followed : held().subspan(0, count)) Pass(followed);
  front_ += count;
  if (2 * front_ >= held_.size()) {
    held_.erase(held_.begin(), held_.begin() + static_cast<ptrdiff_t>(front_));
    front_ = 0;
  }
  Restart();
}

void Fuser::Restart() {
  fed_ = 0;
  candidates_.clear();
  open_fed_ = 0;
  open_candidates_.clear();
  best_ = {};
  known_ = 0;
  table_.Sweep();
}

void Fuser::Forget() {
  learner_.Clear();
  intervals_.Clear();
  table_.Clear();
  structures_.Clear();
  if (structures_.skeletons() > kMostStructures) {
    table_.ClearOpen();
    structures_.ClearSkeletons();
  }
  // It knows numbers of these.
  recall_ = std::make_unique<Recall>(std::vector<SegmentRecord>());
  met_ = 0;
}

}  // namespace tilewright::eager
