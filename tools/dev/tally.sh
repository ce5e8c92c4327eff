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
  local name="$1" start=$SECONDS log ok=0 counted
  shift
  mkdir -p "$logs"
  log="$logs/${name//[^a-zA-Z0-9]/_}.log"
  say "$name"
  "$@" 2>&1 | tee "$log" || ok=1
  counted="$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' "$log" |
    awk '{p += $1; f += $2} END {print p + 0, f + 0}')"
  local good="${counted% *}" bad="${counted#* }"
  [ "$counted" != "0 0" ] || good=$((1 - ok))
  [ $ok = 0 ] || [ "$bad" -gt 0 ] || bad=1
  passed=$((passed + good))
  failed=$((failed + bad))
  if [ $ok = 0 ]; then
    say "$name: fine ($((SECONDS - start)) s)"
  else
    failures+=("$name")
    say "$name: FAILED ($((SECONDS - start)) s)"
  fi
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
