#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/gltf/validate/findings.hpp"
#include "formats/gltf/validate/json_place.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_validation {

/// Whole number of a document. Numbers above 2^53 count as 2^53, so that sums and products of two do not
/// overflow.
using Integer = std::int64_t;
/// Stands for a member that is missing or wrong. Wrong ones have their finding already.
inline constexpr Integer kNone = -1;

using Names = std::span<const std::string_view>;

/// Allowed values of a number. Limits that are exclusive are marked as such.
struct NumberRange {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool excludesLeast = false;
    bool excludesMost = false;
    std::optional<double> orExactly{};  ///< a value that is allowed outside of the range

    [[nodiscard]] bool contains(double value) const {
        if (orExactly && value == *orExactly) return true;
        return !(value < least || value > most || (excludesLeast && value <= least) ||
                 (excludesMost && value >= most));
    }
};

/// Kinds of objects that extensions may stand in.
enum class Owner : std::uint8_t {
    Root,
    Node,
    Texture,
    TextureInfo,
    Material,
    Primitive,
    ChannelTarget,
    Other
};

/// Extension object that is known and allowed at its place.
struct KnownExtension {
    std::string_view name{};
    const Properties* members = nullptr;
};

/// Reads members of JSON objects and reports those that break a rule. Functions return the value, the default
/// when there is none, and kNone, NaN or nothing when it is wrong.
class MemberReader {
public:
    explicit MemberReader(Findings& findings) : findings_(findings) {}

    [[nodiscard]] JsonPlace& place() { return place_; }

    /// Adds a finding about the current place, a member or an element of it.
    void report(const Rule& rule, std::string message);
    void report(const Rule& rule, std::string_view name, std::string message);
    void report(const Rule& rule, std::size_t index, std::string message);
    void reportAt(const Rule& rule, std::string pointer, std::string message) {
        findings_.add(rule, std::move(pointer), std::move(message));
    }

    /// Reports members that are neither in `known` nor "extensions" and "extras".
    void checkNames(const Properties& object, Names known);
    /// Reports extras that are no object. Returns true if there are any.
    bool readExtras(const Properties& object);

    Integer readIndex(const Properties& object, std::string_view name, bool isRequired = true);
    Integer readCount(const Properties& object, std::string_view name, Integer otherwise,
                      std::pair<Integer, Integer> range = {0, std::numeric_limits<Integer>::max()});
    /// Reads a required number.
    Integer requireCount(const Properties& object, std::string_view name, Integer least);
    /// Reads a number that is one of a list. `otherwise` is for a member that may be missing.
    Integer readChoice(const Properties& object, std::string_view name, std::span<const Integer> choices,
                       std::optional<Integer> otherwise);
    bool readFlag(const Properties& object, std::string_view name);
    /// `otherwise`: NaN means that the member may be missing and has no default.
    double readNumber(const Properties& object, std::string_view name, const NumberRange& range,
                      double otherwise = std::numeric_limits<double>::quiet_NaN());
    double requireNumber(const Properties& object, std::string_view name, const NumberRange& range);
    /// Returns null when there is none. A text that is none of the choices is reported and returned.
    const std::string* readText(const Properties& object, std::string_view name, bool isRequired = false,
                                Names choices = {});
    void readName(const Properties& object) { (void)readText(object, "name"); }

    /// Returns the object, or null when it is missing or no object.
    const Properties* readObject(const Properties& object, std::string_view name, bool isRequired = false);
    /// Reads a required list of objects. Nothing when one of them is no object, or the list is empty.
    std::optional<std::vector<const Properties*>> readObjects(const Properties& object,
                                                              std::string_view name);
    /// Reads a list of distinct indices; wrong ones are kNone.
    std::optional<std::vector<Integer>> readIndices(const Properties& object, std::string_view name,
                                                    bool isRequired = false);
    std::optional<std::vector<double>> readNumbers(const Properties& object, std::string_view name,
                                                   std::optional<std::size_t> length = std::nullopt,
                                                   const NumberRange& range = {});
    /// Reads a list of distinct texts.
    std::vector<std::string_view> readTexts(const Properties& object, std::string_view name);

    /// Lists the extensions of the document. Precondition: before any readExtensions.
    void setExtensions(std::vector<std::string_view> used, std::vector<std::string_view> known);
    struct Extensions {
        std::size_t count = 0;  ///< of those that count as content: known ones, and unknown ones
        bool hasUnknown = false;
        std::vector<KnownExtension> known{};
    };
    /// Reads the member "extensions" of an object and reports those that are not declared or not allowed
    /// there. The caller reads the contents of the known ones, each at the place "extensions" / its name.
    Extensions readExtensions(const Properties& object, Owner owner);
    [[nodiscard]] bool knows(std::string_view extension) const { return known_.contains(extension); }

private:
    /// Returns the value of a member; reports null as a wrong type and returns no pointer.
    const Value* find(const Properties& object, std::string_view name, std::string_view type);
    void reportMissing(std::string_view name);
    /// Returns a list that has elements; null, and reports why, when there is none.
    const ValueList* readList(const Properties& object, std::string_view name, bool isRequired);
    void reportType(std::string_view name, const Value& value, std::string_view type);

    Findings& findings_;
    JsonPlace place_;
    std::set<std::string_view> used_;
    std::set<std::string_view> known_;
};

/// Returns the number if it is whole, such as 3 and 3.0.
[[nodiscard]] std::optional<Integer> wholeNumber(const Value& value);

}  // namespace rigkiln::gltf_validation
