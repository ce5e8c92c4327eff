// Copies on their way, of a kernel with checks: each is noted from its start to its
// wait with the parts of refs that it reads and writes, and what is written elsewhere
// meets none of them.
#include <algorithm>
#include <cstdint>

#include "codegen/emit/kernel_checks.h"
#include "support/abi.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::ExprId;
using tile::RefId;

KernelChecks::Rectangle KernelChecks::RectangleOf(RefId ref,
                                                  const std::vector<ExprId>& start,
                                                  const ir::Dims& sizes,
                                                  const ir::Dims& strides) {
  const ir::Dims& whole = program_.refs[ref].type.dims();
  Rectangle part{ref, {}, {}, {}};
  const bool is_part = start.size() == whole.size() && sizes.size() == whole.size();
  for (size_t d = 0; d < whole.size(); ++d) {
    const int64_t size = is_part ? sizes[d] : whole[d];
    const int64_t step = strides.empty() || size < 2 ? 1 : strides[d];
    const int64_t extent = (size - 1) * step + 1;
    part.start.push_back(
        is_part
            ? eval_.ClampedIndex(eval_.EvaluateScalar(start[d]), whole[d] - extent).base
            : kb_.I64(0));
    part.size.push_back(kb_.I64(size));
    part.step.push_back(kb_.I64(step));
  }
  return part;
}

KernelChecks::Rectangle KernelChecks::TargetOf(const tile::Store& store) {
  return RectangleOf(store.ref, store.dynamic_offset,
                     program_.exprs[store.value()].type.dims(), store.stride);
}

KernelChecks::Rectangle KernelChecks::SourceOf(const tile::Dma& dma) {
  ExprId value = dma.copy.value();
  ir::Dims strides;
  ExprId every = -1;  // of a part's elements, the first of them among these
  while (true) {
    const tile::Expr& e = program_.exprs[value];
    const auto* const slice = e.As<tile::Slice>();
    if (slice != nullptr) {
      every = value;
      strides = slice->stride;
    } else if (!e.Is<tile::Reshape>()) {
      break;
    }
    value = e.operands[0];
  }
  const tile::Expr& part = program_.exprs[value];
  if (!part.Is<tile::DynamicSlice>()) return RectangleOf(dma.source, {}, {}, {});
  return RectangleOf(dma.source, {part.operands.begin() + 1, part.operands.end()},
                     program_.exprs[every < 0 ? value : every].type.dims(), strides);
}

Value* KernelChecks::CopyWord(Value* copy, int64_t word) {
  Value* const first = b_.CreateMul(copy, kb_.I64(notes_.words()));
  return b_.CreateGEP(b_.getInt64Ty(), eval_.copies(),
                      b_.CreateAdd(first, kb_.I64(CopyNotes::kHeaderWords + word)));
}

Value* KernelChecks::CopyField(Value* copy, int64_t word) {
  return b_.CreateLoad(b_.getInt64Ty(), CopyWord(copy, word));
}

void KernelChecks::ForEachCopy(const std::function<void(Value* copy)>& body) {
  Value* const count = b_.CreateLoad(b_.getInt64Ty(), eval_.copies());
  kb_.For(kb_.I64(0), count, 1, 1, [&](const LaneIndex& copy) { body(copy.base); });
}

// Behind the last of `size` elements that are `step` apart.
Value* KernelChecks::EndOf(Value* start, Value* size, Value* step) {
  Value* const last = b_.CreateMul(b_.CreateSub(size, kb_.I64(1)), step);
  return b_.CreateAdd(b_.CreateAdd(start, last), kb_.I64(1));
}

