// What the cache costs, as times and as ratios of one run. In $TMPDIR.
//
//   cache_bench kernels PROGRAM.mlir...
//     hit         a kernel from a warm page cache, all checks included: of 100 at
//                 once, and alone
//     miss        what looking up and publishing add to a compilation, and what the
//                 file system takes of it
//   cache_bench directory [ENTRIES]
//     put         with 10 entries in the directory, and with 100,000 or ENTRIES; what
//                 keeping the limits adds, which not every put does
//     list        every entry with its manifest, and the statistics
//     gc          everything, without removing
//     verify      every checksum, against reading the same files
//   cache_bench fill DIR ENTRIES
//     makes a cache that bench/cache_cli.py measures the command line with
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cache/inspect/verify.h"
#include "cache/store/gc.h"
#include "cache/store/scan.h"
#include "cache/store/stats.h"
#include "cache/store/store.h"
#include "frontend/stablehlo/parse.h"
#include "jit/compile.h"
#include "jit/library/kernel_library.h"
#include "jit/library/keys.h"
#include "support/files.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double MillisecondsOf(const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double CpuMilliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) +
         1e-6 * static_cast<double>(time.tv_nsec);
}

// Elapsed time and the process's own, in milliseconds.
struct Spent {
  double elapsed = 0;
  double cpu = 0;
};

void Spend(Spent* total, const std::function<void()>& work) {
  const double cpu = CpuMilliseconds();
  total->elapsed += MillisecondsOf(work);
  total->cpu += CpuMilliseconds() - cpu;
}

double Median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

[[noreturn]] void Fail(absl::string_view what, const absl::Status& status) {
  std::fprintf(stderr, "cache_bench: %s: %s\n", std::string(what).c_str(),
               status.ToString().c_str());
  std::exit(1);
}

template <typename T>
T OrFail(absl::string_view what, absl::StatusOr<T> value) {
  if (!value.ok()) Fail(what, value.status());
  return *std::move(value);
}

// A directory of its own, removed at the end. The directories in it lie elsewhere on the
// disk in every run: where many files were deleted, ext4 takes a millisecond over a new
// one for some minutes, and the run before this one has deleted many.
class Scratch {
 public:
  Scratch() {
    path_ = fs::temp_directory_path() / "tilewright-bench-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) Fail(path_, absl::UnavailableError("mkdtemp"));
    cache::FileSystem& files = cache::FileSystem::Real();
    const int file = files.OpenDirectory(path_);
    files.SpreadFolders(file);
    files.Close(file);
  }
  ~Scratch() { fs::remove_all(path_); }
  std::string operator/(const char* name) const {
    const std::string path =
        absl::StrCat(path_, "/", name, path_.substr(path_.size() - 7));
    cache::FileSystem::Real().MakePath(path);
    return path;
  }

 private:
  std::string path_;
};

// The kernels of the programs, compiled into the directory. The elapsed time is that of
// emission and code generation, summed over threads; the CPU's has the planning, too.
std::vector<jit::KernelRequest> Fill(const std::vector<std::string>& programs,
                                     const std::string& dir, Spent* compilation) {
  std::vector<jit::KernelRequest> requests;
  for (const std::string& path : programs) {
    const std::string text = OrFail(path, ReadFile(path));
    const ir::Program program = OrFail(path, stablehlo::ParseProgram(text)).program;
    jit::CompileOptions options;
    options.facts.kernel.target = OrFail("target", jit::FindTarget("native"));
    options.cache_dir = dir;
    const double cpu = CpuMilliseconds();
    const jit::CompiledProgram compiled =
        OrFail(path, jit::CompileProgram(program, options));
    compilation->cpu += CpuMilliseconds() - cpu;
    compilation->elapsed += compiled.stats.emit_ms + compiled.stats.codegen_ms;
    for (const plan::Kernel& kernel : compiled.plan.kernels) {
      const bool is_new =
          std::none_of(requests.begin(), requests.end(),
                       [&](const auto& r) { return r.identity == kernel.identity; });
      if (is_new)
        requests.push_back({kernel.name, kernel.identity, "", nullptr, nullptr, nullptr});
    }
  }
  return requests;
}

std::shared_ptr<jit::KernelLibrary> Library(const std::string& dir, int threads) {
  jit::KernelLibrary::Options options;
  options.cache.dir = dir;
  options.compile_threads = threads;
  return OrFail("library", jit::KernelLibrary::Create(options));
}

