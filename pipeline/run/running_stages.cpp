#include "pipeline/run/running_stages.hpp"

namespace rigkiln {

RunningStages::Scope::Scope(RunningStages& stages)
    : stages_(stages),
      stage_(stages.begin()),
      signal_(StopScope::signal(), &stage_->stopLevel),
      scope_(&signal_) {}

RunningStages::Scope::~Scope() {
    stages_.end(stage_);
}

std::list<RunningStages::Stage>::iterator RunningStages::begin() {
    const std::lock_guard lock(mutex_);
    return stages_.emplace(stages_.end());
}

void RunningStages::end(std::list<Stage>::iterator stage) {
    const std::lock_guard lock(mutex_);
    stages_.erase(stage);
}

void RunningStages::stopOverdue() {
    if (longest_.count() == 0) return;
    constexpr int kAtOnce = 2;
    const auto longest = static_cast<double>(longest_.count());
    const std::lock_guard lock(mutex_);
    for (Stage& stage : stages_) {
        if (stage.running.milliseconds() > longest) stage.stopLevel = kAtOnce;
    }
}

}  // namespace rigkiln
