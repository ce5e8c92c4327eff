// Chains: their stages, step by step, and which columns of a step's rows they compute.
#include "codegen/emit/statement_emitter.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {

using llvm::Value;

void StatementEmitter::EmitChain(const tile::Chain& chain, Value* begin, Value* end,
                                 Value* resumes) {
  llvm::IRBuilder<>& b = kb_.ir();
  std::vector<std::pair<tile::RefId, Value*>> handed_on;
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    const auto ref = static_cast<tile::RefId>(r);
    if (program_.refs[r].pieces > 1) handed_on.push_back({ref, eval_.pointer(ref)});
  }
  const ChainScratch scratch(analysis_, chain, kb_.options());
  Value* const whole = scratch_;
  std::vector<Value*> own;
  for (const int64_t offset : scratch.offsets) {
    own.push_back(
        kb_.At(0, [&] { return b.CreateGEP(b.getInt8Ty(), whole, kb_.I64(offset)); }));
  }
  const bool limited = chain.has_limits() && !program_.debug;
  using Values = KernelBuilder::Values;
  Values is_finite;
  if (limited) is_finite.push_back(b.getFalse());
  kb_.Loop(begin, end, 1, is_finite, 1, [&](const LaneIndex& step, const Values& before) {
    // Stages index the whole array: its start lies so that this step's piece
    // falls on the scratch.
    for (const auto& [ref, memory] : handed_on) {
      const int64_t bytes = PieceBytes(program_.refs[ref]).number();
      Value* const begins = b.CreateMul(step.base, kb_.I64(-bytes));
      eval_.BindRef(ref, b.CreateGEP(b.getInt8Ty(), memory, begins));
    }
    Value* const next = kb_.AddConstant(step, 1).base;
    Value* stays = b.CreateICmpNE(step.base, begin);
    Values now = before;
    if (limited) {
      now[0] = SumsFinite(chain, step, stays, before[0]);
      columns_ = ColumnsOf(chain, step, now[0]);
    }
    if (resumes != nullptr) stays = b.CreateOr(stays, resumes);
    for (size_t i = 0; i < chain.stages.size(); ++i) {
      eval_.Forget();
      scratch_ = own[i];
      Emit(chain.stages[i], step.base, next, stays);
    }
    eval_.Forget();
    kb_.set_lanes(1);
    columns_.reset();
    return now;
  });
  scratch_ = whole;
  for (const auto& [ref, memory] : handed_on) eval_.BindRef(ref, memory);
}

// What the step's rows have columns of, in whole units. Where what is left out would be
// multiplied with infinities or NaN, all columns.
StatementEmitter::Columns StatementEmitter::ColumnsOf(const tile::Chain& chain,
                                                      const LaneIndex& step,
                                                      Value* is_finite) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto& product = *chain.stages.back().As<tile::Matmul>();
  const int64_t width = product.k.number(), rows = product.block_m;
  const LaneIndex begin = kb_.Multiply(step, rows);
  const auto least = [&](Value* x, Value* y) {
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  };
  const auto most = [&](Value* x, Value* y) {
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  };
  const auto at = [&](tile::ExprId limit, const LaneIndex& row) {
    const int rank = program_.exprs[limit].type.rank();
    const Index index = {{rank - 1, row}, {1, kb_.Constant(0)}};
    return b.CreateSExt(eval_.EvaluateLanes(limit, index).re, b.getInt64Ty());
  };
  kb_.set_lanes(1);
  const KernelBuilder::Values found = kb_.Loop(
      begin.base, kb_.AddConstant(begin, rows).base, 1, {kb_.I64(width), kb_.I64(-1)}, 1,
      [&](const LaneIndex& row, const KernelBuilder::Values& now) {
        KernelBuilder::Values next = {kb_.I64(0), kb_.I64(width - 1)};
        if (chain.first != tile::kNoExpr) next[0] = least(now[0], at(chain.first, row));
        if (chain.last != tile::kNoExpr) next[1] = most(now[1], at(chain.last, row));
        return next;
      });
  eval_.Forget();

  // One unit at least, of which columns are that are there.
  const auto whole_units = [&](Value* x) {
    return b.CreateMul(b.CreateUDiv(x, kb_.I64(kColumnUnit)), kb_.I64(kColumnUnit));
  };
  Value* const inside = most(kb_.I64(0), least(found[0], kb_.I64(width - 1)));
  Value* const behind = least(kb_.I64(width), most(b.CreateAdd(found[1], kb_.I64(1)),
                                                   b.CreateAdd(inside, kb_.I64(1))));
  Value* const end =
      least(kb_.I64(width), whole_units(b.CreateAdd(behind, kb_.I64(kColumnUnit - 1))));
  return {b.CreateSelect(is_finite, whole_units(inside), kb_.I64(0)),
          b.CreateSelect(is_finite, end, kb_.I64(width))};
}

