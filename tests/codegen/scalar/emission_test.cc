// What holds of every elementwise operation, whatever it computes.
#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "tests/codegen/scalar/harness.h"
#include "tests/soak.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

std::vector<ElementType> ValueTypes() {
  std::vector<ElementType> types;
  for (int i = 0; i < ir::kElementTypeCount; ++i) {
    if (static_cast<ElementType>(i) != ElementType::kToken) {
      types.push_back(static_cast<ElementType>(i));
    }
  }
  return types;
}

// Types that stand for their like in conversions: what converts to or from another one
// takes the same steps between the two formats' words, floats or integers.
bool IsTypical(ElementType type) {
  switch (type) {
    case ElementType::kI1:
    case ElementType::kI32:
    case ElementType::kU64:
    case ElementType::kBF16:
    case ElementType::kF32:
    case ElementType::kF64:
      return true;
    default:
      return false;
  }
}

// Every operation on every operand type, with the result types it has; in a soak all
// conversions and comparisons, otherwise conversions from or to a typical type, and of
// each other type's comparisons two.
std::vector<TestOp> AllOps() {
  const bool soak = Soaks();
  std::vector<TestOp> ops;
  for (int i = 0; i < ir::OpKindCount(); ++i) {
    OpKind kind = static_cast<OpKind>(i);
    if (!ir::IsElementwise(kind)) continue;
    for (ElementType type : ValueTypes()) {
      std::vector<ElementType> operands(ir::Info(kind).min_operands, type);
      ScalarOp op{.kind = kind};
      switch (kind) {
        case OpKind::kConvert:
          for (ElementType to : ValueTypes()) {
            if (soak || IsTypical(type) || IsTypical(to)) {
              ops.push_back({op, operands, to});
            }
          }
          break;
        case OpKind::kCompare:
          for (int64_t direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
            for (int64_t order : {kFloatOrder, kTotalOrder}) {
              const int64_t number = 2 * direction + order + static_cast<int64_t>(type);
              if (soak || IsTypical(type) || number % 6 == 0) {
                ops.push_back({{kind, direction, order}, operands, ElementType::kI1});
              }
            }
          }
          break;
        case OpKind::kReducePrecision:
          ops.push_back({{kind, 3, 2}, operands, type});
          break;
        case OpKind::kSelect:
          operands[0] = ElementType::kI1;
          ops.push_back({op, operands, type});
          break;
        case OpKind::kIsFinite:
          ops.push_back({op, operands, ElementType::kI1});
          break;
        case OpKind::kAbs:
        case OpKind::kReal:
        case OpKind::kImag:
          ops.push_back({op, operands, ir::RealPart(type)});
          break;
        case OpKind::kComplex:
          if (type == ElementType::kF32) ops.push_back({op, operands, ElementType::kC64});
          if (type == ElementType::kF64)
            ops.push_back({op, operands, ElementType::kC128});
          break;
        default:
          ops.push_back({op, operands, type});
      }
    }
  }
  return ops;
}

std::string Describe(const TestOp& op) {
  std::string text(ir::Name(op.op.kind));
  for (ElementType type : op.operands) text += " " + std::string(ir::Name(type));
  return text + " -> " + std::string(ir::Name(op.result));
}

// Bit patterns that mix random ones with the interesting ones of the type.
std::vector<uint8_t> Patterns(ElementType type, int count, uint32_t seed) {
  std::mt19937 random(seed);
  int bytes = ir::StorageBytes(type);
  std::vector<uint8_t> result(static_cast<size_t>(count) * bytes);
  for (uint8_t& byte : result) byte = static_cast<uint8_t>(random());
  if (ir::IsBool(type) || ir::Info(type).bits < 8) {
    int bits = ir::Info(type).bits;
    for (uint8_t& byte : result) {
      byte &= (1 << bits) - 1;
      if (ir::IsSigned(type) && (byte >> (bits - 1))) byte |= ~((1 << bits) - 1);
    }
    return result;
  }
  // Half of the floats near one, where the functions do their work.
  ElementType part = ir::RealPart(type);
  for (int i = 0; i < count; i += 2) {
    double value = std::ldexp(static_cast<double>(random()) - 0x1p31, -28);
    if (part == ElementType::kF32) {
      float narrow = static_cast<float>(value);
      std::memcpy(&result[static_cast<size_t>(i) * bytes], &narrow, 4);
    } else if (part == ElementType::kF64) {
      std::memcpy(&result[static_cast<size_t>(i) * bytes], &value, 8);
    }
  }
  return result;
}

