"""Sizes of the animations in GLB files, for tools/bench/animation."""
import json
import struct

COMPONENT_SIZES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
COMPONENT_COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
MESHOPT = "EXT_meshopt_compression"
# Translation, rotation and scale of a joint as float32, without times.
BYTES_PER_SAMPLE = 40


class NoGlb(Exception):
    pass


def json_of(path):
    data = path.read_bytes()
    magic, _, _, length = struct.unpack_from("<4sIII", data)
    if magic != b"glTF":
        raise NoGlb(f"{path}: is no GLB")
    return json.loads(data[20:20 + length])


def compact_size(value):
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def used_accessors(gltf):
    return {sampler[name] for animation in gltf.get("animations", []) for sampler in animation["samplers"] for name in ("input", "output")}


def packed_size(gltf, view):
    """Size in the file of a compressed view, in bytes; None for other views."""
    if view is None:
        return None
    packed = gltf["bufferViews"][view].get("extensions", {}).get(MESHOPT)
    return None if packed is None else packed["byteLength"]


def stored_bytes(gltf):
    """Size in the file of the accessors of animations, in bytes. Each compressed view and each other byte range counts once."""
    views, ranges, size = set(), set(), 0
    for number in used_accessors(gltf):
        accessor = gltf["accessors"][number]
        view = accessor.get("bufferView")
        packed = packed_size(gltf, view)
        if packed is not None:
            size += 0 if view in views else packed
            views.add(view)
            continue
        place = (view, accessor.get("byteOffset", 0), accessor["type"], accessor["componentType"])
        if place not in ranges:
            ranges.add(place)
            size += accessor["count"] * COMPONENT_SIZES[accessor["componentType"]] * COMPONENT_COUNTS[accessor["type"]]
    return size


def animation_sizes(gltf):
    """Returns the stored bytes of accessors, the bytes of JSON, and the number of channels."""
    json_bytes = sum(compact_size(gltf["accessors"][number]) + 1 for number in used_accessors(gltf))
    channels = 0
    for animation in gltf.get("animations", []):
        channels += len(animation["channels"])
        json_bytes += compact_size(animation["channels"]) + compact_size(animation["samplers"])
    return stored_bytes(gltf), json_bytes, channels


def plain_bytes(gltf, joints):
    """Size in bytes of all clips of a GLB by rigkiln, if every joint took BYTES_PER_SAMPLE in every frame of its source."""
    frames = sum(animation["extras"]["rigkiln"]["frame_count"] for animation in gltf.get("animations", []))
    return frames * joints * BYTES_PER_SAMPLE
