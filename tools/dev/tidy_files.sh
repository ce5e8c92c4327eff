#!/usr/bin/env bash
# Prints the .cc files that clang-tidy looks at: those that differ from the main
# branch's published state or, standing on that, from the commit before; at most
# 8, so that the step takes a minute or two. All when TIDY_ALL=1.
set -euo pipefail
if [ "${TIDY_ALL:-0}" = 1 ]; then
  git ls-files '*.cc'
  exit
fi
base="$(git merge-base HEAD origin/main 2> /dev/null || true)"
if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
  base="$(git rev-parse -q --verify HEAD~1 || true)"
fi
if [ -n "$base" ]; then
  # What is built against PyTorch is in no build that lint makes.
  git diff --name-only --diff-filter=d "$base" -- '*.cc' \
    ':!frontend/torch/device' ':!frontend/torch/kernels' ':!frontend/torch/module' | head -8
else
  git ls-files 'support/*.cc' | head -8
fi
