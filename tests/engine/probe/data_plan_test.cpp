// The reads within one pass that answer one question.
#include "engine/structure/testers/data_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chasescope::structure {
namespace {

using ::testing::ElementsAre;

DataPlanner plain() {
  DataPlanner planner;
  planner.manner = PageManner::plain;
  planner.unit = 64;
  planner.has_front = true;
  return planner;
}

TEST(DataPlan, ReadsLinesInOrder) {
  const DataPlan plan = plain().plan({512, 0}, {256}, 0);
  EXPECT_THAT(plan.offsets, ElementsAre(0, 256, 512));
  EXPECT_THAT(plan.watched_as, ElementsAre(1, -1, 0));
  EXPECT_THAT(plan.asked, ElementsAre(true, true, true)) << "one other line is named as well";
  EXPECT_THAT(plan.round_ends, ElementsAre(3));
}

// The plan reads the first part of all lines, then the second part of all lines. If it read line by line, only the first part of
// each line would count as a visit.
TEST(DataPlan, ReadsAllLinesOnceForEachPartOfThem) {
  DataPlanner planner = plain();
  planner.parts = {0, 16};
  const DataPlan plan = planner.plan({0, 512}, {}, 0);
  EXPECT_THAT(plan.offsets, ElementsAre(0, 512, 16, 528));
  EXPECT_THAT(plan.watched_as, ElementsAre(0, 1, 0, 1)) << "a miss of any part is one of the line";
  EXPECT_THAT(plan.asked, ElementsAre(true, true, true, true));
  EXPECT_THAT(plan.round_ends, ElementsAre(2, 4));
}

TEST(DataPlan, LooksThePageUpForEachPart) {
  DataPlanner planner = plain();
  planner.manner = PageManner::primed;
  planner.primer_distance = 2048;
  planner.parts = {0, 16};
  const DataPlan plan = planner.plan({0, 8192}, {}, 0);
  EXPECT_THAT(plan.offsets, ElementsAre(2048, 0, 8192 + 2048, 8192, 2064, 16, 8192 + 2064, 8192 + 16));
  EXPECT_THAT(plan.watched_as, ElementsAre(-1, 0, -1, 1, -1, 0, -1, 1));
  EXPECT_THAT(plan.asked, ElementsAre(false, true, false, true, false, true, false, true));
}

// One of the two addresses is another part of the other's line.
TEST(DataPlan, VisitsNoAddressTwice) {
  DataPlanner planner = plain();
  planner.parts = {0, 16};
  const DataPlan plan = planner.plan({16}, {0, 1024}, 0);
  EXPECT_THAT(plan.offsets, ElementsAre(16, 1024, 0, 1040));
  EXPECT_THAT(plan.watched_as, ElementsAre(0, -1, 0, -1)) << "the visit that counts stays";
  EXPECT_THAT(plan.round_ends, ElementsAre(2, 4));
}

}  // namespace
}  // namespace chasescope::structure
