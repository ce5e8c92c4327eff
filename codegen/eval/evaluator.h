// Evaluates a tile program's expressions at an index, as LLVM values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "codegen/eval/index.h"
#include "codegen/eval/kernel_builder.h"
#include "codegen/eval/source_lines.h"
#include "codegen/scalar/scalar_ops.h"
#include "tile/program.h"

namespace tilewright::codegen {

// A value and the loop level where it is known. Uniform values are scalars
// even where lanes are being computed.
struct Evaluated {
  Lanes value;
  int level = 0;
  bool uniform() const { return !value.re->getType()->isVectorTy(); }
};

// What an element of a ref holds, in a kernel with checks.
enum class Shadow : uint8_t {
  kNothing,
  kHolds,     // what was written to it
  kInFlight,  // it is a copy's target, before the wait
  kCame       // what the call's input has
};

class Evaluator {
 public:
  Evaluator(const tile::Program& program, KernelBuilder& kb, SourceLines& sources);

  const tile::Program& program() const { return program_; }
  KernelBuilder& kb() { return kb_; }

  // Memory of a ref: a pointer to its first byte, known at `level`, and the
  // elements between neighbours along each dimension (empty: row-major).
  void BindRef(tile::RefId ref, llvm::Value* pointer, ir::Shape strides = {},
               int level = 0) {
    bindings_[ref] = {pointer, std::move(strides), level, bindings_[ref].shadow};
  }
  llvm::Value* pointer(tile::RefId ref) const { return bindings_[ref].pointer; }
  // Where an element of the ref lies from its first one, in elements. The index
  // is one into `dims`, in which the ref is seen row-major.
  LaneIndex Offset(tile::RefId ref, const Index& index, const ir::Shape& dims);

  // Which of the rows that are jammed is evaluated: what is read from rows in
  // scratch is remembered for each.
  void set_row(int number) { row_ = number; }

  // What a counter is now.
  void BindCounter(int64_t number, const LaneIndex& value) { counters_[number] = value; }
  const LaneIndex& counter(int64_t number) const { return counters_.at(number); }

  // With checks: a byte for each element of a ref, a Shadow; and where it is noted which
  // is the first ref, from 1, that is read before it holds something; where it is a
  // copy's target, its negative.
  void BindShadow(tile::RefId ref, llvm::Value* bytes) { bindings_[ref].shadow = bytes; }
  llvm::Value* shadow(tile::RefId ref) const { return bindings_[ref].shadow; }
  void BindUnwritten(llvm::Value* i32) { unwritten_ = i32; }
  llvm::Value* unwritten() const { return unwritten_; }
  // With checks: notes of copies on their way (codegen/analysis/copy_notes.h).
  void BindCopies(llvm::Value* notes) { copies_ = notes; }
  llvm::Value* copies() const { return copies_; }
  // That elements are read, or what they hold from now on. Without a shadow: nothing.
  void NoteRead(tile::RefId ref, const LaneIndex& offset);
  void NoteWrite(tile::RefId ref, const LaneIndex& offset, Shadow holds);

  // The value of `expr` at `index`, uniform or in kb().lanes() lanes. Under the
  // mask only lanes that are set are read from memory. Errors are kept in
  // status() and a dummy value is returned, so that emitters stay readable.
  Evaluated Evaluate(tile::ExprId expr, const Index& index);
  // The same, spread to kb().lanes() lanes if there is more than one.
  Lanes EvaluateLanes(tile::ExprId expr, const Index& index);
  // In advance of Evaluate, with the same lanes and mask: notes the vectors of f32 that
  // `expr` rounds to bf16 at the index, where they are better rounded several at once.
  // How many are noted by now is returned; RoundNoted rounds them, and Evaluate finds
  // them rounded.
  size_t NoteRoundings(tile::ExprId expr, const Index& index);
  void RoundNoted();
  // A rank-0 expression.
  Evaluated EvaluateScalar(tile::ExprId expr) { return Evaluate(expr, {}); }

  // Lanes that exist: <W x i1>, or null for all.
  llvm::Value* mask() const { return mask_; }
  void set_mask(llvm::Value* mask) { mask_ = mask; }

  // Results of a statement's reductions, at the current depth.
  void BindResult(int statement, int number, Evaluated value);
  // Applies a region to values; all have the same lanes.
  std::vector<Lanes> Apply(const tile::Region& region, absl::Span<const Lanes> arguments);
  // One elementwise operation; operands may mix uniform and lanes.
  Evaluated Scalar(const ScalarOp& op, std::vector<Evaluated> operands,
                   ir::ElementType type);
  Lanes ScalarLanes(const ScalarOp& op, absl::Span<const Lanes> operands,
                    ir::ElementType type);

  // In another type; as they are where they have it.
  Lanes ConvertLanes(const Lanes& value, ir::ElementType type);

  Lanes Spread(const Lanes& value);  // uniform to lanes
  Lanes ConstantLanes(const ir::Literal& splat);

  // Memory access at an element offset of a ref's array of `element`s.
  Lanes LoadLanes(llvm::Value* pointer, ir::ElementType element, const LaneIndex& offset);
  void StoreLanes(llvm::Value* pointer, const Lanes& value, const LaneIndex& offset);
  // Full vectors of an aligned array, past the caches where they are aligned, too.
  void StoreLanesNonTemporal(llvm::Value* pointer, const Lanes& value,
                             const LaneIndex& offset);

