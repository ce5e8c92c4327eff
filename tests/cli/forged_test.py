#!/usr/bin/env python3
"""Entries that whoever holds the key forged: no crash, no hang, no wrong result.

Usage: TILEWRIGHT=build/release/tilewright python3 tests/cli/forged_test.py

Some in a normal run; 2,000 plans and 2,000 objects with TILEWRIGHT_SOAK. TILEWRIGHT_SEED
repeats a run's choices.
"""

import os
import resource
import struct
import subprocess
import unittest

import cache_format as form
import chaos

COUNT = 2000 if "TILEWRIGHT_SOAK" in os.environ else 25
MOST_SECONDS = 2  # of processors' time: on a busy machine others' is no matter


class Forged(chaos.ChaosTest):
    PROGRAMS = 1

    def setUp(self):
        super().setUp()
        key_file = self.folder / "key"
        key_file.touch(0o600)
        key_file.write_bytes(b"the key of these tests\n")
        self.key = form.key_of(key_file.read_bytes())
        self.environment = {**os.environ, "TILEWRIGHT_CACHE_DIR": str(self.folder / "cache"),
                            "TILEWRIGHT_CACHE_KEY_FILE": str(key_file),
                            "TILEWRIGHT_CACHE_POLICY": "mac-required"}
        self.right_digest = self.run_once()[0]
        self.good = {path: path.read_bytes()
                     for path in (self.folder / "cache").glob("objects/*/*.two")}

    @staticmethod
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def run_once(self):
        """(digest or None, standard error, seconds); a signal fails the test, and what
        waits for ever does."""
        outputs = self.folder / "outputs"
        start = self.spent()
        done = subprocess.run([chaos.TILEWRIGHT, "run", self.programs[0], "--random-inputs",
                               "--outputs", outputs], env=self.environment,
                              capture_output=True, text=True, timeout=chaos.STUCK_SECONDS)
        took = self.spent() - start
        # What a plan or an object says for people is shown, and no terminal obeys it.
        self.assertFalse(set(map(ord, done.stderr)) - {10} & set(range(32)), done.stderr)
        self.assertIn(done.returncode, (0, 1), f"seed {self.seed}: {done.stderr}")
        return (None if done.returncode else self.digest(outputs)), done.stderr, took

    def of_section(self, kind):
        return [path for path, data in self.good.items()
                if kind in form.read_entry(data, self.key)[1]]

    def mutated(self, data):
        """A few bytes or a number changed, removed or added."""
        data = bytearray(data)
        for _ in range(self.random.choice((1, 1, 1, 2, 8))):
            at = self.random.randrange(len(data))
            what = self.random.randrange(6)
            if what == 0:
                data[at] ^= 1 << self.random.randrange(8)
            elif what == 1:
                data[at] = self.random.choice((0, 1, 0x7f, 0x80, 0xff))
            elif what == 2 and at + 8 <= len(data):
                number, = struct.unpack_from("<q", data, at)
                number = self.random.choice((-1, 0, 1, number + 1, number * 2, 1 << 40,
                                             (1 << 63) - 1, -(1 << 63), 1 << 33))
                struct.pack_into("<Q", data, at, number & ((1 << 64) - 1))
            elif what == 3:
                del data[at:at + self.random.randrange(1, 9)]
            elif what == 4:
                data[at:at] = self.random.randbytes(self.random.randrange(1, 9))
            else:
                data[at:at + 4] = struct.pack("<I", self.random.randrange(1 << 32))
        return bytes(data)

    def forge(self, path, sections_of):
        """Puts every entry as it was, and a forged one in the place of `path`."""
        for other, data in self.good.items():
            if not other.exists() or other.read_bytes() != data:
                other.write_bytes(data)
        manifest, sections = form.read_entry(self.good[path], self.key)
        path.write_bytes(form.write_entry(manifest, sections_of(dict(sections)), self.key))

    def assert_harmless(self, may_differ=False):
        digest, said, took = self.run_once()
        self.assertLess(took, MOST_SECONDS, f"seed {self.seed}: {said}")
        if not may_differ:
            # A warning by name, and what was forged is made anew.
            self.assertEqual(digest, self.right_digest, f"seed {self.seed}: {said}")
        elif digest is None:
            self.assertIn("tilewright: ", said)

    def test_a_changed_plan_gives_no_crash_no_hang_and_no_wrong_result(self):
        path, = self.of_section(form.PLAN)
        for _ in range(COUNT):
            self.forge(path, lambda sections: sections | {
                form.PLAN: self.mutated(sections[form.PLAN])})
            self.assert_harmless()

    def test_a_plan_with_a_right_checksum_gives_no_crash_and_no_hang(self):
        path, = self.of_section(form.PLAN)

        def resealed(sections):
            body = self.mutated(sections[form.PLAN][:-16])
            return sections | {form.PLAN: body + form.xxh3(body)}

        for _ in range(COUNT):
            self.forge(path, resealed)
            # Which memory holds what is the plan's to say: another answer may come of it.
            self.assert_harmless(may_differ=True)

    def test_a_changed_object_gives_no_crash_no_hang_and_no_wrong_result(self):
        for _ in range(COUNT):
            path = self.random.choice(self.of_section(form.OBJECT))
            self.forge(path, lambda sections: sections | {
                form.OBJECT: self.mutated(sections[form.OBJECT])})
            self.assert_harmless()

    def test_what_a_kernel_is_launched_with_has_to_agree_with_its_plan(self):
        for path in self.of_section(form.OBJECT):
            for field, value in (("grid_steps", 1 << 40), ("scratch_bytes", 0),
                                 ("parameters", []), ("parameters", [(1, 0)] * 3)):
                def other_launch(sections):
                    launch = form.read_launch(sections[form.LAUNCH])
                    return sections | {form.LAUNCH:
                                       form.write_launch(launch | {field: value})}

                self.forge(path, other_launch)
                self.assert_harmless()
            self.forge(path, lambda sections: {
                kind: data for kind, data in sections.items() if kind != form.LAUNCH})
            self.assert_harmless()

    def section_header(self, data, flags):
        """Where an ELF file has the header of its first section with these flags."""
        at, = struct.unpack_from("<Q", data, 40)
        size, count = struct.unpack_from("<HH", data, 58)
        for i in range(count):
            header = at + i * size
            kind, = struct.unpack_from("<I", data, header + 4)
            if flags(kind, struct.unpack_from("<Q", data, header + 8)[0]):
                return header
        return None

    def test_structure_is_checked_where_the_hash_is_right_too(self):
        """The loader's own checks: sizes, relocations, symbols."""
        def forged_object(change):
            def with_hash(sections):
                data = bytearray(sections[form.OBJECT])
                change(data)
                launch = form.read_launch(sections[form.LAUNCH])
                launch["object_checksum"] = form.xxh3(data)
                return sections | {form.OBJECT: bytes(data),
                                   form.LAUNCH: form.write_launch(launch)}
            return with_hash

        def huge_section(data):  # of zeros, which are not in the file
            header = self.section_header(data, lambda kind, flags: flags & 2)
            struct.pack_into("<I", data, header + 4, 8)
            struct.pack_into("<Q", data, header + 32, 6 << 30)

        def far_relocation(data):
            header = self.section_header(data, lambda kind, flags: kind == 4)
            if header is None:
                return
            offset, = struct.unpack_from("<Q", data, header + 24)
            struct.pack_into("<Q", data, offset, 1 << 40)

        def far_kernel(data):
            header = self.section_header(data, lambda kind, flags: kind == 2)
            offset, size = struct.unpack_from("<QQ", data, header + 24)
            for symbol in range(offset, offset + size, 24):
                if data[symbol + 4] >> 4 == 1:  # global
                    struct.pack_into("<Q", data, symbol + 8, 1 << 30)

        for change in (huge_section, far_relocation, far_kernel):
            for path in self.of_section(form.OBJECT):
                self.forge(path, forged_object(change))
                self.assert_harmless()


if __name__ == "__main__":
    unittest.main()
