"""Reads records of rigkiln from a glTF file, or from FILE.events.json beside it. Needs no Blender."""
import collections
import json
import os
import struct

GLB_MAGIC = 0x46546C67
GLB_JSON = 0x4E4F534A
SIDECAR_VERSION = 1


class RecordError(Exception):
    """A file that cannot be read; the text names it and the cause."""


def read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error


def read_gltf(path):
    """Returns the JSON of a .glb or .gltf."""
    data = read_bytes(path)
    if data[:4] == struct.pack("<I", GLB_MAGIC):
        if len(data) < 20:
            raise RecordError(f"{path}: {len(data)} bytes, a GLB has at least 20")
        size, kind = struct.unpack_from("<II", data, 12)
        if kind != GLB_JSON or size > len(data) - 20:
            raise RecordError(f"{path}: the first chunk is not JSON")
        data = data[20 : 20 + size]
    return parse(path, data)


def parse(path, data):
    try:
        value = json.loads(data)
    except ValueError as error:
        raise RecordError(f"{path}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise RecordError(f"{path}: must be a JSON object")
    return value


def sidecar_path(path):
    return path + ".events.json"


def read_sidecar(path):
    """Returns the content of the side-car of a glTF file; None if there is none."""
    sidecar = sidecar_path(path)
    if not os.path.isfile(sidecar):
        return None
    value = parse(sidecar, read_bytes(sidecar))
    if value.get("rigkiln_events") != SIDECAR_VERSION:
        raise RecordError(f"{sidecar}: rigkiln_events must be {SIDECAR_VERSION}")
    return value


def extras_of(thing):
    extras = thing.get("extras")
    return extras if isinstance(extras, dict) else {}


def json_member(path, extras, key):
    text = extras.get(key)
    return parse(f"{path}: {key}", text) if isinstance(text, str) else None


def clip_records(path, gltf):
    """Returns the records of clips by name of their animation, from extras, else from the side-car."""
    records = {}
    for node in gltf.get("nodes", []):
        records.update(json_member(path, extras_of(node), "rigkiln_clips") or {})
    for animation in gltf.get("animations", []):
        record = extras_of(animation).get("rigkiln")
        if isinstance(record, dict) and "name" in animation:
            records[animation["name"]] = record
    if not records:
        records = (read_sidecar(path) or {}).get("clips", {})
    return records


def attachment_kinds(path, gltf):
    """Returns kinds of attachments by the number of their node, from extras, else from the side-car."""
    kinds = {}
    for number, node in enumerate(gltf.get("nodes", [])):
        record = json_member(path, extras_of(node), "rigkiln_attachment")
        if record is not None:
            kinds[number] = record.get("kind", "")
    if not kinds:
        by_name = {each["node"]: each["kind"] for each in (read_sidecar(path) or {}).get("attachments", [])}
        for number, node in enumerate(gltf.get("nodes", [])):
            if node.get("name") in by_name:
                kinds[number] = by_name[node["name"]]
    return kinds


def choose_rate(records):
    """Returns the frames per second that most clips want, and all rates that are wanted; None if none is known."""
    rates = collections.Counter()
    for record in records.values():
        rate = record.get("fps_hint", record.get("frame_rate"))
        if isinstance(rate, (int, float)) and rate > 0:
            rates[rate] += 1
    if not rates:
        return None, []
    # The higher of two that are equally common: it has room for the keys of more clips.
    return max(rates, key=lambda rate: (rates[rate], rate)), sorted(rates)
