// Kernels that take sizes when they run, against those of numbers.
//
//   open_sizes_bench [FILTER] [--numerics=ieee|tpu] [--target=T] [--threads=N]
//   [--compile] [--stages] [--most=N]
//
// For each operation the processor's time for planning and compiling both, best of some,
// and for each of its sizes the time of both kernels, microseconds, best of runs that
// alternate; the ratios are those of numbers over those of symbols, where less than 1
// means that knowing sizes is worth something. Their bytes are compared on the way. With
// --most the last symbol is known to be no more than that.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "ir/check/checked_builder.h"
#include "ir/specialize.h"
#include "jit/generator/code_generator.h"
#include "jit/llvm/target.h"
#include "runtime/memory/block.h"
#include "runtime/run/open_kernel.h"
#include "tests/ir/check/random_symbols.h"

namespace tilewright::bench {
namespace {

using Clock = std::chrono::steady_clock;
using ir::CheckedBuilder;
using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::Size;
using ir::ValueId;
using runtime::Block;
using runtime::OpenKernel;

using Sizes = std::vector<int64_t>;

struct Case {
  std::string group, name;
  int symbols;
  std::function<ValueId(CheckedBuilder&, const std::vector<Size>&)> make;
  std::vector<Sizes> sizes;
};

struct Choice {
  Numerics numerics = Numerics::kIeee;
  std::string target = "native", filter;
  int threads = 2;
  int64_t most = ir::SymbolFacts::kUnbounded;
  bool talks = false, compiles_only = false;
};

ValueId Input(CheckedBuilder& b, std::vector<Size> sizes,
              ElementType element = ElementType::kF32) {
  return *b.AddInput({element, ir::Shape(std::move(sizes))});
}

ValueId Op(CheckedBuilder& b, OpKind kind, std::vector<ValueId> operands) {
  return *b.AppendOne({.kind = kind, .operands = std::move(operands)});
}

ValueId Dot(CheckedBuilder& b, ValueId x, ValueId y, Dims of_x, Dims of_y,
            Dims batch = {}) {
  return *b.AppendOne(
      {.kind = OpKind::kDotGeneral,
       .operands = {x, y},
       .attributes =
           ir::With({{ir::AttributeName::kLhsBatchingDimensions, batch},
                     {ir::AttributeName::kRhsBatchingDimensions, batch},
                     {ir::AttributeName::kLhsContractingDimensions, std::move(of_x)},
                     {ir::AttributeName::kRhsContractingDimensions, std::move(of_y)}})});
}

ValueId Softmax(CheckedBuilder& b, const std::vector<Size>& s) {
  const ValueId x = Input(b, {s[0], s[1]}), low = Input(b, {}), zero = Input(b, {});
  const ValueId most =
      *ir::Broadcast(b, *ir::Reduce(b, OpKind::kMaximum, x, low, {1}), {0}, {s[0], s[1]});
  const ValueId e = Op(b, OpKind::kExponential, {Op(b, OpKind::kSubtract, {x, most})});
  const ValueId sum =
      *ir::Broadcast(b, *ir::Reduce(b, OpKind::kAdd, e, zero, {1}), {0}, {s[0], s[1]});
  return Op(b, OpKind::kDivide, {e, sum});
}

template <ElementType element>
ValueId Rows(CheckedBuilder& b, const std::vector<Size>& s) {
  const ValueId x = Input(b, {s[0], s[1]}, element), zero = Input(b, {}, element);
  return *ir::Reduce(b, OpKind::kAdd, x, zero, {1});
}

ValueId Columns(CheckedBuilder& b, const std::vector<Size>& s) {
  const ValueId x = Input(b, {s[0], s[1]}), zero = Input(b, {});
  return *ir::Reduce(b, OpKind::kAdd, x, zero, {0});
}

ValueId Take(CheckedBuilder& b, const std::vector<Size>& s) {
  const ValueId x = Input(b, {s[0], s[1]});
  const ValueId at = Input(b, {s[2], 1}, ElementType::kI32);
  ir::Attributes attributes =
      ir::With({{ir::AttributeName::kOffsetDims, Dims{1}},
                {ir::AttributeName::kCollapsedSliceDims, Dims{0}},
                {ir::AttributeName::kOperandBatchingDims, Dims{}},
                {ir::AttributeName::kStartIndicesBatchingDims, Dims{}},
                {ir::AttributeName::kStartIndexMap, Dims{0}},
                {ir::AttributeName::kIndexVectorDim, int64_t{1}},
                {ir::AttributeName::kSliceSizes, Dims{1, ir::kFromResult}}});
  return *b.AppendOne({.kind = OpKind::kGather,
                       .operands = {x, at},
                       .attributes = std::move(attributes),
                       .results = {ir::F32({s[2], s[1]})}});
}

Case Product(const std::string& name, ElementType element, bool lhs_rows, bool rhs_rows,
             std::vector<Sizes> sizes) {
  return {"product", name, 3,
          [=](CheckedBuilder& b, const std::vector<Size>& s) {
            const Size &m = s[0], &n = s[1], &k = s[2];
            using Two = std::vector<Size>;
            const ValueId x = Input(b, lhs_rows ? Two{m, k} : Two{k, m}, element);
            const ValueId y = Input(b, rhs_rows ? Two{k, n} : Two{n, k}, element);
            return Dot(b, x, y, {lhs_rows ? 1 : 0}, {rhs_rows ? 0 : 1});
          },
          std::move(sizes)};
}

std::vector<Case> Cases() {
  const std::vector<Sizes> flat = {{1000}, {4097}, {100000}, {1 << 20}, {1 << 24}};
  const std::vector<Sizes> planes = {{10, 100},    {100, 10},    {37, 53},    {1000, 3},
                                     {3000, 17},   {20000, 33},  {64, 64},    {200, 1000},
                                     {1000, 1000}, {1024, 2048}, {3, 300000}, {300000, 3},
                                     {4096, 4096}};
  const std::vector<Sizes> products = {
      {2, 3, 5},         {8, 8, 8},       {16, 16, 16},     {10, 100, 10},
      {32, 32, 32},      {7, 64, 300},    {64, 64, 64},     {37, 53, 71},
      {100, 100, 100},   {128, 512, 128}, {128, 128, 512},  {300, 500, 200},
      {13, 4000, 100},   {1000, 5, 700},  {2048, 16, 2048}, {512, 512, 512},
      {1000, 1000, 1000}};
  std::vector<Case> cases = {
      {"elementwise", "add", 1,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return Op(b, OpKind::kAdd, {Input(b, {s[0]}), Input(b, {s[0]})});
       },
       flat},
      {"elementwise", "tanh", 1,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return Op(b, OpKind::kTanh, {Input(b, {s[0]})});
       },
       flat},
      {"elementwise", "add_row", 2,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         const ValueId x = Input(b, {s[0], s[1]}), y = Input(b, {s[1]});
         return Op(b, OpKind::kAdd, {x, *ir::Broadcast(b, y, {1}, {s[0], s[1]})});
       },
       planes},
      {"elementwise", "add_column", 2,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         const ValueId x = Input(b, {s[0], s[1]}), y = Input(b, {s[0]});
         return Op(b, OpKind::kAdd, {x, *ir::Broadcast(b, y, {0}, {s[0], s[1]})});
       },
       planes},
      {"rows", "sum", 2, Rows<ElementType::kF32>, planes},
      {"rows", "sum of bf16", 2, Rows<ElementType::kBF16>, planes},
      {"rows", "softmax", 2, Softmax, planes},
      {"columns", "sum", 2, Columns, planes},
      {"transpose", "plane", 2,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return *b.AppendOne(
             {.kind = OpKind::kTranspose,
              .operands = {Input(b, {s[0], s[1]})},
              .attributes = ir::With({{ir::AttributeName::kPermutation, Dims{1, 0}}})});
       },
       planes},
      {"gather",
       "rows",
       3,
       Take,
       {{100, 10, 100},
        {100, 64, 15},
        {1000, 3, 1000},
        {5000, 100, 1000},
        {30000, 768, 4096}}},
      Product("f32 nn", ElementType::kF32, true, true, products),
      Product("f32 nt", ElementType::kF32, true, false, products),
      Product("f32 tn", ElementType::kF32, false, true, products),
      Product("bf16 nn", ElementType::kBF16, true, true, products),
      Product("bf16 nt", ElementType::kBF16, true, false, products),
      Product("bf16 tn", ElementType::kBF16, false, true, products),
      {"product",
       "batched",
       4,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return Dot(b, Input(b, {s[3], s[0], s[2]}), Input(b, {s[3], s[2], s[1]}), {2},
                    {1}, {0});
       },
       {{4, 5, 6, 7}, {16, 16, 8, 40}, {100, 64, 100, 24}, {128, 128, 64, 96}}},
      {"product", "rows by vector", 2,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return Dot(b, Input(b, {s[0], s[1]}), Input(b, {s[1]}), {1}, {0});
       },
       planes},
      {"product", "vector by columns", 2,
       [](CheckedBuilder& b, const std::vector<Size>& s) {
         return Dot(b, Input(b, {s[0]}), Input(b, {s[0], s[1]}), {0}, {0});
       },
       planes},
  };
  return cases;
}

