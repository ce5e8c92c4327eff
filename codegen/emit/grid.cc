// Grids, windows, counted loops, branches and copies between memories.
//
// A window is its array's own memory where the block lies inside: nothing is
// copied. Where it may leave the array the body is emitted twice, and a block
// that does leave goes through a copy in scratch, padded, of which what lies
// inside goes back: where other points may write to the same block meanwhile, only
// what the body changed.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "codegen/analysis/dims.h"
#include "codegen/analysis/scratch.h"
#include "codegen/analysis/window.h"
#include "codegen/emit/kernel_checks.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/eval/index.h"
#include "support/check.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Ref;
using tile::RefId;
using tile::Window;

namespace {

// Windows of one grid point.
class WindowBinder {
 public:
  // `checks` is null where there are none.
  WindowBinder(Evaluator& eval, KernelChecks* checks)
      : eval_(eval),
        kb_(eval.kb()),
        b_(eval.kb().ir()),
        program_(eval.program()),
        checks_(checks) {
    for (size_t r = 0; r < program_.refs.size(); ++r) {
      if (!program_.refs[r].window.has_value()) continue;
      BoundWindow bound;
      bound.ref = static_cast<RefId>(r);
      bound.copy = eval.pointer(bound.ref);
      const Ref& ref = program_.refs[r];
      if (TimesInScratch(program_, ref) > 1) {
        bound.came =
            b_.CreateGEP(b_.getInt8Ty(), bound.copy, kb_.I64(ref.type.byte_size()));
      }
      windows_.push_back(std::move(bound));
    }
  }

  // Whether some windows are copies wherever they lie.
  bool AreCopied() const {
    return absl::c_any_of(
        windows_, [&](const BoundWindow& bound) { return WindowOf(bound).copied; });
  }

  // Where every window starts now, in order: places may be read from windows
  // before. Binds those that never leave their arrays, and returns whether the
  // others lie inside too; null: there are no others that may leave.
  Value* Locate() {
    Value* inside = nullptr;
    for (BoundWindow& bound : windows_) {
      const Window& window = WindowOf(bound);
      const ir::Shape& array = program_.refs[window.array].type.shape;
      bound.start.clear();
      for (int d = 0; d < array.rank(); ++d) {
        const Evaluated start = eval_.EvaluateScalar(window.start[d]);
        bound.start.push_back(b_.CreateSExt(start.value.re, b_.getInt64Ty()));
        if (window.inside || window.copied) continue;
        inside =
            eval_.AndPredicates(inside, Fits(bound.start[d], window.block[d], array[d]));
      }
      if (window.inside) Bind(bound);
      if (!window.inside && checks_ != nullptr) checks_->Window(bound.ref, bound.start);
      if (window.copied) checks_->Moved(bound.ref, bound.start);
    }
    return inside;
  }

  // The others are their arrays' memory, too.
  void BindInside() {
    for (const BoundWindow& bound : windows_) {
      if (!WindowOf(bound).inside) Bind(bound);
    }
  }

  // The others are copies of what lies inside their arrays.
  void BindCopies() {
    for (const BoundWindow& bound : windows_) {
      if (WindowOf(bound).inside) continue;
      const Ref& ref = program_.refs[bound.ref];
      Pad(bound, ref);
      CopyRows(bound, /*into_array=*/false);
      if (bound.came != nullptr) {
        const llvm::MaybeAlign any(1);
        b_.CreateMemCpy(bound.came, any, bound.copy, any, ref.type.byte_size());
      }
      eval_.BindRef(bound.ref, bound.copy, {}, kb_.depth());
    }
  }

  // What the body wrote to copies goes into the arrays.
  void FlushCopies() {
    for (const BoundWindow& bound : windows_) {
      if (WindowOf(bound).inside || !program_.refs[bound.ref].is_output) continue;
      if (checks_ != nullptr) checks_->Flushed(bound.ref, bound.start);
      CopyRows(bound, /*into_array=*/true);
    }
  }

 private:
  struct BoundWindow {
    RefId ref = -1;
    Value* copy = nullptr;      // scratch; null for windows that are always inside
    Value* came = nullptr;      // what it held when it came; null: it goes back whole
    std::vector<Value*> start;  // i64, a dimension of the array
  };

  // Whether `size` elements from `start` on are some of `array`.
  Value* Fits(Value* start, int64_t size, const ir::Size& array) {
    // Unsigned: a negative start is beyond every end.
    const auto ends_before = [&] {
      return b_.CreateICmpULE(start, kb_.ValueOf(array - size));
    };
    if (kb_.IsAtLeast(array, size)) return ends_before();
    if (array.is_number()) return b_.getFalse();
    Value* const any = b_.CreateICmpSGE(kb_.ValueOf(array), kb_.I64(size));
    return b_.CreateAnd(any, ends_before());
  }

