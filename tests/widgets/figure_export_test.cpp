#include "widgets/figure/figure_export.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "engine/findings/vocabulary.h"
#include "tests/engine/output/small_disk.h"
#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_parts.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/banks/bank_curve_scene.h"
#include "widgets/views/banks/bank_picture.h"
#include "widgets/views/banks/figure_banks.h"
#include "widgets/views/conflicts/figure_conflicts.h"
#include "widgets/views/memory/figure_memory.h"
#include "widgets/views/pattern/figure_pattern.h"
#include "widgets/views/requests/figure_requests.h"
#include "widgets/views/scope/figure_scope.h"
#include "widgets/views/spectrum/figure_spectrum.h"
#include "widgets/views/sweeps/figure_sweeps.h"
#include "widgets/views/tlb/figure_tlb.h"

namespace chasescope {
namespace {

class FigureExport : public testing::Test {
 protected:
  QString path(const char* name) const { return folder.filePath(name); }
  QByteArray read(const QString& name) const {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QByteArray exported(const FigureContent& figure, const char* name, FigureOptions options = {.caption = true}) {
    const ExportOutcome outcome = exportFigure(figure, options, path(name), *figureFormatFrom(name));
    EXPECT_TRUE(outcome) << outcome.error.toStdString();
    return read(path(name));
  }

  void add(const sample::Measured& all) {
    session.runs.insert(session.runs.end(), all.runs.begin(), all.runs.end());
    session.findings.insert(session.findings.end(), all.findings.begin(), all.findings.end());
  }

  QTemporaryDir folder;
  Session session = sample::session();
};

TEST_F(FigureExport, every_figure_in_every_format) {
  for (const auto& more : {sample::bankRuns(), sample::burstRuns(), sample::copyRuns(), sample::mapRuns(), sample::bandwidthRuns()})
    session.runs.insert(session.runs.end(), more.begin(), more.end());
  for (const auto& more : {sample::tableFindings(), sample::setFindings(), sample::disturbances(subject::texture)})
    session.findings.insert(session.findings.end(), more.begin(), more.end());
  for (const sample::Measured& all :
       {sample::tlbs(), sample::footprints(), sample::strides(), sample::spectrum(), sample::conflicts(), sample::replaced(),
        sample::nearAndFar(), sample::clusters(), sample::carveouts(), sample::instructions(), sample::sharing(),
        sample::staircase(), sample::loaded(), sample::operations(), sample::residency()})
    add(all);
  session.device.properties.sm_count = sample::kLoadedSms;
  for (const QString& name : figureNames()) {
    const FigureOutcome made = makeFigure(name, session);
    ASSERT_TRUE(made) << made.error.toStdString();
    EXPECT_TRUE(exported(*made.figure, "a.pdf").startsWith("%PDF"));
    EXPECT_TRUE(exported(*made.figure, "a.svg").contains("<svg"));
    EXPECT_TRUE(exported(*made.figure, "a.png").startsWith("\x89PNG"));
  }
}

TEST_F(FigureExport, conflicts_bring_every_pair_with_its_sets) {
  add(sample::conflicts());
  const FigureOutcome made = conflictFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  exported(*made.figure, "a.svg");
  const QList<QByteArray> lines = read(path("a.csv")).trimmed().split('\n');
  ASSERT_EQ(lines.size(), 1 + 16 * 15);
  int together = 0;
  for (const QByteArray& line : lines.mid(1)) {
    const QList<QByteArray> cells = line.split(',');
    const bool same_set = cells[0].toULongLong() / 128 % 4 == cells[1].toULongLong() / 128 % 4;
    EXPECT_EQ(cells[8].toDouble() > 6, same_set) << line.toStdString();
    together += same_set ? 1 : 0;
    // A line misses only if two others of its set of two ways are read, too. So it misses more often where one of them is read for
    // sure.
    const double with = cells[5].toDouble() / cells[4].toDouble(), without = cells[7].toDouble() / cells[6].toDouble();
    EXPECT_EQ(with - without > 0.15, same_set) << line.toStdString();
  }
  EXPECT_EQ(together, 4 * 4 * 3);
  EXPECT_TRUE(read(path("a.svg")).contains("Set by set"));
}

TEST_F(FigureExport, curves_and_paths_bring_their_data_and_their_runs) {
  add(sample::tlbs());
  add(sample::footprints());
  add(sample::spectrum());
  const QByteArray pdf = exported(*tlbFigure(session).figure, "tlb.pdf");
  EXPECT_FALSE(pdf.contains("/Subtype /Image"));
  EXPECT_TRUE(read(path("tlb.csv")).contains("\nl2_tlb,138412032,66,0.272727273,l2_tlb-66\n"));
  EXPECT_EQ(nlohmann::json::parse(read(path("tlb.json")).toStdString())["runs"].size(), 26U);

  const FigureOutcome footprint = footprintFigure(session);
  EXPECT_TRUE(footprint.figure->caption().contains("L1 data ends at 16 KiB")) << footprint.figure->caption().toStdString();
  EXPECT_TRUE(footprint.figure->caption().contains("It may hold more")) << "an end is no capacity";
  EXPECT_TRUE(footprint.figure->caption().replace(QChar::Nbsp, ' ').contains("D = 1.00"))
      << footprint.figure->caption().toStdString();
  EXPECT_FALSE(exported(*footprint.figure, "n.pdf").contains("/Subtype /Image"));
  EXPECT_TRUE(read(path("n.csv")).contains("\nglobal.ca,16384,128,116,n-16384\n"));

  exported(*spectrumFigure(session).figure, "s.svg");
  const QByteArray csv = read(path("s.csv"));
  EXPECT_TRUE(csv.contains("\nglobal.ca,2,404,402,406,0.15,l1_data,l2_tlb\nglobal.ca,2,404,402,406,0.15,l2,l2_tlb\n")) << csv.toStdString();
  EXPECT_TRUE(csv.contains("\nglobal.ca,6,2020,2018,2022,0.01,,\n")) << csv.toStdString();
}

TEST_F(FigureExport, figures_of_what_was_not_measured_name_the_probe) {
  session.findings.clear();
  for (const char* name : {"tlb", "footprint-latency", "stride-latency", "latency-spectrum"}) {
    const FigureOutcome made = makeFigure(QLatin1String(name), session);
    EXPECT_FALSE(made);
    EXPECT_TRUE(made.error.contains("run the probe")) << made.error.toStdString();
  }
}

TEST_F(FigureExport, pdf_embeds_its_fonts_and_has_no_bitmap) {
  const QByteArray pdf = exported(*missPatternFigure(session, "run-1", PatternRows::passes).figure, "a.pdf");
  EXPECT_TRUE(pdf.contains("/FontFile")) << "a font is not embedded";
  EXPECT_FALSE(pdf.contains("/Subtype /Image")) << "cells must be rectangles";
  // 88.9 mm are 252 points.
  const qsizetype box = pdf.indexOf("/MediaBox [0 0 ");
  ASSERT_GE(box, 0);
  EXPECT_NEAR(pdf.mid(box + 15, 6).split(' ')[0].toDouble(), 252, 0.51);
}

TEST_F(FigureExport, svg_needs_no_font) {
  const QByteArray svg = exported(*scopeFigure(session, "run-1").figure, "a.svg");
  QXmlStreamReader xml(svg);
  int texts = 0, paths = 0;
  bool labelled = false;
  QString width;
  while (!xml.atEnd()) {
    xml.readNext();
    if (!xml.isStartElement()) continue;
    if (xml.name() == QLatin1String("svg")) width = xml.attributes().value("width").toString();
    texts += xml.name() == QLatin1String("text") ? 1 : 0;
    paths += xml.name() == QLatin1String("path") ? 1 : 0;
    labelled = labelled || xml.attributes().value("aria-label") == QLatin1String("Latency (cycles)");
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_EQ(texts, 0);
  EXPECT_GT(paths, 10);
  EXPECT_TRUE(labelled);
  EXPECT_NEAR(QString(width).remove("mm").toDouble(), 88.9, 0.1);
  EXPECT_TRUE(QSvgRenderer(svg).isValid());
}

TEST_F(FigureExport, a_strangers_name_is_no_markup_and_no_formula) {
  session.device.name = "=R&D </desc><script>alert('1')</script>\x1b[2J\x01 \"<g \n";
  session.runs.front() = [&] {
    chasescope::Run run = *session.runs.front();
    run.label = session.device.name;
    return std::make_shared<const chasescope::Run>(std::move(run));
  }();
  session.findings = sample::tableFindings();
  for (const char* name : {"scope", "miss-pattern", "memory-diagram"}) {
    const QByteArray svg = exported(*makeFigure(QLatin1String(name), session).figure, "a.svg");
    QXmlStreamReader xml(svg);
    QString said;
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      EXPECT_NE(xml.name(), QLatin1String("script"));
      if (xml.name() == QLatin1String("desc")) said = xml.readElementText();
    }
    EXPECT_FALSE(xml.hasError()) << name << ": " << xml.errorString().toStdString();
    EXPECT_TRUE(said.contains("R&D </desc><script>alert('1')</script> [2J")) << said.toStdString();
    for (const QByteArray& line : read(path("a.csv")).split('\n')) EXPECT_FALSE(line.startsWith('=')) << line.toStdString();
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
  }
}

TEST_F(FigureExport, space_that_ends_at_any_byte_leaves_the_old_files) {
  const FigureOutcome made = memoryDiagramFigure(session);
  ASSERT_TRUE(made) << made.error.toStdString();
  // Only the JSON of a figure may be replaced by one.
  const auto old = [](const QString& name) {
    return name.endsWith(".json") ? QByteArray(R"({"caption": "old", "width_mm": 80})") : QByteArray("old");
  };
  const auto put = [&](const QString& name) {
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(old(name)) == old(name).size();
  };
  const auto size = [&](const char* name) { return static_cast<rlim_t>(QFileInfo(path(name)).size()); };
  exported(*made.figure, "a.svg", {});
  const rlim_t data = size("a.csv");
  ASSERT_TRUE(put(path("a.csv")));
  for (rlim_t n = 0; n < data; ++n) {
    const SmallDisk disk(n);
    const ExportOutcome outcome = exportFigure(*made.figure, {}, path("a"), {}, true);
    ASSERT_TRUE(outcome.error.contains("nothing was changed")) << n << " of " << data << " bytes: " << outcome.error.toStdString();
    ASSERT_EQ(read(path("a.csv")), "old") << n;
  }
  // Drawing takes longer, so the other formats are tried at a few sizes of the disk.
  for (const char* name : {"a.svg", "a.pdf", "a.png"}) {
    exported(*made.figure, name, {});
    rlim_t most = 0;
    for (const char* file : {name, "a.csv", "a.json"}) most = std::max(most, size(file));
    for (const char* file : {name, "a.csv", "a.json"}) ASSERT_TRUE(put(path(file)));
    for (const rlim_t n : {rlim_t{0}, rlim_t{1}, most / 3, most - 1}) {
      const SmallDisk disk(n);
      EXPECT_TRUE(exportFigure(*made.figure, {}, path(name), *figureFormatFrom(name)).error.contains("nothing was changed")) << name << n;
      for (const char* file : {name, "a.csv", "a.json"}) EXPECT_EQ(read(path(file)), old(file)) << file << n;
    }
  }
}

TEST_F(FigureExport, no_session_is_replaced_by_the_json_of_a_figure) {
  const FigureOutcome made = memoryDiagramFigure(session);
  QFile file(path("a.json"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly) && file.write(R"({"schema": "chasescope-session"})") > 0);
  file.close();
  const ExportOutcome outcome = exportFigure(*made.figure, {}, path("a.svg"), FigureFormat::svg);
  EXPECT_TRUE(outcome.error.contains("never replaced")) << outcome.error.toStdString();
  EXPECT_FALSE(QFileInfo::exists(path("a.svg")));
  EXPECT_TRUE(read(path("a.json")).contains("chasescope-session"));
}

TEST_F(FigureExport, png_states_its_resolution) {
  FigureOptions options;
  options.caption = true;
  options.width_mm = 84;
  options.dpi = 600;
  const QByteArray png = exported(*scopeFigure(session, "run-1").figure, "a.png", options);
  const QImage image = QImage::fromData(png);
  EXPECT_EQ(image.width(), qRound(84 / 25.4 * 600));
  EXPECT_EQ(image.dotsPerMeterX(), qRound(600 / 0.0254));
  // The background is white, and something is drawn on it.
  EXPECT_EQ(QColor(image.pixel(image.width() - 2, 2)), QColor(Qt::white));
  int coloured = 0;
  for (int x = 0; x < image.width(); ++x)
    for (int y = 0; y < image.height(); y += 4) coloured += QColor(image.pixel(x, y)).saturation() > 100 ? 1 : 0;
  EXPECT_GT(coloured, 500);
}

TEST_F(FigureExport, the_same_content_gives_the_same_bytes) {
  for (const char* name : {"a.pdf", "a.svg", "a.png", "a.eps", "a.tex", "a.py"}) {
    const QByteArray once = exported(*scopeFigure(session, "run-1").figure, name);
    const QByteArray again = exported(*scopeFigure(session, "run-1").figure, name);
    EXPECT_EQ(once, again) << name;
  }
  // The date in the file is that of the measurement, not of the export.
  EXPECT_TRUE(exported(*scopeFigure(session, "run-1").figure, "a.pdf").contains("20261121030000"));
}

TEST_F(FigureExport, data_and_origin_lie_beside_it) {
  exported(*scopeFigure(session, "run-1").figure, "a.pdf");
  const QList<QByteArray> lines = read(path("a.csv")).trimmed().split('\n');
  ASSERT_EQ(lines.size(), 3264 + 1);
  EXPECT_EQ(lines[0], "access,pass,position,offset_bytes,cycles,level,miss");
  EXPECT_TRUE(lines[137].startsWith("136,3,0,0,"));
  const auto json = nlohmann::json::parse(read(path("a.json")).toStdString());
  EXPECT_EQ(json["device"]["name"], "GeForce GTX 560 Ti");
  EXPECT_EQ(json["runs"][0]["request"]["pattern"]["bytes"], 17408);
  EXPECT_EQ(json["environment"]["seed"], 4);

  FigureOptions bare;
  bare.caption = true;
  bare.csv = bare.provenance = false;
  EXPECT_EQ(exportFigure(*scopeFigure(session, "run-1").figure, bare, path("b.pdf"), FigureFormat::pdf).files,
            QStringList{path("b.pdf")});
  EXPECT_FALSE(QFile::exists(path("b.csv")));
}

TEST_F(FigureExport, long_traces_make_small_files_and_say_what_was_left_out) {
  session.runs = {sample::chase("long", {}, 17 * 1024, 128, 0, 1'000'000)};
  const FigurePtr figure = scopeFigure(session).figure;
  FigureOptions options;
  options.caption = true;
  options.csv = false;
  EXPECT_LT(exported(*figure, "a.pdf", options).size(), 300'000);
  EXPECT_LT(exported(*figure, "a.svg", options).size(), 1'500'000);
  EXPECT_TRUE(figure->caption().contains("1,000,000 accesses"));
  EXPECT_TRUE(figure->caption().contains("lowest and highest"));
  const FigurePtr small = scopeFigure(sample::session(), "run-1").figure;
  options.width_mm = 177.8;
  exported(*small, "b.pdf", options);
  EXPECT_FALSE(small->caption().contains("lowest and highest"));
}

TEST_F(FigureExport, banks_have_their_curve_and_their_lanes) {
  session.runs = sample::bankRuns();
  exported(*bankLatencyFigure(session).figure, "a.pdf");
  const QList<QByteArray> lines = read(path("a.csv")).trimmed().split('\n');
  ASSERT_EQ(lines.size(), 1 + 65);
  EXPECT_EQ(lines[0], "bank_bytes,word_bytes,stride_words,median_cycles,samples,rows");
  EXPECT_EQ(lines[1 + 2], "4,4,2,87.4,1,2");
  EXPECT_EQ(lines[1 + 32], "4,4,32,1209.4,1,32");
  EXPECT_EQ(nlohmann::json::parse(read(path("a.json")).toStdString())["runs"][2]["call"], "bank");
  const FigurePtr lanes = bankLanesFigure(session, {.run = "bank-4-4"}).figure;
  EXPECT_TRUE(lanes->caption().contains("stride 4")) << lanes->caption().toStdString();
  EXPECT_TRUE(lanes->caption().contains(
      "Lanes 0, 8, 16 and 1 more read different rows of bank 0, which delivers the 4 rows one after another."));
  // A layout of banks that isn't known is not drawn.
  session.runs.resize(4);
  EXPECT_TRUE(bankLanesFigure(session).error.contains("layout"));
  EXPECT_TRUE(bankLatencyFigure(session));
  session.runs.clear();
  EXPECT_TRUE(makeFigure("bank-latency", session).error.contains("run the probe banks first"));
  EXPECT_TRUE(makeFigure("bank-lanes", session).error.contains("run the probe banks first"));
}

TEST_F(FigureExport, requests_have_their_curve_their_table_and_their_copies) {
  session.runs = sample::burstRuns();
  const FigurePtr curve = threadLatencyFigure(session).figure;
  EXPECT_TRUE(curve->caption().contains("With more than 128 threads, a request waits"));
  exported(*curve, "a.pdf");
  const QList<QByteArray> lines = read(path("a.csv")).trimmed().split('\n');
  ASSERT_EQ(lines.size(), 1 + 4 * 256);
  EXPECT_TRUE(lines[64].startsWith("1,1,128,")) << lines[64].toStdString();
  EXPECT_TRUE(lines[64].endsWith(",saturation")) << lines[64].toStdString();
  EXPECT_TRUE(requestTableFigure(session).error.contains("entries"));
  session.findings = sample::tableFindings();
  EXPECT_TRUE(requestTableFigure(session, "burst-1-2-66").figure->caption().contains("128 of 128 entries · 4 requests wait"));
  EXPECT_TRUE(makeFigure("l2-copy", session).error.contains("run the probe l2-copy first"));
  session.runs = sample::copyRuns();
  EXPECT_TRUE(copyFigure(session).figure->caption().contains("stops growing at 768 KiB"));
  EXPECT_TRUE(makeFigure("thread-latency", session).error.contains("no outstanding requests"));
}

TEST_F(FigureExport, what_cannot_be_done_is_said) {
  EXPECT_TRUE(scopeFigure(session, "run-99").error.contains("run-99"));
  EXPECT_FALSE(scopeFigure(Session()));
  EXPECT_TRUE(makeFigure("nothing", session).error.contains("miss-pattern"));
  FigureOptions options;
  options.caption = true;
  options.width_mm = 5;
  EXPECT_FALSE(exportFigure(*scopeFigure(session, "run-1").figure, options, path("a.pdf"), FigureFormat::pdf));
  EXPECT_FALSE(QFile::exists(path("a.pdf")));
  const ExportOutcome outcome =
      exportFigure(*scopeFigure(session, "run-1").figure, {}, path("no/such/folder/a.pdf"), FigureFormat::pdf);
  EXPECT_FALSE(outcome);
  EXPECT_TRUE(outcome.error.contains("no/such/folder"));
}

TEST_F(FigureExport, references_are_no_data) {
  auto reference = std::make_shared<chasescope::Run>(*sample::fromCycles("run-ref", {100, 100, 100, 100}, 1));
  reference->probe = "miss-pattern";
  reference->auxiliary = true;
  reference->chase()->request.pattern = OffsetsPattern{{0}};
  session.runs.insert(session.runs.begin(), reference);
  const FigurePtr pattern = missPatternFigure(session).figure;
  ASSERT_TRUE(pattern);
  exported(*pattern, "a.png");
  EXPECT_FALSE(read(path("a.csv")).contains("\n4,")) << "the reference has a row";
  EXPECT_FALSE(read(path("a.json")).contains("run-ref"));
  EXPECT_FALSE(missPatternFigure(session, "run-ref"));
  EXPECT_TRUE(scopeFigure(session, "run-ref").error.contains("reference"));
}

TEST_F(FigureExport, rows_in_turn_are_not_the_rows_of_the_picture) {
  const inference::BankLayout layout{.banks = 32};
  EXPECT_EQ(bankTitle(layout, {1, 4, 32}), "stride 1 · no bank conflict");
  EXPECT_EQ(bankTitle(layout, {3, 4, 32}), "stride 3 · no bank conflict") << "its lanes lie in three rows";
  EXPECT_EQ(bankTitle(layout, {2, 4, 32}), "stride 2 · bank conflict of 2 rows");
}

TEST_F(FigureExport, captions_have_no_empty_part) {
  auto listed = std::make_shared<chasescope::Run>(*sample::fromCycles("listed", std::vector<float>(40, 100), 2));
  listed->chase()->request.pattern = OffsetsPattern{{0, 4096}};
  session.runs.push_back(listed);
  const QString caption = scopeFigure(session, "listed").figure->caption();
  EXPECT_FALSE(QString(caption).remove(' ').contains("··")) << caption.toStdString();
  EXPECT_TRUE(caption.contains("2 listed offsets")) << caption.toStdString();
}

TEST_F(FigureExport, a_miss_pattern_takes_one_series) {
  // A discovery makes sweeps with several strides under one name of a probe.
  const auto addRun = [&](const char* id, std::uint64_t bytes, std::uint64_t stride, float cycles) {
    auto run = std::make_shared<chasescope::Run>(*sample::fromCycles(id, std::vector<float>(2 * bytes / stride, cycles), bytes / stride));
    run->probe = "caches";
    run->chase()->request.pattern = UniformPattern{bytes, stride};
    session.runs.push_back(run);
  };
  session.runs.clear();
  for (const std::uint64_t n : {1U, 2U, 3U, 4U}) addRun(("wide-" + std::to_string(n)).c_str(), n * 4096, 128, 300);
  for (const std::uint64_t n : {1U, 2U, 3U}) addRun(("fine-" + std::to_string(n)).c_str(), n * 1024, 32, 100);
  exported(*missPatternFigure(session).figure, "a.png");
  const QByteArray rows = read(path("a.csv"));
  EXPECT_TRUE(rows.contains("\n3072,0,0,")) << "the series of the last run";
  EXPECT_FALSE(rows.contains("\n4096,")) << "another stride is another picture";
  exported(*missPatternFigure(session, "wide-2", PatternRows::sweep).figure, "b.png");
  EXPECT_TRUE(read(path("b.csv")).contains("\n16384,0,0,"));
}

TEST_F(FigureExport, a_sweep_is_found_by_itself) {
  const FigureOutcome automatic = missPatternFigure(session);
  ASSERT_TRUE(automatic);
  EXPECT_EQ(automatic.figure->title(), "Misses by footprint");  // nine footprints of one probe
  EXPECT_EQ(missPatternFigure(session, "run-1").figure->title(), "Misses by pass");
  exported(*automatic.figure, "a.pdf");
  const QList<QByteArray> lines = read(path("a.csv")).trimmed().split('\n');
  EXPECT_EQ(lines.size(), 1 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18);
}

}  // namespace
}  // namespace chasescope
