// Programs of loops and branches in each other, made at random, whose regions read,
// update and hand on what is around them: their results are those of an interpreter of
// the same operations on vectors of integers. TILEWRIGHT_SOAK=1 makes many more programs.
#include <algorithm>
#include <functional>
#include <map>

#include "tests/runtime/program_harness.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

using Vector = std::vector<int32_t>;

struct Region;

// Makes value `id`. Of a loop, `inner` is its body, with an argument and a result for
// each operand, and `count` its turns; of a branch, `inner` are its two regions. Both
// make values from `id` on.
struct Operation {
  std::string kind;
  int id = 0;
  std::vector<int> operands;
  int count = 0;  // of an update: where it begins
  std::vector<Region> inner;
};
struct Region {
  int counter = -1;  // the number of the loop around it
  std::vector<int> arguments;
  std::vector<Operation> operations;
  std::vector<int> results;
};

class Generator {
 public:
  Generator(uint32_t seed, int64_t size) : random_(seed), size_(size) {
    main_.arguments = {Fresh(), Fresh()};
    std::vector<int> known = main_.arguments;
    Fill(&main_, &known, 8, 0);
    main_.results = {known.back(), known[Below(known.size())], known[known.size() / 2]};
  }

  const Region& main() const { return main_; }

 private:
  int Below(size_t n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  int Fresh() { return next_++; }
  int Pick(const std::vector<int>& known) {
    const size_t n = known.size();
    return known[Below(2) == 0 ? Below(n) : n - 1 - Below(std::min<size_t>(n, 3))];
  }

  void Fill(Region* region, std::vector<int>* known, int operations, int depth) {
    for (int n = 0; n < operations; ++n) Add(region, known, depth);
  }

  Region Inner(int arguments, std::vector<int> known, int results, int depth) {
    Region region;
    for (int n = 0; n < arguments; ++n) region.arguments.push_back(Fresh());
    known.insert(known.end(), region.arguments.begin(), region.arguments.end());
    Fill(&region, &known, 2 + Below(4), depth + 1);
    for (int n = 0; n < results; ++n) region.results.push_back(Pick(known));
    return region;
  }

  void Add(Region* region, std::vector<int>* known, int depth) {
    constexpr const char* kKinds[] = {"add",     "multiply", "negate",
                                      "reverse", "update",   "scatter",
                                      "update",  "while",    "case"};
    Operation op;
    op.kind = kKinds[Below(depth < 3 ? 9 : 7)];
    const int values = op.kind == "while" || op.kind == "case" ? 1 + Below(2) : 1;
    op.operands.push_back(Pick(*known));
    if (op.kind == "while") {
      if (values == 2) op.operands.push_back(Pick(*known));
      op.count = Below(4);
      op.inner.push_back(Inner(values, *known, values, depth));
    } else if (op.kind == "case") {
      for (int n = 0; n < 2; ++n) op.inner.push_back(Inner(0, *known, values, depth));
    } else {
      op.operands.push_back(Pick(*known));
      op.count = Below(static_cast<size_t>(size_));
    }
    op.id = Fresh();
    for (int n = 1; n < values; ++n) Fresh();
    for (int n = 0; n < values; ++n) known->push_back(op.id + n);
    region->operations.push_back(std::move(op));
  }

  std::mt19937 random_;
  int64_t size_;
  int next_ = 0;
  Region main_;
};

class Printer {
 public:
  explicit Printer(int64_t size) : type_(Type(ElementType::kI32, {size})) {}

  std::string Program(const Region& main) {
    std::string body = R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
)";
    body += Operations(main);
    absl::StrAppend(&body, "return ", Results(main.results));
    return absl::StrCat("func.func @main(", V(main.arguments[0]), ": ", type_, ", ",
                        V(main.arguments[1]), ": ", type_, ", %which: tensor<i32>) -> (",
                        Types(main.results.size()), ") {", body, "}\n");
  }

 private:
  static std::string V(int id) { return absl::StrCat("%v", id); }
  std::string Types(size_t count) const {
    std::string types;
    for (size_t n = 0; n < count; ++n) absl::StrAppend(&types, n > 0 ? ", " : "", type_);
    return types;
  }
  std::string Results(const std::vector<int>& ids) const {
    std::string names;
    for (int id : ids) absl::StrAppend(&names, names.empty() ? "" : ", ", V(id));
    return absl::StrCat(names, " : ", Types(ids.size()), "\n");
  }

