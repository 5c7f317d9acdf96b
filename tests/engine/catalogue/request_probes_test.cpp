// The probes of banks, requests and copies, through the device protocol and from a saved session. Both give the findings of the
// model itself.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/vocabulary.h"
#include "engine/model/spec/noise.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

TEST(ServedRequests, EveryProbeFindsTheSameThroughTheProtocol) {
  for (const std::string model : {"model:m2070", "model:k20"})
    for (const auto& [name, values] : std::initializer_list<std::pair<const char*, ParameterValues>>{
             {"banks", {{"words", "4"}, {"samples", "2"}}}, {"outstanding", {{"sharing", "1, 8"}}}, {"l2-copy", {}}}) {
      const auto direct = open_device(model, {.seed = 7, .log = {}});
      const auto served = open_device("exec:" CHASESCOPE_SERVE_MODEL " " + model + " 7");
      ASSERT_TRUE(direct) << direct.error().message;
      ASSERT_TRUE(served) << served.error().message;
      const Probe& probe = *find_probe(name);
      const auto one = probe.run(**direct, values, {});
      const auto other = probe.run(**served, values, {});
      ASSERT_TRUE(one) << one.error().message;
      ASSERT_TRUE(other) << other.error().message;
      EXPECT_EQ(other->findings, one->findings) << model << ' ' << name;
      EXPECT_THAT(one->findings, testing::Contains(testing::Field(&Finding::status, FindingStatus::measured)))
          << model << ' ' << name;
      ASSERT_EQ(other->runs.size(), one->runs.size());
      for (std::size_t i = 0; i < one->runs.size(); ++i) EXPECT_EQ(*other->runs[i], *one->runs[i]);
    }
}

/// Removes the reasons of refusals. A device refuses a bank mode that it does not have, and a recording has no runs of that mode,
/// so that the texts differ; and only the device knows that there is no such mode.
std::vector<Finding> without_refusals(std::vector<Finding> findings) {
  for (Finding& finding : findings) {
    if (!finding.value.is_null() || !finding.evidence.empty()) continue;
    finding.reason.clear();
    finding.status = FindingStatus::not_measurable;
  }
  return findings;
}

/// The answers are noisy, so that equal requests differ and their order counts. All three probes are in one file, as the window
/// saves them.
TEST(RecordedRequests, EveryProbeFindsTheSameInASavedSession) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "chasescope_recorded_requests.cbor";
  for (const std::string model : {"model:m2070", "model:gtx780", "model:gtx560ti"}) {
    const auto device = open_device(model, {.noise = model::kStandardNoise, .seed = 7, .log = {}});
    ASSERT_TRUE(device) << device.error().message;
    const std::pair<const char*, ParameterValues> probes[] = {
        {"banks", {{"words", "4, 8"}, {"samples", "3"}}}, {"outstanding", {{"sharing", "1, 8"}}}, {"l2-copy", {}}};
    Session session;
    session.device = (*device)->description();
    std::vector<std::vector<Finding>> found;
    for (const auto& [name, values] : probes) {
      const auto report = find_probe(name)->run(**device, values, {.first_run = session.runs.size() + 1});
      ASSERT_TRUE(report) << model << ' ' << name << ": " << report.error().message;
      session.runs.insert(session.runs.end(), report->runs.begin(), report->runs.end());
      session.findings.insert(session.findings.end(), report->findings.begin(), report->findings.end());
      found.push_back(report->findings);
    }
    ASSERT_EQ(write_session(session, path, SessionFormat::cbor), std::nullopt);
    const auto recording = open_device("recording:" + path.string());
    ASSERT_TRUE(recording) << recording.error().message;
    std::size_t first_run = 1;
    for (std::size_t i = 0; i < std::size(probes); ++i) {
      const auto& [name, values] = probes[i];
      const auto again = find_probe(name)->run(**recording, values, {.first_run = first_run});
      ASSERT_TRUE(again) << model << ' ' << name << ": " << again.error().message;
      EXPECT_EQ(without_refusals(again->findings), without_refusals(found[i])) << model << ' ' << name;
      first_run += again->runs.size();
    }
    EXPECT_EQ(first_run, session.runs.size() + 1) << model;
  }
  std::filesystem::remove(path);
}

