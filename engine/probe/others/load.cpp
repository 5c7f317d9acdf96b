// Probe `load`: the throughput of a level as the number of threads grows, the growth of their load latency, and the number of bytes
// in flight that keeps the level busy (Little's law; topology thesis §6.1 asks for the configuration of threads that does).
// Decision 49: docs/decisions/cards/49-load-without-a-clock-in-each-thread.md
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/load_curve.h"
#include "engine/probe/others/load_findings.h"
#include "engine/probe/others/swept_level.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::CrowdPoint;
using inference::ThreadCost;
using inference::TimedLevel;
using inference::UnderLoad;

constexpr std::uint64_t kMostLoadThreads = 1024;  // threads of a block: no card allows more
constexpr std::array kWidths{16U, 8U, 4U, 2U, 1U};  // bytes: all that a thread can ask for at once
constexpr unsigned kWholeWord = 4;                  // bytes: the narrowest load that every device of bandwidth makes
// The kernels keep eight loads of each thread in flight. A pass of a thread over its SM's slice of the array consists of whole
// groups of eight loads. There are at least two groups, so that the cost at the end of a pass is spread over both.
constexpr std::uint64_t kLoadsOfAGroup = 8, kGroupsOfAPass = 2;
constexpr std::size_t kFewCrowds = 4;  // numbers of threads that suffice to measure undisturbed threads
constexpr std::uint64_t kLoneBytes = 4096,
                        // Arrays of a lone chase: the first fits in any L1, the second fits in any L2 and covers all its slices.
    kLoneL2Bytes = 256 << 10;
constexpr std::uint64_t kLoneStride = 128, kLoneAccesses = 4096;
constexpr std::uint64_t kColdStride = 4096;  // lines of memory that nothing fetches along with their neighbours
constexpr std::uint64_t kTimesTheL2 = 4;     // as in probe `memory`: filling so large an array evicts its first lines from the L2
constexpr std::uint64_t kManyPagesBytes = std::uint64_t{256} << 20;
// In a chase through memory, a cache may still hold some lines. These lines take less than kAnsweredByACache of the latency of slow
// lines, for which the upper quartile stands: it is a memory latency as long as a quarter of the lines come from memory. To be
// safe, half of them must.
constexpr double kAnsweredByACache = 0.6, kSlowLines = 0.75, kMostAnswered = 0.5;
constexpr double kOfTheBest = 0.9;     // an array that is read at this share of the best rate still fits in the L1
constexpr double kNearerThanL2 = 0.9;  // an L1's latency is below this share of the L2's

ProbeInfo load_info() {
  ProbeInfo info;
  info.name = "load";
  info.title = "Under load";
  info.group = "Requests";
  info.summary =
      "Bandwidth and latency of each level as more and more threads read at once, and the bytes under way that saturate it.";
  info.reference = kLoadReference;
  info.parameters = {
      {.key = "level",
       .label = "Level",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", "l1", "shared", "l2", "dram"},
       .help = "Which level is read."},
      {.key = "width",
       .label = "Bytes of a load",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", kLoadWide, "16", "8", "4", "2", "1"},
       .help = "How much a thread asks for with one instruction; wide: 16, 8 and 4, as a discovery asks."},
  };
  return info;
}

struct Crowd {
  std::uint64_t blocks = 0, threads = 0;
};

/// The numbers of threads that are measured, from few to all. Levels of an SM start with a part of a warp on each SM, because a
/// whole warp already moves a full line at a time. Levels of the chip start with one warp on a few SMs.
std::vector<Crowd> crowds_for(const SweptLevel& level, std::uint64_t sms, std::uint64_t most) {
  std::vector<Crowd> crowds;
  if (is_sliced(level))
    for (const std::uint64_t threads : {1, 2, 4, 8, 16}) crowds.push_back({sms, threads});
  else
    for (const std::uint64_t part : {16, 8, 4, 2})
      if (sms >= part) crowds.push_back({sms / part, 32});
  for (const std::uint64_t threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024})
    if (threads <= most) crowds.push_back({sms, threads});
  if (!is_sliced(level)) crowds.push_back({2 * sms, most});
  return crowds;
}

