// The set map: the lines of a run in their sets and the places of sets, both as pure functions, and the pictures of them.
#include "widgets/views/set_map/set_map.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "engine/findings/index_words.h"
#include "engine/step/verdicts.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/figure/figure_options.h"
#include "widgets/views/set_map/set_index_scene.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

FoundSets cacheOf(const std::string& subject, const std::vector<Finding>& findings = sample::setFindings()) {
  for (FoundSets& cache : found_sets(findings))
    if (cache.subject == subject) return cache;
  ADD_FAILURE() << "no " << subject;
  return {};
}

std::vector<std::uint64_t> numbers(const std::vector<MappedLine>& lines) {
  std::vector<std::uint64_t> all;
  for (const MappedLine& line : lines) all.push_back(line.line);
  return all;
}

std::optional<float> cutOf(const Run& run) {
  const auto levels = inference::find_latency_levels(run.cycles());
  return step::judge({run.id, run.chase()->request, 0, levels}, {sample::missRate(run, 200)}).highest_hit();
}

/// 17 KiB over an L1 of 16 KiB: the first eight sets get a fifth line.
RunPtr overflowingRun() {
  sample::Cache cache;
  cache.lru = false;
  return sample::chase("run-1", cache, 17 * 1024, 128, 272, 3264, 4);
}

TEST(SetMapArray, LinesInARowShareASetWhereTheIndexSaysSo) {
  // Figure 12 of the 2014 paper: 128 successive bytes, four lines of 32, go to one set.
  const SetMap map = mapArray(cacheOf("texture"));
  ASSERT_EQ(map.contents, SetMap::Contents::array);
  EXPECT_EQ(map.bytes, 12288U);
  ASSERT_EQ(map.sets(), 4U);
  EXPECT_EQ(map.lines[0].size(), 96U);
  EXPECT_EQ(numbers({map.lines[1].begin(), map.lines[1].begin() + 6}), (std::vector<std::uint64_t>{4, 5, 6, 7, 20, 21}));
  EXPECT_EQ(map.overflowing(), 0U);
}

TEST(SetMapArray, WithoutAnIndexOnlyHeightsAreShownAndItSaysWhy) {
  const SetMap map = mapArray(cacheOf("l2_tlb"));  // a table that the finding does not list
  EXPECT_FALSE(map.empty());
  EXPECT_EQ(map.contents, SetMap::Contents::nothing);
  EXPECT_TRUE(map.lines.empty());
  EXPECT_FALSE(map.whyNot.isEmpty());
}

TEST(SetMapRun, MissesAreThoseOfTheLinesThatMeetInAnOverflowingSet) {
  const RunPtr run = overflowingRun();
  const auto cut = cutOf(*run);
  ASSERT_TRUE(cut);
  const SetMap map = mapRun(cacheOf("l1_data"), *run, cut);
  ASSERT_EQ(map.contents, SetMap::Contents::run);
  EXPECT_TRUE(map.missesKnown);
  EXPECT_EQ(map.overflowing(), 8U);
  EXPECT_EQ(numbers(map.lines[3]), (std::vector<std::uint64_t>{3, 35, 67, 99, 131}));
  std::uint64_t misses = 0;
  for (std::size_t set = 0; set < map.sets(); ++set)
    for (const MappedLine& line : map.lines[set]) {
      EXPECT_EQ(line.visits, 24U);
      EXPECT_TRUE(set < 8 || line.misses == 0) << set;
      misses += line.misses;
    }
  EXPECT_GT(misses, 100U);
  // The map counts all misses of the run, and no others.
  std::uint64_t slow = 0;
  for (const float cycles : run->cycles().copy()) slow += cycles > *cut ? 1 : 0;
  EXPECT_EQ(misses, slow);
  ASSERT_TRUE(map.placeOf(131));
  EXPECT_EQ(map.placeOf(131)->set, 3U);
  EXPECT_EQ(map.placeOf(131)->index, 4U);
  EXPECT_FALSE(map.placeOf(136));
}

TEST(SetMapRun, TheColdPassIsNotCounted) {
  const RunPtr run = sample::chase("run-1", {}, 8 * 1024, 128, 0, 640);  // 64 lines that fit, and no warm-up
  const SetMap map = mapRun(cacheOf("l1_data"), *run, 200.0F);
  for (const auto& lines : map.lines)
    for (const MappedLine& line : lines) {
      EXPECT_EQ(line.visits, 9U);
      EXPECT_EQ(line.misses, 0U);
    }
}

