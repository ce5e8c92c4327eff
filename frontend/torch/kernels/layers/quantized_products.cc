// Products of factors of 8 and 4 bits with the scales that belong to them.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalType = std::optional<ScalarType>;

bool IsOne(const Tensor& scale) {
  return scale.scalar_type() == at::kFloat && scale.numel() == 1;
}
// A scale for each row, or column, of a product.
bool IsEach(const Tensor& scale, IntArrayRef sizes) {
  return scale.scalar_type() == at::kFloat && scale.sizes() == sizes &&
         scale.is_contiguous();
}

void CheckScaled(const Tensor& a, const Tensor& b, const Tensor& scale_a,
                 const Tensor& scale_b, const OptionalTensor& bias) {
  TORCH_CHECK(a.dim() == 2, "mat1 must be a matrix");
  TORCH_CHECK(b.dim() == 2, "mat2 must be a matrix");
  TORCH_CHECK(a.size(1) == b.size(0), "mat_a and mat_b shapes cannot be multiplied (",
              a.size(0), "x", a.size(1), " and ", b.size(0), "x", b.size(1), ")");
  TORCH_CHECK(!IsThere(bias) || bias->numel() == b.size(1), "Bias must be size ",
              b.size(1), " but got ", IsThere(bias) ? bias->numel() : 0);
  const bool eighths =
      c10::isFloat8Type(a.scalar_type()) && c10::isFloat8Type(b.scalar_type());
  const bool whole = IsOne(scale_a) && IsOne(scale_b);
  const bool rows = IsEach(scale_a, {a.size(0), 1}) && IsEach(scale_b, {1, b.size(1)});
  TORCH_CHECK_VALUE(
      eighths && (whole || rows),
      "Invalid scaling configuration.\n- For TensorWise scaling, a and b should be "
      "float8, scales should be float and singletons.\n- For RowWise scaling, a and b "
      "should be float8, scales should be float, scale_a should be (",
      a.size(0), ", 1) and scale_b should be (1, ", b.size(1),
      "), and both should be contiguous.\nGot mat_a.dtype()=", a.scalar_type(),
      ", scale_a.dtype()=", scale_a.scalar_type(), ", scale_a.size()=", scale_a.sizes(),
      ", scale_a.stride()=", scale_a.strides(), ", mat_b.dtype()=", b.scalar_type(),
      ", scale_b.dtype()=", scale_b.scalar_type(), ", scale_b.size()=", scale_b.sizes(),
      " and scale_b.stride()=", scale_b.strides());
}
// The scales come behind the product, which is one of bf16 without loss.
Tensor ScaledProduct(const Tensor& a, const Tensor& b, const Tensor& scale_a,
                     const Tensor& scale_b, const OptionalTensor& bias) {
  CheckScaled(a, b, scale_a, scale_b, bias);
  const auto scale = [](const Tensor& x) {
    return x.numel() == 1 ? x.view(IntArrayRef{}) : x;
  };
  Tensor product = at::mm(a.to(at::kFloat), b.to(at::kFloat));
  product.mul_(scale(scale_a)).mul_(scale(scale_b));
  return IsThere(bias) ? product.add_(*bias) : product;
}
Tensor ScaledMm(const Tensor& a, const Tensor& b, const Tensor& scale_a,
                const Tensor& scale_b, const OptionalTensor& bias, const OptionalTensor&,
                OptionalType type, bool) {
  return ScaledProduct(a, b, scale_a, scale_b, bias).to(type.value_or(a.scalar_type()));
}
Tensor& Into(const Tensor& product, OptionalType type, Tensor& out) {
  TORCH_CHECK_VALUE(type.value_or(out.scalar_type()) == out.scalar_type(),
                    "out_dtype must match output matrix type");
  FitOut(out, product.sizes());
  return out.copy_(product);
}
Tensor& ScaledMmOut(const Tensor& a, const Tensor& b, const Tensor& scale_a,
                    const Tensor& scale_b, const OptionalTensor& bias,
                    const OptionalTensor&, OptionalType type, bool, Tensor& out) {
  return Into(ScaledProduct(a, b, scale_a, scale_b, bias), type, out);
}

