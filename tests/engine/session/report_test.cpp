// Reports against golden files. A difference is written as NAME.actual into the folder of the test; look at it before it
// replaces tests/golden/reports/NAME.
#include "engine/session/report/report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/findings/finding_words.h"
#include "tests/engine/session/report_samples.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

void expect_golden(const std::string& text, const std::string& name) {
  const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/tests/golden/reports/" + name;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream golden;
  golden << file.rdbuf();
  if (text == golden.str()) return;
  std::ofstream(name + ".actual", std::ios::binary) << text;
  ADD_FAILURE() << path << " differs from " << std::filesystem::current_path() / (name + ".actual");
}

TEST(Report, IsWhatTheGoldenFilesSay) {
  const Session session = report_session();
  expect_golden(markdown_report(session).text, "report.md");
  expect_golden(latex_long_report(session).text, "report.tex");
  expect_golden(latex_report(session).text, "report-table.tex");
  expect_golden(csv_report(session).text, "report.csv");
  expect_golden(mt4g_report(session).text, "report-mt4g.json");
  expect_golden(gpgpusim_report(session).text, "gpgpusim.config");
}

TEST(FindingWords, NumbersReadAsElsewhere) {
  Finding finding;
  finding.quantity = "ways_per_set";
  finding.unit = "1";
  finding.status = FindingStatus::measured;
  finding.value = std::vector<int>(3072, 16);
  EXPECT_EQ(value_words(finding), "3,072 × 16");
  finding.value = {1023, 1024, 1025};
  EXPECT_EQ(value_words(finding), "1,023 to 1,025");
  finding.quantity = "access_class_share";
  finding.value = 0.378;
  EXPECT_EQ(value_words(finding), "37.8 %");
  finding.conditions = {
      {"space", "global.cg"}, {"from_bytes", 2048}, {"to_bytes", 41'943'040}, {"stride", 131'072}, {"bytes", 17'408}};
  EXPECT_EQ(condition_words(finding), "N = 17 KiB, from 2 KiB, global.cg, stride 128 KiB, to 40 MiB");
  finding.conditions = {{"bank_bytes", 4}, {"stride", 2}};
  EXPECT_EQ(condition_words(finding), "4-byte banks, stride 2") << "counted in words";
  finding.conditions = {{"word_bytes", 8}, {"stride", 1}};
  EXPECT_THAT(condition_words(finding), testing::AllOf(testing::HasSubstr("stride 1"), testing::Not(testing::HasSubstr("1 B"))));
  finding.method = "Two signs, near and far. ";
  finding.reason = "66 SMs lie on one side.";
  EXPECT_EQ(explanation_words(finding), "Two signs, near and far. 66 SMs lie on one side.");
}

TEST(FindingWords, TellOneOfManyByWhatPeopleChose) {
  std::vector<Finding> rates;
  for (const int kib : {16, 17, 18}) {
    Finding& rate = rates.emplace_back();
    rate.subject = "device";
    rate.quantity = "miss_rate";
    rate.conditions = {
        {"accesses", 64 * kib}, {"bytes", 1024 * kib}, {"space", "global.ca"}, {"stride", 128}, {"warmup", 16 * kib}};
  }
  EXPECT_EQ(condition_words(with_telling_conditions(rates[1], rates)), "N = 17 KiB");
  EXPECT_EQ(condition_words(with_telling_conditions(rates[1], std::span(rates).subspan(1, 1))), "");
}

TEST(Report, FormatsHaveNamesOfTheirOwn) {
  for (const auto format : {ReportFormat::markdown, ReportFormat::latex, ReportFormat::latex_long, ReportFormat::csv,
                            ReportFormat::mt4g, ReportFormat::gpgpusim}) {
    EXPECT_EQ(report_format_from(to_string(format)), format);
    EXPECT_TRUE(make_report(Session{}, format).text.ends_with('\n')) << to_string(format);
  }
  EXPECT_EQ(report_format_from("docx"), std::nullopt);
}

