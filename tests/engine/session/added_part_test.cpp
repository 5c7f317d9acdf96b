// Two sessions of one device, put together.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/session/document/added_part.h"

namespace chasescope {
namespace {

RunPtr run_of(const char* id, const char* label) {
  Run run;
  run.id = id;
  run.label = label;
  return std::make_shared<const Run>(std::move(run));
}

Finding finding_of(const char* quantity, const char* space, nlohmann::json value, std::vector<std::string> evidence) {
  Finding finding;
  finding.subject = "peer_memory";
  finding.quantity = quantity;
  finding.conditions = {{"space", space}};
  finding.value = std::move(value);
  finding.evidence = std::move(evidence);
  return finding;
}

TEST(AddedPart, KeepsWhichRunsShowWhichFinding) {
  Session whole, part;
  whole.runs = {run_of("run-1", "first"), run_of("run-3", "third")};
  whole.findings = {finding_of("read_bandwidth", "peer", nullptr, {}), finding_of("capacity_bytes", "peer", 1, {"run-1"}),
                    finding_of("read_bandwidth", "host", 5, {"run-3"}), finding_of("read_bandwidth", "peer", nullptr, {})};
  part.runs = {run_of("run-1", "added"), run_of("run-2", "added too")};
  part.findings = {finding_of("read_bandwidth", "peer", 7, {"run-1", "run-2"}),
                   finding_of("kept_on_card", "peer", false, {"run-2"})};
  add_part(whole, part);

  ASSERT_EQ(whole.runs.size(), 4U);
  EXPECT_EQ(whole.runs[0]->label, "first");
  EXPECT_EQ(whole.runs[1]->label, "third");
  const auto label_of = [&](const std::string& id) {
    for (const RunPtr& run : whole.runs)
      if (run->id == id) return run->label;
    return std::string();
  };
  ASSERT_EQ(whole.findings.size(), 4U) << "the second of the two unmeasured ones is gone";
  EXPECT_EQ(whole.findings[0].value, 7);
  ASSERT_EQ(whole.findings[0].evidence.size(), 2U);
  EXPECT_EQ(label_of(whole.findings[0].evidence[0]), "added");
  EXPECT_EQ(label_of(whole.findings[0].evidence[1]), "added too");
  EXPECT_EQ(whole.findings[1].evidence, std::vector<std::string>{"run-1"});
  EXPECT_EQ(label_of("run-1"), "first");
  EXPECT_EQ(whole.findings[2].value, 5) << "of another space";
  EXPECT_EQ(whole.findings[3].quantity, "kept_on_card");
  EXPECT_EQ(label_of(whole.findings[3].evidence.at(0)), "added too");
  std::set<std::string> ids;
  for (const RunPtr& run : whole.runs) EXPECT_TRUE(ids.insert(run->id).second) << run->id;
}

}  // namespace
}  // namespace chasescope
