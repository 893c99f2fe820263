#include "pipeline/files/kept_archives.hpp"

#include <utility>

namespace rigkiln {
namespace {

/// Limits open files, since each archive may hold one.
constexpr std::size_t kMostKept = 64;

}  // namespace

std::shared_ptr<KeptArchives::Entry> KeptArchives::entryOf(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<Entry>& known = entries_[key];
    std::shared_ptr<Entry> entry = known.lock();
    if (!entry) {
        entry = std::make_shared<Entry>();
        entry->key = key;
        known = entry;
    }
    return entry;
}

void KeptArchives::keep(const std::shared_ptr<Entry>& entry) {
    const auto bytesOf = [](const Entry& one) {
        return one.archive && *one.archive != nullptr ? (*one.archive)->heldBytes() : std::size_t{0};
    };
    const std::lock_guard lock(mutex_);
    if (entry->isKept) {
        recent_.splice(recent_.begin(), recent_, entry->position);
        return;
    }
    recent_.push_front(entry);
    entry->position = recent_.begin();
    entry->isKept = true;
    size_ += bytesOf(*entry);
    while (size_ > mostBytes_ || recent_.size() > kMostKept) {
        const std::shared_ptr<Entry> oldest = std::move(recent_.back());
        recent_.pop_back();
        oldest->isKept = false;
        size_ -= bytesOf(*oldest);
        // Threads that still use the archive keep it alive; its entry stays, so that new requests share it.
        constexpr long kOurs = 1;
        if (oldest.use_count() == kOurs) entries_.erase(oldest->key);
        if (recent_.empty()) break;
    }
}

}  // namespace rigkiln
