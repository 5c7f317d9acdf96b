// The probes of banks, requests and copies through the device protocol and from a saved session: both say what the model itself
// says.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "engine/device/catalogue/catalogue.h"
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

/// Without the words in which a device refuses: a bank mode that the card has not is one that its recording has no runs of.
std::vector<Finding> without_refusals(std::vector<Finding> findings) {
  for (Finding& finding : findings)
    if (finding.status == FindingStatus::not_measurable && finding.evidence.empty()) finding.reason.clear();
  return findings;
}

/// Noisy answers, so that equal requests differ and their order counts; all three probes in one file, as the window saves them.
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

// A card of 2024, as it was recorded: 32 banks of 4 bytes, two cycles for each further row.
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

// Source and destination share its L2 of 60 MiB, and what is written goes out early: copies gain from it up to some 19 MB.
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

}  // namespace
}  // namespace chasescope
