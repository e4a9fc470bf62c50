"""help(weft) is enough to start, and the stubs say what there is."""
import ast
import pathlib
import pydoc

import weft
from weft import _weft

STUB = pathlib.Path(weft.__file__).with_name("_weft.pyi")


def test_help_tells_everything_public():
    text = pydoc.plain(pydoc.render_doc(weft))
    for name in weft.__all__:
        assert name in text or name.startswith("__")
    for name in weft.__all__:
        thing = getattr(weft, name)
        if callable(thing):
            assert thing.__doc__, name
    for kind in (weft.Simulation, weft.Body, weft.RigidBody, weft.Collider, weft.Pin, weft.Frame, weft.FrameObject, weft.Run):
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)) and name not in (
                    "name", "kind", "title", "number", "ids", "quantities", "holds"):
                assert member.__doc__, f"{kind.__name__}.{name}"


def members(thing):
    own = {name for name in dir(thing) if not name.startswith("__")}
    return own


def test_stubs_and_module_have_the_same_names():
    tree = ast.parse(STUB.read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def stubbed(name):
        node, names = classes[name], set()
        for base in node.bases:
            if base.id in classes:
                names |= stubbed(base.id)
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                names.add(item.name)
            elif isinstance(item, ast.AnnAssign):
                names.add(item.target.id)
        return {n for n in names if not n.startswith("__")}

    for name in classes:
        if name == "_Led":
            continue
        real = members(getattr(_weft, name))
        if name == "Error":
            real -= members(RuntimeError)
        assert stubbed(name) == real, name
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert functions == {n for n in dir(_weft) if callable(getattr(_weft, n)) and n not in classes and not n.startswith("__")}
    assert (STUB.parent / "py.typed").exists()
