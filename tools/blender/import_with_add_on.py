"""Imports a GLB with the add-on of tools/import/blender, and writes what it made.

    blender --background --factory-startup --python tools/blender/import_with_add_on.py -- IN.glb OUT.json

Writes `fps`, by name of the action its `markers` (`[frame, name]`, sorted), whether it is `cyclic` and its `end`, `timeline`
markers, and `empties` at bones with their `kind`, and how far they are from the head of their bone (`distance`, in metres) in
the middle of the active clip. `shown` are the lines that the panel shows for that bone; `places` are the matrices of all empties at that time, in rows. Needs
Blender 3.4 (Debian 12) or later.
"""
import json
import os
import sys

import addon_utils
import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "import", "blender"))
import gltf_model  # noqa: E402, F401 (mends the importer of Debian)
import rigkiln_gltf  # noqa: E402


def actions():
    return {
        action.name: {
            "markers": sorted([marker.frame, marker.name] for marker in action.pose_markers),
            "cyclic": action.use_cyclic,
            "end": action.frame_end,
        }
        for action in bpy.data.actions
    }


def middle_of_active_clip():
    ends = [thing.animation_data.action.frame_end for thing in bpy.data.objects
            if thing.animation_data is not None and thing.animation_data.action is not None]
    return round(max(ends, default=0) / 2)


def empties():
    found = {}
    for thing in bpy.data.objects:
        if thing.parent_type != "BONE" or "rigkiln_kind" not in thing:
            continue
        bone = thing.parent.pose.bones[thing.parent_bone]
        head = thing.parent.matrix_world @ bone.head
        found[thing.name] = {
            "kind": thing["rigkiln_kind"],
            "distance": (thing.matrix_world.translation - head).length,
            "shown": rigkiln_gltf.shown_lines(bone.bone),
        }
    return found


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 2:
        sys.exit("usage: blender --background --factory-startup --python import_with_add_on.py -- IN.glb OUT.json")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Enabled as users do, or the importer does not call its hook.
    addon_utils.enable("rigkiln_gltf", default_set=True, handle_error=lambda error: sys.exit(repr(error)))
    result = bpy.ops.import_scene.rigkiln_gltf(filepath=arguments[0], add_timeline_markers=True)
    scene = bpy.context.scene
    scene.frame_set(middle_of_active_clip())
    made = {
        "result": sorted(result),
        "fps": scene.render.fps,
        "actions": actions(),
        "timeline": sorted([marker.frame, marker.name] for marker in scene.timeline_markers),
        "empties": empties(),
        "places": {thing.name: [value for row in thing.matrix_world for value in row]
                   for thing in bpy.data.objects if thing.type == "EMPTY"},
    }
    with open(arguments[1], "w", encoding="utf-8") as file:
        json.dump(made, file, indent=1)


main()
