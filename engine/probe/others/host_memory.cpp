// Probe `host-memory`: the memories beyond the card. These are the host's memory over the bus, unified memory whose pages migrate
// on the first touch, and another card's memory. The probe measures latencies, whether a cache of the card keeps lines that were
// read, bandwidths, and the cost and size of a page fault.
#include <algorithm>
#include <cmath>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/others/beyond_findings.h"
#include "engine/probe/parameters.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// The 32 KiB of lines fit in any L2; the stride is too wide for a line to be fetched with its neighbour.
constexpr std::uint64_t kBusStride = 512, kBusLines = 256;
constexpr std::uint64_t kNearStride = 128, kNearLines = 256, kNearAccesses = 2048;  // 32 KiB: in any L2
constexpr std::uint64_t kBusBytes = std::uint64_t{256} << 20, kLeastBusBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kFaultBytes = std::uint64_t{32} << 20;
// Pages of the host have 4 KiB, so that most accesses touch a page that is already there.
constexpr std::uint64_t kFaultStride = 1024;
constexpr std::size_t kFaultWalks = 4;        // an access that is slow in three walks is not slow by chance
constexpr std::size_t kAsks = 3;              // repeats of the best bandwidth setting
constexpr unsigned kBusWidth = 16;            // bytes: all that a thread can ask for at once

ProbeInfo host_memory_info() {
  ProbeInfo info;
  info.name = "host-memory";
  info.title = "Beyond the card";
  info.group = "Requests";
  info.summary =
      "The host's memory over the bus, unified memory that comes page by page, and another card's memory: latencies, bandwidths "
      "and "
      "what a page fault takes and brings.";
  info.reference = kBeyondReference;
  info.parameters = {
      {.key = "memory",
       .label = "Memory",
       .kind = ParameterKind::choice,
       .default_text = "all",
       .choices = {"all", "host", "managed", "peer"},
       .help =
           "Pinned memory of the host, unified memory whose pages lie on the host before each request, or another card's memory."},
  };
  return info;
}

class ReachingBeyond {
 public:
  ReachingBeyond(Recorder& recorder, const Description& device) : recorder_(recorder), device_(device) {}

  std::optional<DeviceError> measure(const std::vector<BeyondMemory>& memories) {
    double at = 0;
    const double step = 1 / static_cast<double>(memories.size());
    for (const BeyondMemory& memory : memories) {
      recorder_.progress(memory.name, at);
      if (auto error = measure(memory, at, at + step)) return error;
      at += step;
    }
    return std::nullopt;
  }

 private:
  std::optional<DeviceError> measure(const BeyondMemory& memory, double from, double to) {
    if (!device_.serves(ChaseRequest::kCall) || !device_.serves(memory.space)) {
      for (Finding& finding : nothing_of(memory, no_such_memory(device_, memory))) recorder_.add(std::move(finding));
      return std::nullopt;
    }
    if (memory.space == MemorySpace::managed) return fault(memory, from, to);
    const double middle = (from + to) / 2;
    for (const Direction direction : {Direction::read, Direction::write})
      if (auto error = move(memory, direction, middle)) return error;
    if (auto error = reach(memory, from, middle)) return error;
    return std::nullopt;
  }

  /// The run, or the sentence of a limit that the device reported. Any other error ends the probe.
  struct Asked {
    RunPtr run;
    std::string refusal;
    std::optional<DeviceError> fatal;
  };

  Asked ask(const ChaseRequest& request, const std::string& label, bool auxiliary) {
    auto error = check(request, device_);
    if (!error) {
      const auto run = recorder_.chase_quietly({request, label, auxiliary});
      if (run) {
        if ((*run)->cycles().size() != request.accesses)
          return {{}, {}, DeviceError{ErrorCode::internal, "The device answered another number of accesses than was asked for."}};
        recorder_.keep(*run);
        return {*run, {}, std::nullopt};
      }
      error = run.error();
    }
    if (is_refusal(*error)) return {{}, error->message, std::nullopt};
    return {{}, {}, *error};
  }

  /// Whether the error is a refusal. A device may list a memory that the host or another card then does not grant.
  static bool is_refusal(const DeviceError& error) {
    return is_limit(error) || error.code == ErrorCode::unsupported || error.code == ErrorCode::out_of_memory;
  }

  ChaseRequest lines(MemorySpace space, std::uint64_t stride, std::uint64_t count, std::uint64_t warmup,
                     std::uint64_t accesses) const {
    ChaseRequest request;
    request.space = space;
    const std::uint64_t most = footprint_limit(device_, space) / stride;
    request.pattern = UniformPattern{std::min(count, most) * stride, stride};
    request.warmup = warmup;
    request.accesses = accesses;
    return request;
  }

