#include "codegen/facts/open_sizes.h"

#include <algorithm>

#include "codegen/facts/kernel_calls.h"

namespace tilewright::codegen {
namespace {

using enum ir::OpKind;

// Beside elementwise operations: those that rewrites take with any sizes.
constexpr ir::OpKind kTakeOpenSizes[] = {kBitcastConvert,
                                         kBroadcastInDim,
                                         kCase,
                                         kConcatenate,
                                         kConstant,
                                         kDotGeneral,
                                         kDynamicSlice,
                                         kDynamicUpdateSlice,
                                         kGather,
                                         kGetDimensionSize,
                                         kIf,
                                         kIota,
                                         kOptimizationBarrier,
                                         kPad,
                                         kReduce,
                                         kReshape,
                                         kReverse,
                                         kScatter,
                                         kSlice,
                                         kSort,
                                         kTopK,
                                         kTranspose,
                                         kWhile};

const ir::Operation* FindIn(const ir::Program& program, const ir::Region& region) {
  for (const ir::Operation& op : region.operations) {
    if (!TakesOpenSizes(op) && HasOpenSizes(program, op)) return &op;
    for (const ir::Region& inner : op.regions) {
      if (const ir::Operation* const found = FindIn(program, inner)) return found;
    }
  }
  return nullptr;
}

}  // namespace

bool TakesOpenSizes(const ir::Operation& op) {
  // Along a dimension, which has no windows of numbers.
  if (op.kind == kReduceWindow) return op.attributes.Has(ir::AttributeName::kDimension);
  // Sizes of a kernel's are its author's to say.
  if (op.kind == kCustomCall) return !CalledKernel(op).empty();
  return ir::IsElementwise(op.kind) ||
         std::find(std::begin(kTakeOpenSizes), std::end(kTakeOpenSizes), op.kind) !=
             std::end(kTakeOpenSizes);
}

bool HasOpenSizes(const ir::Program& program, const ir::Operation& op) {
  const auto is_open = [&](ir::ValueId v) { return !program.type(v).shape.is_static(); };
  return std::any_of(op.operands.begin(), op.operands.end(), is_open) ||
         std::any_of(op.results.begin(), op.results.end(), is_open);
}

bool HasOpenSizesWithin(const ir::Program& program, const ir::Operation& op) {
  if (HasOpenSizes(program, op)) return true;
  for (const ir::Region& region : op.regions) {
    for (const ir::Operation& inner : region.operations) {
      if (HasOpenSizesWithin(program, inner)) return true;
    }
  }
  return false;
}

const ir::Operation* WhatNeedsNumbers(const ir::Program& program) {
  return program.symbols.count() == 0 ? nullptr : FindIn(program, program.body);
}

}  // namespace tilewright::codegen
