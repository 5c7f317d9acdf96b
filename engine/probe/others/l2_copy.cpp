// Compares copies after a flush of the L2 with copies without one, to find up to which size the L2 helps (request study §3.3,
// figure 2).
#include <algorithm>
#include <map>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/copy_saturation.h"
#include "engine/probe/parameters.h"
#include "engine/statistics/median.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::CopySaturation;

constexpr const char* kL2CopyReference = "request study §3.3, figure 2";
constexpr const char* kL2CopyQuantity = quantity::copy_saturation_bytes;
constexpr const char* kL2CopyMethod =
    "The gap between a copy after a flush and one without, over the size: it grows as long as the cache holds more of a larger "
    "copy, and "
    "the point where a line through the rise meets the plateau is where it is full.";
constexpr std::uint64_t kMostPoints = 1024;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;  // the largest size of the default sweep, bytes
constexpr std::uint64_t kFineSteps = 32;                    // sizes of the second, finer sweep, which ends at twice the saturation

ProbeInfo l2_copy_info() {
  ProbeInfo info;
  info.name = "l2-copy";
  info.title = "Copies through the L2";
  info.group = "Requests";
  info.summary = "Copies growing amounts with and without a flush before, and finds the size at which the L2 stops helping.";
  info.reference = "request study §3.3, figure 2";
  info.parameters = {
      {.key = "from",
       .label = "Smallest copy",
       .kind = ParameterKind::bytes,
       .default_text = "64KiB",
       .help = "The first size; the study's figure 2 begins below the L2's size."},
      {.key = "to",
       .label = "Largest copy",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "twice the saturation",
       .help = "Unset, sizes are doubled until the gap stops growing, and then measured in finer steps."},
      {.key = "step",
       .label = "Step",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "1/32 of the largest",
       .help = "By how much the size grows."},
      {.key = "samples",
       .label = "Measurements per size",
       .kind = ParameterKind::count,
       .default_text = "5",
       .help = "The fastest of so many copies of each kind counts, because everything else on the card can only slow them down."},
  };
  return info;
}

/// The sizes that were copied, with their times.
class Copies {
 public:
  Copies(Recorder& recorder, std::uint64_t samples) : recorder_(recorder), samples_(samples) {}

  std::optional<DeviceError> measure(std::uint64_t bytes, double at) {
    if (sizes_.contains(bytes)) return std::nullopt;
    Size size;
    for (std::uint64_t sample = 0; sample < samples_; ++sample)
      for (const bool flush : {true, false}) {
        const auto run = recorder_.ask(
            Planned<CopyRequest>{{bytes, flush}, format_bytes(bytes) + (flush ? ", flushed" : ", not flushed")}, at, at);
        if (!run) return run.error();
        const CopyResult& result = (*run)->as<CopyRequest>()->result;
        seconds_only_ = seconds_only_ || !result.cycles;
        (flush ? size.flushed : size.not_flushed).push_back(result);
        size.runs.push_back((*run)->id);
      }
    sizes_.emplace(bytes, std::move(size));
    return std::nullopt;
  }

  CopySaturation saturation() const {
    std::vector<inference::CopyTimes> times;
    for (const auto& [bytes, size] : sizes_)
      times.push_back({static_cast<double>(bytes), time_of(size.flushed), time_of(size.not_flushed)});
    return inference::find_copy_saturation(times);
  }

  std::uint64_t largest() const { return sizes_.empty() ? 0 : sizes_.rbegin()->first; }

  /// The gap: how much longer a copy of that size takes after a flush.
  double gap(std::uint64_t bytes) const { return time_of(sizes_.at(bytes).flushed) - time_of(sizes_.at(bytes).not_flushed); }

  /// The usual range of repeated copies of one size: a gap no larger than that may be chance.
  double scatter() const {
    std::vector<double> ranges;
    for (const auto& [bytes, size] : sizes_)
      for (const auto* copies : {&size.flushed, &size.not_flushed}) {
        const std::vector<double> times = times_of(*copies);
        const auto [least, most] = std::minmax_element(times.begin(), times.end());
        ranges.push_back(*most - *least);
      }
    return inference::median_of(std::move(ranges));
  }

  /// A run of each kind for every size.
  std::vector<std::string> evidence() const {
    std::vector<std::string> runs;
    for (const auto& [bytes, size] : sizes_) runs.insert(runs.end(), size.runs.begin(), size.runs.begin() + 2);
    return runs;
  }

 private:
  struct Size {
    std::vector<CopyResult> flushed, not_flushed;
    std::vector<std::string> runs;
  };

  std::vector<double> times_of(const std::vector<CopyResult>& copies) const {
    std::vector<double> times;
    for (const CopyResult& copy : copies) times.push_back(seconds_only_ ? copy.seconds.value_or(0) : copy.cycles.value_or(0));
    return times;
  }

  double time_of(const std::vector<CopyResult>& copies) const {
    const std::vector<double> times = times_of(copies);
    return *std::min_element(times.begin(), times.end());
  }

  Recorder& recorder_;
  std::uint64_t samples_;
  std::map<std::uint64_t, Size> sizes_;
  bool seconds_only_ = false;
};

struct L2CopyPlan {
  std::uint64_t from = 0, samples = 0;
  std::optional<std::uint64_t> to, step;
};