/// The latency of a lone chase. `l2`: for a chase through memory the L2's latency, 0 if not known; for other levels 0.
Lone lone_of(const RunPtr& run, bool of_memory, double l2) {
  const ChaseResult& result = run->chase()->result;
  const std::vector<float> cycles = result.cycles.copy();
  std::vector<double> taken(cycles.begin(), cycles.end());
  std::sort(taken.begin(), taken.end());
  const auto all = static_cast<double>(taken.size());
  if (of_memory) {
    const double overhead = result.overhead_cycles.value_or(0);
    const double slow = taken[static_cast<std::size_t>(kSlowLines * all)] - overhead;
    const double cut = overhead + kAnsweredByACache * slow;
    // If even the slow lines take no longer than an L2 hit, nearly all of them came from the L2.
    if (l2 > 0 && kNearerThanL2 * slow <= l2) return {0, 0, 0, 1, run->id};
    taken.erase(taken.begin(), std::lower_bound(taken.begin(), taken.end(), cut));
  }
  const double answered = 1 - static_cast<double>(taken.size()) / all;
  taken.resize(taken.size() - static_cast<std::size_t>(kLoadOutliers * static_cast<double>(taken.size())));
  const auto count = static_cast<double>(taken.size());
  const double mean = std::accumulate(taken.begin(), taken.end(), 0.0) / count - result.overhead_cycles.value_or(0);
  double squares = 0;
  for (const double each : taken) squares += std::pow(each - result.overhead_cycles.value_or(0) - mean, 2);
  constexpr double kHalfWidth = 2.576;  // half-width of the 99 % interval of a normal distribution, in standard deviations
  const double off = kHalfWidth * std::sqrt(squares / std::max(count - 1, 1.0) / count);
  return {mean, mean - off, mean + off, answered, run->id};
}

class LoadingCard {
 public:
  LoadingCard(Recorder& recorder, const Description& device) : recorder_(recorder), device_(device) {}

  /// Measures the requested levels, and the levels from which the behaviour of a lone thread is computed. An error ends the probe.
  std::optional<DeviceError> measure(const std::vector<SweptLevel>& asked, const std::vector<unsigned>& widths) {
    sms_ = device_.properties.sm_count.value_or(0);
    most_threads_ = std::min(device_.properties.max_threads_per_block.value_or(kMostLoadThreads), kMostLoadThreads);
    const auto is_asked = [&](const SweptLevel& level) {
      return std::any_of(asked.begin(), asked.end(), [&](const SweptLevel& one) { return one == level; });
    };
    const bool global = std::any_of(asked.begin(), asked.end(), [](const SweptLevel& level) { return level != kSweptShared; });
    for (const SweptLevel& level : kSweptLevels) {
      const bool compares = global && (level == kSweptL1 || level == kSweptL2);
      if (is_asked(level) || compares) levels_.push_back({.level = level, .asked = is_asked(level)});
    }
    double at = 0;
    const double step = 1 / static_cast<double>(2 * levels_.size());
    // Few threads on all levels come first: the cost of a lone thread follows from two levels.
    for (const bool few : {true, false})
      for (LevelUnderLoad& one : levels_) {
        const double from = at;
        at += step;
        if (few) {
          if (auto error = prepare(one)) return error;
          if (one.lone) recorder_.add(lone_finding(one));
        }
        if (!one.refusal.empty() || (!few && !one.asked)) continue;
        const auto crowds = crowds_for(one.level, sms_, most_threads_);
        const std::size_t some = std::min(kFewCrowds, crowds.size());
        if (auto error = ask_crowds(one, widths, crowds, few ? 0 : some, few ? some : crowds.size(), from, at)) return error;
        if (few) continue;
        const auto thread = [&](unsigned width) { return thread_with(width); };
        for (Finding& finding : load_findings(one, sms_, thread)) recorder_.add(std::move(finding));
      }
    for (const LevelUnderLoad& one : levels_)
      if (one.asked && !one.refusal.empty())
        for (Finding& finding : refused_findings(one)) recorder_.add(std::move(finding));
    return std::nullopt;
  }

 private:
  /// Measures the latency of a lone load and chooses the array; if the level can't be measured, keeps the reason.
  std::optional<DeviceError> prepare(LevelUnderLoad& one) {
    std::string missing;
    const auto arrays = swept_arrays(one.level, Direction::read, device_.properties, missing);
    if (arrays.empty() || sms_ == 0) {
      one.refusal =
          device_.name + " does not tell the " + (arrays.empty() ? missing : "number of SMs") + ", so no array is known to fit.";
      return std::nullopt;
    }
    if (auto error = ask_alone(one); error || !one.refusal.empty()) return error;
    return choose_array(one, arrays);
  }

