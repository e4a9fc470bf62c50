"""What a run holds, from `format_sample dump`, and the comparison of what a program read with it."""
import array
import json
import math
import os


def _array(folder, name, kind):
    values = array.array(kind)
    with open(os.path.join(folder, name), "rb") as f:
        values.frombytes(f.read())
    return values


def _rows(values, n):
    return [tuple(values[i:i + n]) for i in range(0, len(values), n)]


def _float32(x):
    return array.array("f", [x])[0]


class Thing:
    """An object, or a collider whose vertices are known exactly (a mesh); `surface` checks the others."""

    def __init__(self, folder, j, collider):
        self.name, self.kind, self.shape = j["name"], "mesh" if collider else j["kind"], j["kind"]
        self.exact = not collider or j["kind"] == "mesh"
        self.attributes, self.faces, self.uv, self.segments = {}, [], [], []
        if collider:
            self._place(folder, j)
            return
        self.radius = j["radius"]
        self.position = _rows(_array(folder, j["position"], "f"), 3)
        for key, kind, n in (("velocity", "f", 3), ("id", "I", 1), ("colour", "f", 3), ("radii", "f", 1)):
            values = _array(folder, j[key], kind)
            if values:
                self.attributes["radius" if key == "radii" else key] = _rows(values, n)
        for key, name in j["scalars"].items():
            self.attributes[key] = _rows(_array(folder, name, "f"), 1)
        corners, at = _array(folder, j["corners"], "I"), 0
        for n in _array(folder, j["faces"], "I"):
            self.faces.append(tuple(corners[at:at + n]))
            at += n
        self.uv = _rows(_array(folder, j["uv"], "f"), 2)
        at = 0
        for n in _array(folder, j["curves"], "I"):
            self.segments += [(at + k, at + k + 1) for k in range(n - 1)]
            at += n

    def _place(self, folder, j):
        self.centre, R = j["position"], j["rotation"]
        self.size = j["size"]
        self.position = []
        for v in _rows(_array(folder, j["vertices"], "f"), 3):
            self.position.append(tuple(
                _float32(self.centre[i] + sum(R[3 * i + k] * v[k] for k in range(3))) for i in range(3)))
        self.faces = _rows(_array(folder, j["triangles"], "I"), 3)
        self.rotation = R

    def local(self, x):
        """Where x is in the collider's own axes."""
        d = [x[i] - self.centre[i] for i in range(3)]
        return [sum(self.rotation[3 * k + i] * d[k] for k in range(3)) for i in range(3)]

    def surface_error(self, x):
        """How far x is from the surface of a sphere or box."""
        y = self.local(x)
        if self.shape == "sphere":
            return abs(math.sqrt(sum(a * a for a in y)) - self.size[0])
        if self.shape == "box":
            return max(abs(abs(a) - h) for a, h in zip(y, self.size))  # vertices are its corners
        raise ValueError(self.shape)


class Frame:
    def __init__(self, folder, j):
        self.number, self.time = j["number"], j["time"]
        self.things = [Thing(folder, o, False) for o in j.get("objects", [])]
        self.things += [Thing(folder, c, True) for c in j.get("colliders", []) if c["kind"] != "plane"]


def read_truth(folder):
    with open(os.path.join(folder, "index.json")) as f:
        return [Frame(folder, j) for j in json.load(f)]


class Result:
    """Numbers compared, the largest difference, and the first thing that was wrong."""

    def __init__(self, format, reader, what):
        self.format, self.reader, self.what = format, reader, what
        self.numbers, self.worst, self.wrong = 0, 0.0, ""

    def fail(self, text):
        self.wrong = self.wrong or text

    def same(self, where, got, want):
        """Rows of numbers must be equal, every bit of them."""
        got, want = [tuple(r) for r in got], [tuple(r) for r in want]
        if len(got) != len(want):
            return self.fail(f"{where}: {len(got)} rows, not {len(want)}")
        for i, (a, b) in enumerate(zip(got, want)):
            if len(a) != len(b):
                return self.fail(f"{where}: row {i} has {len(a)} numbers, not {len(b)}")
            for x, y in zip(a, b):
                self.numbers += 1
                if not abs(x - y) <= 0:
                    self.worst = max(self.worst, abs(x - y))
                    self.fail(f"{where}: row {i} is {a}, not {b}")

    def near(self, where, error, tolerance):
        self.numbers += 1
        self.worst = max(self.worst, error)
        if not error <= tolerance:
            self.fail(f"{where}: off by {error:.3g}, more than {tolerance:.3g}")

    def positions(self, where, got, thing):
        if thing.exact:
            return self.same(where, got, thing.position)
        if not got:
            self.fail(f"{where}: has no vertices")
        for x in got:
            self.near(where, thing.surface_error(x), 1e-5 * max(thing.size))

    def equal(self, where, got, want):
        if got != want:
            self.fail(f"{where}: {str(got)[:200]}, not {str(want)[:200]}")

    def report(self):
        print("RESULT " + json.dumps({"format": self.format, "reader": self.reader, "what": self.what,
                                      "numbers": self.numbers, "worst": self.worst, "wrong": self.wrong}),
              flush=True)
