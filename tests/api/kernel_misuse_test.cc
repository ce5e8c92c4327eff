// Kernels of random nonsense: an error or a kernel, never a crash; and a kernel that is
// built runs, or says what it did wrong.
#include <algorithm>
#include <climits>
#include <random>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

// Writes random calls, most of which have something wrong.
class Misuser {
 public:
  explicit Misuser(uint32_t seed)
      : random_(seed),
        k_(seed % 4 == 0 ? KernelBuilder::OverArrays("misuse") : KernelBuilder("misuse")),
        other_("other") {
    foreign_ = other_.Constant(kF32, 1);
    if (!Chance(3)) return;
    symbols_ = {
        k_.Symbol("n"), k_.Symbol("m", {.at_least = Below(20)}),
        k_.Size(Any<std::string>({"ceildiv(n, 8)", "n*m", "n - m", "n + 7", "(", "k"}))};
  }

  absl::StatusOr<Kernel> Build() {
    if (Chance(4)) index_ = k_.Grid(Grid());
    if (!symbols_.empty() && !Chance(5)) {
      const TensorType type = F32({symbols_[0], symbols_[1]});
      refs_.push_back(k_.Input("tells", type, {.block = {8, 8}, .index = {0, 0}}));
    }
    const int64_t operands = Below(4);
    for (int64_t i = 0; i < operands; ++i) Operand();
    if (!Chance(10)) {
      outputs_.push_back(k_.Output("out", F32({8, 8})));
      refs_.push_back(outputs_.back());
    }
    Body(0);
    // Mostly what is written is all of it.
    for (const TileRef& output : outputs_) {
      if (!Chance(10)) output.Store(k_.Constant(output.type().element, 0));
    }
    return k_.Build();
  }

 private:
  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % n); }
  bool Chance(int64_t one_in) { return Below(one_in) == 0; }
  template <typename T>
  T Any(const std::vector<T>& list) {
    return list.empty() ? T() : list[Below(static_cast<int64_t>(list.size()))];
  }

  int64_t Size() {
    constexpr int64_t kOdd[] = {0, -1, INT64_MIN, INT64_MAX, int64_t{1} << 40};
    if (!symbols_.empty() && Chance(4)) return Any(symbols_);
    return Chance(25) ? kOdd[Below(5)] : Any<int64_t>({1, 2, 3, 8, 8, 8});
  }
  std::vector<int64_t> Sizes() {
    std::vector<int64_t> sizes;
    for (int64_t d = Chance(3) ? Below(5) : 2; d > 0; --d) sizes.push_back(Size());
    return sizes;
  }
  std::vector<int64_t> Dimensions() {
    std::vector<int64_t> dimensions;
    for (int64_t d = Below(3); d > 0; --d) dimensions.push_back(Below(4) - 1);
    return dimensions;
  }
  ElementType Element() {
    return Chance(4) ? static_cast<ElementType>(
                           Below(static_cast<int64_t>(ElementType::kToken) + 1))
                     : (Chance(4) ? kI32 : kF32);
  }
  std::vector<GridDimension> Grid() {
    std::vector<GridDimension> grid;
    for (int64_t d = Below(4); d > 0; --d) {
      // Many points are no mistake, but take their time.
      const int64_t size = Size();
      grid.push_back({size > 8 ? INT64_MAX : size,
                      Chance(2) ? GridSemantics::kParallel : GridSemantics::kSequential});
    }
    return grid;
  }
  std::vector<Tile> Indices() {
    std::vector<Tile> indices;
    for (int64_t d = Chance(3) ? Below(4) : 2; d > 0; --d) {
      indices.push_back(Chance(8)
                            ? Value()
                            : (index_.empty() || Chance(2) ? k_.Constant(kI32, Below(3))
                                                           : Any(index_)));
    }
    return indices;
  }
  MemorySpace Space() { return static_cast<MemorySpace>(Below(3)); }

  void Operand() {
    const std::string name = Chance(20) ? "" : "r" + std::to_string(refs_.size());
    const TensorType type = {Element(), Sizes()};
    BlockSpec spec;
    if (Chance(2)) spec.block = Sizes();
    if (Chance(2)) spec.index = Indices();
    spec.elements = Chance(3);
    if (Chance(3)) spec.memory = Space();
    if (Chance(6)) spec.buffers = static_cast<int>(Below(20)) - 2;
    switch (Below(5)) {
      case 0:
        outputs_.push_back(k_.Output(name, type, spec));
        refs_.push_back(outputs_.back());
        break;
      case 1:
        refs_.push_back(k_.InOut(name, type, spec));
        break;
      case 2:
        refs_.push_back(k_.Scratch(name, type, Space()));
        break;
      case 3:
        refs_.push_back(k_.Semaphores(name, Chance(4) ? Size() : 1));
        break;
      default:
        refs_.push_back(k_.Input(name, type, spec));
    }
  }

  TileRef Ref() { return Chance(30) ? TileRef() : Any(refs_); }
  TileView View() {
    const TileRef ref = Ref();
    return Chance(2) ? TileView(ref) : ref.Part(Indices(), Sizes());
  }

  Tile Value() {
    if (Chance(60)) return Tile();
    if (Chance(60)) return foreign_;
    if (values_.empty() || Chance(3)) return Remember(View().Load());
    return Any(values_);
  }
  Tile Remember(const Tile& value) {
    values_.push_back(value);
    return value;
  }

  void Statement(int depth) {
    switch (Below(18)) {
      case 0:
        Remember(Value() + Value());
        break;
      case 1:
        Remember(Elementwise(Any<std::string>({"stablehlo.tanh", "stablehlo.dot_general",
                                               "stablehlo.power", "nothing", ""}),
                             {Value(), Value()}));
        break;
      case 2:
        Remember(Sum(Value(), Dimensions(), Chance(2)));
        break;
      case 3:
        Remember(
            Matmul(Value(), Value(), {Dimensions(), Dimensions(), {}, {}, Chance(2)}));
        break;
      case 4:
        Remember(Chance(2) ? Reshape(Value(), Sizes()) : Broadcast(Value(), Sizes()));
        break;
      case 5:
        Remember(Transpose(Value(), Dimensions()));
        break;
      case 6:
        Remember(Slice(Value(), Sizes(), Sizes()));
        break;
      case 7:
        Remember(DynamicSlice(Value(), Indices(), Sizes()));
        break;
      case 8:
        Remember(Gather(Value(), Value()));
        break;
      case 9:
        Remember(CumulativeMax(Value(), Below(4) - 1, Chance(2)));
        break;
      case 10:
        for (const Tile& t : Sort({Value(), Value()}, Below(4) - 1)) Remember(t);
        break;
      case 11:
        for (const Tile& t : RandomBits({Value(), Value()}, {Value()})) Remember(t);
        break;
      case 12:
        Remember(Convert(Select(Value() < Value(), Value(), Value()), Element()));
        break;
      case 13:
        k_.StartCopy(View(), View(), Ref());
        break;
      case 14:
        k_.WaitCopy(View(), View(), Ref(), Value());
        break;
      case 15:
        if (depth < 3)
          k_.For(Value(), Value(), [&](const Tile& i) { Remember(i), Body(depth + 1); });
        break;
      case 16:
        if (depth < 3) k_.If(Value() < Value(), [&] { Body(depth + 1); });
        break;
      default:
        View().Store(Value());
    }
  }
  void Body(int depth) {
    for (int64_t n = Below(4); n > 0; --n) Statement(depth);
  }

  std::mt19937 random_;
  KernelBuilder k_, other_;
  std::vector<int64_t> symbols_;
  Tile foreign_;
  std::vector<Tile> index_, values_;
  std::vector<TileRef> refs_, outputs_;
};

