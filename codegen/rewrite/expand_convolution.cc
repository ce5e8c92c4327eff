// Convolutions over a dilated operand (gradients of those with strides, and what is
// called transposed): between its elements lie holes, which a product of matrices would
// multiply as zeros. Results whose places agree modulo the dilation, a phase, read the
// same elements of the kernel: each phase is a convolution without holes.
//
// Along a dimension, result o and element j of the kernel, which lie t apart, meet at
// place x = o + j * t - p of the operand with holes, whose element x / s it is if s
// divides x. So phase r, of the results q * s + r, takes every e-th element of the kernel
// from j0 on, e = s / gcd(s, t), where s divides r + j0 * t - p, and elements of the
// operand from q + (r + j0 * t - p) / s on, t / gcd(s, t) apart: the same products in the
// same order, without the zeros.
#include <algorithm>
#include <numeric>
#include <utility>

#include "codegen/rewrite/rewrite.h"
#include "support/round.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// Of one phase along one dimension.
struct Taps {
  int64_t first = 0, step = 1, count = 0;  // elements of the kernel
  int64_t apart = 1;                       // elements of the operand between them
  int64_t low_padding = 0;
};

class Phases {
 public:
  explicit Phases(Rewrite& rewrite)
      : rewrite_(rewrite),
        b_(rewrite.builder),
        in_(rewrite.OperandType(0)),
        kernel_(rewrite.OperandType(1)),
        out_(rewrite.ResultType()),
        in_spatial_(At(kInputSpatialDimensions)),
        kernel_spatial_(At(kKernelSpatialDimensions)),
        out_spatial_(At(kOutputSpatialDimensions)),
        holes_(OrOnes(kLhsDilation)),
        apart_(OrOnes(kRhsDilation)) {
    for (size_t d = 0; d < out_spatial_.size(); ++d) {
      sizes_.push_back(DivideUp(out_.dims()[out_spatial_[d]], holes_[d]));
    }
  }

  // Whether they are worth their kernels. Elements of k that are multiplied in pairs stay
  // together: there are as many features as whole pairs.
  bool Pay() const {
    constexpr int64_t kMostPhases = 16, kLeastProducts = int64_t{1} << 26;
    constexpr int64_t kFar = int64_t{1} << 40;
    if (kernel_.num_elements() == 0 || out_.num_elements() == 0) return false;
    for (const int64_t p : At(kPadding)) {
      if (p < -kFar || p > kFar) return false;
    }
    int64_t phases = 1, taps = 1;
    for (size_t d = 0; d < holes_.size(); ++d) {
      if (holes_[d] > kMostPhases || apart_[d] > kFar) return false;
      phases *= holes_[d];
      taps *= kernel_.dims()[kernel_spatial_[d]];
      if (phases > kMostPhases) return false;
    }
    const int64_t features = in_.dims()[Int(kInputFeatureDimension)];
    return phases > 1 && OrOnes(kWindowStrides) == Dims(holes_.size(), 1) &&
           Int(kFeatureGroupCount) == 1 && Int(kBatchGroupCount) == 1 &&
           in_.element == kernel_.element &&
           ir::Info(in_.element).type_class == ir::Info(out_.element).type_class &&
           features % 2 == 0 && in_.num_elements() > 0 && taps > 0 &&
           out_.num_elements() >= DivideUp(DivideUp(kLeastProducts, taps), features);
  }

  absl::StatusOr<Values> Run() {
    TW_ASSIGN_OR_RETURN(ValueId result, Join({}));
    // Dimensions of results and of their phases become one, whose end may be too far.
    Dims dims = out_.dims();
    for (size_t d = 0; d < holes_.size(); ++d) {
      dims[out_spatial_[d]] = sizes_[d] * holes_[d];
    }
    result = b_.Reshape(result, dims);
    if (dims != out_.dims()) {
      result = b_.Slice(result, Dims(dims.size(), 0), out_.dims());
    }
    return Values{result};
  }

 private:
  const Dims& At(ir::AttributeName name) const {
    return rewrite_.attributes().Ints(name);
  }
  int64_t Int(ir::AttributeName name) const { return rewrite_.attributes().Int(name, 1); }
  Dims OrOnes(ir::AttributeName name) const {
    return At(name).empty() ? Dims(in_spatial_.size(), 1) : At(name);
  }

