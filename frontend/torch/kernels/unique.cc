// Elements, or slices, that differ. How many there are is read by the host: it is the
// results' size.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Triple = std::tuple<Tensor, Tensor, Tensor>;

// What does not belong to what has been found is not kept.
Tensor First(const Tensor& x, int64_t count) { return x.narrow(0, 0, count).clone(); }

// Runs of equal rows of `x`, of which row i was `order[i]`.
struct Runs {
  Tensor firsts, lengths;  // of each run
  Tensor run;              // of each row, where it was
};
Runs RunsOf(const Tensor& x, const Tensor& order) {
  const int64_t rows = x.size(0);
  const Tensor count = Empty({}, at::kLong);
  const Tensor firsts = Empty({rows}, at::kLong), lengths = Empty({rows}, at::kLong);
  const Tensor run = Empty({rows}, at::kLong);
  Recording().In(x).In(order).Out(count).Out(firsts).Out(lengths).Out(run).Run(Op::runs);
  const auto found = count.item<int64_t>();
  return {First(firsts, found), First(lengths, found), run};
}

Tensor Counting(int64_t count, const Tensor& like) {
  return at::arange(count, like.options().dtype(at::kLong));
}

std::tuple<Tensor, Tensor> Sorted(const Tensor& row) {
  return at::sort(row, /*stable=*/std::optional<bool>(true), 0, /*descending=*/false);
}

// Where the rows of a matrix go when they are sorted: stably by each column, the last
// first.
Tensor OrderOf(const Tensor& rows) {
  Tensor order = Counting(rows.size(0), rows);
  for (int64_t column = rows.size(1); column-- > 0;) {
    const Tensor keys = rows.select(1, column).index_select(0, order);
    order = order.index_select(0, std::get<1>(Sorted(keys)));
  }
  return order;
}

Triple UniqueElements(const Tensor& self, bool sort, bool inverse, bool counts) {
  CheckTaken("unique", self.scalar_type(), Takes::kReals);
  const Tensor none = Empty({0}, at::kLong);
  if (self.numel() == 0) {
    return {Empty({0}, self.scalar_type()),
            inverse ? Empty(self.sizes(), at::kLong) : none, none.clone()};
  }
  Tensor row = self.reshape({-1}), order;
  if (sort) {
    std::tie(row, order) = Sorted(row);
  } else {
    order = Counting(row.size(0), row);
  }
  const Runs found = RunsOf(row.unsqueeze(1), order);
  return {row.index_select(0, found.firsts),
          inverse ? found.run.view(self.sizes()) : none,
          counts ? found.lengths : none.clone()};
}
Triple Unique2(const Tensor& self, bool, bool inverse, bool counts) {
  return UniqueElements(self, true, inverse, counts);
}
std::tuple<Tensor, Tensor> Unique(const Tensor& self, bool, bool inverse) {
  const Triple made = UniqueElements(self, true, inverse, false);
  return {std::get<0>(made), std::get<1>(made)};
}

Triple UniqueSlices(const Tensor& self, int64_t dim, bool sort, bool inverse,
                    bool counts) {
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  const Tensor none = Empty({0}, at::kLong);
  if (self.numel() == 0) {
    TORCH_CHECK(self.size(along) == 0,
                "There are 0 sized dimensions, and they aren't selected, so unique "
                "cannot be applied");
    return {Empty(self.sizes(), self.scalar_type()), none, none.clone()};
  }
  const Tensor slices = self.movedim(along, 0);
  Tensor rows = slices.reshape({slices.size(0), -1});
  const Tensor order = sort ? OrderOf(rows) : Counting(rows.size(0), rows);
  if (sort) rows = rows.index_select(0, order);
  const Runs found = RunsOf(rows, order);
  at::DimVector sizes(slices.sizes());
  sizes[0] = found.firsts.size(0);
  // Slice by slice in memory, as CPU's.
  const Tensor kept = rows.index_select(0, found.firsts).view(sizes);
  return {kept.movedim(0, along), inverse ? found.run : none,
          counts ? found.lengths : none.clone()};
}
Triple UniqueDim(const Tensor& self, int64_t dim, bool, bool inverse, bool counts) {
  return UniqueSlices(self, dim, true, inverse, counts);
}
Triple UniqueDimConsecutive(const Tensor& self, int64_t dim, bool inverse, bool counts) {
  return UniqueSlices(self, dim, false, inverse, counts);
}
Triple UniqueConsecutive(const Tensor& self, bool inverse, bool counts,
                         std::optional<int64_t> dim) {
  // As on CPU: a dimension alone is all elements.
  if (dim.has_value() && self.dim() != 1) {
    return UniqueSlices(self, *dim, false, inverse, counts);
  }
  return UniqueElements(self, false, inverse, counts);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_unique", &Unique);
  m.impl("_unique2", &Unique2);
  m.impl("unique_dim", &UniqueDim);
  m.impl("unique_consecutive", &UniqueConsecutive);
  m.impl("unique_dim_consecutive", &UniqueDimConsecutive);
}

}  // namespace tilewright::torch_device
