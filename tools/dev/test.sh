# What ./dev test, soak and lint run. Sourced by ./dev, in the project's folder.

golden_elsewhere=../shared/cases
failures=()

# step NAME COMMAND...: runs it, remembers a failure, says how long it took.
step() {
  local name="$1" start=$SECONDS
  shift
  say "$name"
  if "$@"; then
    say "$name: fine ($((SECONDS - start)) s)"
  else
    failures+=("$name")
    say "$name: FAILED ($((SECONDS - start)) s)"
  fi
}

verdict() {
  if [ ${#failures[@]} -eq 0 ]; then
    say "all steps passed"
  else
    say "FAILED steps: $(printf '%s; ' "${failures[@]}")"
    return 1
  fi
}

tilewright() { build/release/tilewright "$@"; }
all_tests() { ctest --test-dir build/release --output-on-failure -j"$(nproc)"; }

# The golden cases of the project, in every way that may not change a value.
golden_cases() {
  [ -n "$(find tests/golden -name module.mlir -print -quit 2> /dev/null)" ] || return 0
  tilewright check --numerics=ieee --skips tests/skips.txt tests/golden
}

# check_elsewhere FOLDER ARGUMENTS...: cases that lie beside the project.
check_elsewhere() {
  local folder="$1"
  shift
  tilewright check "$@" --skips tests/skips.txt "$golden_elsewhere/$folder"
}

# Equal bytes with and without clustering, and for any number of threads: of
# the golden cases in a folder, and of the transformer block.
same_bytes() {
  local folder="$1" scratch numerics variant
  scratch="$(mktemp -d)"
  for numerics in ieee tpu; do
    for variant in --threads=1 --threads=2 --threads=3 --threads=7 --cluster=off; do
      tilewright check --numerics=$numerics --rtol 1e9 $variant \
        --digests "$scratch/cases$variant" "$folder" > /dev/null || true
      tilewright run examples/programs/gpt2_block.mlir --random-inputs \
        --numerics=$numerics $variant --outputs "$scratch/block$variant" || return 1
      [ -s "$scratch/cases$variant" ] || return 1
      diff -r "$scratch/cases--threads=1" "$scratch/cases$variant" | head -20
      cmp -s "$scratch/cases--threads=1" "$scratch/cases$variant" &&
        diff -r "$scratch/block--threads=1" "$scratch/block$variant" ||
        { echo "$numerics: $variant changes values"; return 1; }
    done
  done
  rm -r "$scratch"
}

# The laws of the command line.
command_line() { python3 tests/cli/cli_test.py 2>&1 | tail -40; return "${PIPESTATUS[0]}"; }

# Unit tests of the parts that read foreign input, with address and
# undefined-behaviour sanitizers.
sanitized_tests() {
  build asan-ubsan-fuzz
  ctest --test-dir build/asan-ubsan-fuzz --output-on-failure -j"$(nproc)" \
    -R '^(frontend_stablehlo|ir|cache|plan|tools|api|support|chip)_'
}

# Unit tests of the parts with threads.
race_tests() {
  build tsan
  ctest --test-dir build/tsan --output-on-failure -j1 \
    -R '^(runtime_thread_pool|runtime_memory|cache|api)_'
}

# fuzz SECONDS: each fuzz target, from the committed seeds. What is found new
# stays in the build folder, and so does an input that fails.
fuzz() {
  local seconds="$1" folder=build/asan-ubsan-fuzz/tests/fuzz target name seeds
  [ -x "$folder/parse_fuzz" ] || return 1
  for target in "$folder"/*_fuzz; do
    name="$(basename "$target")"
    seeds=()
    [ "$name" = parse_fuzz ] && seeds=(tests/fuzz/seeds -dict=tests/fuzz/stablehlo.dict)
    mkdir -p "$folder/found_$name"
    "$target" "$folder/found_$name" "${seeds[@]}" -max_total_time="$seconds" \
      -max_len=16384 -rss_limit_mb=2048 -malloc_limit_mb=512 -timeout=20 \
      -artifact_prefix="$folder/" > "$folder/$name.log" 2>&1 ||
      { tail -40 "$folder/$name.log"; echo "$name found an input, in $folder"; return 1; }
    tail -1 "$folder/$name.log"
  done
}

# The fastest checks of clang-tidy over files that changed since the last
# commit on the main branch, or over all of them when there are few.
tidy() {
  local files
  mapfile -t files < <(tools/dev/tidy_files.sh)
  [ ${#files[@]} -eq 0 ] && return
  printf '%s\n' "${files[@]}" |
    xargs -P"$(nproc)" -n1 clang-tidy-19 -p build/release --quiet 2> /dev/null
}

format_check() {
  git ls-files -co --exclude-standard '*.h' '*.cc' |
    xargs -r clang-format-19 --dry-run -Werror
}

lint() {
  step "include directions" python3 tools/check_includes.py
  step "file lengths" python3 tools/check_files.py
  step "format" format_check
  step "clang-tidy" tidy
}

run_tests() {
  build release
  step "unit tests" all_tests
  step "command line" command_line
  step "golden cases" golden_cases
  step "installed package" tests/install/run.sh build/release
  if [ -d "$golden_elsewhere" ]; then
    step "models, ieee" check_elsewhere models --numerics=ieee
    step "models, tpu" check_elsewhere models --numerics=tpu --rtol 3e-2
    step "primitives" check_elsewhere primitives --numerics=ieee
    step "interpret" check_elsewhere stablehlo/interpret --numerics=ieee
    step "testdata" check_elsewhere stablehlo/testdata --numerics=ieee
    step "equal bytes" same_bytes "$golden_elsewhere/models"
  fi
  lint
  step "sanitized tests" sanitized_tests
  step "a minute of fuzzing, each target" fuzz 60
  step "race tests" race_tests
  verdict
}

run_soak() {
  build release
  export TILEWRIGHT_SOAK=1
  step "unit tests over whole ranges" all_tests
  build asan-ubsan-fuzz
  step "ten minutes of fuzzing, each target" fuzz 600
  verdict
}
