// TPU generations as data. The figures are chip/data/*.json, embedded in the
// library at build time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::chip {

// How well a figure is known.
enum class Status : uint8_t {
  kPublished,  // a vendor's page, paper or program states it
  kDerived,    // follows by arithmetic from published figures
  kInferred,   // a reasoned guess; predictions that rest on it say so
};

absl::string_view Name(Status status);

struct Figure {
  std::string name;
  std::vector<double> values;  // one, but for shapes
  std::string unit;            // empty: a count
  Status status = Status::kPublished;
  std::string source;
};

// One generation. Sizes in bytes, rates per second, per chip where it is not
// said otherwise. 0: not published.
struct Chip {
  std::string name;  // "v5e"
  std::string notes;

  // Memories.
  int64_t hbm_bytes = 0;
  double hbm_bandwidth = 0;
  int64_t vmem_bytes = 0;  // per core
  double vmem_bandwidth = 0;
  int64_t smem_bytes = 0;  // per core
  int64_t cmem_bytes = 0;

  // Compute.
  int cores = 1;
  int mxus_per_core = 0;
  int mxu_dim = 0;             // rows and columns of one MXU
  int mxu_rows_per_cycle = 0;  // rows that one MXU takes each cycle
  double clock_hz = 0;
  double peak_bf16 = 0;
  double peak_int8 = 0;
  double peak_fp8 = 0;
  double peak_int4 = 0;

  // A vector register is sublanes x lanes words of 32 bits.
  int lanes = 128;
  int sublanes = 8;
  int vreg_bytes = 4096;

  // Everything known, also what is above; sorted by name.
  std::vector<Figure> figures;

  // Null when nothing is known of it.
  const Figure* FindFigure(absl::string_view figure) const;
  // Rows of a native tile of elements this wide: a tile is that many rows of
  // `lanes` elements. Requires 1 <= element_bits <= 128.
  int TileRows(int element_bits) const;
};

// NotFound, with the names there are, for any other name. The chip lives as
// long as the process.
absl::StatusOr<const Chip*> FindChip(absl::string_view name);

// In order of generation.
std::vector<std::string> ChipNames();

}  // namespace tilewright::chip
