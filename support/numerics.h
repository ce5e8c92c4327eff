// The two numeric modes; part of every cache key.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace tilewright {

enum class Numerics : uint8_t {
  // f32 contractions at precision DEFAULT round their operands to bf16 and
  // accumulate in f32; functions within 8 ULP; subnormals may be flushed.
  kTpu,
  // f32 stays f32, subnormals live, real functions within 3 ULP.
  kIeee,
};

inline absl::string_view Name(Numerics numerics) {
  return numerics == Numerics::kTpu ? "tpu" : "ieee";
}

inline std::optional<Numerics> FindNumerics(absl::string_view name) {
  if (name == "tpu") return Numerics::kTpu;
  if (name == "ieee") return Numerics::kIeee;
  return std::nullopt;
}

}  // namespace tilewright
