#include "codegen/emit/accumulator.h"

#include "codegen/analysis/loop_nest_shape.h"

namespace tilewright::codegen {

using llvm::Value;

void AppendValues(const Lanes& lanes, std::vector<Value*>* out) {
  out->push_back(lanes.re);
  if (lanes.im != nullptr) out->push_back(lanes.im);
}

Lanes TakeValues(const Lanes& like, const std::vector<Value*>& values, size_t* at) {
  Lanes lanes{like.type};
  lanes.re = values[(*at)++];
  if (like.im != nullptr) lanes.im = values[(*at)++];
  return lanes;
}

namespace {

std::vector<Value*> Flatten(const std::vector<Lanes>& all) {
  std::vector<Value*> values;
  for (const Lanes& lanes : all) AppendValues(lanes, &values);
  return values;
}

}  // namespace

Accumulator::Accumulator(Evaluator& evaluator, const tile::Program& program,
                         const tile::Reduce& reduce, Wanted wanted)
    : eval_(evaluator), program_(program), reduce_(&reduce) {
  if (reduce.has_combiner && wanted == Wanted::kAtEnd) {
    combiner_.emplace(eval_, reduce.combiner, AccumulatorType(program, reduce, 0));
  }
}

std::vector<Lanes> Accumulator::Inits() const {
  std::vector<Lanes> inits;
  for (size_t i = 0; i < reduce_->inits.size(); ++i) {
    inits.push_back(eval_.ConvertLanes(eval_.EvaluateScalar(reduce_->inits[i]).value,
                                       AccumulatorType(program_, *reduce_, i)));
  }
  return inits;
}

Accumulator::State Accumulator::Start() const {
  std::vector<Lanes> inits = Inits();
  for (Lanes& init : inits) {
    init = eval_.Spread(init);
    init.bits = nullptr;
  }
  return combiner_.has_value() ? combiner_->Of(inits[0]) : Flatten(inits);
}

Lanes Accumulator::Element(size_t i, const Index& index) const {
  return eval_.Spread(eval_.ConvertLanes(eval_.Evaluate(reduce_->inputs[i], index).value,
                                         AccumulatorType(program_, *reduce_, i)));
}

Accumulator::State Accumulator::Step(const State& now, const Index& index) const {
  const SourceLines::Scope source = eval_.From(*reduce_);
  if (combiner_.has_value())
    return combiner_->Combine(now, combiner_->Of(Element(0, index)));
  std::vector<Lanes> arguments = Values(now);
  for (size_t i = 0; i < reduce_->inputs.size(); ++i) {
    arguments.push_back(Element(i, index));
  }
  if (reduce_->has_combiner) {
    return Flatten(
        {eval_.ScalarLanes({reduce_->combiner}, arguments, arguments[0].type)});
  }
  std::vector<Lanes> next = eval_.Apply(reduce_->region, arguments);
  for (Lanes& lanes : next) lanes = eval_.Spread(lanes);
  return Flatten(next);
}

std::vector<Lanes> Accumulator::Values(const State& state) const {
  if (combiner_.has_value()) return {combiner_->Value(state)};
  std::vector<Lanes> values;
  auto at = state.begin();
  for (size_t i = 0; i < reduce_->inits.size(); ++i) {
    Lanes value{AccumulatorType(program_, *reduce_, i)};
    value.re = *at++;
    if (ir::IsComplex(value.type)) value.im = *at++;
    values.push_back(value);
  }
  return values;
}

}  // namespace tilewright::codegen
