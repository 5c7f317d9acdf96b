#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/parameters.h"
#include "engine/probe/probe.h"
#include "resources/resources.h"
#include "tests/engine/made_up/keeping_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

std::unique_ptr<Device> card(const std::string& id) {
  auto device = open_device(id, {.seed = 3, .log = {}});
  EXPECT_TRUE(device);
  return std::move(device).value();
}

const Finding* find(const ProbeReport& report, const std::string& subject, const std::string& quantity) {
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured) return &finding;
  return nullptr;
}

/// Requests a stop at the first finding.
class StopAtFirst final : public ProbeSink {
 public:
  explicit StopAtFirst(std::stop_source& source) : source_(source) {}
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_progress(double fraction, const std::string&) override {
    EXPECT_GE(fraction, last_);
    EXPECT_LE(fraction, 1);
    last_ = fraction;
  }
  void on_finding(const Finding& finding) override {
    if (finding.status == FindingStatus::measured) source_.request_stop();
  }

 private:
  std::stop_source& source_;
  double last_ = 0;
};

TEST(Discover, FindsWhatTheSingleProbesFind) {
  const auto device = card("model:gtx560ti");
  const auto report = find_probe("discover")->run(*device, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto value = [&](const std::string& subject, const std::string& quantity) {
    const Finding* finding = find(*report, subject, quantity);
    return finding == nullptr ? nlohmann::json() : finding->value;
  };
  EXPECT_EQ(value("l1_data", "capacity_bytes"), 16384);
  EXPECT_EQ(value("l1_data", "line_bytes"), 128);
  EXPECT_EQ(value("l2_tlb", "entries"), 65);
  EXPECT_EQ(value("shared_memory", "banks"), 32);
  // Run ids are unique, and each run named as evidence is in the report.
  std::set<std::string> ids;
  for (const RunPtr& run : report->runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id;
  for (const Finding& finding : report->findings)
    for (const std::string& id : finding.evidence)
      EXPECT_TRUE(ids.contains(id)) << finding.subject << ' ' << finding.quantity << ' ' << id;
}

/// Keeps the first words of the progress texts, in order.
class Titles final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_progress(double, const std::string& doing) override {
    const std::string title = doing.substr(0, doing.find(": "));
    if (titles.empty() || titles.back() != title) titles.push_back(title);
  }
  void on_finding(const Finding&) override {}
  std::vector<std::string> titles;
};

TEST(Discover, DoesWhatItsPlanSays) {
  const auto device = card("model:textbook");
  for (const ParameterValues& values :
       {ParameterValues{{"effort", "quick"}}, ParameterValues{{"only", "shared_memory, l1_tlb"}}, ParameterValues{}}) {
    Titles sink;
    ASSERT_TRUE(find_probe("discover")->run(*device, values, {.sink = &sink}));
    std::vector<std::string> planned;
    for (const DiscoveryPart& part : discovery_plan(values)) {
      planned.push_back(part.title);
      EXPECT_FALSE(part.summary.empty());
    }
    EXPECT_EQ(sink.titles, planned);
  }
  EXPECT_TRUE(discovery_plan({{"only", "l9_data"}}).empty());
}

TEST(Discover, LooksOnlyForWhatIsNamed) {
  const auto device = card("model:gtx560ti");
  const auto report = find_probe("discover")->run(*device, {{"only", "shared_memory, l1_tlb"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_NE(find(*report, "shared_memory", "banks"), nullptr);
  EXPECT_NE(find(*report, "l1_tlb", "entries"), nullptr);
  for (const Finding& finding : report->findings)
    EXPECT_TRUE(finding.subject == "shared_memory" || finding.subject == "l1_tlb") << finding.subject;
}

/// Where the driver divides an array between L1 and shared memory, a chase without a carve-out gets a size that the driver chose.
TEST(Discover, quickly_tells_the_l1_of_the_drivers_choice_too) {
  const auto device = card("model:v100");
  const auto report = find_probe("discover")->run(*device, {{"only", "l1_data"}, {"effort", "quick"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  int chosen = 0, carved = 0;
  for (const Finding& finding : report->findings)
    if (finding.subject == "l1_data" && finding.quantity == "contiguous_bytes" && finding.status == FindingStatus::measured)
      ++(finding.conditions.contains("carveout_percent") ? carved : chosen);
  EXPECT_EQ(chosen, 1);
  EXPECT_GE(carved, 2);
}

bool has_looked_for_policies(const ProbeReport& report) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [](const Finding& finding) { return finding.quantity == "replacement_policy"; });
}

// A time limit whose rest goes into policies must not find more than no limit at all.
TEST(Discover, tells_policies_of_a_software_gpu_without_a_time_limit) {
  for (const char* id : {"model:gtx560ti", "model:gtx280"}) {
    const auto report = find_probe("discover")->run(*card(id), {{"only", "texture"}}, {});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_NE(find(*report, "texture", "replacement_policy"), nullptr) << id;
  }
}

TEST(Discover, looks_for_policies_of_a_card_only_if_asked) {
  KeepingDevice device(nlohmann::json::parse(resource_text("models/textbook.json").value()));
  const auto normal = find_probe("discover")->run(device, {{"only", "l1_data"}}, {});
  ASSERT_TRUE(normal) << normal.error().message;
  EXPECT_FALSE(has_looked_for_policies(*normal));
}

TEST(Discover, NamesThePartsThereAre) {
  const auto device = card("model:textbook");
  const auto report = find_probe("discover")->run(*device, {{"only", "l9_data"}}, {});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("'l9_data' is none of"));
  EXPECT_THAT(report.error().message, HasSubstr("l1_data"));
}

TEST(Discover, KeepsWhatWasFoundWhenItIsStopped) {
  const auto device = card("model:gtx560ti");
  std::stop_source source;
  StopAtFirst sink(source);
  const auto report = find_probe("discover")->run(*device, {}, {.stop = source.get_token(), .sink = &sink});
  ASSERT_TRUE(report) << report.error().message;
  std::size_t measured = 0, cancelled = 0;
  for (const Finding& finding : report->findings) {
    measured += finding.status == FindingStatus::measured ? 1 : 0;
    cancelled += finding.status == FindingStatus::not_measurable && finding.reason.find("ancel") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(measured, 1U);
  EXPECT_GE(cancelled, 3U);
}

}  // namespace
}  // namespace chasescope
