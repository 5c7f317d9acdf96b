// The choices that a figure offers: limits and scales of axes, panels, letters, legends.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/figure/figure_page.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

FigurePtr figure(const char* name, const FigureChoice& choice = {}, const char* device = "model:gtx560ti") {
  const FigureOutcome made = makeFigure(QString::fromLatin1(name), wholeSession(device), choice);
  EXPECT_TRUE(made) << name << ": " << made.error.toStdString();
  return made.figure;
}

QStringList wordsOf(const FigureContent& figure, const FigureOptions& options = {}) {
  QStringList words;
  for (const DrawnText& text : drawFigure(figure, options).texts) words << text.words;
  return words;
}

TEST(LogTicks, are_powers_of_ten_with_as_many_between_as_have_room) {
  EXPECT_EQ(logTicks(1, 100, 8), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
  EXPECT_EQ(logTicks(1, 100'000, 8), (std::vector<double>{1, 10, 100, 1'000, 10'000, 100'000}));
  const std::vector<double> narrow = logTicks(410, 480, 6);
  EXPECT_GE(narrow.size(), 3U) << "within a factor of two, even steps";
  EXPECT_GE(narrow.front(), 410);
}

TEST(PlainAxes, logarithmic_ones_have_each_factor_as_high_as_the_next) {
  PlainAxes axes;
  axes.plot = QRectF(0, 0, 300, 300);
  axes.x0 = axes.y0 = 1;
  axes.x1 = axes.y1 = 1000;
  axes.log_x = axes.log_y = true;
  EXPECT_NEAR(axes.toX(10), 100, 1e-9);
  EXPECT_NEAR(axes.toX(100), 200, 1e-9);
  EXPECT_NEAR(axes.toY(100), 100, 1e-9);
  EXPECT_NEAR(axes.fromX(100), 10, 1e-9);
  EXPECT_NEAR(axes.toY(0), 300, 1e-9) << "what has no logarithm lies at the end";
}

TEST(FigureChoice, refuses_a_part_of_an_axis_without_data_and_says_where_they_are) {
  const FigurePtr curve = figure("footprint-latency");
  FigureChoice choice;
  choice.sight.x = {1e12, 2e12};
  const QString beyond = choiceProblem(*curve, choice);
  EXPECT_TRUE(beyond.contains("between") && beyond.contains("iB")) << beyond.toStdString();
  choice.sight.x = {};
  choice.sight.y = {std::nullopt, 1.0};
  EXPECT_TRUE(choiceProblem(*curve, choice).contains("cycles"));
  choice.sight.y = {0.0, 1e6};
  EXPECT_EQ(choiceProblem(*curve, choice), QString());
}

TEST(FigureChoice, draws_logarithmic_axes_and_refuses_them_where_there_are_none) {
  FigureChoice choice;
  choice.sight.log_y = true;
  EXPECT_EQ(choiceProblem(*figure("footprint-latency"), choice), QString());
  EXPECT_TRUE(choiceProblem(*figure("memory-diagram"), choice).contains("can't be logarithmic"));
  const QStringList words = wordsOf(*figure("footprint-latency", choice));
  EXPECT_TRUE(words.contains("200") && words.contains("500")) << words.join('|').toStdString();
  EXPECT_FALSE(words.contains("0"));
  choice.sight.y.from = 0;
  EXPECT_TRUE(choiceProblem(*figure("footprint-latency"), choice).contains("above 0"));
  for (const char* curve : {"bank-latency", "stride-latency"}) {
    const FigurePtr made = figure(curve, {.sight = {.log_x = true, .log_y = true}});
    EXPECT_EQ(faultsOfFit(*made, {}), 0) << curve;
  }
}

// Figures that give their numbers alone are drawn with the same axes as the others.
TEST(FigureChoice, charts_show_a_part_of_their_axes_and_take_cursors) {
  FigureChoice choice;
  choice.sight.x = {4096, 204800};
  choice.sight.cursors = {32768.0, std::nullopt};
  const FigurePtr part = figure("instruction-caches", choice, "recording:h100");
  EXPECT_EQ(choiceProblem(*part, choice), QString());
  EXPECT_EQ(faultsOfFit(*part, {}), 0);
  const QStringList words = wordsOf(*part);
  EXPECT_TRUE(words.contains("64 KiB") && words.contains("A")) << words.join('|').toStdString();
  EXPECT_FALSE(words.contains("256 KiB") || words.contains("1 KiB")) << words.join('|').toStdString();

  choice = {};
  choice.sight.log_y = true;
  EXPECT_FALSE(wordsOf(*figure("staircase", choice, "recording:h100")).contains("0"));
  EXPECT_TRUE(choiceProblem(*figure("carveout-sizes", {}, "recording:h100"), choice).contains("can't be logarithmic"));

  choice = {};
  choice.sight.y = {400.0, 900.0};
  const FigurePtr both = figure("near-far-memory", {}, "recording:h100");
  EXPECT_TRUE(choiceProblem(*both, choice).contains("--panel"));
  choice.panel = 1;
  EXPECT_EQ(choiceProblem(*figure("near-far-memory", choice, "recording:h100"), choice), QString());
}

