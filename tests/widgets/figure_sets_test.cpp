// The figures of sets and of replacement: their pictures of a session, and the data beside them.
#include <gtest/gtest.h>

#include "tests/widgets/sample_runs.h"
#include "widgets/figure/figure_run.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/replacement/figure_replacement.h"
#include "widgets/views/set_map/figure_sets.h"

namespace chasescope {
namespace {

class SetFigures : public testing::Test {
 protected:
  SetFigures() {
    session.device.name = "GeForce GTX 560 Ti";
    session.device.origin = Origin::model;
    sample::Cache cache;
    cache.lru = false;
    session.runs.push_back(sample::chase("run-1", cache, 17 * 1024, 128, 272, 3264, 4));
    session.runs.push_back(sample::chase("tlb-1", {}, 16 * 1024, 128, 0, 128));
    session.findings = sample::setFindings();
    session.findings.push_back(sample::missRate(*session.runs.front(), 200));
    for (Finding& finding : session.findings)
      if (finding.subject == "l2_tlb") finding.evidence = {"tlb-1"};
  }
  static QList<QByteArray> csv(const FigureOutcome& outcome) {
    QByteArray all;
    outcome.figure->writeCsv([&](const QByteArray& line) {
      all += line;
      return true;
    });
    return all.trimmed().split('\n');
  }

  Session session;
};

TEST_F(SetFigures, WithoutARunAnArrayFillsTheFirstCache) {
  const FigureOutcome made = setMapFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  const QList<QByteArray> lines = csv(made);
  ASSERT_EQ(lines.size(), 128 + 1);
  EXPECT_EQ(lines[0], "set,ways,line,offset_bytes,visits,misses");
  EXPECT_EQ(lines[1], "0,4,0,0,,");
  EXPECT_EQ(lines[2], "0,4,32,4096,,");
  EXPECT_TRUE(made.figure->caption().contains("32 sets × 4 ways")) << made.figure->caption().toStdString();
  EXPECT_TRUE(made.figure->caption().contains("Address bits 7 – 11"));
}

TEST_F(SetFigures, ARunPutsItsLinesAndTheirMissesIntoTheSets) {
  const FigureOutcome made = setMapFigure(session, {.run = "run-1", .cache = {}});
  ASSERT_TRUE(made) << made.error.toStdString();
  const QList<QByteArray> lines = csv(made);
  ASSERT_EQ(lines.size(), 136 + 1);
  EXPECT_TRUE(lines[5].startsWith("0,4,128,16384,24,")) << lines[5].toStdString();
  EXPECT_EQ(lines.last(), "31,4,127,16256,24,0");
  EXPECT_EQ(made.figure->provenance()["runs"][0]["id"], "run-1");
}

TEST_F(SetFigures, TheEvidenceOfACacheChoosesIt) {
  const FigureOutcome made = setMapFigure(session, {.run = "tlb-1", .cache = {}});
  ASSERT_TRUE(made) << made.error.toStdString();
  const QList<QByteArray> lines = csv(made);
  ASSERT_EQ(lines.size(), 7 + 1);
  EXPECT_EQ(lines[1], "0,17,,,,");
  EXPECT_EQ(lines[7], "6,8,,,,");
  EXPECT_TRUE(made.figure->caption().contains("7 sets: 17 + 6 × 8 ways")) << made.figure->caption().toStdString();
  EXPECT_GT(made.figure->heightFor(84, paperStyle()), 20);
}

TEST_F(SetFigures, TheNameOfACacheChoosesIt) {
  const FigureOutcome made = setMapFigure(session, {.run = {}, .cache = "l2_tlb"});
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains("7 sets: 17 + 6 × 8 ways")) << made.figure->caption().toStdString();
  const FigureOutcome none = makeFigure("set-map", session, {.run = {}, .cache = "l3_tlb"});
  EXPECT_FALSE(none);
  EXPECT_TRUE(none.error.contains("l3_tlb; run the probe tlb first")) << none.error.toStdString();
  const FigureOutcome rates = makeFigure("miss-rate", session, {.run = {}, .cache = "l2_tlb"});
  EXPECT_TRUE(rates.error.contains("tlb --cache l2_tlb")) << rates.error.toStdString();
}

TEST_F(SetFigures, WhatWasAskedAndCanNotBeToldGivesItsReason) {
  for (Finding& finding : session.findings) {
    finding.status = FindingStatus::not_measurable;
    finding.value = nullptr;
    finding.reason = "The lines change from pass to pass.";
  }
  for (const char* figure : {"set-map", "set-index", "way-probability"}) {
    const FigureOutcome none = makeFigure(QLatin1String(figure), session);
    EXPECT_TRUE(none.error.contains("The lines change from pass to pass.")) << none.error.toStdString();
    EXPECT_FALSE(none.error.contains("run the probe")) << none.error.toStdString();
  }
}

TEST_F(SetFigures, TheIndexOfTheTextureCacheIsComparedWithTheTraditionalOne) {
  std::erase_if(session.findings, [](const Finding& finding) { return finding.subject != "texture"; });
  const FigureOutcome made = setIndexFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains("figure 12")) << made.figure->caption().toStdString();
  EXPECT_GT(made.figure->heightFor(84, paperStyle()), 10);
  EXPECT_LT(made.figure->heightFor(84, paperStyle()), 60);
}

