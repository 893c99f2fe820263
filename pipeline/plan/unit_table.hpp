#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_value.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/recipe/recipe.hpp"

namespace rigkiln {

/// Facts about one file of a unit that are not part of its recipe.
struct FileFacts {
    std::string relative{};  ///< path relative to the root of its scan, separated by '/'
    AssetKind kind = AssetKind::Model;
    std::string description{};    ///< "Alamo animation"
    std::uint64_t sizeBytes = 0;  ///< unwrapped, as scanned

    bool operator==(const FileFacts&) const = default;
};

/// One set of output files to make.
struct PlannedUnit {
    Recipe recipe{};
    std::vector<FileFacts> facts{};  ///< of each file of the recipe, in the order of Recipe::files
    std::string job{};               ///< name of its export job, for messages
    std::size_t estimatedBytes = 0;  ///< memory needed during conversion
    Diagnostics diagnostics{};       ///< issues from planning, such as a clip that fits no model
    std::optional<Error> problem{};  ///< set: the unit fails without running
};

/// The units of a plan in little memory: 32 bytes for each unit and 24 for each file besides their
/// names. Folders, settings and descriptions are stored once for all units that share them. Units go in and
/// come out as values.
class UnitTable {
public:
    /// Precondition: the recipe and the facts keep their laws.
    /// Throws std::length_error when there are more than 4 GiB of names or 2^32 - 1 files.
    void add(const PlannedUnit& unit);

    [[nodiscard]] std::size_t size() const { return units_.size(); }
    [[nodiscard]] bool empty() const { return units_.empty(); }

    /// Preconditions of the following: `unit` is less than size().
    [[nodiscard]] PlannedUnit operator[](std::size_t unit) const;
    [[nodiscard]] PlannedUnit front() const { return (*this)[0]; }
    [[nodiscard]] Recipe recipe(std::size_t unit) const;
    [[nodiscard]] std::vector<FileFacts> facts(std::size_t unit) const;
    [[nodiscard]] std::string output(std::size_t unit) const;
    [[nodiscard]] const ExportSettings& exporting(std::size_t unit) const;
    [[nodiscard]] const std::string& job(std::size_t unit) const;
    [[nodiscard]] std::size_t estimatedBytes(std::size_t unit) const { return units_[unit].estimatedBytes; }
    [[nodiscard]] std::size_t sourceBytes(std::size_t unit) const;  ///< total size of all files, as scanned
    [[nodiscard]] Diagnostics diagnostics(std::size_t unit) const;
    [[nodiscard]] const Error* problem(std::size_t unit) const;  ///< null when there is none

    /// A path in two pieces. Valid until the table changes.
    struct SplitPath {
        std::string_view folder;  ///< without trailing slash, except for "/"
        std::string_view name;

        [[nodiscard]] std::string text() const;
        bool operator==(const SplitPath&) const = default;
    };
    [[nodiscard]] SplitPath splitOutput(std::size_t unit) const;
    /// Path of the main file of the recipe.
    [[nodiscard]] SplitPath mainPath(std::size_t unit) const;

    /// Returns true when both units are made from the same files in the same way, except for the export.
    [[nodiscard]] bool isReadAlike(std::size_t left, std::size_t right) const;

    void setProblem(std::size_t unit, Error problem);
    /// Keeps the units in `order`, in that order, and drops all others. Precondition: no number occurs twice.
    void rearrange(std::span<const std::uint32_t> order);
    /// Gives back memory that was reserved for further units. Adding is slow afterwards.
    void finish();

    /// Iterates over units as values.
    class Iterator {
    public:
        using difference_type = std::ptrdiff_t;
        using value_type = PlannedUnit;

        Iterator() = default;
        Iterator(const UnitTable& table, std::size_t unit) : table_(&table), unit_(unit) {}

