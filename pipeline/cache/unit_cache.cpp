#include "pipeline/cache/unit_cache.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/cache/moved_record.hpp"
#include "pipeline/files/content_hash.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {
namespace {

/// Units with one key that are tried. They differ in what they found besides their sources.
constexpr std::size_t kMostTried = 64;
/// Times of last use are this exact: fewer writes.
constexpr std::int64_t kUseSeconds = 600;
/// Outputs that are large enough to be worth an open file while they wait, and how many of one unit.
constexpr std::size_t kSmallestTwin = std::size_t{64} << 10U;
constexpr std::size_t kMostTwins = 8;

ContentDigest digestOfPieces(std::span<const SharedBytes> pieces) {
    ContentHash hash;
    for (const SharedBytes& piece : pieces) {
        hash.add({piece.data(), piece.size()});
        piece.rest();
    }
    return hash.digest();
}

/// Gives archives their content where the members that were read do not stand for it.
bool addArchives(std::vector<Look>& looks, FreshnessCheck& files) {
    for (Look& archive : looks) {
        if (archive.kind != LookKind::Archive) continue;
        const std::string below = archive.path + "/";
        bool isMissing = false;
        bool isRead = false;
        for (const Look& look : looks) {
            if (!look.path.starts_with(below)) continue;
            isMissing = isMissing || look.kind == LookKind::Missing;
            isRead = isRead || look.kind == LookKind::Read;
        }
        if (isRead && !isMissing) continue;
        archive.digest = files.contentOf(archive.path);
        if (!archive.digest) return false;
    }
    return true;
}

CachedName nameOf(const OutputRecord& output) {
    return {.first = output.digest, .size = output.status.sizeBytes};
}

}  // namespace

UnitCache::UnitCache(CacheOptions options, Disk& disk)
    : options_(std::move(options)), files_(options_.folder, disk), publisher_(disk) {
    report_.folder = options_.folder;
}

std::span<const CachedName> UnitCache::namesOf(const ContentDigest& key) {
    constexpr unsigned kShift = 56;
    Listing& listing = listings_[key.high >> kShift];
    listing.listed([&] { listing.names = files_.namesIn(CacheFiles::folderNameOf(key), true); });
    const auto first = std::ranges::lower_bound(listing.names, key, {}, &CachedName::first);
    const auto last = std::ranges::upper_bound(listing.names, key, {}, &CachedName::first);
    return {first, last};
}

std::optional<CacheFiles::Content> UnitCache::read(const CachedName& name) {
    Result<std::optional<CacheFiles::Content>> content = files_.read(name);
    if (content) return std::move(*content);
    const std::lock_guard lock(mutex_);
    if (!damaged_.insert(name).second) return std::nullopt;
    ++report_.filesDamaged;
    if (!report_.damage || content.error().file < report_.damage->file) report_.damage = content.error();
    return std::nullopt;
}

std::optional<UnitCache::Found> UnitCache::find(const UnitIdentity& unit, const ContentDigest& policy,
                                                FreshnessCheck& files) {
    const std::span<const CachedName> names = namesOf(unit.key);
    for (const CachedName& name : names.first(std::min(names.size(), kMostTried))) {
        const std::optional<CacheFiles::Content> content = read(name);
        if (!content) continue;
        const std::string_view bytes(reinterpret_cast<const char*>(content->bytes.data()),
                                     content->bytes.size());
        std::optional<UnitRecord> record = decodeUnitRecord(bytes, {});
        if (!record) continue;  // another program wrote it
        record = recordIn(std::move(*record), unit.place);
        if (!record) continue;
        Found found{.record = std::move(*record)};
        // Outputs of this tree are of no account: the publisher compares them.
        const std::vector<OutputRecord> outputs = std::exchange(found.record.outputs, {});
        const RecordKey key{.recipe = unit.key, .policy = policy};
        const bool isSame =
            found.record.key.recipe == unit.key && files.check(found.record, key, Moment()).isFresh();
        found.record.outputs = outputs;
        if (!isSame) continue;
        std::optional<OutputSet> set = outputsOf(found.record);
        if (!set) continue;
        found.outputs = std::move(*set);
        for (Look& look : found.record.looks) {
            if (look.kind == LookKind::Archive) look.digest.reset();
        }
        touch(name, content->status);
        const std::lock_guard lock(mutex_);
        ++report_.unitsFound;
        return found;
    }
    return std::nullopt;
}

