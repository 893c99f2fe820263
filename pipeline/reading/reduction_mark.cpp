#include "pipeline/reading/reduction_mark.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <xxhash.h>

namespace rigkiln {
namespace {

/// Returns one representative of the equal rotations q and -q, and of 0 and -0.
template <class Type>
Type canonical(Type value) {
    if constexpr (std::is_same_v<Type, glm::quat>) {
        for (const float component : {value.w, value.x, value.y, value.z}) {
            if (component == 0) continue;
            if (component < 0) value = -value;
            break;
        }
    }
    for (int i = 0; i < value.length(); ++i) {
        if (value[i] == 0) value[i] = 0.0F;
    }
    return value;
}

/// Collects key numbers in a form that does not depend on the file. Exporters write constants with one or two
/// keys, or omit them when they equal the rest pose, and repeat a last value up to the end of the clip.
class KeyNumbers {
public:
    template <class Type>
    void add(const Track<Type>& track, const Type& rest, float part) {
        if (track.empty()) return;
        std::vector<Type> values;
        for (const Type& value : track.values)
            values.push_back(track.interpolation == Interpolation::CubicSpline ? value : canonical(value));
        std::size_t keys = track.times.size();
        if (track.interpolation != Interpolation::CubicSpline) {
            while (keys > 1 && values[keys - 1] == values[keys - 2])
                --keys;
            values.resize(keys);
            if (keys == 1 && values.front() == canonical(rest)) return;
        }
        numbers_.push_back(part);
        numbers_.push_back(keys == 1 ? 0.0F : static_cast<float>(track.interpolation));
        if (keys > 1) {
            for (std::size_t key = 0; key < keys; ++key)
                numbers_.push_back(track.times[key]);
        }
        for (const Type& value : values) {
            for (int i = 0; i < value.length(); ++i)
                numbers_.push_back(value[i]);
        }
    }

    /// Returns sixteen hexadecimal digits.
    [[nodiscard]] std::string hash() const {
        return fmt::format("{:016x}", XXH3_64bits(numbers_.data(), numbers_.size() * sizeof(float)));
    }

private:
    std::vector<float> numbers_;
};

std::string keysHash(const Scene& scene, const Clip& clip) {
    KeyNumbers numbers;
    for (const JointTracks& tracks : clip.joints) {
        const Transform& rest = scene.joints[tracks.joint.value].rest;
        numbers.add(tracks.translation, rest.translation, 1);
        numbers.add(tracks.rotation, rest.rotation, 2);
        numbers.add(tracks.scale, rest.scale, 3);
    }
    return numbers.hash();
}

std::optional<double> numberOf(const Properties& record, std::string_view name) {
    const Value* value = record.find(name);
    if (value == nullptr) return std::nullopt;
    double number = std::numeric_limits<double>::quiet_NaN();
    if (const auto* whole = std::get_if<std::int64_t>(&value->content()))
        number = static_cast<double>(*whole);
    if (const auto* single = std::get_if<float>(&value->content())) number = static_cast<double>(*single);
    if (const auto* real = std::get_if<double>(&value->content())) number = *real;
    if (!std::isfinite(number) || number < 0) return std::nullopt;
    return number;
}

std::optional<ReductionMark> readMark(const Value& value, const std::string& keys) {
    const auto* record = std::get_if<Properties>(&value.content());
    const Value* said = record == nullptr ? nullptr : record->find("keys");
    const auto* hash = said == nullptr ? nullptr : std::get_if<std::string>(&said->content());
    if (hash == nullptr || *hash != keys) return std::nullopt;
    const auto maxError = numberOf(*record, "max_error");
    const auto shell = numberOf(*record, "shell");
    const auto error = numberOf(*record, "error");
    if (!maxError || !shell || !error) return std::nullopt;
    const Value* shellOnly = record->find("shell_only");
    return ReductionMark{.settings = {.maxError = *maxError,
                                      .shell = *shell,
                                      .characterHeight = numberOf(*record, "character_height"),
                                      .shellOnly = shellOnly != nullptr && *shellOnly == Value(true)},
                         .error = *error};
}

}  // namespace

const Value* writtenMark(const Clip& clip) {
    const Value* foreign = clip.extras.find(kForeignMarkName);
    return foreign != nullptr ? foreign : clip.extras.find(kMarkName);
}

std::optional<ReductionMark> markOf(const Scene& scene, const Clip& clip) {
    const Value* value = writtenMark(clip);
    if (value == nullptr) return std::nullopt;
    return readMark(*value, keysHash(scene, clip));
}

void setMark(const Scene& scene, const ReductionMark& mark, Clip& clip) {
    Properties record;
    record.set("max_error", mark.settings.maxError);
    record.set("shell", mark.settings.shell);
    if (mark.settings.characterHeight) record.set("character_height", *mark.settings.characterHeight);
    if (mark.settings.shellOnly) record.set("shell_only", true);
    record.set("error", mark.error);
    record.set("keys", keysHash(scene, clip));
    const bool isForeign = clip.extras.find(kForeignMarkName) != nullptr;
    clip.extras.set(isForeign ? kForeignMarkName : kMarkName, std::move(record));
}

}  // namespace rigkiln
