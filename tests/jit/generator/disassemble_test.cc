#include "jit/generator/disassemble.h"

#include "codegen/emit/emit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/load/object_symbols.h"
#include "tests/jit/test_kernels.h"
#include "tile/program.h"

namespace tilewright::jit {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kLoop[] =
    "br label %loop\n"
    "loop:\n"
    "  %i = phi i64 [ %begin, %0 ], [ %next, %loop ]\n"
    "  %p = getelementptr float, ptr %scratch, i64 %i\n"
    "  %v = load float, ptr %p\n"
    "  %w = fmul float %v, 7.680000e+02\n"
    "  store float %w, ptr %p\n"
    "  %next = add i64 %i, 1\n"
    "  %more = icmp slt i64 %next, %end\n"
    "  br i1 %more, label %loop, label %done\n"
    "done:\n";

std::string ObjectFor(const Target& target) {
  absl::StatusOr<std::string> object = CompileText(KernelText(kLoop), target);
  TW_CHECK(object.ok());
  return *object;
}

TEST(Disassembly, HasTheKernelLabelsAndConstantsForEveryTarget) {
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<Target> target = FindTarget(name);
    ASSERT_TRUE(target.ok()) << target.status();
    const absl::StatusOr<std::string> text = Disassemble(ObjectFor(*target), *target);
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_THAT(*text, HasSubstr("tw_kernel:\n"));
    EXPECT_THAT(*text, HasSubstr("L1:\n"));
    EXPECT_THAT(*text, HasSubstr("# L1"));
    EXPECT_THAT(*text, HasSubstr("\tret"));
    if (target->vector.x86) EXPECT_THAT(*text, HasSubstr("# 768"));
  }
}

// The kernel of 64 numbers: tanh(x) + x.
tile::Program TanhPlus() {
  const ir::TensorType type{ir::ElementType::kF32, {64}};
  tile::Program program;
  const tile::RefId in = program.AddRef({.type = type});
  const tile::RefId out = program.AddRef({.type = type, .is_output = true});
  const tile::ExprId x = program.Add({.node = tile::Load{in}, .type = type});
  const tile::ExprId tanh = program.Add(
      {.node = tile::Scalar{ir::OpKind::kTanh}, .type = type, .operands = {x}});
  const tile::ExprId sum = program.Add(
      {.node = tile::Scalar{ir::OpKind::kAdd}, .type = type, .operands = {tanh, x}});
  program.statements = {{tile::LoopNest{
      .outer = {64}, .passes = {{.stores = {{.ref = out, .values = {sum}}}}}}}};
  return program;
}

std::string ObjectOf(const tile::Program& program, const Target& target) {
  llvm::LLVMContext context;
  const auto module =
      *codegen::EmitKernel(program, codegen::EmitOptionsFor({target}), context);
  return *(*ObjectCompiler::Create(target))->Compile(*module);
}

TEST(Disassembly, HasEveryOperationBesideItsInstructionsForEveryTarget) {
  const tile::Program program = TanhPlus();
  const std::string source = tile::Print(program);
  for (const std::string& name : TargetNames()) {
    const Target target = *FindTarget(name);
    const std::string object = ObjectOf(program, target);
    const std::string text = *Disassemble(object, target, source);
    EXPECT_THAT(text, HasSubstr("# 1 = scalar stablehlo.tanh (0)")) << name;
    EXPECT_THAT(text, ContainsRegex("add[^\n]*# 2 = scalar stablehlo.add")) << name;
    EXPECT_THAT(text, ContainsRegex("(mov|st)[^\n]*# store r1 <- 2")) << name;
    EXPECT_THAT(*Disassemble(object, target), Not(HasSubstr("stablehlo"))) << name;
  }
}

