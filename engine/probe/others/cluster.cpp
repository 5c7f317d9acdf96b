// Loads from the shared memory of other SMs, and the bulk copy engine: latency by cluster size and rank (topology thesis §6.3.2).
#include <algorithm>
#include <cstdlib>

#include "engine/device/validate.h"
#include "engine/experiment/recorder.h"
#include "engine/experiment/sweep_runner.h"
#include "engine/findings/unmeasured.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"
#include "engine/statistics/median_interval.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

using inference::MedianInterval;

constexpr const char* kClusterReference = "topology thesis §6.3.2";
constexpr const char* kClusterSubject = subject::distributed_shared_memory;
constexpr const char* kClusterQuantity = quantity::hit_latency_cycles;
constexpr int kFirstCapability = 9;  // compute capability with which clusters came

ProbeInfo cluster_info() {
  ProbeInfo info;
  info.name = "cluster";
  info.title = "Distributed shared memory";
  info.group = "Shared memory";
  info.summary =
      "Loads from the shared memory of other SMs of a cluster, and bulk copies to there: latency by cluster size and rank.";
  info.reference = kClusterReference;
  info.parameters = {
      {.key = "sizes",
       .label = "Cluster sizes",
       .kind = ParameterKind::counts,
       .default_text = "1, 2, 4, 8, 16",
       .help =
           "Blocks of a cluster, each on an SM of its own; in a cluster of 1 an SM asks itself. Sizes that the device refuses end "
           "the series."},
      {.key = "accesses",
       .label = "Accesses per rank",
       .kind = ParameterKind::count,
       .default_text = "256",
       .help = "Each latency is the median of so many accesses."},
  };
  return info;
}

/// The measurements of one rank of one cluster.
struct RankLatency {
  ClusterRequest request;
  MedianInterval cycles;
  std::string run;
};

class MeasuringCluster {
 public:
  MeasuringCluster(Recorder& recorder, std::vector<std::uint64_t> sizes, std::uint64_t accesses)
      : recorder_(recorder), sizes_(std::move(sizes)), accesses_(accesses) {}

