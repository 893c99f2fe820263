#include "pipeline/report/issue_advice.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace rigkiln {
namespace {

constexpr std::string_view kNothing;
constexpr std::string_view kRepaired =
    "nothing if the output looks right; otherwise mend the source in the program "
    "that wrote it";
constexpr std::string_view kLook =
    "look at the output; if parts are missing or wrong, take a sound copy of the source file "
    "from the game";
constexpr std::string_view kSwatModel =
    "nothing if the output looks right; `gsm.strict: true` refuses such models";
constexpr std::string_view kSwatClip =
    "nothing if the motion looks right; `gsa.strict: true` refuses such "
    "animations";

/// Sorted by id.
constexpr std::array<IssueAdvice, 231> kAdvice = {{
    {"alamo.bad-bone-matrix", kRepaired},
    {"alamo.bad-influence", kLook},
    {"alamo.bad-light", kRepaired},
    {"alamo.bad-rotation", kRepaired},
    {"alamo.clip-not-finite", kLook},
    {"alamo.duplicate-bone", kRepaired},
    {"alamo.duplicate-connection", kRepaired},
    {"alamo.empty-sub-mesh", kNothing},
    {"alamo.missing-bone-map", kLook},
    {"alamo.parameter-not-finite", kRepaired},
    {"alamo.single-frame", kNothing},
    {"alamo.unconnected-object", kRepaired},
    {"alamo.vertex-not-finite", kLook},
    {"alamo.zero-normal", kNothing},
    {"alamo.zero-tangent", kNothing},
    {"bfres.bad-index", kLook},
    {"bfres.bad-influence", kLook},
    {"bfres.base-missing", kLook},
    {"bfres.bone-missing", "convert the animation together with the model that has these bones"},
    {"bfres.bone-twice", kLook},
    {"bfres.clip-not-finite", kLook},
    {"bfres.color-space", kNothing},
    {"bfres.compensation-differs",
     "convert the animation with the model that it was made for, if poses look wrong"},
    {"bfres.frame-rate", "give the rate of the game, as `bfres.frame_rate: 30`, if motions run too fast"},
    {"bfres.key-shapes", "nothing: key shapes are not converted, and the mesh has its rest shape"},
    {"bfres.no-positions", kLook},
    {"bfres.no-triangles", "nothing: lines and points are not converted"},
    {"bfres.no-vertex-buffer", kLook},
    {"bfres.not-converted", kNothing},
    {"bfres.not-repeated", "nothing, if the motion is not missed after its end; the viewer may repeat it"},
    {"bfres.scaling-mode", "look at the poses of the animation, and tell us of the file if they are wrong"},
    {"bfres.too-many-looks",
     "use `bfres.texture_patterns: extras`, if the shapes that are there are not enough"},
    {"bfres.unknown-target", kLook},
    {"bfres.unknown-vertex-format", kLook},
    {"bfres.vertex-not-finite", kLook},
    {"bfres.zero-normal", kNothing},
    {"bind.joint-missing",
     "give the clip to the model that it was made for; `rigkiln inspect` lists the joints of both"},
    {"bind.material-missing",
     "give the clip to the model that it was made for; `rigkiln inspect` lists the materials of both"},
    {"bind.name-mismatch",
     "give the clip to the model that it was made for; `rigkiln inspect` lists the joints of both"},
    {"bind.not-at-rest", kNothing},
    {"bind.same-name-elsewhere",
     "look at the models of the file; nothing, if only the first is animated in the game"},
    {"convert.clip-failed", "the failures above name each clip and the reason"},
    {"ctsa-output.record-damaged", "convert the animation again from its source, if it was not edited"},
    {"ctsa-output.unchanged", kNothing},
    {"ctsa.big-endian", kNothing},
    {"ctsa.frame-extent", "open the animation in the editor and set the frames anew"},
    {"ctsa.frame-without-pixels", "open the animation in the editor and set the frames anew"},
    {"ctsa.index-image", "save the image with colours instead of indices"},
    {"ctsa.leaves-sheet",
     "name the right image, as `ctsa.image: NAME.png`, or its size, as `ctsa.sheet: 600x75`"},
    {"ctsa.little-endian-name", kNothing},
    {"ctsa.lone-surrogate", "rename the animation in the editor"},
    {"ctsa.long-prefix", kNothing},
    {"ctsa.negative-time", "open the animation in the editor and set the frames anew"},
    {"ctsa.never-advances", "open the animation in the editor and set the frames anew"},
    {"ctsa.no-frames", kNothing},
    {"ctsa.no-image", "name the image, as `ctsa.image: NAME.png`, or put it beside the animation"},
    {"ctsa.not-finite", "open the animation in the editor and set the frames anew"},
    {"ctsa.padded-image", kNothing},
    {"ctsa.sheet-size", "give the size of the sheet in its image, as `ctsa.sheet: 600x75`"},
    {"ctsa.swap-type", "open the animation in the editor and set the frames anew"},
    {"ctsa.trailing", "nothing; `ctsa.strict: true` refuses such files"},
    {"gltf-input.attribute-ignored",
     "use triangles, and the first set of colours, before exporting, if it is needed"},
    {"gltf-input.attribute-rounded", kNothing},
    {"gltf-input.camera-ignored", kNothing},
    {"gltf-input.channel-ignored", "bake it into the motion of joints before exporting, if it is needed"},
    {"gltf-input.clip-left-out", "mend the animation in the program that wrote the file, or export it again"},
    {"gltf-input.direction-repaired", kRepaired},
    {"gltf-input.extension-ignored", kNothing},
    {"gltf-input.extras-lost", kNothing},
    {"gltf-input.image-elsewhere", kNothing},
    {"gltf-input.image-unusable", "replace the image by a PNG or JPEG file that opens in an image viewer"},
    {"gltf-input.image-unused", kNothing},
    {"gltf-input.incomplete-triangle", kRepaired},
    {"gltf-input.influences-missing", kRepaired},
    {"gltf-input.inverse-bind-repaired", kRepaired},
    {"gltf-input.level-left-out", "give each level one mesh before exporting, if it is needed"},
    {"gltf-input.looks-ignored",
     "nothing if plain materials do; otherwise compare with a viewer that knows the extension, and set the "
     "materials anew"},
    {"gltf-input.malformed", kRepaired},
    {"gltf-input.material-detail-ignored", kNothing},
    {"gltf-input.morph-targets", "apply the shape keys before exporting, if they are needed"},
    {"gltf-input.no-triangles", "make triangles of it before exporting, if it is needed"},
    {"gltf-input.node-unused", kNothing},
    {"gltf-input.object-unused", "place it with a node of the scene before exporting, if it is needed"},
    {"gltf-input.record-unreadable", "convert the asset again from its source, if it was not edited"},
    {"gltf-input.rigid-skin-kept",
     "nothing if the output looks right; otherwise keep parts apart, and each on one bone, in the program "
     "that "
     "edits them"},
    {"gltf-input.root-added", kNothing},
    {"gltf-input.rotation-repaired", kRepaired},
    {"gltf-input.scene-ignored", "make the scene that is meant the default one before exporting"},
    {"gltf-input.shear-lost",
     "apply the shear in the program that wrote the file (in Blender: Apply All Transforms), and export "
     "again"},
    {"gltf-input.skin-left-out", kRepaired},
    {"gltf-input.source-gone", kNothing},
    {"gltf-input.texcoords-missing", kRepaired},
    {"gltf-input.value-clamped", kRepaired},
    {"gltf-input.weights-changed", kRepaired},
    {"gltf.bones-missing", "map the bones that are missing by hand in the engine, if it needs them"},
    {"gltf.clip-without-joints", "nothing, unless the clip should move something"},
    {"gltf.collision-not-convex",
     "nothing where the hull is good enough; otherwise split the body into convex ones, or use the mesh as "
     "complex "
     "collision in Unreal"},
    {"gltf.collision-without-mesh", "nothing, unless Unreal should collide with it: then attach it by hand"},
    {"gltf.empty-mesh", kNothing},
    {"gltf.joints-named",
     "correct entries of the table that match no joint; `rigkiln inspect` lists the joints of a file"},
    {"gltf.levels-beside-each-other", kNothing},
    {"gltf.library-not-shared",
     "nothing if the models are meant to differ; otherwise give them the same skeleton and settings"},
    {"gltf.normal-map-without-tangents",
     "nothing if the surfaces look right; otherwise give the meshes tangents in their source"},
    {"gltf.skin-not-one-tree",
     "nothing where the engine makes a skeleton with one root itself; otherwise split the mesh in the "
     "source"},
    {"gltf.skinned-visibility", "use `profile: full` if the reader of the output knows KHR_node_visibility"},
    {"gltf.socket-without-mesh", "nothing, unless Unreal needs the socket: then add it to the mesh by hand"},
    {"gltf.texture-motion", "use `profile: full` if the reader of the output knows KHR_animation_pointer"},
    {"gltf.unusable-image", "replace the image by a PNG or JPEG file that opens in an image viewer"},
    {"gltf.vrm-not-written", "do what the issue asks for, or leave `humanoid: vrm` out"},
    {"gltf.webp-required",
     "nothing if the reader of the output knows EXT_texture_webp; otherwise write textures as PNG"},
    {"gsa.events-lost", "use `gsa_version: 4.2`, which has events"},
    {"gsa.translation-lost", "move bones by rotation alone, or put the motion on the root"},
    {"gsa.visibility-lost", "leave out what is hidden before converting; a GSA shows every bone always"},
    {"gsm.alpha-mask-lost", "set it in the game's own files, if it is needed"},
    {"gsm.attachment-left-out", kNothing},
    {"gsm.attributes-lost", kNothing},
    {"gsm.default-material", "give every triangle a material, if grey is wrong"},
    {"gsm.emissive-lost", "set it in the game's own files, if it is needed"},
    {"gsm.hit-from-nearest", kNothing},
    {"gsm.hit-missing", "name a model with hit zones, as `hit_from: FILE.gsm`"},
    {"gsm.lights-lost", kNothing},
    {"gsm.mesh-left-out", kNothing},
    {"gsm.meshes-merged", kNothing},
    {"gsm.metallic-lost", "set it in the game's own files, if it is needed"},
    {"gsm.no-triangles", "convert the model with its meshes, or keep what is hidden, as `keep: [hidden]`"},
    {"gsm.normal-map-lost", "bake normal maps and vertex colours into the texture, if they are needed"},
    {"gsm.normals-differ", "smooth or sharpen edges by whole vertices, or choose `smooth: one`"},
    {"gsm.small-weights", kNothing},
    {"gsm.tangents-lost", kNothing},
    {"gsm.texcoord-sets-lost", "bake the other textures into the one that the base colour uses"},
    {"gsm.texture-unnamed", "name the texture in its source"},
    {"gsm.tint-kept", kNothing},
    {"gsm.unlit-lost", kNothing},
    {"gsm.unused-material", kNothing},
    {"gsm.vertex-colors-lost", "bake normal maps and vertex colours into the texture, if they are needed"},
    {"gsm.weights-to-parent", "weight the vertices to bones of the template"},
    {"image.alpha-disputed", kNothing},
    {"image.alpha-ignored", kNothing},
    {"image.alpha-premultiplied", "save the texture with straight alpha, if edges look dark"},
    {"image.alpha-undeclared", kNothing},
    {"image.first-picture-only",
     "save the picture that is meant as an image of its own, if it is not the first"},
    {"image.palette-index", "replace the image by a sound copy, if its colours are wrong"},
    {"image.run-past-row", "replace the image by a sound copy, if its colours are wrong"},
    {"image.unset-pixels", kNothing},
    {"merge.source-dropped", "convert the part on its own as well, if it has to come back to the byte"},
    {"optimize.animation-kept", kNothing},
    {"optimize.content-not-measured", "mend what the message names, if the file is to become smaller"},
    {"output.name-replaced", "rename the member, if the output is to have a plain name"},
    {"plan.clip-bound-by-names", "name the clip after its model, if it went to the wrong one"},
    {"plan.clip-fits-no-model", "name the clip after its model, or put both into one folder"},
    {"plan.clip-fits-shorter-name",
     "compare the clip with both models by `rigkiln inspect`, and rename the clip if it went to the wrong "
     "one"},
    {"plan.clip-of-no-class",
     "add the folder of the model of that class to the scan, if it is missing there"},
    {"plan.clip-without-model", "name the clip after its model, or put both into one folder"},
    {"plan.damaged-beside", "take a sound copy of the damaged file; the failures above name it"},
    {"reduce.all-keys-kept", kNothing},
    {"reduce.curves-kept", "give a larger bound, as `max_error: 1mm`, or leave the splines as they are"},
    {"reduce.reduced-before", "reduce from the original source, if the bound has to hold for both together"},
    {"reduce.splines-not-packed", "use `interpolation: linear`, or another profile such as `profile: core`"},
    {"reduce.too-large", "take fewer samples, as `rate: 30fps`, or split the clip"},
    {"resample.too-many-samples", "give a lower rate, as `rate: 30fps`"},
    {"rest-pose.limb-kept", "straighten the limb in the engine or in a modelling program"},
    {"rest-pose.no-humanoid", kNothing},
    {"rigid-skin.many-joints", "leave parts as nodes for such engines, as `rigid: nodes`"},
    {"rigid-skin.mirror-kept", kLook},
    {"rigid-skin.not-made",
     "leave the parts as nodes, as `rigid: nodes`, or give each part a mesh of its own"},
    {"rigid-skin.shear-lost", "leave the parts as nodes, as `rigid: nodes`, if the place matters"},
    {"select.mesh-left-out", "{keep} brings such meshes in"},
    {"select.nothing-shown", "{keep} brings such meshes in"},
    {"select.unused-material", "give a mesh the material, if it belongs to the model"},
    {"skeleton.bone-missing",
     "keep all bones of the template in the scene, or give another one, as `template: FILE.gsm`"},
    {"skeleton.bone-renamed", "give each joint a name of its own"},
    {"skeleton.joined", "name the model that has the skeleton, as `template: FILE.gsm`"},
    {"skeleton.joint-dropped", kNothing},
    {"skeleton.joint-with-weight", "weight the vertices to bones of the template"},
    {"swat3.bad-weight", kSwatModel},
    {"swat3.blend-length", kSwatModel},
    {"swat3.blend-run", kSwatModel},
    {"swat3.bone-list", kSwatClip},
    {"swat3.bone-not-finite", kSwatModel},
    {"swat3.clip-not-finite", kSwatClip},
    {"swat3.clip-rotation-length", kSwatClip},
    {"swat3.clips-not-in-model", kNothing},
    {"swat3.conventions", kNothing},
    {"swat3.empty-blend", kSwatModel},
    {"swat3.event-counts", kSwatClip},
    {"swat3.event-end", kSwatClip},
    {"swat3.few-bones", kSwatModel},
    {"swat3.frame-origin", kNothing},
    {"swat3.frame-rate", kNothing},
    {"swat3.grip-bone", kSwatModel},
    {"swat3.grip-matrix", kSwatModel},
    {"swat3.group-coverage", kSwatModel},
    {"swat3.group-material", kSwatModel},
    {"swat3.large-count", "use fewer elements, at most 32767 of each"},
    {"swat3.many-influences", "weight each vertex to fewer bones"},
    {"swat3.map-texture", kSwatModel},
    {"swat3.material-id", kSwatModel},
    {"swat3.material-not-finite", kSwatModel},
    {"swat3.missing-marker", kSwatClip},
    {"swat3.model-not-in-clip", kNothing},
    {"swat3.no-clips", kNothing},
    {"swat3.no-face", kNothing},
    {"swat3.no-frames", kSwatClip},
    {"swat3.no-grippers", kNothing},
    {"swat3.no-grips", kNothing},
    {"swat3.not-finite", "look at the output, and tell us of the file if it is wrong"},
    {"swat3.other-quaternions", kNothing},
    {"swat3.pad", kNothing},
    {"swat3.repeated-magic-tail", "look at the output, and tell us of the file if it is wrong"},
    {"swat3.root-mode",
     "say what the positions are, as `gsa.root: absolute`, if the figure stands in the wrong place"},
    {"swat3.rotation-length", kSwatModel},
    {"swat3.rule-broken", "mend what the details name, or write it all the same with `force: true`"},
    {"swat3.run-bone", kSwatModel},
    {"swat3.run-partition", kSwatModel},
    {"swat3.several-skeletons", kSwatModel},
    {"swat3.shared-length", kSwatModel},
    {"swat3.shared-list", kNothing},
    {"swat3.texture-length", kNothing},
    {"swat3.two-sided", kSwatModel},
    {"swat3.unchanged", kNothing},
    {"swat3.undecided", "say what the numbers mean, as `gsm.quat: conj`, if the model looks wrong"},
    {"swat3.ungrouped-triangles", kSwatModel},
    {"swat3.unknown-version", "look at the output, and tell us of the file if it is wrong"},
    {"swat3.vertex-not-finite", kSwatModel},
    {"swat3.weight-sum", kSwatModel},
    {"swat3.zero-normal", kNothing},
    {"swat3.zero-weights", kNothing},
    {"texture.not-found", "add the base game's folder or MEG archive to `textures`"},
    {"texture.odd", kNothing},
    {"texture.resized", kNothing},
    {"texture.unreadable",
     "replace the texture file by a sound copy; it may be cut off or of a kind that is not read"},
}};

constexpr char kMark = '`';

bool isOptionName(std::string_view option) {
    return !option.empty() && option.find("rigkiln ") != 0;
}

}  // namespace

