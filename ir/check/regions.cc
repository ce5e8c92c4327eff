// Rules of operations that apply a computation to elements; gather's and
// scatter's are in indexing.cc.
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

// Operands 0 .. n-1 are inputs of one shape, n .. 2n-1 their starting values.
struct Reduction {
  Shape shape;
  std::vector<ElementType> inputs;
  Types inits;
};

absl::StatusOr<Reduction> ReductionOf(const OpView& op) {
  if (op.operand_count() % 2 != 0) {
    return op.Error("needs as many starting values as inputs, has ", op.operand_count(),
                    " operands");
  }
  const int n = op.operand_count() / 2;
  Reduction reduction;
  reduction.shape = op.operand(0).shape;
  for (int i = 0; i < n; ++i) {
    if (!op.Equal(op.operand(i).shape, reduction.shape)) {
      return op.Error("inputs must have one shape, are ", op.Text(op.operand(0)), " and ",
                      op.Text(op.operand(i)));
    }
    if (op.operand(i).element == kToken) return op.Error("is not defined on tokens");
    reduction.inputs.push_back(op.operand(i).element);
    reduction.inits.push_back(op.operand(n + i));
  }
  return reduction;
}

Types OfShape(const std::vector<ElementType>& elements, const Shape& shape) {
  Types types;
  for (ElementType element : elements) types.push_back({element, shape});
  return types;
}

absl::Status CheckWindowLists(const OpView& op, int64_t rank) {
  TW_RETURN_IF_ERROR(CheckList(op, kWindowDimensions, rank, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kWindowStrides, rank, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kBaseDilations, rank, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kWindowDilations, rank, 1, kMaxTensorBytes));
  return CheckList(op, kPadding, 2 * rank, -kMaxTensorBytes, kMaxTensorBytes);
}

// The shape that windows over `dims` give; the lists have been checked.
absl::StatusOr<Dims> WindowedDims(const OpView& op, const Dims& dims) {
  const auto entry = [&op](AttributeName name, size_t i, int64_t absent) {
    const Dims& list = op.ints(name);
    return list.empty() ? absent : list[i];
  };
  Dims result;
  for (size_t d = 0; d < dims.size(); ++d) {
    Window window;
    window.size = entry(kWindowDimensions, d, 1);
    window.stride = entry(kWindowStrides, d, 1);
    window.base_dilation = entry(kBaseDilations, d, 1);
    window.window_dilation = entry(kWindowDilations, d, 1);
    window.low = entry(kPadding, 2 * d, 0);
    window.high = entry(kPadding, 2 * d + 1, 0);
    TW_ASSIGN_OR_RETURN(const int64_t size, WindowedSize(op, dims[d], window));
    result.push_back(size);
  }
  return result;
}

}  // namespace

absl::StatusOr<Types> InferReduce(const OpView& op) {
  TW_ASSIGN_OR_RETURN(const Reduction reduction, ReductionOf(op));
  TW_RETURN_IF_ERROR(CheckDimensions(op, kDimensions, reduction.shape.rank()));
  TW_ASSIGN_OR_RETURN(const std::vector<ElementType> elements,
                      CheckReducer(op, 0, reduction.inputs, reduction.inits));
  Shape kept;
  for (int d = 0; d < reduction.shape.rank(); ++d) {
    if (!Contains(op.ints(kDimensions), d)) kept.Append(reduction.shape[d]);
  }
  return OfShape(elements, kept);
}

absl::StatusOr<Types> InferReduceWindow(const OpView& op) {
  TW_ASSIGN_OR_RETURN(const Reduction reduction, ReductionOf(op));
  TW_RETURN_IF_ERROR(CheckWindowLists(op, reduction.shape.rank()));
  TW_ASSIGN_OR_RETURN(const std::vector<ElementType> elements,
                      CheckReducer(op, 0, reduction.inputs, reduction.inits));
  // Not StableHLO's: the window is an element and all before it along the dimension, or
  // all behind it, which has no list of numbers where the size is open.
  if (op.attributes().Has(kDimension)) {
    TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, reduction.shape.rank()));
    for (const AttributeName name : {kWindowDimensions, kWindowStrides, kBaseDilations,
                                     kWindowDilations, kPadding}) {
      if (op.attributes().Has(name)) {
        return op.Error("has both a dimension and ", Name(name));
      }
    }
    return OfShape(elements, reduction.shape);
  }
  if (!op.attributes().Has(kWindowDimensions)) {
    return op.Error("window_dimensions is missing");
  }
  if (!reduction.shape.is_static()) return op.Error("needs sizes that are numbers");
  TW_ASSIGN_OR_RETURN(const Dims dims, WindowedDims(op, reduction.shape.numbers()));
  return OfShape(elements, dims);
}

