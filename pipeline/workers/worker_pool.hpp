#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/workers/fork_server.hpp"
#include "pipeline/workers/sandbox.hpp"
#include "pipeline/workers/shared_results.hpp"
#include "pipeline/workers/socket_messages.hpp"

namespace rigkiln {

struct WorkerAnswer {
    std::vector<SharedBytes> pieces{};  ///< one after another
    std::string scratchFolder{};        ///< for an answer that is too large for the memory
};

/// What a worker says to its parent.
struct WorkerSay {
    enum class Word : std::uint32_t {
        Answer,   ///< the bytes follow
        Memory,   ///< the bytes are in a file in memory, which nobody can change any more
        File,     ///< the bytes are in a file of the disk; the worker ends itself
        Scratch,  ///< asks for a file; the path of the folder follows
        Find,     ///< asks for what another worker made; the key follows
        Keep,     ///< what this one made for the others is in a file in memory, or there is none; the key
                  ///< follows
    };
    Word word = Word::Answer;
    std::uint32_t textBytes = 0;  ///< of the path or the key
    std::uint64_t size = 0;       ///< of the bytes
};

/// The side of a worker.
class WorkerLink {
public:
    explicit WorkerLink(Socket connection) : connection_(std::move(connection)) {}

    /// Asks the parent for a file without a name, as Disk::createScratch makes one.
    [[nodiscard]] DiskResult<int> createScratch(const std::string& folder);

    /// Returns what another worker made for `key`; nothing: this one is to make it, and then to call `keep`.
    /// Waits while another one makes it.
    [[nodiscard]] std::optional<SharedBytes> find(const std::string& key);
    /// Gives the others what this one made. No pieces: it is of no use to them.
    void keep(const std::string& key, std::span<const SharedBytes> pieces);

    /// Returns the next request; nothing when the parent is gone.
    [[nodiscard]] std::optional<std::vector<std::byte>> next();
    /// Answers the request. A file takes what is more than a message. Returns false when the parent is gone,
    /// or the worker must end because the answer is in a file that it could still change.
    [[nodiscard]] bool send(const WorkerAnswer& answer);

private:
    [[nodiscard]] bool say(WorkerSay say, const std::string& text, int descriptor = -1);

    Socket connection_;
};

/// Answers a request, in the process of a worker.
using ServeRequest = std::function<WorkerAnswer(std::span<const std::byte> request)>;

struct WorkerOptions {
    std::size_t workers = 1;
    SandboxRules sandbox{};
    /// Called once in each worker, before its rights are taken. What it returns answers the requests.
    std::function<ServeRequest(WorkerLink& link)> program{};
    /// A worker that has begun to say something and does not go on for so long is ended.
    std::chrono::milliseconds patience = std::chrono::minutes(1);
    /// Most bytes of what workers make for each other (WorkerLink::keep).
    std::size_t sharedBytes = 0;
    /// Opens files without a name for workers. It must be the disk of the system.
    Disk* disk = nullptr;
};

/// Processes that answer requests, each one at a time. They are copies of this process as it was when the
/// pool was started, without the right to change anything. One that ends costs the request that it was at;
/// another one takes its place. Safe to use from many threads.
class WorkerPool {
public:
    /// Fails with kNoWorker. Preconditions as for ForkServer::start.
    [[nodiscard]] static Result<std::unique_ptr<WorkerPool>> start(WorkerOptions options);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Returns the answer of a worker: of number `preferred`, counted around, if it is idle. Fails with
    /// kWorkerEnded when the worker ends, and with kNoWorker. When the calling thread is to stop (StopScope),
    /// ends the worker and throws Stopped.
    [[nodiscard]] Result<SharedBytes> ask(std::span<const std::byte> request, std::size_t preferred);

private:
    struct Worker {
        ForkServer::Child child{};
        bool isBusy = false;
    };
    class Turn;

    WorkerPool(WorkerOptions options, ForkServer server)
        : options_(std::move(options)),
          server_(std::move(server)),
          shared_(options_.sharedBytes),
          workers_(options_.workers) {}

    [[nodiscard]] Status startWorker(Worker& worker);
    [[nodiscard]] std::size_t take(std::size_t preferred);
    void give(std::size_t worker);
    [[nodiscard]] Result<SharedBytes> exchange(Worker& worker, std::span<const std::byte> request);
    [[nodiscard]] bool waitFor(Worker& worker);
    [[nodiscard]] std::size_t numberOf(const Worker& worker) const {
        return static_cast<std::size_t>(&worker - workers_.data());
    }
    // Serve a request of the worker. Return false when it has to be ended.
    [[nodiscard]] bool serve(Worker& worker, const WorkerSay& say, Socket file);
    [[nodiscard]] bool openScratch(Worker& worker, const std::string& folder) const;
    [[nodiscard]] bool findShared(Worker& worker, const std::string& key);
    [[nodiscard]] bool keepShared(Worker& worker, const std::string& key, SharedResults::File file);
    [[nodiscard]] std::optional<SharedBytes> receiveInline(Worker& worker, std::size_t size);
    /// Ends the worker and throws Stopped when its work is to stop.
    void endIfStopped(Worker& worker, const StopSignal* signal);
    [[nodiscard]] int end(Worker& worker);

    const WorkerOptions options_;
    ForkServer server_;
    SharedResults shared_;
    std::mutex mutex_;  ///< of isBusy
    std::condition_variable idle_;
    std::vector<Worker> workers_;
};

}  // namespace rigkiln