// As PyTorch numbers kinds of scales.
constexpr int64_t kOneScale = 0, kScaleOfRow = 1;

const Tensor& OnlyScale(at::TensorList scales, IntArrayRef kinds, IntArrayRef swizzles,
                        const char* name) {
  TORCH_CHECK_VALUE(scales.size() == 1 && kinds.size() == 1 &&
                        (kinds[0] == kOneScale || kinds[0] == kScaleOfRow),
                    "Invalid scaling configuration.\n", name,
                    " should be one scale of the kind TensorWise or RowWise");
  TORCH_CHECK_VALUE(
      std::all_of(swizzles.begin(), swizzles.end(), [](int64_t s) { return s == 0; }),
      "tpu does not support swizzle.");
  TORCH_CHECK_VALUE(kinds[0] == kScaleOfRow || IsOne(scales[0]), name,
                    " must have 1 Float element");
  return scales[0];
}
Tensor ScaledByKind(const Tensor& a, const Tensor& b, at::TensorList scale_a,
                    IntArrayRef kinds_a, IntArrayRef swizzles_a, at::TensorList scale_b,
                    IntArrayRef kinds_b, IntArrayRef swizzles_b,
                    const OptionalTensor& bias, IntArrayRef contracted) {
  TORCH_CHECK_VALUE(contracted.empty() || contracted == IntArrayRef({1, 0}),
                    "mat_a and mat_b shapes cannot be multiplied with contraction dims ",
                    contracted);
  return ScaledProduct(a, b, OnlyScale(scale_a, kinds_a, swizzles_a, "scale_a"),
                       OnlyScale(scale_b, kinds_b, swizzles_b, "scale_b"), bias);
}
Tensor ScaledMmV2(const Tensor& a, const Tensor& b, at::TensorList scale_a,
                  IntArrayRef kinds_a, IntArrayRef swizzles_a, at::TensorList scale_b,
                  IntArrayRef kinds_b, IntArrayRef swizzles_b, const OptionalTensor& bias,
                  OptionalType type, IntArrayRef contracted, bool) {
  return ScaledByKind(a, b, scale_a, kinds_a, swizzles_a, scale_b, kinds_b, swizzles_b,
                      bias, contracted)
      .to(type.value_or(a.scalar_type()));
}
Tensor& ScaledMmV2Out(const Tensor& a, const Tensor& b, at::TensorList scale_a,
                      IntArrayRef kinds_a, IntArrayRef swizzles_a, at::TensorList scale_b,
                      IntArrayRef kinds_b, IntArrayRef swizzles_b,
                      const OptionalTensor& bias, OptionalType type,
                      IntArrayRef contracted, bool, Tensor& out) {
  return Into(ScaledByKind(a, b, scale_a, kinds_a, swizzles_a, scale_b, kinds_b,
                           swizzles_b, bias, contracted),
              type, out);
}

// A weight's rows are columns of the product, and have a scale each.
Tensor Int8Mm(const Tensor& a, const Tensor& weight, const Tensor& scales) {
  constexpr const char* kName = "_weight_int8pack_mm";
  TORCH_CHECK(c10::isFloatingType(a.scalar_type()) && a.scalar_type() != at::kDouble,
              kName, " : expect A to be either 32-bit or 16-bit float tensor.");
  TORCH_CHECK(a.dim() == 2, kName, " : expect A to be 2D tensor.");
  TORCH_CHECK(a.stride(1) == 1, kName, " : A must be contiguous on the last dimension.");
  TORCH_CHECK(weight.scalar_type() == at::kChar, kName, " : expect B to be int8 tensor.");
  TORCH_CHECK(weight.is_contiguous(), kName, " : expect B to be contiguous.");
  TORCH_CHECK(weight.dim() == 2 && weight.size(1) == a.size(1), kName,
              " : expect B.size(1) == ", a.size(1));
  TORCH_CHECK(scales.dim() == 1 && scales.size(0) == weight.size(0), kName,
              " : expect scales to be 1d tensor with size ", weight.size(0));
  TORCH_CHECK(scales.scalar_type() == a.scalar_type(), "expected scalar type ",
              a.scalar_type(), " but found ", scales.scalar_type());
  Tensor product = at::mm(a.to(at::kFloat), weight.to(at::kFloat).t());
  return product.mul_(scales).to(a.scalar_type());
}

