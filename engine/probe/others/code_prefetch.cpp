// Whether instructions are fetched ahead, from code in blocks that is run in the order of memory and scattered (decision 55).
#include <algorithm>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/code_prefetch.h"
#include "engine/probe/others/code_lengths.h"
#include "engine/probe/others/instruction_names.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::BlocksBehind;
using inference::CodePrefetch;
using inference::FetchedAhead;
using inference::OrderedBlocks;

constexpr const char* kPrefetchReference = "beyond the papers; decision 55";
constexpr const char* kPrefetchMethod =
    "Code in blocks with a computed branch at the end of each, run in the order of memory and scattered. The instructions are the "
    "same, so what the order of memory saves was fetched before the branch asked for it. What it saves in code that fits the "
    "nearest cache is subtracted.";
constexpr std::uint64_t kLongestBlocks = 256 * 1024;  // bytes
constexpr double kBlockPointsPerDoubling = 4;

ProbeInfo code_prefetch_info() {
  ProbeInfo info;
  info.name = "prefetch";
  info.title = "Instruction prefetch";
  info.group = "Caches";
  info.summary = "Runs blocks of code in the order of memory and scattered: where the first is faster, instructions are fetched ahead.";
  info.reference = kPrefetchReference;
  info.parameters = {
      {.key = "from",
       .label = "Shortest code",
       .kind = ParameterKind::bytes,
       .default_text = "1KiB",
       .help = "The first length; how much is saved is told only if it is 1 KiB, which fits the nearest cache. Lengths are "
               "multiples of 256 B."},
      {.key = "to",
       .label = "Longest code",
       .kind = ParameterKind::bytes,
       .default_text = "256KiB",
       .help = "The last length, or as far as the device goes."},
      {.key = "runs",
       .label = "Runs",
       .kind = ParameterKind::count,
       .default_text = "3",
       .help = "How often each length is measured in each order, in turn; the interval comes from them."},
      {.key = "repeats",
       .label = "Repeats",
       .kind = ParameterKind::count,
       .default_text = "8",
       .help = "In each run the code is executed once to fill the caches and then so often."},
  };
  return info;
}

class MeasuringPrefetch {
 public:
  MeasuringPrefetch(Recorder& recorder, const Description& device, std::uint64_t runs, std::uint64_t repeats)
      : recorder_(recorder), name_(instruction_names(device).front()), runs_(runs), repeats_(repeats) {}

  std::optional<DeviceError> run(std::uint64_t from, std::uint64_t to) {
    to_ = to;
    const auto lengths = code_lengths(from, to, kBlockPointsPerDoubling);
    for (std::size_t i = 0; i < lengths.size() && refusal_.empty(); ++i) {
      recorder_.progress(format_bytes(lengths[i]) + " of code in blocks",
                         0.9 * static_cast<double>(i) / static_cast<double>(lengths.size()));
      if (auto error = measure(lengths[i])) return error;
    }
    const CodePrefetch found = inference::find_code_prefetch(points_);
    recorder_.add(verdict(found));
    recorder_.add(hidden(found));
    return std::nullopt;
  }

 private:
  std::optional<DeviceError> measure(std::uint64_t bytes) {
    OrderedBlocks point{static_cast<double>(bytes), {}, {}};
    std::vector<std::string> evidence;
    for (std::uint64_t i = 0; i < runs_; ++i)
      for (const CodeOrder order : {CodeOrder::in_order, CodeOrder::scattered}) {
        const std::string label =
            format_bytes(bytes) + " of code in blocks, " + (order == CodeOrder::in_order ? "in order" : "scattered");
        const auto run = recorder_.ask_quietly(Planned<InstructionsRequest>{{bytes, repeats_, order}, label});
        if (!run && !is_limit(run.error())) return run.error();
        if (!run) {
          refusal_ = run.error().message;
          return std::nullopt;
        }
        const InstructionsResult& result = (*run)->as<InstructionsRequest>()->result;
        if (result.block_bytes == 0 || (block_bytes_ != 0 && result.block_bytes != block_bytes_)) {
          refusal_ = result.block_bytes == 0 ? "The device ran straight code: its answers state no size of blocks."
                                             : "The size of the device's blocks changes from answer to answer.";
          return std::nullopt;
        }
        block_bytes_ = result.block_bytes;
        const double cycles =
            result.cycles_per_instruction * static_cast<double>(block_bytes_) / static_cast<double>(result.instruction_bytes);
        (order == CodeOrder::in_order ? point.in_order : point.scattered).push_back(cycles);
        evidence.push_back(recorder_.keep(*run));
      }
    points_.push_back(std::move(point));
    evidence_.push_back(std::move(evidence));
    return std::nullopt;
  }

  /// Whether the nearest cache may be left behind by the shortest code already.
  bool can_be_shorter() const { return !points_.empty() && points_.front().bytes > kShortestCode; }

  std::string why_shorter() const {
    return " The shortest code has " + format_bytes(static_cast<std::uint64_t>(points_.front().bytes)) +
           " and may not fit the nearest cache. Shorter code (from=1KiB) would tell.";
  }

  /// "up to 256 KiB", "64 KiB to 256 KiB", "256 KiB": the lengths that were run.
  std::string lengths_words() const {
    const auto shortest = static_cast<std::uint64_t>(points_.front().bytes);
    const auto longest = static_cast<std::uint64_t>(points_.back().bytes);
    if (shortest <= kShortestCode) return "up to " + format_bytes(longest);
    return points_.size() == 1 ? format_bytes(longest) : format_bytes(shortest) + " to " + format_bytes(longest);
  }

