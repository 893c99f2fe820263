#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/influences.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Limit for the sets of texture coordinates and of influences.
constexpr std::size_t kMostSets = 8;
constexpr std::size_t kIndexSize = 4;
constexpr std::int64_t kLargestAccessor = std::numeric_limits<int>::max();
constexpr std::size_t kJointSize = 2;
constexpr std::size_t kMostOwnComponents = 4;
/// Lengths this close to 1 are left unchanged.
constexpr double kUnitVectorTolerance = 4e-4;
/// Tolerance for directions stored as integers: eight bits round this much, and some writers use fewer. They
/// are normalised without an issue, as viewers do.
constexpr double kQuantisedTolerance = 0.1;

/// Parts of a numbered attribute: "TEXCOORD" and 1 for "TEXCOORD_1". splitNumber returns nothing when there
/// is no number, or one with a leading zero.
struct NumberedName {
    std::string_view name{};
    std::size_t number = 0;
};
std::optional<NumberedName> splitNumber(std::string_view attribute) {
    const std::size_t bar = attribute.rfind('_');
    if (bar == std::string_view::npos || bar == 0) return std::nullopt;
    const std::string_view digits = attribute.substr(bar + 1);
    if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
    NumberedName split{.name = attribute.substr(0, bar)};
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), split.number);
    if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return split;
}

bool isOwnName(std::string_view name) {
    const auto isAllowed = [](char character) {
        return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
               (character >= '0' && character <= '9') || character == '_';
    };
    return name.size() >= 2 && name.front() == '_' && std::ranges::all_of(name, isAllowed);
}

/// Converts strips and fans to triangle lists, each triangle counter-clockwise.
std::vector<std::uint32_t> asTriangles(int mode, std::vector<std::uint32_t> indices) {
    if (mode == TINYGLTF_MODE_TRIANGLES) return indices;
    std::vector<std::uint32_t> list;
    if (indices.size() < 3) return list;
    list.reserve((indices.size() - 2) * 3);
    for (std::size_t i = 2; i < indices.size(); ++i) {
        if (mode == TINYGLTF_MODE_TRIANGLE_FAN) {
            list.insert(list.end(), {indices[i - 1], indices[i], indices[0]});
        } else if (i % 2 == 0) {
            list.insert(list.end(), {indices[i - 2], indices[i - 1], indices[i]});
        } else {
            list.insert(list.end(), {indices[i - 1], indices[i - 2], indices[i]});
        }
    }
    return list;
}

class PrimitiveReader {
public:
    PrimitiveReader(Reading& reading, const PrimitiveSource& source)
        : reading_(reading),
          source_(reading.file.model.meshes[source.mesh].primitives[source.primitive]),
          object_(source.object),
          where_(fmt::format("meshes[{}].primitives[{}]", source.mesh, source.primitive)) {}

    std::optional<Primitive> read(bool withInfluences, std::uint32_t& highestJoint) {
        if (!readTriangles()) return std::nullopt;
        if (!source_.targets.empty()) {
            reading_.diagnostics.add(kMorphTargets, where_ + ".targets",
                                     fmt::format("{} targets", source_.targets.size()));
        }
        readMaterial();
        for (const auto& [name, accessor] : source_.attributes)
            readAttribute(name, accessor);
        if (withInfluences) readInfluences(highestJoint);
        return std::move(result_);
    }

private:
    std::string pathOf(std::string_view attribute) const {
        return fmt::format("{}.attributes.{}", where_, toUtf8(attribute));
    }

    bool leaveOut(std::string details) {
        reading_.diagnostics.add(kNoTriangles, where_, std::move(details));
        return false;
    }

    /// Reads positions and indices.
    bool readTriangles() {
        if (source_.mode < TINYGLTF_MODE_TRIANGLES || source_.mode > TINYGLTF_MODE_TRIANGLE_FAN)
            return leaveOut(fmt::format("mode {}, expected 4 to 6", source_.mode));
        const auto position = source_.attributes.find("POSITION");
        if (position == source_.attributes.end()) return leaveOut("no positions");
        const std::string path = pathOf("POSITION");
        count_ = reading_.accessors.countOf(position->second, path);
        result_.positions = vectors<glm::vec3>(position->second, path);
        std::vector<std::uint32_t> indices = asTriangles(source_.mode, readIndices());
        if (indices.size() % 3 != 0) {
            reading_.diagnostics.add(kIncompleteTriangle, where_, fmt::format("{} indices", indices.size()));
            indices.resize(indices.size() / 3 * 3);
        }
        if (indices.empty()) return leaveOut("fewer than three vertices");
        result_.indices = std::move(indices);
        return true;
    }

