"""Add-on for Blender: imports glTF files of rigkiln with what the importer of Blender drops.

Events become pose markers of actions, looping clips become cyclic, the scene gets the frame rate of the clips, and
attachments that are bones get an empty. Needs Blender 3.4 or later, whose glTF importer does the rest.
"""
import json
import os

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy_extras.io_utils import ImportHelper
from mathutils import Matrix, Quaternion, Vector

from . import records

bl_info = {
    "name": "glTF of rigkiln",
    "author": "The rigkiln authors",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import > glTF of rigkiln",
    "description": "Imports events, frame rates, loops and attachments of converted models",
    "category": "Import-Export",
}

EMPTY_SIZE = 0.1  # metres
MAX_NAME_BYTES = 63  # of a Blender name
SHOWN_LINES = 40
SHOWN_WIDTH = 100

# From glTF (+Y up) to Blender (+Z up).
TO_BLENDER = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))


def local_matrix(node):
    """Returns the matrix of a node of the JSON."""
    if "matrix" in node:
        values = node["matrix"]
        return Matrix([values[row::4] for row in range(4)])
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    return Matrix.LocRotScale(Vector(node.get("translation", (0, 0, 0))), Quaternion((w, x, y, z)), Vector(node.get("scale", (1, 1, 1))))


def world_matrix(gltf, number):
    """Returns where a node is in the scene of Blender at rest."""
    parents = {child: parent for parent, node in enumerate(gltf["nodes"]) for child in node.get("children", [])}
    matrix = Matrix()
    while number is not None:
        matrix = local_matrix(gltf["nodes"][number]) @ matrix
        number = parents.get(number)
    return TO_BLENDER @ matrix @ TO_BLENDER.inverted()


class glTF2ImportUserExtension:  # the importer looks for this name
    """Measures, while bones are in the rest pose of the file, how their axes differ from those of their nodes."""

    pending = None  # the running import of our operator

    def gather_import_scene_after_nodes_hook(self, gltf_scene, blender_scene, gltf):
        if self.pending is not None:
            self.pending.measure_bones()


class ImportedFile:
    """What one import added, and what is applied to it."""

    def __init__(self, path):
        self.path = path
        self.gltf = records.read_gltf(path)
        self.clips = records.clip_records(path, self.gltf)
        self.kinds = records.attachment_kinds(path, self.gltf)
        self.objects_before = set(bpy.data.objects)
        self.offsets = {}  # by armature and bone: from the bone's axes to those of its node

    def armatures(self):
        return [thing for thing in bpy.data.objects if thing.type == "ARMATURE" and thing not in self.objects_before]

    def attached_bones(self):
        """Yields armature, bone, number of its node and kind, for each attachment that is a bone."""
        for number, kind in sorted(self.kinds.items()):
            name = self.gltf["nodes"][number].get("name", "").encode()[:MAX_NAME_BYTES].decode(errors="ignore")
            for armature in self.armatures():
                if name in armature.pose.bones:
                    yield armature, armature.pose.bones[name], number, kind

    def measure_bones(self):
        bpy.context.view_layer.update()
        for armature, bone, number, _ in self.attached_bones():
            place = armature.matrix_world @ bone.matrix
            # Parts that are hidden at rest may have a scale of 0.
            if abs(place.determinant()) > 0:
                self.offsets[armature.name, bone.name] = place.inverted() @ world_matrix(self.gltf, number)

    def actions(self):
        """Yields name of the animation, object and action. The importer names a track after each animation."""
        names = {name.encode()[:MAX_NAME_BYTES].decode(errors="ignore"): name for name in self.clips}
        for thing in bpy.data.objects:
            if thing in self.objects_before or thing.animation_data is None:
                continue
            for track in thing.animation_data.nla_tracks:
                if track.name in names:
                    for strip in track.strips:
                        yield names[track.name], thing, strip.action

    def add_markers(self, frames_per_second):
        """Adds a pose marker for each event; returns how many."""
        count = 0
        for clip, _, action in self.actions():
            for event in self.clips[clip].get("events", []):
                marker = action.pose_markers.new(event["name"])
                marker.frame = round(event["time"] * frames_per_second)
                count += 1
        return count

    def add_timeline_markers(self, scene, frames_per_second):
        """Adds the events of the active clip to the timeline."""
        active = {thing.animation_data.action for thing in bpy.data.objects
                  if thing not in self.objects_before and thing.animation_data is not None}
        for clip in sorted({clip for clip, _, action in self.actions() if action in active}):
            for event in self.clips[clip].get("events", []):
                scene.timeline_markers.new(event["name"], frame=round(event["time"] * frames_per_second))

    def set_ranges(self, frames_per_second):
        """Gives actions their exact range, and makes looping ones cyclic."""
        for clip, _, action in self.actions():
            record = self.clips[clip]
            action.use_frame_range = True
            action.frame_start = 0
            action.frame_end = record["duration"] * frames_per_second
            action.use_cyclic = record.get("loop", False) is True

    def add_empties(self, collection):
        """Adds an empty at the head of each bone that is an attachment; returns how many."""
        count = 0
        for armature, bone, _, kind in self.attached_bones():
            empty = bpy.data.objects.new(bone.name, None)
            empty.empty_display_type = "ARROWS"
            empty.empty_display_size = EMPTY_SIZE
            empty["rigkiln_kind"] = kind
            collection.objects.link(empty)
            empty.parent = armature
            empty.parent_type = "BONE"
            empty.parent_bone = bone.name
            # Children of bones start at the tail.
            tail_to_head = Matrix.Translation((0, -bone.bone.length, 0))
            empty.matrix_parent_inverse = tail_to_head
            empty.matrix_basis = self.offsets.get((armature.name, bone.name), Matrix())
            count += 1
        return count


