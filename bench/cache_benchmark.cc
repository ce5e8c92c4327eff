// What the compilation cache costs: a hit, a miss, a put, by size of entry.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cache/format/entry.h"
#include "cache/format/manifest.h"
#include "cache/store/store.h"

namespace tilewright::cache {
namespace {

// A store in a folder of its own, which goes with it.
class ScratchStore {
 public:
  ScratchStore() {
    std::string pattern =
        std::filesystem::temp_directory_path() / "tilewright_bench_XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) return;
    folder_ = pattern;
    ObjectStore::Options options;
    options.dir = folder_;
    absl::StatusOr<std::unique_ptr<ObjectStore>> opened = ObjectStore::Open(options);
    if (opened.ok()) store_ = *std::move(opened);
  }
  ~ScratchStore() {
    store_.reset();
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  ObjectStore* store() { return store_.get(); }

 private:
  std::string folder_;
  std::unique_ptr<ObjectStore> store_;
};

Manifest KeyOf(int number) {
  Manifest manifest;
  manifest.Set("graph", absl::StrCat("benchmark", number));
  manifest.Set("target", "native");
  return manifest;
}

std::vector<Section> SectionsOf(int64_t bytes) {
  return {{SectionKind::kObject, std::string(bytes, 'x')}};
}

void BM_CacheHit(benchmark::State& state) {
  ScratchStore scratch;
  ObjectStore* store = scratch.store();
  if (store == nullptr || !store->Publish(KeyOf(0), SectionsOf(state.range(0)))) {
    return state.SkipWithError("no scratch folder");
  }
  Manifest key = KeyOf(0);
  for (auto _ : state) {
    if (!store->Find(key).has_value()) return state.SkipWithError("a miss");
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_CacheHit)->Arg(4 << 10)->Arg(1 << 20);

void BM_CacheMiss(benchmark::State& state) {
  ScratchStore scratch;
  ObjectStore* store = scratch.store();
  if (store == nullptr) return state.SkipWithError("no scratch folder");
  Manifest key = KeyOf(0);
  for (auto _ : state) {
    if (store->Find(key).has_value()) return state.SkipWithError("a hit");
  }
}
BENCHMARK(BM_CacheMiss);

void BM_CachePut(benchmark::State& state) {
  constexpr int kKeys = 64;  // entries are replaced, so that the disk does not fill
  ScratchStore scratch;
  ObjectStore* store = scratch.store();
  if (store == nullptr) return state.SkipWithError("no scratch folder");
  std::vector<Section> sections = SectionsOf(state.range(0));
  int number = 0;
  for (auto _ : state) {
    if (!store->Publish(KeyOf(number++ % kKeys), sections)) {
      return state.SkipWithError("not kept");
    }
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_CachePut)->Arg(4 << 10)->Arg(1 << 20);

}  // namespace
}  // namespace tilewright::cache