  std::optional<DeviceError> ask_alone(LevelUnderLoad& one) {
    const bool has_past_l1 = device_.serves(MemorySpace::global_cg);
    const MemorySpace past_l1 = has_past_l1 ? MemorySpace::global_cg : MemorySpace::global_ca;
    if (one.level == kSweptShared) return keep_lone(one, chase(MemorySpace::shared, kLoneBytes));
    if (one.level == kSweptMemory) return keep_lone(one, cold_chase(past_l1));
    if (one.level == kSweptL2) {
      if (has_past_l1)
        return keep_lone(one, chase(past_l1, std::min(kLoneL2Bytes, *device_.properties.l2_bytes / 2 / kLoneStride * kLoneStride)));
      one.refusal = device_.name + " has no loads past the L1 (global.cg), so what a load from the L2 takes alone is not known.";
      return std::nullopt;
    }
    if (auto error = keep_lone(one, chase(MemorySpace::global_ca, kLoneBytes)); error || !one.refusal.empty() || !has_past_l1)
      return error;
    LevelUnderLoad past{.level = one.level};
    if (auto error = keep_lone(past, chase(past_l1, kLoneBytes)); error || !past.refusal.empty()) return error;
    if (one.lone->mean >= kNearerThanL2 * past.lone->mean) {
      one.refusal = "A load through the L1 takes " + number_text(one.lone->mean) + " cycles, and one past it " +
                    number_text(past.lone->mean) + ": no L1 keeps what is loaded.";
      one.lone.reset();
    }
    return std::nullopt;
  }

  ChaseRequest chase(MemorySpace space, std::uint64_t bytes) const {
    ChaseRequest base;
    base.space = space;
    const std::uint64_t lines = bytes / kLoneStride;
    return uniform_chase(base, bytes, kLoneStride, 2, std::max<std::uint64_t>(kLoneAccesses / lines, 1));
  }

  /// A chase over lines that no cache holds. Each line is read once. The warm-up reads twice the L2's size before the timed lines,
  /// and filling the array wrote about as much after them.
  ChaseRequest cold_chase(MemorySpace space) const {
    ChaseRequest request;
    request.space = space;
    const std::uint64_t most = footprint_limit(device_, space);
    const std::uint64_t bytes = std::min(most, std::max(kManyPagesBytes, kTimesTheL2 * *device_.properties.l2_bytes));
    const std::uint64_t lines = bytes / kColdStride;
    request.pattern = UniformPattern{lines * kColdStride, kColdStride};
    request.warmup = lines / 2;
    request.accesses = std::min(kLoneAccesses, lines / 4);
    return request;
  }

  /// Measures the lone chase. If the device refuses it for a limit, the level keeps that as its reason.
  std::optional<DeviceError> keep_lone(LevelUnderLoad& one, const ChaseRequest& request) {
    const auto refuse_or_fail = [&](const DeviceError& error) -> std::optional<DeviceError> {
      if (!is_limit(error)) return error;
      one.refusal = error.message;
      return std::nullopt;
    };
    if (auto error = check(request, device_)) return refuse_or_fail(*error);
    const auto run = recorder_.chase_quietly({request, std::string(one.level.name) + ", a lone chase", true});
    if (!run) return refuse_or_fail(run.error());
    if ((*run)->cycles().size() != request.accesses)
      return DeviceError{ErrorCode::internal, "The device answered another number of accesses than was asked for."};
    recorder_.keep(*run);
    const auto l2 =
        std::find_if(levels_.begin(), levels_.end(), [](const LevelUnderLoad& other) { return other.level == kSweptL2; });
    one.lone = lone_of(*run, one.level == kSweptMemory, l2 != levels_.end() && l2->lone ? l2->lone->mean : 0);
    if (one.lone->answered > kMostAnswered) {
      one.refusal =
          "Of lines of memory that were not read before, " +
          (one.lone->answered < 1 ? number_text(std::round(100 * one.lone->answered)) + " %" : std::string("nearly all")) +
          " were answered by a cache, which still had them since they were written: too many to tell what memory takes.";
      one.lone.reset();
    }
    return std::nullopt;
  }

  /// Chooses the largest array that is read as fast as the best one. The size of an L1 is not known, because nobody reports how
  /// much of the SM's array it has.
  std::optional<DeviceError> choose_array(LevelUnderLoad& one, const std::vector<std::uint64_t>& arrays) {
    one.array = arrays.front();
    if (arrays.size() == 1) return std::nullopt;
    constexpr std::uint64_t kSome = 64;  // threads: so few that each has enough loads in the smallest array
    std::vector<double> rates;
    for (const std::uint64_t bytes : arrays) {
      one.array = bytes;
      Width tried;
      if (auto error = ask(one, kWholeWord, {sms_, kSome}, tried, true)) return error;
      rates.push_back(tried.points.empty() ? 0 : tried.points.front().rate);
    }
    const double best = *std::max_element(rates.begin(), rates.end());
    for (std::size_t i = rates.size(); i-- > 0;)
      if (rates[i] >= kOfTheBest * best) one.array = arrays[i];
    if (best > 0) one.refusal.clear();
    return std::nullopt;
  }