  // All phases that begin with `first`, side by side: of each dimension that has phases,
  // they lie behind it, and of those that `first` has there is one.
  absl::StatusOr<ValueId> Join(const Dims& first) {
    const size_t d = first.size();
    if (d == holes_.size()) return Phase(first);
    Values phases;
    for (int64_t r = 0; r < holes_[d]; ++r) {
      Dims longer = first;
      longer.push_back(r);
      TW_ASSIGN_OR_RETURN(const ValueId phase, Join(longer));
      phases.push_back(phase);
    }
    return phases.size() == 1 ? phases[0]
                              : b_.Concatenate(std::move(phases), PlaceOfPhases(d));
  }

  // Where the dimension of the phases along spatial dimension `d` is.
  int64_t PlaceOfPhases(size_t d) const {
    int64_t place = out_spatial_[d] + 1;
    for (size_t other = 0; other < holes_.size(); ++other) {
      if (holes_[other] > 1 && out_spatial_[other] < out_spatial_[d]) ++place;
    }
    return place;
  }

  // A phase's dimensions and those that count phases, of which it is one.
  Dims WithPhases(const Dims& phase) const {
    Dims dims;
    for (size_t i = 0; i < phase.size(); ++i) {
      dims.push_back(phase[i]);
      for (size_t d = 0; d < holes_.size(); ++d) {
        if (out_spatial_[d] == static_cast<int64_t>(i) && holes_[d] > 1) {
          dims.push_back(1);
        }
      }
    }
    return dims;
  }

  Taps TapsOf(size_t d, int64_t r) const {
    const int64_t s = holes_[d], t = apart_[d], size = kernel_.dims()[kernel_spatial_[d]];
    const int64_t p = At(kPadding).empty() ? 0 : At(kPadding)[2 * d];
    const int64_t common = std::gcd(s, t);
    Taps taps = {.step = s / common, .apart = t / common};
    for (int64_t j = 0; j < std::min(taps.step, size); ++j) {
      if ((r + j * t - p) % s != 0) continue;
      taps.first = j;
      taps.count = DivideUp(size - j, taps.step);
      taps.low_padding = -(r + j * t - p) / s;
    }
    return taps;
  }

  absl::StatusOr<ValueId> Phase(const Dims& numbers) {
    TensorType type = out_;
    ir::Attributes attributes = rewrite_.attributes();
    Dims start(kernel_.dims().size(), 0), limit = kernel_.dims();
    Dims strides(kernel_.dims().size(), 1), apart, padding;
    bool empty = false;
    for (size_t d = 0; d < holes_.size(); ++d) {
      const Taps taps = TapsOf(d, numbers[d]);
      const int64_t in = in_.dims()[in_spatial_[d]], k = kernel_spatial_[d];
      const int64_t reach = (taps.count - 1) * taps.apart;
      empty |= taps.count == 0;
      type.shape.Set(out_spatial_[d], sizes_[d]);
      apart.push_back(taps.apart);
      padding.push_back(taps.low_padding);
      padding.push_back(sizes_[d] + reach - in - taps.low_padding);
      const bool reversed = !At(kWindowReversal).empty() && At(kWindowReversal)[d] != 0;
      const int64_t last = taps.first + (taps.count - 1) * taps.step;
      start[k] = reversed ? kernel_.dims()[k] - 1 - last : taps.first;
      limit[k] = start[k] + last - taps.first + 1;
      strides[k] = taps.step;
    }
    const Dims with_phases = WithPhases(type.dims());
    if (empty) return b_.IntegerSplat(0, {out_.element, with_phases});
    attributes.Set(kLhsDilation, Dims(holes_.size(), 1));
    attributes.Set(kRhsDilation, std::move(apart));
    attributes.Set(kPadding, std::move(padding));
    const ValueId taken = b_.Slice(rewrite_.operands[1], start, limit, strides);
    TW_ASSIGN_OR_RETURN(const Values results,
                        rewrite_.Checked(kConvolution, {rewrite_.operands[0], taken},
                                         std::move(attributes), type));
    return b_.Reshape(results[0], with_phases);
  }

  Rewrite& rewrite_;
  ir::Builder& b_;
  const TensorType in_, kernel_, out_;
  const Dims in_spatial_, kernel_spatial_, out_spatial_;
  const Dims holes_, apart_;  // along each spatial dimension: s and t
  Dims sizes_;                // of phases
};

}  // namespace

absl::StatusOr<Values> ExpandConvolution(Rewrite& rewrite) {
  Phases phases(rewrite);
  return phases.Pay() ? phases.Run() : ExpandProduct(rewrite);
}

}  // namespace tilewright::codegen
