"""The cache's files as docs/cache-format.md describes them: a second reader and writer,
which shares nothing with the first but the document."""

import ctypes
import hashlib
import hmac
import struct

OBJECT, GRAPH, PROFILE, PLAN, SOURCE, LAUNCH, NOTES = 1, 2, 3, 4, 5, 6, 7
VERSION = 3


class Damaged(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Damaged(why)


class _Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


_xxhash = ctypes.CDLL("libxxhash.so.0")
_xxhash.XXH3_128bits.restype = _Hash
_xxhash.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def xxh3(data):
    """Canonical: the high half first, each big-endian."""
    value = _xxhash.XXH3_128bits(bytes(data), len(data))
    return struct.pack(">QQ", value.high, value.low)


def key_of(text):
    """A key file's content to the key: without the line ends at its end."""
    return text.rstrip(b"\r\n")


def key_id(key):
    return hmac.new(key, b"tilewright cache key", hashlib.sha256).digest()[:16]


def padded(data):
    return data + bytes(-len(data) % 16)


def read_manifest(data):
    fields = {}
    need(data.endswith(b"\n") or not data, "a manifest's last line has no end")
    for line in data.decode("ascii").splitlines():
        name, value = line.split("=", 1)
        need(not fields or name > list(fields)[-1], "fields are sorted, each once")
        fields[name] = value
    return fields


def read_entry(data, key=None):
    """(manifest as bytes, {kind: bytes}) of an entry, whose signature is checked where
    there is a key."""
    need(len(data) >= 32, "too short")
    magic, version, count, manifest_len, zero, total = struct.unpack_from("<8sIIIIQ", data)
    need(magic == b"TWOBJ\0\r\n" and version == VERSION, "magic or version")
    need(zero == 0 and total == len(data) and count <= 16, "header")
    need(xxh3(data[:-16]) == data[-16:], "checksum")
    end = len(data) - 64
    manifest = data[32:32 + manifest_len]
    at = 32 + len(padded(manifest))
    sections = {}
    for _ in range(count):
        kind, codec, stored, raw, zero = struct.unpack_from("<IIQQQ", data, at)
        at += 32
        need(codec == 0 and stored == raw and zero == 0 and at + stored <= end, "section")
        need(kind not in sections, "two sections of a kind")
        sections[kind] = data[at:at + stored]
        need(not any(data[at + stored:at + len(padded(sections[kind]))]), "a gap")
        at += len(padded(sections[kind]))
    need(at == end, "bytes are left over")
    if key is not None:
        need(data[end:end + 16] == key_id(key), "another key's")
        mac = hmac.new(key, data[:end + 16], hashlib.sha256).digest()
        need(data[end + 16:end + 48] == mac, "signature")
    return manifest, sections


def write_entry(manifest, sections, key=None):
    body = b""
    for kind, data in sections.items():
        body += struct.pack("<IIQQQ", kind, 0, len(data), len(data), 0) + padded(data)
    total = 32 + len(padded(manifest)) + len(body) + 64
    data = struct.pack("<8sIIIIQ", b"TWOBJ\0\r\n", VERSION, len(sections), len(manifest), 0,
                       total) + padded(manifest) + body
    data += key_id(key) if key else bytes(16)
    data += hmac.new(key, data, hashlib.sha256).digest() if key else bytes(32)
    return data + xxh3(data)


def read_bundle(data, key=None):
    """The entries of a bundle, as bytes."""
    magic, version, zero = struct.unpack_from("<8sII", data)
    need(magic == b"TWBUN\0\r\n" and version == 1 and zero == 0, "header")
    index, count = struct.unpack_from("<QQ", data, len(data) - 80)
    need(index + 48 * count + 80 == len(data), "footer")
    need(xxh3(data[index:-16]) == data[-16:], "checksum")
    if key is not None:
        need(data[-64:-48] == key_id(key), "another key's")
        mac = hmac.new(key, data[:16] + data[index:-48], hashlib.sha256).digest()
        need(data[-48:-16] == mac, "signature")
    entries = []
    at = 16
    for i in range(count):
        length, zero, sha256 = struct.unpack_from("<QQ32s", data, index + 48 * i)
        entry = data[at:at + length]
        need(zero == 0 and hashlib.sha256(entry).digest() == sha256, f"entry {i}")
        entries.append(entry)
        at += length
    need(at == index, "bytes are left over")
    return entries


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, form):
        need(self.at + struct.calcsize("<" + form) <= len(self.data), "it ends early")
        value, = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def u8(self):
        return self.number("B")

    def u32(self):
        return self.number("I")

    def i64(self):
        return self.number("q")

    def many(self, read):
        count = self.number("Q")
        need(count <= len(self.data), "a list is too long")
        return [read() for _ in range(count)]

    def text(self):
        count = self.number("Q")
        need(count <= len(self.data) - self.at, "a text is too long")
        self.at += count
        return self.data[self.at - count:self.at]

    def type(self):
        return {"element": self.u8(), "dims": self.many(self.i64)}

    def literal(self):
        return {"type": self.type(), "is_splat": self.u8(), "bytes": self.text()}

    def launch(self):
        return {"scratch_bytes": self.size(), "grid_steps": self.size(),
                "parameters": self.many(lambda: (self.size(), self.u8())),
                "symbols": self.many(lambda: (self.i64(), self.i64(), self.i64())),
                "sizes": self.u32()}

    def size(self):
        return self.text() if self.u8() else self.i64()

    def kernel(self):
        return {"name": self.text(), "identity": self.text(), "launch": self.launch(),
                "ref_names": self.many(self.text), "places": self.many(self.text)}

    def buffer(self):
        return {"space": self.u8(), "index": self.u32(), "offset": self.i64(),
                "bytes": self.i64()}

    def value(self, kinds):
        kind = self.u8()
        need(kind < kinds, "a value's kind")
        return [self.u8, self.i64, lambda: self.number("d"), self.text,
                lambda: self.many(self.i64), self.literal,
                lambda: self.many(lambda: (self.text(), self.value(4)))][kind]()

    def step(self):
        kind, name, ordinal = self.u8(), self.text(), self.u32()
        steps = lambda: self.many(self.step)
        if kind == 0:
            what = {"kernel": self.u32(), "buffers": self.many(self.buffer),
                    "grid_steps": self.i64(), "scratch_bytes": self.i64(),
                    "figures": [self.i64() for _ in range(8)],
                    "mxu": self.many(
                        lambda: (self.text(), self.i64(), self.i64(), self.i64())),
                    "symbols": self.many(self.u32)}
        elif kind == 1:
            what = {"from": self.buffer(), "to": self.buffer()}
        elif kind == 2:
            what = {"routine": self.text(),
                    "attributes": self.many(lambda: (self.u8(), self.value(7))),
                    "operand_types": self.many(self.type),
                    "result_types": self.many(self.type),
                    "operands": self.many(self.buffer), "results": self.many(self.buffer)}
        elif kind == 3:
            what = {"condition": steps(), "predicate": self.buffer(), "body": steps()}
        else:
            need(kind == 4, "a step's kind")
            what = {"index": self.buffer(), "is_predicate": self.u8(),
                    "branches": self.many(steps)}
        return {"kind": kind, "name": name, "ordinal": ordinal, **what}


