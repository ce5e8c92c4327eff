#include "runtime/eager/open_members.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "runtime/eager/history/record.h"
#include "runtime/eager/segment_program.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

// They may be of different tables of structures.
bool IsSame(const SegmentShape& a, const SegmentShape& b) {
  return absl::c_equal(a.nodes, b.nodes,
                       [](const auto& x, const auto& y) {
                         return x == y || x->words == y->words;
                       }) &&
         absl::c_equal(a.arrays, b.arrays,
                       [](const SegmentShape::Array& x, const SegmentShape::Array& y) {
                         return x.place == y.place;
                       });
}

}  // namespace

bool OpenMembers::Join(const std::shared_ptr<const SegmentShape>& shape) {
  const auto is_same = [&](const auto& member) { return IsSame(*member, *shape); };
  if (absl::c_any_of(shapes_, is_same)) return false;
  if (shapes_.size() == kMost) shapes_.erase(shapes_.begin());
  shapes_.push_back(shape);
  return true;
}

std::string OpenMembers::Record(const std::vector<char>& stored) const {
  SegmentRecord record;
  for (const auto& shape : shapes_) {
    record.shapes.push_back(RecordOf(*shape, RecordedSizes::kApart));
  }
  record.stored = stored;
  return EncodeRecord(record);
}

absl::StatusOr<std::shared_ptr<const OpenCode>> OpenMembers::Compile(
    const std::vector<char>& stored, const runtime::CompileOptions& options,
    double* build_ms) const {
  const jit::Clock::time_point start = jit::Clock::now();
  std::vector<ir::Program> programs;
  for (const auto& shape : shapes_) {
    TW_ASSIGN_OR_RETURN(SegmentProgram made, BuildSegment(*shape, stored));
    programs.push_back(std::move(made.program));
  }
  *build_ms = jit::MillisecondsSince(start);
  return MakeOpenCode(programs, options);
}

}  // namespace tilewright::eager
