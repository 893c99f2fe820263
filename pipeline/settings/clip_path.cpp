#include "pipeline/settings/clip_path.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigkiln {
namespace {

/// Characters between the names of a model and a clip, which the model's file does not keep.
constexpr std::string_view kSeparators = "@_-.+~# ";

constexpr std::string_view kNamePlaceholder = "{name}";

}  // namespace

std::optional<ClipPath> splitClipPath(std::string_view path) {
    const std::size_t begin = path.rfind('/') + 1;  // 0 without a slash
    const std::string_view folder = path.substr(0, begin);
    const std::string_view file = path.substr(begin);
    const std::size_t clip = file.find(kClipPlaceholder);
    if (clip == std::string_view::npos) return ClipPath{.main = std::string(path)};
    const std::size_t end = clip + kClipPlaceholder.size();
    const std::size_t dot = std::max(std::min(file.rfind('.'), file.size()), end);
    const std::string_view before = file.substr(0, clip);
    const std::string_view after = file.substr(end, dot - end);
    if (!before.empty() && !after.empty()) return std::nullopt;
    const std::size_t kept = before.find_last_not_of(kSeparators) + 1;  // 0 without such a character
    const std::size_t skipped = std::min(after.find_first_not_of(kSeparators), after.size());
    const std::string_view main = before.empty() ? after.substr(skipped) : before.substr(0, kept);
    const std::string_view placeholder = main.empty() ? std::string_view() : kMainPlaceholder;
    return ClipPath{
        .main = fmt::format("{}{}{}", folder, main.empty() ? kNamePlaceholder : main, file.substr(dot)),
        .clipFiles = before.empty()
                         ? fmt::format("{}{}{}", kClipPlaceholder, after.substr(0, skipped), placeholder)
                         : fmt::format("{}{}{}", placeholder, before.substr(kept), kClipPlaceholder)};
}

std::optional<std::string> problemOfClipPath(std::string_view path, const ExporterModule& exporter,
                                             const OptionValues& options) {
    const std::size_t clip = path.find(kClipPlaceholder);
    if (clip == std::string_view::npos) return std::nullopt;
    const bool isBeside = exporter.writesClipsBeside(options);
    if (!exporter.isPerClip && !isBeside) {
        const OptionNeed& need = exporter.clipsBesideMain;
        const std::string advice = need.option.empty()
                                       ? ""
                                       : fmt::format("; {}: {} gives clips files of their own", need.option,
                                                     fmt::join(need.values, " or "));
        return fmt::format("path has {}, and {} writes all clips into one file{}", kClipPlaceholder,
                           exporter.id, advice);
    }
    if (path.find('/', clip) != std::string_view::npos) {
        return fmt::format("path has {} in the name of a folder, only that of the file may have it",
                           kClipPlaceholder);
    }
    if (path.find(kClipPlaceholder, clip + 1) != std::string_view::npos)
        return fmt::format("path has {} twice", kClipPlaceholder);
    if (!isBeside || splitClipPath(path)) return std::nullopt;
    return fmt::format(
        "path has {} between other parts of the file's name; the file of the model has the name "
        "without it, so it must be the beginning or the end",
        kClipPlaceholder);
}

}  // namespace rigkiln
