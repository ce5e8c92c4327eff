// The end of the process.
#pragma once

namespace tilewright::cache {

// Has `work` done when the process ends, while what caches are made of still works:
// OpenSSL takes itself down at exit, in an order that depends on its first use.
void AtExit(void (*work)());

}  // namespace tilewright::cache
