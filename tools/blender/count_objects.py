"""Counts what Blender makes of a GLB.

    blender --background --factory-startup --python tools/blender/count_objects.py -- IN.glb OUT.json

Writes the numbers of objects of each kind (`ARMATURE`, `MESH`, `EMPTY` ...), the number of `bones`, the sorted names
of all `actions`, and how many of their keys stand between the frames of a new scene (`keys_between_frames`, 24 a
second). Needs Blender 3.4 (Debian 12) or later.
"""
import collections
import json
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402


FRAMES_PER_SECOND = 24  # of a new scene
ROUNDING = 1e-3  # of a frame


def keys_between_frames():
    keys = [key.co.x for action in bpy.data.actions for curve in action.fcurves for key in curve.keyframe_points]
    return sum(abs(frame - round(frame)) > ROUNDING for frame in keys)


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 2:
        sys.exit("usage: blender --background --factory-startup --python count_objects.py -- IN.glb OUT.json")
    gltf_model.load(arguments[0], FRAMES_PER_SECOND)
    counts = dict(collections.Counter(thing.type for thing in bpy.context.scene.objects))
    counts["bones"] = sum(len(armature.bones) for armature in bpy.data.armatures)
    counts["actions"] = sorted(action.name for action in bpy.data.actions)
    counts["keys_between_frames"] = keys_between_frames()
    with open(arguments[1], "w", encoding="utf-8") as file:
        json.dump(counts, file, indent=1)


main()
