// Throughput of each level, and the widths, blocks and threads that gave the best (topology thesis §6.1).
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/throughput_search.h"
#include "engine/probe/others/swept_level.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::ThroughputSearch;
using inference::ThroughputSetting;
using inference::ThroughputSpace;

constexpr const char* kBandwidthReference = "topology thesis §6.1";
constexpr const char* kUnit = "bytes/s";
constexpr const char* kHow = "Array, width, blocks and threads varied one after the other; the best asked twice.";
constexpr std::uint64_t kUsualSms = 128;  // assumed if the device does not report its SMs: enough blocks for any card
constexpr std::uint64_t kBandwidthMostThreads = 1024;
constexpr double kFasterThanL2 = 1.1;  // throughput above so many times the L2's comes from an L1

constexpr std::array kDirections{Direction::read, Direction::write, Direction::copy};

std::span<const Direction> directions_of(const SweptLevel& level) {
  return std::span(kDirections).first(is_read_only(level) ? 1 : kDirections.size());
}

const char* quantity_of(Direction direction) {
  switch (direction) {
    case Direction::read: return quantity::read_bandwidth;
    case Direction::write: return quantity::write_bandwidth;
    case Direction::copy: return quantity::copy_bandwidth;
  }
  return "";
}

ProbeInfo bandwidth_info() {
  ProbeInfo info;
  info.name = "bandwidth";
  info.title = "Bandwidth";
  info.group = "Requests";
  info.summary =
      "Reads, writes and copies in L1, shared memory, L2 and main memory, and searches for the width, blocks and threads "
      "that move the most.";
  info.reference = kBandwidthReference;
  info.parameters = {
      {.key = "level",
       .label = "Level",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", "l1", "shared", "l2", "dram", "readonly", "texture", "constant"},
       .help =
           "Which level's throughput is measured; all: L1, shared memory, L2 and main memory. readonly and texture: the L1, read "
           "in these ways; constant: the constant cache. These can only be read."},
      {.key = "bytes",
       .label = "Array",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "what fits the level",
       .help =
           "The array, over all blocks. Unset: half of what an SM's L1 or a block's shared memory may hold, for each SM; half of "
           "the L2; 16 times the L2 for memory. Only with a single level."},
  };
  return info;
}

/// Shapes besides the default of one block of the largest size per SM: more, smaller blocks.
std::vector<inference::BlockShape> shapes_for(const Properties& known) {
  const std::uint64_t sms = known.sm_count.value_or(kUsualSms);
  const std::uint64_t threads = std::min(known.max_threads_per_block.value_or(kBandwidthMostThreads), kBandwidthMostThreads);
  std::vector<inference::BlockShape> shapes;
  for (const std::uint64_t part : {2, 4})
    if (threads >= 32 * part) shapes.push_back({sms * part, threads / part});
  return shapes;
}

std::string setting_text(const ThroughputSetting& setting) {
  std::string text = std::to_string(setting.access_bytes) + " B per access, ";
  text += setting.blocks ? format_count(*setting.blocks) + " blocks of " + format_count(*setting.threads) + " threads"
                         : "the device's own choice of blocks and threads";
  return text + ", " + format_bytes(setting.bytes) + " in all";
}

/// Measures all settings of one level and direction.
class MeasuringBandwidth {
 public:
  MeasuringBandwidth(Recorder& recorder, const SweptLevel& level, Direction direction)
      : recorder_(recorder), level_(level), direction_(direction) {}

  /// Returns an error that ends the probe; a setting that the device refuses is left out.
  std::optional<DeviceError> search(const ThroughputSpace& space) {
    found_ = inference::search_throughput(space, [&](const ThroughputSetting& setting) { return ask(setting, false); });
    return fatal_;
  }

  /// Measures one setting as a reference for another level.
  std::optional<DeviceError> refer(const ThroughputSetting& setting) {
    if (const auto rate = ask(setting, true)) {
      found_.best = setting;
      found_.rate = *rate;
    }
    return fatal_;
  }

  const ThroughputSearch& found() const { return found_; }

  /// Whether the device answers no such request, whatever the setting.
  bool is_unsupported() const { return !found_.best && is_unsupported_; }

  Finding finding() const {
    Finding finding = unmeasured(level_.subject, quantity_of(direction_), refusal_, kHow, kBandwidthReference);
    finding.unit = kUnit;
    if (!found_.best) return finding;
    finding.evidence = evidence();
    const double per_cycle = cycles_of_best();
    if (!in_seconds_) {
      finding.reason = "The device gives " + number_text(per_cycle) + " bytes per cycle, but no clock to tell bytes per second from.";
      return finding;
    }
    finding.status = FindingStatus::measured;
    finding.value = std::round(found_.rate);
    finding.low = std::round(found_.low);
    finding.high = std::round(found_.high);
    finding.method = "Best of " + format_count(found_.settings) + " settings: " + setting_text(*found_.best) + "; " +
                     number_text(per_cycle) + " bytes per cycle of an SM's clock. " + kHow;
    finding.reason = direction_ == Direction::copy ? "Bytes read and bytes written are both counted." : "";
    return finding;
  }

