#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/for_each.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/report/unit_report.hpp"
#include "pipeline/run/export_files.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/shared_libraries.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Result of converting a unit, before anything is published.
struct MadeUnit {
    /// Failed; or Pending, with all results but those of publishing.
    UnitReport report{};
    OutputSet outputs{};        ///< empty: it failed
    std::vector<Look> looks{};  ///< everything that was looked at for it
    std::size_t peakBytes = 0;  ///< as in UnitRecord
};

/// Work on a group.
struct GroupOrder {
    const UnitGroup& group;
    /// Positions in the group, in order. Others came from the cache.
    std::span<const std::size_t> members;
    /// Bytes of the group's clips, and of each of its outputs, that may stay in memory.
    std::size_t room = 0;
    /// Of what is allocated for the group; null: it is not known.
    const MemoryAccount* memory = nullptr;
};

/// Gets a member of a group and what became of it.
using TakeMade = std::function<void(std::size_t member, MadeUnit made)>;

/// Makes outputs of the sources of groups: the part of a run that handles the content of files. It remembers
/// and publishes nothing. Safe to use from many threads.
class GroupMaker {
public:
    /// Everything must outlive the maker.
    struct Parts {
        const Plan& plan;
        const Registries& registries;
        const ExportFiles& exportFiles;
        ArtFiles& files;
        const FailOn& failOn;
        Disk& disk;
        std::size_t imageBytes = 0;  ///< limit for textures in outputs that are not written yet
    };
    /// `forEach` runs the parts of the work that are independent of each other.
    GroupMaker(const Parts& parts, const ForEach& forEach);

    /// Reads the sources of a group.
    [[nodiscard]] RecipeBytes read(const UnitGroup& group) const;
    /// Returns the unit as failed because its source could not be read. Precondition: `bytes` has a failure.
    [[nodiscard]] MadeUnit unread(std::size_t unit, const RecipeBytes& bytes) const;

    /// Textures of the outputs of a group count in the limit as long as this lives.
    using ImageLease = ByteBudget::Lease;
    /// Converts members of a group, and gives each to `take` when it is done.
    [[nodiscard]] ImageLease convert(const GroupOrder& order, RecipeBytes bytes, const TakeMade& take);

private:
    /// Results of an export.
    struct Exported {
        MadeUnit& made;
        WriteFigures& figures;
        Diagnostics& diagnostics;
    };

    /// Returns whether it converted the unit again.
    bool keepAllKeysIfSmaller(const Recipe& recipe, std::size_t unit, std::size_t room,
                              const Exported& exported);
    /// A scene of which outputs are made.
    struct Converting {
        const GroupOrder& order;
        const Recipe& recipe;
        MadeScene& scene;
        const FoundLibrary* library = nullptr;  ///< that the unit may share
        std::size_t bytesRead = 0;
        bool isLast = false;  ///< the scene is not needed afterwards
    };
    [[nodiscard]] MadeUnit convertUnit(const Converting& converting, std::size_t unit);
    void exportUnit(const Converting& converting, std::size_t unit, Diagnostics& diagnostics, MadeUnit& made);

    /// By position among the members of the order.
    [[nodiscard]] std::vector<std::optional<FoundLibrary>> findLibraries(const GroupOrder& order,
                                                                         const RecipeBytes& bytes);

    const Parts parts_;
    AssetReader reader_;
    SharedLibraries libraries_;
    ByteBudget imagesInOutputs_;
};

}  // namespace rigkiln
