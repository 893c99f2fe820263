#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/animation_pointer.hpp"
#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/kept_sources.hpp"
#include "formats/gltf/read_scene.hpp"
#include "formats/gltf/recorded_tracks.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

Interpolation interpolationOf(const std::string& text, const std::string& where) {
    if (text == "LINEAR") return Interpolation::Linear;
    if (text == "STEP") return Interpolation::Step;
    if (text == "CUBICSPLINE") return Interpolation::CubicSpline;
    fail("{}.interpolation is {}, expected LINEAR, STEP or CUBICSPLINE", where, quote(text));
}

/// Removes a constant track that equals the rest pose, and the second of two equal keys. Our exporter writes
/// them for viewers that do not return to the rest pose between clips.
template <class Type>
void simplify(Track<Type>& track, const Type& rest) {
    if (track.interpolation == Interpolation::CubicSpline || track.empty()) return;
    if (!std::ranges::all_of(track.values, [&](const Type& value) { return value == track.values.front(); }))
        return;
    if (track.values.front() == rest) {
        track = {};
    } else if (track.times.size() == 2) {
        track.times.pop_back();
        track.values.pop_back();
    }
}

class ClipReader {
public:
    ClipReader(Reading& reading, std::size_t index)
        : reading_(reading),
          source_(reading.file.model.animations[index]),
          record_(reading.records[index].value_or(Properties())),
          isOurs_(reading.records[index].has_value()),
          index_(index),
          where_(fmt::format("animations[{}]", index)) {}

    /// Throws GltfError.
    Clip read(const std::map<std::string_view, std::uint32_t>& jointsByName) {
        const Value* object = objectOf(reading_, "animations", index_);
        OwnExtras own = readExtras(object, source_.name, "rigkiln", where_, reading_.diagnostics);
        clip_.name = std::move(own.name);
        for (std::size_t c = 0; c < source_.channels.size(); ++c)
            readChannel(source_.channels[c], fmt::format("{}.channels[{}]", where_, c));
        readPointers(object);
        readDuration();
        if (isOurs_) {
            for (auto& [joint, tracks] : tracks_)
                simplifyAll(tracks, reading_.scene.joints[joint]);
        }
        readVisibility(jointsByName);
        takeLeafScales();
        readOffsets();
        readJointExtras(jointsByName);
        readEvents();
        if (record_.takeText("binding") == "index") clip_.binding = ClipBinding::ByIndex;
        const auto source = record_.takeObject("source");
        if (source && reading_.sourceView)
            clip_.source = keptSource(reading_, *source, where_ + ".extras.rigkiln.source");
        clip_.extras = joinedExtras(record_.rest(), own.others, where_, reading_.diagnostics);
        for (auto& [joint, tracks] : tracks_) {
            tracks.joint = IndexOf<Joint>(joint);
            if (!isEmpty(tracks)) clip_.joints.push_back(std::move(tracks));
        }
        for (auto& [material, offset] : offsets_) {
            if (!offset.empty()) clip_.materials.push_back({IndexOf<Material>(material), std::move(offset)});
        }
        return std::move(clip_);
    }

private:
    static bool isEmpty(const JointTracks& tracks) {
        return tracks.translation.empty() && tracks.rotation.empty() && tracks.scale.empty() &&
               tracks.visibility.empty() && tracks.extras.empty();
    }

    static void simplifyAll(JointTracks& tracks, const Joint& joint) {
        simplify(tracks.translation, joint.rest.translation);
        simplify(tracks.rotation, joint.rest.rotation);
        simplify(tracks.scale, joint.rest.scale);
    }

    void ignore(const std::string& where, std::string details) {
        reading_.diagnostics.add(kChannelIgnored, where, std::move(details));
    }

