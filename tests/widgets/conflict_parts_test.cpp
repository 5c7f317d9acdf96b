// The parts beside the matrix of conflicts, and their figures: the function that chooses the set as a matrix of cells, and the age
// of the line that a full set evicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/findings/vocabulary.h"
#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/figure/figure_run.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/conflicts/conflict_index.h"
#include "widgets/views/conflicts/conflict_scene.h"
#include "widgets/views/conflicts/figure_conflicts.h"
#include "widgets/views/conflicts/victim_ages.h"

namespace chasescope {
namespace {

using inference::SetIndex;

FoundSets indexed(SetIndex index) {
  FoundSets cache;
  cache.index = std::move(index);
  return cache;
}

/// The numbers over the black cells of a row.
std::vector<std::uint64_t> marksOf(const IndexBits& matrix, std::uint64_t row) {
  std::vector<std::uint64_t> marks;
  for (std::uint64_t column = 0; column < matrix.columns; ++column)
    if (matrix.marked(row, column)) marks.push_back(matrix.number(column));
  return marks;
}

TEST(IndexMatrix, of_bits_has_a_row_for_each_bit_of_the_sets_number) {
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = {1U << 7 | 1U << 12, 1U << 8};
  const FoundSets cache = indexed(index);
  ASSERT_TRUE(drawsIndex(cache));
  const IndexBits matrix = indexMatrix(cache, 16, 99);
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 6U);  // bits 12 to 7, the highest at the left
  EXPECT_EQ(marksOf(matrix, 0), (std::vector<std::uint64_t>{12, 7}));
  EXPECT_EQ(marksOf(matrix, 1), (std::vector<std::uint64_t>{8}));
  EXPECT_TRUE(indexHead(cache, paperStyle()).words.first().contains("XOR"));
}

TEST(IndexMatrix, of_a_remainder_shows_where_it_begins_anew) {
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = 256;
  index.modulus = 3;
  const FoundSets cache = indexed(index);
  const IndexBits matrix = indexMatrix(cache, 16, 99);
  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(marksOf(matrix, 2), (std::vector<std::uint64_t>{2, 5}));
  EXPECT_EQ(matrix.name(2), "set 2");
  EXPECT_TRUE(indexHead(cache, paperStyle()).words.first().contains("256 B, divided by 3"))
      << indexHead(cache, paperStyle()).words.first().toStdString();
  EXPECT_EQ(indexMatrix(cache, 16, 4).columns, 4U);
}

TEST(IndexMatrix, of_a_table_shows_which_blocks_a_set_has) {
  SetIndex index;
  index.kind = SetIndex::Kind::listed;
  index.unit_bytes = 4096;
  index.listed = {{0, 1}, {1, 0}, {2, 0}, {3, 1}, {4, 0}};
  index.listed_sets = 2;
  index.listed_period = 5;
  const FoundSets cache = indexed(index);
  EXPECT_EQ(marksOf(indexMatrix(cache, 16, 99), 0), (std::vector<std::uint64_t>{1, 2, 4}));
  EXPECT_EQ(marksOf(indexMatrix(cache, 16, 99), 1), (std::vector<std::uint64_t>{0, 3}));
  EXPECT_TRUE(indexHead(cache, paperStyle()).words.first().contains("table"));
}

TEST(IndexMatrix, of_many_sets_shows_the_first_and_says_so) {
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = 128;
  index.modulus = 1792;
  const FoundSets cache = indexed(index);
  EXPECT_EQ(indexMatrix(cache, 16, 99).rows, 16U);
  EXPECT_TRUE(indexHead(cache, paperStyle()).words.first().contains("the first 16 sets"));
  EXPECT_TRUE(indexHead(cache, PlotStyle()).words.first().contains("the first 6 sets")) << "in a window";
  EXPECT_EQ(indexHead(cache, paperStyle()).title, "1,792 sets");
}

TEST(IndexMatrix, one_set_has_none) {
  EXPECT_FALSE(drawsIndex(indexed(SetIndex())));
  EXPECT_FALSE(drawsIndex(FoundSets()));
}

using sample::Rule;

constexpr std::uint32_t kWays = sample::kReplacedWays;

Session sessionOf(Rule rule) {
  sample::Measured all = sample::replaced(rule);
  Session session;
  session.device.name = "A card";
  session.runs = all.runs;
  session.findings = all.findings;
  return session;
}

std::optional<VictimAges> agesOf(const Session& session) {
  return gatherAges(found_sets(session.findings).front(), session.runs, session.findings);
}

TEST(VictimAges, a_set_that_goes_by_last_use_always_loses_the_one_used_longest_ago) {
  const auto ages = agesOf(sessionOf(Rule::last_use));
  ASSERT_TRUE(ages.has_value());
  EXPECT_EQ(ages->ways, kWays);
  EXPECT_GT(ages->victims, 20U);
  EXPECT_EQ(ages->by_use, (std::vector<double>{1, 0, 0}));
  EXPECT_LT(ages->by_arrival.front(), 0.95) << "hits part the two";
  EXPECT_NEAR(std::accumulate(ages->by_arrival.begin(), ages->by_arrival.end(), 0.0), 1, 1e-9);
  EXPECT_TRUE(ages->by_way.empty());
}

TEST(VictimAges, a_set_that_goes_by_arrival_always_loses_the_one_that_came_first) {
  const auto ages = agesOf(sessionOf(Rule::arrival));
  ASSERT_TRUE(ages.has_value());
  EXPECT_EQ(ages->by_arrival, (std::vector<double>{1, 0, 0}));
  EXPECT_LT(ages->by_use.front(), 0.95);
}

TEST(VictimAges, what_lacks_is_said_of_the_nearest_cache) {
  Session session = sessionOf(Rule::last_use);
  session.runs.clear();
  EXPECT_TRUE(victimAgesFigure(session, {}).error.contains("holds no chase")) << victimAgesFigure(session, {}).error.toStdString();
  for (Finding& finding : session.findings) finding.subject = "l1_tlb";
  EXPECT_TRUE(victimAgesFigure(session, {}).unmeasured) << "how a TLB replaces its pages says nothing of a cache of data";
  EXPECT_TRUE(victimAgesFigure(session, {.cache = "l1_tlb"}).error.contains("caches of data only"));
}

TEST(VictimAges, nothing_is_read_from_what_is_no_evidence) {
  Session session = sessionOf(Rule::last_use);
  chasescope::Run another = *session.runs.front();
  another.id = "another";
  session.runs = {std::make_shared<const chasescope::Run>(another)};
  EXPECT_FALSE(agesOf(session).has_value()) << "the finding names another run";
  session = sessionOf(Rule::last_use);
  for (Finding& finding : session.findings)
    if (finding.quantity == "ways") finding.value = 2;
  EXPECT_FALSE(agesOf(session).has_value()) << "two lines more than ways: a miss names no victim";
  session = sessionOf(Rule::last_use);
  for (Finding& finding : session.findings)
    if (finding.quantity == "replacement_policy") finding.status = FindingStatus::not_measurable;
  EXPECT_FALSE(agesOf(session).has_value());
}

QList<QByteArray> csvOf(const FigureOutcome& made) {
  QByteArray all;
  made.figure->writeCsv([&](const QByteArray& line) {
    all += line;
    return true;
  });
  return all.trimmed().split('\n');
}

TEST(VictimAgesFigure, has_the_shares_in_its_data_and_the_number_of_replacements_in_its_caption) {
  const Session session = sessionOf(Rule::last_use);
  const FigureOutcome made = victimAgesFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  const QList<QByteArray> lines = csvOf(made);
  ASSERT_EQ(lines.size(), 1 + static_cast<qsizetype>(kWays));
  EXPECT_TRUE(lines[1].startsWith("1,1,")) << lines[1].toStdString();
  EXPECT_TRUE(made.figure->caption().contains(QString::number(agesOf(session)->victims) + " replacements"));
  EXPECT_EQ(made.figure->provenance()["runs"][0]["id"], "policy-1");
}

TEST(VictimAgesFigure, says_what_is_missing) {
  const FigureOutcome nothing = makeFigure("victim-ages", Session());
  EXPECT_FALSE(nothing);
  EXPECT_TRUE(nothing.error.contains("replacement")) << nothing.error.toStdString();
  Session session = sessionOf(Rule::last_use);
  for (Finding& finding : session.findings)
    if (finding.quantity == "replacement_policy") {
      finding.status = FindingStatus::not_measurable;
      finding.reason = "Victims can't be told.";
    }
  EXPECT_TRUE(victimAgesFigure(session).error.contains("Victims can't be told."));
}

TEST(OccupancyFigure, tells_of_each_set_how_its_lines_fare) {
  sample::Measured all = sample::conflicts();
  Session session;
  session.runs = all.runs;
  session.findings = all.findings;
  const FigureOutcome made = occupancyFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_FALSE(made.figure->caption().contains("dashed")) << "nobody told the ways, so that no line is drawn";
  const QList<QByteArray> lines = csvOf(made);
  EXPECT_EQ(lines[0], "set,lines_in,trials,missed_share");
  std::uint64_t trials = 0;
  for (const QByteArray& line : lines.mid(1)) {
    const QList<QByteArray> cells = line.split(',');
    ASSERT_EQ(cells.size(), 4);
    trials += cells[2].toULongLong();
    if (cells[1].toInt() <= 2) {
      EXPECT_EQ(cells[3].toDouble(), 0) << "two ways: " << line.toStdString();
    } else {
      EXPECT_GT(cells[3].toDouble(), 0.3) << line.toStdString();
    }
  }
  EXPECT_GT(trials, 4 * 500U) << "600 trials of four sets, less those in which none of its lines was in";
  EXPECT_LE(trials, 4 * 600U);
}

TEST(OccupancyFigure, tells_of_the_dashed_line_where_ways_are_known) {
  const sample::Measured all = sample::conflicts();
  Session session;
  session.runs = all.runs;
  session.findings = all.findings;
  Finding ways = session.findings.front();
  ways.quantity = "ways";
  ways.value = 2;
  session.findings.push_back(ways);
  const FigureOutcome made = occupancyFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  EXPECT_TRUE(made.figure->caption().contains("dashed")) << made.figure->caption().toStdString();
}

TEST(ConflictFacts, puts_sets_in_the_order_of_their_numbers) {
  const sample::Measured all = sample::conflicts();
  std::vector<FoundSets> caches = found_sets(all.findings);
  SetIndex index;
  index.kind = SetIndex::Kind::linear;
  index.rows = {1U << 8, 1U << 7};  // lines 0 to 3 are in sets 0, 2, 1 and 3
  caches.front().index = index;
  const auto facts = gatherConflicts(all.runs, caches, all.findings);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->names, (std::vector<QString>{"0", "1", "2", "3"}));
  EXPECT_EQ(facts->places[facts->begins[1]], 256U);
  EXPECT_EQ(facts->places[facts->begins[2]], 128U);
}