TEST(SetMapRun, ARunThatSaysNothingOfTheCacheIsNotTakenForOneThatDoes) {
  const RunPtr run = overflowingRun();
  // The run went through another space: its lines have their places, but its latencies tell nothing of this cache.
  const SetMap texture = mapRun(cacheOf("texture"), *run, 200.0F);
  EXPECT_EQ(texture.contents, SetMap::Contents::run);
  EXPECT_FALSE(texture.missesKnown);
  EXPECT_FALSE(texture.whyNot.isEmpty());
  // Under another carve-out the cache has other sets.
  auto other = std::make_shared<chasescope::Run>(*run);
  other->chase()->request.carveout_percent = 50;
  const SetMap carved = mapRun(cacheOf("l1_data"), *other, 200.0F);
  EXPECT_EQ(carved.contents, SetMap::Contents::array);
  EXPECT_FALSE(carved.whyNot.isEmpty());
  // Without a latency between hits and misses, no line is marked.
  EXPECT_FALSE(mapRun(cacheOf("l1_data"), *run, std::nullopt).missesKnown);
}

class SetLayout : public testing::Test {
 protected:
  PlotStyle style;
  const QRectF area{10, 20, 700, 300};
};

TEST_F(SetLayout, UnequalSetsHaveTheirTrueHeights) {
  const SetMapLayout at = layOutSets({17, 8, 8, 8, 8, 8, 8}, 0, area, style);
  EXPECT_EQ(at.bands, 1U);
  EXPECT_DOUBLE_EQ(at.column(0, 17).height() / at.column(1, 8).height(), 17.0 / 8);
  EXPECT_DOUBLE_EQ(at.column(0, 17).bottom(), at.column(6, 8).bottom());
  EXPECT_DOUBLE_EQ(at.cell(0, 16).top(), at.column(0, 17).top());
  EXPECT_TRUE(area.contains(at.column(0, 17)));
}

TEST_F(SetLayout, EverySetIsFoundWhereItIsDrawnAndWithinTheArea) {
  for (const auto& ways : {std::vector<std::uint32_t>(1, 16), std::vector<std::uint32_t>(32, 4), std::vector<std::uint32_t>(4, 96),
                           std::vector<std::uint32_t>(256, 16), std::vector<std::uint32_t>(3072, 16)}) {
    const SetMapLayout at = layOutSets(ways, 0, area, style);
    for (std::size_t set = 0; set < ways.size(); set += at.together) {
      const QRectF column = at.column(at.columnOf(set), ways[set]);
      EXPECT_TRUE(area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(column)) << ways.size() << " set " << set;
      EXPECT_EQ(at.setAt(column.center()), set) << ways.size();
      EXPECT_TRUE(column.adjusted(-0.01, -0.01, 0.01, 0.01).contains(at.cell(at.columnOf(set), ways[set] - 1)));
    }
    EXPECT_FALSE(at.setAt(area.topLeft() - QPointF(5, 5)));
  }
}

TEST_F(SetLayout, MoreSetsThanPixelsShareColumns) {
  const SetMapLayout at = layOutSets(std::vector<std::uint32_t>(1U << 20U, 16), 0, area, style);
  EXPECT_GT(at.together, 1U);
  EXPECT_GE(at.columns() * at.together, 1U << 20U);
  EXPECT_GT(at.columnWidth, 0.9);
}

TEST_F(SetLayout, LinesWithoutRoomStandAboveTheirSet) {
  const SetMapLayout at = layOutSets(std::vector<std::uint32_t>(32, 4), 5, area, style);
  EXPECT_EQ(at.extra, 1U);
  EXPECT_LT(at.cell(0, 4).bottom(), at.column(0, 4).top() + 0.01);
  EXPECT_GE(at.cell(0, 4).top(), area.top());
  EXPECT_LE(layOutSets(std::vector<std::uint32_t>(32, 4), 4000, area, style).extra, 4U);
}

TEST(SetMapWords, SetsAreDescribedWithWhatMeetsInThem) {
  const RunPtr run = overflowingRun();
  const SetMap map = mapRun(cacheOf("l1_data"), *run, cutOf(*run));
  const QStringList words = describeSet(map, 3);
  ASSERT_EQ(words.size(), 4);
  EXPECT_EQ(words[0], "Set 3 · 4 ways");
  EXPECT_EQ(words[1], "5 lines: 3, 35, 67, 99, 131");
  EXPECT_EQ(words[2], "1 more than it has ways");
  EXPECT_TRUE(words[3].endsWith("% of their warm accesses missed")) << words[3].toStdString();
  EXPECT_TRUE(describeSet(map, 32).isEmpty());
  EXPECT_EQ(heightsText(cacheOf("l1_data")), "32 sets × 4 ways");
  EXPECT_EQ(heightsText(cacheOf("l2_tlb")), "7 sets: 17 + 6 × 8 ways");
}

