#include "pipeline/base/trace.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/base/memory_account.hpp"

namespace rigkiln {

Trace::Buffer*& Trace::current() {
    thread_local Buffer* buffer = nullptr;
    return buffer;
}

Trace::Scope::Scope(Trace* trace, const char* role) : outer_(current()) {
    if (trace == nullptr || (outer_ != nullptr && &outer_->trace == trace)) return;
    current() = trace->bufferOfThisThread(role);
}

Trace::Scope::~Scope() {
    current() = outer_;
}

Trace::Buffer* Trace::bufferOfThisThread(const char* role) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Buffer>& buffer = buffers_[std::this_thread::get_id()];
    if (!buffer) {
        buffer = std::make_unique<Buffer>(*this);
        buffer->thread.name = fmt::format("{} {}", role, ++roles_[role]);
        order_.push_back(buffer.get());
    }
    return buffer.get();
}

void Trace::keep(Buffer& buffer, const Span& span) {
    if (spanCount_.fetch_add(1, std::memory_order_relaxed) >= kEventsKept) return;
    const MemoryAccount::Scope ofNobody(nullptr);  // called by a destructor, and no part of the unit
    buffer.thread.spans.push_back(span);
}

std::vector<const Trace::Thread*> Trace::threads() const {
    std::vector<const Thread*> threads;
    threads.reserve(order_.size());
    for (const Buffer* buffer : order_)
        threads.push_back(&buffer->thread);
    return threads;
}

std::size_t Trace::dropped() const {
    const auto beyond = [](std::size_t count) { return std::max(count, kEventsKept) - kEventsKept; };
    return beyond(spanCount_.load()) + beyond(loadCount_);
}

}  // namespace rigkiln
