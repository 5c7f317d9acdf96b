#include "engine/session/csv/csv.h"

#include <gmock/gmock.h>

#include <set>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Session with_runs(const std::vector<Run>& runs) {
  Session session;
  session.device = sample_session().device;
  for (const Run& run : runs) session.runs.push_back(std::make_shared<const Run>(run));
  return session;
}

std::vector<std::string> names(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> list;
  for (const auto& file : files) list.push_back(file.filename().string());
  return list;
}

TEST(CsvExport, OneRunIsOneFileOfNumbers) {
  const TempFolder folder;
  auto run = uniform_run("run-1", 384, 128, {35, 180.5F, 36});
  run.chase()->request.warmup = 4;
  const auto written = write_csv(with_runs({run}), folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(names(written->files), ElementsAre("a.csv"));
  EXPECT_THAT(written->warnings, testing::IsEmpty());
  const std::string text = contents(folder / "a.csv");
  EXPECT_THAT(text, testing::EndsWith("access,pass,position,offset_bytes,cycles\n0,1,1,128,35\n1,1,2,256,180.5\n2,2,0,0,36\n"));
  EXPECT_THAT(text, HasSubstr("# request: {\"accesses\":3,"));
  EXPECT_THAT(text, HasSubstr("# run: {\"id\":\"run-1\","));
}

TEST(CsvExport, SeveralRunsAreFilesWithTheirIds) {
  const TempFolder folder;
  const auto written = write_csv(sample_session(), folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(names(written->files), ElementsAre("a-run-1.csv", "a-run-2.csv", "a-run-3.csv", "a-run-4.csv", "a-findings.csv"));
  EXPECT_EQ(written->warnings.size(), 4U);
}

TEST(CsvExport, IdsCannotLeaveTheFolderOrMeet) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "in");
  Session session = with_runs({uniform_run("../x", 8, 4, {1}), uniform_run("..?x", 8, 4, {2}), uniform_run("findings", 8, 4, {3})});
  session.findings = sample_session().findings;
  session.findings[0].evidence.clear();
  const auto written = write_csv(session, folder / "in");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(names(written->files), ElementsAre("___x.csv", "___x_2.csv", "findings_2.csv", "findings.csv"));
  for (const auto& file : written->files)
    EXPECT_EQ(std::filesystem::canonical(file).parent_path(), std::filesystem::canonical(folder / "in"));
}

TEST(CsvExport, FindingsAreATable) {
  const TempFolder folder;
  Session session = sample_session();
  session.runs.clear();
  session.findings[0].evidence.clear();
  const auto written = write_csv(session, folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(contents(folder / "a-findings.csv"),
              HasSubstr("subject,quantity,conditions,value,unit,low,high,status,reason,method,reference,evidence,opinions,machine\n"
                        "l1_data,capacity_bytes,\"{\"\"carveout_percent\"\":50,\"\"space\"\":\"\"global.ca\"\"}\",16384,bytes,"
                        "16256,16384.5,measured,,"));
  EXPECT_THAT(contents(folder / "a-findings.csv"), HasSubstr("\nl3,capacity_bytes,{},,,,,absent,Two levels were found.,"));
}

TEST(CsvExport, RequestsOtherThanChasesAreATableForEachCall) {
  const TempFolder folder;
  const auto written = write_csv(calls_session(), folder / "a.csv");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_THAT(names(written->files), ElementsAre("a.csv", "a-bandwidth.csv", "a-bank.csv", "a-cluster.csv", "a-copy.csv",
                                                 "a-instructions.csv", "a-operations.csv", "a-outstanding.csv",
                                                 "a-paired_chase.csv", "a-residency.csv", "a-trials.csv", "a-findings.csv"));
  EXPECT_THAT(written->warnings, testing::Contains(HasSubstr("a table for each call")));
  EXPECT_THAT(contents(folder / "a-bank.csv"),
              testing::EndsWith("# call: bank\nrun,probe,label,entry,bank_bytes,repeats,stride,word_bytes,mean_cycles\n"
                                "run-2,some probe,stride 2,0,4,64,2,8,88.0625\n"));
  EXPECT_THAT(contents(folder / "a-outstanding.csv"),
              testing::EndsWith("run,probe,label,entry,block_bytes,loads,repeats,sharing,threads,cycles\n"
                                "run-3,some probe,t = 130,0,128,1,3,2,130,123456789.25\n"
                                "run-3,some probe,t = 130,1,128,1,3,2,130,690\n"
                                "run-3,some probe,t = 130,2,128,1,3,2,130,701\n"));
  EXPECT_THAT(contents(folder / "a-copy.csv"),
              testing::EndsWith("entry,bytes,flush,cycles,seconds\nrun-4,some probe,flushed,0,786432,true,,1.25e-05\n"
                                "run-5,some probe,not flushed,0,786432,false,4096.5,\n"));
  EXPECT_THAT(contents(folder / "a-paired_chase.csv"), HasSubstr("entry,a,b,b_thread,answer_a,answer_b\n"));
}

TEST(CsvImport, ATableOfRequestsIsNoTrace) {
  const TempFolder folder;
  ASSERT_TRUE(write_csv(calls_session(), folder.path()));
  const auto again = read_csv(folder.path());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->session.runs.size(), 1U);
  EXPECT_EQ(again->warnings.size(), 11U);
  EXPECT_THAT(again->warnings, testing::Contains(HasSubstr("bank.csv holds a table of requests")));
  EXPECT_THAT(read_csv(folder / "bank.csv").error().message, HasSubstr("holds no CSV trace"));
}

