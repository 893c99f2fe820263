"""Writes what Blender makes of the files of a folder, for blender.mjs:

    blender --background --factory-startup --python tests/importers/blender.py -- FOLDER OUT.json

Reads the clips and times of expected.json. Writes, for each file, the counts, and for each pose the places of bones and objects by name,
and of the vertices of each mesh, in the axes of glTF. A pose at rest has none if there are clips: nothing in Blender resets what an action moved.
"""
import json
import os
import sys

import bpy
import numpy

# The importer of Debian's Blender still uses this name, which Debian's numpy no longer has.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

FRAMES_PER_SECOND = 60


def gltf_axes(place):
    return [round(place.x, 7), round(place.z, 7), round(-place.y, 7)]


def tracks():
    """Maps each animation to its objects and their actions. The importer makes one NLA track for each."""
    found = {}
    for thing in bpy.data.objects:
        for track in thing.animation_data.nla_tracks if thing.animation_data else []:
            found.setdefault(track.name, []).append((thing, track.strips[0].action))
    return found


def places():
    graph = bpy.context.evaluated_depsgraph_get()
    nodes, meshes = {}, {}
    for thing in bpy.context.scene.objects:
        drawn = thing.evaluated_get(graph)
        nodes[thing.name] = gltf_axes(drawn.matrix_world.translation)
        if thing.type == "ARMATURE":
            for bone in drawn.pose.bones:
                nodes[bone.name] = gltf_axes((drawn.matrix_world @ bone.matrix).translation)
        elif thing.type == "MESH":
            mesh = drawn.to_mesh()
            meshes[thing.name] = [gltf_axes(drawn.matrix_world @ vertex.co) for vertex in mesh.vertices]
            drawn.to_mesh_clear()
    return {"nodes": nodes, "meshes": meshes}


def pose(clips, name, time):
    for thing in bpy.data.objects:
        if thing.animation_data:
            thing.animation_data.action = None
    for thing, action in clips[name]:
        thing.animation_data.action = action
    frame = time * FRAMES_PER_SECOND
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    return places()


def read(folder, sample):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    bpy.ops.import_scene.gltf(filepath=os.path.join(folder, sample["file"]))
    drawn = [thing for thing in bpy.context.scene.objects if thing.type == "MESH" and not thing.name.startswith("Icosphere")]
    clips = tracks()
    at_rest = None if clips else places()
    return {
        "counts": {
            "clips": len(clips),
            "skins": len({modifier.object for thing in drawn for modifier in thing.modifiers if modifier.type == "ARMATURE"}),
            "primitives": sum(max(1, len(thing.material_slots)) for thing in drawn),
            "materials": len({slot.material for thing in drawn for slot in thing.material_slots if slot.material}),
        },
        "poses": [pose(clips, sample["clip_names"][one["clip"]], one["time"]) if "clip" in one else at_rest for one in sample["poses"]],
    }


def main():
    folder, output = sys.argv[sys.argv.index("--") + 1:]
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
        samples = json.load(file)
    results = {}
    for sample in samples:
        try:
            results[sample["file"]] = read(folder, sample)
        except RuntimeError as error:  # what an operator of Blender raises when it reports an error
            results[sample["file"]] = {"error": str(error)}
    with open(output, "w", encoding="utf-8") as file:
        json.dump(results, file)


main()
