// Tile programs: what one kernel computes, as data.
//
// A program has refs (arrays in HBM that it is handed, windows of them, scratch
// in VMEM and SMEM), a graph of pure expressions over whole index spaces, and
// statements that say over which index space an expression is evaluated and
// where the values go. The leading dimensions of a statement's index space are
// its grid: the runtime hands out ranges of grid steps to threads. A grid
// statement has its grid explicitly, and statements over blocks inside. The
// emitter chooses vector lanes and registers; nothing here depends on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/types/span.h"
#include "ir/literal.h"
#include "ir/op_kind.h"
#include "ir/tensor_type.h"
#include "support/numerics.h"

namespace tilewright::tile {

using ExprId = int32_t;
using RefId = int32_t;
inline constexpr ExprId kNoExpr = -1;

enum class Memory : uint8_t {
  kHbm,   // a parameter: an array that the caller hands over
  kVmem,  // scratch, private to a grid step; or a window
  kSmem,  // the same, for scalars that steer
};

// The block of an array that a grid step sees. Elements of the block beyond the
// array's edge read as `padding`, and are dropped when written.
struct Window {
  RefId array = -1;           // in HBM
  ir::Dims block;             // a size for each dimension of the array
  ir::Dims kept;              // the array's dimensions that are the ref's, in order;
                              // the others' blocks are of size 1
  std::vector<ExprId> start;  // its first element: a rank-0 i32 a dimension
  bool inside = false;        // proved never to leave the array
  bool may_straddle = true;   // ending beyond the edge is no mistake
  bool may_precede = false;   // nor is beginning before the array
  ExprId padding = kNoExpr;   // a rank-0 constant; none: zero
  // Always a copy in scratch, which knows what was written to it since the window
  // moved: for checks.
  bool copied = false;
};

struct Ref {
  Memory memory = Memory::kHbm;
  ir::TensorType type;     // row-major
  bool is_output = false;  // written by the program
  // kVmem: what the stages of a chain hand on. The array is in this many equal
  // pieces, cut along its leading elements, and scratch holds the piece of the
  // grid step that runs.
  int64_t pieces = 1;
  std::optional<Window> window;  // in the body of a grid only
  bool is_updated = false;       // an output that holds an input's values to begin with
  // kHbm, only read: what that updated output holds before the program runs, as an array
  // of its own, which may be the same memory where reading it meanwhile is safe.
  RefId before = -1;
};

// --- Expressions: what each kind says beside its type and operands --------------------

// Elementwise, on operands of its shape.
struct Comparison {
  int64_t direction = 0, order = 0;  // tile/compare.h
  friend bool operator==(const Comparison&, const Comparison&) = default;
};
struct Precision {
  int64_t exponent_bits = 0, mantissa_bits = 0;
  friend bool operator==(const Precision&, const Precision&) = default;
};
struct Scalar {
  ir::OpKind op = ir::OpKind::kAdd;
  // Of a compare, of a reduce_precision.
  std::variant<std::monostate, Comparison, Precision> parameters;
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

struct Constant {
  ir::Literal literal;  // a splat
};
struct Iota {
  int64_t dimension = 0;
};
// Seen row-major in the expression's shape.
struct Load {
  RefId ref = -1;
};

// Data movement.
struct Broadcast {
  ir::Dims dimensions;  // operand dimension -> own dimension
};
struct Reshape {};
struct Transpose {
  ir::Dims permutation;  // own dimension -> operand dimension
};
struct Slice {
  ir::Dims start, stride;
};
struct Reverse {
  ir::Dims dimensions;
};
// Operands: x, value.
struct Pad {
  ir::Dims low, interior;
};
struct Concatenate {
  int64_t dimension = 0;
};
// Operands: x, starts... (clamped).
struct DynamicSlice {};
// Operands: x, update, starts...
struct DynamicUpdateSlice {};
// Operands: x, value. Own dimensions: outputs ++ window.
struct WindowOf {
  ir::Dims stride, dilation, low_padding, base_dilation;
};
// Operands: x, indices. Dimension numbers as StableHLO has them.
// A slice has the result's sizes in `offset_dims`, and one element in other dimensions.
struct Gather {
  ir::Dims offset_dims;
  ir::Dims collapsed_slice_dims;
  ir::Dims operand_batching_dims;
  ir::Dims start_indices_batching_dims;
  ir::Dims start_index_map;
  int64_t index_vector_dim = 0;
};

// What is known in some places only: value `number` of the reduction or product called
// `id`, counters of the grid and of loops (i32), parameters of the enclosing region.
struct ResultOf {
  int id = 0, number = 0;
};
struct Counter {
  int64_t number = 0;
};
struct Parameter {
  int64_t number = 0;
};

// The kinds, and their names in the text: X(kind, name).
#define TW_FOR_EACH_EXPR(X)                     \
  X(Constant, "constant")                       \
  X(Iota, "iota")                               \
  X(Load, "load")                               \
  X(Scalar, "scalar")                           \
  X(Broadcast, "broadcast")                     \
  X(Reshape, "reshape")                         \
  X(Transpose, "transpose")                     \
  X(Slice, "slice")                             \
  X(Reverse, "reverse")                         \
  X(Pad, "pad")                                 \
  X(Concatenate, "concatenate")                 \
  X(DynamicSlice, "dynamic_slice")              \
  X(DynamicUpdateSlice, "dynamic_update_slice") \
  X(Gather, "gather")                           \
  X(WindowOf, "window")                         \
  X(ResultOf, "result")                         \
  X(Counter, "counter")                         \
  X(Parameter, "parameter")

// `None` stands before the list's first comma.
template <typename None, typename... Kinds>
using OneOfKinds = std::variant<Kinds...>;
#define TW_KIND(kind, name) , kind
using ExprNode = OneOfKinds<void TW_FOR_EACH_EXPR(TW_KIND)>;
#undef TW_KIND

// An expression denotes an array; it is evaluated at an index, and only where a
// statement needs it.
struct Expr {
  ExprNode node;
  ir::TensorType type;
  std::vector<ExprId> operands;