    std::vector<std::uint32_t> readIndices() {
        const Value* given = member(object_, "indices");
        if (given == nullptr) {
            std::vector<std::uint32_t> indices(count_);
            std::iota(indices.begin(), indices.end(), 0U);
            return indices;
        }
        const auto number = asInteger(given);
        if (!number) fail("{}.indices is {}, expected the number of an accessor", where_, typeName(*given));
        const auto accessor = static_cast<int>(std::clamp<std::int64_t>(*number, -1, kLargestAccessor));
        std::vector<std::uint32_t> indices =
            reading_.accessors.integers(accessor, 1, kIndexSize, where_ + ".indices");
        const auto bad =
            std::ranges::find_if(indices, [this](std::uint32_t index) { return index >= count_; });
        if (bad != indices.end()) {
            fail("{}.indices is accessor {}, whose element {} is {}: there are {} positions", where_,
                 accessor, bad - indices.begin(), *bad, count_);
        }
        return indices;
    }

    void readMaterial() {
        if (source_.material == -1) return;
        result_.material = IndexOf<Material>(
            checkedIndex(source_.material, reading_.scene.materials.size(), where_ + ".material"));
    }

    std::vector<float> numbers(int accessor, std::size_t components, const std::string& path) {
        const std::size_t count = reading_.accessors.countOf(accessor, path);
        if (count != count_)
            fail("{} is accessor {}, which has {} elements for {} positions", path, accessor, count, count_);
        std::vector<float> numbers = reading_.accessors.floats(accessor, components, path);
        requireFinite(numbers, accessor, components);
        return numbers;
    }

    template <class Vector>
    std::vector<Vector> vectors(int accessor, const std::string& path) {
        constexpr auto kComponents = static_cast<std::size_t>(Vector::length());
        const std::vector<float> all = numbers(accessor, kComponents, path);
        std::vector<Vector> vectors(count_);
        for (std::size_t i = 0; i < count_; ++i) {
            for (std::size_t c = 0; c < kComponents; ++c)
                vectors[i][static_cast<int>(c)] = all[i * kComponents + c];
        }
        return vectors;
    }

    void readAttribute(const std::string& name, int accessor) {
        const std::string path = pathOf(name);
        if (name == "POSITION") return;
        if (name == "NORMAL") return readNormals(accessor, path);
        if (name == "TANGENT") return readTangents(accessor, path);
        if (name == "COLOR_0") return readColors(accessor, path);
        if (name.starts_with('_')) return readOwn(name, accessor, path);
        const auto numbered = splitNumber(name);
        const bool isKnown = numbered && numbered->number < kMostSets;
        if (isKnown && numbered->name == "TEXCOORD") {
            if (result_.texCoordSets.size() <= numbered->number)
                result_.texCoordSets.resize(numbered->number + 1);
            result_.texCoordSets[numbered->number] = vectors<glm::vec2>(accessor, path);
        } else if (!isKnown || (numbered->name != "JOINTS" && numbered->name != "WEIGHTS")) {
            reading_.diagnostics.add(kAttributeIgnored, path);
        }
    }

    /// Largest difference of a length from 1 that is not reported.
    double toleranceOf(int accessor, const std::string& path) const {
        return reading_.accessors.isQuantised(accessor, path) ? kQuantisedTolerance : kUnitVectorTolerance;
    }

    /// Normalises a direction. Returns whether it differed from unit length by more than the tolerance.
    static bool makeUnit(glm::vec3& direction, double tolerance) {
        const double length = glm::length(glm::dvec3(direction));
        if (std::abs(length - 1.0) <= kUnitVectorTolerance) return false;
        direction = length < 1e-30 ? glm::vec3(0, 0, 1) : glm::vec3(glm::dvec3(direction) / length);
        return std::abs(length - 1.0) > tolerance;
    }

    void reportRepaired(std::size_t repaired, const std::string& path) {
        if (repaired > 0)
            reading_.diagnostics.add(kDirectionRepaired, path, fmt::format("{} of {}", repaired, count_));
    }

    void readNormals(int accessor, const std::string& path) {
        result_.normals = vectors<glm::vec3>(accessor, path);
        std::size_t repaired = 0;
        const double tolerance = toleranceOf(accessor, path);
        for (glm::vec3& normal : result_.normals)
            repaired += makeUnit(normal, tolerance) ? 1U : 0U;
        reportRepaired(repaired, path);
    }

