#include "pipeline/base/processors.hpp"

namespace rigkiln {

Processors::Member& Processors::thisThread() {
    thread_local Member member;
    return member;
}

Processors* Processors::ofThisThread() {
    return thisThread().processors;
}

ComputingScope::ComputingScope(Processors* processors, Processors::Entry entry)
    : outer_(Processors::thisThread()) {
    if (processors == nullptr || outer_.processors != nullptr) return;
    processors->enter(entry);
    hasEntered_ = true;
    Processors::thisThread() = {processors, true};
}

ComputingScope::ComputingScope(Processors& processors, Entered /*entered*/)
    : outer_(Processors::thisThread()) {
    Processors::thisThread() = {&processors, true};
}

ComputingScope::~ComputingScope() {
    Processors* const processors = std::exchange(Processors::thisThread(), outer_).processors;
    if (hasEntered_) processors->leave();
}

WaitScope::WaitScope() {
    Processors::Member& thread = Processors::thisThread();
    if (!thread.isComputing) return;
    thread.isComputing = false;
    hasLeft_ = true;
    thread.processors->leave();
}

WaitScope::~WaitScope() {
    if (!hasLeft_) return;
    Processors::Member& thread = Processors::thisThread();
    thread.processors->enter(Processors::Entry::Resume);
    thread.isComputing = true;
}

ResumeScope::ResumeScope(std::chrono::milliseconds longest) {
    Processors::Member& thread = Processors::thisThread();
    if (thread.processors == nullptr || thread.isComputing) return;
    mayCompute_ = thread.processors->enterWithin(longest);
    thread.isComputing = mayCompute_;
}

ResumeScope::~ResumeScope() {
    if (!mayCompute_) return;
    Processors::Member& thread = Processors::thisThread();
    thread.isComputing = false;
    thread.processors->leave();
}

std::unique_lock<std::mutex> lockAndLend(std::mutex& mutex) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (lock.owns_lock()) return lock;
    const WaitScope wait;
    lock.lock();
    return lock;
}

}  // namespace rigkiln