// Two elements of a weight in a byte, the first one above, in the shape that CUDA has.
Tensor PackInt4(const Tensor& weight, int64_t tiles) {
  TORCH_CHECK(weight.dim() == 2, "_convert_weight_to_int4pack: expect in to be 2D");
  TORCH_CHECK(weight.scalar_type() == at::kByte,
              "_convert_weight_to_int4pack: expect in to be of uint8");
  TORCH_CHECK(tiles == 2 || tiles == 4 || tiles == 8,
              "_convert_weight_to_int4pack: innerKTiles need to be 2, 4, or 8, but is ",
              tiles);
  const int64_t rows = weight.size(0), columns = 2 * weight.size(1);
  TORCH_CHECK(rows % 8 == 0 && columns % (tiles * 16) == 0,
              "_convert_weight_to_int4pack: expect rows in eights, and columns in ",
              tiles * 16, "s, but got ", weight.sizes());
  const Tensor words = weight.clone(at::MemoryFormat::Contiguous).view(at::kInt);
  return words.view({rows / 8, columns / (tiles * 16), 32, tiles / 2});
}
Tensor Int4Mm(const Tensor& a, const Tensor& packed, int64_t group,
              const Tensor& scales) {
  constexpr const char* kName = "_weight_int4pack_mm";
  TORCH_CHECK(a.dim() == 2 && a.scalar_type() == at::kBFloat16, kName,
              " : expect A to be a matrix of bfloat16.");
  TORCH_CHECK(packed.dim() == 4 && packed.scalar_type() == at::kInt, kName,
              " : expect B to be packed, of int32.");
  const int64_t rows = 8 * packed.size(0), columns = a.size(1);
  TORCH_CHECK(packed.numel() * 8 == rows * columns, kName, " : expect B to have ",
              columns, " columns.");
  TORCH_CHECK(group == 32 || group == 64 || group == 128 || group == 256, kName,
              " : expect qGroupSize to be 32, 64, 128 or 256, got ", group);
  TORCH_CHECK(columns % group == 0 &&
                  scales.sizes() == IntArrayRef({columns / group, rows, 2}) &&
                  scales.scalar_type() == at::kBFloat16,
              kName, " : expect qScaleAndZeros to be of bfloat16, ", columns / group, "x",
              rows, "x2");
  const Tensor bytes = packed.contiguous().view({-1}).view(at::kByte);
  const Tensor parts =
      at::stack({at::bitwise_right_shift(bytes, 4), at::bitwise_and(bytes, 15)}, -1);
  const Tensor numbers = at::sub(parts.to(at::kFloat), 8);
  // By groups of columns: one of their scales and zeros belongs to each row.
  const Tensor by_group = scales.transpose(0, 1).unsqueeze(-2).to(at::kFloat);
  const Tensor weight =
      at::addcmul(by_group.select(-1, 1), numbers.view({rows, columns / group, group}),
                  by_group.select(-1, 0));
  return at::mm(a, weight.reshape({rows, columns}).to(at::kBFloat16).t());
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_scaled_mm", &ScaledMm);
  m.impl("_scaled_mm.out", &ScaledMmOut);
  m.impl("_scaled_mm_v2", &ScaledMmV2);
  m.impl("_scaled_mm_v2.out", &ScaledMmV2Out);
  m.impl("_weight_int8pack_mm", &Int8Mm);
  m.impl("_convert_weight_to_int4pack", &PackInt4);
  m.impl("_weight_int4pack_mm", &Int4Mm);
}

}  // namespace tilewright::torch_device
