"""Wavefront OBJ for the shapes of a scene: polygons, or polylines of hair. Nine digits give every float of Blender back."""
import os


def vertex_lines(vertices):
    return "".join("v %.9g %.9g %.9g\n" % (v[0], v[1], v[2]) for v in vertices)


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def write_mesh(path, vertices, faces, about=""):
    """`faces`: lists of vertex numbers, counted from 0 and counter-clockwise seen from outside."""
    lines = "".join("f " + " ".join(str(i + 1) for i in face) + "\n" for face in faces)
    put(path, f"# {about}\n" + vertex_lines(vertices) + lines)


def write_strands(path, vertices, lengths, about=""):
    """`lengths`: how many of the vertices belong to each strand, root first."""
    lines, at = [], 1
    for n in lengths:
        lines.append("l " + " ".join(str(at + k) for k in range(n)) + "\n")
        at += n
    put(path, f"# {about}\n" + vertex_lines(vertices) + "".join(lines))
