#include "tools/cli/troubleshooting.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <fmt/format.h>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/error.hpp"
#include "pipeline/report/error_advice.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "tools/cli/catalogue.hpp"

namespace rigkiln::cli {
namespace {

/// A section of the page: the codes and ids that are in `prefixes` as a whole, and those whose part before
/// the dot is, unless another section has them as a whole.
struct Subject {
    std::string_view heading;
    std::string_view introduction;
    std::span<const std::string_view> prefixes;
};

template <std::size_t Count>
using Prefixes = std::array<std::string_view, Count>;

constexpr Prefixes<2> kTextures = {"texture", "image"};
constexpr Prefixes<4> kPairs = {"plan", "bind", "clip", "convert"};
constexpr Prefixes<3> kParts = {"select", "merge", "policy"};
constexpr Prefixes<3> kKeys = {"reduce", "resample", "optimize"};
constexpr Prefixes<4> kSources = {"format", "archive", "companion", "scene"};
constexpr Prefixes<12> kDisk = {"cache",  "disk",  "farm",   "file", "folder", "memory",
                                "output", "state", "thread", "unit", "watch",  "worker"};
constexpr Prefixes<9> kCommands = {
    "config", "usage", "option", "size", "recipe", "report", "scan", "diff", "plan.nothing-to-convert"};
constexpr Prefixes<1> kAlamo = {"alamo"};
constexpr Prefixes<1> kSwat3 = {"swat3"};
constexpr Prefixes<1> kBfres = {"bfres"};
constexpr Prefixes<1> kCtsa = {"ctsa"};
constexpr Prefixes<1> kGltfSource = {"gltf-input"};
constexpr Prefixes<3> kGltf = {"gltf", "rest-pose", "rigid-skin"};
constexpr Prefixes<5> kBack = {"export", "gsm", "gsa", "skeleton", "ctsa-output"};
constexpr Prefixes<1> kInternal = {"internal"};

constexpr std::array<Subject, 15> kSubjects = {{
    {"Textures",
     "Textures are searched in the folder of the model, in a folder Textures beside it, and in those of "
     "`textures` ([configuration](configuration.md#textures)).",
     kTextures},
    {"Which clip belongs to which model",
     "Games keep clips in files of their own. `rigkiln plan` shows which model gets which clips, and "
     "`rigkiln inspect` the joints of both.",
     kPairs},
    {"What is left out of an output", "", kParts},
    {"Fewer keys", "[Key reduction](keyframe-reduction.md) describes the measure and the steps.", kKeys},
    {"Source files and archives",
     "A file that fails is left out; the others are converted, and the exit code is 1.", kSources},
    {"Disk, memory and outputs",
     "What prevents a run from reading or writing gives the exit code 3. Outputs are whole at any moment: a "
     "file is given its name when it is complete.",
     kDisk},
    {"Command line and configuration", "", kCommands},
    {"Alamo models and clips", "", kAlamo},
    {"SWAT 3 models and clips",
     "Most of these say that a file breaks a rule that the game's own files keep. "
     "[formats/swat3](../formats/swat3/README.md) has the rules.",
     kSwat3},
    {"BFRES files", "", kBfres},
    {"Sprite animations", "", kCtsa},
    {"glTF as a source", "", kGltfSource},
    {"glTF as an output", "", kGltf},
    {"Back to the formats of games",
     "[Modding SWAT 3](modding-swat3.md) goes through the way back step by step.", kBack},
    {"Bugs of this program", "", kInternal},
}};

/// A message of an issue, as generated art gives it.
struct Example {
    std::string_view id;
    std::string_view message;
};

/// Sorted by id.
constexpr std::array<Example, 26> kExamples = {{
    {"alamo.unconnected-object", "object[7] 'Twin'"},
    {"alamo.vertex-not-finite", "mesh 'NaN_Texcoords' sub-mesh 0: 1 of 24 vertices"},
    {"alamo.zero-normal", "mesh 'Zero_Normals' sub-mesh 0: 24 of 24 vertices"},
    {"bfres.frame-rate", "animations: 60 frames a second"},
    {"bind.name-mismatch", "clip 'TROOPER_SPECIAL_A_00': 1 of 19 joints, first 'Torso' (model: 'B_Spine')"},
    {"convert.clip-failed",
     "clip 'SWT_STEP': SWT_STEP.gsa: frameCount at 0x9FD: 10 elements of at least 874 bytes do not fit, 3115 "
     "bytes are left in file"},
    {"ctsa.padded-image", "sheet: 149x23 in an image of 256x32"},
    {"ctsa.trailing", "trailing: 55 octets, 0 are expected"},
    {"gltf-input.image-unused", "images[2]"},
    {"gsm.alpha-mask-lost", "material 'Sheet.png': cut off at 0.5"},
    {"gsm.attachment-left-out", "attachment 'p_engine_glow': kind 'proxy'"},
    {"gsm.hit-missing", "vertices: 167 of 167"},
    {"gsm.meshes-merged", "meshes: 7 of them"},
    {"gsm.normals-differ",
     "triangle[126]: 25.3 degrees apart, the most of 1866 corners that are more than 1 apart"},
    {"gsm.texcoord-sets-lost", "mesh 'Hull'.primitives[0]: 2 sets, 1 is kept"},
    {"gsm.weights-to-parent", "joint 'Hull_Plate': 24 vertices"},
    {"plan.clip-fits-no-model",
     "clip 'TROOPER_DIE_CLONE_DIE_00': moves joint 20, model 'TROOPER' has 20 joints"},
    {"plan.clip-without-model", "clip 'GHOST_IDLE_00'"},
    {"select.mesh-left-out", "mesh 'Shader_17': keep: [collision]"},
    {"skeleton.bone-renamed", "skeleton: 'Twin'"},
    {"swat3.clips-not-in-model", "model: 4 clips; export them to gsa"},
    {"swat3.other-quaternions", "clip 'SWT_ARMS': raw"},
    {"swat3.rule-broken",
     "textured-faces: material 'Steel' of 48 triangles has no texture; only MUZZLE and FLASHLIGHT may have "
     "none"},
    {"swat3.undecided", "model: handed right, grips bone"},
    {"texture.not-found", "texture 'Steel_BUMP.dds': looked in 'art/Models', 'art/Textures'"},
    {"texture.unreadable",
     "texture 'Armour.dds': art/Textures/Armour.dds: blocks at 0x80: needs 512 bytes, 192 are left in file "
     "(DirectDraw surface)"},
}};

std::string_view exampleOf(std::string_view id) {
    const auto* const found = std::ranges::lower_bound(kExamples, id, {}, &Example::id);
    return found != kExamples.end() && found->id == id ? found->message : std::string_view();
}

bool holds(const Subject& subject, std::string_view id) {
    const auto names = [&](const Subject& one) {
        return std::ranges::find(one.prefixes, id) != one.prefixes.end();
    };
    if (std::ranges::any_of(kSubjects, names)) return names(subject);
    return std::ranges::find(subject.prefixes, id.substr(0, id.find('.'))) != subject.prefixes.end();
}

std::string row(std::string_view id, std::string_view severity, std::string_view meaning,
                std::string_view advice, std::string_view example) {
    std::string text = fmt::format("| `{}` | {} | {}", id, severity, meaning);
    if (!example.empty()) text += fmt::format("<br>for instance `{}`", example);
    return fmt::format("{} | {} |\n", text, advice.empty() ? "nothing" : advice);
}

/// The advice with its options as a configuration has them.
std::string adviceOn(const IssueKind& kind) {
    std::string advice = adviceText(adviceFor(kind.id), OptionPlace::Configuration);
    // A run names the kinds that were left out.
    constexpr std::string_view kKeep = "{keep}";
    if (const std::size_t at = advice.find(kKeep); at != std::string::npos)
        advice.replace(at, kKeep.size(),
                       "`keep` with the kinds that the message names, as `keep: [hidden]`,");
    return advice;
}

std::string rowsOf(const Subject& subject) {
    std::string text;
    for (const ErrorCode* code : allErrorCodes()) {
        const ErrorAdvice* advice = findErrorAdvice(code->id);
        if (!holds(subject, code->id)) continue;
        text += row(code->id, "failure", code->sentence, advice == nullptr ? "" : advice->advice,
                    advice == nullptr ? "" : advice->example);
    }
    for (const IssueKind* kind : allIssueKinds()) {
        if (holds(subject, kind->id))
            text +=
                row(kind->id, toString(kind->severity), kind->sentence, adviceOn(*kind), exampleOf(kind->id));
    }
    return text;
}

}  // namespace

std::string troubleshootingReference() {
    std::string text;
    for (const Subject& subject : kSubjects) {
        if (!text.empty()) text += '\n';
        text += fmt::format("## {}\n\n", subject.heading);
        if (!subject.introduction.empty()) text += fmt::format("{}\n\n", subject.introduction);
        text += "| code | kind | meaning | what to do |\n| --- | --- | --- | --- |\n" + rowsOf(subject);
    }
    return text;
}

std::vector<std::string_view> idsWithoutSubject() {
    std::vector<std::string_view> ids;
    const auto check = [&](std::string_view id) {
        if (std::ranges::none_of(kSubjects, [&](const Subject& subject) { return holds(subject, id); }))
            ids.push_back(id);
    };
    for (const ErrorCode* code : allErrorCodes())
        check(code->id);
    for (const IssueKind* kind : allIssueKinds())
        check(kind->id);
    return ids;
}

std::vector<std::string_view> idsWithExample() {
    std::vector<std::string_view> ids(kExamples.size());
    std::ranges::transform(kExamples, ids.begin(), &Example::id);
    return ids;
}

}  // namespace rigkiln::cli
