#include "formats/gltf/morph_weights.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/animation_pointer.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"

namespace rigkiln::gltf {
namespace {

class WeightFinder {
public:
    WeightFinder(const Reading& reading, AccessorReader& accessors)
        : reading_(reading), accessors_(accessors), ranges_(reading.file.model.meshes.size()) {
        for (const tinygltf::Mesh& mesh : reading.file.model.meshes) {
            std::size_t& most = targets_.emplace_back(0);
            for (const tinygltf::Primitive& primitive : mesh.primitives)
                most = std::max(most, primitive.targets.size());
        }
    }

    std::vector<WeightRange> find() {
        for (std::size_t mesh = 0; mesh < ranges_.size(); ++mesh)
            addList(mesh, objectOf(reading_, "meshes", mesh));
        for (std::size_t node = 0; node < reading_.file.model.nodes.size(); ++node) {
            if (const auto mesh = meshOf(node)) addList(*mesh, objectOf(reading_, "nodes", node));
        }
        for (std::size_t i = 0; i < reading_.file.model.animations.size(); ++i)
            addAnimation(i);
        return std::move(ranges_);
    }

private:
    [[nodiscard]] std::optional<std::size_t> meshOf(std::size_t node) const {
        if (node >= reading_.file.model.nodes.size()) return std::nullopt;
        const int mesh = reading_.file.model.nodes[node].mesh;
        return mesh == -1 ? std::nullopt : std::optional(static_cast<std::size_t>(mesh));
    }

    void addList(std::size_t mesh, const Value* object) {
        const ValueList* weights = asList(member(object, "weights"));
        for (std::size_t i = 0; weights != nullptr && i < weights->size(); ++i)
            ranges_[mesh].add(asNumber(&(*weights)[i]).value_or(0.0));
    }

    void addAnimation(std::size_t index) {
        const std::string where = fmt::format("animations[{}]", index);
        const tinygltf::Animation& animation = reading_.file.model.animations[index];
        for (const tinygltf::AnimationChannel& channel : animation.channels) {
            if (channel.target_path != "weights" || channel.target_node < 0) continue;
            const auto mesh = meshOf(static_cast<std::size_t>(channel.target_node));
            if (mesh) addSampler(animation, channel.sampler, where, *mesh, targets_[*mesh]);
        }
        const ValueList* channels = asList(member(objectOf(reading_, "animations", index), "channels"));
        for (std::size_t c = 0; channels != nullptr && c < channels->size(); ++c) {
            const Value& channel = (*channels)[c];
            const Pointed pointed = pointedBy(pointerOf(channel));
            if (!pointed.mesh || *pointed.mesh >= ranges_.size()) continue;
            addSampler(animation, asInteger(member(&channel, "sampler")).value_or(-1), where, *pointed.mesh,
                       pointed.isOne ? 1 : targets_[*pointed.mesh]);
        }
    }

    struct Pointed {
        std::optional<std::size_t> mesh{};
        bool isOne = false;  ///< a single weight, not the whole list
    };

    /// Understands "/nodes/3/weights", "/meshes/1/weights" and "/meshes/1/weights/0".
    [[nodiscard]] Pointed pointedBy(std::string_view pointer) const {
        constexpr std::string_view kNodes = "/nodes/";
        constexpr std::string_view kMeshes = "/meshes/";
        constexpr std::string_view kWeights = "/weights";
        const bool isNode = pointer.starts_with(kNodes);
        if (!isNode && !pointer.starts_with(kMeshes)) return {};
        pointer.remove_prefix(isNode ? kNodes.size() : kMeshes.size());
        std::uint32_t number = 0;
        const char* end = pointer.data() + pointer.size();
        const auto [last, problem] = std::from_chars(pointer.data(), end, number);
        if (problem != std::errc()) return {};
        const std::string_view rest(last, static_cast<std::size_t>(end - last));
        if (!rest.starts_with(kWeights)) return {};
        return {.mesh = isNode ? meshOf(number) : std::optional<std::size_t>(number),
                .isOne = rest.size() > kWeights.size()};
    }

    void addSampler(const tinygltf::Animation& animation, std::int64_t number, const std::string& where,
                    std::size_t mesh, std::size_t targets) {
        if (targets == 0) return;
        const tinygltf::AnimationSampler& sampler =
            animation.samplers[checkedIndex(number, animation.samplers.size(), where + ".sampler")];
        const std::string path = fmt::format("{}.samplers[{}]", where, number);
        const std::vector<float> values = accessors_.floats(sampler.output, 1, path + ".output");
        requireFinite(values, sampler.output, 1);
        if (sampler.interpolation != "CUBICSPLINE") {
            for (const float value : values)
                ranges_[mesh].add(static_cast<double>(value));
            return;
        }
        const double overshoot = overshootOf(sampler, values, targets, path);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!isTangent(i, targets)) {
                ranges_[mesh].add(static_cast<double>(values[i]) - overshoot);
                ranges_[mesh].add(static_cast<double>(values[i]) + overshoot);
            }
        }
    }

    /// Keys of splines have all in-tangents, then all values, then all out-tangents.
    static bool isTangent(std::size_t i, std::size_t targets) { return i / targets % 3 != 1; }

    /// Returns how far a spline may leave the range of its values. A spline stays within its Bezier points,
    /// which are a third of a tangent away from the values.
    double overshootOf(const tinygltf::AnimationSampler& sampler, const std::vector<float>& values,
                       std::size_t targets, const std::string& path) {
        const std::vector<float> times = accessors_.floats(sampler.input, 1, path + ".input");
        requireFinite(times, sampler.input, 1);
        double gap = 0;
        for (std::size_t i = 1; i < times.size(); ++i)
            gap = std::max(gap, static_cast<double>(times[i]) - static_cast<double>(times[i - 1]));
        double tangent = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (isTangent(i, targets)) tangent = std::max(tangent, std::abs(static_cast<double>(values[i])));
        }
        return tangent * gap / 3;
    }

    const Reading& reading_;
    AccessorReader& accessors_;
    std::vector<WeightRange> ranges_;   ///< by mesh
    std::vector<std::size_t> targets_;  ///< number of morph targets, by mesh
};

}  // namespace

std::vector<WeightRange> findMorphWeights(const Reading& reading, AccessorReader& accessors) {
    return WeightFinder(reading, accessors).find();
}

}  // namespace rigkiln::gltf
