// What makes random programs (random_program.h): a growing pool of values, and verbs
// that add operations on some of them.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/program.h"

namespace tilewright::reference {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;

class Generator {
 public:
  explicit Generator(uint32_t seed);
  ir::Program Make();
  ir::Program MakeProducts();

 private:
  // --- Chance ---
  int Below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool Once(int in) { return Below(in) == 0; }
  template <typename T>
  const T& OneOf(const std::vector<T>& list) {
    return list[Below(static_cast<int>(list.size()))];
  }
  int64_t Size() { return OneOf(sizes_); }
  // Arrays are smaller than twice what inputs are at most.
  bool IsLarge(const Dims& dims) const {
    return TensorType{ElementType::kI8, dims}.num_elements() > 2 * most_elements_;
  }
  ElementType AnyType();
  Dims AnyShape(int most_rank = 4);
  Dims Shuffled(Dims dims);
  Dims Iota(int64_t count);

  // --- Values ---
  const TensorType& type(ValueId v) const { return program_.type(v); }
  int64_t elements(ValueId v) const { return type(v).num_elements(); }
  // A value, recent ones more often than old ones.
  ValueId Any();
  ValueId AnyWhere(const std::function<bool(const TensorType&)>& fits);
  // A value of this type: one that there is, or one made of another or anew.
  ValueId Of(const TensorType& type);
  // The same, often as another value's transpose, or spread along some dimensions.
  ValueId Moved(const TensorType& type);
  ValueId NewArgument(const TensorType& type);
  ValueId Constant(const TensorType& type);
  // One element, as an index: mostly small, at times far outside.
  ValueId Index(ElementType element);
  // An array of indices of which most lie in [0, limit).
  ValueId Indices(const TensorType& type, int64_t limit);

  ir::Builder builder() { return ir::Builder(&program_, region_); }
  // Appends what the shape rules accept; a value of it joins the pool.
  std::optional<ValueId> Append(OpKind kind, std::vector<ValueId> operands,
                                ir::Attributes attributes = {},
                                const std::vector<TensorType>& declared = {});
  // The same, of operands that are known to fit.
  ValueId Added(OpKind kind, std::vector<ValueId> operands,
                ir::Attributes attributes = {});
  std::vector<ValueId> AppendWithRegions(ir::Operation operation);
  ValueId Keep(ValueId v) {
    values_.push_back(v);
    return v;
  }

  // --- Regions ---
  // A region on scalars; `fill` makes its results of its arguments.
  ir::Region ScalarRegion(const std::vector<ElementType>& arguments,
                          const std::function<std::vector<ValueId>(
                              ir::Builder&, const std::vector<ValueId>&)>& fill);
  ir::Region ReducerOf(OpKind kind, ElementType element);
  // A computation may be on a wider type than what it is given.
  ElementType Widened(ElementType element);
  // Operations by which values of the type are combined.
  std::vector<OpKind> Combiners(ElementType element);

  // Results: the last value, and one in `in` of the others.
  void Return(int in);
  void GiveUpArguments();

  // --- Verbs ---
  void AddOne();
  void AddElementwise();
  void AddUnary();
  void AddBinary();
  void AddCompare();
  void AddChoice();
  void AddConvert();
  void AddBitcast();

  void AddDataMovement();
  void AddBroadcast(ValueId x);
  void AddReshape(ValueId x);
  void AddSlice(ValueId x);
  void AddPad(ValueId x);
  void AddConcatenate(ValueId x);
  void AddDynamicSlice(ValueId x);
  void AddDynamicUpdateSlice(ValueId x);
  void AddGather();
  void AddScatter();

  Dims SomeDimensions(int64_t rank);
  std::optional<ValueId> Reduce(ValueId x, const Dims& dimensions);
  void AddReduce();
  void AddSiblings();
  void AddRowChain();
  void AddSeveralReduced();
  void AddReduceWindow();
  void AddScan();
  void AddSelectAndScatter();
  void AddSort();

  void AddDot();
  void AddConvolution();
  // A product of a value along some of its dimensions, in any layout; nullopt: there is
  // none of these sizes.
  std::optional<ValueId> DotOf(ValueId x);
  // What lies between two products, most of it where a rewrite sees through.
  ValueId Between(ValueId x);

  void AddWhile();
  void AddBranch();
  // A region's body: some operations, then values of these types.
  void Fill(ir::Region* region, int operations, const std::vector<TensorType>& results);

  std::mt19937 random_;
  ir::Program program_;
  ir::Region* region_;  // that operations are appended to
  std::vector<ValueId> values_;
  std::vector<int64_t> sizes_;
  std::vector<ElementType> types_;  // that this program is about
  int64_t most_elements_ = 3000;    // of an input
  int depth_ = 0;                   // of regions with control
};

}  // namespace tilewright::reference
