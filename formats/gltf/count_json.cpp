#include "formats/gltf/count_json.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace rigkiln::gltf {
namespace {

constexpr std::size_t kNoList = std::numeric_limits<std::size_t>::max();

/// Whether a character belongs to a number, true, false or null.
bool isOfWord(char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
           (character >= 'A' && character <= 'Z') || character == '-' || character == '+' || character == '.';
}

class Counter {
public:
    Counter(std::string_view text, std::span<const std::string_view> lists)
        : text_(text), lists_(lists), counts_{.elements = std::vector<std::size_t>(lists.size())} {}

    JsonCounts count() && {
        while (position_ < text_.size())
            step();
        return std::move(counts_);
    }

private:
    void step() {
        const char character = text_[position_];
        if (isOfWord(character)) {
            addValue();
            while (position_ < text_.size() && isOfWord(text_[position_]))
                ++position_;
            return;
        }
        if (character == '"') return addText();
        ++position_;
        if (character == '{' || character == '[') {
            addValue();
            if (depth_ == 1 && character == '[') enterList();
            ++depth_;
        } else if (character == '}' || character == ']') {
            depth_ -= depth_ > 0 ? 1 : 0;
            if (depth_ == 1) list_ = kNoList;
        }
    }

    void addValue() {
        ++counts_.values;
        // Elements of a list in the object that is the whole text.
        if (depth_ == 2 && list_ != kNoList) ++counts_.elements[list_];
    }

    /// Adds a text, or takes the name of a member.
    void addText() {
        const std::size_t begin = position_ + 1;
        for (++position_; position_ < text_.size() && text_[position_] != '"'; ++position_) {
            if (text_[position_] == '\\') ++position_;
        }
        const std::string_view text = text_.substr(std::min(begin, text_.size()), position_ - begin);
        ++position_;
        while (position_ < text_.size() && isBlank(text_[position_]))
            ++position_;
        if (position_ < text_.size() && text_[position_] == ':') {
            ++position_;
            name_ = text;
        } else {
            addValue();
        }
    }

    static bool isBlank(char character) {
        return character == ' ' || character == '\n' || character == '\r' || character == '\t';
    }

    void enterList() {
        const auto known = std::ranges::find(lists_, name_);
        list_ = known == lists_.end() ? kNoList : static_cast<std::size_t>(known - lists_.begin());
    }

    std::string_view text_;
    std::span<const std::string_view> lists_;
    JsonCounts counts_;
    std::size_t position_ = 0;
    std::size_t depth_ = 0;
    std::string_view name_;       ///< of the member that was begun last
    std::size_t list_ = kNoList;  ///< number of the top-level list around the position
};

}  // namespace

JsonCounts countJson(std::string_view text, std::span<const std::string_view> lists) {
    return Counter(text, lists).count();
}

}  // namespace rigkiln::gltf
