#include "engine/device/software/trial_run.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/clock/card_clock.h"
#include "engine/model/hierarchy.h"
#include "engine/model/noise.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

// Noise and the clock draw numbers of their own: they change no cache's choices.
constexpr std::uint64_t kNoiseStream = 0x6E6F697365;
constexpr std::uint64_t kClockStream = 0x636C6F636B;
constexpr std::uint64_t kArrayBoundary = std::uint64_t{2} << 20;
constexpr std::uint64_t kFlushStep = 32;  // bytes from one read of a flush to the next: the smallest sector that any cache fetches
constexpr double kProgressStep = 1.0 / 512;

class TrialRun {
 public:
  TrialRun(const model::Card& card, const TrialsRequest& request, std::uint64_t seed, const RunControl& control)
      : request_(request), seed_(seed), control_(control), parts_(card, {std::nullopt, request.carveout_percent}, seed),
        hierarchy_(card, card.paths.at(std::string(to_string(request.space))), parts_, model::Place{.sm = request.sm.value_or(0)}),
        places_(count_of(request.places)), timed_(timed_places(request)),
        flush_from_((footprint_bytes(request.places) + kArrayBoundary - 1) / kArrayBoundary * kArrayBoundary) {
    if (request.record == TrialRecord::bits) {
      result_.bytes_per_trial = (places_ + 7) / 8;
      result_.bits.resize(request.trials * result_.bytes_per_trial);
    }
    result_.overhead_cycles = 0;  // a model's clock costs nothing to read
    if (!card.noise.quiet()) noise_.emplace(card.noise, mixed_seed(seed, kNoiseStream), expected_accesses());
    if (!card.clock.plain()) clock_.emplace(card.clock, mixed_seed(seed, kClockStream));
  }

  Outcome<TrialsResult> run() {
    for (std::uint64_t t = 0; t < request_.trials; ++t) {
      if (!run_trial(t)) return DeviceError{ErrorCode::cancelled, "Cancelled."};
      report(t + 1);
    }
    return std::move(result_);
  }

 private:
  bool run_trial(std::uint64_t t) {
    // By its number, whatever the request's first one is: the same trial is the same trial in any request.
    const std::uint64_t seed = mixed_seed(seed_, request_.first + t);
    parts_.empty_again(seed);
    if (request_.flush_bytes && !flush()) return false;
    for (std::uint64_t pass = 0; pass <= request_.fill_passes; ++pass)
      if (!visit(request_.first + t, pass)) return false;
    record(t, hierarchy_.latencies().cycles());
    return true;
  }

  bool flush() {
    for (std::uint64_t done = 0; done < *request_.flush_bytes;) {
      if (control_.stop.stop_requested()) return false;
      addresses_.clear();
      for (; done < *request_.flush_bytes && addresses_.size() < kChunk; done += kFlushStep) addresses_.push_back(flush_from_ + done);
      outcomes_.resize(addresses_.size());
      hierarchy_.run(addresses_, outcomes_);
    }
    return true;
  }

  bool visit(std::uint64_t trial, std::uint64_t pass) {
    if (control_.stop.stop_requested()) return false;
    const TrialDraw draw(request_.seed, trial, request_.probability, request_.same_order);
    const TrialDraw::Order order = draw.order(pass, places_);
    visited_.clear();
    addresses_.clear();
    for (std::uint64_t k = 0; k <= order.mask; ++k) {
      const std::uint64_t i = order.at(k);
      if (i >= places_ || !(draw.is_in(i) || (!timed_.empty() && timed_[i]))) continue;
      visited_.push_back(i);
      addresses_.push_back(offset_of(request_.places, i));
    }
    outcomes_.resize(addresses_.size());
    hierarchy_.run(addresses_, outcomes_);
    return true;
  }

  /// What the last pass met.
  void record(std::uint64_t t, const std::vector<float>& cycles) {
    latencies_.clear();
    for (const std::uint8_t outcome : outcomes_) latencies_.push_back(cycles[outcome]);
    if (noise_) noise_->add_to(latencies_);
    if (clock_) clock_->time(latencies_);
    if (request_.record == TrialRecord::bits) {
      std::uint8_t* const bits = result_.bits.data() + t * result_.bytes_per_trial;
      for (std::size_t k = 0; k < visited_.size(); ++k)
        if ((timed_.empty() || timed_[visited_[k]]) && latencies_[k] > request_.cut_cycles)
          bits[visited_[k] / 8] = static_cast<std::uint8_t>(bits[visited_[k] / 8] | 1U << (visited_[k] % 8));
      return;
    }
    by_place_.clear();
    for (std::size_t k = 0; k < visited_.size(); ++k)
      if (timed_.empty() || timed_[visited_[k]]) by_place_.emplace_back(visited_[k], latencies_[k]);
    std::sort(by_place_.begin(), by_place_.end());
    std::vector<float>& out = result_.cycles.emplace_back();
    for (const auto& [place, latency] : by_place_) out.push_back(latency);
  }

  /// Timed accesses of the whole request, about: how far a drift has come tells by their number.
  std::uint64_t expected_accesses() const {
    const double share = timed_.empty() ? request_.probability : 1;
    return static_cast<std::uint64_t>(share * static_cast<double>(places_) * static_cast<double>(request_.trials)) + 1;
  }

  void report(std::uint64_t done) {
    if (control_.sink == nullptr) return;
    const double fraction = static_cast<double>(done) / static_cast<double>(request_.trials);
    if (fraction < reported_ + kProgressStep && done != request_.trials) return;
    reported_ = fraction;
    control_.sink->on_progress(0, fraction);
  }

  static constexpr std::size_t kChunk = std::size_t{1} << 16;

  const TrialsRequest& request_;
  std::uint64_t seed_;
  const RunControl& control_;
  model::Parts parts_;
  model::Hierarchy hierarchy_;
  std::uint64_t places_;
  std::vector<bool> timed_;
  std::uint64_t flush_from_;
  TrialsResult result_;
  std::optional<model::Noise> noise_;
  std::optional<model::CardClock> clock_;
  double reported_ = 0;
  std::vector<std::uint64_t> visited_, addresses_;
  std::vector<std::uint8_t> outcomes_;
  std::vector<float> latencies_;
  std::vector<std::pair<std::uint64_t, float>> by_place_;
};

}  // namespace

Outcome<TrialsResult> run_trials(const model::Card& card, const TrialsRequest& request, std::uint64_t seed, const RunControl& control) {
  return TrialRun(card, request, seed, control).run();
}

}  // namespace chasescope