  // An integer, uniform or per lane, as an index clamped to [0, limit].
  LaneIndex ClampedIndex(const Evaluated& value, const ir::Size& limit);

  // The operand's index of a dynamic slice.
  Index IndexUnderDynamicSlice(const tile::Expr& expr, const Index& index);
  // Where the index of windows falls in its operand, and whether that is not in the
  // padding: null for always. Uniform indices in the padding give some element.
  struct WindowElement {
    Index at;
    llvm::Value* valid = nullptr;
  };
  WindowElement ElementOfWindow(const tile::Expr& expr, const tile::WindowOf& windows,
                                const Index& index);

  // low <= x < high per lane (or uniform).
  llvm::Value* InRange(const LaneIndex& x, const ir::Size& low, const ir::Size& high);
  // The same of first, first + 1, ..., one a lane; low is 0.
  llvm::Value* LanesInRange(llvm::Value* first, int64_t size);
  // Both; null stands for true.
  llvm::Value* AndPredicates(llvm::Value* x, llvm::Value* y);
  // x where uniform and outside [0, size): 0, so that reads stay inside.
  LaneIndex Inside(const LaneIndex& x, const ir::Size& size);
  // Evaluates under an additional mask (null or uniform: no change).
  Evaluated EvaluateWhere(llvm::Value* predicate, tile::ExprId expr, const Index& index);

  // While it lives, instructions are this part's of the program.
  template <typename Part>
  SourceLines::Scope From(const Part& part) {
    return sources_.From(part, kb_.ir());
  }

  // Forgets everything remembered: memory may have changed.
  void Forget();

  const absl::Status& status() const { return status_; }
  void Fail(absl::Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

 private:
  Evaluated Compute(const tile::Expr& expr, const Index& index);
  // What stands for a value after an error: a scalar, or in so many lanes.
  Lanes Dummy(ir::ElementType type, int lanes);
  Evaluated Load(const tile::Expr& expr, tile::RefId from, const Index& index);
  // The value in 64 bits, clamped to [0, limit].
  llvm::Value* ClampedWide(const Evaluated& value, bool is_signed, llvm::Value* limit);
  // Elements from the first of a ref's memory to its last.
  ir::Size Reach(tile::RefId ref) const;
  Evaluated Iota(const tile::Expr& expr, int64_t dimension, const Index& index);
  Evaluated Counter(int64_t number);
  Evaluated Slice(const tile::Expr& expr, const tile::Slice& slice, const Index& index);
  Evaluated Reverse(const tile::Expr& expr, const tile::Reverse& reverse,
                    const Index& index);
  Evaluated Pad(const tile::Expr& expr, const tile::Pad& pad, const Index& index);
  Evaluated Window(const tile::Expr& expr, const tile::WindowOf& windows,
                   const Index& index);
  Evaluated Concatenate(const tile::Expr& expr, int64_t dimension, const Index& index);
  Evaluated DynamicSlice(const tile::Expr& expr, const Index& index);
  Evaluated DynamicUpdateSlice(const tile::Expr& expr, const Index& index);
  Evaluated Gather(const tile::Expr& expr, const tile::Gather& gather,
                   const Index& index);
  Evaluated Convert(const Evaluated& value, ir::ElementType type);

  // `predicate` ? on_true : on_false.
  Evaluated Choose(llvm::Value* predicate, int level, const Evaluated& on_true,
                   const Evaluated& on_false);
  // `value` if all `valid` predicates hold, else the rank-0 `fill`.
  Evaluated OrFill(llvm::Value* valid, int level, tile::ExprId value, const Index& index,
                   tile::ExprId fill);

  const tile::Program& program_;
  KernelBuilder& kb_;
  SourceLines& sources_;
  struct Binding {
    llvm::Value* pointer = nullptr;
    ir::Shape strides;
    int level = 0;
    llvm::Value* shadow = nullptr;
  };
  llvm::Value* unwritten_ = nullptr;
  llvm::Value* copies_ = nullptr;
  std::vector<Binding> bindings_;    // by ref
  std::vector<bool> reads_scratch_;  // by expression
  int row_ = 0;
  std::map<int64_t, LaneIndex> counters_;
  std::map<std::pair<int, int>, Evaluated> results_;
  std::vector<const std::vector<Lanes>*> arguments_;  // of the regions being applied
  llvm::Value* mask_ = nullptr;
  bool narrowed_ = false;  // by data movement: the mask may leave no lane
  absl::Status status_;
  // Of one kernel: more code would take minutes to compile.
  static constexpr int64_t kMostEvaluations = 1 << 18;
  int64_t evaluations_ = 0;

  using Key = std::pair<tile::ExprId, std::vector<std::tuple<int, const void*, int64_t>>>;
  std::vector<std::map<Key, Evaluated>> memo_;  // by level
  void Remember(Key key, const Evaluated& value);

  // What is noted is zero until it is rounded, and what is made of it is not remembered.
  bool notes_roundings_ = false;
  int64_t unknown_ = 0;  // how often what is noted was asked for
  std::vector<std::pair<Key, llvm::Value*>> noted_;
  bool IsNoted(const tile::Expr& expr, const Index& index, const Key& key);
};

}  // namespace tilewright::codegen
