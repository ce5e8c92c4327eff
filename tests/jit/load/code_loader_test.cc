#include "jit/load/code_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h"
#include "llvm/Object/ObjectFile.h"
#include "tests/jit/test_kernels.h"
#include "tests/plain_target.h"

// Where a debugger looks: GDB's JIT interface.
extern "C" struct jit_descriptor __jit_debug_descriptor;

namespace tilewright::jit {
namespace {

using ::testing::HasSubstr;

class CodeLoaderTest : public ::testing::Test {
 protected:
  std::shared_ptr<CodeLoader> loader_ = *CodeLoader::Create({});

  absl::Status LoadStatus(const std::string& text) {
    const absl::StatusOr<std::string> object = CompileText(text, NativeTarget());
    if (!object.ok()) return object.status();
    return loader_->Load(*object, "test").status();
  }
};

int RunStore(const LoadedKernel& kernel) {
  int32_t result = 0;
  void* buffers[] = {&result};
  kernel.entry()(buffers, nullptr, 0, 1, 0);
  return result;
}

// Pages in memory, from /proc.
int64_t ResidentBytes() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long long total = 0;
  long long resident = 0;
  const int fields = std::fscanf(file, "%lld %lld", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * 4096 : 0;
}

int64_t MappingCount() {
  std::FILE* const file = std::fopen("/proc/self/maps", "r");
  if (file == nullptr) return 0;
  int64_t lines = 0;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) lines += c == '\n';
  std::fclose(file);
  return lines;
}

TEST_F(CodeLoaderTest, ALoadedKernelRuns) {
  const std::string object = *CompileText(StoreText(42), NativeTarget());
  const auto kernel = loader_->Load(object, "answer");
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_EQ(RunStore(**kernel), 42);
  EXPECT_GT((*kernel)->code_bytes(), 0);
}

TEST_F(CodeLoaderTest, KernelsThatExportTheSameNameLiveSideBySide) {
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  for (int i = 0; i < 20; ++i) {
    kernels.push_back(*loader_->Load(*CompileText(StoreText(i), NativeTarget()), "k"));
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(RunStore(*kernels[i]), i);
}

TEST_F(CodeLoaderTest, AKernelOutlivesItsLoader) {
  const auto kernel = *loader_->Load(*CompileText(StoreText(7), NativeTarget()), "k");
  loader_.reset();
  EXPECT_EQ(RunStore(*kernel), 7);
}

TEST_F(CodeLoaderTest, PermittedImportsAreBound) {
  // A copy of unknown size is a call of memcpy.
  const std::string text = KernelText(
      "%from = load ptr, ptr %buffers\n"
      "  %place = getelementptr ptr, ptr %buffers, i64 1\n"
      "  %to = load ptr, ptr %place\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %end, i1 false)",
      "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)");
  const auto kernel = loader_->Load(*CompileText(text, NativeTarget()), "copy");
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  char from[] = "tiles";
  char to[6] = {};
  void* buffers[] = {from, to};
  (*kernel)->entry()(buffers, nullptr, 0, sizeof from, 0);
  EXPECT_STREQ(to, "tiles");
}

TEST_F(CodeLoaderTest, AnObjectThatImportsSystemIsRefused) {
  const absl::Status status = LoadStatus(
      KernelText("%r = call i32 @system(ptr %scratch)", "declare i32 @system(ptr)"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("imports system"));
}

TEST_F(CodeLoaderTest, AnObjectWithAConstructorIsRefused) {
  const absl::Status status = LoadStatus(
      KernelText("",
                 "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] "
                 "[{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]\n"
                 "define internal void @start() { ret void }"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("constructors"));
}

TEST_F(CodeLoaderTest, AnObjectWithWritableDataIsRefused) {
  const absl::Status status =
      LoadStatus(KernelText("store i32 1, ptr @state", "@state = internal global i32 0"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("writable data"));
}

TEST_F(CodeLoaderTest, AnObjectWithThreadLocalDataIsRefused) {
  const absl::Status status = LoadStatus(KernelText(
      "store i32 1, ptr @state", "@state = internal thread_local global i32 0"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
}

TEST_F(CodeLoaderTest, AnObjectWithAnIndirectFunctionIsRefused) {
  const absl::Status status =
      LoadStatus(KernelText("",
                            "@chosen = ifunc void (), ptr @choose\n"
                            "define internal ptr @choose() { ret ptr @tw_kernel }"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
}

TEST_F(CodeLoaderTest, AnObjectWithAnotherExportIsRefused) {
  const absl::Status status =
      LoadStatus(KernelText("", "define void @memcpy() { ret void }"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("exports memcpy"));
}

TEST_F(CodeLoaderTest, AnObjectWithoutAKernelIsRefused) {
  const absl::Status status = LoadStatus("define internal void @f() { ret void }");
  EXPECT_THAT(std::string(status.message()), HasSubstr("does not define tw_kernel"));
}

TEST_F(CodeLoaderTest, AnObjectForAnotherMachineIsRefused) {
  const Target foreign = *FindTarget(kForeignTarget);
  const std::string object = *CompileText(StoreText(1), foreign);
  const absl::Status status = loader_->Load(object, "k").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(absl::StrCat("ELF machine ", ElfMachine(foreign))));
}

TEST_F(CodeLoaderTest, WhatIsNoObjectIsDataLoss) {
  for (const std::string& bytes : {std::string(), std::string("hello"),
                                   std::string(4096, '\0'), std::string(4096, 'x')}) {
    EXPECT_EQ(CheckObject(bytes).code(), absl::StatusCode::kDataLoss);
  }
}

TEST_F(CodeLoaderTest, ATruncatedObjectIsNeverAccepted) {
  const std::string object = *CompileText(StoreText(1), NativeTarget());
  for (size_t size = 0; size < object.size(); ++size) {
    EXPECT_FALSE(CheckObject(object.substr(0, size)).ok()) << size;
  }
}

TEST_F(CodeLoaderTest, CheckingADamagedObjectNeverCrashes) {
  std::string object = *CompileText(StoreText(1), NativeTarget());
  for (char& c : object) {
    const char kept = c;
    for (int bit = 0; bit < 8; ++bit) {
      c = static_cast<char>(kept ^ (1 << bit));
      CheckObject(object).IgnoreError();
    }
    c = static_cast<char>(0xff);
    CheckObject(object).IgnoreError();
    c = kept;
  }
}

TEST_F(CodeLoaderTest, CodeIsNeverWritableAndExecutableAtOnce) {
  const auto kernel = *loader_->Load(*CompileText(StoreText(1), NativeTarget()), "k");
  std::FILE* const file = std::fopen("/proc/self/maps", "r");
  ASSERT_NE(file, nullptr);
  char line[4096];
  bool found = false;
  const unsigned long entry = reinterpret_cast<unsigned long>(kernel->entry());
  while (std::fgets(line, sizeof line, file) != nullptr) {
    unsigned long start = 0;
    unsigned long end = 0;
    char rights[8] = {};
    if (std::sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3) continue;
    EXPECT_FALSE(rights[1] == 'w' && rights[2] == 'x') << line;
    if (start <= entry && entry < end) {
      found = true;
      EXPECT_STREQ(rights, "r-xp");
    }
  }
  std::fclose(file);
  EXPECT_TRUE(found);
}

TEST_F(CodeLoaderTest, LoadingAndDroppingKernelsLeavesMemoryFlat) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
#endif
  const std::string object = *CompileText(StoreText(5), NativeTarget());
  const auto cycle = [&] {
    const auto kernel = loader_->Load(object, "k");
    ASSERT_TRUE(kernel.ok()) << kernel.status();
  };
  for (int i = 0; i < 200; ++i) cycle();
  const int64_t before = ResidentBytes();
  for (int i = 0; i < 2000; ++i) cycle();
  EXPECT_LT(ResidentBytes() - before, 2 << 20);
  EXPECT_LE(loader_->mapped_bytes(), 2 << 20);
}

TEST_F(CodeLoaderTest, TheNumberOfMappingsDoesNotGrowWithKernels) {
  const std::string object = *CompileText(StoreText(5), NativeTarget());
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  const int64_t before = MappingCount();
  for (int i = 0; i < 500; ++i) kernels.push_back(*loader_->Load(object, "k"));
  EXPECT_LT(MappingCount() - before, 40);
}

TEST_F(CodeLoaderTest, ThreadsLoadAndDropAtOnce) {
  const std::string object = *CompileText(StoreText(11), NativeTarget());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        const auto kernel = loader_->Load(object, "k");
        ASSERT_TRUE(kernel.ok()) << kernel.status();
        EXPECT_EQ(RunStore(**kernel), 11);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(CodeLoaderOptions, PerfFindsKernelsByName) {
  const auto loader = *CodeLoader::Create({.perf = true});
  const auto kernel =
      *loader->Load(*CompileText(StoreText(3), NativeTarget()), "dot_general.3");
  const std::string path = absl::StrCat("/tmp/perf-", getpid(), ".map");
  std::FILE* const file = std::fopen(path.c_str(), "r");
  ASSERT_NE(file, nullptr);
  char line[512] = {};
  ASSERT_NE(std::fgets(line, sizeof line, file), nullptr);
  std::fclose(file);
  std::remove(path.c_str());
  EXPECT_THAT(std::string(line), HasSubstr("tilewright:dot_general.3"));
}

TEST(CodeLoaderOptions, DebuggersFindEveryKernelByItsName) {
  const auto loader = *CodeLoader::Create({.gdb = true});
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  for (int i = 0; i < 3; ++i) {
    const auto kernel =
        loader->Load(*CompileText(StoreText(i), NativeTarget()), "add/softmax");
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    EXPECT_EQ(RunStore(**kernel), i);
    kernels.push_back(*kernel);
  }
  // The objects that a debugger is shown name each kernel at its address.
  int found = 0;
  for (const jit_code_entry* shown = __jit_debug_descriptor.first_entry; shown != nullptr;
       shown = shown->next_entry) {
    const llvm::StringRef bytes(shown->symfile_addr, shown->symfile_size);
    auto file =
        llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(bytes, "shown"));
    ASSERT_TRUE(static_cast<bool>(file));
    for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
      const llvm::StringRef name = *symbol.getName();
      if (!name.starts_with("tilewright.add_softmax.")) continue;
      ++found;
      const uint64_t start = (**symbol.getSection()).getAddress();
      bool is_an_entry = false;
      for (const auto& kernel : kernels) {
        const uint64_t entry = reinterpret_cast<uint64_t>(kernel->entry());
        is_an_entry = is_an_entry || entry == start + *symbol.getValue();
      }
      EXPECT_TRUE(is_an_entry) << name.str();
    }
  }
  EXPECT_EQ(found, 3);
}

}  // namespace
}  // namespace tilewright::jit
