#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/once.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/files/open_archive.hpp"

namespace rigkiln {

/// Archives that are open, by a key. Each is opened once for all threads that want it, also when that fails.
/// Recently used ones stay open after their use while there is room. Safe to use from many threads; a thread
/// that needs an archive waits while another thread opens it.
class KeptArchives {
public:
    /// `mostBytes`: limit for open archives that are not in use.
    explicit KeptArchives(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    /// Returns the archive of the key, or null. `open` gives the same, and is called if nobody did before.
    template <class Open>
    [[nodiscard]] Result<std::shared_ptr<const OpenArchive>> at(const std::string& key, const Open& open) {
        const std::shared_ptr<Entry> entry = entryOf(key);
        entry->isOpened([&] {
            auto archive = open();
            passOnRefusal();
            entry->archive = std::move(archive);
        });
        keep(entry);
        return entry->archive;
    }

private:
    struct Entry {
        std::string key;
        Once isOpened;
        Result<std::shared_ptr<const OpenArchive>> archive = Error{};
        bool isKept = false;
        std::list<std::shared_ptr<Entry>>::iterator position{};  ///< in `recent_`, while it is kept
    };

    [[nodiscard]] std::shared_ptr<Entry> entryOf(const std::string& key);
    void keep(const std::shared_ptr<Entry>& entry);

    std::size_t mostBytes_ = 0;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<Entry>> entries_;  ///< by key
    std::list<std::shared_ptr<Entry>> recent_;             ///< most recently used first
    std::size_t size_ = 0;                                 ///< bytes of kept archives
};

}  // namespace rigkiln