TEST(ConflictScene, leaves_out_what_has_no_room_and_keeps_the_ways) {
  sample::Measured all = sample::conflicts();
  const std::vector<FoundSets> caches = found_sets(all.findings);
  auto facts = gatherConflicts(all.runs, caches, all.findings);
  ASSERT_TRUE(facts.has_value());
  facts->ages = agesOf(sessionOf(Rule::last_use));
  ASSERT_TRUE(facts->ages.has_value());
  facts->cache.index = facts->ages->cache.index;
  const PlotStyle style;
  const auto partsIn = [&](double height) {
    std::vector<ConflictPart> parts;
    double bottom = 0;
    for (const PlacedPart& placed : layOutConflicts(QRectF(0, 0, 900, height), *facts, true, style)) {
      parts.push_back(placed.part);
      bottom = std::max(bottom, placed.area.bottom());
    }
    EXPECT_LE(bottom, height + 1e-6);
    return parts;
  };
  using enum ConflictPart;
  EXPECT_EQ(partsIn(900), (std::vector{by_set, loads, heaps, index, ages}));
  EXPECT_EQ(partsIn(420), (std::vector{by_set, loads, index, ages}));
  EXPECT_EQ(partsIn(330), (std::vector{by_set, loads, index}));
  EXPECT_EQ(partsIn(170), (std::vector{by_set, loads}));
}

