#include "tools/optimize/apply_edits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "exporters/gltf/gltf_names.hpp"
#include "pipeline/base/error_codes.hpp"
#include "tools/optimize/byte_cut.hpp"
#include "tools/optimize/edit_channels.hpp"
#include "tools/optimize/references.hpp"

namespace rigkiln::optimize {
namespace {

/// JSON number with the shortest text that reads back as the same float.
Json numberOf(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double number = 0;
    std::from_chars(text.data(), end, number);
    constexpr double kMostWhole = 1e9;
    if (std::abs(number) <= kMostWhole && number == std::floor(number))
        return static_cast<std::int64_t>(number);
    return number;
}

Json accessorOf(const gltf_export::Accessor& accessor, std::size_t view) {
    Json json = {{"bufferView", view}};
    if (accessor.byteOffset != 0) json["byteOffset"] = accessor.byteOffset;
    json["componentType"] = static_cast<int>(accessor.componentType);
    if (accessor.normalized) json["normalized"] = true;
    json["count"] = accessor.count;
    json["type"] = gltf_export::nameOf(accessor.type);
    if (accessor.boundsSize == 0) return json;
    Json minimum = Json::array();
    Json maximum = Json::array();
    for (std::size_t i = 0; i < accessor.boundsSize; ++i) {
        minimum.push_back(numberOf(accessor.minimum.at(i)));
        maximum.push_back(numberOf(accessor.maximum.at(i)));
    }
    json["min"] = std::move(minimum);
    json["max"] = std::move(maximum);
    return json;
}

/// Bytes of an accessor in its view, from its first element to the end of its last one.
ByteRange rangeOf(const Json& accessor, const Json& view) {
    const auto type = gltf_export::elementTypeNamed(accessor.value("type", std::string()));
    const std::size_t begin = indexIn(accessor, "byteOffset").value_or(0);
    const std::size_t end = indexIn(view, "byteLength").value_or(0);
    const std::size_t count = indexIn(accessor, "count").value_or(0);
    // Matrices may have padded columns; their range extends to the end of the view.
    if (!type || *type == gltf_export::ElementType::Mat4 || count == 0) return {begin, std::max(begin, end)};
    const std::size_t component = indexIn(accessor, "componentType").value_or(0);
    const std::size_t width = component <= 5121 ? 1 : component <= 5123 ? 2 : 4;
    const std::size_t element = width * gltf_export::componentCount(*type);
    const std::size_t stride = indexIn(view, "byteStride").value_or(element);
    return {begin, begin + (count - 1) * std::max(stride, element) + element};
}

/// Carries out the edits of one file.
class Surgeon {
public:
    Surgeon(OpenedGltf& file, const FileEdits& edits)
        : file_(file), edits_(edits), unknown_(findUnknownNumbers(file.json)) {}

    Result<ChangedBuffers> operate() {
        firstNew_ = elementsOf(file_.json, "accessors").size();
        std::set<std::size_t> dropped;
        for (const AnimationEdit& edit : edits_.animations)
            editChannels(edit, firstNew_, file_.json["animations"][edit.animation], dropped);
        findFreeAccessors(dropped);
        findFreeViews();
        cutBuffers();
        if (auto problem = placeKeys()) return *problem;
        closeGaps();
        return std::move(changed_);
    }

private:
    std::span<Json> accessors() { return elementsOf(file_.json, "accessors"); }
    std::span<Json> views() { return elementsOf(file_.json, "bufferViews"); }

    void findFreeAccessors(const std::set<std::size_t>& dropped) {
        std::set<std::size_t> used = unknown_.inExtensions;
        forEachAccessorIndex(file_.json, [&](Json& index) { used.insert(*indexIn(index)); });
        for (const std::size_t accessor : dropped) {
            if (accessor < firstNew_ && !used.contains(accessor)) freeAccessors_.insert(accessor);
        }
    }

    /// Finds the views that only free accessors use. Views that others use, too, may lose only parts of their
    /// bytes.
    void findFreeViews() {
        std::set<std::size_t> named;
        for (const std::size_t accessor : freeAccessors_) {
            const Json& json = accessors()[accessor];
            if (const auto view = indexIn(json, "bufferView")) named.insert(*view);
            for (const char* part : {"indices", "values"}) {
                const Json* sparse = memberOf(json, "sparse");
                const Json* holder = sparse == nullptr ? nullptr : memberOf(*sparse, part);
                const auto view = holder == nullptr ? std::nullopt : indexIn(*holder, "bufferView");
                if (view) named.insert(*view);
            }
        }
        for (const std::size_t accessor : freeAccessors_)
            forgotten_.emplace(accessor, std::exchange(accessors()[accessor], Json::object()));
        std::set<std::size_t> used = unknown_.inExtensions;
        whole_ = unknown_.inExtensions;
        forEachViewIndex(file_.json, [&](Json& index, std::optional<std::size_t> accessor) {
            used.insert(*indexIn(index));
            if (!accessor) whole_.insert(*indexIn(index));
        });
        for (const std::size_t view : named) {
            if (view < views().size() && !used.contains(view)) freeViews_.insert(view);
        }
    }

