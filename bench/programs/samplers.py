"""Samplers, simulations and searches: small steps that depend on each other, written
with JAX alone."""

from bench.cases import Array, Case


def energy(jnp, x):
    """Neal's funnel."""
    return 0.5 * x[0] ** 2 / 9 + 0.5 * jnp.sum(x[1:] ** 2) * jnp.exp(-x[0]) + \
        0.5 * (x.shape[0] - 1) * x[0]


def hmc(library, start):
    """Hamiltonian Monte Carlo: 500 samples of ten leaps."""
    jax, jnp = library.jax, library.jnp
    gradient = jax.grad(lambda x: energy(jnp, x))
    rate = 0.1

    def sample(state, key):
        x, = state
        momentum_key, accept_key = jax.random.split(key)
        p = jax.random.normal(momentum_key, x.shape)
        before = energy(jnp, x) + 0.5 * jnp.sum(p * p)

        def leap(_, moving):
            y, q = moving
            q = q - 0.5 * rate * gradient(y)
            y = y + rate * q
            return y, q - 0.5 * rate * gradient(y)

        y, q = jax.lax.fori_loop(0, 10, leap, (x, p))
        after = energy(jnp, y) + 0.5 * jnp.sum(q * q)
        accept = jnp.log(jax.random.uniform(accept_key)) < before - after
        x = jnp.where(accept, y, x)
        return (x,), x

    keys = jax.random.split(jax.random.key(0), 500)
    return jax.lax.scan(sample, (start,), keys)[1]


def nuts(library, start):
    """Trajectories that double until they turn around: 200 samples."""
    jax, jnp = library.jax, library.jnp
    gradient = jax.grad(lambda x: energy(jnp, x))
    rate, deepest = 0.1, 6

    def leap(y, q, step):
        q = q - 0.5 * step * gradient(y)
        y = y + step * q
        return y, q - 0.5 * step * gradient(y)

    def sample(x, key):
        momentum_key, key = jax.random.split(key)
        p = jax.random.normal(momentum_key, x.shape)
        start_energy = energy(jnp, x) + 0.5 * jnp.sum(p * p)

        def go_on(tree):
            return (tree[6] < deepest) & ~tree[8]

        def double(tree):
            left, left_p, right, right_p, chosen, weight, depth, key, _ = tree
            key, side_key, choice_key = jax.random.split(key, 3)
            forwards = jax.random.bernoulli(side_key)
            step = jnp.where(forwards, rate, -rate)
            y, q = jnp.where(forwards, right, left), jnp.where(forwards, right_p, left_p)

            def grow(i, grown):
                y, q, picked, total, diverged = grown
                y, q = leap(y, q, step)
                lost = energy(jnp, y) + 0.5 * jnp.sum(q * q) - start_energy
                likely = jnp.exp(-jnp.clip(lost, -50.0, 50.0))
                chance = jax.random.uniform(jax.random.fold_in(choice_key, i))
                total = total + likely
                picked = jnp.where(chance * total < likely, y, picked)
                return y, q, picked, total, diverged | (lost > 1000)

            y, q, picked, total, diverged = jax.lax.fori_loop(
                0, jnp.left_shift(1, depth), grow, (y, q, y, jnp.float32(0), False))
            left, left_p = jnp.where(forwards, left, y), jnp.where(forwards, left_p, q)
            right, right_p = jnp.where(forwards, y, right), jnp.where(forwards, q, right_p)
            span = right - left
            turned = (jnp.dot(span, left_p) < 0) | (jnp.dot(span, right_p) < 0)
            take = jax.random.uniform(side_key) * weight < total
            chosen = jnp.where(take & ~diverged, picked, chosen)
            return (left, left_p, right, right_p, chosen, weight + total, depth + 1, key,
                    turned | diverged)

        tree = (x, p, x, p, x, jnp.float32(1), 0, key, False)
        chosen = jax.lax.while_loop(go_on, double, tree)[4]
        return chosen, chosen

    keys = jax.random.split(jax.random.key(1), 200)
    return jax.lax.scan(sample, start, keys)[1]


def sde(library, start):
    """Heston's model by Euler's method: 64 paths of 1,000 steps."""
    jax, jnp = library.jax, library.jnp

    def step(i, state):
        price, variance = state
        noise = jax.random.normal(jax.random.fold_in(jax.random.key(2), i), (2, 64))
        root = jnp.sqrt(jnp.maximum(variance, 0.0) * 1e-3)
        other = -0.7 * noise[0] + 0.714 * noise[1]
        price = price * (1 + 2e-5 + root * noise[0])
        return price, variance + 1.5e-3 * (0.04 - variance) + 0.3 * root * other

    return jax.lax.fori_loop(0, 1000, step, (100 + start, jnp.full(64, 0.04)))


