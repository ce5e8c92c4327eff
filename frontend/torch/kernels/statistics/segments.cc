// Reductions of segments: consecutive slices along the last dimension of what says how
// long each is, or where each begins and the last one ends.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include <limits>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/together.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

enum class Reduction { kSum, kMean, kMost, kLeast, kProduct };

Reduction ReductionOf(std::string_view name) {
  if (name == "sum") return Reduction::kSum;
  if (name == "mean") return Reduction::kMean;
  if (name == "max") return Reduction::kMost;
  if (name == "min") return Reduction::kLeast;
  if (name == "prod") return Reduction::kProduct;
  TORCH_CHECK(false, "Unsupported reduction given! ", name);
}
// As scatter_reduce knows it.
const char* ScatteredAs(Reduction reduction) {
  switch (reduction) {
    case Reduction::kMost:
      return "amax";
    case Reduction::kLeast:
      return "amin";
    case Reduction::kProduct:
      return "prod";
    default:
      return "sum";
  }
}
Scalar Beginning(Reduction reduction, const std::optional<Scalar>& initial) {
  if (initial.has_value()) return *initial;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (reduction) {
    case Reduction::kMost:
      return -kInfinity;
    case Reduction::kLeast:
      return kInfinity;
    case Reduction::kProduct:
      return 1;
    default:
      return 0;
  }
}

struct Segments {
  int64_t axis, count;
  Tensor lengths;  // of each, for all dimensions of the data
  Tensor owner;    // of each element of the data; `count`: none
};

// A tensor of fewer dimensions, as one that is broadcast over the others.
Tensor Widened(Tensor x, const Tensor& data) {
  while (x.dim() < data.dim()) x = x.unsqueeze(-1);
  return x;
}
at::DimVector SizesWith(const Tensor& data, int64_t axis, int64_t size) {
  at::DimVector sizes(data.sizes());
  sizes[axis] = size;
  return sizes;
}

Segments SegmentsOf(const Tensor& data, const OptionalTensor& lengths,
                    const OptionalTensor& offsets, int64_t axis) {
  const Tensor& told = IsThere(offsets) ? *offsets : *lengths;
  const int64_t size = data.size(axis);
  Tensor ends, each;
  if (IsThere(offsets)) {
    ends = told.to(at::kLong);
    each = ends.diff();
  } else {
    each = told.to(at::kLong);
    const Tensor first = at::zeros(SizesWith(told, axis, 1), each.options());
    ends = at::cat({first, each.cumsum(axis)}, axis);
  }
  Segments segments = {axis, each.size(axis), Widened(each, data), Tensor()};
  // How many begin at a place, or before it; less one.
  at::DimVector places(each.sizes());
  places[axis] = size;
  const Tensor place = at::arange(size, each.options()).expand(places).contiguous();
  Tensor owner =
      at::searchsorted(ends.contiguous(), place, /*out_int32=*/false, /*right=*/true)
          .sub(1);
  owner = at::where(owner.lt(0), segments.count, owner);
  segments.owner = Widened(owner, data).expand(data.sizes());
  return segments;
}

void CheckSegments(const Tensor& data, const OptionalTensor& lengths,
                   const OptionalTensor& indices, const OptionalTensor& offsets,
                   int64_t axis, bool unsafe) {
  TORCH_CHECK(IsThere(lengths) || IsThere(offsets),
              "segment_reduce(): Either lengths or offsets must be defined.");
  TORCH_CHECK(!IsThere(indices),
              "segment_reduce(): indices based reduction is not supported yet.");
  const Tensor& told = IsThere(offsets) ? *offsets : *lengths;
  const char* const name = IsThere(offsets) ? "offsets" : "lengths";
  CheckTogether(data, told);
  TORCH_CHECK(data.dim() >= told.dim(), "segment_reduce(): data.dim() must be at least ",
              name, ".dim()");
  TORCH_CHECK(axis == told.dim() - 1,
              "segment_reduce(): Expected axis to be the last "
              "dimension of ",
              name, " but got ", axis, ".");
  CheckTaken("segment_reduce", data.scalar_type(), Takes::kFloats);
  TORCH_CHECK(c10::isIntegralType(told.scalar_type(), /*includeBool=*/false),
              "segment_reduce(): ", name, " has to be of integers, not ", told.dtype());
  if (unsafe || IsThere(offsets) || told.numel() == 0) return;
  TORCH_CHECK(told.min().item<int64_t>() >= 0, "lengths contains negative value!");
  TORCH_CHECK(at::sum(told, {-1}).eq(data.size(axis)).all().item<bool>(),
              "segment_reduce(): Expected all rows of lengths along axis to sum to "
              "data.size(lengths.dim()-1) when !unsafe.");
}

