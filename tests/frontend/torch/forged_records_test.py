"""What former processes tell of segments (docs/cache-format.md, notes), damaged and forged:
no crash, no hang, and the bits of strict mode.

Some processes in a normal run, always the same, hundreds of others with TILEWRIGHT_SOAK.
TILEWRIGHT_SEED repeats a run's choices."""

import copy
import hashlib
import json
import os
import pathlib
import random
import resource
import select
import signal
import sys
import tempfile
import time
import unittest

import torch
import torch.nn.functional as F

from in_modes import FUSED, STRICT, Mode, bits, compiled

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "cli"))
import cache_format as form  # pylint: disable=wrong-import-position

COUNT = 300 if os.environ.get("TILEWRIGHT_SOAK") else 6
MOST_SECONDS = 40  # of processors' time: a process takes a few

LEARNED, MET = (5, 9, 14, 20, 27, 33), (18, 7)


def ramp(*sizes):
    x = torch.arange(float(torch.Size(sizes).numel())).sin().view(sizes).to("tpu")
    return x * 1.5


def gradient(function, *inputs):
    """Of the first input."""
    inputs = [x.requires_grad_() for x in inputs]
    return torch.autograd.grad((function(*inputs) * 1.5).sum(), inputs[0])[0]


# Small programs of any length, each of which is a segment of its own.
PROGRAMS = [
    lambda n: (ramp(4, n) @ ramp(n, 8)).relu().softmax(-1),
    lambda n: F.layer_norm(ramp(3, n, 8), (8,)).transpose(1, 2).contiguous().mean(1),
    lambda n: torch.cat([ramp(2, n), ramp(3, n)]).cumsum(1),
    lambda n: torch.stack([ramp(n, 4), ramp(n, 4)], 1).flatten(0, 1).sort(0)[0],
    lambda n: F.scaled_dot_product_attention(*[ramp(1, 2, n, 8)] * 3, is_causal=True) + 1,
    lambda n: F.interpolate(ramp(1, 2, n), scale_factor=2.0) * 2,
    lambda n: F.interpolate(ramp(1, 2, n, 4), size=(6, 9), mode="bilinear") * 2,
    lambda n: F.conv1d(ramp(2, 3, n), ramp(4, 3, 3), padding=1).tanh(),
    lambda n: F.max_pool2d(ramp(1, 2, n, 8), 2) + F.avg_pool2d(ramp(1, 2, n, 8), 2),
    lambda n: F.adaptive_avg_pool2d(ramp(1, 2, n, 8), (3, 2)) * 2,
    lambda n: F.pad(ramp(2, 3, n), (1, 2), mode="reflect").roll(1, 2),
    lambda n: ramp(n, 6)[1:, ::2].clone().add_(1).t().exp(),
    lambda n: ramp(n, 4).index_select(0, torch.tensor([0, 2, 1], device="tpu")) * 3,
    lambda n: F.embedding(torch.arange(n, device="tpu") % 7, ramp(9, 4)).sum(0),
    lambda n: ramp(n, 5).gather(1, torch.zeros(n, 2, dtype=torch.long, device="tpu")) + 1,
    lambda n: torch.zeros(n, 5, device="tpu").index_add(
        0, torch.tensor([1, 3], device="tpu"), ramp(2, 5)),
    lambda n: ramp(n, 5).masked_fill(ramp(n, 5) > 0, 2.0).amax(1).flip(0),
    lambda n: torch.where(ramp(n) > 0, torch.linspace(0, 1, n, device="tpu"),
                          torch.arange(n, device="tpu")),
    lambda n: torch.eye(n, device="tpu").triu(1) + ramp(n, n).tril(),
    lambda n: ramp(n, 4).unfold(0, 3, 1).sum(-1).var(0),
    lambda n: F.cross_entropy(ramp(n, 5), torch.arange(n, device="tpu") % 5) * 2,
    lambda n: torch.cdist(ramp(n, 3), ramp(4, 3)).topk(2)[0],
    lambda n: torch.einsum("ab,cb->ac", ramp(n, 4), ramp(n, 4)).logsumexp(0),
    lambda n: gradient(lambda x: F.adaptive_avg_pool2d(x, (3, 2)), ramp(1, 2, n, 8)),
    lambda n: gradient(lambda x: F.adaptive_max_pool2d(x, (2, 2)), ramp(1, 2, n, 8)),
    lambda n: gradient(lambda w, x: F.conv1d(x, w), ramp(4, 3, 3), ramp(2, 3, n)),
    lambda n: gradient(lambda x, w: F.conv1d(x, w, stride=2), ramp(2, 3, n), ramp(4, 3, 3)),
    lambda n: gradient(lambda x: F.avg_pool1d(x, 3, 2, 1), ramp(2, 3, n)),
    lambda n: gradient(lambda x: F.interpolate(x, scale_factor=1.5), ramp(1, 2, n)),
    lambda n: gradient(lambda w: F.embedding(torch.arange(n, device="tpu") % 7, w),
                       ramp(9, 4)),
    lambda n: gradient(lambda x, y: F.scaled_dot_product_attention(x, y, y),
                       ramp(1, 2, n, 8), ramp(1, 2, n, 8)),
    lambda n: gradient(lambda x: F.group_norm(x, 2), ramp(2, 4, n)),
    lambda n: gradient(lambda x: F.softmax(x, 1).cumsum(0), ramp(n, 6)),
    lambda n: torch.searchsorted(ramp(n).sort()[0], ramp(5)) + 1,
    lambda n: F.unfold(ramp(1, 2, n, 6), 3) + 1,
    lambda n: torch.lstm(ramp(n, 2, 4), (ramp(1, 2, 3), ramp(1, 2, 3)),
                         [ramp(12, 4), ramp(12, 3)], False, 1, 0.0, False, False, False)[0],
    lambda n: F.group_norm(ramp(2, 4, n), 2).view(2, 2, 2, n).permute(3, 0, 1, 2).prod(1),
]


