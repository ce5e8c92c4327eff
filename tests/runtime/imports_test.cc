// Code for every operation, element type and target: it can be selected, and
// imports nothing but the names of the ABI. Every other type on each target, and the
// rest on the next; all on all with TILEWRIGHT_SOAK.
#include <elf.h>

#include <set>

#include "codegen/emit/emit.h"
#include "codegen/pipeline.h"
#include "jit/llvm/object_compiler.h"
#include "jit/llvm/target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "support/abi.h"
#include "tests/runtime/planned_text.h"
#include "tests/runtime/program_table.h"
#include "tests/soak.h"

namespace tilewright::runtime {
namespace {

// Names that an object refers to and does not define.
std::set<std::string> ImportsOf(const std::string& object) {
  std::set<std::string> names;
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof header);
  const auto section = [&](size_t n) {
    Elf64_Shdr s;
    std::memcpy(&s, object.data() + header.e_shoff + n * sizeof s, sizeof s);
    return s;
  };
  for (size_t n = 0; n < header.e_shnum; ++n) {
    const Elf64_Shdr table = section(n);
    if (table.sh_type != SHT_SYMTAB) continue;
    const Elf64_Shdr strings = section(table.sh_link);
    for (size_t at = sizeof(Elf64_Sym); at < table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, object.data() + table.sh_offset + at, sizeof symbol);
      if (symbol.st_shndx == SHN_UNDEF) {
        names.insert(object.data() + strings.sh_offset + symbol.st_name);
      }
    }
  }
  return names;
}

const std::set<std::string>& Permitted() {
  static const std::set<std::string> names = {"_GLOBAL_OFFSET_TABLE_",
#define TW_NAME(name) #name,
                                              TW_ABI_IMPORTS(TW_NAME)
#undef TW_NAME
  };
  return names;
}

constexpr const char* kTargets[] = {"x86-64-v3", "x86-64-v4", "x86-64-v4-bf16", "aarch64",
                                    "aarch64-v8.6"};

std::vector<ElementType> TypesOn(absl::string_view target) {
  if (Soaks()) return AllTypes();
  const size_t number =
      std::find(std::begin(kTargets), std::end(kTargets), target) - std::begin(kTargets);
  std::vector<ElementType> types;
  for (ElementType type : AllTypes()) {
    const bool rounded = type == ElementType::kF32 || type == ElementType::kBF16;
    if (rounded || static_cast<size_t>(type) % 2 == number % 2) types.push_back(type);
  }
  return types;
}

bool Parses(const std::string& text) { return stablehlo::ParseProgram(text).ok(); }

class Imports : public ::testing::TestWithParam<const char*> {
 protected:
  // The number of kernels whose objects were looked at.
  int Check(const std::string& text, const std::string& what,
            Numerics numerics = Numerics::kIeee) {
    const absl::Status status = TryCheck(text, what, numerics);
    EXPECT_TRUE(status.ok()) << what << ": " << status << "\n" << text;
    return kernels_;
  }

 private:
  absl::Status TryCheck(const std::string& text, const std::string& what,
                        Numerics numerics) {
    TW_ASSIGN_OR_RETURN(const jit::Target target, jit::FindTarget(GetParam()));
    const codegen::CodeFacts facts = {.kernel = {target, numerics}};
    TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned, PlanText(text, facts));
    TW_ASSIGN_OR_RETURN(std::unique_ptr<jit::ObjectCompiler> compiler,
                        jit::ObjectCompiler::Create(target));
    const codegen::EmitOptions emit = codegen::EmitOptionsFor(facts.kernel);
    for (const tile::Program& kernel : planned.programs) {
      llvm::LLVMContext context;
      TW_ASSIGN_OR_RETURN(std::unique_ptr<llvm::Module> module,
                          codegen::EmitKernel(kernel, emit, context));
      TW_ASSIGN_OR_RETURN(const std::string object, compiler->Compile(*module));
      for (const std::string& name : ImportsOf(object)) {
        EXPECT_TRUE(name.empty() || Permitted().count(name) > 0)
            << what << ": " << kernel.name << " imports " << name;
      }
      ++kernels_;
    }
    return absl::OkStatus();
  }

  int kernels_ = 0;
};

// One operation in a function of its own, "" where its result has other types.
std::string Alone(const std::string& op, const std::string& type) {
  return Main("%x: " + type + ", %y: " + type, type,
              "%0 = " + op + "\nreturn %0 : " + type);
}

