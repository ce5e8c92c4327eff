// Runs StableHLO text from outside: text and arrays in, arrays out.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/parse.h"
#include "gtest/gtest.h"
#include "ir/float_bits.h"
#include "ir/tensor_type.h"
#include "jit/llvm/target.h"
#include "runtime/memory/block.h"
#include "runtime/run/executable.h"
#include "support/status_macros.h"
#include "tests/plain_target.h"

namespace tilewright::runtime {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;

inline bool IsReal(ElementType t) { return ir::IsFloat(t); }

// Every element type of a tensor, complex ones last.
inline std::vector<ElementType> AllTypes() {
  std::vector<ElementType> types;
  for (int t = 0; t < static_cast<int>(ElementType::kToken); ++t) {
    types.push_back(static_cast<ElementType>(t));
  }
  return types;
}

// A tensor on the host, row-major.
struct Array {
  TensorType type;
  std::vector<uint8_t> bytes;

  explicit Array(TensorType t) : type(std::move(t)), bytes(type.byte_size(), 0) {}

  int64_t size() const { return type.num_elements(); }
  uint64_t Bits(int64_t i) const {
    const int width = ir::StorageBytes(type.element);
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    return bits;
  }
  void SetBits(int64_t i, uint64_t bits) {
    const int width = ir::StorageBytes(type.element);
    std::memcpy(bytes.data() + i * width, &bits, width);
  }
  // Integers and i1 only.
  int64_t Int(int64_t i) const {
    const int width = 8 * ir::StorageBytes(type.element);
    if (!ir::IsSigned(type.element)) return static_cast<int64_t>(Bits(i));
    return static_cast<int64_t>(Bits(i) << (64 - width)) >> (64 - width);
  }
  // Any real type.
  double Real(int64_t i) const {
    if (IsReal(type.element)) return ir::FloatFromBits(type.element, Bits(i));
    if (ir::IsUnsigned(type.element)) return static_cast<double>(Bits(i));
    return static_cast<double>(Int(i));
  }
  void SetReal(int64_t i, double value) {
    SetBits(i, IsReal(type.element) ? ir::FloatToBits(type.element, value)
                                    : static_cast<uint64_t>(static_cast<int64_t>(value)));
  }
  friend bool operator==(const Array&, const Array&) = default;
};

// `value` as the integer type keeps it: modulo 2^bits, extended to 64 bits.
inline int64_t Wrap(ElementType type, __int128 value) {
  const int bits = ir::IsBool(type) ? 1 : ir::Info(type).bits;
  const uint64_t low = static_cast<uint64_t>(value) << (64 - bits);
  return ir::IsSigned(type) ? static_cast<int64_t>(low) >> (64 - bits)
                            : static_cast<int64_t>(low >> (64 - bits));
}

inline Array Filled(ElementType element, Dims dims, const std::vector<double>& values) {
  Array a({element, std::move(dims)});
  for (int64_t i = 0; i < a.size(); ++i) a.SetReal(i, values[i % values.size()]);
  return a;
}

// Uniform in [low, high], rounded to the type; complex: both parts.
inline Array Random(TensorType type, uint32_t seed, double low = -2, double high = 2) {
  Array a(std::move(type));
  std::mt19937 bits(seed);
  const auto next = [&] { return low + (high - low) * (bits() / 4294967295.0); };
  const ElementType part = ir::RealPart(a.type.element);
  Array flat({part, {a.size() * (part == a.type.element ? 1 : 2)}});
  for (int64_t i = 0; i < flat.size(); ++i) {
    const double x = next();
    if (IsReal(part)) {
      flat.SetReal(i, x);
    } else {
      const double floor = ir::IsSigned(part) ? x : std::fabs(x);
      flat.SetBits(i, static_cast<uint64_t>(Wrap(part, std::llround(floor))));
    }
  }
  a.bytes = std::move(flat.bytes);
  return a;
}

// "tensor<2x3xf32>"
inline std::string Type(ElementType element, const Dims& dims) {
  return ir::ToString({element, dims});
}

// What decides a run.
struct How {
  Numerics numerics = Numerics::kIeee;
  bool cluster = true;
  int threads = 2;
  bool guard = false;
  bool donate = false;  // donated inputs are the outputs' memory
  std::string target = "native";
  std::string chip = "v5e";
};

// A program and its code. Inputs and outputs lie in guarded memory of their own
// when `guard` is set, and inputs that are not donated must stay as they were.
class Compiled {
 public:
  static absl::StatusOr<Compiled> Make(const std::string& text, const How& how) {
    TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed, stablehlo::ParseProgram(text));
    return Make(parsed.program, {}, how);
  }
  // `sizes`: of the program's symbols.
  static absl::StatusOr<Compiled> Make(const ir::Program& program,
                                       std::vector<int64_t> sizes, const How& how) {
    CompileOptions options;
    options.sizes = std::move(sizes);
    options.facts.kernel.numerics = how.numerics;
    options.facts.cluster = how.cluster;
    TW_ASSIGN_OR_RETURN(options.facts.kernel.target, jit::FindTarget(how.target));
    options.facts.chip = how.chip;
    options.cache_mode = "off";
    if (how.guard) setenv("TILEWRIGHT_GUARD", "1", 1);
    auto made = Executable::Compile(program, options);
    if (how.guard) unsetenv("TILEWRIGHT_GUARD");
    TW_RETURN_IF_ERROR(made.status());
    Compiled compiled;
    compiled.executable_ = *std::move(made);
    compiled.how_ = how;
    return compiled;
  }

