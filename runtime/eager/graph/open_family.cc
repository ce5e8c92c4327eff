#include "runtime/eager/graph/open_family.h"

#include <string>
#include <utility>

#include "runtime/eager/open/open_code.h"
#include "runtime/eager/segment_program.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
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

void OpenFamily::Join(absl::Span<const Followed> nodes, const StructureTable& structures,
                      const SegmentCode& code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  kinds_[WordsOf(nodes, structures, code)].members.Join(code.shape);
}

// Where it is refused, the code before still serves whom it fits; more members may be
// found to be one.
void OpenFamily::Compile(const runtime::CompileOptions& options,
                         const std::vector<char>& stored, Kind* kind) {
  ++kind->made;
  double build_ms = 0;
  absl::StatusOr<std::shared_ptr<const OpenCode>> code =
      kind->members.Compile(stored, options, &build_ms);
  if (code.ok()) {
    kind->code = *std::move(code);
    kind->use = std::make_shared<CodeUse>();
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
    code->use = kind.use;
    return true;
  };
  if (!fits()) {
    kind.members.Join(code->shape);
    const bool enough =
        kind.members.size() >= OpenMembers::kLeast && kind.made < kMostCodes;
    if (!enough) return absl::NotFoundError("no code for all sizes yet");
    Compile(options, code->stored, &kind);
    if (!fits()) return absl::NotFoundError("it is no code for these sizes");
    *made = true;
  }
  code->Take(std::move(own));
  code->build_ms = jit::MillisecondsSince(start);
  return absl::OkStatus();
}

}  // namespace tilewright::eager