TEST(Report, MarkdownKeepsEachFindingInOneRow) {
  const std::string whole = markdown_report(report_session()).text;
  const std::string text = whole.substr(whole.find("\n## "));  // behind the summary
  std::istringstream lines(text);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) continue;
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1U : 0U;
    if (bars == 8) ++rows;
    EXPECT_EQ(bars, 8U) << line;
  }
  std::size_t sections = 0;
  for (std::size_t at = text.find("\n## "); at != std::string::npos; at = text.find("\n## ", at + 1)) ++sections;
  // Each section has a header and a rule; the notes have none.
  EXPECT_EQ(rows, report_session().findings.size() + 2 * (sections - 1));
}

// A load waits for its answer, a bulk copy does not: the one must not seem to beat the other.
TEST(Report, LabelsWhatGoesOneWay) {
  Finding finding;
  finding.conditions = {{"operation", "bulk_copy"}, {"cluster_size", 2}};
  EXPECT_EQ(condition_words(finding), "cluster size 2, bulk copy, one way");
  finding.conditions = {{"operation", "load"}};
  EXPECT_EQ(condition_words(finding), "load, there and back");
}

TEST(Report, MarkdownLinksFiguresWithTheirCaptions) {
  const std::vector<ReportFigure> figures{{"card_figures/scope.svg", "Latency by access", "A <b>card</b> · N = 17 KiB"},
                                          {"card_figures/memory.svg", "Memory diagram", "Widths are logarithms", true}};
  const std::string text = markdown_report(report_session(), figures).text;
  const auto overview = text.find("\n![Memory diagram](card_figures/memory.svg)\n\n*Memory diagram.* Widths are logarithms\n");
  const auto heading = text.find(
      "\n## Figures\n\n![Latency by access](card_figures/scope.svg)\n\n"
      "*Latency by access.* A &lt;b&gt;card&lt;/b&gt; · N = 17 KiB\n");
  ASSERT_NE(overview, std::string::npos);
  ASSERT_NE(heading, std::string::npos);
  EXPECT_LT(overview, text.find("\n## "));                              // before the tables
  EXPECT_EQ(text.find("\n## ", heading + 1), text.find("\n## Notes"));  // behind them
}

TEST(Report, LatexLeavesNoSpecialCharacterUnescaped) {
  Session session;
  session.device.name = R"(a_b % & # $ { } ~ ^ \ "q" <x>)";
  for (const std::string& text : {latex_report(session).text, latex_long_report(session).text}) {
    EXPECT_THAT(text, HasSubstr(R"(a\_b \% \& \# \$ \{ \} \textasciitilde{} \textasciicircum{} \textbackslash{} )"));
    EXPECT_THAT(text, HasSubstr(R"(\textquotedbl{}q\textquotedbl{} \textless{}x\textgreater{})"));
  }
}

