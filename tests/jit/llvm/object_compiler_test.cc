#include "jit/llvm/object_compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "codegen/facts/emit_options.h"
#include "jit/generator/disassemble.h"
#include "jit/llvm/codegen_pipeline.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "tests/jit/test_kernels.h"

namespace tilewright::jit {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Assembly(const std::string& text, const Target& target) {
  return *Disassemble(*CompileText(text, target), target);
}

// buffers[0][0:16] = buffers[0] * buffers[0] + buffers[0], of floats.
std::string MultiplyAdd() {
  return KernelText(
      "%p = load ptr, ptr %buffers\n"
      "  %x = load <16 x float>, ptr %p\n"
      "  %m = fmul <16 x float> %x, %x\n"
      "  %a = fadd <16 x float> %m, %x\n"
      "  store <16 x float> %a, ptr %p");
}

// A processor's name is no promise: a hypervisor or the kernel may have switched
// features off.
TEST(ObjectCompiler, FeaturesThatAMachineDoesNotReportAreNotUsedWhateverItsName) {
  ReportedFeatures reported;
  const Target named = *FindTarget("x86-64-v4");
  for (const std::string& feature : named.features) {
    reported[feature.substr(1)] = true;
  }
  const std::string halves = KernelText(
      "%p = load ptr, ptr %buffers\n"
      "  %x = load <16 x float>, ptr %p\n"
      "  %h = fptrunc <16 x float> %x to <16 x half>\n"
      "  store <16 x half> %h, ptr %p");
  const auto assembly = [&](bool fp16) {
    reported["avx512fp16"] = fp16;
    return Assembly(halves, *DescribeMachine("sapphirerapids", true, reported, {}));
  };
  EXPECT_THAT(assembly(true), HasSubstr("vcvtps2phx"));
  EXPECT_THAT(assembly(false), AllOf(HasSubstr("vcvtps2ph"), Not(HasSubstr("phx"))));
  for (auto& [feature, present] : reported) {
    present = present && !absl::StartsWith(feature, "avx512");
  }
  EXPECT_THAT(assembly(false), AllOf(HasSubstr("ymm"), Not(HasSubstr("zmm"))));
}

// The first n lanes of so many are read and written by halves, not one by one.
TEST(ObjectCompiler, TailsAskForTheBitsOfALengthWhereThereAreNoMasks) {
  const std::string tail = KernelText(
      "%p = load ptr, ptr %buffers\n"
      "  %n = trunc i64 %end to i32\n"
      "  %first = insertelement <16 x i32> poison, i32 %n, i64 0\n"
      "  %all = shufflevector <16 x i32> %first, <16 x i32> poison, "
      "<16 x i32> zeroinitializer\n"
      "  %mask = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, "
      "i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %all\n"
      "  %x = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %p, i32 1, <16 x i1> %mask, "
      "<16 x i8> zeroinitializer)\n"
      "  %y = add <16 x i8> %x, %x\n"
      "  call void @llvm.masked.store.v16i8.p0(<16 x i8> %y, ptr %p, i32 1, "
      "<16 x i1> %mask)",
      "declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr, i32, <16 x i1>, <16 x i8>)\n"
      "declare void @llvm.masked.store.v16i8.p0(<16 x i8>, ptr, i32, <16 x i1>)\n");
  const std::string assembly = Assembly(tail, *FindTarget("aarch64-v8.2"));
  int branches = 0;
  for (absl::string_view line : absl::StrSplit(assembly, '\n')) {
    branches += absl::StrContains(line, "\ttb") || absl::StrContains(line, "\tb.") ||
                absl::StrContains(line, "\tcb");
  }
  EXPECT_LT(branches, 16) << assembly;
}

TEST(ObjectCompiler, EqualModulesGiveEqualBytes) {
  for (const std::string& name : TargetNames()) {
    const Target target = *FindTarget(name);
    EXPECT_EQ(*CompileText(MultiplyAdd(), target), *CompileText(MultiplyAdd(), target));
  }
}

TEST(ObjectCompiler, ACompilerIsNotChangedByWhatItCompiledBefore) {
  const auto compiler = *ObjectCompiler::Create(NativeTarget());
  const auto compile = [&compiler](const std::string& text) {
    llvm::LLVMContext context;
    return *compiler->Compile(*ParseModule(context, text));
  };
  const std::string first = compile(MultiplyAdd());
  compile(StoreText(1));
  EXPECT_EQ(compile(MultiplyAdd()), first);
}

TEST(ObjectCompiler, AnErrorDoesNotChangeWhatIsCompiledAfterIt) {
  const auto compiler = *ObjectCompiler::Create(NativeTarget());
  const auto compile = [&compiler](const std::string& text) {
    llvm::LLVMContext context;
    return compiler->Compile(*ParseModule(context, text));
  };
  const std::string first = *compile(MultiplyAdd());
  EXPECT_FALSE(
      compile(KernelText("call void asm sideeffect \"no such instruction\", \"\"()"))
          .ok());
  EXPECT_EQ(*compile(MultiplyAdd()), first);
}

TEST(ObjectCompiler, ThePassesThatAreLeftOutAreKnownToLlvm) {
  ASSERT_TRUE(CompileText(MultiplyAdd(), NativeTarget()).ok());
  for (const auto size : {CodegenPipeline::For::kOpen, CodegenPipeline::For::kHuge}) {
    for (const llvm::StringRef name : OmittedPasses(size)) {
      EXPECT_NE(llvm::PassRegistry::getPassRegistry()->getPassInfo(name), nullptr)
          << name.str();
    }
  }
}

TEST(ObjectCompiler, KernelsThatTakeTheirSizesHavePassesOfTheirOwn) {
  llvm::LLVMContext context;
  const auto module = ParseModule(context, MultiplyAdd());
  EXPECT_EQ(CodegenPipeline::SizeOf(*module), CodegenPipeline::For::kAny);
  module->getFunction(codegen::kKernelSymbol)->addFnAttr(codegen::kOpenSizesAttribute);
  EXPECT_EQ(CodegenPipeline::SizeOf(*module), CodegenPipeline::For::kOpen);
  EXPECT_GT(OmittedPasses(CodegenPipeline::For::kOpen).size(),
            OmittedPasses(CodegenPipeline::For::kAny).size());
}

TEST(ObjectCompiler, NamesForPeopleDoNotReachTheObject) {
  const auto compiler = *ObjectCompiler::Create(NativeTarget());
  llvm::LLVMContext context;
  const auto one = ParseModule(context, StoreText(1));
  one->setModuleIdentifier("dot_general.3");
  const auto two = ParseModule(context, StoreText(1));
  two->setModuleIdentifier("add.9");
  EXPECT_EQ(*compiler->Compile(*one), *compiler->Compile(*two));
}

TEST(ObjectCompiler, MultiplicationAndAdditionAreNotFused) {
  for (const std::string& name : TargetNames()) {
    EXPECT_THAT(Assembly(MultiplyAdd(), *FindTarget(name)),
                AllOf(Not(HasSubstr("vfmadd")), Not(HasSubstr("fmla"))))
        << name;
  }
}

TEST(ObjectCompiler, WideTargetsUseWideRegisters) {
  EXPECT_THAT(Assembly(MultiplyAdd(), *FindTarget("x86-64-v3")),
              AllOf(HasSubstr("%ymm"), Not(HasSubstr("%zmm"))));
  EXPECT_THAT(Assembly(MultiplyAdd(), *FindTarget("x86-64-v4")), HasSubstr("%zmm"));
  EXPECT_THAT(Assembly(MultiplyAdd(), *FindTarget("x86-64-v4-bf16")), HasSubstr("%zmm"));
  EXPECT_THAT(Assembly(MultiplyAdd(), *FindTarget("aarch64")), HasSubstr(".4s"));
}

TEST(ObjectCompiler, CallsAreNotTakenForLibraryFunctions) {
  // A function called sqrt is a foreign function like any other: the import is
  // kept as it is and later refused.
  const std::string assembly = Assembly(KernelText("%p = load ptr, ptr %buffers\n"
                                                   "  %x = load double, ptr %p\n"
                                                   "  %y = call double @sqrt(double %x)\n"
                                                   "  store double %y, ptr %p",
                                                   "declare double @sqrt(double)"),
                                        NativeTarget());
  EXPECT_THAT(assembly, HasSubstr("# sqrt"));
  EXPECT_THAT(assembly, Not(HasSubstr("sqrtsd")));
}

TEST(ObjectCompiler, ObjectsHaveUnwindInformation) {
  for (const std::string& name : TargetNames()) {
    const std::string object = *CompileText(MultiplyAdd(), *FindTarget(name));
    EXPECT_THAT(object, HasSubstr(".eh_frame")) << name;
  }
}

TEST(ObjectCompiler, AModuleThatLlvmRefusesIsAnErrorAndNoExit) {
  const absl::StatusOr<std::string> object =
      CompileText(KernelText("call void asm sideeffect \"no such instruction\", \"\"()"),
                  NativeTarget());
  EXPECT_EQ(object.status().code(), absl::StatusCode::kInternal);
}

// A 512-bit instruction's intrinsic where there is no such instruction.
std::string Unselectable() {
  return "declare <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64>)\n" +
         KernelText(
             "%p = load ptr, ptr %buffers\n"
             "  %x = load <8 x i64>, ptr %p\n"
             "  %y = call <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64> %x)\n"
             "  store <8 x i64> %y, ptr %p");
}

TEST(ObjectCompiler, WhatLlvmCannotCompileIsAnErrorAndTheProcessGoesOn) {
  const Target target = *FindTarget("x86-64-v3");
  for (int i = 0; i < 3; ++i) {
    auto compiler = *ObjectCompiler::Create(target);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = ParseModule(*context, Unselectable());
    module->setModuleIdentifier("gather.7");
    const absl::StatusOr<std::string> object = compiler->Compile(*module);
    EXPECT_EQ(object.status().code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(object.status().message()),
                AllOf(HasSubstr("kernel gather.7, target x86-64-v3"),
                      HasSubstr("LLVM cannot compile it: ")));
    ASSERT_TRUE(compiler->lost());
    compiler.release();
    module.release();
    context.release();
    // The next one, on this thread, is none the worse for it.
    EXPECT_TRUE(CompileText(MultiplyAdd(), target).ok());
  }
}

}  // namespace
}  // namespace tilewright::jit
