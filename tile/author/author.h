// A user's kernel, written operation by operation: what stands behind the authoring API.
// It checks what is written, and keeps the order of reads and writes; programs are made
// with tile/builder.h, as our own kernels are.
//
// Values are pure: nothing is computed until a store, a reduction or a product
// needs it. What is read from a ref is what the ref held when it was read,
// whatever is stored later; values that take work and are used by more than one
// statement are computed once.
//
// Mistakes do not stop the building: the first one comes out of Build(), and
// names the kernel and the operand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "chip/chip.h"
#include "ir/attributes.h"
#include "tile/author/array_statements.h"
#include "tile/author/calls.h"
#include "tile/author/kernel.h"
#include "tile/builder.h"
#include "tile/program.h"

namespace tilewright::tile {

// A dimension of a block that is one element, and no dimension of the value.
inline constexpr int64_t kSqueezed = -1;

// What stands for a value or a ref that was never made, and for one of another kernel.
inline constexpr int32_t kNeverMade = -1;
inline constexpr int32_t kOfAnother = -2;

// How the blocks of an operand follow from the grid point.
struct WindowSpec {
  ir::Dims block;             // a size a dimension; empty: the whole array
  std::vector<ExprId> index;  // the block's number a dimension; empty: zeros
  bool elements = false;      // `index` is the first element, not the block's number
  // kHbm: no window; the kernel moves parts of the array itself.
  Memory memory = Memory::kVmem;
  int buffers = 2;  // copies in VMEM, so that moving and computing overlap
  // A constant: what the block reads beyond the array, which it may then begin before and
  // leave by elements. None: zero, and blocks that are numbered leave at the end only.
  std::optional<ExprId> padding = {};
};

struct ProductSpec {
  ir::Dims lhs_contracting = {1}, rhs_contracting = {0};
  ir::Dims lhs_batching, rhs_batching;
  // f32 operands are not rounded to bf16.
  bool highest_precision = false;
};

// The rectangle of `sizes` at `start` of a ref. Empty: all of it. A size may be
// kSqueezed.
struct View {
  RefId ref = -1;
  std::vector<ExprId> start;
  ir::Dims sizes;
  ir::Dims strides = {};  // from one element to the next, a dimension; empty: 1
};

// What the statements of a kernel are over: blocks that the points of its grid see, or
// whole arrays (tile/author/array_statements.h), which the compiler cuts into steps.
enum class Over : uint8_t { kBlocks, kArrays };

class Author {
 public:
  Author(std::string name, const chip::Chip& chip, Over over = Over::kBlocks);

  // A size that is known when the kernel runs, at least 1: for types of operands and for
  // the grid. And what is made of such: ir/size/text.h.
  ir::Size Symbol(absl::string_view name, ir::SymbolFacts facts);
  ir::Size SizeOf(absl::string_view expression);
  // The grid; before any operand. One counter a dimension.
  std::vector<ExprId> SetGrid(ir::Shape sizes, std::vector<bool> sequential);

  // Refs. Names are for messages, and distinct.
  RefId Input(absl::string_view name, ir::TensorType type, const WindowSpec& spec);
  RefId Output(absl::string_view name, ir::TensorType type, const WindowSpec& spec);
  // An input whose memory becomes an output: what it holds is there to be read, and
  // what is written is the call's result.
  RefId InOut(absl::string_view name, ir::TensorType type, const WindowSpec& spec);
  RefId Scratch(absl::string_view name, ir::TensorType type, Memory memory);
  RefId Semaphores(absl::string_view name, int64_t count);
  const ir::TensorType& ref_type(RefId ref) const;

  // Says who calls from here on: a function or operator of the user's, about a ref or
  // about what will be one.
  void From(const char* file, int32_t line, absl::string_view what,
            absl::string_view subject = "") {
    calls_.Begin(what, subject, file, line);
  }
  void From(const char* file, int32_t line, absl::string_view what, RefId ref) {
    calls_.Begin(what, IsNumber(ref) ? names_[ref] : "", file, line);
  }
  // What stands for a value or ref of another kernel: an error where it is used.
  int32_t Foreign(absl::string_view kernel);
  const std::string& name() const { return name_; }

  // Memory. A store's value has the view's shape, or spreads to it, and the
  // ref's element type.
  ExprId Load(const View& view);
  ExprId ReadScalar(RefId ref, const std::vector<ExprId>& index);
  void Store(const View& view, ExprId value);
  // `value`, computed now.
  ExprId Keep(ExprId value);

