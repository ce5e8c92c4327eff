// Kernels written in C++, in the terms of a TPU: a grid, blocks of arrays that
// move into VMEM, values that are tiles, scratch, and copies with semaphores.
//
//   KernelBuilder k("scale");
//   Tile i = k.Grid({{4}})[0];
//   TileRef x = k.Input("x", type, {.block = {256}, .index = {i}});
//   TileRef y = k.Output("y", type, {.block = {256}, .index = {i}});
//   y.Store(2.0 * x.Load());
//   absl::StatusOr<Kernel> kernel = k.Build();
//
// KernelBuilder::OverArrays writes kernels without a grid, over whole arrays.
//
// docs/kernels.md explains the terms; examples/kernels are tutorials.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/buffer.h"
#include "tilewright/compile.h"
#include "tilewright/device.h"
#include "tilewright/execute.h"
#include "tilewright/export.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright {

class KernelBuilder;

// What holds of a size that is known when a program or a kernel runs, whatever it is.
struct SizeFacts {
  int64_t at_least = 0;
  int64_t at_most = std::numeric_limits<int64_t>::max();
  int64_t multiple_of = 1;
};

// A call in the caller's source, with whose file and line mistakes are reported. It is
// the last argument's default.
using Where = std::source_location;

// What may be written for a tile: numbers, truth values and enumerators among them.
template <typename T>
concept WholeLiteral =
    std::integral<T> || (std::is_enum_v<T> && std::convertible_to<T, int64_t>);
template <typename T>
concept RealLiteral = std::same_as<T, float> || std::same_as<T, double>;

// A value of a kernel that is being built: an array of one element type, or a
// scalar. A handle, cheap to copy. Nothing is computed until a store, a
// reduction or a product needs it. Operands of one operation spread to a common
// shape: trailing dimensions are aligned, sizes of 1 repeat.
class TILEWRIGHT_EXPORT Tile {
 public:
  Tile() = default;
  // A number, wherever a tile is wanted: as an index or a bound it is an i32, what is
  // stored takes the ref's element type, an operand that of the last operand that is no
  // number. By itself it has no type. An element type of floats rounds it, once, to the
  // nearest (of two the even one); of another, it is one of the type's or an error.
  template <WholeLiteral T>
  Tile(T number) : number_(absl::int128(+number)) {}  // NOLINT: a literal
  template <RealLiteral T>
  Tile(T number) : number_(static_cast<double>(number)) {}  // NOLINT: a literal
  TensorType type() const;

  struct State;
  Tile(std::shared_ptr<State> state, int id) : state_(std::move(state)), id_(id) {}
  const std::shared_ptr<State>& state() const { return state_; }
  int id() const { return id_; }
  using Number = std::variant<std::monostate, absl::int128, double>;
  const Number& number() const { return number_; }

 private:
  std::shared_ptr<State> state_;  // of the builder that made it
  int id_ = -1;
  Number number_;  // where no builder made it
};

// A tile, or a number, as the first operand of a function or operator, with the place of
// the call. Made of either by itself.
struct TileOperand {
  TileOperand(Tile of, Where at = Where::current())  // NOLINT: a tile is one
      : tile(std::move(of)), where(at) {}
  template <typename T>
    requires(WholeLiteral<T> || RealLiteral<T>)
  TileOperand(T number, Where at = Where::current())  // NOLINT: a literal
      : tile(number), where(at) {}

  Tile tile;
  Where where;
};

// Where a ref's memory is. A window of an array is in VMEM (values) or SMEM
// (scalars that indices are made of); kHbm is the array itself, which only
// copies read and write.
enum class MemorySpace : uint8_t { kHbm, kVmem, kSmem };

// A block's dimension that is one element, and no dimension of the tile.
inline constexpr int64_t kSqueezed = -1;

