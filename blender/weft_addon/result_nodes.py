"""Geometry nodes that give strands and points of a result their thickness. Artists may edit or remove them."""
import bpy

NAME = "Weft look"


def group_for(kind, name, radius, material):
    """curves: mesh -> curves of this radius; points: mesh -> points of this radius."""
    tree = bpy.data.node_groups.new(name, "GeometryNodeTree")
    tree.inputs.new("NodeSocketGeometry", "Geometry")
    tree.outputs.new("NodeSocketGeometry", "Geometry")
    chain = [tree.nodes.new("NodeGroupInput")]

    def then(node_type):
        node = tree.nodes.new(node_type)
        node.location.x = 200 * len(chain)
        tree.links.new(chain[-1].outputs[0], node.inputs["Mesh" if "Mesh" in node.inputs else "Geometry" if "Geometry" in node.inputs else "Curve"])
        chain.append(node)
        return node

    if kind == "curves":
        then("GeometryNodeMeshToCurve")
        then("GeometryNodeSetCurveRadius").inputs["Radius"].default_value = radius
    else:
        then("GeometryNodeMeshToPoints").inputs["Radius"].default_value = radius
    if material:
        then("GeometryNodeSetMaterial").inputs["Material"].default_value = material
    end = tree.nodes.new("NodeGroupOutput")
    end.location.x = 200 * len(chain)
    tree.links.new(chain[-1].outputs[0], end.inputs[0])
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
