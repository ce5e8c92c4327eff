"""Losses over labels that lie anywhere in a sequence, and weights as direction and length."""

import os
import unittest

os.environ.setdefault("TILEWRIGHT_NUMERICS", "ieee")

import torch  # pylint: disable=wrong-import-position
import tilewright.torch  # pylint: disable=wrong-import-position,unused-import
import torch.nn.functional as F  # pylint: disable=wrong-import-position


def of_ctc(device, steps, labels, targets, inputs, **options):
    x = torch.randn(steps, len(labels), 5, generator=torch.Generator().manual_seed(3))
    x = x.to(device).requires_grad_()
    loss = F.ctc_loss(x.log_softmax(2), targets.to(device), inputs, labels, **options)
    gradient, = torch.autograd.grad(loss.sum(), x)
    return loss.detach().cpu(), gradient.cpu()


class AlignmentTest(unittest.TestCase):

    def check(self, *args, **options):
        torch.testing.assert_close(of_ctc("tpu", *args, **options),
                                   of_ctc("cpu", *args, **options), rtol=1e-4, atol=1e-5)

    def test_losses_over_labels_of_all_lengths_are_those_of_cpu(self):
        targets = torch.tensor([[1, 1, 2], [3, 2, 1], [4, 4, 4], [1, 2, 3]])
        for labels in ([3, 2, 1, 3], [0, 1, 2, 3], [0, 0, 0, 0]):
            joined = torch.cat([row[:n] for row, n in zip(targets, labels)])
            for reduction in ("none", "sum", "mean"):
                for each in (targets, joined):
                    if each.numel() == 0:
                        continue
                    with self.subTest(labels=labels, reduction=reduction):
                        self.check(9, labels, each, [9, 5, 7, 8], reduction=reduction)

    def test_labels_that_do_not_fit_cost_infinitely_or_nothing(self):
        targets = torch.tensor([[1, 1, 2], [3, 2, 1]])
        self.check(5, [3, 3], targets, [3, 2], reduction="none", zero_infinity=True)
        loss = F.ctc_loss(torch.randn(5, 2, 5).log_softmax(2).to("tpu"), targets.to("tpu"),
                          [3, 5], [3, 3], reduction="none")
        self.assertEqual(loss.isinf().tolist(), [True, False])

    def test_lengths_may_be_tensors_of_the_device(self):
        targets = torch.tensor([[1, 2, 2]])
        lengths = torch.tensor([3]), torch.tensor([8])
        expected = of_ctc("cpu", 8, lengths[0], targets, lengths[1])
        got = of_ctc("tpu", 8, lengths[0].to("tpu"), targets, lengths[1].to("tpu"))
        torch.testing.assert_close(got, expected, rtol=1e-4, atol=1e-5)

    def test_wrong_lengths_and_blanks_are_errors(self):
        x = torch.zeros(4, 1, 5, device="tpu")
        targets = torch.ones(1, 2, dtype=torch.long, device="tpu")
        for lengths, blank in (([5], 0), ([4, 4], 0), ([4], 5)):
            with self.assertRaises(RuntimeError):
                F.ctc_loss(x, targets, lengths, [2], blank=blank)
        with self.assertRaises(RuntimeError):
            F.ctc_loss(x, targets, [4], [3])

    def test_weights_have_a_direction_and_a_length(self):
        for dim in (0, 2, None):
            results = []
            for device in ("cpu", "tpu"):
                torch.manual_seed(5)
                layer = torch.nn.utils.parametrizations.weight_norm(
                    torch.nn.Conv1d(4, 6, 3), dim=dim).to(device)
                y = layer(torch.randn(2, 4, 9).to(device))
                y.square().mean().backward()
                results.append([y, *(p.grad for p in layer.parameters())])
            torch.testing.assert_close([x.cpu() for x in results[1]], results[0],
                                       rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
