#!/usr/bin/env bash
# Prints the .cc files that clang-tidy looks at: those of the last commit, wherever it is
# checked out, then others that differ from the main branch's published state; at most
# 10, so that the step takes a minute or two. All when TIDY_ALL=1.
set -euo pipefail
if [ "${TIDY_ALL:-0}" = 1 ]; then
  git ls-files '*.cc'
  exit
fi
# changed_since COMMIT: what is built against PyTorch is in no build that lint makes.
changed_since() {
  [ -z "$1" ] || git diff --name-only --diff-filter=d "$1" -- '*.cc' \
    ':!frontend/torch/device' ':!frontend/torch/kernels' ':!frontend/torch/module'
}
last="$(git rev-parse -q --verify HEAD~1 || true)"
published="$(git merge-base HEAD origin/main 2> /dev/null || true)"
files="$(changed_since "$last"; changed_since "$published")"
[ -n "$last$published" ] || files="$(git ls-files 'support/*.cc')"
awk 'NF && !seen[$0]++' <<< "$files" | head -10