// A recorded card of 2024: 32 banks of 4 bytes, and two cycles for each further row.
TEST(RecordedCard, HasBanksThatTakeTurns) {
  const auto card = open_device("recording:" CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-banks.cbor");
  ASSERT_TRUE(card) << card.error().message;
  const auto report = find_probe("banks")->run(**card, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  std::map<std::string, nlohmann::json> values;
  for (const Finding& finding : report->findings)
    if (finding.status == FindingStatus::measured && !values.contains(finding.quantity)) values[finding.quantity] = finding.value;
  EXPECT_EQ(values["banks"], 32);
  EXPECT_EQ(values["bank_width_bytes"], 4);
  EXPECT_NEAR(values["hit_latency_cycles"].get<double>(), 23, 0.5);
}

// On the recorded card, source and destination share an L2 of 60 MiB, and written lines are evicted early: copies gain from the L2
// up to about 19 MB.
TEST(RecordedCard, ItsCopiesSaturateAsTheySaidOnTheCard) {
  const auto card = open_device("recording:h200");
  ASSERT_TRUE(card) << card.error().message;
  const auto report = find_probe("l2-copy")->run(**card, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->findings.size(), 1U);
  const Finding& finding = report->findings.front();
  ASSERT_EQ(finding.status, FindingStatus::measured) << finding.reason;
  EXPECT_NEAR(finding.value.get<double>(), 19.1e6, 1e6);
  EXPECT_LE(*finding.high - *finding.low, 6e6);
}

// On the recorded card, an atomic goes to the half of the L2 that owns the address, while a load is answered by a copy in the near
// half.
TEST(RecordedCard, TellsAtomicsByTheHalfOfTheirAddress) {
  const auto card = open_device("recording:" CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-operations.cbor");
  ASSERT_TRUE(card) << card.error().message;
  const auto report = find_probe("operations")->run(**card, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto only = [&](std::string_view quantity) -> const Finding& {
    for (const Finding& finding : report->findings)
      if (finding.quantity == quantity) return finding;
    throw std::runtime_error(std::string(quantity));
  };
  EXPECT_EQ(only(quantity::atomic_address_groups).value, 2);
  EXPECT_EQ(only(quantity::atomic_near_half_cycles).value, 274);
  EXPECT_EQ(only(quantity::atomic_far_half_cycles).value, 474.5);
  EXPECT_NE(only(quantity::atomic_far_half_cycles).reason.find("the same two groups (64 of 64 alike)"), std::string::npos);
}

// The recorded card reads the memory of a second one over NVLink. Its second pass over the same lines is quicker, but still six
// times as slow as its own L2: the other card's L2 answers.
TEST(RecordedCard, ReadsAnotherCardsMemory) {
  const auto card = open_device("recording:" CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-peer.cbor");
  ASSERT_TRUE(card) << card.error().message;
  const auto report = find_probe("host-memory")->run(**card, {{"memory", "peer"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto only = [&](std::string_view quantity) -> const Finding& {
    for (const Finding& finding : report->findings)
      if (finding.subject == subject::peer_memory && finding.quantity == quantity) return finding;
    throw std::runtime_error(std::string(quantity));
  };
  EXPECT_EQ(only(quantity::bus_latency_cycles).value, 1971.75);
  EXPECT_NEAR(only(quantity::read_bandwidth).value.get<double>(), 373.8e9, 0.1e9);
  EXPECT_NEAR(only(quantity::write_bandwidth).value.get<double>(), 370.2e9, 0.1e9);
  EXPECT_EQ(only(quantity::kept_on_card).value, "no");
  EXPECT_NE(only(quantity::kept_on_card).reason.find("beyond the link"), std::string::npos);
}

// On the recorded card, hits in the other half of the L2 take up to 494 cycles, most misses more, and its L2 of 60 MiB sets
// sixteenths aside.
TEST(RecordedCard, KeepsLinesOfItsL2ByTheirPriority) {
  const auto card = open_device("recording:" CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-residency.cbor");
  ASSERT_TRUE(card) << card.error().message;
  const auto report = find_probe("residency")->run(**card, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  constexpr double kMiB = 1 << 20;
  const auto only = [&](const char* quantity, const nlohmann::json& conditions) -> const Finding& {
    for (const Finding& finding : report->findings)
      if (finding.quantity == quantity && finding.conditions == conditions) return finding;
    throw std::runtime_error(quantity + conditions.dump());
  };
  const Finding& size = only("effective_bytes", nlohmann::json::object());
  EXPECT_EQ(size.value, 37.5 * kMiB);
  EXPECT_EQ(*size.high, 45 * kMiB);
  const Finding& normal = only("evicting_sweep_bytes", {{"kept", "normal"}});
  EXPECT_EQ(normal.value, 30 * kMiB);
  EXPECT_EQ(*normal.high, 45 * kMiB);
  EXPECT_EQ(*only("evicting_sweep_bytes", {{"kept", "first"}}).high, 3.75 * kMiB);
  EXPECT_EQ(*only("evicting_sweep_bytes", {{"kept", "last"}}).low, 120 * kMiB);
  EXPECT_GT(only("retained_share", {{"kept", "last"}, {"swept", "normal"}}).value, 0.98);
  EXPECT_GT(only("retained_share", {{"kept", "normal"}, {"swept", "first"}}).value, 0.98);
  EXPECT_LT(only("retained_share", {{"kept", "normal"}, {"swept", "normal"}}).value, 0.02);
  for (std::uint64_t parts = 2; parts <= 10; parts += 2) {
    const double aside = static_cast<double>(parts) * 3.75 * kMiB;
    const Finding& kept = only("persisting_bytes", {{"set_aside_bytes", static_cast<std::uint64_t>(aside)}});
    EXPECT_NEAR(kept.value.get<double>(), aside, 0.08 * aside) << parts;
  }
  EXPECT_NEAR(only("persisting_bytes", {{"set_aside_bytes", 0}}).value.get<double>(), 3.75 * kMiB, 0.4 * kMiB);
  for (const std::uint64_t setting : {32, 64, 128})
    EXPECT_EQ(only("fetched_bytes", {{"fetch_setting_bytes", setting}}).value, setting);
}

}  // namespace
}  // namespace chasescope