  std::string Operations(const Region& region) {
    std::string text;
    for (const Operation& op : region.operations) text += Print(op);
    return text;
  }

  std::string Print(const Operation& op) {
    const std::string x = V(op.operands.empty() ? 0 : op.operands[0]);
    if (op.kind == "while") return Loop(op);
    if (op.kind == "case") return Branch(op);
    if (op.kind == "negate" || op.kind == "reverse") {
      return absl::StrCat(V(op.id), " = stablehlo.", op.kind, " ", x,
                          op.kind == "reverse" ? ", dims = [0]" : "", " : ", type_, "\n");
    }
    const std::string y = V(op.operands[1]);
    if (op.kind == "add" || op.kind == "multiply") {
      return absl::StrCat(V(op.id), " = stablehlo.", op.kind, " ", x, ", ", y, " : ",
                          type_, "\n");
    }
    const std::string at = absl::StrCat("%at", op.id),
                      part = absl::StrCat("%part", op.id);
    std::string text = absl::StrCat(at, " = stablehlo.constant dense<", op.count,
                                    "> : tensor<i32>\n", part, " = stablehlo.slice ", y,
                                    " [0:1] : (", type_, ") -> tensor<1xi32>\n");
    if (op.kind == "update") {
      absl::StrAppend(&text, V(op.id), " = stablehlo.dynamic_update_slice ", x, ", ",
                      part, ", ", at, " : (", type_, ", tensor<1xi32>, tensor<i32>) -> ",
                      type_, "\n");
    } else {
      absl::StrAppend(&text, V(op.id), R"( = "stablehlo.scatter"()", x, ", ", at, ", ",
                      part, R"() ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %sum = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false} : ()",
                      type_, ", tensor<i32>, tensor<1xi32>) -> ", type_, "\n");
    }
    return text;
  }

  // `result`: the name of all results of an operation.
  static std::string Named(const Operation& op, const std::string& result, size_t first) {
    std::string text;
    for (size_t n = first; n < op.inner[0].results.size() + first; ++n) {
      absl::StrAppend(&text, V(op.id + static_cast<int>(n - first)),
                      " = stablehlo.optimization_barrier ", result, "#", n, " : TYPE\n");
    }
    return text;
  }
  std::string WithType(std::string text) const {
    for (size_t at; (at = text.find("TYPE")) != std::string::npos;)
      text.replace(at, 4, type_);
    return text;
  }

  std::string Loop(const Operation& op) {
    const Region& body = op.inner[0];
    const std::string i = absl::StrCat("%i", op.id), end = absl::StrCat("%end", op.id);
    const std::string result = absl::StrCat("%loop", op.id);
    std::string state = absl::StrCat(i, " = %zero");
    for (size_t n = 0; n < body.arguments.size(); ++n) {
      absl::StrAppend(&state, ", ", V(body.arguments[n]), " = ", V(op.operands[n]));
    }
    std::string results;
    for (int id : body.results) absl::StrAppend(&results, ", ", V(id));
    const std::string types = absl::StrCat("tensor<i32>, ", Types(body.arguments.size()));
    return absl::StrCat(
        end, " = stablehlo.constant dense<", op.count, "> : tensor<i32>\n", result, ":",
        body.results.size() + 1, " = stablehlo.while(", state, ") : ", types,
        "\ncond {\n%c = stablehlo.compare LT, ", i, ", ", end,
        " : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %c : "
        "tensor<i1>\n} do {\n",
        Operations(body), "%next = stablehlo.add ", i,
        ", %one : tensor<i32>\nstablehlo.return %next", results, " : ", types, "\n}\n",
        WithType(Named(op, result, 1)));
  }

  std::string Branch(const Operation& op) {
    const std::string result = absl::StrCat("%case", op.id);
    std::string regions;
    for (const Region& region : op.inner) {
      absl::StrAppend(&regions, regions.empty() ? "" : ", ", "{\n", Operations(region),
                      "stablehlo.return ", Results(region.results), "}");
    }
    const size_t count = op.inner[0].results.size();
    const bool one = count == 1;
    return absl::StrCat(one ? V(op.id) : absl::StrCat(result, ":", count),
                        R"( = "stablehlo.case"(%which) ()", regions,
                        ") : (tensor<i32>) -> ", one ? type_ : "(" + Types(count) + ")",
                        "\n", one ? "" : WithType(Named(op, result, 0)));
  }

