# What ./dev test, soak and lint run. Sourced by ./dev, in the project's folder.
source tools/dev/tally.sh

golden_elsewhere=../shared/cases

tilewright() { build/release/tilewright "$@"; }
all_tests() { ctest_counted build/release -j"$(nproc)"; }

# check ARGUMENTS...: golden cases; a skip that is not in the list fails.
check() { tilewright check --skips tests/skips.txt "$@"; }

# Folders of golden cases: the project's, and those beside it where they are.
golden_folders() {
  echo tests/golden
  local folder
  for folder in primitives models stablehlo; do
    [ ! -d "$golden_elsewhere/$folder" ] || echo "$golden_elsewhere/$folder"
  done
}

# Programs of public libraries, but for those that are known to differ. They are judged by
# value alone: some give NaNs, whose sign follows the order of operands, which clustering
# may swap.
library_programs() {
  [ ! -d "$golden_elsewhere/libraries" ] ||
    find "$golden_elsewhere/libraries" -mindepth 1 -maxdepth 1 -type d | sort |
    grep -vE "/($(sed -n 's/ | .*//p' tests/differences.txt | paste -sd'|'))\$"
}

# jaxlib_artifacts ARGUMENTS...: what jaxlib serializes is read as jaxlib itself reads it.
jaxlib_artifacts() {
  build release bytecode_compare || return 1
  local folders
  mapfile -t folders < <(golden_folders)
  [ ! -d "$golden_elsewhere/libraries" ] || folders+=("$golden_elsewhere/libraries")
  .venv/bin/python tests/frontend/bytecode/portable_artifacts.py \
    build/release/tests/bytecode_compare "${folders[@]}" "$@" | tee /dev/stderr |
    sed -nE 's/^([0-9]+) artifacts compared, ([0-9]+) differ.*/\1 \2/p' |
    { read -r all bad && echo "$((all - bad)) passed, $bad failed" && [ "$bad" -eq 0 ]; }
}

has_jax() { .venv/bin/python -c 'import jax' 2> /dev/null; }