TEST_F(SetFigures, SharesAndMissRatesComeWithTheirIntervalsAndWithLru) {
  const FigureOutcome ways = wayProbabilityFigure(session);
  ASSERT_TRUE(ways) << ways.error.toStdString();
  EXPECT_EQ(csv(ways), (QList<QByteArray>{"way,share,low,high", "1,0.158,0.147,0.169", "2,0.163,0.152,0.175", "3,0.17,0.159,0.181",
                                          "4,0.509,0.494,0.524"}));
  const FigureOutcome rates = missRateFigure(session);
  ASSERT_TRUE(rates) << rates.error.toStdString();
  const QList<QByteArray> lines = csv(rates);
  ASSERT_EQ(lines.size(), 17 + 1);
  EXPECT_EQ(lines[0], "footprint_bytes,miss_rate,low,high,lru_miss_rate,fifo_miss_rate,random_miss_rate,run");
  EXPECT_EQ(lines[1], "16384,0,0,0.02,0,0,0,over-0");
  const QList<QByteArray> last = lines[17].split(',');
  EXPECT_EQ(last.mid(0, 6), (QList<QByteArray>{"24576", "0.5", "0.48", "0.52", "1", "1"}));
  EXPECT_GT(last[6].toDouble(), 0.5);  // random replacement keeps some of six lines in four ways
  EXPECT_LT(last[6].toDouble(), 0.9);
  EXPECT_EQ(last[7], "over-64");
}

TEST_F(SetFigures, SharesOfWaysReplacedInTurnHaveNoIntervals) {
  for (Finding& finding : session.findings)
    if (finding.quantity == "way_replacement_probability")
      finding.reason += " The likeliest way is taken at every second replacement, without exception.";
  const FigureOutcome ways = wayProbabilityFigure(session);
  ASSERT_TRUE(ways) << ways.error.toStdString();
  EXPECT_EQ(csv(ways)[4], "4,0.509,0.509,0.509");
  EXPECT_TRUE(ways.figure->caption().contains("nothing is random")) << ways.figure->caption().toStdString();
  EXPECT_FALSE(ways.figure->caption().contains("95 %")) << ways.figure->caption().toStdString();
}

TEST_F(SetFigures, WhatHasNoPreferredWayHidesNotWhatNobodyAsked) {
  std::erase_if(session.findings, [](const Finding& finding) {
    return finding.quantity == "way_replacement_probability" ||
           (finding.subject == "l1_data" && finding.quantity == "replacement_policy");
  });
  Finding lru;
  lru.subject = "l2_tlb";
  lru.quantity = "replacement_policy";
  lru.value = "lru";
  lru.status = FindingStatus::measured;
  lru.conditions = {{"space", "global.ca"}};
  session.findings.push_back(lru);
  const QString error = makeFigure("way-probability", session).error;
  EXPECT_TRUE(error.contains("No way is preferred")) << error.toStdString();
  EXPECT_TRUE(error.contains("Nothing tells how these replace their lines: ")) << error.toStdString();
  EXPECT_TRUE(error.contains("L1 data") && error.contains("run the probe")) << error.toStdString();
}

TEST_F(SetFigures, MissRatesAloneMakeACurveWithoutLru) {
  std::erase_if(session.findings, [](const Finding& finding) { return finding.quantity != "miss_rate"; });
  const FigureOutcome made = missRateFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_EQ(csv(made)[1], "16384,0,0,0.02,,,,over-0");
}

TEST_F(SetFigures, WhatIsMissingIsSaidWithTheProbeThatMeasuresIt) {
  session.findings.clear();
  session.environment = {{"device_id", "model:gtx560ti"}};
  struct Missing {
    const char *figure, *probe;
  };
  for (const auto& [figure, probe] : {Missing{"set-map", "sets"}, Missing{"set-index", "sets"}, Missing{"way-probability", "replacement"},
                                      Missing{"miss-rate", "miss-pattern"}}) {
    const FigureOutcome none = makeFigure(figure, session);
    EXPECT_FALSE(none);
    EXPECT_TRUE(none.error.contains(probe)) << none.error.toStdString();
    EXPECT_TRUE(none.error.endsWith(QStringLiteral("(chasescope figure %1 --device model:gtx560ti -o FOLDER).").arg(figure)))
        << none.error.toStdString();
  }
}

}  // namespace
}  // namespace chasescope
