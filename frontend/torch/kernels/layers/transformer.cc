// Layers that nn.TransformerEncoder and nn.MultiheadAttention take as a whole when
// nothing has a gradient: composed of what they are made of.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// PyTorch's numbers of what a mask is.
enum class MaskKind : int64_t { kOfRows, kOfPadding, kOfScores };

// What is added to the scores, or a truth value for each that is seen.
OptionalTensor MaskOf(const OptionalTensor& mask, std::optional<int64_t> kind) {
  if (!mask.has_value() || !mask->defined()) return std::nullopt;
  Tensor seen = *mask;
  if (static_cast<MaskKind>(kind.value_or(2)) == MaskKind::kOfPadding) {
    seen = seen.unsqueeze(1).unsqueeze(1);
  }
  return seen.scalar_type() == at::kBool ? seen.logical_not() : seen;
}

// [batch, rows, heads * size] as [batch, heads, rows, size].
Tensor SplitHeads(const Tensor& x, int64_t heads) {
  return x.unflatten(-1, {heads, x.size(-1) / heads}).transpose(1, 2);
}

std::tuple<Tensor, Tensor> MultiHead(const Tensor& query, const Tensor& key,
                                     const Tensor& value, int64_t size, int64_t heads,
                                     const Tensor& weight, const Tensor& bias,
                                     const Tensor& out_weight, const Tensor& out_bias,
                                     const OptionalTensor& mask, bool need_weights,
                                     bool average, std::optional<int64_t> kind) {
  TORCH_CHECK(query.dim() == 3, "expected 3-D `query`, got ", query.dim(), "-D tensor");
  TORCH_CHECK(query.size(2) == size, "passed-in embed_dim ", size,
              " didn't match last dim of query ", query.size(2));
  TORCH_CHECK(heads > 0 && size % heads == 0,
              "`embed_dim` must divide evenly by "
              "`num_heads`");
  Tensor parts[3];
  if (key.is_same(query) && value.is_same(query)) {
    const std::vector<Tensor> split = at::linear(query, weight, bias).chunk(3, -1);
    for (int i = 0; i < 3; ++i) parts[i] = split[i];
  } else {
    const Tensor* from[] = {&query, &key, &value};
    for (int i = 0; i < 3; ++i) {
      parts[i] = at::linear(*from[i], weight.narrow(0, i * size, size),
                            bias.narrow(0, i * size, size));
    }
  }
  for (Tensor& part : parts) part = SplitHeads(part, heads);
  const OptionalTensor seen = MaskOf(mask, kind);
  Tensor out, weights;
  if (need_weights) {
    Tensor scores = parts[0].matmul(parts[1].transpose(2, 3)) *
                    (1 / std::sqrt(static_cast<double>(size / heads)));
    if (seen.has_value()) {
      scores = seen->scalar_type() == at::kBool
                   ? scores.masked_fill(seen->logical_not(), -INFINITY)
                   : scores + *seen;
    }
    weights = scores.softmax(-1);
    out = weights.matmul(parts[2]);
    if (average) weights = weights.mean(1);
  } else {
    out = at::scaled_dot_product_attention(parts[0], parts[1], parts[2], seen);
  }
  return {at::linear(out.transpose(1, 2).flatten(2), out_weight, out_bias), weights};
}

Tensor EncoderLayer(const Tensor& input, int64_t size, int64_t heads,
                    const Tensor& weight, const Tensor& bias, const Tensor& out_weight,
                    const Tensor& out_bias, bool gelu, bool norm_first, double epsilon,
                    const Tensor& norm_weight_1, const Tensor& norm_bias_1,
                    const Tensor& norm_weight_2, const Tensor& norm_bias_2,
                    const Tensor& weight_1, const Tensor& bias_1, const Tensor& weight_2,
                    const Tensor& bias_2, const OptionalTensor& mask,
                    std::optional<int64_t> kind) {
  const auto first_norm = [&](const Tensor& x) {
    return at::layer_norm(x, {size}, norm_weight_1, norm_bias_1, epsilon);
  };
  const auto second_norm = [&](const Tensor& x) {
    return at::layer_norm(x, {size}, norm_weight_2, norm_bias_2, epsilon);
  };
  const Tensor x = norm_first ? first_norm(input) : input;
  const Tensor attended =
      input + std::get<0>(MultiHead(x, x, x, size, heads, weight, bias, out_weight,
                                    out_bias, mask, /*need_weights=*/false,
                                    /*average=*/false, kind));
  const Tensor middle = norm_first ? attended : first_norm(attended);
  const Tensor inner =
      at::linear(norm_first ? second_norm(middle) : middle, weight_1, bias_1);
  const Tensor out =
      middle + at::linear(gelu ? at::gelu(inner) : at::relu(inner), weight_2, bias_2);
  return norm_first ? out : second_norm(out);
}

// Whether padding may be left out by tensors of rows of different lengths, which tpu has
// not.
bool MayNest(const Tensor&, const Tensor&) { return false; }

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_native_multi_head_attention", &MultiHead);
  m.impl("_transformer_encoder_layer_fwd", &EncoderLayer);
  m.impl("_nested_tensor_from_mask_left_aligned", &MayNest);
}

}  // namespace tilewright::torch_device
