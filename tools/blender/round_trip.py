"""Takes a GLB through Blender and out again, as a person does who edits nothing.

    blender --background --factory-startup --python tools/blender/round_trip.py -- IN.glb OUT.glb

Imports with Blender's own add-on, exports with "Custom Properties" and, where this Blender has them, "Attributes"
on: the boxes docs/modding-swat3.md says must be ticked. For Blender 3.4 as Debian 12 has it, and later ones.
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