  // Values. Operands of elementwise operations spread to a common shape:
  // trailing dimensions are aligned, and those of size 1 repeat.
  // A number, which floats round once, to nearest even. An integer or truth value has to
  // be one of its type.
  ExprId Constant(ir::ElementType type, double value);
  ExprId ConstantInteger(ir::ElementType type, absl::int128 value);
  ExprId Iota(ir::TensorType type, int64_t dimension);
  ExprId Elementwise(ir::OpKind op, std::vector<ExprId> operands);
  ExprId Compare(absl::string_view direction, ExprId x, ExprId y);
  ExprId Convert(ExprId x, ir::ElementType type);
  ExprId Spread(ExprId x, const ir::Dims& shape);
  ExprId BroadcastInDim(ExprId x, const ir::Dims& shape, const ir::Dims& dimensions);
  ExprId Reshape(ExprId x, const ir::Dims& shape);
  ExprId Transpose(ExprId x, const ir::Dims& permutation);
  ExprId Concatenate(const std::vector<ExprId>& parts, int64_t dimension);
  // Every strides[d]-th element of dimension d; no strides: each.
  ExprId Slice(ExprId x, const ir::Dims& start, const ir::Dims& sizes,
               const ir::Dims& strides = {});
  // Starts are clamped so that the slice lies inside.
  ExprId DynamicSlice(ExprId x, const std::vector<ExprId>& start, const ir::Dims& sizes);
  // Rows `indices` (clamped) of x: x[indices[i...], ...].
  ExprId Take(ExprId x, ExprId indices);
  // Elements `indices` (clamped) along `dimension`; the other dimensions are equal.
  ExprId TakeAlong(ExprId x, ExprId indices, int64_t dimension);
  ExprId Reverse(ExprId x, const ir::Dims& dimensions);
  // Element i along `dimension` goes to i + shift, a scalar i32, modulo its size.
  ExprId Roll(ExprId x, ExprId shift, int64_t dimension);
  // `value`, a scalar, around and, where `interior` is not empty, between the elements.
  // Less than nothing takes elements away.
  ExprId Pad(ExprId x, ExprId value, const ir::Dims& low, const ir::Dims& high,
             const ir::Dims& interior);
  const ir::TensorType& type(ExprId value) const;

  // Computed now. `op` is add, multiply, maximum, minimum, and or or.
  ExprId Reduce(ir::OpKind op, ExprId x, const ir::Dims& dimensions,
                bool keep_dimensions);
  // The reductions of the first 1, 2, ... elements along `dimension`; of the last
  // ones where `reverse`. Computed now, with the operations of Reduce.
  ExprId Scan(ir::OpKind op, ExprId x, int64_t dimension, bool reverse);
  // Operands of one shape, moved along `dimension` so that the first one is in order;
  // equal elements keep theirs. Of each row the first `front` elements, where that is
  // set. Computed now.
  std::vector<ExprId> Sort(const std::vector<ExprId>& operands, int64_t dimension,
                           bool descending, std::optional<int64_t> front = {});
  // Where the first maximum or minimum along `dimension` is, i32; a NaN is either.
  ExprId ArgReduce(ir::OpKind order, ExprId x, int64_t dimension, bool keep_dimensions);

  // Combiners, written between these: of elements of the types of `parameters`, first
  // what was combined so far, then the next elements.
  std::vector<ExprId> BeginRegion(const std::vector<ir::ElementType>& parameters);
  Region EndRegion(int num_parameters, const std::vector<ExprId>& results);
  // Inputs of one shape, and of each a scalar to begin with. In index order; computed
  // now.
  std::vector<ExprId> ReduceBy(const Region& combine, const std::vector<ExprId>& inputs,
                               const std::vector<ExprId>& inits,
                               const ir::Dims& dimensions, bool keep_dimensions);
  std::vector<ExprId> ScanBy(const Region& combine, const std::vector<ExprId>& inputs,
                             const std::vector<ExprId>& inits, int64_t dimension,
                             bool reverse);
  // x with row indices[i...] and updates[i..., ...] combined, in order; rows that x
  // lacks are dropped. Computed now.
  ExprId Scatter(ExprId x, ExprId indices, ExprId updates, const Region& combine);
  // In f32 for 8- to 32-bit floats, in i32 for integers; in f64 for f64. Integers of up
  // to 8 bits multiply floats as floats.
  ExprId Product(ExprId lhs, ExprId rhs, const ProductSpec& spec);

