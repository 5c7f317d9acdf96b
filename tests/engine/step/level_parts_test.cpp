// Which part answered a level, as far as findings tell, and no further.
#include "engine/step/level_parts.h"
#include "tests/engine/findings/made_finding.h"

#include <gtest/gtest.h>

namespace chasescope::step {
namespace {

Finding latency(const char* subject, double cycles, const char* space = "global.ca") {
  return made_finding(subject, "hit_latency_cycles", cycles, {}, {{"space", space}});
}

std::vector<std::string> parts(const std::vector<float>& cycles, const std::vector<Finding>& findings, double overhead = 0,
                               MemorySpace space = MemorySpace::global_ca) {
  std::vector<float> trace;
  for (const float level : cycles) trace.insert(trace.end(), 50, level);
  const auto levels = inference::find_latency_levels(LatencyTrace(trace));
  ChaseRequest request;
  request.space = space;
  const std::string id = "run-1";
  EXPECT_EQ(levels.size(), cycles.size());
  return parts_of_levels({id, request, overhead, levels}, findings);
}

using Names = std::vector<std::string>;

TEST(LevelParts, are_named_by_what_was_found_of_them) {
  const std::vector<Finding> found{latency("l1_data", 33), latency("l2", 265, "global.cg"), latency("dram", 620, "global.cg")};
  EXPECT_EQ(parts({33, 262, 640}, found), (Names{"l1_data", "l2", "dram"}));
  EXPECT_EQ(parts({41, 270, 648}, found, 8), (Names{"l1_data", "l2", "dram"}));  // with 8 cycles for measuring
}

TEST(LevelParts, nothing_is_said_of_what_was_not_found_or_may_be_two) {
  EXPECT_EQ(parts({33, 262}, {}), (Names{"", ""}));
  EXPECT_EQ(parts({33, 400}, {latency("l1_data", 33), latency("l2", 265)}), (Names{"l1_data", ""}));
  EXPECT_EQ(parts({250}, {latency("l2", 240), latency("dram", 262)}), (Names{""}));
  Finding guessed = latency("l2", 262);
  guessed.status = FindingStatus::not_measurable;
  EXPECT_EQ(parts({262}, {guessed}), (Names{""}));
}

TEST(LevelParts, a_space_asks_its_own_caches_and_its_own_numbers_first) {
  const std::vector<Finding> found{latency("texture", 110, "texture"), latency("l1_data", 110), latency("l2", 265, "global.cg"),
                                   latency("l2", 300, "texture")};
  EXPECT_EQ(parts({110, 300}, found, 0, MemorySpace::texture), (Names{"texture", "l2"}));
  EXPECT_EQ(parts({110, 265}, found, 0, MemorySpace::texture), (Names{"texture", ""}));
  EXPECT_EQ(parts({30}, found, 0, MemorySpace::shared), (Names{""}));
}

TEST(LevelParts, have_short_words) {
  EXPECT_EQ(part_word("l1_data"), "L1");
  EXPECT_EQ(part_word("l2"), "L2");
  EXPECT_EQ(part_word("dram"), "memory");
  EXPECT_EQ(part_word("texture"), "Texture");
}

}  // namespace
}  // namespace chasescope::step
