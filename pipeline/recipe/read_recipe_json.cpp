#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/hex_text.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/recipe/json_tree.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "pipeline/recipe/recipe_members.hpp"

namespace rigkiln {
namespace {

// Laws that hold for a value as a whole. Return why it breaks one; nothing when it keeps them.

template <class Value>
std::string lawProblem(const Value& /*value*/) {
    return {};
}

std::string lawProblem(const Part& part) {
    if (part.model || part.clips.size() == 1) return {};
    return fmt::format("has no model and {} clips, expected a model or exactly one clip", part.clips.size());
}

std::string lawProblem(const ExportSettings& exporting) {
    if (isClipFilePattern(exporting.clipFiles)) return {};
    return fmt::format("has the clip_files {}, expected {} once", quote(exporting.clipFiles),
                       kClipPlaceholder);
}

std::string lawProblem(const std::vector<Part>& parts) {
    return parts.empty() ? "is an empty list, expected at least one part" : "";
}

/// Returns a value for messages; null stands for a missing member.
std::string shown(const JsonTree* tree) {
    if (tree == nullptr) return "missing";
    if (tree->is_object()) return "an object";
    if (tree->is_array()) return fmt::format("a list of {}", tree->size());
    if (const auto* text = tree->get_ptr<const std::string*>()) return quote(*text);
    return tree->dump();
}

/// Reads one value of a tree. Throws JsonError.
class ValueReader {
public:
    /// `tree` is null for a missing member.
    ValueReader(const JsonTree* tree, JsonPath& path) : tree_(tree), path_(path) {}

    template <class Value>
    void member(std::string_view name, Value& value) {
        const auto scope = path_.enter(name);
        findMember(name).read(value);
    }

    /// Reads the members of a value that stand beside those of its owner.
    template <class Value>
    void include(SharedValue<Value>& shared) {
        Value value;
        describe(*this, value);
        shared = std::move(value);
    }

    template <class... Allowed, class Steps>
    void steps(Steps& steps) {
        const auto scope = path_.enter("steps");
        std::vector<Step> list;
        findMember("steps").readList(
            list, [](ValueReader element, Step& step) { element.readStep<Allowed...>(step); });
        steps = std::move(list);
    }

    void version(std::string_view name, int version) {
        const auto scope = path_.enter(name);
        const ValueReader member = findMember(name);
        if (member.tree_ == nullptr || *member.tree_ != JsonTree(version) ||
            !member.tree_->is_number_integer())
            member.failExpecting(std::to_string(version));
    }

    template <class Record>
    void read(Record& record) {
        checkIsObject();
        describe(*this, record);
        checkAllKnown();
        checkLaw(record);
    }

private:
    void read(bool& flag) {
        const auto* value = pointerTo<bool>();
        if (value == nullptr) failExpecting("true or false");
        flag = *value;
    }

    template <std::integral Number>
    void read(Number& number) {
        const auto* large = pointerTo<std::uint64_t>();
        // Also finds unsigned integers, and takes large ones as negative.
        const auto* small = pointerTo<std::int64_t>();
        const bool fits = large != nullptr ? std::in_range<Number>(*large)
                                           : small != nullptr && std::in_range<Number>(*small);
        if (!fits)
            failExpecting(fmt::format("an integer from {} to {}", std::numeric_limits<Number>::min(),
                                      std::numeric_limits<Number>::max()));
        number = large != nullptr ? static_cast<Number>(*large) : static_cast<Number>(*small);
    }

    void read(double& number) {
        const auto* value = pointerTo<double>();
        // An integer would not be canonical, and in an option it is another value.
        if (value == nullptr) failExpecting("a number with a decimal point or an exponent, such as 30.0");
        number = *value;
    }

    void read(std::string& text) {
        if (const auto* value = pointerTo<std::string>()) {
            text = *value;
        } else if (tree_ != nullptr && tree_->is_object()) {
            readBytes(text);
        } else {
            failExpecting("a text");
        }
    }

    void readBytes(std::string& text) {
        {
            const auto scope = path_.enter(kBytesName);
            text = findMember(kBytesName).readHex();
        }
        checkAllKnown();
    }

    [[nodiscard]] std::string readHex() const {
        const auto* hex = pointerTo<std::string>();
        auto bytes = hex == nullptr ? std::nullopt : fromHex(*hex);
        if (!bytes) failExpecting("an even number of digits 0-9 A-F");
        if (isUtf8(*bytes)) failExpecting("bytes that are not UTF-8, since UTF-8 is written as a text");
        return *std::move(bytes);
    }

