// Rows along a dimension in order, and what is found in them by rank.
#include <ATen/WrapDimUtils.h>
#include <ATen/native/BucketizationUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/overlap.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Pair = std::tuple<Tensor&, Tensor&>;

Tensor AsRow(const Tensor& x) { return x.dim() == 0 ? x.view({1}) : x; }

void CheckTypes(const Tensor& self, const Tensor& values, const Tensor& indices) {
  CheckExactly(values, self.scalar_type());
  CheckExactly(indices, at::kLong);
}

// The elements from a place of the sorted row on, as many as the results have.
void RunSort(const Tensor& self, int64_t dim, bool descending, int64_t from,
             const Tensor& values, const Tensor& indices) {
  if (values.numel() == 0) return;
  const Tensor x = AsRow(self), y = AsRow(values), i = AsRow(indices);
  Recording()
      .In(x)
      .Attribute(dim)
      .Attribute(descending)
      .Attribute(from)
      .Out(y)
      .Out(i)
      .Run(Op::sort);
}

Pair SortOut(const Tensor& self, std::optional<bool>, int64_t dim, bool descending,
             Tensor& values, Tensor& indices) {
  CheckTypes(self, values, indices);
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  FitOut(values, self.sizes());
  FitOut(indices, self.sizes());
  RunSort(self, along, descending, 0, values, indices);
  return {values, indices};
}

Pair TopKOut(const Tensor& self, int64_t k, int64_t dim, bool largest, bool,
             Tensor& values, Tensor& indices) {
  CheckTypes(self, values, indices);
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(k >= 0 && k <= (self.dim() > 0 ? self.size(along) : 1),
              "selected index k out of range");
  at::DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[along] = k;
  FitOut(values, sizes);
  FitOut(indices, sizes);
  RunSort(self, along, largest, 0, values, indices);
  return {values, indices};
}

// What has one element along a dimension, with or without it.
struct Places {
  at::DimVector kept, dropped;
};
Places PlacesFor(const Tensor& self, int64_t along) {
  Places places = {at::DimVector(self.sizes()), at::DimVector(self.sizes())};
  if (self.dim() == 0) return places;
  places.kept[along] = 1;
  places.dropped.erase(places.dropped.begin() + along);
  return places;
}

Pair KthValueOut(const Tensor& self, int64_t k, int64_t dim, bool keep, Tensor& values,
                 Tensor& indices) {
  CheckTypes(self, values, indices);
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.dim() > 0 ? self.size(along) : 1;
  CheckApart(values, {&self});
  CheckTaken("kthvalue", self.scalar_type(), Takes::kRealNumbers);
  TORCH_CHECK_INDEX(self.numel() > 0 || size > 0, "kthvalue(): Expected reduction dim ",
                    along, " to have non-zero size.");
  TORCH_CHECK(k >= 1 && k <= size,
              "kthvalue(): selected number k out of range for dimension ", along);
  const auto [kept, dropped] = PlacesFor(self, along);
  FitOut(values, keep ? kept : dropped);
  FitOut(indices, keep ? kept : dropped);
  const bool unsqueeze = !keep && self.dim() > 0;
  RunSort(self, along, false, k - 1, unsqueeze ? values.unsqueeze(along) : values,
          unsqueeze ? indices.unsqueeze(along) : indices);
  return {values, indices};
}

void RunMedian(const Tensor& self, int64_t along, bool without_nan, const Tensor& values,
               const Tensor& indices) {
  const Tensor x = AsRow(self), y = AsRow(values), i = AsRow(indices);
  Recording().In(x).Attribute(along).Attribute(without_nan).Out(y).Out(i).Run(Op::median);
}
template <bool without_nan>
Pair MedianDimOut(const Tensor& self, int64_t dim, bool keep, Tensor& values,
                  Tensor& indices) {
  CheckTypes(self, values, indices);
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK_INDEX(self.dim() == 0 || self.size(along) > 0,
                    "median(): Expected reduction dim ", along,
                    " to have non-zero size.");
  const auto [kept, dropped] = PlacesFor(self, along);
  FitOut(values, keep ? kept : dropped);
  FitOut(indices, keep ? kept : dropped);
  if (values.numel() == 0) return {values, indices};
  const bool unsqueeze = !keep && self.dim() > 0;
  RunMedian(self, along, without_nan, unsqueeze ? values.unsqueeze(along) : values,
            unsqueeze ? indices.unsqueeze(along) : indices);
  return {values, indices};
}
template <bool without_nan>
Tensor Median(const Tensor& self) {
  const Tensor out = Empty({}, self.scalar_type());
  if (self.numel() == 0) {
    if (c10::isFloatingType(self.scalar_type())) {
      out.fill_(std::numeric_limits<double>::quiet_NaN());
    } else {
      out.fill_(std::numeric_limits<int64_t>::min());
    }
    return out;
  }
  RunMedian(self.reshape({-1}), 0, without_nan, out, Empty({}, at::kLong));
  return out;
}

