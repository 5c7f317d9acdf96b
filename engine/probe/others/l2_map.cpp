// Probe `l2-map`: what every SM waits for every address that the L2 holds. The map shows which SMs lie near which part of it.
// Decision 19: docs/decisions/inference/19-the-l2-map.md
#include <algorithm>
#include <set>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/findings/distance_map.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/levels/near_far.h"
#include "engine/probe/parameters.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kWarmPasses = 3, kTimedPasses = 5;
constexpr std::uint64_t kUsualLine = 128;
constexpr std::uint64_t kMostSms = 1024;
constexpr const char* kL2MapReference = "beyond the papers; topology thesis §4.7.2 (all SMs at once)";
constexpr const char* kL2MapMethod =
    "Each SM by itself reads the same few lines over and over past its L1; the map holds the median of each SM and line. What an "
    "SM "
    "adds to all lines, and a line to all SMs, is taken out; the strongest pattern of what is left has two signs, near and far "
    "slices.";

// Lines from all over the span, in an order that no prefetcher guesses. At even distances they might all lie in one part.
std::vector<std::uint64_t> lines_of(std::uint64_t lines, std::uint64_t span) {
  Random random(0x12a9);
  std::set<std::uint64_t> taken;
  std::vector<std::uint64_t> offsets;
  while (offsets.size() < lines)
    if (const std::uint64_t line = random.below(span / kUsualLine); taken.insert(line).second) offsets.push_back(line * kUsualLine);
  return offsets;
}

class L2MapProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info{
        .name = kDistanceMapProbe,
        .title = "L2 map",
        .group = "Caches",
        .summary =
            "What every SM waits for every part of the L2: which SMs lie near which addresses, and what near and far slices take.",
        .reference = kL2MapReference,
        .parameters = {{.key = "lines",
                        .label = "Lines",
                        .kind = ParameterKind::count,
                        .default_text = "64",
                        .help = "How many lines each SM reads: the columns of the map."},
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
    const std::uint64_t lines = read.count("lines"), span = read.bytes("span");
    if (lines == 0 || lines > 4096 || span / kUsualLine < 2 * lines)
      return DeviceError{ErrorCode::invalid_request,
                         "lines: 1 to 4,096, and a span that has room for twice as many lines of 128 B."};
    const Description& description = device.description();
    Recorder recorder(info(), device, control);
    const auto sms = description.properties.sm_count;
    if (!description.serves("chase") || !description.serves(MemorySpace::global_cg) || !sms) {
      recorder.add(
          blank("partitions", !sms ? "The device does not say how many SMs it has."
                                   : description.name + " has no loads past the L1 (global.cg), which would answer first."));
      return recorder.take_report();
    }
    const std::vector<std::uint64_t> offsets = lines_of(lines, span);
    std::vector<RunPtr> runs;
    const std::uint64_t rows = std::min(*sms, kMostSms);
    for (std::uint64_t sm = 0; sm < rows; ++sm) {
      ChaseRequest request;
      request.space = MemorySpace::global_cg;
      request.pattern = OffsetsPattern{offsets};
      request.warmup = kWarmPasses * lines;
      request.accesses = kTimedPasses * lines;
      request.sm = static_cast<unsigned>(sm);
      if (sm == 0)
        if (auto error = check(request, description)) return *error;
      const double from = static_cast<double>(sm) / static_cast<double>(rows);
      const auto run =
          recorder.chase({std::move(request), "SM " + std::to_string(sm)}, from, from + 1.0 / static_cast<double>(rows));
      if (!run) return run.error();
      if (const auto& ran_on = (*run)->chase()->result.sm; !ran_on || *ran_on != sm) {
        recorder.add(blank("partitions", "The device does not run a chase on the SM that is asked for."));
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
    const auto map = distance_map(runs);
    const auto found = map ? inference::find_sides(map->latency) : inference::SidesResult{{}, "The runs make no map."};
    std::vector<Finding> findings{blank("partitions", found.undecided)};
    if (found.sides) {
      const inference::Sides& sides = *found.sides;
      findings.push_back(blank(quantity::near_latency_cycles, {}));
      findings.push_back(blank(quantity::far_latency_cycles, {}));
      measured(findings[0], 2, 2, 2);
      measured(findings[1], sides.near_cycles, sides.near_low, sides.near_high);
      measured(findings[2], sides.far_cycles, sides.far_low, sides.far_high);
      const auto on_first = std::count(sides.row_side.begin(), sides.row_side.end(), sides.row_side.front());
      findings[0].reason = std::to_string(on_first) + " SMs lie on the side of SM 0, " +
                           std::to_string(static_cast<std::ptrdiff_t>(sides.row_side.size()) - on_first) +
                           " on the other; this explains " + std::to_string(static_cast<int>(100 * sides.explained)) +
                           " % of what SM and line by themselves leave open.";
    }
    for (Finding& finding : findings)
      for (const RunPtr& run : runs) finding.evidence.push_back(run->id);
    return findings;
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