ir::Program Open(const Case& c, const Choice& choice = {}) {
  CheckedBuilder b;
  std::vector<Size> symbols;
  for (int s = 0; s < c.symbols; ++s) {
    ir::SymbolFacts facts = {.at_least = 2};
    if (s + 1 == c.symbols) facts.at_most = choice.most;
    symbols.push_back(*b.AddSymbol(absl::StrCat("s", s), facts));
  }
  return *std::move(b).Finish({c.make(b, symbols)});
}

absl::StatusOr<codegen::CodeFacts> FactsOf(const Choice& choice) {
  codegen::CodeFacts facts;
  facts.kernel.numerics = choice.numerics;
  TW_ASSIGN_OR_RETURN(facts.kernel.target, jit::FindTarget(choice.target));
  facts.chip = "v5e";
  return facts;
}

absl::StatusOr<std::unique_ptr<const OpenKernel>> Make(const ir::Program& program,
                                                       Sizes sizes,
                                                       const Choice& choice) {
  jit::CompileOptions options;
  options.sizes = std::move(sizes);
  TW_ASSIGN_OR_RETURN(options.facts, FactsOf(choice));
  options.cache_mode = "off";
  return OpenKernel::Make(program, options);
}

// The processor's milliseconds for a program's plan and its kernels' code, best of some.
absl::StatusOr<double> CompileTime(const ir::Program& program, const Sizes& sizes,
                                   const Choice& choice) {
  constexpr int kTimes = 7;
  TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts, FactsOf(choice));
  TW_ASSIGN_OR_RETURN(jit::CodeGenerator* const generator, jit::FindCodeGenerator());
  double best = 1e12;
  for (int i = 0; i < kTimes; ++i) {
    timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned,
                        generator->Plan(program, sizes, facts));
    for (size_t k = 0; k < planned.programs.size(); ++k) {
      jit::KernelRequest request;
      request.name = "k";
      request.program = &planned.programs[k];
      const auto code =
          generator->Generate(request, facts.kernel, jit::CodeForm::kObject);
      if (!code.ok()) return code.status();
      if (choice.talks && i + 1 == kTimes) {
        std::printf("  emit %.2f codegen %.2f\n", code->emit_ms, code->codegen_ms);
      }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    best = std::min(best, 1e3 * static_cast<double>(end.tv_sec - begin.tv_sec) +
                              1e-6 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
  }
  return best;
}

