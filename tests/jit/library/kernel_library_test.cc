#include "jit/library/kernel_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "cache/store/store.h"
#include "jit/generator/code_generator.h"
#include "jit/library/keys.h"
#include "tests/jit/test_kernels.h"
#include "tests/plain_target.h"

namespace tilewright::jit {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class KernelLibraryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "tilewright-test-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string cache_dir() const { return root_ + "/cache"; }
  std::shared_ptr<KernelLibrary> Library(cache::Mode mode, int threads = 2) {
    KernelLibrary::Options options;
    options.cache.mode = mode;
    options.cache.dir = cache_dir();
    options.compile_threads = threads;
    return *KernelLibrary::Create(options);
  }
  std::vector<KernelRequest> Stores(int count) {
    std::vector<KernelRequest> requests;
    for (int i = 0; i < count; ++i) requests.push_back(Request(StoreText(i)));
    return requests;
  }

  std::string root_;
  const Target target_ = NativeTarget();
};

int RunStore(const LoadedKernel& kernel) {
  int32_t result = -1;
  void* buffers[] = {&result};
  kernel.entry()(buffers, nullptr, 0, 1, 0);
  return result;
}

TEST_F(KernelLibraryTest, RequestsComeBackInOrderAndEqualOnesAreMadeOnce) {
  std::vector<KernelRequest> requests = Stores(5);
  requests.push_back(Request(StoreText(3), "another name"));
  CompileCounters counters;
  const auto kernels =
      Library(cache::Mode::kOff)->GetOrCompile(requests, {target_}, &counters);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  ASSERT_EQ(kernels->size(), 6u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(RunStore(*(*kernels)[i]), i);
  EXPECT_EQ((*kernels)[5], (*kernels)[3]);
  EXPECT_EQ(counters.kernels, 5);
  EXPECT_EQ(counters.emitted, 5);
  EXPECT_EQ(counters.compiled, 5);
}

TEST_F(KernelLibraryTest, AnotherProcessCompilesNothing) {
  CompileCounters first;
  ASSERT_TRUE(
      Library(cache::Mode::kReadWrite)->GetOrCompile(Stores(4), {target_}, &first).ok());
  EXPECT_EQ(first.cache_misses, 4);
  EXPECT_EQ(first.compiled, 4);

  // Another library stands for another process. It has no emitters at all.
  std::vector<KernelRequest> requests = Stores(4);
  for (KernelRequest& request : requests) {
    request.emit = nullptr;
    request.text.clear();
  }
  CompileCounters second;
  const auto kernels =
      Library(cache::Mode::kReadWrite)->GetOrCompile(requests, {target_}, &second);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(RunStore(*(*kernels)[i]), i);
  EXPECT_EQ(second.cache_hits, 4);
  EXPECT_EQ(second.emitted + second.compiled + second.cache_misses, 0);
}

TEST_F(KernelLibraryTest, FindingLeavesMissesNullAndCompilesNothing) {
  const auto library = Library(cache::Mode::kReadWrite);
  CompileCounters counters;
  const std::vector<KernelRequest> requests = Stores(3);
  const auto held = library->GetOrCompile(absl::MakeConstSpan(requests).subspan(1, 1),
                                          {target_}, &counters);
  const auto found = library->Find(requests, {target_}, &counters);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)[0], nullptr);
  EXPECT_EQ((*found)[1], (*held)[0]);
  EXPECT_EQ((*found)[2], nullptr);
  EXPECT_EQ(counters.memory_hits, 1);
  EXPECT_EQ(counters.compiled, 1);
}

TEST_F(KernelLibraryTest, NumericsAndTargetsHaveEntriesOfTheirOwn) {
  const auto library = Library(cache::Mode::kReadWrite);
  CompileCounters counters;
  ASSERT_TRUE(library->GetOrCompile(Stores(1), {target_}, &counters).ok());
  ASSERT_TRUE(
      library->GetOrCompile(Stores(1), {target_, Numerics::kIeee}, &counters).ok());
  Target other = target_;
  other.l2_bytes *= 2;
  ASSERT_TRUE(library->GetOrCompile(Stores(1), {other}, &counters).ok());
  EXPECT_EQ(counters.compiled, 3);
}

