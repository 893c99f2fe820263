#include "formats/gltf/validate/read_document.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "formats/gltf/json_value.hpp"
#include "formats/gltf/validate/known_extensions.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {

using gltf::asList;
using gltf::asObject;
using gltf::typeName;

namespace {

constexpr std::array<std::string_view, 17> kRootMembers = {"extensionsUsed", "extensionsRequired",
                                                           "accessors",      "animations",
                                                           "asset",          "buffers",
                                                           "bufferViews",    "cameras",
                                                           "images",         "materials",
                                                           "meshes",         "nodes",
                                                           "samplers",       "scene",
                                                           "scenes",         "skins",
                                                           "textures"};
constexpr std::array<std::string_view, 4> kAssetMembers = {"copyright", "generator", "version", "minVersion"};
constexpr std::array<std::string_view, 1> kLightsMembers = {"lights"};
constexpr std::array<std::string_view, 1> kVariantsMembers = {"variants"};
constexpr std::array<std::string_view, 1> kVariantMembers = {"name"};

bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

bool isUpperOrDigit(char character) {
    return (character >= 'A' && character <= 'Z') || isDigit(character);
}

/// True for names such as KHR_materials_unlit.
bool isExtensionName(std::string_view name) {
    const std::size_t end = name.find('_');
    if (end == 0 || end == std::string_view::npos || end + 1 == name.size()) return false;
    return std::ranges::all_of(name.substr(0, end), isUpperOrDigit) &&
           std::ranges::all_of(name.substr(end + 1), [](char character) {
               return isUpperOrDigit(character) || character == '_' || (character >= 'a' && character <= 'z');
           });
}

/// Numbers of a version such as "2.0"; those with more than nine digits count as the largest of nine.
struct Version {
    Integer major = 0;
    Integer minor = 0;
};

std::optional<Integer> versionNumber(std::string_view digits) {
    if (digits.empty() || !std::ranges::all_of(digits, isDigit)) return std::nullopt;
    Integer number = 0;
    for (const char digit : digits)
        number = std::min<Integer>(number * 10 + (digit - '0'), 999'999'999);
    return number;
}

std::optional<Version> versionOf(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto major = versionNumber(text.substr(0, dot));
    const auto minor = versionNumber(text.substr(dot + 1));
    if (!major || !minor) return std::nullopt;
    return Version{*major, *minor};
}

std::optional<Version> readVersion(MemberReader& in, const Properties& asset, std::string_view name,
                                   bool isRequired) {
    const std::string* text = in.readText(asset, name, isRequired);
    if (text == nullptr) return std::nullopt;
    const auto version = versionOf(*text);
    if (!version)
        in.report(kPatternMismatch, name, fmt::format("is {}, expected a version such as 2.0", quote(*text)));
    return version;
}

/// Returns true if the document is of glTF 2.
bool readAsset(MemberReader& in, const Properties& root) {
    const Properties* asset = in.readObject(root, "asset", true);
    if (asset == nullptr) return false;
    const auto scope = in.place().enter("asset");
    in.checkNames(*asset, kAssetMembers);
    (void)in.readText(*asset, "copyright");
    (void)in.readText(*asset, "generator");
    const auto version = readVersion(in, *asset, "version", true);
    const auto least = readVersion(in, *asset, "minVersion", false);
    readNoExtensions(in, *asset);
    in.readExtras(*asset);
    if (!version) return false;
    if (least && (least->major > version->major ||
                  (least->major == version->major && least->minor > version->minor))) {
        in.report(kAssetMinVersionGreaterThanVersion, "minVersion",
                  fmt::format("is {}.{}, version is {}.{}", least->major, least->minor, version->major,
                              version->minor));
    }
    if (version->major != 2) {
        in.report(kUnknownAssetMajorVersion, "version",
                  fmt::format("is {}.{}, expected 2.0", version->major, version->minor));
        return false;
    }
    if (version->minor > 0)
        in.report(kUnknownAssetMinorVersion, "version",
                  fmt::format("is 2.{}, rules of 2.0 are checked", version->minor));
    return true;
}

void readExtensionNames(MemberReader& in, const Properties& root) {
    if (root.find("extensionsRequired") != nullptr && root.find("extensionsUsed") == nullptr)
        in.report(kUnsatisfiedDependency, "extensionsRequired", "needs extensionsUsed");
    const std::vector<std::string_view> used = in.readTexts(root, "extensionsUsed");
    const std::vector<std::string_view> required = in.readTexts(root, "extensionsRequired");
    const std::set<std::string_view> usedSet(used.begin(), used.end());
    const std::set<std::string_view> requiredSet(required.begin(), required.end());
    std::vector<std::string_view> known;
    {
        const auto scope = in.place().enter("extensionsUsed");
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (!isExtensionName(used[i]))
                in.report(kInvalidExtensionNameFormat, i,
                          fmt::format("is {}, expected PREFIX_name", quote(used[i])));
            if (!isKnownExtension(used[i])) {
                in.report(kUnsupportedExtension, i, fmt::format("{} is not checked", quote(used[i])));
                continue;
            }
            if (mustBeRequired(used[i]) && !requiredSet.contains(used[i]))
                in.report(kNonRequiredExtension, i,
                          fmt::format("{} must be in extensionsRequired too", used[i]));
            known.push_back(used[i]);
        }
    }
    const auto scope = in.place().enter("extensionsRequired");
    for (std::size_t i = 0; i < required.size(); ++i) {
        if (!usedSet.contains(required[i]))
            in.report(kUnusedExtensionRequired, i,
                      fmt::format("{} is not in extensionsUsed", quote(required[i])));
    }
    in.setExtensions(used, known);
}