  const Executable& executable() const { return *executable_; }

  absl::StatusOr<std::vector<Array>> Run(const std::vector<Array>& inputs,
                                         int threads = 0) const {
    const plan::Plan& plan = executable_->plan();
    const Block::Kind memory = how_.guard ? Block::Kind::kGuarded : Block::Kind::kPlain;
    std::vector<Block> in, out;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (i < plan.inputs.size() && inputs[i].type != plan.inputs[i]) {
        return absl::InvalidArgumentError(absl::StrCat("input ", i, " has another type"));
      }
      TW_ASSIGN_OR_RETURN(Block b,
                          Block::Allocate(inputs[i].bytes.size(), "input", memory));
      if (b.size() > 0) std::memcpy(b.data(), inputs[i].bytes.data(), b.size());
      in.push_back(std::move(b));
    }
    std::vector<const void*> from;
    std::vector<void*> to;
    std::vector<bool> given_up(in.size(), false);
    for (const Block& b : in) from.push_back(b.data());
    for (size_t o = 0; o < plan.outputs.size(); ++o) {
      TW_ASSIGN_OR_RETURN(Block b,
                          Block::Allocate(plan.outputs[o].byte_size(), "output", memory));
      to.push_back(b.data());
      out.push_back(std::move(b));
    }
    for (const plan::DonatedBuffer& d : plan.donations) {
      if (!how_.donate) continue;
      to[d.output] = in[d.input].data();
      given_up[d.input] = true;
    }
    ExecuteOptions options;
    options.threads = threads > 0 ? threads : how_.threads;
    TW_RETURN_IF_ERROR(executable_->Execute(from, to, options));
    for (size_t i = 0; i < in.size(); ++i) {
      if (given_up[i] || in[i].size() == 0) continue;
      if (std::memcmp(in[i].data(), inputs[i].bytes.data(), in[i].size()) != 0) {
        return absl::InternalError(absl::StrCat("input ", i, " was written"));
      }
    }
    std::vector<Array> results;
    for (size_t o = 0; o < to.size(); ++o) {
      results.emplace_back(plan.outputs[o]);
      Array& a = results.back();
      if (!a.bytes.empty()) std::memcpy(a.bytes.data(), to[o], a.bytes.size());
    }
    return results;
  }

 private:
  std::shared_ptr<const Executable> executable_;
  How how_;
};

inline absl::StatusOr<std::vector<Array>> RunText(const std::string& text,
                                                  const std::vector<Array>& inputs,
                                                  const How& how = {}) {
  TW_ASSIGN_OR_RETURN(const Compiled compiled, Compiled::Make(text, how));
  return compiled.Run(inputs);
}

// A main function: "%a: tensor<..>" arguments, result types, and a body that
// ends with its return.
inline std::string Main(const std::string& arguments, const std::string& results,
                        const std::string& body) {
  return absl::StrCat("func.func @main(", arguments, ") -> (", results, ") {\n", body,
                      "\n}\n");
}

// The next index of a shape, last dimension fastest; false after the last.
inline bool NextIndex(const Dims& dims, Dims* index) {
  for (int d = static_cast<int>(dims.size()) - 1; d >= 0; --d) {
    if (++(*index)[d] < dims[d]) return true;
    (*index)[d] = 0;
  }
  return false;
}

inline int64_t Flat(const Dims& dims, const Dims& index) {
  int64_t at = 0;
  for (size_t d = 0; d < dims.size(); ++d) at = at * dims[d] + index[d];
  return at;
}

}  // namespace tilewright::runtime