Session sessionWith(const sample::Measured& all) {
  Session session = sample::session();
  session.runs.insert(session.runs.end(), all.runs.begin(), all.runs.end());
  session.findings.insert(session.findings.end(), all.findings.begin(), all.findings.end());
  return session;
}

TEST(ConflictFigure, of_conflicts_that_nobody_has_has_no_sets) {
  sample::Measured all = sample::conflicts();
  chasescope::Run quiet = *all.runs.front();
  Exchange<TrialsRequest> asked = *quiet.as<TrialsRequest>();
  std::fill(asked.result.bits.begin(), asked.result.bits.end(), std::uint8_t{0});
  quiet.exchange = asked;
  all.runs.front() = std::make_shared<const chasescope::Run>(quiet);
  const FigureOutcome made = conflictFigure(sessionWith(all));
  EXPECT_FALSE(made);
  EXPECT_TRUE(made.error.contains("no places evict each other")) << made.error.toStdString();
}

TEST(ConflictFigure, is_of_the_run_and_the_cache_that_are_asked_for) {
  const Session session = sessionWith(sample::conflicts());
  EXPECT_TRUE(conflictFigure(session, {.run = "trials-1"}));
  EXPECT_TRUE(conflictFigure(session, {.run = "trials-2"}).error.contains("trials-2"));
  EXPECT_TRUE(conflictFigure(session, {.cache = "l3"}).error.contains("l3"));
}

// The sets of a cache that another probe could not tell are no reason why there are no trials.
TEST(ConflictFigure, of_conflicts_that_nobody_has_asked_for_is_unmeasured) {
  sample::Measured all = sample::conflicts();
  chasescope::Run of_tlbs = *all.runs.front();
  of_tlbs.probe = "tlb";
  std::fill(of_tlbs.id.begin(), of_tlbs.id.end(), 't');
  Exchange<TrialsRequest> asked = *of_tlbs.as<TrialsRequest>();
  std::fill(asked.result.bits.begin(), asked.result.bits.end(), std::uint8_t{0});
  of_tlbs.exchange = asked;
  Session session = sample::session();
  session.runs.push_back(std::make_shared<const chasescope::Run>(of_tlbs));
  Finding unknown;
  unknown.subject = subject::constant_l1_5;
  unknown.quantity = quantity::sets;
  unknown.status = FindingStatus::not_measurable;
  unknown.reason = "It holds every footprint.";
  session.findings = {unknown};
  const FigureOutcome made = conflictFigure(session);
  EXPECT_TRUE(made.unmeasured) << made.error.toStdString();
  EXPECT_FALSE(made.error.contains("footprint")) << made.error.toStdString();
}

}  // namespace
}  // namespace chasescope
