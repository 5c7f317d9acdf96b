// Miss patterns of growing footprints: the picture of figure 3 (2014 paper §3.2, step 3).
#include <algorithm>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/levels/trace_summary.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/chase/hit_reference.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kMostFootprints = 256;
constexpr std::uint64_t kMostOfOneFootprint = std::uint64_t{1} << 40;  // of one footprint; days, on any device

ProbeInfo miss_pattern_info() {
  ProbeInfo info;
  info.name = "miss-pattern";
  info.title = "Miss pattern over N";
  info.group = "Caches";
  info.summary = "Chases growing footprints line by line and shows which lines miss at each: the sets appear one after another.";
  info.reference = "2014 paper §3.2 step 3, figure 3";
  info.parameters = {
      space_parameter(),
      {.key = "from",
       .label = "Smallest N",
       .kind = ParameterKind::bytes,
       .default_text = "16KiB",
       .help = "The first footprint. Begin with the capacity of the cache: the next line is the first that doesn't fit."},
      {.key = "to",
       .label = "Largest N",
       .kind = ParameterKind::bytes,
       .default_text = "20KiB",
       .help = "The last footprint. One more line for each set is enough to see all sets."},
      {.key = "step",
       .label = "Step",
       .kind = ParameterKind::bytes,
       .optional = true,
       .unset_text = "one stride",
       .help = "By how much N grows; a multiple of the stride."},
      stride_parameter(),
      {.key = "passes",
       .label = "Timed passes",
       .kind = ParameterKind::count,
       .default_text = "4",
       .help = "How many warm passes are recorded at each footprint.",
       .least = 1},
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
  };
  return info;
}

class MissPatternProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = miss_pattern_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const auto planned = plan(values, device.description());
    if (!planned) return planned.error();

    Recorder recorder(info(), device, control);
    HitReference reference(recorder, device.description(), planned->back().request);
    if (auto error = reference.begin(0.0, 0.02)) return *error;

    const double share = 0.98 / static_cast<double>(planned->size());
    for (std::size_t i = 0; i < planned->size(); ++i) {
      const auto run =
          recorder.chase((*planned)[i], 0.02 + share * static_cast<double>(i), 0.02 + share * static_cast<double>(i + 1));
      // If a footprint exceeds a limit of the device, the footprints measured before it are kept: they may have used up a limited
      // budget.
      if (!run && i > 0 && is_limit(run.error())) {
        recorder.add(refused((*planned)[i].request, run.error().message));
        break;
      }
      if (!run) return run.error();
      if (auto error = reference.look_at(**run, 0.02 + share * static_cast<double>(i + 1))) return *error;
      recorder.add(missed_share(**run, reference));
    }
    return recorder.take_report();
  }

 private:
  Outcome<std::vector<PlannedChase>> plan(const ParameterValues& values, const Description& device) const {
    const ParameterReader read(info(), values);
    const std::uint64_t from = read.bytes("from");
    const std::uint64_t to = read.bytes("to");
    const std::uint64_t stride = read.bytes("stride");
    const std::uint64_t step = read.optional_bytes("step").value_or(stride);
    const std::uint64_t passes = read.count("passes");
    if (to < from)
      return invalid_request("The largest N, " + format_bytes(to) + ", is smaller than the smallest, " + format_bytes(from) + ".");
    if (stride == 0) return invalid_request("The stride is 0; it must be at least one element (4 B).");
    if (step == 0) return invalid_request("The step is 0; it must be at least one stride.");
    if (step % stride != 0)
      return invalid_request("The step of " + format_count(step) + " B is no multiple of the stride, " + format_count(stride) +
                             " B.");
    const std::uint64_t footprints = (to - from) / step + 1;
    if (footprints > kMostFootprints)
      return invalid_request(format_count(footprints) + " footprints are too many; at most " + format_count(kMostFootprints) +
                             " make a picture. Choose a larger step or a smaller range.");

    std::vector<PlannedChase> chases;
    for (std::uint64_t i = 0; i < footprints; ++i) {
      PlannedChase chase{request_from(info(), values), "N = " + format_bytes(from + i * step)};
      chase.request.pattern = UniformPattern{from + i * step, stride};
      if (to > std::uint64_t{4} << 32) chase.request.element_bytes = 8;
      // The footprint by itself first: one that is too large makes any number of passes too many.
      chase.request.accesses = 1;
      if (auto error = check(chase.request, device)) return *error;
      const std::uint64_t pass = accesses_per_pass(chase.request.pattern);
      if (passes > kMostOfOneFootprint / pass)
        return invalid_request(format_count(passes) + " passes over " + format_bytes(from + i * step) +
                               " are too many; together they may make " + format_count(kMostOfOneFootprint) + " accesses.");
      chase.request.warmup = 2 * pass;
      chase.request.accesses = passes * pass;
      if (auto error = check(chase.request, device)) return *error;
      chases.push_back(std::move(chase));
    }
    return chases;
  }

  static Finding refused(const ChaseRequest& request, const std::string& why) {
    Finding finding = unmeasured(subject::device, quantity::miss_rate, why, "", "2014 paper §3.2 step 3");
    finding.conditions = conditions_of(request);
    return finding;
  }

  static Finding missed_share(const Run& run, const HitReference& reference) {
    const ChaseRequest& request = run.chase()->request;
    const std::uint64_t pass = accesses_per_pass(request.pattern);
    const auto summary = inference::summarize_trace(run.cycles(), reference.traces(), pass, request.warmup);
    Finding finding;
    finding.subject = subject::device;
    finding.quantity = quantity::miss_rate;
    finding.unit = "1";
    finding.conditions = conditions_of(request);
    finding.status = FindingStatus::measured;
    finding.value = summary.miss_rate();
    finding.low = summary.miss_rate_low;
    finding.high = summary.miss_rate_high;
    finding.method = "Share of warm accesses slower than repeated accesses to one element, near or far.";
    finding.reason = format_count(summary.misses) + " of " + format_count(request.accesses) + " accesses missed.";
    finding.reference = "2014 paper §3.2 step 3";
    finding.evidence = reference.runs();
    finding.evidence.insert(finding.evidence.begin(), run.id);
    if (reference.cache() != CacheInTheWay::yes) reference.withdraw(finding);
    return finding;
  }
};

}  // namespace

std::unique_ptr<Probe> make_miss_pattern_probe() { return std::make_unique<MissPatternProbe>(); }

}  // namespace chasescope
