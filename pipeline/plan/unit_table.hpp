#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_value.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/plan/file_table.hpp"
#include "pipeline/plan/issue_table.hpp"
#include "pipeline/plan/split_path.hpp"
#include "pipeline/plan/table_pieces.hpp"
#include "pipeline/recipe/recipe.hpp"

namespace rigkiln {

/// Facts about one file of a unit that are not part of its recipe.
struct FileFacts {
    std::string relative{};  ///< path relative to the root of its scan, separated by '/'
    AssetKind kind = AssetKind::Model;
    std::string description{};    ///< "Alamo animation"
    std::uint64_t sizeBytes = 0;  ///< unwrapped, as scanned
    /// Set when the file has the name of its format and not the content.
    std::optional<Error> problem{};

    bool operator==(const FileFacts&) const = default;
};

/// One set of output files to make.
struct PlannedUnit {
    Recipe recipe{};
    std::vector<FileFacts> facts{};  ///< of each file of the recipe, in the order of Recipe::files
    std::string job{};               ///< name of its export job, for messages
    /// Memory needed during conversion. UnitTable computes it from the files.
    std::size_t estimatedBytes = 0;
    Diagnostics diagnostics{};       ///< issues from planning, such as a clip that fits no model
    std::optional<Error> problem{};  ///< set: the unit fails without running
};

/// A file of a unit as a row of the unit table's files.
struct UnitFile {
    FileTable::Index file = 0;
    SharedValue<FileSettings> settings{};
    SharedValue<std::vector<Step>> partSteps{};  ///< of the part it belongs to
    bool isModel = false;                        ///< the model of its part
    bool startsPart = false;                     ///< first file of its part
};

/// A unit whose files are in the table of files already. See Recipe for the laws.
struct UnitOfFiles {
    std::vector<UnitFile> files{};
    SharedValue<std::vector<Step>> steps{};
    SharedValue<ReadSettings> reading{};
    SharedValue<ExportSettings> exporting{};
    std::string output{};
    std::string job{};
    Diagnostics diagnostics{};
    std::optional<Error> problem{};
};

/// The units of a plan in little memory: 24 bytes for each unit and 8 for each of its files besides the row
/// of the file. The name of an output takes memory only where it does not begin with that of the asset.
/// Folders, settings and descriptions are stored once for all units that share them. Units go in and come out
/// as values.
class UnitTable {
public:
    /// The files of all units. Planning finds files first and adds units of them afterwards; there may be
    /// files of no unit.
    [[nodiscard]] FileTable& files() { return files_; }
    [[nodiscard]] const FileTable& files() const { return files_; }

    /// Makes room for further units of one file.
    void reserve(std::size_t units) {
        units_.reserve(units_.size() + units);
        unitFiles_.reserve(unitFiles_.size() + units);
    }
    /// Throws std::length_error when there are more than 4 GiB of names or 2^32 - 1 files of units.
    void add(const UnitOfFiles& unit);
    /// Adds a unit and its files. Precondition: the recipe and the facts keep their laws.
    void add(const PlannedUnit& unit);

    [[nodiscard]] std::size_t size() const { return units_.size(); }
    [[nodiscard]] bool empty() const { return units_.empty(); }

    /// Preconditions of the following: `unit` is less than size().
    [[nodiscard]] PlannedUnit operator[](std::size_t unit) const;
    [[nodiscard]] PlannedUnit front() const { return (*this)[0]; }
    [[nodiscard]] Recipe recipe(std::size_t unit) const;
    [[nodiscard]] std::vector<FileFacts> facts(std::size_t unit) const;
    /// Returns a file of the recipe as the scan found it. Precondition: it has more than `file` files.
    [[nodiscard]] ScannedFile scannedFile(std::size_t unit, std::size_t file) const;
    [[nodiscard]] std::size_t fileCount(std::size_t unit) const { return units_[unit].fileCount; }
    [[nodiscard]] std::string output(std::size_t unit) const;
    [[nodiscard]] const ExportSettings& exporting(std::size_t unit) const;
    [[nodiscard]] const std::string& job(std::size_t unit) const;
    /// Estimates the memory needed during conversion: for the files, the scene, the output, the working data
    /// of the steps, and the largest archive that is open while the files are read.
    [[nodiscard]] std::size_t estimatedBytes(std::size_t unit) const;
    /// Returns the part of it that the archive takes.
    [[nodiscard]] std::size_t heldBytes(std::size_t unit) const;
    [[nodiscard]] std::size_t sourceBytes(std::size_t unit) const;  ///< total size of all files, as scanned
    [[nodiscard]] Diagnostics diagnostics(std::size_t unit) const;
    [[nodiscard]] const Error* problem(std::size_t unit) const;  ///< null when there is none