TEST(Disassembly, OfBytesThatAreNoObjectIsAnError) {
  const Target target = NativeTarget();
  const std::string object = ObjectFor(target);
  EXPECT_FALSE(Disassemble("", target).ok());
  EXPECT_FALSE(Disassemble("\x7f"
                           "ELF",
                           target)
                   .ok());
  EXPECT_FALSE(SymbolsOf("not an object").ok());
  // Anything may come of a part of one, but for a crash.
  for (size_t size = 0; size < object.size(); ++size) {
    Disassemble(object.substr(0, size), target).status().IgnoreError();
    SymbolsOf(object.substr(0, size)).status().IgnoreError();
  }
}

TEST(Disassembly, OfFlippedBytesDoesNotCrash) {
  const Target target = NativeTarget();
  const std::string source = tile::Print(TanhPlus());
  const std::string object = ObjectOf(TanhPlus(), target);
  for (size_t at = 0; at < object.size(); ++at) {
    for (uint8_t flip : {0xff, 0x01, 0x80}) {
      std::string damaged = object;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      Disassemble(damaged, target, source).status().IgnoreError();
      SymbolsOf(damaged).status().IgnoreError();
    }
  }
}

TEST(Symbols, TellImportsAndExports) {
  const absl::StatusOr<std::string> object =
      CompileText(KernelText("call void @elsewhere()\n", "declare void @elsewhere()\n"),
                  NativeTarget());
  ASSERT_TRUE(object.ok());
  const absl::StatusOr<std::vector<ObjectSymbol>> symbols = SymbolsOf(*object);
  ASSERT_TRUE(symbols.ok()) << symbols.status();
  bool imported = false;
  bool exported = false;
  for (const ObjectSymbol& symbol : *symbols) {
    imported |= symbol.name == "elsewhere" && symbol.section.empty() && !symbol.exported;
    exported |= symbol.name == "tw_kernel" && symbol.section == ".text" &&
                symbol.exported && symbol.bytes > 0;
  }
  EXPECT_TRUE(imported);
  EXPECT_TRUE(exported);
}

TEST(ManifestTarget, IsTheTargetThatTheManifestWasMadeFor) {
  for (const std::string& name : TargetNames()) {
    const absl::StatusOr<Target> target = FindTarget(name);
    ASSERT_TRUE(target.ok());
    const absl::StatusOr<Target> again = TargetOf(KernelManifest("p-1", {*target}));
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(*again, *target);
    EXPECT_EQ(again->vector.fma, target->vector.fma);
    EXPECT_EQ(again->vector.f16c, target->vector.f16c);
    EXPECT_EQ(again->vector.avx512, target->vector.avx512);
    EXPECT_EQ(again->vector.avx512_bf16, target->vector.avx512_bf16);
    EXPECT_EQ(again->vector.neon_bf16, target->vector.neon_bf16);
    EXPECT_EQ(again->vector.neon_dotprod, target->vector.neon_dotprod);
    EXPECT_EQ(again->vector.x86, target->vector.x86);
  }
}

TEST(ManifestTarget, FieldsThatAreNoTargetAreAnError) {
  cache::Manifest manifest = KernelManifest("p-1", {NativeTarget()});
  manifest.Set("vector_bits", "many");
  EXPECT_FALSE(TargetOf(manifest).ok());
  EXPECT_FALSE(TargetOf(cache::Manifest()).ok());
}

TEST(ManifestTarget, AnotherBuildAndAMissingFeatureAreNamed) {
  cache::Manifest manifest = KernelManifest("p-1", {NativeTarget()});
  EXPECT_TRUE(CheckUsable(manifest).ok());
  cache::Manifest other = manifest;
  other.Set("llvm", "3.1");
  EXPECT_THAT(std::string(CheckUsable(other).message()), HasSubstr("llvm is 3.1"));
  cache::Manifest more = manifest;
  more.Set("features", "+zz_unheard_of");
  EXPECT_THAT(std::string(CheckUsable(more).message()), HasSubstr("zz_unheard_of"));
}

}  // namespace
}  // namespace tilewright::jit
