#include "engine/device/software/trial_run.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/software/streams.h"
#include "engine/model/clock/card_clock.h"
#include "engine/model/hierarchy.h"
#include "engine/model/spec/noise.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

// Bytes between two reads of a flush: the smallest sector of any cache.
constexpr std::uint64_t kFlushStep = 32;

class TrialRun {
 public:
  TrialRun(const model::Card& card, const TrialsRequest& request, std::uint64_t seed, const RunControl& control)
      : request_(request), seed_(seed), control_(control), parts_(card, {std::nullopt, request.carveout_percent}, seed),
        hierarchy_(card, card.paths.at(std::string(to_string(request.space))), parts_, model::Place{.sm = request.sm.value_or(0)}),
        sheet_(request),
        flush_from_((footprint_bytes(request.places) + kArrayBoundary - 1) / kArrayBoundary * kArrayBoundary) {
    if (request.same_memory) hierarchy_.show_same_memory(kArrayBoundary);
    if (!card.noise.quiet()) noise_.emplace(card.noise, mixed_seed(seed, kNoiseStream), expected_accesses());
    if (!card.clock.plain()) clock_.emplace(card.clock, mixed_seed(seed, kClockStream));
  }

  Outcome<TrialsResult> run() {
    for (std::uint64_t t = 0; t < request_.trials; ++t) {
      if (!run_trial(t)) return DeviceError{ErrorCode::cancelled, "Cancelled."};
      report(t + 1);
    }
    TrialsResult result = sheet_.take();
    result.overhead_cycles = 0;  // the model's clock takes no cycles to read
    return result;
  }

 private:
  bool run_trial(std::uint64_t t) {
    // The seed follows from the trial's number in the whole series, so a trial is the same in any request that includes it.
    const std::uint64_t seed = mixed_seed(seed_, request_.first + t);
    parts_.empty_again(seed);
    if (request_.flush_bytes && !flush()) return false;
    for (std::uint64_t pass = 0; pass <= request_.fill_passes; ++pass)
      if (!visit(request_.first + t, pass)) return false;
    record();
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
    sheet_.visits(trial, pass, visited_);
    addresses_.clear();
    for (const std::uint64_t place : visited_) addresses_.push_back(offset_of(request_.places, place));
    outcomes_.resize(addresses_.size());
    hierarchy_.run(addresses_, outcomes_);
    return true;
  }

  /// Records the latencies of the last pass.
  void record() {
    const std::vector<float>& cycles = hierarchy_.latencies().cycles();
    latencies_.clear();
    for (const std::uint8_t outcome : outcomes_) latencies_.push_back(cycles[outcome]);
    if (noise_) noise_->add_to(latencies_);
    if (clock_) clock_->time(latencies_);
    sheet_.add(visited_, latencies_);
  }

  /// The approximate number of timed accesses of the whole request. The noise's drift needs it to know how far it has come.
  std::uint64_t expected_accesses() const {
    const double in = request_.probability * static_cast<double>(count_of(request_.places)) + static_cast<double>(request_.timed.size());
    return static_cast<std::uint64_t>(in * static_cast<double>(request_.trials)) + 1;
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
  TrialSheet sheet_;
  std::uint64_t flush_from_;
  std::optional<model::Noise> noise_;
  std::optional<model::CardClock> clock_;
  double reported_ = 0;
  std::vector<std::uint64_t> visited_, addresses_;
  std::vector<std::uint8_t> outcomes_;
  std::vector<float> latencies_;
};

}  // namespace

Outcome<TrialsResult> run_trials(const model::Card& card, const TrialsRequest& request, std::uint64_t seed, const RunControl& control) {
  return TrialRun(card, request, seed, control).run();
}

}  // namespace chasescope
