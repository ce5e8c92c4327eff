#include "codegen/sort_key.h"

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/scalar_ops_internal.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;
using tile::ExprKind;

namespace {

// Which of two elements an expression is of: their parameters alternate.
enum class Side { kNone, kFirst, kSecond, kBoth };

Side SideOf(const tile::Program& program, ExprId id) {
  bool first = false, second = false;
  tile::ForEachExprUnder(program, {id}, [&](ExprId x) {
    const Expr& e = program.exprs[x];
    if (e.kind == ExprKind::kParameter) (e.a[0] % 2 == 0 ? first : second) = true;
  });
  if (first && second) return Side::kBoth;
  return first ? Side::kFirst : second ? Side::kSecond : Side::kNone;
}

// Whether an expression is of one element what another is of the other.
class Mirror {
 public:
  explicit Mirror(const tile::Program& program) : program_(program) {}

  bool Shows(ExprId x, ExprId y) {
    // Expressions share operands. What was seen holds, or all is over by now.
    if (!seen_.insert({x, y}).second) return true;
    const Expr& a = program_.exprs[x];
    const Expr& b = program_.exprs[y];
    if (a.kind != b.kind || !(a.type == b.type)) return false;
    switch (a.kind) {
      case ExprKind::kParameter:
        return a.a[0] / 2 == b.a[0] / 2;
      case ExprKind::kConstant:
        return a.literal.bytes() == b.literal.bytes();
      case ExprKind::kScalar: {
        bool same = a.op == b.op && a.a == b.a && a.b == b.b &&
                    a.operands.size() == b.operands.size();
        for (size_t i = 0; same && i < a.operands.size(); ++i) {
          same = Shows(a.operands[i], b.operands[i]);
        }
        return same;
      }
      default:
        return x == y;
    }
  }

 private:
  const tile::Program& program_;
  std::set<std::pair<ExprId, ExprId>> seen_;
};

}  // namespace

std::optional<SortKey> SortKeyOf(const tile::Program& program, const tile::Sort& sort) {
  const Expr& less = program.exprs[sort.region.results[0]];
  if (less.kind != ExprKind::kScalar || less.op != ir::OpKind::kCompare) return {};
  const int64_t direction = less.a[0];
  if (direction != kLt && direction != kGt) return {};
  const ExprId x = less.operands[0], y = less.operands[1];
  const Side side = SideOf(program, x);
  if ((side != Side::kFirst && side != Side::kSecond) ||
      SideOf(program, y) != (side == Side::kFirst ? Side::kSecond : Side::kFirst) ||
      !Mirror(program).Shows(x, y)) {
    return {};
  }
  const Expr& value = program.exprs[x];
  const ir::ElementType type = value.type.element;
  if (ir::IsComplex(type)) return {};
  SortKey key;
  key.expr = x;
  key.descending = (direction == kGt) != (side == Side::kSecond);
  const int bits = ir::Info(type).bits;
  if (ir::IsFloat(type)) {
    // Among others, NaNs are equal to everything.
    if (less.b.empty() || less.b[0] != kTotalOrder) return {};
    key.bits = std::max<int>(bits, 32);
  } else {
    key.bits = std::max<int>(bits, 8);
    key.is_element = value.kind == ExprKind::kParameter && sort.inputs.size() == 1;
  }
  return key;
}

llvm::Value* OrderedNumber(llvm::IRBuilderBase& b, const ScalarOptions& options,
                           const SortKey& key, const Lanes& value) {
  V number(b, value.re, options);
  const bool is_float = ir::IsFloat(value.type);
  if (is_float) number = TotalOrderKey(number);
  const bool is_signed = is_float || ir::IsSigned(value.type);
  if (number.width() < key.bits) {
    number = is_signed ? SextTo(number, key.bits) : ZextTo(number, key.bits);
  }
  if (is_signed) {
    number = number ^ number.With(llvm::ConstantInt::get(
                          number.type(), llvm::APInt::getSignMask(key.bits)));
  }
  return (key.descending ? ~number : number).get();
}

}  // namespace tilewright::codegen