Tensor SegmentReduce(const Tensor& data, std::string_view reduce,
                     const OptionalTensor& lengths, const OptionalTensor& indices,
                     const OptionalTensor& offsets, int64_t dim, bool unsafe,
                     const std::optional<Scalar>& initial) {
  const int64_t axis = at::maybe_wrap_dim(dim, data.dim());
  CheckSegments(data, lengths, indices, offsets, axis, unsafe);
  const Reduction reduction = ReductionOf(reduce);
  const Segments segments = SegmentsOf(data, lengths, offsets, axis);
  const ScalarType wide = ComputeType(data.scalar_type());
  Tensor all = at::full(SizesWith(data, axis, segments.count + 1),
                        Beginning(reduction, initial), data.options().dtype(wide));
  if (data.numel() > 0) {
    all.scatter_reduce_(axis, segments.owner, data.to(wide), ScatteredAs(reduction));
  }
  Tensor out = all.narrow(axis, 0, segments.count);
  if (reduction == Reduction::kMean) {
    // Of nothing there is a mean only where there is something to begin with.
    const Tensor mean = out.div(segments.lengths);
    out = initial.has_value() ? at::where(segments.lengths.gt(0), mean, out) : mean;
  }
  return out.contiguous().to(data.scalar_type());
}

// The products of a segment's other elements. What is zero, or no number, is counted.
Tensor OtherProducts(const Tensor& data, const Segments& segments,
                     const Scalar& beginning) {
  const int64_t axis = segments.axis;
  const at::DimVector sizes = SizesWith(data, axis, segments.count + 1);
  const auto others = [&](const Tensor& which) {
    const Tensor each = which.to(at::kLong);
    const Tensor counts =
        at::zeros(sizes, each.options()).scatter_add_(axis, segments.owner, each);
    return counts.gather(axis, segments.owner).sub(each).gt(0);
  };
  const Tensor zero = data.eq(0), none = data.isnan();
  const Tensor kept = data.masked_fill(zero.logical_or(none), 1);
  const Tensor products = at::full(sizes, beginning, data.options())
                              .scatter_reduce_(axis, segments.owner, kept, "prod")
                              .gather(axis, segments.owner);
  return products.div(kept)
      .masked_fill(others(zero), 0)
      .masked_fill(others(none), std::numeric_limits<double>::quiet_NaN());
}

Tensor SegmentReduceBackward(const Tensor& gradient, const Tensor& output,
                             const Tensor& data, std::string_view reduce,
                             const OptionalTensor& lengths, const OptionalTensor& offsets,
                             int64_t dim, const std::optional<Scalar>& initial) {
  const int64_t axis = at::maybe_wrap_dim(dim, data.dim());
  const Reduction reduction = ReductionOf(reduce);
  if (data.numel() == 0) return at::zeros_like(data);
  const Segments segments = SegmentsOf(data, lengths, offsets, axis);
  const ScalarType wide = ComputeType(data.scalar_type());
  // Of each element's segment; an element of none has zeros.
  const auto of_owner = [&](const Tensor& x) {
    const Tensor none = at::zeros(SizesWith(x, axis, 1), x.options());
    return at::cat({x, none}, axis).gather(axis, segments.owner);
  };
  Tensor made = of_owner(gradient.to(wide));
  if (reduction == Reduction::kMean) {
    const Tensor counts = segments.lengths.clamp_min(1).to(wide);
    made = of_owner(gradient.to(wide).div(counts));
  } else if (reduction == Reduction::kProduct) {
    made =
        made.mul(OtherProducts(data.to(wide), segments, Beginning(reduction, initial)));
  } else if (reduction != Reduction::kSum) {
    // Those that are the extreme share its gradient.
    const Tensor best = data.eq(of_owner(output)).logical_or(data.isnan());
    const Tensor shares =
        at::zeros(SizesWith(data, axis, segments.count + 1), made.options())
            .scatter_add_(axis, segments.owner, best.to(wide))
            .gather(axis, segments.owner);
    made = at::where(best, made.div(shares), 0);
  }
  return made.to(data.scalar_type());
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("segment_reduce", &SegmentReduce);
  m.impl("_segment_reduce_backward", &SegmentReduceBackward);
}

}  // namespace tilewright::torch_device
