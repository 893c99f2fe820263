#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "formats/gltf/json_value.hpp"
#include "formats/gltf/validate/read_document.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_validation {
namespace {

constexpr std::array<std::string_view, 3> kMeshMembers = {"primitives", "weights", "name"};
constexpr std::array<std::string_view, 5> kPrimitiveMembers = {"attributes", "indices", "material", "mode",
                                                               "targets"};
constexpr std::array<std::string_view, 1> kMappingsMembers = {"mappings"};
constexpr std::array<std::string_view, 3> kMappingMembers = {"variants", "material", "name"};

/// Attributes with a number behind their name, such as TEXCOORD_0.
constexpr std::array<std::string_view, 4> kNumbered = {"COLOR", "JOINTS", "TEXCOORD", "WEIGHTS"};

/// Number of a name such as TEXCOORD_0; nothing when its form is another.
struct NumberedName {
    std::size_t kind = 0;  ///< in kNumbered
    Integer number = 0;
};

std::optional<NumberedName> numberedName(std::string_view name) {
    const std::size_t end = name.find('_');
    if (end == std::string_view::npos) return std::nullopt;
    const auto* kind = std::ranges::find(kNumbered, name.substr(0, end));
    const std::string_view digits = name.substr(end + 1);
    const bool isNumber =
        !digits.empty() && (digits.size() == 1 || digits.front() != '0') &&
        std::ranges::all_of(digits, [](char digit) { return digit >= '0' && digit <= '9'; });
    if (kind == kNumbered.end() || !isNumber) return std::nullopt;
    constexpr Integer kMost = 999'999'999;
    Integer number = 0;
    for (const char digit : digits)
        number = std::min<Integer>(number * 10 + (digit - '0'), kMost);
    return NumberedName{static_cast<std::size_t>(kind - kNumbered.begin()), number};
}

bool isPlainAttribute(std::string_view name) {
    return name == "POSITION" || name == "NORMAL" || name == "TANGENT";
}

/// Reads accessors by attribute names. `checkName` reports names that are wrong.
template <class CheckName>
Attributes readAttributeIndices(MemberReader& in, const Properties& object, CheckName checkName) {
    Attributes attributes;
    attributes.reserve(object.entries().size());
    for (const auto& [name, value] : object.entries()) {
        if (!name.starts_with('_')) checkName(name);
        const Integer index = wholeNumber(value).value_or(kNone);
        if (index < 0) in.report(kInvalidIndex, name, "is no whole number from 0 on");
        attributes.emplace_back(name, std::max(index, kNone));
    }
    return attributes;
}

/// Numbers of attributes of one kind.
struct Sets {
    Integer count = 0;
    Integer highest = -1;
};

Integer checkedSets(MemberReader& in, const Sets& sets, std::string_view name) {
    if (sets.highest + 1 == sets.count) return sets.count;
    in.report(kMeshPrimitiveIndexedSemanticContinuity,
              fmt::format("has {} {} attributes up to {}_{}, expected all from {}_0 on", sets.count, name,
                          name, sets.highest, name));
    return 0;
}

void readAttributes(MemberReader& in, const Properties& object, Primitive& primitive) {
    const Properties* members = in.readObject(object, "attributes", true);
    if (members == nullptr) return;
    if (members->empty()) {
        in.report(kEmptyEntity, "attributes", "is empty");
        return;
    }
    const auto scope = in.place().enter("attributes");
    primitive.hasAttributes = true;
    std::array<Sets, kNumbered.size()> sets{};
    const auto checkName = [&](const std::string& name) {
        if (isPlainAttribute(name)) return;
        const auto numbered = numberedName(name);
        if (!numbered) {
            in.report(kMeshPrimitiveInvalidAttribute, name,
                      "is no attribute of glTF 2.0; names of applications start with '_'");
            return;
        }
        Sets& found = sets.at(numbered->kind);
        ++found.count;
        found.highest = std::max(found.highest, numbered->number);
    };
    primitive.attributes = readAttributeIndices(in, *members, checkName);
    primitive.hasNormal = members->find("NORMAL") != nullptr;
    primitive.hasTangent = members->find("TANGENT") != nullptr;
    if (members->find("POSITION") == nullptr) in.report(kMeshPrimitiveNoPosition, "POSITION is missing");
    if (primitive.hasTangent && !primitive.hasNormal)
        in.report(kMeshPrimitiveTangentWithoutNormal, "TANGENT", "stands without NORMAL");
    std::array<Integer, kNumbered.size()> counts{};
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts.at(i) = checkedSets(in, sets.at(i), kNumbered.at(i));
    primitive.texCoordSets = counts[2];
    if (counts[1] == counts[3]) {
        primitive.jointSets = counts[1];
    } else {
        in.report(kMeshPrimitiveJointsWeightsMismatch,
                  fmt::format("has {} sets of JOINTS and {} of WEIGHTS", counts[1], counts[3]));
    }
}

std::optional<std::vector<Attributes>> readTargets(MemberReader& in, const Properties& object) {
    const Value* value = object.find("targets");
    if (value == nullptr) return std::nullopt;
    const ValueList* list = gltf::asList(value);
    if (list == nullptr) {
        in.report(kTypeMismatch, "targets", fmt::format("is {}, expected a list", gltf::typeName(*value)));
        return std::nullopt;
    }
    if (list->empty()) {
        in.report(kEmptyEntity, "targets", "is empty; leave it out");
        return std::nullopt;
    }
    const auto scope = in.place().enter("targets");
    const auto checkName = [&](const std::string& name) {
        if (isPlainAttribute(name)) return;
        const auto numbered = numberedName(name);
        if (!numbered || numbered->kind == 1 || numbered->kind == 3)
            in.report(kMeshPrimitiveInvalidAttribute, name,
                      "is no attribute that morph targets of glTF 2.0 change");
    };
    std::vector<Attributes> targets;
    targets.reserve(list->size());
    bool isRight = true;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Properties* target = gltf::asObject(&(*list)[i]);
        if (target == nullptr) {
            in.report(kArrayTypeMismatch,
                      fmt::format("contains {}, expected objects", gltf::typeName((*list)[i])));
            isRight = false;
        } else if (target->empty()) {
            in.report(kEmptyEntity, i, "is empty");
            isRight = false;
        } else {
            const auto element = in.place().enter(i);
            targets.push_back(readAttributeIndices(in, *target, checkName));
        }
    }
    return isRight ? std::optional(std::move(targets)) : std::nullopt;
}

