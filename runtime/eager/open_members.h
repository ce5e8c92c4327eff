// Shapes of segments that are one but for sizes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/eager/open/open_code.h"
#include "runtime/eager/segment_shape.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// The last few different ones.
class OpenMembers {
 public:
  // As many points as most terms are found by, and one that they are believed for: what
  // was guessed wrong is made again of more.
  static constexpr size_t kLeast = 3;

  // Whether it is none of them yet.
  bool Join(const std::shared_ptr<const SegmentShape>& shape);
  size_t size() const { return shapes_.size(); }
  bool empty() const { return shapes_.empty(); }

  // What later processes are told of code that stores these buffers.
  std::string Record(const std::vector<char>& stored) const;

  // Code for all sizes, of their programs, which store these buffers. `*build_ms`: what
  // it took to build those.
  absl::StatusOr<std::shared_ptr<const OpenCode>> Compile(
      const std::vector<char>& stored, const runtime::CompileOptions& options,
      double* build_ms) const;

 private:
  static constexpr size_t kMost = 6;

  std::vector<std::shared_ptr<const SegmentShape>> shapes_;
};

}  // namespace tilewright::eager
