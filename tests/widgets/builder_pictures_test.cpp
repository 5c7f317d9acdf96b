// Pictures of a cache that is being built: the places of its lines, the parts that the mouse can drag, and their colours.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "engine/build/built_card.h"
#include "widgets/builder/bit_matrix.h"
#include "widgets/builder/cache_map.h"
#include "widgets/builder/cache_picture.h"
#include "widgets/builder/pass_bars.h"
#include "widgets/style/verdict_look.h"

namespace chasescope {
namespace {

std::shared_ptr<const build::WarmPass> passOf(const build::BuiltCache& built, std::uint64_t bytes, std::uint64_t stride) {
  const build::Build build = build::build_card(built);
  EXPECT_TRUE(build.card) << build.faults.front().sentence;
  return std::make_shared<const build::WarmPass>(*build::run_pass(*build.card, bytes, stride));
}

/// The number of pixels in a part of a picture that have about this colour: the channels differ by less than 12 in all.
int pixelsLike(const QImage& image, const QRectF& part, const QColor& colour) {
  int count = 0;
  const QRect box = part.toAlignedRect().intersected(image.rect());
  for (int y = box.top(); y <= box.bottom(); ++y)
    for (int x = box.left(); x <= box.right(); ++x) {
      const QColor seen = image.pixelColor(x, y);
      const int apart =
          std::abs(seen.red() - colour.red()) + std::abs(seen.green() - colour.green()) + std::abs(seen.blue() - colour.blue());
      count += apart < 12 ? 1 : 0;
    }
  return count;
}

class BuilderPictures : public testing::Test {
 protected:
  std::shared_ptr<const build::WarmPass> pass_ = passOf(build::first_cache(), 36 * 128, 128);
  PlotStyle style_;
};

TEST_F(BuilderPictures, the_map_has_each_line_in_its_set_and_how_it_fared) {
  const SetMap map = cacheMapOf(*pass_, 0);
  ASSERT_EQ(map.sets(), 8U);
  EXPECT_EQ(map.overflowing(), 4U);
  std::size_t lines = 0;
  for (std::size_t set = 0; set < 8; ++set)
    for (const MappedLine& line : map.lines[set]) {
      ++lines;
      EXPECT_EQ(line.position, line.line);
      EXPECT_EQ(line.visits, 1U);
      EXPECT_EQ(line.misses, set >= 4 ? 1U : 0U);
    }
  EXPECT_EQ(lines, 36U);
  EXPECT_EQ(tellingAccess(*pass_, 0), 32U);
  const auto few = passOf(build::first_cache(), 8 * 128, 32);
  EXPECT_EQ(tellingAccess(*few, 0), 31U);
  EXPECT_EQ(cacheMapOf(*few, 0).lines[0].front().visits, 4U);
}

TEST_F(BuilderPictures, lines_beyond_the_ways_stand_above_their_set_and_none_is_left_out) {
  const SetMap map = cacheMapOf(*pass_, 0);
  const SetMapLayout at = layOutCache(map, QRectF(0, 0, 860, 330), style_);
  ASSERT_TRUE(drawsWells(at, style_));
  for (std::size_t set = 0; set < 8; ++set)
    for (std::size_t i = 0; i < map.lines[set].size(); ++i) {
      const QPointF middle = at.cell(set, i).center();
      const auto line = lineAt(map, at, style_, middle);
      ASSERT_TRUE(line) << set << ' ' << i;
      EXPECT_EQ(line->line, map.lines[set][i].line);
      EXPECT_EQ(middle.y() < at.column(set, map.cache.ways[set]).top(), i >= map.cache.ways[set]);
    }
  EXPECT_FALSE(lineAt(map, at, style_, at.cell(0, 5).center()));
}

TEST_F(BuilderPictures, a_rim_is_pulled_to_whole_ways) {
  const SetMap map = cacheMapOf(*pass_, 0);
  const SetMapLayout at = layOutCache(map, QRectF(0, 0, 860, 330), style_);
  EXPECT_EQ(rimAt(map, at, style_, QPointF(at.column(0, 6).center().x(), at.column(0, 6).top() + 2)),
            std::optional<std::size_t>(0));
  EXPECT_EQ(rimAt(map, at, style_, QPointF(at.column(5, 4).center().x(), at.column(5, 4).top() - 2)),
            std::optional<std::size_t>(5));
  EXPECT_FALSE(rimAt(map, at, style_, at.column(5, 4).center()));
  for (std::uint32_t ways = 1; ways < 6; ++ways) EXPECT_EQ(waysAt(at, 3, at.column(3, ways).top() + 3), ways);
  EXPECT_EQ(waysAt(at, 3, 1000), 1U);
}

TEST_F(BuilderPictures, hits_are_pale_blue_and_misses_have_a_vermilion_cross) {
  CachePicture picture;
  picture.setPlotStyle(style_);
  picture.resize(900, 420);
  picture.setPass(pass_, 0, true);
  picture.setAccess(0);
  const QImage image = picture.grab().toImage();
  const SetMapLayout at = picture.layoutOfSets();
  const QColor hit = verdictFill(step::Verdict::hit, style_.palette), miss = style_.palette.miss;
  for (std::size_t set = 0; set < 8; ++set)
    for (std::size_t i = 0; i < picture.map().lines[set].size(); ++i) {
      const QRectF cell = at.cell(set, i).adjusted(4, 4, -4, -4);
      const bool missed = picture.map().lines[set][i].misses > 0;
      EXPECT_EQ(pixelsLike(image, cell, hit) > cell.width() * cell.height() / 2, !missed) << set << ' ' << i;
      EXPECT_EQ(pixelsLike(image, cell, miss) > 40, missed) << set << ' ' << i;
      // The cross on the box has the colour of the card.
      if (missed) {
        EXPECT_GT(pixelsLike(image, QRectF(cell.topLeft(), QSizeF(22, cell.height())), style_.palette.card), 8) << set << ' ' << i;
      }
    }
}

TEST_F(BuilderPictures, a_cache_of_many_sets_is_drawn_as_the_set_map_draws_it) {
  build::BuiltCache built = build::first_cache();
  built.cache.index = {};
  built.cache.ways.assign(768, 16);
  const SetMap map = cacheMapOf(*passOf(built, built.cache.capacity_bytes() + 256, 128), 0);
  const SetMapLayout at = layOutCache(map, QRectF(0, 0, 860, 330), style_);
  EXPECT_FALSE(drawsWells(at, style_));
  EXPECT_FALSE(rimAt(map, at, style_, at.column(0, 16).topLeft()));
  CachePicture picture;
  picture.setPlotStyle(style_);
  picture.resize(900, 420);
  picture.setPass(passOf(built, built.cache.capacity_bytes() + 256, 128), 0, true);
  const QImage image = picture.grab().toImage();
  EXPECT_NE(image.pixelColor(image.rect().center()), QColor()) << "it was drawn";
}

TEST_F(BuilderPictures, keys_go_from_access_to_access_and_pull) {
  CachePicture picture;
  picture.resize(900, 420);
  picture.setPass(pass_, 0, true);
  QSignalSpy pointed(&picture, &CachePicture::accessPointed), pulled(&picture, &CachePicture::waysPulled);
  QTest::keyClick(&picture, Qt::Key_End);
  EXPECT_EQ(picture.access(), 35U);
  QTest::keyClick(&picture, Qt::Key_Right);
  EXPECT_EQ(picture.access(), 35U);
  QTest::keyClick(&picture, Qt::Key_Left);
  EXPECT_EQ(picture.access(), 34U);
  EXPECT_EQ(pointed.count(), 2);
  QTest::keyClick(&picture, Qt::Key_Up);
  ASSERT_EQ(pulled.count(), 1);
  EXPECT_EQ(pulled.first().at(0).toULongLong(), 6U);
  EXPECT_EQ(pulled.first().at(1).toUInt(), 5U);
  picture.setPass(pass_, 0, false);
  QTest::keyClick(&picture, Qt::Key_Up);
  EXPECT_EQ(pulled.count(), 1);
}

TEST_F(BuilderPictures, bars_are_as_high_as_their_cycles_and_every_place_has_its_access) {
  const BarsLayout at = layOutBars(*pass_, QRectF(0, 0, 860, 180), style_);
  EXPECT_EQ(at.together, 1U);
  EXPECT_DOUBLE_EQ(at.bar(0, 200).height(), at.plot.height());
  EXPECT_NEAR(at.bar(0, 30).height() / at.plot.height(), 30.0 / 200, 1e-9);
  for (std::uint64_t i = 0; i < 36; ++i) EXPECT_EQ(at.accessAt(at.bar(i, 10).center()), std::optional(i));
  EXPECT_FALSE(at.accessAt(QPointF(at.plot.left() - 2, 50)));
  // Bars of hits alone are no higher than bars of hits beside misses.
  const auto hits = passOf(build::first_cache(), 8 * 128, 128);
  EXPECT_EQ(layOutBars(*hits, QRectF(0, 0, 860, 180), style_).most, 200);
  // With more accesses than pixels, each access is still in a bar.
  const auto many = passOf(build::first_cache(), 20000 * 128, 128);
  const BarsLayout dense = layOutBars(*many, QRectF(0, 0, 860, 180), style_);
  EXPECT_GT(dense.together, 20U);
  EXPECT_GE(dense.bars() * dense.together, 20000U);
  EXPECT_LE(dense.bar(dense.bars() - 1, 1).right(), 861);
}

TEST_F(BuilderPictures, a_bit_is_turned_by_a_click_and_by_the_keys) {
  BitMatrix matrix;
  matrix.resize(300, 120);
  matrix.setGroups({{7, 10}, {8, 11}, {9, 12}}, 7, false);
  QSignalSpy changed(&matrix, &BitMatrix::groupsChanged);
  QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cell(0, 10).center().toPoint());
  EXPECT_EQ(matrix.groups()[0], std::vector<unsigned>{7});
  QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cell(0, 9).center().toPoint());
  EXPECT_EQ(matrix.groups()[0], (std::vector<unsigned>{7, 9}));
  QTest::keyClick(&matrix, Qt::Key_Up);
  QTest::keyClick(&matrix, Qt::Key_Space);
  EXPECT_EQ(matrix.groups()[1], (std::vector<unsigned>{8, 9, 11}));
  EXPECT_TRUE(matrix.accessibleDescription().contains("takes part in bit 1")) << matrix.accessibleDescription().toStdString();
  EXPECT_EQ(changed.count(), 3);
  // Where a row may have one bit only, a click on another bit moves it there.
  matrix.setGroups({{7}, {8}, {9}}, 7, true);
  QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cell(2, 12).center().toPoint());
  EXPECT_EQ(matrix.groups()[2], std::vector<unsigned>{12});
  QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.cell(2, 12).center().toPoint());
  EXPECT_EQ(matrix.groups()[2], std::vector<unsigned>{12});
}

}  // namespace
}  // namespace chasescope
