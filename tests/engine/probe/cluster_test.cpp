#include <gmock/gmock.h>

#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/engine/made_up/scripted_requests.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

Outcome<ProbeReport> run_cluster(Device& device, const ParameterValues& values = {}, const ProbeControl& control = {}) {
  return find_probe("cluster")->run(device, values, control);
}

/// The own shared memory takes 26 cycles. That of another rank takes 180, and two more for each rank. Bulk copies take 30 longer.
/// Every tenth access is interrupted.
struct ClusterCard : ScriptedRequests {
  explicit ClusterCard(unsigned largest = 16) {
    cluster_cycles = [largest](const ClusterRequest& request) -> Outcome<ClusterResult> {
      if (request.cluster_size > largest) return DeviceError{ErrorCode::invalid_request, "The largest cluster is smaller."};
      double cycles = request.rank == 0 ? 26 : 180 + 2 * request.rank;
      if (request.operation == ClusterOperation::bulk_copy) cycles += 30;
      ClusterResult result;
      for (std::uint64_t i = 0; i < request.accesses; ++i) result.cycles.push_back(i % 10 == 9 ? 5000 : cycles);
      return result;
    };
    open();
  }
};

const Finding& cluster_latency(const ProbeReport& report, const nlohmann::json& conditions) {
  for (const Finding& finding : report.findings)
    if (finding.quantity == "hit_latency_cycles" && finding.conditions == conditions) return finding;
  throw std::runtime_error("no such latency: " + conditions.dump());
}

TEST(Cluster, LatencyBySizeRankAndOperation) {
  ClusterCard device;
  const auto report = run_cluster(device, {{"sizes", "4, 1, 2"}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->runs.size(), 14U);
  const Finding& far = cluster_latency(*report, {{"operation", "load"}, {"cluster_size", 4}, {"rank", 3}});
  EXPECT_EQ(far.subject, "distributed_shared_memory");
  EXPECT_EQ(far.status, FindingStatus::measured);
  EXPECT_EQ(far.value, 186);
  EXPECT_EQ(far.low, 186);
  EXPECT_EQ(far.high, 186);
  EXPECT_EQ(far.unit, "cycles");
  ASSERT_EQ(far.evidence.size(), 1U);
  EXPECT_EQ(cluster_latency(*report, {{"operation", "load"}, {"cluster_size", 1}, {"rank", 0}}).value, 26);
  EXPECT_EQ(cluster_latency(*report, {{"operation", "bulk_copy"}, {"cluster_size", 2}, {"rank", 1}}).value, 212);
  EXPECT_THAT(cluster_latency(*report, {{"operation", "bulk_copy"}, {"cluster_size", 2}, {"rank", 1}}).reason,
              HasSubstr("One way"));
  EXPECT_THAT(cluster_latency(*report, {{"operation", "bulk_copy"}}).reason, HasSubstr("One way"));
  const Finding& others = cluster_latency(*report, {{"operation", "load"}});
  EXPECT_EQ(others.reason.find("One way"), std::string::npos);
  EXPECT_EQ(others.value, 183);  // the middle of 182, 182, 184, 186
  EXPECT_EQ(others.low, 182);
  EXPECT_EQ(others.high, 186);
  EXPECT_EQ(others.evidence.size(), 4U);
}

TEST(Cluster, ASizeThatIsRefusedEndsTheSeries) {
  ClusterCard device(8);
  const auto report = run_cluster(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->runs.size(), 2U * (1 + 2 + 4 + 8));
  EXPECT_THAT(cluster_latency(*report, {{"operation", "load"}}).method, HasSubstr("up to 8 blocks"));
  // A recording of this device says the same about clusters of 16, although it holds no request for them.
  Session session;
  session.device = device.description();
  session.runs = report->runs;
  const auto again = run_cluster(*make_recording(session));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings, report->findings);
}

TEST(Cluster, WithoutAnotherSmThereIsNoLatencyToIt) {
  ClusterCard device(1);
  const auto report = run_cluster(device);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(cluster_latency(*report, {{"operation", "load"}}).status, FindingStatus::not_measurable);
  ClusterCard none(0);
  EXPECT_EQ(cluster_latency(*run_cluster(none), {{"operation", "load"}}).reason, "The largest cluster is smaller.");
}

TEST(Cluster, IsAbsentBeforeHopperAndUnknownElsewhere) {
  ScriptedRequests device;
  EXPECT_EQ(run_cluster(device.open())->findings.at(0).status, FindingStatus::not_measurable);
  device.about.properties.compute_capability = "9.0";
  EXPECT_THAT(run_cluster(device)->findings.at(0).reason, HasSubstr("does not serve the request cluster"));
  device.about.properties.compute_capability = "8.6";
  const Finding old = run_cluster(device)->findings.at(0);
  EXPECT_EQ(old.status, FindingStatus::absent);
  EXPECT_THAT(old.reason, HasSubstr("this one is 8.6"));
}

TEST(Cluster, ErrorsAndBadInput) {
  ClusterCard device;
  EXPECT_THAT(run_cluster(device, {{"sizes", "0, 2"}}).error().message, HasSubstr("between 1 and 64"));
  EXPECT_THAT(run_cluster(device, {{"accesses", "0"}}).error().message, HasSubstr("accesses is 0"));
  EXPECT_EQ(device.requests, 0U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_cluster(device, {}, {.stop = stop.get_token()}).error().code, ErrorCode::cancelled);
  device.fault = DeviceError{ErrorCode::lost, "The card is gone."};
  EXPECT_EQ(run_cluster(device).error().message, "The card is gone.");
}

TEST(Cluster, ThePresetsNumbersComeBack) {
  const auto report = run_cluster(**open_preset("h100"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(cluster_latency(*report, {{"operation", "load"}, {"cluster_size", 1}, {"rank", 0}}).value, 26.25);
  EXPECT_EQ(cluster_latency(*report, {{"operation", "load"}, {"cluster_size", 16}, {"rank", 15}}).value, 196.25);
  EXPECT_EQ(cluster_latency(*report, {{"operation", "bulk_copy"}, {"cluster_size", 2}, {"rank", 1}}).value, 141);
  EXPECT_EQ(run_cluster(**open_preset("a100"))->findings.at(0).status, FindingStatus::absent);
}

}  // namespace
}  // namespace chasescope
