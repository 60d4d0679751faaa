// The time that a search has used, by the wall clock or by the processor.
#pragma once
#include <chrono>
#include <ctime>

namespace crownlands {

// Processor time is that of the calling thread: on a busy machine a player then has as much as on an idle one.
class Stopwatch {
   public:
    explicit Stopwatch(bool processor) : processor_(processor), start_(now()) {}

    double seconds() const { return now() - start_; }

   private:
    bool processor_;
    double start_;

    double now() const {
        if (!processor_) {
            const auto time = std::chrono::steady_clock::now().time_since_epoch();
            return std::chrono::duration<double>(time).count();
        }
        std::timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
};

}  // namespace crownlands
