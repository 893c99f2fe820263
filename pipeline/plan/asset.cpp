#include "pipeline/plan/asset.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "pipeline/base/file_name.hpp"

namespace rigkiln {

void KeySettings::append(const KeySettings& later) {
    rates.insert(rates.end(), later.rates.begin(), later.rates.end());
    if (later.reduction) reduction = later.reduction;
}

void Asset::moveKeySettingsToFiles(const SourceTables& tables) {
    if (keys == KeySettings()) return;
    const auto add = [&](SourceFile& file) {
        SourceSettings settings = tables.settings[file.settings];
        settings.keys.append(keys);
        file.settings = tables.settings.add(std::move(settings));
    };
    for (AssetPart& part : parts) {
        if (part.model) add(*part.model);
        std::ranges::for_each(part.clips, add);
    }
    keys = {};
}

PathValues Asset::pathValues(const FileTable& files) const {
    const FileTable::Index file = mainSource().file;
    const std::string_view extension = splitName(files.path(file).name).extension;
    PathValues values{.folder = files.folderBelowRoot(file),
                      .name = std::string(files.assetName(file)),
                      .extension = std::string(extension.empty() ? extension : extension.substr(1)),
                      .format = std::string(files.format(file).id)};
    if (group) {
        values.folder = group->folder;
        values.name = group->name;
    }
    return values;
}

void AssetTable::reserve(std::size_t assets) {
    rows_.reserve(assets);
    files_.reserve(assets);
}

void AssetTable::add(const Asset& asset) {
    const std::uint32_t number = rowNumber(rows_.size());
    auto keys = std::ranges::find(keys_, asset.keys);
    if (keys == keys_.end()) keys = keys_.insert(keys, asset.keys);
    rows_.push_back(
        {.firstFile = rowNumber(files_.size()), .keys = static_cast<std::uint32_t>(keys - keys_.begin())});
    for (const AssetPart& part : asset.parts) {
        bool isFirst = true;
        const auto addFile = [&](const SourceFile& source, bool isModel) {
            constexpr std::uint32_t kMostSettings = 1U << 30U;
            if (source.settings >= kMostSettings) throw std::length_error("the plan has too many settings");
            files_.push_back({.file = source.file,
                              .settings = source.settings << 2U | (isModel ? kIsModel : 0U) |
                                          (std::exchange(isFirst, false) ? kStartsPart : 0U)});
        };
        if (part.model) addFile(*part.model, true);
        for (const SourceFile& clip : part.clips)
            addFile(clip, false);
    }
    issues_.add(number, asset.diagnostics);
    if (asset.group) groups_.emplace(number, *asset.group);
    if (asset.problem) problems_.emplace(number, *asset.problem);
}

void AssetTable::changeKeys(const std::function<void(KeySettings&)>& change) {
    std::ranges::for_each(keys_, change);
}

Asset AssetTable::operator[](std::size_t asset) const {
    const auto number = static_cast<std::uint32_t>(asset);
    Asset value{.keys = keys_[rows_[asset].keys], .diagnostics = issues_.of(number)};
    const std::size_t end = asset + 1 == rows_.size() ? files_.size() : rows_[asset + 1].firstFile;
    for (std::size_t i = rows_[asset].firstFile; i < end; ++i) {
        const File& file = files_[i];
        if ((file.settings & kStartsPart) != 0) value.parts.emplace_back();
        const SourceFile source{.file = file.file, .settings = file.settings >> 2U};
        if ((file.settings & kIsModel) != 0) {
            value.parts.back().model = source;
        } else {
            value.parts.back().clips.push_back(source);
        }
    }
    const auto group = groups_.find(number);
    if (group != groups_.end()) value.group = group->second;
    const auto problem = problems_.find(number);
    if (problem != problems_.end()) value.problem = problem->second;
    return value;
}

}  // namespace rigkiln