  /// Measures the latency, and whether a second pass over the same lines is faster.
  std::optional<DeviceError> reach(const BeyondMemory& memory, double from, double to) {
    recorder_.progress(std::string(memory.name) + ", latency", from);
    const Asked far =
        ask(lines(memory.space, kBusStride, kBusLines, 0, 2 * kBusLines), std::string(memory.name) + ", two passes", false);
    if (far.fatal) return far.fatal;
    recorder_.progress(std::string(memory.name) + ", latency", to);
    Asked near;
    if (far.run != nullptr && device_.serves(MemorySpace::global_cg)) {
      near = ask(lines(MemorySpace::global_cg, kNearStride, kNearLines, 2 * kNearLines, kNearAccesses), "the L2, for comparison",
                 true);
      if (near.fatal) return near.fatal;
    }
    for (Finding& finding : latency_findings_beyond(memory, far.run, near.run, far.refusal, clock_))
      recorder_.add(std::move(finding));
    return std::nullopt;
  }

  /// Measures a few bandwidth settings, and then the best one again.
  std::optional<DeviceError> move(const BeyondMemory& memory, Direction direction, double progress) {
    BusRates rates;
    if (!device_.serves(BandwidthRequest::kCall)) {
      rates.refusal = not_served(BandwidthRequest::kCall, device_).message;
    } else {
      const std::uint64_t limit = device_.max_footprint(memory.space).value_or(kBusBytes);
      const std::uint64_t bytes = std::max(std::min(kBusBytes, limit) / kLeastBusBytes * kLeastBusBytes, kLeastBusBytes);
      const auto& sms = device_.properties.sm_count;
      const std::uint64_t threads = device_.properties.max_threads_per_block.value_or(1024);
      std::vector<BandwidthRequest> settings{{memory.level, direction, bytes, kBusWidth, {}, {}}};
      if (sms && threads >= 64) settings.push_back({memory.level, direction, bytes, kBusWidth, 2 * *sms, threads / 2});
      double best = 0;
      BandwidthRequest chosen;
      for (const BandwidthRequest& setting : settings) {
        const RunPtr run = try_rate(setting, memory, progress, rates);
        if (rates.fatal) return rates.fatal;
        if (run == nullptr) continue;
        const double rate = run->as<BandwidthRequest>()->result.bytes_per_second;
        if (rate > best || rates.runs.empty()) {
          best = rate;
          chosen = setting;
          rates.runs = {run};
        }
      }
      for (std::size_t i = 1; i < kAsks && !rates.runs.empty(); ++i) {
        const RunPtr run = try_rate(chosen, memory, progress, rates);
        if (rates.fatal) return rates.fatal;
        if (run != nullptr) rates.runs.push_back(run);
      }
      if (!rates.runs.empty()) clock_ = clock_of(rates.runs);
    }
    recorder_.add(rate_finding(memory, direction, rates));
    return std::nullopt;
  }

  RunPtr try_rate(const BandwidthRequest& request, const BeyondMemory& memory, double progress, BusRates& rates) {
    const std::string label = std::string(memory.name) + ", " + std::string(to_string(request.direction)) +
                              (request.blocks ? ", more and smaller blocks" : "");
    recorder_.progress(label, progress);
    const auto run = recorder_.ask_quietly(Planned<BandwidthRequest>{request, label, false});
    if (run) {
      recorder_.keep(*run);
      return *run;
    }
    if (is_refusal(run.error()))
      rates.refusal = run.error().message;
    else
      rates.fatal = run.error();
    return nullptr;
  }

  std::optional<DeviceError> fault(const BeyondMemory& memory, double from, double to) {
    FaultRuns faults;
    const std::uint64_t places = std::min(kFaultBytes, footprint_limit(device_, memory.space)) / kFaultStride;
    faults.stride = kFaultStride;
    for (std::size_t i = 0; i < kFaultWalks; ++i) {
      recorder_.progress("page faults, walk " + std::to_string(i + 1),
                         from + (to - from) * static_cast<double>(i) / static_cast<double>(kFaultWalks));
      const Asked walk = ask(lines(memory.space, kFaultStride, places, 0, 2 * places),
                             "first touches of unified memory, and a second pass", i > 0);
      if (walk.fatal) return walk.fatal;
      if (walk.run == nullptr) {
        faults.refusal = walk.refusal;
        break;
      }
      faults.runs.push_back(walk.run);
    }
    for (Finding& finding : fault_findings(memory, faults, clock_)) recorder_.add(std::move(finding));
    return std::nullopt;
  }

  Recorder& recorder_;
  const Description& device_;
  std::optional<BusClock> clock_ = told_clock(device_);
};

class HostMemoryProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = host_memory_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const std::string chosen = ParameterReader(info(), values).text("memory");
    std::vector<BeyondMemory> memories;
    for (const BeyondMemory& memory : kBeyondMemories)
      if (chosen == memory.level || (chosen == "all" && device.description().serves(memory.space))) memories.push_back(memory);
    // Each of them then reports what is missing.
    if (memories.empty()) memories.assign(kBeyondMemories.begin(), kBeyondMemories.end());
    ReachingBeyond reaching(recorder, device.description());
    if (auto error = reaching.measure(memories)) return *error;
    return recorder.take_report();
  }
};

}  // namespace

std::unique_ptr<Probe> make_host_memory_probe() { return std::make_unique<HostMemoryProbe>(); }

}  // namespace chasescope
