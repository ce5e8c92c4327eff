#include "codegen/analysis/window.h"

#include <optional>
#include <utility>

#include "codegen/analysis/dims.h"
#include "support/saturate.h"

namespace tilewright::codegen {
namespace {

using ir::OpKind;

// `stride` times a grid's counter, and what is the same at all points.
struct Walk {
  int64_t counter = -1;  // none: it is a number
  int64_t stride = 0;
};

std::optional<Walk> WalkOf(const tile::Program& program, tile::ExprId id) {
  const tile::Expr& e = program.exprs[id];
  if (e.Is<tile::Constant>()) return Walk();
  if (const auto* counter = e.As<tile::Counter>()) return Walk{counter->number, 1};
  const auto* const scalar = e.As<tile::Scalar>();
  if (scalar == nullptr || e.operands.size() != 2) return std::nullopt;
  std::optional<Walk> x = WalkOf(program, e.operands[0]);
  std::optional<Walk> y = WalkOf(program, e.operands[1]);
  if (!x.has_value() || !y.has_value()) return std::nullopt;
  tile::ExprId number = e.operands[1];
  if (x->counter < 0 && scalar->op != OpKind::kSubtract) {
    std::swap(x, y);
    number = e.operands[0];
  }
  if (y->counter >= 0) return std::nullopt;
  if (scalar->op == OpKind::kAdd || scalar->op == OpKind::kSubtract) return x;
  if (scalar->op != OpKind::kMultiply) return std::nullopt;
  const auto* const factor = program.exprs[number].As<tile::Constant>();
  if (factor == nullptr) return std::nullopt;
  return Walk{x->counter, SaturatingMultiply(x->stride, factor->literal.IntegerAt(0))};
}

}  // namespace

ir::Shape WindowStrides(const tile::Program& program, const tile::Ref& ref) {
  const ir::Shape& array = program.refs[ref.window->array].type.shape;
  ir::Shape strides;
  for (int64_t d : ref.window->kept) {
    strides.Append(Product(array, static_cast<int>(d) + 1, array.rank()));
  }
  return strides;
}

bool IsRowMajor(const ir::Dims& dims, const ir::Shape& strides, size_t k) {
  return dims[k] == 1 || strides[k] == strides[k + 1] * dims[k + 1];
}

std::vector<bool> MergeableInside(const tile::Program& program, const tile::Ref& ref) {
  const ir::Shape strides = WindowStrides(program, ref);
  std::vector<bool> ok;
  for (int k = 0; k + 1 < strides.rank(); ++k) {
    ok.push_back(IsRowMajor(ref.type.dims(), strides, k));
  }
  return ok;
}

bool MayMeet(const tile::Program& program, const tile::Grid& grid,
             const tile::Window& window) {
  std::vector<std::optional<Walk>> walks;
  for (const tile::ExprId start : window.start) walks.push_back(WalkOf(program, start));
  // A dimension of the grid parts its points where a step is at least a block.
  const auto parts = [&](int64_t counter) {
    for (size_t d = 0; d < walks.size(); ++d) {
      if (walks[d].has_value() && walks[d]->counter == counter &&
          walks[d]->stride >= window.block[d]) {
        return true;
      }
    }
    return false;
  };
  for (int d = 0; d < grid.sizes.rank(); ++d) {
    if (!grid.sequential[d] && grid.sizes[d] != 1 && !parts(d)) return true;
  }
  return false;
}

}  // namespace tilewright::codegen
