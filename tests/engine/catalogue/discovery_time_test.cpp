// A discovery with a time limit: it keeps the limit, names the quantities that it did not reach, and spends the remaining time on
// open questions.
#include <gmock/gmock.h>

#include <chrono>
#include <set>

#include "engine/device/catalogue/catalogue.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/discovery/more_time.h"
#include "engine/probe/discovery/registry.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

Finding finding_of(const char* subject, const char* quantity, FindingStatus status, nlohmann::json value,
                   const char* space = "global.ca") {
  Finding finding = made_finding(subject, quantity, std::move(value), {}, {{"space", space}});
  finding.status = status;
  return finding;
}

std::unique_ptr<Device> timed_card(const std::string& id) {
  auto device = open_device(id, {.seed = 3, .log = {}});
  if (!device) throw std::runtime_error(device.error().message);
  return std::move(device).value();
}

TEST(DiscoveryTime, goes_where_most_is_open) {
  Finding end = finding_of(subject::constant_l1_5, quantity::capacity_bytes, FindingStatus::not_measurable, nullptr, "constant");
  end.low = 65536;  // the whole space fits, so that more time tells nothing more
  const std::vector<OpenSpace> open = open_spaces({
      end,
      finding_of(subject::l2, quantity::sets, FindingStatus::not_measurable, nullptr, "global.cg"),
      finding_of(subject::l2, quantity::line_bytes, FindingStatus::not_measurable, nullptr, "global.cg"),
      finding_of(subject::l2, quantity::sets, FindingStatus::not_measurable, nullptr),  // the same question through another space
      finding_of(subject::l1_data, quantity::sets, FindingStatus::measured, 64),        // but its policy is not known
      finding_of(subject::texture, quantity::sets, FindingStatus::measured, 4, "texture"),
      finding_of(subject::texture, quantity::replacement_policy, FindingStatus::measured, "LRU", "texture"),
  });
  ASSERT_EQ(open.size(), 2);
  EXPECT_EQ(open[0].space, "global.cg");
  EXPECT_EQ(open[0].questions, 2);
  EXPECT_EQ(open[1].space, "global.ca");
}

TEST(DiscoveryTime, takes_values_for_open_questions_and_keeps_what_was_known) {
  std::vector<Finding> findings{finding_of(subject::l2, quantity::sets, FindingStatus::not_measurable, nullptr),
                                finding_of(subject::l1_data, quantity::sets, FindingStatus::measured, 64)};
  const auto taken =
      take_better(findings, {finding_of(subject::l2, quantity::sets, FindingStatus::measured, 512),
                             finding_of(subject::l1_data, quantity::sets, FindingStatus::measured, 63),
                             finding_of(subject::l1_data, quantity::replacement_policy, FindingStatus::measured, "LRU")});
  ASSERT_EQ(findings.size(), 3);
  EXPECT_EQ(findings[0].value, 512);
  EXPECT_EQ(findings[1].value, 64);
  EXPECT_EQ(findings[2].value, "LRU");
  EXPECT_EQ(taken.size(), 2);
}

/// Keeps the findings that a watching person would see.
class HeardInTime final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_run_finished(const RunPtr&) override {}
  void on_progress(double, const std::string&) override {}
  void on_finding(const Finding& finding) override { findings.push_back(finding); }
  std::vector<Finding> findings;
};

TEST(DiscoveryTime, that_is_left_tells_policies) {
  const auto device = timed_card("model:gtx560ti");
  HeardInTime heard;
  const auto report = find_probe("discover")->run(*device, {{"seconds", "60"}}, {.sink = &heard});
  ASSERT_TRUE(report) << report.error().message;
  std::set<std::string> policies, without;
  for (const Finding& finding : report->findings)
    if (finding.quantity == quantity::replacement_policy && finding.status == FindingStatus::measured)
      policies.insert(finding.subject);
  EXPECT_TRUE(policies.contains(subject::l1_data));
  const auto normal = find_probe("discover")->run(*device, {}, {});
  ASSERT_TRUE(normal);
  for (const Finding& finding : normal->findings)
    if (finding.quantity == quantity::replacement_policy && finding.status == FindingStatus::measured)
      without.insert(finding.subject);
  EXPECT_EQ(without, policies) << "no limit of time finds no less";
  // The sink gets each finding exactly once.
  std::multiset<std::string> told, kept;
  const auto key = [](const Finding& f) { return f.subject + ' ' + f.quantity + ' ' + f.conditions.dump() + ' ' + f.value.dump(); };
  for (const Finding& finding : heard.findings) told.insert(key(finding));
  for (const Finding& finding : report->findings) kept.insert(key(finding));
  EXPECT_EQ(told, kept);
}

TEST(DiscoveryTime, goes_to_latencies_and_bounds_of_sizes_before_sets) {
  const auto device = card("model:gtx560ti");
  const auto report = find_probe("discover")->run(*device, {{"seconds", "60"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  const auto place_of = [&](const char* subject, const char* quantity) {
    return std::find_if(report->findings.begin(), report->findings.end(),
                        [&](const Finding& finding) { return finding.subject == subject && finding.quantity == quantity; }) -
           report->findings.begin();
  };
  const auto sets = place_of(subject::l1_data, quantity::sets);
  ASSERT_LT(sets, static_cast<std::ptrdiff_t>(report->findings.size()));
  for (const char* subject : {subject::l1_data, subject::texture, subject::l2, subject::dram})
    EXPECT_LT(place_of(subject, quantity::hit_latency_cycles), sets) << subject;
  EXPECT_LT(place_of(subject::l1_data, quantity::contiguous_bytes), sets) << "between what it lies is known before";
  std::size_t sizes = 0;
  for (const Finding& finding : report->findings)
    sizes += finding.subject == subject::l1_data && finding.quantity == quantity::contiguous_bytes ? 1 : 0;
  EXPECT_EQ(sizes, 1U) << "what is found later takes the place of the bounds";
}

TEST(DiscoveryTime, is_not_spent_on_loads_narrower_than_a_word) {
  const auto device = timed_card("model:h100");
  const auto report = find_probe("discover")->run(*device, {{"seconds", "60"}, {"only", "shared_memory"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  std::set<unsigned> widths;
  for (const RunPtr& run : report->runs)
    if (const auto* asked = run->as<BandwidthRequest>(); asked != nullptr && run->probe == "load")
      widths.insert(asked->request.access_bytes);
  EXPECT_EQ(widths, (std::set{4U, 8U, 16U}));
}

TEST(DiscoveryTime, is_kept_and_what_it_was_too_short_for_is_said) {
  const auto device = timed_card("model:a100");  // its discovery takes longer than 3 s
  const auto begun = std::chrono::steady_clock::now();
  const auto report = find_probe("discover")->run(*device, {{"seconds", "3"}}, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(), 6);
  std::size_t late = 0;
  for (const Finding& finding : report->findings)
    if (finding.reason == "The time that was given (3 s) was over.") ++late;
  EXPECT_GT(late, 0);
  EXPECT_FALSE(discovery_trouble(report->findings));  // nothing failed
}

}  // namespace
}  // namespace chasescope
