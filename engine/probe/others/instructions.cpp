// Instruction caches from straight code of growing length (topology thesis §6.2).
#include <algorithm>
#include <map>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/code_levels.h"
#include "engine/inference/curves/footprint_search.h"
#include "engine/probe/others/code_lengths.h"
#include "engine/probe/others/instruction_names.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::CodeLevel;
using inference::CodeLevels;
using inference::CurvePoint;

constexpr const char* kInstructionsReference = "topology thesis §6.2";
constexpr const char* kCapacity = quantity::capacity_bytes;
constexpr const char* kCycles = quantity::cycles_per_instruction;
constexpr const char* kInstructionsMethod =
    "The longest straight code whose instructions take no longer than those of shorter code. It lies in one piece, so this is the "
    "capacity where it spreads evenly over the sets; the interval ends where all of it comes from the next level.";
constexpr std::uint64_t kFarthest = 1 << 20;  // the longest code of the default sweep, bytes
// Bytes; an assumption: no instruction cache known is larger than a few MiB, and a software GPU takes a minute for such code,
// because it simulates each instruction.
constexpr std::uint64_t kLongestCode = 16 << 20;
constexpr double kPointsPerDoubling = 16;

ProbeInfo instructions_info() {
  ProbeInfo info;
  info.name = "instructions";
  info.title = "Instruction caches";
  info.group = "Caches";
  info.summary = "Runs straight code of growing length: where the time per instruction rises, an instruction cache is full.";
  info.reference = kInstructionsReference;
  info.parameters = {
      {.key = "from",
       .label = "Shortest code",
       .kind = ParameterKind::bytes,
       .default_text = "1KiB",
       .help = "The first length; the caches are told only if it is at most 1 KiB, which fits the nearest one. Lengths are "
               "multiples of 256 B."},
      {.key = "to",
       .label = "Longest code",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "1 MiB, or as far as the device goes",
       .help = "The last length, up to 16 MiB. Code on a CUDA card ends at 512 KiB, and what is longer is left out."},
      {.key = "repeats",
       .label = "Repeats",
       .kind = ParameterKind::count,
       .default_text = "8",
       .help = "The code is run once to fill the caches and then so often; each point is the mean."},
  };
  return info;
}

/// The lengths that were measured, and the time per instruction of each.
class CodeRuns {
 public:
  CodeRuns(Recorder& recorder, std::uint64_t repeats) : recorder_(recorder), repeats_(repeats) {}

  Outcome<double> measure(std::uint64_t bytes, double at) {
    const std::string label = format_bytes(bytes) + " of code";
    recorder_.progress(label, at);
    const auto run = recorder_.ask_quietly(Planned<InstructionsRequest>{{bytes, repeats_}, label});
    if (!run) return run.error();
    ids_[bytes] = recorder_.keep(*run);
    return (*run)->as<InstructionsRequest>()->result.cycles_per_instruction;
  }

  const std::string& id(double bytes) const { return ids_.at(static_cast<std::uint64_t>(bytes)); }

 private:
  Recorder& recorder_;
  std::uint64_t repeats_;
  std::map<std::uint64_t, std::string> ids_;
};

/// Measures the curve and makes the findings from it.
class MeasuringInstructions {
 public:
  MeasuringInstructions(Recorder& recorder, const Description& device, std::uint64_t repeats)
      : recorder_(recorder), runs_(recorder, repeats), names_(instruction_names(device)) {}

