"""torch_tpu's names for what the cache of compiled operations has done."""

import dataclasses
import datetime

from tilewright.torch import _device

_ELSEWHERE = ("compiled operations are kept where TILEWRIGHT_CACHE_DIR says and "
              "TILEWRIGHT_CACHE (off, ro, rw, verify) allows; `tilewright cache` looks after "
              "them")


def _get_cache_misses():
    """Operations that some kernel was compiled for."""
    return _device.counters()["cache_misses"]


def _get_cache_hits():
    """Operations, segments and graphs whose code the process had, or found on disk."""
    counters = _device.counters()
    return sum(counters[name] for name in
               ("kernel_hits", "cache_hits", "segment_runs", "graph_runs"))


def _get_cache_requests():
    return _get_cache_hits() + _get_cache_misses()


@dataclasses.dataclass(frozen=True)
class CacheEntryStats:
    """Of code that the process has: of a class of operations, a segment, a graph."""
    code: str  # as `explain()` calls it
    read_count: int  # how often it ran since the counters were reset
    compilation_duration: datetime.timedelta  # 0: it came from the cache on disk
    last_read: datetime.datetime  # in local time; of one that has not run: when it was made


@dataclasses.dataclass(frozen=True)
class CacheStats:
    num_cache_reqs: int
    num_cache_hits: int
    per_entry_stats: list


def _entry(use):
    return CacheEntryStats(use["code"], use["runs"],
                           datetime.timedelta(milliseconds=use["compile_ms"]),
                           datetime.datetime.fromtimestamp(use["last_ns"] / 1e9))


def _get_cache_stats():
    return CacheStats(_get_cache_requests(), _get_cache_hits(),
                      [_entry(use) for use in _device.code_uses()])


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
