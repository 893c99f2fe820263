"""Draws a GLB with Blender, without a window.

    blender --background --factory-startup --python tools/blender/picture.py -- IN.glb OUT.png [--clip NAME] [--time SECONDS]
            [--attribute NAME] [--from X,Y,Z]

Shows the model in its rest pose, or in the pose of a clip at a time, in its own colours or in those of a vertex
attribute (_HITCOLOR: hit zones). The camera looks from the given direction (default 0.6,-1,0.35) at the whole model.
Renders with Cycles on the processor, so that no graphics card is needed.
"""
import argparse
import os
import sys

import bpy
import mathutils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gltf_model  # noqa: E402


def show_attribute(name):
    for mesh in bpy.data.meshes:
        kept_name = gltf_model.attribute_name(name)
        if kept_name not in mesh.attributes:
            continue
        material = bpy.data.materials.new("shown attribute")
        material.use_nodes = True
        nodes = material.node_tree.nodes
        attribute = nodes.new("ShaderNodeAttribute")
        attribute.attribute_name = kept_name
        surface = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
        material.node_tree.links.new(attribute.outputs["Color"], surface.inputs["Base Color"])
        mesh.materials.clear()
        mesh.materials.append(material)
        for polygon in mesh.polygons:
            polygon.material_index = 0


def pose(clip, time):
    armature = next((thing for thing in bpy.data.objects if thing.type == "ARMATURE"), None)
    if armature is None or armature.animation_data is None:
        return
    animation = armature.animation_data
    for track in animation.nla_tracks:
        track.mute = True
    # The importer makes an action for each object that a clip moves, with the name of the object behind that of the clip.
    named = [action for action in bpy.data.actions if clip and action.name.startswith(clip)]
    animation.action = next((action for action in named if action.name == f"{clip}_{armature.name}"), None)
    if animation.action is None and named:
        animation.action = named[0]
    if animation.action is None:
        armature.data.pose_position = "REST"
    bpy.context.scene.frame_set(round(time * bpy.context.scene.render.fps))


def corners():
    """Yields the vertices of all meshes in world space, in the current pose."""
    graph = bpy.context.evaluated_depsgraph_get()
    for thing in bpy.data.objects:
        if thing.type == "MESH" and not thing.name.startswith("Icosphere"):
            shown = thing.evaluated_get(graph)
            yield from (shown.matrix_world @ vertex.co for vertex in shown.data.vertices)


def look(direction):
    points = list(corners())
    low = mathutils.Vector(min(point[axis] for point in points) for axis in range(3))
    high = mathutils.Vector(max(point[axis] for point in points) for axis in range(3))
    size = max((high - low).length, 1e-3)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = size * 1.05
    camera.data.clip_end = size * 10
    camera.location = (low + high) / 2 + direction.normalized() * size * 3
    camera.rotation_euler = (-direction).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (0.6, 0.2, 0.5)
    for thing in (camera, sun):
        bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = camera


def draw(path):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 32
    scene.cycles.seed = 1
    scene.cycles.use_denoising = False
    scene.render.resolution_x = scene.render.resolution_y = 360
    scene.render.filepath = path
    scene.view_settings.view_transform = "Standard"
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.9, 0.9, 0.9, 1)
    scene.world = world
    # The importer adds icospheres to draw bones; they are no part of the model.
    for thing in bpy.data.objects:
        thing.hide_render = thing.hide_render or thing.name.startswith("Icosphere")
    bpy.ops.render.render(write_still=True)


def main():
    parser = argparse.ArgumentParser(prog="picture.py")
    parser.add_argument("model")
    parser.add_argument("picture")
    parser.add_argument("--clip")
    parser.add_argument("--time", type=float, default=0.0)
    parser.add_argument("--attribute")
    parser.add_argument("--from", dest="direction", default="0.6,-1,0.35")
    arguments = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    gltf_model.load(arguments.model)
    if arguments.attribute:
        show_attribute(arguments.attribute)
    pose(arguments.clip, arguments.time)
    look(mathutils.Vector(float(part) for part in arguments.direction.split(",")))
    draw(os.path.abspath(arguments.picture))


main()