        PlannedUnit operator*() const { return (*table_)[unit_]; }
        Iterator& operator++() {
            ++unit_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++unit_;
            return before;
        }
        bool operator==(const Iterator& other) const { return unit_ == other.unit_; }

    private:
        const UnitTable* table_ = nullptr;
        std::size_t unit_ = 0;
    };
    using const_iterator = Iterator;
    using value_type = PlannedUnit;
    using size_type = std::size_t;
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

private:
    using Steps = SharedValue<std::vector<Step>>;

    /// A folder of files or outputs.
    struct Folder {
        std::string path;             ///< without trailing slash; empty: the root of the file system
        std::uint32_t rootBytes = 0;  ///< length of the path of the scan's root
        auto operator<=>(const Folder&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };
    /// Settings and facts that files of one kind share.
    struct FileKind {
        SharedValue<FileSettings> settings{};
        Steps partSteps{};
        std::string description{};
        AssetKind kind = AssetKind::Model;
        bool isModel = false;     ///< the model of its part
        bool startsPart = false;  ///< first file of its part
        bool operator==(const FileKind&) const = default;
    };
    /// Settings that units of one export share.
    struct Target {
        Steps steps{};  ///< without merging, whose name differs from unit to unit
        SharedValue<ReadSettings> reading{};
        SharedValue<ExportSettings> exporting{};
        std::string job{};
        bool operator==(const Target&) const = default;
    };
    struct File {
        std::uint64_t sizeBytes = 0;
        std::uint32_t folder = 0;
        std::uint32_t name = 0;  ///< offset in texts_
        std::uint32_t kind = 0;
        std::uint8_t assetNameBytes = 0;  ///< FileRecipe::name is so much of the name
    };
    struct Unit {
        std::size_t estimatedBytes = 0;
        std::uint32_t firstFile = 0;
        std::uint32_t fileCount = 0;
        std::uint32_t folder = 0;
        std::uint32_t name = 0;
        std::uint32_t target = 0;
        std::uint32_t mergedName = 0;  ///< offset in texts_; kNone: nothing is merged
    };
    /// Issues of one kind at one place.
    struct PlanIssue {
        std::uint32_t unit = 0;
        std::uint32_t where = 0;  ///< offset in texts_
        std::uint32_t details = 0;
        std::uint32_t more = 0;  ///< issues of the kind that were only counted
        const IssueKind* kind = nullptr;
    };

    std::uint32_t addText(std::string_view text);
    std::uint32_t addFolder(std::string_view path, std::size_t rootBytes);
    void addFile(const FileRecipe& file, const FileFacts& facts, const FileKind& kind);
    void addIssues(const Diagnostics& diagnostics);
    template <class Row>
    static std::uint32_t addShared(std::vector<Row>& rows, Row row);
    [[nodiscard]] bool isSameKind(std::uint32_t left, std::uint32_t right) const;

    [[nodiscard]] std::string_view text(std::uint32_t offset) const;
    [[nodiscard]] std::span<const File> filesOf(std::size_t unit) const;
    [[nodiscard]] SplitPath pathOf(const File& file) const;
    [[nodiscard]] FileRecipe recipeOf(const File& file) const;
    [[nodiscard]] std::string relativeOf(const File& file) const;
    [[nodiscard]] std::uint32_t numberOf(const File& file) const;

    std::vector<Unit> units_;
    std::vector<File> files_;
    std::vector<Folder> folders_;
    std::vector<FileKind> kinds_;
    std::vector<Target> targets_;
    std::string texts_;              ///< names and texts of issues, each behind its length
    std::vector<PlanIssue> issues_;  ///< sorted by unit
    std::map<std::uint32_t, Error> problems_;
    std::map<std::uint32_t, std::string>
        assetNames_;  ///< by file: asset names that do not begin the file name
    std::map<std::uint32_t, std::string> relatives_;  ///< by file: relative paths that do not end its path
    std::map<Folder, std::uint32_t> folderIds_;       ///< empty after finish()
};

}  // namespace rigkiln
