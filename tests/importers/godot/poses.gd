extends SceneTree

# Opens the imported scenes of job.json as a game does, plays each clip to each time, and writes where everything is.
#
# out.json has for each file what describe() returns, and where its poses begin in out.bin. That has floats, pose after pose: for each object, then
# for each bone, the 12 numbers of a place and of three axes in the world; then the places of up to job.vertices vertices of each surface.

var out = File.new()


func objects_below(node, found):
    if node is Spatial:
        found.append(node)
    for child in node.get_children():
        objects_below(child, found)
    return found


func store_point(point):
    out.store_float(point.x)
    out.store_float(point.y)
    out.store_float(point.z)


func store_transform(transform):
    store_point(transform.origin)
    store_point(transform.basis.x)
    store_point(transform.basis.y)
    store_point(transform.basis.z)


# The surfaces of a mesh, with the arrays that are asked for again and again.
func surfaces_of(object):
    var surfaces = []
    for i in range(object.mesh.get_surface_count()):
        var arrays = object.mesh.surface_get_arrays(i)
        surfaces.append({
            "points": arrays[Mesh.ARRAY_VERTEX], "bones": arrays[Mesh.ARRAY_BONES], "weights": arrays[Mesh.ARRAY_WEIGHTS],
            "material": object.mesh.surface_get_material(i)})
    return surfaces


# The matrix of each bind of a skin, as Skeleton gives it to the renderer.
func bind_matrices(object):
    var skeleton = object.get_node(object.skeleton)
    var matrices = []
    for i in range(object.skin.get_bind_count()):
        var bone = skeleton.find_bone(object.skin.get_bind_name(i))
        if bone < 0:
            bone = object.skin.get_bind_bone(i)
        matrices.append(object.global_transform * skeleton.get_bone_global_pose(bone) * object.skin.get_bind_pose(i))
    return matrices


func place_of(surface, index, matrices):
    var point = surface.points[index]
    var sum = Vector3()
    for i in range(index * 4, index * 4 + 4):
        if surface.weights[i] > 0:
            sum += matrices[surface.bones[i]].xform(point) * surface.weights[i]
    return sum


func store_vertices(object, surfaces, count):
    var matrices = bind_matrices(object) if object.skin else []
    for surface in surfaces:
        var total = surface.points.size()
        var step = int(max(1, ceil(total / float(count))))
        for index in range(0, total, step):
            if matrices:
                store_point(place_of(surface, index, matrices))
            else:
                store_point(object.global_transform.xform(surface.points[index]))


func store_pose(objects, drawn, count):
    for object in objects:
        store_transform(object.global_transform)
    for object in objects:
        if object is Skeleton:
            for bone in range(object.get_bone_count()):
                store_transform(object.global_transform * object.get_bone_global_pose(bone))
    for object in drawn:
        store_vertices(object, drawn[object], count)


func describe(objects, drawn, player):
    var result = {"objects": [], "skeletons": [], "drawn": [], "bodies": [], "clips": [], "materials": 0, "skins": 0}
    var skins = {}
    var materials = {}
    for object in objects:
        result.objects.append(object.name)
        if object is Skeleton:
            var bones = []
            for bone in range(object.get_bone_count()):
                bones.append({"name": object.get_bone_name(bone), "parent": object.get_bone_parent(bone)})
            result.skeletons.append(bones)
        if object is StaticBody:
            result.bodies.append(object.name)
    for object in drawn:
        var sizes = []
        for surface in drawn[object]:
            sizes.append(surface.points.size())
            if surface.material:
                materials[surface.material] = true
        if object.skin:
            skins[object.skin] = true
        result.drawn.append({"object": object.name, "sizes": sizes})
    result.materials = materials.size()
    result.skins = skins.size()
    result.clips = Array(player.get_animation_list()) if player else []
    return result


# A new instance of a scene: nothing else takes back what a clip has moved.
func instance_of(packed):
    var scene = packed.instance()
    root.add_child(scene)
    var objects = objects_below(scene, [])
    var drawn = {}
    for object in objects:
        if object is MeshInstance:
            drawn[object] = surfaces_of(object)
    return {"scene": scene, "objects": objects, "drawn": drawn, "player": scene.get_node_or_null("AnimationPlayer"), "clip": null}


func examine(sample, count):
    var packed = load("res://".plus_file(sample.file))
    if packed == null:
        return null
    var shown = instance_of(packed)
    var result = describe(shown.objects, shown.drawn, shown.player)
    result.offset = out.get_position()
    for pose in sample.poses:
        if pose.clip != shown.clip:
            shown.scene.free()
            shown = instance_of(packed)
            shown.clip = pose.clip
            shown.player.playback_process_mode = AnimationPlayer.ANIMATION_PROCESS_MANUAL
            shown.player.current_animation = pose.clip
        if pose.clip != null:
            shown.player.seek(pose.time, true)
        yield(self, "idle_frame") # then attachments are on their bones
        store_pose(shown.objects, shown.drawn, count)
    shown.scene.free()
    return result


func _init():
    var file = File.new()
    file.open("res://job.json", File.READ)
    var job = JSON.parse(file.get_as_text()).result
    file.close()
    out.open("res://out.bin", File.WRITE)
    var results = {}
    for sample in job.samples:
        var result = examine(sample, job.vertices)
        if result is GDScriptFunctionState:
            result = yield(result, "completed")
        results[sample.file] = result
        printerr("PLAYED ", sample.file)
    out.close()
    file.open("res://out.json", File.WRITE)
    file.store_string(JSON.print(results))
    file.close()
    quit()
