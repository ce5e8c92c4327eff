#include "codegen/facts/open_sizes.h"

#include <algorithm>

namespace tilewright::codegen {
namespace {

using enum ir::OpKind;

// Beside elementwise operations. Their rules take symbols, too (ir/check/table.cc).
constexpr ir::OpKind kTakeOpenSizes[] = {
    kBroadcastInDim, kConcatenate, kConstant, kDynamicSlice, kDynamicUpdateSlice,
    kIota,           kPad,         kReduce,   kReshape,      kReverse,
    kSlice,          kTranspose};

}  // namespace

const ir::Operation* WhatNeedsNumbers(const ir::Program& program) {
  for (const ir::Operation& op : program.body.operations) {
    const bool takes = ir::IsElementwise(op.kind) ||
                       std::find(std::begin(kTakeOpenSizes), std::end(kTakeOpenSizes),
                                 op.kind) != std::end(kTakeOpenSizes);
    if (!takes) return &op;
  }
  return nullptr;
}

}  // namespace tilewright::codegen
