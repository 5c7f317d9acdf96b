// The fine-grained pointer chase: every access of a chase is timed individually (2014 paper §3.2, listing 4).
#include <algorithm>
#include <utility>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/inference/levels/trace_summary.h"
#include "engine/probe/chase/chase_parameters.h"
#include "engine/probe/chase/hit_reference.h"
#include "engine/probe/chase/trace_findings.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// Two passes fill a cache of any policy that fills empty ways first; enough timed accesses to see a few thousand misses.
constexpr std::uint64_t kDefaultWarmupPasses = 2;
constexpr std::uint64_t kDefaultPasses = 4;
constexpr std::uint64_t kFewestAccesses = 16384;
constexpr std::uint64_t kMostAccesses = 4194304;

ProbeInfo fine_grained_info() {
  ProbeInfo info;
  info.name = "fine-grained";
  info.title = "Fine-grained chase";
  info.group = "Caches";
  info.summary = "Times every single load of a pointer chase: latency levels, miss rate and whether the misses repeat.";
  info.reference = "2014 paper §3.2, listing 4";
  info.parameters = {
      space_parameter(),
      {.key = "bytes",
       .label = "Footprint N",
       .kind = ParameterKind::bytes,
       .default_text = "17KiB",
       .help = "The size of the array that is chased over and over. Misses begin when it outgrows the cache (2014 paper, §3.2, "
               "step 1)."},
      stride_parameter(),
      {.key = "warmup",
       .label = "Warm-up accesses",
       .kind = ParameterKind::count,
       .optional = true,
       .unset_text = "2 passes",
       .help = "Untimed accesses before the trace begins. With 0, the trace shows the cold misses."},
      {.key = "accesses",
       .label = "Timed accesses k",
       .kind = ParameterKind::count,
       .optional = true,
       .unset_text = "4 passes, at least 16,384",
       .help = "How many accesses are recorded. Several passes show whether the misses repeat (2014 paper, §3.2, step 4)."},
      carveout_parameter(),
      l1_kib_parameter(),
      sm_parameter(),
      {.key = "seed",
       .label = "Shuffle seed",
       .kind = ParameterKind::count,
       .optional = true,
       .unset_text = "in order",
       .help =
           "Visits the elements in one random cycle drawn from this seed instead of in order, so that no prefetcher can guess."},
      {.key = "offsets",
       .label = "Offsets in bytes",
       .kind = ParameterKind::counts,
       .optional = true,
       .unset_text = "N and s",
       .help = "Reads these offsets in this order, each of them once, instead of an array of N by s: 0, 8192, 4. To read a line "
               "again, name another of its words. Unless you set them, there is no warm-up, and the list is timed once, starting "
               "with a cold cache."},
  };
  return info;
}

class FineGrainedProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = fine_grained_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    const ChaseRequest request = plan(values);
    if (auto error = check(request, device.description())) return *error;

    Recorder recorder(info(), device, control);
    const auto trace = recorder.chase({request, "trace"}, 0.0, 0.95);
    if (!trace) return trace.error();
    HitReference reference(recorder, device.description(), request);
    if (auto error = reference.begin(0.95, 0.98)) return *error;
    if (auto error = reference.look_at(**trace, 0.99)) return *error;

    const auto summary = inference::summarize_trace((*trace)->cycles(), reference.traces(), accesses_per_pass(request.pattern),
                                                    request.warmup, control.stop);
    if (control.stop.stop_requested()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
    for (Finding& finding : findings_of_trace(**trace, reference.runs(), summary)) {
      if (reference.cache() != CacheInTheWay::yes) reference.withdraw(finding);
      recorder.add(std::move(finding));
    }
    return recorder.take_report();
  }

 private:
  ChaseRequest plan(const ParameterValues& values) const {
    const ParameterReader read(info(), values);
    ChaseRequest request = request_from(info(), values);
    if (auto offsets = read.counts("offsets"); !offsets.empty()) {
      request.warmup = read.optional_count("warmup").value_or(0);
      request.accesses = read.optional_count("accesses").value_or(offsets.size());
      request.pattern = OffsetsPattern{std::move(offsets)};
      return request;
    }
    const std::uint64_t bytes = read.bytes("bytes");
    const std::uint64_t stride = read.bytes("stride");
    if (const auto seed = read.optional_count("seed")) {
      request.pattern = ShuffledPattern{bytes, stride, *seed};
    } else {
      request.pattern = UniformPattern{bytes, stride};
    }
    if (bytes > std::uint64_t{4} << 32) request.element_bytes = 8;
    const std::uint64_t pass = std::max<std::uint64_t>(accesses_per_pass(request.pattern), 1);
    const auto passes = [&](std::uint64_t n, std::uint64_t fewest) {
      const std::uint64_t whole_passes = (fewest + pass - 1) / pass;
      return std::min(std::max(n, whole_passes), std::max<std::uint64_t>(kMostAccesses / pass, 1)) * pass;
    };
    request.warmup = read.optional_count("warmup").value_or(passes(kDefaultWarmupPasses, 0));
    request.accesses = read.optional_count("accesses").value_or(passes(kDefaultPasses, kFewestAccesses));
    return request;
  }
};

}  // namespace

std::unique_ptr<Probe> make_fine_grained_probe() { return std::make_unique<FineGrainedProbe>(); }

}  // namespace chasescope
