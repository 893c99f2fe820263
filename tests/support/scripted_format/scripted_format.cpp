#include "tests/support/scripted_format/scripted_format.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/scene/dump_scene.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln::scripted {
namespace {

constexpr std::string_view kUnexportable = "unexportable";

std::string textOf(std::span<const std::byte> bytes) {
    std::string text(bytes.size(), '\0');
    if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

std::vector<std::string> wordsOf(std::span<const std::byte> bytes) {
    std::vector<std::string> words(1);
    for (const char character : textOf(bytes)) {
        if (character == ' ' || character == '\n') {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += character;
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// The number after the first word; 0 when there is none.
std::size_t numberOf(const std::vector<std::string>& words) {
    return words.size() < 2 ? 0 : static_cast<std::size_t>(std::strtoul(words[1].c_str(), nullptr, 10));
}

std::optional<Recognition> recogniseWord(std::span<const std::byte> head, std::string_view word,
                                         AssetKind kind, const char* description) {
    const std::vector<std::string> words = wordsOf(head);
    if (words.empty()) return std::nullopt;
    if (words.front() == word) return Recognition{kind, description};
    return std::nullopt;
}

std::optional<Recognition> recogniseModel(std::span<const std::byte> head, std::string_view /*extension*/) {
    if (auto nothing = recogniseWord(head, "nothing", AssetKind::Ignored, "scripted nothing")) return nothing;
    return recogniseWord(head, "model", AssetKind::Model, "scripted model");
}

std::optional<Recognition> recogniseClip(std::span<const std::byte> head, std::string_view /*extension*/) {
    return recogniseWord(head, "clip", AssetKind::Clip, "scripted clip");
}

std::optional<Recognition> recogniseClass(std::span<const std::byte> head, std::string_view /*extension*/) {
    return recogniseWord(head, "class", AssetKind::Clip, "scripted class clip");
}

Result<Probe> probeModel(std::span<const std::byte> file, const ReadLimits& /*limits*/) {
    return Probe{.jointCount = numberOf(wordsOf(file)), .highestJoint = {}};
}

Result<Probe> probeClip(std::span<const std::byte> file, const ReadLimits& /*limits*/) {
    return Probe{.highestJoint = static_cast<std::uint32_t>(numberOf(wordsOf(file)))};
}

void findTexture(const std::string& name, FileSource& companions, Diagnostics& diagnostics) {
    const auto found = companions.findImage(name);
    if (!found) return;
    diagnostics.add(found->bytes.empty() ? kTextureUnusable : kTextureFound, name, found->path);
}

void requireStatedMemory(const std::string& word) {
    constexpr std::string_view kMemory = "memory=";
    if (word.starts_with(kMemory)) requireMemory(std::strtoull(word.c_str() + kMemory.size(), nullptr, 10));
}

/// Takes the time that a word asks for.
void spendTime(const std::string& word) {
    if (word == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(20));
    while (word == "endless") {
        checkStop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    while (word == "stuck")
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Does what the content of a file can bring a faulty decoder to do.
void misbehave(const std::string& word) {
    constexpr std::string_view kWrite = "write=";
    if (word == "crash") std::raise(SIGKILL);
    if (word.starts_with(kWrite)) std::ofstream(word.substr(kWrite.size())) << "stolen";
}

/// Does what the further words ask for, for models and clips alike.
Status obey(const ReadRequest& request, const std::vector<std::string>& words, Scene& scene,
            Diagnostics& diagnostics) {
    constexpr std::string_view kTexture = "texture=";
    constexpr std::string_view kBeside = "beside=";
    constexpr std::size_t kMostBytes = 1000;
    for (const std::string& word : words) {
        if (word == "bad") return test::kInputError.at("word[2] at 0x8", "is 'bad'");
        if (word == "throw") throw std::runtime_error("scripted exception");
        if (word == "throw-int") throw 7;
        if (word == "bad-alloc") throw std::bad_alloc();
        spendTime(word);
        misbehave(word);
        if (word == "issue") diagnostics.add(kIssue, "word", "asked for");
        if (word == "nan") scene.joints.front().rest.translation.x = std::numeric_limits<float>::quiet_NaN();
        if (word == kUnexportable) scene.extras.set(kUnexportable, true);
        requireStatedMemory(word);
        if (word.starts_with(kTexture))
            findTexture(word.substr(kTexture.size()), request.companions, diagnostics);
        if (word.starts_with(kBeside)) {
            const auto found = request.companions.readBeside(word.substr(kBeside.size()), kMostBytes);
            if (!found) return found.error();
        }
    }
    return Done{};
}

Scene chainOfJoints(const std::string& name, std::size_t count) {
    Scene scene;
    scene.name = name;
    for (std::size_t i = 0; i < count; ++i) {
        Joint joint;
        joint.name = fmt::format("joint{}", i);
        joint.sourceIndex = static_cast<std::uint32_t>(i);
        if (i > 0) joint.parent = IndexOf<Joint>(i - 1);
        joint.rest.translation = glm::vec3(0.0F, 1.0F, 0.0F);
        scene.joints.push_back(std::move(joint));
    }
    return scene;
}

Result<Scene> readModel(const ReadRequest& request, Diagnostics& diagnostics) {
    const std::vector<std::string> words = wordsOf(request.bytes);
    Scene scene = chainOfJoints(request.name, numberOf(words));
    scene.sourceFormat = "smodel";
    if (scene.joints.empty()) return test::kInputError.at("word[1] at 0x6", "is no number of joints above 0");
    Primitive triangle;
    triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    triangle.indices = {0, 1, 2};
    scene.meshes.push_back({"triangle", {triangle}, {}});
    MeshInstance instance;
    instance.name = "triangle";
    instance.mesh = IndexOf<Mesh>(0);
    instance.joint = IndexOf<Joint>(0);
    scene.instances.push_back(instance);
    const Status status = obey(request, words, scene, diagnostics);
    if (!status) return status.error();
    return scene;
}

Result<Scene> readClip(const ReadRequest& request, Diagnostics& diagnostics) {
    const std::vector<std::string> words = wordsOf(request.bytes);
    const std::size_t highest = words.front() == "class" ? numberOf(words) - 1 : numberOf(words);
    Scene scene = chainOfJoints(request.name, highest + 1);
    scene.sourceFormat = "sclip";
    Clip clip;
    clip.name = request.name;
    clip.duration = 1.0F;
    clip.binding = ClipBinding::ByIndex;
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(highest);
    tracks.translation.times = {0.0F, 1.0F};
    tracks.translation.values = {{0, 0, 0}, {0, 2, 0}};
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    const Status status = obey(request, words, scene, diagnostics);
    if (!status) return status.error();
    return scene;
}

void adaptClips(const Scene& model, Scene& /*clips*/, Diagnostics& diagnostics) {
    diagnostics.add(kAdapted, model.name);
}

std::vector<std::byte> bytesOf(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

/// FNV-1a: enough for names that change with the content.
std::uint64_t hashOf(const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char character : text)
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3U;
    return hash;
}

Result<OutputSet> writeTexts(const Scene& scene, const WriteRequest& request) {
    if (scene.extras.find(kUnexportable) != nullptr) return test::kInputError.at("scene", "is unexportable");
    std::string text = dumpScene(scene);
    if (request.files != nullptr && request.files->contains("preface"))
        text.insert(0, textOf(request.files->at("preface").bytes));
    if (request.options.flag("shared")) {
        const std::string joints = std::to_string(scene.joints.size());
        const std::string name = sideFileName("joints", hashOf(joints), ".bin");
        text = request.sharedFolder + "/" + name + "\n" + text;
        return OutputSet{{.name = name, .pieces = {bytesOf(joints)}, .isShared = true},
                         {request.fileName, {bytesOf(text)}}};
    }
    if (!request.options.flag("side")) return OutputSet{{request.fileName, {bytesOf(text)}}};
    const std::string stem = request.fileName.substr(0, request.fileName.rfind('.'));
    const std::string sideName = fmt::format("{}.{:016x}.bin", stem, hashOf(text));
    return OutputSet{{sideName, {bytesOf(text)}}, {request.fileName, {bytesOf(sideName)}}};
}

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& /*diagnostics*/) {
    Result<OutputSet> files = writeTexts(scene, request);
    if (files && request.options.flag("note")) {
        files->insert(files->begin(), {.name = request.fileName + ".note",
                                       .pieces = {bytesOf(std::string(kNote))},
                                       .onlyIfAbsent = true});
    }
    return files;
}

constexpr std::array<std::string_view, 1> kModelExtensions = {".smodel"};
constexpr std::array<std::string_view, 1> kClipExtensions = {".sclip"};
constexpr std::array<std::string_view, 1> kClassExtensions = {".sclass"};
constexpr std::array<std::string_view, 1> kTextExtensions = {".txt"};
constexpr std::array<OptionSpec, 4> kExporterOptions = {
    {{.name = "side",
      .type = OptionType::Flag,
      .help = "Whether the text goes to a file of its own.",
      .defaultText = "false"},
     {.name = "shared",
      .type = OptionType::Flag,
      .help = "Whether the number of joints goes to a file that outputs share.",
      .defaultText = "false"},
     {.name = "note",
      .type = OptionType::Flag,
      .help = "Whether a file beside is written where there is none.",
      .defaultText = "false"},
     {.name = "preface", .type = OptionType::File, .help = "File that the text begins with."}}};
constexpr std::array<const IssueKind*, 4> kIssues = {&kIssue, &kAdapted, &kTextureFound, &kTextureUnusable};

}  // namespace

const FormatModule kModelFormat{.id = "smodel",
                                .title = "Scripted model",
                                .extensions = kModelExtensions,
                                .reads = Feature::Skeleton | Feature::Mesh,
                                .issues = kIssues,
                                .recognise = recogniseModel,
                                .probe = probeModel,
                                .read = readModel};

const FormatModule kClipFormat{.id = "sclip",
                               .title = "Scripted clip",
                               .extensions = kClipExtensions,
                               .reads = Feature::Skeleton | Feature::Clip,
                               .pairing = ClipPairing::LongestStem,
                               .issues = kIssues,
                               .recognise = recogniseClip,
                               .probe = probeClip,
                               .read = readClip};

const FormatModule kClassFormat{.id = "sclass",
                                .title = "Scripted class clip",
                                .extensions = kClassExtensions,
                                .reads = Feature::Skeleton | Feature::Clip,
                                .pairing = ClipPairing::JointCount,
                                .issues = kIssues,
                                .recognise = recogniseClass,
                                .probe = probeModel,
                                .read = readClip,
                                .adaptClips = adaptClips};

const ExporterModule kExporter{.id = "text",
                               .title = "Text of a scene",
                               .extensions = kTextExtensions,
                               .carries = Feature::Skeleton | Feature::Mesh | Feature::Clip,
                               .options = kExporterOptions,
                               .write = write};

const std::array<const FormatModule*, 3> kFormats = {&kModelFormat, &kClipFormat, &kClassFormat};
const std::array<const ExporterModule*, 1> kExporters = {&kExporter};

}  // namespace rigkiln::scripted
