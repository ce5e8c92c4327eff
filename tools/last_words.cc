#include "tools/last_words.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <initializer_list>

namespace tilewright::tools {
namespace {

const char* (*what_work)() = nullptr;

// What a handler may call is write() and little else.
void Say(const char* text) {
  if (::write(STDERR_FILENO, text, ::strlen(text)) < 0) return;
}

void Handle(int signal) {
  const char* work = what_work();
  if (*work != '\0') {
    Say("tilewright: internal error in ");
    Say(work);
    Say("; --cluster=off may serve meanwhile\n");
  }
  // The handler is gone by now: this ends the process.
  ::raise(signal);
}

}  // namespace

void SayLastWords(const char* (*work)()) {
  what_work = work;
  // An overflow of the stack leaves none for the handler.
  static char stack[64 << 10];
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = Handle;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace tilewright::tools
