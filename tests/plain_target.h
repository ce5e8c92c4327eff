// The named targets that tests use beside the machine's own.
#pragma once

namespace tilewright {

// The one with the fewest features that this machine runs, and one that it cannot run.
#if defined(__aarch64__)
inline constexpr char kPlainTarget[] = "aarch64";
inline constexpr char kForeignTarget[] = "x86-64-v3";
#else
inline constexpr char kPlainTarget[] = "x86-64-v3";
inline constexpr char kForeignTarget[] = "aarch64";
#endif

}  // namespace tilewright