    // Views are valid until the table changes.
    [[nodiscard]] SplitPath splitOutput(std::size_t unit) const;
    /// Path of a file of the recipe. Precondition: it has more than `file` files.
    [[nodiscard]] SplitPath sourcePath(std::size_t unit, std::size_t file) const;
    /// Path of the main file of the recipe.
    [[nodiscard]] SplitPath mainPath(std::size_t unit) const;
    /// Name of the main file's asset.
    [[nodiscard]] std::string_view mainName(std::size_t unit) const;

    /// Returns a number that is equal for units whose recipes differ in paths and names alone; nothing for
    /// units of several files.
    [[nodiscard]] std::optional<std::uint64_t> shapeOf(std::size_t unit) const;

    /// Returns true when both units are made from the same files in the same way, except for the export.
    [[nodiscard]] bool isReadAlike(std::size_t left, std::size_t right) const;

    void setProblem(std::size_t unit, Error problem);
    /// Keeps the units in `order`, in that order, and drops all others. Precondition: no number occurs twice.
    void rearrange(std::span<const std::uint32_t> order);
    /// Ends adding: forgets the modules that planning needed.
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

    /// Settings that files share.
    struct Use {
        SharedValue<FileSettings> settings{};
        Steps partSteps{};
        bool isModel = false;
        bool startsPart = false;
        bool operator==(const Use&) const = default;
    };
    /// Settings that units of one export share.
    struct Target {
        Steps steps{};  ///< without merging, whose name differs from unit to unit
        SharedValue<ReadSettings> reading{};
        SharedValue<ExportSettings> exporting{};
        std::string job{};
        std::uint32_t suffix = 0;  ///< of names of outputs that begin with that of the main file's asset
        bool operator==(const Target&) const = default;
    };
    struct File {
        FileTable::Index file = 0;
        std::uint32_t use = 0;
    };
    struct Unit {
        std::uint32_t firstFile = 0;
        std::uint32_t fileCount = 0;
        std::uint32_t folder = 0;     ///< of the output
        std::uint32_t name = kNoRow;  ///< kNoRow: the name of the main file's asset and the target's suffix
        std::uint32_t target = 0;
        std::uint32_t mergedName = kNoRow;  ///< kNoRow: nothing is merged
    };

    [[nodiscard]] bool isSameUse(std::uint32_t left, std::uint32_t right) const;
    [[nodiscard]] std::span<const File> filesOf(std::size_t unit) const;
    [[nodiscard]] FileTable::Index mainFile(std::size_t unit) const;
    [[nodiscard]] std::optional<std::uint32_t> suffixOf(std::string_view outputName,
                                                        std::string_view assetName);
    [[nodiscard]] FileRecipe recipeOf(const File& file) const;

    FileTable files_;
    PagedRows<Unit> units_;
    PagedRows<File> unitFiles_;
    SharedRows<std::string> folders_;  ///< of outputs, without trailing slash
    SharedRows<std::string> suffixes_;
    RecentRows<Use> uses_;
    RecentRows<Target> targets_;
    TextTable texts_;  ///< names of outputs and of merged scenes
    IssueTable issues_;
    std::map<std::uint32_t, Error> problems_;
};

}  // namespace rigkiln
