// The glossary behind the tooltips: quantities and subjects have a meaning and its source, and the rows of lists show them.
#include "widgets/document/glossary.h"

#include <gtest/gtest.h>

#include <QRegularExpression>

#include "tests/widgets/sample_runs.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/findings_model.h"
#include "widgets/views/report/report_model.h"

namespace chasescope {
namespace {

TEST(Glossary, whatTheProbesFindHasAMeaningAndItsPlaceInThePapers) {
  const QRegularExpression source(QStringLiteral("\\((2014 paper|topology thesis|request study|C2070 poster|beyond the papers)[^)]*\\)\\."));
  const QStringList plain{"read_bandwidth", "write_bandwidth"};  // their names explain them
  for (const QString& quantity : explainedQuantities()) {
    const QString meaning = quantityMeaning(quantity.toStdString());
    EXPECT_GT(meaning.size(), 20) << quantity.toStdString();
    EXPECT_TRUE(meaning.endsWith('.')) << quantity.toStdString();
    EXPECT_TRUE(source.match(meaning).hasMatch() || plain.contains(quantity)) << quantity.toStdString();
  }
  for (const QString& subject : explainedSubjects())
    EXPECT_GT(subjectMeaning(subject.toStdString()).size(), 20) << subject.toStdString();
  for (const Finding& finding : sample::session().findings) {
    EXPECT_FALSE(subjectMeaning(finding.subject).isEmpty()) << finding.subject;
    EXPECT_FALSE(quantityMeaning(finding.quantity).isEmpty()) << finding.quantity;
  }
  EXPECT_TRUE(quantityMeaning("nothing_of_the_kind").isEmpty());
}

// Chapter and section, checked against the papers' own headings.
TEST(Glossary, citesThePlaceThatSpeaksOfIt) {
  EXPECT_TRUE(subjectMeaning("texture").contains(QString::fromUtf8("2014 paper §4.3")));
  EXPECT_TRUE(subjectMeaning("readonly").contains(QString::fromUtf8("2014 paper §2")));
  // The thesis does not describe halves of an L2 or of memory.
  for (const char* quantity : {"near_latency_cycles", "far_latency_cycles", "partitions"})
    EXPECT_FALSE(quantityMeaning(quantity).contains("thesis")) << quantity;
}

TEST(Glossary, tellsCapacityFromTheLargestArrayWithoutAMiss) {
  EXPECT_TRUE(quantityMeaning("capacity_bytes").contains("ways of all sets"));
  EXPECT_TRUE(quantityMeaning("contiguous_bytes").contains("no miss"));
  EXPECT_FALSE(quantityMeaning("capacity_bytes").contains("no miss"));
}

TEST(Glossary, aTipTeachesFirstAndTellsTheFactsThen) {
  EXPECT_EQ(teachingTip("A < B", "Means & so.", {"one", "two"}), "<p><b>A &lt; B</b><br>Means &amp; so.</p><p>one<br>two</p>");
  EXPECT_EQ(teachingTip("A", {}, {"one"}), "<p>one</p>");
  EXPECT_TRUE(teachingTip("A", {}).isEmpty());
}

TEST(Glossary, rowsOfThePanelAndOfTheReportTeach) {
  Finding finding;
  finding.subject = "l2_tlb";
  finding.quantity = "reach_bytes";
  finding.reason = "The pages were too many.";
  FindingsModel panel;
  panel.add(finding, 0);
  EXPECT_TRUE(panel.index(0).data(Qt::ToolTipRole).toString().contains("TLB behind the first"));
  const QString row = panel.index(1).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(row.contains("entries times the page") && row.contains(QString::fromUtf8("2014 paper §4.2")) &&
              row.contains("too many"))
      << row.toStdString();
  ReportModel report;
  report.setFindings({finding});
  EXPECT_EQ(report.index(0, 0, report.index(0, 0)).data(Qt::ToolTipRole).toString(), row);
  EXPECT_TRUE(report.index(0, 0).data(Qt::ToolTipRole).toString().contains("TLB behind the first"));
}

}  // namespace
}  // namespace chasescope