TEST_F(KernelLibraryTest, ADamagedEntryIsCompiledAgain) {
  CompileCounters counters;
  ASSERT_TRUE(Library(cache::Mode::kReadWrite)
                  ->GetOrCompile(Stores(1), {target_}, &counters)
                  .ok());
  for (const auto& file : fs::recursive_directory_iterator(cache_dir() + "/objects")) {
    if (file.is_regular_file()) fs::resize_file(file.path(), file.file_size() / 2);
  }
  CompileCounters again;
  const auto library = Library(cache::Mode::kReadWrite);
  const auto kernels = library->GetOrCompile(Stores(1), {target_}, &again);
  ASSERT_TRUE(kernels.ok());
  EXPECT_EQ(RunStore(*(*kernels)[0]), 0);
  EXPECT_EQ(again.cache_misses, 1);
  EXPECT_EQ(library->cache_counters().damaged, 1);
  EXPECT_EQ(library->cache_counters().published, 1);
}

TEST_F(KernelLibraryTest, ASoundEntryWithAnObjectThatMayNotBeLoadedIsCompiledAgain) {
  const std::string evil = *CompileText(
      KernelText("%r = call i32 @system(ptr %scratch)", "declare i32 @system(ptr)"),
      target_);
  const KernelRequest request = Request(StoreText(9));
  {
    const auto store = *cache::ObjectStore::Open({.dir = cache_dir()});
    ASSERT_TRUE(store->Publish(KernelManifest(request.identity, {target_}),
                               {{cache::SectionKind::kObject, evil}}));
  }
  CompileCounters counters;
  const auto kernels =
      Library(cache::Mode::kReadWrite)->GetOrCompile({request}, {target_}, &counters);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  EXPECT_EQ(RunStore(*(*kernels)[0]), 9);
  ASSERT_EQ(counters.warnings.size(), 1u);
  EXPECT_THAT(counters.warnings[0], HasSubstr("imports system"));
}

// Sound entries whose objects may not be run: refused for a reason that is counted,
// set aside, and compiled again.
TEST_F(KernelLibraryTest, WhyAnObjectWasRefusedIsCounted) {
  const std::string constructor =
      KernelText("",
                 "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] "
                 "[{ i32, ptr, ptr } { i32 1, ptr @early, ptr null }]\n"
                 "define internal void @early() {\n  ret void\n}\n");
  const std::string imports =
      KernelText("%r = call i32 @system(ptr %scratch)", "declare i32 @system(ptr)");
  const Target other = *FindTarget(kForeignTarget);
  struct Row {
    std::string object;
    int64_t cache::Counters::* counter;
  };
  for (const Row& row :
       {Row{*CompileText(imports, target_), &cache::Counters::refused_imports},
        Row{*CompileText(constructor, target_), &cache::Counters::refused_constructors},
        Row{*CompileText(StoreText(1), other), &cache::Counters::refused_machine},
        Row{"no object at all", &cache::Counters::refused_content}}) {
    const KernelRequest request = Request(StoreText(9));
    {
      const auto store = *cache::ObjectStore::Open({.dir = cache_dir()});
      ASSERT_TRUE(store->Publish(KernelManifest(request.identity, {target_}),
                                 {{cache::SectionKind::kObject, row.object}}));
    }
    const auto library = Library(cache::Mode::kReadWrite);
    CompileCounters counters;
    const auto kernels = library->GetOrCompile({request}, {target_}, &counters);
    ASSERT_TRUE(kernels.ok()) << kernels.status();
    EXPECT_EQ(RunStore(*(*kernels)[0]), 9);
    EXPECT_EQ(counters.compiled, 1);
    const cache::Counters counted = library->cache_counters();
    EXPECT_EQ(counted.*row.counter, 1);
    EXPECT_EQ(counted.hits, 0);
    EXPECT_EQ(counted.misses, 1);
    EXPECT_EQ(counted.published, 1);
  }
}