def steps(lengths):
    """A digest of each length's results. `PROGRAMS` one by one, so that each ends."""
    digests = []
    for n in lengths:
        digest = hashlib.sha256()
        for program in PROGRAMS:
            for tensor in bits([program(n)]):
                digest.update(tensor.contiguous().numpy().tobytes())
        digests.append(digest.hexdigest())
    return digests


def quiet(seconds=10):
    """Waits until no thread has anything to do, as one that compiles has."""
    def running():
        states = [path.read_text().rpartition(")")[2].split()[0]
                  for path in pathlib.Path("/proc/self/task").glob("*/stat")]
        return states.count("R") + states.count("D") > 1
    end, idle = time.monotonic() + seconds, 0
    while idle < 10 and time.monotonic() < end:
        time.sleep(0.01)
        idle = 0 if running() else idle + 1


def learn():
    for n in LEARNED * 2:
        steps([n])
        compiled()
        quiet(2)
    return 0


def meet():
    digests = []
    for n in MET:
        digests += steps([n])
        quiet()
    return digests


def child(function, mode, cache):
    """(exit code, what the function gives) of a new process, which has PyTorch already."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        os.environ["TILEWRIGHT_CACHE_DIR"] = str(cache)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        with Mode(mode):
            os.write(write, json.dumps(function()).encode())
        os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], 600)
    if not ready:
        os.kill(process, signal.SIGKILL)
    said = b"".join(iter(lambda: os.read(read, 1 << 16), b""))
    os.close(read)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return code, json.loads(said) if said else None


class ForgedRecords(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="tilewright_records_")
        cls.addClassCleanup(scratch.cleanup)
        cls.cache = pathlib.Path(scratch.name) / "cache"
        cls.wanted = child(meet, STRICT, cls.cache)
        child(learn, FUSED, cls.cache)
        cls.path, = [path for path in cls.cache.glob("objects/*/*.two")
                     if form.NOTES in form.read_entry(path.read_bytes())[1]]
        cls.manifest, cls.sections = form.read_entry(cls.path.read_bytes())
        cls.records = form.read_segments(cls.sections[form.NOTES])

    def setUp(self):
        chosen = random.randrange(1 << 30) if os.environ.get("TILEWRIGHT_SOAK") else 1
        self.seed = int(os.environ.get("TILEWRIGHT_SEED", chosen))
        self.random = random.Random(self.seed)

    def put(self, notes):
        sections = self.sections | {form.NOTES: notes}
        self.path.write_bytes(form.write_entry(self.manifest, sections))

    def size(self, size):
        return self.random.choice((
            size - 1, size + 1, size * 2, 2, 3, 1, 0, -1, self.random.randrange(2, 64),
            1 << 12, 1 << 20, 1 << 31, 1 << 39, 1 << 40, 1 << 46))

    def forged(self, record):
        """One thing changed, everywhere or once."""
        record = copy.deepcopy(record)
        shape = self.random.choice(record["shapes"])
        structures, nodes = shape["structures"], shape["nodes"]
        structure, node = self.random.choice(structures), self.random.choice(nodes)
        what = self.random.randrange(12)
        if what < 3 and structure[1]:
            at = self.random.randrange(len(structure[1]))
            structure[1][at] = self.size(structure[1][at])
        elif what < 6 and structure[1]:
            before = self.random.choice(structure[1])
            after = self.size(before)
            for each in structures:
                each[1] = [after if size == before else size for size in each[1]]
        elif what == 6:
            node[0] = self.random.randrange(len(structures) + 1)
        elif what == 7 and node[1]:
            at = self.random.randrange(len(node[1]))
            node[1][at] = self.random.choice(([0], [self.random.randrange(1, 5),
                                                    self.random.randrange(4),
                                                    self.size(0)]))
        elif what == 8:
            record["stored"] = self.random.choice((
                [], record["stored"][1:], record["stored"] + [1],
                [1] * len(record["stored"]), [0] * len(record["stored"])))
        elif what == 9:
            nodes.remove(node)
        elif what == 10:
            structure[1][:] = self.random.choice(structures)[1]
        else:
            record["shapes"].remove(shape)
        return record

    def harmless(self):
        self.assertEqual(child(meet, FUSED, self.cache), self.wanted, f"seed {self.seed}")

    def test_records_are_told(self):
        records = list(map(form.read_segment, self.records))
        self.assertEqual(list(map(form.write_segment, records)), self.records)
        # A busy machine interrupts some, which are told as others then.
        self.assertGreater(sum(len(r["shapes"]) > 1 for r in records), 5)
        self.harmless()

    def test_forged_records(self):
        records = list(map(form.read_segment, self.records))
        for _ in range(COUNT):
            forged = []
            for record in records:
                for _ in range(self.random.randrange(1, 3)):
                    record = self.forged(record)
                    if not record["shapes"] or not all(
                            s["structures"] and s["nodes"] for s in record["shapes"]):
                        break
                else:
                    forged.append(form.write_segment(record))
            self.put(form.write_segments(forged))
            self.harmless()

    def test_changed_bytes(self):
        notes = self.sections[form.NOTES]
        for turn in range(COUNT // 2):
            data = bytearray(notes)
            for _ in range(self.random.choice((1, 4, 40, 400))):
                data[self.random.randrange(20, len(data))] = self.random.randrange(256)
            self.put(bytes(data[:self.random.randrange(len(data))] if turn % 3 == 0 else data))
            self.harmless()

    def test_a_damaged_file(self):
        whole = self.path.read_bytes()
        for data in (whole[:len(whole) // 2], b"", bytes(len(whole)),
                     whole[:100] + b"x" + whole[101:]):
            self.path.write_bytes(data)
            self.harmless()


if __name__ == "__main__":
    unittest.main()
