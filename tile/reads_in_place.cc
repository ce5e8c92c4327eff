#include "tile/reads_in_place.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace tilewright::tile {
namespace {

using ir::Shape;
using ir::Size;

// Of each dimension of an expression how far apart the points are that read one element
// and the next: at point p the index is p / stride, modulo the size. 0: not known, of a
// dimension of one element: any.
using Strides = std::vector<Size>;

// Visited ways to read an expression.
struct Earlier {
  bool operator()(const std::pair<ExprId, Strides>& a,
                  const std::pair<ExprId, Strides>& b) const {
    if (a.first != b.first) return a.first < b.first;
    return std::lexicographical_compare(
        a.second.begin(), a.second.end(), b.second.begin(), b.second.end(),
        [](const Size& x, const Size& y) { return ir::Compare(x, y) < 0; });
  }
};

Strides RowMajor(const Shape& shape, Size last) {
  Strides strides(shape.rank());
  for (int d = shape.rank(); d-- > 0; last = last * shape[d]) strides[d] = last;
  return strides;
}

// Of an operand of shape `to`, where its elements are those of `own` in their order.
// Dimensions that together are some of the operand's, and lie as one, are those.
Strides Reshaped(const Shape& own, const Strides& strides, const Shape& to) {
  Strides out(to.rank(), 0);
  if (NumElements(to).is_number(0)) return out;
  int i = 0, j = 0;
  while (true) {
    while (i < own.rank() && own[i].is_number(1)) ++i;
    while (j < to.rank() && to[j].is_number(1)) ++j;
    if (i == own.rank() || j == to.rank()) return out;
    const int first = j;
    Size mine = own[i], theirs = to[j++];
    bool as_one = true;
    while (!(mine == theirs)) {
      // Which of two is smaller is known of numbers; of others nothing is said.
      if (!mine.is_number() || !theirs.is_number()) return out;
      if (theirs.number() < mine.number()) {
        if (j == to.rank()) return out;
        theirs = theirs * to[j++];
        continue;
      }
      const int before = i++;
      while (i < own.rank() && own[i].is_number(1)) ++i;
      if (i == own.rank()) return out;
      as_one = as_one && strides[before] == strides[i] * own[i];
      mine = mine * own[i];
    }
    Size stride = as_one ? strides[i] : Size(0);
    for (int k = j; k-- > first; stride = stride * to[k]) out[k] = stride;
    ++i;
  }
}

Strides OfOperand(const Expr& e, const Shape& to, const Strides& strides) {
  Strides out(to.rank(), 0);
  if (e.Is<Scalar>()) return out.size() == strides.size() ? strides : out;
  if (e.Is<Reshape>()) return Reshaped(e.type.shape, strides, to);
  if (const auto* broadcast = e.As<Broadcast>()) {
    for (int d = 0; d < to.rank(); ++d) {
      const auto own = static_cast<int>(broadcast->dimensions[d]);
      if (to[d] == e.type.shape[own]) out[d] = strides[own];
    }
  } else if (const auto* transpose = e.As<Transpose>()) {
    for (size_t d = 0; d < strides.size(); ++d) {
      out[transpose->permutation[d]] = strides[d];
    }
  }
  return out;
}

// See ForEachRead; of `all` points, at least one.
Size PointsOf(const Shape& shape, const Strides& strides, const Size& all) {
  Size points = all;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d].is_number(1)) continue;
    if (strides[d].is_number(0)) return 0;
    points = strides[d];  // of the last one: what lies beside each other
  }
  const Strides in_order = RowMajor(shape, points);
  for (int d = 0; d < shape.rank(); ++d) {
    if (!shape[d].is_number(1) && !(strides[d] == in_order[d])) return 0;
  }
  return NumElements(shape) * points == all ? points : Size(0);
}

}  // namespace

void ForEachRead(const Program& program, ExprId x,
                 const std::function<void(ExprId, const ir::Size&)>& visit) {
  const Shape& domain = program.exprs[x].type.shape;
  const Size all = NumElements(domain);
  if (all.is_number(0)) return;
  std::set<std::pair<ExprId, Strides>, Earlier> seen;
  std::vector<std::pair<ExprId, Strides>> stack = {{x, RowMajor(domain, 1)}};
  while (!stack.empty()) {
    const auto [id, strides] = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert({id, strides}).second) continue;
    const Expr& e = program.exprs[id];
    visit(id, PointsOf(e.type.shape, strides, all));
    for (ExprId operand : e.operands) {
      stack.emplace_back(operand,
                         OfOperand(e, program.exprs[operand].type.shape, strides));
    }
  }
}

bool ReadsResultsInPlace(const Program& program, ExprId x) {
  bool in_place = true;
  ForEachRead(program, x, [&](ExprId id, const ir::Size& points) {
    if (program.exprs[id].Is<ResultOf>()) in_place = in_place && !points.is_number(0);
  });
  return in_place;
}

bool ReadsInPlace(const Program& program, ExprId x, RefId ref) {
  bool in_place = true;
  ForEachRead(program, x, [&](ExprId id, const ir::Size& points) {
    const Expr& e = program.exprs[id];
    if (e.Loads(ref)) in_place = in_place && points.is_number(1);
  });
  return in_place;
}

}  // namespace tilewright::tile
