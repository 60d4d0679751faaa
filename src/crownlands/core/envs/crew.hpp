// Threads that wait for work: a step of many games is too short to start them anew.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "base/errors.hpp"

namespace crownlands {

class Crew {
   public:
    explicit Crew(int threads) {
        try {
            for (int part = 1; part < threads; ++part) workers_.emplace_back([this, part] { wait(part); });
        } catch (...) {
            leave();
            throw Refused("the system gives no more threads");
        }
    }
    ~Crew() { leave(); }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    int size() const { return static_cast<int>(workers_.size()) + 1; }

    // Calls f(first, last) for the parts of 0 … count − 1, one in each thread, and waits for all of them.
    template <class F>
    void share(std::int64_t count, F&& f) {
        if (workers_.empty() || count < 2) return f(std::int64_t{0}, count);
        const auto part_of = [](void* context, int part, int parts, std::int64_t all) {
            (*static_cast<std::remove_reference_t<F>*>(context))(all* part / parts, all * (part + 1) / parts);
        };
        {
            const std::lock_guard lock(mutex_);
            call_ = part_of;
            context_ = &f;
            count_ = count;
            busy_ = static_cast<int>(workers_.size());
            ++round_;
        }
        begin_.notify_all();
        part_of(&f, 0, size(), count);
        std::unique_lock lock(mutex_);
        end_.wait(lock, [this] { return busy_ == 0; });
    }

   private:
    std::vector<std::thread> workers_;
    std::mutex mutex_;
    std::condition_variable begin_, end_;
    void (*call_)(void* context, int part, int parts, std::int64_t count) = nullptr;
    void* context_ = nullptr;
    std::int64_t count_ = 0;
    std::uint64_t round_ = 0;
    int busy_ = 0;
    bool over_ = false;

    void wait(int part) {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            begin_.wait(lock, [&] { return over_ || round_ != seen; });
            if (over_) return;
            seen = round_;
            lock.unlock();
            call_(context_, part, size(), count_);
            lock.lock();
            if (--busy_ == 0) end_.notify_one();
        }
    }

    void leave() {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        begin_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }
};

}  // namespace crownlands
