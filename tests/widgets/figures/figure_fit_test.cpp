// A figure that has no room is refused with a width that has enough: every figure of a device in the sizes that papers ask for.
#include "widgets/figure/figure_fit.h"

#include <gtest/gtest.h>

#include <QRegularExpression>
#include <array>

#include "engine/session/session_file.h"
#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_export.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

struct Setting {
  double width_mm, font_pt;
};
constexpr std::array kSettings{Setting{84, 6}, Setting{84, 10}, Setting{40, 6}, Setting{177.8, 8}};

FigureOptions optionsOf(const Setting& setting) {
  FigureOptions options;
  options.width_mm = setting.width_mm;
  options.font_pt = setting.font_pt;
  return options;
}

/// The texts that can't be read: cut, beyond the page, smaller than print needs, or over another text by more than a hair.
std::vector<std::string> unreadable(const FigureContent& figure, const FigureOptions& options) {
  const DrawnFigure drawn = drawFigure(figure, options);
  const QRectF page(QPointF(0, 0), drawn.page.size);
  constexpr double kHair = 2;
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < drawn.texts.size(); ++i) {
    const DrawnText& text = drawn.texts[i];
    const QRectF ink = text.box.adjusted(kHair, kHair, -kHair, -kHair);
    if (text.cut || !page.contains(ink)) faults.push_back(text.words.toStdString() + " is cut");
    if (text.points < kLeastType - 0.01) faults.push_back(text.words.toStdString() + " is too small");
    for (std::size_t j = 0; j < i; ++j)
      if (ink.intersects(drawn.texts[j].box.adjusted(kHair, kHair, -kHair, -kHair)))
        faults.push_back(text.words.toStdString() + " lies over " + drawn.texts[j].words.toStdString());
  }
  return faults;
}

double numberAfter(const QString& sentence, const char* option) {
  return QRegularExpression(QLatin1String(option) + QStringLiteral(" ([0-9.]+)")).match(sentence).captured(1).toDouble();
}

class FigureFit : public testing::TestWithParam<std::string> {};

TEST_P(FigureFit, is_readable_or_refused_with_a_width_that_is) {
  int refused = 0, drawn = 0;
  for (const auto& [name, made] : allFigures(GetParam())) {
    if (!made || name.contains(QLatin1Char('.'))) continue;  // each figure once, as it is by itself
    for (const Setting& setting : kSettings) {
      const FigureOptions options = optionsOf(setting);
      const std::string where =
          name.toStdString() + " at " + std::to_string(setting.width_mm) + " mm in " + std::to_string(setting.font_pt) + " points";
      const QString fault = fitProblem(*made.figure, options);
      if (fault.isEmpty()) {
        ++drawn;
        for (const std::string& each : unreadable(*made.figure, options)) ADD_FAILURE() << where << ": " << each;
        continue;
      }
      ++refused;
      const double width = numberAfter(fault, "--width"), type = numberAfter(fault, "--type");
      ASSERT_GT(width, setting.width_mm) << where << ": " << fault.toStdString();
      FigureOptions wider = options;
      wider.width_mm = width;
      EXPECT_EQ(fitProblem(*made.figure, wider), QString()) << where;
      if (type == 0) continue;
      FigureOptions smaller = options;
      smaller.font_pt = type;
      EXPECT_LT(type, setting.font_pt) << where;
      EXPECT_EQ(fitProblem(*made.figure, smaller), QString()) << where;
    }
  }
  EXPECT_GT(refused, 0) << "40 mm are too little for some";
  EXPECT_GT(drawn, 2 * refused) << "most of them have room";
}

INSTANTIATE_TEST_SUITE_P(Devices, FigureFit, testing::Values("model:gtx560ti", "recording:h100"),
                         [](const auto& one) { return one.param == "model:gtx560ti" ? "fermi" : "hopper"; });

FigurePtr hopperFigure(const QString& wanted) {
  for (const auto& [name, made] : allFigures("recording:h100"))
    if (name == wanted) return made.figure;
  return nullptr;
}

