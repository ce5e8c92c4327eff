// Batch normalisation as the specification spells it out.
#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// The tensors that the three operations share.
struct Features {
  explicit Features(Rewrite& rewrite)
      : b(rewrite.builder),
        type(rewrite.OperandType(0)),
        index(rewrite.attributes().Int(kFeatureIndex)),
        epsilon(rewrite.attributes().Float(kEpsilon)) {
    for (int64_t d = 0; d < type.rank(); ++d) {
      if (d == index) continue;
      others.push_back(d);
      per_feature *= static_cast<double>(type.dims()[d]);
    }
  }

  // One number a feature, spread over the whole tensor.
  ValueId Spread(ValueId feature) { return b.Broadcast(feature, {index}, type.dims()); }

  // The sum over everything but the feature dimension.
  ValueId Sum(ValueId x) {
    const ValueId zero = b.Splat(0, ir::Scalar(type.element));
    return b.Reduce(kAdd, x, zero, others);
  }

  ValueId Like(double value, ValueId x) { return b.Splat(value, b.type(x)); }

  ValueId Mean(ValueId x) {
    const ValueId sum = Sum(x);
    return b.Binary(kDivide, sum, Like(per_feature, sum));
  }

  ValueId Centered(ValueId x, ValueId mean) {
    return b.Binary(kSubtract, x, Spread(mean));
  }

  ValueId VariancePlusEpsilon(ValueId variance) {
    return b.Binary(kAdd, Spread(variance), b.Splat(epsilon, type));
  }

  ValueId Normalized(ValueId centered, ValueId variance) {
    return b.Binary(kDivide, centered, b.Unary(kSqrt, VariancePlusEpsilon(variance)));
  }

  ValueId Scaled(ValueId normalized, ValueId scale, ValueId offset) {
    return b.Binary(kAdd, b.Binary(kMultiply, Spread(scale), normalized), Spread(offset));
  }

  ir::Builder& b;
  const ir::TensorType type;
  const int64_t index;
  const double epsilon;
  ir::Dims others;
  double per_feature = 1;  // elements
};

}  // namespace

// operand, scale, offset, mean, variance -> output
absl::StatusOr<Values> ExpandBatchNormInference(Rewrite& rewrite) {
  Features f(rewrite);
  const Values& in = rewrite.operands;
  const ValueId centered = f.Centered(in[0], in[3]);
  return Values{f.Scaled(f.Normalized(centered, in[4]), in[1], in[2])};
}

// operand, scale, offset -> output, mean, variance
absl::StatusOr<Values> ExpandBatchNormTraining(Rewrite& rewrite) {
  Features f(rewrite);
  const Values& in = rewrite.operands;
  const ValueId mean = f.Mean(in[0]);
  const ValueId centered = f.Centered(in[0], mean);
  const ValueId variance = f.Mean(f.b.Binary(kMultiply, centered, centered));
  const ValueId output = f.Scaled(f.Normalized(centered, variance), in[1], in[2]);
  return Values{output, mean, variance};
}

// operand, scale, mean, variance, grad_output -> grad_operand, grad_scale,
// grad_offset
absl::StatusOr<Values> ExpandBatchNormGrad(Rewrite& rewrite) {
  Features f(rewrite);
  ir::Builder& b = f.b;
  const Values& in = rewrite.operands;
  const ValueId grad = in[4];
  const ValueId centered = f.Centered(in[0], in[2]);
  const ValueId variance = f.VariancePlusEpsilon(in[3]);
  const ValueId deviation = b.Unary(kSqrt, variance);
  const ValueId normalized = b.Binary(kDivide, centered, deviation);
  const ValueId count = b.Splat(f.per_feature, f.type);
  const ValueId grad_offset = f.Sum(grad);
  const ValueId grad_scale = f.Sum(b.Binary(kMultiply, grad, normalized));
  // count * grad - sum(grad) - centered * sum(grad * centered) / variance
  const ValueId along = f.Spread(f.Sum(b.Binary(kMultiply, grad, centered)));
  ValueId inner = b.Binary(kMultiply, grad, count);
  inner = b.Binary(kSubtract, inner, f.Spread(grad_offset));
  inner = b.Binary(kSubtract, inner,
                   b.Binary(kDivide, b.Binary(kMultiply, along, centered), variance));
  ValueId factor = b.Binary(kDivide, f.Spread(in[1]), deviation);
  factor = b.Binary(kDivide, factor, count);
  return Values{b.Binary(kMultiply, factor, inner), grad_scale, grad_offset};
}

}  // namespace tilewright::codegen
