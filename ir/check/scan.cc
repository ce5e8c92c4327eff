// The rule of scan: operands are inputs, then initial values; results are outputs, then
// what is carried at the end.
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

absl::Status CheckSegments(const OpView& op) {
  const Dims& operands = op.ints(kOperandSegmentSizes);
  const Dims& results = op.ints(kResultSegmentSizes);
  for (const Dims* sizes : {&operands, &results}) {
    if (sizes->size() != 2 || (*sizes)[0] < 0 || (*sizes)[1] < 0) {
      return op.Error("its operands and results are two groups each, not [", Join(*sizes),
                      "]");
    }
  }
  const int64_t count = op.operand_count();
  if (operands[0] > count || operands[1] != count - operands[0]) {
    return op.Error("has ", count, " operands, but [", Join(operands),
                    "] inputs and initial values");
  }
  if (results[1] != operands[1]) {
    return op.Error("needs as many initial values as carries, has ", operands[1], " and ",
                    results[1]);
  }
  if (operands[0] == 0 && results[0] == 0) {
    return op.Error("has neither inputs nor outputs");
  }
  return absl::OkStatus();
}

// How many slices there are along the dimension.
absl::StatusOr<int64_t> SliceCount(const OpView& op) {
  const int64_t inputs = op.ints(kOperandSegmentSizes)[0];
  const bool given = op.attributes().Has(kScanDimSize);
  int64_t count = op.attributes().Int(kScanDimSize);
  if (inputs == 0 && !given) return op.Error("without inputs needs a scan_dim_size");
  if (count < 0) return op.Error("scan_dim_size must not be negative, is ", count);
  for (int i = 0; i < inputs; ++i) {
    const TensorType& type = op.operand(i);
    TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, type.rank()));
    const int64_t own = type.dims()[op.attributes().Int(kDimension)];
    if (i == 0 && !given) count = own;
    if (own != count) {
      return op.Error("input ", i, " has ", own, " slices, should have ", count);
    }
  }
  return count;
}

}  // namespace

absl::StatusOr<Types> InferScan(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckSegments(op));
  TW_ASSIGN_OR_RETURN(const int64_t count, SliceCount(op));
  const int64_t dimension = op.attributes().Int(kDimension);
  const int inputs = static_cast<int>(op.ints(kOperandSegmentSizes)[0]);
  const size_t outputs = static_cast<size_t>(op.ints(kResultSegmentSizes)[0]);
  Types arguments;
  for (int i = 0; i < op.operand_count(); ++i) {
    TensorType type = op.operand(i);
    if (type.element == kToken) return op.Error("is not defined on tokens");
    if (i < inputs) type.shape.Erase(dimension);
    arguments.push_back(std::move(type));
  }
  if (op.RegionArguments(0) != arguments) {
    return op.Error("its computation must take the inputs' slices and the carries");
  }
  Types results = op.RegionResults(0);
  if (results.size() != outputs + arguments.size() - inputs) {
    return op.Error("its computation must yield a slice of each output and the carries");
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (i < outputs) {
      if (results[i].element == kToken) return op.Error("is not defined on tokens");
      TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, results[i].rank() + 1));
      results[i].shape.Insert(dimension, count);
    } else if (results[i] != arguments[inputs + i - outputs]) {
      return op.Error("carry ", i - outputs, " must have the type ",
                      ToString(arguments[inputs + i - outputs]), ", has ",
                      ToString(results[i]));
    }
  }
  return results;
}

}  // namespace tilewright::ir
