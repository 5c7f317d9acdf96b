// A session of which every text is hostile, in every format.
#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/session/convert.h"
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kFormula = "=HYPERLINK(\"http://x\";1),+1+cmd|' /C calc'!A0,@SUM(1),-1+1";
const std::string kMarkup = "</desc><script>alert(1)</script>\\input{x}](javascript:1)|`$\x1b[2J\xC2\x9B" "1m\xE2\x80\xAE\x07";

Session hostile_session() {
  Session session = sample_session();
  session.device.name = kFormula + kMarkup;
  session.device.properties.notes = kFormula + "\n" + kMarkup;
  session.notes = kMarkup + "\n" + kFormula;
  Run run = uniform_run("run-9", 512, 128, {35, 35, 180, 36.5F, 35});
  run.label = kFormula;
  run.probe = "@" + kMarkup;
  session.runs.push_back(std::make_shared<const chasescope::Run>(std::move(run)));
  Finding finding;
  finding.subject = kFormula;
  finding.quantity = "@" + kMarkup;
  finding.conditions = {{kFormula, kMarkup}, {"space", "+" + kMarkup}};
  finding.value = "-" + kFormula;
  finding.unit = "1";
  finding.status = FindingStatus::measured;
  finding.reason = finding.method = finding.reference = "+" + kMarkup;
  session.findings.push_back(finding);
  finding.value = 1;  // what has a dimension is a number
  finding.unit = "=" + kMarkup;
  session.findings.push_back(finding);
  return session;
}

/// The cells of a CSV file (RFC 4180) as a spreadsheet reads them. A spreadsheet takes comment lines for ordinary rows.
std::vector<std::string> cells_of(const std::string& csv) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  bool at_begin = true;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
      cells.back() += csv[++i];
    } else if (c == '"' && (quoted || at_begin)) {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\n')) {
      cells.emplace_back();
      at_begin = true;
      continue;
    } else {
      cells.back() += c;
    }
    at_begin = false;
  }
  return cells;
}

void expect_no_formula(const std::string& csv) {
  static const std::regex kNumber(R"(-?[0-9.]+(e[-+]?[0-9]+)?[\]}]*)");
  for (const std::string& cell : cells_of(csv)) {
    const std::size_t first = cell.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || std::string("=+-@").find(cell[first]) == std::string::npos) continue;
    EXPECT_TRUE(std::regex_match(cell, kNumber)) << "a spreadsheet would run " << cell;
  }
}

void expect_no_command(const std::string& text) {
  EXPECT_EQ(terminal_text(text), text);
}

TEST(HostileSession, StaysTheSameThroughJsonAndCbor) {
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto bytes = session_bytes(hostile_session(), format);
    ASSERT_TRUE(bytes);
    if (format == SessionFormat::json) expect_no_command(*bytes);
    const auto again = parse_session(*bytes, "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, hostile_session());
  }
}

TEST(HostileSession, CsvRunsNoFormulaAndIsReadBack) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "csv");
  Session session = hostile_session();
  std::erase_if(session.runs, [](const RunPtr& run) { return run->chase() == nullptr; });
  const auto written = write_csv(session, folder / "csv");
  ASSERT_TRUE(written) << written.error().message;
  for (const auto& file : written->files) expect_no_formula(contents(file));
  const auto again = read_csv(folder / "csv");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->session.device, session.device);
  ASSERT_EQ(again->session.runs.size(), session.runs.size());
  EXPECT_EQ(again->session.runs.back()->label, kFormula);
  const Session other = sample_session();
  expect_no_formula(comparison_report(compare_sessions(session, other), "a", "b", ComparisonFormat::csv));
  Session tables = calls_session();
  tables.device.name = kFormula;
  const auto more = write_csv(tables, folder / "csv");
  ASSERT_TRUE(more);
  for (const auto& file : more->files) expect_no_formula(contents(file));
}