# The golden cases, in every way that may not change a result.
golden_cases() {
  local folders
  mapfile -t folders < <(golden_folders)
  local programs
  mapfile -t programs < <(library_programs)
  step "golden cases" check --numerics=ieee "${folders[@]}" "${programs[@]}"
  step "programs with open sizes" check --numerics=ieee tests/open_sizes
  step "golden cases, guard pages" \
    env TILEWRIGHT_GUARD=1 build/release/tilewright check --skips tests/skips.txt \
    --numerics=ieee "${folders[@]}"
  if grep -qw avx2 /proc/cpuinfo; then
    step "golden cases, x86-64-v3" check --numerics=ieee --target=x86-64-v3 "${folders[@]}"
  fi
  # A training step amplifies the rounding of its operands to bf16 beyond any
  # fixed tolerance; these do not.
  local model models=()
  for model in "$golden_elsewhere"/models/{decoder4_scan,decode_kv,bert_*}; do
    [ ! -d "$model" ] || models+=("$model")
  done
  [ ${#models[@]} -eq 0 ] ||
    step "models, tpu" check --numerics=tpu --rtol 3e-2 "${models[@]}"
  step "equal bytes" same_bytes "${folders[@]}"
  step "objects for every target" compile_everywhere "${folders[@]}"
}

# Programs compile for the targets that this host need not be; no object imports a name
# that the ABI does not list, or it would not compile. Each is compiled for one of them;
# in a soak for all.
compile_everywhere() {
  local target programs good=0 bad=0 targets=(x86-64-v4 x86-64-v4-bf16 aarch64 aarch64-v8.6)
  local step=${#targets[@]} first=0
  [ -z "${TILEWRIGHT_SOAK:-}" ] || step=1
  for target in "${targets[@]}"; do
    mapfile -t programs < <(find "$@" -name module.mlir | sort |
      awk -v step="$step" -v first="$first" 'NR % step == first % step')
    first=$((first + 1))
    if tilewright compile --target=$target "${programs[@]}" > "$logs/compile"; then
      good=$((good + ${#programs[@]}))
    else
      bad=$((bad + 1))
    fi
  done
  printf '%d passed, %d failed\n' "$good" "$bad"
  [ "$bad" = 0 ]
}

# Equal bytes with and without clustering and for any number of threads: of all
# golden cases, and of the transformer block.
same_bytes() {
  local scratch numerics variant good=0 bad=0
  local variants=(--threads=1 --threads=2 --threads=3 --threads=7 --cluster=off)
  ! grep -qw avx2 /proc/cpuinfo || variants+=(--target=x86-64-v3)
  scratch="$(mktemp -d)"
  for numerics in ieee tpu; do
    for variant in "${variants[@]}"; do
      # What the cases expect is not the question here.
      tilewright check --numerics=$numerics --rtol 1e9 "$variant" \
        --digests "$scratch/cases$variant" "$@" > /dev/null || true
      tilewright run examples/programs/gpt2_block.mlir --random-inputs \
        --numerics=$numerics "$variant" --outputs "$scratch/block$variant" || return 1
      if [ "$variant" != --threads=1 ]; then
        compare "$scratch/cases" "$numerics" "$variant"
        compare "$scratch/block" "$numerics" "$variant"
      fi
    done
  done
  rm -r "$scratch"
  printf '%d passed, %d failed\n' "$good" "$bad"
  [ "$bad" = 0 ]
}

# compare STEM NUMERICS VARIANT: part of same_bytes, whose counts it adds to.
compare() {
  if [ -s "$1--threads=1" ] && diff -r "$1--threads=1" "$1$3" > "$1.diff"; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
    echo "$2: $3 changes values:"
    head -20 "$1.diff"
  fi
}

# patient_python PYTHON FILE: what hangs ends with the stacks of its threads.
patient_python() {
  timeout --signal=ABRT --kill-after=30 "$(patience)" "$1" -X faulthandler "$2"
}

# python_tests FILE [PYTHON]: its unit tests, counted.
python_tests() {
  local log="$logs/$(basename "$1").out"
  patient_python "${2:-python3}" "$1" 2>&1 | tail -60 | tee "$log"
  local ok="${PIPESTATUS[0]}" all bad
  all="$(sed -nE 's/^Ran ([0-9]+) tests?.*/\1/p' "$log")"
  bad="$(sed -nE 's/^FAILED \((.*)\)$/\1/p' "$log" | grep -oE '[0-9]+' |
    awk '{n += $1} END {print n + 0}')"
  printf '%d passed, %d failed\n' $((${all:-0} - ${bad:-0})) "${bad:-0}"
  return "$ok"
}

# torch_tests FILE: of PyTorch's device, which is there.
# TILEWRIGHT_TEST_TORCH=0 leaves them out of `./dev test`.
torch_tests() {
  TILEWRIGHT_LIBRARY_DIR="$PWD/build/release" PYTHONPATH="$PWD/python:$PWD/python/torch" \
    python_tests "tests/frontend/torch/$1" .venv/bin/python
}

# Each says what it expects, and fails where that is not so.
torch_examples() {
  local example good=0 bad=0
  for example in examples/pytorch/*.py; do
    if with_torch_device "$example" > "$logs/$(basename "$example")" 2>&1; then
      good=$((good + 1))
    else
      bad=$((bad + 1))
      tail -5 "$logs/$(basename "$example")"
    fi
  done
  printf '%d passed, %d failed\n' "$good" "$bad"
  [ "$bad" = 0 ]
}

# OpInfo, a few samples of each entry; without a cache, which would be full of them.
torch_operations() {
  local scratch
  scratch="$(mktemp -d)"
  TILEWRIGHT_LIBRARY_DIR="$PWD/build/release" PYTHONPATH="$PWD/python:$PWD/python/torch" \
    TILEWRIGHT_CACHE_DIR="$scratch" \
    patient_python .venv/bin/python tests/frontend/torch/opinfo/opinfo_test.py
  local ok=$?
  rm -r "$scratch"
  return "$ok"
}

# The laws of the benchmarks, the gate's among them.
benchmark_laws() {
  source tools/dev/bench.sh
  bench_build tilewright_bench_runner tilewright_benchmarks || return 1
  python_tests tests/bench/bench_test.py
}

# test_targets FOLDER...: the test programs of folders under tests/, and of their
# sub-folders.
test_targets() {
  local folder
  for folder in "$@"; do
    find "tests/$folder" -name '*_test.cc' | sed -e 's|^tests/||; s|\.cc$||; s|/|_|g'
  done | sort
}

# sanitized PRESET TARGET...: builds and runs some test programs.
sanitized() {
  local preset="$1"
  shift
  build "$preset" "$@" || return 1
  ctest_counted "build/$preset" -j"$(nproc)" -R "^($(IFS='|' && echo "$*"))\$"
}

# Unit tests of the parts that read foreign input, with address and
# undefined-behaviour sanitizers.
sanitized_tests() {
  local targets
  mapfile -t targets < <(
    test_targets support ir chip tile/text tile/verify plan cache frontend |
      grep -v ^frontend_pjrt_)
  sanitized asan-ubsan-fuzz "${targets[@]}"
}

# Unit tests of the parts with threads, those that use several.
race_tests() {
  local targets
  mapfile -t targets < <(test_targets cache/remote cache/tiers |
    grep -vE '_(url|tier_options)_test$')
  targets+=(cache_store_{store,stats,chaos}_test)
  sanitized tsan {thread_pool,allocator,stream,execute}_alone_test "${targets[@]}"
}

# fuzz SECONDS: each fuzz target, from the committed seeds, one beside the other.
# What is found new stays in the build folder, and so does an input that fails.
fuzz() {
  local seconds="$1" folder=build/asan-ubsan-fuzz/tests/fuzz ok=0 name
  local names=(parse_fuzz bytecode_fuzz tile_fuzz npy_fuzz cache_fuzz) jobs=() job
  build asan-ubsan-fuzz "${names[@]}" || return 1
  for name in "${names[@]}"; do
    fuzz_one "$seconds" "$folder" "$name" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || ok=1; done
  return $ok
}

fuzz_one() {
  local seconds="$1" folder="$2" name="$3" seeds=()
  [ "$name" != parse_fuzz ] || seeds=(tests/fuzz/seeds -dict=tests/fuzz/stablehlo.dict)
  [ "$name" != bytecode_fuzz ] || seeds=(tests/frontend/bytecode/artifacts)
  [ "$name" != tile_fuzz ] || seeds=(tests/fuzz/tile_seeds)
  mkdir -p "$folder/found_$name"
  if "$folder/$name" "$folder/found_$name" "${seeds[@]}" -max_total_time="$seconds" \
    -max_len=16384 -rss_limit_mb=2048 -malloc_limit_mb=512 -timeout=20 \
    -artifact_prefix="$folder/" > "$folder/$name.log" 2>&1; then
    tail -1 "$folder/$name.log"
    echo "1 passed, 0 failed"
  else
    tail -40 "$folder/$name.log"
    echo "$name found an input, in $folder"
    echo "0 passed, 1 failed"
    return 1
  fi
}

# clang-tidy over files of the last change, few enough to take a minute or two.
tidy() {
  local files
  mapfile -t files < <(tools/dev/tidy_files.sh)
  [ ${#files[@]} -eq 0 ] && return
  configure lint -DTILEWRIGHT_BENCH=ON || return 1
  printf '%s\n' "${files[@]}" |
    xargs -P"$(nproc)" -n1 clang-tidy-19 -p build/lint --quiet 2> /dev/null
}

format_check() {
  git ls-files -co --exclude-standard '*.h' '*.cc' |
    xargs -r clang-format-19 --dry-run -Werror
}

lint_steps() {
  step "include directions" python3 tools/check_includes.py
  step "sizes of files and folders, public headers" python3 tools/check_files.py
  step "rooms" python_tests tests/tools/structure_test.py
  step "how steps are counted" python_tests tests/tools/tally_test.py
  step "format" format_check
  step "clang-tidy" tidy
}

# The build that the other steps need; without it they say nothing.
release_build() {
  step "build" build release
  [ ${#failures[@]} -eq 0 ] || { verdict || exit 1; }
}

# Nothing is left in, or taken from, the user's own cache.
own_cache() {
  TILEWRIGHT_CACHE_DIR="$(mktemp -d)"
  export TILEWRIGHT_CACHE_DIR
  trap 'rm -rf "$TILEWRIGHT_CACHE_DIR"' EXIT
}

run_lint() {
  release_build
  lint_steps
  verdict
}

# What `pip install` gives somebody who has nothing of this tree.
wheel_installed() {
  source tools/dev/wheel.sh
  make_wheel && tests/install/wheel.sh "$(find_python)" dist/tilewright-*.whl
}

# The same of PyTorch's device, which needs both wheels.
torch_wheel_installed() {
  source tools/dev/wheel.sh
  make_wheel && tests/install/torch_wheel.sh .venv dist
}

# Last, for it is the largest thing that is installed: whoever cannot have it sees all
# the rest.
torch_steps() {
  [ "${TILEWRIGHT_TEST_TORCH:-1}" != 0 ] || return 0
  torch_environment || { say "there is no PyTorch to be had: its tests are left out"; return 0; }
  step "build of PyTorch's device" torch_device
  beside "PyTorch's operations on our device" torch_operations
  beside "PyTorch on our device" torch_tests torch_test.py
  beside "PyTorch's sizes on our device" torch_tests sizes_test.py
  beside "PyTorch's models on our device" torch_tests models_test.py
  beside "PyTorch in fused mode" torch_tests fused_test.py
  beside "PyTorch's steps in fused mode" torch_tests fused_steps_test.py
  beside "PyTorch's new sizes in fused mode" torch_tests fused_sizes_test.py
  beside "forged records of fused mode" torch_tests forged_records_test.py
  beside "PyTorch, compiled" torch_tests compile_test.py
  beside "PyTorch, parts of graphs" torch_tests compile_parts_test.py
  beside "PyTorch, what is compiled besides tensors" torch_tests compile_kinds_test.py
  beside "PyTorch, graphs that a second process finds" torch_tests compile_cache_test.py
  beside "PyTorch, flex_attention" torch_tests flex_test.py
  beside "torch.func on our device" torch_tests transforms_test.py
  beside "PyTorch's exported models as packages" torch_tests package_test.py
  beside "PyTorch's exported models with open sizes" torch_tests package_sizes_test.py
  beside "control flow of PyTorch's exported models" torch_tests package_flow_test.py
  beside "PyTorch's optimizers on our device" torch_tests optimizers_test.py
  beside "PyTorch's attention on our device" torch_tests attention_test.py
  beside "PyTorch's recurrent networks on our device" torch_tests recurrent_test.py
  beside "PyTorch's convolutions on our device" torch_tests convolution_test.py
  beside "PyTorch's grouped products on our device" torch_tests grouped_test.py
  beside "PyTorch's images on our device" torch_tests images_test.py
  beside "PyTorch's random variates on our device" torch_tests variates_test.py
  beside "Matrices and Fourier transforms on our device" torch_tests matrices_test.py
  beside "special functions on PyTorch's device" torch_tests special_functions_test.py
  beside "statistics on PyTorch's device" torch_tests statistics_test.py
  beside "what PyTorch's device makes of nothing" torch_tests makers_test.py
  beside "PyTorch's losses of alignments on our device" torch_tests alignment_test.py
  beside "PyTorch's device itself" torch_tests device_test.py
  beside "several devices of PyTorch's" torch_tests devices_test.py
  beside "names of torch.cuda that torch.tpu has" torch_tests names_test.py
  beside "bad indices on PyTorch's device" torch_tests indices_test.py
  beside "what PyTorch's device refuses" torch_tests refusals_test.py
  beside "results that go into tensors of PyTorch's device" torch_tests out_test.py
  beside "how results of PyTorch's device lie" torch_tests strides_test.py
  beside "PyTorch's mistakes on our device" torch_tests opinfo/refused_test.py
  beside "the table of PyTorch's operations" torch_tests opinfo/table_test.py
  settle
  # It looks at the time.
  step "how scripts with PyTorch's device end" torch_tests ending_test.py
  step "examples with PyTorch" torch_examples
  step "wheel of PyTorch's device" torch_wheel_installed
}

run_tests() {
  own_cache
  release_build
  python_environment || say "there is no JAX to be had: its tests are left out"
  step "unit tests" all_tests
  step "command line" python_tests tests/cli/cli_test.py
  step "command line, how it is written" python_tests tests/cli/usage_test.py
  step "modules of the library" python_tests tests/cli/modules_test.py
  step "the cache, mistreated" python_tests tests/cli/cache_chaos_test.py
  step "remote caches that lie and die" python_tests tests/cli/remote_chaos_test.py
  step "command line, cache" python_tests tests/cli/cache_cli_test.py
  step "command line, completion" python_tests tests/cli/completion_test.py
  step "command line, output" python_tests tests/cli/output_test.py
  step "command line, causes of misses" python_tests tests/cli/cache_misses_test.py
  step "command line, labels" python_tests tests/cli/cache_labels_test.py
  step "command line, settings of the cache" python_tests tests/cli/cache_config_test.py
  step "command line, modes of the cache" python_tests tests/cli/cache_modes_test.py
  step "the cache's format, by a second reader" python_tests tests/cli/cache_format_test.py
  step "forged entries" python_tests tests/cli/forged_test.py
  step "command line, shared caches" python_tests tests/cli/sharing_test.py
  ! has_jax || step "artifacts of jaxlib, some" jaxlib_artifacts --only 40
  ! has_jax || step "JAX on our devices" \
    python_tests tests/frontend/pjrt/jax_test.py .venv/bin/python
  step "benchmarks" benchmark_laws
  step "installed package" tests/install/run.sh build/release
  ! has_jax || step "wheel" wheel_installed
  golden_cases
  lint_steps
  step "sanitized tests" sanitized_tests
  step "half a minute of fuzzing, each target" fuzz 30
  step "race tests" race_tests
  torch_steps
  verdict
}

run_soak() {
  own_cache
  release_build
  export TILEWRIGHT_SOAK=1
  step "unit tests over whole ranges" all_tests
  ! has_jax || step "artifacts of jaxlib" jaxlib_artifacts
  step "ten minutes of chaos in the cache, through the command line" \
    python_tests tests/cli/cache_chaos_test.py
  step "ten minutes of chaos in remote caches" \
    python_tests tests/cli/remote_chaos_test.py
  step "forged entries, thousands" python_tests tests/cli/forged_test.py
  step "ten minutes of fuzzing, each target" fuzz 600
  local folders
  mapfile -t folders < <(golden_folders)
  step "objects for every target" compile_everywhere "${folders[@]}"
  source tools/dev/cross.sh
  step "build for aarch64" cross_build
  cross_whole
  verdict
}