Value* KernelChecks::Meets(Value* copy, int ref_word, int64_t word,
                           const Rectangle& part) {
  Value* meets = b_.CreateICmpEQ(CopyField(copy, ref_word), kb_.I64(part.ref));
  for (size_t d = 0; d < part.start.size(); ++d) {
    const auto at = static_cast<int64_t>(d);
    Value* const start = CopyField(copy, word + at);
    Value* const size = CopyField(copy, word + notes_.rank + at);
    Value* const step = CopyField(copy, word + 2 * notes_.rank + at);
    Value* const end = EndOf(start, size, step);
    Value* const own_end = EndOf(part.start[d], part.size[d], part.step[d]);
    meets = b_.CreateAnd(meets, b_.CreateICmpSLT(part.start[d], end));
    meets = b_.CreateAnd(meets, b_.CreateICmpSLT(start, own_end));
    // Elements as far apart, that begin between each other, are different ones.
    Value* const between =
        b_.CreateSRem(b_.CreateSub(start, part.start[d]), part.step[d]);
    Value* const beside = b_.CreateAnd(b_.CreateICmpEQ(step, part.step[d]),
                                       b_.CreateICmpNE(between, kb_.I64(0)));
    meets = b_.CreateAnd(meets, b_.CreateNot(beside));
  }
  return meets;
}

void KernelChecks::NotOnTheWay(const Rectangle& part, bool written) {
  ForEachCopy([&](Value* copy) {
    const auto fail = [&](Value* bad, int how) {
      Fail(bad, {TW_CHECK_IN_FLIGHT,
                 kb_.I64(part.ref),
                 {kb_.I64(how)},
                 CopyField(copy, CopyNotes::kStatement)});
    };
    fail(Meets(copy, CopyNotes::kTo, notes_.to_list(), part),
         written ? TW_WRITE_TARGET : TW_READ_TARGET);
    if (written)
      fail(Meets(copy, CopyNotes::kFrom, notes_.from_list(), part), TW_WRITE_SOURCE);
  });
}

Value* KernelChecks::CountsOn(Value* copy, RefId semaphores, Value* slot) {
  return b_.CreateAnd(
      b_.CreateICmpEQ(CopyField(copy, CopyNotes::kSemaphores), kb_.I64(semaphores)),
      b_.CreateICmpEQ(CopyField(copy, CopyNotes::kSlot), slot));
}

void KernelChecks::NoteStart(const Rectangle& from, const Rectangle& to,
                             const Count& counts) {
  Value* const count = b_.CreateLoad(b_.getInt64Ty(), eval_.copies());
  Value* const full = b_.CreateICmpSGE(count, kb_.I64(CopyNotes::kMost));
  Fail(full, {TW_CHECK_MANY_COPIES, kb_.I64(to.ref), {kb_.I64(CopyNotes::kMost)}});
  kb_.If(b_.CreateNot(full), [&] {
    const auto set = [&](int64_t word, Value* value) {
      b_.CreateStore(value, CopyWord(count, word));
    };
    set(CopyNotes::kStatement, kb_.I64(statement_));
    set(CopyNotes::kFrom, kb_.I64(from.ref));
    set(CopyNotes::kTo, kb_.I64(to.ref));
    set(CopyNotes::kSemaphores, kb_.I64(counts.semaphores));
    set(CopyNotes::kSlot, counts.slot);
    set(CopyNotes::kBytes, kb_.I64(counts.bytes));
    int64_t word = notes_.from_list();
    for (const Values* list :
         {&from.start, &from.size, &from.step, &to.start, &to.size, &to.step}) {
      for (size_t d = 0; d < list->size(); ++d) {
        set(word + static_cast<int64_t>(d), (*list)[d]);
      }
      word += notes_.rank;
    }
    b_.CreateStore(b_.CreateAdd(count, kb_.I64(1)), eval_.copies());
  });
}

