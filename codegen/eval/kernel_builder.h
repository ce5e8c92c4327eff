// LLVM IR under construction, with loop levels.
//
// Code is kept open at every loop level: while a loop's body is being emitted,
// more code can still be appended before the loop. What depends only on outer
// loops is therefore emitted there in the first place, and nothing has to be
// hoisted by a pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "codegen/facts/emit_options.h"
#include "ir/size/expression.h"
#include "ir/size/facts.h"
#include "llvm/IR/IRBuilder.h"

namespace tilewright::codegen {

// An index along one or more merged dimensions, for every lane.
struct LaneIndex {
  llvm::Value* base = nullptr;   // i64: lane 0 (where `lanes` is null)
  int64_t stride = 0;            // lane l is base + l * stride
  llvm::Value* lanes = nullptr;  // explicit <W x i64> where lanes are not affine
  int64_t divisor = 1;           // base is known to be a multiple of this
  int level = 0;                 // outermost loop level where it is known

  bool uniform() const { return lanes == nullptr && stride == 0; }
};

class KernelBuilder {
 public:
  using Values = std::vector<llvm::Value*>;

  KernelBuilder(llvm::Function* function, const EmitOptions& options);

  llvm::IRBuilder<>& ir() { return builder_; }
  llvm::LLVMContext& context() { return builder_.getContext(); }
  const EmitOptions& options() const { return options_; }
  int depth() const { return static_cast<int>(levels_.size()) - 1; }
  // Lanes of the statement that is being emitted.
  int lanes() const { return lanes_; }
  void set_lanes(int lanes) { lanes_ = lanes; }

  // Runs `emit` with the insertion point at the end of `level`'s code, where nothing of
  // deeper levels is known.
  template <typename Emit>
  auto At(int level, Emit emit) {
    llvm::BasicBlock* const resume = builder_.GetInsertBlock();
    level = std::min(level, reach_);
    if (level >= depth() || levels_[level] == resume) return emit();
    const int reach = std::exchange(reach_, level);
    builder_.SetInsertPoint(levels_[level]);
    auto result = emit();
    levels_[level] = builder_.GetInsertBlock();
    builder_.SetInsertPoint(resume);
    reach_ = reach;
    return result;
  }

  // for (i = begin; i < end; i += step), carrying values. `body` gets i and the
  // carried values and returns the next ones; the last ones are returned.
  // `divisor`: i is always a multiple of it.
  Values Loop(llvm::Value* begin, llvm::Value* end, int64_t step, Values carried,
              int64_t divisor,
              const std::function<Values(const LaneIndex& i, const Values&)>& body);
  // The same without carried values.
  void For(llvm::Value* begin, llvm::Value* end, int64_t step, int64_t divisor,
           const std::function<void(const LaneIndex& i)>& body);
  // while (condition(carried)) carried = body(carried); the last ones, of which
  // the condition does not hold, are returned. The condition's code runs once
  // more than the body's.
  Values While(Values carried,
               const std::function<llvm::Value*(const Values&)>& condition,
               const std::function<Values(const Values&)>& body);
  // while (condition()) body(); with memory state only.
  void WhileLoop(const std::function<llvm::Value*()>& condition,
                 const std::function<void()>& body);
  // if (predicate) then();
  void If(llvm::Value* predicate, const std::function<void()>& then);

  // predicate ? then() : otherwise(), as many values of the same types. `mostly`: the
  // predicate hardly ever fails.
  Values Choose(llvm::Value* predicate, const std::function<Values()>& then,
                const std::function<Values()>& otherwise, bool mostly = false);

  // What follows is in a block of its own, and what is before it in memory stays there:
  // LLVM's time for a block, and for what depends on each other in memory, grows with the
  // square of its length. No instruction comes of it.
  void BeginBlock();

  // What sizes are of: `values` points to an i64 for each symbol, in an array that
  // nothing writes. Without it, sizes are numbers.
  void BindSymbols(const ir::SymbolList& symbols, llvm::Value* values) {
    symbols_ = &symbols;
    symbol_values_ = values;
  }
  // A size as an i64, known from the first level on. Of what is beyond what sizes may be,
  // any value: size_status() says so.
  llvm::Value* ValueOf(const ir::Size& size);
  const absl::Status& size_status() const { return size_status_; }
  // What holds of the kernel's sizes whatever they are.
  bool IsMultiple(const ir::Size& size, int64_t of) const;
  bool IsAtLeast(const ir::Size& size, const ir::Size& least) const;
  bool IsBelow(const ir::Size& size, int64_t limit) const;