  template <typename Kind>
  bool Is() const {
    return std::holds_alternative<Kind>(node);
  }
  // Null where the expression is of another kind.
  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&node);
  }
  template <typename Kind>
  Kind* As() {
    return std::get_if<Kind>(&node);
  }
  // Whether it is a load of `ref`.
  bool Loads(RefId ref) const { return Is<Load>() && As<Load>()->ref == ref; }
};

// A computation on elements: parameters are Parameter expressions of rank 0.
struct Region {
  int num_parameters = 0;
  std::vector<ExprId> results;
};

// Where values go: element `domain index * stride + offset` of `ref`, which is seen
// row-major in the domain's shape where there is neither. With a permutation
// the domain is seen in `shape` first, and dimension i of the ref is dimension
// permutation[i] of that. A dynamic offset is moved to where the domain lies inside.
// K values are interleaved: the ref is seen row-major in the domain's shape ++ [K], and
// element i of value k goes to (i, k).
struct Store {
  RefId ref = -1;
  std::vector<ExprId> values;  // of one type
  ir::Shape shape;
  ir::Dims permutation;
  ir::Shape offset;                    // sizes; empty: zero
  ir::Dims stride;                     // constant, at least 1; empty: one
  std::vector<ExprId> dynamic_offset;  // rank-0 integers added; empty: zero

  // Whether the domain may begin elsewhere than at the ref's first element.
  bool is_shifted() const {
    return offset.rank() > 0 || !dynamic_offset.empty() || !stride.empty();
  }
  // Elements of the ref's dimension d from the first that is written to the last, of
  // `size` of the domain.
  ir::Size Extent(size_t d, const ir::Size& size) const {
    const bool one = size.is_number() && size.number() < 2;  // no symbol's value
    return stride.empty() || one ? size : (size - 1) * stride[d] + 1;
  }
  // Whether the domain's elements go to the ref's in their order.
  bool is_plain() const {
    return !is_shifted() && permutation.empty() && !is_interleaved();
  }
  bool is_interleaved() const { return values.size() > 1; }
  // Of a store that is not interleaved.
  ExprId value() const { return values[0]; }
};

// The order in which a combiner that rounds is applied (docs/accuracy.md): one element
// after the other, that of sums over a last dimension, or over another one, or a
// product's: one element after the other, each a product of two that is not rounded
// before it is added, or the same by pairs, of which the odd element comes first. The
// combiners that are exact give the same in any.
enum class SumOrder : uint8_t { kIndex, kRows, kColumns, kProducts, kPairs };

