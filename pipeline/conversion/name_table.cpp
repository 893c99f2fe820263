#include "pipeline/conversion/name_table.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr char kStar = '*';

std::vector<std::string> splitAtStars(std::string_view pattern) {
    std::vector<std::string> pieces;
    for (std::size_t star = pattern.find(kStar); star != std::string_view::npos; star = pattern.find(kStar)) {
        pieces.emplace_back(pattern.substr(0, star));
        pattern.remove_prefix(star + 1);
    }
    pieces.emplace_back(pattern);
    return pieces;
}

/// Returns what each `*` between the pieces matches, or nothing when the text does not match. Looks for each
/// piece once: when a later piece is not found, a longer match of an earlier `*` does not help.
std::optional<std::vector<std::string_view>> matchPieces(std::span<const std::string> pieces,
                                                         std::string_view text) {
    const std::string& first = pieces.front();
    const std::string& last = pieces.back();
    if (text.size() < first.size() + last.size() || !text.starts_with(first) || !text.ends_with(last))
        return std::nullopt;
    text = text.substr(first.size(), text.size() - first.size() - last.size());
    std::vector<std::string_view> stars;
    for (const std::string& piece : pieces.subspan(1, pieces.size() - 2)) {
        const std::size_t found = text.find(piece);
        if (found == std::string_view::npos) return std::nullopt;
        stars.push_back(text.substr(0, found));
        text.remove_prefix(found + piece.size());
    }
    stars.push_back(text);
    return stars;
}

std::string replaceStars(std::string_view name, std::span<const std::string_view> stars) {
    std::string filled;
    for (const char character : name) {
        if (character != kStar) {
            filled += character;
            continue;
        }
        filled += stars.front();
        stars = stars.subspan(1);
    }
    return filled;
}

std::optional<std::string> problemOfText(std::string_view what, std::string_view text) {
    if (text.empty()) return fmt::format("the {} is empty, a text is expected", what);
    if (text.size() <= NameTable::kMaximumLength) return std::nullopt;
    return fmt::format("the {} has {} bytes, at most {} are allowed", what, text.size(),
                       NameTable::kMaximumLength);
}

}  // namespace

std::optional<std::string> NameTable::add(std::string_view pattern, std::string_view name) {
    if (auto problem = problemOfText("name or pattern to match", pattern)) return problem;
    if (auto problem = problemOfText("new name", name)) return problem;
    const auto stars = std::ranges::count(pattern, kStar);
    const auto filled = std::ranges::count(name, kStar);
    if (filled > stars) {
        return fmt::format("the new name {} has {} *, at most the {} of the pattern are expected",
                           quote(name), filled, stars);
    }
    const std::size_t rule = patterns_.size();
    if (stars == 0) {
        exact_.try_emplace(std::string(pattern), Found{.name = std::string(name), .rule = rule});
    } else if (rules_.size() == kMaximumPatterns) {
        return fmt::format(
            "is one pattern too many, at most {} entries with a * are allowed; exact names "
            "have no limit of their own",
            kMaximumPatterns);
    } else {
        rules_.push_back({.pieces = splitAtStars(pattern), .name = std::string(name), .rule = rule});
    }
    patterns_.emplace_back(pattern);
    return std::nullopt;
}

std::optional<NameTable::Found> NameTable::find(std::string_view name) const {
    if (const auto exact = exact_.find(name); exact != exact_.end()) return exact->second;
    for (const PatternRule& rule : rules_) {
        if (const auto stars = matchPieces(rule.pieces, name))
            return Found{.name = replaceStars(rule.name, *stars), .rule = rule.rule};
    }
    return std::nullopt;
}

}  // namespace rigkiln