def read_plan(data):
    need(len(data) >= 16 and xxh3(data[:-16]) == data[-16:], "checksum")
    r = _Reader(data[:-16])
    need(r.text() == b"TWPLAN\r\n8", "magic")
    plan = {"inputs": r.many(r.type), "outputs": r.many(r.type),
            "constants": r.many(r.literal), "arena_bytes": r.i64(),
            "kernels": r.many(r.kernel), "prepared": r.many(r.i64),
            "preparation": r.many(r.step), "steps": r.many(r.step),
            "donations": r.many(lambda: (r.u32(), r.u32()))}
    need(r.at == len(r.data), "bytes are left over")
    return plan


def read_launch(data):
    r = _Reader(data)
    need(r.text() == b"TWLAUNCH\r\n3", "magic")
    launch = r.launch()
    launch["object_checksum"] = r.text()
    need(r.at == len(r.data), "bytes are left over")
    return launch


def write_launch(launch):
    """With another object's hash, as a forger would."""
    data = struct.pack("<Q", 11) + b"TWLAUNCH\r\n3"
    data += struct.pack("<BqBqQ", 0, launch["scratch_bytes"], 0, launch["grid_steps"],
                        len(launch["parameters"]))
    for size, written in launch["parameters"]:
        data += struct.pack("<BqB", 0, size, written)
    data += struct.pack("<QI", 0, 0xffffffff)  # no symbols
    return data + struct.pack("<Q", 16) + launch["object_checksum"]


class _Numbers:
    """Unsigned LEB128, and folded ones."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(self.at + count <= len(self.data), "it ends early")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        value = shift = 0
        while True:
            byte, = self.take(1)
            value |= (byte & 0x7f) << shift
            if byte < 0x80:
                return value
            shift += 7

    def folded(self):
        value = self.number()
        return value >> 1 ^ -(value & 1)

    def many(self, each):
        return [each() for _ in range(self.number())]

    def link(self):
        operand = self.number()
        return [operand, self.number(), self.folded()] if operand else [0]

    def shape(self):
        return {"structures": self.many(lambda: [self.take(16), self.many(self.folded)]),
                "nodes": self.many(lambda: [self.number(), self.many(self.link)])}


def read_segments(data):
    """The records of notes, each as bytes."""
    magic = b"TWSEGMENTS\r\n2"
    need(data.startswith(magic), "magic")
    r = _Numbers(data[len(magic):])
    records = []
    while r.at < len(r.data):
        records.append(r.take(r.number()))
    return records


def read_segment(record):
    r = _Numbers(record)
    read = {"shapes": r.many(r.shape), "stored": list(r.take(r.number()))}
    need(r.at == len(record), "bytes are left over")
    return read


def _number(value):
    value &= (1 << 64) - 1
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes(data) + bytes([value])


def _folded(value):
    return _number(value * 2 if value >= 0 else -value * 2 - 1)


def _many(each, what):
    return _number(len(what)) + b"".join(map(each, what))


def write_segment(record):
    def link(x):
        return _number(x[0]) + (_number(x[1]) + _folded(x[2]) if x[0] else b"")

    def shape(x):
        return (_many(lambda s: s[0] + _many(_folded, s[1]), x["structures"]) +
                _many(lambda n: _number(n[0]) + _many(link, n[1]), x["nodes"]))

    return _many(shape, record["shapes"]) + _many(lambda flag: bytes([flag]),
                                                  record["stored"])


def write_segments(records):
    return b"TWSEGMENTS\r\n2" + b"".join(_number(len(r)) + r for r in records)
