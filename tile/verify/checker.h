// What the parts of tile/verify/verify.cc share: expressions (expr.cc, scalar.cc)
// and where they are read (scope.cc), statements (statement.cc) by kind.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "ir/size/prove.h"
#include "tile/program.h"

namespace tilewright::tile {

// What is known in some places only.
enum Scoped : uint8_t { kParameters = 1, kResults = 2, kCounters = 4, kWindows = 8 };

// The program under inspection, and the first thing that is wrong with it.
class Checker {
 public:
  explicit Checker(const Program& program)
      : program_(program), reads_(program.exprs.size()), seen_(program.exprs.size()) {}

  const Program& program() const { return program_; }
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }

  template <typename... Parts>
  void Fail(const Parts&... parts) {
    if (!ok()) return;
    status_ = absl::InternalError(
        absl::StrCat("tile program '", program_.name, "': ", parts...));
  }
  template <typename... Parts>
  void FailExpr(ExprId id, const Parts&... parts) {
    Fail("expression ", id, ", ", ir::ToString(type(id)), ": ", parts...);
  }

  bool IsRef(RefId ref) const {
    return ref >= 0 && static_cast<size_t>(ref) < program_.refs.size();
  }
  bool IsExpr(ExprId e) const {
    return e >= 0 && static_cast<size_t>(e) < program_.exprs.size();
  }
  const Expr& expr(ExprId e) const { return program_.exprs[e]; }
  const ir::TensorType& type(ExprId e) const { return program_.exprs[e].type; }
  const Ref& ref(RefId r) const { return program_.refs[r]; }
  bool IsIndex(ExprId e) const {
    return IsExpr(e) && type(e).rank() == 0 && ir::IsInteger(type(e).element);
  }
  // Whether the program has the symbols of the size.
  bool IsKnown(const ir::Size& size) const;
  // Whether arrays may have the type, whose symbols the program has.
  bool IsArray(const ir::TensorType& type) const;
  // Whether sizes are so whatever symbols are.
  bool IsAtLeast(const ir::Size& size, const ir::Size& least) const {
    if (size.is_number() && least.is_number()) return size.number() >= least.number();
    return ir::ProveAtLeast(size, least, program_.symbols) == ir::Proof::kYes;
  }
  bool IsEqual(const ir::Size& a, const ir::Size& b) const {
    return a == b || ir::ProveEqual(a, b, program_.symbols) == ir::Proof::kYes;
  }
  // What loops count and windows begin at.
  bool IsI32(ExprId e) const {
    return IsExpr(e) && type(e) == ir::Scalar(ir::ElementType::kI32);
  }

  // Notes what the expression reads, after all before it.
  void NoteReads(ExprId id);
  // Expressions under the root that read one of `scoped` themselves, each once.
  template <typename Visit>
  void ForEachReader(ExprId root, int scoped, const Visit& visit) {
    if ((reads_[root] & scoped) == 0) return;
    ++visits_;
    std::vector<ExprId> stack = {root};
    seen_[root] = visits_;
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if ((OwnReads(expr(id)) & scoped) != 0) visit(id);
      for (ExprId operand : expr(id).operands) {
        if ((reads_[operand] & scoped) == 0 || seen_[operand] == visits_) continue;
        seen_[operand] = visits_;
        stack.push_back(operand);
      }
    }
  }

 private:
  int OwnReads(const Expr& e) const;

  const Program& program_;
  absl::Status status_;
  std::vector<uint8_t> reads_;  // Scoped, of what is under each expression
  std::vector<int> seen_;       // the last visit of each
  int visits_ = 0;
};

// Whether `list` has distinct dimensions of an array of rank `rank`.
bool AreDimensions(const ir::Dims& list, size_t rank);
bool IsPermutation(const ir::Dims& order, size_t rank);
// Whether each of `list` is in [low, high].
bool AreWithin(const ir::Dims& list, int64_t low, int64_t high);

// Expressions, each with those before it.
void CheckExprs(Checker& c);
// The dimension numbers of a gather of two operands, and what it makes.
void CheckGather(Checker& c, ExprId id, const Gather& gather);
// An elementwise operation on elements of these types that makes one of type `made`.
bool FitsScalarOp(const Scalar& scalar, ir::ElementType made,
                  const std::vector<ir::ElementType>& operands);
// An operation that combines elements of a type in any order.
bool IsCombiner(ir::OpKind op, ir::ElementType element);

void CheckStatements(Checker& c);
// Whose expressions and refs there are, as of all below.
void CheckLoopNest(Checker& c, const LoopNest& nest);
void CheckMatmul(Checker& c, const Matmul& matmul);
void CheckScan(Checker& c, const Scan& scan);
void CheckSort(Checker& c, const Sort& sort);
void CheckScatter(Checker& c, const Scatter& scatter);
void CheckSelectAndScatter(Checker& c, const SelectAndScatter& scatter);
// A store in a pass whose own dimensions are `inner`.
void CheckStore(Checker& c, const Store& store, const ir::Shape& inner);
void CheckReduce(Checker& c, const Reduce& reduce);
// A computation on elements of these types that makes one of each of `results`, and
// reads its parameters as what they are.
void CheckRegion(Checker& c, const Region& region,
                 const std::vector<ir::ElementType>& parameters,
                 const std::vector<ir::ElementType>& results);
// A whole array that a statement writes beside its stores.
void CheckWhole(Checker& c, RefId output);

// Results and counters are read where they are known, parameters in regions.
void CheckScopes(Checker& c);

}  // namespace tilewright::tile