void readMappings(MemberReader& in, const Properties& object, Primitive& primitive) {
    in.checkNames(object, kMappingsMembers);
    if (const auto list = in.readObjects(object, "mappings")) {
        const auto scope = in.place().enter("mappings");
        for (std::size_t i = 0; i < list->size(); ++i) {
            const auto element = in.place().enter(i);
            const Properties& mapping = *(*list)[i];
            in.checkNames(mapping, kMappingMembers);
            primitive.mappings.push_back(
                {.pointer = in.place().pointer(),
                 .variants = in.readIndices(mapping, "variants", true).value_or(std::vector<Integer>()),
                 .material = in.readIndex(mapping, "material")});
            in.readName(mapping);
            readNoExtensions(in, mapping);
            in.readExtras(mapping);
        }
    }
    readNoExtensions(in, object);
    in.readExtras(object);
}

Primitive readPrimitive(MemberReader& in, const Properties& object) {
    in.checkNames(object, kPrimitiveMembers);
    Primitive primitive{.mode = in.readCount(object, "mode", kTriangles, {0, 6})};
    readAttributes(in, object, primitive);
    primitive.targets = readTargets(in, object);
    primitive.indices = in.readIndex(object, "indices", false);
    primitive.material = in.readIndex(object, "material", false);
    const auto extensions = in.readExtensions(object, Owner::Primitive);
    for (const KnownExtension& extension : extensions.known) {
        const auto scope = in.place().enter("extensions");
        const auto name = in.place().enter(extension.name);
        readMappings(in, *extension.members, primitive);
    }
    in.readExtras(object);
    return primitive;
}

std::size_t targetCount(const Primitive& primitive) {
    return primitive.targets ? primitive.targets->size() : 0;
}

}  // namespace

Mesh readMesh(MemberReader& in, const Properties& object) {
    in.checkNames(object, kMeshMembers);
    Mesh mesh;
    const auto weights = in.readNumbers(object, "weights");
    mesh.hasWeights = weights.has_value();
    if (const auto list = in.readObjects(object, "primitives")) {
        const auto scope = in.place().enter("primitives");
        mesh.primitives.emplace();
        mesh.primitives->reserve(list->size());
        for (std::size_t i = 0; i < list->size(); ++i) {
            const auto element = in.place().enter(i);
            mesh.primitives->push_back(readPrimitive(in, *(*list)[i]));
            const std::size_t targets = targetCount(mesh.primitives->back());
            const std::size_t expected = targetCount(mesh.primitives->front());
            if (targets == expected) continue;
            std::string text =
                fmt::format("has {} morph targets, the first primitive has {}", targets, expected);
            if (targets > 0) {
                in.report(kMeshPrimitivesUnequalTargetsCount, "targets", std::move(text));
            } else {
                in.report(kMeshPrimitivesUnequalTargetsCount, std::move(text));
            }
        }
    }
    if (mesh.primitives && weights && weights->size() != targetCount(mesh.primitives->front())) {
        in.report(kMeshInvalidWeightsCount, "weights",
                  fmt::format("has {} elements, there are {} morph targets", weights->size(),
                              targetCount(mesh.primitives->front())));
    }
    in.readName(object);
    readNoExtensions(in, object);
    in.readExtras(object);
    return mesh;
}

}  // namespace rigkiln::gltf_validation