void Get(jit::KernelLibrary& library, absl::Span<const jit::KernelRequest> requests,
         const jit::Target& target) {
  jit::CompileCounters counters;
  const auto kernels = library.GetOrCompile(requests, {target}, &counters);
  if (!kernels.ok()) Fail("hits", kernels.status());
  if (counters.cache_hits != static_cast<int>(requests.size())) {
    Fail("hits", absl::InternalError(
                     absl::StrCat(counters.cache_hits, " hits of ", requests.size())));
  }
}

void BenchHits(const std::string& dir, absl::Span<const jit::KernelRequest> all) {
  const jit::Target target = OrFail("target", jit::FindTarget("native"));
  const auto requests = all.subspan(0, std::min<size_t>(all.size(), 100));
  const double count = static_cast<double>(requests.size());
  for (const int threads : {1, 2}) {
    std::vector<double> times;
    std::vector<double> cpu;
    for (int round = 0; round < 15; ++round) {
      const auto library = Library(dir, threads);
      const double start = CpuMilliseconds();
      times.push_back(MillisecondsOf([&] { Get(*library, requests, target); }));
      cpu.push_back(CpuMilliseconds() - start);
    }
    std::printf("hit, %3.0f kernels, %d threads   %8.4f ms a kernel, %.4f of the CPU\n",
                count, threads, Median(times) / count, Median(cpu) / count);
  }
  std::vector<double> first;
  std::vector<double> alone;
  for (size_t i = 0; i + 1 < requests.size(); i += 2) {
    const auto library = Library(dir, 1);
    first.push_back(
        MillisecondsOf([&] { Get(*library, requests.subspan(i, 1), target); }));
    alone.push_back(
        MillisecondsOf([&] { Get(*library, requests.subspan(i + 1, 1), target); }));
  }
  std::printf(
      "hit, one alone             %8.4f ms in a new library, %.4f ms in a used one\n",
      Median(first), Median(alone));

  const auto store = OrFail("store", cache::ObjectStore::Open({.dir = dir}));
  std::vector<double> finds;
  for (int round = 0; round < 15; ++round) {
    finds.push_back(MillisecondsOf([&] {
      for (const jit::KernelRequest& request : requests) {
        store->Find(jit::KernelManifest(request.identity, {target}));
      }
    }));
  }
  std::printf("  of it, reading and checking %6.4f ms a kernel\n", Median(finds) / count);
}

// What a put costs whatever the cache does: a file is looked for, written under another
// name, and renamed.
class PlainFiles {
 public:
  explicit PlainFiles(const std::string& dir)
      : directory_(OrFail("directory", cache::Directory::Open(cache::FileSystem::Real(),
                                                              dir, {.create = true}))) {
    for (const char* const folder : {"tmp", "files"}) directory_->MakeFolder(folder);
  }
  void Put(int number, absl::string_view bytes) {
    const std::string to = absl::StrCat("files/", number);
    const std::string from = absl::StrCat("tmp/", number);
    cache::FileSystem& files = directory_->files();
    files.OpenToRead(directory_->file(), to);
    const int file = files.OpenNew(directory_->file(), from, 0600);
    if (files.Write(file, bytes.data(), bytes.size()) !=
        static_cast<int64_t>(bytes.size())) {
      Fail("plain file", absl::DataLossError("short write"));
    }
    files.Close(file);
    files.Rename(directory_->file(), from, to);
  }

 private:
  const std::shared_ptr<const cache::Directory> directory_;
};

