#include "codegen/lower/row_limits.h"

#include <cstring>
#include <limits>

#include "absl/algorithm/container.h"
#include "tile/compare.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;
using tile::Expr;
using tile::ExprId;

class LimitsFinder {
 public:
  LimitsFinder(const tile::Program& program, const tile::LoopNest& rows,
               const tile::Matmul& product)
      : program_(program), rows_(rows), product_(product) {}

  RowLimits Find() {
    const bool fits = product_.k.is_number() && !tile::SumsChains(product_) &&
                      IsReal(product_.accumulator) &&
                      absl::c_all_of(rows_.passes, [&](const tile::Pass& pass) {
                        return pass.inner.rank() == 0 || IsMasked(pass);
                      });
    const bool positive = absl::c_all_of(product_.stores, [&](const tile::Store& store) {
      return absl::c_all_of(store.values, [&](ExprId x) { return HasNoSign(x); });
    });
    return fits && positive ? limits_ : RowLimits{};
  }

 private:
  static bool IsReal(ElementType type) {
    return type == ElementType::kF32 || type == ElementType::kF64;
  }

  const Expr& expr(ExprId x) const { return program_.exprs[x]; }
  const Expr* ScalarOf(ExprId x, OpKind op) const {
    const Expr& e = expr(Seen(x));
    const auto* const scalar = e.As<tile::Scalar>();
    return scalar != nullptr && scalar->op == op ? &e : nullptr;
  }

  bool IsRow(const ir::Shape& shape) const {
    return shape.rank() > 0 && shape[shape.rank() - 1] == product_.k;
  }
  // Through reshapes that leave rows as they are.
  ExprId Seen(ExprId x) const {
    while (expr(x).Is<tile::Reshape>() && IsRow(expr(x).type.shape) &&
           IsRow(expr(expr(x).operands[0]).type.shape)) {
      x = expr(x).operands[0];
    }
    return x;
  }

  // Whether it is this number everywhere.
  bool IsConstant(ExprId x, double value) const {
    while (expr(x).Is<tile::Broadcast>() || expr(x).Is<tile::Reshape>()) {
      x = expr(x).operands[0];
    }
    const auto* const constant = expr(x).As<tile::Constant>();
    if (constant == nullptr || !constant->literal.is_splat()) return false;
    const absl::Span<const uint8_t> bytes = constant->literal.bytes();
    const auto narrow = static_cast<float>(value);
    switch (expr(x).type.element) {
      case ElementType::kF32:
        return std::memcmp(bytes.data(), &narrow, sizeof(narrow)) == 0;
      case ElementType::kF64:
        return std::memcmp(bytes.data(), &value, sizeof(value)) == 0;
      default:
        return false;
    }
  }

  // Whether all of a row's columns have the same.
  bool IsOfRow(ExprId x) const {
    const Expr& e = expr(x);
    const int64_t last = e.type.rank() - 1;
    if (last < 0) return true;
    if (e.Is<tile::Constant>() || e.type.shape[static_cast<int>(last)] == 1) return true;
    if (const auto* const iota = e.As<tile::Iota>()) return iota->dimension != last;
    if (const auto* const broadcast = e.As<tile::Broadcast>()) {
      const auto at = absl::c_find(broadcast->dimensions, last);
      if (at == broadcast->dimensions.end()) return true;
      const auto d = static_cast<int>(at - broadcast->dimensions.begin());
      return expr(e.operands[0]).type.shape[d] == 1;
    }
    const ExprId seen = Seen(x);
    if (seen != x) return IsOfRow(seen);
    return e.Is<tile::Scalar>() &&
           absl::c_all_of(e.operands, [&](ExprId operand) { return IsOfRow(operand); });
  }
  bool IsColumn(ExprId x) const {
    const Expr& e = expr(Seen(x));
    const auto* const iota = e.As<tile::Iota>();
    return iota != nullptr && IsRow(e.type.shape) && iota->dimension == e.type.rank() - 1;
  }

  // What must hold for the predicate to.
  void Collect(ExprId predicate, RowLimits* found) const {
    if (const Expr* const both = ScalarOf(predicate, OpKind::kAnd)) {
      for (ExprId one : both->operands) Collect(one, found);
      return;
    }
    const Expr* const compare = ScalarOf(predicate, OpKind::kCompare);
    if (compare == nullptr) return;
    const ExprId bound = Seen(compare->operands[1]);
    if (!IsColumn(compare->operands[0]) || !IsOfRow(bound) ||
        expr(bound).type.element != ElementType::kI32 || !IsRow(expr(bound).type.shape)) {
      return;
    }
    const auto* const how =
        std::get_if<tile::Comparison>(&compare->As<tile::Scalar>()->parameters);
    if (how->direction == tile::kGe) found->first = bound;
    if (how->direction == tile::kLe) found->last = bound;
  }

