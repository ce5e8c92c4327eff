// Products of groups of rows of 8-bit floats, with a scale for each row and column.
#include <ATen/Functions.h>
#include <torch/library.h>

#include <algorithm>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

void CheckEighths(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(
      a.scalar_type() == at::kFloat8_e4m3fn && b.scalar_type() == at::kFloat8_e4m3fn,
      "Expected inputs of E4M3 FP8 type but got mat_a.dtype=", a.scalar_type(),
      " and mat_b.dtype=", b.scalar_type(), ".");
}
// One scale for each row of a factor, or for each of each of its groups.
void CheckScale(const Tensor& scale, const char* name, IntArrayRef sizes) {
  TORCH_CHECK(scale.scalar_type() == at::kFloat, "Scale tensors must be float32, but ",
              name, " is ", scale.scalar_type());
  TORCH_CHECK(scale.sizes() == sizes, "Expected ", name, " to be of shape ", sizes,
              ", but got ", scale.sizes());
}
// Which group each of so many rows is in; those behind the last end are in the last.
Tensor GroupsOf(const Tensor& ends, int64_t rows) {
  const Tensor places = at::arange(rows, ends.options());
  return at::searchsorted(ends, places, /*out_int32=*/false, /*right=*/true)
      .clamp_max_(ends.size(0) - 1);
}
// Each group's scales, for the rows that are in it.
Tensor ScalesOfRows(const Tensor& scales, const Tensor& ends, int64_t rows) {
  return scales.index_select(0, GroupsOf(ends, rows));
}

// The scales come behind the product, which is one of bf16 without loss.
Tensor ScaledGroupedMm(const Tensor& a, const Tensor& b, const Tensor& scale_a,
                       const Tensor& scale_b, const OptionalTensor& ends,
                       const OptionalTensor& bias, const OptionalTensor& scale_result,
                       std::optional<ScalarType> type, bool) {
  CheckEighths(a, b);
  TORCH_CHECK(!IsThere(bias), "Bias not supported yet");
  TORCH_CHECK(!IsThere(scale_result), "Scale result not supported yet");
  TORCH_CHECK(type.value_or(at::kBFloat16) == at::kBFloat16,
              "Only bf16 high precision output types are supported for grouped gemm");
  Tensor product =
      at::_grouped_mm(a.to(at::kFloat), b.to(at::kFloat), ends, std::nullopt);
  const int64_t rows = product.size(-2), columns = product.size(-1);
  const bool flat = product.dim() == 2;
  const int64_t groups = flat ? ends->size(0) : product.size(0);
  const bool joined = a.dim() == 2 && b.dim() == 2;  // All groups' scales are in a row.
  const auto check = [&](const Tensor& scale, const char* name, int64_t dims, int64_t n) {
    if (joined) return CheckScale(scale, name, {groups * n});
    return dims == 2 ? CheckScale(scale, name, {n})
                     : CheckScale(scale, name, {groups, n});
  };
  check(scale_a, "scale_a", a.dim(), rows);
  check(scale_b, "scale_b", b.dim(), columns);
  if (product.numel() > 0 && groups > 0) {
    if (!flat) {
      product.mul_(scale_a.reshape({groups, rows, 1}));
      product.mul_(scale_b.reshape({groups, 1, columns}));
    } else if (a.dim() == 2) {
      product.mul_(scale_a.unsqueeze(-1)).mul_(ScalesOfRows(scale_b, *ends, rows));
    } else {
      product.mul_(ScalesOfRows(scale_a, *ends, columns).t()).mul_(scale_b);
    }
  }
  return product.to(at::kBFloat16);
}

// As PyTorch numbers kinds of scales.
constexpr int64_t kRowWise = 1;

const Tensor& ScaleOfRows(at::TensorList scales, IntArrayRef kinds, IntArrayRef swizzles,
                          const char* name) {
  TORCH_CHECK_VALUE(scales.size() == 1 && kinds == IntArrayRef({kRowWise}),
                    "Invalid scaling configuration.\n", name,
                    " should be one scale of the kind RowWise");
  TORCH_CHECK_VALUE(
      std::all_of(swizzles.begin(), swizzles.end(), [](int64_t s) { return s == 0; }),
      "tpu does not support swizzle.");
  return scales[0];
}
Tensor ScaledGroupedMmByKind(const Tensor& a, const Tensor& b, at::TensorList scale_a,
                             IntArrayRef kinds_a, IntArrayRef swizzles_a,
                             at::TensorList scale_b, IntArrayRef kinds_b,
                             IntArrayRef swizzles_b, const OptionalTensor& ends,
                             const OptionalTensor& bias, std::optional<ScalarType> type,
                             IntArrayRef, bool fast) {
  return ScaledGroupedMm(a, b, ScaleOfRows(scale_a, kinds_a, swizzles_a, "scale_a"),
                         ScaleOfRows(scale_b, kinds_b, swizzles_b, "scale_b"), ends, bias,
                         std::nullopt, type, fast);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_scaled_grouped_mm", &ScaledGroupedMm);
  m.impl("_scaled_grouped_mm_v2", &ScaledGroupedMmByKind);
}

}  // namespace tilewright::torch_device
