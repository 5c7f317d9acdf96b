#include "engine/probe/ramp_search.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::RampSample;

constexpr std::uint64_t kMostSectors = 64;  // of a line
constexpr std::uint64_t kBatch = 8;
constexpr std::size_t kMostSamples = 96;
constexpr std::uint64_t kThrashPasses = 5;
constexpr std::uint64_t kNoisyPasses = 5;  // so that not one place in a hundred thousand is taken for another by outliers
constexpr std::uint64_t kMostLines = 131072;
constexpr std::uint64_t kPagePlaces = 2048;  // bytes between places that may come first in their pages
constexpr const char* kNotLru =
    "Lines beyond the capacity don't make one set miss after the other: the policy is not LRU, or sets fill unevenly, and the ramp "
    "tells no ways.";

class RampMeasurement {
 public:
  RampMeasurement(SweepRunner& runner, const ChaseRequest& base, const FootprintLevel& level, std::uint64_t limit)
      : runner_(runner), base_(base), level_(level), limit_(limit) {}

  Outcome<MeasuredRamp> run() {
    const std::uint64_t elements = level_.bracket.fits / level_.stride;
    if (elements > kMostLines) {
      refuse("A level of " + format_count(elements) + " elements is too large to count its misses one by one.");
      return std::move(ramp_);
    }
    if (find_line() && one_set_thrashes()) sample_ramp();
    if (error_) return *error_;
    return std::move(ramp_);
  }

 private:
  bool refuse(std::string why) {
    ramp_.shape.reason = std::move(why);
    return false;
  }

  /// Elements that miss in every pass over the footprints `bytes`, in one batch; empty after an error or at a limit.
  std::optional<std::vector<std::uint64_t>> misses_of(const std::vector<std::uint64_t>& footprints, std::uint64_t stride) {
    std::vector<PlannedChase> planned;
    for (const std::uint64_t bytes : footprints) {
      if (bytes > limit_) {
        refuse("The ramp does not end before the next level does.");
        return std::nullopt;
      }
      const std::uint64_t timed = level_.mark.quiet ? 1 : kNoisyPasses;
      planned.push_back({uniform_chase(base_, bytes, stride, 2, timed), "ramp, N = " + format_bytes(bytes)});
    }
    std::vector<std::uint64_t> counts;
    for (const auto& answer : runner_.chases(planned)) {
      if (!answer) {
        if (!is_limit(answer.error())) error_ = answer.error();
        refuse(answer.error().message);
        return std::nullopt;
      }
      const auto& pattern = std::get<UniformPattern>((*answer)->chase()->request.pattern);
      const auto pass = static_cast<std::size_t>(pattern.bytes / pattern.stride);
      if (translations_miss((*answer)->chase()->result.cycles, pass, pattern.stride)) {
        refuse("First accesses to pages are slow by their translations, so that not every miss can be counted.");
        return std::nullopt;
      }
      counts.push_back(inference::steady_misses((*answer)->chase()->result.cycles, level_.mark, {pass, 0}).size());
      ramp_.evidence.push_back((*answer)->id);
    }
    return counts;
  }

  /// Whether places that come first in pages took longer than a miss, more often than outliers do.
  bool translations_miss(const LatencyTrace& trace, std::size_t pass, std::uint64_t stride) const {
    if (stride > kPagePlaces || pass * stride <= kPagePlaces) return false;
    const std::size_t skip = static_cast<std::size_t>(kPagePlaces / stride);
    std::size_t looked = 0, slower = 0;
    for (std::size_t i = 0; i < trace.size(); ++i)
      if (i % pass % skip == 0) {
        ++looked;
        slower += trace[i] > level_.mark.to ? 1 : 0;
      }
    return static_cast<double>(slower) > 2 + 0.005 * static_cast<double>(looked);
  }

  /// Grows the array by what one miss brings: each new line overflows a set, each further part of it adds one miss (2014 paper,
  /// step 2).
  bool find_line() {
    const std::uint64_t part = level_.stride;
    std::uint64_t last = 0, previous_jump = 0;
    for (std::uint64_t first = 1; first <= kMostSectors + 1; first += kBatch) {
      std::vector<std::uint64_t> footprints;
      for (std::uint64_t j = first; j < first + kBatch; ++j) footprints.push_back(level_.bracket.fits + j * part);
      const auto counts = misses_of(footprints, part);
      if (!counts) return false;
      for (std::uint64_t j = first; j < first + kBatch; ++j) {
        const std::uint64_t now = (*counts)[j - first];
        if (j == 1 && now == footprints.front() / part) return one_set_only();
        if (now < last + 1) return refuse(kNotLru);
        if (now > last + 1) {
          if (previous_jump != 0) {
            ramp_.line_bytes = (j - previous_jump) * part;
            return true;
          }
          if (j != 1) return refuse(kNotLru);
          previous_jump = j;
        } else if (j == 1) {
          return refuse(kNotLru);
        }
        last = now;
      }
    }
    return refuse("A line was not seen to end.");
  }

  /// One line too many makes all miss: there is one set. How long its lines are does not show then.
  bool one_set_only() {
    ramp_.shape.sets = 1;
    ramp_.shape.found = true;
    return false;
  }