TEST_F(KernelLibraryTest, VerifyingFindsAnEntryThatDiffersAndReplacesIt) {
  const KernelRequest honest = Request(StoreText(1));
  CompileCounters counters;
  ASSERT_TRUE(Library(cache::Mode::kReadWrite)
                  ->GetOrCompile({honest}, {target_}, &counters)
                  .ok());
  CompileCounters equal;
  ASSERT_TRUE(
      Library(cache::Mode::kVerify)->GetOrCompile({honest}, {target_}, &equal).ok());
  EXPECT_EQ(equal.cache_hits, 1);
  EXPECT_EQ(equal.compiled, 1);
  EXPECT_EQ(equal.mismatches, 0);

  // The same identity, another kernel: as if the key had forgotten a fact.
  KernelRequest changed = Request(StoreText(2));
  changed.identity = honest.identity;
  CompileCounters different;
  const auto kernels =
      Library(cache::Mode::kVerify)->GetOrCompile({changed}, {target_}, &different);
  ASSERT_TRUE(kernels.ok());
  EXPECT_EQ(RunStore(*(*kernels)[0]), 2);
  EXPECT_EQ(different.mismatches, 1);
  EXPECT_EQ(different.warnings.size(), 1u);
}

TEST_F(KernelLibraryTest, AReadOnlyCacheIsNotWrittenTo) {
  CompileCounters counters;
  ASSERT_TRUE(Library(cache::Mode::kReadOnly)
                  ->GetOrCompile(Stores(2), {target_}, &counters)
                  .ok());
  EXPECT_FALSE(fs::exists(cache_dir()));
}

TEST_F(KernelLibraryTest, ACacheThatCannotBeUsedIsOff) {
  fs::create_directories(cache_dir());
  fs::permissions(cache_dir(), fs::perms::all);
  CompileCounters counters;
  const auto library = Library(cache::Mode::kReadWrite);
  EXPECT_EQ(library->store(), nullptr);
  EXPECT_TRUE(library->GetOrCompile(Stores(1), {target_}, &counters).ok());
}

TEST_F(KernelLibraryTest, TheFirstFailureIsTheAnswerAndLaterCallsGoOn) {
  const auto library = Library(cache::Mode::kReadWrite, 1);
  std::vector<KernelRequest> requests = Stores(3);
  requests[1].emit =
      [](llvm::LLVMContext&) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
    return absl::UnimplementedError("no such tile operation");
  };
  CompileCounters counters;
  const auto failed = library->GetOrCompile(requests, {target_}, &counters);
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kUnimplemented);
  const auto kernels = library->GetOrCompile(Stores(3), {target_}, &counters);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
}

TEST_F(KernelLibraryTest, AModuleThatIsNotWellFormedIsAnErrorThatNamesTheKernel) {
  KernelRequest request = Request(StoreText(1), "broken.7");
  request.emit =
      [](llvm::LLVMContext& context) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
    std::unique_ptr<llvm::Module> module = ParseModule(context, StoreText(1));
    module->getFunction("tw_kernel")->begin()->back().eraseFromParent();
    return module;
  };
  CompileCounters counters;
  const absl::Status status =
      Library(cache::Mode::kOff)->GetOrCompile({request}, {target_}, &counters).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr("broken.7"));
}

TEST_F(KernelLibraryTest, AnInternalErrorSaysWhatItComesFromAndWhatMayServe) {
  KernelRequest request = Request(StoreText(1), "broken.7");
  request.emit =
      [](llvm::LLVMContext& context) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
    std::unique_ptr<llvm::Module> module = ParseModule(context, StoreText(1));
    module->getFunction("tw_kernel")->begin()->back().eraseFromParent();
    return module;
  };
  request.origin = "stablehlo.add (m.py:3:1)";
  const std::string words =
      "internal error in stablehlo.add (m.py:3:1); --cluster=off may serve meanwhile: "
      "kernel broken.7: the module is not well formed";
  CompileCounters counters;
  EXPECT_THAT(std::string(Library(cache::Mode::kOff)
                              ->GetOrCompile({request}, {target_}, &counters)
                              .status()
                              .message()),
              StartsWith(words));
  // And whoever asks the generator itself.
  EXPECT_THAT(std::string((*FindCodeGenerator())
                              ->Generate(request, {target_}, CodeForm::kAssembly)
                              .status()
                              .message()),
              StartsWith(words));
  // An emitter's own errors, other than internal ones, stay what they are.
  request.emit = [](llvm::LLVMContext&) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
    return absl::UnimplementedError("no such tile operation");
  };
  EXPECT_EQ(
      Library(cache::Mode::kOff)->GetOrCompile({request}, {target_}, &counters).status(),
      absl::UnimplementedError("no such tile operation"));
}

