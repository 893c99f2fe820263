#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/accessor_data.hpp"
#include "exporters/gltf/check_document.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// By node: the root above it. Relies on children standing behind their parents.
std::vector<Index> topmostNodes(const Document& document) {
    std::vector<Index> topmost(document.nodes.size());
    for (Index i = 0; i < topmost.size(); ++i) {
        topmost[i] = i;
    }
    for (Index i = 0; i < topmost.size(); ++i) {
        for (const Index child : document.nodes[i].children) {
            if (child < topmost.size()) topmost[child] = topmost[i];
        }
    }
    return topmost;
}

Problem checkJoints(const DocumentSkin& skin, std::span<const Index> topmost) {
    if (skin.joints.empty()) return "there are no joints";
    std::set<Index> joints;
    for (const Index joint : skin.joints) {
        if (joint >= topmost.size())
            return fmt::format("joint is {}, expected below {}", joint, topmost.size());
        if (!joints.insert(joint).second) return fmt::format("joint {} is there twice", joint);
        if (topmost[joint] != topmost[skin.joints.front()]) {
            return fmt::format("joint {} has no common root with joint {}", joint, skin.joints.front());
        }
    }
    return {};
}

Problem checkInverseBinds(const Document& document, const DocumentSkin& skin) {
    if (skin.inverseBindMatrices >= document.accessors.size()) return "inverse bind matrices do not exist";
    const Accessor& accessor = document.accessors[skin.inverseBindMatrices];
    if (accessor.componentType != ComponentType::Float || accessor.type != ElementType::Mat4 ||
        accessor.count != skin.joints.size()) {
        return fmt::format("{} inverse bind matrices, expected {} of floats", accessor.count,
                           skin.joints.size());
    }
    const AccessorData<float, 16> matrices(document, accessor);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const std::array<float, 16> matrix = matrices[i];
        if (matrix[3] != 0.0F || matrix[7] != 0.0F || matrix[11] != 0.0F || matrix[15] != 1.0F) {
            return fmt::format(
                "last row of inverse bind matrix {} is ({}, {}, {}, {}), expected (0, 0, 0, 1)", i, matrix[3],
                matrix[7], matrix[11], matrix[15]);
        }
    }
    return {};
}

Problem checkTimes(const Document& document, const Accessor& input) {
    if (input.componentType != ComponentType::Float || input.type != ElementType::Scalar ||
        input.boundsSize != 1) {
        return "times must be floats with min and max";
    }
    const AccessorData<float, 1> times(document, input);
    if (times[0][0] < 0.0F) return fmt::format("first time is {}, expected at least 0", times[0][0]);
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (!(times[i][0] > times[i - 1][0])) {
            return fmt::format("time {} is {}, expected above {}, the one before", i, times[i][0],
                               times[i - 1][0]);
        }
    }
    return {};
}

template <class Component>
Problem checkRotationKeys(const Document& document, const Accessor& output, double divisor, bool isCubic) {
    const AccessorData<Component, 4> keys(document, output);
    const std::size_t step = isCubic ? 3 : 1;
    for (std::size_t i = isCubic ? 1 : 0; i < keys.size(); i += step) {
        double square = 0;
        for (const Component component : keys[i]) {
            const double value = static_cast<double>(component) / divisor;
            square += value * value;
        }
        if (!isUnitSquare(square)) {
            return fmt::format("rotation {} has squared length {}, expected 1 within {} of length", i, square,
                               kUnitTolerance);
        }
    }
    return {};
}

Problem checkRotations(const Document& document, const Accessor& output, bool isCubic) {
    return output.componentType == ComponentType::Short
               ? checkRotationKeys<std::int16_t>(document, output, 32767.0, isCubic)
               : checkRotationKeys<float>(document, output, 1.0, isCubic);
}

bool hasTypeFor(const Accessor& output, Path path) {
    switch (path) {
        case Path::Translation:
        case Path::Scale:
            return output.type == ElementType::Vec3 && output.componentType == ComponentType::Float;
        case Path::Rotation:
            return output.type == ElementType::Vec4 &&
                   (output.componentType == ComponentType::Float ||
                    (output.componentType == ComponentType::Short && output.normalized));
        case Path::NodeVisibility:
            return output.type == ElementType::Scalar && output.componentType == ComponentType::UnsignedByte;
        case Path::BaseColorOffset:
            return output.type == ElementType::Vec2 && output.componentType == ComponentType::Float;
    }
    return false;
}

