// Whatever tile::Verify lets through is emitted, or refused by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "codegen/analysis/scratch.h"
#include "codegen/emit/emit.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "tests/codegen/kernel_texts.h"
#include "tests/soak.h"
#include "tests/tile/text/mutation.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"

namespace tilewright::codegen {
namespace {

// What is wrong with the module that is made of the program; "": nothing.
std::string Malformed(const tile::Program& program, const VectorTarget& target) {
  EmitOptions options;
  options.scalar = {program.numerics, target};
  const ir::Size scratch = ScratchBytes(program, options);
  EXPECT_TRUE(!scratch.is_number() || scratch.number() >= 0);
  llvm::LLVMContext context;
  const auto module = EmitKernel(program, options, context);
  std::string what;
  llvm::raw_string_ostream out(what);
  if (module.ok()) llvm::verifyModule(**module, &out);
  return what;
}

// The kernels of the golden cases and of programs of symbols, with a number, a type, an
// operation or a word changed: much of that is refused, some of it is another kernel,
// which changes go on from.
TEST(AnyKernel, ThatIsVerifiedIsEmitted) {
  const bool soak = Soaks();
  const int wanted = soak ? 200000 : 1500;
  constexpr size_t kLongest = 6000;
  const VectorTarget avx2 = {.vector_bits = 256, .avx512 = false};
  const VectorTarget pairs = {.avx512_bf16 = true};
  std::vector<std::string> texts = KernelTexts(Numerics::kTpu);
  std::erase_if(texts, [](const std::string& text) { return text.size() > kLongest; });
  ASSERT_GT(texts.size(), 300u);
  const std::vector<std::string> open = OpenKernelTexts(Numerics::kTpu);
  ASSERT_GT(open.size(), 60u);
  texts.insert(texts.end(), open.begin(), open.end());
  std::minstd_rand random(7);
  for (int sound = 0; sound < wanted;) {
    const std::string text =
        tile::Mutation(texts[random() % texts.size()], random()).Done();
    const absl::StatusOr<tile::Program> program = tile::Parse(text);
    if (!program.ok() || !tile::Verify(*program).ok()) continue;
    ++sound;
    ASSERT_EQ(Malformed(*program, sound % 2 == 0 ? avx2 : pairs), "") << text;
    texts[random() % texts.size()] = text;
  }
}

}  // namespace
}  // namespace tilewright::codegen
