#include "tile/reads_in_place.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tilewright::tile {
namespace {

using ir::Dims;

// Which dimension of the results each dimension of an expression is; -1: none.
using Map = std::vector<int>;

// Whether results are read in place, below an expression.
class InPlace {
 public:
  InPlace(const Program& program, const Dims& result)
      : program_(program), result_(result) {}

  bool Holds(ExprId id, const Map& map) {
    if (!seen_.insert({id, map}).second) return true;
    const Expr& e = program_.exprs[id];
    if (e.kind == ExprKind::kResult) return IsResult(e.type.dims, map);
    for (ExprId operand : e.operands) {
      if (!Holds(operand, MapOf(e, program_.exprs[operand].type.dims, map))) return false;
    }
    return true;
  }

 private:
  bool IsResult(const Dims& dims, const Map& map) const {
    int next = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] != 1 && map[d] != next++) return false;
    }
    return next == static_cast<int>(result_.size());
  }

  // Of an operand with these dimensions.
  static Map MapOf(const Expr& e, const Dims& dims, const Map& map) {
    Map out(dims.size(), -1);
    switch (e.kind) {
      case ExprKind::kScalar:
        if (dims.size() == map.size()) return map;
        return out;
      case ExprKind::kBroadcast:
        for (size_t d = 0; d < dims.size(); ++d) {
          if (dims[d] == e.type.dims[e.a[d]]) out[d] = map[e.a[d]];
        }
        return out;
      case ExprKind::kTranspose:
        for (size_t d = 0; d < map.size(); ++d) out[e.a[d]] = map[d];
        return out;
      case ExprKind::kReshape:
        return ReshapedMap(e.type.dims, dims, map);
      default:
        return out;
    }
  }

  // Dimensions with equally many elements before and after them are the same.
  static Map ReshapedMap(const Dims& own, const Dims& operand, const Map& map) {
    Map out(operand.size(), -1);
    std::map<std::pair<int64_t, int64_t>, int> place;  // by elements before, and size
    int64_t before = 1;
    for (size_t d = 0; d < own.size(); ++d) {
      if (own[d] != 1) place[{before, own[d]}] = map[d];
      before *= own[d];
    }
    before = 1;
    for (size_t d = 0; d < operand.size(); ++d) {
      const auto it = place.find({before, operand[d]});
      if (operand[d] != 1 && it != place.end()) out[d] = it->second;
      before *= operand[d];
    }
    return out;
  }

  const Program& program_;
  const Dims& result_;
  std::set<std::pair<ExprId, Map>> seen_;
};

}  // namespace

bool ReadsInPlace(const Program& program, ExprId x, const Dims& result) {
  const Dims& dims = program.exprs[x].type.dims;
  Map map(dims.size(), -1);
  size_t next = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) continue;
    if (next < result.size() && dims[d] == result[next]) {
      map[d] = static_cast<int>(next++);
    } else {
      break;
    }
  }
  return InPlace(program, result).Holds(x, map);
}

}  // namespace tilewright::tile
