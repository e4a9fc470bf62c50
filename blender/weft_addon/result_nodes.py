"""Geometry nodes that give strands and points of a result their thickness. Artists may edit or remove them."""
import bpy

NAME = "Weft look"
SIDES = 5  # of a strand


def group_for(kind, name, radius, material):
    """curves: edges -> tubes of this radius; points: vertices -> points of this radius."""
    tree = bpy.data.node_groups.new(name, "GeometryNodeTree")
    tree.inputs.new("NodeSocketGeometry", "Geometry")
    tree.outputs.new("NodeSocketGeometry", "Geometry")
    last = tree.nodes.new("NodeGroupInput")

    def then(node_type, **inputs):
        """A node behind the last, which its first input takes."""
        nonlocal last
        node = tree.nodes.new(node_type)
        node.location.x = last.location.x + 200
        tree.links.new(last.outputs[0], node.inputs[0])
        for socket, value in inputs.items():
            node.inputs[socket].default_value = value
        last = node
        return node

    if kind == "curves":
        then("GeometryNodeMeshToCurve")
        tube = then("GeometryNodeCurveToMesh")
        section = tree.nodes.new("GeometryNodeCurvePrimitiveCircle")
        section.location = (tube.location.x - 200, -200)
        section.inputs["Resolution"].default_value, section.inputs["Radius"].default_value = SIDES, radius
        tree.links.new(section.outputs["Curve"], tube.inputs["Profile Curve"])
        then("GeometryNodeSetShadeSmooth")
    else:
        then("GeometryNodeMeshToPoints", Radius=radius)
    if material:
        then("GeometryNodeSetMaterial", Material=material)
    then("NodeGroupOutput")
    return tree


def draw(result, source, thing):
    """Adds the modifier once; an artist's own stays as it is."""
    kind = "curves" if "curves" in thing else None if "faces" in thing else "points"
    if not kind or any(m.type == "NODES" for m in result.modifiers):
        return
    radius = thing.get("radius", 0.01)
    modifier = result.modifiers.new(NAME, "NODES")
    modifier.node_group = group_for(kind, f"{NAME}: {result.name}", float(radius.mean() if hasattr(radius, "mean") else radius),
                                    source.active_material)
