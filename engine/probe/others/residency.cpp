// Probe `residency`: which lines the L2 keeps while others pass through it. All SMs read an array, with one of the eviction
// priorities of PTX, then sweep over other lines; single timed loads tell what is left. From these come the effective size of the
// L2 (each half keeps what its SMs read, so that it may be smaller than the reported one), the order in which lines of each
// priority are evicted, the bytes that can be set aside for persisting lines, and the fetch granularity for each of its settings.
// Decision 54: docs/decisions/measuring/54-what-stays-in-the-l2.md
#include "engine/probe/others/residency_findings.h"

#include <algorithm>
#include <array>

#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using enum EvictionPriority;

// Sizes are in sixteenths of the L2: fine enough to see where it ends, and caches of sixteen ways set aside whole ways.
constexpr std::uint64_t kParts = 16;
constexpr std::uint64_t kFewestPlaces = 64, kMostPlaces = 4096;
constexpr std::uint64_t kSector = 32, kLine = 128;  // of every NVIDIA L2 so far; a longer line only makes fewer lines
constexpr std::uint64_t kKept = 2;  // of kParts: an array that fits beside what the sweeps of the device leave
constexpr std::array<std::uint64_t, 10> kSweeps{0, 1, 2, 4, 6, 8, 12, 16, 24, 32};  // of kParts
constexpr std::uint64_t kLargeSweep = 32;                                          // of kParts: twice the L2
constexpr std::array<std::uint64_t, 9> kPersisting{1, 2, 3, 4, 6, 8, 10, 12, 14};  // of kParts
// Of kParts: by eighths, up to the largest set-aside of which the largest array of kPersisting is still much too large
// (inference::held_bytes).
constexpr std::array<std::uint64_t, 6> kSetAside{0, 2, 4, 6, 8, 10};
// Timed loads that miss bring lines, too, and evict others before these are timed. At most this share of the lines of the L2 is
// timed.
constexpr std::uint64_t kTimedShare = 64;
constexpr std::array<std::uint64_t, 4> kOffsets{kSector, 2 * kSector, 3 * kSector, 4 * kSector};
constexpr std::uint64_t kFetchSpacing = 2 * kBeyondAnyFetch;

ProbeInfo residency_info() {
  ProbeInfo info;
  info.name = "residency";
  info.title = "L2 residency";
  info.group = "Caches";
  info.summary =
      "Which lines the L2 keeps while other lines are read: effective size, eviction priorities, persisting lines, fetch settings.";
  info.reference = kResidencyReference;
  info.parameters = {
      {.key = "part",
       .label = "Questions",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", "size", "priorities", "persisting", "fetch"},
       .help =
           "Which are asked: the effective size, the eviction priorities, the bytes set aside for persisting lines, or the fetch "
           "granularity."},
      {.key = "l2",
       .label = "Size of the L2",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "as reported",
       .help = "All arrays and sweeps are sized by it. Only for devices that do not report it."},
      {.key = "places",
       .label = "Timed places",
       .kind = ParameterKind::count,
       .default_text = "1024",
       .help = "How many lines of an array are timed. Of 1,024, a share is known to three percentage points."},
  };
  return info;
}

class MeasuringResidency {
 public:
  MeasuringResidency(Recorder& recorder, std::uint64_t l2_bytes, std::uint64_t places)
      : recorder_(recorder),
        part_(std::max<std::uint64_t>(l2_bytes / kParts / kFetchSpacing, 1) * kFetchSpacing),
        places_(std::min(places, std::max<std::uint64_t>(l2_bytes / kLine / kTimedShare, 1))) {}

  std::optional<DeviceError> measure(const std::string& part) {
    const auto is_asked = [&](const char* name) { return part == "all" || part == name; };
    ask({.kept_bytes = part_}, "lines that were just read");
    ask({.kept_bytes = part_, .spacing_bytes = kFetchSpacing, .timed_offset = kBeyondAnyFetch}, "lines that were never read");
    const ResidencyPoints known = residency_points(runs_);
    const bool can_tell = known.cut.has_value();
    if (can_tell) references_ = {known.hit_run, known.miss_run};
    if (is_asked("size")) measure_size(can_tell, 0.05);
    if (is_asked("priorities")) measure_priorities(can_tell, 0.2);
    if (is_asked("persisting")) measure_persisting(can_tell, 0.5);
    if (is_asked("fetch")) measure_fetch(can_tell, 0.85);
    return error_;
  }

