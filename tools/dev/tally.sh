# Steps, counted and timed. Sourced by test.sh, in the project's folder.
#
# A step is a command. What it prints is shown and also read: a line
# "N passed, N failed" (as `tilewright check` ends with) adds to the totals; a
# step without one counts as one test.

failures=()
passed=0
failed=0
logs=build/logs

# step NAME COMMAND...: runs it, counts, remembers a failure, tells the time.
step() {
  local name="$1" start=$SECONDS ok=0
  shift
  mkdir -p "$logs"
  say "$name"
  "$@" 2>&1 | tee "$(log_of "$name")" || ok=1
  count "$name" $ok $((SECONDS - start))
}

log_of() { echo "$logs/${1//[^a-zA-Z0-9]/_}.log"; }

# count NAME OK SECONDS: a step that has ended, by its log; OK is 0 where it went well.
count() {
  local name="$1" ok="$2" seconds="$3" counted
  counted="$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' "$(log_of "$name")" |
    awk '{p += $1; f += $2} END {print p + 0, f + 0}')"
  local good="${counted% *}" bad="${counted#* }"
  [ "$counted" != "0 0" ] || good=$((1 - ok))
  [ "$ok" = 0 ] || [ "$bad" -gt 0 ] || bad=1
  passed=$((passed + good))
  failed=$((failed + bad))
  if [ "$ok" = 0 ]; then
    say "$name: fine ($seconds s)"
  else
    failures+=("$name")
    say "$name: FAILED ($seconds s)"
  fi
}

# Steps that run beside each other, as many as there are processors: `beside`, as `step`,
# begins one as soon as there is room; `settle` waits for all of them. What they print is
# shown when they have ended, in the order in which they began.
beside_names=()
beside_jobs=()

beside() {
  local name="$1" log
  shift
  mkdir -p "$logs"
  log="$(log_of "$name")"
  rm -f "$log.end"
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
    wait -n || true
    show_ended
  done
  {
    local start=$SECONDS ok=0
    "$@" > "$log" 2>&1 || ok=1
    echo $ok $((SECONDS - start)) > "$log.end"
  } &
  beside_names+=("$name")
  beside_jobs+=($!)
}

settle() {
  wait
  show_ended
}

# Those of `beside` that have ended, up to the first that has not.
show_ended() {
  local name log ok seconds
  while [ ${#beside_names[@]} -gt 0 ] && ! kill -0 "${beside_jobs[0]}" 2> /dev/null; do
    name="${beside_names[0]}"
    log="$(log_of "$name")"
    say "$name"
    cat "$log"
    # What was killed has left no end.
    read -r ok seconds < "$log.end" || ok=1 seconds="?"
    count "$name" "$ok" "$seconds"
    beside_names=("${beside_names[@]:1}")
    beside_jobs=("${beside_jobs[@]:1}")
  done
}

# The last lines: which steps failed, and the count over everything.
verdict() {
  local name
  for name in "${failures[@]}"; do say "FAILED step: $name"; done
  say "$SECONDS s"
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ ${#failures[@]} -eq 0 ]
}

# How many seconds one program of tests may take: what hangs fails by its name, long before
# whoever runs all of them gives up.
patience() { [ -z "${TILEWRIGHT_SOAK:-}" ] && echo 900 || echo 7200; }

# ctest_counted FOLDER ARGUMENTS...: runs test programs and counts their single
# tests. A program that dies leaves no count: it is one failure.
ctest_counted() {
  local folder="$1" results ok=0
  shift
  results="$(mktemp -d)"
  GTEST_OUTPUT="xml:$results/" ctest --test-dir "$folder" --output-on-failure \
    --timeout "$(patience)" "$@" || ok=1
  { grep -hoE '<testsuites tests="[0-9]+" failures="[0-9]+"' "$results"/*.xml || true; } |
    tr -dc '0-9\n ' | awk -v ok=$ok '{all += $1; bad += $2}
      END {if (ok && !bad) bad = 1; printf "%d passed, %d failed\n", all - bad, bad}'
  rm -r "$results"
  return $ok
}
