#include "runtime/eager/segment.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "runtime/eager/open_segment.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

// Kernels that take longer alone are shared whatever was measured.
constexpr double kSmallKernelMs = 0.05;

}  // namespace

void SegmentCode::Take(SegmentProgram made) {
  inputs = std::move(made.inputs);
  outputs = std::move(made.outputs);
  checks = std::move(made.checks);
  never_stored = made.never_stored;
}

bool SegmentCode::Covers(const std::vector<char>& live) const {
  for (size_t b = 0; b < live.size(); ++b) {
    if (live[b] && !stored[b]) return false;
  }
  return true;
}

Segment::Segment(absl::Span<const Followed> nodes, const StructureTable& structures,
                 std::string cut)
    : shape_(std::make_shared<const SegmentShape>(ShapeOf(nodes, structures))),
      cut_(std::move(cut)),
      live_(shape_->buffers.size(), 0) {
  Token token;
  for (const Followed& node : nodes) {
    token.clear();
    AppendToken(node, nodes[0].number, &token);
    words_.insert(words_.end(), token.begin(), token.end());
    ends_.push_back(static_cast<uint32_t>(words_.size()));
  }
}

SegmentCode* Segment::FindCode(const std::vector<char>& live) const {
  SegmentCode* best = nullptr;
  for (const auto& code : codes_) {
    if (!code->ready() || !code->Covers(live)) continue;
    // Code for these sizes alone is faster.
    const auto worth = [](const SegmentCode& each) {
      return std::pair(each.never_stored, !each.open.has_value());
    };
    if (best == nullptr || worth(*code) > worth(*best)) best = code.get();
  }
  return best;
}

const SegmentCode* Segment::FindLoading(const std::vector<char>& live) const {
  for (const auto& code : codes_) {
    const bool done = code->done.load(std::memory_order_acquire);
    if (code->recalled && !done && code->Covers(live)) return code.get();
  }
  return nullptr;
}

bool Segment::has_code() const {
  return absl::c_any_of(codes_, [](const auto& code) { return code->ready(); });
}

bool Segment::promises() const {
  if (has_code()) return true;
  if (open != nullptr && open->takes_over()) return open->promises();
  return rehearsals_ < (by_chance ? kMostRehearsals : 1);
}

std::shared_ptr<SegmentCode> Segment::Rehearse(absl::Span<const Followed> nodes,
                                               int times) {
  const uint64_t here = nodes[size() - 1].number;
  const uint64_t soon = kSoon * std::max<uint64_t>(size(), kShort);
  if (by_chance && here - rehearsed_at_ > soon) rehearsals_ = 0;
  rehearsed_at_ = here;
  ++rehearsals_;
  const std::vector<char> live = LiveAfter(nodes);
  // Another thread of the program's may let go of something a moment earlier or later.
  const std::vector<char> earlier =
      eager::LiveAfter(*shape_, nodes, here - std::min(size(), kLettingGo));
  for (size_t b = 0; b < live.size(); ++b) {
    const bool perhaps = earlier[b] && shape_->buffers[b].last + kLettingGo >= size();
    live_[b] |= live[b] || perhaps ? 1 : 0;
  }
  if (by_chance && rehearsals_ < times) return nullptr;
  for (const auto& code : codes_) {
    if (!code->done.load(std::memory_order_acquire) || code->failed()) return nullptr;
  }
  // What is live by chance is not worth a program.
  const bool has_own_code = absl::c_any_of(
      codes_, [](const auto& code) { return code->ready() && !code->open; });
  if (codes_.size() == kMostCodes || (has_own_code && ++misses_ < 2)) return nullptr;
  misses_ = 0;
  std::vector<char> stored = live_;
  // The last one that there is room for serves everybody.
  if (codes_.size() + 1 == kMostCodes) absl::c_fill(stored, 1);
  std::shared_ptr<SegmentCode> code = AddCode(std::move(stored));
  code->record =
      EncodeRecord({{RecordOf(*shape_, RecordedSizes::kInDigests)}, code->stored});
  return code;
}

std::shared_ptr<SegmentCode> Segment::Remember(std::vector<char> stored) {
  if (stored.size() != shape_->buffers.size() || codes_.size() + 1 >= kMostCodes) {
    return nullptr;
  }
  for (const auto& code : codes_) {
    if (code->stored == stored) return nullptr;
  }
  std::shared_ptr<SegmentCode> code = AddCode(std::move(stored));
  code->recalled = true;
  return code;
}

