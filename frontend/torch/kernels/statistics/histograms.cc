// Histograms of points, whose coordinates are the last dimension. A point that lies
// outside of a dimension's edges, or nowhere, is not counted; the last bin has its end.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Edges = std::vector<Tensor>;
using OptionalRange = std::optional<c10::ArrayRef<double>>;

void CheckPoints(const Tensor& self, at::TensorList edges, const OptionalTensor& weight) {
  TORCH_CHECK(
      self.dim() >= 2,
      "torch.histogramdd: input tensor should have at least 2 dimensions, but got ",
      self.dim());
  const int64_t dimensions = self.size(-1);
  TORCH_CHECK(dimensions == static_cast<int64_t>(edges.size()),
              "torch.histogramdd: expected ", dimensions,
              " sequences of bin edges for a ", dimensions,
              "-dimensional histogram but got ", edges.size());
  TORCH_CHECK_NOT_IMPLEMENTED(
      self.scalar_type() == at::kFloat || self.scalar_type() == at::kDouble,
      "\"histogramdd\" not implemented for '", self.scalar_type(), "'");
  for (size_t d = 0; d < edges.size(); ++d) {
    TORCH_CHECK(edges[d].scalar_type() == self.scalar_type(),
                "torch.histogramdd: input tensor and bins tensors should have the same "
                "dtype, but got input with dtype ",
                self.dtype(), " and bins for dimension ", d, " with dtype ",
                edges[d].dtype());
    TORCH_CHECK(edges[d].dim() == 1,
                "torch.histogramdd: bins tensor should have one dimension, but got ",
                edges[d].dim(), " dimensions in the bins tensor for dimension ", d);
    TORCH_CHECK(edges[d].numel() > 0,
                "torch.histogramdd: bins tensor should have at least 1 element, but got ",
                edges[d].numel(), " elements in the bins tensor for dimension ", d);
  }
  if (!IsThere(weight)) return;
  TORCH_CHECK(weight->scalar_type() == self.scalar_type(),
              "torch.histogramdd: if weight tensor is provided, input tensor and weight "
              "tensor should have the same dtype, but got input(",
              self.dtype(), "), and weight(", weight->dtype(), ")");
  TORCH_CHECK(
      weight->sizes() == self.sizes().slice(0, self.dim() - 1),
      "torch.histogramdd: if weight tensor is provided it should have the same "
      "shape as the input tensor excluding its innermost dimension, but got input "
      "with shape ",
      self.sizes(), " and weight with shape ", weight->sizes());
}

// The range of each dimension: that which is asked for, or that of the points, which is
// read here.
std::vector<double> RangesOf(const Tensor& points, OptionalRange asked) {
  const int64_t dimensions = points.size(1);
  std::vector<double> ranges;
  if (asked.has_value()) {
    TORCH_CHECK(static_cast<int64_t>(asked->size()) == 2 * dimensions,
                "torch.histogramdd: for a ", dimensions,
                "-dimensional histogram range should have ", 2 * dimensions,
                " elements, but got ", asked->size());
    ranges.assign(asked->begin(), asked->end());
  } else if (points.numel() == 0) {
    for (int64_t d = 0; d < dimensions; ++d) ranges.insert(ranges.end(), {0, 1});
  } else {
    const auto [low, high] = at::aminmax(points, 0);
    const Tensor bounds =
        at::stack({low, high}, 1).to(at::kCPU, at::kDouble).contiguous();
    const auto* const found = bounds.const_data_ptr<double>();
    ranges.assign(found, found + bounds.numel());
  }
  for (int64_t d = 0; d < dimensions; ++d) {
    double &low = ranges[2 * d], &high = ranges[2 * d + 1];
    TORCH_CHECK(std::isfinite(low) && std::isfinite(high),
                "torch.histogramdd: dimension ", d, "'s range [", low, ", ", high,
                "] is not finite");
    TORCH_CHECK(low <= high, "torch.histogramdd: min should not exceed max, but got min ",
                low, " max ", high, " for dimension ", d);
    if (low == high) low -= 0.5, high += 0.5;
  }
  return ranges;
}

// Evenly spaced edges.
Edges EdgesOf(const Tensor& self, IntArrayRef bins, OptionalRange asked) {
  TORCH_CHECK(
      self.dim() >= 2,
      "torch.histogramdd: input tensor should have at least 2 dimensions, but got ",
      self.dim());
  TORCH_CHECK(self.size(-1) == static_cast<int64_t>(bins.size()),
              "torch.histogramdd: expected ", self.size(-1),
              " sequences of bin edges for a ", self.size(-1),
              "-dimensional histogram but got ", bins.size());
  for (size_t d = 0; d < bins.size(); ++d) {
    TORCH_CHECK(bins[d] > 0, "torch.histogramdd(): bins must be > 0, but got ", bins[d],
                " for dimension ", d);
  }
  const std::vector<double> ranges = RangesOf(self.reshape({-1, self.size(-1)}), asked);
  Edges edges;
  for (size_t d = 0; d < bins.size(); ++d) {
    edges.push_back(
        at::linspace(ranges[2 * d], ranges[2 * d + 1], bins[d] + 1, self.options()));
  }
  return edges;
}