// All operations that the front end takes at this type, summed up.
std::string Elementwise(ElementType element) {
  const std::string t = Type(element, {37}), p = Type(ElementType::kI1, {37});
  std::vector<std::string> ops;
  for (const char* name : {"abs",
                           "negate",
                           "sign",
                           "not",
                           "popcnt",
                           "count_leading_zeros",
                           "ceil",
                           "floor",
                           "round_nearest_afz",
                           "round_nearest_even",
                           "cbrt",
                           "cosine",
                           "exponential",
                           "exponential_minus_one",
                           "log",
                           "log_plus_one",
                           "logistic",
                           "rsqrt",
                           "sine",
                           "sqrt",
                           "tan",
                           "tanh"}) {
    ops.push_back(absl::StrCat("stablehlo.", name, " %x : ", t));
  }
  ops.push_back("stablehlo.reduce_precision %x, format = e5m2 : " + t);
  for (const char* name :
       {"add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum",
        "power", "atan2", "and", "or", "xor", "shift_left", "shift_right_arithmetic",
        "shift_right_logical"}) {
    ops.push_back(absl::StrCat("stablehlo.", name, " %x, %y : ", t));
  }
  for (const char* name :
       {"acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh",
        "digamma", "erf", "erf_inv", "erfc", "lgamma", "sinh", "square"}) {
    ops.push_back(absl::StrCat("chlo.", name, " %x : ", t, " -> ", t));
  }
  ops.push_back("chlo.next_after %x, %y : " + t + ", " + t + " -> " + t);
  ops.push_back("stablehlo.clamp %y, %x, %y : " + t);
  std::string body, last = "%x";
  int n = 0;
  // Bytes as floats are computed in f32: one such type stands for all.
  const bool short_list = IsReal(element) && ir::StorageBytes(element) == 1 &&
                          element != ElementType::kF8E5M2;
  for (const std::string& op : ops) {
    if (short_list && n > 12) break;
    if (!Parses(Alone(op, t))) continue;
    // Refused, by name, for complex numbers.
    if (ir::IsComplex(element) && (op.find("remainder") != std::string::npos ||
                                   op.find("atan2") != std::string::npos)) {
      continue;
    }
    absl::StrAppend(&body, "%o", n, " = ", op, "\n%s", n, " = stablehlo.add ", last,
                    ", %o", n, " : ", t, "\n");
    last = absl::StrCat("%s", n++);
  }
  for (const char* direction : {"EQ", "LT", "GE"}) {
    absl::StrAppend(&body, "%p", direction, " = stablehlo.compare ", direction,
                    ", %x, %y : (", t, ", ", t, ") -> ", p, "\n%q", direction,
                    " = stablehlo.select %p", direction, ", ", last, ", %y : ", p, ", ",
                    t, "\n");
    if (ir::IsComplex(element)) break;  // only EQ and NE
    last = absl::StrCat("%q", direction);
  }
  return Main("%x: " + t + ", %y: " + t, t, body + "return " + last + " : " + t);
}

TEST_P(Imports, OfElementwiseOperationsAtEveryType) {
  int kernels = 0;
  for (ElementType type : TypesOn(GetParam())) {
    const std::string text = Elementwise(type);
    kernels = Check(text, std::string(ir::Name(type)));
    if (type == ElementType::kF32 || type == ElementType::kBF16) {
      kernels = Check(text, std::string(ir::Name(type)), Numerics::kTpu);
    }
  }
  EXPECT_GE(kernels, static_cast<int>(TypesOn(GetParam()).size()));
}

TEST_P(Imports, OfConversionsBetweenAllTypes) {
  for (ElementType from : TypesOn(GetParam())) {
    const std::string a = Type(from, {37}), f = Type(ElementType::kF32, {37});
    std::string body = "%s = stablehlo.convert %x : (" + a + ") -> " + f + "\n";
    std::string last = "%s";
    int n = 0;
    for (ElementType to : AllTypes()) {
      const std::string r = Type(to, {37});
      absl::StrAppend(&body, "%c", n, " = stablehlo.convert %x : (", a, ") -> ", r,
                      "\n%b", n, " = stablehlo.convert %c", n, " : (", r, ") -> ", f,
                      "\n%s", n, " = stablehlo.add ", last, ", %b", n, " : ", f, "\n");
      last = absl::StrCat("%s", n++);
    }
    Check(Main("%x: " + a, f, body + "return " + last + " : " + f),
          "from " + std::string(ir::Name(from)));
  }
}

