"""Loads GLBs into Blender and saves them, for the other scripts here. Needs Blender 3.4 (Debian 12) or later."""
import json
import struct

import bpy
import numpy

# The importer of Debian's Blender still uses this name, which Debian's numpy no longer has.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

GAME_FRAMES_PER_SECOND = 10


def known(operator, **wanted):
    """Keeps the arguments that this version of the add-on knows."""
    names = {property.identifier for property in operator.get_rna_type().properties}
    return {name: value for name, value in wanted.items() if name in names}


def load(path, frames_per_second=GAME_FRAMES_PER_SECOND):
    """Replaces the open scene by a GLB, including custom attributes of its meshes."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Set before importing: the importer turns key times into frames by the rate of the scene.
    bpy.context.scene.render.fps = frames_per_second
    bpy.ops.import_scene.gltf(filepath=path, **known(bpy.ops.import_scene.gltf, bone_heuristic="BLENDER", merge_vertices=False))
    restore_attributes(path)


def attribute_name(name):
    """Name of an attribute in Blender: exporters before 3.5 add the "_", later ones export only names that have it."""
    return name[1:] if bpy.app.version < (3, 5) else name


def read_glb(path):
    """Reads the JSON and the binary chunk of a GLB."""
    with open(path, "rb") as file:
        data = file.read()
    json_size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + json_size]), data[20 + json_size + 8 :]


def float_accessor(gltf, binary, index):
    accessor = gltf["accessors"][index]
    if accessor["componentType"] != 5126 or "sparse" in accessor:
        return None
    view = gltf["bufferViews"][accessor["bufferView"]]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    if view.get("byteStride", 4 * width) != 4 * width:
        return None
    return numpy.frombuffer(binary, "<f4", accessor["count"] * width, start).reshape(-1, width)


def restore_attributes(path):
    """Adds custom attributes (names with "_") to meshes, which importers before Blender 3.6 leave out.

    Relies on the vertex order of an import without merging: primitive after primitive."""
    gltf, binary = read_glb(path)
    for source in gltf.get("meshes", []):
        mesh = bpy.data.meshes.get(source.get("name", ""))
        primitives = source["primitives"]
        names = {name for primitive in primitives for name in primitive["attributes"] if name.startswith("_")}
        for name in sorted(names):
            kept_name = attribute_name(name)
            if mesh is None or kept_name in mesh.attributes:
                continue
            parts = [float_accessor(gltf, binary, primitive["attributes"][name]) for primitive in primitives]
            if any(part is None for part in parts) or sum(map(len, parts)) != len(mesh.vertices):
                print(f"round_trip: {name} of {mesh.name} was left out")
                continue
            values = numpy.concatenate(parts)
            kind, field = {1: ("FLOAT", "value"), 2: ("FLOAT2", "vector"), 3: ("FLOAT_VECTOR", "vector"),
                           4: ("FLOAT_COLOR", "color")}[values.shape[1]]
            mesh.attributes.new(kept_name, kind, "POINT").data.foreach_set(field, values.ravel())


def save(path):
    """Writes a GLB with the export options that docs/modding-swat3.md names."""
    operator = bpy.ops.export_scene.gltf
    operator(
        filepath=path,
        **known(
            operator,
            export_format="GLB",
            export_extras=True,
            export_attributes=True,
            export_all_influences=True,
            export_def_bones=False,
            export_frame_range=False,
            export_force_sampling=True,
            export_optimize_animation_size=False,
            export_nla_strips=True,
            export_normals=True,
            export_yup=True,
        ),
    )