/// Reads a list of the root; `read` gets each object.
template <class Item, class Read>
ObjectList<Item> readList(MemberReader& in, const Properties& root, std::string_view name, Read read) {
    ObjectList<Item> objects;
    const Value* value = root.find(name);
    if (value == nullptr) return objects;
    const ValueList* list = asList(value);
    if (list == nullptr) {
        in.report(kTypeMismatch, name, fmt::format("is {}, expected a list", typeName(*value)));
        return objects;
    }
    if (list->empty()) in.report(kEmptyEntity, name, "is empty; leave it out");
    const auto scope = in.place().enter(name);
    objects.items.resize(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Properties* object = asObject(&(*list)[i]);
        if (object == nullptr) {
            in.report(kTypeMismatch, i, fmt::format("is {}, expected an object", typeName((*list)[i])));
            continue;
        }
        const auto element = in.place().enter(i);
        objects.items[i] = read(*object);
    }
    return objects;
}

ObjectList<Plain> readVariants(MemberReader& in, const Properties& object) {
    in.checkNames(object, kVariantsMembers);
    ObjectList<Plain> variants;
    if (const auto list = in.readObjects(object, "variants")) {
        const auto scope = in.place().enter("variants");
        variants.items.resize(list->size(), Plain());
        for (std::size_t i = 0; i < list->size(); ++i) {
            const auto element = in.place().enter(i);
            const Properties& variant = *(*list)[i];
            in.checkNames(variant, kVariantMembers);
            (void)in.readText(variant, "name", true);
            readNoExtensions(in, variant);
            in.readExtras(variant);
        }
    }
    readNoExtensions(in, object);
    in.readExtras(object);
    return variants;
}

void readRootExtensions(MemberReader& in, const Properties& root, Document& document) {
    const auto extensions = in.readExtensions(root, Owner::Root);
    const auto scope = in.place().enter("extensions");
    for (const KnownExtension& extension : extensions.known) {
        const auto name = in.place().enter(extension.name);
        if (extension.name == "KHR_lights_punctual") document.lights = readLights(in, *extension.members);
        if (extension.name == "KHR_materials_variants")
            document.variants = readVariants(in, *extension.members);
    }
}

}  // namespace

std::optional<Document> readDocument(MemberReader& in, const Value& value, bool isGlb) {
    const Properties* found = asObject(&value);
    if (found == nullptr) {
        in.report(kTypeMismatch, fmt::format("the document is {}, expected an object", typeName(value)));
        return std::nullopt;
    }
    const Properties& root = *found;
    in.checkNames(root, kRootMembers);
    readExtensionNames(in, root);
    if (!readAsset(in, root)) return std::nullopt;
    const auto with = [&in](auto read) {
        return [&in, read](const Properties& object) { return read(in, object); };
    };
    const auto withContainer = [&in, isGlb](auto read) {
        return [&in, isGlb, read](const Properties& object) { return read(in, object, isGlb); };
    };
    Document document;
    document.accessors = readList<Accessor>(in, root, "accessors", with(readAccessor));
    document.animations = readList<Animation>(in, root, "animations", with(readAnimation));
    document.buffers = readList<Buffer>(in, root, "buffers", withContainer(readBuffer));
    document.bufferViews = readList<BufferView>(in, root, "bufferViews", with(readBufferView));
    document.cameras = readList<Plain>(in, root, "cameras", with(readCamera));
    document.images = readList<Image>(in, root, "images", withContainer(readImage));
    document.materials = readList<Material>(in, root, "materials", with(readMaterial));
    document.meshes = readList<Mesh>(in, root, "meshes", with(readMesh));
    document.nodes = readList<Node>(in, root, "nodes", with(readNode));
    document.samplers = readList<Plain>(in, root, "samplers", with(readSampler));
    document.scenes = readList<SceneObject>(in, root, "scenes", with(readSceneObject));
    document.skins = readList<Skin>(in, root, "skins", with(readSkin));
    document.textures = readList<Texture>(in, root, "textures", with(readTexture));
    const Integer scene = in.readIndex(root, "scene", false);
    if (scene != kNone && document.scenes.find(scene) == nullptr)
        in.report(kUnresolvedReference, "scene",
                  fmt::format("is {}, there are {} scenes", scene, document.scenes.items.size()));
    readRootExtensions(in, root, document);
    in.readExtras(root);
    return document;
}

}  // namespace rigkiln::gltf_validation