class ImportGltfOfRigkiln(bpy.types.Operator, ImportHelper):
    """Imports a glTF file of rigkiln with its events, frame rate, loops and attachments"""

    bl_idname = "import_scene.rigkiln_gltf"
    bl_label = "Import glTF of rigkiln"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb;*.gltf", options={"HIDDEN"})
    set_frame_rate: BoolProperty(name="Frame Rate", default=True, description="Set the frame rate of the scene to that of the clips")
    add_markers: BoolProperty(name="Events", default=True, description="Add events of clips as pose markers of their actions")
    add_timeline_markers: BoolProperty(
        name="Events in the Timeline", default=False, description="Add the events of the active clip as markers of the timeline")
    set_ranges: BoolProperty(name="Loops", default=True, description="Set the range of actions, and make looping ones cyclic")
    add_empties: BoolProperty(
        name="Attachments", default=True, description="Add an empty at each bone that is a grip, a muzzle or another attachment")

    def execute(self, context):
        try:
            imported = ImportedFile(self.filepath)
        except records.RecordError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if self.set_frame_rate:
            self.choose_frame_rate(context.scene, imported.clips)
        glTF2ImportUserExtension.pending = imported
        try:
            result = bpy.ops.import_scene.gltf(filepath=self.filepath)
        except RuntimeError as error:
            self.report({"ERROR"}, f"{self.filepath}: {error}")
            return {"CANCELLED"}
        finally:
            glTF2ImportUserExtension.pending = None
        if "FINISHED" not in result:
            self.report({"ERROR"}, f"{self.filepath}: was not imported")
            return {"CANCELLED"}
        try:
            self.apply(context, imported)
        except (AttributeError, KeyError, TypeError) as error:
            # The model is there and stays; only what the records say is not complete.
            self.report({"ERROR"}, f"{self.filepath}: a record is not as documented: {error!r}")
        return {"FINISHED"}

    def choose_frame_rate(self, scene, clips):
        rate, rates = records.choose_rate(clips)
        if rate is None:
            return
        # The importer of 3.4 ignores the base, later ones multiply by it: 1 suits both.
        scene.render.fps = max(1, round(rate))
        scene.render.fps_base = 1
        if len(rates) > 1:
            wanted = ", ".join(f"{each:g}" for each in rates)
            self.report({"WARNING"}, f"clips have {wanted} frames a second; the scene has {scene.render.fps}")
        elif rate != scene.render.fps:
            self.report({"WARNING"}, f"clips have {rate:g} frames a second; the scene has {scene.render.fps}")

    def apply(self, context, imported):
        scene = context.scene
        # Times the importer multiplied with this, to place keys.
        frames_per_second = scene.render.fps
        events = imported.add_markers(frames_per_second) if self.add_markers else 0
        if self.add_timeline_markers:
            imported.add_timeline_markers(scene, frames_per_second)
        if self.set_ranges:
            imported.set_ranges(frames_per_second)
        empties = imported.add_empties(context.collection) if self.add_empties else 0
        found = {clip for clip, _, _ in imported.actions()}
        missing = sorted(set(imported.clips) - found)
        if missing:
            self.report({"WARNING"}, f"{os.path.basename(self.filepath)}: no action for {', '.join(missing)}")
        self.report({"INFO"}, f"{len(found)} clips, {events} markers, {empties} attachments, {frames_per_second} frames a second")


def shown_lines(thing):
    """Lists the records of rigkiln on a thing as lines of text."""
    lines = []
    for key in sorted(key for key in thing.keys() if key.startswith("rigkiln")):
        value = thing[key]
        try:
            text = json.dumps(json.loads(value), indent=1, ensure_ascii=False) if isinstance(value, str) else str(value)
        except ValueError:
            text = str(value)
        lines.append(key)
        lines.extend("  " + line[:SHOWN_WIDTH] for line in text.splitlines())
    if len(lines) > SHOWN_LINES:
        lines[SHOWN_LINES:] = [f"... {len(lines) - SHOWN_LINES} more lines"]
    return lines


class RecordsPanel:
    """Shows records as text that cannot be edited."""

    bl_label = "rigkiln"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        thing = cls.thing(context)
        return thing is not None and any(key.startswith("rigkiln") for key in thing.keys())

    def draw(self, context):
        column = self.layout.column(align=True)
        for line in shown_lines(self.thing(context)):
            column.label(text=line)


class OBJECT_PT_rigkiln(RecordsPanel, bpy.types.Panel):
    bl_context = "object"

    @staticmethod
    def thing(context):
        return context.object


class BONE_PT_rigkiln(RecordsPanel, bpy.types.Panel):
    bl_context = "bone"

    @staticmethod
    def thing(context):
        return getattr(context, "bone", None) or getattr(context, "edit_bone", None)


class MATERIAL_PT_rigkiln(RecordsPanel, bpy.types.Panel):
    bl_context = "material"

    @staticmethod
    def thing(context):
        return context.material


CLASSES = (ImportGltfOfRigkiln, OBJECT_PT_rigkiln, BONE_PT_rigkiln, MATERIAL_PT_rigkiln)


def draw_menu(self, context):
    self.layout.operator(ImportGltfOfRigkiln.bl_idname, text="glTF of rigkiln (.glb, .gltf)")


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.TOPBAR_MT_file_import.append(draw_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(draw_menu)
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