TEST(HostileSession, MarkdownHoldsNoMarkupOfTheirs) {
  for (const std::string& text : {document_text(hostile_session(), "markdown")->text,
                                  comparison_report(compare_sessions(hostile_session(), sample_session()), "a", "b",
                                                    ComparisonFormat::markdown)}) {
    expect_no_command(text);
    EXPECT_THAT(text, Not(HasSubstr("<script")));
    static const std::regex kLink(R"((^|[^\\])\]\(javascript)");
    EXPECT_FALSE(std::regex_search(text, kLink)) << text;
    // Each row of a table has as many cells as the header.
    static const std::regex kCell(R"((^|[^\\])\|)");
    std::ptrdiff_t columns = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const auto cells = std::distance(std::sregex_iterator(line.begin(), line.end(), kCell), std::sregex_iterator());
      if (!line.starts_with('|')) {
        EXPECT_EQ(cells, 0) << line;
        columns = 0;
      } else if (columns == 0) {
        columns = cells;
      } else {
        EXPECT_EQ(cells, columns) << line;
      }
    }
  }
}

TEST(HostileSession, LatexRunsNothingOfTheirs) {
  const std::string text = document_text(hostile_session(), "latex")->text;
  expect_no_command(text);
  EXPECT_THAT(text, HasSubstr("\\textbackslash{}input\\{x\\}"));
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else {
      depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    }
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

TEST(HostileSession, OtherReportsCommandNoTerminal) {
  expect_no_command(document_text(hostile_session(), "gpgpusim")->text);
  expect_no_command(document_text(hostile_session(), "mt4g")->text);
  expect_no_command(comparison_report(compare_sessions(hostile_session(), sample_session()), "a", "b", ComparisonFormat::text));
}

TEST(HostileSession, NamesOfAMegabyteAreCutWhereTheyComeIn) {
  Session session = sample_session();
  session.device.name = std::string(1'048'576, 'G');
  const auto bytes = session_bytes(session, SessionFormat::json);
  ASSERT_TRUE(bytes);
  const auto opened = parse_session(*bytes, "long.json");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->device.name, std::string(kLongestName - 24, 'G') + "… (1,048,576 characters)");
}

TEST(HostileSession, RefusalsOfKeysOfAMegabyteStaySentences) {
  const std::string key(1'048'576, 'k');
  const auto json = parse_session(R"({"schema":"chasescope-session","runs":[{")" + key + R"(":{")" + key + R"(":[[}]})", "long.json");
  ASSERT_FALSE(json);
  EXPECT_LT(json.error().message.size(), 1'500U);
  // A map {key: byte string}. A session has no member of this kind.
  std::string cbor = "\xA1\x7A" + std::string("\x00\x10\x00\x00", 4) + key + "\x41x";
  const auto refused = parse_session(cbor, "long.cbor");
  ASSERT_FALSE(refused);
  EXPECT_LT(refused.error().message.size(), 1'500U);
  EXPECT_THAT(refused.error().message, HasSubstr("characters)"));
}

// Of each quantity the value may be of any type in a file, and the conditions, too.
TEST(HostileSession, NoTextRestsOnTheTypeOfAValueOrOfACondition) {
  const auto recorded = read_session(std::string(CHASESCOPE_SOURCE_DIR) + "/resources/recordings/h200.cbor");
  ASSERT_TRUE(recorded) << recorded.error().message;
  for (const char* other : {"7", "null", "\"word\"", "[1, \"a\"]", "{\"a\": 1}"})
    for (const bool conditions : {false, true}) {
      Session session = *recorded;
      session.runs.clear();
      for (Finding& finding : session.findings)
        if (!conditions)
          finding.value = nlohmann::json::parse(other);
        else
          for (auto& condition : finding.conditions) condition = nlohmann::json::parse(other);
      for (const char* format : {"json", "markdown", "latex", "latex-long", "csv", "mt4g", "gpgpusim"})
        EXPECT_NO_THROW(static_cast<void>(document_text(session, format))) << format << ", " << conditions << ", " << other;
      EXPECT_NO_THROW(static_cast<void>(compare_sessions(session, *recorded)));
    }
}

}  // namespace
}  // namespace chasescope
