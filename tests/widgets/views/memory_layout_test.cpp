// The memory diagram: the places of its boxes and routes, and the painted picture.
#include <gtest/gtest.h>

#include <QImage>
#include <QLineF>
#include <QPainter>

#include "tests/widgets/views/diagram_samples.h"
#include "widgets/views/memory/memory_scene.h"

namespace chasescope {
namespace {

class MemoryLayouts : public testing::Test {
 protected:
  static std::vector<MemoryDiagram> diagrams() {
    return {gatherMemoryDiagram({}, {}), gatherMemoryDiagram({}, textbook()), gatherMemoryDiagram(textbookFindings(), textbook()),
            gatherMemoryDiagram({}, largeCard()), gatherMemoryDiagram(largeFindings(), largeCard())};
  }
  const BoxMetrics metrics = boxMetrics(PlotStyle());
};

TEST_F(MemoryLayouts, boxes_lie_in_the_picture_and_never_over_each_other) {
  for (const MemoryDiagram& diagram : diagrams()) {
    const QSizeF least = smallestSize(diagram, metrics);
    for (const QSizeF size : {least, QSizeF(680, 430).expandedTo(least), QSizeF(1320, 760), QSizeF(2600, 1500)}) {
      const QRectF area(QPointF(7, 5), size);
      const MemoryLayout layout = layOutMemory(diagram, area, metrics);
      ASSERT_EQ(layout.boxes.size(), diagram.boxes.size());
      for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
        EXPECT_TRUE(area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(layout.boxes[i]))
            << size.width() << ' ' << diagram.boxes[i].key();
        EXPECT_GE(layout.boxes[i].width(), metrics.narrowest - 0.01);
        // The lines of the box fit into it.
        EXPECT_GE(layout.boxes[i].height() + 0.01,
                  metrics.title + static_cast<double>(layout.lines[i]) * metrics.line + 2 * metrics.pad);
        EXPECT_EQ(layout.sm.contains(layout.boxes[i]), diagram.boxes[i].row != BoxRow::beyond);
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(layout.boxes[i].intersects(layout.boxes[k])) << diagram.boxes[i].key();
      }
    }
  }
}

TEST_F(MemoryLayouts, routes_lead_from_box_to_box_and_through_no_other) {
  for (const MemoryDiagram& diagram : diagrams())
    for (const QSizeF size : {smallestSize(diagram, metrics), QSizeF(1320, 760)}) {
      const MemoryLayout layout = layOutMemory(diagram, QRectF(QPointF(), size), metrics);
      ASSERT_EQ(layout.routes.size(), diagram.links.size());
      for (std::size_t i = 0; i < layout.routes.size(); ++i) {
        const QPolygonF& route = layout.routes[i];
        const auto touches = [](const QRectF& box, const QPointF& place) {
          return box.adjusted(-0.1, -0.1, 0.1, 0.1).contains(place);
        };
        EXPECT_TRUE(touches(layout.boxes[diagram.links[i].from], route.front()));
        EXPECT_TRUE(touches(layout.boxes[diagram.links[i].to], route.back()));
        for (qsizetype k = 0; k + 1 < route.size(); ++k) {
          const QLineF leg(route[k], route[k + 1]);
          EXPECT_TRUE(std::abs(leg.dx()) < 0.01 || std::abs(leg.dy()) < 0.01) << "routes are made of level and upright legs";
          for (std::size_t b = 0; b < layout.boxes.size(); ++b)
            for (const double at : {0.02, 0.25, 0.5, 0.75, 0.98})
              EXPECT_FALSE(layout.boxes[b].adjusted(0.5, 0.5, -0.5, -0.5).contains(leg.pointAt(at)))
                  << diagram.boxes[diagram.links[i].from].key() << " through " << diagram.boxes[b].key();
        }
      }
    }
}

TEST_F(MemoryLayouts, what_holds_more_is_wider) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  const MemoryLayout layout = layOutMemory(diagram, QRectF(0, 0, 900, 700), metrics);
  const auto width = [&](const char* subject) {
    return layout.boxes[static_cast<std::size_t>(diagram.find(subject) - diagram.boxes.data())].width();
  };
  EXPECT_GT(width("dram"), width("l2"));
  EXPECT_GT(width("l2"), width("l2_tlb"));
  EXPECT_GT(width("registers"), width("constant_l1"));
}

