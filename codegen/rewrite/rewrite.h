// What the rewrites of single operations share. Internal to codegen/rewrite/.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "ir/builder.h"
#include "ir/fold.h"
#include "ir/program.h"
#include "support/status_macros.h"

namespace tilewright::codegen {

// Stands for a token: it orders nothing here, so it becomes no value at all.
inline constexpr ir::ValueId kNoValue = -1;

// One operation being rewritten. `builder` appends to the region that takes its
// place; `operands` are values of the new program.
class Rewrite {
 public:
  Rewrite(const ir::Program& from, const ir::Operation& operation,
          std::vector<ir::ValueId> operands, const ir::KnownConstants& known, int ordinal,
          ir::Builder& builder)
      : operands(std::move(operands)),
        builder(builder),
        ordinal(ordinal),
        from_(from),
        operation_(operation),
        known_(known) {}

  const ir::Operation& operation() const { return operation_; }
  const ir::Attributes& attributes() const { return operation_.attributes; }
  // Types of the operation as it stood; copies, because values move.
  ir::TensorType OperandType(int i) const { return from_.type(operation_.operands[i]); }
  ir::TensorType ResultType(int i = 0) const { return from_.type(operation_.results[i]); }
  int result_count() const { return static_cast<int>(operation_.results.size()); }
  const ir::Program& from() const { return from_; }

  // The integers of operand `i` where they are known before any run.
  std::optional<ir::Dims> KnownOperand(int i) const;

  // Appends `kind` on `operands` after checking that it yields a `result`:
  // what takes its attributes from data may not fit.
  absl::StatusOr<std::vector<ir::ValueId>> Checked(ir::OpKind kind,
                                                   std::vector<ir::ValueId> operands,
                                                   ir::Attributes attributes,
                                                   ir::TensorType result);
  // A copy of region `i`, which may use no value of the old program but its own
  // and those that stand for known ones.
  absl::StatusOr<ir::Region> CopiedRegion(int i);
  // The operation as it is.
  absl::StatusOr<std::vector<ir::ValueId>> Copied();

  template <typename... Parts>
  absl::Status Unimplemented(const Parts&... parts) const {
    return absl::UnimplementedError(
        absl::StrCat(ir::Name(operation_.kind), ": ", parts...));
  }
  template <typename... Parts>
  absl::Status Invalid(const Parts&... parts) const {
    return absl::InvalidArgumentError(
        absl::StrCat(ir::Name(operation_.kind), ": ", parts...));
  }

  std::vector<ir::ValueId> operands;
  ir::Builder& builder;
  const int ordinal;  // counts the operations of the program

  // Set by the driver.
  class RegionCopier {
   public:
    virtual ~RegionCopier() = default;
    virtual absl::StatusOr<ir::Region> Copy(const ir::Region& region) = 0;
    // Appends the region's operations to `into`, with `arguments`, values of the
    // new program, for its own; returns what it yields.
    virtual absl::StatusOr<std::vector<ir::ValueId>> CopyInto(
        const ir::Region& region, const std::vector<ir::ValueId>& arguments,
        ir::Region* into) = 0;
    virtual ir::ValueId Mapped(ir::ValueId old_value) const = 0;
  };
  RegionCopier* copier = nullptr;

 private:
  const ir::Program& from_;
  const ir::Operation& operation_;
  const ir::KnownConstants& known_;
};

using Values = std::vector<ir::ValueId>;

// A loop of `trip_count` iterations. Its state is the iteration's number, an i64, and
// values that begin as `inits`; `fill` appends an iteration to the region and returns the
// next state, `state` being the one before, both without the number. Returns the state
// after the last one.
using FillIteration = std::function<absl::StatusOr<Values>(
    ir::Region* body, ir::ValueId iteration, const Values& state)>;
absl::StatusOr<Values> CountedLoop(Rewrite& rewrite, int64_t trip_count,
                                   const Values& inits, const FillIteration& fill);

using RewriteRule = absl::StatusOr<Values>(Rewrite& rewrite);
RewriteRule ExpandBatchNormGrad, ExpandBatchNormInference, ExpandBatchNormTraining,
    ExpandRng, ExpandRngBitGenerator, ExpandScan, ExpandTopK, ExpandRaggedDot,
    ExpandGetDimensionSize, ExpandDynamicBroadcastInDim, ExpandDynamicConv,
    ExpandDynamicGather, ExpandDynamicIota, ExpandDynamicPad, ExpandDynamicReshape,
    ExpandRealDynamicSlice, ExpandAfterAll, ExpandGrouped, ExpandCollectiveBroadcast,
    ExpandCollectivePermute, ExpandDeviceId, ExpandMap, ExpandIdentity,
    ExpandBitcastConvert, ExpandProduct, ExpandZeta, ExpandPolygamma, ExpandConcatenate,
    ExpandReduce, ExpandPromoted, ExpandSelectAndScatter, ExpandConvolution;

// Brings operands to the types that the operation's computation is on; whether there
// were others.
bool PromoteOperands(Rewrite& rewrite);

// The rewrite of a custom call that is other operations in disguise; null for
// one that is what it is.
RewriteRule* CustomCallRewrite(const ir::Operation& operation);

// Removes operations whose results nobody uses; regions included.
void DropDeadOperations(ir::Program* program);

}  // namespace tilewright::codegen