// Looking for a kernel's entry in vain and keeping one, as what that adds to compiling
// the kernel: in a new directory, where folders are made, and in a used one.
void BenchMisses(const std::string& dir, const std::string& empty,
                 const std::string& plain, absl::Span<const jit::KernelRequest> requests,
                 const Spent& compilation) {
  constexpr int kRounds = 16;
  const jit::Target target = OrFail("target", jit::FindTarget("native"));
  const auto from = OrFail("store", cache::ObjectStore::Open({.dir = dir}));
  const auto to = OrFail("store", cache::ObjectStore::Open({.dir = empty}));
  PlainFiles plain_files(plain);
  std::vector<Spent> rounds(kRounds);
  std::vector<Spent> plain_rounds(kRounds);
  int number = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (const jit::KernelRequest& request : requests) {
      cache::Manifest manifest = jit::KernelManifest(request.identity, {target});
      const std::optional<cache::Entry> entry = from->Find(manifest);
      if (!entry.has_value()) continue;
      std::vector<cache::Section> sections;
      for (const cache::SectionExtent& place : entry->sections()) {
        sections.push_back({place.kind, std::string(entry->section(place.kind))});
      }
      manifest.Set("option.round", std::to_string(round));
      Spend(&rounds[round], [&] {
        to->Find(manifest);
        to->Publish(manifest, sections);
      });
      Spend(&plain_rounds[round], [&] { plain_files.Put(number++, entry->bytes()); });
    }
  }
  const double count = static_cast<double>(requests.size());
  const auto print = [&](const char* what, const std::vector<Spent>& some) {
    std::vector<double> elapsed;
    std::vector<double> cpu;
    for (const Spent& round : some) {
      elapsed.push_back(round.elapsed);
      cpu.push_back(round.cpu);
    }
    std::printf(
        "%-27s %7.4f ms a kernel, %.2f%% of its compilation; %.4f of the CPU, %.2f%%\n",
        what, Median(elapsed) / count, 100 * Median(elapsed) / compilation.elapsed,
        Median(cpu) / count, 100 * Median(cpu) / compilation.cpu);
  };
  print("miss and put, new directory", {rounds[0]});
  print("  a plain file", {plain_rounds[0]});
  print("miss and put, later", {rounds.begin() + 1, rounds.end()});
  print("  a plain file", {plain_rounds.begin() + 1, plain_rounds.end()});
}

cache::Manifest KeyOf(int number) {
  cache::Manifest manifest;
  manifest.Set("kind", "bench");
  manifest.Set("features", std::string(600, 'f'));
  manifest.Set("program", std::to_string(number));
  return manifest;
}

// Milliseconds a put, over `count` entries that are new.
double Put(cache::ObjectStore& store, int first, int count) {
  const std::vector<cache::Section> sections = {
      {cache::SectionKind::kProfile, cache::FormatProfile({.name = "bench"})},
      {cache::SectionKind::kObject, std::string(6000, 'x')}};
  return MillisecondsOf([&] {
           for (int i = first; i < first + count; ++i) {
             store.Publish(KeyOf(i), sections);
           }
         }) /
         count;
}

void BenchPuts(const std::string& small, const std::string& large, int many_entries) {
  constexpr int kBatch = 256;
  const auto few = OrFail("store", cache::ObjectStore::Open({.dir = small}));
  const cache::Limits limits = {.max_bytes = 0, .max_entries = 2 * many_entries};
  const auto many =
      OrFail("store", cache::ObjectStore::Open({.dir = large, .limits = limits}));
  Put(*few, 0, 10);
  Put(*many, 0, many_entries);
  std::vector<double> with_few;
  std::vector<double> with_many;
  for (int round = 0; round < 9; ++round) {
    with_few.push_back(Put(*few, 10 + kBatch * round, kBatch));
    with_many.push_back(Put(*many, many_entries + kBatch * round, kBatch));
  }
  std::printf(
      "put                        %8.4f ms with 10 entries, %.4f ms with %d: %.2f\n",
      Median(with_few), Median(with_many), many_entries,
      Median(with_many) / Median(with_few));
  // What the default limits look at when a 64th of them was put.
  for (const auto& [store, entries] :
       {std::pair(&few, 10), std::pair(&many, many_entries)}) {
    constexpr double kShare = 1.0 / 64;
    const double puts = kShare * static_cast<double>(cache::Limits().max_entries);
    std::vector<double> runs;
    for (int run = 0; run < 5; ++run) {
      runs.push_back(MillisecondsOf([&] {
        cache::CollectSomeGarbage(*(*store)->directory(), {.limits = limits}, kShare)
            .IgnoreError();
      }));
    }
    std::printf(
        "  keeping the limits       %8.4f ms a put with %d entries: %.1f ms in %.0f\n",
        Median(runs) / puts, entries, Median(runs), puts);
  }
}