using Side = std::optional<c10::string_view>;

Tensor& SearchSortedOut(const Tensor& rows, const Tensor& values, bool narrow, bool right,
                        Side side, const OptionalTensor& sorter, Tensor& out) {
  const Tensor order = sorter.value_or(Tensor());
  at::native::searchsorted_pre_check(rows, values, out, narrow, right, side, order);
  FitOut(out, values.sizes());
  if (out.numel() == 0) return out;
  if (rows.size(-1) == 0) return out.zero_();
  const ScalarType type = CommonType(rows, values);
  const Tensor row = rows.to(type), each = AsRow(values.to(type)), found = AsRow(out);
  Recording()
      .In(row)
      .In(each)
      .In(order)
      .Attribute(right || (side.has_value() && *side == "right"))
      .Out(found)
      .Run(Op::searchsorted);
  return out;
}
Tensor SearchSorted(const Tensor& rows, const Tensor& values, bool narrow, bool right,
                    Side side, const OptionalTensor& sorter) {
  Tensor out = Empty({0}, narrow ? at::kInt : at::kLong);
  return SearchSortedOut(rows, values, narrow, right, side, sorter, out);
}
Tensor OfNumber(const Scalar& value, const Tensor& rows) {
  return at::native::searchsorted_scalar_tensor(value, rows.device());
}
Tensor& SearchSortedNumberOut(const Tensor& rows, const Scalar& value, bool narrow,
                              bool right, Side side, const OptionalTensor& sorter,
                              Tensor& out) {
  return SearchSortedOut(rows, OfNumber(value, rows), narrow, right, side, sorter, out);
}
Tensor SearchSortedNumber(const Tensor& rows, const Scalar& value, bool narrow,
                          bool right, Side side, const OptionalTensor& sorter) {
  return SearchSorted(rows, OfNumber(value, rows), narrow, right, side, sorter);
}

Tensor& BucketizeOut(const Tensor& values, const Tensor& row, bool narrow, bool right,
                     Tensor& out) {
  TORCH_CHECK(row.dim() == 1, "boundaries tensor must be 1 dimension, but got dim(",
              row.dim(), ")");
  return SearchSortedOut(row, values, narrow, right, std::nullopt, std::nullopt, out);
}
Tensor Bucketize(const Tensor& values, const Tensor& row, bool narrow, bool right) {
  Tensor out = Empty({0}, narrow ? at::kInt : at::kLong);
  return BucketizeOut(values, row, narrow, right, out);
}
Tensor BucketizeNumber(const Scalar& value, const Tensor& row, bool narrow, bool right) {
  return Bucketize(OfNumber(value, row), row, narrow, right);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("sort.values_stable", &SortOut);
  m.impl("topk.values", &TopKOut);
  m.impl("kthvalue.values", &KthValueOut);
  m.impl("median", &Median<false>);
  m.impl("nanmedian", &Median<true>);
  m.impl("median.dim_values", &MedianDimOut<false>);
  m.impl("nanmedian.dim_values", &MedianDimOut<true>);
  m.impl("searchsorted.Tensor", &SearchSorted);
  m.impl("searchsorted.Tensor_out", &SearchSortedOut);
  m.impl("searchsorted.Scalar", &SearchSortedNumber);
  m.impl("searchsorted.Scalar_out", &SearchSortedNumberOut);
  m.impl("bucketize.Tensor", &Bucketize);
  m.impl("bucketize.Tensor_out", &BucketizeOut);
  m.impl("bucketize.Scalar", &BucketizeNumber);
}

}  // namespace tilewright::torch_device
