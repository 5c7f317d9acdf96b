// Banks of shared memory from the latency of strided accesses (2014 paper §3.1 listing 1, §4.1, figures 4 to 7).
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/others/bank_findings.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::BankLayoutFit;
using inference::StrideSamples;

constexpr std::uint64_t kLastStride = 64;
constexpr unsigned kLanes = 32;
// As long as noise leaves several layouts possible, all strides are measured again, in up to this many rounds.
constexpr int kRounds = 6;

ProbeInfo banks_info() {
  ProbeInfo info;
  info.name = "banks";
  info.title = "Bank conflicts";
  info.group = "Shared memory";
  info.summary =
      "Reads shared memory with growing strides: banks, their width, broadcast, and the cost of each further row of a conflict.";
  info.reference = "2014 paper §3.1 and §4.1, figures 4 to 7";
  info.parameters = {
      {.key = "strides",
       .label = "Strides (words)",
       .kind = ParameterKind::counts,
       .optional = true,
       .unset_text = "0-64",
       .help =
           "Lane i of a warp reads word i·stride; at 0 all lanes read one word. Numbers and ranges, such as 0-64, 96 (2014 paper, "
           "listing 1)."},
      {.key = "words",
       .label = "Word widths (bytes)",
       .kind = ParameterKind::counts,
       .default_text = "4, 8, 16",
       .help = "How much each lane reads: 4, 8 or 16 bytes. The layout of the banks follows from the narrowest."},
      {.key = "bank_bytes",
       .label = "Bank mode (bytes)",
       .kind = ParameterKind::choice,
       .optional = true,
       .choices = {"4", "8"},
       .unset_text = "all that there are",
       .help = "Kepler's banks can be numbered every 4 or every 8 bytes (2014 paper, §4.1, figure 6)."},
      {.key = "repeats",
       .label = "Accesses per mean",
       .kind = ParameterKind::count,
       .default_text = "32",
       .help = "Each measurement is the mean of so many accesses of the warp (the paper takes 63)."},
      {.key = "samples",
       .label = "Measurements per stride",
       .kind = ParameterKind::count,
       .default_text = "5",
       .help = "The median of so many measurements is taken, and their scatter gives the noise. More are made while the noise "
               "leaves a doubt."},
  };
  return info;
}

struct BanksPlan {
  std::vector<std::uint64_t> strides;  ///< empty: the default strides
  std::vector<unsigned> words;         ///< narrowest first
  std::vector<unsigned> modes;
  bool modes_chosen = false;
  std::uint64_t repeats = 0;
  std::uint64_t samples = 0;
};

/// The measurements of one bank mode and one word width.
class Series {
 public:
  Series(unsigned word_bytes, unsigned bank_bytes, unsigned lanes) : about_{word_bytes, bank_bytes, lanes, {}} {}

  void add(std::uint64_t stride, double cycles, const std::string& run) {
    auto& entry = by_stride_[stride];
    entry.samples.stride = stride;
    entry.samples.cycles.push_back(cycles);
    entry.runs.push_back(run);
  }

  void conclude() {
    std::vector<StrideSamples> samples;
    for (const auto& [stride, entry] : by_stride_) samples.push_back(entry.samples);
    const auto medians = inference::medians_of(samples);
    scatter_ = inference::scatter_of(samples);
    fit_ = inference::fit_bank_layout(medians, scatter_, about_.word_bytes, about_.lanes);
    about_.strides.clear();
    for (const auto& median : medians)
      about_.strides.push_back({median.stride, median.cycles, run_nearest(median.stride, median.cycles)});
  }

  bool decided() const { return fit_.banks() && fit_.width_bytes() && fit_.row_bytes(); }
  const BankSeries& about() const { return about_; }
  const BankLayoutFit& fit() const { return fit_; }

  /// The error of a median, in cycles.
  double noise() const {
    const std::size_t samples = by_stride_.empty() ? 1 : by_stride_.begin()->second.runs.size();
    return 3 * 1.2533 * scatter_ / std::sqrt(static_cast<double>(samples));
  }

 private:
  struct Entry {
    StrideSamples samples;
    std::vector<std::string> runs;
  };

  std::string run_nearest(std::uint64_t stride, double cycles) const {
    const Entry& entry = by_stride_.at(stride);
    const auto distance = [&](double sample) { return std::abs(sample - cycles); };
    const auto nearest = std::min_element(entry.samples.cycles.begin(), entry.samples.cycles.end(),
                                          [&](double a, double b) { return distance(a) < distance(b); });
    return entry.runs[static_cast<std::size_t>(nearest - entry.samples.cycles.begin())];
  }

  BankSeries about_;
  std::map<std::uint64_t, Entry> by_stride_;
  double scatter_ = 0;
  BankLayoutFit fit_;
};

class BanksProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = banks_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(BankRequest::kCall)) {
      for (Finding& finding : unserved(described, BankRequest::kCall, subject::shared_memory,
                                       {quantity::banks, quantity::bank_width_bytes, quantity::broadcast,
                                        quantity::hit_latency_cycles, quantity::conflict_latency_cycles},
                                       kBankReference))
        recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const auto planned = plan(values, described);
    if (!planned) return planned.error();
    MeasuringBanks measuring{recorder, *planned, described};
    for (std::size_t mode = 0; mode < planned->modes.size(); ++mode)
      if (auto error = measuring.measure_mode(mode)) return *error;
    return recorder.take_report();
  }

 private:
  /// The plan that the parameters describe, after each of its requests was checked.
  Outcome<BanksPlan> plan(const ParameterValues& values, const Description& device) const {
    const ParameterReader read(info(), values);
    BanksPlan plan;
    plan.strides = read.counts("strides");
    for (const std::uint64_t word : read.counts("words"))
      plan.words.push_back(static_cast<unsigned>(std::min<std::uint64_t>(word, 1U << 30)));
    plan.repeats = read.count("repeats");
    plan.samples = read.count("samples");
    if (const auto mode = read.optional_count("bank_bytes")) {
      plan.modes = {static_cast<unsigned>(*mode)};
      plan.modes_chosen = true;
    } else {
      plan.modes = {4, 8};
    }
    const auto tidy = [](auto& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    tidy(plan.strides);
    tidy(plan.words);
    constexpr std::uint64_t kMostSamples = 1000;
    if (plan.samples == 0 || plan.samples > kMostSamples)
      return invalid_request("The number of measurements per stride is " + format_count(plan.samples) +
                             "; it must lie between 1 and " + format_count(kMostSamples) + ".");
    for (const unsigned word : plan.words)
      for (const unsigned mode : plan.modes)
        for (const std::uint64_t stride : plan.strides.empty() ? std::vector<std::uint64_t>{0} : plan.strides)
          if (auto error = check(BankRequest{stride, word, mode, plan.repeats}, device)) return *error;
    return plan;
  }

  /// Measures one bank mode after the other, and holds the state of that.
  struct MeasuringBanks {
    Recorder& recorder;
    const BanksPlan& plan;
    const Description& device;
    double done = 0;  ///< the part of the probe that is done, 0 to 1

    unsigned lanes() const {
      return static_cast<unsigned>(std::clamp<std::uint64_t>(device.properties.warp_size.value_or(kLanes), 1, 128));
    }

    std::vector<std::uint64_t> strides_of(unsigned word_bytes, unsigned bank_bytes) const {
      if (!plan.strides.empty()) return plan.strides;
      std::vector<std::uint64_t> strides;
      for (std::uint64_t stride = 0; stride <= kLastStride; ++stride)
        if (!check(BankRequest{stride, word_bytes, bank_bytes, plan.repeats}, device)) strides.push_back(stride);
      return strides;
    }

    std::optional<DeviceError> measure_mode(std::size_t number) {
      const unsigned mode = plan.modes[number];
      const double share = 1.0 / static_cast<double>(plan.modes.size());
      const double from = share * static_cast<double>(number);
      const double each = share / static_cast<double>(plan.words.size());
      std::optional<BankLayoutFit> layout;
      for (std::size_t i = 0; i < plan.words.size(); ++i) {
        Series series(plan.words[i], mode, lanes());
        const double begin = from + each * static_cast<double>(i);
        if (auto error = measure_series(series, !layout, begin, begin + each)) {
          if (error->code != ErrorCode::unsupported || i > 0) return error;
          return mode_is_missing(mode, *error);
        }
        if (layout) {
          recorder.add(latency_of_wide_words(series.about(), *layout, series.noise()));
        } else {
          layout = series.fit();
          for (Finding& finding : findings_of_banks(series.about(), series.fit(), series.noise())) recorder.add(std::move(finding));
        }
      }
      return std::nullopt;
    }

    /// Records that the card lacks a bank mode. This is a finding and no error, also if the user asked for this mode. A recording
    /// has no runs of a mode that the card lacks, but it may as well have no runs of one that the card has.
    std::optional<DeviceError> mode_is_missing(unsigned mode, const DeviceError& error) {
      Finding finding =
          unmeasured(subject::shared_memory, quantity::bank_width_bytes, error.message, "Asks for the bank mode.", kBankReference);
      finding.conditions = {{"bank_bytes", mode}};
      if (device.origin != Origin::recording) finding.status = FindingStatus::absent;
      recorder.add(std::move(finding));
      return std::nullopt;
    }

    std::optional<DeviceError> measure_series(Series& series, bool until_decided, double from, double to) {
      const auto strides = strides_of(series.about().word_bytes, series.about().bank_bytes);
      for (int round = 0; round < (until_decided ? kRounds : 1); ++round) {
        const double begin = round == 0 ? from : to;
        for (std::size_t i = 0; i < strides.size(); ++i) {
          const double at = begin + (to - begin) * static_cast<double>(i) / static_cast<double>(strides.size());
          if (auto error = measure_stride(series, strides[i], at)) return error;
        }
        series.conclude();
        if (series.decided() || strides.size() < 3) break;
      }
      return std::nullopt;
    }

    std::optional<DeviceError> measure_stride(Series& series, std::uint64_t stride, double at) {
      const auto& about = series.about();
      const std::string label = "stride " + std::to_string(stride) + ", " + std::to_string(about.word_bytes) + "-byte words, " +
                                std::to_string(about.bank_bytes) + "-byte banks";
      for (std::uint64_t sample = 0; sample < plan.samples; ++sample) {
        const auto run =
            recorder.ask(Planned<BankRequest>{{stride, about.word_bytes, about.bank_bytes, plan.repeats}, label}, at, at);
        if (!run) return run.error();
        series.add(stride, (*run)->as<BankRequest>()->result.mean_cycles, (*run)->id);
      }
      return std::nullopt;
    }
  };
};

}  // namespace

std::unique_ptr<Probe> make_banks_probe() { return std::make_unique<BanksProbe>(); }

}  // namespace chasescope