// Memory for a program's arrays, inputs of it filled. Kernels that are compared share it:
// where arrays lie decides how often a cache's sets collide.
class Arrays {
 public:
  explicit Arrays(const ir::Program& sized) {
    std::mt19937 random(7);
    for (const ir::TensorType& type : sized.InputTypes()) {
      char* const at = Add(type.byte_size());
      const int64_t count = type.num_elements();
      const int64_t rows =
          sized.InputTypes()[0].rank() > 0 ? sized.InputTypes()[0].dims()[0] : 1;
      for (int64_t i = 0; i < count; ++i) {
        const float x = static_cast<float>(random() % 2001) / 1000 - 1;
        uint32_t bits;
        std::memcpy(&bits, &x, 4);
        if (type.element == ElementType::kBF16) {
          reinterpret_cast<uint16_t*>(at)[i] = static_cast<uint16_t>(bits >> 16);
        } else if (type.element == ElementType::kI32) {
          reinterpret_cast<int32_t*>(at)[i] = static_cast<int32_t>(random() % rows);
        } else {
          reinterpret_cast<uint32_t*>(at)[i] = bits;
        }
      }
    }
    for (const ir::TensorType& type : sized.OutputTypes()) {
      output_bytes_ = type.byte_size();
      output_ = Add(output_bytes_);
    }
  }