// The block of an operand that a grid point sees. Blocks need not divide the
// array: what lies beyond its edge reads as zero, and is dropped when written.
struct BlockSpec {
  std::vector<int64_t> block = {};  // a size a dimension; empty: the whole array
  // The block's number a dimension: scalars of i32 made of grid indices and of
  // what operands in SMEM hold. Empty: zeros.
  std::vector<Tile> index = {};
  bool elements = false;  // `index` is the block's first element
  MemorySpace memory = MemorySpace::kVmem;
  int buffers = 2;  // of VMEM: two, so that the next block comes while one is used
  // A number: what lies beyond the array reads as that. A block may then begin before the
  // array, by less than its size, and leave it by elements, as those of a stencil do:
  //   {.block = {10}, .index = {8 * i - 1}, .elements = true, .padding = 0}
  Tile padding = {};
};

struct TileView;

// Memory that a kernel reads and writes. A handle, cheap to copy.
class TILEWRIGHT_EXPORT TileRef {
 public:
  TileRef() = default;
  TensorType type() const;

  // What the ref holds now; what is stored later does not change it.
  Tile Load(Where where = Where::current()) const;
  // `tile` spreads to the ref's shape; it has the ref's element type.
  void Store(const Tile& tile, Where where = Where::current()) const;
  // The element at `index`, scalars of i32.
  Tile At(const std::vector<Tile>& index, Where where = Where::current()) const;
  // The part of `sizes` that begins at `start`, scalars of i32. Where it would
  // leave the ref, it is moved back. A size may be kSqueezed. With `strides`, of
  // dimension d every strides[d]-th element.
  TileView Part(std::vector<Tile> start, std::vector<int64_t> sizes,
                std::vector<int64_t> strides = {}) const;

  TileRef(std::shared_ptr<Tile::State> state, int id)
      : state_(std::move(state)), id_(id) {}
  const std::shared_ptr<Tile::State>& state() const { return state_; }
  int id() const { return id_; }

 private:
  std::shared_ptr<Tile::State> state_;
  int id_ = -1;
};

// A ref, or a part of one.
struct TILEWRIGHT_EXPORT TileView {
  TileView(TileRef whole) : ref(std::move(whole)) {}  // NOLINT: a ref is a view
  TileView(TileRef of, std::vector<Tile> from, std::vector<int64_t> extent,
           std::vector<int64_t> apart = {})
      : ref(std::move(of)),
        start(std::move(from)),
        sizes(std::move(extent)),
        strides(std::move(apart)) {}
  Tile Load(Where where = Where::current()) const;
  void Store(const Tile& tile, Where where = Where::current()) const;

  TileRef ref;
  std::vector<Tile> start;
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
};

enum class GridSemantics : uint8_t {
  kParallel,    // points do not depend on each other: threads share them
  kSequential,  // points run in order; scratch keeps what it holds
};

struct GridDimension {
  int64_t size = 1;
  GridSemantics semantics = GridSemantics::kParallel;
};

// A kernel that was built. Immutable and cheap to copy; may be used from many
// threads.
class TILEWRIGHT_EXPORT Kernel {
 public:
  const std::string& name() const;
  // With kOpenSize for sizes that are no numbers.
  const std::vector<TensorType>& inputs() const;
  const std::vector<TensorType>& outputs() const;
  // The tile program, for people: what the cache knows the kernel by, but for the steps
  // that a kernel over whole arrays is cut into.
  std::string Text(NumericMode numerics = NumericMode::kTpu) const;

  // A program that is this kernel alone, open where the kernel has symbols. What is
  // updated (KernelBuilder::InOut) is donated: a run with ExecuteOptions::donate updates
  // the input's own memory.
  absl::StatusOr<Program> ToProgram() const;
  // Runs it, compiled the first time (for sizes of 2 and more once), with the options of
  // CompileOptionsFromEnvironment() and the device's chip.
  absl::StatusOr<std::vector<Buffer>> Run(const Device& device,
                                          absl::Span<const Buffer> inputs) const;
  // The same with these options; the device's chip replaces theirs.
  absl::StatusOr<std::vector<Buffer>> Run(const Device& device,
                                          absl::Span<const Buffer> inputs,
                                          CompileOptions options,
                                          const ExecuteOptions& how = {}) const;

