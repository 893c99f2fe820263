#include "pipeline/images/image_state.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/processors.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kImages = "images";
constexpr std::string_view kExtension = ".kept";
constexpr std::string_view kClaimExtension = ".claim";
/// Number of a key's first digits that name the folder of its file: 256 folders, so that none becomes large.
constexpr std::size_t kFolderDigits = 2;

struct KeptFile {
    std::int64_t usedSeconds = 0;
    std::int64_t usedNanoseconds = 0;
    std::string name{};    ///< distinguishes files of the same time
    std::string folder{};  ///< relative to the folder of all images
    std::size_t bytes = 0;

    auto operator<=>(const KeptFile&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Adds the kept images of one folder and ignores other files.
void addKeptFiles(Disk& disk, const std::string& root, const std::string& folder,
                  std::vector<KeptFile>& files) {
    const std::string path = fmt::format("{}/{}", root, folder);
    const Result<FileDescriptor> descriptor = openFolder(path, false, disk);
    if (!descriptor) return;
    const Result<std::vector<FolderEntry>> entries = listFolder(*descriptor, path);
    if (!entries) return;
    for (const FolderEntry& entry : *entries) {
        if (!entry.name.ends_with(kExtension)) continue;
        const DiskResult<FileStatus> status = disk.lookAt(descriptor->get(), entry.name, Links::Refuse);
        if (!status || status.value.type != FileType::File) continue;
        files.push_back({.usedSeconds = status.value.modifiedSeconds,
                         .usedNanoseconds = status.value.modifiedNanoseconds,
                         .name = entry.name,
                         .folder = folder,
                         .bytes = static_cast<std::size_t>(status.value.sizeBytes)});
    }
}

/// Returns all kept images, the least recently used first.
std::vector<KeptFile> keptFiles(Disk& disk, const std::string& root) {
    std::vector<KeptFile> files;
    const Result<FileDescriptor> descriptor = openFolder(root, false, disk);
    if (!descriptor) return files;
    const Result<std::vector<FolderEntry>> folders = listFolder(*descriptor, root);
    if (!folders) return files;
    for (const FolderEntry& folder : *folders) {
        if (folder.name.size() == kFolderDigits) addKeptFiles(disk, root, folder.name, files);
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace

ImageState::ImageState(StateSettings settings, const ImageFormats& formats, Disk& disk)
    : disk_(disk),
      settings_(std::move(settings)),
      imageFolder_(fmt::format("{}/{}", settings_.folder, kImages)),
      issues_(issuesOf(formats)),
      publisher_(disk) {
    report_.folder = settings_.folder;
}

std::string ImageState::pathOf(const std::string& key) const {
    return fmt::format("{}/{}/{}{}", imageFolder_, key.substr(0, kFolderDigits), key, kExtension);
}

class ImageState::Claim {
public:
    explicit Claim(Disk& disk) : disk_(disk) {}
    ~Claim() {
        if (!path_.empty()) disk_.remove(Disk::kNoFolder, path_);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    /// Returns the error number: EEXIST for the claim of another process.
    int take(const std::string& path) {
        DiskResult<int> created = disk_.createFile(Disk::kNoFolder, path);
        if (created.problem == ENOENT) {
            const std::string folder = path.substr(0, path.rfind('/'));
            static_cast<void>(disk_.makeFolder(Disk::kNoFolder, folder.substr(0, folder.rfind('/'))));
            static_cast<void>(disk_.makeFolder(Disk::kNoFolder, folder));
            created = disk_.createFile(Disk::kNoFolder, path);
        }
        if (!created) return created.problem;
        path_ = path;
        return disk_.close(created.value);
    }

private:
    Disk& disk_;
    std::string path_;
};

UsableImage ImageState::find(const std::string& key, const std::function<UsableImage()>& make) {
    Entry* entry = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Entry>& known = entries_[key];
        if (!known) known = std::make_unique<Entry>();
        entry = known.get();
    }
    const std::unique_lock lock = lockAndLend(entry->mutex);  // `make` may wait for memory
    Claim claim(disk_);
    if (auto kept = readOrClaim(key, claim)) {
        count(key, *entry, false);
        return std::move(*kept);
    }
    UsableImage made = make();
    passOnRefusal();
    if (canBeKept(made)) {
        count(key, *entry, true);
        keep(key, made);
    }
    return made;
}

/// Reads an image, or claims it where work is shared. Waits for one that another process has claimed; the
/// claim of one that seems to have ended is taken over. Where claims are not possible, the image may be made
/// twice.
std::optional<UsableImage> ImageState::readOrClaim(const std::string& key, Claim& claim) {
    using namespace std::chrono_literals;
    constexpr auto kLongestWait = 10s;
    const std::string path = pathOf(key);
    const std::string claimPath =
        path.substr(0, path.size() - kExtension.size()) + std::string(kClaimExtension);
    auto begin = std::chrono::steady_clock::now();
    while (true) {
        if (auto kept = read(key)) return kept;
        if (!told_) return std::nullopt;
        const int problem = claim.take(claimPath);
        // It may have been made since it was looked for.
        if (problem == 0) return read(key);
        if (problem != EEXIST) return std::nullopt;
        if (std::chrono::steady_clock::now() - begin >= kLongestWait) {
            disk_.remove(Disk::kNoFolder, claimPath);
            begin = std::chrono::steady_clock::now();
        }
        checkStop();
        std::this_thread::sleep_for(20ms);
    }
}

std::optional<UsableImage> ImageState::read(const std::string& key) const {
    const std::string path = pathOf(key);
    const Result<std::vector<std::byte>> file = readFile(path, kMaximumSourceBytes, disk_);
    if (!file) return std::nullopt;
    std::optional<UsableImage> kept = decodeKeptImage(key, *file, issues_);
    // The modification time records the last use. Errors are ignored: a state may be read-only.
    if (kept) disk_.touch(path);
    return kept;
}

void ImageState::keep(const std::string& key, const UsableImage& image) {
    {
        const std::lock_guard lock(mutex_);
        if (report_.problem) return;  // does not retry after a failure
    }
    const MemoryAccount::Scope ofNobody(nullptr);  // a file that is begun is written
    const std::string path = pathOf(key);
    const OutputFile file{.name = path.substr(path.rfind('/') + 1), .pieces = encodeKeptImage(key, image)};
    const Result<Published> published = publisher_.publish(path, settings_.folder, {file});
    if (!published) fail(published.error());
}

void ImageState::count(const std::string& key, Entry& entry, bool isMade) {
    if (entry.isMade) return;
    entry.isMade = isMade;
    if (told_) told_({.key = key, .isMade = isMade});
    const std::lock_guard lock(mutex_);
    ++(isMade ? report_.imagesMade : report_.imagesFound);
    if (notesUses_) uses_.push_back({.key = key, .isMade = isMade});
}

std::string ImageState::makeImageFolder() {
    // Errors are ignored: keeping an image reports them.
    for (std::size_t end = imageFolder_.find('/', 1); end != std::string::npos;
         end = imageFolder_.find('/', end + 1))
        (void)disk_.makeFolder(Disk::kNoFolder, imageFolder_.substr(0, end));
    (void)disk_.makeFolder(Disk::kNoFolder, imageFolder_);
    return imageFolder_;
}

std::vector<ImageUse> ImageState::takeUses() {
    const std::lock_guard lock(mutex_);
    return std::exchange(uses_, {});
}

/// An image that one process made and another one found counts as made.
void ImageState::addUses(const std::vector<ImageUse>& uses) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, isMade] : uses) {
        std::unique_ptr<Entry>& known = entries_[key];
        if (!known) known = std::make_unique<Entry>();
        if (known->isMade && (!isMade || *known->isMade)) continue;
        if (known->isMade) --report_.imagesFound;
        known->isMade = isMade;
        if (told_) told_({.key = key, .isMade = isMade});
        ++(isMade ? report_.imagesMade : report_.imagesFound);
    }
}

void ImageState::fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!report_.problem) report_.problem = error;
}

void ImageState::trim() {
    {
        // Runs that add nothing do not need to list the folder.
        const std::lock_guard lock(mutex_);
        if (report_.imagesMade == 0) return;
    }
    const std::vector<KeptFile> files = keptFiles(disk_, imageFolder_);
    std::size_t bytes = 0;
    for (const KeptFile& file : files)
        bytes += file.bytes;
    std::size_t removed = 0;
    for (const KeptFile& file : files) {
        if (bytes <= settings_.maximumBytes) break;
        const std::string path = fmt::format("{}/{}/{}", imageFolder_, file.folder, file.name);
        if (disk_.remove(Disk::kNoFolder, path) != 0)
            continue;  // already removed by another run, or not permitted
        bytes -= file.bytes;
        ++removed;
    }
    const std::lock_guard lock(mutex_);
    report_.imagesRemoved = removed;
}

StateReport ImageState::report() const {
    const std::lock_guard lock(mutex_);
    return report_;
}

}  // namespace rigkiln