// A single panel is lower than the whole figure, and shows other words than the panel before it.
TEST(FigureChoice, shows_single_panels_and_letters) {
  for (const auto& [name, device] : {std::pair{"stride-latency", "model:gtx560ti"},
                                     {"tlb", "model:gtx560ti"},
                                     {"thread-latency", "recording:h100"},
                                     {"conflict-matrix", "recording:h100"},
                                     {"conflict-growth", "recording:h100"}}) {
    const FigurePtr whole = figure(name, {}, device);
    const QStringList panels = whole->traits().panels;
    ASSERT_GE(panels.size(), 2) << name;
    FigureOptions options;
    options.width_mm = 177.8;
    options.letters = true;
    EXPECT_EQ(partsProblem(*whole, options), QString());
    const QStringList lettered = wordsOf(*whole, options);
    for (qsizetype i = 0; i < panels.size(); ++i)
      EXPECT_EQ(lettered.count(QStringLiteral("(%1)").arg(QChar(u'a' + static_cast<char16_t>(i)))), 1) << name << ' ' << i;
    EXPECT_EQ(faultsOfFit(*whole, options), 0) << name << " with letters";
    std::vector<QStringList> seen;
    for (qsizetype i = 0; i < panels.size(); ++i) {
      const FigurePtr one = figure(name, {.panel = static_cast<int>(i)}, device);
      EXPECT_EQ(faultsOfFit(*one, {}), 0) << name << ' ' << i;
      // Panels that stand beside each other are wider by themselves, and so higher.
      if (name != std::string_view("conflict-growth")) {
        EXPECT_LT(layOutPage(*one, {}).height_mm, layOutPage(*whole, {}).height_mm + 0.1) << name << ' ' << i;
      }
      seen.push_back(wordsOf(*one));
    }
    for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_NE(seen[i], seen[i - 1]) << name << ' ' << i;
  }
  EXPECT_TRUE(partsProblem(*figure("memory-diagram"), {.letters = true}).contains("without panels"));
}

// A run that is asked for changes nothing in a figure for which the command refuses --run.
TEST(FigureChoice, a_run_means_nothing_where_none_can_be_chosen) {
  const Session& session = wholeSession("model:gtx560ti");
  std::map<std::string, std::string> last;  // the last run of each probe
  for (const RunPtr& run : session.runs)
    if (!run->auxiliary) last[run->probe] = run->id;
  ASSERT_GT(last.size(), 8U);
  std::size_t seen = 0;
  for (const QString& name : figureNames()) {
    const FigureOutcome plain = figureChoosesRun(name) ? FigureOutcome() : makeFigure(name, session);
    if (!plain) continue;
    ++seen;
    for (const auto& [probe, id] : last) {
      const FigureOutcome made = makeFigure(name, session, {.run = QString::fromStdString(id)});
      ASSERT_TRUE(made) << name.toStdString() << ", a run of " << probe;
      EXPECT_EQ(made.figure->provenance(), plain.figure->provenance()) << name.toStdString() << ", a run of " << probe;
    }
  }
  EXPECT_GT(seen, 3U);
  EXPECT_FALSE(figureChoosesRun("tlb"));
  EXPECT_TRUE(figureChoosesRun("scope") && figureChoosesRun("set-map"));
}

TEST(FigureChoice, puts_the_legend_where_it_is_wanted) {
  const std::vector<Session> two{wholeSession("model:gtx560ti"), wholeSession("model:gtx780")};
  const FigureOutcome over = makeFigureOfCards(QStringLiteral("footprint-latency"), two);
  ASSERT_TRUE(over) << over.error.toStdString();
  const auto nameAt = [&](LegendPlace place) {
    FigureOptions options;
    options.legend = place;
    EXPECT_EQ(partsProblem(*over.figure, options), QString());
    for (const DrawnText& text : drawFigure(*over.figure, options).texts)
      if (text.words == QLatin1String("GeForce GTX 780")) return std::optional(text.box);
    return std::optional<QRectF>();
  };
  const auto above = nameAt(LegendPlace::above), right = nameAt(LegendPlace::right), inside = nameAt(LegendPlace::inside);
  ASSERT_TRUE(above && right && inside);
  EXPECT_GT(right->left(), above->left());
  EXPECT_GT(inside->top(), above->top());
  EXPECT_FALSE(nameAt(LegendPlace::none));
  const auto below = nameAt(LegendPlace::below);
  ASSERT_TRUE(below);
  EXPECT_GT(below->top(), inside->bottom());
  const auto topLeft = nameAt(LegendPlace::top_left), bottomRight = nameAt(LegendPlace::bottom_right);
  ASSERT_TRUE(topLeft && bottomRight);
  EXPECT_LT(topLeft->left(), bottomRight->left());
  EXPECT_LT(topLeft->top(), bottomRight->top());
  EXPECT_GT(topLeft->top(), above->top());
  EXPECT_LT(bottomRight->bottom(), below->top());
  FigureOptions options;
  options.legend = LegendPlace::right;
  EXPECT_TRUE(partsProblem(*figure("bank-lanes"), options).contains("none"));
  EXPECT_TRUE(partsProblem(*figure("latency-spectrum"), options).contains("has no legend"));
}

TEST(GreyFigures, name_no_colour) {
  for (const auto& [name, made] : allFigures("recording:h100")) {
    if (!made) continue;
    const QString all = made.figure->caption() + wordsOf(*made.figure, {.grey = true}).join(QLatin1Char(' '));
    for (const char* colour : {"vermilion", "blue", "orange", "green", "purple"})
      EXPECT_FALSE(all.contains(QLatin1String(colour), Qt::CaseInsensitive)) << name.toStdString() << ": " << all.toStdString();
  }
}

}  // namespace
}  // namespace chasescope