  /// The lines that one line too many makes miss are one set: by themselves they go on missing, and without one of them they all
  /// fit. A tree of bits (plru) or chance makes fewer miss, and those fit by themselves.
  bool one_set_thrashes() {
    const std::uint64_t bytes = level_.bracket.fits + ramp_.line_bytes, pass = bytes / ramp_.line_bytes;
    if (bytes % ramp_.line_bytes != 0) return refuse("The capacity is no whole number of lines.");
    const auto lines = places_missing(uniform_chase(base_, bytes, ramp_.line_bytes, 2, kThrashPasses), pass, "one line too many");
    if (!lines) return false;
    // The same lines in every pass: as many as miss in any one.
    const auto once = misses_of({bytes}, ramp_.line_bytes);
    if (!once) return false;
    if (lines->size() < 2 || lines->size() != once->front()) return refuse(kNotLru);
    std::vector<std::uint64_t> offsets;
    for (const std::size_t line : *lines) offsets.push_back(line * ramp_.line_bytes);
    const auto together =
        places_missing(listed_chase(base_, offsets, kThrashPasses, kThrashPasses), offsets.size(), "one set, by itself");
    if (!together) return false;
    if (together->size() != offsets.size()) return refuse(kNotLru);
    offsets.pop_back();
    const auto fewer =
        places_missing(listed_chase(base_, offsets, kThrashPasses, kThrashPasses), offsets.size(), "one set, less one line");
    return fewer && (fewer->empty() || refuse(kNotLru));
  }

  /// The places of a pass that miss in most of its passes.
  std::optional<std::vector<std::size_t>> places_missing(ChaseRequest request, std::uint64_t pass, const char* label) {
    const auto run = runner_.chase({std::move(request), label, true});
    if (!run) {
      if (!is_limit(run.error())) error_ = run.error();
      refuse(run.error().message);
      return std::nullopt;
    }
    ramp_.evidence.push_back((*run)->id);
    const inference::Places places{static_cast<std::size_t>(pass), 0};
    if (inference::steadiness_of((*run)->chase()->result.cycles, level_.mark, places).sometimes > 0) {
      refuse(kNotLru);
      return std::nullopt;
    }
    return inference::steady_misses((*run)->chase()->result.cycles, level_.mark, places);
  }

  std::optional<std::uint64_t> misses_at(std::uint64_t extra) {
    const auto known =
        std::find_if(ramp_.samples.begin(), ramp_.samples.end(), [&](const RampSample& s) { return s.extra == extra; });
    if (known != ramp_.samples.end()) return known->misses;
    const auto counts = misses_of({level_.bracket.fits + extra * ramp_.line_bytes}, ramp_.line_bytes);
    if (!counts) return std::nullopt;
    const RampSample sample{extra, counts->front()};
    ramp_.samples.insert(std::lower_bound(ramp_.samples.begin(), ramp_.samples.end(), sample,
                                          [](const RampSample& a, const RampSample& b) { return a.extra < b.extra; }),
                         sample);
    return sample.misses;
  }

  void sample_ramp() {
    const std::uint64_t line = ramp_.line_bytes;
    const std::uint64_t fitting = level_.bracket.fits / line;
    ramp_.samples = {{0, 0}};
    const auto all_miss = [&](std::uint64_t extra, std::uint64_t misses) { return misses == fitting + extra; };

    // Up in growing steps of all parities, until no line hits.
    std::uint64_t some = 0, all = 0;
    for (std::uint64_t extra = 1, step = 1; all == 0;) {
      const auto misses = misses_at(extra);
      if (!misses) return;
      if (*misses < 2 * extra) return static_cast<void>(refuse(kNotLru));
      if (all_miss(extra, *misses)) {
        all = extra;
      } else if (extra >= fitting) {
        return static_cast<void>(refuse(kNotLru));
      } else {
        some = extra;
        step = extra < 3 ? 1 : std::max(step + 1, extra * 5 / 8);
        extra = std::min(extra + step, fitting);
      }
    }
    while (all - some > 1) {
      const std::uint64_t middle = some + (all - some) / 2;
      const auto misses = misses_at(middle);
      if (!misses) return;
      (all_miss(middle, *misses) ? all : some) = middle;
    }
    std::erase_if(ramp_.samples, [&](const RampSample& s) { return s.extra > all; });

    // Where lines of an interval did not all do the same, look between.
    for (auto intervals = inference::intervals_to_split(ramp_.samples); !intervals.empty();
         intervals = inference::intervals_to_split(ramp_.samples)) {
      if (ramp_.samples.size() > kMostSamples)
        return static_cast<void>(refuse("The ramp's steps differ too often to be told apart."));
      const std::size_t at = intervals.front();
      if (!misses_at((ramp_.samples[at].extra + ramp_.samples[at + 1].extra) / 2)) return;
    }
    ramp_.shape = inference::read_overflow(fitting, ramp_.samples);
  }

  SweepRunner& runner_;
  const ChaseRequest& base_;
  const FootprintLevel& level_;
  std::uint64_t limit_;
  MeasuredRamp ramp_;
  std::optional<DeviceError> error_;
};

}  // namespace

Outcome<MeasuredRamp> measure_ramp(SweepRunner& runner, const ChaseRequest& base, const FootprintLevel& level,
                                   std::uint64_t limit) {
  return RampMeasurement(runner, base, level, limit).run();
}

}  // namespace chasescope
