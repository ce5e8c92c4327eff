// Captured programs that are one but for sizes, and code for all sizes of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/program.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/graph/graph.h"
#include "runtime/eager/open_members.h"
#include "runtime/eager/segment.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// The same as OpenSegment is to fused mode. What is captured may be other operations at
// some sizes: each such is a kind.
class OpenFamily final : public GraphFamily {
 public:
  bool may_open() const override { return may_open_; }
  // Why there is no such code; "" where there is, or may yet be.
  std::string why_not() const;

  // One of them, whose shape and stored buffers `code` has.
  absl::Status Join(absl::Span<const Followed> nodes, const StructureTable& structures,
                    const SegmentCode& code);
  // Whether there is code for all sizes: it is compiled now, or was before; or these are
  // among the first of their kind, which get code of their own.
  enum class Served : uint8_t { kMade, kFound, kNot };
  // Fills in all but `done`, unless it is kNot. NotFound where there is no such code and
  // it is not worth any of its own.
  absl::StatusOr<Served> Serve(absl::Span<const Followed> nodes,
                               const StructureTable& structures,
                               const runtime::CompileOptions& options, SegmentCode* code);

 private:
  static constexpr int kMostCodes = 4;
  static constexpr int kMostRefusals = 2;
  static constexpr size_t kMostKinds = 2;  // of which the first get code of their own

  struct Kind {
    OpenMembers members;
    std::shared_ptr<const OpenCode> code;
    std::shared_ptr<CodeUse> use;  // its
    int made = 0;                  // codes that were asked for
  };

  static std::vector<uint64_t> WordsOf(absl::Span<const Followed> nodes,
                                       const StructureTable& structures,
                                       const SegmentCode& code,
                                       const ir::Program& program);
  void Compile(const runtime::CompileOptions& options, const std::vector<char>& stored,
               Kind* kind);

  std::atomic<bool> may_open_{true};
  mutable std::mutex mutex_;
  std::string why_not_;
  absl::flat_hash_map<std::vector<uint64_t>, Kind> kinds_;
};

}  // namespace tilewright::eager
