// The type of a value: an element type and a shape, row-major in memory.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "ir/element_type.h"
#include "ir/shape.h"
#include "ir/size/facts.h"

namespace tilewright::ir {

// A size that is not known yet. Front ends meet it in programs with `?`; the
// verifier refuses it, so nothing below the front ends ever sees one.
inline constexpr int64_t kDynamicSize = -1;

// Largest number of elements and bytes of one tensor: products stay inside
// int64 everywhere.
inline constexpr int64_t kMaxTensorBytes = int64_t{1} << 46;

struct TensorType {
  ElementType element = ElementType::kF32;
  Shape shape;

  int rank() const { return shape.rank(); }
  // The sizes. Require static ones.
  const Dims& dims() const& { return shape.numbers(); }
  Dims dims() && { return shape.numbers(); }  // of a temporary, which ends before they do
  bool has_dynamic_size() const;
  // Product of the dimensions. Requires static sizes.
  int64_t num_elements() const;
  // Bytes in memory: num_elements() * StorageBytes(element).
  int64_t byte_size() const;

  friend bool operator==(const TensorType&, const TensorType&) = default;
};

inline TensorType Scalar(ElementType element) { return {element, {}}; }
inline TensorType TokenType() { return {ElementType::kToken, {}}; }

// Product of sizes; false if it is negative or beyond `limit`.
bool BoundedProduct(const Dims& dims, int64_t limit, int64_t* product);

// As StableHLO prints it: "tensor<2x?xf32>", "!stablehlo.token"; sizes that are no
// numbers as "?", or, with the symbols that they are of, "tensor<2x(b + 1)xf32>".
std::string ToString(const TensorType& type, const SymbolList* symbols = nullptr);
// The same with `text` of each size.
std::string ToString(const TensorType& type,
                     absl::FunctionRef<std::string(const Size&)> text);

// "2, 3, 4", and sizes that are no numbers as ToString has them.
std::string Join(const Dims& dims);
std::string Join(const Shape& shape, const SymbolList* symbols = nullptr);

}  // namespace tilewright::ir
