// What people are told of a segment.
#pragma once

#include <cstdint>
#include <string>

namespace tilewright::eager {

// Operations that run as one program once that is compiled.
struct SegmentReport {
  int64_t operations = 0;
  std::string first, last;  // names of operations
  std::string cut;          // why it ends where it does
  std::string state;        // "seen", "compiling", "ready", or why it runs as single ones
  int64_t seen = 0;         // how often it was recorded
  int64_t runs = 0;         // of these as one
  int64_t kernels = 0;
  int64_t never_stored = 0;  // bytes a run that nobody can observe
  double build_ms = 0, compile_ms = 0, run_ms = 0;
};

}  // namespace tilewright::eager
