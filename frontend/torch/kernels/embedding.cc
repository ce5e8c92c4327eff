// Rows of a table at indices, alone and in bags.
#include <ATen/TensorUtils.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

void CheckIndices(const char* name, const Tensor& indices) {
  at::checkScalarTypes(name, at::TensorArg(indices, "indices", 1), {at::kLong, at::kInt});
}

Tensor Embedding(const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  CheckIndices("embedding", indices);
  TORCH_CHECK(weight.dim() == 2, "'weight' must be 2-D");
  c10::SmallVector<int64_t, 6> sizes(indices.sizes().begin(), indices.sizes().end());
  sizes.push_back(weight.size(1));
  const Tensor out = Empty(sizes, weight.scalar_type());
  if (out.numel() > 0) Recording().In(weight).In(indices).Out(out).Run(Op::embedding);
  return out;
}
Tensor EmbeddingBackward(const Tensor& gradient, const Tensor& indices, int64_t rows,
                         int64_t padding, bool by_frequency) {
  const Tensor out = Empty({rows, gradient.size(-1)}, gradient.scalar_type());
  at::DimVector sizes(indices.sizes());
  sizes.push_back(gradient.size(-1));
  Recording()
      .In(gradient.reshape(sizes))
      .In(indices)
      .Attribute(padding)
      .Attribute(by_frequency)
      .Out(out)
      .Run(Op::embedding_backward);
  return out;
}

using Bags = std::tuple<Tensor, Tensor, Tensor, Tensor>;

constexpr int64_t kMaximumMode = 2;

Bags EmbeddingBag(const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                  bool, int64_t mode, bool, const std::optional<Tensor>& row_weights,
                  bool with_last, int64_t padding) {
  CheckIndices("embedding_bag", indices);
  TORCH_CHECK(
      c10::isFloatingType(weight.scalar_type()),
      "Expected tensor for argument #1 'weight' to be of floating numbers; but got ",
      weight.scalar_type(), " instead");
  TORCH_CHECK(indices.dim() == 1 && offsets.dim() == 1,
              "embedding_bag: input and offsets have to be 1D tensors");
  TORCH_CHECK(0 <= mode && mode <= kMaximumMode, "embedding_bag: mode ", mode);
  const Tensor begins = with_last ? offsets.narrow(0, 0, offsets.size(0) - 1) : offsets;
  const int64_t bags = begins.size(0);
  const Tensor out = Empty({bags, weight.size(1)}, weight.scalar_type());
  const Tensor bag = Empty({indices.size(0)}, at::kLong);
  const Tensor sizes = Empty({bags}, at::kLong);
  const Tensor largest =
      mode == kMaximumMode ? Empty(out.sizes(), at::kLong) : Empty({1}, at::kLong);
  if (bags == 0) return {out, bag, sizes, largest};
  if (indices.numel() == 0 || out.numel() == 0) {
    out.zero_(), bag.zero_(), sizes.zero_(), largest.fill_(-1);
    return {out, bag, sizes, largest};
  }
  Recording()
      .In(weight)
      .In(indices)
      .In(begins)
      .In(row_weights)
      .Attribute(mode)
      .Attribute(padding)
      .Out(out)
      .Out(bag)
      .Out(sizes)
      .Out(largest)
      .Run(Op::embedding_bag);
  return {out, bag, sizes, largest};
}
Tensor EmbeddingBagBackward(const Tensor& gradient, const Tensor& indices,
                            const Tensor& bag, const Tensor& sizes, const Tensor& largest,
                            int64_t rows, bool by_frequency, int64_t mode,
                            const std::optional<Tensor>& row_weights, int64_t padding) {
  const Tensor out = Empty({rows, gradient.size(1)}, gradient.scalar_type());
  if (indices.numel() == 0 || gradient.numel() == 0) return out.zero_();
  Recording()
      .In(gradient)
      .In(indices)
      .In(bag)
      .In(sizes)
      .In(largest)
      .In(row_weights)
      .Attribute(mode)
      .Attribute(padding)
      .Attribute(by_frequency)
      .Out(out)
      .Run(Op::embedding_bag_backward);
  return out;
}
Tensor EmbeddingBagAnyBackward(const Tensor& gradient, const Tensor& indices,
                               const Tensor&, const Tensor& bag, const Tensor& sizes,
                               const Tensor& largest, int64_t rows, bool by_frequency,
                               int64_t mode, bool sparse,
                               const std::optional<Tensor>& row_weights,
                               int64_t padding) {
  TORCH_CHECK_NOT_IMPLEMENTED(!sparse, "embedding_bag: tpu has no sparse gradients");
  return EmbeddingBagBackward(gradient, indices, bag, sizes, largest, rows, by_frequency,
                              mode, row_weights, padding);
}
Tensor EmbeddingBagWeightsBackward(const Tensor& gradient, const Tensor& weight,
                                   const Tensor& indices, const Tensor&,
                                   const Tensor& bag, int64_t mode, int64_t padding) {
  TORCH_CHECK(mode == 0,
              "embedding_bag_backward: per_sample_weights only supported for mode='sum'");
  const Tensor out = Empty({indices.size(0)}, gradient.scalar_type());
  if (out.numel() == 0) return out;
  Recording().In(gradient).In(weight).In(indices).In(bag).Attribute(padding).Out(out).Run(
      Op::embedding_bag_weights_backward);
  return out;
}

Tensor& EmbeddingRenorm(Tensor& self, const Tensor& indices, double limit, double order) {
  // Rows are all made shorter alike, and those that are not named kept.
  const Tensor named = Empty({self.size(0), 1}, at::kBool);
  named.zero_();
  named.index_fill_(0, indices.reshape({-1}), true);
  const Tensor shorter = self.renorm(order, 0, limit);
  return self.copy_(shorter.where(named, self));
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("embedding", &Embedding);
  m.impl("embedding_dense_backward", &EmbeddingBackward);
  m.impl("embedding_renorm_", &EmbeddingRenorm);
  m.impl("_embedding_bag", &EmbeddingBag);
  m.impl("_embedding_bag_forward_only", &EmbeddingBag);
  m.impl("_embedding_bag_dense_backward", &EmbeddingBagBackward);
  m.impl("_embedding_bag_backward", &EmbeddingBagAnyBackward);
  m.impl("_embedding_bag_per_sample_weights_backward", &EmbeddingBagWeightsBackward);
}

}  // namespace tilewright::torch_device
