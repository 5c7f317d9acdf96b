// The settings of a figure, and the rules for files that exist already.
#include "widgets/figure/figure_options.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

class Words final : public FigureContent {
 public:
  QString title() const override { return "Words"; }
  QString caption() const override { return "None."; }
  double heightFor(double /*width_mm*/, const PlotStyle& /*paper*/) const override { return 40; }
  FigureTraits traits() const override { return {.x_unit = "bytes", .panels = {"one", "two"}}; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [style](QCPPainter& painter, const QRectF& area) {
      painter.setFont(style.small());
      painter.setPen(style.palette.miss);
      painter.drawText(area, Qt::TextDontClip, "12 bytes");
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override { write("a\n1\n"); }
  nlohmann::json provenance() const override { return nlohmann::json::object(); }
};

TEST(FigureOptions, understands_lengths) {
  EXPECT_DOUBLE_EQ(lengthFrom("88.9").value_or(0), 88.9);
  EXPECT_DOUBLE_EQ(lengthFrom(" 84 mm ").value_or(0), 84);
  EXPECT_DOUBLE_EQ(lengthFrom("8.4cm").value_or(0), 84);
  EXPECT_DOUBLE_EQ(lengthFrom("3.5in").value_or(0), 88.9);
  EXPECT_NEAR(lengthFrom("241.15pt").value_or(0), 84.75, 0.01) << "points of TeX";
  EXPECT_NEAR(lengthFrom("252bp").value_or(0), 88.9, 0.01) << "points of PostScript";
  for (const char* none : {"", "mm", "-3", "3 miles", "1e3", "nan", "88,9"}) EXPECT_FALSE(lengthFrom(none)) << none;
}

TEST(FigureOptions, sets_a_venue_as_its_authors_guide_does) {
  ASSERT_NE(venueNamed("ieee"), nullptr);
  EXPECT_EQ(venueNamed("nature"), nullptr);
  const FigureOptions column = setFor(*venueNamed("ieee"), false), page = setFor(*venueNamed("ieee"), true);
  EXPECT_DOUBLE_EQ(column.width_mm, 88.9);
  EXPECT_DOUBLE_EQ(page.width_mm, 181.9);
  EXPECT_EQ(column.face, Face::times);
  for (const Venue& venue : venues())
    for (const bool whole : {false, true}) {
      FigureOptions options = setFor(venue, whole);
      options.face = Face::inter;  // the other fonts may not be installed
      EXPECT_TRUE(optionsProblem(options).isEmpty()) << venue.name << ": " << optionsProblem(options).toStdString();
      EXPECT_LE(venue.column_mm, venue.page_mm) << venue.name;
    }
}

TEST(FigureOptions, sets_no_type_smaller_than_six_points) {
  FigureOptions options;
  options.font_pt = kLeastType;
  const PlotStyle style = paperStyle(options);
  for (const QFont& font : {style.text(), style.small(), style.number(), style.words(3)})
    EXPECT_GE(font.pixelSize(), kLeastType * kUnitsPerPoint);
}

TEST(FigureOptions, names_the_package_of_a_font_that_is_not_here) {
  for (const FaceEntry& face : faces()) {
    const QString why = faceProblem(face.face);
    EXPECT_TRUE(why.isEmpty() || (face.package != nullptr && why.contains(face.package))) << why.toStdString();
  }
  EXPECT_TRUE(faceProblem(Face::inter).isEmpty());
}

TEST(FigureOptions, draws_grey_without_a_colour_and_tells_curves_apart_by_their_lines) {
  const Palette& grey = greyPalette();
  for (std::size_t level = 0; level < 6; ++level) {
    const QColor colour = levelColour(level, grey);
    EXPECT_TRUE(colour.red() == colour.green() && colour.green() == colour.blue());
    for (std::size_t other = 0; other < level; ++other)
      EXPECT_NE(curvePen(level, grey.ink, 1, grey).dashPattern(), curvePen(other, grey.ink, 1, grey).dashPattern());
  }
  EXPECT_GT(qGray(grey.hit.rgb()) - qGray(grey.miss.rgb()), 80) << "a hit is pale and a miss dark";
  EXPECT_EQ(curvePen(3, grey.ink, 1, lightPalette()).style(), Qt::SolidLine);
  EXPECT_LT(heat(0, grey).red(), heat(1, grey).red());
  FigureOptions options;
  options.grey = true;
  const QString svg = QString::fromUtf8(figureBytes(Words(), options, FigureFormat::svg));
  EXPECT_TRUE(svg.contains("#111111")) << "the miss in black";
  EXPECT_FALSE(svg.contains(lightPalette().miss.name()));
}

TEST(FigureOptions, refuses_what_a_figure_does_not_have) {
  const Words figure;
  FigureChoice choice;
  EXPECT_TRUE(choiceProblem(figure, choice).isEmpty());
  choice.sight.x.from = 4;
  choice.panel = 1;
  EXPECT_TRUE(choiceProblem(figure, choice).isEmpty());
  choice.panel = 2;
  EXPECT_TRUE(choiceProblem(figure, choice).contains("one, two"));
  choice = {};
  choice.sight.y.to = 4;
  EXPECT_TRUE(choiceProblem(figure, choice).contains("vertical"));
}

// The words are some 160 points wide in type of 36.
TEST(FigureOptions, names_the_width_and_the_type_that_have_room) {
  const Words figure;
  FigureOptions options;
  options.width_mm = 40;
  EXPECT_TRUE(fitProblem(figure, options).isEmpty());
  options.font_pt = 36;
  const QString fault = fitProblem(figure, options);
  const auto named = [&](const char* option) {
    return QRegularExpression(QLatin1String(option) + QStringLiteral(" ([0-9.]+)")).match(fault).captured(1).toDouble();
  };
  ASSERT_GT(named("--width"), 40) << fault.toStdString();
  ASSERT_GE(named("--type"), kLeastType) << fault.toStdString();
  FigureOptions wider = options, narrower = options, smaller = options;
  wider.width_mm = named("--width");
  narrower.width_mm = named("--width") - 2;
  smaller.font_pt = named("--type");
  EXPECT_TRUE(fitProblem(figure, wider).isEmpty());
  EXPECT_FALSE(fitProblem(figure, narrower).isEmpty());
  EXPECT_TRUE(fitProblem(figure, smaller).isEmpty());
}

TEST(FigureOptions, cuts_axes_to_what_is_asked) {
  CurveAxes axes;
  axes.x = {0, 100, 1024, 1048576};
  axes.y.y1 = 500;
  EXPECT_FALSE(partOf(axes, {}).y.part);
  const CurveAxes part = partOf(axes, {.x = {4096.0, 65536.0}, .y = {std::nullopt, 200.0}});
  EXPECT_DOUBLE_EQ(part.x.from, 4096);
  EXPECT_DOUBLE_EQ(part.y.y1, 200);
  EXPECT_TRUE(part.y.part && part.y.part_y);
  EXPECT_LT(partOf(axes, {.x = {1e9, std::nullopt}, .y = {}}).x.from, partOf(axes, {.x = {1e9, std::nullopt}, .y = {}}).x.to);
}

TEST(FigureOptions, overwrites_only_what_says_the_same) {
  const QTemporaryDir folder;
  const QString path = folder.filePath("words");
  const auto write = [&](double width, bool force) {
    FigureOptions options;
    options.width_mm = width;
    return exportFigure(Words(), options, path, {FigureFormat::pdf, FigureFormat::svg}, force);
  };
  const ExportOutcome first = write(84, false);
  ASSERT_TRUE(first) << first.error.toStdString();
  EXPECT_EQ(first.files.size(), 4);
  EXPECT_TRUE(write(84, false)) << "the same again";
  const auto bytes = [&](const char* ending) {
    QFile file(path + ending);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
  };
  const QByteArray before = bytes(".pdf"), json = bytes(".json");
  const ExportOutcome other = write(120, false);
  EXPECT_TRUE(other.error.contains("words.pdf") && other.error.contains("--force")) << other.error.toStdString();
  EXPECT_EQ(bytes(".pdf"), before);
  EXPECT_EQ(bytes(".json"), json);
  EXPECT_TRUE(write(120, true));
  EXPECT_NE(bytes(".pdf"), before);
}

}  // namespace
}  // namespace chasescope
