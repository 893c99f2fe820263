"""Edits a GLB as a modder might: enlarges the vertices that follow one bone.

    blender --background --factory-startup --python tools/blender/enlarge.py -- IN.glb OUT.glb BONE FACTOR
"""
import os
import sys

import bpy
import mathutils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402


def enlarge(thing, bone, factor):
    group = thing.vertex_groups.get(bone)
    if group is None:
        return 0
    vertices = [
        vertex
        for vertex in thing.data.vertices
        if any(member.group == group.index and member.weight > 0.5 for member in vertex.groups)
    ]
    if vertices:
        middle = sum((vertex.co for vertex in vertices), mathutils.Vector()) / len(vertices)
        for vertex in vertices:
            vertex.co = middle + (vertex.co - middle) * factor
    return len(vertices)


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 4:
        sys.exit("usage: blender --background --factory-startup --python enlarge.py -- IN.glb OUT.glb BONE FACTOR")
    source, target, bone, factor = arguments
    gltf_model.load(source)
    moved = sum(enlarge(thing, bone, float(factor)) for thing in bpy.data.objects if thing.type == "MESH")
    if moved == 0:
        sys.exit(f"enlarge: no vertex follows a bone {bone!r}")
    gltf_model.save(target)


main()
