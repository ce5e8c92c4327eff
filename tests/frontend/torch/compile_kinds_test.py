"""What programs hand to torch.compile besides functions of tensors: on tpu it is taken as on
the CPU."""

import functools
import unittest
from unittest import mock

import torch
import torch.nn.functional as F
from torch import nn
from torch._functorch import config
from torch._inductor import compile_fx
from torch.autograd.graph import region_activation_memory_budget, saved_tensors_hooks
from torch.fx import traceback
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils.checkpoint import checkpoint
import tilewright.torch  # pylint: disable=unused-import
from tilewright.torch.graph_calls import Call
from tilewright.torch.graph_sizes import Symbols
from tilewright.torch.promised import KEY, Promise

from compile_cases import CompileTest, bits
from in_modes import counted


class AutocastTest(CompileTest):

    def test_operators_of_higher_order(self):
        def product(x, w):
            return torch.tanh(x @ w)
        region = torch.compiler.nested_compile_region(product)
        kinds = {
            "cond": lambda x, w: torch.cond(x.sum() > 0, product, product, (x, w)),
            "checkpoint": lambda x, w: checkpoint(product, x, w, use_reentrant=False),
            "region": region}
        x = torch.randn(4, 8, device="tpu", requires_grad=True)
        w = torch.randn(8, 8, device="tpu", requires_grad=True)
        for name, kind in kinds.items():
            def f(x, w, kind=kind):
                with torch.autocast("tpu"):
                    return kind(x, w)
            with self.subTest(name):
                self.both(f, x, w, compiled=torch.compile(f, fullgraph=True))
                self.assertEqual(f(x, w).dtype, torch.bfloat16)

    def test_its_type_is_a_constant_of_a_graph(self):
        for device in ("tpu", "cpu"):
            f = torch.compile(lambda x, device=device: x.to(torch.get_autocast_dtype(device)),
                              fullgraph=True, backend="tpu" if device == "tpu" else "eager")
            self.assertEqual(f(torch.ones(2, device=device)).dtype, torch.bfloat16)


class RecurrentTest(CompileTest):

    def test_a_layer_is_one_operator_of_a_whole_graph(self):
        kinds = ({}, {"num_layers": 2, "dropout": 0.5, "batch_first": True},
                 {"bidirectional": True, "bias": False})
        for kind in (nn.LSTM, nn.GRU, nn.RNN):
            for options in kinds:
                with self.subTest(kind=kind, options=options):
                    torch._dynamo.reset()
                    module = kind(3, 4, **options).to("tpu")
                    def f(x, module=module):
                        out, states = module(x)
                        return out, *(states if isinstance(states, tuple) else [states])
                    x = torch.randn(5, 6, 3, device="tpu", requires_grad=True)
                    self.both(f, x, compiled=torch.compile(f, fullgraph=True))
                    self.assert_captured()

    def test_autocast_and_modules_around_them(self):
        lstm, gru = nn.LSTM(3, 4).to("tpu"), nn.GRU(4, 2).to("tpu")
        def f(x):
            with torch.autocast("tpu"):
                out, (state, _) = lstm(torch.tanh(x))
                return gru(out)[0].float() + state.float().sum()
        self.both(f, torch.randn(5, 2, 3, device="tpu", requires_grad=True),
                  compiled=torch.compile(f, fullgraph=True))

    def test_what_is_no_such_layer_stays_pytorchs(self):
        projected, packed = nn.LSTM(3, 4, proj_size=2).to("tpu"), nn.LSTM(3, 4).to("tpu")
        def f(x):
            return packed(nn.utils.rnn.pack_padded_sequence(x, [5, 3]))[0].data * 2
        x = torch.randn(5, 2, 3, device="tpu")
        self.both(f, x, compiled=torch.compile(f))
        torch.testing.assert_close(torch.compile(projected)(x)[0], projected(x)[0])

    def test_lengths_are_one_graph(self):
        module = nn.LSTM(3, 4, batch_first=True).to("tpu")
        compiled = torch.compile(module, dynamic=True, fullgraph=True)
        with torch.no_grad():
            for length in range(6, 12):
                x = torch.randn(20, length, 3, device="tpu")
                self.assertEqual(bits([compiled(x)[0]]), bits([module(x)[0]]))
        # Loops have no code for all sizes.
        self.assertEqual([(graph["programs"], graph["of_open_code"])
                          for graph in self.graphs()], [(2, 0)])

    def test_layers_of_other_devices_are_left_to_dynamo(self):
        module = torch.compile(nn.LSTM(3, 4), backend="eager", fullgraph=True)
        with self.assertRaisesRegex(torch._dynamo.exc.Unsupported, "RNN, GRU, or LSTM"):
            module(torch.randn(5, 2, 3))


