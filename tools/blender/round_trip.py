"""Imports a GLB into Blender and exports it again without an edit.

    blender --background --factory-startup --python tools/blender/round_trip.py -- IN.glb OUT.glb

Uses Blender's own add-on. Exports with the options that docs/modding-swat3.md asks for: "Custom Properties" and, where
this Blender has it, "Attributes". Needs Blender 3.4 (Debian 12) or later.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:]
    if len(arguments) != 2:
        sys.exit("usage: blender --background --factory-startup --python round_trip.py -- IN.glb OUT.glb")
    gltf_model.load(arguments[0])
    gltf_model.save(arguments[1])


main()