// Whether all that a step's product multiplies its rows with are finite numbers: looked
// at once for a batch, where `stays` says whether the step before has `before` to tell.
Value* StatementEmitter::SumsFinite(const tile::Chain& chain, const LaneIndex& step,
                                    Value* stays, Value* before) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto& product = *chain.stages.back().As<tile::Matmul>();
  const int64_t steps = product.m.number() / product.block_m;
  const LaneIndex batch = kb_.Divide(step, steps, product.batch.number() * steps);
  Value* const first = b.CreateMul(batch.base, kb_.I64(steps));
  Value* const is_known = b.CreateAnd(stays, b.CreateICmpNE(step.base, first));
  return kb_.Choose(
      is_known, [&] { return KernelBuilder::Values{before}; },
      [&] { return KernelBuilder::Values{IsFinite(product, batch)}; })[0];
}

// Whether all elements of a batch's right side are finite numbers when they are
// multiplied.
Value* StatementEmitter::IsFinite(const tile::Matmul& product, const LaneIndex& batch) {
  llvm::IRBuilder<>& b = kb_.ir();
  const int64_t width = product.n.number();
  int lanes = LanesFor(kb_.options(), 8 * ir::StorageBytes(product.accumulator), width);
  if (width % lanes != 0) lanes = 1;
  kb_.set_lanes(lanes);
  llvm::Type* bits = b.getIntNTy(8 * ir::StorageBytes(product.accumulator));
  if (lanes > 1) bits = llvm::FixedVectorType::get(bits, lanes);
  const auto is_not_finite = [&](const LaneIndex& k, LaneIndex n) -> Value* {
    n.stride = lanes > 1 ? 1 : 0;
    const Lanes x = eval_.EvaluateLanes(product.rhs, {{1, batch}, {1, k}, {1, n}});
    const Lanes multiplied = eval_.ConvertLanes(
        eval_.ConvertLanes(x, product.multiplicand), product.accumulator);
    Value* const size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, multiplied.re);
    Value* const infinity = llvm::ConstantFP::getInfinity(size->getType());
    return b.CreateSExt(b.CreateFCmpUEQ(size, infinity), bits);
  };
  using Values = KernelBuilder::Values;
  const Values found = kb_.Loop(
      kb_.I64(0), kb_.I64(product.k.number()), 1, {llvm::Constant::getNullValue(bits)}, 1,
      [&](const LaneIndex& k, const Values& before) {
        return kb_.Loop(kb_.I64(0), kb_.I64(width), lanes, before, lanes,
                        [&](const LaneIndex& n, const Values& now) {
                          return Values{b.CreateOr(now[0], is_not_finite(k, n))};
                        });
      });
  kb_.set_lanes(1);
  eval_.Forget();
  Value* const any = lanes > 1 ? b.CreateOrReduce(found[0]) : found[0];
  return b.CreateICmpEQ(any, llvm::Constant::getNullValue(any->getType()));
}

}  // namespace tilewright::codegen