  absl::Span<void* const> arguments() const { return arguments_; }
  std::string Output() const { return {output_, output_bytes_}; }
  void ClearOutput() { std::memset(output_, 0xa5, output_bytes_); }

 private:
  char* Add(int64_t bytes) {
    blocks_.push_back(*Block::Allocate(bytes, "an array", Block::Kind::kPlain));
    arguments_.push_back(blocks_.back().data());
    return static_cast<char*>(arguments_.back());
  }

  std::vector<Block> blocks_;
  std::vector<void*> arguments_;
  char* output_ = nullptr;
  size_t output_bytes_ = 0;
};

// A kernel at certain sizes.
class Run {
 public:
  Run(const OpenKernel& kernel, const Arrays& arrays, const Sizes& sizes,
      const Choice& choice)
      : kernel_(kernel), sizes_(*kernel.At(sizes)), arrays_(arrays) {
    scratch_ = *Block::Allocate(sizes_.scratch_bytes * choice.threads + 64, "scratch",
                                Block::Kind::kPlain);
    temporary_ =
        *Block::Allocate(sizes_.temporary_bytes, "temporaries", Block::Kind::kPlain);
    crew_.pool = &runtime::ThreadPool::Process();
    crew_.threads = choice.threads;
    crew_.scratch = static_cast<char*>(scratch_.data());
    crew_.scratch_bytes = sizes_.scratch_bytes;
    crew_.numerics = choice.numerics;
  }

  // Microseconds a run, of `runs`.
  double Time(int runs) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < runs; ++i) {
      const absl::Status ran =
          kernel_.Run(sizes_, arrays_.arguments(), crew_, temporary_.data());
      if (!ran.ok()) std::fprintf(stderr, "%s\n", ran.ToString().c_str());
    }
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count() / runs;
  }

 private:
  const OpenKernel& kernel_;
  const OpenKernel::Sized sizes_;
  const Arrays& arrays_;
  Block scratch_, temporary_;
  runtime::Crew crew_;
};

std::string NameOf(const Case& c, const Sizes& sizes) {
  return absl::StrCat(c.group, " ", c.name, " ", absl::StrJoin(sizes, "x"));
}

struct Means {
  double logs = 0, least = 1e9;
  int count = 0;
  std::string least_of;
  void Add(double ratio, const std::string& of) {
    logs += std::log(ratio);
    ++count;
    if (ratio < least) {
      least = ratio;
      least_of = of;
    }
  }
  void Print(const char* what) const {
    if (count == 0) return;
    std::printf("%-24s %6.3f   lowest %6.3f  %s\n", what, std::exp(logs / count), least,
                least_of.c_str());
  }
};