  std::optional<DeviceError> run(std::uint64_t from, std::uint64_t to) {
    const auto list = code_lengths(from, to, kPointsPerDoubling);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto cycles = runs_.measure(list[i], 0.9 * static_cast<double>(i) / static_cast<double>(list.size()));
      if (!cycles && !is_limit(cycles.error())) return cycles.error();
      if (!cycles) {
        refusal_ = cycles.error().message;
        break;
      }
      curve_.push_back({static_cast<double>(list[i]), *cycles, 0});
    }
    if (from > kShortestCode) {
      for (const std::string& name : names_)
        recorder_.add(nothing(name, "The shortest code has " + format_bytes(from) +
                                        ", and smaller caches than that don't show. Shorter code (from=1KiB) would tell."));
      return std::nullopt;
    }
    found_ = inference::find_code_levels(curve_);
    if (found_.verdict != CodeLevels::Verdict::found) {
      for (const std::string& name : names_) recorder_.add(nothing(name, why_nothing()));
      return std::nullopt;
    }
    for (std::size_t i = 0; i < found_.levels.size(); ++i)
      if (auto error = add_level(i)) return error;
    for (std::size_t i = found_.levels.size(); i < names_.size(); ++i)
      recorder_.add(nothing(names_[i], "No further level shows in code of up to " + longest() + "."));
    return std::nullopt;
  }

 private:
  std::string longest() const { return format_bytes(static_cast<std::uint64_t>(curve_.back().x)); }

  std::string why_nothing() const {
    if (curve_.empty()) return refusal_;
    if (found_.verdict == CodeLevels::Verdict::uneven)
      return "The time per instruction falls or jumps between even stretches, which a chain of caches can't explain.";
    return "The time per instruction is nowhere constant over the length of the code, up to " + longest() + ".";
  }

  static Finding nothing(const std::string& name, std::string reason) {
    Finding finding = unmeasured(name, kCapacity, std::move(reason), kInstructionsMethod, kInstructionsReference);
    finding.unit = "bytes";
    return finding;
  }

  /// A level farther than the named ones has the subject `device`.
  Finding blank(std::size_t number, const char* quantity) const {
    const bool named = number < names_.size();
    Finding finding =
        unmeasured(named ? names_[number] : subject::device, quantity, {}, kInstructionsMethod, kInstructionsReference);
    if (!named) finding.conditions["instruction_level"] = number + 1;
    finding.unit = std::string_view(quantity) == kCapacity ? "bytes" : "cycles";
    return finding;
  }

  std::optional<DeviceError> add_level(std::size_t number) {
    const CodeLevel& level = found_.levels[number];
    if (auto error = add_capacity(number, level)) return error;
    Finding cycles = blank(number, kCycles);
    cycles.status = FindingStatus::measured;
    cycles.value = level.cycles;
    cycles.low = level.low;
    cycles.high = level.high;
    cycles.method =
        "Cycles per instruction of straight code from this level: the issue, and the part of the fetch that is not hidden.";
    for (std::size_t i = level.first; i <= level.last; ++i) cycles.evidence.push_back(runs_.id(curve_[i].x));
    recorder_.add(std::move(cycles));
    return std::nullopt;
  }

  std::optional<DeviceError> add_capacity(std::size_t number, const CodeLevel& level) {
    Finding finding = blank(number, kCapacity);
    finding.evidence = {runs_.id(curve_[level.first].x), runs_.id(curve_[level.last].x)};
    if (number + 1 == found_.levels.size()) {
      finding.low = curve_[level.last].x;
      finding.reason =
          number == 0 ? "The time per instruction has one plateau: no instruction cache ends in code of up to " + longest() + "."
                      : "No end seen in code of up to " + longest() + ".";
      recorder_.add(std::move(finding));
      return std::nullopt;
    }
    const auto ends = narrow(level);
    if (!ends) return ends.error();
    const CurvePoint& next = curve_[found_.levels[number + 1].first];
    finding.status = FindingStatus::measured;
    finding.value = ends->fits;
    // The first few evicted lines raise the time by less than the points of the level differ among themselves. So the level may
    // already have ended behind the last point that is no higher than the level's median.
    std::size_t sure = std::min(level.even_last, level.last);
    while (sure > level.first && curve_[sure].cycles > level.cycles) --sure;
    const bool even = level.even_last >= level.last && fits_cycles_ <= level.cycles;
    finding.low = even ? static_cast<double>(ends->fits) : curve_[sure].x;
    finding.high = next.x;
    for (const double bytes : {static_cast<double>(ends->fits), static_cast<double>(ends->misses), next.x})
      finding.evidence.push_back(runs_.id(bytes));
    if (level.even_last < level.last)
      finding.reason = "From " + format_bytes(static_cast<std::uint64_t>(curve_[level.even_last].x)) +
                       " on the time per instruction rises by less than a quarter, which counts as the same level.";
    recorder_.add(std::move(finding));
    return std::nullopt;
  }

  /// Bisects between the last point of a level and the next point.
  Outcome<inference::FootprintBracket> narrow(const CodeLevel& level) {
    std::optional<DeviceError> error;
    fits_cycles_ = curve_[level.last].cycles;
    const inference::FootprintBracket wide{static_cast<std::uint64_t>(curve_[level.last].x),
                                           static_cast<std::uint64_t>(curve_[level.last + 1].x)};
    const auto bracket =
        inference::search_by_bisection(wide, kCodeGrain, [&](std::uint64_t bytes) -> std::optional<inference::Fit> {
          const auto cycles = runs_.measure(bytes, 0.9);
          if (!cycles) {
            if (!is_limit(cycles.error())) error = cycles.error();
            return std::nullopt;
          }
          if (!inference::still_in(level, *cycles)) return inference::Fit::misses;
          fits_cycles_ = *cycles;
          return inference::Fit::fits;
        });
    if (error) return *error;
    return bracket;
  }

  Recorder& recorder_;
  CodeRuns runs_;
  std::vector<std::string> names_;
  std::vector<CurvePoint> curve_;
  CodeLevels found_;
  double fits_cycles_ = 0;  // time per instruction of the longest code that fits so far
  std::string refusal_;
};

class InstructionsProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = instructions_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(InstructionsRequest::kCall)) {
      for (const std::string& name : instruction_names(described))
        for (Finding& finding : unserved(described, InstructionsRequest::kCall, name, {kCapacity, kCycles}, kInstructionsReference))
          recorder.add(std::move(finding));
      return recorder.take_report();
    }
    const ParameterReader read(info(), values);
    const std::uint64_t from = read.bytes("from");
    const std::uint64_t to = read.optional_bytes("to").value_or(std::max(from, kFarthest));
    const std::uint64_t repeats = read.count("repeats");
    if (from < kCodeGrain || from % kCodeGrain != 0)
      return invalid_request("The shortest code is " + format_bytes(from) + "; it must be a multiple of " +
                             format_bytes(kCodeGrain) + ".");
    if (to < from || to > kLongestCode)
      return invalid_request("The longest code is " + format_bytes(to) + "; it must lie between the shortest, " +
                             format_bytes(from) + ", and " + format_bytes(kLongestCode) + ".");
    if (auto error = check(InstructionsRequest{from, repeats}, described)) return *error;
    MeasuringInstructions measuring(recorder, described, repeats);
    if (auto error = measuring.run(from, to)) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_instructions_probe() { return std::make_unique<InstructionsProbe>(); }

}  // namespace chasescope