TEST_P(Imports, OfContractionsAtEveryType) {
  for (ElementType type : TypesOn(GetParam())) {
    const std::string a = Type(type, {5, 9}), b = Type(type, {9, 35});
    const std::string r = Type(type, {5, 35});
    const std::string text =
        Main("%x: " + a + ", %y: " + b, r,
             "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" + a +
                 ", " + b + ") -> " + r + "\nreturn %0 : " + r);
    Check(text, "dot of " + std::string(ir::Name(type)));
    Check(text, "dot of " + std::string(ir::Name(type)), Numerics::kTpu);
    const std::string x = Type(type, {1, 6, 3}), w = Type(type, {2, 3, 17});
    const std::string o = Type(type, {1, 5, 17});
    Check(
        Main("%x: " + x + ", %w: " + w, o,
             "%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, "
             "0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : "
             "i64} : (" +
                 x + ", " + w + ") -> " + o + "\nreturn %0 : " + o),
        "convolution of " + std::string(ir::Name(type)));
  }
}

// Reductions of both directions, windows, running sums, sorts, gathers,
// scatters, moves.
std::string Structured(ElementType element) {
  std::string text = R"(
  %r0 = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] : (X, S) -> V
  %r1 = stablehlo.reduce(%x init: %f) applies stablehlo.multiply across dimensions = [1] : (X, S) -> W
  %r2 = "stablehlo.reduce_window"(%x, %f) <{padding = dense<[[0, 0], [18, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 19>}> ({
  ^bb0(%a: S, %b: S):
    %s = stablehlo.add %a, %b : S
    stablehlo.return %s : S
  }) : (X, S) -> X
  %r3 = "stablehlo.reduce_window"(%x, %f) <{padding = dense<1> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>}> ({
  ^bb0(%a: S, %b: S):
    %s = stablehlo.multiply %a, %b : S
    stablehlo.return %s : S
  }) : (X, S) -> X
  %r4 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: S, %b: S):
    %ar = stablehlo.convert %a : (S) -> tensor<f64>
    %br = stablehlo.convert %b : (S) -> tensor<f64>
    %s = stablehlo.compare LT, %ar, %br : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (X) -> X
  %r5 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 19>}> : (X, tensor<7x1xi32>) -> X
  %r6 = "stablehlo.scatter"(%x, %i, %r5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: S, %b: S):
    %s = stablehlo.add %a, %b : S
    stablehlo.return %s : S
  }) : (X, tensor<7x1xi32>, X) -> X
  %t = stablehlo.transpose %x, dims = [1, 0] : (X) -> T
  %r7 = stablehlo.reverse %t, dims = [0] : T
  %r8 = stablehlo.pad %x, %f, low = [1, -1], high = [0, 1], interior = [0, 0] : (X, S) -> P
  %k = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.dynamic_slice %x, %k, %k, sizes = [2, 5] : (X, tensor<i32>, tensor<i32>) -> D
  %r9 = stablehlo.dynamic_update_slice %x, %d, %k, %k : (X, D, tensor<i32>, tensor<i32>) -> X
  %w:2 = stablehlo.while(%n = %k, %v = %x) : tensor<i32>, X
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GT, %n, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %u = stablehlo.add %v, %x : X
    stablehlo.return %m, %u : tensor<i32>, X
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %w#1 : V, W, X, X, X, X, X, T, P, X, X)";
  const std::vector<std::pair<char, Dims>> names = {
      {'X', {7, 19}}, {'S', {}},      {'V', {19}},  {'W', {7}},
      {'T', {19, 7}}, {'P', {8, 19}}, {'D', {2, 5}}};
  // A type's name stands between spaces, brackets and commas.
  std::string spelled;
  for (size_t i = 0; i < text.size(); ++i) {
    const char before = i > 0 ? text[i - 1] : ' ';
    const char after = i + 1 < text.size() ? text[i + 1] : ' ';
    std::string piece(1, text[i]);
    if ((before == ' ' || before == '(') &&
        (after == ' ' || after == ',' || after == ')' || after == '\n')) {
      for (const auto& [name, dims] : names) {
        if (name == text[i]) piece = Type(element, dims);
      }
    }
    spelled += piece;
  }
  return Main("%x: " + Type(element, {7, 19}) + ", %f: " + Type(element, {}) +
                  ", %i: tensor<7x1xi32>",
              spelled.substr(spelled.rfind(" : ") + 3), spelled);
}

TEST_P(Imports, OfReductionsWindowsSortsAndMovesAtEveryType) {
  for (ElementType type : TypesOn(GetParam())) {
    Check(Structured(type), std::string(ir::Name(type)));
  }
}

TEST_P(Imports, OfWholeProgramsInBothNumerics) {
  for (const TableProgram& program : TablePrograms()) {
    for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
      Check(program.text, program.name, numerics);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Imports, ::testing::ValuesIn(kTargets),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' || c == '.' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tilewright::runtime