  const Window& WindowOf(const BoundWindow& bound) const {
    return *program_.refs[bound.ref].window;
  }

  // Element `index` of the array's memory, in bytes from its start.
  Value* ArrayAddress(const Window& window, const std::vector<Value*>& index) {
    const ir::TensorType& array = program_.refs[window.array].type;
    const int rank = array.rank();
    Value* offset = kb_.I64(0);
    for (int d = 0; d < rank; ++d) {
      const ir::Size stride =
          Product(array.shape, d + 1, rank) * ir::StorageBytes(array.element);
      offset = b_.CreateAdd(offset, b_.CreateMul(index[d], kb_.ValueOf(stride)));
    }
    return b_.CreateGEP(b_.getInt8Ty(), eval_.pointer(window.array), offset);
  }

  // The copy, all of it what lies beyond the array.
  void Pad(const BoundWindow& bound, const Ref& ref) {
    const tile::ExprId padding = ref.window->padding;
    if (padding == tile::kNoExpr) {
      b_.CreateMemSet(bound.copy, b_.getInt8(0), ref.type.byte_size(), llvm::Align(1));
      return;
    }
    const Evaluated value = eval_.EvaluateScalar(padding);
    kb_.For(kb_.I64(0), kb_.I64(ref.type.num_elements()), 1, 1,
            [&](const LaneIndex& i) { eval_.StoreLanes(bound.copy, value.value, i); });
  }

  void Bind(const BoundWindow& bound) {
    eval_.BindRef(bound.ref, ArrayAddress(WindowOf(bound), bound.start),
                  WindowStrides(program_, program_.refs[bound.ref]), kb_.depth());
  }

  // Rows of the block, along the last dimension, that lie in the array.
  void CopyRows(const BoundWindow& bound, bool into_array) {
    const Window& window = WindowOf(bound);
    const ir::TensorType& array = program_.refs[window.array].type;
    const int last = array.rank() - 1;
    if (last < 0) {  // one element
      Value* const there = eval_.pointer(window.array);
      return CopyElements(bound, there, kb_.I64(0), kb_.I64(1), into_array);
    }
    // Of a row, the elements [from, to).
    Value* const none = kb_.I64(0);
    Value* const size = kb_.I64(window.block[last]);
    const auto clamp = [&](Value* x) {
      Value* const low = b_.CreateSelect(b_.CreateICmpSLT(x, none), none, x);
      return b_.CreateSelect(b_.CreateICmpSGT(low, size), size, low);
    };
    Value* const from = clamp(b_.CreateNeg(bound.start[last]));
    Value* const to =
        clamp(b_.CreateSub(kb_.ValueOf(array.shape[last]), bound.start[last]));
    Rows(window, 0, {}, [&](const std::vector<Value*>& row) {
      std::vector<Value*> index;
      Value* valid = b_.CreateICmpSLT(from, to);
      Value* in_block = none;
      for (int d = 0; d < last; ++d) {
        index.push_back(b_.CreateAdd(bound.start[d], row[d]));
        valid =
            b_.CreateAnd(valid, b_.CreateICmpULT(index[d], kb_.ValueOf(array.shape[d])));
        in_block = b_.CreateAdd(b_.CreateMul(in_block, kb_.I64(window.block[d])), row[d]);
      }
      index.push_back(b_.CreateAdd(bound.start[last], from));
      in_block = b_.CreateAdd(b_.CreateMul(in_block, size), from);
      kb_.If(valid, [&] {
        CopyElements(bound, ArrayAddress(window, index), in_block, b_.CreateSub(to, from),
                     into_array);
      });
    });
  }

  // So many elements, which lie `there` and in the copy from element `at` on.
  void CopyElements(const BoundWindow& bound, Value* there, Value* at, Value* count,
                    bool into_array) {
    const ir::ElementType element = program_.refs[bound.ref].type.element;
    const int bytes = ir::StorageBytes(element);
    const auto in = [&](Value* scratch) {
      return b_.CreateGEP(b_.getInt8Ty(), scratch, b_.CreateMul(at, kb_.I64(bytes)));
    };
    Value* const here = in(bound.copy);
    const llvm::MaybeAlign any(1);
    if (!into_array || bound.came == nullptr) {
      b_.CreateMemCpy(into_array ? there : here, any, into_array ? here : there, any,
                      b_.CreateMul(count, kb_.I64(bytes)));
      return;
    }
    Value* const came = in(bound.came);
    llvm::Type* const bits = b_.getIntNTy(8 * bytes);
    kb_.For(kb_.I64(0), count, 1, 1, [&](const LaneIndex& i) {
      const auto load = [&](Value* from) {
        return b_.CreateAlignedLoad(bits, b_.CreateGEP(bits, from, i.base), any);
      };
      Value* const now = load(here);
      kb_.If(b_.CreateICmpNE(now, load(came)),
             [&] { b_.CreateAlignedStore(now, b_.CreateGEP(bits, there, i.base), any); });
    });
  }

