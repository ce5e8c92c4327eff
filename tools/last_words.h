// What is said when a signal ends the process.
#pragma once

namespace tilewright::tools {

// A crash says what the thread was at, and what may serve meanwhile, before it ends the
// process as it would have. `work` is tilewright::CurrentWork.
void SayLastWords(const char* (*work)());

}  // namespace tilewright::tools
