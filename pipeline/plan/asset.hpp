#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/plan/issue_table.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/source_file.hpp"

namespace rigkiln {

/// Name and folder of a merged asset, for its output path.
struct MergeGroup {
    std::string name;
    std::string folder;  ///< relative to the root of the scan; may be empty
};

/// A model with any number of clips, or no model and exactly one clip.
struct AssetPart {
    std::optional<SourceFile> model{};
    std::vector<SourceFile> clips{};

    /// Returns the model, or the clip that stands alone.
    [[nodiscard]] const SourceFile& mainSource() const { return model ? *model : clips.front(); }
};

/// A future output while the plan is made; passed from job to job. Law: an asset with several parts has a
/// group.
struct Asset {
    std::vector<AssetPart> parts{};  ///< never empty
    std::optional<MergeGroup> group{};
    KeySettings keys{};  ///< of jobs after its parts were bound or merged
    Diagnostics diagnostics{};
    std::optional<Error> problem{};

    /// Returns the model, or the clip that stands alone; of several parts, that of the first.
    [[nodiscard]] const SourceFile& mainSource() const { return parts.front().mainSource(); }
    /// Returns true for a clip without a model.
    [[nodiscard]] bool isLoneClip() const { return parts.size() == 1 && !parts.front().model; }
    /// Moves the settings for keys from the asset to each of its files. Call it before other assets join this
    /// one.
    void moveKeySettingsToFiles(const SourceTables& tables);
    /// Returns the values of the placeholders of an output path.
    [[nodiscard]] PathValues pathValues(const FileTable& files) const;
};

/// Calls `use` with each file of the asset.
template <class Use>
void forEachFile(const Asset& asset, const Use& use) {
    for (const AssetPart& part : asset.parts) {
        if (part.model) use(*part.model);
        for (const SourceFile& clip : part.clips)
            use(clip);
    }
}

/// Assets in little memory: 8 bytes for each and 8 for each of its files. Assets go in and come out as
/// values.
class AssetTable {
public:
    void add(const Asset& asset);
    void reserve(std::size_t assets);
    /// Replaces the settings for keys of all assets by what `change` makes of them.
    void changeKeys(const std::function<void(KeySettings&)>& change);

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// Precondition: `asset` is less than size().
    [[nodiscard]] Asset operator[](std::size_t asset) const;

private:
    struct Row {
        std::uint32_t firstFile = 0;
        std::uint32_t keys = 0;
    };
    struct File {
        FileTable::Index file = 0;
        std::uint32_t settings = 0;  ///< four times those of the source, and kIsModel and kStartsPart
    };
    static constexpr std::uint32_t kIsModel = 1;
    static constexpr std::uint32_t kStartsPart = 2;

    PagedRows<Row> rows_;
    PagedRows<File> files_;
    std::vector<KeySettings> keys_ = {KeySettings()};
    IssueTable issues_;
    std::map<std::uint32_t, MergeGroup> groups_;
    std::map<std::uint32_t, Error> problems_;
};

}  // namespace rigkiln