    void readTangents(int accessor, const std::string& path) {
        result_.tangents = vectors<glm::vec4>(accessor, path);
        std::size_t repaired = 0;
        const double tolerance = toleranceOf(accessor, path);
        for (glm::vec4& tangent : result_.tangents) {
            glm::vec3 direction(tangent);
            const bool isRepaired = makeUnit(direction, tolerance) || std::abs(tangent.w) != 1.0F;
            tangent = glm::vec4(direction, tangent.w < 0 ? -1.0F : 1.0F);
            repaired += isRepaired ? 1U : 0U;
        }
        reportRepaired(repaired, path);
    }

    void readColors(int accessor, const std::string& path) {
        constexpr std::size_t kWithoutAlpha = 3;
        if (reading_.accessors.componentsOf(accessor, path) == kWithoutAlpha) {
            for (const glm::vec3& color : vectors<glm::vec3>(accessor, path))
                result_.colors.emplace_back(color, 1.0F);
        } else {
            result_.colors = vectors<glm::vec4>(accessor, path);
        }
        std::size_t clamped = 0;
        for (glm::vec4& color : result_.colors) {
            const glm::vec4 inside = glm::clamp(color, 0.0F, 1.0F);
            clamped += inside == color ? 0U : 1U;
            color = inside;
        }
        if (clamped > 0) {
            reading_.diagnostics.add(kValueClamped, path,
                                     fmt::format("{} of {} colours are outside 0 to 1", clamped, count_));
        }
    }

    void readOwn(const std::string& name, int accessor, const std::string& path) {
        const std::size_t components = reading_.accessors.componentsOf(accessor, path);
        if (!isOwnName(name) || components == 0 || components > kMostOwnComponents) {
            reading_.diagnostics.add(kAttributeIgnored, path, fmt::format("{} components", components));
            return;
        }
        if (!reading_.accessors.isExactAsFloat(accessor, path))
            reading_.diagnostics.add(kAttributeRounded, path);
        result_.attributes.push_back({.name = name,
                                      .components = static_cast<std::uint32_t>(components),
                                      .values = numbers(accessor, components, path)});
    }

    void readInfluences(std::uint32_t& highestJoint) {
        std::vector<RawInfluences> sets;
        for (std::size_t set = 0; set < kMostSets; ++set) {
            const auto joints = source_.attributes.find(fmt::format("JOINTS_{}", set));
            const auto weights = source_.attributes.find(fmt::format("WEIGHTS_{}", set));
            if (joints == source_.attributes.end() && weights == source_.attributes.end()) continue;
            if (joints == source_.attributes.end() || weights == source_.attributes.end()) {
                fail("{}.attributes has one of JOINTS_{} and WEIGHTS_{}, expected both or none", where_, set,
                     set);
            }
            const std::string path = pathOf(joints->first);
            RawInfluences raw;
            raw.weights = numbers(weights->second, 4, pathOf(weights->first));
            raw.joints = reading_.accessors.integers(joints->second, 4, kJointSize, path);
            if (raw.joints.size() != raw.weights.size()) {
                fail("{} is accessor {}, which has {} elements for {} positions", path, joints->second,
                     raw.joints.size() / 4, count_);
            }
            sets.push_back(std::move(raw));
        }
        Influences made = makeInfluences(sets);
        if (made.changedVertices > 0) {
            reading_.diagnostics.add(kWeightsChanged, pathOf("WEIGHTS_0"),
                                     fmt::format("{} of {} vertices", made.changedVertices, count_));
        }
        highestJoint = std::max(highestJoint, made.highestJoint);
        result_.influenceSets = std::move(made.sets);
    }

    Reading& reading_;
    const tinygltf::Primitive& source_;
    const Value* object_;
    std::string where_;
    std::size_t count_ = 0;
    Primitive result_;
};

}  // namespace

void requireFinite(std::span<const float> numbers, int accessor, std::size_t components) {
    const auto bad = std::ranges::find_if_not(numbers, [](float number) { return std::isfinite(number); });
    if (bad == numbers.end()) return;
    fail("accessors[{}], element {} is {}, expected a finite number", accessor,
         static_cast<std::size_t>(bad - numbers.begin()) / components, *bad);
}

std::optional<Primitive> readPrimitive(Reading& reading, const PrimitiveSource& source, bool withInfluences,
                                       std::uint32_t& highestJoint) {
    return PrimitiveReader(reading, source).read(withInfluences, highestJoint);
}

}  // namespace rigkiln::gltf
