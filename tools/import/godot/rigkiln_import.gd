@tool
extends EditorScenePostImport
## Applies to an imported scene what the glTF importer of Godot drops.
##
## Not run by its authors: held to the class reference of Godot 4.4 (EditorScenePostImport, Animation, Skeleton3D).
## Choose it in the Import dock of a .glb as Import Script > Path, and import again.
##
## * Events of clips become keys of a method track that calls `_on_animation_event(name: String, data: Dictionary)` on the
##   root of the scene. `data` is the record of the event. Attach a script with this method to the root of a scene that
##   inherits the imported one.
## * Clips of which the source says so repeat, or do not.
## * Attachments that are bones get a BoneAttachment3D; children of it follow the bone.
##
## Data comes from FILE.events.json beside the file, or else from extras, which Godot keeps as metadata since 4.4.

const METHOD := &"_on_animation_event"
const SIDECAR_VERSION := 1


func _post_import(scene: Node) -> Object:
	var sidecar := _read_sidecar()
	var clips: Dictionary = sidecar.get("clips", {})
	if clips.is_empty():
		clips = _clips_in_extras(scene)
	for node in scene.find_children("*", "AnimationPlayer", true, false):
		_apply_clips(scene, node as AnimationPlayer, clips)
	for node in scene.find_children("*", "Skeleton3D", true, false):
		_add_attachments(scene, node as Skeleton3D, sidecar.get("attachments", []))
	return scene


func _read_sidecar() -> Dictionary:
	var path := get_source_file() + ".events.json"
	if not FileAccess.file_exists(path):
		return {}
	var content: Variant = JSON.parse_string(FileAccess.get_file_as_string(path))
	if not content is Dictionary or int(content.get("rigkiln_events", 0)) != SIDECAR_VERSION:
		push_error("%s: must be JSON with rigkiln_events %d" % [path, SIDECAR_VERSION])
		return {}
	return content


## Records of clips that a node or a bone has in its extras.
func _clips_in_extras(scene: Node) -> Dictionary:
	var nodes := scene.find_children("*", "", true, false)
	nodes.push_front(scene)
	for node in nodes:
		var clips := _record(node.get_meta("extras", {}), "rigkiln_clips")
		if not clips.is_empty():
			return clips
		var skeleton := node as Skeleton3D
		if skeleton == null or not skeleton.has_method("get_bone_meta"):
			continue
		for bone in skeleton.get_bone_count():
			clips = _bone_record(skeleton, bone, "rigkiln_clips")
			if not clips.is_empty():
				return clips
	return {}


func _record(extras: Variant, key: String) -> Dictionary:
	if not extras is Dictionary or not extras.get(key) is String:
		return {}
	var value: Variant = JSON.parse_string(extras[key])
	return value if value is Dictionary else {}


## Bones have metadata since Godot 4.4.
func _bone_record(skeleton: Skeleton3D, bone: int, key: String) -> Dictionary:
	if not skeleton.has_method("has_bone_meta") or not skeleton.call("has_bone_meta", bone, &"extras"):
		return {}
	return _record(skeleton.call("get_bone_meta", bone, &"extras"), key)


func _apply_clips(scene: Node, player: AnimationPlayer, clips: Dictionary) -> void:
	var root := player.get_node_or_null(player.root_node)
	if root == null:
		push_error("%s: the AnimationPlayer has no root node" % get_source_file())
		return
	for clip: String in clips:
		var animation := _find_animation(player, clip)
		if animation == null:
			push_warning("%s: no animation for the clip %s" % [get_source_file(), clip])
			continue
		var record: Dictionary = clips[clip]
		if record.has("loop"):
			animation.loop_mode = Animation.LOOP_LINEAR if record["loop"] else Animation.LOOP_NONE
		_add_events(animation, root.get_path_to(scene), record.get("events", []))


## Godot takes `-loop` and `-cycle` off the names of clips.
func _find_animation(player: AnimationPlayer, clip: String) -> Animation:
	for candidate: String in [clip, clip.trim_suffix("-loop"), clip.trim_suffix("-cycle")]:
		if player.has_animation(candidate):
			return player.get_animation(candidate)
	return null


func _add_events(animation: Animation, target: NodePath, events: Array) -> void:
	if events.is_empty():
		return
	var track := animation.add_track(Animation.TYPE_METHOD)
	animation.track_set_path(track, target)
	# A second key at the time of another would replace it.
	var last_time := -1.0
	for event: Dictionary in events:
		var time := minf(event["time"], animation.length)
		if is_equal_approx(time, last_time):
			track = animation.add_track(Animation.TYPE_METHOD)
			animation.track_set_path(track, target)
		last_time = time
		animation.track_insert_key(track, time, {"method": METHOD, "args": [event["name"], event]})


func _add_attachments(scene: Node, skeleton: Skeleton3D, listed: Array) -> void:
	var kinds := {}
	for attachment: Dictionary in listed:
		kinds[attachment["node"]] = attachment["kind"]
	for bone in skeleton.get_bone_count():
		var name := skeleton.get_bone_name(bone)
		var kind: String = kinds.get(name, _bone_record(skeleton, bone, "rigkiln_attachment").get("kind", ""))
		if kind.is_empty():
			continue
		var attachment := BoneAttachment3D.new()
		attachment.name = name
		skeleton.add_child(attachment)
		attachment.owner = scene
		attachment.bone_name = name
		attachment.set_meta("rigkiln_kind", kind)