    void readChannel(const tinygltf::AnimationChannel& channel, const std::string& where) {
        const std::size_t node =
            checkedIndex(channel.target_node, reading_.plan.nodes.size(), where + ".target.node");
        const std::size_t number = checkedIndex(channel.sampler, source_.samplers.size(), where + ".sampler");
        const tinygltf::AnimationSampler& sampler = source_.samplers[number];
        const std::string path = fmt::format("{}.samplers[{}]", where_, number);
        const PlannedNode& planned = reading_.plan.nodes[node];
        if (planned.role != NodeRole::Joint) {
            const bool isVisibility =
                isOurs_ && planned.role == NodeRole::Mesh && channel.target_path == "scale";
            if (!isVisibility) return ignore(where, fmt::format("nodes[{}] is no joint", node));
            Track<glm::vec3>& scale = leafScales_[planned.joint.value];
            if (scale.empty()) readTrack(sampler, path, where, scale);
            return;
        }
        JointTracks& tracks = tracks_[planned.joint.value];
        if (channel.target_path == "translation") {
            readTrack(sampler, path, where, tracks.translation);
        } else if (channel.target_path == "rotation") {
            readTrack(sampler, path, where, tracks.rotation);
            normalise(tracks.rotation, path);
        } else if (channel.target_path == "scale") {
            readTrack(sampler, path, where, tracks.scale);
        } else {
            ignore(where, fmt::format("path {}", quote(channel.target_path)));
        }
    }

    /// Reads KHR_animation_pointer channels from the JSON, because tinygltf does not get them.
    void readPointers(const Value* animation) {
        const ValueList* channels = asList(member(animation, "channels"));
        if (channels == nullptr) return;
        for (std::size_t c = 0; c < channels->size(); ++c) {
            const Value& channel = (*channels)[c];
            if (member(member(&channel, "target"), "node") != nullptr) continue;
            const std::string where = fmt::format("{}.channels[{}]", where_, c);
            const std::string_view pointer = pointerOf(channel);
            if (const auto material = materialOfOffset(pointer)) {
                readOffset(channel, *material, where);
                continue;
            }
            // The record of the clip holds the same visibility.
            const bool isVisibility = pointer.ends_with("/extensions/KHR_node_visibility/visible");
            if (!isOurs_ || !isVisibility) ignore(where, "targets no node");
        }
    }

    void readOffset(const Value& channel, std::size_t material, const std::string& where) {
        const std::vector<Material>& materials = reading_.scene.materials;
        if (material >= materials.size() || !materials[material].baseColorTexture)
            return ignore(where, fmt::format("materials[{}] has no base colour texture", material));
        const std::int64_t number = asInteger(member(&channel, "sampler")).value_or(-1);
        const bool fits = number >= 0 && static_cast<std::size_t>(number) < source_.samplers.size();
        if (!fits) fail("{}.sampler is {}, expected below {}", where, number, source_.samplers.size());
        readTrack(source_.samplers[static_cast<std::size_t>(number)],
                  fmt::format("{}.samplers[{}]", where_, number), where,
                  offsets_[static_cast<std::uint32_t>(material)]);
    }

    template <class Type>
    void readTrack(const tinygltf::AnimationSampler& sampler, const std::string& path,
                   const std::string& where, Track<Type>& track) {
        if (!track.empty()) return ignore(where, "another channel moves the same");
        Track<Type> read;
        read.interpolation = interpolationOf(sampler.interpolation, path);
        read.times = readTimes(sampler.input, path + ".input");
        constexpr auto kComponents = static_cast<std::size_t>(Type::length());
        const std::vector<float> numbers =
            reading_.accessors.floats(sampler.output, kComponents, path + ".output");
        requireFinite(numbers, sampler.output, kComponents);
        const std::size_t perKey = read.interpolation == Interpolation::CubicSpline ? 3 : 1;
        const std::size_t count = numbers.size() / kComponents;
        if (count != read.times.size() * perKey) {
            fail("{}.output is accessor {}, which has {} elements for {} times, expected {}", path,
                 sampler.output, count, read.times.size(), read.times.size() * perKey);
        }
        read.values.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            read.values.push_back(valueAt<Type>(numbers.data() + i * kComponents));
        track = std::move(read);
    }

    template <class Type>
    static Type valueAt(const float* numbers) {
        if constexpr (std::is_same_v<Type, glm::quat>) {
            return {numbers[3], numbers[0], numbers[1], numbers[2]};
        } else if constexpr (std::is_same_v<Type, glm::vec2>) {
            return {numbers[0], numbers[1]};
        } else {
            return {numbers[0], numbers[1], numbers[2]};
        }
    }