// 512 sets have no room for the numbers of their lines in any width of a page; boxes without numbers would tell nothing.
TEST(SetsOnPaper, have_numbers_in_every_width) {
  const FigurePtr figure = hopperFigure("set-map");
  ASSERT_NE(figure, nullptr);
  for (const double width : {60.0, 84.0, 88.9, 130.0, 177.8}) {
    FigureOptions options = optionsOf({width, 8});
    ASSERT_EQ(fitProblem(*figure, options), QString()) << width;
    std::size_t numbers = 0;
    bool says_what_is_left_out = false;
    for (const DrawnText& text : drawFigure(*figure, options).texts) {
      numbers += QRegularExpression("^1,[0-9]{3}$").match(text.words).hasMatch() ? 1 : 0;
      says_what_is_left_out = says_what_is_left_out || text.words.contains("of 512 sets");
    }
    EXPECT_GE(numbers, 8U) << width;  // two of the four lines of each set, in at least four sets
    EXPECT_TRUE(says_what_is_left_out) << width;
  }
}

// A bit of an address in the colour of the far half would be taken for a block of it.
TEST(HalvesOnPaper, show_deciding_bits_as_nothing_else) {
  const FigurePtr figure = hopperFigure("memory-halves");
  ASSERT_NE(figure, nullptr);
  const DrawnFigure drawn = drawFigure(*figure, optionsOf({84, 8}));
  std::size_t discs = 0;
  for (const DrawnMark& mark : drawn.marks) discs += mark.filled && mark.lines.size() > 8 ? 1 : 0;
  EXPECT_EQ(discs, 10U) << "bits 12, 13, 16, 17, 19, 23, 24, 25 and 26, and the one of the legend";
  for (const DrawnMark& mark : drawn.marks) {
    if (!mark.filled || mark.lines.size() <= 8) continue;
    for (const DrawnMark& other : drawn.marks)
      EXPECT_FALSE(other.filled && other.lines.size() <= 8 && other.colour == mark.colour) << "a block in the colour of a bit";
  }
}

/// How many rows of the boxes the texts "and 3 more in the CSV" leave out.
int leftOut(const DrawnFigure& drawn) {
  int rows = 0;
  for (const DrawnText& text : drawn.texts)
    if (const auto told = QRegularExpression("^and ([0-9]+) more").match(text.words); told.hasMatch())
      rows += told.captured(1).toInt();
  return rows;
}

TEST(MemoryDiagramOnASlide, has_every_row_or_says_how_many_are_left_out) {
  const FigurePtr figure = hopperFigure("memory-diagram");
  ASSERT_NE(figure, nullptr);
  const FigureOptions slide = setFor(*venueNamed("slide"), true);
  FigureOptions natural = slide;
  natural.height_mm = 0;
  const DrawnFigure all = drawFigure(*figure, natural);
  EXPECT_EQ(leftOut(all), 0);
  ASSERT_EQ(fitProblem(*figure, slide), QString());
  const DrawnFigure drawn = drawFigure(*figure, slide);
  // Smaller type, and every row that is not there is counted in its box. A row has a name and a value.
  const auto boxes = std::count_if(drawn.texts.begin(), drawn.texts.end(),
                                   [](const DrawnText& text) { return text.words.startsWith(QStringLiteral("and ")); });
  EXPECT_GE(static_cast<long>(drawn.texts.size()) - boxes + 2 * leftOut(drawn), static_cast<long>(all.texts.size()));
  EXPECT_LT(leftOut(drawn), 10);
  for (const DrawnText& text : drawn.texts) EXPECT_GE(text.points, 9) << text.words.toStdString();
  // So low that no readable type is small enough: what is missing is told in words.
  FigureOptions low = slide;
  low.height_mm = 110;
  EXPECT_GT(leftOut(drawFigure(*figure, low)), leftOut(drawn));
}

// A height that has no room for half a line of text and the curve below it is refused, with the height that is needed.
TEST(FitOfAHeight, names_the_height) {
  for (const auto& [name, made] : allFigures("model:gtx560ti")) {
    if (name != QLatin1String("latency-spectrum")) continue;
    ASSERT_TRUE(made);
    FigureOptions options;
    options.height_mm = 20;
    const QString fault = fitProblem(*made.figure, options);
    ASSERT_GT(numberAfter(fault, "--height"), 20) << fault.toStdString();
    options.height_mm = numberAfter(fault, "--height");
    EXPECT_EQ(fitProblem(*made.figure, options), QString());
  }
}

FigureOptions slideWithCaption() {
  FigureOptions slide = setFor(*venueNamed("slide"), true);
  slide.caption = true;
  return slide;
}

