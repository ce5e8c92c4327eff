"""Solvers: loops of many turns over small arrays, written with JAX alone.

Differential equations, root finding, optimisation, filtering. Each takes as many turns
as people give such problems; inputs only disturb what the problem begins with.
"""

from bench.cases import Array, Case


def stiff_ode(library, start):
    """Robertson's reactions by an implicit method of three stages (ROS3) with adaptive
    steps: each factors a 3x3 matrix and solves with it three times."""
    jax, jnp, linalg = library.jax, library.jnp, library.jax.scipy.linalg
    gamma = 0.43586652150845967
    coupling = (-0.10156171083877702e1, 0.40759956452537699e1, 0.92076794298330791e1)
    weights = jnp.array([1.0, 6.1697947043828245592, -0.42772256543218573326])
    errors = jnp.array([0.5, -2.9079558716805469821, 0.22354069897811569627])

    def slope(y):
        slow, fast = 0.04 * y[0] - 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
        return jnp.stack([-slow, slow - fast, fast])

    def step(state):
        t, h, y, turns = state
        jacobian = jax.jacfwd(slope)(y)
        factors = linalg.lu_factor(jnp.eye(3) / (h * gamma) - jacobian)
        f0 = slope(y)
        k1 = linalg.lu_solve(factors, f0)
        f1 = slope(y + k1)
        k2 = linalg.lu_solve(factors, f1 + coupling[0] / h * k1)
        k3 = linalg.lu_solve(factors, f1 + (coupling[1] * k1 + coupling[2] * k2) / h)
        stages = jnp.stack([k1, k2, k3])
        scale = 1e-6 + 1e-4 * jnp.abs(y)
        error = jnp.sqrt(jnp.mean(jnp.square(errors @ stages / scale)))
        good = error <= 1.0
        factor = jnp.clip(0.9 * jnp.maximum(error, 1e-6) ** (-1.0 / 3.0), 0.2, 5.0)
        return (jnp.where(good, t + h, t), jnp.minimum(h * factor, 40.0),
                jnp.where(good, y + weights @ stages, y), turns + 1)

    initial = (jnp.float32(0), jnp.float32(1e-4),
               jnp.array([1.0, 0.0, 0.0]) + 1e-6 * jnp.abs(start), 0)
    return jax.lax.while_loop(lambda s: (s[0] < 2e4) & (s[3] < 900), step, initial)


def newton(library, starts):
    """Roots of a system of four equations from 64 places at once."""
    jax, jnp = library.jax, library.jnp
    coefficients = 3 * jnp.eye(4) + jnp.sin(jnp.arange(16.0).reshape(4, 4))

    def residual(x):
        return coefficients @ x + jnp.sin(x) * x - jnp.array([1.0, -2.0, 0.5, 3.0])

    def step(x, _):
        return x - jnp.linalg.solve(jax.jacfwd(residual)(x), residual(x)), None

    return jax.vmap(lambda x: jax.lax.scan(step, x, None, length=50)[0])(starts)


