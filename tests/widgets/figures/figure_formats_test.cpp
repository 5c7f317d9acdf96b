// Figures in the formats that other programs read: TikZ and PGFPlots, matplotlib, EPS, SVG. Where such a program is installed, the
// test runs it on the files.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "widgets/figure/figure_export.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/formats/series_files.h"
#include "widgets/figure/formats/tex_text.h"
#include "widgets/figure/formats/text_anchors.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

constexpr int kMostMs = 120'000;  // LaTeX and matplotlib read many files when they run for the first time

/// A figure with everything that a format must be able to draw; with curves, with a map, or with neither.
class Sampler final : public FigureContent {
 public:
  enum class Has { drawing, curves, map };
  explicit Sampler(Has has = Has::drawing, int marks = 3) : has_(has), marks_(marks) {}
  QString title() const override { return "50 % of R&D_1 #2"; }
  QString caption() const override { return "A line\n\\input{evil} and its end."; }
  double heightFor(double /*width_mm*/, const PlotStyle& /*paper*/) const override { return 50; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      painter.setFont(style.text());
      painter.setPen(style.palette.ink);
      painter.drawText(QPointF(area.left() + 100, area.top() + 200), "50 % of R&D_1 #2 {x} \\y ~ ^ $ · 4 KiB ≤ µs²");
      painter.save();
      painter.translate(area.left() + 80, area.bottom() - 100);
      painter.rotate(-90);
      painter.drawText(QPointF(0, 0), "turned");
      painter.restore();
      painter.save();
      painter.setClipRect(QRectF(area.left() + 300, area.top() + 300, 400, 400));
      painter.setOpacity(0.5);
      painter.fillRect(QRectF(area.left(), area.top() + 250, 2000, 500), style.palette.hit);
      painter.restore();
      painter.setPen(QPen(style.palette.miss, 12, Qt::DashLine));
      for (int i = 0; i < marks_; ++i)
        painter.drawLine(QPointF(area.left(), area.top() + i % 500), QPointF(area.right(), area.bottom()));
      painter.fillRect(QRectF(area.right() - 400, area.top() + 300, 300, 300), QBrush(style.palette.miss, Qt::DiagCrossPattern));
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override { write("a,b,c\n1,1024,0.5\n2,2048,\n"); }
  nlohmann::json provenance() const override { return nlohmann::json::object(); }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    SeriesPanel panel{.title = "R&D_1 — 50 %",
                      .x = {.title = "Footprint", .scale = SeriesAxis::Scale::doubling, .bytes = true},
                      .y = {.title = "Cycles²", .from = 0}};
    if (has_ == Has::drawing) return {};
    if (has_ == Has::map) {
      panel.map = SeriesMap{.x = "a", .y = "b", .value = "c", .title = "Share"};
      return {panel};
    }
    DataSeries line{.name = "one, [of] {two}", .mark = DataSeries::Mark::cross, .colour = style.palette.miss};
    for (int i = 0; i < marks_; ++i)
      line.points.push_back({.x = 1024.0 * (1 + i), .y = 10.0 * i, .low = 10.0 * i - 1, .high = 10.0 * i + 2});
    SeriesPanel bars{.x = {.title = "Level", .names = {"L1 read", "L2"}}, .y = {.title = "Rate"}};
    bars.series.push_back({.line = DataSeries::Line::bars,
                           .colour = style.palette.hit,
                           .points = {{.x = 1, .y = 3, .low = 2.5, .high = 3.5}, {.x = 2, .y = 5}}});
    panel.series = {line, DataSeries{.name = "other",
                                     .line = DataSeries::Line::dashed,
                                     .colour = style.palette.ink,
                                     .points = {{.x = 1024, .y = 5}, {.x = 4096, .y = 7}}}};
    return {panel, bars};
  }

 private:
  Has has_;
  int marks_;
};