  // Control. Values made inside are not known outside.
  ExprId BeginFor(ExprId begin, ExprId end);  // the counter
  void EndFor();
  void BeginIf(ExprId predicate);
  void Else();
  void EndIf();
  // The condition, its value, and the body that runs while it holds.
  void BeginWhile();
  void WhileCondition(ExprId predicate);
  void EndWhile();
  // Values that a loop carries: scratch that holds them, what it holds now, and what it
  // holds from here on, of the same types.
  std::vector<RefId> Carry(const std::vector<ExprId>& values);
  std::vector<ExprId> Carried(const std::vector<RefId>& refs);
  void CarryOn(const std::vector<RefId>& refs, const std::vector<ExprId>& values);

  // Copies between memories; of one shape and type.
  void StartCopy(const View& from, const View& to, RefId semaphores, ExprId slot);
  void WaitCopy(const View& from, const View& to, RefId semaphores, ExprId slot);
  // Adds `amount` to a semaphore, or takes it away once it is there.
  void Signal(bool wait, RefId semaphores, ExprId slot, ExprId amount);

  // Once. InvalidArgument, with figures, for what was wrong; ResourceExhausted
  // where the chip's VMEM or SMEM does not hold the kernel.
  absl::StatusOr<Kernel> Build();

  template <typename... Parts>
  void Fail(const Parts&... parts) {
    if (status_.ok()) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat("kernel '", name_, "': ", calls_.Prefix(), parts...));
    }
  }
  const absl::Status& status() const { return status_; }

 private:
  // Statements of the body, of a loop or of a branch that is being written.
  struct Block {
    int id = 0;
    bool in_else = false;
    bool is_region = false;       // of a combiner
    int64_t written = 0;          // region: over arrays, before it
    Statement statement{Grid()};  // For, If; Grid: the body
    std::vector<Statement> statements;
    // For, While: what was read before the loop and is used in it, and the refs'
    // versions when it began.
    std::set<ExprId> read_before;
    std::vector<int> versions;
  };
  // What is known of an expression besides what it says.
  struct Note {
    int block = 0;       // where it was made
    int version = -1;    // Load: of the ref
    int depth = 0;       // operations on the way to what it reads
    int statements = 0;  // that use it
    int last_statement = -1;
    bool marked = false;  // may be computed where it was made
    bool keep = false;    // must be
    int32_t place = -1;   // of the call that made it
  };

  // A statement whose loop nest has these outer dimensions, {kMark, expression}, is a
  // place where the expression may be computed.
  static constexpr int64_t kMark = -1;
  // The block of what depends on the parameters of a combiner.
  static constexpr int kRegionOverArrays = 1;
  // Tiles that are combined together.
  static constexpr size_t kMaxCombined = 16;
  // The expression, or kNoExpr.
  static ExprId MarkedBy(const Statement& statement);

  // Notes what was made since the last time. `marked`: the value may be computed here.
  ExprId Noted(ExprId value, bool marked = false);
  ExprId Dummy(ir::TensorType type);
  bool IsKnown(ExprId value);
  bool AreKnown(const std::vector<ExprId>& values);
  bool IsNumber(RefId ref) const {
    return ref >= 0 && static_cast<size_t>(ref) < program_.refs.size();
  }
  bool IsRef(RefId ref);
  // What messages name a ref or an operation by.
  std::string Of(RefId ref) const { return calls_.Of(names_[ref]); }
  // The type by ir's rules; an error there is one here.
  bool Infer(ir::OpKind op, const std::vector<ExprId>& operands,
             const ir::Attributes& attributes, ir::TensorType* type,
             absl::string_view what = "");

  // The same for an operation whose type follows from its operands'.
  bool MayMove(ir::OpKind op, const std::vector<ExprId>& operands,
               const ir::Attributes& attributes, ir::TensorType* result = nullptr);
  ExprId NoValue() { return Dummy(ir::Scalar(ir::ElementType::kF32)); }

  // An error where the kernel is over whole arrays, which have nothing of the kind.
  bool NeedsGrid(absl::string_view what);
  bool IsWholeArray(absl::string_view name, const WindowSpec& spec);
  // Fails with what is wrong; `what` names it.
  ExprId ResultOr(absl::string_view what, absl::StatusOr<ExprId> result);

  RefId AddOperand(absl::string_view name, ir::TensorType type, const WindowSpec& spec,
                   bool is_output, bool is_updated = false);
  RefId AddRef(absl::string_view name, Ref ref);
  RefId Temporary(absl::string_view what, ir::TensorType type);
  bool PlaceWindow(absl::string_view name, const ir::TensorType& type,
                   const WindowSpec& spec, Window* window, ir::TensorType* seen);
  bool IsIndex(absl::string_view name, ExprId value);
  bool IsPadding(absl::string_view name, ir::ElementType element, ExprId padding,
                 Window* window);
  bool IsScalarI32(ExprId value, absl::string_view what);

  ExprId LoadAny(const View& view);
  // The array that holds what the operand does before it is stored.
  RefId Before(RefId updated);
  // In one reduction of elements and indices, which need not wait for each other.
  ExprId ArgReduceColumns(ir::OpKind order, ExprId x, int64_t dimension,
                          bool keep_dimensions);
  bool IsDimension(absl::string_view what, const ir::TensorType& type, int64_t dimension);
  // Whether each of them is, and none twice.
  bool AreDimensionsOf(absl::string_view what, const ir::TensorType& type,
                       const ir::Dims& dimensions);
  bool AreCombined(absl::string_view what, const std::vector<ExprId>& inputs,
                   const std::vector<ExprId>& inits, const Region& combine);
  // Whether there is a reduction by `op` of such elements.
  bool MayReduce(absl::string_view what, ir::OpKind op, const ir::TensorType& from);
  // The value with the view's type, as a store; an error where it is not.
  bool StoreTo(const View& view, ExprId value, tile::Store* store);
  // What the value interleaves, one after the other; nothing where it does not.
  std::vector<ExprId> ColumnsOf(ExprId value);
  // The store of one value, as one of what it interleaves, or as several of parts of the
  // rows, where these come from several places.
  std::vector<tile::Store> InPieces(tile::Store store);
  // Appends the store of one value.
  void ComputeStore(tile::Store store);
  bool CheckView(const View& view);
  // The view's elements in the ref's rank, and in the shape that a value of them has.
  ir::Dims ElementsOf(const View& view) const;
  ir::Dims SeenOf(const View& view) const;
  // What is between its elements where there is more than one; empty: nothing.
  ir::Dims StridesOf(const View& view) const;
  // The view without strides that begins and ends where it does.
  View Around(const View& view) const;
  void StoreArray(const View& view, ExprId value);
  ExprId AsMultiplicand(ExprId x, ir::ElementType other);
  bool FuseWithProduct(const tile::Store& store);
  ExprId Replace(ExprId value, RefId temporary, ExprId with,
                 std::map<ExprId, ExprId>* known);
  // Whether it numbers one of the semaphores, as far as is known.
  bool IsSlot(RefId semaphores, ExprId slot);
  void Copy(bool wait, const View& from, const View& to, RefId semaphores, ExprId slot);

  void Append(Statement statement);
  // The same, with a note of what it reads and writes.
  void Compute(Statement statement);
  // Notes that the next statement evaluates `root`.
  void Use(ExprId root);
  void Written(RefId ref);
  template <typename Kind>
  Block Close(absl::string_view what);
  // What was read before the loop, and is written in it, is kept.
  void KeepReadBefore(const Block& loop);

  void CheckSemaphores();
  void CheckOutputs();
  // Whether an input's size says what each symbol is.
  absl::Status CheckSymbols(const Kernel& kernel) const;
  void Resolve(std::vector<Statement>* statements);
  void DropUnused();
  void FinishGrid();
  void FinishArrays();

  const std::string name_;
  const chip::Chip& chip_;
  absl::Status status_;
  Program program_;
  Builder builder_;
  std::optional<ArrayStatements> arrays_;
  std::set<RefId> stored_;         // arrays
  std::map<RefId, RefId> before_;  // over arrays: what updated operands are read from
  Calls calls_;
  std::string foreign_;  // the other kernel whose value or ref was handed over
  Grid grid_;
  bool has_grid_ = false;
  bool built_ = false;
  std::vector<std::string> names_;  // by ref
  std::vector<int> buffers_;        // by ref
  std::vector<bool> temporary_;     // by ref
  std::vector<int> versions_;       // by ref: how often it was written
  std::vector<Calls::Call> made_;   // by ref: the call that made it
  std::vector<Note> notes_;         // by expression
  std::vector<Block> open_;
  std::set<int> open_ids_;
  int next_block_ = 0;
  int statement_ = 0;  // the number of the next one
  int64_t next_counter_ = 0;
  // Starts and waits, in straight-line code and in all, by semaphore ref.
  struct Copies {
    int64_t starts = 0, waits = 0;
    bool conditional = false;
    RefId into = -1;
    int64_t signals = 0, signal_waits = 0;
  };
  std::map<RefId, Copies> copies_;
};

}  // namespace tilewright::tile
