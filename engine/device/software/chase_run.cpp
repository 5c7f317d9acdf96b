#include "engine/device/software/chase_run.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/software/address_stream.h"
#include "engine/device/software/streams.h"
#include "engine/model/clock/card_clock.h"
#include "engine/model/floor_plan.h"
#include "engine/model/hierarchy.h"
#include "engine/model/memory_pauses.h"
#include "engine/model/migration.h"
#include "engine/model/spec/noise.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

// The first part is small, so that a person sees data at once; the others are large, so that their overhead is negligible.
constexpr std::uint64_t kFirstPart = 4096;
constexpr std::uint64_t kPart = 65536;
constexpr std::uint64_t kStep = 16 * model::kBlock;  // accesses between two checks of the stop token: well under a millisecond

/// One agent's walk over an array that begins at the address `base`.
class ChaseRun {
 public:
  ChaseRun(const model::Card& card, const ChaseRequest& request, model::Parts& parts, const model::Place& place, std::uint64_t base,
           std::uint64_t seed, const RunControl& control)
      : request_(request),
        control_(control),
        stream_(request.pattern),
        hierarchy_(card, card.paths.at(std::string(to_string(request.space))), parts, place),
        floor_(model::FloorPlan::of(card, card.paths.at(std::string(to_string(request.space))), place.sm)),
        place_(place),
        base_(base),
        total_(request.warmup + request.accesses) {
    if (!card.noise.quiet()) noise_.emplace(card.noise, mixed_seed(seed, kNoiseStream), request.accesses);
    const auto& path = card.paths.at(std::string(to_string(request.space)));
    if (!card.pauses.none() && path.backing == model::PathSpec{}.backing)
      pauses_.emplace(card.pauses, hierarchy_.latencies(), model::data_parts(path).size(), mixed_seed(seed, kPauseStream));
    if (path.migration) migration_.emplace(*path.migration);
    if (!card.clock.plain()) clock_.emplace(card.clock, mixed_seed(seed, kClockStream));
  }

  /// The untimed accesses, then the timed ones; false if the request is to stop.
  bool warm_up() {
    for (std::uint64_t done = 0; done < request_.warmup;) {
      const std::uint64_t count = std::min(kStep, request_.warmup - done);
      if (!advance(count, [&](std::span<const std::uint8_t> outcomes) { migrate({}, outcomes.size()); })) return false;
      done += count;
    }
    return true;
  }

  bool time() {
    if (request_.truth) result_.served_by.index.reserve(request_.accesses);
    if (request_.record == Record::each) return time_each();
    return noise_ || clock_ || floor_ || pauses_ || migration_ ? time_measured_mean() : time_mean();
  }

  ChaseResult take_result() {
    result_.overhead_cycles = 0;  // a model's clock costs nothing to read
    result_.sm = place_.sm;
    if (std::holds_alternative<ShuffledPattern>(request_.pattern)) result_.offsets = stream_.listed();
    if (request_.truth) result_.served_by.names = hierarchy_.latencies().names();
    return std::move(result_);
  }

 private:
  bool time_each() {
    const std::vector<float>& cycles = hierarchy_.latencies().cycles();
    for (std::uint64_t done = 0; done < request_.accesses;) {
      const std::uint64_t count = std::min(done == 0 ? kFirstPart : kPart, request_.accesses - done);
      std::vector<float> part(count);
      float* at = part.data();
      const bool completed = advance(count, [&](std::span<const std::uint8_t> outcomes) {
        // Local copies, because the compiler must assume that the loop's writes alias the members.
        float* next = at;
        const float* const known = cycles.data();
        for (const std::uint8_t outcome : outcomes) *next++ = known[outcome];
        add_floor({at, outcomes.size()}, outcomes);
        migrate({at, outcomes.size()}, outcomes.size());
        at = next;
        keep_truth(outcomes);
      });
      if (!completed) return false;
      measure(part);
      const auto chunk = std::make_shared<const std::vector<float>>(std::move(part));
      result_.cycles.append(chunk);
      if (control_.sink != nullptr) control_.sink->on_part(0, chunk);
      done += count;
    }
    return true;
  }

  bool time_mean() {
    std::array<std::uint64_t, 256> tally{};
    for (std::uint64_t done = 0; done < request_.accesses;) {
      const std::uint64_t count = std::min(kPart, request_.accesses - done);
      const bool completed = advance(count, [&](std::span<const std::uint8_t> outcomes) {
        for (const std::uint8_t outcome : outcomes) ++tally[outcome];
        keep_truth(outcomes);
      });
      if (!completed) return false;
      done += count;
    }
    const std::vector<float>& cycles = hierarchy_.latencies().cycles();
    double sum = 0;
    for (std::size_t outcome = 0; outcome < cycles.size(); ++outcome) sum += static_cast<double>(tally[outcome]) * cycles[outcome];
    result_.mean_cycles = sum / static_cast<double>(request_.accesses);
    return true;
  }