def lbfgs(library, start):
    """Rosenbrock's function of ten variables, eight pairs of memory, backtracking."""
    jax, jnp = library.jax, library.jnp
    memory, size = 8, 10

    def value(x):
        return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def direction(g, moves, changes, inverse):
        def back(i, carry):
            q, alphas = carry
            k = memory - 1 - i
            alpha = inverse[k] * jnp.dot(moves[k], q)
            return q - alpha * changes[k], alphas.at[k].set(alpha)

        q, alphas = jax.lax.fori_loop(0, memory, back, (g, jnp.zeros(memory)))
        last = jnp.dot(changes[-1], changes[-1])
        q = q * jnp.where(last > 0, 1 / (inverse[-1] * last + 1e-30), 1.0)

        def forth(k, r):
            beta = inverse[k] * jnp.dot(changes[k], r)
            return r + moves[k] * (alphas[k] - beta)

        return -jax.lax.fori_loop(0, memory, forth, q)

    def step(_, state):
        x, f, g, moves, changes, inverse = state
        d = direction(g, moves, changes, inverse)
        slope = jnp.dot(d, g)

        def too_long(search):
            rate, turns = search
            return (value(x + rate * d) > f + 1e-4 * rate * slope) & (turns < 20)

        rate, _ = jax.lax.while_loop(too_long, lambda s: (s[0] / 2, s[1] + 1),
                                     (jnp.float32(1), 0))
        fresh = x + rate * d
        f, fresh_g = jax.value_and_grad(value)(fresh)
        move, change = fresh - x, fresh_g - g
        product = jnp.dot(move, change)
        keep = product > 1e-10
        push = lambda all, one: jnp.where(keep, jnp.concatenate([all[1:], one[None]]), all)
        return (fresh, f, fresh_g, push(moves, move), push(changes, change),
                push(inverse, 1 / jnp.where(keep, product, 1.0)))

    x = start
    f, g = jax.value_and_grad(value)(x)
    empty = jnp.zeros((memory, size))
    state = (x, f, g, empty, empty, jnp.zeros(memory))
    return jax.lax.fori_loop(0, 200, step, state)[:2]


def gauss_newton(library, noise):
    """A damped oscillation of four parameters through 64 points, by Levenberg's steps."""
    jax, jnp, linalg = library.jax, library.jnp, library.jax.scipy.linalg
    times = jnp.linspace(0.0, 4.0, 64)

    def model(p):
        return p[0] * jnp.exp(-p[1] * times) * jnp.cos(p[2] * times + p[3])

    data = model(jnp.array([2.0, 0.5, 3.0, 0.3])) + 0.02 * noise

    def step(state):
        p, damping, cost, turns = state
        residual = model(p) - data
        jacobian = jax.jacfwd(model)(p)
        normal = jacobian.T @ jacobian
        factor = linalg.cho_factor(normal + damping * jnp.eye(4))
        trial = p - linalg.cho_solve(factor, jacobian.T @ residual)
        fresh = jnp.sum(jnp.square(model(trial) - data))
        better = fresh < cost
        damping = jnp.where(better, damping / 3, jnp.minimum(damping * 2, 1e3))
        return (jnp.where(better, trial, p), damping, jnp.where(better, fresh, cost),
                turns + 1)

    initial = (jnp.array([1.5, 0.3, 2.8, 0.0]), jnp.float32(1e-2), jnp.float32(1e9), 0)
    return jax.lax.while_loop(lambda s: s[3] < 200, step, initial)


def kalman(library, observations):
    """A filter of four states and two observations over 500 steps."""
    jax, jnp = library.jax, library.jnp
    move = jnp.eye(4) + 0.1 * jnp.eye(4, k=2)
    see = jnp.eye(2, 4)
    noise, blur = 0.01 * jnp.eye(4), 0.25 * jnp.eye(2)

    def step(state, z):
        x, p = move @ state[0], move @ state[1] @ move.T + noise
        innovation = z - see @ x
        spread = see @ p @ see.T + blur
        gain = jnp.linalg.solve(spread, see @ p).T
        x = x + gain @ innovation
        p = (jnp.eye(4) - gain @ see) @ p
        return (x, p), (x, jnp.dot(innovation, jnp.linalg.solve(spread, innovation)))

    return jax.lax.scan(step, (jnp.zeros(4), jnp.eye(4)), observations)[1]


