"""Counts what Blender makes of a GLB.

    blender --background --factory-startup --python tools/blender/count_objects.py -- IN.glb OUT.json

Writes the numbers of objects of each kind (`ARMATURE`, `MESH`, `EMPTY` ...), the number of `bones`, and the sorted names
of all `actions`. Needs Blender 3.4 (Debian 12) or later.
"""
import collections
import json
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 2:
        sys.exit("usage: blender --background --factory-startup --python count_objects.py -- IN.glb OUT.json")
    gltf_model.load(arguments[0])
    counts = dict(collections.Counter(thing.type for thing in bpy.context.scene.objects))
    counts["bones"] = sum(len(armature.bones) for armature in bpy.data.armatures)
    counts["actions"] = sorted(action.name for action in bpy.data.actions)
    with open(arguments[1], "w", encoding="utf-8") as file:
        json.dump(counts, file, indent=1)


main()