class L2CopyProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = l2_copy_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(CopyRequest::kCall)) {
      for (Finding& finding : unserved(described, CopyRequest::kCall, subject::l2, {kL2CopyQuantity}, kL2CopyReference))
        recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const auto planned = plan(values, described);
    if (!planned) return planned.error();
    Copies copies(recorder, planned->samples);
    if (auto error =
            planned->to ? sweep(copies, planned->from, *planned->to, step_of(*planned), 0) : search(copies, *planned, described))
      return *error;
    recorder.add(finding(copies));
    return recorder.take_report();
  }

 private:
  Outcome<L2CopyPlan> plan(const ParameterValues& values, const Description& device) const {
    const ParameterReader read(info(), values);
    L2CopyPlan plan{read.bytes("from"), read.count("samples"), read.optional_bytes("to"), read.optional_bytes("step")};
    constexpr std::uint64_t kMostSamples = 1000;
    if (plan.samples == 0 || plan.samples > kMostSamples)
      return invalid_request("The number of measurements per size is " + format_count(plan.samples) +
                             "; it must lie between 1 and " + format_count(kMostSamples) + ".");
    if (plan.step && *plan.step == 0) return invalid_request("The step is 0; it must be at least 1 B.");
    if (auto error = check(CopyRequest{plan.from, true}, device)) return *error;
    if (!plan.to) return plan;
    if (*plan.to < plan.from)
      return invalid_request("The largest copy, " + format_bytes(*plan.to) + ", is smaller than the smallest, " +
                             format_bytes(plan.from) + ".");
    if (auto error = check(CopyRequest{*plan.to, true}, device)) return *error;
    const std::uint64_t points = (*plan.to - plan.from) / step_of(plan) + 1;
    if (points > kMostPoints)
      return invalid_request(format_count(points) + " sizes are too many; the limit is " + format_count(kMostPoints) +
                             ". Choose a larger step.");
    return plan;
  }

  /// Copies move words of up to 16 bytes.
  static std::uint64_t whole_words(std::uint64_t bytes) { return std::max<std::uint64_t>(bytes / 16 * 16, 16); }

  static std::uint64_t step_of(const L2CopyPlan& plan) { return plan.step.value_or(whole_words(*plan.to / kFineSteps)); }

  static std::optional<DeviceError> sweep(Copies& copies, std::uint64_t from, std::uint64_t to, std::uint64_t step, double done) {
    const std::uint64_t points = (to - from) / step + 1;
    for (std::uint64_t i = 0; i < points; ++i)
      if (auto error = copies.measure(from + i * step, done + (1 - done) * static_cast<double>(i) / static_cast<double>(points)))
        return error;
    return std::nullopt;
  }

  /// Doubles the size until the gap has first risen above that of the smallest copies, and then has stopped growing twice. The
  /// sizes around that place are then measured in finer steps. The smallest copies have a constant gap, that of the first access,
  /// which is not the plateau.
  static std::optional<DeviceError> search(Copies& copies, const L2CopyPlan& plan, const Description& device) {
    constexpr double kGrown = 1.3;   // a gap that grows by less from one size to its double has stopped growing
    constexpr double kByChance = 3;  // times the scatter of copies of one size
    int stopped = 0;
    bool risen = false;
    std::uint64_t bytes = plan.from;
    for (; stopped < 2; bytes *= 2) {
      if (bytes > kLargest || check(CopyRequest{bytes, true}, device)) break;
      if (auto error = copies.measure(bytes, 0.0)) {
        // The search ends if the device has no memory for the size, or if a recording does not hold it.
        const bool refused = error->code == ErrorCode::out_of_memory || error->code == ErrorCode::unsupported;
        if (refused && bytes > plan.from) break;
        return error;
      }
      if (bytes == plan.from) continue;
      const double before = copies.gap(bytes / 2), now = copies.gap(bytes);
      risen = risen || now > kGrown * std::max(copies.gap(plan.from), 0.0) + kByChance * copies.scatter();
      stopped = risen && before > 0 && now < kGrown * before ? stopped + 1 : 0;
    }
    const std::uint64_t to = stopped == 2 ? copies.largest() / 2 : copies.largest();
    return sweep(copies, plan.from, to, plan.step.value_or(whole_words(to / kFineSteps)), 0.3);
  }

  static Finding finding(const Copies& copies) {
    const CopySaturation found = copies.saturation();
    Finding finding = unmeasured(subject::l2, kL2CopyQuantity, {}, kL2CopyMethod, kL2CopyReference);
    finding.unit = "bytes";
    finding.evidence = copies.evidence();
    switch (found.verdict) {
      case CopySaturation::Verdict::found:
        finding.status = FindingStatus::measured;
        finding.value = static_cast<std::uint64_t>(found.bytes + 0.5);
        finding.low = std::min(found.low, finding.value.get<double>());
        finding.high = std::max(found.high, finding.value.get<double>());
        finding.reason = "Larger copies gain no more from what is in the L2.";
        break;
      case CopySaturation::Verdict::too_few: finding.reason = "Fewer than six sizes were copied."; break;
      case CopySaturation::Verdict::no_gap:
        finding.reason =
            "A flush before the copy makes no difference beyond the noise, up to " + format_bytes(copies.largest()) + ".";
        break;
      case CopySaturation::Verdict::no_plateau:
        finding.reason = "No saturation seen up to " + format_bytes(copies.largest()) + ": the gap still changes there.";
        break;
    }
    return finding;
  }
};

}  // namespace

std::unique_ptr<Probe> make_l2_copy_probe() { return std::make_unique<L2CopyProbe>(); }

}  // namespace chasescope