def rk45(library, start):
    """Van der Pol's oscillator by Dormand and Prince's method, adaptive."""
    jax, jnp = library.jax, library.jnp
    rows = ((1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
            (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84))
    errors = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)

    def slope(y):
        return jnp.stack([y[1], 5 * (1 - y[0] ** 2) * y[1] - y[0]])

    def combine(weights, stages):
        return sum(w * k for w, k in zip(weights, stages) if w)

    def step(state):
        t, h, y, turns = state
        stages = [slope(y)]
        for row in rows:
            fresh = y + h * combine(row, stages)
            stages.append(slope(fresh))
        scale = 1e-6 + 1e-5 * jnp.maximum(jnp.abs(y), jnp.abs(fresh))
        error = jnp.sqrt(jnp.mean(jnp.square(h * combine(errors, stages) / scale)))
        good = error <= 1.0
        factor = jnp.clip(0.9 * jnp.maximum(error, 1e-8) ** -0.2, 0.2, 5.0)
        return (jnp.where(good, t + h, t), h * factor, jnp.where(good, fresh, y), turns + 1)

    initial = (jnp.float32(0), jnp.float32(1e-3), jnp.array([2.0, 0.0]) + 0.1 * start, 0)
    return jax.lax.while_loop(lambda s: (s[0] < 50.0) & (s[3] < 3000), step, initial)


def conjugate_gradient(library, source):
    """Poisson's equation on 24 x 24 points."""
    jax, jnp = library.jax, library.jnp

    def apply(u):
        p = jnp.pad(u, 1)
        return 4 * u - p[2:, 1:-1] - p[:-2, 1:-1] - p[1:-1, 2:] - p[1:-1, :-2]

    def step(state):
        x, r, p, rr, turns = state
        q = apply(p)
        alpha = rr / jnp.sum(p * q)
        x, r = x + alpha * p, r - alpha * q
        fresh = jnp.sum(r * r)
        return x, r, r + fresh / rr * p, fresh, turns + 1

    initial = (jnp.zeros_like(source), source, source, jnp.sum(source * source), 0)
    return jax.lax.while_loop(lambda s: (s[3] > 1e-9) & (s[4] < 300), step, initial)[0]


def power_iteration(library, matrix):
    """The dominant eigenvector of a symmetric 32 x 32 matrix."""
    jax, jnp = library.jax, library.jnp
    symmetric = matrix + matrix.T + 4 * jnp.eye(32)

    def step(state):
        v, _, turns = state
        w = symmetric @ v
        w = w / jnp.linalg.norm(w)
        return w, jnp.max(jnp.abs(w - v)), turns + 1

    initial = (jnp.ones(32) / jnp.sqrt(32.0), jnp.float32(1), 0)
    return jax.lax.while_loop(lambda s: (s[1] > 1e-7) & (s[2] < 500), step, initial)[:2]


def small_turns(library, x, matrix):
    """Ten thousand turns over four kernels of 16 elements and a 3x3 solve."""
    jax, jnp = library.jax, library.jnp

    def step(_, state):
        x, y = state
        a = jnp.tanh(x)
        b = a - jnp.mean(a)
        c = b / jnp.sqrt(jnp.sum(b * b) + 1)
        x = 0.9 * x + 0.1 * jnp.roll(c, 1)
        shifted = matrix + (4 + x[0]) * jnp.eye(3, dtype=x.dtype)
        return x, jnp.linalg.solve(shifted, 0.5 * y + x[:3])

    return jax.lax.fori_loop(0, 10000, step, (x, x[:3]))


def cases(group):
    def case(name, function, *inputs):
        return Case(name=name, group=group, inputs=inputs, function=function, jax_only=True)

    yield case("stiff_ode", stiff_ode, Array((3,)))
    yield case("newton", newton, Array((64, 4)))
    yield case("lbfgs", lbfgs, Array((10,)))
    yield case("gauss_newton", gauss_newton, Array((64,)))
    yield case("kalman", kalman, Array((500, 2)))
    yield case("rk45", rk45, Array((2,)))
    yield case("conjugate_gradient", conjugate_gradient, Array((24, 24)))
    yield case("power_iteration", power_iteration, Array((32, 32)))
    for dtype in ("f32", "f64"):
        yield case(f"small_turns_{dtype}", small_turns, Array((16,), dtype),
                   Array((3, 3), dtype))
