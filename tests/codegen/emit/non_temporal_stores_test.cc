// Which arrays are written past the caches.
#include <string>

#include "codegen/emit/emit.h"
#include "gtest/gtest.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "tile/builder.h"
#include "tile/statements.h"

namespace tilewright::codegen {
namespace {

constexpr int64_t kMiB = 1 << 20;

EmitOptions Machine(int last_cache, int64_t l2_bytes, bool x86 = true) {
  EmitOptions options;
  options.processor.last_cache = last_cache;
  options.l2_bytes = l2_bytes;
  options.scalar.target.x86 = x86;
  return options;
}

// -x of an array of so many bytes, as a kernel.
std::unique_ptr<llvm::Module> Negated(int64_t bytes, const EmitOptions& options,
                                      llvm::LLVMContext& context) {
  tile::Program program;
  tile::Builder b(&program);
  const ir::TensorType type = {ir::ElementType::kF32, {bytes / 4}};
  const tile::ExprId x = b.Load(b.Input(type));
  const tile::ExprId value = b.Scalar(ir::OpKind::kNegate, {x}, type);
  b.Append(tile::StoreStatement(&b, tile::StoreTo(b.Output(type), value)));
  absl::StatusOr<std::unique_ptr<llvm::Module>> module =
      EmitKernel(program, options, context);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

bool GoesPastTheCaches(int64_t bytes, const EmitOptions& options) {
  llvm::LLVMContext context;
  const auto module = Negated(bytes, options, context);
  for (const llvm::Function& function : *module) {
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        if (instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal)) return true;
      }
    }
  }
  return false;
}

TEST(NonTemporalStores, AreOfArraysThatALastCacheDoesNotKeep) {
  EXPECT_FALSE(GoesPastTheCaches(47 * kMiB, Machine(32, kMiB)));
  EXPECT_TRUE(GoesPastTheCaches(48 * kMiB, Machine(32, kMiB)));
  EXPECT_TRUE(GoesPastTheCaches(24 * kMiB, Machine(16, kMiB)));
}

TEST(NonTemporalStores, AreOfWhatTheCoresOwnCachesDoNotKeepWhereNoOtherDoes) {
  EXPECT_FALSE(GoesPastTheCaches(7 * kMiB, Machine(0, 2 * kMiB)));
  EXPECT_TRUE(GoesPastTheCaches(8 * kMiB, Machine(0, 2 * kMiB)));
  EXPECT_TRUE(GoesPastTheCaches(4 * kMiB, Machine(0, kMiB)));
}

TEST(NonTemporalStores, AreX86Processors) {
  EXPECT_FALSE(GoesPastTheCaches(64 * kMiB, Machine(0, kMiB, /*x86=*/false)));
}

}  // namespace
}  // namespace tilewright::codegen
