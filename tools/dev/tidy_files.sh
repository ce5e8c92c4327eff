#!/usr/bin/env bash
# Prints the .cc files that clang-tidy looks at: those that differ from the main
# branch's last published state; all when TIDY_ALL=1. At most 24, so that the
# step takes minutes.
set -euo pipefail
list() {
  if [ "${TIDY_ALL:-0}" = 1 ]; then
    git ls-files '*.cc'
  else
    local base
    base="$(git merge-base HEAD origin/main 2> /dev/null || git rev-parse HEAD~1 2> /dev/null || true)"
    if [ -n "$base" ]; then
      git diff --name-only --diff-filter=d "$base" -- '*.cc'
    else
      git ls-files 'api/*.cc' 'support/*.cc'
    fi
  fi
}
list | { [ "${TIDY_ALL:-0}" = 1 ] && cat || head -24; }
