// One number reads alike wherever it is shown: in the terminal, in the window's panels, in the memory diagram and in the reports.
#include <gtest/gtest.h>

#include <QRegularExpression>
#include <algorithm>

#include "app/measurement/probe_session.h"
#include "app/terminal/text_report.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/report/report.h"
#include "engine/session/report/sections.h"
#include "engine/trace/number_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/views/memory/memory_lines.h"

namespace chasescope {
namespace {

std::string plain_spaces(QString text) { return text.replace(QChar(0x202F), QLatin1Char(' ')).toStdString(); }

/// Whether a number of seven digits or more has a unit for which a larger one exists: nobody reads 146,591,680 KiB.
bool is_unreadable(const std::string& text) {
  static const QRegularExpression digits(QStringLiteral("\\d{1,3}(,\\d{3}){2,} (B|KiB|MiB|kHz|MHz|B/s)"));
  return digits.match(QString::fromStdString(text)).hasMatch();
}

void expect_alike(const Session& session) {
  const std::string terminal = text_report(session), markdown = make_report(session, ReportFormat::markdown).text,
                    latex = make_report(session, ReportFormat::latex_long).text;
  std::vector<Finding> all = property_findings(session.device);
  for (const Finding& fact : all)
    EXPECT_NE(markdown.find("| " + quantity_words(fact.quantity) + " | " + value_words(fact) + " |"), std::string::npos)
        << fact.quantity << ": " << value_words(fact);
  all.insert(all.end(), session.findings.begin(), session.findings.end());
  for (const Finding& finding : all) {
    const std::string value = value_words(finding), interval = interval_words(finding);
    const std::string what = session.device.name + ", " + finding.subject + " " + finding.quantity + ": " + value;
    EXPECT_EQ(plain_spaces(valueText(finding).joined()), value) << what;
    EXPECT_EQ(plain_spaces(intervalText(finding)), interval) << what;
    EXPECT_FALSE(is_unreadable(value)) << what;
    EXPECT_FALSE(is_unreadable(interval)) << what << ", " << interval;
    EXPECT_EQ(value.find('_'), std::string::npos) << what;
  }
  for (const Finding& finding : session.findings) {
    const std::string value = value_words(finding);
    EXPECT_NE(terminal.find(" " + value + " "), std::string::npos) << finding.subject << " " << finding.quantity << ": " << value;
    if (!finding.value.is_number()) continue;
    EXPECT_NE(markdown.find("| " + markdown_escaped(value) + " |"), std::string::npos)
        << finding.subject << " " << finding.quantity << ": " << value;
    if (value.find_first_of("%<>~−") == std::string::npos) {
      EXPECT_NE(latex.find("& " + value + " &"), std::string::npos) << finding.subject << " " << finding.quantity << ": " << value;
    }
  }
}

/// Each number in the memory diagram is the text of value_words() where there is room for all of it, and the shorter text of
/// as_told() elsewhere.
void expect_alike_in_diagram(const Session& session) {
  const MemoryLines lines(session.findings, session.device);
  for (const Finding& finding : session.findings) {
    if (!finding.value.is_number()) continue;
    const BoxKind kind = finding.subject == "dram" ? BoxKind::memory : finding.subject.ends_with("tlb") ? BoxKind::translation : BoxKind::cache;
    for (const BoxLine& line : lines.of(kind, finding.subject)) {
      if (line.quantity != finding.quantity || line.subject != finding.subject) continue;
      // Caches with unequal sets list them by their ways.
      if (finding.quantity == "sets" && line.value.contains(QStringLiteral("×"))) continue;
      const double number = finding.value.get<double>();
      const std::string shown = line.value.toStdString();
      const bool is_of_this = std::any_of(session.findings.begin(), session.findings.end(), [&](const Finding& other) {
        if (other.subject != finding.subject || other.quantity != finding.quantity || !other.value.is_number()) return false;
        const double one = other.value.get<double>();
        return shown.find(value_parts(other).value) != std::string::npos ||
               shown.find(value_parts(as_told(other)).value) != std::string::npos ||
               shown.find(number_text(one)) != std::string::npos || shown.find(short_size_text(one).value) != std::string::npos;
      });
      EXPECT_TRUE(is_of_this || line.status != FindingStatus::measured)
          << session.device.name << ", " << finding.subject << " " << finding.quantity << " is " << number << ", shown as " << shown;
    }
  }
}

class SameText : public testing::TestWithParam<const char*> {};

TEST_P(SameText, stands_everywhere) {
  const auto session = measure_session({GetParam(), {}, {}, {}}, "discover", {});
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_FALSE(session->findings.empty());
  expect_alike(*session);
  expect_alike_in_diagram(*session);
}

INSTANTIATE_TEST_SUITE_P(BundledDevices, SameText,
                         testing::Values("recording:h100", "recording:h200", "model:gtx280", "model:gtx560ti", "model:c2070", "model:m2070", "model:gtx780",
                                         "model:k20", "model:k20c", "model:geforce840m", "model:p6000", "model:v100",
                                         "model:rtx2080ti", "model:a100", "model:h100", "model:textbook"));

std::size_t times_in(const std::string& text, const std::string& words) {
  std::size_t times = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++times;
  return times;
}

TEST(FindingsInTheTerminal, are_told_once_and_the_error_of_several_parts_too) {
  Session session;
  session.device.name = "Mine";
  Finding fits{.subject = "l1_data",
               .quantity = "contiguous_bytes",
               .conditions = {{"space", "global.ca"}},
               .value = 52736,
               .unit = "bytes"};
  fits.low = 52736, fits.high = 53504;
  fits.status = FindingStatus::measured;
  session.findings = {fits, fits};
  session.findings[1].evidence = {"another run"};
  for (const char* title : {"TLB", "L2 map", "Curves"}) {
    Finding failed{.subject = "l2", .quantity = "l2-map", .unit = "1", .method = title};
    failed.status = FindingStatus::not_measurable;
    failed.reason = "The program died.";
    mark_trouble(failed, {ErrorCode::lost, "The program died."}, title == std::string("TLB"));
    session.findings.push_back(failed);
  }
  const std::string text = text_report(session);
  EXPECT_EQ(times_in(text, "51.5 KiB"), 1U) << text;
  EXPECT_EQ(times_in(text, "The program died."), 1U) << text;
  EXPECT_EQ(times_in(text, "Failed or not reached: TLB, L2 map, Curves\n"), 1U) << text;
  EXPECT_EQ(times_in(text, "L2-map"), 0U) << text;
  session.findings[1].high = 55000;
  EXPECT_EQ(times_in(text_report(session), "51.5 KiB"), 2U) << "another interval is another finding";
}

TEST(SweepInTheTerminal, is_a_map_and_one_line_of_findings) {
  const auto session = measure_session({"model:gtx560ti", {}, {}, {}}, "miss-pattern", {});
  ASSERT_TRUE(session) << session.error().message;
  const std::string text = text_report(*session);
  EXPECT_NE(text.find("  miss-pattern · global.ca · s = 128 B · 33 footprints\n\n  Misses (█) by footprint N"), std::string::npos)
      << text;
  EXPECT_NE(text.find("Miss rate (N = 16 KiB to 20 KiB)"), std::string::npos) << text;
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 50) << text;
  // Nothing misses at 16 KiB, which the cache holds. Each line beyond that makes one more set miss.
  EXPECT_NE(text.find("16 KiB  ···"), std::string::npos) << text;
  const std::size_t last = text.find("    20 KiB  ");
  ASSERT_NE(last, std::string::npos) << text;
  const auto hits_in = [&](std::size_t from) {
    const std::string line = text.substr(from, text.find('\n', from) - from);
    std::size_t count = 0;
    for (std::size_t at = line.find("·"); at != std::string::npos; at = line.find("·", at + 1)) ++count;
    return count;
  };
  EXPECT_LT(hits_in(last), 5U) << "all sets overflow: where nothing missed at all it is by chance";
  EXPECT_GT(hits_in(text.find("    18 KiB  ")), 20U) << "half of them do not yet";
  for (std::size_t from = text.find("Misses"); from < text.find("Miss rate (");) {
    const std::size_t end = text.find('\n', from);
    const std::string line = text.substr(from, end - from);
    EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }), 80)
        << line;
    from = end + 1;
  }
}

// Thesis §4.2.4: "larger than 62.5 KiB" is a result, and so a lower bound is kept as a finding.
TEST(LowerBound, of_a_cache_that_no_footprint_outgrows_is_kept) {
  const auto session = measure_session({"model:v100", {}, {}, {}}, "capacity", {});
  ASSERT_TRUE(session) << session.error().message;
  for (const char* quantity : {"capacity_bytes", "contiguous_bytes"}) {
    const auto finding = std::find_if(session->findings.begin(), session->findings.end(), [&](const Finding& one) {
      return one.subject == "constant_l1_5" && one.quantity == quantity;
    });
    ASSERT_NE(finding, session->findings.end()) << quantity;
    EXPECT_TRUE(finding->value.is_null()) << quantity;
    EXPECT_EQ(finding->low, 65536.0) << quantity;
    EXPECT_EQ(interval_words(*finding), "at least 64 KiB");
  }
}

}  // namespace
}  // namespace chasescope
