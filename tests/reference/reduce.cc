// Reductions: sums and products within the error of any order, everything else by
// folding in index order.
#include <numeric>

#include "tests/reference/machine.h"
#include "tests/reference/sums.h"

namespace tilewright::reference {

using ir::OpKind;
using tile::Reduce;

namespace {

// 8- and 16-bit floats are summed in f32 and rounded once.
ElementType AccumulatorOf(const Reduce& reduce, ElementType type) {
  return reduce.has_combiner && ir::IsFloat(type) ? ComputedIn(type) : type;
}

}  // namespace

Element Machine::ReduceSum(const Reduce& reduce, int64_t first, int64_t count) {
  const ElementType type = this->type(reduce.inits[0]).element;
  const ElementType part = ir::RealPart(type);
  const bool is_complex = ir::IsComplex(type);
  Sum re(ComputedIn(part), program_.numerics), im = re;
  const auto add = [&](const Element& x) {
    re.Add(OperandOf(part, {x.re, 0, x.radius}, program_.numerics));
    if (is_complex) im.Add(OperandOf(part, {x.im, 0, x.radius}, program_.numerics));
  };
  add(ScalarAt(reduce.inits[0]));
  const bool fused =
      reduce.order == tile::SumOrder::kProducts || reduce.order == tile::SumOrder::kPairs;
  for (int64_t i = first; i < first + count; ++i) {
    if (fused) {
      const auto factor = [&](int n) {
        return OperandOf(part, ValueAt(program_.exprs[reduce.inputs[0]].operands[n], i),
                         program_.numerics);
      };
      re.AddProduct(factor(0), factor(1));
      continue;
    }
    add(To(type, reduce.inputs[0], ValueAt(reduce.inputs[0], i)));
  }
  const Element real = Rounded(part, re.Total(), program_.numerics);
  if (!is_complex) return real;
  const Element imaginary = Rounded(part, im.Total(), program_.numerics);
  return {real.re, imaginary.re, std::max(real.radius, imaginary.radius)};
}

Element Machine::ReduceProduct(const Reduce& reduce, int64_t first, int64_t count) {
  const ElementType type = this->type(reduce.inits[0]).element;
  Product product(ComputedIn(type));
  product.Add(OperandOf(type, ScalarAt(reduce.inits[0]), program_.numerics));
  for (int64_t i = first; i < first + count; ++i) {
    product.Add(OperandOf(type, To(type, reduce.inputs[0], ValueAt(reduce.inputs[0], i)),
                          program_.numerics));
  }
  return Rounded(type, product.Total(), program_.numerics);
}

std::vector<Element> Machine::Step(const Reduce& reduce,
                                   const std::vector<ElementType>& types,
                                   const std::vector<Element>& accumulators,
                                   int64_t index) {
  std::vector<Element> arguments = accumulators;
  for (size_t i = 0; i < reduce.inputs.size(); ++i) {
    arguments.push_back(To(types[i], reduce.inputs[i], ValueAt(reduce.inputs[i], index)));
  }
  if (!reduce.has_combiner) return Apply(reduce.region, std::move(arguments));
  const Operand operands[] = {{types[0], arguments[0]}, {types[0], arguments[1]}};
  return {Scalar({reduce.combiner}, operands, types[0])};
}

std::vector<Element> Machine::ReduceRun(const Reduce& reduce, int64_t first,
                                        int64_t count) {
  const ElementType type = this->type(reduce.inits[0]).element;
  if (reduce.has_combiner && reduce.combiner == OpKind::kAdd &&
      ir::IsFloat(ir::RealPart(type))) {
    return {ReduceSum(reduce, first, count)};
  }
  if (reduce.has_combiner && reduce.combiner == OpKind::kMultiply && ir::IsFloat(type)) {
    return {ReduceProduct(reduce, first, count)};
  }
  std::vector<ElementType> types;
  std::vector<Element> accumulators;
  for (ExprId init : reduce.inits) {
    types.push_back(this->type(init).element);
    accumulators.push_back(ScalarAt(init));
  }
  for (int64_t i = first; i < first + count && status_.ok(); ++i) {
    accumulators = Step(reduce, types, accumulators, i);
  }
  return accumulators;
}

// One row after the other; of a row, one element after the other.
void Machine::RunScan(const tile::Scan& scan) {
  const Reduce& reduce = scan.reduce;
  const Dims& dims = type(reduce.inputs[0]).dims();
  const int64_t size = dims[scan.dimension];
  int64_t stride = 1;
  for (size_t d = scan.dimension + 1; d < dims.size(); ++d) stride *= dims[d];
  std::vector<ElementType> types;
  for (ExprId init : reduce.inits) {
    types.push_back(AccumulatorOf(reduce, type(init).element));
  }
  for (int64_t row = 0; size > 0 && row < Elements(dims) / size; ++row) {
    std::vector<Element> accumulators;
    for (size_t i = 0; i < types.size(); ++i) {
      accumulators.push_back(To(types[i], reduce.inits[i], ScalarAt(reduce.inits[i])));
    }
    for (int64_t i = 0; i < size && status_.ok(); ++i) {
      const int64_t position = scan.reverse ? size - 1 - i : i;
      const int64_t at = (row / stride * size + position) * stride + row % stride;
      accumulators = Step(reduce, types, accumulators, at);
      for (size_t o = 0; o < scan.outputs.size(); ++o) {
        const ElementType out = program_.refs[scan.outputs[o]].type.element;
        Write(scan.outputs[o], at,
              Convert({types[o], accumulators[o]}, out, program_.numerics));
      }
    }
  }
}

}  // namespace tilewright::reference
