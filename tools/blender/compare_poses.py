"""Measures the distance between the vertices of two GLBs in Blender, which interpolates rotations by lerp, not slerp.

    blender --background --factory-startup --python tools/blender/compare_poses.py -- A.glb B.glb OUT.json

Both files must have the same meshes. Compares each animation, by name, 60 times a second from its first key to its
last. Writes the number of `frames`, the `largest` distance of two vertices in metres, and its time in `seconds`.
"""
import json
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402

FRAMES_PER_SECOND = 60


def vertices():
    """Vertices of all meshes of the scene in world space, in the current pose."""
    graph = bpy.context.evaluated_depsgraph_get()
    parts = []
    for thing in sorted(bpy.context.scene.objects, key=lambda thing: thing.name):
        if thing.type != "MESH":
            continue
        drawn = thing.evaluated_get(graph)
        mesh = drawn.to_mesh()
        places = numpy.empty(3 * len(mesh.vertices), numpy.float32)
        mesh.vertices.foreach_get("co", places)
        drawn.to_mesh_clear()
        world = numpy.array(drawn.matrix_world)
        parts.append(places.reshape(-1, 3).astype(float) @ world[:3, :3].T + world[:3, 3])
    return numpy.concatenate(parts)


def actions():
    """Maps each animation to its objects and their actions. The importer makes one NLA track for each."""
    found = {}
    for thing in bpy.data.objects:
        for track in thing.animation_data.nla_tracks if thing.animation_data else []:
            found.setdefault(track.name, []).append((thing, track.strips[0].action))
    return found


def poses(path):
    """Maps each animation to its first frame, and the vertices of each frame from there on."""
    gltf_model.load(path, FRAMES_PER_SECOND)
    result = {}
    for name, moved in actions().items():
        for thing in bpy.data.objects:
            if thing.animation_data:
                thing.animation_data.action = None
        for thing, action in moved:
            thing.animation_data.action = action
        ranges = [action.frame_range for _, action in moved]
        first = round(min(start for start, _ in ranges))
        frames = []
        for frame in range(first, round(max(end for _, end in ranges)) + 1):
            bpy.context.scene.frame_set(frame)
            frames.append(vertices())
        result[name] = (first, frames)
    return result


def compare(left, right):
    if left[0] != right[0] or len(left[1]) != len(right[1]):
        sys.exit(f"compare_poses: {len(left[1])} frames from {left[0]}, and {len(right[1])} from {right[0]}")
    largest = [numpy.linalg.norm(one - other, axis=1).max() for one, other in zip(left[1], right[1])]
    worst = int(numpy.argmax(largest))
    return {"frames": len(largest), "largest": largest[worst], "seconds": (left[0] + worst) / FRAMES_PER_SECOND}


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 3:
        sys.exit("usage: blender --background --factory-startup --python compare_poses.py -- A.glb B.glb OUT.json")
    left, right = poses(arguments[0]), poses(arguments[1])
    if sorted(left) != sorted(right):
        sys.exit(f"compare_poses: animations {sorted(left)} and {sorted(right)}")
    with open(arguments[2], "w", encoding="utf-8") as file:
        json.dump({name: compare(left[name], right[name]) for name in sorted(left)}, file, indent=1)


main()
