// Files that were cut short or damaged never crash the program, and always give a sentence. The tests should also run under
// AddressSanitizer.
#include <gmock/gmock.h>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

class SessionDamage : public testing::TestWithParam<SessionFormat> {
 protected:
  std::string bytes() const {
    auto bytes = session_bytes(sample_session(), GetParam());
    EXPECT_TRUE(bytes);
    // The cuts begin before the last line break, without which JSON is complete.
    if (GetParam() == SessionFormat::json) bytes->pop_back();
    return *std::move(bytes);
  }
};

/// Expects a sentence that names the file, says more than that, and ends as a sentence does.
void expect_sentence(const DeviceError& error) {
  EXPECT_TRUE(error.message.starts_with("file")) << error.message;
  EXPECT_GT(error.message.size(), 20U);
  EXPECT_EQ(error.message.back(), '.') << error.message;
  EXPECT_EQ(error.message.find("json.exception"), std::string::npos) << error.message;
}

TEST_P(SessionDamage, EveryTruncationIsAnError) {
  const std::string whole = bytes();
  ASSERT_TRUE(parse_session(whole, "file"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    // The copy has exactly this size, so that a read beyond its end is noticed.
    const std::vector<char> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto session = parse_session({part.data(), part.size()}, "file");
    ASSERT_FALSE(session) << length;
    expect_sentence(session.error());
  }
}

TEST_P(SessionDamage, ATruncationSaysSo) {
  const std::string whole = bytes();
  const auto session = parse_session(whole.substr(0, whole.size() / 2), "file");
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, testing::HasSubstr("cut short"));
}

TEST_P(SessionDamage, RandomChangesNeverCrash) {
  const std::string whole = bytes();
  Random random(2014);
  int accepted = 0;
  for (int round = 0; round < 5'000; ++round) {
    std::string damaged = whole;
    for (auto changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(damaged.size());
      switch (random.below(4)) {
        case 0: damaged[at] = static_cast<char>(random.below(256)); break;
        case 1: damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8))); break;
        case 2: damaged.erase(at, 1 + random.below(5)); break;
        default: damaged.insert(at, damaged.substr(random.below(damaged.size()), random.below(20))); break;
      }
      if (damaged.empty()) damaged = "x";
    }
    const auto session = parse_session(damaged, "file");
    if (!session) {
      expect_sentence(session.error());
      continue;
    }
    // An accepted document is a valid session: it can be saved and opened again.
    ++accepted;
    const auto saved = session_bytes(*session, GetParam());
    ASSERT_TRUE(saved) << saved.error().message;
    const auto again = parse_session(*saved, "file");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, *session);
  }
  EXPECT_LT(accepted, 5'000);
}

TEST_P(SessionDamage, RandomSessionsSurviveBothFormats) {
  Random random(42);
  for (int round = 0; round < 300; ++round) {
    const Session session = random_session(random);
    const auto bytes = session_bytes(session, GetParam());
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto again = parse_session(*bytes, "file");
    ASSERT_TRUE(again) << again.error().message << *bytes;
    ASSERT_EQ(*again, session) << *bytes;
    // When the session is written again, it gives the same bytes.
    EXPECT_EQ(*session_bytes(*again, GetParam()), *bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, SessionDamage, testing::Values(SessionFormat::json, SessionFormat::cbor),
                         [](const auto& instance) { return instance.param == SessionFormat::json ? "Json" : "Cbor"; });

}  // namespace
}  // namespace chasescope
