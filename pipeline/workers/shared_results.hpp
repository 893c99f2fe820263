#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "pipeline/workers/socket_messages.hpp"

namespace rigkiln {

/// Results that workers make for each other, as files in memory that nobody can change. Each is made once,
/// unless it was dropped for lack of room. Safe to use from many threads.
class SharedResults {
public:
    struct File {
        Socket descriptor{};
        std::size_t size = 0;
    };
    /// Keeps no more bytes than these.
    explicit SharedResults(std::size_t mostBytes) : mostBytes_(mostBytes) {}

    enum class Answer { Found, Make, Wait };
    struct Found {
        Answer answer = Answer::Make;
        std::shared_ptr<const File> file{};  ///< if found
    };
    /// Looks for a result. `Make`: this worker is to make it, and others wait. `Wait`: another one still
    /// makes it after `longest`.
    [[nodiscard]] Found find(const std::string& key, std::size_t worker, std::chrono::milliseconds longest);
    /// Takes a result. Does nothing unless this worker was to make it.
    void keep(const std::string& key, std::size_t worker, File file);
    /// Another one is to make what this worker did not.
    void giveUp(std::size_t worker);

private:
    struct Entry {
        std::shared_ptr<const File> file{};  ///< null: not made yet
        std::size_t maker = 0;
        std::list<std::string>::iterator place{};  ///< in `recent_`, if made
    };

    const std::size_t mostBytes_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Entry> entries_;
    std::list<std::string> recent_;  ///< keys of made ones, the last used first
    std::size_t size_ = 0;
};

}  // namespace rigkiln
