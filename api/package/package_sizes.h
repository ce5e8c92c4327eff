// Sizes that a package leaves open, and what may be put there.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/open/linear_size.h"
#include "ir/shape.h"
#include "ir/size/facts.h"
#include "tilewright/package.h"

namespace tilewright::api {

class PackageSizes {
 public:
  // package.json's "symbols", or nothing. The errors here say what is wrong with it.
  absl::Status ReadSymbols(const nlohmann::json& symbols);
  // Takes the next input, whose row has "sizes" where any is open.
  absl::Status ReadInput(const nlohmann::json& row, PackageValue* value);
  absl::Status ReadOutput(const nlohmann::json& row, PackageValue* value) const;
  // When all are read: whether inputs say what each symbol is.
  absl::Status Finish();

  const std::vector<PackageSymbol>& symbols() const { return symbols_; }

  // Whether inputs may be of these types. InvalidArgument names input, size and symbol.
  absl::Status Check(absl::Span<const TensorType> types) const;
  // Types of the inputs for values of the symbols.
  absl::StatusOr<std::vector<TensorType>> At(absl::Span<const int64_t> values) const;

 private:
  absl::StatusOr<ir::Shape> ShapeOf(const nlohmann::json& row,
                                    const TensorType& type) const;
  absl::Status CheckType(size_t input, const TensorType& type) const;
  absl::StatusOr<int64_t> SymbolAt(int symbol, absl::Span<const TensorType> types) const;
  absl::Status CheckBounds(int symbol, int64_t value) const;
  std::string Named(size_t input) const;

  std::vector<PackageSymbol> symbols_;
  ir::SymbolList list_;
  std::vector<ir::TellingSize> says_;  // by symbol: a size of an input
  std::vector<PackageValue> inputs_;
  std::vector<ir::Shape> shapes_;  // of inputs
};

}  // namespace tilewright::api