 private:
  /// Makes one request. False if the device refused it, with its message in `refusal_`, or if the probe has ended with an error.
  bool ask(ResidencyRequest request, const std::string& label) {
    if (error_) return false;
    request.places = std::min(places_, request.kept_bytes / request.spacing_bytes);
    const auto run = recorder_.ask_quietly(Planned<ResidencyRequest>{request, label});
    if (run) {
      recorder_.keep(*run);
      runs_.push_back(*run);
      return true;
    }
    if (is_limit(run.error()))
      refusal_ = run.error().message;
    else
      error_ = run.error();
    return false;
  }

  /// Asks for one point after the other, until one is refused.
  ResidencyCurve curve(bool can_tell, const std::vector<ResidencyRequest>& requests, const std::string& label) {
    ResidencyCurve curve;
    if (!can_tell) {
      curve.refusal = refusal_.empty() ? "Lines that were just read take about as long as lines that were never read, so "
                                         "latencies do not tell which lines are in the L2. A card without other work may "
                                         "tell, or, where the size of the L2 was given, a smaller size."
                                       : refusal_;
      return curve;
    }
    const std::size_t before = runs_.size();
    refusal_.clear();
    for (const ResidencyRequest& request : requests)
      if (!ask(request, label + ", " + format_bytes(request.kept_bytes) +
                            (request.swept_bytes == 0 ? "" : ", swept " + format_bytes(request.swept_bytes))))
        break;
    curve.refusal = refusal_;
    refusal_.clear();
    ResidencyPoints all = residency_points(runs_);
    curve.points.assign(std::make_move_iterator(all.points.begin() + static_cast<std::ptrdiff_t>(before)),
                        std::make_move_iterator(all.points.end()));
    return curve;
  }

  void add(Finding finding) {
    if (error_) return;
    if (!finding.evidence.empty()) finding.evidence.insert(finding.evidence.end(), references_.begin(), references_.end());
    recorder_.add(std::move(finding));
  }

  void measure_size(bool can_tell, double progress) {
    recorder_.progress("arrays that fit", progress);
    std::vector<ResidencyRequest> requests;
    for (std::uint64_t parts = 1; parts <= kParts + 2; ++parts) requests.push_back({.kept_bytes = parts * part_});
    add(effective_size_finding(curve(can_tell, requests, "read by all SMs")));
  }

  ResidencyCurve swept(bool can_tell, EvictionPriority kept, EvictionPriority swept, bool large_only) {
    std::vector<ResidencyRequest> requests;
    for (const std::uint64_t parts : kSweeps)
      if (!large_only || parts == kLargeSweep)
        requests.push_back({.kept_bytes = kKept * part_, .kept = kept, .swept_bytes = parts * part_, .swept = swept});
    return curve(can_tell, requests,
                 "read with priority " + std::string(to_string(kept)) + ", swept with " + std::string(to_string(swept)));
  }

  void measure_priorities(bool can_tell, double progress) {
    for (const EvictionPriority kept : {normal, first, last, unchanged}) {
      recorder_.progress("lines of priority " + std::string(to_string(kept)), progress += 0.05);
      const ResidencyCurve by_sweep = swept(can_tell, kept, normal, false);
      add(evicting_sweep_finding(kept, by_sweep));
      add(retained_finding(kept, normal, by_sweep));
    }
    for (const EvictionPriority by : {first, last}) add(retained_finding(normal, by, swept(can_tell, normal, by, true)));
  }

