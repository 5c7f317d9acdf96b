// Decision 30: docs/decisions/model/30-request-tables.md
#include "engine/model/request_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "engine/model/warp.h"

namespace chasescope::model {
namespace {

/// A pool of places; the end of its use is known when a place is taken.
class Pool {
 public:
  explicit Pool(std::optional<std::uint32_t> places) : places_(places) {}

  /// The first time from `time` on at which a place is free.
  double wait(double time) {
    if (!places_) return time;
    while (!until_.empty() && until_.top() <= time) until_.pop();
    while (until_.size() >= *places_) {
      time = std::max(time, until_.top());
      until_.pop();
    }
    return time;
  }
  void take(double until) {
    if (places_) until_.push(until);
  }

 private:
  std::optional<std::uint32_t> places_;
  std::priority_queue<double, std::vector<double>, std::greater<>> until_;
};

class Burst {
 public:
  Burst(const RequestTableSpec& table, const LoadBurst& burst)
      : table_(table),
        burst_(burst),
        entries_(table.entries),
        requests_(table.max_requests),
        units_(table.units, 0.0),
        warps_((burst.threads + kWarp - 1) / kWarp) {}

  double run(const std::stop_token& stop) {
    std::vector<std::vector<double>> done(warps_);  // by warp and load
    double last = 0;
    for (std::uint64_t load = 0; load < burst_.loads && !stop.stop_requested(); ++load)
      for (std::uint64_t warp = 0; warp < warps_; ++warp) {
        const std::uint64_t limit = table_.max_loads_per_warp;
        const double ready = load >= limit ? done[warp][load - limit] : 0;
        done[warp].push_back(issue(load, warp, ready));
        last = std::max(last, done[warp].back());
      }
    return last;
  }

 private:
  /// One warp instruction; returns when its last thread has its data.
  double issue(std::uint64_t load, std::uint64_t warp, double ready) {
    double& unit = *std::min_element(units_.begin(), units_.end());
    double time = std::max(unit, ready) + table_.warp_cycles;
    const bool per_instruction = table_.kind == RequestTableSpec::Kind::prt;
    if (per_instruction) time = entries_.wait(time);
    double last = time;
    std::uint64_t requests = 0;
    const std::uint64_t end = std::min((warp + 1) * kWarp, burst_.threads);
    for (std::uint64_t thread = warp * kWarp; thread < end;) {
      const std::uint64_t block = thread / burst_.sharing;
      const std::uint64_t next = std::min((block + 1) * burst_.sharing, end);
      last = std::max(last, per_instruction ? request(time, requests) : merge(load, block, next - thread, time, requests));
      thread = next;
    }
    if (per_instruction) entries_.take(last);
    unit = time;
    return last + table_.writeback_cycles * static_cast<double>(requests);
  }

  /// A request of a PRT entry: returns its arrival.
  double request(double& time, std::uint64_t& requests) {
    time = requests_.wait(time + table_.issue_cycles);
    const double arrival = time + table_.latency_cycles;
    requests_.take(arrival);
    ++requests;
    return arrival;
  }

  /// Threads of one block of memory: an entry merges as many as it has room for; a block that has arrived is in the L1.
  double merge(std::uint64_t load, std::uint64_t block, std::uint64_t threads, double& time, std::uint64_t& requests) {
    if (load != load_ || block != block_) {
      load_ = load;
      block_ = block;
      room_ = 0;
      arrival_ = -1;
    }
    if (arrival_ >= 0 && arrival_ <= time) return time;
    const std::uint64_t joined = std::min<std::uint64_t>(room_, threads);
    room_ -= joined;
    threads -= joined;
    while (threads > 0) {
      if (arrival_ >= 0 && table_.replay_cycles) {
        time += *table_.replay_cycles * std::ceil(static_cast<double>(threads) / table_.merges);
        return std::max(arrival_, time);
      }
      time = entries_.wait(time + table_.issue_cycles);
      arrival_ = time + table_.latency_cycles;
      entries_.take(arrival_);
      ++requests;
      const std::uint64_t taken = std::min<std::uint64_t>(table_.merges, threads);
      room_ = table_.merges - taken;
      threads -= taken;
    }
    return arrival_;
  }

  const RequestTableSpec& table_;
  const LoadBurst& burst_;
  Pool entries_;
  Pool requests_;
  std::vector<double> units_;  // when each load/store unit is free
  std::uint64_t warps_;

  // The block requested last: only neighbouring threads share a block.
  std::uint64_t load_ = ~std::uint64_t{0};
  std::uint64_t block_ = 0;
  std::uint64_t room_ = 0;
  double arrival_ = -1;
};

}  // namespace

double burst_cycles(const RequestTableSpec& table, const LoadBurst& burst, const std::stop_token& stop) {
  return Burst(table, burst).run(stop);
}

}  // namespace chasescope::model
