#include "pipeline/workers/worker_pool.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/files/gathered_write.hpp"
#include "pipeline/workers/worker_errors.hpp"

namespace rigkiln {
namespace {

using Word = WorkerSay::Word;

/// What the parent says of a result.
struct FoundReply {
    std::uint64_t size = 0;  ///< 0: nothing was found
};

/// Answers of so many bytes are sent as they are: mapping a file takes longer than copying them.
constexpr std::size_t kMostSent = std::size_t{256} << 10U;
/// Larger ones take memory only as far as this; then they are on the disk, as those of a run without workers
/// may be.
constexpr std::size_t kMostInMemory = std::size_t{64} << 20U;
constexpr std::size_t kMostTextBytes = 4096;
/// Between two looks whether the work is to stop.
constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

std::size_t sizeOfAll(std::span<const SharedBytes> pieces) {
    std::size_t size = 0;
    for (const SharedBytes& piece : pieces)
        size += piece.size();
    return size;
}

bool writePieces(int descriptor, std::span<const SharedBytes> pieces) {
    std::size_t offset = 0;
    for (const SharedBytes& piece : pieces) {
        if (piece.empty()) continue;
        const std::span<const std::byte> bytes = piece;
        if (writeGathered(realDisk(), descriptor, std::span(&bytes, 1), offset) != 0) return false;
        piece.rest();
        offset += piece.size();
    }
    return true;
}

void giveBackPages(const std::byte* first, std::size_t size) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the pages are read again
    madvise(const_cast<std::byte*>(first), size, MADV_DONTNEED);
}

/// Returns a file in memory with the bytes of all pieces, which nobody can change.
Socket sealedFile(std::span<const SharedBytes> pieces) {
    Socket file(memfd_create("result", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const bool isMade =
        file.isOpen() && writePieces(file.get(), pieces) && fcntl(file.get(), F_ADD_SEALS, kSeals) == 0;
    return isMade ? std::move(file) : Socket();
}

/// Returns the bytes of a file; nothing if it has fewer.
std::optional<SharedBytes> mapped(const Socket& file, std::size_t size) {
    struct stat status {};
    const bool isLargeEnough = file.isOpen() && fstat(file.get(), &status) == 0 &&
                               static_cast<std::uint64_t>(status.st_size) >= size;
    if (size == 0 || !isLargeEnough) return std::nullopt;
    void* first = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (first == MAP_FAILED) return std::nullopt;
    const std::shared_ptr<const std::byte> bytes(
        static_cast<const std::byte*>(first),
        [first, size](const std::byte* /*bytes*/) { munmap(first, size); });
    return SharedBytes::ofFile(bytes, size, giveBackPages);
}

bool isSealed(const Socket& file) {
    return file.isOpen() && fcntl(file.get(), F_GET_SEALS) == kSeals;
}

std::string endingOf(int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        const char* name = sigabbrev_np(number);
        return fmt::format("was ended by signal {}{}", number,
                           name == nullptr ? "" : fmt::format(" (SIG{})", name)) +
               (number == SIGKILL ? "; the system may have needed its memory: see the kernel's log, or give "
                                    "less with --memory"
                                  : "");
    }
    if (WIFEXITED(status)) return fmt::format("ended with exit code {}", WEXITSTATUS(status));
    return "ended";
}

}  // namespace

bool WorkerLink::say(WorkerSay say, const std::string& text, int descriptor) {
    say.textBytes = static_cast<std::uint32_t>(text.size());
    return text.size() <= kMostTextBytes && sendDescriptor(connection_, bytesOf(say), descriptor) &&
           sendBytes(connection_, std::as_bytes(std::span(text)));
}

DiskResult<int> WorkerLink::createScratch(const std::string& folder) {
    if (folder.size() > kMostTextBytes) return {.value = -1, .problem = ENAMETOOLONG};
    int problem = 0;
    Socket file;
    if (!say({.word = Word::Scratch}, folder) ||
        !receiveDescriptor(connection_, writableBytesOf(problem), file))
        return {.value = -1, .problem = EPIPE};
    if (problem != 0) return {.value = -1, .problem = problem};
    return {.value = file.release()};
}

std::optional<SharedBytes> WorkerLink::find(const std::string& key) {
    FoundReply reply;
    Socket file;
    if (!say({.word = Word::Find}, key) || !receiveDescriptor(connection_, writableBytesOf(reply), file))
        return std::nullopt;
    return mapped(file, reply.size);
}

void WorkerLink::keep(const std::string& key, std::span<const SharedBytes> pieces) {
    const std::size_t size = sizeOfAll(pieces);
    const Socket file = size == 0 ? Socket() : sealedFile(pieces);
    // When the parent is gone, the next answer tells it.
    (void)say({.word = Word::Keep, .size = file.isOpen() ? size : 0}, key, file.get());
}

std::optional<std::vector<std::byte>> WorkerLink::next() {
    std::uint64_t size = 0;
    if (!receiveBytes(connection_, writableBytesOf(size))) return std::nullopt;
    std::vector<std::byte> request(size);
    if (!receiveBytes(connection_, request)) return std::nullopt;
    return request;
}

bool WorkerLink::send(const WorkerAnswer& answer) {
    WorkerSay say{.word = Word::Answer, .size = sizeOfAll(answer.pieces)};
    if (say.size <= kMostSent) return sendPieces(connection_, bytesOf(say), answer.pieces);
    say.word = say.size <= kMostInMemory ? Word::Memory : Word::File;
    if (say.word == Word::Memory) {
        const Socket file = sealedFile(answer.pieces);
        return file.isOpen() && sendDescriptor(connection_, bytesOf(say), file.get());
    }
    const DiskResult<int> scratch = createScratch(answer.scratchFolder);
    const Socket file(scratch ? scratch.value : -1);
    // The worker ends itself, whether it worked or not.
    if (file.isOpen() && writePieces(file.get(), answer.pieces))
        (void)sendDescriptor(connection_, bytesOf(say), file.get());
    return false;
}

Result<std::unique_ptr<WorkerPool>> WorkerPool::start(WorkerOptions options) {
    const auto program = [sandbox = options.sandbox, begin = options.program](Socket connection) {
        WorkerLink link(std::move(connection));
        const ServeRequest serve = begin(link);
        enterSandbox(sandbox);
        while (const auto request = link.next()) {
            if (!link.send(serve(*request))) return;
        }
    };
    Result<ForkServer> server = ForkServer::start(program);
    if (!server) return server.error();
    std::unique_ptr<WorkerPool> pool(new WorkerPool(std::move(options), std::move(*server)));
    for (Worker& worker : pool->workers_) {
        if (Status started = pool->startWorker(worker); !started) return started.error();
    }
    return pool;
}

Status WorkerPool::startWorker(Worker& worker) {
    Result<ForkServer::Child> child = server_.startChild();
    if (!child) return child.error();
    setReceiveTimeout(child->connection, options_.patience);
    worker.child = std::move(*child);
    return Done{};
}

WorkerPool::~WorkerPool() {
    for (Worker& worker : workers_)
        (void)end(worker);
}

/// A worker that nobody else has.
class WorkerPool::Turn {
public:
    Turn(WorkerPool& pool, std::size_t preferred) : pool_(pool), number_(pool.take(preferred)) {}
    ~Turn() { pool_.give(number_); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] Worker& worker() const { return pool_.workers_[number_]; }

private:
    WorkerPool& pool_;
    std::size_t number_;
};

std::size_t WorkerPool::take(std::size_t preferred) {
    std::unique_lock lock(mutex_);
    while (true) {
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            const std::size_t number = (preferred + i) % workers_.size();
            if (std::exchange(workers_[number].isBusy, true)) continue;
            return number;
        }
        idle_.wait(lock);
    }
}

