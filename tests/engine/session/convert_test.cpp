#include "engine/session/convert.h"

#include <gmock/gmock.h>

#include "engine/session/session_file.h"
#include "tests/engine/session/report_samples.h"
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
    EXPECT_EQ(session->runs[i]->chase()->result.cycles, sample_session().runs[i]->chase()->result.cycles);
    EXPECT_EQ(session->runs[i]->chase()->request, sample_session().runs[i]->chase()->request);
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

TEST(Convert, ReportsAreChosenByNameOrByEnding) {
  const TempFolder folder;
  const Session session = report_session();
  ASSERT_EQ(write_session(session, folder / "a.json", SessionFormat::json), std::nullopt);
  for (const auto& [out, format, same] :
       std::initializer_list<std::tuple<const char*, const char*, Report>>{{"b.md", "", markdown_report(session)},
                                                                           {"b.tex", "", latex_report(session)},
                                                                           {"gpgpusim.config", "", gpgpusim_report(session)},
                                                                           {"b.json", "mt4g", mt4g_report(session)},
                                                                           {"findings.csv", "csv", csv_report(session)}}) {
    const auto done = convert_file(folder / "a.json", folder / out, format);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_THAT(done->files, testing::ElementsAre(folder / out));
    EXPECT_EQ(contents(folder / out), same.text) << out;
  }
}

TEST(Convert, ATopologyFileOfMt4gIsASession) {
  const TempFolder folder;
  write_text(folder / "card.json", mt4g_text());
  ASSERT_TRUE(convert_file(folder / "card.json", folder / "s.cbor"));
  ASSERT_TRUE(convert_file(folder / "card.json", folder / "back.json", "mt4g"));
  EXPECT_EQ(contents(folder / "back.json"), mt4g_text());
  const auto session = read_session(folder / "s.cbor");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->device.name, "Test card");
}

TEST(Convert, AnUnknownFormatListsWhatThereIs) {
  const TempFolder folder;
  write_text(folder / "a.json", mt4g_text());
  const auto done = convert_file(folder / "a.json", folder / "b.json", "docx");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr(kDocumentFormats));
  EXPECT_FALSE(std::filesystem::exists(folder / "b.json"));
}

}  // namespace
}  // namespace chasescope