def rigid_body(library, spin):
    """A tumbling box that bounces on a floor: 2,000 steps of its place and attitude."""
    jax, jnp = library.jax, library.jnp
    inertia = jnp.array([1.0, 2.0, 3.0])
    corners = jnp.array([[x, y, z] for x in (-.5, .5) for y in (-1., 1.) for z in (-.2, .2)])

    def rotation(q):
        w, x, y, z = q
        return jnp.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

    def turn(q, w):
        a, b, c, d = q
        x, y, z = w
        return 0.5 * jnp.stack([-b * x - c * y - d * z, a * x + c * z - d * y,
                                a * y - b * z + d * x, a * z + b * y - c * x])

    def step(state, _):
        place, velocity, q, w = state
        r = rotation(q)
        points = corners @ r.T
        depth = jnp.maximum(-(points[:, 2] + place[2]), 0.0)
        force = jnp.zeros_like(points).at[:, 2].set(500 * depth)
        torque = r.T @ jnp.sum(jnp.cross(points, force), axis=0)
        velocity = velocity + 0.005 * (jnp.sum(force, axis=0) - jnp.array([0, 0, 9.81]))
        w = w + 0.005 * (torque - jnp.cross(w, inertia * w)) / inertia
        q = q + 0.005 * turn(q, w)
        q = q / jnp.linalg.norm(q)
        place = place + 0.005 * velocity
        return (place, velocity, q, w), place

    initial = (jnp.array([0.0, 0.0, 3.0]), jnp.zeros(3), jnp.array([1.0, 0, 0, 0]), spin)
    return jax.lax.scan(step, initial, None, length=2000)[1]


def bodies(library, places):
    """Eight bodies that attract each other, by Verlet's method: 1,000 steps."""
    jax, jnp = library.jax, library.jnp
    masses = 1 + jnp.arange(8.0) / 8

    def pull(x):
        apart = x[None] - x[:, None]
        distance = jnp.sum(apart * apart, axis=-1) + 0.05
        return jnp.sum(apart * (masses / (distance * jnp.sqrt(distance)))[..., None], axis=1)

    def step(_, state):
        x, v, a = state
        x = x + 0.01 * v + 5e-5 * a
        fresh = pull(x)
        return x, v + 0.005 * (a + fresh), fresh

    return jax.lax.fori_loop(0, 1000, step, (places, jnp.zeros_like(places), pull(places)))


def kmeans(library, points):
    """Eight centres of 512 points in four dimensions, 40 rounds."""
    jax, jnp = library.jax, library.jnp

    def round(_, centres):
        distance = jnp.sum((points[:, None] - centres) ** 2, axis=-1)
        nearest = jnp.argmin(distance, axis=-1)
        members = (nearest[:, None] == jnp.arange(8)).astype(points.dtype)
        return (members.T @ points) / jnp.maximum(jnp.sum(members, axis=0), 1.0)[:, None]

    return jax.lax.fori_loop(0, 40, round, points[:8])


def edit_distance(library, first, second):
    """Of two words of 200 letters, row by row."""
    jax, jnp = library.jax, library.jnp
    columns = jnp.arange(201)

    def row(above, letter):
        change = above[:-1] + (second != letter)
        best = jnp.minimum(change, above[1:] + 1)
        begun = jnp.concatenate([above[:1] + 1, best])
        # What comes from the left: each step there costs one.
        left = jax.lax.cummin(begun - columns) + columns
        return left, None

    return jax.lax.scan(row, columns, first)[0][-1]


def viterbi(library, scores, transitions):
    """The best path through 16 states over 500 steps, and back."""
    jax, jnp = library.jax, library.jnp

    def forth(best, score):
        through = best[:, None] + transitions
        return jnp.max(through, axis=0) + score, jnp.argmax(through, axis=0)

    last, came_from = jax.lax.scan(forth, scores[0], scores[1:])

    def back(state, sources):
        before = sources[state]
        return before, before

    end = jnp.argmax(last)
    return jax.lax.scan(back, end, came_from, reverse=True)[1], jnp.max(last)


def cases(group):
    def case(name, function, *inputs):
        return Case(name=name, group=group, inputs=inputs, function=function, jax_only=True)

    yield case("hmc", hmc, Array((8,)))
    yield case("nuts", nuts, Array((8,)))
    yield case("sde", sde, Array((64,)))
    yield case("rigid_body", rigid_body, Array((3,)))
    yield case("bodies", bodies, Array((8, 3), scale=1.0))
    yield case("kmeans", kmeans, Array((512, 4)))
    yield case("edit_distance", edit_distance, Array((200,), "i32"), Array((200,), "i32"))
    yield case("viterbi", viterbi, Array((500, 16)), Array((16, 16)))