class FigureOnASlide : public testing::TestWithParam<std::string> {};

TEST_P(FigureOnASlide, has_room_with_its_caption) {
  for (const auto& [name, made] : allFigures(GetParam())) {
    if (!made || name.contains(QLatin1Char('.'))) continue;
    const FigureOptions options = withFittingType(*made.figure, slideWithCaption());
    EXPECT_EQ(fitProblem(*made.figure, options), QString()) << name.toStdString();
    EXPECT_GE(options.font_pt, 12) << name.toStdString() << ": the last row of a room reads no smaller type";
    EXPECT_EQ(options.height_mm, 190.5) << name.toStdString();
    for (const std::string& each : unreadable(*made.figure, options)) ADD_FAILURE() << name.toStdString() << ": " << each;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, FigureOnASlide, testing::Values("model:gtx560ti", "model:gtx780", "recording:h100"),
                         [](const auto& one) { return QString::fromStdString(one.param).section(u':', 1).toStdString(); });

TEST(MarksOnASlide, grow_with_the_type) {
  const PlotStyle paper = paperStyle(FigureOptions()), slide = paperStyle(slideWithCaption());
  EXPECT_NEAR(slide.px(6) / paper.px(6), slide.em(6) / paper.em(6), 1e-9);
  EXPECT_NEAR(slide.line(1), 1.25 * kUnitsPerPoint, 1e-9) << "lines have the width that the venue says";
  EXPECT_NEAR(slide.leastPixels * slide.unit, kLeastType * kUnitsPerPoint, 1e-9);
  FigureOptions small;
  small.font_pt = kLeastType;
  EXPECT_EQ(paperStyle(small).px(6), paper.px(6)) << "marks smaller than a paper's are lost in print";
}

TEST(TlbsOnASlide, lose_no_panel) {
  for (const auto& [name, made] : allFigures("model:gtx560ti")) {
    if (name != QLatin1String("tlb")) continue;
    ASSERT_TRUE(made);
    for (const bool caption : {false, true}) {
      FigureOptions options = slideWithCaption();
      options.caption = caption;
      QStringList words;
      for (const DrawnText& text : drawFigure(*made.figure, withFittingType(*made.figure, options)).texts) words << text.words;
      EXPECT_TRUE(words.contains("Reach of each TLB"));
      EXPECT_EQ(words.filter("Array N").size(), 2);
    }
    // A type that a person names is kept, and what has no room in it is told rather than left out.
    FigureOptions kept = slideWithCaption();
    kept.least_font_pt = 0;
    EXPECT_EQ(withFittingType(*made.figure, kept), kept);
    EXPECT_NE(fitProblem(*made.figure, kept), QString());
  }
}

TEST(LoadOnPaper, no_grid_line_runs_through_words) {
  const auto session = read_session(CHASESCOPE_SOURCE_DIR "/tests/recordings/h200-load.cbor");
  ASSERT_TRUE(session) << session.error().message;
  const FigurePtr figure = makeFigure(QStringLiteral("load"), *session).figure;
  ASSERT_NE(figure, nullptr);
  for (const double width : {84.0, 88.9, 177.8}) {
    const DrawnFigure drawn = drawFigure(*figure, optionsOf({width, 8}));
    const auto found = std::find_if(drawn.texts.begin(), drawn.texts.end(),
                                    [](const DrawnText& text) { return text.words.startsWith("single load"); });
    ASSERT_NE(found, drawn.texts.end());
    const auto ground = std::find_if(drawn.marks.begin(), drawn.marks.begin() + static_cast<std::ptrdiff_t>(found->before),
                                     [&](const DrawnMark& mark) { return mark.filled && mark.box.contains(found->box); });
    ASSERT_NE(ground, drawn.marks.begin() + static_cast<std::ptrdiff_t>(found->before)) << width;
    for (auto mark = ground + 1; mark != drawn.marks.begin() + static_cast<std::ptrdiff_t>(found->before); ++mark)
      for (const QLineF& line : mark->lines)
        EXPECT_FALSE(QRectF(line.p1(), line.p2()).normalized().adjusted(-0.1, -0.1, 0.1, 0.1).intersects(found->box)) << width;
  }
}

}  // namespace
}  // namespace chasescope
