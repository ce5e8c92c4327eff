// A program's results are those of its operations, each compiled alone: no rewrite and no
// cluster changes a bit. (Two forms of one program, as in random_programs_test.cc, have
// the same rewrites behind them.)
//
// TILEWRIGHT_SOAK=1 makes many more programs; TILEWRIGHT_SEED=N makes that one only.
#include <map>
#include <optional>
#include <set>

#include "ir/print.h"
#include "tests/reference/random_program.h"
#include "tests/runtime/program_harness.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

using ir::Operation;
using ir::ValueId;

// What an operation reads of the values around it, in order.
void CollectReads(const Operation& op, std::set<ValueId>* reads) {
  reads->insert(op.operands.begin(), op.operands.end());
  for (const ir::Region& region : op.regions) {
    reads->insert(region.results.begin(), region.results.end());
    for (const Operation& inner : region.operations) CollectReads(inner, reads);
    for (const Operation& inner : region.operations) {
      for (ValueId v : inner.results) reads->erase(v);
    }
    for (ValueId v : region.arguments) reads->erase(v);
  }
}

class Alone {
 public:
  Alone(const ir::Program& program, How how) : program_(program), how_(std::move(how)) {
    for (const Operation& op : program.body.operations) {
      if (op.kind == ir::OpKind::kConstant) constants_[op.results[0]] = &op;
    }
  }

  // The program's results, operation by operation.
  absl::StatusOr<std::vector<Array>> Run(const std::vector<Array>& inputs) {
    std::map<ValueId, Array> values;
    for (size_t i = 0; i < inputs.size(); ++i) {
      values.emplace(program_.body.arguments[i], inputs[i]);
    }
    for (const Operation& op : program_.body.operations) {
      const ir::Program alone = Only(op);
      std::vector<Array> operands;
      for (ValueId v : alone.body.arguments) operands.push_back(values.at(v));
      TW_ASSIGN_OR_RETURN(const Compiled* code, CodeOf(alone));
      TW_ASSIGN_OR_RETURN(std::vector<Array> results, code->Run(operands));
      for (size_t r = 0; r < results.size(); ++r) {
        values.emplace(op.results[r], std::move(results[r]));
      }
    }
    std::vector<Array> results;
    for (ValueId v : program_.body.results) results.push_back(values.at(v));
    return results;
  }

 private:
  // A program of one operation, and of the constants that it reads.
  ir::Program Only(const Operation& op) const {
    ir::Program alone = program_;
    alone.body = {};
    alone.donations.clear();
    std::set<ValueId> reads;
    CollectReads(op, &reads);
    for (ValueId v : reads) {
      const auto constant = constants_.find(v);
      if (constant == constants_.end()) {
        alone.body.arguments.push_back(v);
      } else {
        alone.body.operations.push_back(*constant->second);
      }
    }
    alone.body.operations.push_back(op);
    alone.body.results = op.results;
    ir::NumberOperations(&alone);
    return alone;
  }

  absl::StatusOr<const Compiled*> CodeOf(const ir::Program& alone) {
    static auto* const known = new std::map<std::string, Compiled>;
    const std::string text = absl::StrCat(Name(how_.numerics), ir::Print(alone));
    auto found = known->find(text);
    if (found == known->end()) {
      TW_ASSIGN_OR_RETURN(Compiled code, Compiled::Make(alone, {}, how_));
      found = known->emplace(text, std::move(code)).first;
    }
    return &found->second;
  }

  const ir::Program& program_;
  const How how_;
  std::map<ValueId, const Operation*> constants_;
};

// The first element that differs; NaNs are alike.
std::optional<std::string> Difference(const Array& a, const Array& b) {
  const bool real = IsReal(ir::RealPart(a.type.element));
  if (a == b) return std::nullopt;
  const int parts = ir::IsComplex(a.type.element) ? 2 : 1;
  const TensorType flat = {ir::RealPart(a.type.element), {a.size() * parts}};
  Array x(flat), y(flat);
  x.bytes = a.bytes;
  y.bytes = b.bytes;
  for (int64_t i = 0; i < x.size(); ++i) {
    if (x.Bits(i) == y.Bits(i)) continue;
    if (real && std::isnan(x.Real(i)) && std::isnan(y.Real(i))) continue;
    return absl::StrCat("element ", i / parts, " of ", ir::ToString(a.type), ": ",
                        x.Real(i), ", alone ", y.Real(i));
  }
  return std::nullopt;
}

// How each program runs as a whole.
std::vector<How> Ways(Numerics numerics) {
  std::vector<How> ways = {{.numerics = numerics, .threads = 1},
                           {.numerics = numerics, .threads = 3},
                           {.numerics = numerics, .cluster = false}};
#if defined(__x86_64__)
  ways.push_back({.numerics = numerics, .target = kPlainTarget});
#endif
  return ways;
}

void ExpectAsAlone(const ir::Program& program, uint32_t seed) {
  const Numerics numerics = seed % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
  std::vector<Array> inputs;
  for (const TensorType& type : program.InputTypes()) {
    inputs.push_back(Random(type, seed + static_cast<uint32_t>(inputs.size())));
  }
  Alone alone(program, {.numerics = numerics, .cluster = false, .threads = 1});
  const auto expected = alone.Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status();
  for (const How& how : Ways(numerics)) {
    SCOPED_TRACE(absl::StrCat(how.cluster ? "" : "without clusters, ", how.threads,
                              " threads, ", how.target, ", ", Name(numerics)));
    const auto code = Compiled::Make(program, {}, how);
    ASSERT_TRUE(code.ok()) << code.status();
    const auto results = code->Run(inputs);
    ASSERT_TRUE(results.ok()) << results.status();
    for (size_t r = 0; r < expected->size(); ++r) {
      const auto difference = Difference((*results)[r], (*expected)[r]);
      EXPECT_FALSE(difference.has_value()) << "result " << r << ", " << *difference;
    }
  }
}

std::vector<uint32_t> Seeds(uint32_t count) {
  if (const char* const seed = std::getenv("TILEWRIGHT_SEED")) {
    return {static_cast<uint32_t>(std::strtoul(seed, nullptr, 10))};
  }
  std::vector<uint32_t> seeds(Soaks() ? 40 * count : count);
  for (uint32_t seed = 0; seed < seeds.size(); ++seed) seeds[seed] = seed;
  return seeds;
}

using Maker = ir::Program (*)(uint32_t seed);

void ExpectAllAsAlone(Maker make, uint32_t count) {
  for (uint32_t seed : Seeds(count)) {
    const ir::Program program = make(seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", ir::Print(program)));
    ExpectAsAlone(program, seed);
  }
}

TEST(OperationsAlone, ProductsOfProducts) {
  ExpectAllAsAlone(reference::RandomProducts, 150);
}

TEST(OperationsAlone, AllKinds) { ExpectAllAsAlone(reference::RandomProgram, 60); }

}  // namespace
}  // namespace tilewright::runtime