std::optional<OutputSet> UnitCache::outputsOf(const UnitRecord& record) {
    OutputSet outputs;
    std::size_t twins = 0;
    for (const OutputRecord& output : record.outputs) {
        std::optional<CacheFiles::Content> content = read(nameOf(output));
        if (!content) return std::nullopt;
        OutputFile& file = outputs.emplace_back(OutputFile{.name = output.path,
                                                           .pieces = {},
                                                           .isShared = output.isShared,
                                                           .onlyIfAbsent = output.onlyIfAbsent});
        if (content->bytes.size() >= kSmallestTwin && twins++ < kMostTwins)
            file.twin = std::move(content->file);
        if (!content->bytes.empty()) file.pieces.emplace_back(std::move(content->bytes));
    }
    return outputs;
}

/// The modification time is that of the last use. Errors are of no account: a cache may be read-only.
void UnitCache::touch(const CachedName& name, const FileStatus& status) {
    if (momentNow().seconds - status.modifiedSeconds > kUseSeconds) files_.disk().touch(files_.pathOf(name));
}

void UnitCache::keep(const UnitIdentity& unit, UnitRecord record, const OutputSet& outputs,
                     FreshnessCheck& files) {
    {
        const std::lock_guard lock(mutex_);
        if (report_.problem) return;  // does not retry after a failure
    }
    record.outputs.clear();
    for (const OutputFile& file : outputs) {
        const auto isIt = [&](const OutputRecord& known) {
            return known.path == file.name && known.isShared == file.isShared;
        };
        if (std::ranges::any_of(record.outputs, isIt)) continue;
        record.outputs.push_back({.path = file.name,
                                  .isShared = file.isShared,
                                  .onlyIfAbsent = file.onlyIfAbsent,
                                  .status = {.sizeBytes = file.sizeBytes()},
                                  .digest = digestOfPieces(file.pieces)});
        if (!write(nameOf(record.outputs.back()), file.pieces)) return;
    }
    record.key.recipe = unit.key;
    record.key.planning = {};
    if (!addArchives(record.looks, files)) return leaveOut();
    const std::optional<UnitRecord> moved = recordWithout(std::move(record), unit.place);
    if (!moved) return leaveOut();
    SharedBytes bytes(encodeUnitRecord(*moved));
    const CachedName name{.first = unit.key, .content = digestOfUnit(unit.key, bytes), .isUnit = true};
    if (!write(name, {std::move(bytes)})) return;
    const std::lock_guard lock(mutex_);
    ++report_.unitsKept;
}

/// Writes a file unless this run did. Returns whether it is there.
bool UnitCache::write(const CachedName& name, std::vector<SharedBytes> pieces) {
    Writing* writing = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Writing>& known = writings_[name];
        if (!known) known = std::make_unique<Writing>();
        writing = known.get();
    }
    writing->tried([&] { writing->isThere = place(name, std::move(pieces)); });
    return writing->isThere;
}

/// Trusts a file that is there with the right size, unless this run found it damaged: its bytes are checked
/// whenever they are read.
bool UnitCache::place(const CachedName& name, std::vector<SharedBytes> pieces) {
    const std::string path = files_.pathOf(name);
    const OutputFile file{.name = name.text(), .pieces = std::move(pieces)};
    bool isDamaged = false;
    {
        const std::lock_guard lock(mutex_);
        isDamaged = damaged_.contains(name);
    }
    const DiskResult<FileStatus> there = files_.disk().lookAt(Disk::kNoFolder, path, Links::Refuse);
    if (there && there.value.type == FileType::File && there.value.sizeBytes == file.sizeBytes() &&
        !isDamaged) {
        touch(name, there.value);  // keeps it from being collected before the unit is there
        return true;
    }
    const Result<Published> published = publisher_.publish(path, files_.folder(), {file});
    if (!published) fail(published.error());
    return published.hasValue();
}

void UnitCache::leaveOut() {
    const std::lock_guard lock(mutex_);
    ++report_.unitsLeftOut;
}

void UnitCache::fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!report_.problem) report_.problem = error;
}

CacheReport UnitCache::report() const {
    const std::lock_guard lock(mutex_);
    return report_;
}

}  // namespace rigkiln