std::span<const IssueAdvice> allIssueAdvice() {
    return kAdvice;
}

std::string_view adviceFor(std::string_view issue) {
    const auto* const found = std::ranges::lower_bound(kAdvice, issue, {}, &IssueAdvice::id);
    return found != kAdvice.end() && found->id == issue ? found->advice : std::string_view();
}

std::vector<std::string_view> optionsIn(std::string_view advice) {
    std::vector<std::string_view> options;
    for (std::size_t begin = advice.find(kMark); begin != std::string_view::npos;) {
        const std::size_t end = advice.find(kMark, begin + 1);
        if (end == std::string_view::npos) break;
        const std::string_view option = advice.substr(begin + 1, end - begin - 1);
        if (isOptionName(option)) options.push_back(option);
        begin = advice.find(kMark, end + 1);
    }
    return options;
}

std::string optionText(std::string_view option, OptionPlace place) {
    const std::size_t colon = option.find(": ");
    const std::string_view name = option.substr(0, colon);
    std::string value(colon == std::string_view::npos ? std::string_view() : option.substr(colon + 2));
    const std::size_t dot = name.find('.');
    if (place == OptionPlace::Configuration) {
        if (dot == std::string_view::npos) return std::string(option);
        return fmt::format("{}: {{ {}: {} }}", name.substr(0, dot), name.substr(dot + 1), value);
    }
    std::string text = fmt::format("--{}", name);
    std::ranges::replace(text, '.', '-');
    std::ranges::replace(text, '_', '-');
    std::erase_if(value,
                  [](char character) { return character == '[' || character == ']' || character == ' '; });
    if (value.empty() || value == "true") return text;
    return fmt::format("{} {}", text, value);
}

std::string adviceText(std::string_view advice, OptionPlace place) {
    std::string text;
    for (std::size_t begin = 0; begin < advice.size();) {
        const std::size_t mark = std::min(advice.find(kMark, begin), advice.size());
        text += advice.substr(begin, mark - begin);
        const std::size_t end = mark == advice.size() ? mark : advice.find(kMark, mark + 1);
        if (end >= advice.size()) break;
        const std::string_view option = advice.substr(mark + 1, end - mark - 1);
        text += isOptionName(option) ? fmt::format("`{}`", optionText(option, place))
                                     : fmt::format("`{}`", option);
        begin = end + 1;
    }
    return text;
}

}  // namespace rigkiln
