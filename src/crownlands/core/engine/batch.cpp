// Games are handed out in small portions; each has its own random numbers.
#include "engine/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/errors.hpp"

namespace crownlands {

namespace {

constexpr std::uint64_t portion = 128;

void add(Tally& sum, const Tally& part) {
    sum.games += part.games;
    sum.turns += part.turns;
    sum.placements += part.placements;
    sum.discards += part.discards;
    for (int r = 0; r < most_seats; ++r) {
        sum.points[r] += part.points[r];
        sum.squares[r] += part.squares[r];
        sum.wins[r] += part.wins[r];
    }
}

}  // namespace

Batch play_batch(const Engine& engine, const void* state, int realms, std::uint64_t games, std::uint64_t seed,
                 int threads, bool keep_points, const std::function<bool()>& interrupted) {
    if (threads < 0 || threads > 1024) throw Refused("threads: a number from 0 (all cores) to 1024 expected");
    if (threads == 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    Batch batch;
    batch.realms = realms;
    batch.threads = threads;
    if (keep_points) {
        if (games > (std::uint64_t{1} << 28)) throw Refused("too many games to keep the points of each");
        batch.points.resize(games * static_cast<std::uint64_t>(realms));
    }
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable done;
    int running = threads;
    const auto work = [&] {
        Tally tally{};
        while (!stop.load(std::memory_order_relaxed)) {
            const std::uint64_t first = next.fetch_add(portion, std::memory_order_relaxed);
            if (first >= games) break;
            std::int16_t* points =
                keep_points ? batch.points.data() + first * static_cast<std::uint64_t>(realms) : nullptr;
            engine.random_games(state, seed, first, std::min(games, first + portion), tally, points);
        }
        const std::lock_guard lock(mutex);
        add(batch.tally, tally);
        --running;
        done.notify_one();
    };
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> workers;
    workers.reserve(static_cast<std::size_t>(threads));
    try {
        for (int i = 0; i < threads; ++i) workers.emplace_back(work);
    } catch (...) {
        stop = true;
        for (std::thread& worker : workers) worker.join();
        throw Refused("the system gives no more threads");
    }
    {
        std::unique_lock lock(mutex);
        while (!done.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            if (interrupted()) stop = true;
            lock.lock();
        }
    }
    for (std::thread& worker : workers) worker.join();
    batch.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return batch;
}

}  // namespace crownlands