TEST(CsvExport, ErrorsAreSentences) {
  const TempFolder folder;
  EXPECT_THAT(write_csv(Session{}, folder / "a.csv").error().message, HasSubstr("nothing to export"));
  EXPECT_THAT(write_csv(sample_session(), folder / "nowhere/a.csv").error().message, HasSubstr("there is no folder"));
}

TEST(CsvRoundTrip, KeepsEachRun) {
  for (const RunPtr& run : sample_session().runs) {
    const TempFolder folder;
    ASSERT_TRUE(write_csv(with_runs({*run}), folder / "a.csv"));
    const auto again = read_csv(folder / "a.csv");
    ASSERT_TRUE(again) << again.error().message;
    auto expected = *run;
    expected.chase()->result.served_by = {};
    EXPECT_EQ(again->session, with_runs({expected}));
    EXPECT_THAT(again->warnings, testing::IsEmpty());
  }
}

TEST(CsvRoundTrip, AFolderKeepsAllRunsInTheirOrder) {
  Random random(9);
  for (int round = 0; round < 30; ++round) {
    Session session = random_session(random);
    std::set<std::string_view> tables;
    Session expected = with_runs({});
    expected.device = session.device;
    for (const RunPtr& run : session.runs) {
      auto kept = *run;
      if (kept.chase() == nullptr) {
        tables.insert(run->call());
        continue;
      }
      kept.chase()->result.served_by = {};
      expected.runs.push_back(std::make_shared<const chasescope::Run>(kept));
    }
    if (expected.runs.empty()) continue;
    const TempFolder folder;
    ASSERT_TRUE(write_csv(session, folder.path()));
    const auto again = read_csv(folder.path());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->session, expected);
    EXPECT_EQ(again->warnings.size(), tables.size() + (session.findings.empty() ? 0U : 1U));
  }
}

TEST(CsvRoundTrip, NumbersInNamesAreComparedByValue) {
  const TempFolder folder;
  ASSERT_TRUE(write_csv(with_runs({uniform_run("run-2", 8, 4, {2}), uniform_run("run-10", 8, 4, {10})}), folder.path()));
  const auto again = read_csv(folder.path());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->session.runs[0]->id, "run-2");
  EXPECT_EQ(again->session.runs[1]->id, "run-10");
}

Outcome<CsvImport> import_text(const std::string& text) {
  const TempFolder folder;
  write_text(folder / "trace.csv", text);
  return read_csv(folder / "trace.csv");
}

const std::string kHeader = "access,pass,position,offset_bytes,cycles\n";

TEST(CsvImport, ConcludesThePatternFromTheRows) {
  const auto import = import_text(kHeader + "0,1,2,256,35\r\n1,2,0,0,36\n\n 2, 2, 1, 128, 37.5\n3,2,2,256,38");
  ASSERT_TRUE(import) << import.error().message;
  const Session& session = import->session;
  EXPECT_EQ(session.device.origin, Origin::external);
  EXPECT_EQ(session.device.name, "trace");
  EXPECT_EQ(session.runs[0]->id, "trace");
  EXPECT_EQ(session.runs[0]->chase()->request.pattern, Pattern(UniformPattern{384, 128}));
  EXPECT_EQ(session.runs[0]->chase()->request.warmup, 5U);
  EXPECT_EQ(session.runs[0]->chase()->result.cycles.copy(), (std::vector<float>{35, 36, 37.5F, 38}));
  ASSERT_EQ(import->warnings.size(), 1U);
  EXPECT_THAT(import->warnings[0], HasSubstr("does not say what was asked for"));
}

TEST(CsvImport, ConcludesAListOfOffsets) {
  const auto import = import_text(kHeader + "0,0,0,0,35\n1,0,1,512,35\n2,0,2,128,35\n");
  ASSERT_TRUE(import) << import.error().message;
  EXPECT_EQ(import->session.runs[0]->chase()->request.pattern, Pattern(OffsetsPattern{{0, 512, 128}}));
}

TEST(CsvImport, ATraceWithoutAWholePassCannotBeConcluded) {
  EXPECT_THAT(import_text(kHeader + "0,0,5,640,35\n").error().message, HasSubstr("must show a whole pass"));
  EXPECT_THAT(import_text(kHeader + "0,0,5,640,35\n1,1,0,0,35\n").error().message, HasSubstr("must show a whole pass"));
  EXPECT_THAT(import_text(kHeader).error().message, HasSubstr("no row"));
  EXPECT_THAT(import_text(kHeader + "0,18446744073709551615,0,0,35\n").error().message, HasSubstr("absurd"));
}

struct BadLine {
  const char* text;
  const char* message;
};

