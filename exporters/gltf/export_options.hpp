#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "exporters/gltf/collision_names.hpp"
#include "exporters/gltf/humanoid_names.hpp"
#include "exporters/gltf/name_style.hpp"
#include "exporters/gltf/quantisation_plan.hpp"
#include "exporters/gltf/vrm_humanoid.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/process/align_clips.hpp"
#include "pipeline/process/extract_root_motion.hpp"
#include "pipeline/process/hide_unseen_parts.hpp"
#include "pipeline/process/make_t_pose.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"

namespace rigkiln::gltf_export {

enum class Container : std::uint8_t { Glb, Gltf };

/// Where clips are.
enum class ClipFiles : std::uint8_t {
    Embed,     ///< in the file of the model
    Separate,  ///< each in a file of its own beside that of the model, with the skeleton and without meshes
    Library,   ///< all in one file with the skeleton; meshes are not written
    Shared     ///< all in one such file beside that of the model, or of another model with equal ones
};

/// Files beside files of clips by which an engine knows how to import these.
enum class ImportFile : std::uint8_t { None, Godot };

/// How levels of detail are written.
enum class LevelForm : std::uint8_t {
    Beside,     ///< nodes beside each other, as in the source
    Extension,  ///< MSFT_lod
    Unity,      ///< beside each other, with names that Unity groups
    Unreal,     ///< beside each other, with names that Unreal groups
    Files       ///< coarser levels in files of their own
};

struct ExportOptions {
    Container container = Container::Glb;
    bool pointers = false;  ///< profile full: KHR_animation_pointer
    LevelForm levels = LevelForm::Beside;
    bool scaleVisibility = true;  ///< hidden meshes have a scale of 0
    bool nodeVisibility = false;  ///< hidden nodes say so by KHR_node_visibility
    bool lights = true;
    bool completeClips = true;
    bool keepSource = true;
    bool linksTextures = false;
    bool streams = false;  ///< profile web: integers and EXT_meshopt_compression
    NameStyle names = NameStyle::Source;
    JointNames jointNames = JointNames::Source;
    const NameTable* jointTable = nullptr;  ///< null: none; borrowed from the request
    CollisionNames collisionNames = CollisionNames::Source;
    bool meshSockets = false;         ///< attachments have further nodes that are sockets of Unreal
    bool skinTrees = false;           ///< the joints of each skin form one tree
    bool weld = false;                ///< profiles core and full: equal vertices become one
    bool onlyUsedAttributes = false;  ///< attributes of vertices that no material uses are left out
    bool loopNames = false;           ///< names of clips that repeat end in "-loop"
    ClipFiles clips = ClipFiles::Embed;
    bool eventsFile = false;  ///< a file beside has events, rates and attachments
    ImportFile importFile = ImportFile::None;
    std::optional<VrmMeta> vrm{};  ///< none: without VRMC_vrm
    PositionBound positions{};     ///< how far profile web may round positions
    int texCoordBits = 16;         ///< profile web: bits of texture coordinates from 0 to 1
    int colorBits = 16;            ///< profile web: bits of colours that eight bits are not exact for
};

inline constexpr std::string_view kGlbExtension = ".glb";
inline constexpr std::string_view kGltfExtension = ".gltf";
inline constexpr std::array<std::string_view, 2> kExtensions = {kGlbExtension, kGltfExtension};

inline constexpr std::array<std::string_view, 3> kContainers = {"auto", "glb", "gltf"};
inline constexpr std::array<std::string_view, 3> kProfiles = {"core", "web", "full"};
inline constexpr std::array<std::string_view, 4> kVisibilities = {"auto", "scale", "extension", "both"};
inline constexpr std::array<std::string_view, 2> kAttributeChoices = {"all", "used"};
inline constexpr std::array<std::string_view, 6> kLevelForms = {"auto",  "beside", "extension",
                                                                "files", "unity",  "unreal"};
inline constexpr std::array<std::string_view, 3> kCollisionNames = {"source", "godot", "unreal"};
inline constexpr std::array<std::string_view, 2> kSocketChoices = {"nodes", "unreal"};
inline constexpr std::array<std::string_view, 2> kSkinJointChoices = {"source", "tree"};
inline constexpr std::array<std::string_view, 4> kClipFiles = {"embed", "separate", "library", "shared"};
inline constexpr std::array<std::string_view, 2> kClipsBesideModel = {"separate", "shared"};
inline constexpr std::array<std::string_view, 1> kSharedClips = {"shared"};
inline constexpr std::array<std::string_view, 2> kImportFiles = {"none", "godot"};
inline constexpr std::array<std::string_view, 3> kTextureFiles = {"auto", "embed", "link"};

inline constexpr std::array<std::string_view, 1> kWebProfile = {"web"};
inline constexpr std::array<std::string_view, 2> kColorBits = {"8", "16"};
inline constexpr std::array<std::string_view, 2> kPlainProfiles = {"core", "full"};

inline constexpr std::array<std::string_view, 3> kNameStyles = {"source", "safe", "godot"};
inline constexpr std::array<std::string_view, 6> kJointNames = {"source", "vrm",    "godot",
                                                                "unreal", "mixamo", "biped"};
inline constexpr std::array<std::string_view, 2> kHumanoids = {"none", "vrm"};
inline constexpr std::array<std::string_view, 1> kVrmHumanoid = {"vrm"};
inline constexpr std::array<std::string_view, 5> kFrameRates = {kAlignSource, "24fps", "25fps", "30fps",
                                                                "60fps"};
inline constexpr std::array<std::string_view, 3> kRootMotions = {kRootMotionKeep, kRootMotionExtract,
                                                                 kRootMotionRemove};
inline constexpr std::array<std::string_view, 2> kRestPoses = {kRestPoseSource, kRestPoseT};
inline constexpr std::array<std::string_view, 2> kRestVisibilities = {kRestVisibilitySource,
                                                                      kRestVisibilityClips};
inline constexpr std::array<std::string_view, 3> kRigidChoices = {kRigidNodes, kRigidSkin, kRigidAuto};
inline constexpr std::array<std::string_view, 2> kSkinModes = {kRigidSkin, kRigidAuto};

inline constexpr std::array<std::string_view, 6> kPresetIds = {kNoPreset, "blender", "godot",
                                                               "unreal",  "unity",   "web"};

/// The table behind ExportOptions, and the options of steps that are done for this exporter.
inline constexpr std::array<OptionSpec, 34> kOptions = {{
    {.name = kPresetOption,
     .type = OptionType::Choice,
     .help = "other defaults for the options below, for one engine; `rigkiln formats --presets` lists them",
     .defaultText = kNoPreset,
     .choices = kPresetIds},
    {.name = "container",
     .type = OptionType::Choice,
     .help = "one binary file, or JSON with a buffer beside it; auto goes by the extension of the output",
     .defaultText = "auto",
     .choices = kContainers},
    {.name = "profile",
     .type = OptionType::Choice,
     .help =
         "core needs no extension to look right; web is small and needs readers of KHR_mesh_quantization and "
         "EXT_meshopt_compression, such as browsers' libraries; full also says what only extensions can, "
         "such as "
         "the visibility of skinned meshes and levels of detail (keep: [lods])",
     .defaultText = "core",
     .choices = kProfiles},
    {.name = "position_error",
     .type = OptionType::Length,
     .help = "how far profile web may round a vertex at rest; positions take no more bits than that needs",
     .defaultText = "0.1mm",
     .minimum = 0,
     .maximum = 1000,
     .needs = {.option = "profile", .values = kWebProfile}},
    {.name = "position_bits",
     .type = OptionType::Integer,
     .help = "bits over the longest side of a model that are enough for positions in profile web, for large "
             "models, of which position_error would keep details that nobody sees; 0: position_error alone "
             "counts",
     .defaultText = "0",
     .minimum = 0,
     .maximum = 16,
     .needs = {.option = "profile", .values = kWebProfile}},
    {.name = "texcoord_bits",
     .type = OptionType::Integer,
     .help =
         "bits of texture coordinates from 0 to 1 in profile web; 12 are an eighth of a pixel in an image "
         "of 1,024",
     .defaultText = "16",
     .minimum = 10,
     .maximum = 16,
     .needs = {.option = "profile", .values = kWebProfile}},
    {.name = "color_bits",
     .type = OptionType::Choice,
     .help = "bits of each number of the colours of vertices in profile web; 8 are as many as those of an "
             "image",
     .defaultText = "16",
     .choices = kColorBits,
     .needs = {.option = "profile", .values = kWebProfile}},
    {.name = "attributes",
     .type = OptionType::Choice,
     .help =
         "attributes of vertices: all of the source, or only those that are used: no normals of unlit "
         "materials, no tangents without a normal map, no texture coordinates without a texture, no numbers "
         "that only the source knows",
     .defaultText = "all",
     .choices = kAttributeChoices},
    {.name = "weld",
     .type = OptionType::Flag,
     .help =
         "make one vertex of those that are equal to the bit in all attributes, as profile web always does; "
         "the way back to a game format then makes its vertices anew",
     .defaultText = "false",
     .needs = {.option = "profile", .values = kPlainProfiles}},
    {.name = "visibility",
     .type = OptionType::Choice,
     .help = "how what is hidden is hidden: by a scale of 0, which every viewer understands, by "
             "KHR_node_visibility, or by both; auto is scale with profile core and both with full",
     .defaultText = "auto",
     .choices = kVisibilities},
    {.name = "levels",
     .type = OptionType::Choice,
     .help = "how levels of detail are written (keep: [lods]): beside each other, as in the source; by the "
             "extension MSFT_lod, which shows one at a time; beside each other with names that engines "
             "group, NAME_LOD0 for unity and LOD0_NAME for unreal, where 0 is the finest; or in files "
             "NAME@LOD1, NAME@LOD2 of their own; auto is extension with profile full, and beside with the "
             "others",
     .defaultText = "auto",
     .choices = kLevelForms},
    {.name = "lights",
     .type = OptionType::Flag,
     .help = "write lights with KHR_lights_punctual; otherwise they are nodes with extras",
     .defaultText = "true"},
    {.name = "clips",
     .type = OptionType::Choice,
     .help =
         "where clips are: embed puts them into the file of the model; separate writes each into a file "
         "NAME@CLIP of its own, with the skeleton and without meshes; library writes skeleton and clips "
         "without meshes; shared writes the model without clips, and a library NAME@library beside it, once "
         "for all models that have the same clips and the same skeleton",
     .defaultText = "embed",
     .choices = kClipFiles},
    {.name = "complete_clips",
     .type = OptionType::Flag,
     .help =
         "give every clip a channel for everything that any clip of its model moves, because many viewers "
         "do not return to the rest pose between clips",
     .defaultText = "true"},
    {.name = "keep_source",
     .type = OptionType::Flag,
     .help = "keep in the file the bytes of sources that rigkiln can also write, so that what nobody edits "
             "comes back to "
             "the byte; other programs do not look at them, and profile web has none",
     .defaultText = "true",
     .needs = {.option = "profile", .values = kPlainProfiles}},
    {.name = "texture_files",
     .type = OptionType::Choice,
     .help =
         "where textures are: in the file, or linked, each once for all outputs in the folder textures at "
         "the root of the output path; auto links them from .gltf and embeds them in .glb",
     .defaultText = "auto",
     .choices = kTextureFiles},
    {.name = "names",
     .type = OptionType::Choice,
     .help =
         "source keeps names as they are; safe leaves out what importers remove, such as tabs, [ ] . : / and "
         "the .dds of images; godot also changes names that Godot takes for import hints, such as "
         "Tank_wheel. Names are unique in each case, and extras keep those of the source",
     .defaultText = "source",
     .choices = kNameStyles},
    {.name = "joint_names",
     .type = OptionType::Choice,
     .help =
         "names of the joints of humanoids: source keeps them; the others are those of VRM 1.0, of Godot's "
         "humanoid profile, of Unreal's mannequin, of Mixamo and of 3ds Max's Biped, so that programs map "
         "the bones by themselves. "
         "Extras keep the names of the source",
     .defaultText = "source",
     .choices = kJointNames},
    {.name = "joint_table",
     .type = OptionType::File,
     .help = "a YAML file with names for joints by their names in the source, exact or with *, which come "
             "before those of joint_names; other joints keep theirs. Extras keep the names of the source",
     .isNameTable = true},
    {.name = "collision_names",
     .type = OptionType::Choice,
     .help =
         "names of collision meshes (keep: [collision]): source keeps them; godot ends them in -colonly, "
         "or in -convcolonly where the body is convex, and unreal makes them UCX_ and the name of the mesh "
         "that they belong to, so that these engines make collision shapes of them. Extras keep the names "
         "of the source",
     .defaultText = "source",
     .choices = kCollisionNames},
    {.name = "sockets",
     .type = OptionType::Choice,
     .help = "attachments, such as hard points and grips: nodes on those of their joints; unreal adds a node "
             "SOCKET_NAME below a mesh that stands still to them, which Unreal makes a socket of the static "
             "mesh. "
             "Where rigid parts are a skin, attachments are joints in any case",
     .defaultText = "nodes",
     .choices = kSocketChoices,
     .needs = {.option = "profile", .values = kPlainProfiles}},
    {.name = "skin_joints",
     .type = OptionType::Choice,
     .help =
         "joints of skins: those of the source, which vertices follow; or tree, which adds the closest "
         "joint above all of them and the joints between, for engines whose skeletons have one root, such "
         "as Unreal. Nothing moves otherwise",
     .defaultText = "source",
     .choices = kSkinJointChoices},
    {.name = "humanoid",
     .type = OptionType::Choice,
     .help = "vrm writes which joints are the bones of a humanoid as VRM 1.0 does (VRMC_vrm, used and not "
             "required), "
             "if the model satisfies it: all required bones, a T-pose (rest_pose: t), the front along +Z",
     .defaultText = "none",
     .choices = kHumanoids},
    {.name = "vrm_authors",
     .type = OptionType::TextList,
     .help = "authors of the model, whom VRM requires a file to name",
     .needs = {.option = "humanoid", .values = kVrmHumanoid}},
    {.name = "vrm_license_url",
     .type = OptionType::Text,
     .help = "licence that the authors give, as VRM requires a file to say; VRM 1.0 accepts "
             "https://vrm.dev/licenses/1.0/, with the least permissions",
     .needs = {.option = "humanoid", .values = kVrmHumanoid}},
    {.name = "loop_names",
     .type = OptionType::Flag,
     .help = "end the names of clips that repeat in -loop, which Godot understands; only BFRES says which do",
     .defaultText = "false"},
    {.name = "events_file",
     .type = OptionType::Flag,
     .help = "write FILE.events.json beside the file, with events, rates and attachments, for the scripts of "
             "engines whose importers drop extras (tools/import)",
     .defaultText = "false"},
    {.name = "import_file",
     .type = OptionType::Choice,
     .help =
         "write FILE.import beside each file of clips, unless there is one, by which an engine imports it "
         "as animations: godot makes an AnimationLibrary of Godot 4 of it, which then changes FILE.import "
         "as its own",
     .defaultText = "none",
     .choices = kImportFiles},
    {.name = kAlignOption,
     .type = OptionType::Choice,
     .help =
         "move keys to whole frames of the program that reads the file: 24fps is Blender's default. Other "
         "keys are sampled at that rate; extras keep the rate of the source",
     .defaultText = kAlignSource,
     .choices = kFrameRates},
    {.name = kRootMotionOption,
     .type = OptionType::Choice,
     .help = "travel of characters over the ground: keep it where the source has it; extract it to the root "
             "joint, by which engines move characters, while nothing else moves; or remove it, so that clips "
             "play in place. Extras tell distance and turn",
     .defaultText = kRootMotionKeep,
     .choices = kRootMotions},
    {.name = kRestPoseOption,
     .type = OptionType::Choice,
     .help =
         "rest pose of humanoids: that of the source, or a T-pose, from which engines move motions to other "
         "characters. Clips move everything as before, and extras keep the pose of the source",
     .defaultText = kRestPoseSource,
     .choices = kRestPoses},
    {.name = kRestVisibilityOption,
     .type = OptionType::Choice,
     .help =
         "what is hidden at rest: what the source hides; or also what every clip hides all the time, which "
         "then needs no channels of its own in any of them. Extras keep the visibility of the source",
     .defaultText = kRestVisibilitySource,
     .choices = kRestVisibilities},
    {.name = kRigidOption,
     .type = OptionType::Choice,
     .help = "what parts that do not bend follow: a node each; or one skin for all, so that programs see one "
             "skeleton with one action for each clip; auto is skin where clips move more than one part",
     .defaultText = kRigidNodes,
     .choices = kRigidChoices},
    {.name = kVisibilityFloorOption,
     .type = OptionType::Number,
     .help = "scale of a hidden part of a skin; 0.001 for engines that complain of 0, such as Godot",
     .defaultText = "0",
     .minimum = 0,
     .maximum = 0.5,
     .needs = {.option = kRigidOption, .values = kSkinModes}},
}};

inline constexpr std::array<PresetValue, 5> kBlenderPreset = {{{kRigidOption, kRigidSkin},
                                                               {kRestVisibilityOption, kRestVisibilityClips},
                                                               {kAlignOption, "24fps"},
                                                               {"names", "safe"},
                                                               {"profile", "core"}}};
inline constexpr std::array<PresetValue, 10> kGodotPreset = {{{kRigidOption, kRigidAuto},
                                                              {kRestVisibilityOption, kRestVisibilityClips},
                                                              {kVisibilityFloorOption, "0.001"},
                                                              {"names", "godot"},
                                                              {"collision_names", "godot"},
                                                              {"loop_names", "true"},
                                                              {"events_file", "true"},
                                                              {"import_file", "godot"},
                                                              {"keep_source", "false"},
                                                              {"profile", "core"}}};
inline constexpr std::array<PresetValue, 9> kUnrealPreset = {{{kRigidOption, kRigidAuto},
                                                              {"names", "safe"},
                                                              {"sockets", "unreal"},
                                                              {"collision_names", "unreal"},
                                                              {"levels", "unreal"},
                                                              {"skin_joints", "tree"},
                                                              {"events_file", "true"},
                                                              {"keep_source", "false"},
                                                              {"profile", "core"}}};
inline constexpr std::array<PresetValue, 5> kUnityPreset = {{{kRigidOption, kRigidAuto},
                                                             {"names", "safe"},
                                                             {"events_file", "true"},
                                                             {"keep_source", "false"},
                                                             {"profile", "core"}}};
inline constexpr std::array<PresetValue, 2> kWebPreset = {{{"names", "safe"}, {"profile", "web"}}};

/// Presets for engines. docs/engines.md has the reason for each value.
inline constexpr std::array<OptionPreset, kPresetIds.size()> kPresets = {{
    {kNoPreset, "everything as the options say", {}},
    {"blender", "one armature with one action for each clip; can be converted back", kBlenderPreset},
    {"godot", "a Skeleton3D where parts move, and names without import hints", kGodotPreset},
    {"unreal", "a skeletal mesh where parts move", kUnrealPreset},
    {"unity", "one SkinnedMeshRenderer where parts move", kUnityPreset},
    {"web", "small files for three.js, Babylon.js and other readers of meshopt streams", kWebPreset},
}};

/// The extension of the container, empty for auto. Precondition: the values were made from kOptions.
[[nodiscard]] std::string_view extensionOf(const OptionValues& values);

/// Whether the options ask for streams. Precondition: the values were made from kOptions.
[[nodiscard]] bool asksForStreams(const OptionValues& values);

/// Precondition: the request's values were made from kOptions.
[[nodiscard]] ExportOptions readOptions(const WriteRequest& request);

}  // namespace rigkiln::gltf_export