Tensor Counts(const Tensor& self, at::TensorList edges, const OptionalTensor& weight,
              bool density) {
  CheckPoints(self, edges, weight);
  at::DimVector sizes;
  for (const Tensor& row : edges) sizes.push_back(row.numel() - 1);
  Tensor counts = at::zeros(sizes, self.options());
  const Tensor points = self.reshape({-1, self.size(-1)});
  if (counts.numel() > 0 && points.size(0) > 0) {
    Tensor place, inside;
    for (size_t d = 0; d < edges.size(); ++d) {
      const Tensor x = points.select(1, static_cast<int64_t>(d)).contiguous();
      const Tensor row = edges[d].contiguous(), last = row.select(0, -1);
      const Tensor bin = at::searchsorted(row, x, /*out_int32=*/false, /*right=*/true)
                             .sub(1)
                             .clamp(0, sizes[d] - 1);
      const Tensor within = x.ge(row.select(0, 0)).logical_and(x.le(last));
      place = d == 0 ? bin : place.mul(sizes[d]).add(bin);
      inside = d == 0 ? within : inside.logical_and(within);
    }
    const Tensor each =
        IsThere(weight) ? weight->reshape({-1}) : at::ones_like(inside, self.options());
    counts.view({-1}).index_add_(0, place, at::where(inside, each, 0));
  }
  if (!density) return counts;
  counts = counts.div(counts.sum());
  for (size_t d = 0; d < edges.size(); ++d) {
    at::DimVector along(edges.size(), 1);
    along[d] = sizes[d];
    counts = counts.div(edges[d].diff().view(along));
  }
  return counts;
}
Tensor CountsOfBins(const Tensor& self, IntArrayRef bins, OptionalRange range,
                    const OptionalTensor& weight, bool density) {
  return Counts(self, EdgesOf(self, bins, range), weight, density);
}
Edges EdgesOfPoints(const Tensor& self, IntArrayRef bins, OptionalRange range,
                    const OptionalTensor&, bool) {
  return EdgesOf(self, bins, range);
}

// Of numbers, which are points of one dimension.
struct Points {
  Tensor x;
  OptionalTensor weight;
};
Points PointsOf(const Tensor& self, const OptionalTensor& weight) {
  if (!IsThere(weight)) return {self.reshape({-1, 1}), weight};
  return {self.reshape({-1, 1}), weight->reshape({-1})};
}
std::tuple<Tensor, Tensor> HistogramAt(const Tensor& self, const Tensor& edges,
                                       const OptionalTensor& weight, bool density) {
  const Points points = PointsOf(self, weight);
  return {Counts(points.x, edges, points.weight, density), edges.clone()};
}
std::tuple<Tensor, Tensor> Histogram(const Tensor& self, int64_t bins,
                                     OptionalRange range, const OptionalTensor& weight,
                                     bool density) {
  const Points points = PointsOf(self, weight);
  const Edges edges = EdgesOf(points.x, bins, range);
  return {Counts(points.x, edges, points.weight, density), edges[0]};
}
std::tuple<Tensor&, Tensor&> HistogramInto(const std::tuple<Tensor, Tensor>& made,
                                           Tensor& counts, Tensor& edges) {
  const auto& [made_counts, made_edges] = made;
  TORCH_CHECK(made_counts.scalar_type() == counts.scalar_type(),
              "torch.histogram: input tensor and hist tensor should have the same dtype, "
              "but got input ",
              made_counts.dtype(), " and hist ", counts.dtype());
  TORCH_CHECK(made_edges.scalar_type() == edges.scalar_type(),
              "torch.histogram: input tensor and bin_edges tensor should have the same "
              "dtype, but got input ",
              made_edges.dtype(), " and bin_edges ", edges.dtype());
  FitOut(counts, made_counts.sizes());
  FitOut(edges, made_edges.sizes());
  return {counts.copy_(made_counts), edges.copy_(made_edges)};
}
std::tuple<Tensor&, Tensor&> HistogramAtOut(const Tensor& self, const Tensor& edges,
                                            const OptionalTensor& weight, bool density,
                                            Tensor& counts, Tensor& kept) {
  return HistogramInto(HistogramAt(self, edges, weight, density), counts, kept);
}
std::tuple<Tensor&, Tensor&> HistogramOut(const Tensor& self, int64_t bins,
                                          OptionalRange range,
                                          const OptionalTensor& weight, bool density,
                                          Tensor& counts, Tensor& edges) {
  return HistogramInto(Histogram(self, bins, range, weight, density), counts, edges);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("histogram.bins_tensor", &HistogramAt);
  m.impl("histogram.bins_tensor_out", &HistogramAtOut);
  m.impl("histogram.bin_ct", &Histogram);
  m.impl("histogram.bin_ct_out", &HistogramOut);
  m.impl("_histogramdd_bin_edges", &EdgesOfPoints);
  m.impl("_histogramdd_from_bin_cts", &CountsOfBins);
  m.impl("_histogramdd_from_bin_tensors", &Counts);
}

}  // namespace tilewright::torch_device
