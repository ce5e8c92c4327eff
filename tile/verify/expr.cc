// Expressions: each has the shape and type that its operands make.
#include <algorithm>

#include "support/saturate.h"
#include "tile/arrange.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

class ExprChecker {
 public:
  ExprChecker(Checker& c, ExprId id)
      : c_(c), id_(id), e_(c.expr(id)), own_(e_.type.dims), rank_(own_.size()) {}

  void Check() {
    switch (e_.kind) {
      case ExprKind::kConstant:
        Has(0, 0);
        // A splat: one element.
        Expect(e_.literal.type().element == e_.type.element &&
               static_cast<int>(e_.literal.bytes().size()) ==
                   ir::StorageBytes(e_.type.element));
        return;
      case ExprKind::kIota:
        Has(0, 1);
        Expect(c_.ok() && AreDimensions(e_.a, rank_) && !ir::IsBool(e_.type.element));
        return;
      case ExprKind::kLoad:
        return CheckLoad();
      case ExprKind::kScalar:
        return CheckScalar();
      case ExprKind::kResult:
        Has(0, 2);
        Expect(c_.ok() && AreWithin(e_.a, 0, INT32_MAX));
        return;
      case ExprKind::kCounter:
        Has(0, 1);
        Expect(c_.ok() && c_.IsI32(id_) && e_.a[0] >= 0);
        return;
      case ExprKind::kParameter:
        Has(0, 1);
        Expect(c_.ok() && rank_ == 0 && e_.a[0] >= 0);
        return;
      case ExprKind::kGather:
        if (Has(2, 0)) CheckGather(c_, id_);
        return;
      default:
        if (e_.operands.empty()) return c_.FailExpr(id_, "moves nothing");
        for (size_t i = 0; i < e_.operands.size() && !IsStart(i); ++i) {
          Expect(operand(i).element == e_.type.element);
        }
        return CheckDataMovement();
    }
  }

 private:
  const ir::TensorType& operand(size_t i) const { return c_.type(e_.operands[i]); }

  bool Has(size_t operands, size_t a) {
    if (e_.operands.size() == operands && e_.a.size() == a) return true;
    c_.FailExpr(id_, e_.operands.size(), " operands and ", e_.a.size(), " parameters");
    return false;
  }
  void Expect(bool fits) {
    if (fits) return;
    if (e_.operands.empty()) return c_.FailExpr(id_, "its parameters do not fit");
    c_.FailExpr(id_, "does not fit its operand, ", ir::ToString(operand(0)));
  }
  // Operands that say where the others are.
  bool IsStart(size_t i) const {
    return (e_.kind == ExprKind::kDynamicSlice && i >= 1) ||
           (e_.kind == ExprKind::kDynamicUpdateSlice && i >= 2);
  }

  void CheckLoad() {
    if (!Has(0, 0)) return;
    if (!c_.IsRef(e_.ref)) return c_.FailExpr(id_, "loads r", e_.ref);
    const ir::TensorType& from = c_.ref(e_.ref).type;
    if (from.element != e_.type.element ||
        from.num_elements() != e_.type.num_elements()) {
      c_.FailExpr(id_, "loads r", e_.ref, ", ", ir::ToString(from));
    }
  }

  void CheckScalar() {
    std::vector<ElementType> elements;
    for (size_t i = 0; i < e_.operands.size(); ++i) {
      if (operand(i).dims != own_) {
        return c_.FailExpr(id_, ir::Name(e_.op), " of ", ir::ToString(operand(i)));
      }
      elements.push_back(operand(i).element);
    }
    if (elements.empty()) return c_.FailExpr(id_, ir::Name(e_.op), " of nothing");
    if (!FitsScalarOp(e_, elements)) {
      c_.FailExpr(id_, ir::Name(e_.op), " of ", elements.size(), " operands, the first ",
                  ir::ToString(operand(0)));
    }
  }

