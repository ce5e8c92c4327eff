"""An LSTM over 64 steps, 32 sequences, width 256."""

from bench.cases import Array, Case

STEPS, BATCH, WIDTH = 64, 32, 256


def layer(library, x, w_in, w_hidden, bias):
    return library.lstm(x, w_in, w_hidden, bias)


def cases(group):
    inputs = (Array((STEPS, BATCH, WIDTH)), Array((4 * WIDTH, WIDTH), scale=0.05),
              Array((4 * WIDTH, WIDTH), scale=0.05), Array((4 * WIDTH,), scale=0.1))
    yield Case(name="lstm", group=group, inputs=inputs, function=layer)
    yield Case(name="lstm_backward", group=group, inputs=inputs, function=layer, backward=True)
