#include "tools/optimize/edit_channels.hpp"

#include <map>
#include <string>
#include <vector>

#include "pipeline/reading/reduction_mark.hpp"

namespace rigkiln::optimize {
namespace {

std::set<std::size_t> usedSamplers(const Json& animation) {
    std::set<std::size_t> used;
    for (const Json& channel : elementsOf(animation, "channels")) {
        if (const auto sampler = indexIn(channel, "sampler")) used.insert(*sampler);
    }
    return used;
}

/// Returns the old sampler with new keys; its other members stay.
Json samplerOf(Json sampler, const gltf_export::Sampler& keys, std::size_t firstAccessor) {
    sampler["input"] = firstAccessor + keys.input;
    sampler.erase("interpolation");
    if (keys.interpolation == Interpolation::Step) sampler["interpolation"] = "STEP";
    if (keys.interpolation == Interpolation::CubicSpline) sampler["interpolation"] = "CUBICSPLINE";
    sampler["output"] = firstAccessor + keys.output;
    return sampler;
}

/// Removes samplers that were used before and are not now; the others are renumbered.
void dropSamplers(const std::set<std::size_t>& before, Json& animation, std::set<std::size_t>& dropped) {
    const std::set<std::size_t> after = usedSamplers(animation);
    Json::array_t kept;
    std::map<std::size_t, std::size_t> numbers;
    auto& samplers = animation["samplers"].get_ref<Json::array_t&>();
    for (std::size_t number = 0; number < samplers.size(); ++number) {
        if (before.contains(number) && !after.contains(number)) {
            for (const char* name : {"input", "output"}) {
                if (const auto accessor = indexIn(samplers[number], name)) dropped.insert(*accessor);
            }
            continue;
        }
        numbers[number] = kept.size();
        kept.push_back(std::move(samplers[number]));
    }
    samplers = std::move(kept);
    for (Json& channel : elementsOf(animation, "channels")) {
        const auto sampler = indexIn(channel, "sampler");
        if (sampler && numbers.contains(*sampler)) channel["sampler"] = numbers[*sampler];
    }
}

/// Sets the mark in our own record, if the animation has one (docs/extras.md), else in its extras.
void setMarkIn(const Value& mark, Json& animation) {
    if (mark == Value()) return;
    const Json value = Json::parse(toJson(mark));
    Json& extras = animation["extras"];
    // Extras may be any JSON; only objects have room for a mark.
    if (!extras.is_null() && !extras.is_object()) return;
    Json* own = memberOf(extras, "rigkiln");
    if (own != nullptr && own->is_object())
        (*own)[std::string(kMarkName)] = value;
    else
        extras[std::string(kForeignMarkName)] = value;
}

}  // namespace

void editChannels(const AnimationEdit& edit, std::size_t firstAccessor, Json& animation,
                  std::set<std::size_t>& dropped) {
    const std::set<std::size_t> before = usedSamplers(animation);
    auto& channels = animation["channels"].get_ref<Json::array_t&>();
    auto& samplers = animation["samplers"].get_ref<Json::array_t&>();
    std::map<std::string, std::size_t> added;  ///< sampler numbers by JSON text
    std::set<std::size_t> going;
    for (const ChannelEdit& change : edit.channels) {
        if (!change.sampler) {
            going.insert(change.channel);
            continue;
        }
        Json& channel = channels[change.channel];
        Json sampler = samplerOf(samplers[*indexIn(channel, "sampler")], *change.sampler, firstAccessor);
        const auto [known, isNew] = added.try_emplace(sampler.dump(), samplers.size());
        if (isNew) samplers.push_back(std::move(sampler));
        channel["sampler"] = known->second;
    }
    Json::array_t kept;
    for (std::size_t number = 0; number < channels.size(); ++number) {
        if (!going.contains(number)) kept.push_back(std::move(channels[number]));
    }
    channels = std::move(kept);
    dropSamplers(before, animation, dropped);
    setMarkIn(edit.mark, animation);
}

}  // namespace rigkiln::optimize