TEST_F(KernelLibraryTest, ThreadsThatWantTheSameKernelsMakeEachOnce) {
  const auto library = Library(cache::Mode::kReadWrite);
  std::atomic<int> emitted{0};
  std::vector<KernelRequest> requests = Stores(8);
  for (KernelRequest& request : requests) {
    request.emit =
        [&emitted, text = request.text](
            llvm::LLVMContext& context) -> absl::StatusOr<std::unique_ptr<llvm::Module>> {
      ++emitted;
      return ParseModule(context, text);
    };
  }
  std::vector<std::vector<std::shared_ptr<const LoadedKernel>>> results(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      CompileCounters counters;
      // Each begins elsewhere.
      std::vector<KernelRequest> mine(requests.begin() + t, requests.end());
      mine.insert(mine.end(), requests.begin(), requests.begin() + t);
      auto kernels = library->GetOrCompile(mine, {target_}, &counters);
      ASSERT_TRUE(kernels.ok()) << kernels.status();
      for (size_t i = 0; i < mine.size(); ++i) {
        EXPECT_EQ(RunStore(*(*kernels)[i]), static_cast<int>((i + t) % mine.size()));
      }
      results[t] = *std::move(kernels);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(emitted, 8);
}

TEST_F(KernelLibraryTest, TargetsThatThisMachineCannotRunFillTheCacheOnly) {
  const Target foreign = *FindTarget(kForeignTarget);
  const auto library = Library(cache::Mode::kReadWrite);
  CompileCounters counters;
  EXPECT_EQ(library->GetOrCompile(Stores(1), {foreign}, &counters).status().code(),
            absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(library->CompileOnly(Stores(1), {foreign}, &counters).ok());
  EXPECT_EQ(counters.compiled, 1);
  ASSERT_TRUE(library->CompileOnly(Stores(1), {foreign}, &counters).ok());
  EXPECT_EQ(counters.compiled, 1);
}

TEST_F(KernelLibraryTest, PlansAreKeptByEveryFactThatDecidesThem) {
  const codegen::CodeFacts facts = {.kernel = {target_}};
  const auto request = [](const codegen::CodeFacts& facts,
                          const std::string& text = "module {}") {
    return PlanRequest{.manifest = PlanManifest({}, text, facts), .canonical_text = text};
  };
  CompileCounters counters;
  const auto library = Library(cache::Mode::kReadWrite);
  EXPECT_FALSE(library->FindPlan(request(facts), &counters));
  library->StorePlan(request(facts), "plan bytes", &counters);
  EXPECT_EQ(library->FindPlan(request(facts), &counters), "plan bytes");
  codegen::CodeFacts other = facts;
  other.kernel.numerics = Numerics::kIeee;
  EXPECT_FALSE(library->FindPlan(request(other), &counters));
  other = facts;
  other.kernel.target.l2_bytes += 1;
  EXPECT_FALSE(library->FindPlan(request(other), &counters));
  other = facts;
  other.chip = "v4";
  EXPECT_FALSE(library->FindPlan(request(other), &counters));
  other = facts;
  other.cluster = false;
  EXPECT_FALSE(library->FindPlan(request(other), &counters));
  EXPECT_FALSE(library->FindPlan(request(facts, "module { }"), &counters));
  library->RejectPlan(request(facts));
  EXPECT_FALSE(library->FindPlan(request(facts), &counters));
}

TEST_F(KernelLibraryTest, APlanThatIsFoundFurtherOutEndsWhatIsDoneMeanwhile) {
  const std::string key = root_ + "/key";
  std::ofstream(key) << "the key of this test";
  fs::permissions(key, fs::perms::owner_read | fs::perms::owner_write);
  setenv("TILEWRIGHT_CACHE_KEY_FILE", key.c_str(), 1);
  fs::create_directory(root_ + "/team");
  KernelLibrary::Options options;
  options.cache.shared = root_ + "/team";
  const PlanRequest request{.manifest = PlanManifest({}, "module {}", {{target_}}),
                            .canonical_text = "module {}"};
  // Of a library with a local directory of its own: the plan, and whether who works
  // meanwhile is told of it in the end. It need not have begun.
  const auto find = [&](const std::string& host, std::chrono::seconds patience) {
    options.cache.dir = root_ + "/" + host;
    const auto library = *KernelLibrary::Create(options);
    CompileCounters counters;
    bool told = true;
    const auto plan = library->FindPlan(request, &counters, [&](const auto& is_found) {
      told = false;
      const auto end = std::chrono::steady_clock::now() + patience;
      while (!told && std::chrono::steady_clock::now() < end) told = is_found();
    });
    EXPECT_EQ(counters.plan_hits, plan.has_value() ? 1 : 0);
    return std::pair(told, plan);
  };
  EXPECT_EQ(find("first", std::chrono::seconds(0)).second, std::nullopt);
  {
    options.cache.dir = root_ + "/first";
    CompileCounters counters;
    const auto library = *KernelLibrary::Create(options);
    library->StorePlan(request, "plan bytes", &counters);
  }
  EXPECT_EQ(find("second", std::chrono::seconds(60)),
            std::pair(true, std::optional<std::string>("plan bytes")));
  unsetenv("TILEWRIGHT_CACHE_KEY_FILE");
}

TEST_F(KernelLibraryTest, AProcessHasOneLibraryForEqualOptions) {
  KernelLibrary::Options options;
  options.cache.dir = cache_dir();
  const auto library = *KernelLibrary::ForProcess(options);
  EXPECT_EQ(*KernelLibrary::ForProcess(options), library);
  options.cache.mode = cache::Mode::kOff;
  EXPECT_NE(*KernelLibrary::ForProcess(options), library);
}

TEST_F(KernelLibraryTest, KernelsThatNobodyHoldsAreDroppedAndMadeAgain) {
  const auto library = Library(cache::Mode::kOff);
  CompileCounters counters;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 150; ++i) {
      const auto kernels =
          library->GetOrCompile({Request(StoreText(i))}, {target_}, &counters);
      ASSERT_TRUE(kernels.ok()) << kernels.status();
      EXPECT_EQ(RunStore(*(*kernels)[0]), i);
    }
  }
  EXPECT_EQ(counters.compiled, 450);
  EXPECT_EQ(library->code_bytes(), 1 << 20);
}

