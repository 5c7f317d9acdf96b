// Probe `l2-map`: the latency from every SM to lines all over the L2. The map shows which SMs lie near which part of it.
// Decision 19: docs/decisions/inference/19-the-l2-map.md
#include <algorithm>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/findings/chip_map.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/others/drawn_lines.h"
#include "engine/probe/parameters.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kWarmPasses = 3;
constexpr std::uint64_t kMostPasses = 1000;
constexpr std::uint64_t kMostSms = 1024;
constexpr const char* kL2MapReference = "beyond the papers; topology thesis §4.7.2 (all SMs at once)";
constexpr const char* kL2MapMethod =
    "Each SM by itself reads the same few lines over and over, and skips its L1. The map holds the median of each SM and line. The "
    "mean of each SM and of each line is subtracted. The strongest pattern in the rest has two signs: near and far slices.";

class L2MapProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = kDistanceMapProbe,
        .title = "L2 map",
        .group = "Caches",
        .summary =
            "The latency of the L2 by SM and address: which SMs are near which addresses, and the latencies of near and far "
            "slices.",
        .reference = kL2MapReference,
        .parameters =
            {{.key = "lines",
              .label = "Lines",
              .kind = ParameterKind::count,
              .default_text = "64",
              .help = "How many lines each SM reads: the columns of the map."},
             {.key = "passes",
              .label = "Passes",
              .kind = ParameterKind::count,
              .default_text = "5",
              .help = "How often each SM reads each line. With more of them, and more lines, smaller differences of SMs are seen."},
             {.key = "span",
              .label = "Span",
              .kind = ParameterKind::bytes,
              .default_text = "4MiB",
              .help = "The lines are drawn from this much memory. More of it may bring TLB misses in."}},
    };
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ParameterReader read(info(), values);
    const std::uint64_t lines = read.count("lines"), passes = read.count("passes"), span = read.bytes("span");
    if (lines == 0 || lines > 4096 || span / kDrawnLine < 2 * lines)
      return DeviceError{ErrorCode::invalid_request,
                         "lines: 1 to 4,096, and a span that has room for twice as many lines of 128 B."};
    if (passes == 0 || passes > kMostPasses)
      return DeviceError{ErrorCode::invalid_request, "passes: 1 to " + std::to_string(kMostPasses) + "."};
    const Description& description = device.description();
    Recorder recorder(info(), device, control);
    const auto sms = description.properties.sm_count;
    if (!description.serves("chase") || !description.serves(MemorySpace::global_cg) || !sms) {
      recorder.add(blank(quantity::partitions,
                         !sms ? "The device does not say how many SMs it has, so that no two of them can be compared."
                              : description.name + " has no loads past the L1 (global.cg), which would answer first."));
      return recorder.take_report();
    }
    const std::vector<std::uint64_t> offsets = drawn_lines(lines, span);
    std::vector<RunPtr> runs;
    const std::uint64_t rows = std::min(*sms, kMostSms);
    for (std::uint64_t sm = 0; sm < rows; ++sm) {
      ChaseRequest request;
      request.space = MemorySpace::global_cg;
      request.pattern = OffsetsPattern{offsets};
      request.warmup = kWarmPasses * lines;
      request.accesses = passes * lines;
      request.sm = static_cast<unsigned>(sm);
      if (sm == 0)
        if (auto error = check(request, description)) return *error;
      const double from = static_cast<double>(sm) / static_cast<double>(rows);
      const auto run =
          recorder.chase({std::move(request), "SM " + std::to_string(sm)}, from, from + 1.0 / static_cast<double>(rows));
      if (!run) return run.error();
      if (const auto& ran_on = (*run)->chase()->result.sm; !ran_on || *ran_on != sm) {
        recorder.add(blank(quantity::partitions, "The device does not run a chase on the SM that is asked for."));
        return recorder.take_report();
      }
      runs.push_back(*run);
    }
    for (Finding& finding : findings_of(runs)) recorder.add(std::move(finding));
    return recorder.take_report();
  }

 private:
  static Finding blank(const std::string& quantity, std::string reason) {
    Finding finding;
    finding.subject = subject::l2;
    finding.quantity = quantity;
    finding.unit = quantity == quantity::partitions ? "1" : "cycles";
    finding.conditions = {{"space", "global.cg"}, {"sms", "all"}};
    finding.method = kL2MapMethod;
    finding.reference = kL2MapReference;
    finding.reason = std::move(reason);
    return finding;
  }

  static std::vector<Finding> findings_of(const std::vector<RunPtr>& runs) {
    const auto map = chip_map(runs);
    std::vector<Finding> findings{blank(quantity::partitions, map ? map->no_sides : "The runs make no map.")};
    if (map && map->sides) {
      const inference::Sides& sides = *map->sides;
      findings.push_back(blank(quantity::near_latency_cycles, {}));
      findings.push_back(blank(quantity::far_latency_cycles, {}));
      measured(findings[0], 2, 2, 2);
      measured(findings[1], sides.near_cycles, sides.near_low, sides.near_high);
      measured(findings[2], sides.far_cycles, sides.far_low, sides.far_high);
      const auto on_first = std::count(sides.row_side.begin(), sides.row_side.end(), sides.row_side.front());
      findings[0].reason = std::to_string(on_first) + " SMs lie on the side of SM 0, " +
                           std::to_string(static_cast<std::ptrdiff_t>(sides.row_side.size()) - on_first) +
                           " on the other; this explains " + std::to_string(static_cast<int>(100 * sides.explained)) +
                           " % of the differences that SM and line by themselves do not explain.";
    }
    if (map) add_chip(*map, findings);
    for (Finding& finding : findings)
      for (const RunPtr& run : runs) finding.evidence.push_back(run->id);
    return findings;
  }

  /// Adds the findings about distance patterns, groups of SMs and slices.
  static void add_chip(const ChipMap& map, std::vector<Finding>& findings) {
    const auto add = [&](const char* quantity, const char* method, const std::string& why_not) -> Finding& {
      findings.push_back(unmeasured(subject::l2, quantity, why_not, method, kL2MapReference));
      findings.back().unit = "1";
      findings.back().conditions = blank({}, {}).conditions;
      return findings.back();
    };
    Finding& patterns =
        add(quantity::distance_patterns,
            "The means of SMs and lines are subtracted, then one pattern after another: the strongest (singular vectors) of one "
            "SM of each TPC, as long as it comes again in the other one by more than noise; where TPCs are not told, of "
            "the first and the second half of the samples.",
            map.no_patterns);
    if (map.patterns) told_at_least(patterns, map.patterns->patterns.size(), patterns_in_words(map));
    Finding& groups = add(
        quantity::sm_groups,
        "SMs with the same latencies to all lines, apart from a constant for each SM, are joined into groups, the most similar "
        "SMs first. Only differences count that both SMs of a TPC show, or both halves of the samples. The result is the finest "
        "grouping in which every SM clearly belongs to its group, and in which groups differ twice as much as SMs of a group.",
        map.no_groups);
    // Noise merges groups that lie close to each other, so that the number of groups is a lower bound.
    if (map.groups) told_at_least(groups, map.groups->sizes.size(), groups_in_words(map));
    Finding& tpc =
        add(quantity::sms_per_tpc,
            "Blocks of 2 and of 3 SM numbers: whether SMs of a block have the same latencies to all lines, while other SMs do not.",
            "SMs with neighbouring numbers are no more alike than others, or more than three of them are.");
    if (map.neighbours) told(tpc, map.neighbours->size, neighbours_in_words(map));
    Finding& slices =
        add(quantity::slices_at_least,
            "Lines are chosen one after another for which SMs wait differently, by more than noise, than for all that were "
            "chosen before.",
            "The latencies of the SMs do not differ from line to line.");
    if (map.places > 1)
      told_at_least(slices, map.places,
                    "Of " + std::to_string(map.distances.addresses.size()) +
                        " lines. Slices that no line was met in, and those that differ by less than noise, are not counted.");
  }

  static void told(Finding& finding, std::size_t value, std::string words) {
    finding.status = FindingStatus::measured;
    finding.value = value;
    finding.reason = std::move(words);
  }

  /// Sets the value as a lower bound: more samples, or other lines, may show more.
  static void told_at_least(Finding& finding, std::size_t value, std::string words) {
    told(finding, value, std::move(words));
    finding.low = static_cast<double>(value);
  }

  static void measured(Finding& finding, double value, double low, double high) {
    finding.status = FindingStatus::measured;
    finding.value = value;
    finding.low = low;
    finding.high = high;
  }
};

}  // namespace

std::unique_ptr<Probe> make_l2_map_probe() { return std::make_unique<L2MapProbe>(); }

}  // namespace chasescope
