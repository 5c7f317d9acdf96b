#include "engine/output/reasons.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

namespace chasescope {
namespace {

TEST(Reasons, are_words_of_a_sentence) {
  EXPECT_EQ(system_reason(ENOSPC), "No space left on device");
  EXPECT_EQ(system_reason(EAGAIN), "the system lets no more processes or threads be started");
  EXPECT_EQ(system_reason(0), "the system gives no reason");
  EXPECT_EQ(reason_of(std::system_error(EAGAIN, std::generic_category())), system_reason(EAGAIN));
  EXPECT_EQ(reason_of(std::bad_alloc()), "this computer's memory is full");
  EXPECT_EQ(reason_of(std::runtime_error("")), "the reason is not known");
  EXPECT_EQ(reason_of(std::runtime_error("It broke.")), "It broke");
  try {
    const auto value = nlohmann::json::parse("[1e999]");
    FAIL() << value.dump();
  } catch (const std::exception& error) {
    EXPECT_EQ(reason_of(error), "number overflow parsing '1e999'");
  }
}

}  // namespace
}  // namespace chasescope