class InputsTest(CompileTest):

    def test_an_input_may_become_another_tensor(self):
        def f(x, y):
            x.data = y
            return x + 1
        x, y = torch.randn(2, 3, device="tpu")
        eager, compiled = x.clone(), x.clone()
        results = f(eager, y), torch.compile(f)(compiled, y)
        self.assertEqual(*(bits([result]) for result in results))
        self.assertEqual(bits([compiled]), bits([y]))

    def test_gradients_of_products_of_open_sizes(self):
        for f in (lambda x: x.prod(), lambda x: x.prod(1), lambda x: x.cumprod(1)):
            torch._dynamo.reset()
            compiled = torch.compile(f, dynamic=True, fullgraph=True)
            for sizes in ((4, 3), (5, 6)):
                self.both(f, torch.rand(sizes, device="tpu", requires_grad=True),
                          compiled=compiled)


class Layer(nn.Module):
    """Attention and a network, as models of language have them."""

    def __init__(self, width=16):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.three, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        q, k, v = self.three(self.norms[0](x)).view(*x.shape[:2], 3, 2, -1).permute(
            2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.norms[1](x))))


class OpenCodeTest(CompileTest):

    def test_new_lengths_have_one_code(self):
        layer = Layer().to("tpu").forward
        compiled = torch.compile(layer, dynamic=True, fullgraph=True)

        def run(length):
            x = torch.randn(3, length, 16, device="tpu", requires_grad=True)
            self.both(layer, x, compiled=compiled)
        for length in (5, 9, 14, 20):
            run(length)
        _, counts = counted(lambda: [run(n) for n in (*range(33, 60, 2), 11, 20, 44)])
        self.assertEqual((counts["compilations"], counts["graphs_of_open_code"]), (0, 32))
        self.assertEqual([(g["programs"], g["of_open_code"]) for g in self.graphs()],
                         [(20, 20)] * 2)

    def test_lengths_that_are_another_program_have_another_code(self):
        def f(x):
            return F.scaled_dot_product_attention(x, x, x, is_causal=True) + 1
        compiled = torch.compile(f, dynamic=True, fullgraph=True)

        def run(length):  # of 256 columns and more blocks are left out
            self.both(f, torch.randn(1, 2, length, 4, device="tpu"), compiled=compiled)
        for length in (5, 9, 260, 270, 14, 280):
            run(length)
        _, counts = counted(lambda: [run(n) for n in (33, 300, 40, 257, 11, 301)])
        self.assertEqual((counts["compilations"], counts["graphs_of_open_code"]), (0, 6))
        graph, = self.graphs()
        self.assertEqual((graph["programs"], graph["of_open_code"]), (12, 8))

    def test_what_comes_often_has_its_own(self):
        f = torch.compile(lambda x: (x.exp() + 1).sum(1), dynamic=True)
        for n in (5, 9, 14, 20, *[33] * 40):
            x = torch.randn(n, 6, device="tpu")
            self.assertEqual(bits([f(x)]), bits([(x.exp() + 1).sum(1)]))
        graph, = self.graphs()
        self.assertEqual((graph["programs"], graph["of_open_code"]), (5, 5))

    def test_sizes_that_are_other_operations(self):
        def f(x, w):
            y = torch.cat([x, x * x.shape[0]]) @ w
            y[1:].mul_(0.5)
            return y / x.shape[0], y[: x.shape[0] // 2].mean(), x.expand(2, *x.shape)
        compiled = torch.compile(f, dynamic=True)
        for n in (7, 3, 12, 1, 30, 2, 65, 0, 18, 1, 41, 64, 2, 128):
            for w in (3, 8):
                self.both(f, torch.randn(n, 5, device="tpu"), torch.randn(5, w, device="tpu"),
                          compiled=compiled)

    def test_random_numbers_and_written_inputs(self):
        def f(x, seen):
            seen.add_(x.sum(0))
            return F.dropout(x, 0.3) * 2 + torch.rand_like(x)
        compiled, found = torch.compile(f, dynamic=True), []
        for g in (f, compiled):
            torch.manual_seed(3)
            seen = torch.zeros(4, device="tpu")
            made = [g(torch.randn(n, 4, device="tpu"), seen) for n in range(2, 20)]
            found.append(bits([*made, seen]))
        self.assertEqual(*found)


class Node:
    """Of a graph, with what it promises."""

    def __init__(self, promise):
        self.meta = {KEY: promise}


def tensor(*numbers):
    """Sizes, the first element's place, strides."""
    rank = len(numbers) // 2
    return Node(Promise("tpu", numbers[:rank], None, None, numbers[rank:]))


def described(value):
    if not isinstance(value, torch.Tensor):
        return value
    return tuple(value.shape), value.storage_offset(), value.stride()


def offered(reads, given, fits=lambda _: True):
    found = []

    def take(inputs):
        found.append([described(value) for value in inputs])
        return fits(inputs)
    Symbols(reads).offer(given, take)
    return found


class SymbolsTest(unittest.TestCase):

    def test_sizes_and_strides_follow_from_symbols(self):
        x = torch.zeros(3, 10, 4, device="tpu")
        reads = [Node("s0"), tensor(3, "s0", 4, 0, "4*s0", 4, 1), Node("2*s0 + 1"), Node(None)]
        self.assertEqual(
            offered(reads, [10, x, 21, 7]),
            [[n, ((3, n, 4), 0, (4 * n, 4, 1)), 2 * n + 1, 7] for n in (15, 28, 6)])

    def test_what_shares_memory_shares_it(self):
        all_three = torch.zeros(10, 12, device="tpu")
        parts = all_three.split(4, 1)
        reads = [tensor("s0", 4, first, 12, 1) for first in (0, 4, 8)]
        made = []
        Symbols(reads).offer(list(parts), lambda inputs: made.append(inputs) or True)
        self.assertEqual([[described(part) for part in some] for some in made],
                         [[((n, 4), first, (12, 1)) for first in (0, 4, 8)]
                          for n in (15, 28, 6)])
        for some in made:
            self.assertEqual(len({part.untyped_storage()._cdata for part in some}), 1)

    def test_of_symbols_that_follow_from_others_those_are_changed_that_can_be(self):
        reads = [Node("s0"), Node("s1"), Node("s2")]

        def fits(inputs):
            return inputs[2] == 4 * inputs[1]
        self.assertEqual(offered(reads, [5, 8, 32], fits)[-3:],
                         [[10, 8, 32], [23, 8, 32], [3, 8, 32]])

    def test_where_symbols_are_not_told_nothing_is_offered(self):
        x = torch.zeros(10, 4, device="tpu")
        for reads, given in (
                ([tensor("2*s0", 4, 0, 4, 1)], [x]),  # s0 is read nowhere
                ([Node("s0"), tensor("Unheard(s0)", 4, 0, 4, 1)], [10, x]),
                ([Node("s0"), tensor("s0 + 1", 4, 0, 4, 1)], [10, x]),  # it is not
                ([Node("s0"), tensor("s0", 4, 0, 4, 1)], [1, x[:1]]),
                ([tensor(10, 4, 0, 4, 1)], [x]),
                ([Node("__import__('os')")], [3])):
            self.assertEqual(offered(reads, given), [])


class CallersTest(CompileTest):
    """Inductor is called by its own names, with a graph on tpu."""

    @staticmethod
    def step(x, weight):
        return torch.tanh(x @ weight) * 2, x.sum()

    def test_graphs_are_those_of_our_backend(self):
        x, weight = torch.randn(3, 4, device="tpu"), torch.randn(4, 5, device="tpu")
        for compiler in (torch._inductor.compile, compile_fx.compile_fx):
            for gradient in (False, True):
                graph = make_fx(self.step)(x, weight)
                with self.subTest(compiler=compiler, gradient=gradient):
                    x = x.detach().requires_grad_(gradient)
                    compiled = compiler(graph, [x, weight])
                    self.both(self.step, x, weight, compiled=compiled)
        self.assert_captured()

    def test_other_devices_graphs_are_inductors(self):
        x, weight = torch.randn(3, 4), torch.randn(4, 5)
        with mock.patch.object(compile_fx, "_maybe_wrap_and_compile_fx_main",
                               return_value="theirs"):
            found = torch._inductor.compile(make_fx(self.step)(x, weight), [x, weight])
        self.assertEqual(found, "theirs")

    def test_packages_have_a_maker_of_their_own(self):
        model = nn.Linear(4, 4).to("tpu")
        exported = torch.export.export(model, (torch.randn(2, 4, device="tpu"),))
        with self.assertRaisesRegex(RuntimeError, "tilewright.torch.package.save"):
            torch._inductor.aoti_compile_and_package(exported)


class CallsTest(CompileTest):

    @staticmethod
    def value(operation, arguments, inputs=(), named=lambda *_: {}, promised=None):
        """Of an operation, whose arguments are made of inputs' nodes."""
        graph = torch.fx.Graph()
        nodes = [graph.placeholder(f"x{i}") for i in range(len(inputs))]
        node = graph.call_function(operation, arguments(*nodes), named(*nodes))
        node.meta["val"] = promised
        return Call(node, None)(dict(zip(nodes, inputs)))

    def test_arguments_are_where_they_are_in_the_node(self):
        def given(*arguments, **named):
            return arguments, named
        value = functools.partial(self.value, given, inputs=(7, 8))
        self.assertEqual(value(lambda x, y: (x, y)), ((7, 8), {}))
        self.assertEqual(value(lambda x, y: (x,)), ((7,), {}))
        self.assertEqual(value(lambda x, y: (1, [x, 2, [y]], 3)), ((1, [7, 2, [8]], 3), {}))
        self.assertEqual(value(lambda x, y: (slice(x, y), None)), ((slice(7, 8), None), {}))
        self.assertEqual(value(lambda x, y: (0,), named=lambda x, y: {"a": y, "b": [x], "c": 1}),
                         ((0,), {"a": 8, "b": [7], "c": 1}))

    def test_results_lie_as_promised(self):
        x = torch.randn(3, 4, device="tpu")
        for like in (x, x.t().contiguous().t()):
            promised = torch.empty_like(like, device="meta")
            for operation, arguments in ((torch.ops.aten.mul.Tensor, lambda x: (x, 2)),
                                         (torch.ops.aten.clone.default, lambda x: (x,))):
                found = self.value(operation, arguments, (x,), promised=promised)
                self.assertEqual(found.device.type, "tpu")
                self.assertEqual(found.stride(), like.stride())
        several = self.value(torch.ops.aten.max.dim, lambda x: (x, 0), (x,),
                             promised=(x[0].to("meta"), None))
        self.assertEqual(bits(several), bits(x.max(0)))

    def test_what_is_traced_of_a_call_has_the_nodes_notes(self):
        seen = []

        def look():
            seen.append(dict(traceback.get_current_meta()))

        graph = torch.fx.Graph()
        node = graph.call_function(look)
        node.meta["stack_trace"] = "of the user"
        with traceback.preserve_node_meta():
            Call(node, None)({})
        self.assertEqual(seen[0]["stack_trace"], "of the user")


class BudgetTest(CompileTest):

    def saved(self, function):
        """How many bytes are for backward; a scalar, and gradients."""
        sizes = []
        torch.manual_seed(2)
        x = torch.randn(16, 8, device="tpu", requires_grad=True)
        with saved_tensors_hooks(lambda t: (sizes.append(t.nbytes), t)[1], lambda t: t):
            loss = function(x)
        loss.backward()
        return sum(sizes), bits([loss, x.grad])

    def test_less_is_saved_and_random_numbers_are_drawn_again_alike(self):
        def f(x):
            for _ in range(3):
                x = F.dropout(F.gelu(x * 3), 0.2) + torch.rand_like(x)
            return x.sum()

        def in_a_region(x):
            with region_activation_memory_budget(0.0):
                return f(x)
        whole, expected = self.saved(torch.compile(f))
        self.assertEqual(self.saved(f)[1], expected)
        for function, budget in ((f, 0.5), (f, 0.0), (in_a_region, 1.0)):
            torch._dynamo.reset()
            with config.patch(activation_memory_budget=budget):
                size, results = self.saved(torch.compile(function))
            self.assertEqual(results, expected)
            self.assertLess(size, whole)


class CompiledAutogradTest(CompileTest):

    def test_gradients_of_our_own_are_parts_of_its_graph(self):
        graphs = []

        def compiler(graph):
            graphs.append(graph)
            return torch.compile(graph, backend="tpu", fullgraph=True)
        functions = {"max": torch.max, "median": torch.median, "prod": torch.prod,
                     "cumprod": lambda x: x.cumprod(0).sin().sum()}
        for name, f in functions.items():
            with self.subTest(name):
                eager = torch.rand(7, device="tpu", requires_grad=True)
                compiled = eager.detach().clone().requires_grad_()
                f(eager).backward()
                graphs.clear()
                with torch._dynamo.compiled_autograd._enable(compiler):
                    f(compiled).backward()
                self.assertEqual(len(graphs), 1)
                torch.testing.assert_close(compiled.grad, eager.grad)


class LayersTest(CompileTest):

    def test_layers_over_time_of_open_length_in_graphs(self):
        layer = nn.LSTM(3, 4).to("tpu")
        with torch._dynamo.config.patch(allow_rnn=True):
            f = torch.compile(lambda x: layer(x)[0], dynamic=True)
            for steps in (4, 6):
                x = torch.randn(steps, 2, 3, device="tpu")
                torch.testing.assert_close(f(x), layer(x)[0], rtol=2e-2, atol=2e-2)


if __name__ == "__main__":
    unittest.main()
