// Marks of the memory diagram: assumed numbers, and the differences of two cards.
#include "widgets/views/memory/memory_marks.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/engine/findings/made_finding.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_run.h"
#include "widgets/style/theme.h"
#include "widgets/views/memory/figure_memory.h"
#include "widgets/views/memory/memory_plot.h"
#include "widgets/views/memory/memory_scene.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/memory/paired_diagrams.h"

namespace chasescope {
namespace {

Finding marked_finding(const char* subject, const char* quantity, double value, const char* unit) {
  return made_finding(subject, quantity, value, unit, nlohmann::json::object(), {"run-1"});
}

Session card(const char* name, double l1_bytes, double ways) {
  Session session;
  session.device.name = name;
  session.device.calls = {"chase"};
  session.device.spaces = {MemorySpace::global_ca, MemorySpace::texture, MemorySpace::readonly, MemorySpace::constant};
  session.findings = {marked_finding("l1_data", "capacity_bytes", l1_bytes, "bytes"),
                      marked_finding("l1_data", "line_bytes", 128, "bytes"), marked_finding("l1_data", "sets", 32, "1"),
                      marked_finding("l1_data", "ways", ways, "1"), marked_finding("l2", "hit_latency_cycles", 266, "cycles")};
  return session;
}

const BoxLine& line(const MemoryDiagram& diagram, const char* subject, const char* quantity) {
  static const BoxLine none;
  for (const BoxLine& one : diagram.find(subject)->lines)
    if (one.subject == subject && one.quantity == quantity) return one;
  ADD_FAILURE() << subject << " has no " << quantity;
  return none;
}

TEST(MemoryMarks, assumed_numbers_are_marked_in_their_lines) {
  const Session session = card("A", 16384, 4);
  MemoryDiagram diagram = gatherMemoryDiagram(session.findings, session.device);
  EXPECT_FALSE(diagram.anyAssumed());
  markAssumed(diagram, {{"l1_data", "ways"}, {"l2", "line_bytes"}});
  EXPECT_TRUE(line(diagram, "l1_data", "sets").assumed);  // "sets × ways" tells both
  EXPECT_FALSE(line(diagram, "l1_data", "capacity_bytes").assumed);
  EXPECT_TRUE(line(diagram, "l2", "line_bytes").assumed);
  EXPECT_TRUE(diagram.find("l1_data")->sentence().contains("32 × 4, measured, assumed in the model"));
  // The legend explains the mark, and only where there is one.
  const PlotStyle style;
  MemoryDiagram plain = gatherMemoryDiagram(session.findings, session.device);
  // One more entry never takes less room, and takes one more line at some of the widths.
  bool higher = false;
  for (double width = 300; width < 900; width += 20) {
    EXPECT_GE(memoryLegendHeight(width, diagram, style), memoryLegendHeight(width, plain, style)) << width;
    higher = higher || memoryLegendHeight(width, diagram, style) > memoryLegendHeight(width, plain, style);
  }
  EXPECT_TRUE(higher);
}

// The legend is broken into lines that fit between the margins, so the layout keeps the height that it has at this width.
TEST(MemoryMarks, the_legend_lies_below_all_boxes_at_every_width) {
  const Session session = card("A", 16384, 4);
  MemoryDiagram diagram = gatherMemoryDiagram(session.findings, session.device);
  markAssumed(diagram, {{"l1_data", "ways"}});
  MemoryPlot plot;
  const PlotStyle style;
  plot.setPlotStyle(style);
  plot.setLargestType(1);
  plot.setDiagram(diagram);
  plot.show();
  constexpr int kHeight = 380, kMargins = 8;
  for (int width = 500; width < 900; ++width) {
    plot.resize(width, kHeight);
    QCoreApplication::processEvents();
    EXPECT_LE(plot.layoutOfBoxes().bottom, kHeight - memoryLegendHeight(width - kMargins, diagram, style)) << width;
  }
}

Finding under(Finding finding, const nlohmann::json& conditions) {
  finding.conditions = conditions;
  return finding;
}

TEST(MemoryMarks, two_cards_show_what_was_measured_under_the_same_conditions) {
  Session a = card("A", 16384, 4), b = card("B", 16384, 4);
  const auto size = [](double bytes) { return marked_finding("l1_data", "contiguous_bytes", bytes, "bytes"); };
  a.findings = {size(56'576), under(size(238'848), {{"carveout_percent", 0}}), under(size(25'344), {{"carveout_percent", 100}})};
  b.findings = {size(53'248)};
  // B was measured at the driver's choice of the carve-out only.
  auto pair = gatherMemoryPair(a, b);
  EXPECT_EQ(line(pair[0], "l1_data", "contiguous_bytes").value, "55.25 KiB");
  EXPECT_EQ(line(pair[1], "l1_data", "contiguous_bytes").value, "52 KiB");
  EXPECT_TRUE(line(pair[0], "l1_data", "contiguous_bytes").differs);
  EXPECT_FALSE(pair[0].carveout);
  // Once B was measured at a carve-out, too, both cards show that carve-out.
  b.findings.push_back(under(size(25'344), {{"carveout_percent", 100}}));
  pair = gatherMemoryPair(a, b);
  for (const MemoryDiagram& diagram : pair) {
    EXPECT_EQ(diagram.carveout, 100);
    EXPECT_EQ(line(diagram, "l1_data", "contiguous_bytes").value, "24.75 KiB");
    EXPECT_FALSE(line(diagram, "l1_data", "contiguous_bytes").differs);
  }
}

// The other card has no carve-out, and under the driver's choice the first card's L1 has no known size.
TEST(MemoryMarks, each_card_shows_what_it_shows_alone_without_a_common_carve_out) {
  Session a = card("A", 16384, 4), b = card("B", 16384, 4);
  const nlohmann::json whole{{"space", "global.ca"}, {"carveout_percent", 0}}, drivers{{"space", "global.ca"}};
  const auto found = [](const char* quantity, double value, const nlohmann::json& conditions) {
    return under(marked_finding("l1_data", quantity, value, "bytes"), conditions);
  };
  Finding unknown = found("capacity_bytes", 0, drivers);
  unknown.value = nullptr;
  unknown.status = FindingStatus::not_measurable;
  a.findings = {found("contiguous_bytes", 52'736, drivers), unknown, found("contiguous_bytes", 245'760, whole),
                found("sets", 512, whole), found("ways", 4, whole)};
  b.findings = {found("capacity_bytes", 16'384, drivers), found("contiguous_bytes", 16'384, drivers), found("sets", 32, drivers),
                found("ways", 4, drivers)};
  const auto pair = gatherMemoryPair(a, b);
  EXPECT_EQ(pair[0].carveout, 0);
  EXPECT_EQ(line(pair[0], "l1_data", "contiguous_bytes").value, "240 KiB");
  EXPECT_EQ(line(pair[1], "l1_data", "capacity_bytes").value, "16 KiB");
}

TEST(MemoryMarks, what_one_card_measured_is_not_hidden_by_what_both_report) {
  Session a = card("A", 16384, 4), b = card("B", 16384, 4);
  const auto reported = [](double bytes) {
    Finding finding = marked_finding("l2", "capacity_bytes", bytes, "bytes");
    finding.status = FindingStatus::reported;
    return finding;
  };
  a.findings = {reported(50 << 20), under(marked_finding("l2", "capacity_bytes", 50 << 20, "bytes"), {{"space", "global.cg"}})};
  b.findings = {reported(60 << 20)};
  const auto pair = gatherMemoryPair(a, b);
  EXPECT_EQ(line(pair[0], "l2", "capacity_bytes").status, FindingStatus::measured);
  EXPECT_EQ(line(pair[1], "l2", "capacity_bytes").value, "60 MiB");
  EXPECT_TRUE(line(pair[0], "l2", "capacity_bytes").differs);
}

TEST(MemoryMarks, what_is_not_shown_marks_nothing) {
  Session a = card("A", 16384, 4), b = card("B", 16384, 4);
  const auto latency = [](double cycles, int word) {
    return under(marked_finding("shared_memory", "hit_latency_cycles", cycles, "cycles"), {{"word_bytes", word}});
  };
  a.findings = {latency(23, 4), latency(29, 16)};
  b.findings = {latency(23, 4), latency(32, 16)};
  for (const MemoryDiagram& diagram : gatherMemoryPair(a, b)) {
    EXPECT_EQ(line(diagram, "shared_memory", "hit_latency_cycles").value, "23 cycles");
    EXPECT_FALSE(line(diagram, "shared_memory", "hit_latency_cycles").differs);
  }
}

TEST(MemoryMarks, what_differs_is_marked_on_both_cards) {
  const Session a = card("A", 16384, 4), b = card("B", 16384, 8);
  MemoryDiagram first = gatherMemoryDiagram(a.findings, a.device), second = gatherMemoryDiagram(b.findings, b.device);
  const Comparison comparison = compare_sessions(a, b);
  markDifferences(first, second, comparison);
  for (const MemoryDiagram* diagram : {&first, &second}) {
    EXPECT_TRUE(line(*diagram, "l1_data", "sets").differs);
    EXPECT_FALSE(line(*diagram, "l1_data", "capacity_bytes").differs);
    EXPECT_FALSE(line(*diagram, "l2", "hit_latency_cycles").differs);
  }
  EXPECT_TRUE(first.find("l1_data")->sentence().contains("differs from the other card"));
  EXPECT_TRUE(differencesText(comparison).startsWith("1 number differs, 4 agree")) << differencesText(comparison).toStdString();
}

TEST(MemoryMarks, the_view_puts_another_card_beside_this_one) {
  Theme theme;
  RunStore store;
  Selection selection;
  MemoryView view(store, selection, theme);
  view.resize(1500, 700);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  store.setSession(card("A", 16384, 4));
  view.refresh();
  EXPECT_FALSE(view.otherPlot()->isVisible());
  view.compareWith(std::make_shared<const Session>(card("B", 49152, 6)));
  QCoreApplication::processEvents();
  ASSERT_TRUE(view.otherPlot()->isVisible());
  EXPECT_TRUE(view.facts().startsWith("2 numbers differ")) << view.facts().toStdString();
  EXPECT_TRUE(line(view.plot()->diagram(), "l1_data", "capacity_bytes").differs);
  EXPECT_EQ(line(view.otherPlot()->diagram(), "l1_data", "capacity_bytes").value, "48 KiB");
  // The cards are beside each other where there is room, and one above the other where there is not.
  EXPECT_GT(view.otherPlot()->mapTo(&view, QPoint()).x(), view.plot()->mapTo(&view, QPoint(view.plot()->width(), 0)).x());
  view.resize(700, 700);
  QCoreApplication::processEvents();
  EXPECT_GT(view.otherPlot()->mapTo(&view, QPoint()).y(), view.plot()->mapTo(&view, QPoint(0, view.plot()->height() / 2)).y());
  // A click on a box of either chooses the part on both.
  QTest::mouseClick(view.otherPlot()->handle("l2"), Qt::LeftButton);
  EXPECT_EQ(view.plot()->chosen(), "l2");
  EXPECT_EQ(view.otherPlot()->chosen(), "l2");
  // A new finding of this card is compared at once.
  store.addFinding(marked_finding("l2", "hit_latency_cycles", 300, "cycles"));
  view.refresh();
  view.compareWith(nullptr);
  EXPECT_FALSE(view.otherPlot()->isVisible());
  EXPECT_FALSE(view.plot()->diagram().anyDifference());
  view.setAssumed({{"l1_data", "ways"}});
  EXPECT_TRUE(line(view.plot()->diagram(), "l1_data", "sets").assumed);
}

TEST(MemoryMarks, a_figure_shows_what_is_assumed) {
  const QTemporaryDir folder;
  const Session session = card("A", 16384, 4);
  FigureOptions options;
  options.caption = true;
  options.csv = options.provenance = options.caption = false;
  const auto svg = [&](const AssumedNumbers& assumed) {
    const ExportOutcome outcome =
        exportFigure(*memoryDiagramFigure(session, assumed).figure, options, folder.filePath("a.svg"), FigureFormat::svg);
    EXPECT_TRUE(outcome) << outcome.error.toStdString();
    return QFileInfo(folder.filePath("a.svg")).size();
  };
  const auto plain = svg({}), marked = svg({{"l1_data", "ways"}, {"l2", "line_bytes"}});
  EXPECT_EQ(plain, svg({}));
  EXPECT_GT(marked, plain);  // the diamonds of two lines and that of the legend
}

TEST(MemoryMarks, two_cards_are_a_figure_with_their_data) {
  const QTemporaryDir folder;
  const FigureOutcome made = memoryComparisonFigure(card("First card", 16384, 4), card("Second card", 49152, 6));
  ASSERT_TRUE(made) << made.error.toStdString();
  for (const double width : {88.9, 177.8}) {
    FigureOptions options;
    options.caption = true;
    options.width_mm = width;
    const ExportOutcome outcome = exportFigure(*made.figure, options, folder.filePath("two.pdf"), FigureFormat::pdf);
    ASSERT_TRUE(outcome) << outcome.error.toStdString();
  }
  QFile pdf(folder.filePath("two.pdf")), csv(folder.filePath("two.csv"));
  ASSERT_TRUE(pdf.open(QIODevice::ReadOnly) && csv.open(QIODevice::ReadOnly));
  EXPECT_FALSE(pdf.readAll().contains("/Subtype /Image"));
  const QByteArray data = csv.readAll();
  EXPECT_TRUE(data.contains("First card,L1 data,size,16 KiB,measured,differs\n")) << data.toStdString();
  EXPECT_TRUE(data.contains("Second card,L1 data,size,48 KiB,measured,differs\n"));
  EXPECT_TRUE(data.contains("Second card,L2,latency,266 cycles,measured,\n"));
  EXPECT_TRUE(made.figure->caption().contains("2 numbers differ"));
  // In a narrow column the cards are one above the other, and so the figure is higher.
  EXPECT_GT(made.figure->heightFor(88.9, paperStyle()), made.figure->heightFor(177.8, paperStyle()));
  EXPECT_TRUE(memoryComparisonFigure(card("A", 1, 1), Session()).error.contains("findings"));
}

TEST(MemoryMarks, the_caption_of_two_cards_says_of_which_a_reason_is) {
  const auto without = [](const char* name, const char* reason) {
    Session session = card(name, 16384, 4);
    Finding absent = session.findings.front();
    absent.subject = "request_table";
    absent.quantity = "entries";
    absent.value = nullptr;
    absent.status = FindingStatus::not_measurable;
    absent.reason = reason;
    session.findings.push_back(absent);
    return session;
  };
  const Session first = without("First card", "None was full."), second = without("Second card", "None filled.");
  const QString caption = memoryComparisonFigure(first, second).figure->caption();
  EXPECT_TRUE(caption.contains("Requests of First card: None was full. Requests of Second card: None filled."))
      << caption.toStdString();
  EXPECT_TRUE(memoryDiagramFigure(first, AssumedNumbers()).figure->caption().contains("Requests: None was full."));
}

}  // namespace
}  // namespace chasescope
