#include "pipeline/cache/cache_care.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/cache/cache_errors.hpp"
#include "pipeline/cache/cache_files.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/own_file.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {
namespace {

constexpr unsigned kFolderCount = 256;

/// A file of a cache as it was found.
struct Stored {
    CachedName name{};
    FileStatus status{};
};

/// Everything that a cache holds, in the order of the names.
struct Inventory {
    std::vector<Stored> units{};
    std::vector<Stored> files{};
};

std::uint64_t bytesOf(const std::vector<Stored>& stored) {
    std::uint64_t bytes = 0;
    for (const Stored& file : stored)
        bytes += file.status.sizeBytes;
    return bytes;
}

Status checkThatThereIsOne(const CacheFiles& cache) {
    const DiskResult<FileStatus> there =
        cache.disk().lookAt(Disk::kNoFolder, cache.versionFolder(), Links::Refuse);
    if (there && there.value.type == FileType::Folder) return Done{};
    if (!there && !isAbsent(there.problem))
        return systemError(kCannotReadFolder, cache.versionFolder(), "look at the folder", there.problem);
    return kNoCache.in(cache.folder(), "has no folder '1' of a cache; name the folder that `cache` names");
}

/// Lists a cache on several threads.
Inventory inventoryOf(const CacheFiles& cache) {
    std::vector<Inventory> parts(kFolderCount);
    runOnThreads(kFolderCount, [&](std::size_t number) {
        const std::string digits = fmt::format("{:02x}", number);
        const auto list = [&](bool isUnit, std::vector<Stored>& stored) {
            for (const CachedName& name : cache.namesIn(digits, isUnit)) {
                const DiskResult<FileStatus> status =
                    cache.disk().lookAt(Disk::kNoFolder, cache.pathOf(name), Links::Refuse);
                if (status && status.value.type == FileType::File)
                    stored.push_back({.name = name, .status = status.value});
            }
        };
        list(true, parts[number].units);
        list(false, parts[number].files);
    });
    Inventory all;
    for (Inventory& part : parts) {
        std::ranges::move(part.units, std::back_inserter(all.units));
        std::ranges::move(part.files, std::back_inserter(all.files));
    }
    return all;
}

CacheStatistics statisticsOf(const Inventory& inventory) {
    CacheStatistics statistics{.units = inventory.units.size(),
                               .files = inventory.files.size(),
                               .bytes = bytesOf(inventory.units) + bytesOf(inventory.files)};
    if (inventory.units.empty()) return statistics;
    const auto [oldest, newest] = std::ranges::minmax(
        inventory.units, {}, [](const Stored& unit) { return unit.status.modifiedSeconds; });
    statistics.oldestUse = oldest.status.modifiedSeconds;
    statistics.newestUse = newest.status.modifiedSeconds;
    return statistics;
}

/// Removes a file if it is still the one that was found, and was not used since. Follows no link below the
/// folder. Returns the error number, 0 also when it stays or is gone.
int removeStored(const CacheFiles& cache, const Stored& stored, bool& isRemoved) {
    isRemoved = false;
    const std::string path = cache.pathOf(stored.name);
    const FileDescriptor folder =
        openFolderBelow(path.substr(0, path.rfind('/')), cache.folder(), cache.disk());
    if (!folder.isOpen()) return 0;
    const DiskResult<FileStatus> there = cache.disk().lookAt(folder.get(), stored.name.text(), Links::Refuse);
    if (!there || there.value != stored.status) return 0;
    const int problem = cache.disk().remove(folder.get(), stored.name.text());
    isRemoved = problem == 0;
    return isAbsent(problem) ? 0 : problem;
}

/// Returns the outputs of a unit, none when its file cannot be read; nothing when it is damaged, or of
/// another program.
std::optional<std::vector<CachedName>> outputsOf(const CacheFiles& cache, const CachedName& unit) {
    const Result<std::optional<CacheFiles::Content>> content = cache.read(unit);
    if (!content) return std::nullopt;
    if (!*content) return std::vector<CachedName>();
    const std::vector<std::byte>& bytes = (*content)->bytes;
    const auto record = decodeUnitRecord({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {});
    if (!record) return std::nullopt;
    std::vector<CachedName> names;
    names.reserve(record->outputs.size());
    for (const OutputRecord& output : record->outputs)
        names.push_back({.first = output.digest, .size = output.status.sizeBytes});
    return names;
}

/// Removes units and outputs until limits hold.
class Collector {
public:
    Collector(const CacheFiles& cache, std::int64_t now)
        : cache_(cache), now_(now), inventory_(inventoryOf(cache)) {}

    CacheCollection run(const CacheLimits& limits) {
        readUnits();
        bytes_ = bytesOf(inventory_.units) + bytesOf(inventory_.files);
        for (auto& [name, file] : files_) {
            constexpr std::int64_t kGraceSeconds = 3600;  // the run that wrote it may still add its unit
            const bool isYoung = now_ - file.stored->status.modifiedSeconds < kGraceSeconds;
            if (file.users == 0 && !isYoung) removeFile(file);
        }
        for (Unit& unit : units_) {
            const std::int64_t age = now_ - unit.stored->status.modifiedSeconds;
            const bool isOld = limits.maximumSeconds && age > *limits.maximumSeconds;
            const bool isTooMuch = limits.maximumBytes && bytes_ > *limits.maximumBytes;
            if (isOld || isTooMuch || !unit.isReadable) removeUnit(unit);
        }
        result_.left = statisticsOf(inventoryOf(cache_));
        return std::move(result_);
    }

private:
    struct File {
        const Stored* stored = nullptr;
        std::size_t users = 0;
    };
    struct Unit {
        const Stored* stored = nullptr;
        std::vector<CachedName> outputs{};
        bool isReadable = false;
    };

    /// Finds out which outputs each unit has, and sorts units by their last use.
    void readUnits() {
        for (const Stored& stored : inventory_.files)
            files_[stored.name].stored = &stored;
        units_.resize(inventory_.units.size());
        runOnThreads(units_.size(), [this](std::size_t number) {
            Unit& unit = units_[number];
            unit.stored = &inventory_.units[number];
            auto outputs = outputsOf(cache_, unit.stored->name);
            unit.isReadable = outputs.has_value();
            if (outputs) unit.outputs = std::move(*outputs);
        });
        std::ranges::sort(units_, {}, [](const Unit& unit) {
            const FileStatus& status = unit.stored->status;
            return std::tuple(status.modifiedSeconds, status.modifiedNanoseconds, unit.stored->name);
        });
        for (Unit& unit : units_) {
            for (const CachedName& output : unit.outputs) {
                const auto file = files_.find(output);
                if (file != files_.end()) ++file->second.users;
            }
        }
    }

    void removeUnit(const Unit& unit) {
        if (!remove(*unit.stored, result_.unitsRemoved)) return;
        for (const CachedName& output : unit.outputs) {
            const auto file = files_.find(output);
            if (file != files_.end() && --file->second.users == 0) removeFile(file->second);
        }
    }

    void removeFile(const File& file) { remove(*file.stored, result_.filesRemoved); }

    bool remove(const Stored& stored, std::size_t& count) {
        bool isRemoved = false;
        const int problem = removeStored(cache_, stored, isRemoved);
        if (problem != 0 && !result_.problem)
            result_.problem = systemError(kCannotRemove, cache_.pathOf(stored.name), "remove", problem);
        if (!isRemoved) return false;
        ++count;
        bytes_ -= stored.status.sizeBytes;
        result_.bytesRemoved += stored.status.sizeBytes;
        return true;
    }

    const CacheFiles& cache_;
    std::int64_t now_;
    Inventory inventory_;
    std::map<CachedName, File> files_;
    std::vector<Unit> units_;  ///< the least recently used first
    std::uint64_t bytes_ = 0;
    CacheCollection result_;
};

}  // namespace

Result<CacheStatistics> statisticsOf(const std::string& folder, Disk& disk) {
    const CacheFiles cache(folder, disk);
    if (const Status there = checkThatThereIsOne(cache); !there) return there.error();
    return statisticsOf(inventoryOf(cache));
}

Result<CacheVerification> verifyCache(const std::string& folder, bool removesDamaged, Disk& disk) {
    const CacheFiles cache(folder, disk);
    if (const Status there = checkThatThereIsOne(cache); !there) return there.error();
    const Inventory inventory = inventoryOf(cache);
    CacheVerification result{.units = inventory.units.size(),
                             .files = inventory.files.size(),
                             .bytes = bytesOf(inventory.units) + bytesOf(inventory.files)};
    std::vector<const Stored*> all;
    all.reserve(inventory.units.size() + inventory.files.size());
    for (const std::vector<Stored>* stored : {&inventory.units, &inventory.files}) {
        for (const Stored& file : *stored)
            all.push_back(&file);
    }
    std::vector<std::optional<Error>> problems(all.size());
    std::vector<char> lacks(all.size());
    runOnThreads(all.size(), [&](std::size_t number) {
        const CachedName& name = all[number]->name;
        const Result<std::optional<CacheFiles::Content>> content = cache.read(name);
        if (!content) problems[number] = content.error();
        if (!content || !name.isUnit) return;
        const auto outputs = outputsOf(cache, name);
        const auto isThere = [&](const CachedName& output) {
            const DiskResult<FileStatus> there =
                disk.lookAt(Disk::kNoFolder, cache.pathOf(output), Links::Refuse);
            return there && there.value.sizeBytes == output.size;
        };
        lacks[number] = outputs && std::ranges::all_of(*outputs, isThere) ? 0 : 1;
    });
    result.incomplete = static_cast<std::size_t>(std::ranges::count(lacks, 1));
    for (std::size_t number = 0; number < all.size(); ++number) {
        if (!problems[number]) continue;
        bool isRemoved = false;
        if (removesDamaged) static_cast<void>(removeStored(cache, *all[number], isRemoved));
        if (isRemoved) ++result.removed;
        result.damaged.push_back(std::move(*problems[number]));
    }
    std::ranges::sort(result.damaged, {}, &Error::file);
    return result;
}

Result<CacheCollection> collectCache(const std::string& folder, const CacheLimits& limits, std::int64_t now,
                                     Disk& disk) {
    const CacheFiles cache(folder, disk);
    if (const Status there = checkThatThereIsOne(cache); !there) return there.error();
    return Collector(cache, now).run(limits);
}

}  // namespace rigkiln
