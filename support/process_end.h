// The end of a process, for threads that nobody waits for long.
#pragma once

namespace tilewright {

// From now on work that nobody will see the results of is given up where that is easy.
void BeginProcessEnd();
bool ProcessEnds();

}  // namespace tilewright