  std::optional<DeviceError> ask_crowds(LevelUnderLoad& one, const std::vector<unsigned>& widths, const std::vector<Crowd>& crowds,
                                        std::size_t first, std::size_t last, double from, double to) {
    const double step = (to - from) / static_cast<double>(widths.size() * std::max<std::size_t>(last - first, 1));
    for (const unsigned width : widths)
      for (std::size_t i = first; i < last; ++i) {
        // A device need not make loads of 1 and 2 bytes. One that refuses the first of them refuses them all.
        if (const Width& so_far = one.widths[width]; width < kWholeWord && so_far.points.empty() && !so_far.limit.empty()) break;
        recorder_.progress(std::string(one.level.name) + ", " + std::to_string(width) + " B a load", from);
        from += step;
        if (auto error = ask(one, width, crowds[i], one.widths[width], !one.asked)) return error;
      }
    return std::nullopt;
  }

  /// Measures one point. A point that the device refuses for a limit is left out.
  std::optional<DeviceError> ask(const LevelUnderLoad& one, unsigned width, const Crowd& crowd, Width& into, bool auxiliary) {
    std::uint64_t bytes = one.array;
    if (is_sliced(one.level)) {
      const std::uint64_t group = crowd.threads * width * kLoadsOfAGroup;
      const std::uint64_t slice = one.array / sms_ / group * group;
      if (slice < kGroupsOfAPass * group) return std::nullopt;
      bytes = slice * crowd.blocks;
    }
    const BandwidthRequest request{one.level.name, Direction::read, bytes, width, crowd.blocks, crowd.threads};
    const std::string label = std::string(one.level.name) + ", " + std::to_string(width) + " B a load, " +
                              format_count(crowd.blocks) + (crowd.blocks == 1 ? " block of " : " blocks of ") +
                              format_count(crowd.threads);
    const auto run = recorder_.ask_quietly(Planned<BandwidthRequest>{request, label, auxiliary});
    if (!run) {
      if (!is_limit(run.error())) return run.error();
      if (into.limit.empty()) into.limit = run.error().message;
      return std::nullopt;
    }
    recorder_.keep(*run);
    const double rate = (*run)->as<BandwidthRequest>()->result.bytes_per_cycle;
    if (!(rate > 0)) return std::nullopt;
    into.points.push_back({static_cast<double>(crowd.blocks * crowd.threads * width), rate});
    into.runs.push_back((*run)->id);
    return std::nullopt;
  }

  /// The cost of a thread with loads of this width, from the L1 and the L2.
  std::optional<ThreadCost> thread_with(unsigned width) const {
    std::vector<TimedLevel> levels;
    for (const LevelUnderLoad& one : levels_) {
      const auto found = one.widths.find(width);
      if (one.level != kSweptL1 && one.level != kSweptL2) continue;
      if (one.lone && found != one.widths.end())
        levels.push_back({one.lone->mean, inference::read_load(found->second.points).alone});
    }
    return levels.size() == 2 ? inference::thread_cost(levels[0], levels[1]) : std::nullopt;
  }

  Recorder& recorder_;
  const Description& device_;
  std::uint64_t sms_ = 0, most_threads_ = 0;
  std::vector<LevelUnderLoad> levels_;
};

class LoadProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = load_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const ParameterReader read(info(), values);
    std::vector<SweptLevel> levels;
    for (const SweptLevel& level : kSweptLevels)
      if (read.text("level") == "all" || read.text("level") == level.name) levels.push_back(level);
    std::vector<unsigned> widths;
    for (const unsigned width : kWidths)
      if (const std::string asked = read.text("width");
          asked == "all" || (asked == kLoadWide && width >= kWholeWord) || asked == std::to_string(width))
        widths.push_back(width);
    const Description& described = device.description();
    for (const std::string_view call : {BandwidthRequest::kCall, ChaseRequest::kCall}) {
      if (described.serves(call)) continue;
      for (const SweptLevel& level : levels)
        for (const char* quantity : kToldOfLoad)
          for (Finding& finding : unserved(described, call, level.subject, {quantity}, kLoadReference))
            recorder.add(std::move(finding));
      return recorder.take_report();
    }
    LoadingCard card(recorder, described);
    if (auto error = card.measure(levels, widths)) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_load_probe() { return std::make_unique<LoadProbe>(); }

}  // namespace chasescope