    std::vector<float> readTimes(int accessor, const std::string& path) {
        std::vector<float> times = reading_.accessors.floats(accessor, 1, path);
        if (times.empty()) fail("{} is accessor {}, which is empty", path, accessor);
        requireFinite(times, accessor, 1);
        if (times.front() < 0)
            fail("accessors[{}], element 0 is {}: times are 0 or more", accessor, times.front());
        const auto bad =
            std::ranges::adjacent_find(times, [](float left, float right) { return !(left < right); });
        if (bad != times.end()) {
            fail("accessors[{}], element {} is {}, expected a time above the {} before it", accessor,
                 bad - times.begin() + 1, *(bad + 1), *bad);
        }
        return times;
    }

    void normalise(Track<glm::quat>& track, const std::string& path) {
        constexpr double kTolerance = 0.9 * static_cast<double>(kRotationKeyTolerance);
        // Splines have three values per key: in-tangent, rotation, out-tangent.
        const bool isSpline = track.interpolation == Interpolation::CubicSpline;
        std::size_t repaired = 0;
        for (std::size_t i = isSpline ? 1 : 0; i < track.values.size(); i += isSpline ? 3 : 1) {
            glm::quat& key = track.values[i];
            const double length = glm::length(glm::dquat(key));
            if (std::abs(length - 1.0) <= kTolerance) continue;
            key = length < 1e-12 ? glm::quat(1, 0, 0, 0) : glm::quat(glm::dquat(key) / length);
            ++repaired;
        }
        if (repaired > 0) {
            reading_.diagnostics.add(kRotationRepaired, path + ".output",
                                     fmt::format("{} of {} keys", repaired, track.times.size()));
        }
    }

    void readDuration() {
        float last = 0.0F;
        const auto extend = [&](const auto& track) {
            if (!track.empty()) last = std::max(last, track.times.back());
        };
        for (const auto& [joint, tracks] : tracks_) {
            extend(tracks.translation);
            extend(tracks.rotation);
            extend(tracks.scale);
        }
        for (const auto& [joint, scale] : leafScales_)
            extend(scale);
        for (const auto& [material, offset] : offsets_)
            extend(offset);
        const auto said = static_cast<float>(record_.takeNumber("duration").value_or(0.0));
        clip_.duration = std::isfinite(said) ? std::max(said, last) : last;
        const auto rate = static_cast<float>(record_.takeNumber("frame_rate").value_or(0.0));
        if (rate > 0 && std::isfinite(rate)) clip_.sourceFrameRate = rate;
        clip_.sourceFrameCount = record_.takeCount("frame_count").value_or(0);
    }

    void unreadable(std::string_view what, std::string details) {
        reading_.diagnostics.add(kRecordUnreadable, fmt::format("{}.extras.rigkiln.{}", where_, toUtf8(what)),
                                 std::move(details));
    }

    /// Finds the joint that a record refers to by its node's name.
    std::optional<std::uint32_t> jointNamed(const std::map<std::string_view, std::uint32_t>& jointsByName,
                                            std::string_view list, std::string_view name) {
        const auto found = jointsByName.find(name);
        if (found != jointsByName.end()) return found->second;
        unreadable(list, fmt::format("no joint is called {}", quote(name)));
        return std::nullopt;
    }

    void readVisibility(const std::map<std::string_view, std::uint32_t>& jointsByName) {
        const auto said = record_.takeObject("visibility");
        if (!said) return;
        for (const auto& [name, keys] : said->entries()) {
            const auto joint = jointNamed(jointsByName, "visibility", name);
            if (!joint) continue;
            auto track = visibilityFrom(keys, clip_.duration);
            if (track) {
                tracks_[*joint].visibility = std::move(*track);
            } else {
                unreadable("visibility." + name, "expected pairs of a time and 0 or 1, times ascending");
            }
        }
    }

