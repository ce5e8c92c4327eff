#include "runtime/eager/graph/open_family.h"

#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "runtime/eager/open/open_code.h"
#include "runtime/eager/segment_program.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

bool IsSame(const SegmentShape& a, const SegmentShape& b) {
  return absl::c_equal(
             a.nodes, b.nodes,
             [](const auto& x, const auto& y) { return x->words == y->words; }) &&
         absl::c_equal(a.arrays, b.arrays,
                       [](const SegmentShape::Array& x, const SegmentShape::Array& y) {
                         return x.place == y.place;
                       });
}

}  // namespace

// Skeletons are numbered by each capture.
std::vector<uint64_t> OpenFamily::WordsOf(absl::Span<const Followed> nodes,
                                          const StructureTable& structures,
                                          const SegmentCode& code) {
  std::vector<uint64_t> words(code.stored.begin(), code.stored.end());
  Token token;
  for (const Followed& node : nodes) {
    token.clear();
    AppendOpenToken(node, nodes[0].number, structures, &token);
    words.push_back(reinterpret_cast<uint64_t>(&node.node.operation()));
    words.insert(words.end(), token.begin(), token.end());
  }
  return words;
}

std::string OpenFamily::why_not() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return why_not_;
}

void OpenFamily::Join(const std::shared_ptr<const SegmentShape>& shape, Kind* kind) {
  const auto is_same = [&](const auto& member) { return IsSame(*member, *shape); };
  if (absl::c_any_of(kind->members, is_same)) return;
  if (kind->members.size() == kMostMembers) kind->members.erase(kind->members.begin());
  kind->members.push_back(shape);
}

void OpenFamily::Join(absl::Span<const Followed> nodes, const StructureTable& structures,
                      const SegmentCode& code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Join(code.shape, &kinds_[WordsOf(nodes, structures, code)]);
}

// Where it is refused, the code before still serves whom it fits; more members may be
// found to be one.
void OpenFamily::Compile(const runtime::CompileOptions& options,
                         const std::vector<char>& stored, Kind* kind) {
  ++kind->made;
  const auto make = [&]() -> absl::StatusOr<std::shared_ptr<const OpenCode>> {
    std::vector<ir::Program> programs;
    for (const auto& member : kind->members) {
      TW_ASSIGN_OR_RETURN(SegmentProgram made, BuildSegment(*member, stored));
      programs.push_back(std::move(made.program));
    }
    return MakeOpenCode(programs, options);
  };
  absl::StatusOr<std::shared_ptr<const OpenCode>> code = make();
  if (code.ok()) {
    kind->code = *std::move(code);
    return;
  }
  if (kind->code != nullptr || kind->made < kMostRefusals) return;
  kind->made = kMostCodes;
  why_not_ = std::string(code.status().message());
  may_open_ = false;
}

absl::Status OpenFamily::Serve(absl::Span<const Followed> nodes,
                               const StructureTable& structures,
                               const runtime::CompileOptions& options, SegmentCode* code,
                               bool* made) {
  const jit::Clock::time_point start = jit::Clock::now();
  TW_ASSIGN_OR_RETURN(SegmentProgram own, BuildSegment(*code->shape, code->stored));
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& kind = kinds_[WordsOf(nodes, structures, *code)];
  const auto fits = [&] {
    if (kind.code == nullptr) return false;
    absl::StatusOr<OpenRun> run = OpenRunOf(kind.code, own.program);
    if (!run.ok()) return false;
    code->open = *std::move(run);
    return true;
  };
  if (!fits()) {
    Join(code->shape, &kind);
    const bool enough = kind.members.size() >= kLeastMembers && kind.made < kMostCodes;
    if (!enough) return absl::NotFoundError("no code for all sizes yet");
    Compile(options, code->stored, &kind);
    if (!fits()) return absl::NotFoundError("it is no code for these sizes");
    *made = true;
  }
  code->inputs = std::move(own.inputs);
  code->outputs = std::move(own.outputs);
  code->checks = std::move(own.checks);
  code->never_stored = own.never_stored;
  code->build_ms = jit::MillisecondsSince(start);
  return absl::OkStatus();
}

}  // namespace tilewright::eager
