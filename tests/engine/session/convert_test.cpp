#include "engine/session/convert.h"

#include <gmock/gmock.h>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

TEST(Convert, BetweenJsonAndCborNothingIsLost) {
  const TempFolder folder;
  ASSERT_EQ(write_session(sample_session(), folder / "a.json", SessionFormat::json), std::nullopt);
  const auto there = convert_file(folder / "a.json", folder / "b.cbor");
  ASSERT_TRUE(there) << there.error().message;
  EXPECT_THAT(there->warnings, testing::IsEmpty());
  EXPECT_THAT(there->files, testing::ElementsAre(folder / "b.cbor"));
  ASSERT_TRUE(convert_file(folder / "b.cbor", folder / "c.json"));
  EXPECT_EQ(contents(folder / "c.json"), contents(folder / "a.json"));
}

TEST(Convert, ToCsvAndBackKeepsTheCycles) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "csv");
  ASSERT_EQ(write_session(sample_session(), folder / "a.json", SessionFormat::json), std::nullopt);
  const auto there = convert_file(folder / "a.json", folder / "csv");
  ASSERT_TRUE(there) << there.error().message;
  EXPECT_THAT(there->warnings, testing::Contains(HasSubstr("notes")));
  EXPECT_THAT(there->warnings, testing::Contains(HasSubstr("environment")));
  EXPECT_THAT(there->warnings, testing::Contains(HasSubstr("Findings")));
  const auto back = convert_file(folder / "csv", folder / "b.cbor");
  ASSERT_TRUE(back) << back.error().message;
  const auto session = read_session(folder / "b.cbor");
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_EQ(session->runs.size(), sample_session().runs.size());
  for (std::size_t i = 0; i < session->runs.size(); ++i) {
    EXPECT_EQ(session->runs[i]->result.cycles, sample_session().runs[i]->result.cycles);
    EXPECT_EQ(session->runs[i]->request, sample_session().runs[i]->request);
  }
}

TEST(Convert, UnknownExtensionsListWhatThereIs) {
  const TempFolder folder;
  ASSERT_EQ(write_session(sample_session(), folder / "a.json", SessionFormat::json), std::nullopt);
  for (const char* out : {"b.xml", "b", "b.json.gz"}) {
    const auto done = convert_file(folder / "a.json", folder / out);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(done.error().message, HasSubstr(out));
    for (const char* format : {".json", ".cbor", ".csv"}) EXPECT_THAT(done.error().message, HasSubstr(format));
    EXPECT_FALSE(std::filesystem::exists(folder / out));
  }
}

TEST(Convert, ABadInputLeavesTheOutputAlone) {
  const TempFolder folder;
  write_text(folder / "a.json", "{");
  write_text(folder / "b.cbor", "old");
  EXPECT_FALSE(convert_file(folder / "a.json", folder / "b.cbor"));
  EXPECT_FALSE(convert_file(folder / "none.csv", folder / "b.cbor"));
  EXPECT_EQ(contents(folder / "b.cbor"), "old");
}

}  // namespace
}  // namespace chasescope
