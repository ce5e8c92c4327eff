// What the routines of the table share: the call as they see it, the checks of
// its types, and matrices in the order that LAPACK wants.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "ir/tensor_type.h"
#include "plan/plan.h"
#include "runtime/memory/block.h"
#include "runtime/routines/routines.h"

namespace tilewright::runtime {

// A routine step with its memory. Operands and results are row-major.
class RoutineCall {
 public:
  RoutineCall(const plan::RoutineStep& step, absl::Span<const void* const> operands,
              absl::Span<void* const> results, const RoutineThreads& parallel)
      : step_(step), operands_(operands), results_(results), parallel_(parallel) {}

  const ir::Attributes& attributes() const { return step_.attributes; }
  int num_operands() const { return static_cast<int>(step_.operand_types.size()); }
  int num_results() const { return static_cast<int>(step_.result_types.size()); }
  const ir::TensorType& operand_type(int i) const { return step_.operand_types[i]; }
  const ir::TensorType& result_type(int i) const { return step_.result_types[i]; }
  template <typename T>
  const T* operand(int i) const {
    return static_cast<const T*>(operands_[i]);
  }
  template <typename T>
  T* result(int i) const {
    return static_cast<T*>(results_[i]);
  }

  const RoutineThreads& parallel() const { return parallel_; }

  // InvalidArgument: "<routine>: <message>".
  absl::Status Error(absl::string_view message) const;
  // OK when the step has exactly these types; otherwise an error that names the
  // first operand or result that differs.
  absl::Status CheckTypes(const std::vector<ir::TensorType>& operands,
                          const std::vector<ir::TensorType>& results) const;
  absl::Status CheckNumOperands(int least) const;

  // An entry of the custom call's configuration that holds a character, as the
  // JAX lowerings write LAPACK's options; it must be one of `allowed`.
  absl::StatusOr<char> Option(absl::string_view key, absl::string_view allowed) const;

 private:
  const plan::RoutineStep& step_;
  absl::Span<const void* const> operands_;
  absl::Span<void* const> results_;
  const RoutineThreads& parallel_;
};

// A tensor as a batch of matrices: its last two dimensions, and those before.
struct Matrices {
  ir::ElementType element;
  ir::Dims batch;
  int64_t count = 1;  // product of batch
  int rows = 0;
  int cols = 0;

  int64_t elements() const { return int64_t{rows} * cols; }
  // Elements after arrays of this size that BLAS may load: some columns.
  int64_t Beyond() const { return 4 * int64_t{std::max(rows, cols)}; }
  // Tensors of the same batch.
  ir::TensorType Scalars(ir::ElementType element) const { return {element, batch}; }
  ir::TensorType Vectors(ir::ElementType element, int64_t size) const;
  ir::TensorType Of(ir::ElementType element, int64_t rows, int64_t cols) const;
};

// InvalidArgument when operand `i` has no two dimensions, Unimplemented when
// they exceed LAPACK's 32-bit integers.
absl::StatusOr<Matrices> OperandMatrices(const RoutineCall& call, int i);

// Scratch memory of a routine, uninitialised, aligned to 64 bytes also where
// buffers are guarded. Every array that BLAS or LAPACK is handed is one of
// these: OpenBLAS's kernels load what lies beyond an array's ends without using
// it, a matrix's next column included, and where they search for a pivot among
// NaNs they may swap with the element before the first. There lie zeros.
template <typename T>
class Scratch {
 public:
  Scratch() = default;
  // `count` elements and, for matrices, Matrices::Beyond() after them.
  static absl::StatusOr<Scratch> Create(int64_t count, int64_t beyond = 0) {
    if (count < 0 || count > ir::kMaxTensorBytes / static_cast<int64_t>(sizeof(T))) {
      return absl::ResourceExhaustedError("scratch of a library routine is too large");
    }
    const Block::Kind kind =
        GuardFromEnvironment() ? Block::Kind::kGuarded : Block::Kind::kPlain;
    int64_t bytes = count * static_cast<int64_t>(sizeof(T));
    int64_t after = kSlack + beyond * static_cast<int64_t>(sizeof(T));
    after += (kSlack - (bytes + after) % kSlack) % kSlack;
    absl::StatusOr<Block> block =
        Block::Allocate(kSlack + bytes + after, "scratch of a library routine", kind);
    if (!block.ok()) return block.status();
    Scratch scratch;
    scratch.block_ = *std::move(block);
    char* start = static_cast<char*>(scratch.block_.data());
    std::fill(start, start + kSlack, 0);
    std::fill(start + kSlack + bytes, start + kSlack + bytes + after, 0);
    return scratch;
  }
  T* data() const {
    return reinterpret_cast<T*>(static_cast<char*>(block_.data()) + kSlack);
  }