  void CheckDataMovement() {
    const Dims& from = operand(0).dims;
    const bool same_rank = rank_ == from.size();
    switch (e_.kind) {
      case ExprKind::kBroadcast: {
        bool fits = e_.operands.size() == 1 && e_.a.size() == from.size() &&
                    AreDimensions(e_.a, rank_);
        for (size_t d = 0; fits && d < from.size(); ++d) {
          fits = from[d] == 1 || from[d] == own_[e_.a[d]];
        }
        return Expect(fits);
      }
      case ExprKind::kReshape:
        return Expect(e_.operands.size() == 1 &&
                      operand(0).num_elements() == e_.type.num_elements());
      case ExprKind::kTranspose: {
        bool fits = e_.operands.size() == 1 && same_rank && IsPermutation(e_.a, rank_);
        for (size_t d = 0; fits && d < rank_; ++d) fits = own_[d] == from[e_.a[d]];
        return Expect(fits);
      }
      case ExprKind::kSlice: {
        bool fits = e_.operands.size() == 1 && same_rank && e_.a.size() == rank_ &&
                    e_.b.size() == rank_ && AreWithin(e_.a, 0, kMaxElements) &&
                    AreWithin(e_.b, 1, kMaxElements);
        for (size_t d = 0; fits && d < rank_; ++d) {
          fits = own_[d] == 0 || Last(e_.a[d], own_[d], e_.b[d]) < from[d];
        }
        return Expect(fits);
      }
      case ExprKind::kReverse:
        return Expect(e_.operands.size() == 1 && own_ == from &&
                      AreDimensions(e_.a, rank_));
      case ExprKind::kPad: {
        bool fits = IsFilled() && same_rank && e_.a.size() == rank_ &&
                    e_.b.size() == rank_ &&
                    AreWithin(e_.a, -kMaxElements, kMaxElements) &&
                    AreWithin(e_.b, 0, kMaxElements);
        for (size_t d = 0; fits && d < rank_; ++d) {
          fits = Last(0, from[d], e_.b[d] + 1) <= kMaxElements;
        }
        return Expect(fits);
      }
      case ExprKind::kConcatenate:
        return CheckConcatenate();
      case ExprKind::kDynamicSlice:
      case ExprKind::kDynamicUpdateSlice:
        return CheckDynamic();
      case ExprKind::kWindow:
        return CheckWindow();
      default:
        return;
    }
  }

  // x and what lies around it.
  bool IsFilled() const { return e_.operands.size() == 2 && operand(1).rank() == 0; }

  // The last of `count` numbers from `first` on, `step` apart.
  static int64_t Last(int64_t first, int64_t count, int64_t step) {
    return SaturatingAdd(first,
                         SaturatingMultiply(std::max<int64_t>(count - 1, 0), step));
  }

  void CheckConcatenate() {
    if (e_.a.size() != 1 || !AreDimensions(e_.a, rank_)) return Expect(false);
    const int64_t along = e_.a[0];
    int64_t total = 0;
    for (ExprId part : e_.operands) {
      Dims dims = c_.type(part).dims;
      if (dims.size() != rank_) return Expect(false);
      total = SaturatingAdd(total, dims[along]);
      dims[along] = own_[along];
      Expect(dims == own_);
    }
    Expect(total == own_[along]);
  }

  void CheckDynamic() {
    const bool slice = e_.kind == ExprKind::kDynamicSlice;
    const size_t first = slice ? 1 : 2;
    const Dims& from = operand(0).dims;
    if (e_.operands.size() != first + rank_ || from.size() != rank_) return Expect(false);
    const Dims& part = slice ? own_ : operand(1).dims;
    if (part.size() != rank_ || (!slice && own_ != from)) return Expect(false);
    for (size_t d = 0; d < rank_; ++d) {
      Expect(part[d] <= from[d] && c_.IsIndex(e_.operands[first + d]));
    }
  }

  void CheckWindow() {
    const Dims& from = operand(0).dims;
    const size_t rank = from.size();
    bool fits = IsFilled() && rank_ == 2 * rank && e_.c.size() == rank &&
                AreWithin(e_.c, -kMaxElements, kMaxElements);
    for (const Dims* steps : {&e_.a, &e_.b, &e_.d}) {
      fits = fits && steps->size() == rank && AreWithin(*steps, 1, kMaxElements);
    }
    for (size_t d = 0; fits && d < rank; ++d) {
      const int64_t most =
          SaturatingAdd(Last(0, own_[d], e_.a[d]), Last(0, own_[rank + d], e_.b[d]));
      fits = most <= kMaxElements && Last(0, from[d], e_.d[d]) <= kMaxElements;
    }
    Expect(fits);
  }

  Checker& c_;
  const ExprId id_;
  const Expr& e_;
  const Dims& own_;
  const size_t rank_;
};

}  // namespace

void CheckExprs(Checker& c) {
  std::vector<int> depths;
  for (size_t i = 0; i < c.program().exprs.size() && c.ok(); ++i) {
    const auto id = static_cast<ExprId>(i);
    const Expr& e = c.expr(id);
    if (e.type.element == ElementType::kToken || !IsBounded(e.type.dims)) {
      return c.FailExpr(id, "no array has this type");
    }
    int depth = 0;
    for (ExprId operand : e.operands) {
      if (operand < 0 || operand >= id) {
        return c.FailExpr(id, "operand ", operand, " does not come before it");
      }
      depth = std::max(depth, depths[operand] + 1);
    }
    if (depth > kMaxExprDepth) {
      return c.FailExpr(id, "more than ", kMaxExprDepth, " operations deep");
    }
    depths.push_back(depth);
    ExprChecker(c, id).Check();
    if (c.ok()) c.NoteReads(id);
  }
}

}  // namespace tilewright::tile
