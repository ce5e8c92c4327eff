"""Two bottleneck blocks of ResNet-50's second stage, with the first one's stride."""

from bench.cases import Array, Case
from bench.libraries import CONVOLUTION_WEIGHT

BATCH, SIZE, IN, MIDDLE, OUT = 4, 56, 256, 128, 512


def normed(library, x, w, scale, bias, stride=1):
    return library.batch_norm(library.convolution(x, w, stride), scale, bias)


def bottleneck(library, x, layers, stride, shortcut):
    h = library.relu(normed(library, x, *layers[0:3]))
    h = library.relu(normed(library, h, *layers[3:6], stride=stride))
    h = normed(library, h, *layers[6:9])
    return library.relu(h + (normed(library, x, *shortcut, stride=stride) if shortcut else x))


def stage(library, x, *layers):
    x = bottleneck(library, x, layers[0:9], 2, layers[9:12])
    return bottleneck(library, x, layers[12:21], 1, ())


def inputs():
    def layer(size, c_in, c_out):
        return (Array((size, size, c_in, c_out), scale=0.05, torch_order=CONVOLUTION_WEIGHT),
                Array((c_out,)), Array((c_out,)))

    return (Array((BATCH, SIZE, SIZE, IN)),
            *layer(1, IN, MIDDLE), *layer(3, MIDDLE, MIDDLE), *layer(1, MIDDLE, OUT),
            *layer(1, IN, OUT),
            *layer(1, OUT, MIDDLE), *layer(3, MIDDLE, MIDDLE), *layer(1, MIDDLE, OUT))


def cases(group):
    yield Case(name="resnet50_stage", group=group, inputs=inputs(), function=stage)
    yield Case(name="resnet50_stage_backward", group=group, inputs=inputs(), function=stage,
               backward=True)