    /// Takes the visibility of meshes from the scale channels where these differ from the record: somebody
    /// may have edited them.
    void takeLeafScales() {
        for (const auto& [joint, scale] : leafScales_) {
            const auto shown = static_cast<std::uint8_t>(reading_.scene.joints[joint].visible);
            Track<std::uint8_t> track = visibilityOfScale(scale);
            Track<std::uint8_t>& said = tracks_[joint].visibility;
            if (!showsTheSame(track, said, shown) && !isSampleOf(scale, said, shown)) said = std::move(track);
        }
    }

    void readOffsets() {
        const auto said = record_.takeObject("texture_offsets");
        if (!said) return;
        for (const auto& [name, value] : said->entries()) {
            const auto& materials = reading_.file.model.materials;
            const auto named = std::ranges::find(materials, name, &tinygltf::Material::name);
            const auto index = static_cast<std::uint32_t>(named - materials.begin());
            auto track = offsetsFrom(value, clip_.duration);
            if (named == materials.end() || !track) {
                unreadable("texture_offsets." + name, "expected a material of that name, times and offsets");
            } else if (offsets_[index].empty() && reading_.scene.materials[index].baseColorTexture) {
                offsets_[index] = std::move(*track);
            }
        }
    }

    void readJointExtras(const std::map<std::string_view, std::uint32_t>& jointsByName) {
        const auto said = record_.takeObject("joints");
        if (!said) return;
        for (const auto& [name, value] : said->entries()) {
            const auto joint = jointNamed(jointsByName, "joints", name);
            const Properties* extras = asObject(&value);
            if (!joint) continue;
            if (extras == nullptr) {
                unreadable("joints." + name, "expected an object");
            } else {
                tracks_[*joint].extras = *extras;
            }
        }
    }

    void readEvents() {
        const auto said = record_.takeList("events");
        if (!said) return;
        for (const Value& value : *said) {
            const Properties* members = asObject(&value);
            Record record(members == nullptr ? Properties() : *members);
            const auto time = static_cast<float>(record.takeNumber("time").value_or(-1.0));
            const float earliest = clip_.events.empty() ? 0.0F : clip_.events.back().time;
            if (!(time >= earliest) || !std::isfinite(time)) {
                unreadable("events", fmt::format("an event at {} s, expected {} or more", time, earliest));
                continue;
            }
            ClipEvent event{
                .time = time, .name = record.takeText("name").value_or(std::string()), .extras = {}};
            if (members != nullptr && isDerivedFrame(members->find("frame"), time))
                (void)record.takeNumber("frame");
            event.extras = record.rest();
            clip_.events.push_back(std::move(event));
        }
    }

    /// Whether an event's frame was computed from its time: the exporter adds it when the source has none.
    bool isDerivedFrame(const Value* frame, float time) const {
        const auto number = asInteger(frame);
        if (!number || !clip_.sourceFrameRate) return false;
        const double exact = static_cast<double>(time) * static_cast<double>(*clip_.sourceFrameRate);
        return std::abs(exact - static_cast<double>(*number)) <= 0.5;
    }

    Reading& reading_;
    const tinygltf::Animation& source_;
    Record record_;
    bool isOurs_;
    std::size_t index_;
    std::string where_;
    Clip clip_;
    std::map<std::uint32_t, JointTracks> tracks_;
    std::map<std::uint32_t, Track<glm::vec3>> leafScales_;  ///< of mesh nodes, by the joint they hang on
    std::map<std::uint32_t, Track<glm::vec2>> offsets_;     ///< by material
};

}  // namespace

void readClips(Reading& reading) {
    std::map<std::string_view, std::uint32_t> jointsByName;
    for (const std::size_t node : reading.plan.jointNodes)
        jointsByName.try_emplace(reading.file.model.nodes[node].name, reading.plan.nodes[node].joint.value);
    for (std::size_t i = 0; i < reading.file.model.animations.size(); ++i) {
        try {
            reading.scene.clips.push_back(ClipReader(reading, i).read(jointsByName));
            reading.animationOfClip.push_back(i);
        } catch (const GltfError& error) {
            reading.diagnostics.add(
                kClipLeftOut,
                fmt::format("animations[{}] {}", i, quote(reading.file.model.animations[i].name)),
                error.what());
        }
    }
}

}  // namespace rigkiln::gltf