void KernelChecks::NoteWait(const Rectangle& to, const Count& counts) {
  Value* const place = b_.CreateGEP(b_.getInt64Ty(), eval_.copies(), kb_.I64(1));
  const auto found = [&] { return b_.CreateLoad(b_.getInt64Ty(), place); };
  b_.CreateStore(kb_.I64(-1), place);
  ForEachCopy([&](Value* copy) {
    Value* is_it = b_.CreateAnd(b_.CreateICmpSLT(found(), kb_.I64(0)),
                                CountsOn(copy, counts.semaphores, counts.slot));
    const auto has = [&](int64_t word, Value* value) {
      is_it = b_.CreateAnd(is_it, b_.CreateICmpEQ(CopyField(copy, word), value));
    };
    has(CopyNotes::kTo, kb_.I64(to.ref));
    for (size_t d = 0; d < to.start.size(); ++d) {
      const int64_t word = notes_.to_list() + static_cast<int64_t>(d);
      has(word, to.start[d]);
      has(word + notes_.rank, to.size[d]);
      has(word + 2 * notes_.rank, to.step[d]);
    }
    kb_.If(is_it, [&] { b_.CreateStore(copy, place); });
  });
  Value* const none = b_.CreateICmpSLT(found(), kb_.I64(0));
  Fail(none, {TW_CHECK_OTHER_COPY, kb_.I64(to.ref), {counts.slot}});
  kb_.If(b_.CreateNot(none), [&] {
    // The last one takes its place.
    Value* const count = b_.CreateLoad(b_.getInt64Ty(), eval_.copies());
    Value* const last = b_.CreateSub(count, kb_.I64(1));
    b_.CreateMemMove(CopyWord(found(), 0), llvm::MaybeAlign(8), CopyWord(last, 0),
                     llvm::MaybeAlign(8), 8 * notes_.words());
    b_.CreateStore(last, eval_.copies());
  });
}

Value* KernelChecks::SlotOf(RefId semaphore, ExprId slot) {
  const int64_t slots = program_.refs[semaphore].type.num_elements();
  const Evaluated number = eval_.EvaluateScalar(slot);
  Value* const given = b_.CreateSExt(number.value.re, b_.getInt64Ty());
  // Unsigned: a negative one is beyond all.
  Fail(b_.CreateICmpUGE(given, kb_.I64(slots)),
       {TW_CHECK_SLOT, kb_.I64(semaphore), {given, kb_.I64(slots)}});
  return eval_.ClampedIndex(number, slots - 1).base;
}

void KernelChecks::Copy(const tile::Dma& dma) {
  kb_.set_lanes(1);
  const int64_t bytes =
      std::min<int64_t>(program_.exprs[dma.copy.value()].type.byte_size(), INT32_MAX / 2);
  Value* const slot = SlotOf(dma.semaphore, dma.slot);
  Value* const at = b_.CreateGEP(b_.getInt32Ty(), eval_.pointer(dma.semaphore), slot);
  Value* const before = b_.CreateLoad(b_.getInt32Ty(), at);
  Value* const amount = b_.getInt32(static_cast<uint32_t>(bytes));
  const Rectangle to = TargetOf(dma.copy);
  if (!dma.wait) {
    b_.CreateStore(b_.CreateAdd(before, amount), at);
    const Rectangle from = SourceOf(dma);
    NotOnTheWay(to, /*written=*/true);
    NotOnTheWay(from, /*written=*/false);
    NoteStart(from, to, {dma.semaphore, slot, bytes});
    if (program_.refs[to.ref].memory == tile::Memory::kHbm) {
      Claim(/*window=*/-1, to);
    }
    return;
  }
  Value* const bad = b_.CreateICmpSLT(before, amount);
  Value* const left = b_.CreateSub(before, amount);
  b_.CreateStore(b_.CreateSelect(bad, before, left), at);
  Fail(bad, {TW_CHECK_NO_COPY,
             kb_.I64(dma.copy.ref),
             {kb_.I64(bytes), b_.CreateSExt(before, b_.getInt64Ty()), slot}});
  NoteWait(to, {dma.semaphore, slot, bytes});
}

}  // namespace tilewright::codegen
