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
#include "absl/types/span.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/graph/graph.h"
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
  void Join(absl::Span<const Followed> nodes, const StructureTable& structures,
            const SegmentCode& code);
  // Fills in all but `done` with code for all sizes. `*made`: it was compiled now.
  // NotFound where there is none that does the same.
  absl::Status Serve(absl::Span<const Followed> nodes, const StructureTable& structures,
                     const runtime::CompileOptions& options, SegmentCode* code,
                     bool* made);

 private:
  // As many points as most terms are found by, and one that they are believed for: what
  // was guessed wrong is made again of more.
  static constexpr size_t kLeastMembers = 3;
  static constexpr size_t kMostMembers = 6;
  static constexpr int kMostCodes = 4;
  static constexpr int kMostRefusals = 2;

  struct Kind {
    std::vector<std::shared_ptr<const SegmentShape>> members;  // the last ones
    std::shared_ptr<const OpenCode> code;
    int made = 0;  // codes that were asked for
  };

  static std::vector<uint64_t> WordsOf(absl::Span<const Followed> nodes,
                                       const StructureTable& structures,
                                       const SegmentCode& code);
  static void Join(const std::shared_ptr<const SegmentShape>& shape, Kind* kind);
  void Compile(const runtime::CompileOptions& options, const std::vector<char>& stored,
               Kind* kind);

  std::atomic<bool> may_open_{true};
  mutable std::mutex mutex_;
  std::string why_not_;
  absl::flat_hash_map<std::vector<uint64_t>, Kind> kinds_;
};

}  // namespace tilewright::eager