void BenchListing(const std::string& large) {
  const auto directory =
      OrFail("directory", cache::Directory::Open(cache::FileSystem::Real(), large, {}));
  int64_t entries = 0;
  const double names = MillisecondsOf([&] {
    cache::ForEachEntry(*directory, [&](const cache::EntryFile&) {
      ++entries;
      return true;
    }).IgnoreError();
  });
  const double summaries = MillisecondsOf([&] {
    cache::ForEachEntry(*directory, [&](const cache::EntryFile& file) {
      return cache::ReadSummary(*directory, file.name).ok();
    }).IgnoreError();
  });
  const double stats =
      MillisecondsOf([&] { cache::ReadStats(*directory).IgnoreError(); });
  std::printf(
      "list, %lld entries        %8.0f ms by name, %.0f ms with manifests; "
      "statistics %.1f ms\n",
      static_cast<long long>(entries), names, summaries, stats);
  int64_t removable = 0;
  const double gc = MillisecondsOf([&] {
    removable = cache::CollectGarbage(*directory, {.dry_run = true})->removed_entries;
  });
  std::printf("gc, dry run                %8.0f ms\n", gc);
}

void BenchVerify(const std::string& large) {
  const auto directory =
      OrFail("directory", cache::Directory::Open(cache::FileSystem::Real(), large, {}));
  const auto read_all = [&] {
    cache::ForEachEntry(*directory, [&](const cache::EntryFile& file) {
      directory->Read(cache::EntryPath(file.name), cache::kMaxEntryBytes);
      return true;
    }).IgnoreError();
  };
  std::vector<double> reads;
  std::vector<double> checks;
  int64_t bytes = 0;
  for (int round = 0; round < 3; ++round) {
    reads.push_back(MillisecondsOf(read_all));
    checks.push_back(
        MillisecondsOf([&] { bytes = cache::VerifyEntries(*directory, {})->bytes; }));
  }
  const double mib = static_cast<double>(bytes) / (1 << 20);
  std::printf("verify                     %8.0f MiB/s, %.2f times reading alone\n",
              1000 * mib / Median(checks), Median(checks) / Median(reads));
}

void BenchKernels(const std::vector<std::string>& programs) {
  const Scratch scratch;
  Spent compilation;
  const std::vector<jit::KernelRequest> requests =
      Fill(programs, scratch / "kernels", &compilation);
  std::printf("%zu kernels, compiled in %.0f ms, %.0f ms of the CPU\n", requests.size(),
              compilation.elapsed, compilation.cpu);
  BenchHits(scratch / "kernels", requests);
  BenchMisses(scratch / "kernels", scratch / "empty", scratch / "plain", requests,
              compilation);
}

void BenchDirectory(int entries) {
  const Scratch scratch;
  BenchPuts(scratch / "small", scratch / "large", entries);
  BenchListing(scratch / "large");
  BenchVerify(scratch / "large");
}

// A cache of many kernels, with manifests as they really are and no code.
void FillDirectory(const std::string& dir, int entries) {
  const std::unique_ptr<cache::ObjectStore> store =
      OrFail("directory", cache::ObjectStore::Open({.dir = dir, .limits = {0, 0, 0}}));
  const jit::Target target = OrFail("target", jit::FindTarget("native"));
  const std::vector<cache::Section> sections = {
      {cache::SectionKind::kProfile,
       cache::FormatProfile({.name = "add.1", .codegen_us = 5000, .created = 1})},
      {cache::SectionKind::kObject, std::string(6000, 'x')}};
  for (int i = 0; i < entries; ++i) {
    store->Publish(jit::KernelManifest(absl::StrCat("bench-", i), {target}), sections);
  }
}

}  // namespace
}  // namespace tilewright

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 2 && words[0] == "kernels") {
    tilewright::BenchKernels({words.begin() + 1, words.end()});
    return 0;
  }
  int entries = 100000;
  if (!words.empty() && words[0] == "directory" &&
      (words.size() == 1 || (absl::SimpleAtoi(words[1], &entries) && entries > 0))) {
    tilewright::BenchDirectory(entries);
    return 0;
  }
  if (words.size() == 3 && words[0] == "fill" && absl::SimpleAtoi(words[2], &entries)) {
    tilewright::FillDirectory(words[1], entries);
    return 0;
  }
  std::fprintf(stderr,
               "usage: cache_bench kernels PROGRAM.mlir... | directory [ENTRIES] | "
               "fill DIR ENTRIES\n");
  return 2;
}
