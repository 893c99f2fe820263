#include "pipeline/workers/shared_results.hpp"

#include <utility>

namespace rigkiln {

SharedResults::Found SharedResults::find(const std::string& key, std::size_t worker,
                                         std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    std::unique_lock lock(mutex_);
    while (true) {
        const auto known = entries_.find(key);
        if (known == entries_.end()) {
            entries_[key].maker = worker;
            return {.answer = Answer::Make};
        }
        Entry& entry = known->second;
        if (entry.file != nullptr) {
            recent_.splice(recent_.begin(), recent_, entry.place);
            return {.answer = Answer::Found, .file = entry.file};
        }
        if (entry.maker == worker) return {.answer = Answer::Make};
        if (changed_.wait_until(lock, end) == std::cv_status::timeout) return {.answer = Answer::Wait};
    }
}

void SharedResults::keep(const std::string& key, std::size_t worker, File file) {
    const std::lock_guard lock(mutex_);
    const auto known = entries_.find(key);
    if (known == entries_.end() || known->second.file != nullptr || known->second.maker != worker) return;
    recent_.push_front(key);
    size_ += file.size;
    known->second.file = std::make_shared<const File>(std::move(file));
    known->second.place = recent_.begin();
    while (size_ > mostBytes_) {
        const auto oldest = entries_.find(recent_.back());
        size_ -= oldest->second.file->size;
        entries_.erase(oldest);
        recent_.pop_back();
    }
    changed_.notify_all();
}

void SharedResults::giveUp(std::size_t worker) {
    const std::lock_guard lock(mutex_);
    const auto isGivenUp = [worker](const auto& entry) {
        return entry.second.file == nullptr && entry.second.maker == worker;
    };
    if (std::erase_if(entries_, isGivenUp) > 0) changed_.notify_all();
}

}  // namespace rigkiln
