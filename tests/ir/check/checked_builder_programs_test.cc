// The checked builder and the verifier say the same: of every program among the golden
// cases (and under the folder that TILEWRIGHT_CASES names), as it is and with mistakes.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "frontend/stablehlo/parse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "ir/check/verify.h"
#include "ir/default_attributes.h"
#include "ir/print.h"

namespace tilewright::ir {
namespace {

// Operations that no golden case has.
constexpr char kOthers[] = R"(
func.func @main(%f: tensor<4xf32>, %g: tensor<4xf32>, %i: tensor<4xi32>, %s: tensor<f32>,
                %n: tensor<i32>, %m: tensor<4x4xf32>, %p: tensor<i1>, %t: !stablehlo.token)
    -> tensor<4xf32> {
  %0 = chlo.acos %f : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.acosh %f : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %f : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asinh %f : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.atan %f : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.atanh %f : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.bessel_i1e %f : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.conj %f : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.cosh %f : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.digamma %f : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.erf %f : tensor<4xf32> -> tensor<4xf32>
  %11 = chlo.erf_inv %f : tensor<4xf32> -> tensor<4xf32>
  %12 = chlo.erfc %f : tensor<4xf32> -> tensor<4xf32>
  %13 = chlo.lgamma %f : tensor<4xf32> -> tensor<4xf32>
  %14 = chlo.next_after %f, %g : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %15 = chlo.sinh %f : tensor<4xf32> -> tensor<4xf32>
  %16 = stablehlo.abs %f : tensor<4xf32>
  %17 = stablehlo.atan2 %f, %g : tensor<4xf32>
  %18 = stablehlo.cbrt %f : tensor<4xf32>
  %19 = stablehlo.ceil %f : tensor<4xf32>
  %20 = stablehlo.clamp %f, %g, %f : tensor<4xf32>
  %21 = stablehlo.cosine %f : tensor<4xf32>
  %22 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  %23 = stablehlo.exponential %f : tensor<4xf32>
  %24 = stablehlo.exponential_minus_one %f : tensor<4xf32>
  %25 = stablehlo.floor %f : tensor<4xf32>
  %26 = stablehlo.is_finite %f : (tensor<4xf32>) -> tensor<4xi1>
  %27 = stablehlo.log %f : tensor<4xf32>
  %28 = stablehlo.log_plus_one %f : tensor<4xf32>
  %29 = stablehlo.logistic %f : tensor<4xf32>
  %30 = stablehlo.not %i : tensor<4xi32>
  %31 = stablehlo.popcnt %i : tensor<4xi32>
  %32 = stablehlo.power %f, %g : tensor<4xf32>
  %33 = stablehlo.reduce_precision %f, format = e5m10 : tensor<4xf32>
  %34 = stablehlo.round_nearest_afz %f : tensor<4xf32>
  %35 = stablehlo.round_nearest_even %f : tensor<4xf32>
  %36 = stablehlo.rsqrt %f : tensor<4xf32>
  %37 = stablehlo.shift_left %i, %i : tensor<4xi32>
  %38 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  %39 = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  %40 = stablehlo.sign %f : tensor<4xf32>
  %41 = stablehlo.sine %f : tensor<4xf32>
  %42 = stablehlo.sqrt %f : tensor<4xf32>
  %43 = stablehlo.tan %f : tensor<4xf32>
  %44 = stablehlo.tanh %f : tensor<4xf32>
  %45 = stablehlo.xor %i, %i : tensor<4xi32>
  %46 = stablehlo.reverse %f, dims = [0] : tensor<4xf32>
  %47 = stablehlo.dynamic_update_slice %f, %f, %n
      : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %48 = stablehlo.optimization_barrier %f : tensor<4xf32>
  %49 = "stablehlo.case"(%n) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    %a = stablehlo.add %f, %48 : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %50 = "stablehlo.if"(%p) ({
    stablehlo.return %f : tensor<4xf32>
  }, {
    stablehlo.return %g : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %51 = "stablehlo.reduce_window"(%m, %s) <{window_dimensions = array<i64: 2, 2>,
      window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %x = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  %52 = "stablehlo.select_and_scatter"(%m, %51, %s) <{
      window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %x = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %x : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %x = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %x : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  %53 = stablehlo.constant dense<4> : tensor<1xi64>
  %54 = stablehlo.rng %s, %s, %53, distribution = UNIFORM
      : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %55 = "stablehlo.collective_broadcast"(%f) <{
      replica_groups = dense<[[0]]> : tensor<1x1xi64>}>
      : (tensor<4xf32>) -> tensor<4xf32>
  %56 = "stablehlo.collective_reduce"(%f) <{
      replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %x = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %57 = stablehlo.partition_id : tensor<ui32>
  %58 = stablehlo.replica_id : tensor<ui32>
  %59 = stablehlo.after_all %t : !stablehlo.token
  return %49 : tensor<4xf32>
}
)";

struct Parsed {
  std::string name;
  Program program;
};

std::vector<Parsed> Programs() {
  std::vector<std::string> files;
  const char* const elsewhere = std::getenv("TILEWRIGHT_CASES");
  for (const std::string& folder : {std::string(TILEWRIGHT_TESTS_DIR) + "/golden",
                                    std::string(elsewhere == nullptr ? "" : elsewhere)}) {
    if (folder.empty()) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().filename() == "module.mlir") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Parsed> programs;
  for (const std::string& file : files) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    // What is refused by name, or takes its sizes from inputs, is no program here.
    auto parsed = stablehlo::ParseProgram(text.str());
    if (parsed.ok()) programs.push_back({file, std::move(parsed->program)});
  }
  auto others = stablehlo::ParseProgram(kOthers);
  EXPECT_TRUE(others.ok()) << others.status();
  if (others.ok()) programs.push_back({"others", std::move(others->program)});
  return programs;
}

absl::StatusOr<Program> Rebuilt(const Program& program) {
  CheckedBuilder b(program.name);
  b.SetDevices(program.num_partitions, program.num_replicas);
  std::vector<ValueId> inputs;
  for (const TensorType& type : program.InputTypes()) {
    const absl::StatusOr<ValueId> input = b.AddInput(type);
    if (!input.ok()) return input.status();
    inputs.push_back(*input);
  }
  absl::StatusOr<std::vector<ValueId>> results = b.Inline(program, inputs);
  if (!results.ok()) return results.status();
  return std::move(b).Finish(*std::move(results), program.donations);
}

void CollectKinds(const Region& region, std::set<OpKind>* kinds) {
  for (const Operation& operation : region.operations) {
    kinds->insert(operation.kind);
    for (const Region& inner : operation.regions) CollectKinds(inner, kinds);
  }
}

TEST(CheckedBuilder, RebuildsEveryProgramOfEveryOperation) {
  std::set<OpKind> kinds;
  for (const auto& [name, program] : Programs()) {
    CollectKinds(program.body, &kinds);
    const absl::StatusOr<Program> rebuilt = Rebuilt(program);
    ASSERT_TRUE(rebuilt.ok()) << name << ": " << rebuilt.status();
    EXPECT_EQ(VerifyStatus(*rebuilt), absl::OkStatus()) << name;
    EXPECT_EQ(CanonicalText(*rebuilt), CanonicalText(program)) << name;
  }
  for (int kind = 0; kind < OpKindCount(); ++kind) {
    EXPECT_EQ(kinds.count(static_cast<OpKind>(kind)), 1u)
        << "no program has " << Name(static_cast<OpKind>(kind));
  }
}

// Small mistakes, some of which are none.
class Mutator {
 public:
  explicit Mutator(int seed) : random_(seed) {}

  // Changes one operation somewhere in the program; false: there is none.
  bool Mutate(Program* program) {
    std::vector<Operation*> all;
    Collect(&program->body, &all);
    if (all.empty()) return false;
    Operation& operation = *all[Below(all.size())];
    switch (Below(6)) {
      case 0:
        if (operation.operands.empty()) break;
        operation.operands[Below(operation.operands.size())] =
            static_cast<ValueId>(Below(program->values.size()));
        break;
      case 1:
        if (operation.operands.empty()) break;
        operation.operands.pop_back();
        break;
      case 2:
        operation.operands.push_back(static_cast<ValueId>(Below(program->values.size())));
        break;
      case 3:
        ChangeType(&program->values[Below(program->values.size())]);
        break;
      default:
        ChangeAttribute(&operation.attributes);
        break;
    }
    AddDefaultAttributes(*program, &operation);
    return true;
  }

 private:
  size_t Below(size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random_);
  }

  void Collect(Region* region, std::vector<Operation*>* all) {
    for (Operation& operation : region->operations) {
      all->push_back(&operation);
      for (Region& inner : operation.regions) Collect(&inner, all);
    }
  }

  void ChangeType(TensorType* type) {
    if (!type->dims().empty() && Below(2) == 0) {
      type->shape.Set(Below(type->rank()), static_cast<int64_t>(Below(6)) - 1);
    } else {
      type->element = static_cast<ElementType>(Below(kElementTypeCount));
    }
  }

  void ChangeAttribute(Attributes* attributes) {
    if (attributes->values().empty() || Below(8) == 0) {
      attributes->Set(static_cast<AttributeName>(Below(80)), int64_t{1});
      return;
    }
    auto it = attributes->values().begin();
    std::advance(it, Below(attributes->values().size()));
    const AttributeName name = it->first;
    AttributeValue value = it->second;
    if (Below(4) == 0) {
      attributes->Erase(name);
    } else if (int64_t* number = std::get_if<int64_t>(&value)) {
      *number += static_cast<int64_t>(Below(5)) - 2;
      attributes->Set(name, *number);
    } else if (Dims* list = std::get_if<Dims>(&value)) {
      if (list->empty() || Below(3) == 0) {
        list->push_back(static_cast<int64_t>(Below(4)) - 1);
      } else {
        (*list)[Below(list->size())] += static_cast<int64_t>(Below(5)) - 2;
      }
      attributes->Set(name, *list);
    } else {
      attributes->Set(name, std::string("NONSENSE"));
    }
  }

  std::mt19937 random_;
};

TEST(CheckedBuilder, RefusesExactlyWhatTheVerifierRefuses) {
  constexpr int kMutantsEach = 40;
  constexpr size_t kLargest = 200;  // values
  Mutator mutator(1);
  int refused = 0, accepted = 0;
  for (const auto& [name, program] : Programs()) {
    if (program.values.size() > kLargest) continue;
    for (int i = 0; i < kMutantsEach; ++i) {
      Program mutant = program;
      if (!mutator.Mutate(&mutant)) break;
      const absl::Status verdict = VerifyStatus(mutant);
      const absl::StatusOr<Program> rebuilt = Rebuilt(mutant);
      ASSERT_EQ(verdict.ok(), rebuilt.ok())
          << name << "\nthe verifier: " << verdict
          << "\nthe builder: " << rebuilt.status() << "\n"
          << Print(mutant);
      if (!rebuilt.ok()) {
        ++refused;
        continue;
      }
      ++accepted;
      EXPECT_EQ(VerifyStatus(*rebuilt), absl::OkStatus()) << name;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace tilewright::ir