// Every element as a double, a NaN as NaN whatever its payload; integers as
// they are.
bool SameValues(ElementType type, const std::vector<uint8_t>& a,
                const std::vector<uint8_t>& b) {
  if (a == b) return true;
  ElementType part = ir::RealPart(type);
  const ir::ElementTypeInfo& info = ir::Info(part);
  if (!ir::IsFloat(part) || info.specials != ir::SpecialValues::kIeee) return false;
  size_t bytes = info.storage_bytes;
  for (size_t i = 0; i < a.size(); i += bytes) {
    uint64_t x = 0, y = 0;
    std::memcpy(&x, &a[i], bytes);
    std::memcpy(&y, &b[i], bytes);
    uint64_t magnitude = ~uint64_t{0} >> (65 - info.bits);
    uint64_t infinity = magnitude & ~((uint64_t{1} << info.mantissa_bits) - 1);
    bool both_nan = (x & magnitude) > infinity && (y & magnitude) > infinity;
    if (x != y && !both_nan) return false;
  }
  return true;
}

void CheckLaneCounts(const TestOp& op, const std::vector<int>& lane_counts,
                     Numerics numerics, const TestTarget& target) {
  constexpr int kCount = 256;
  std::vector<std::vector<uint8_t>> inputs;
  std::vector<const void*> pointers;
  for (ElementType type : op.operands) {
    inputs.push_back(Patterns(type, kCount, 7 + static_cast<uint32_t>(inputs.size())));
  }
  for (const std::vector<uint8_t>& input : inputs) pointers.push_back(input.data());
  std::vector<uint8_t> first;
  for (int lanes : lane_counts) {
    absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, numerics, target);
    if (kernel.status().code() == absl::StatusCode::kUnimplemented) return;
    ASSERT_TRUE(kernel.ok()) << Describe(op) << kernel.status();
    std::vector<uint8_t> out(static_cast<size_t>(kCount) * ir::StorageBytes(op.result));
    kernel->Run(pointers, out.data(), kCount);
    if (first.empty()) first = out;
    EXPECT_TRUE(SameValues(op.result, out, first))
        << Describe(op) << " with " << lanes << " lanes";
  }
}

TEST(ScalarEmission, IsTheSameForEveryLaneCount) {
  for (const TestOp& op : AllOps()) {
    CheckLaneCounts(op, {0, 16}, Numerics::kIeee, Here());
  }
}

TEST(ScalarEmission, IsTheSameForEveryLaneCountInRelaxedNumerics) {
  TestTarget target = X86V4Bf16().runs_here ? X86V4Bf16() : Here();
  for (const TestOp& op : AllOps()) {
    ElementType type = op.operands.back();
    bool f32 = type == ElementType::kF32;
    if (op.op.kind == OpKind::kConvert && !f32) continue;
    if (!f32 && type != ElementType::kBF16) continue;
    CheckLaneCounts(op, {0, 2, 4, 8, 16, 32}, Numerics::kTpu, target);
  }
}

// Every other operation on x86, the others on Arm; in a soak all on both.
TEST(ScalarEmission, ImportsNothingOnAnyTarget) {
  const bool soak = Soaks();
  const std::vector<TestOp> ops = AllOps();
  // What a target with more instructions imports, one with fewer does.
  for (const TestTarget& target : {X86V3(), X86V4Bf16(), Aarch64(), Aarch64Bf16()}) {
    ScalarOptions options{.numerics = Numerics::kIeee, .target = target.vector};
    // What differs with this feature is bf16 in relaxed numerics.
    bool bf16 = target.vector.avx512_bf16 || target.vector.neon_bf16;
    if (bf16) options.numerics = Numerics::kTpu;
    const size_t step = soak || bf16 ? 1 : 2;
    for (size_t i = target.vector.x86 ? 0 : step - 1; i < ops.size(); i += step) {
      const TestOp& op = ops[i];
      if (bf16 && op.result != ElementType::kBF16) continue;
      llvm::LLVMContext context;
      absl::StatusOr<std::unique_ptr<llvm::Module>> module =
          EmitLoop(context, op, 8, options);
      if (module.status().code() == absl::StatusCode::kUnimplemented) continue;
      ASSERT_TRUE(module.ok()) << Describe(op) << module.status();
      std::unique_ptr<llvm::MemoryBuffer> object = ObjectFor(**module, target);
      for (const std::string& name : Imports(*object)) {
        ADD_FAILURE() << Describe(op) << " on " << target.name << " imports " << name;
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::codegen