 private:
  static constexpr int64_t kSlack = 256;  // bytes

  Block block_;
};

// Where the elements of a tensor lie in the memory that LAPACK sees.
enum class Order {
  // As the custom call's operand_layouts and result_layouts say; row-major
  // where they say nothing.
  kDeclared,
  // Column-major matrices, batch dimensions leading; row-major where a tensor
  // has fewer dimensions than operand 0. What custom calls without layouts mean.
  kColumnMajor,
};

// The dimensions of each tensor from the fastest varying one.
struct Layouts {
  std::vector<ir::Dims> operands;
  std::vector<ir::Dims> results;
};
absl::StatusOr<Layouts> ResolveLayouts(const RoutineCall& call, Order order);

// Copies a row-major tensor to the order of `minor_to_major`, or back.
template <typename T>
void ToLayout(const ir::Dims& dims, const ir::Dims& minor_to_major, const T* row_major,
              T* laid_out);
template <typename T>
void FromLayout(const ir::Dims& dims, const ir::Dims& minor_to_major, const T* laid_out,
                T* row_major);

// A copy of operand `i` as LAPACK wants it, one matrix after the other.
template <typename T>
absl::StatusOr<Scratch<T>> LoadOperand(const RoutineCall& call, const Layouts& layouts,
                                       int i, int64_t beyond) {
  const ir::TensorType& type = call.operand_type(i);
  absl::StatusOr<Scratch<T>> copy = Scratch<T>::Create(type.num_elements(), beyond);
  if (copy.ok()) {
    ToLayout(type.dims(), layouts.operands[i], call.operand<T>(i), copy->data());
  }
  return copy;
}

template <typename T>
void StoreResult(const RoutineCall& call, const Layouts& layouts, int i, const T* data) {
  FromLayout(call.result_type(i).dims(), layouts.results[i], data, call.result<T>(i));
}

// LAPACK's four types as element types.
template <typename T>
struct TypeTraits;
template <>
struct TypeTraits<float> {
  using Real = float;
  static constexpr ir::ElementType kElement = ir::ElementType::kF32;
  static constexpr bool kComplex = false;
};
template <>
struct TypeTraits<double> {
  using Real = double;
  static constexpr ir::ElementType kElement = ir::ElementType::kF64;
  static constexpr bool kComplex = false;
};
template <>
struct TypeTraits<std::complex<float>> {
  using Real = float;
  static constexpr ir::ElementType kElement = ir::ElementType::kC64;
  static constexpr bool kComplex = true;
};
template <>
struct TypeTraits<std::complex<double>> {
  using Real = double;
  static constexpr ir::ElementType kElement = ir::ElementType::kC128;
  static constexpr bool kComplex = true;
};

// The routines (plan/routine_list.h). Each checks types and attributes first.
absl::Status Fft(const RoutineCall& call);
absl::Status Cholesky(const RoutineCall& call);
absl::Status TriangularSolve(const RoutineCall& call);
absl::Status Qr(const RoutineCall& call);
absl::Status HouseholderProduct(const RoutineCall& call);
absl::Status LuDecomposition(const RoutineCall& call);
absl::Status Eigh(const RoutineCall& call);
template <typename T>
absl::Status Potrf(const RoutineCall& call);
template <typename T>
absl::Status Getrf(const RoutineCall& call);
template <typename T>
absl::Status Geqrf(const RoutineCall& call);
template <typename T>
absl::Status Orgqr(const RoutineCall& call);
template <typename T>
absl::Status Syevd(const RoutineCall& call);
template <typename T>
absl::Status Gesdd(const RoutineCall& call);
template <typename T>
absl::Status Geev(const RoutineCall& call);
template <typename T>
absl::Status Trsm(const RoutineCall& call);
template <typename T>
absl::Status Sytrf(const RoutineCall& call);
template <typename T>
absl::Status Sytrs(const RoutineCall& call);
// Of complex types alone.
template <typename T>
absl::Status Hetrf(const RoutineCall& call);
template <typename T>
absl::Status Hetrs(const RoutineCall& call);

// Instantiates a routine for LAPACK's four types.
#define TW_INSTANTIATE_ROUTINE(name)                                   \
  template absl::Status name<float>(const RoutineCall&);               \
  template absl::Status name<double>(const RoutineCall&);              \
  template absl::Status name<std::complex<float>>(const RoutineCall&); \
  template absl::Status name<std::complex<double>>(const RoutineCall&);

}  // namespace tilewright::runtime
