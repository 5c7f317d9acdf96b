// Every figure of every bundled device in the widths of journals: all of its texts can be read, none lies on a curve, nothing of it
// is cut off, and no part of it is empty.
#include <gtest/gtest.h>

#include <array>
#include <cctype>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_page.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/text_room.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/conflicts/figure_conflicts.h"
#include "widgets/views/tlb/figure_tlb.h"

namespace chasescope {
namespace {

constexpr std::array kTextWidths{84.0, 88.9, 177.8};

class FigureText : public testing::TestWithParam<std::string> {};

TEST_P(FigureText, CanBeReadInEveryWidth) {
  for (const auto& [name, made] : allFigures(GetParam())) {
    if (!made) continue;
    // Of two cards beside each other, the simpler one has a lower diagram, and so an empty part.
    const bool isOfTwoCards = name.endsWith(".before") || name.endsWith(".after");
    for (const double width : kTextWidths) {
      FigureOptions options;
      options.caption = true;
      options.width_mm = width;
      for (const std::string& fault : faultsOf(drawFigure(*made.figure, options), options))
        if (!(isOfTwoCards && fault.starts_with("nothing is drawn")))
          ADD_FAILURE() << GetParam() << ", " << name.toStdString() << " at " << width << " mm: " << fault;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, FigureText, testing::ValuesIn(bundledDevices()), [](const auto& one) {
  std::string name = one.param;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
});

/// A figure with a test's own function to paint it.
class PaintedFigure final : public FigureContent {
 public:
  PaintedFigure(std::function<void(QPainter&, const QRectF&)> paint, const QColor& ground)
      : paint_(std::move(paint)), ground_(ground) {}
  QString title() const override { return QStringLiteral("Painted"); }
  QString caption() const override { return {}; }
  double heightFor(double /*width_mm*/, const PlotStyle& /*paper*/) const override { return 40; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      painter.fillRect(area, ground_);
      painter.setFont(style.text());
      paint_(painter, area);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& /*write*/) const override {}
  nlohmann::json provenance() const override { return nlohmann::json::object(); }

 private:
  std::function<void(QPainter&, const QRectF&)> paint_;
  QColor ground_;
};

std::string faultsOfPainted(const std::function<void(QPainter&, const QRectF&)>& paint,
                            const QColor& ground = QColor(240, 240, 240)) {
  FigureOptions options;
  options.caption = false;
  std::string all;
  for (const std::string& fault : faultsOf(drawFigure(PaintedFigure(paint, ground), options), options)) all += fault + '\n';
  return all;
}

TEST(Faults, ATextOnALineIsOneAlsoWhereAPlateHidesTheLine) {
  const auto line = [](QPainter& painter, const QRectF& area, const QColor& colour) {
    painter.setPen(QPen(colour, 10));
    painter.drawLine(area.topLeft(), area.bottomRight());
  };
  const auto word = [](QPainter& painter, const QRectF& area) {
    painter.setPen(Qt::black);
    painter.drawText(area, Qt::AlignCenter, QStringLiteral("word"));
  };
  EXPECT_NE(faultsOfPainted([&](QPainter& painter, const QRectF& area) {
              line(painter, area, Qt::red);
              word(painter, area);
            }).find("“word”"),
            std::string::npos);
  EXPECT_NE(faultsOfPainted([&](QPainter& painter, const QRectF& area) {
              line(painter, area, Qt::red);
              painter.fillRect(area.adjusted(200, 200, -200, -200), Qt::white);
              word(painter, area);
            }).find("lies on a line"),
            std::string::npos);
  EXPECT_EQ(faultsOfPainted([&](QPainter& painter, const QRectF& area) {
              line(painter, area, paperStyle().palette.line);  // a line of the grid
              word(painter, area);
            }),
            "");
  EXPECT_EQ(faultsOfPainted([&](QPainter& painter, const QRectF& area) {
              line(painter, area, Qt::red);
              painter.setPen(QPen(Qt::black, 5));
              painter.setBrush(Qt::white);
              painter.drawRect(area.adjusted(200, 200, -200, -200));  // a box on the line's way
              word(painter, area);
            }),
            "");
}

TEST(Faults, ATextOnTheEdgeOfAMarkIsOne) {
  EXPECT_NE(faultsOfPainted([](QPainter& painter, const QRectF& area) {
              painter.setPen(Qt::black);
              painter.drawText(area, Qt::AlignCenter, QStringLiteral("word"));
              painter.fillRect(QRectF(area.center(), QSizeF(20, 20)), Qt::red);
            }).find("lies on an area"),
            std::string::npos);
}

TEST(Faults, AnEmptyPanelIsOne) {
  const auto line = [](QPainter& painter, const QRectF& area) { painter.drawLine(area.topLeft(), area.topRight()); };
  EXPECT_NE(faultsOfPainted(line, Qt::white).find("nothing is drawn in 3"), std::string::npos);
  EXPECT_EQ(faultsOfPainted(line), "");
}

TEST(Labels, ArePushedApartAsLittleAsItTakes) {
  EXPECT_EQ(spreadApart({10, 50}, 10, 0, 100), (std::vector<double>{10, 50}));
  EXPECT_EQ(spreadApart({10, 12, 50}, 10, 0, 100), (std::vector<double>{6, 16, 50}));
  EXPECT_EQ(spreadApart({0, 1, 2}, 10, 0, 100), (std::vector<double>{5, 15, 25}));
  EXPECT_EQ(spreadApart({99, 99}, 10, 0, 100), (std::vector<double>{85, 95}));
}

TEST(Labels, KeepClearOfCurves) {
  TakenRoom taken;
  QPainterPath curve(QPointF(0, 0));
  curve.lineTo(100, 100);
  taken.take(curve);
  EXPECT_FALSE(taken.isFree({40, 40, 20, 10}));
  EXPECT_TRUE(taken.isFree({60, 20, 20, 10}));
  EXPECT_EQ(taken.takeFirst({{40, 40, 20, 10}, {60, 20, 20, 10}}, {0, 0, 100, 100}), QRectF(60, 20, 20, 10));
  EXPECT_FALSE(taken.isFree({60, 20, 20, 10}));
}

// The figure of trials can be read even in half a column, and shows both orders of the lines in every width.
TEST(ConflictFigure, can_be_read_in_every_width_with_both_orders_of_its_lines) {
  const FigureOutcome made = conflictFigure(probeSession("model:gtx560ti", "conflicts"));
  ASSERT_TRUE(made) << made.error.toStdString();
  for (const double width : {40.0, 50.0, 60.0, 84.0, 88.9, 120.0, 177.8}) {
    FigureOptions options;
    options.caption = true;
    options.width_mm = width;
    const DrawnFigure drawn = drawFigure(*made.figure, options);
    for (const std::string& fault : faultsOf(drawn, options)) ADD_FAILURE() << width << " mm: " << fault;
    QStringList words;
    for (const DrawnText& text : drawn.texts) words << text.words;
    for (const char* part : {"In order of address", "Set by set", "Two groups of pairs", "4 ways", "32 sets"})
      EXPECT_EQ(words.count(part), 1) << width << " mm: " << part;
  }
}

// Sets of unequal height are the subject of figure 10 of the 2014 paper, so they are shown in a column, too.
TEST(TlbFigureInAColumn, ShowsEverySet) {
  const FigureOutcome made = tlbFigure(wholeSession("model:gtx560ti"));
  ASSERT_TRUE(made) << made.error.toStdString();
  for (const double width : kTextWidths) {
    FigureOptions options;
    options.caption = true;
    options.width_mm = width;
    options.caption = false;
    QStringList words;
    for (const DrawnText& text : drawFigure(*made.figure, options).texts) words << text.words;
    EXPECT_TRUE(words.contains("7 sets of different size: 1 of 17, 6 of 8 ways")) << width << ' ' << words.join("|").toStdString();
    EXPECT_EQ(words.count("17"), 1) << width;
    EXPECT_GE(words.count("8"), 6) << width;
  }
}

// In a cache with LRU, the measured and the predicted curve are one. The prediction is painted last, so that its dashes are seen.
TEST(MissRateFigure, shows_what_lru_would_miss_also_where_that_is_what_was_measured) {
  const FigureOutcome made = makeFigure(QStringLiteral("miss-rate"), wholeSession("model:k20c"));
  ASSERT_TRUE(made) << made.error.toStdString();
  const Palette palette = paperStyle().palette;
  const std::vector<DrawnMark> marks = drawFigure(*made.figure, {}).marks;
  const auto last = [&](const QColor& colour) {
    std::ptrdiff_t at = -1;
    for (std::size_t i = 0; i < marks.size(); ++i)
      if (!marks[i].filled && marks[i].colour == colour && marks[i].lines.size() > 20) at = static_cast<std::ptrdiff_t>(i);
    return at;
  };
  const auto measured = last(mixed(palette.miss, palette.card, 0.6)), lru = last(palette.ink);
  ASSERT_GE(measured, 0);
  EXPECT_GT(lru, measured);
}

// A discovery makes chases, and may say of a cache that chases don't tell its sets. That says nothing of what trials would show.
TEST(ConflictFigure, of_a_session_without_trials_names_the_probe_that_makes_them) {
  const FigureOutcome none = makeFigure(QStringLiteral("conflict-matrix"), wholeSession("model:gtx560ti"));
  EXPECT_FALSE(none);
  EXPECT_TRUE(none.error.contains("run the probe conflicts first")) << none.error.toStdString();
}

// The next TLB may have the pages that one TLB does not cover. So the page table is not always read beyond the reach of a TLB.
TEST(TlbFigureInAColumn, of_one_tlb_shows_how_far_the_others_reach) {
  const Session& session = wholeSession("model:gtx560ti");
  for (const char* chosen : {"l1_tlb", "l2_tlb"}) {
    const FigureOutcome made = tlbFigure(session, {.cache = QLatin1String(chosen)});
    ASSERT_TRUE(made) << made.error.toStdString();
    QStringList words;
    for (const DrawnText& text : drawFigure(*made.figure, {.caption = true}).texts) words << text.words;
    for (const char* text : {"L1 TLB", "L2 TLB", "reach 32 MiB", "reach 130 MiB"})
      EXPECT_TRUE(words.contains(QLatin1String(text))) << chosen << ": no " << text << " in " << words.join("|").toStdString();
    EXPECT_EQ(words.filter(" entries").size(), 2)
        << chosen << ' ' << words.join("|").toStdString();  // entries of the chosen TLB, above and in the caption
  }
}

TEST(Page, ALongCaptionMakesTheFigureHigherAndTheDrawingNoSmaller) {
  const FigureOutcome made = tlbFigure(wholeSession("model:gtx560ti"));
  ASSERT_TRUE(made) << made.error.toStdString();
  FigureOptions without, with;
  with.caption = true;
  const FigurePage bare = layOutPage(*made.figure, without), whole = layOutPage(*made.figure, with);
  EXPECT_GT(whole.caption, 0);
  EXPECT_EQ(whole.size.height() - whole.caption, bare.size.height());
}

TEST(SharesOfWays, say_what_the_colours_of_their_bars_mean) {
  for (const auto& [name, made] : allFigures("model:gtx560ti")) {
    if (name != QLatin1String("way-probability")) continue;
    ASSERT_TRUE(made) << made.error.toStdString();
    QStringList words;
    for (const DrawnText& text : drawFigure(*made.figure, {}).texts) words << text.words;
    for (const char* word : {"a way", "the way that is replaced most often", "95 % interval"})
      EXPECT_EQ(words.count(word), 1) << word << " is not in " << words.join('|').toStdString();
    FigureOptions without;
    without.legend = LegendPlace::none;
    for (const DrawnText& text : drawFigure(*made.figure, without).texts) EXPECT_NE(text.words, "a way");
    return;
  }
  FAIL() << "no shares of ways";
}

}  // namespace
}  // namespace chasescope
