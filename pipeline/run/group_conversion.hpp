#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/source_guard.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/run/cached_units.hpp"
#include "pipeline/run/export_files.hpp"
#include "pipeline/run/group_maker.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/group_workers.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/unit_commits.hpp"
#include "pipeline/run/unit_recorder.hpp"

namespace rigkiln {

/// Data that one stage of a group passes to the next.
struct GroupWork {
    std::size_t number = 0;         ///< of the group
    std::size_t expectedBytes = 0;  ///< memory that was reserved for it
    std::size_t room = 0;           ///< bytes of its clips, and of each output, that may stay in memory
    bool isAlone = false;           ///< no other group is converted meanwhile
    std::unique_ptr<MemoryAccount> memory{};
    RecipeBytes bytes{};
    std::size_t bytesRead = 0;
    std::vector<CachedUnit> cached{};        ///< by member
    std::size_t found = 0;                   ///< members that came from the cache
    GroupMaker::ImageLease images{};         ///< for textures in the outputs
    std::vector<OutputSet> outputs{};        ///< by member; empty for a failed member
    std::vector<std::vector<Look>> looks{};  ///< by member
    std::vector<std::size_t> peakBytes{};    ///< by member, see UnitRecord; 0 for one from the cache
    /// Memory that it was refused, by a worker or here: the group fails, whatever its stage returned.
    std::optional<std::size_t> neededBytes{};
};

/// Makes groups in three stages, each of which may run on another thread than the one before: reads their
/// files, converts them in this process or in others, and publishes the outputs. What became of each unit is
/// in the record. Safe to use from many threads.
class GroupConversion {
public:
    /// Everything must outlive this.
    struct Parts {
        const Plan& plan;
        const Registries& registries;
        const RunOptions& options;
        Disk& disk;
        const PagedRows<UnitGroup>& groups;
        ArtFiles& files;
        RunRecord& record;
        Publisher& publisher;
        UnitRecorder& recorder;
        CachedUnits& cached;
        UnitCommits& commits;
        const std::vector<bool>& sharesInputs;  ///< by unit: its inputs count for another one
        /// Begins nothing further: every other output would fail with this error too.
        std::function<void(const Error& error)> stopAt{};
    };
    explicit GroupConversion(Parts parts)
        : parts_(std::move(parts)), sources_(parts_.plan.units.files(), parts_.disk) {}

    /// Prepares what makes the outputs. Other processes are started before there are further threads. Call it
    /// once, and before everything else. Fails when no process can be started.
    [[nodiscard]] Status begin();

    // The stages. Each returns the first failure of the group if none of its units can go on.

    [[nodiscard]] Status read(const UnitGroup& group, GroupWork& work);
    /// Converts all members of a group that did not come from the cache.
    [[nodiscard]] Status convert(const UnitGroup& group, GroupWork& work);
    [[nodiscard]] Status publish(const UnitGroup& group, GroupWork& work);

private:
    void lookIntoCache(const UnitGroup& group, GroupWork& work);
    void tellLooks(std::size_t unit, const std::vector<Look>& looks);
    Status convertHere(const UnitGroup& group, const std::vector<std::size_t>& members, GroupWork& work);
    Status convertInWorker(const UnitGroup& group, const std::vector<std::size_t>& members, GroupWork& work);
    void takeUnread(const UnitGroup& group, std::size_t member, MadeUnit made);
    void takeMade(const UnitGroup& group, std::size_t member, MadeUnit made, GroupWork& work);
    Status spareSources(std::size_t unit, const OutputSet& outputs);
    Result<std::vector<FileStatus>> publishUnit(std::size_t unit, const OutputSet& outputs);
    Status statusOf(const UnitGroup& group);

    Parts parts_;
    SourceGuard sources_;
    std::optional<ExportFiles> exportFiles_;
    std::optional<GroupMaker> maker_;
    std::unique_ptr<GroupWorkers> workers_;  ///< null: groups are made in this process
};

}  // namespace rigkiln
