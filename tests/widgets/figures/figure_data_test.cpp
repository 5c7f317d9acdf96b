// The data behind figures, as tables that programs read; and the layout of figures, which is the same at every resolution.
#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "tests/widgets/figures/device_sessions.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_page.h"
#include "widgets/registry/figure_list.h"

namespace chasescope {
namespace {

/// The fields of one line by RFC 4180.
QStringList fieldsOf(const QByteArray& line) {
  QStringList fields{QString()};
  bool quoted = false;
  for (const QChar c : QString::fromUtf8(line)) {
    if (c == u'"')
      quoted = !quoted;
    else if (c == u',' && !quoted)
      fields << QString();
    else
      fields.back() += c;
  }
  return fields;
}

class FigureData : public testing::TestWithParam<std::string> {};

TEST_P(FigureData, every_row_has_its_columns_and_plain_numbers) {
  static const QRegularExpression separated(QStringLiteral("[0-9],[0-9]{3}"));
  std::size_t rows = 0;
  for (const auto& [name, made] : allFigures(wholeSession(GetParam()))) {
    if (!made) continue;
    QByteArray table;
    made.figure->writeCsv([&](const QByteArray& lines) {
      table += lines;
      return true;
    });
    const QList<QByteArray> lines = table.trimmed().split('\n');
    const qsizetype columns = fieldsOf(lines.front()).size();
    for (const QByteArray& line : lines) {
      const QStringList fields = fieldsOf(line);
      ASSERT_EQ(fields.size(), columns) << name.toStdString() << ": " << line.toStdString();
      for (const QString& field : fields)
        ASSERT_FALSE(separated.match(field).hasMatch()) << name.toStdString() << ": " << line.toStdString();
      ++rows;
    }
  }
  EXPECT_GT(rows, 1000U);
}

// Memory takes 1,245 cycles on the GTX 560 Ti, a number that could be written with a comma. The GTX 280 has no cache in front of
// its memory.
INSTANTIATE_TEST_SUITE_P(Devices, FigureData, testing::Values("model:gtx560ti", "model:gtx280"),
                         [](const auto& one) { return one.param.substr(one.param.find(':') + 1); });

// A file may have anything in place of a condition: no figure may rest on its type.
TEST(FigureConditions, of_other_types_are_no_reason_to_end) {
  for (const char* device : {"model:gtx560ti", "recording:h100"})
    for (const char* other : {"7", "null", "\"word\"", "[1, \"a\"]"}) {
      Session session = wholeSession(device);
      for (Finding& finding : session.findings)
        for (auto& condition : finding.conditions) condition = nlohmann::json::parse(other);
      EXPECT_NO_THROW({
        for (const NamedFigure& figure : allFigures(session)) {
          if (!figure.outcome) continue;
          drawFigure(*figure.outcome.figure, {});
          figure.outcome.figure->writeCsv([](const QByteArray&) { return true; });
        }
      }) << device
         << " with conditions " << other;
    }
}

/// The mean difference of two pictures of one size, in levels of grey.
double differenceOf(const QImage& a, const QImage& b) {
  double sum = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
  return sum / a.width() / a.height();
}

/// The drawing alone, without the caption, which is longer at a coarse resolution.
QImage withoutCaption(const QImage& picture, const FigurePage& page) {
  const double drawn = static_cast<double>(page.size.height() - page.caption) / page.size.height();
  return picture.copy(0, 0, picture.width(), qRound(picture.height() * drawn));
}

TEST(FigureInDots, is_laid_out_alike_however_many_there_are) {
  constexpr double kAlike = 5;  // levels of grey, for edges are smoothed a little differently
  QTemporaryDir folder;
  const auto picture = [&](const FigureContent& figure, int dpi) {
    FigureOptions options;
    options.caption = true;
    options.dpi = dpi;
    options.csv = options.provenance = false;
    const QString path = folder.filePath("a.png");
    EXPECT_TRUE(exportFigure(figure, options, path, FigureFormat::png));
    return QImage(path);
  };
  const auto expectAlike = [&](const FigureContent& figure, const std::string& name) {
    const QImage fine = picture(figure, 300);
    for (const int dpi : {72, 110, 150}) {
      const QImage coarse = picture(figure, dpi);
      FigureOptions options;
      options.caption = true;
      options.dpi = dpi;
      const FigurePage page = layOutPage(figure, options, FigureFormat::png);
      const bool isLonger = !page.coarse.isEmpty();
      const QImage drawn = isLonger ? withoutCaption(coarse, page) : coarse;
      const QImage smaller = (isLonger ? withoutCaption(fine, layOutPage(figure, {.caption = true})) : fine)
                                 .scaled(drawn.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
      EXPECT_LT(differenceOf(drawn, smaller), kAlike) << name << " at " << dpi << " dpi";
    }
  };
  for (const auto& [name, made] : allFigures(wholeSession("model:gtx560ti")))
    if (made) expectAlike(*made.figure, name.toStdString());
  // 512 cells beside each other are more than the dots at 150 to the inch, so that some cells would share a dot.
  auto device = open_device("model:gtx560ti");
  ASSERT_TRUE(device);
  const auto report =
      find_probe("fine-grained")->run(**device, {{"space", "global.ca"}, {"bytes", "64KiB"}, {"stride", "128"}}, {});
  ASSERT_TRUE(report);
  Session session;
  session.device = (*device)->description();
  session.runs = report->runs;
  session.findings = report->findings;
  const FigurePtr cells = makeFigure("miss-pattern", session).figure;
  expectAlike(*cells, "512 cells");
  for (const auto& [dpi, mixes] : {std::pair{72, true}, {150, true}, {300, false}, {600, false}}) {
    FigureOptions options;
    options.caption = true;
    options.dpi = dpi;
    EXPECT_EQ(layOutPage(*cells, options, FigureFormat::png).coarse.contains(QStringLiteral("%1 dots per inch").arg(dpi)), mixes)
        << dpi;
    EXPECT_TRUE(layOutPage(*cells, options, FigureFormat::svg).coarse.isEmpty()) << dpi;
  }
}

TEST(FigureAxes, have_a_number_at_every_line_of_the_grid) {
  // The axis of this figure ends at 400 cycles, with a line of the grid.
  const FigureOutcome made = makeFigure("scope", probeSession("model:c2070", "fine-grained"));
  ASSERT_TRUE(made) << made.error.toStdString();
  FigureOptions options;
  options.caption = true;
  options.width_mm = 88.9;
  QStringList words;
  for (const DrawnText& text : drawFigure(*made.figure, options).texts) words << text.words;
  for (const char* number : {"0", "100", "200", "300", "400"}) EXPECT_TRUE(words.contains(number)) << words.join("|").toStdString();
}

TEST(SpectrumFigure, says_of_what_near_and_far_are) {
  const FigureOutcome made = makeFigure("latency-spectrum", probeSession("model:h100", "spectrum"));
  ASSERT_TRUE(made) << made.error.toStdString();
  FigureOptions options;
  options.caption = true;
  options.width_mm = 177.8;
  QStringList words;
  for (const DrawnText& text : drawFigure(*made.figure, options).texts) words << text.words;
  EXPECT_TRUE(words.contains("near slice")) << words.join("|").toStdString();
  EXPECT_FALSE(words.contains("near"));
  EXPECT_TRUE(made.figure->caption().contains("slices of the L2 in its column"));
}

TEST(FigureWithoutCache, calls_nothing_a_hit) {
  // Global loads of this card go straight to memory.
  const Session session = probeSession("model:gtx280", "fine-grained");
  for (const char* name : {"scope", "miss-pattern"}) {
    const FigureOutcome made = makeFigure(name, session);
    ASSERT_TRUE(made) << made.error.toStdString();
    QByteArray table;
    made.figure->writeCsv([&](const QByteArray& lines) {
      table += lines;
      return true;
    });
    const QList<QByteArray> lines = table.trimmed().split('\n');
    ASSERT_GT(lines.size(), 1);
    EXPECT_TRUE(lines[0].endsWith(",miss"));
    for (const QByteArray& line : lines.mid(1)) ASSERT_TRUE(line.endsWith(',')) << name << ": " << line.toStdString();
  }
  EXPECT_TRUE(makeFigure("miss-pattern", session).figure->caption().contains("levels are named by their cycles"));
}

}  // namespace
}  // namespace chasescope