TEST_F(KernelLibraryTest, DumpingWritesEveryStage) {
  KernelLibrary::Options options;
  options.cache.mode = cache::Mode::kReadWrite;
  options.cache.dir = cache_dir();
  options.dump_dir = root_ + "/dump";
  CompileCounters counters;
  ASSERT_TRUE((*KernelLibrary::Create(options))
                  ->GetOrCompile({Request(StoreText(77), "add/1")}, {target_}, &counters)
                  .ok());
  std::string endings;
  for (const auto& file : fs::directory_iterator(options.dump_dir)) {
    EXPECT_THAT(file.path().filename().string(), testing::StartsWith("add_1-"));
    EXPECT_GT(file.file_size(), 0u);
    endings += file.path().extension().string();
  }
  for (const char* ending : {".txt", ".ll", ".s", ".o"}) {
    EXPECT_THAT(endings, HasSubstr(ending));
  }
}

// x86-64-v3 has no instruction for this 512-bit intrinsic: LLVM cannot select one.
TEST_F(KernelLibraryTest, AKernelThatLlvmCannotCompileFailsAlone) {
  const std::string text =
      "declare <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64>)\n" +
      KernelText(
          "%p = load ptr, ptr %buffers\n"
          "  %x = load <8 x i64>, ptr %p\n"
          "  %y = call <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64> %x)\n"
          "  store <8 x i64> %y, ptr %p");
  const Target target = *FindTarget("x86-64-v3");
  const auto library = Library(cache::Mode::kReadWrite);
  CompileCounters counters;
  std::vector<KernelRequest> bad = {Request(text, "hard")};
  bad[0].origin = "stablehlo.sort (m.py:3:1)";
  const absl::Status status = library->CompileOnly(bad, {target}, &counters);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              StartsWith("internal error in stablehlo.sort (m.py:3:1); --cluster=off may "
                         "serve meanwhile: kernel hard"));
  EXPECT_EQ((*FindCodeGenerator())
                ->Generate(bad[0], {target}, CodeForm::kAssembly)
                .status()
                .code(),
            absl::StatusCode::kInternal);
  EXPECT_TRUE(library->CompileOnly(Stores(4), {target}, &counters).ok());
  EXPECT_EQ(counters.compiled, 4);
}

}  // namespace
}  // namespace tilewright::jit