TEST_F(MemoryLayouts, the_wall_stands_between_shared_memory_and_l1_and_follows_the_carve_out) {
  const auto wallAt = [&](double carveout) {
    const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard(), carveout);
    const MemoryLayout layout = layOutMemory(diagram, QRectF(0, 0, 900, 700), metrics);
    const auto box = [&](const char* subject) {
      return layout.boxes[static_cast<std::size_t>(diagram.find(subject) - diagram.boxes.data())];
    };
    EXPECT_NEAR(layout.wall.left(), box("shared_memory").right(), 0.01);
    EXPECT_NEAR(layout.wall.right(), box("l1_data").left(), 0.01);
    return layout.wall.center().x();
  };
  EXPECT_LT(wallAt(0) + 20, wallAt(50));
  const MemoryDiagram one_level = gatherMemoryDiagram(textbookFindings(), textbook());
  EXPECT_TRUE(layOutMemory(one_level, QRectF(0, 0, 900, 700), metrics).wall.isNull());
}

TEST_F(MemoryLayouts, little_height_keeps_the_most_important_lines) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  const QSizeF natural = naturalSize(diagram, metrics);
  const MemoryLayout whole = layOutMemory(diagram, QRectF(0, 0, 900, natural.height()), metrics);
  const MemoryLayout less = layOutMemory(diagram, QRectF(0, 0, 900, natural.height() - 3 * metrics.line), metrics);
  std::size_t most = 0;
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
    EXPECT_EQ(whole.lines[i], diagram.boxes[i].lines.size());
    EXPECT_GE(less.lines[i], std::min<std::size_t>(2, diagram.boxes[i].lines.size()));
    most = std::max(most, whole.lines[i] - less.lines[i]);
  }
  EXPECT_GE(most, 1U);
  EXPECT_LE(less.bottom, natural.height() - 3 * metrics.line + 0.01);
}

TEST_F(MemoryLayouts, the_arrow_keys_find_the_box_beside) {
  const MemoryDiagram diagram = gatherMemoryDiagram(largeFindings(), largeCard());
  const MemoryLayout layout = layOutMemory(diagram, QRectF(0, 0, 900, 700), metrics);
  const auto index = [&](const char* subject) { return static_cast<std::size_t>(diagram.find(subject) - diagram.boxes.data()); };
  EXPECT_EQ(boxBeside(layout, index("shared_memory"), 1, 0), index("l1_data"));
  EXPECT_EQ(boxBeside(layout, index("shared_memory"), -1, 0), index("shared_memory"));
  EXPECT_EQ(boxBeside(layout, index("l1_tlb"), 0, 1), index("l2_tlb"));
  EXPECT_EQ(boxBeside(layout, index("l2_tlb"), 0, -1), index("l1_tlb"));
  EXPECT_EQ(boxBeside(layout, index("dram"), 0, 1), index("dram"));
  EXPECT_EQ(boxBeside(layout, index("constant_l1_5"), 0, 1), index("l1_tlb"));
  EXPECT_EQ(boxAt(layout, layout.boxes[index("l2")].center()), static_cast<int>(index("l2")));
  EXPECT_EQ(boxAt(layout, QPointF(-5, -5)), -1);
}

TEST_F(MemoryLayouts, only_what_was_measured_is_coloured) {
  for (const Palette& palette : {lightPalette(), darkPalette()}) {
    PlotStyle style;
    style.palette = palette;
    const auto filled = [&](const std::vector<Finding>& findings) {
      const MemoryDiagram diagram = gatherMemoryDiagram(findings, textbook());
      QImage image(900, 500, QImage::Format_RGB32);
      image.fill(palette.card);
      QPainter painter(&image);
      const MemoryLayout layout = layOutMemory(diagram, QRectF(image.rect()), boxMetrics(style));
      paintMemoryDiagram(painter, diagram, layout, style);
      painter.end();
      const QRectF& box = layout.boxes[static_cast<std::size_t>(diagram.find("l2") - diagram.boxes.data())];
      return image.pixelColor(QPoint(qRound(box.center().x()), qRound(box.bottom()) - 4));
    };
    EXPECT_EQ(filled({}), palette.card);
    const QColor one = filled({textbookFindings().front()}), all = filled(textbookFindings());
    EXPECT_NE(one, palette.card);
    const auto distance = [&](const QColor& c) {
      return std::abs(c.red() - palette.card.red()) + std::abs(c.green() - palette.card.green()) +
             std::abs(c.blue() - palette.card.blue());
    };
    EXPECT_GT(distance(all), distance(one));
  }
}

}  // namespace
}  // namespace chasescope
