#include "engine/session/convert.h"

#include <gmock/gmock.h>

#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "tests/engine/session/report_samples.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  return names;
}

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
  ASSERT_EQ(write_session(sample_session(), folder / "a.json", SessionFormat::json), std::nullopt);
  const auto there = convert_file(folder / "a.json", folder / "csv", "traces");
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

TEST(Convert, ATableIsTheOneFileThatWasNamed) {
  const TempFolder folder;
  Session session = sample_session();
  const auto written = write_document(session, folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(written->files, testing::ElementsAre(folder / "a.csv"));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.csv"));
  EXPECT_EQ(contents(folder / "a.csv"), findings_csv(session)) << "of several runs the findings";
  EXPECT_THAT(written->warnings, testing::ElementsAre(HasSubstr("--format traces")));

  session.runs.resize(1);
  for (Finding& finding : session.findings) finding.evidence.clear();  // of runs that are gone
  ASSERT_TRUE(write_document(session, folder / "a.csv"));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.csv"));
  EXPECT_THAT(contents(folder / "a.csv"), HasSubstr(kCsvTraceHeader)) << "of a single trace its accesses";

  session = sample_session();
  session.findings.clear();
  const auto none = write_document(session, folder / "b.csv");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("--format traces"));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.csv"));
}

TEST(Convert, TracesFillAFolderOfTheirOwnAndOnlyIfAskedFor) {
  const TempFolder folder;
  const Session session = sample_session();
  std::filesystem::create_directory(folder / "full");
  write_text(folder / "full" / "mine.csv", "mine");
  write_text(folder / "file", "mine");
  for (const auto& [out, format, why] :
       std::initializer_list<std::tuple<const char*, const char*, const char*>>{{"full", "", "--format traces"},
                                                                                {"new/", "", "--format traces"},
                                                                                {"full", "traces", "already"},
                                                                                {"file", "traces", "is a file"}}) {
    const auto refused = write_document(session, folder / out, format);
    ASSERT_FALSE(refused) << out;
    EXPECT_THAT(refused.error().message, HasSubstr(why)) << out;
  }
  EXPECT_THAT(names_in(folder / "full"), testing::ElementsAre("mine.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  EXPECT_FALSE(write_document(Session{}, folder / "new", "traces"));
  EXPECT_FALSE(std::filesystem::exists(folder / "new")) << "a folder of nothing";

  const auto written = write_document(session, folder / "new", "traces");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->folder, folder / "new");
  EXPECT_EQ(written->contents, "4 traces and the findings");
  EXPECT_THAT(names_in(folder / "new"),
              testing::UnorderedElementsAre("run-1.csv", "run-2.csv", "run-3.csv", "run-4.csv", "findings.csv"));
  EXPECT_EQ(document_text(session, "traces").error().code, ErrorCode::invalid_request) << "several texts";
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
