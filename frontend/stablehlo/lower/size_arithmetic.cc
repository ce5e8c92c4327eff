#include "frontend/stablehlo/lower/size_arithmetic.h"

#include "absl/strings/string_view.h"
#include "ir/size/prove.h"

namespace tilewright::stablehlo {
namespace {

using ir::OpKind;
using ir::Proof;
using ir::Size;

Size Unknown() { return Size::Refused("does not follow from sizes"); }

Size Truth(Proof proof) {
  if (proof == Proof::kUnknown) return Unknown();
  return proof == Proof::kYes ? 1 : 0;
}

Proof Not(Proof proof) {
  if (proof == Proof::kUnknown) return proof;
  return proof == Proof::kYes ? Proof::kNo : Proof::kYes;
}

Size Compared(absl::string_view direction, const Size& a, const Size& b,
              const ir::SymbolList& symbols) {
  if (direction == "EQ") return Truth(ir::ProveEqual(a, b, symbols));
  if (direction == "NE") return Truth(Not(ir::ProveEqual(a, b, symbols)));
  if (direction == "GE") return Truth(ir::ProveAtLeast(a, b, symbols));
  if (direction == "LT") return Truth(Not(ir::ProveAtLeast(a, b, symbols)));
  if (direction == "LE") return Truth(ir::ProveAtLeast(b, a, symbols));
  return Truth(Not(ir::ProveAtLeast(b, a, symbols)));
}

// Of a and what is positive, rounded towards zero: what `divide` gives of what is not
// negative, with the sign of a.
Size Divided(const Size& a, const Size& b, const ir::SymbolList& symbols,
             Size (*divide)(const Size& a, const Size& b)) {
  if (ir::ProveAtLeast(b, 1, symbols) != Proof::kYes) return Unknown();
  if (ir::ProveAtLeast(a, 0, symbols) == Proof::kYes) return divide(a, b);
  if (ir::ProveAtLeast(-a, 0, symbols) == Proof::kYes) return -divide(-a, b);
  return Unknown();
}

}  // namespace

Size SizeOf(const ir::Operation& operation, ir::ElementType element,
            absl::Span<const Size> x, const ir::SymbolList& symbols) {
  const bool truth = ir::IsBool(element);
  switch (operation.kind) {
    case OpKind::kMultiply:
      return x[0] * x[1];
    case OpKind::kDivide:
      return Divided(x[0], x[1], symbols, ir::FloorDivide);
    case OpKind::kRemainder:
      return Divided(x[0], x[1], symbols, ir::Remainder);
    case OpKind::kMaximum:
      return ir::Max({x[0], x[1]});
    case OpKind::kMinimum:
      return ir::Min({x[0], x[1]});
    case OpKind::kClamp:
      return ir::Min({ir::Max({x[0], x[1]}), x[2]});
    case OpKind::kNegate:
      return -x[0];
    case OpKind::kAbs:
      return ir::Max({x[0], -x[0]});
    case OpKind::kSign:
      return ir::Max({-1, ir::Min({1, x[0]})});
    case OpKind::kAnd:
      if (x[0].is_number(0) || x[1].is_number(0)) return 0;
      return truth ? x[0] * x[1] : Unknown();
    case OpKind::kOr:
      if (truth && (x[0].is_number(1) || x[1].is_number(1))) return 1;
      return truth ? ir::Max({x[0], x[1]}) : Unknown();
    case OpKind::kNot:
      return truth ? 1 - x[0] : Unknown();
    case OpKind::kCompare:
      return Compared(operation.attributes.Text(ir::AttributeName::kComparisonDirection),
                      x[0], x[1], symbols);
    default:
      return Unknown();
  }
}

}  // namespace tilewright::stablehlo
