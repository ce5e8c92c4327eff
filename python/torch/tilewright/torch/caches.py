"""torch_tpu's names for what the cache of compiled operations has done."""

from tilewright.torch import _device

_ELSEWHERE = ("compiled operations are kept where TILEWRIGHT_CACHE_DIR says and "
              "TILEWRIGHT_CACHE (off, ro, rw, verify) allows; `tilewright cache` looks after "
              "them")


def _get_cache_misses():
    """Operations that some kernel was compiled for."""
    return _device.counters()["cache_misses"]


def _get_cache_hits():
    """Operations whose code the process had, or found on disk."""
    counters = _device.counters()
    return counters["kernel_hits"] + counters["cache_hits"]


def _get_cache_requests():
    return _get_cache_hits() + _get_cache_misses()


def _get_cache_stats():
    return {"num_cache_reqs": _get_cache_requests(), "num_cache_hits": _get_cache_hits(),
            "per_entry_stats": {}}


def _clear_cache():
    raise NotImplementedError(_ELSEWHERE)


def _set_allow_cache(allowed):
    if not allowed:
        raise NotImplementedError(_ELSEWHERE)


def _get_dump_on_cache_miss():
    return False


def _set_dump_on_cache_miss(wanted):
    if wanted:
        raise NotImplementedError("TILEWRIGHT_DUMP names a folder for what is compiled")


def _set_cache_only(only):
    if only:
        raise NotImplementedError(_ELSEWHERE)
