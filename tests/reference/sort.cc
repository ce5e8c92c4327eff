// Sorts: by merging, which is stable; of unstable sorts only what any order of equal
// elements gives is known.
#include <algorithm>
#include <list>

#include "tests/reference/machine.h"

namespace tilewright::reference {

namespace {

using Tuple = std::vector<Element>;

bool IsSame(const Element& x, const Element& y) {
  return IsExact(x) && IsExact(y) && x.re == y.re && x.im == y.im;
}

}  // namespace

void Machine::SortRow(const tile::Sort& sort, const std::vector<int64_t>& from,
                      const std::vector<int64_t>& to) {
  std::list<Tuple> tuples;
  for (int64_t at : from) {
    Tuple tuple;
    for (ExprId input : sort.inputs) tuple.push_back(ValueAt(input, at));
    tuples.push_back(std::move(tuple));
  }
  bool known = true;
  const auto less = [&](const Tuple& x, const Tuple& y) {
    std::vector<Element> arguments;
    for (size_t i = 0; i < x.size(); ++i) {
      arguments.push_back(x[i]);
      arguments.push_back(y[i]);
    }
    const Element result = Apply(sort.region, std::move(arguments))[0];
    known = known && IsExact(result);
    return result.re != 0;
  };
  tuples.sort(less);  // by merging, whatever the comparator says
  std::vector<Tuple> row(tuples.begin(), tuples.end());
  // A comparator that is no order gives what the algorithm makes of it.
  constexpr size_t kMostCompared = 200;
  for (size_t i = 0; known && i < row.size(); ++i) {
    const size_t end =
        row.size() <= kMostCompared ? row.size() : std::min(i + 3, row.size());
    for (size_t j = i; j < end; ++j) known = known && !less(row[j], row[i]);
  }
  // Without equal elements being equal throughout there is no order of classes either.
  for (size_t first = 0; known && !sort.stable && first < row.size();) {
    size_t end = first + 1;
    while (end < row.size() && !less(row[first], row[end])) ++end;
    for (size_t i = 0; i < row[first].size(); ++i) {
      const bool same =
          std::all_of(row.begin() + static_cast<int64_t>(first),
                      row.begin() + static_cast<int64_t>(end),
                      [&](const Tuple& t) { return IsSame(t[i], row[first][i]); });
      for (size_t j = first; !same && j < end; ++j) row[j][i] = kUnknown;
    }
    first = end;
  }
  for (size_t k = 0; k < to.size(); ++k) {
    for (size_t o = 0; o < sort.outputs.size(); ++o) {
      Write(sort.outputs[o], to[k], known ? row[k][o] : kUnknown);
    }
  }
}

void Machine::RunSort(const tile::Sort& sort) {
  const Dims& dims = type(sort.inputs[0]).dims();
  const int64_t size = dims[sort.dimension];
  int64_t stride = 1;
  for (size_t d = sort.dimension + 1; d < dims.size(); ++d) stride *= dims[d];
  // Outputs may have the first elements of rows only.
  const ir::TensorType& out = program_.refs[sort.outputs[0]].type;
  const int64_t kept =
      out.num_elements() == Elements(dims) ? size : out.dims()[sort.dimension];
  for (int64_t row = 0; size > 0 && row < Elements(dims) / size; ++row) {
    const auto places = [&](int64_t row_size, int64_t count) {
      std::vector<int64_t> at;
      for (int64_t i = 0; i < count; ++i) {
        at.push_back((row / stride * row_size + i) * stride + row % stride);
      }
      return at;
    };
    SortRow(sort, places(size, size), places(kept, kept));
  }
}

}  // namespace tilewright::reference
