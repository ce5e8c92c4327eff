// What the rules of single operations share. Internal to the files beside it; a rule is
// one function from OpKind to result types.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "ir/program.h"
#include "support/status_macros.h"

namespace tilewright::ir {

using Types = std::vector<TensorType>;

// An operation under inspection. Counts of operands and regions, and presence
// and kind of attributes, have been checked when a rule sees it; shapes, ranges
// and region signatures have not.
class OpView {
 public:
  OpView(const Program& program, const Operation& operation,
         absl::Span<const TensorType> declared)
      : program_(program), operation_(operation), declared_(declared) {}

  OpKind kind() const { return operation_.kind; }
  const Operation& operation() const { return operation_; }
  const Attributes& attributes() const { return operation_.attributes; }
  const Program& program() const { return program_; }

  int operand_count() const { return static_cast<int>(operation_.operands.size()); }
  const TensorType& operand(int i) const { return program_.type(operation_.operands[i]); }
  const Dims& ints(AttributeName name) const { return attributes().Ints(name); }
  const Region& region(int i) const { return operation_.regions[i]; }
  Types RegionArguments(int i) const { return TypesOf(region(i).arguments); }
  Types RegionResults(int i) const { return TypesOf(region(i).results); }

  // Result types as written. Error when there are not `count` of them.
  absl::StatusOr<Types> Declared(size_t count) const;
  // The only result's type as written.
  absl::StatusOr<TensorType> DeclaredOne() const;
  // The only result's element type as written, `otherwise` when nothing is.
  ElementType DeclaredElement(ElementType otherwise) const {
    return declared_.size() == 1 ? declared_[0].element : otherwise;
  }
  absl::Span<const TensorType> declared() const { return declared_; }
  // Whether size `d` of the only result is written and no number: what kFromResult needs.
  bool IsOpen(int d) const {
    return declared_.size() == 1 && d < declared_[0].rank() &&
           !declared_[0].shape[d].is_number();
  }

  // Whether these are equal, or one at least the other, whatever values symbols have, as
  // far as can be proved.
  bool Equal(const Size& a, const Size& b) const;
  bool Equal(const Shape& a, const Shape& b) const;
  bool Equal(const TensorType& a, const TensorType& b) const;
  bool AtLeast(const Size& a, const Size& b) const;
  // With the symbols' names.
  std::string Text(const Size& size) const;
  std::string Text(const Shape& shape) const;  // "b, 2*b + 1, 4"
  std::string Text(const TensorType& type) const {
    return ToString(type, &program_.symbols);
  }

  template <typename... Parts>
  absl::Status Error(const Parts&... parts) const {
    return absl::InvalidArgumentError(absl::StrCat(Name(kind()), ": ", parts...));
  }

 private:
  Types TypesOf(const std::vector<ValueId>& values) const;

  const Program& program_;
  const Operation& operation_;
  absl::Span<const TensorType> declared_;
};

// `name` is a list of distinct dimensions of a tensor of rank `rank`.
absl::Status CheckDimensions(const OpView& op, AttributeName name, int64_t rank,
                             bool sorted = false);
// 0 <= attribute < bound.
absl::Status CheckIndex(const OpView& op, AttributeName name, int64_t bound);
// `name`, if it is there, has `length` entries, each in [low, high].
absl::Status CheckList(const OpView& op, AttributeName name, int64_t length, int64_t low,
                       int64_t high);
// The same of a list with an entry for each dimension of the result, which may be
// kFromResult where that has a size that is no number.
absl::Status CheckOpenList(const OpView& op, AttributeName name, int64_t length,
                           int64_t low, int64_t high);
bool Contains(const Dims& list, int64_t value);

// What a window makes of one dimension. Absent dilations are 1.
struct Window {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t base_dilation = 1;
  int64_t window_dilation = 1;
};
// The number of window positions; error when the dilated and padded size is
// negative or beyond kMaxTensorBytes.
absl::StatusOr<int64_t> WindowedSize(const OpView& op, int64_t size,
                                     const Window& window);

// Same class, and not narrower: what accumulation types must be.
bool IsPromotable(ElementType from, ElementType to);

// Region `index` maps arguments of types `arguments` to one scalar i1.
absl::Status CheckPredicateRegion(const OpView& op, int index, const Types& arguments);

// Region `index` is a reducer of `inputs` with starting values `inits`: twice
// as many scalars as inputs, the first half's types yielded, inputs and inits
// promotable to them. Returns those element types.
absl::StatusOr<std::vector<ElementType>> CheckReducer(
    const OpView& op, int index, absl::Span<const ElementType> inputs,
    absl::Span<const TensorType> inits);

// The rules, by subject.
using RuleFunction = absl::StatusOr<Types>(const OpView& op);
RuleFunction InferMath, InferRounding, InferArithmetic, InferLogic, InferBits,
    InferConvert, InferComponent, InferAbs, InferIsFinite, InferComplex, InferCompare,
    InferClamp, InferSelect, InferReducePrecision, InferSameType, InferConstant,
    InferIota, InferBitcastConvert, InferBroadcastInDim, InferConcatenate,
    InferDynamicSlice, InferDynamicUpdateSlice, InferGather, InferPad, InferReshape,
    InferReverse, InferSlice, InferTranspose, InferOptimizationBarrier, InferDotGeneral,
    InferConvolution, InferRaggedDot, InferReduce, InferReduceWindow,
    InferSelectAndScatter, InferScatter, InferSign, InferSort, InferMap, InferWhile,
    InferIf, InferCase, InferFft, InferCholesky, InferTriangularSolve, InferCustomCall,
    InferBatchNormGrad, InferBatchNormInference, InferBatchNormTraining, InferRng,
    InferRngBitGenerator, InferScan, InferTopK, InferGetDimensionSize,
    InferDynamicBroadcastInDim, InferDynamicConv, InferDynamicGather, InferDynamicIota,
    InferDynamicPad, InferDynamicReshape, InferRealDynamicSlice, InferAfterAll,
    InferAllGather, InferAllReduce, InferAllToAll, InferCollectiveBroadcast,
    InferCollectivePermute, InferReduceScatter, InferDeviceId;

// The rule of an operation kind; never null.
RuleFunction* RuleOf(OpKind kind);
// Whether the rule knows sizes that are no numbers.
bool TakesSymbols(OpKind kind);

// Presence, kinds and element ranges of attributes, by table.
absl::Status CheckAttributes(const Operation& operation);

// Deeper regions would overflow the stacks of those who walk them.
inline constexpr int kMaxNesting = 256;

// Sizes are known, not negative, and bounded, also the product of those that are not
// zero; so is the rank. A token has no dimensions. Sizes that are no numbers are of
// `symbols`, and proved not to be negative; how large they are is seen where they have
// values.
absl::Status CheckType(const TensorType& type, const SymbolList& symbols);
// ir::InferResultTypes for operands whose types have passed CheckType.
absl::StatusOr<Types> InferFromSoundOperands(const Program& program,
                                             const Operation& operation,
                                             absl::Span<const TensorType> declared);
// `count` results are what the operation's kind has.
absl::Status CheckResultCount(const Operation& operation, size_t count);
// What is written is what the rule gives, as far as can be proved.
absl::Status CheckDeclaredTypes(const Program& program, const Operation& operation,
                                absl::Span<const TensorType> inferred,
                                absl::Span<const TensorType> declared);
// Donations name inputs and outputs of one type, each once, in the order of the inputs.
absl::Status CheckDonations(const Program& program);

}  // namespace tilewright::ir