    [[nodiscard]] std::optional<std::size_t> bufferOf(const Json& view) const {
        const auto buffer = indexIn(view, "buffer");
        if (!buffer || *buffer >= file_.buffers.size() || file_.buffers[*buffer].bytes.empty())
            return std::nullopt;
        return buffer;
    }

    /// Converts a range in a view to one in its buffer, clipped to the view.
    static ByteRange inBuffer(const Json& view, ByteRange range) {
        const std::size_t offset = indexIn(view, "byteOffset").value_or(0);
        const std::size_t length = indexIn(view, "byteLength").value_or(0);
        return {offset + std::min(range.begin, length), offset + std::min(range.end, length)};
    }

    static ByteRange wholeOf(const Json& view) {
        return inBuffer(view, {0, indexIn(view, "byteLength").value_or(0)});
    }

    /// Byte ranges of a buffer that only old keys used, and that others use.
    struct Ranges {
        std::vector<ByteRange> leaving{};
        std::vector<ByteRange> staying{};
    };

    std::map<std::size_t, Ranges> findRanges() {
        std::map<std::size_t, Ranges> ranges;
        std::set<std::size_t> shared;  // views used by free accessors and by others
        for (const std::size_t view : freeViews_) {
            if (const auto buffer = bufferOf(views()[view]))
                ranges[*buffer].leaving.push_back(wholeOf(views()[view]));
        }
        for (const auto& [number, accessor] : forgotten_) {
            const auto view = indexIn(accessor, "bufferView");
            if (!view || *view >= views().size() || freeViews_.contains(*view) || whole_.contains(*view))
                continue;
            const auto buffer = bufferOf(views()[*view]);
            if (!buffer) continue;
            ByteRange range = rangeOf(accessor, views()[*view]);
            range.end = (range.end + 3) / 4 * 4;  // includes the padding
            ranges[*buffer].leaving.push_back(inBuffer(views()[*view], range));
            shared.insert(*view);
        }
        for (std::size_t view = 0; view < views().size(); ++view) {
            const auto buffer = bufferOf(views()[view]);
            if (!buffer || freeViews_.contains(view) || shared.contains(view)) continue;
            ranges[*buffer].staying.push_back(wholeOf(views()[view]));
        }
        for (const Json& accessor : accessors()) {
            const auto view = indexIn(accessor, "bufferView");
            if (!view || !shared.contains(*view)) continue;
            ranges[*bufferOf(views()[*view])].staying.push_back(
                inBuffer(views()[*view], rangeOf(accessor, views()[*view])));
        }
        return ranges;
    }

    void cutBuffers() {
        // An unknown extension has byte offsets, so no byte may move.
        if (unknown_.namesByteOffset) return;
        for (auto& [buffer, ranges] : findRanges()) {
            const ByteCut cut(std::move(ranges.leaving), std::move(ranges.staying));
            if (cut.empty()) continue;
            moveViews(buffer, cut);
            changed_[buffer] = cut.applied(file_.buffers[buffer].bytes);
        }
    }

    static void setOffset(Json& object, std::size_t offset) {
        if (offset != 0 || object.contains("byteOffset")) object["byteOffset"] = offset;
    }

    void moveViews(std::size_t buffer, const ByteCut& cut) {
        std::vector<std::optional<std::size_t>> begins(views().size());  // offset of each view before the cut
        for (std::size_t number = 0; number < views().size(); ++number) {
            Json& view = views()[number];
            if (freeViews_.contains(number) || bufferOf(view) != buffer) continue;
            const ByteRange range = wholeOf(view);
            begins[number] = range.begin;
            setOffset(view, cut.moved(range.begin));
            view["byteLength"] = cut.moved(range.end) - cut.moved(range.begin);
        }
        for (Json& accessor : accessors()) {
            const auto view = indexIn(accessor, "bufferView");
            if (!view || *view >= begins.size() || !begins[*view]) continue;
            const std::size_t begin = *begins[*view];
            const std::size_t offset = indexIn(accessor, "byteOffset").value_or(0);
            setOffset(accessor, cut.moved(begin + offset) - cut.moved(begin));
        }
    }

    /// Buffer for the new keys: one that held old keys, else the first with bytes.
    [[nodiscard]] std::optional<std::size_t> targetBuffer() {
        if (!changed_.empty()) return changed_.begin()->first;
        for (std::size_t buffer = 0; buffer < file_.buffers.size(); ++buffer) {
            if (!file_.buffers[buffer].bytes.empty()) return buffer;
        }
        return std::nullopt;
    }