TEST(Report, ValuesInWords) {
  EXPECT_EQ(value_words(measured("texture", "ways_per_set", {17, 8, 8, 8, 8, 8, 8}, "1")), "17, 6 × 8");
  EXPECT_EQ(value_words(measured("l1_data", "set_index_bits", {7, 8, 9, 10}, "1")), "7 to 10");
  EXPECT_EQ(value_words(measured("l1_data", "set_index_function", {{7, 12}, {8, 13}}, "1")), "{7, 12}, {8, 13}");
  EXPECT_EQ(value_words(measured("constant_l1", "shares_with", nlohmann::json::array(), "1")), "none");
  EXPECT_EQ(value_words(measured("l2", "capacity_bytes", 6'291'456, "bytes")), "6 MiB");
  EXPECT_EQ(value_words(measured("device", "period_accesses", 1, "accesses")), "1 access");
  EXPECT_EQ(value_words(measured("device", "period_accesses", 129, "accesses")), "129 accesses");
  EXPECT_EQ(value_words(measured("device", "period_accesses", 13, "accesses")), "13 accesses");
  Finding in_bytes = measured("l1_data", "contiguous_bytes", 85'696, "bytes");
  in_bytes.low = 84'992;
  in_bytes.high = 86'400;
  EXPECT_EQ(value_words(in_bytes) + ", " + interval_words(in_bytes), "85,696 B, 84,992 to 86,400 B");  // one unit
  in_bytes.value = 86'016;
  EXPECT_EQ(value_words(in_bytes) + ", " + interval_words(in_bytes), "84 KiB, 83 to 84.38 KiB");
  EXPECT_EQ(value_words(measured("device", "miss_rate", 0.125, "1")), "12.5 %");
  EXPECT_EQ(value_words(measured("dram", "read_bandwidth", 0x1p32, "bytes/s")), "4.295 GB/s");
  Finding bound = measured("l2", "capacity_bytes", nullptr, "bytes");
  bound.low = 65'536;
  EXPECT_EQ(value_words(bound), "–");
  EXPECT_EQ(interval_words(bound), "at least 64 KiB");
}

// --- gpgpusim.config -------------------------------------------------------------------------------------------------------------

Session one_cache(const std::string& policy, json function, json bits) {
  Session session;
  session.device.name = "Card";
  for (const auto& [quantity, value] : std::initializer_list<std::pair<const char*, json>>{{"sets", 64},
                                                                                           {"ways", 6},
                                                                                           {"line_bytes", 128},
                                                                                           {"fetch_bytes", 128},
                                                                                           {"replacement_policy", policy},
                                                                                           {"set_index_function", function},
                                                                                           {"set_index_bits", bits}})
    session.findings.push_back(measured("l1_data", quantity, value, "1"));
  return session;
}

TEST(GpgpusimReport, WhatTheSimulatorCanSayIsSaidWithoutAWarning) {
  const Report report = gpgpusim_report(one_cache("fifo", "bits", {7, 8, 9, 10, 11, 12}));
  EXPECT_THAT(report.text, HasSubstr("\n-gpgpu_cache:dl1 N:64:128:6,F:T:m:L:L,A:512:8,16:0,32\n"));
  EXPECT_THAT(report.warnings, testing::IsEmpty());
}

TEST(GpgpusimReport, OtherPoliciesAndHashesAreNamedBesideTheirStandIns) {
  const Report report = gpgpusim_report(one_cache("random", {{7, 13}, {8, 14}}, {7, 8, 13, 14}));
  EXPECT_THAT(report.text, HasSubstr("\n-gpgpu_cache:dl1 N:64:128:6,L:T:m:L:L,"));
  EXPECT_THAT(report.warnings, Contains(HasSubstr("the policy is random")));
  EXPECT_THAT(report.warnings, Contains(HasSubstr("{7, 13}, {8, 14}")));
  for (const std::string& warning : report.warnings) EXPECT_THAT(report.text, HasSubstr("# " + warning));
}

TEST(GpgpusimReport, AShapeThatCanNotBeSaidIsLeftOut) {
  for (const auto& [quantity, value, reason] : std::initializer_list<std::tuple<const char*, json, const char*>>{
           {"sets", 65, "powers of two"}, {"line_bytes", 96, "powers of two"}, {"ways", "many", "ways is not known"}}) {
    Session session = one_cache("lru", "bits", {7, 8, 9, 10, 11, 12});
    for (Finding& finding : session.findings)
      if (finding.quantity == quantity) finding.value = value;
    const Report report = gpgpusim_report(session);
    EXPECT_THAT(report.text, Not(HasSubstr("\n-gpgpu_cache:dl1"))) << quantity;
    EXPECT_THAT(report.warnings, Contains(HasSubstr(reason))) << quantity;
  }
  Session unequal = one_cache("lru", "bits", {7, 8, 9, 10, 11, 12});
  unequal.findings.push_back(measured("l1_data", "ways_per_set", {17, 8, 8}, "1"));
  EXPECT_THAT(gpgpusim_report(unequal).text, Not(HasSubstr("\n-gpgpu_cache:dl1")));
  EXPECT_THAT(gpgpusim_report(unequal).warnings, Contains(HasSubstr("unequal numbers of ways (17, 8, 8)")));
}

TEST(GpgpusimReport, TextOfAFileNeverBecomesAnOption) {
  Session session = one_cache("lru\n-gpgpu_n_mem 1", "bits", {7, 8, 9, 10, 11, 12});
  session.device.name = "Card\n-gpgpu_n_mem 2";
  session.device.properties.compute_capability = "9.0\n-gpgpu_n_mem 3";
  EXPECT_THAT(gpgpusim_report(session).text, Not(HasSubstr("\n-gpgpu_n_mem")));
}

}  // namespace
}  // namespace chasescope
