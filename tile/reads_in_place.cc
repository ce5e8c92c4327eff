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
    if (e.Is<ResultOf>()) return IsResult(e.type.dims, map);
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
    if (e.Is<Scalar>() && dims.size() == map.size()) return map;
    if (e.Is<Reshape>()) return ReshapedMap(e.type.dims, dims, map);
    if (const auto* broadcast = e.As<Broadcast>()) {
      for (size_t d = 0; d < dims.size(); ++d) {
        const int64_t own = broadcast->dimensions[d];
        if (dims[d] == e.type.dims[own]) out[d] = map[own];
      }
    } else if (const auto* transpose = e.As<Transpose>()) {
      for (size_t d = 0; d < map.size(); ++d) out[transpose->permutation[d]] = map[d];
    }
    return out;
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