  void Rows(const Window& window, size_t d, std::vector<Value*> index,
            const std::function<void(const std::vector<Value*>&)>& body) {
    if (d + 1 == window.block.size()) return body(index);
    kb_.For(kb_.I64(0), kb_.I64(window.block[d]), 1, 1, [&](const LaneIndex& i) {
      std::vector<Value*> next = index;
      next.push_back(i.base);
      Rows(window, d + 1, std::move(next), body);
    });
  }

  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Program& program_;
  KernelChecks* const checks_;
  std::vector<BoundWindow> windows_;
};

}  // namespace

void StatementEmitter::EmitGrid(const tile::Grid& grid, Value* begin, Value* end) {
  const auto rank = static_cast<size_t>(grid.sizes.rank());
  KernelChecks* const checks = checks_.has_value() ? &*checks_ : nullptr;
  WindowBinder windows(eval_, checks);
  const auto through_copies = [&] {
    windows.BindCopies();
    EmitInOrder(grid.body);
    windows.FlushCopies();
  };
  const auto point = [&] {
    eval_.Forget();
    kb_.set_lanes(1);
    if (checks != nullptr) checks->BeginPoint();
    Value* const inside = windows.Locate();
    if (windows.AreCopied()) return through_copies();
    if (inside == nullptr) return EmitInOrder(grid.body);
    kb_.If(inside, [&] {
      windows.BindInside();
      EmitInOrder(grid.body);
    });
    kb_.If(kb_.ir().CreateNot(inside), through_copies);
  };
  const std::function<void(size_t)> sequential = [&](size_t d) {
    while (d < rank && !grid.sequential[d]) ++d;
    if (d == rank) return point();
    kb_.For(kb_.I64(0), kb_.ValueOf(grid.sizes[d]), 1, 1, [&](const LaneIndex& i) {
      eval_.BindCounter(static_cast<int64_t>(d), i);
      sequential(d + 1);
    });
  };
  kb_.For(begin, end, 1, 1, [&](const LaneIndex& step) {
    kb_.set_lanes(1);
    LaneIndex rest = step;
    for (size_t d = rank; d-- > 0;) {
      if (grid.sequential[d]) continue;
      ir::Size bound = 1;  // of what counts this dimension and those before it
      for (size_t before = 0; before <= d; ++before) {
        if (!grid.sequential[before]) bound = bound * grid.sizes[before];
      }
      eval_.BindCounter(static_cast<int64_t>(d),
                        kb_.Remainder(rest, grid.sizes[d], bound));
      rest = kb_.Divide(rest, grid.sizes[d], bound);
    }
    if (checks != nullptr) checks->BeginStep(step.base);
    sequential(0);
    if (checks != nullptr) checks->EndStep();
  });
  if (checks != nullptr) checks->EndGrid();
}

void StatementEmitter::EmitFor(const tile::For& loop) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto bound = [&](tile::ExprId expr) {
    return b.CreateSExt(eval_.EvaluateScalar(expr).value.re, b.getInt64Ty());
  };
  Value* const begin = bound(loop.begin);
  Value* const end = bound(loop.end);
  kb_.For(begin, end, 1, 1, [&](const LaneIndex& i) {
    eval_.BindCounter(loop.counter, i);
    EmitInOrder(loop.body);
  });
}

void StatementEmitter::EmitIf(const tile::If& branch) {
  Value* const predicate = eval_.EvaluateScalar(branch.predicate).value.re;
  kb_.If(predicate, [&] { EmitInOrder(branch.then); });
  if (branch.otherwise.empty()) return;
  kb_.If(kb_.ir().CreateNot(predicate), [&] { EmitInOrder(branch.otherwise); });
}

void StatementEmitter::EmitDma(const tile::Dma& dma) {
  // Copies are done when they start; there is nothing to wait for. With checks nobody
  // may see it before.
  if (checks_.has_value()) {
    checks_->Copy(dma);
    copies_ = dma.wait ? kAwaited : kStarted;
  } else if (dma.wait) {
    return;
  }
  tile::Pass pass;
  pass.stores.push_back(dma.copy);
  EmitLoopNest({program_.exprs[dma.copy.value()].type.shape, true, {std::move(pass)}}, 1,
               kb_.I64(0), kb_.I64(1));
  copies_ = kNoCopy;
}

}  // namespace tilewright::codegen