absl::StatusOr<Types> InferSelectAndScatter(const OpView& op) {
  const TensorType& operand = op.operand(0);
  const TensorType& source = op.operand(1);
  if (operand.element == kToken) return op.Error("is not defined on tokens");
  if (source.element != operand.element) {
    return op.Error("source of type ", op.Text(source), " does not fit operand of type ",
                    op.Text(operand));
  }
  TW_RETURN_IF_ERROR(CheckWindowLists(op, operand.rank()));
  TW_ASSIGN_OR_RETURN(const Dims dims, WindowedDims(op, operand.dims()));
  if (source.dims() != dims) {
    return op.Error("source must have the shape [", Join(dims), "], has [",
                    Join(source.dims()), "]");
  }
  const TensorType scalar = Scalar(operand.element);
  TW_RETURN_IF_ERROR(CheckPredicateRegion(op, 0, {scalar, scalar}));
  const ElementType inputs[] = {operand.element};
  const TensorType inits[] = {op.operand(2)};
  TW_ASSIGN_OR_RETURN(const std::vector<ElementType> elements,
                      CheckReducer(op, 1, inputs, inits));
  return Types{{elements[0], operand.dims()}};
}

absl::StatusOr<Types> InferSort(const OpView& op) {
  Types results;
  Types arguments;
  for (int i = 0; i < op.operand_count(); ++i) {
    const TensorType& type = op.operand(i);
    if (!op.Equal(type.shape, op.operand(0).shape)) {
      return op.Error("operands must have one shape, are ", op.Text(op.operand(0)),
                      " and ", op.Text(type));
    }
    if (type.element == kToken) return op.Error("is not defined on tokens");
    results.push_back(type);
    arguments.insert(arguments.end(), 2, Scalar(type.element));
  }
  TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, op.operand(0).rank()));
  TW_RETURN_IF_ERROR(CheckPredicateRegion(op, 0, arguments));
  if (!op.attributes().Has(kK)) return results;
  // Of a stable sort, and only inside the compiler: the first k are wanted.
  const int64_t k = op.attributes().Int(kK);
  for (TensorType& type : results) {
    const int64_t dimension = op.attributes().Int(kDimension);
    const Size size = type.shape[dimension];
    if (k < 0 || !op.AtLeast(size, k)) {
      return op.Error("k must be 0 to ", op.Text(size), ", is ", k);
    }
    type.shape.Set(dimension, k);
  }
  return results;
}

absl::StatusOr<Types> InferMap(const OpView& op) {
  const Shape& shape = op.operand(0).shape;
  const Types arguments = op.RegionArguments(0);
  const Types results = op.RegionResults(0);
  if (static_cast<int>(arguments.size()) != op.operand_count() || results.size() != 1) {
    return op.Error("its computation must take ", op.operand_count(),
                    " arguments and yield one value");
  }
  for (int i = 0; i < op.operand_count(); ++i) {
    const TensorType& type = op.operand(i);
    if (!op.Equal(type.shape, shape)) {
      return op.Error("operands must have one shape, are ", op.Text(op.operand(0)),
                      " and ", op.Text(type));
    }
    if (type.element == kToken) return op.Error("is not defined on tokens");
    if (arguments[i] != Scalar(type.element)) {
      return op.Error("argument ", i, " of its computation must be ",
                      op.Text(Scalar(type.element)), ", is ", op.Text(arguments[i]));
    }
  }
  if (results[0].rank() != 0) {
    return op.Error("its computation must yield a scalar, yields ", op.Text(results[0]));
  }
  const Dims& dimensions = op.ints(kDimensions);
  const int rank = shape.rank();
  bool all = static_cast<int>(dimensions.size()) == rank;
  for (int d = 0; all && d < rank; ++d) all = dimensions[d] == d;
  if (!all) {
    return op.Error("dimensions must be 0 to ", rank, " in order, are [",
                    Join(dimensions), "]");
  }
  return Types{{results[0].element, shape}};
}

}  // namespace tilewright::ir