  void measure_persisting(bool can_tell, double progress) {
    std::vector<std::optional<std::uint64_t>> settings{std::nullopt};
    for (const std::uint64_t parts : kSetAside) settings.emplace_back(parts * part_);
    for (const auto& set_aside : settings) {
      recorder_.progress("lines that persist", progress += 0.05);
      std::vector<ResidencyRequest> requests;
      for (const std::uint64_t parts : kPersisting)
        if (parts * part_ >= set_aside.value_or(0))  // a smaller array fits into the set-aside
          requests.push_back(
              {.kept_bytes = parts * part_, .kept = last, .swept_bytes = kLargeSweep * part_, .persisting_bytes = set_aside});
      const ResidencyCurve by_size = curve(
          can_tell, requests, set_aside ? "persisting, " + format_bytes(*set_aside) + " set aside" : std::string("persisting"));
      add(persisting_finding(set_aside, by_size));
      if (by_size.points.empty()) break;  // what is refused once is refused for larger set-asides as well
    }
  }

  void measure_fetch(bool can_tell, double progress) {
    for (const std::optional<std::uint64_t> setting :
         {std::optional<std::uint64_t>(), std::optional(kSector), std::optional(2 * kSector), std::optional(4 * kSector)}) {
      recorder_.progress("bytes of a fetch", progress += 0.03);
      std::vector<ResidencyRequest> requests;
      for (const std::uint64_t offset : kOffsets)
        requests.push_back({.kept_bytes = part_, .spacing_bytes = kFetchSpacing, .timed_offset = offset, .fetch_bytes = setting});
      add(fetched_finding(setting,
                          curve(can_tell, requests, setting ? "fetch of " + format_bytes(*setting) : std::string("fetch"))));
    }
  }

  Recorder& recorder_;
  std::uint64_t part_;  // bytes: a sixteenth of the L2, rounded to whole spacings
  std::uint64_t places_;
  std::vector<RunPtr> runs_;
  std::vector<std::string> references_;
  std::string refusal_;
  std::optional<DeviceError> error_;
};

class ResidencyProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = residency_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const std::uint64_t places = read.count("places");
    if (places < kFewestPlaces || places > kMostPlaces)
      return invalid_request("places is " + format_count(places) + "; it must lie between " + format_count(kFewestPlaces) +
                             " and " + format_count(kMostPlaces) + ".");
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    const auto say_none = [&](std::vector<Finding> findings) {
      for (Finding& finding : findings) recorder.add(std::move(finding));
      return recorder.take_report();
    };
    const std::initializer_list<const char*> quantities{quantity::effective_bytes, quantity::evicting_sweep_bytes,
                                                      quantity::retained_share, quantity::persisting_bytes,
                                                      quantity::fetched_bytes};
    if (!described.serves(ResidencyRequest::kCall))
      return say_none(unserved(described, ResidencyRequest::kCall, subject::l2, quantities, kResidencyReference));
    const auto asked = read.optional_bytes("l2"), reported = described.properties.l2_bytes;
    if (asked && reported.value_or(0) > 0)
      return invalid_request("l2 is given as " + format_bytes(*asked) + ", but the device reports an L2 of " +
                             format_bytes(*reported) + "; l2 is for devices that report none.");
    if (asked && *asked < kParts * kFetchSpacing)
      return invalid_request("l2 is " + format_bytes(*asked) + "; to be told apart in sixteenths it must be at least " +
                             format_bytes(kParts * kFetchSpacing) + ".");
    const std::uint64_t l2_bytes = asked ? *asked : reported.value_or(0);
    if (l2_bytes < kParts * kFetchSpacing) {
      std::vector<Finding> findings;
      for (const char* quantity : quantities)
        findings.push_back(unmeasured(subject::l2, quantity,
                                      l2_bytes == 0
                                          ? "The device does not report the size of its L2; give it with --set l2=SIZE."
                                          : "An L2 of " + format_bytes(l2_bytes) + " is too small to be told apart in sixteenths.",
                                      {}, kResidencyReference));
      return say_none(std::move(findings));
    }
    MeasuringResidency measuring(recorder, l2_bytes, places);
    if (auto error = measuring.measure(read.text("part"))) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_residency_probe() { return std::make_unique<ResidencyProbe>(); }

}  // namespace chasescope