absl::Status Measure(const Case& c, const Choice& choice, Means* compile, Means* run) {
  const ir::Program program = Open(c, choice);
  Sizes usual = c.sizes[c.sizes.size() / 2];
  usual.back() = std::min(usual.back(), choice.most);
  const auto open = Make(program, usual, choice);
  if (!open.ok()) return open.status();
  TW_ASSIGN_OR_RETURN(const double open_ms, CompileTime(program, usual, choice));
  for (const Sizes& sizes : c.sizes) {
    if (!absl::StrContains(NameOf(c, sizes), choice.filter)) continue;
    if (sizes.back() > choice.most) continue;
    const ir::Program sized = *ir::Specialize(program, sizes);
    TW_ASSIGN_OR_RETURN(const auto numbers, Make(sized, {}, choice));
    const std::string name = NameOf(c, sizes);
    TW_ASSIGN_OR_RETURN(const double numbers_ms, CompileTime(sized, {}, choice));
    const double ratio = numbers_ms / open_ms;
    compile->Add(ratio, name);
    if (choice.compiles_only) {
      std::printf("%-42s compile %6.2f %6.2f %5.2f\n", name.c_str(), numbers_ms, open_ms,
                  ratio);
      continue;
    }
    Arrays arrays(sized);
    Run a(*numbers, arrays, {}, choice), b(**open, arrays, sizes, choice);
    const auto output = [&](Run& run, double* time) {
      arrays.ClearOutput();
      *time = run.Time(1);
      return arrays.Output();
    };
    double first_a, first_b;
    const bool same = output(a, &first_a) == output(b, &first_b);
    const double first = std::max(first_a, first_b);
    const int runs =
        static_cast<int>(std::clamp(2000 / std::min(a.Time(1), first), 1.0, 2000.0));
    double best_a = 1e12, best_b = 1e12;
    for (int i = 0; i < 12; ++i) {
      best_a = std::min(best_a, a.Time(runs));
      best_b = std::min(best_b, b.Time(runs));
    }
    if (!same) std::printf("OTHER BYTES: %s\n", name.c_str());
    run->Add(best_a / best_b, name);
    std::printf("%-42s compile %6.2f %6.2f %5.2f   run %10.2f %10.2f %5.2f\n",
                name.c_str(), numbers_ms, open_ms, ratio, best_a, best_b,
                best_a / best_b);
    std::fflush(stdout);
  }
  return absl::OkStatus();
}

int Main(int count, char** arguments) {
  Choice choice;
  for (int i = 1; i < count; ++i) {
    absl::string_view argument = arguments[i];
    if (absl::ConsumePrefix(&argument, "--numerics=")) {
      choice.numerics = argument == "tpu" ? Numerics::kTpu : Numerics::kIeee;
    } else if (absl::ConsumePrefix(&argument, "--target=")) {
      choice.target = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--threads=")) {
      if (!absl::SimpleAtoi(argument, &choice.threads)) return 1;
    } else if (absl::ConsumePrefix(&argument, "--most=")) {
      if (!absl::SimpleAtoi(argument, &choice.most)) return 1;
    } else if (argument == "--compile") {
      choice.compiles_only = true;
    } else if (argument == "--stages") {
      choice.talks = true;
    } else {
      choice.filter = std::string(argument);
    }
  }
  // Compilers are set up once in a process.
  const std::vector<Case> cases = Cases();
  (void)Make(*ir::Specialize(Open(cases[1]), {77}), {}, choice);
  (void)Make(*ir::Specialize(Open(cases.back()), {77, 77}), {}, choice);
  std::map<std::string, std::pair<Means, Means>> groups;
  for (const Case& c : cases) {
    const bool wanted = absl::c_any_of(c.sizes, [&](const Sizes& sizes) {
      return absl::StrContains(NameOf(c, sizes), choice.filter);
    });
    if (!wanted) continue;
    auto& [compile, run] = groups[c.group];
    const absl::Status measured = Measure(c, choice, &compile, &run);
    if (!measured.ok()) {
      std::fprintf(stderr, "%s: %s\n", c.name.c_str(), measured.ToString().c_str());
    }
  }
  for (const auto& [group, means] : groups) {
    means.first.Print(absl::StrCat(group, ", compile").c_str());
    means.second.Print(absl::StrCat(group, ", run").c_str());
  }
  return 0;
}

}  // namespace
}  // namespace tilewright::bench

int main(int count, char** arguments) {
  return tilewright::bench::Main(count, arguments);
}
