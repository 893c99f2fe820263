#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "pipeline/base/result.hpp"
#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/trace.hpp"

namespace rigkiln {

/// Position of a unit in the row. A unit is what is read once and converted together.
using UnitIndex = std::uint32_t;

/// Stages of every unit, in order.
enum class Stage : std::uint8_t { Read, Convert, Publish };

/// Threads on which a stage runs. Cpu computes on oneTBB. Io waits for the disk, on threads of its own,
/// because a blocked oneTBB thread leaves a processor idle: arenas never have more threads than processors.
/// Where other processes share the processors (processors.hpp), both run on threads of these.
///
/// A small unit takes less than the turns of threads between its stages. As long as the disk answers quickly
/// (DiskPace), all stages of such units run on Cpu, and mostly each unit on one thread.
///
/// So the files of a unit are read and its outputs are written on I/O threads. The law is not complete: a
/// conversion may block its oneTBB thread for a companion that its format asks for (an image nobody has
/// converted yet in this run, a folder nobody has listed yet), for an image that another thread is
/// converting, for memory for images, and for its scratch file. A processor is then idle as long as that
/// takes. This is accepted because images are read and folders are listed once per run, whereas leaving
/// them to I/O threads would make the `read` of every format resumable.
enum class Lane : std::uint8_t { Cpu, Io };

/// Names of the threads of a lane in a trace.
inline constexpr const char* kConversionThread = "conversion";
inline constexpr const char* kIoThread = "disk";

[[nodiscard]] constexpr Lane laneOf(Stage stage) {
    return stage == Stage::Convert ? Lane::Cpu : Lane::Io;
}

struct EngineOptions {
    unsigned jobs = 1;  ///< threads for computation
    unsigned ioThreads = kIoThreads;
    std::size_t memoryBytes = std::size_t{1} << 30U;
    /// The first failure acts like stop level 1, and drops units whose conversion has not begun.
    bool failFast = false;
    const std::atomic<int>* stopLevel = nullptr;  ///< see RunOptions; may be null
    /// A second stop level, which the stages themselves may set; the higher one counts. May be null.
    const std::atomic<int>* ownStopLevel = nullptr;
    /// How long units in flight may still be converted after stop level 1.
    std::chrono::milliseconds patience = StopSignal::kPatience;
    Trace* trace = nullptr;  ///< records waits and loads; may be null
};

/// Current load of the engine.
struct EngineStatus {
    std::size_t unitsInFlight = 0;
    std::size_t bytesReserved = 0;
};

/// Functions that the user of the engine provides. `run` is called from many threads, once per stage of a
/// unit, and only after the stages before it succeeded. Its error ends the unit; an exception counts as an
/// error. Stopped cancels the unit; checkStop throws it in the stages before the last, when a stop level says
/// so. The others are called one at a time from the thread that called runUnits.
struct EngineCallbacks {
    std::function<Status(UnitIndex, Stage)> run;
    /// Called after a stage that failed, from the thread that ran it. True puts the unit off: it begins again
    /// with its first stage, alone, when all other units have ended. Must not be true for a unit that was put
    /// off before. May be empty.
    std::function<bool(UnitIndex)> triesAgainAlone{};
    /// Called once per unit, some time after its end. Waking the thread for each unit would cost more than
    /// the stages of a small unit. The error is that of the stage that failed; without one, the unit went
    /// through all stages or was cancelled.
    std::function<void(UnitIndex, const std::optional<Error>&, const EngineStatus&)>
        unitEnded{};                                  ///< may be empty
    std::function<void(const EngineStatus&)> tick{};  ///< about ten times a second; may be empty
};

struct EngineOutcome {
    std::size_t peakReservedBytes = 0;  ///< exceeds memoryBytes only when a single unit needs more
    /// The system did not start the fewest threads that are needed; no unit was begun.
    std::optional<Error> problem{};
};

/// Takes every unit through its stages. `unitBytes` is the memory of each unit, which is reserved from before
/// its first stage until its end. Admits units in order while their bytes fit; a unit that never fits runs
/// alone. A failure ends its own unit only. Works with fewer threads where the system refuses some. Holds
/// nothing per unit that is not in flight. Calls from several threads take turns. If the calling thread
/// shares its processors with other processes (processors.hpp), all threads compute only while they may.
[[nodiscard]] EngineOutcome runUnits(std::span<const std::size_t> unitBytes, const EngineOptions& options,
                                     const EngineCallbacks& callbacks);

}  // namespace rigkiln