/// Checks one animation after the other. Channels share accessors, so each accessor is checked once for each
/// way it is used.
class AnimationChecker {
public:
    explicit AnimationChecker(const Document& document) : document_(document) {}

    Problem check(const Animation& animation) {
        if (animation.channels.empty()) return "there are no channels";
        std::set<std::tuple<Index, Path>> targets;
        for (const Channel& channel : animation.channels) {
            checkStop();
            if (channel.sampler >= animation.samplers.size()) {
                return fmt::format("sampler is {}, expected below {}", channel.sampler,
                                   animation.samplers.size());
            }
            if (Problem problem = checkTarget(channel); !problem.empty()) return problem;
            if (!targets.insert({channel.target, channel.path}).second)
                return fmt::format("two channels move the same of {}", nameOf(channel));
            if (Problem problem = checkSampler(animation.samplers[channel.sampler], channel.path);
                !problem.empty()) {
                return fmt::format("{}: {}", nameOf(channel), problem);
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::string nameOf(const Channel& channel) const {
        const bool isNode = channel.path != Path::BaseColorOffset;
        const std::string& name =
            isNode ? document_.nodes[channel.target].name : document_.materials[channel.target].name;
        return fmt::format("{} {}", isNode ? "node" : "material", quote(name));
    }

    [[nodiscard]] Problem checkTarget(const Channel& channel) const {
        const bool isNode = channel.path != Path::BaseColorOffset;
        const std::size_t count = isNode ? document_.nodes.size() : document_.materials.size();
        if (channel.target >= count) {
            return fmt::format("{} is {}, expected below {}", isNode ? "node" : "material", channel.target,
                               count);
        }
        if (!isNode) {
            const auto& texture = document_.materials[channel.target].baseColorTexture;
            if (texture && texture->offset) return {};
            return fmt::format("{} has no offset for a pointer to move", nameOf(channel));
        }
        if (document_.nodes[channel.target].skin && channel.path != Path::NodeVisibility)
            return fmt::format("a channel moves {}, whose mesh is skinned", nameOf(channel));
        return {};
    }

    Problem checkSampler(const Sampler& sampler, Path path) {
        const std::size_t count = document_.accessors.size();
        if (sampler.input >= count || sampler.output >= count) return "the sampler's accessors do not exist";
        const Accessor& input = document_.accessors[sampler.input];
        const Accessor& output = document_.accessors[sampler.output];
        const bool isCubic = sampler.interpolation == Interpolation::CubicSpline;
        if (output.count != input.count * (isCubic ? 3 : 1)) {
            return fmt::format("{} values for {} times", output.count, input.count);
        }
        if (isCubic && input.count < 2) return "a spline has 1 key, expected at least 2";
        if (!hasTypeFor(output, path)) return "values have a type the path does not take";
        if (path == Path::NodeVisibility && sampler.interpolation != Interpolation::Step) {
            return "visibility must be stepped";
        }
        if (checkedTimes_.insert(sampler.input).second) {
            if (Problem problem = checkTimes(document_, input); !problem.empty()) return problem;
        }
        if (path == Path::Rotation && checkedRotations_.insert({sampler.output, isCubic}).second) {
            return checkRotations(document_, output, isCubic);
        }
        return {};
    }

    const Document& document_;
    std::set<Index> checkedTimes_;
    std::set<std::tuple<Index, bool>> checkedRotations_;
};

}  // namespace

Problem checkSkins(const Document& document) {
    const std::vector<Index> topmost = topmostNodes(document);
    for (const DocumentSkin& skin : document.skins) {
        Problem problem = checkJoints(skin, topmost);
        if (problem.empty()) problem = checkInverseBinds(document, skin);
        if (!problem.empty()) return fmt::format("skin {}: {}", quote(skin.name), problem);
    }
    return {};
}

Problem checkAnimations(const Document& document) {
    AnimationChecker checker(document);
    for (const Animation& animation : document.animations) {
        const Problem problem = checker.check(animation);
        if (!problem.empty()) return fmt::format("animation {}: {}", quote(animation.name), problem);
        document.restViews();
    }
    return {};
}

}  // namespace rigkiln::gltf_export