SegmentCode* Segment::Take(std::shared_ptr<SegmentCode> code) {
  const auto is_failed = [](const auto& other) { return other->failed(); };
  codes_.erase(std::remove_if(codes_.begin(), codes_.end(), is_failed), codes_.end());
  if (codes_.size() == kMostCodes) return nullptr;
  codes_.push_back(std::move(code));
  return codes_.back().get();
}

std::shared_ptr<SegmentCode> Segment::AddCode(std::vector<char> stored) {
  auto code = std::make_shared<SegmentCode>();
  code->shape = shape_;
  code->stored = std::move(stored);
  codes_.push_back(code);
  return code;
}

SegmentReport Segment::Report() const {
  SegmentReport report;
  report.operations = static_cast<int64_t>(size());
  report.first = std::string(shape_->nodes.front()->structure.head.operation->name);
  report.last = std::string(shape_->nodes.back()->structure.head.operation->name);
  report.cut = cut_;
  report.place = place;
  report.state = "seen";
  report.seen = seen;
  report.runs = runs;
  report.run_ms = run_ms;
  for (const auto& code : codes_) {
    if (code->failed()) report.state = std::string(code->status.message());
    if (!code->ready()) continue;
    report.state = "ready";
    report.kernels = code->kernels();
    report.never_stored = code->never_stored;
    report.build_ms += code->build_ms;
    report.compile_ms += code->compile_ms;
  }
  // Also where others serve meanwhile: who measures waits for that.
  const auto pending = [](const auto& code) {
    return !code->done.load(std::memory_order_acquire);
  };
  const bool waits = codes_.empty() && open != nullptr && open->is_compiling();
  if (waits || absl::c_any_of(codes_, pending)) report.state = "compiling";
  return report;
}

absl::Status RunCode(SegmentCode& code, absl::Span<const void* const> inputs,
                     std::vector<void*> outputs, const RunContext& context,
                     absl::Span<int64_t> found) {
  for (int64_t& each : found) outputs.push_back(&each);
  runtime::ExecuteOptions options;
  options.threads = context.device->threads();
  options.memory = context.device->memory().get();
  options.workers = &context.device->workers();
  options.waiters = context.waiters;
  // Only then do kernels share at all.
  const bool shares = options.waiters == nullptr || *options.waiters > 0;
  const bool trial = shares && code.trials < 2 * SegmentCode::kTrials;
  const double small_ms = kSmallKernelMs * static_cast<double>(code.kernels());
  // What takes longer than that when shared is not tried alone: a run of seconds would be
  // one of twice as many.
  const bool alone = trial ? code.trials % 2 == 1 && code.shared_ms < small_ms
                           : code.alone_ms < std::min(small_ms, code.shared_ms);
  if (alone) options.threads = 1;
  const auto start = trial ? jit::Clock::now() : jit::Clock::time_point();
  TW_RETURN_IF_ERROR(code.open ? RunOpen(*code.open, inputs, outputs, options)
                               : code.executable->Execute(inputs, outputs, options));
  if (trial) {
    double& best = alone ? code.alone_ms : code.shared_ms;
    best = std::min(best, jit::MillisecondsSince(start));
    ++code.trials;
  }
  code.use->Ran();
  return absl::OkStatus();
}

absl::Status RunSegment(SegmentCode& code, absl::Span<const Followed> nodes,
                        absl::Span<Buffer* const> buffers, const RunContext& context,
                        absl::Span<int64_t> found) {
  const SegmentShape& shape = *code.shape;
  std::vector<uint8_t*> first(buffers.size());
  for (const auto places : {&code.inputs, &code.outputs}) {
    for (const SegmentProgram::Place& place : *places) {
      if (place.buffer < 0 || first[place.buffer] != nullptr) continue;
      TW_RETURN_IF_ERROR(buffers[place.buffer]->Bind());
      const SegmentShape::BufferUse& use = shape.buffers[place.buffer];
      first[place.buffer] = nodes[use.node].node.address(use.operand);
    }
  }
  std::vector<const void*> inputs;
  inputs.reserve(code.inputs.size());
  for (const SegmentProgram::Place& place : code.inputs) {
    if (place.buffer >= 0) {
      inputs.push_back(first[place.buffer] + place.offset);
    } else {
      inputs.push_back(nodes[place.node].node.immediate(place.operand));
    }
  }
  std::vector<void*> outputs;
  outputs.reserve(code.outputs.size() + found.size());
  for (const SegmentProgram::Place& place : code.outputs) {
    outputs.push_back(first[place.buffer] + place.offset);
  }
  return RunCode(code, inputs, std::move(outputs), context, found);
}

}  // namespace tilewright::eager
