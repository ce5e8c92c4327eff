#include "runtime/routines/routine_call.h"

#include <climits>
#include <cstring>
#include <numeric>

#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::Dims;
using ir::TensorType;

absl::Status RoutineCall::Error(absl::string_view message) const {
  return absl::InvalidArgumentError(absl::StrCat(step_.routine, ": ", message));
}

absl::Status RoutineCall::CheckNumOperands(int least) const {
  if (num_operands() >= least) return absl::OkStatus();
  return Error(absl::StrCat("has ", num_operands(), " operands, expected ", least));
}

absl::Status RoutineCall::CheckTypes(const std::vector<TensorType>& operands,
                                     const std::vector<TensorType>& results) const {
  auto check = [this](absl::string_view what, const std::vector<TensorType>& got,
                      const std::vector<TensorType>& expected) -> absl::Status {
    if (got.size() != expected.size()) {
      return Error(
          absl::StrCat("has ", got.size(), " ", what, "s, expected ", expected.size()));
    }
    for (size_t i = 0; i < got.size(); ++i) {
      if (got[i] == expected[i]) continue;
      return Error(absl::StrCat(what, " ", i, " is ", ir::ToString(got[i]), ", expected ",
                                ir::ToString(expected[i])));
    }
    return absl::OkStatus();
  };
  TW_RETURN_IF_ERROR(check("operand", step_.operand_types, operands));
  return check("result", step_.result_types, results);
}

absl::StatusOr<char> RoutineCall::Option(absl::string_view key,
                                         absl::string_view allowed) const {
  const ir::Config& config =
      attributes().Configuration(ir::AttributeName::kBackendConfig);
  auto found = config.find(std::string(key));
  if (found == config.end()) {
    return Error(absl::StrCat("backend_config has no '", key, "'"));
  }
  const int64_t* value = std::get_if<int64_t>(&found->second);
  if (value != nullptr) {
    for (char option : allowed) {
      if (*value == option) return option;
    }
  }
  return Error(absl::StrCat(
      "'", key, "' in backend_config is ",
      value == nullptr ? std::string("not an integer") : absl::StrCat(*value),
      ", expected the code of one of the characters '", allowed, "'"));
}

TensorType Matrices::Vectors(ir::ElementType vector_element, int64_t size) const {
  TensorType type{vector_element, batch};
  type.shape.Append(size);
  return type;
}

TensorType Matrices::Of(ir::ElementType matrix_element, int64_t matrix_rows,
                        int64_t matrix_cols) const {
  TensorType type{matrix_element, batch};
  type.shape.Append(matrix_rows);
  type.shape.Append(matrix_cols);
  return type;
}

absl::StatusOr<Matrices> OperandMatrices(const RoutineCall& call, int i) {
  const TensorType& type = call.operand_type(i);
  if (type.rank() < 2) {
    return call.Error(absl::StrCat("operand ", i, " is ", ir::ToString(type),
                                   ", expected a matrix or a batch of matrices"));
  }
  int64_t rows = type.dims()[type.rank() - 2];
  int64_t cols = type.dims()[type.rank() - 1];
  if (rows > INT_MAX || cols > INT_MAX) {
    return absl::UnimplementedError(
        absl::StrCat(call.Error("operand ").message(), i, " is ", ir::ToString(type),
                     ": matrices of more than ", INT_MAX, " rows or columns"));
  }
  Matrices matrices;
  matrices.element = type.element;
  matrices.batch.assign(type.dims().begin(), type.dims().end() - 2);
  // Nothing to do however large the batch when no result has an element: each
  // has the batch's dimensions. Otherwise the batch is no larger than one.
  bool any = false;
  for (int r = 0; r < call.num_results(); ++r) {
    const Dims& dims = call.result_type(r).dims();
    any = any || std::find(dims.begin(), dims.end(), 0) == dims.end();
  }
  if (!any || !ir::BoundedProduct(matrices.batch, ir::kMaxTensorBytes, &matrices.count)) {
    matrices.count = 0;
  }
  matrices.rows = static_cast<int>(rows);
  matrices.cols = static_cast<int>(cols);
  return matrices;
}

namespace {

Dims RowMajor(int rank) {
  Dims layout(rank);
  for (int i = 0; i < rank; ++i) layout[i] = rank - 1 - i;
  return layout;
}

bool IsPermutation(const Dims& layout) {
  std::vector<bool> seen(layout.size(), false);
  for (int64_t dimension : layout) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(layout.size())) return false;
    if (seen[dimension]) return false;
    seen[dimension] = true;
  }
  return true;
}

