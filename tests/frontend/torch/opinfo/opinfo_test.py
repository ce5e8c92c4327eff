"""OpInfo on `tpu`: each entry of families.txt gives what CPU gives, with no fallback.

Entries that do not yet are named, with the reason, in missing.txt; one that is named there
and passes with all its samples fails the test. By default a few samples of each entry; `--samples=0` takes all.
`--entry=NAME`, `--family=N` choose; `--report` prints what fails and compares with nothing."""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def read_families():
    families, names = {}, None
    for line in (HERE / "families.txt").read_text().splitlines():
        if line.startswith("["):
            number = int(line[1:line.index(" ")])
            names = families.setdefault(number, [])
        elif names is not None:
            names.extend(line.split())
    return families


def read_missing():
    """Name to reason."""
    missing = {}
    for line in (HERE / "missing.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(": ")
            missing[name] = reason
    return missing


def failure(why):
    return {"counts": {"tried": 1, "failed": 1}, "errors": {why: 1}, "first": {why: why},
            "fallbacks": {}}


def run(names, samples):
    """Name to what the worker says of it; a worker that dies is started again after it."""
    results, left = {}, list(names)
    while left:
        with tempfile.TemporaryFile() as errors:
            with subprocess.Popen([sys.executable, HERE / "opinfo_worker.py", str(samples), *left],
                                  stdout=subprocess.PIPE, stderr=errors, text=True) as worker:
                begun = None
                for line in worker.stdout:
                    try:
                        said = json.loads(line)
                    except ValueError:
                        continue
                    if "begin" in said:
                        begun = said["begin"]
                    else:
                        results[said["name"]] = said
            errors.seek(0)
            text = errors.read().decode(errors="replace")
        if begun is None:
            raise SystemExit(f"the worker does not start:\n{text}")
        if begun not in results:
            results[begun] = failure(f"crash: code {worker.returncode} "
                                     + text.strip().split("\n")[0][:200])
        elif worker.returncode != 0:
            print(f"the worker ended with {worker.returncode} after {begun}:\n{text[:2000]}")
            results[begun] = failure(f"crash at exit: code {worker.returncode}")
        left = left[left.index(begun) + 1:]
    return results


def passes(result):
    return result["counts"].get("tried", 0) > 0 and not result["counts"].get("failed") and (
        not result["fallbacks"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--entry", action="append")
    parser.add_argument("--family", type=int, action="append")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    families = read_families()
    missing = read_missing()
    total, right, wrong = collections.Counter(), 0, []
    for family, names in families.items():
        if options.family and family not in options.family:
            continue
        if options.entry:
            names = [n for n in names if n in options.entry]
        results = run(names, options.samples)
        passed = [n for n in names if passes(results[n])]
        for name in names:
            result = results[name]
            total.update(result["counts"])
            if options.report and not passes(result):
                print(f"{name}: {result['counts']} {result['fallbacks'] or ''}")
                for text in result["errors"]:
                    print(f"    {result['errors'][text]} x {result['first'][text]}")
            # A few samples may pass where all do not.
            if passes(result) != (name in missing) or (passes(result) and options.samples):
                right += 1
            else:
                why = ("passes, and is in missing.txt" if passes(result) else
                       "; ".join(result["first"].values()) or "nothing ran")
                wrong.append(f"{name}: {why}")
        print(f"family {family}: {len(passed)} of {len(names)} entries pass", flush=True)
    known = {n for names in families.values() for n in names}
    wrong.extend(f"{n}: in missing.txt, and in no family" for n in missing if n not in known)
    print(f"{total['tried']} comparisons, {total['failed']} failed")
    if not options.report:
        for line in wrong:
            print("FAIL", line)
        print(f"{right} passed, {len(wrong)} failed")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
