// What holds of every elementwise operation, whatever it computes.
#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "tests/codegen/scalar_harness.h"

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

// Every operation on every operand type, with the result types it has.
std::vector<TestOp> AllOps() {
  std::vector<TestOp> ops;
  for (int i = 0; i < ir::OpKindCount(); ++i) {
    OpKind kind = static_cast<OpKind>(i);
    if (!ir::IsElementwise(kind)) continue;
    for (ElementType type : ValueTypes()) {
      std::vector<ElementType> operands(ir::Info(kind).min_operands, type);
      ScalarOp op{.kind = kind};
      switch (kind) {
        case OpKind::kConvert:
          for (ElementType to : ValueTypes()) ops.push_back({op, operands, to});
          break;
        case OpKind::kCompare:
          for (int64_t direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
            for (int64_t order : {kFloatOrder, kTotalOrder}) {
              ops.push_back({{kind, direction, order}, operands, ElementType::kI1});
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
          if (type == ElementType::kF64) ops.push_back({op, operands, ElementType::kC128});
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


TEST(ScalarEmission, IsTheSameForEveryLaneCount) {
  constexpr int kCount = 256;
  for (const TestOp& op : AllOps()) {
    std::vector<std::vector<uint8_t>> inputs;
    std::vector<const void*> pointers;
    for (ElementType type : op.operands) {
      inputs.push_back(Patterns(type, kCount, 7 + inputs.size()));
    }
    for (const std::vector<uint8_t>& input : inputs) pointers.push_back(input.data());
    std::vector<uint8_t> first;
    bool convert = op.op.kind == OpKind::kConvert;
    for (int lanes : convert ? std::vector<int>{0, 16} : std::vector<int>{0, 4, 32}) {
      absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, Numerics::kIeee);
      if (kernel.status().code() == absl::StatusCode::kUnimplemented) break;
      ASSERT_TRUE(kernel.ok()) << Describe(op) << kernel.status();
      std::vector<uint8_t> out(kCount * ir::StorageBytes(op.result));
      kernel->Run(pointers, out.data(), kCount);
      if (first.empty()) first = out;
      // NaN payloads may differ; they are not values.
      if (out != first) {
        int bytes = ir::StorageBytes(ir::RealPart(op.result));
        bool floating = ir::IsFloat(ir::RealPart(op.result));
        for (size_t i = 0; i < out.size(); i += bytes) {
          if (std::memcmp(&out[i], &first[i], bytes) == 0) continue;
          double a = 0, b = 1;
          if (bytes == 4 && floating) {
            float x, y;
            std::memcpy(&x, &out[i], 4);
            std::memcpy(&y, &first[i], 4);
            a = x, b = y;
          } else if (bytes == 8 && floating) {
            std::memcpy(&a, &out[i], 8);
            std::memcpy(&b, &first[i], 8);
          } else if (bytes == 2 && floating) {
            bool bf16 = op.result == ElementType::kBF16;
            uint16_t x, y;
            std::memcpy(&x, &out[i], 2);
            std::memcpy(&y, &first[i], 2);
            uint16_t infinity = bf16 ? 0x7f80 : 0x7c00;
            if ((x & 0x7fff) > infinity && (y & 0x7fff) > infinity) continue;
          }
          EXPECT_TRUE(std::isnan(a) && std::isnan(b))
              << Describe(op) << " with " << lanes << " lanes, element " << i / bytes
              << ": " << a << " against " << b;
          break;
        }
      }
    }
  }
}

TEST(ScalarEmission, ImportsNothingOnAnyTarget) {
  for (const TestTarget& target : {X86V3(), X86V4(), Aarch64()}) {
    ScalarOptions options{.numerics = Numerics::kIeee, .target = target.vector};
    for (const TestOp& op : AllOps()) {
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