  struct Impl;
  explicit Kernel(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// `program` with the kernels that its custom calls name:
//   stablehlo.custom_call @tilewright_kernel(%x) {backend_config = "scale"}
// They replace kernels of these names that were bound before. Of several kernels of one
// name a call is of the one that has its types. See also ProgramBuilder::CallKernel.
TILEWRIGHT_EXPORT Program BindKernels(const Program& program,
                                      absl::Span<const Kernel> kernels);

// Not thread-safe. Mistakes do not stop the building; the first one comes out of
// Build().
class TILEWRIGHT_EXPORT KernelBuilder {
 public:
  // `chip`: whose VMEM and SMEM the kernel has to fit.
  explicit KernelBuilder(std::string name, std::string_view chip = "v5e");

  // A kernel over whole arrays, as our own are: it has no grid, and operands without
  // blocks. Outputs are stored once, and not read. The compiler cuts statements into
  // steps for the chip at hand, and goes over rows that are reduced in as few passes as
  // there are reductions that wait for each other. Scratch, loops, branches, copies,
  // running reductions, scatters and sorts need a grid.
  static KernelBuilder OverArrays(std::string name, std::string_view chip = "v5e");

  // A size that is known when the kernel runs, at least 1: a number, below kOpenSize,
  // that stands for it in types of operands and in the grid, and for nothing elsewhere:
  // blocks, parts, tiles and scratch have numbers. The inputs of a call say what it is.
  //   const int64_t n = k.Symbol("n");
  //   const Tile i = k.Grid({{k.Size("ceildiv(n, 8)")}})[0];
  //   TileRef x = k.Input("x", {ElementType::kF32, {n, 128}},
  //                       {.block = {8, 128}, .index = {i, 0}});
  int64_t Symbol(std::string_view name, const SizeFacts& facts = {},
                 Where where = Where::current());
  // What is made of symbols: "2*n + 1", "ceildiv(n, 8)", "max(n, m)".
  int64_t Size(std::string_view expression, Where where = Where::current());

  // The grid, before any operand. One index a dimension, a scalar of i32. Points
  // run with the last dimension fastest.
  std::vector<Tile> Grid(const std::vector<GridDimension>& dimensions,
                         Where where = Where::current());

  // Operands, in the order of the call's inputs and outputs.
  TileRef Input(std::string_view name, const TensorType& type, const BlockSpec& spec = {},
                Where where = Where::current());
  TileRef Output(std::string_view name, const TensorType& type,
                 const BlockSpec& spec = {}, Where where = Where::current());
  // An input whose memory becomes an output: it is among the call's inputs and its
  // outputs, and one array in the kernel. A call copies it first where others still
  // read it. Over whole arrays it may be read until it is stored.
  TileRef InOut(std::string_view name, const TensorType& type, const BlockSpec& spec = {},
                Where where = Where::current());
  // Memory of the kernel's own; undefined until it is written, and again when a
  // parallel dimension of the grid advances.
  TileRef Scratch(std::string_view name, const TensorType& type,
                  MemorySpace memory = MemorySpace::kVmem,
                  Where where = Where::current());
  TileRef Semaphores(std::string_view name, int64_t count = 1,
                     Where where = Where::current());

  // A number of that element type.
  Tile Constant(ElementType type, const Tile& number, Where where = Where::current());
  Tile Iota(const TensorType& type, int64_t dimension,
            Where where = Where::current());  // the index along `dimension`

  // For each i32 in [begin, end), in order.
  void For(const Tile& begin, const Tile& end, const std::function<void(Tile)>& body,
           Where where = Where::current());
  void For(int64_t begin, int64_t end, const std::function<void(Tile)>& body,
           Where where = Where::current());
  // For begin, begin + step, ... up to `end`, or down to it where the step is negative;
  // `end` itself is not among them.
  void For(const Tile& begin, const Tile& end, int64_t step,
           const std::function<void(Tile)>& body, Where where = Where::current());
  // Tiles that a loop carries: the body makes those of the next turn from this turn's, of
  // the same types. What the last turn made, or `carried` where there was none.
  std::vector<Tile> For(
      const Tile& begin, const Tile& end, const std::vector<Tile>& carried,
      const std::function<std::vector<Tile>(Tile, const std::vector<Tile>&)>& body,
      Where where = Where::current());
  std::vector<Tile> For(
      const Tile& begin, const Tile& end, int64_t step, const std::vector<Tile>& carried,
      const std::function<std::vector<Tile>(Tile, const std::vector<Tile>&)>& body,
      Where where = Where::current());
  // While the condition, a scalar i1, holds; it is computed anew before each turn.
  void While(const std::function<Tile()>& condition, const std::function<void()>& body,
             Where where = Where::current());
  std::vector<Tile> While(
      const std::vector<Tile>& carried,
      const std::function<Tile(const std::vector<Tile>&)>& condition,
      const std::function<std::vector<Tile>(const std::vector<Tile>&)>& body,
      Where where = Where::current());
  void If(const Tile& predicate, const std::function<void()>& then,
          const std::function<void()>& otherwise = nullptr,
          Where where = Where::current());

  // Copies between memories, beside the program. Between its start and its wait
  // nobody reads or writes what a copy writes.
  void StartCopy(const TileView& from, const TileView& to, const TileRef& semaphores,
                 Where where = Where::current());
  void StartCopy(const TileView& from, const TileView& to, const TileRef& semaphores,
                 const Tile& slot, Where where = Where::current());
  void WaitCopy(const TileView& from, const TileView& to, const TileRef& semaphores,
                Where where = Where::current());
  void WaitCopy(const TileView& from, const TileView& to, const TileRef& semaphores,
                const Tile& slot, Where where = Where::current());

  // Adds to a semaphore, and waits until as much is there and takes it away. Points of a
  // grid that a thread has run one after the other: what is waited for has to be
  // signalled before.
  void Signal(const TileRef& semaphores, const Tile& amount = 1, const Tile& slot = 0,
              Where where = Where::current());
  void Wait(const TileRef& semaphores, const Tile& amount = 1, const Tile& slot = 0,
            Where where = Where::current());

  // Once. InvalidArgument for what was wrong, with the kernel's name, the
  // operand's and the figures; ResourceExhausted where VMEM or SMEM does not
  // suffice, with the largest contributors.
  absl::StatusOr<Kernel> Build();

 private:
  explicit KernelBuilder(std::shared_ptr<Tile::State> state) : state_(std::move(state)) {}

  std::shared_ptr<Tile::State> state_;
};

// Values, element by element. A number takes the other operand's element type.
TILEWRIGHT_EXPORT Tile operator+(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator-(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator*(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator/(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator%(const TileOperand& x,
                                 const TileOperand& y);  // of x's sign
TILEWRIGHT_EXPORT Tile operator-(const TileOperand& x);
TILEWRIGHT_EXPORT Tile operator&(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator|(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator^(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator<<(const TileOperand& x, const TileOperand& bits);
// Of a signed x the sign comes in from the left, of an unsigned one zeros.
TILEWRIGHT_EXPORT Tile operator>>(const TileOperand& x, const TileOperand& bits);
TILEWRIGHT_EXPORT Tile operator!(const TileOperand& x);
TILEWRIGHT_EXPORT Tile operator==(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator!=(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator<(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator<=(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator>(const TileOperand& x, const TileOperand& y);
TILEWRIGHT_EXPORT Tile operator>=(const TileOperand& x, const TileOperand& y);
// Any elementwise operation of StableHLO or chlo without parameters:
//   Elementwise("stablehlo.tanh", {x})
TILEWRIGHT_EXPORT Tile Elementwise(std::string_view name, const std::vector<Tile>& x,
                                   Where where = Where::current());
TILEWRIGHT_EXPORT Tile Exp(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Log(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Tanh(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Sqrt(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Rsqrt(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Sigmoid(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Abs(const TileOperand& x);
TILEWRIGHT_EXPORT Tile Maximum(const TileOperand& x, const Tile& y);
TILEWRIGHT_EXPORT Tile Minimum(const TileOperand& x, const Tile& y);
TILEWRIGHT_EXPORT Tile Select(const TileOperand& predicate, const Tile& x, const Tile& y);
TILEWRIGHT_EXPORT Tile Convert(const TileOperand& x, ElementType type);

// Shapes.
TILEWRIGHT_EXPORT Tile Broadcast(const TileOperand& x, const std::vector<int64_t>& shape);
// x's dimension i is dimension dimensions[i] of the result.
TILEWRIGHT_EXPORT Tile Broadcast(const TileOperand& x, const std::vector<int64_t>& shape,
                                 const std::vector<int64_t>& dimensions);
TILEWRIGHT_EXPORT Tile Reshape(const TileOperand& x, const std::vector<int64_t>& shape);
TILEWRIGHT_EXPORT Tile Transpose(const TileOperand& x,
                                 const std::vector<int64_t>& permutation);
TILEWRIGHT_EXPORT Tile Concatenate(const std::vector<Tile>& parts, int64_t dimension,
                                   Where where = Where::current());
TILEWRIGHT_EXPORT Tile Slice(const TileOperand& x, const std::vector<int64_t>& start,
                             const std::vector<int64_t>& sizes);
// `start`: scalars of i32, moved back where the slice would leave x.
TILEWRIGHT_EXPORT Tile DynamicSlice(const TileOperand& x, const std::vector<Tile>& start,
                                    const std::vector<int64_t>& sizes);
// x[indices[...], ...]; indices are clamped to the rows that x has.
TILEWRIGHT_EXPORT Tile Gather(const TileOperand& x, const Tile& indices);

// Over dimensions; these stay, as 1, where `keep_dimensions`. Computed now.
TILEWRIGHT_EXPORT Tile Sum(const TileOperand& x, const std::vector<int64_t>& dimensions,
                           bool keep_dimensions = false);
TILEWRIGHT_EXPORT Tile Max(const TileOperand& x, const std::vector<int64_t>& dimensions,
                           bool keep_dimensions = false);
TILEWRIGHT_EXPORT Tile Min(const TileOperand& x, const std::vector<int64_t>& dimensions,
                           bool keep_dimensions = false);

// Sums, or largest or smallest elements, of the first 1, 2, ... along a dimension; of
// the last ones where `reverse`. Computed now, in order.
TILEWRIGHT_EXPORT Tile CumulativeSum(const TileOperand& x, int64_t dimension,
                                     bool reverse = false);
TILEWRIGHT_EXPORT Tile CumulativeMax(const TileOperand& x, int64_t dimension,
                                     bool reverse = false);
TILEWRIGHT_EXPORT Tile CumulativeMin(const TileOperand& x, int64_t dimension,
                                     bool reverse = false);
// Tiles of one shape, moved along a dimension so that the first one is in order; equal
// elements keep their order, and floats are in their total order. Computed now.
TILEWRIGHT_EXPORT std::vector<Tile> Sort(const std::vector<Tile>& tiles,
                                         int64_t dimension, bool descending = false,
                                         Where where = Where::current());
// Random u32 numbers: Threefry 2x32 of 20 rounds, as jax.random has it. `key`: two
// scalars; `counter`: two tiles of one shape, the two words of a number for each pair
// of results. All u32.
TILEWRIGHT_EXPORT std::vector<Tile> RandomBits(const std::vector<Tile>& key,
                                               const std::vector<Tile>& counter,
                                               Where where = Where::current());

struct MatmulOptions {
  // Dimensions that are summed over, and those that both sides have.
  std::vector<int64_t> lhs_contracting = {1};
  std::vector<int64_t> rhs_contracting = {0};
  std::vector<int64_t> lhs_batching = {};
  std::vector<int64_t> rhs_batching = {};
  // In `tpu` numerics f32 operands are rounded to bf16, unless this is set.
  bool highest_precision = false;
};
// Dimensions of the result: batch, lhs's others, rhs's others. f32 for floats of
// up to 32 bits, i32 for integers, f64 for f64; integers of up to 8 bits may multiply
// floats. Computed now; a store that
// follows, of a value made of it element by element, is done with it:
//   acc.Store(acc.Load() + Matmul(x, y))
TILEWRIGHT_EXPORT Tile Matmul(const TileOperand& lhs, const Tile& rhs,
                              const MatmulOptions& options = {});

// x, computed now.
TILEWRIGHT_EXPORT Tile Keep(const TileOperand& x);

}  // namespace tilewright