  /// Adds the clock frequency during each run: bytes per second divided by bytes per cycle.
  void add_clocks(std::vector<double>& clocks, std::vector<std::string>& ids) const {
    for (const auto& [setting, run] : runs_) {
      const BandwidthResult& result = run->as<BandwidthRequest>()->result;
      if (result.bytes_per_cycle <= 0 || result.bytes_per_second <= 0) continue;
      clocks.push_back(result.bytes_per_second / result.bytes_per_cycle);
      ids.push_back(run->id);
    }
  }

  std::vector<std::string> evidence() const {
    std::vector<std::string> best, others;
    for (const auto& [setting, run] : runs_) (setting == found_.best ? best : others).push_back(run->id);
    best.insert(best.end(), others.begin(), others.end());
    return best;
  }

 private:
  std::optional<double> ask(const ThroughputSetting& setting, bool auxiliary) {
    if (fatal_) return std::nullopt;
    const BandwidthRequest request{level_.name, direction_, setting.bytes, setting.access_bytes, setting.blocks, setting.threads};
    const std::string label = std::string(level_.name) + ", " + std::string(to_string(direction_)) + ", " + setting_text(setting);
    recorder_.progress(label);
    const auto run = recorder_.ask_quietly(Planned<BandwidthRequest>{request, label, auxiliary});
    if (!run) {
      if (!is_limit(run.error()))
        fatal_ = run.error();
      else if (refusal_.empty())
        refusal_ = run.error().message, is_unsupported_ = run.error().code == ErrorCode::unsupported;
      return std::nullopt;
    }
    recorder_.keep(*run);
    runs_.emplace_back(setting, *run);
    const BandwidthResult& result = (*run)->as<BandwidthRequest>()->result;
    in_seconds_ = in_seconds_ && result.bytes_per_second > 0;
    return in_seconds_ ? result.bytes_per_second : result.bytes_per_cycle;
  }

  double cycles_of_best() const {
    double sum = 0;
    double count = 0;
    for (const auto& [setting, run] : runs_)
      if (setting == found_.best) {
        sum += run->as<BandwidthRequest>()->result.bytes_per_cycle;
        ++count;
      }
    return sum / std::max(count, 1.0);
  }

  Recorder& recorder_;
  SweptLevel level_;
  Direction direction_;
  std::vector<std::pair<ThroughputSetting, RunPtr>> runs_;
  ThroughputSearch found_;
  std::string refusal_;
  bool is_unsupported_ = false;
  std::optional<DeviceError> fatal_;
  bool in_seconds_ = true;  ///< false: the device has no time in seconds, and all rates are per cycle
};

// The clock frequency while all SMs were busy. A card that is hot, or short of power, slows down.
Finding clock_finding(std::vector<double> clocks, const std::vector<std::string>& runs) {
  constexpr double kMoved = 0.02;
  constexpr std::size_t kMostEvidence = 12;
  std::sort(clocks.begin(), clocks.end());
  Finding finding;
  finding.subject = subject::device;
  finding.quantity = quantity::clock_khz;
  finding.unit = "kHz";
  finding.conditions = {{"while", "measuring"}};
  finding.status = FindingStatus::measured;
  finding.value = std::round(clocks[clocks.size() / 2] / 1e3);
  // The interval leaves out a tenth of the values at each end: the host's timer adds errors to short requests, which are no change
  // of the card's clock.
  finding.low = std::round(clocks[clocks.size() / 10] / 1e3);
  finding.high = std::round(clocks[clocks.size() - 1 - clocks.size() / 10] / 1e3);
  finding.method = "Bytes a second by bytes a cycle, of each request for bandwidth.";
  finding.reference = "topology thesis §4.1";
  const double moved = (*finding.high - *finding.low) / *finding.high;
  if (moved > kMoved)
    finding.reason =
        "Warning: the clock moved by " + number_text(100 * moved) + " % while measuring; cycles are comparable, times less so.";
  finding.evidence.assign(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(std::min(runs.size(), kMostEvidence)));
  return finding;
}

class BandwidthProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = bandwidth_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const ParameterReader read(info(), values);
    const std::string chosen = read.text("level");
    const auto bytes = read.optional_bytes("bytes");
    if (bytes && chosen == "all")
      return invalid_request("An array suits one level; choose the level, or leave the array to the probe.");
    const Description& described = device.description();
    if (bytes && described.serves(BandwidthRequest::kCall))
      if (auto error = check(BandwidthRequest{chosen, Direction::read, *bytes, 4, {}, {}}, described)) return *error;
    Sweep sweep{recorder, described, bytes};
    for (const SweptLevel& level : kSweptReadOnlyLevels)
      if (chosen == level.name)
        if (auto error = sweep.measure(level)) return *error;
    for (std::size_t i = 0; i < kSweptLevels.size(); ++i) {
      if (chosen != "all" && chosen != kSweptLevels[i].name) continue;
      recorder.progress(kSweptLevels[i].subject,
                        chosen == "all" ? static_cast<double>(i) / static_cast<double>(kSweptLevels.size()) : 0);
      if (auto error = sweep.measure(kSweptLevels[i])) return *error;
    }
    if (sweep.clocks.size() > 1) recorder.add(clock_finding(std::move(sweep.clocks), sweep.clock_runs));
    return recorder.take_report();
  }

 private:
  struct Sweep {
    Recorder& recorder;
    const Description& device;
    std::optional<std::uint64_t> bytes;
    std::vector<double> clocks = {};  ///< Hz, one value for each request
    std::vector<std::string> clock_runs = {};

    std::optional<DeviceError> measure(const SweptLevel& level) {
      if (!device.serves(BandwidthRequest::kCall)) {
        for (const Direction direction : directions_of(level))
          for (Finding& finding :
               unserved(device, BandwidthRequest::kCall, level.subject, {quantity_of(direction)}, kBandwidthReference))
            recorder.add(std::move(finding));
        return std::nullopt;
      }
      for (const Direction direction : directions_of(level))
        if (auto error = measure(level, direction)) return error;
      return std::nullopt;
    }

    std::optional<DeviceError> measure(const SweptLevel& level, Direction direction) {
      std::string missing;
      const ThroughputSpace space{bytes ? std::vector{*bytes} : swept_arrays(level, direction, device.properties, missing),
                                  {16, 8, 4},
                                  shapes_for(device.properties)};
      if (space.bytes.empty()) {
        recorder.add(unmeasured(level.subject, quantity_of(direction),
                                device.name + " does not tell the " + missing + ", so no array is known to fit; state one (bytes).",
                                kHow, kBandwidthReference));
        return std::nullopt;
      }
      MeasuringBandwidth measuring(recorder, level, direction);
      if (auto error = measuring.search(space)) return error;
      measuring.add_clocks(clocks, clock_runs);
      Finding finding = measuring.finding();
      // A card whose L1 can't be written writes through it. A program that says so may only lack the number.
      const bool writes_l1 = is_of_an_l1(level) && direction != Direction::read;
      if (writes_l1 && measuring.is_unsupported() && device.origin == Origin::hardware) finding.status = FindingStatus::absent;
      if (level == kSweptConstant && finding.status == FindingStatus::measured)
        finding.reason = "All threads of a warp read the same word, which is counted once for the warp.";
      if (is_of_an_l1(level) && direction == Direction::read && finding.status == FindingStatus::measured)
        if (auto error = hold_against_l2(finding, *measuring.found().best)) return error;
      if (std::string_view(level.name) == "dram" && finding.status == FindingStatus::measured && device.properties.l2_bytes)
        finding.reason += (finding.reason.empty() ? "" : " ") + whereof(*measuring.found().best, *device.properties.l2_bytes);
      recorder.add(std::move(finding));
      return std::nullopt;
    }

    static std::string whereof(const ThroughputSetting& best, std::uint64_t l2) {
      return "The array is " + number_text(static_cast<double>(best.bytes) / static_cast<double>(l2)) +
             " times as large as the L2, so no larger part than one in that many came from the L2.";
    }

    /// Loads may come from the L2 although the L1 was asked (Kepler's L1 does not cache them, or the array does not fit). So the
    /// rate is compared with that of the L2 under the same setting.
    std::optional<DeviceError> hold_against_l2(Finding& finding, ThroughputSetting setting) {
      std::string missing;
      const auto arrays = swept_arrays(kSweptL2, Direction::read, device.properties, missing);
      MeasuringBandwidth reference(recorder, kSweptL2, Direction::read);
      if (!arrays.empty()) {
        setting.bytes = arrays.front();
        if (auto error = reference.refer(setting)) return error;
      }
      for (const std::string& run : reference.evidence()) finding.evidence.push_back(run);
      if (!reference.found().best) {
        finding.reason = "There is no measurement of the L2 to compare it with.";
      } else if (finding.value.get<double>() < kFasterThanL2 * reference.found().rate) {
        finding.status = FindingStatus::not_measurable;
        finding.reason = "It is no faster than reading the L2, so the L1 may not keep what is loaded.";
        finding.value = nullptr;
        finding.low = finding.high = std::nullopt;
      }
      return std::nullopt;
    }
  };
};

}  // namespace

std::unique_ptr<Probe> make_bandwidth_probe() { return std::make_unique<BandwidthProbe>(); }

}  // namespace chasescope
