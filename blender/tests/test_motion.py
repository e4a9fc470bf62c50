"""Matrices taken apart and put together again."""
import numpy
import pytest

from weft_addon import mesh_files, motion


def rotation(axis, angle):
    a = numpy.array(axis, dtype=float) / numpy.linalg.norm(axis)
    k = numpy.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return numpy.eye(3) + numpy.sin(angle) * k + (1 - numpy.cos(angle)) * k @ k


def matrix(linear, at=(0, 0, 0)):
    m = numpy.eye(4)
    m[:3, :3], m[:3, 3] = linear, at
    return m


def turned(place):
    r = place.get("rotate")
    return rotation(r["axis"], r["angle"]) if r else numpy.eye(3)


@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 0, 0), (0, -1, 0), (1, 2, -3), (-1, -1, 1)])
@pytest.mark.parametrize("angle", [0, 1e-5, 0.3, 2, 3.1, numpy.pi, 4, -1])
@pytest.mark.parametrize("scale", [(1, 1, 1), (2, 0.5, 1), (-1, 1, 1), (0.1, 0.1, -0.3)])
def test_place_and_mesh_give_the_matrix_again(axis, angle, scale):
    m = matrix(rotation(axis, angle) @ numpy.diag(scale), (1, -2, 0.5))
    x = numpy.random.default_rng(1).normal(size=(20, 3))
    left = motion.parts(m)[2]
    place = motion.place(m)
    again = motion.moved(x, left) @ turned(place).T + place["at"]
    numpy.testing.assert_allclose(again, motion.moved(x, m), atol=2e-6)


def test_shear_goes_into_the_mesh():
    m = matrix(rotation((1, 1, 0), 1) @ numpy.array([[1, 0.5, 0], [0, 1, 0], [0, 0, 2.0]]))
    _, r, left = motion.parts(m)
    numpy.testing.assert_allclose(r @ r.T, numpy.eye(3), atol=1e-12)
    numpy.testing.assert_allclose(r @ left, m[:3, :3], atol=1e-12)


def test_what_stands_at_the_origin_says_nothing():
    assert motion.place(numpy.eye(4)) == {}
    assert motion.place(matrix(numpy.diag([2, 3, 4.0]))) == {}


def test_rigid_is_what_keeps_its_size():
    turning = [matrix(rotation((0, 1, 1), 0.2 * k) @ numpy.diag([2, 1, 1]), (k, 0, 0)) for k in range(9)]
    growing = [matrix((1 + 0.01 * k) * numpy.eye(3)) for k in range(9)]
    assert motion.is_rigid(turning) and not motion.is_still(turning)
    assert not motion.is_rigid(growing)
    assert motion.is_still([numpy.eye(4)] * 3)


def test_keys_are_where_the_samples_are():
    samples = [matrix(rotation((0, 0, 1), 0.5 * k), (k, 0, 1)) for k in range(4)]
    keys = motion.keys([0, 0.1, 0.2, 0.3], samples)
    assert [k["time"] for k in keys] == [0, 0.1, 0.2, 0.3] and "rotate" not in keys[0]
    for key, m in zip(keys, samples):
        numpy.testing.assert_allclose(turned(key), m[:3, :3], atol=1e-7)
        numpy.testing.assert_allclose(key["at"], m[:3, 3])


def test_mirrored_faces_are_turned_over():
    assert motion.outside_out([[0, 1, 2]], numpy.diag([1, 1, -1])) == [[2, 1, 0]]
    assert motion.outside_out([[0, 1, 2]], numpy.eye(4)) == [[0, 1, 2]]


def test_files_give_every_float_back(tmp_path):
    x = numpy.random.default_rng(2).normal(size=(50, 3)).astype(numpy.float32) * numpy.float32(1e-3)
    path = tmp_path / "meshes" / "a.obj"
    mesh_files.write_mesh(str(path), x, [[0, 1, 2, 3], [4, 5, 6]], "about")
    lines = path.read_text().splitlines()
    assert lines[0] == "# about" and lines[-2:] == ["f 1 2 3 4", "f 5 6 7"]
    back = numpy.array([line.split()[1:] for line in lines if line.startswith("v ")], dtype=numpy.float32)
    assert (back == x).all()
    mesh_files.write_strands(str(path), x[:5], [2, 3])
    assert path.read_text().splitlines()[-2:] == ["l 1 2", "l 3 4 5"]