  /// Why no code is behind the nearest cache. Code that is as short as can be run is taken to fit the nearest cache; of longer code
  /// this is not known.
  std::string why_nothing() const {
    if (points_.empty()) return "Code in blocks can't be run: " + refusal_;
    const bool can_be_longer = refusal_.empty() && to_ < kLongestBlocks;
    std::string why = "Scattered blocks take the same in all code of " + lengths_words() +
                      (can_be_shorter() ? ", so either all of it fits one cache or none of it fits the nearest."
                                        : ", so all of it fits one cache.");
    if (can_be_shorter())
      why += can_be_longer ? " Shorter code (from=) or longer code (to=) would tell." : " Shorter code (from=) would tell.";
    if (!refusal_.empty()) return why + " Longer code was refused: " + refusal_;
    if (can_be_shorter()) return why;
    return why + (can_be_longer ? " Longer code (to=) would tell." : " Longer code is not run in blocks.");
  }

  Finding blank(const char* quantity, const CodePrefetch& found) const {
    Finding finding = unmeasured(name_, quantity, found.verdict ? "" : why_nothing(), kPrefetchMethod, kPrefetchReference);
    if (block_bytes_ != 0) finding.conditions["block_bytes"] = block_bytes_;
    if (!found.verdict) return finding;
    for (const std::size_t at : {std::size_t{0}, found.behind[found.telling].point})
      finding.evidence.insert(finding.evidence.end(), evidence_[at].begin(), evidence_[at].end());
    return finding;
  }

  Finding verdict(const CodePrefetch& found) const {
    Finding finding = blank(quantity::prefetch, found);
    if (!found.verdict) return finding;
    const BlocksBehind& at = found.behind[found.telling];
    const std::string where = "in " + format_bytes(static_cast<std::uint64_t>(points_[at.point].bytes)) + " of code";
    const std::string fetch = "the fetch of a scattered block, which takes " + number_text(at.fetch.median) + " cycles " + where;
    const bool saves_all = at.hidden.median >= at.fetch.median;
    if (*found.verdict == FetchedAhead::unclear) {
      finding.reason = "The order of memory saves " + number_text(at.hidden.low) + " to " + number_text(at.hidden.high) +
                       " cycles of " + fetch + ". More runs (runs=) may tell whether that is a tenth.";
      return finding;
    }
    if (*found.verdict == FetchedAhead::no && can_be_shorter()) {
      finding.reason = "The order of memory saves less than a tenth of " + fetch + "." + why_shorter();
      return finding;
    }
    finding.status = FindingStatus::measured;
    finding.value = *found.verdict == FetchedAhead::yes ? "yes" : "no";
    finding.reason = *found.verdict == FetchedAhead::yes
                         ? "The order of memory saves " + (saves_all ? "all" : number_text(at.hidden.median) + " cycles") + " of " +
                               fetch + ". Lines of the cache that are longer than a block would look the same."
                         : "The order of memory saves less than a tenth of " + fetch + ", and nowhere more.";
    return finding;
  }

  Finding hidden(const CodePrefetch& found) const {
    Finding finding = blank(quantity::prefetched_cycles, found);
    finding.unit = "cycles";
    if (!found.verdict) return finding;
    if (can_be_shorter()) {
      finding.reason = "What the order of memory saves in the nearest cache is not known." + why_shorter();
      return finding;
    }
    const BlocksBehind& at = found.behind[found.telling];
    finding.status = FindingStatus::measured;
    finding.conditions["code_bytes"] = points_[at.point].bytes;
    // No more can be saved than the fetch takes. What is measured beyond that is an error of the method, and the interval shows it.
    const double value = std::min(at.hidden.median, at.fetch.median);
    finding.value = value;
    finding.low = std::min(at.hidden.low, value);
    finding.high = at.hidden.high;
    return finding;
  }

  Recorder& recorder_;
  std::string name_;  // of the nearest instruction cache
  std::uint64_t runs_, repeats_;
  std::uint64_t to_ = 0;  // the longest code that was asked for, bytes
  std::uint64_t block_bytes_ = 0;
  std::vector<OrderedBlocks> points_;
  std::vector<std::vector<std::string>> evidence_;  // ids of the runs of each point
  std::string refusal_;                             // why there are no more points
};

class CodePrefetchProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = code_prefetch_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(InstructionsRequest::kCall)) {
      for (Finding& finding : unserved(described, InstructionsRequest::kCall, instruction_names(described).front(),
                                       {quantity::prefetch, quantity::prefetched_cycles}, kPrefetchReference))
        recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const ParameterReader read(info(), values);
    const std::uint64_t from = read.bytes("from"), to = read.bytes("to"), runs = read.count("runs"), repeats = read.count("repeats");
    constexpr std::uint64_t kMostRuns = 1000;
    if (from < kShortestCode || from % kCodeGrain != 0)
      return invalid_request("The shortest code is " + format_bytes(from) + "; it must be a multiple of 256 B, and 1 KiB or more.");
    if (to < from || to > kLongestBlocks)
      return invalid_request("The longest code is " + format_bytes(to) + "; it must lie between the shortest, " + format_bytes(from) +
                             ", and " + format_bytes(kLongestBlocks) + ".");
    if (runs == 0 || runs > kMostRuns) return invalid_request("runs is " + std::to_string(runs) + "; it must lie between 1 and 1,000.");
    if (auto error = check(InstructionsRequest{from, repeats, CodeOrder::in_order}, described)) return *error;
    MeasuringPrefetch measuring(recorder, described, runs, repeats);
    if (auto error = measuring.run(from, to)) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_code_prefetch_probe() { return std::make_unique<CodePrefetchProbe>(); }

}  // namespace chasescope
