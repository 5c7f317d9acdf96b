// The details of the system that belong in the report of a fault.
#include "app/commands/version_details.h"

#include <gtest/gtest.h>

#include <sstream>

namespace chasescope {
namespace {

TEST(VersionDetails, the_name_of_the_system_is_found_wherever_it_stands) {
  EXPECT_EQ(system_name("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n"),
            "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(system_name("NAME=Arch\nOLD_PRETTY_NAME=no\nPRETTY_NAME=Arch"), "Arch");
  EXPECT_EQ(system_name("NAME=Arch\n"), "");
  EXPECT_EQ(system_name(""), "");
}

TEST(VersionDetails, each_line_is_a_title_and_a_value) {
  std::istringstream lines(version_details());
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(line.starts_with("ChaseScope ")) << line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    ASSERT_GT(line.size(), 12U) << line;
    EXPECT_NE(line[0], ' ');
    EXPECT_EQ(line[11], ' ') << line;
    EXPECT_NE(line[12], ' ') << line;
  }
  EXPECT_EQ(count, 11);
}

}  // namespace
}  // namespace chasescope