// Cuts the joined list `flat` into one layout for each type.
absl::StatusOr<std::vector<Dims>> Split(const RoutineCall& call, absl::string_view what,
                                        const Dims& flat, bool given, int count,
                                        const TensorType& (RoutineCall::*type)(int)
                                            const) {
  std::vector<Dims> layouts;
  size_t at = 0;
  for (int i = 0; i < count; ++i) {
    int rank = (call.*type)(i).rank();
    if (!given) {
      layouts.push_back(RowMajor(rank));
      continue;
    }
    if (flat.size() - at < static_cast<size_t>(rank)) {
      return call.Error(absl::StrCat(what, " are too short for the ranks"));
    }
    layouts.emplace_back(flat.begin() + at, flat.begin() + at + rank);
    at += rank;
    if (!IsPermutation(layouts.back())) {
      return call.Error(absl::StrCat("layout [", ir::Join(layouts.back()), "] of ", what,
                                     " is not a permutation of the dimensions"));
    }
  }
  if (given && at != flat.size()) {
    return call.Error(absl::StrCat(what, " are too long for the ranks"));
  }
  return layouts;
}

}  // namespace

absl::StatusOr<Layouts> ResolveLayouts(const RoutineCall& call, Order order) {
  const ir::Attributes& attributes = call.attributes();
  bool declared = order == Order::kDeclared;
  using ir::AttributeName;
  Layouts layouts;
  TW_ASSIGN_OR_RETURN(
      layouts.operands,
      Split(call, "operand_layouts", attributes.Ints(AttributeName::kOperandLayouts),
            declared && attributes.Has(AttributeName::kOperandLayouts),
            call.num_operands(), &RoutineCall::operand_type));
  TW_ASSIGN_OR_RETURN(
      layouts.results,
      Split(call, "result_layouts", attributes.Ints(AttributeName::kResultLayouts),
            declared && attributes.Has(AttributeName::kResultLayouts), call.num_results(),
            &RoutineCall::result_type));
  if (!declared) {
    size_t rank = layouts.operands[0].size();
    for (std::vector<Dims>* list : {&layouts.operands, &layouts.results}) {
      for (Dims& layout : *list) {
        if (layout.size() == rank && rank >= 2) std::swap(layout[0], layout[1]);
      }
    }
  }
  return layouts;
}

namespace {

// Copies element by element between two orders of the same tensor, given by
// their strides, in square tiles so that both sides stay in cache.
template <typename T>
void CopyStrided(const Dims& dims, const Dims& from_strides, const Dims& to_strides,
                 const T* from, T* to) {
  constexpr int64_t kTile = 32;
  int rank = static_cast<int>(dims.size());
  int64_t rows = rank >= 2 ? dims[rank - 2] : 1;
  int64_t cols = rank >= 1 ? dims[rank - 1] : 1;
  int64_t from_row = rank >= 2 ? from_strides[rank - 2] : 0;
  int64_t from_col = rank >= 1 ? from_strides[rank - 1] : 0;
  int64_t to_row = rank >= 2 ? to_strides[rank - 2] : 0;
  int64_t to_col = rank >= 1 ? to_strides[rank - 1] : 0;
  Dims index(rank, 0);  // of the dimensions before the last two
  while (true) {
    for (int64_t i0 = 0; i0 < rows; i0 += kTile) {
      for (int64_t j0 = 0; j0 < cols; j0 += kTile) {
        for (int64_t i = i0; i < std::min(rows, i0 + kTile); ++i) {
          for (int64_t j = j0; j < std::min(cols, j0 + kTile); ++j) {
            to[i * to_row + j * to_col] = from[i * from_row + j * from_col];
          }
        }
      }
    }
    int d = rank - 3;
    for (; d >= 0; --d) {
      from += from_strides[d];
      to += to_strides[d];
      if (++index[d] < dims[d]) break;
      from -= from_strides[d] * dims[d];
      to -= to_strides[d] * dims[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

Dims Strides(const Dims& dims, const Dims& minor_to_major) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (int64_t dimension : minor_to_major) {
    strides[dimension] = stride;
    stride *= dims[dimension];
  }
  return strides;
}

template <typename T>
void CopyBetween(const Dims& dims, const Dims& from_layout, const Dims& to_layout,
                 const T* from, T* to) {
  int64_t count = 1;
  for (int64_t size : dims) count *= size;
  if (count == 0) return;
  if (from_layout == to_layout) {
    std::memcpy(to, from, count * sizeof(T));
  } else {
    CopyStrided(dims, Strides(dims, from_layout), Strides(dims, to_layout), from, to);
  }
}

}  // namespace

template <typename T>
void ToLayout(const Dims& dims, const Dims& minor_to_major, const T* row_major,
              T* laid_out) {
  CopyBetween(dims, RowMajor(static_cast<int>(dims.size())), minor_to_major, row_major,
              laid_out);
}

template <typename T>
void FromLayout(const Dims& dims, const Dims& minor_to_major, const T* laid_out,
                T* row_major) {
  CopyBetween(dims, minor_to_major, RowMajor(static_cast<int>(dims.size())), laid_out,
              row_major);
}

#define TW_INSTANTIATE(T)                                            \
  template void ToLayout<T>(const Dims&, const Dims&, const T*, T*); \
  template void FromLayout<T>(const Dims&, const Dims&, const T*, T*);
TW_INSTANTIATE(int32_t)
TW_INSTANTIATE(float)
TW_INSTANTIATE(double)
TW_INSTANTIATE(std::complex<float>)
TW_INSTANTIATE(std::complex<double>)
#undef TW_INSTANTIATE

}  // namespace tilewright::runtime
