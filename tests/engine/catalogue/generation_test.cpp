// The generation of a card by its compute capability.
#include "engine/device/generation.h"

#include <gtest/gtest.h>

namespace chasescope {
namespace {

TEST(Generation, is_that_of_the_last_card_that_was_not_newer) {
  const auto name = [](std::string_view text) {
    const Generation* generation = generation_of(text);
    return generation == nullptr ? std::string_view("none") : std::string_view(generation->name);
  };
  EXPECT_EQ(name("1.3"), "Tesla");
  EXPECT_EQ(name("2.1"), "Fermi");
  EXPECT_EQ(name("3.7"), "Kepler");
  EXPECT_EQ(name("7.0"), "Volta");
  EXPECT_EQ(name("7.5"), "Turing");
  EXPECT_EQ(name("8.6"), "Ampere");
  EXPECT_EQ(name("8.9"), "Ada");
  EXPECT_EQ(name("9.0"), "Hopper");
  EXPECT_EQ(name("12.0"), "Blackwell");
  for (const char* none : {"", "9", "9.", ".0", "9.0a", "-1.0", "0.9", "9.10", "999.0"}) EXPECT_EQ(name(none), "none") << none;
  int year = 0;
  for (const Generation& generation : all_generations()) {
    EXPECT_GE(generation.year, year);
    year = generation.year;
  }
}

}  // namespace
}  // namespace chasescope