    void read(ImageEncoding& encoding) {
        const auto* word = pointerTo<std::string>();
        const auto row = word == nullptr ? kEncodingWords.end()
                                         : std::ranges::find(kEncodingWords, *word, &EncodingWord::word);
        if (row == kEncodingWords.end()) {
            std::array<std::string_view, kEncodingWords.size()> words;
            std::ranges::transform(kEncodingWords, words.begin(), &EncodingWord::word);
            failExpecting(fmt::format("'{}'", fmt::join(words, "' or '")));
        }
        encoding = row->encoding;
    }

    template <class Value>
    void read(std::optional<Value>& value) {
        if (tree_ != nullptr && tree_->is_null()) return value.reset();
        read(value.emplace());
    }

    template <class Value>
    void read(std::vector<Value>& values) {
        readList(values, [](ValueReader element, Value& value) { element.read(value); });
        checkLaw(values);
    }

    template <class Value>
    void read(SharedValue<Value>& shared) {
        Value value;
        read(value);
        shared = std::move(value);
    }

    void read(OptionValue& option) {
        if (tree_->is_boolean()) return read(option.emplace<bool>());
        if (tree_->is_number_integer()) return read(option.emplace<std::int64_t>());
        if (tree_->is_number_float()) return read(option.emplace<double>());
        if (tree_->is_array()) return read(option.emplace<std::vector<std::string>>());
        if (tree_->is_null()) failExpecting("true or false, a number, a text or a list of texts");
        read(option.emplace<std::string>());
    }

    void read(OptionValues& options) {
        checkIsObject();
        for (const auto& [name, tree] : members()) {
            const auto scope = path_.enter(name);
            OptionValue value;
            ValueReader(&tree, path_).read(value);
            options.set(name, std::move(value));
        }
    }

    template <class... Allowed>
    void readStep(Step& step) {
        checkIsObject();
        std::string id;
        member("id", id);
        if ((readStepAs<Allowed>(id, step) || ...)) return;
        const std::array<std::string_view, sizeof...(Allowed)> allowed = {stepId(Step(Allowed()))...};
        const auto scope = path_.enter("id");
        findMember("id").failExpecting(fmt::format("'{}'", fmt::join(allowed, "' or '")));
    }

    /// Returns false when the id is that of another step.
    template <class Alternative>
    bool readStepAs(std::string_view id, Step& step) {
        Alternative alternative;
        if (id != stepId(Step(alternative))) return false;
        describe(*this, alternative);
        checkAllKnown();
        step = std::move(alternative);
        return true;
    }

    template <class Value, class Read>
    void readList(std::vector<Value>& values, Read readElement) {
        const auto* elements = pointerTo<JsonTree::array_t>();
        if (elements == nullptr) failExpecting("a list");
        values.reserve(elements->size());
        for (const JsonTree& element : *elements) {
            const auto scope = path_.enter(values.size());
            readElement(ValueReader(&element, path_), values.emplace_back());
        }
    }

    template <class Value>
    [[nodiscard]] const Value* pointerTo() const {
        return tree_ == nullptr ? nullptr : tree_->get_ptr<const Value*>();
    }

    /// Precondition: the value is an object.
    [[nodiscard]] const JsonTree::object_t& members() const {
        return tree_->get_ref<const JsonTree::object_t&>();
    }

    /// Precondition: the value is an object.
    ValueReader findMember(std::string_view name) {
        known_.push_back(name);
        const auto found =
            std::ranges::find(members(), name, [](const auto& one) { return std::string_view(one.first); });
        return {found == members().end() ? nullptr : &found->second, path_};
    }

    void checkIsObject() const {
        if (tree_ == nullptr || !tree_->is_object()) failExpecting("an object");
    }

    void checkAllKnown() {
        for (const auto& [name, tree] : members()) {
            if (std::ranges::find(known_, name) != known_.end()) continue;
            const auto scope = path_.enter(name);
            fail(fmt::format("is unknown, expected one of {}", fmt::join(known_, ", ")));
        }
    }

    template <class Value>
    void checkLaw(const Value& value) const {
        std::string problem = lawProblem(value);
        if (!problem.empty()) fail(std::move(problem));
    }

    [[noreturn]] void failExpecting(std::string_view expected) const {
        fail(fmt::format("is {}, expected {}", shown(tree_), expected));
    }

    [[noreturn]] void fail(std::string problem) const { throw JsonError(path_, std::move(problem)); }

    const JsonTree* tree_;
    JsonPath& path_;
    std::vector<std::string_view> known_;  ///< names of the members that were looked for
};

}  // namespace

Result<Recipe> recipeFromJson(std::string_view json) {
    Recipe recipe;
    const Status status = runGuarded([&]() -> Status {
        try {
            const JsonTree tree = parseJsonTree(json);
            JsonPath path;
            ValueReader(&tree, path).read(recipe);
            return Done{};
        } catch (const JsonError& error) {
            return error.reason();
        }
    });
    if (!status) return status.error();
    return recipe;
}

}  // namespace rigkiln