class FigureFormats : public testing::Test {
 protected:
  QByteArray read(const QString& name) const {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void put(const QString& name, const QByteArray& bytes) const {
    QFile file(folder.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }
  QString exported(const FigureContent& figure, FigureFormat format, const QString& name = "a") const {
    const ExportOutcome outcome = exportFigure(figure, {}, folder.filePath(name), {format}, true);
    return outcome.error;
  }
  /// The output of a program that failed; empty if it did not fail.
  std::string run(const QString& program, const QStringList& words) const {
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, words);
    if (!process.waitForFinished(kMostMs)) return "took too long";
    return process.exitCode() == 0 ? std::string() : process.readAll().right(3000).toStdString();
  }
  std::string latex(const QString& file) const { return run("pdflatex", {"-interaction=nonstopmode", "-halt-on-error", file}); }
  QTemporaryDir folder;
};

/// Why LaTeX can't be run; empty if it can.
std::string whyNoLatex() {
  if (QStandardPaths::findExecutable("pdflatex").isEmpty())
    return "pdflatex is not here (Debian: texlive-latex-recommended, texlive-pictures)";
  for (const char* file : {"standalone.cls", "pgfplots.sty"}) {
    QProcess find;
    find.start("kpsewhich", {file});
    if (!find.waitForFinished(kMostMs) || find.exitCode() != 0)
      return std::string(file) + " is not here (Debian: texlive-latex-extra, texlive-pictures)";
  }
  return {};
}

TEST_F(FigureFormats, tex_compiles_alone_and_inside_a_paper) {
  if (const std::string why = whyNoLatex(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_TRUE(QDir(folder.path()).mkdir("figures"));
  ASSERT_EQ(exported(Sampler(Sampler::Has::drawing), FigureFormat::tex, "figures/drawn"), QString());
  ASSERT_EQ(exported(Sampler(Sampler::Has::curves), FigureFormat::tex, "figures/curves"), QString());
  put("paper.tex",
      "\\documentclass[twocolumn]{article}\n\\usepackage{tikz}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n"
      "\\usepgfplotslibrary{groupplots}\n\\begin{document}\nBefore. \\input{figures/drawn.tex} \\input{figures/curves.tex} "
      "After.\n\\end{document}\n");
  EXPECT_EQ(latex("paper.tex"), "");
  EXPECT_EQ(latex("figures/drawn.tex"), "");
  QProcess::execute("cp", {folder.filePath("figures/curves-series.csv"), folder.path()});
  EXPECT_EQ(run("sh", {"-c", "cd figures && pdflatex -interaction=nonstopmode -halt-on-error curves.tex"}), "");
  EXPECT_TRUE(read("drawn.pdf").startsWith("%PDF"));
  EXPECT_TRUE(read("figures/curves.pdf").startsWith("%PDF"));
}

TEST_F(FigureFormats, tex_has_words_as_words_and_nothing_of_a_caption_but_a_comment) {
  ASSERT_EQ(exported(Sampler(), FigureFormat::tex), QString());
  const QByteArray tex = read("a.tex");
  EXPECT_TRUE(tex.contains("{50 \\% of R\\&D\\_1 \\#2 ")) << tex.toStdString();
  EXPECT_TRUE(tex.contains("rotate=90"));
  EXPECT_TRUE(tex.contains("\\clip"));
  EXPECT_TRUE(tex.contains("fill opacity=0.5"));
  EXPECT_TRUE(tex.contains("dash pattern=on"));
  for (const QByteArray& line : tex.split('\n'))
    if (line.contains("evil")) {
      EXPECT_TRUE(line.startsWith("% ")) << line.toStdString();
    }
}

TEST_F(FigureFormats, what_latex_has_no_room_for_is_refused) {
  EXPECT_TRUE(exported(Sampler(Sampler::Has::drawing, 40'000), FigureFormat::tex).contains("LaTeX has room"));
  EXPECT_FALSE(QFile::exists(folder.filePath("a.tex")));
}

TEST_F(FigureFormats, a_script_draws_the_data_beside_it) {
  ASSERT_EQ(exported(Sampler(Sampler::Has::curves), FigureFormat::py, "curves"), QString());
  ASSERT_EQ(exported(Sampler(Sampler::Has::map), FigureFormat::py, "map"), QString());
  EXPECT_EQ(read("curves-series.csv").split('\n')[2], "1,2048,10,9,12");
  EXPECT_TRUE(exported(Sampler(), FigureFormat::py).contains("choose svg or tex"));
  // A person's own Python may have no matplotlib where the system's has.
  QString python;
  for (const char* name : {"python3", "/usr/bin/python3"})
    if (python.isEmpty() && run(name, {"-c", "import matplotlib"}).empty()) python = name;
  if (python.isEmpty()) GTEST_SKIP() << "matplotlib is not here (Debian: python3-matplotlib)";
  EXPECT_EQ(run(python, {"curves.py"}), "");
  EXPECT_TRUE(read("curves-matplotlib.pdf").startsWith("%PDF"));
  EXPECT_EQ(run(python, {"map.py", "map.png"}), "");
  EXPECT_TRUE(read("map.png").startsWith("\x89PNG"));
}

TEST_F(FigureFormats, postscript_is_understood_and_has_the_size_of_the_page) {
  ASSERT_EQ(exported(Sampler(), FigureFormat::eps), QString());
  const QByteArray eps = read("a.eps");
  EXPECT_TRUE(eps.startsWith("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 252 142\n%%HiResBoundingBox: 0 0 252 141.7"))
      << eps.left(120).toStdString();
  for (const char letter : eps) ASSERT_TRUE(letter == '\n' || (letter >= ' ' && letter < 127));
  if (QStandardPaths::findExecutable("gs").isEmpty()) GTEST_SKIP() << "Ghostscript is not here (Debian: ghostscript)";
  EXPECT_EQ(run("gs", {"-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=png16m", "-sOutputFile=a.png", "a.eps"}),
            "");
  EXPECT_TRUE(read("a.png").startsWith("\x89PNG"));
}

TEST_F(FigureFormats, an_svg_has_its_words_as_outlines_or_as_text) {
  FigureOptions options;
  const QByteArray outlines = figureBytes(Sampler(), options, FigureFormat::svg);
  EXPECT_FALSE(outlines.contains("<text"));
  EXPECT_TRUE(outlines.contains("aria-label=\"turned\""));
  EXPECT_TRUE(outlines.contains("<clipPath"));
  EXPECT_TRUE(QSvgRenderer(outlines).isValid());
  options.words = true;
  const QByteArray text = figureBytes(Sampler(), options, FigureFormat::svg);
  EXPECT_TRUE(text.contains(">turned</text>"));
  EXPECT_TRUE(text.contains("50 % of R&amp;D_1 #2"));
  EXPECT_TRUE(text.contains("font-family=\"'Inter'"));
}

TEST_F(FigureFormats, the_same_figure_has_the_same_bytes) {
  const Sampler figure(Sampler::Has::curves);
  for (const QString& name : figureFormatNames()) {
    const FigureFormat format = *figureFormatFrom("x." + name);
    EXPECT_EQ(figureBytes(figure, {}, format), figureBytes(figure, {}, format)) << name.toStdString();
    EXPECT_FALSE(figureBytes(figure, {}, format).isEmpty()) << name.toStdString();
  }
}

TEST(TexText, escapes_what_latex_takes_for_something_else) {
  EXPECT_EQ(texWords("a_b & 5 % #1 {x} \\y"), "a\\_b \\& 5 \\% \\#1 \\{x\\} \\textbackslash{}y");
  EXPECT_EQ(texWords("N ≤ 4 µs²"), "N $\\leq$ 4 \\textmu{}s\\textsuperscript{2}");
  EXPECT_FALSE(texWords("表"));
}

TEST(TextAnchors, finds_how_texts_were_aligned) {
  const auto at = [](double x, double y, double width) { return PlacedText{.words = "x", .at = {x, y}, .width = width}; };
  // Numbers of an axis end at one place; a legend begins at one; the number of a tick has its middle where the tick's line is.
  const std::vector<PlacedText> texts{at(80, 10, 20),  at(70, 60, 30),  at(90, 110, 10),
                                      at(300, 10, 50), at(300, 30, 80), at(480, 200, 40)};
  const std::vector<TextAnchor> expected{TextAnchor::right, TextAnchor::right, TextAnchor::right,
                                         TextAnchor::left,  TextAnchor::left,  TextAnchor::middle};
  EXPECT_EQ(anchorsOf(texts, {500}, {}), expected);
}

TEST(SeriesFiles, ticks_of_sizes_are_powers_of_two) {
  SeriesPanel panel{.x = {.scale = SeriesAxis::Scale::doubling, .bytes = true}};
  panel.series.push_back({.points = {{.x = 3000, .y = 1}, {.x = 20'000, .y = 2}}});
  EXPECT_EQ(ticksOf(panel), (std::vector<double>{4096, 8192, 16384}));
  panel.x.to = 1 << 30;
  EXPECT_LE(ticksOf(panel).size(), 8U);
}

}  // namespace
}  // namespace chasescope