void WorkerPool::give(std::size_t worker) {
    {
        const std::lock_guard lock(mutex_);
        workers_[worker].isBusy = false;
    }
    idle_.notify_one();
}

Result<SharedBytes> WorkerPool::ask(std::span<const std::byte> request, std::size_t preferred) {
    const Turn turn(*this, preferred);
    Worker& worker = turn.worker();
    if (!worker.child.connection.isOpen()) {
        if (Status started = startWorker(worker); !started) return started.error();
    }
    return exchange(worker, request);
}

Result<SharedBytes> WorkerPool::exchange(Worker& worker, std::span<const std::byte> request) {
    const std::uint64_t size = request.size();
    std::vector<std::byte> message(bytesOf(size).begin(), bytesOf(size).end());
    message.insert(message.end(), request.begin(), request.end());
    bool isThere = sendBytes(worker.child.connection, message);
    while (isThere && waitFor(worker)) {
        WorkerSay say;
        Socket file;
        if (!receiveDescriptor(worker.child.connection, writableBytesOf(say), file)) break;
        std::optional<SharedBytes> answer;
        if (say.word == Word::Scratch || say.word == Word::Find || say.word == Word::Keep) {
            isThere = serve(worker, say, std::move(file));
            continue;
        }
        if (say.word == Word::Answer) answer = receiveInline(worker, say.size);
        if (say.word == Word::Memory && isSealed(file)) answer = mapped(file, say.size);
        if (say.word == Word::File) {
            // A worker that could still shorten the file could end this process, which reads it.
            (void)end(worker);
            answer = mapped(file, say.size);
        }
        if (!answer) break;
        shared_.giveUp(numberOf(worker));
        return *answer;
    }
    return kWorkerEnded.error(fmt::format("the process that converted it {}", endingOf(end(worker))));
}

