// Who wrote the elements of outputs, of a kernel with checks: parallel points write
// different ones, and each block of an output is stored by some; of one that is not made
// of blocks each element.
#include "codegen/analysis/dims.h"
#include "codegen/emit/kernel_checks.h"
#include "support/abi.h"
#include "support/round.h"
#include "tile/report.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::RefId;

void KernelChecks::ForEachElement(const Values& size,
                                  const std::function<void(const Values&)>& body) {
  const std::function<void(Values)> from = [&](const Values& index) {
    if (index.size() == size.size()) return body(index);
    kb_.For(kb_.I64(0), size[index.size()], 1, 1, [&](const LaneIndex& i) {
      Values next = index;
      next.push_back(i.base);
      from(next);
    });
  };
  from({});
}

Value* KernelChecks::Writer(RefId output, const Values& index) {
  const ir::Dims& dims = program_.refs[output].type.dims();
  Value* element = kb_.I64(0);
  for (size_t d = 0; d < dims.size(); ++d) {
    element = b_.CreateAdd(b_.CreateMul(element, kb_.I64(dims[d])), index[d]);
  }
  Value* const writers = ReportWord(tile::ReportWriters(program_, output));
  return b_.CreateGEP(b_.getInt32Ty(), writers, element);
}

KernelChecks::Values KernelChecks::PointOf(Value* step) {
  const ir::Dims& sizes = grid_.sizes.numbers();
  Values point(sizes.size(), kb_.I64(-1));
  for (size_t d = sizes.size(); d-- > 0;) {
    if (grid_.sequential[d]) continue;
    point[d] = b_.CreateURem(step, kb_.I64(sizes[d]));
    step = b_.CreateUDiv(step, kb_.I64(sizes[d]));
  }
  return point;
}

void KernelChecks::Claim(RefId window, const Rectangle& part) {
  const RefId output = part.ref;
  const ir::Dims& dims = program_.refs[output].type.dims();
  Value* const own = b_.CreateTrunc(b_.CreateAdd(step_, kb_.I64(1)), b_.getInt32Ty());
  ForEachElement(part.size, [&](const Values& in_part) {
    Values index;
    Value* written = b_.getTrue();
    Value* element = kb_.I64(0);
    for (size_t d = 0; d < dims.size(); ++d) {
      index.push_back(
          b_.CreateAdd(part.start[d], b_.CreateMul(in_part[d], part.step[d])));
      written = b_.CreateAnd(written, b_.CreateICmpULT(index[d], kb_.I64(dims[d])));
      element = b_.CreateAdd(b_.CreateMul(element, part.size[d]), in_part[d]);
    }
    if (window >= 0) {
      Value* const at = b_.CreateGEP(b_.getInt8Ty(), eval_.shadow(window), element);
      Value* const holds = b_.CreateLoad(b_.getInt8Ty(), at);
      const auto is = [&](Shadow shadow) {
        return b_.CreateICmpEQ(holds, b_.getInt8(static_cast<uint8_t>(shadow)));
      };
      written =
          b_.CreateAnd(written, b_.CreateOr(is(Shadow::kHolds), is(Shadow::kInFlight)));
    }
    kb_.If(written, [&] {
      Value* const writer = Writer(output, index);
      Value* const before = b_.CreateLoad(b_.getInt32Ty(), writer);
      Value* const another = b_.CreateAnd(b_.CreateICmpNE(before, b_.getInt32(0)),
                                          b_.CreateICmpNE(before, own));
      Value* flat = kb_.I64(0);
      for (size_t d = 0; d < dims.size(); ++d) {
        flat = b_.CreateAdd(b_.CreateMul(flat, kb_.I64(dims[d])), index[d]);
      }
      Fail(another, {TW_CHECK_TWO_WRITERS, kb_.I64(output), {flat}, nullptr, [&] {
                       return PointOf(b_.CreateSub(b_.CreateZExt(before, b_.getInt64Ty()),
                                                   kb_.I64(1)));
                     }});
      b_.CreateStore(own, writer);
    });
  });
}

void KernelChecks::Flushed(RefId ref, const Values& start) {
  const tile::Window& window = *program_.refs[ref].window;
  Rectangle block{window.array, start, {}, {}};
  for (int64_t extent : window.block) block.size.push_back(kb_.I64(extent));
  block.step.assign(window.block.size(), kb_.I64(1));
  Claim(ref, block);
}

void KernelChecks::EndGrid() {
  known_ = kNoPoint;
  statement_ = 0;
  std::vector<const tile::Window*> windows(program_.refs.size(), nullptr);
  for (const tile::Ref& ref : program_.refs) {
    if (ref.window.has_value()) windows[ref.window->array] = &*ref.window;
  }
  for (size_t r = 0; r + 1 < program_.refs.size(); ++r) {
    const tile::Ref& array = program_.refs[r];
    if (array.memory != tile::Memory::kHbm || !array.is_output || array.is_updated) {
      continue;
    }
    const auto output = static_cast<RefId>(r);
    // Blocks that may begin anywhere are none that the array is made of: there every
    // element counts, as where copies write.
    const bool in_blocks =
        windows[r] != nullptr && windows[r]->may_straddle && !windows[r]->may_precede;
    const ir::Dims block =
        in_blocks ? windows[r]->block : ir::Dims(array.type.dims().size(), 1);
    const int check = in_blocks ? TW_CHECK_NOT_STORED : TW_CHECK_ELEMENT_NOT_STORED;
    Values blocks, size;
    for (size_t d = 0; d < block.size(); ++d) {
      blocks.push_back(kb_.I64(DivideUp(array.type.dims()[d], block[d])));
      size.push_back(kb_.I64(block[d]));
    }
    ForEachElement(blocks, [&](const Values& number) {
      Value* const stored = ReportWord(tile::ReportNote());
      b_.CreateStore(kb_.I64(0), stored);
      ForEachElement(size, [&](const Values& in_block) {
        Values index;
        Value* inside = b_.getTrue();
        for (size_t d = 0; d < block.size(); ++d) {
          index.push_back(
              b_.CreateAdd(b_.CreateMul(number[d], kb_.I64(block[d])), in_block[d]));
          inside = b_.CreateAnd(
              inside, b_.CreateICmpULT(index[d], kb_.I64(array.type.dims()[d])));
        }
        kb_.If(inside, [&] {
          Value* const writer = b_.CreateLoad(b_.getInt32Ty(), Writer(output, index));
          Value* const any = b_.CreateOr(b_.CreateLoad(b_.getInt64Ty(), stored),
                                         b_.CreateZExt(writer, b_.getInt64Ty()));
          b_.CreateStore(any, stored);
        });
      });
      Value* const none =
          b_.CreateICmpEQ(b_.CreateLoad(b_.getInt64Ty(), stored), kb_.I64(0));
      Fail(none, {check, kb_.I64(output), {}, nullptr, [&] { return number; }});
    });
  }
}

}  // namespace tilewright::codegen