TEST(SetMapWords, TheIndexIsToldInASentence) {
  EXPECT_EQ(indexSentence(cacheOf("l1_data")), "Address bits 7 – 11 choose one of 32 sets.");
  EXPECT_TRUE(traditionalBits(cacheOf("l1_data")).empty());
  EXPECT_EQ(traditionalBits(cacheOf("texture")), (std::vector<unsigned>{5, 6}));
  EXPECT_TRUE(indexSentence(cacheOf("texture")).contains("128 B in a row share a set, where bits 5, 6"))
      << indexSentence(cacheOf("texture")).toStdString();
  FoundSets cache = cacheOf("l1_data");
  cache.index->rows = {(1U << 7) | (1U << 12), 1U << 8};
  EXPECT_EQ(
      indexSentence(cache),
      "Each bit of the set’s number is the XOR of address bits, out of 7, 8, 12. The first 4 lines at a stride of 128 B go to a "
      "set each; at larger strides some may share one.");
  cache.index->rows = {(1U << 7) | (1U << 9), (1U << 8) | (1U << 10)};
  EXPECT_TRUE(indexSentence(cache).contains("at a stride of 128 B, or of any power of two up to 512 B, go to a set each"))
      << indexSentence(cache).toStdString();
  cache.line_bytes.reset();
  EXPECT_FALSE(indexSentence(cache).contains("stride"));
  cache.index.reset();
  cache.findings.clear();
  EXPECT_EQ(indexSentence(cache), "Which lines share a set has not been measured.");
}

/// The number of pixels of about this colour.
int pixels(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int x = 0; x < image.width(); ++x)
    for (int y = 0; y < image.height(); ++y) {
      const QColor at = image.pixelColor(x, y);
      count += std::abs(at.red() - colour.red()) + std::abs(at.green() - colour.green()) + std::abs(at.blue() - colour.blue()) < 12
                   ? 1
                   : 0;
    }
  return count;
}

TEST(SetMapPaper, many_sets_are_cut_to_those_whose_lines_have_room_for_their_numbers) {
  const auto array = [](std::size_t sets) {
    SetMap map;
    map.contents = SetMap::Contents::array;
    map.cache.ways.assign(sets, 4);
    for (std::size_t set = 0; set < sets; ++set) {
      auto& lines = map.lines.emplace_back();
      for (std::uint64_t way = 0; way < 4; ++way) lines.push_back({.line = way * sets + set});
    }
    return map;
  };
  const PlotStyle style = paperStyle(FigureOptions());
  for (const double mm : {177.8, 181.9}) {
    const double width = mm * kUnitsPerPoint * kPointsPerInch / kMmPerInch;
    const SetMap part = mapForPaper(array(512), width, style);
    EXPECT_EQ(part.of_sets, 512U) << mm;
    EXPECT_GE(part.sets(), 16U) << mm;
    EXPECT_LT(part.sets(), 512U) << mm;
    EXPECT_TRUE(writesNumbers(part, layOutSetMap(part, width, style), style)) << mm;
    const SetMap whole = mapForPaper(array(16), width, style);
    EXPECT_EQ(whole.of_sets, 0U) << mm;
    EXPECT_EQ(whole.sets(), 16U) << mm;
  }
}

TEST(SetMapPicture, OnlyMissesAreDrawnInTheirColour) {
  const PlotStyle style;
  const auto painted = [&](const RunPtr& run) {
    const SetMap map = mapRun(cacheOf("l1_data"), *run, cutOf(*run));
    QImage image(700, 260, QImage::Format_RGB32);
    image.fill(style.palette.card);
    QPainter painter(&image);
    paintSetMap(painter, map, layOutSets(map.cache.ways, map.mostLines(), QRectF(image.rect()), style), style);
    painter.end();
    return pixels(image, style.palette.miss);
  };
  EXPECT_EQ(painted(sample::chase("fits", {}, 16 * 1024, 128, 256, 1280)), 0);
  EXPECT_GT(painted(overflowingRun()), 100);
}

TEST(SetMapPicture, TheIndexHasARowForEachBitThatIsAnXor) {
  const PlotStyle style;
  FoundSets cache = cacheOf("l1_data");
  const QRectF area(0, 0, 640, 400);
  const double plain = paintSetIndex(nullptr, area, cache, style);
  cache.index->rows = {(1U << 7) | (1U << 12), (1U << 8) | (1U << 13), 1U << 9, 1U << 10, 1U << 11};
  EXPECT_GT(paintSetIndex(nullptr, area, cache, style), plain + 4 * style.px(10));
  cache.index.reset();
  EXPECT_EQ(paintSetIndex(nullptr, area, cache, style), 0);
}

}  // namespace
}  // namespace chasescope
