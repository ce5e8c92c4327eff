// Which arrays are written past the caches.
#include <optional>
#include <string>
#include <vector>

#include "codegen/emit/emit.h"
#include "gtest/gtest.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "tile/builder.h"
#include "tile/sizes.h"
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

// An operation on an array of so many bytes, or of as many as are known when it runs, as
// a kernel.
std::unique_ptr<llvm::Module> Kernel(ir::OpKind op, std::optional<int64_t> bytes,
                                     const EmitOptions& options,
                                     llvm::LLVMContext& context) {
  tile::Program program;
  tile::Builder b(&program);
  if (!bytes.has_value()) program.symbols.Add("n", {.at_least = 2});
  const ir::Size size = bytes.has_value() ? ir::Size(*bytes / 4) : ir::Size::OfSymbol(0);
  const ir::TensorType type = {ir::ElementType::kF32,
                               ir::Shape(std::vector<ir::Size>{size})};
  const tile::ExprId x = b.Load(b.Input(type));
  const tile::ExprId value = b.Scalar(op, {x}, type);
  b.Append(tile::StoreStatement(&b, tile::StoreTo(b.Output(type), value)));
  if (!bytes.has_value()) tile::BindSymbols(&program);
  absl::StatusOr<std::unique_ptr<llvm::Module>> module =
      EmitKernel(program, options, context);
  EXPECT_TRUE(module.ok()) << module.status();
  return *std::move(module);
}

bool GoesPastTheCaches(std::optional<int64_t> bytes, const EmitOptions& options,
                       ir::OpKind op = ir::OpKind::kNegate) {
  llvm::LLVMContext context;
  const auto module = Kernel(op, bytes, options, context);
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

TEST(NonTemporalStores, AreOfArraysThatMayBeLargeWhereThatIsLittleCode) {
  EXPECT_TRUE(GoesPastTheCaches({}, Machine(32, kMiB)));
  EXPECT_FALSE(GoesPastTheCaches({}, Machine(32, kMiB), ir::OpKind::kTanh));
  EXPECT_FALSE(GoesPastTheCaches({}, Machine(32, kMiB, /*x86=*/false)));
}

}  // namespace
}  // namespace tilewright::codegen