TEST(CsvImport, ErrorsNameTheLine) {
  for (const BadLine& bad : std::initializer_list<BadLine>{
           {"0,0,0,0\n", "line 2: a row has 5 columns, but this line has 4"},
           {"0,0,0,0,35,\n", "line 2: a row has 5 columns, but this line has 6"},
           {"0,0,0,0,35\n1,0,1,x,35\n", "line 3: the column offset_bytes must be a number, but it is \"x\""},
           {"0,0,0,-4,35\n", "line 2: the column offset_bytes"},
           {"0,0,0,0,-35\n", "line 2: the cycles must lie"},
           {"0,0,0,0,nan\n", "line 2: the cycles must lie"},
           {"0,0,0,0,1e12\n", "line 2: the cycles must lie"},
           {"0,0,0,0,\n", "line 2: the column cycles"},
           {"0,0,0,0,35\n2,0,1,4,35\n", "line 3: the access is 2, but this is row 1"},
           {"0,0,0,0,35\n1,0,2,4,35\n", "line 3: pass and position do not continue"},
           {"0,0,0,0,35\n1,2,0,0,35\n", "line 3: pass and position do not continue"},
           {"0,0,0,0,35\n1,0,1,4,35\n2,1,0,0,1\n3,2,0,0,1\n", "line 5: the pass before had 1 accesses"},
           {"0,0,0,0,35\n1,0,1,4,35\n2,1,0,8,1\n", "line 4: the offset is 8, but it was 0"},
           {"0,0,0,9223372036854775809,35\n", "line 2: the offset must lie"},
       }) {
    const auto import = import_text(kHeader + bad.text);
    ASSERT_FALSE(import) << bad.text;
    EXPECT_EQ(import.error().code, ErrorCode::invalid_request);
    EXPECT_THAT(import.error().message, HasSubstr(bad.message));
  }
}

TEST(CsvImport, TheLinesAboveMustFitTheRows) {
  const TempFolder folder;
  ASSERT_TRUE(write_csv(with_runs({uniform_run("run-1", 384, 128, {35, 36, 37, 38})}), folder / "a.csv"));
  const std::string good = contents(folder / "a.csv");
  const auto message = [&](const std::string& from, const std::string& to) {
    const auto import = import_text(replaced(good, from, to));
    return import ? std::string() : import.error().message;
  };
  EXPECT_EQ(message("37", "39"), "");
  EXPECT_THAT(message("2,0,2,256,37", "2,0,2,128,37"),
              HasSubstr("line 9: the offset_bytes is 128, but the request above makes it 256"));
  EXPECT_THAT(message("3,1,0,0,38\n", ""), HasSubstr("ends after 3 of 4 accesses"));
  EXPECT_THAT(message("3,1,0,0,38\n", "3,1,0,0,38\n4,1,1,128,38\n"), HasSubstr("line 11: this is one row more"));
  EXPECT_THAT(message("# request: {", "# request: "), HasSubstr("line 4: the request can't be read"));
  EXPECT_THAT(message("\"stride\":128", "\"stride\":0"), HasSubstr("line 6: the pattern of the request above has no offsets"));
  EXPECT_THAT(message("\"stride\":128", "\"stride\":\"x\""), HasSubstr("line 4: the request, at /pattern/stride: "));
  EXPECT_THAT(message("# run: {", "# run: [{"), HasSubstr("line 3: the run can't be read"));
  EXPECT_THAT(message("\"id\":\"run-1\"", "\"id\":1"), HasSubstr("/id: must be a text"));
  EXPECT_THAT(message("access,pass", "access;pass"), HasSubstr("line 6: the header must be"));
  EXPECT_THAT(message("# device: {", "# device: {\"a\":" + std::string(100'000, '[')),
              HasSubstr("line 2: the device can't be read"));
}

TEST(CsvImport, OtherFilesAreErrors) {
  const TempFolder folder;
  EXPECT_THAT(read_csv(folder / "none.csv").error().message, HasSubstr("There is no file"));
  EXPECT_THAT(read_csv(folder.path()).error().message, HasSubstr("holds no CSV trace"));
  EXPECT_THAT(read_csv("/dev/null").error().message, HasSubstr("no ordinary file"));
  EXPECT_THAT(import_text("").error().message, HasSubstr("there is no header"));
  EXPECT_THAT(import_text("a,b\n1,2\n").error().message, HasSubstr("line 1: the header must be"));
}

TEST(CsvImport, ASessionHasOneDevice) {
  const TempFolder folder;
  Session session = with_runs({uniform_run("run-1", 8, 4, {1})});
  ASSERT_TRUE(write_csv(session, folder / "a.csv"));
  session.device.name = "another";
  ASSERT_TRUE(write_csv(session, folder / "b.csv"));
  EXPECT_THAT(read_csv(folder.path()).error().message, HasSubstr("another device"));
  ASSERT_TRUE(write_csv(with_runs({uniform_run("run-1", 8, 4, {1})}), folder / "b.csv"));
  EXPECT_THAT(read_csv(folder.path()).error().message, HasSubstr("the id of an earlier run"));
}

}  // namespace
}  // namespace chasescope