// A reduction of the pass's inner dimensions. When `has_combiner` is set the region is
// that one operation; otherwise the elements are combined one after the other in index
// order. ResultOf expressions name the results, those of the point at hand whatever the
// index.
struct Reduce {
  std::vector<ExprId> inputs;  // domain: outer ++ inner
  std::vector<ExprId> inits;   // rank 0
  Region region;               // parameters: accumulators, then elements
  bool has_combiner = false;
  ir::OpKind combiner = ir::OpKind::kAdd;
  // Of the last inner dimension, with a combiner: in kRows' order wherever lanes run
  // along it. Over the dimensions before it, if any, the order is kColumns', unless all
  // are in kIndex's.
  SumOrder order = SumOrder::kIndex;
  int id = 0;
};

// One pass over outer x inner: stores and reductions of expressions whose shape
// is outer ++ inner. With inner empty: once per outer point.
struct Pass {
  ir::Shape inner;
  std::vector<Store> stores;
  std::vector<Reduce> reduces;
};

// For every point of `outer`: the passes in order. The point's reductions are
// visible to later passes; VMEM refs hold a row of `inner` elements.
struct LoopNest {
  ir::Shape outer;
  bool lanes_outer = true;  // lanes along outer's last dimension, else inner's
  std::vector<Pass> passes;
};

// result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n], in the order of products
// (tile/sum_order.h); then stores over [b, m, n], where ResultOf {id, 0} is the
// result in type `accumulator`.
struct Matmul {
  ir::Size batch = 1, m = 1, n = 1, k = 1;
  ExprId lhs = kNoExpr;  // shape [batch, m, k]
  ExprId rhs = kNoExpr;  // shape [batch, k, n]
  ir::ElementType accumulator = ir::ElementType::kF32;
  // Operands are rounded to this type on the way in: bf16, or the accumulator.
  ir::ElementType multiplicand = ir::ElementType::kF32;
  // The type is the one that precision DEFAULT of the numerics says; for
  // programs whose numerics are set after they are made. Not part of the text.
  bool default_precision = false;
  // Products are rounded before they are added, in one chain: parts of complex numbers.
  bool rounds_products = false;
  // The lhs of a convolution: a contiguous segment of k is so many elements
  // of memory, the next is elsewhere. 0: nothing is said.
  int64_t lhs_segment = 0;
  // The rhs is prepacked, in panels of this many columns: it is an array [batch, panels,
  // steps, prepacked_panel, elements a step] of the multiplicand's type or, with one
  // element a step, the accumulator's or, with four, bytes, zero beyond k and n
  // (codegen/schedule/pack_constants.h), seen as [batch, k, n]. 0: it does not.
  int64_t prepacked_panel = 0;
  // The block of the result that a grid step computes, or the largest of blocks where m
  // or n is no number; the grid is batch x RowBlocks x ColumnBlocks (tile/statements.h),
  // n fastest.
  int64_t block_m = 1, block_n = 1;
  int id = 0;
  std::vector<Store> stores;  // value shape [batch, m, n]

  // Of the result.
  ir::Shape domain() const { return ir::Shape(std::vector<ir::Size>{batch, m, n}); }
};

// out[..., i, ...] = out[..., i-1, ...] op in[..., i, ...] along `dimension`,
// starting from the inits; backwards when `reverse`.
struct Scan {
  int64_t dimension = 0;
  bool reverse = false;
  Reduce reduce;
  std::vector<RefId> outputs;
};

// Sorts along `dimension`; the region is the comparator "less than". Where not
// `stable`, equal elements end up in the order that introsort leaves them in.
struct Sort {
  int64_t dimension = 0;
  bool stable = false;
  std::vector<ExprId> inputs;
  Region region;
  std::vector<RefId> outputs;
};

// Applies updates one after the other to `outputs`, which hold the operand: index vector
// after index vector, of each its whole window.
struct Scatter {
  ir::Dims update_window_dims;
  ir::Dims inserted_window_dims;
  ir::Dims input_batching_dims;
  ir::Dims scatter_indices_batching_dims;
  ir::Dims scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
  ExprId indices = kNoExpr;
  std::vector<ExprId> updates;
  Region region;  // parameters: old values, then updates
  std::vector<RefId> outputs;
};

// StableHLO's select_and_scatter, into `output`, which holds the initial value.
struct SelectAndScatter {
  ir::Dims window, strides, low_padding;
  ExprId operand = kNoExpr;
  ExprId source = kNoExpr;
  Region select;
  Region scatter;
  RefId output = -1;
};

struct Statement;

// While the rank-0 i1 in `predicate` (after `condition`) holds: body. State
// lives in refs.
struct While {
  std::vector<Statement> condition;
  RefId predicate = -1;
  std::vector<Statement> body;
};