  /// The mean if accesses of one outcome differ (noise, clock, floor plan, …), so that a count of outcomes does not suffice.
  bool time_measured_mean() {
    const std::vector<float>& cycles = hierarchy_.latencies().cycles();
    std::vector<float> block;
    double sum = 0;
    const bool completed = advance(request_.accesses, [&](std::span<const std::uint8_t> outcomes) {
      block.clear();
      for (const std::uint8_t outcome : outcomes) block.push_back(cycles[outcome]);
      add_floor(block, outcomes);
      migrate(block, outcomes.size());
      measure(block);
      sum = std::accumulate(block.begin(), block.end(), sum);
      keep_truth(outcomes);
    });
    result_.mean_cycles = sum / static_cast<double>(request_.accesses);
    return completed;
  }

  /// Adds the cycles of the SM's place on the chip to the accesses of this block.
  void add_floor(std::span<float> cycles, std::span<const std::uint8_t> outcomes) {
    if (floor_) floor_->add_to(cycles, outcomes, std::span(addresses_.data(), outcomes.size()), hierarchy_.latencies());
    if (pauses_) unmeasured_.insert(unmeasured_.end(), outcomes.begin(), outcomes.end());
  }

  /// Adds the waits of this block's accesses for migrating pages; `cycles` is empty if the accesses are not timed.
  void migrate(std::span<float> cycles, std::size_t count) {
    if (migration_) migration_->add_to(cycles, std::span(addresses_.data(), count));
  }

  /// Replaces true latencies by the readings of the card's clock, with noise.
  void measure(std::span<float> cycles) {
    if (noise_) noise_->add_to(cycles);
    if (pauses_) pauses_->add_to(cycles, unmeasured_);
    unmeasured_.clear();
    if (clock_) clock_->time(cycles);
  }

  void keep_truth(std::span<const std::uint8_t> outcomes) {
    if (request_.truth) result_.served_by.index.insert(result_.served_by.index.end(), outcomes.begin(), outcomes.end());
  }

  /// The next `count` accesses; false if the request is to stop.
  template <typename Visit>
  bool advance(std::uint64_t count, Visit&& visit) {
    while (count > 0) {
      if (control_.stop.stop_requested()) return false;
      const std::uint64_t step = std::min(kStep, count);
      for (std::uint64_t left = step; left > 0;) {
        const auto block = static_cast<std::size_t>(std::min<std::uint64_t>(model::kBlock, left));
        stream_.next(std::span(addresses_.data(), block));
        if (base_ != 0)
          for (std::size_t i = 0; i < block; ++i) addresses_[i] += base_;
        hierarchy_.run(std::span(addresses_.data(), block), std::span(outcomes_.data(), block));
        visit(std::span<const std::uint8_t>(outcomes_.data(), block));
        left -= block;
      }
      count -= step;
      done_ += step;
      report_progress();
    }
    return true;
  }

  void report_progress() {
    if (control_.sink == nullptr) return;
    const double fraction = static_cast<double>(done_) / static_cast<double>(total_);
    if (fraction < reported_ + kProgressStep && done_ != total_) return;
    reported_ = fraction;
    control_.sink->on_progress(0, fraction);
  }

  const ChaseRequest& request_;
  const RunControl& control_;
  AddressStream stream_;
  model::Hierarchy hierarchy_;
  std::optional<model::FloorPlan> floor_;
  std::optional<model::Migration> migration_;
  model::Place place_;
  std::uint64_t base_;
  std::optional<model::Noise> noise_;
  std::optional<model::CardClock> clock_;
  std::optional<model::MemoryPauses> pauses_;
  std::vector<std::uint8_t> unmeasured_;  // outcomes of accesses to which memory pauses have not been added yet
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  double reported_ = 0;
  ChaseResult result_;
  std::array<std::uint64_t, model::kBlock> addresses_{};
  std::array<std::uint8_t, model::kBlock> outcomes_{};
};

}  // namespace

Outcome<ChaseResult> run_chase(const model::Card& card, const ChaseRequest& request, std::uint64_t seed,
                               const RunControl& control) {
  model::Parts parts(card, {request.l1_kib, request.carveout_percent}, seed);
  const auto run = std::make_unique<ChaseRun>(card, request, parts, model::Place{.sm = request.sm.value_or(0)}, 0, seed, control);
  if (!run->warm_up() || !run->time()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
  return run->take_result();
}

Outcome<PairedChaseResult> run_paired_chase(const model::Card& card, const PairedChaseRequest& request, std::uint64_t seed,
                                            const RunControl& control) {
  const auto either = [](const auto& a, const auto& b) { return a ? a : b; };
  const unsigned sm = either(request.a.sm, request.b.sm).value_or(0);
  model::Parts parts(
      card, {either(request.a.l1_kib, request.b.l1_kib), either(request.a.carveout_percent, request.b.carveout_percent)}, seed);
  // B's array begins behind A's, on the next boundary that the protocol requires.
  const std::uint64_t base =
      (footprint_bytes(request.a.pattern, request.a.element_bytes) + kArrayBoundary - 1) / kArrayBoundary * kArrayBoundary;
  const RunControl quiet{control.stop, nullptr};
  const auto a = std::make_unique<ChaseRun>(card, request.a, parts, model::Place{sm, 0}, 0, seed, quiet);
  const auto b =
      std::make_unique<ChaseRun>(card, request.b, parts, model::Place{sm, request.b_thread}, base, mixed_seed(seed, 1), quiet);
  if (!a->warm_up() || !b->warm_up() || !a->time() || !b->time()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
  return PairedChaseResult{a->take_result(), b->take_result()};
}

}  // namespace chasescope
