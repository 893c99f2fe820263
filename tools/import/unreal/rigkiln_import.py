"""Adds notifies to imported AnimSequences, from FILE.events.json. For the Python of the Unreal editor.

    import rigkiln_import
    rigkiln_import.apply("D:/art/EI_TROOPER.glb.events.json", "/Game/Trooper")

Not run by its authors: held to the Python API reference of Unreal Engine 5.3 (AnimationLibrary, EditorAssetLibrary,
AnimSequence). Needs the plugins Python Editor Script Plugin and Editor Scripting Utilities.

* Each event becomes a notify on the track `rigkiln`. Python can only add notifies of a class, so make one first: a Blueprint with the
  parent AnimNotify, named AN_RigkilnEvent in /Game/Rigkiln, with the public variables `EventName` (Name) and `EventData` (String).
  Its Received_Notify sees both; `EventData` is the JSON of the event.
* `loop`, `frame_rate` and `fps_hint` become metadata tags of the sequence (`rigkiln.loop` ...): whether a sequence repeats is decided by
  what plays it.
* Sockets are not made: `socket_name` and `bone_name` of SkeletalMeshSocket are read-only in Python. Attachments of the preset unreal are
  bones, and everything that takes the name of a socket also takes that of a bone. Missing bones are reported.
"""
import json
import re

import unreal

NOTIFY_BLUEPRINT = "/Game/Rigkiln/AN_RigkilnEvent"
TRACK = "rigkiln"
SIDECAR_VERSION = 1


def read_sidecar(path):
    with open(path, encoding="utf-8") as file:
        sidecar = json.load(file)
    if sidecar.get("rigkiln_events") != SIDECAR_VERSION:
        raise ValueError(f"{path}: rigkiln_events must be {SIDECAR_VERSION}")
    return sidecar


def asset_name(name):
    """Returns a name as assets can have it."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


def find_sequences(folder):
    """Lists the AnimSequences below a folder of the content browser."""
    assets = (unreal.EditorAssetLibrary.load_asset(path) for path in unreal.EditorAssetLibrary.list_assets(folder, recursive=True))
    return [asset for asset in assets if isinstance(asset, unreal.AnimSequence)]


def clip_of(sequence, clips):
    """Returns the clip of a sequence, whose name may have that of the file in front; the longest if several fit."""
    name = sequence.get_name()
    fitting = [clip for clip in clips if name == asset_name(clip) or name.endswith("_" + asset_name(clip))]
    return max(fitting, key=len, default=None)


def add_notifies(sequence, events, notify_class):
    library = unreal.AnimationLibrary
    if library.is_valid_anim_notify_track_name(sequence, TRACK):
        library.remove_animation_notify_track(sequence, TRACK)  # with its notifies, of an earlier run
    if not events:
        return
    library.add_animation_notify_track(sequence, TRACK)
    length = library.get_sequence_length(sequence)
    for event in events:
        notify = library.add_animation_notify_event(sequence, TRACK, min(event["time"], length), notify_class)
        notify.set_editor_property("EventName", event["name"])
        notify.set_editor_property("EventData", json.dumps(event))


def set_tags(sequence, record):
    for key in ("loop", "frame_rate", "fps_hint"):
        if key in record:
            unreal.EditorAssetLibrary.set_metadata_tag(sequence, f"rigkiln.{key}", json.dumps(record[key]))


def report_missing_bones(sequence, attachments):
    for attachment in attachments:
        if not unreal.AnimationLibrary.does_bone_name_exist(sequence, attachment["node"]):
            unreal.log_warning(f"rigkiln: no bone for the {attachment['kind']} {attachment['node']}")


def apply(sidecar_path, folder, notify_blueprint=NOTIFY_BLUEPRINT):
    """Adds the events of a side-car to the sequences below a folder, and saves them. Running it again replaces them."""
    sidecar = read_sidecar(sidecar_path)
    notify_class = unreal.EditorAssetLibrary.load_blueprint_class(notify_blueprint)
    if notify_class is None:
        raise RuntimeError(f"no Blueprint {notify_blueprint}: see the top of rigkiln_import.py")
    sequences = find_sequences(folder)
    found = set()
    for sequence in sequences:
        clip = clip_of(sequence, sidecar["clips"])
        if clip is None:
            continue
        found.add(clip)
        add_notifies(sequence, sidecar["clips"][clip]["events"], notify_class)
        set_tags(sequence, sidecar["clips"][clip])
        unreal.EditorAssetLibrary.save_loaded_asset(sequence)
    if sequences:
        report_missing_bones(sequences[0], sidecar["attachments"])
    for clip in sorted(set(sidecar["clips"]) - found):
        unreal.log_warning(f"rigkiln: no AnimSequence for the clip {clip} below {folder}")
    unreal.log(f"rigkiln: {len(found)} of {len(sidecar['clips'])} clips have their events")