void WorkerPool::endIfStopped(Worker& worker, const StopSignal* signal) {
    if (signal == nullptr || !signal->isOver()) return;
    (void)end(worker);
    throw Stopped();
}

/// Waits until the worker says something, or is gone. Returns false when it has to be ended.
bool WorkerPool::waitFor(Worker& worker) {
    const StopSignal* signal = StopScope::signal();
    while (true) {
        endIfStopped(worker, signal);
        pollfd wanted{.fd = worker.child.connection.get(), .events = POLLIN, .revents = 0};
        const int ready = poll(&wanted, 1, signal == nullptr ? -1 : static_cast<int>(kBetweenLooks.count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool WorkerPool::serve(Worker& worker, const WorkerSay& say, Socket file) {
    if (say.textBytes > kMostTextBytes) return false;
    std::string text(say.textBytes, '\0');
    if (!receiveBytes(worker.child.connection, std::as_writable_bytes(std::span(text)))) return false;
    if (say.word == Word::Scratch) return openScratch(worker, text);
    if (say.word == Word::Find) return findShared(worker, text);
    return keepShared(worker, text, {.descriptor = std::move(file), .size = say.size});
}

bool WorkerPool::openScratch(Worker& worker, const std::string& folder) const {
    const DiskResult<int> made = options_.disk->createScratch(folder);
    const FileDescriptor file(made ? made.value : -1, *options_.disk);
    return sendDescriptor(worker.child.connection, bytesOf(made.problem), made ? made.value : -1);
}

bool WorkerPool::findShared(Worker& worker, const std::string& key) {
    const StopSignal* signal = StopScope::signal();
    SharedResults::Found found{.answer = SharedResults::Answer::Wait};
    while (found.answer == SharedResults::Answer::Wait) {
        endIfStopped(worker, signal);
        found = shared_.find(key, numberOf(worker), kBetweenLooks);
    }
    const FoundReply reply{.size = found.file == nullptr ? 0 : found.file->size};
    return sendDescriptor(worker.child.connection, bytesOf(reply),
                          found.file == nullptr ? -1 : found.file->descriptor.get());
}

bool WorkerPool::keepShared(Worker& worker, const std::string& key, SharedResults::File file) {
    if (file.size == 0) {
        shared_.giveUp(numberOf(worker));
        return true;
    }
    struct stat status {};
    if (!isSealed(file.descriptor) || fstat(file.descriptor.get(), &status) != 0 ||
        static_cast<std::uint64_t>(status.st_size) != file.size)
        return false;
    shared_.keep(key, numberOf(worker), std::move(file));
    return true;
}

std::optional<SharedBytes> WorkerPool::receiveInline(Worker& worker, std::size_t size) {
    if (size > kMostSent) return std::nullopt;
    std::vector<std::byte> bytes(size);
    if (!receiveBytes(worker.child.connection, bytes)) return std::nullopt;
    return SharedBytes(std::move(bytes));
}

/// Ends a worker, if there is one, and returns its status as waitpid gives it.
int WorkerPool::end(Worker& worker) {
    if (!worker.child.connection.isOpen()) return 0;
    worker.child.connection.close();
    shared_.giveUp(numberOf(worker));
    return server_.endChild(worker.child.process);
}

}  // namespace rigkiln
