#include "runtime/eager/graph/open_family.h"

#include <string>
#include <utility>

#include "runtime/eager/open/open_code.h"
#include "runtime/eager/segment_program.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

void AppendKinds(const ir::Region& region, std::vector<uint64_t>* words) {
  words->push_back(region.operations.size());
  for (const ir::Operation& operation : region.operations) {
    words->push_back(static_cast<uint64_t>(operation.kind));
    for (const ir::Region& inner : operation.regions) AppendKinds(inner, words);
  }
}

}  // namespace

// Skeletons are numbered by each capture. Of many elements an operation may be written in
// another way than of few.
std::vector<uint64_t> OpenFamily::WordsOf(absl::Span<const Followed> nodes,
                                          const StructureTable& structures,
                                          const SegmentCode& code,
                                          const ir::Program& program) {
  std::vector<uint64_t> words(code.stored.begin(), code.stored.end());
  Token token;
  for (const Followed& node : nodes) {
    token.clear();
    AppendOpenToken(node, nodes[0].number, structures, &token);
    words.push_back(reinterpret_cast<uint64_t>(&node.node.operation()));
    words.insert(words.end(), token.begin(), token.end());
  }
  AppendKinds(program.body, &words);
  return words;
}

std::string OpenFamily::why_not() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return why_not_;
}

absl::Status OpenFamily::Join(absl::Span<const Followed> nodes,
                              const StructureTable& structures, const SegmentCode& code) {
  TW_ASSIGN_OR_RETURN(const SegmentProgram made, BuildSegment(*code.shape, code.stored));
  const std::lock_guard<std::mutex> lock(mutex_);
  kinds_[WordsOf(nodes, structures, code, made.program)].members.Join(code.shape);
  return absl::OkStatus();
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

absl::StatusOr<OpenFamily::Served> OpenFamily::Serve(
    absl::Span<const Followed> nodes, const StructureTable& structures,
    const runtime::CompileOptions& options, SegmentCode* code) {
  const jit::Clock::time_point start = jit::Clock::now();
  TW_ASSIGN_OR_RETURN(SegmentProgram own, BuildSegment(*code->shape, code->stored));
  const std::lock_guard<std::mutex> lock(mutex_);
  Kind& kind = kinds_[WordsOf(nodes, structures, *code, own.program)];
  const auto fits = [&] {
    if (kind.code == nullptr) return false;
    absl::StatusOr<OpenRun> run = OpenRunOf(kind.code, own.program);
    if (!run.ok()) return false;
    code->open = *std::move(run);
    code->use = kind.use;
    return true;
  };
  Served served = Served::kFound;
  if (!fits()) {
    kind.members.Join(code->shape);
    const bool are_few = kind.members.size() < OpenMembers::kLeast;
    if (are_few && kinds_.size() <= kMostKinds) return Served::kNot;
    if (are_few || kind.made == kMostCodes) {
      return absl::NotFoundError("no code for all sizes yet");
    }
    Compile(options, code->stored, &kind);
    if (!fits()) return absl::NotFoundError("it is no code for these sizes");
    served = Served::kMade;
  }
  code->Take(std::move(own));
  code->build_ms = jit::MillisecondsSince(start);
  return served;
}

}  // namespace tilewright::eager