    std::optional<Error> placeKeys() {
        std::optional<std::size_t> buffer = targetBuffer();
        if (!buffer && !elementsOf(file_.json, "buffers").empty()) {
            return kDamaged.at("buffers",
                               "none has bytes that can be read, expected one that keys can stand in");
        }
        if (!buffer) {
            file_.json["buffers"] = Json::array({Json::object()});
            file_.buffers.emplace_back();
            buffer = 0;
        }
        std::vector<std::byte> bytes;
        if (changed_.contains(*buffer))
            bytes.assign(changed_[*buffer].begin(), changed_[*buffer].end());
        else
            bytes.assign(file_.buffers[*buffer].bytes.begin(), file_.buffers[*buffer].bytes.end());
        bytes.resize((bytes.size() + 3) / 4 * 4);
        Json view = {{"buffer", *buffer}};
        if (!bytes.empty()) view["byteOffset"] = bytes.size();
        view["byteLength"] = edits_.view.size();
        bytes.insert(bytes.end(), edits_.view.begin(), edits_.view.end());
        changed_[*buffer] = std::move(bytes);
        const std::size_t number = place(std::move(view), "bufferViews", freeViews_);
        for (const auto& [changed, content] : changed_)
            file_.json["buffers"][changed]["byteLength"] = content.size();
        placeAccessors(number);
        return std::nullopt;
    }

    /// Puts an element into the first free place, or appends it. Returns its number.
    std::size_t place(Json element, const char* list, std::set<std::size_t>& free) {
        Json& elements = file_.json[list];
        if (free.empty()) {
            elements.push_back(std::move(element));
            return elements.size() - 1;
        }
        const std::size_t number = *free.begin();
        free.erase(free.begin());
        elements[number] = std::move(element);
        return number;
    }

    void placeAccessors(std::size_t view) {
        std::vector<std::size_t> numbers;
        for (const gltf_export::Accessor& accessor : edits_.accessors)
            numbers.push_back(place(accessorOf(accessor, view), "accessors", freeAccessors_));
        for (const AnimationEdit& edit : edits_.animations) {
            for (Json& sampler : elementsOf(file_.json["animations"][edit.animation], "samplers")) {
                for (const char* name : {"input", "output"}) {
                    const auto index = indexIn(sampler, name);
                    if (index && *index >= firstNew_ && *index - firstNew_ < numbers.size())
                        sampler[name] = numbers[*index - firstNew_];
                }
            }
        }
    }

    void closeGaps() {
        closeList("accessors", freeAccessors_,
                  Json{{"componentType", 5121}, {"count", 1}, {"type", "SCALAR"}},
                  [&](const std::function<void(Json&)>& visit) { forEachAccessorIndex(file_.json, visit); });
        const std::size_t buffer = changed_.begin()->first;
        closeList("bufferViews", freeViews_, Json{{"buffer", buffer}, {"byteLength", 1}},
                  [&](const std::function<void(Json&)>& visit) {
                      forEachViewIndex(file_.json, [&](Json& index, std::optional<std::size_t> /*accessor*/) {
                          visit(index);
                      });
                  });
    }

    template <class ForEachIndex>
    void closeList(const char* name, std::set<std::size_t> free, const Json& placeholder,
                   ForEachIndex forEachIndex) {
        auto& list = file_.json[name].get_ref<Json::array_t&>();
        // Free places at the end can be removed without renumbering.
        while (!free.empty() && *free.rbegin() + 1 == list.size()) {
            free.erase(std::prev(free.end()));
            list.pop_back();
        }
        if (free.empty()) return;
        if (unknown_.mayBeIndices()) {
            for (const std::size_t number : free)
                list[number] = placeholder;
            return;
        }
        std::vector<std::size_t> numbers;
        Json::array_t kept;
        for (std::size_t number = 0; number < list.size(); ++number) {
            numbers.push_back(kept.size());
            if (!free.contains(number)) kept.push_back(std::move(list[number]));
        }
        list = std::move(kept);
        forEachIndex([&](Json& index) {
            const std::size_t number = *indexIn(index);
            if (number < numbers.size()) index = numbers[number];
        });
    }

    OpenedGltf& file_;
    const FileEdits& edits_;
    UnknownNumbers unknown_;
    std::size_t firstNew_ = 0;  ///< number of the first new accessor until all have their place
    std::set<std::size_t> freeAccessors_;
    std::map<std::size_t, Json> forgotten_;  ///< JSON of the free accessors
    std::set<std::size_t> freeViews_;
    std::set<std::size_t> whole_;  ///< views whose bytes may all be used
    ChangedBuffers changed_;
};

}  // namespace

Result<ChangedBuffers> applyEdits(OpenedGltf& file, const FileEdits& edits) {
    return Surgeon(file, edits).operate();
}

}  // namespace rigkiln::optimize