TEST(KernelMisuse, RandomNonsenseIsAnErrorOrAKernel) {
  int built = 0, refused = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    const absl::StatusOr<Kernel> kernel = Misuser(seed).Build();
    if (!kernel.ok()) {
      ++refused;
      const std::string message(kernel.status().message());
      EXPECT_NE(kernel.status().code(), absl::StatusCode::kInternal)
          << seed << ": " << message;
      EXPECT_NE(message.find("kernel '"), std::string::npos) << seed << ": " << message;
      continue;
    }
    ++built;
    if (built > 40) continue;
    // What it says of itself may be much: it runs where it is little.
    int64_t bytes = 0;
    std::vector<std::vector<uint8_t>> zeros;
    std::vector<TensorType> types = kernel->inputs();
    bool open = false;
    for (TensorType& type : types) {
      open = open || type.has_open_size();
      std::replace(type.dims.begin(), type.dims.end(), kOpenSize, int64_t{9 + seed % 3});
      zeros.emplace_back(type.byte_size());
      bytes += type.byte_size();
    }
    for (const TensorType& type : kernel->outputs()) bytes += type.byte_size();
    if (bytes > 1 << 20) continue;
    std::vector<absl::Span<const uint8_t>> in;
    for (const std::vector<uint8_t>& zero : zeros) in.emplace_back(zero);
    for (bool checks : {true, false}) {
      CompileOptions options = Ieee();
      options.kernel_debug = checks;
      const absl::Status ran = RunKernelAt(kernel, types, in, options).status();
      EXPECT_NE(ran.code(), absl::StatusCode::kInternal) << seed << ": " << ran;
      EXPECT_TRUE(checks || open || ran.ok()) << seed << ": " << ran;
    }
  }
  EXPECT_GT(built, 20);
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace tilewright
