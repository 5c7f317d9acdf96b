// The request `residency`, answered by a model of the L2 (engine/model/residency.h).
#include <algorithm>
#include <string>

#include "engine/device/software/request_runs.h"
#include "engine/device/software/streams.h"
#include "engine/model/residency.h"
#include "engine/model/spec/noise.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

model::ReadPriority read_priority_of(EvictionPriority priority) {
  switch (priority) {
    case EvictionPriority::first: return model::ReadPriority::first;
    case EvictionPriority::last: return model::ReadPriority::last;
    case EvictionPriority::unchanged: return model::ReadPriority::unchanged;
    case EvictionPriority::normal: break;
  }
  return model::ReadPriority::normal;
}

class ResidencyRun {
 public:
  ResidencyRun(const model::Card& card, const model::PrioritySets::Shape& shape, const ResidencyRequest& request,
               std::uint64_t seed, const RunControl& control)
      : card_(card), request_(request), seed_(seed), control_(control), l2_(shape) {}

  /// False if it was cancelled.
  bool run(ResidencyResult& result) {
    const std::uint64_t swept_from = (request_.kept_bytes + kArrayBoundary - 1) / kArrayBoundary * kArrayBoundary;
    return sweep(0, request_.kept_bytes, request_.kept) && sweep(0, request_.kept_bytes, request_.kept) &&
           sweep(swept_from, request_.swept_bytes, request_.swept) && time(result);
  }

 private:
  bool sweep(std::uint64_t from, std::uint64_t bytes, EvictionPriority asked) {
    const model::ReadPriority priority = read_priority_of(asked);
    for (std::uint64_t offset = 0; offset < bytes; offset += request_.spacing_bytes) {
      if (!goes_on()) return false;
      l2_.read(from + offset, priority);
    }
    return true;
  }

  // A timed load is a read like any other, of priority normal. Which place of its part of the array is timed is drawn by lot.
  bool time(ResidencyResult& result) {
    const model::ResidencySpec& spec = *card_.residency;
    const std::uint64_t words = request_.kept_bytes / request_.spacing_bytes;
    const auto part = [&](std::uint64_t i) { return words / request_.places * i + std::min(words % request_.places, i); };
    Random random(seed_);
    std::vector<float> cycles;
    cycles.reserve(request_.places);
    for (std::uint64_t i = 0; i < request_.places; ++i) {
      if (!goes_on()) return false;
      const std::uint64_t word = part(i) + random.below(part(i + 1) - part(i));
      const bool hit = l2_.read(word * request_.spacing_bytes + request_.timed_offset, model::ReadPriority::normal);
      cycles.push_back(static_cast<float>(hit ? spec.hit_cycles : spec.miss_cycles));
    }
    if (!card_.noise.quiet()) model::Noise(card_.noise, seed_ ^ kNoiseStream, request_.places).add_to(cycles);
    result.cycles.assign(cycles.begin(), cycles.end());
    return true;
  }

  /// Before each read: looks now and then whether the request was cancelled, and tells its progress.
  bool goes_on() {
    if (reads_++ % kReadsAtOnce != 0) return true;
    if (control_.stop.stop_requested()) return false;
    const auto all =
        static_cast<double>((2 * request_.kept_bytes + request_.swept_bytes) / request_.spacing_bytes + request_.places);
    const double fraction = static_cast<double>(reads_ - 1) / all;
    if (control_.sink != nullptr && fraction >= reported_ + kProgressStep) control_.sink->on_progress(0, reported_ = fraction);
    return true;
  }

  static constexpr std::uint64_t kReadsAtOnce = 4096;

  const model::Card& card_;
  const ResidencyRequest& request_;
  std::uint64_t seed_;
  const RunControl& control_;
  model::PrioritySets l2_;
  std::uint64_t reads_ = 0;
  double reported_ = 0;
};

}  // namespace

Outcome<ResidencyResult> run_residency(const model::Card& card, const ResidencyRequest& request, std::uint64_t seed,
                                       const RunControl& control) {
  const model::ResidencySpec& spec = *card.residency;
  model::PrioritySets::Shape shape{spec.sets(), spec.ways, spec.set_aside_ways, request.fetch_bytes.value_or(spec.fetch_bytes)};
  if (std::find(spec.fetch_choices.begin(), spec.fetch_choices.end(), shape.fetch_bytes) == spec.fetch_choices.end()) {
    std::string known;
    for (const std::uint64_t choice : spec.fetch_choices) known += (known.empty() ? "" : ", ") + format_bytes(choice);
    return DeviceError{ErrorCode::unsupported, "The L2 of " + card.name + " has no fetch granularity of " +
                                                   format_bytes(shape.fetch_bytes) + "; there is " + known + "."};
  }
  if (const auto& bytes = request.persisting_bytes) {
    const std::uint64_t most = spec.most_set_aside_ways * spec.way_bytes();
    if (*bytes > most) {
      const auto [asked, limit] = two_sizes(*bytes, most);
      return invalid_request(asked + " of the L2 of " + card.name + " can't be set aside for lines of priority last; the most is " +
                             limit + ".");
    }
    shape.set_aside_ways = static_cast<std::uint32_t>((*bytes + spec.way_bytes() - 1) / spec.way_bytes());
  }
  constexpr std::uint64_t kMost = model::kMostResidencyBytes - kArrayBoundary;
  if (request.kept_bytes > kMost || request.swept_bytes > kMost - request.kept_bytes)
    return invalid_request("Arrays of " + size_words(request.kept_bytes + request.swept_bytes) +
                           " are too large for a model; the limit is " + size_words(kMost) + ".");
  ResidencyResult result;
  if (!ResidencyRun(card, shape, request, seed, control).run(result)) return DeviceError{ErrorCode::cancelled, "Cancelled."};
  return result;
}

}  // namespace chasescope
