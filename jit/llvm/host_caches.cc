#include "jit/llvm/host_caches.h"

#include <unistd.h>

#include <fstream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace tilewright::jit {
namespace {

// Sizes outside this range are a hypervisor's fancy.
constexpr int64_t kLeast = 4 << 10;
constexpr int64_t kMost = int64_t{1} << 30;

std::string ReadWord(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

// "32K", "1M" or "32768"; 0 for anything else.
int64_t ParseSize(absl::string_view text) {
  int64_t unit = 1;
  if (!text.empty() && (text.back() == 'K' || text.back() == 'M')) {
    unit = text.back() == 'K' ? 1 << 10 : 1 << 20;
    text.remove_suffix(1);
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number <= 0 || number > kMost / unit) return 0;
  return number * unit;
}

void Take(int64_t bytes, int64_t* size) {
  if (bytes >= kLeast && bytes <= kMost) *size = bytes;
}

}  // namespace

HostCaches ReadHostCaches() {
  HostCaches caches;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  Take(sysconf(_SC_LEVEL1_DCACHE_SIZE), &caches.l1_bytes);
  Take(sysconf(_SC_LEVEL2_CACHE_SIZE), &caches.l2_bytes);
#endif
  for (int index = 0; index < 8; ++index) {
    const std::string folder =
        absl::StrCat("/sys/devices/system/cpu/cpu0/cache/index", index, "/");
    const std::string level = ReadWord(folder + "level");
    if (level.empty()) break;
    if (ReadWord(folder + "type") == "Instruction") continue;
    const int64_t bytes = ParseSize(ReadWord(folder + "size"));
    if (level == "1") Take(bytes, &caches.l1_bytes);
    if (level == "2") Take(bytes, &caches.l2_bytes);
  }
  return caches;
}

}  // namespace tilewright::jit