// Stages over whole index spaces whose grids have equally many steps: step g runs
// step g of each stage in turn. What a stage's step leaves in a ref of as many
// pieces is what the same step of the later stages reads.
struct Chain {
  std::vector<Statement> stages;
  // Of rows, the last stage but one, which a product sums: what is outside of columns
  // [first, last] changes nothing where what it is multiplied with is finite, and need
  // not be computed. i32, of a shape whose rows are those, the same in all columns.
  // kNoExpr: no limit.
  ExprId first = kNoExpr, last = kNoExpr;

  bool has_limits() const { return first != kNoExpr || last != kNoExpr; }
};

// The program's grid: every point of `sizes`, the last dimension fastest, runs
// the body, with counters 0, 1, ... for the dimensions. Points that differ in
// dimensions that are not sequential do not depend on each other: these are the
// statement's grid steps. For each of them the sequential dimensions run in
// order on one thread; scratch keeps its values from one to the next, and is
// undefined at the first.
struct Grid {
  ir::Shape sizes;
  std::vector<bool> sequential;
  std::vector<Statement> body;
};

// For each i32 in [begin, end), in order, as counter `counter`: body.
struct For {
  int64_t counter = 0;
  ExprId begin = kNoExpr;
  ExprId end = kNoExpr;
  std::vector<Statement> body;
};

struct If {
  ExprId predicate = kNoExpr;  // rank-0 i1
  std::vector<Statement> then;
  std::vector<Statement> otherwise;
};

// A copy between memories that runs beside the program: `start` begins it, and
// adds its bytes to element `slot` of `semaphore` once it is done; `wait` takes
// them away again. What it writes is undefined in between.
struct Dma {
  bool wait = false;
  RefId source = -1;      // what `copy.value` reads
  Store copy;             // over the index space of its value
  RefId semaphore = -1;   // i32 in SMEM
  ExprId slot = kNoExpr;  // rank-0 i32
};

// Adds a rank-0 i32 to element `slot` of `semaphore`; `wait` takes it away, once it is
// there.
struct Signal {
  bool wait = false;
  RefId semaphore = -1;  // i32 in SMEM
  ExprId slot = kNoExpr, amount = kNoExpr;
};

struct Statement {
  std::variant<LoopNest, Matmul, Scan, Sort, Scatter, SelectAndScatter, While, Chain,
               Grid, For, If, Dma, Signal>
      node;
  // Grid: the index space is cut into this many ranges of equal size (the last
  // may be shorter) of its leading dimensions, taken as one.
  ir::Size grid_steps = 1;
  // For people, and not part of the text: which of its author's places it is from.
  int32_t place = -1;

  template <typename Kind>
  bool Is() const {
    return std::holds_alternative<Kind>(node);
  }
  // Null where the statement is of another kind.
  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&node);
  }
  template <typename Kind>
  Kind* As() {
    return std::get_if<Kind>(&node);
  }
};

struct Program {
  std::string name;  // for people; not part of the text
  Numerics numerics = Numerics::kTpu;
  // What sizes of types and loop nests are of. Where there are any, `sizes` is the input
  // that has their values, an i64 each.
  ir::SymbolList symbols;
  RefId sizes = -1;
  std::vector<Ref> refs;  // HBM refs are the kernel's buffers, in this order
  std::vector<Expr> exprs;
  std::vector<Statement> statements;
  // Set when the statements do not depend on each other: the grid is then all
  // their grid steps, statement by statement. Otherwise the grid is one step,
  // which runs the statements in order.
  bool parallel = true;
  // Checks are emitted; the last ref is the report (support/abi.h). The grid is
  // one step, so that the first failure is always the same one.
  bool debug = false;

  ExprId Add(Expr expr) {
    exprs.push_back(std::move(expr));
    return static_cast<ExprId>(exprs.size() - 1);
  }
  RefId AddRef(Ref ref) {
    refs.push_back(std::move(ref));
    return static_cast<RefId>(refs.size() - 1);
  }
  ir::Size grid_steps() const;
  // The refs that are the kernel's buffers, in order.
  std::vector<RefId> Parameters() const;
  int num_buffers() const { return static_cast<int>(Parameters().size()); }
};

// The text of a program: identical for programs that are equal but for name.
std::string Print(const Program& program);
// Its symbols in the order in which the text has them first.
std::vector<ir::SymbolId> SymbolsInOrder(const Program& program);

}  // namespace tilewright::tile