  // Whether it is `other` outside of the limits, which are the same of all.
  bool IsSelected(ExprId x, double other) {
    const Expr* const select = ScalarOf(x, OpKind::kSelect);
    if (select == nullptr || !IsConstant(select->operands[2], other)) return false;
    RowLimits found;
    Collect(select->operands[0], &found);
    if (!limits_.any()) limits_ = found;
    return found.any() && found == limits_;
  }

  // x, or 1 where that is 0.
  bool IsNeverZero(ExprId x) const {
    while (expr(x).Is<tile::Broadcast>() || expr(x).Is<tile::Reshape>()) {
      x = expr(x).operands[0];
    }
    const Expr* const select = ScalarOf(x, OpKind::kSelect);
    if (select == nullptr || !IsConstant(select->operands[1], 1)) return false;
    const Expr* const compare = ScalarOf(select->operands[0], OpKind::kCompare);
    if (compare == nullptr) return false;
    const auto* const how =
        std::get_if<tile::Comparison>(&compare->As<tile::Scalar>()->parameters);
    return how->direction == tile::kEq && compare->operands[0] == select->operands[2] &&
           IsConstant(compare->operands[1], 0);
  }

  // Whether columns outside of the limits are 0, or all of a row's are no number.
  bool IsZeroOutside(ExprId x) {
    if (IsSelected(x, 0)) return true;
    const Expr& e = expr(Seen(x));
    if (const auto* const load = e.As<tile::Load>()) {
      for (const tile::Pass& pass : rows_.passes) {
        for (const tile::Store& store : pass.stores) {
          if (IsKept(store.ref) && store.ref == load->ref) {
            return IsZeroOutside(store.value());
          }
        }
      }
      return false;
    }
    const Expr* const quotient = ScalarOf(x, OpKind::kDivide);
    return quotient != nullptr && IsZeroOutside(quotient->operands[0]) &&
           IsOfRow(quotient->operands[1]) && IsNeverZero(quotient->operands[1]);
  }

  // A row from pass to pass: what is not written of it is not read.
  bool IsKept(tile::RefId ref) const {
    return program_.refs[ref].memory == tile::Memory::kVmem &&
           program_.refs[ref].pieces == 1;
  }

  bool IsMasked(const tile::Pass& pass) {
    return absl::c_all_of(pass.reduces,
                          [&](const tile::Reduce& r) { return IsMasked(r); }) &&
           absl::c_all_of(pass.stores, [&](const tile::Store& store) {
             return IsKept(store.ref) ||
                    (store.is_plain() && IsZeroOutside(store.value()));
           });
  }
  bool IsMasked(const tile::Reduce& reduce) {
    if (!reduce.has_combiner || reduce.inputs.size() != 1 ||
        !IsReal(expr(reduce.inputs[0]).type.element)) {
      return false;
    }
    const ExprId x = reduce.inputs[0];
    if (reduce.combiner == OpKind::kMaximum) {
      return IsSelected(x, -std::numeric_limits<double>::infinity());
    }
    return reduce.combiner == OpKind::kAdd && IsConstant(reduce.inits[0], 0) &&
           IsSelected(x, 0);
  }

  // Whether what is stored is the same of a product of -0 as of one of 0.
  bool HasNoSign(ExprId x) const {
    const Expr& e = expr(x);
    if (const auto* const result = e.As<tile::ResultOf>()) {
      return result->id != product_.id;
    }
    if (const auto* const scalar = e.As<tile::Scalar>();
        scalar != nullptr && scalar->op == OpKind::kAdd && IsConstant(e.operands[1], 0)) {
      const auto* const sum = expr(e.operands[0]).As<tile::ResultOf>();
      if (sum != nullptr) return true;
    }
    return absl::c_all_of(e.operands, [&](ExprId operand) { return HasNoSign(operand); });
  }

  const tile::Program& program_;
  const tile::LoopNest& rows_;
  const tile::Matmul& product_;
  RowLimits limits_;
};

}  // namespace

RowLimits FindRowLimits(const tile::Program& program, const tile::LoopNest& rows,
                        const tile::Matmul& product) {
  return LimitsFinder(program, rows, product).Find();
}

}  // namespace tilewright::codegen
