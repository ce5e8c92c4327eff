#include "tile/reads_in_place.h"

#include <set>
#include <utility>
#include <vector>

#include "tile/arrange.h"
#include "tile/visit.h"

namespace tilewright::tile {
namespace {

using ir::Dims;

// Of each dimension of an expression how far apart the points are that read one element
// and the next: at point p the index is p / stride, modulo the size. 0: not known, of a
// dimension of one element: any.
using Strides = std::vector<int64_t>;

Strides RowMajor(const Dims& dims, int64_t last) {
  Strides strides(dims.size());
  for (size_t d = dims.size(); d-- > 0; last *= dims[d]) strides[d] = last;
  return strides;
}

// Of an operand of `dims`, where its elements are those of `own` in their order.
// Dimensions that together are some of the operand's, and lie as one, are those.
Strides Reshaped(const Dims& own, const Strides& strides, const Dims& dims) {
  Strides out(dims.size(), 0);
  if (Elements(dims) == 0) return out;
  size_t i = 0, j = 0;
  while (true) {
    while (i < own.size() && own[i] == 1) ++i;
    while (j < dims.size() && dims[j] == 1) ++j;
    if (i == own.size()) return out;
    const size_t first = j;
    int64_t mine = own[i], theirs = dims[j++];
    bool as_one = true;
    while (mine != theirs) {
      if (theirs < mine) {
        theirs *= dims[j++];
        continue;
      }
      const size_t before = i++;
      while (own[i] == 1) ++i;
      as_one = as_one && strides[before] == strides[i] * own[i];
      mine *= own[i];
    }
    int64_t stride = as_one ? strides[i] : 0;
    for (size_t k = j; k-- > first; stride *= dims[k]) out[k] = stride;
    ++i;
  }
}

Strides OfOperand(const Expr& e, const Dims& dims, const Strides& strides) {
  Strides out(dims.size(), 0);
  if (e.Is<Scalar>()) return dims.size() == strides.size() ? strides : out;
  if (e.Is<Reshape>()) return Reshaped(e.type.dims(), strides, dims);
  if (const auto* broadcast = e.As<Broadcast>()) {
    for (size_t d = 0; d < dims.size(); ++d) {
      const int64_t own = broadcast->dimensions[d];
      if (dims[d] == e.type.dims()[own]) out[d] = strides[own];
    }
  } else if (const auto* transpose = e.As<Transpose>()) {
    for (size_t d = 0; d < strides.size(); ++d) {
      out[transpose->permutation[d]] = strides[d];
    }
  }
  return out;
}

// See ForEachRead; of `all` points, at least one.
int64_t PointsOf(const Dims& dims, const Strides& strides, int64_t all) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != 1 && strides[d] == 0) return 0;
  }
  const int64_t points = all / Elements(dims);
  const Strides in_order = RowMajor(dims, points);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != 1 && strides[d] != in_order[d]) return 0;
  }
  return points;
}

}  // namespace

void ForEachRead(const Program& program, ExprId x,
                 const std::function<void(ExprId, int64_t)>& visit) {
  // Where sizes are symbols, no order is known.
  if (program.symbols.count() > 0) {
    return ForEachExprUnder(program, {x}, [&](ExprId id) { visit(id, 0); });
  }
  const Dims& domain = program.exprs[x].type.dims();
  const int64_t all = Elements(domain);
  if (all == 0) return;
  std::set<std::pair<ExprId, Strides>> seen;
  std::vector<std::pair<ExprId, Strides>> stack = {{x, RowMajor(domain, 1)}};
  while (!stack.empty()) {
    const auto [id, strides] = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert({id, strides}).second) continue;
    const Expr& e = program.exprs[id];
    visit(id, PointsOf(e.type.dims(), strides, all));
    for (ExprId operand : e.operands) {
      stack.emplace_back(operand,
                         OfOperand(e, program.exprs[operand].type.dims(), strides));
    }
  }
}

bool ReadsResultsInPlace(const Program& program, ExprId x) {
  bool in_place = true;
  ForEachRead(program, x, [&](ExprId id, int64_t points) {
    if (program.exprs[id].Is<ResultOf>()) in_place = in_place && points > 0;
  });
  return in_place;
}

bool ReadsInPlace(const Program& program, ExprId x, RefId ref) {
  bool in_place = true;
  ForEachRead(program, x, [&](ExprId id, int64_t points) {
    const Expr& e = program.exprs[id];
    if (e.Loads(ref)) in_place = in_place && points == 1;
  });
  return in_place;
}

}  // namespace tilewright::tile
