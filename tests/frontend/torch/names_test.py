"""What torch.tpu has by the names of torch.cuda: types of tensors, and shares of memory.

TILEWRIGHT_LIBRARY_DIR names a build with the device; PYTHONPATH has python and
python/torch."""

import unittest

import torch
import tilewright.torch  # pylint: disable=unused-import

KINDS = {"BFloat16": torch.bfloat16, "Bool": torch.bool, "Byte": torch.uint8,
         "Char": torch.int8, "Double": torch.float64, "Float": torch.float32,
         "Half": torch.float16, "Int": torch.int32, "Long": torch.int64,
         "Short": torch.int16}


class TypesTest(unittest.TestCase):

    def test_they_make_tensors_and_know_them(self):
        for name, dtype in KINDS.items():
            kind = getattr(torch.tpu, f"{name}Tensor")
            made = kind(2, 3)
            self.assertEqual((made.dtype, made.shape, made.device.type), (dtype, (2, 3), "tpu"))
            self.assertEqual(made.type(), f"torch.tpu.{name}Tensor")
            self.assertIsInstance(made, kind)
            self.assertNotIsInstance(made.cpu(), kind)
            self.assertNotIsInstance(made.to(torch.complex64), kind)
            self.assertNotIsInstance(1, kind)

    def test_they_take_what_the_old_ones_take(self):
        self.assertEqual(torch.tpu.FloatTensor([1, 2.5]).tolist(), [1.0, 2.5])
        self.assertEqual(torch.tpu.LongTensor().shape, (0,))
        self.assertEqual(torch.tpu.FloatTensor(torch.Size([2, 2])).shape, (2, 2))
        x = torch.tpu.FloatTensor([1, 2])
        self.assertEqual(torch.tpu.FloatTensor(x).data_ptr(), x.data_ptr())
        with self.assertRaises(TypeError):
            torch.tpu.FloatTensor("two")

    def test_tensors_become_them(self):
        for x in (torch.tensor([1, 2]), torch.tensor([1, 2], device="tpu")):
            for kind in (torch.tpu.HalfTensor, "torch.tpu.HalfTensor"):
                self.assertIsInstance(x.type(kind), torch.tpu.HalfTensor)
        self.assertIs(torch.tpu.FloatTensor.dtype, torch.float32)


class MemoryTest(unittest.TestCase):

    def tearDown(self):
        torch.tpu.set_per_process_memory_fraction(1.0)

    def test_a_process_may_take_a_share(self):
        x = torch.ones(4, device="tpu")
        _, total = torch.tpu.mem_get_info()
        torch.tpu.set_per_process_memory_fraction(0.5)
        self.assertEqual(torch.tpu.get_per_process_memory_fraction(), 0.5)
        torch.empty(int(total * 0.49), dtype=torch.uint8, device="tpu")
        with self.assertRaisesRegex(torch.OutOfMemoryError, "out of memory.*0.5"):
            torch.empty(int(total * 0.5), dtype=torch.uint8, device="tpu")
        self.assertEqual(x.sum().item(), 4)
        torch.tpu.set_per_process_memory_fraction(1.0)
        torch.empty(int(total * 0.6), dtype=torch.uint8, device="tpu")

    def test_a_share_is_a_float_of_0_to_1(self):
        with self.assertRaisesRegex(TypeError, "must be `float`"):
            torch.tpu.set_per_process_memory_fraction(1)
        for wrong in (-0.1, 2.0, float("nan")):
            with self.assertRaisesRegex(ValueError, "Allowed range: 0~1"):
                torch.tpu.set_per_process_memory_fraction(wrong)

    def test_bytes_are_taken_and_given_back(self):
        before = torch.tpu.memory_allocated()
        address = torch.tpu.caching_allocator_alloc(1 << 20)
        self.assertNotEqual(address, 0)
        self.assertEqual(torch.tpu.memory_allocated() - before, 1 << 20)
        torch.tpu.caching_allocator_delete(address)
        self.assertEqual(torch.tpu.memory_allocated(), before)
        with self.assertRaisesRegex(RuntimeError, "invalid device pointer"):
            torch.tpu.caching_allocator_delete(address)


if __name__ == "__main__":
    unittest.main()
