// The named target that tests run beside the machine's own.
#pragma once

namespace tilewright {

// The one with the fewest features that this machine runs.
#if defined(__aarch64__)
inline constexpr char kPlainTarget[] = "aarch64";
#else
inline constexpr char kPlainTarget[] = "x86-64-v3";
#endif

}  // namespace tilewright