  std::optional<DeviceError> run() {
    for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy})
      if (auto error = measure(operation)) return error;
    return std::nullopt;
  }

 private:
  std::optional<DeviceError> measure(ClusterOperation operation) {
    std::vector<RankLatency> ranks;
    std::string refusal;
    for (const std::uint64_t size : sizes_) {
      for (unsigned rank = 0; rank < size && refusal.empty(); ++rank) {
        const auto latency = ask({static_cast<unsigned>(size), rank, operation, accesses_});
        if (!latency && !is_limit(latency.error())) return latency.error();
        if (!latency)
          refusal = latency.error().message;
        else
          ranks.push_back(*latency);
      }
      if (!refusal.empty()) break;
    }
    add_findings(operation, ranks, refusal);
    return std::nullopt;
  }

  Outcome<RankLatency> ask(const ClusterRequest& request) {
    const std::string what = request.operation == ClusterOperation::load ? "load" : "bulk copy";
    const std::string label =
        what + ", cluster of " + std::to_string(request.cluster_size) + ", rank " + std::to_string(request.rank);
    recorder_.progress(label, static_cast<double>(done_++) / static_cast<double>(planned()));
    const auto run = recorder_.ask_quietly(Planned<ClusterRequest>{request, label});
    if (!run) return run.error();
    const auto& cycles = (*run)->as<ClusterRequest>()->result.cycles;
    if (cycles.empty()) return DeviceError{ErrorCode::internal, "The device answered a cluster request with no latency."};
    return RankLatency{request, inference::median_interval_of(cycles), recorder_.keep(*run)};
  }

  std::uint64_t planned() const {
    std::uint64_t ranks = 0;
    for (const std::uint64_t size : sizes_) ranks += size;
    return 2 * ranks;
  }

  void add_findings(ClusterOperation operation, const std::vector<RankLatency>& ranks, const std::string& refusal) {
    Finding others = blank(operation);
    if (ranks.empty()) {
      others.reason = refusal;
      recorder_.add(std::move(others));
      return;
    }
    std::vector<double> medians;
    for (const RankLatency& rank : ranks)
      if (rank.request.rank != 0) {
        medians.push_back(rank.cycles.median);
        others.evidence.push_back(rank.run);
        others.low = std::min(others.low.value_or(rank.cycles.low), rank.cycles.low);
        others.high = std::max(others.high.value_or(rank.cycles.high), rank.cycles.high);
      }
    if (medians.empty()) {
      others.reason = "No cluster of two or more blocks was measured, so no SM asked another.";
    } else {
      others.status = FindingStatus::measured;
      others.value = inference::median_of(medians);
      others.method = "Median over the ranks other than one's own, of clusters of up to " +
                      std::to_string(ranks.back().request.cluster_size) + " blocks; the interval spans the ranks.";
    }
    say_which_way(others, operation);
    recorder_.add(std::move(others));
    for (const RankLatency& rank : ranks) recorder_.add(finding_of(rank));
  }

  static Finding blank(ClusterOperation operation) {
    Finding finding = unmeasured(kClusterSubject, kClusterQuantity, {}, "Accesses of rank 0 to the shared memory of another rank.",
                                 kClusterReference);
    finding.unit = "cycles";
    finding.conditions["operation"] = to_string(operation);
    return finding;
  }

  /// Adds to the finding whether the latency is one way or both: a load waits for its answer, whereas a bulk copy ends when the
  /// bytes have arrived, without an answer.
  static void say_which_way(Finding& finding, ClusterOperation operation) {
    if (operation != ClusterOperation::bulk_copy || finding.status != FindingStatus::measured) return;
    finding.reason += std::string(finding.reason.empty() ? "" : " ") +
                      "One way: until the other block sees all bytes. A load goes there and back, so the two can't be compared.";
  }

  static Finding finding_of(const RankLatency& rank) {
    Finding finding = blank(rank.request.operation);
    finding.conditions["cluster_size"] = rank.request.cluster_size;
    finding.conditions["rank"] = rank.request.rank;
    finding.status = FindingStatus::measured;
    finding.value = rank.cycles.median;
    finding.low = rank.cycles.low;
    finding.high = rank.cycles.high;
    finding.method = "Median of the accesses of rank 0 to this rank; the interval holds the true median with 99 % confidence.";
    if (rank.request.rank == 0) finding.reason = "The asking SM's own shared memory, on the same path.";
    say_which_way(finding, rank.request.operation);
    finding.evidence = {rank.run};
    return finding;
  }

  Recorder& recorder_;
  std::vector<std::uint64_t> sizes_;
  std::uint64_t accesses_;
  std::uint64_t done_ = 0;
};

class ClusterProbe final : public Probe {
 public:
  const ProbeInfo& info() const override {
    static const ProbeInfo info = cluster_info();
    return info;
  }

  Outcome<ProbeReport> run(Device& device, const ParameterValues& values, const ProbeControl& control) const override {
    if (auto error = check_parameters(info(), values)) return *error;
    Recorder recorder(info(), device, control);
    const Description& described = device.description();
    if (!described.serves(ClusterRequest::kCall)) {
      for (Finding& finding : unserved(described, ClusterRequest::kCall, kClusterSubject, {kClusterQuantity}, kClusterReference))
        recorder.add(too_old(described) ? absent(described, std::move(finding)) : std::move(finding));
      return recorder.take_report();
    }
    const ParameterReader read(info(), values);
    auto sizes = read.counts("sizes");
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    constexpr std::uint64_t kLargest = 64;
    if (sizes.front() == 0 || sizes.back() > kLargest)
      return invalid_request("A cluster size must lie between 1 and " + format_count(kLargest) + ".");
    const std::uint64_t accesses = read.count("accesses");
    if (auto error = check(ClusterRequest{1, 0, ClusterOperation::load, accesses}, described)) return *error;
    MeasuringCluster measuring(recorder, std::move(sizes), accesses);
    if (auto error = measuring.run()) return *error;
    return recorder.take_report();
  }

 private:
  static bool too_old(const Description& device) {
    const auto& capability = device.properties.compute_capability;
    if (!capability) return false;
    const int major = std::atoi(capability->c_str());
    return major > 0 && major < kFirstCapability;
  }

  static Finding absent(const Description& device, Finding finding) {
    finding.status = FindingStatus::absent;
    finding.reason = "SMs read each other's shared memory from compute capability 9.0 on; this one is " +
                     *device.properties.compute_capability + ".";
    return finding;
  }
};

}  // namespace

std::unique_ptr<Probe> make_cluster_probe() { return std::make_unique<ClusterProbe>(); }

}  // namespace chasescope