  // Index arithmetic. Results live at the outermost level possible; equal
  // arithmetic gives the same value.
  LaneIndex Constant(const ir::Size& value);
  LaneIndex FromValue(llvm::Value* i64_value, int level);
  LaneIndex Add(const LaneIndex& x, const LaneIndex& y);
  LaneIndex AddConstant(const LaneIndex& x, const ir::Size& y);
  LaneIndex Multiply(const LaneIndex& x, const ir::Size& y);
  // x / n and x % n for 0 <= x < bound.
  LaneIndex Divide(const LaneIndex& x, const ir::Size& n, const ir::Size& bound);
  LaneIndex Remainder(const LaneIndex& x, const ir::Size& n, const ir::Size& bound);
  // x, seen as explicit lanes.
  llvm::Value* ExplicitLanes(const LaneIndex& x);
  // y - x where that is known.
  std::optional<int64_t> Distance(llvm::Value* x, llvm::Value* y) const;
  // `first`, first + 1, ... of i64.
  llvm::Value* LaneNumbers();

  llvm::Value* I64(int64_t value) { return builder_.getInt64(value); }
  // The address of element `index` (i64). Indices that differ by a constant, or by a few
  // times a size, have addresses that do: instructions take either for nothing.
  llvm::Value* ElementAddress(llvm::Type* type, llvm::Value* pointer, llvm::Value* index);
  // Binary operation on i64 values with reuse; `level` is where operands live.
  // Sums and products by constants are kept as a root and what is added to it.
  llvm::Value* Arith(llvm::Instruction::BinaryOps op, llvm::Value* x, llvm::Value* y,
                     int level);

  // What a function of two values gives, either of which may be null. The first number
  // is one of LLVM's opcodes or one of these.
  // kElementOfBits: the last, of elements of so many bits more.
  enum : unsigned {
    kSplat = 1u << 16,
    kInRange,
    kLanesInRange,
    kInside,
    kClampSigned,
    kClampUnsigned,
    kByte,
    kElementOfBits
  };
  // `emit()`, where `level` is known, or what it gave before for the same: the same
  // index, found twice, is one value, and what is evaluated at it is found again.
  template <typename Emit>
  llvm::Value* Once(unsigned function, llvm::Value* x, llvm::Value* y, int level,
                    Emit emit) {
    const Key key(function, x, y);
    const int deepest = std::min(depth(), reach_);
    for (int l = 0; l <= deepest; ++l) {
      const auto it = known_[l].find(key);
      if (it != known_[l].end()) return it->second;
    }
    level = std::min(level, deepest);
    llvm::Value* const result = At(level, emit);
    known_[level][key] = result;
    return result;
  }

  // Forgets remembered arithmetic of `level` and deeper: called when those
  // values stop to dominate. `on_forget` lets the evaluator do the same.
  std::function<void(int level)> on_forget;

 private:
  // What a value is known to be: root + constant + times * step, where root and step may
  // be null: nothing. A step is a size that is no number.
  struct Sum {
    llvm::Value* root;
    int64_t constant;
    llvm::Value* step = nullptr;
    int64_t times = 0;
    bool is_constant() const { return root == nullptr && step == nullptr; }
  };

  void OpenLevel(llvm::BasicBlock* block);
  void CloseLevel();
  Sum SumOf(llvm::Value* x) const;
  llvm::Value* Made(const Sum& sum, int level);
  llvm::Value* TimesSize(llvm::Value* x, llvm::Value* size, int level);
  llvm::Value* SizeTimes(llvm::Value* size, int64_t times);
  llvm::Value* StepsFrom(llvm::Value* pointer, llvm::Value* bytes, int64_t times);
  llvm::Value* Remembered(llvm::Instruction::BinaryOps op, llvm::Value* x, llvm::Value* y,
                          int level);
  llvm::Value* Splat(llvm::Value* scalar, int level);
  llvm::Value* SymbolValue(ir::SymbolId symbol);
  llvm::Value* AtomValue(const ir::SizeAtom& atom);
  llvm::Value* OpaqueValue(const ir::OpaqueSize& opaque);
  llvm::Value* FloorDivided(const ir::Size& size, llvm::Value* value,
                            llvm::Value* divisor);
  LaneIndex DivideByNumber(const LaneIndex& x, int64_t n, const ir::Size& bound);

  llvm::IRBuilder<> builder_;
  const EmitOptions& options_;
  std::vector<llvm::BasicBlock*> levels_;
  int reach_ = std::numeric_limits<int>::max();  // the deepest level that is at hand
  int lanes_ = 1;
  using Key = std::tuple<unsigned, llvm::Value*, llvm::Value*>;
  std::vector<std::map<Key, llvm::Value*>> known_;
  std::map<llvm::Value*, Sum> sums_;
  const ir::SymbolList* symbols_ = nullptr;
  absl::Status size_status_;
  llvm::Value* symbol_values_ = nullptr;
  absl::flat_hash_map<ir::Size, llvm::Value*> sizes_;  // that are no numbers
};

}  // namespace tilewright::codegen
