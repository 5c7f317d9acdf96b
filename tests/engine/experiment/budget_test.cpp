// What is said of a step for which the budget is too small.
#include <gtest/gtest.h>

#include "engine/experiment/lab.h"

namespace chasescope::structure {
namespace {

TEST(Budget, says_how_much_is_missing) {
  Budget budget{.accesses = 1000};
  EXPECT_EQ(budget.refuse(1000), "");
  EXPECT_EQ(budget.refusal, "");
  EXPECT_EQ(budget.refuse(2112),
            "It would take at least 2,112 accesses, more than the 1,000 accesses that this probe may spend (budget).");
  budget.spent = 999;
  EXPECT_EQ(budget.refuse(1), "");
  EXPECT_EQ(budget.refuse(2),
            "It would take at least 2 accesses more, and of the 1,000 accesses that this probe may spend (budget), 1 is left.");
  budget.spent = 1200;
  EXPECT_EQ(budget.refuse(1),
            "It would take at least 1 access more, and of the 1,000 accesses that this probe may spend (budget), 0 are left.");
  // The first refusal is the reason for what was not asked after it.
  EXPECT_EQ(budget.refusal,
            "It would take at least 2,112 accesses, more than the 1,000 accesses that this probe may spend (budget).");
}

}  // namespace
}  // namespace chasescope::structure