  const std::string type_;
};

class Interpreter {
 public:
  explicit Interpreter(int which) : which_(which) {}

  std::vector<Vector> Run(const Region& region, const std::vector<Vector>& arguments) {
    for (size_t n = 0; n < arguments.size(); ++n)
      values_[region.arguments[n]] = arguments[n];
    for (const Operation& op : region.operations) Do(op);
    std::vector<Vector> results;
    for (int id : region.results) results.push_back(values_.at(id));
    return results;
  }

 private:
  void Do(const Operation& op) {
    std::vector<Vector> made;
    if (op.kind == "while") {
      for (int id : op.operands) made.push_back(values_.at(id));
      for (int turn = 0; turn < op.count; ++turn) made = Run(op.inner[0], made);
    } else if (op.kind == "case") {
      made = Run(op.inner[which_], {});
    } else {
      made = {Simple(op, values_.at(op.operands[0]), values_.at(op.operands[1]))};
    }
    for (size_t n = 0; n < made.size(); ++n)
      values_[op.id + static_cast<int>(n)] = made[n];
  }

  static Vector Simple(const Operation& op, Vector x, const Vector& y) {
    const auto all = [&](const std::function<uint32_t(uint32_t, uint32_t)>& f) {
      for (size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<int32_t>(
            f(static_cast<uint32_t>(x[i]), static_cast<uint32_t>(y[i])));
      }
    };
    if (op.kind == "add") all([](uint32_t a, uint32_t b) { return a + b; });
    if (op.kind == "multiply") all([](uint32_t a, uint32_t b) { return a * b; });
    if (op.kind == "negate") all([](uint32_t a, uint32_t) { return 0 - a; });
    if (op.kind == "reverse") std::reverse(x.begin(), x.end());
    if (op.kind == "update") x[op.count] = y[0];
    if (op.kind == "scatter") {
      x[op.count] = static_cast<int32_t>(static_cast<uint32_t>(x[op.count]) +
                                         static_cast<uint32_t>(y[0]));
    }
    return x;
  }

  int which_;
  std::map<int, Vector> values_;
};

Array ArrayOf(const Vector& x) {
  Array a({ElementType::kI32, {static_cast<int64_t>(x.size())}});
  std::memcpy(a.bytes.data(), x.data(), a.bytes.size());
  return a;
}

void ExpectInterpreted(uint32_t seed, int64_t size) {
  const Generator generator(seed, size);
  const std::string text = Printer(size).Program(generator.main());
  std::vector<Vector> inputs(2);
  for (int64_t i = 0; i < size; ++i) {
    inputs[0].push_back(static_cast<int32_t>(i + 1));
    inputs[1].push_back(static_cast<int32_t>(3 * i - 7));
  }
  for (bool cluster : {true, false}) {
    How how;
    how.cluster = cluster;
    how.guard = true;
    how.threads = cluster ? 3 : 1;
    const absl::StatusOr<Compiled> compiled = Compiled::Make(text, how);
    ASSERT_TRUE(compiled.ok()) << compiled.status() << "\n" << text;
    for (int which : {0, 1}) {
      std::vector<Array> want;
      for (const Vector& x : Interpreter(which).Run(generator.main(), inputs)) {
        want.push_back(ArrayOf(x));
      }
      const absl::StatusOr<std::vector<Array>> got =
          compiled->Run({ArrayOf(inputs[0]), ArrayOf(inputs[1]),
                         Filled(ElementType::kI32, {}, {1.0 * which})});
      ASSERT_TRUE(got.ok()) << got.status() << "\n" << text;
      ASSERT_TRUE(*got == want) << "seed " << seed << ", size " << size << ", cluster "
                                << cluster << ", branch " << which << "\n"
                                << text;
    }
  }
}

TEST(NestedRegions, AreWhatAnInterpreterSays) {
  const uint32_t count = Soaks() ? 2000 : 30;
  for (uint32_t seed = 0; seed < count; ++seed) {
    for (int64_t size : {1, 5, 2000}) {
      ExpectInterpreted(seed, size);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
