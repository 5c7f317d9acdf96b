// The options of a figure as controls. An option that a figure can't have is not offered, and a chosen one reaches the figure.
#include "app/documents/figure_panel.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSettings>
#include <array>
#include <set>

#include "app/commands/command_line.h"
#include "app/documents/axis_limits.h"
#include "app/documents/export_dialog.h"
#include "app/documents/export_figures.h"

namespace chasescope {
namespace {

QWidget* named(const FigurePanel& panel, const char* name) {
  for (QWidget* widget : panel.findChildren<QWidget*>())
    if (widget->accessibleName() == QLatin1String(name)) return widget;
  return nullptr;
}

QCheckBox* box(const FigurePanel& panel, const char* words) {
  for (QCheckBox* each : panel.findChildren<QCheckBox*>())
    if (each->text() == QLatin1String(words)) return each;
  return nullptr;
}

TEST(FigurePanel, offers_what_the_figure_can_do) {
  QSettings().clear();
  FigurePanel panel;
  panel.showFigure({.x_unit = "threads",
                    .y_unit = "cycles",
                    .panels = {"Latency", "Variance"},
                    .log_x = true,
                    .log_y = true,
                    .legends = {LegendPlace::right, LegendPlace::none}},
                   {});
  auto* legend = qobject_cast<QComboBox*>(named(panel, "Legend"));
  auto* panels = qobject_cast<QComboBox*>(named(panel, "Panel"));
  QCheckBox *logX = box(panel, "Logarithmic x"), *logY = box(panel, "Logarithmic y");
  ASSERT_TRUE(legend != nullptr && panels != nullptr && logX != nullptr && logY != nullptr);
  EXPECT_EQ(legend->count(), 3) << "its own place, right, none";
  EXPECT_EQ(panel.options().legend, LegendPlace::own);
  legend->setCurrentIndex(1);
  logX->setChecked(true);
  logY->setChecked(true);
  panels->setCurrentIndex(2);
  EXPECT_EQ(panel.options().legend, LegendPlace::right);
  FigureChoice choice;
  panel.putInto(choice);
  EXPECT_TRUE(choice.sight.log_x && choice.sight.log_y);
  EXPECT_EQ(choice.panel, 1);

  // An axis of sizes is always logarithmic, so it offers no choice, and a diagram has no axes at all.
  panel.showFigure({.x_unit = "bytes", .y_unit = "cycles", .log_x = true, .log_y = true}, {});
  EXPECT_FALSE(logX->isEnabled());
  EXPECT_TRUE(logY->isEnabled());
  panel.showFigure({}, {});
  for (QWidget* none :
       {static_cast<QWidget*>(legend), static_cast<QWidget*>(panels), static_cast<QWidget*>(logX), static_cast<QWidget*>(logY)})
    EXPECT_FALSE(none->isEnabled());
  panel.putInto(choice);
  EXPECT_FALSE(choice.sight.log_x || choice.sight.log_y);
  EXPECT_EQ(choice.panel, -1);
  EXPECT_EQ(panel.options().legend, LegendPlace::own);
}

// The cursors of the view go into the figure while the box is ticked, and are left out otherwise.
TEST(FigurePanel, takes_the_cursors_of_the_view_as_long_as_they_are_ticked) {
  QSettings().clear();
  FigurePanel panel;
  FigureChoice seen;
  seen.sight.cursors = {16384.0, 28672.0};
  panel.showFigure({.x_unit = "bytes", .y_unit = "cycles", .cursors = true}, seen);
  QCheckBox* cursors = box(panel, "Cursors, and what they &read");
  auto* places = qobject_cast<QLineEdit*>(named(panel, "Cursors at"));
  ASSERT_TRUE(cursors != nullptr && places != nullptr);
  EXPECT_TRUE(cursors->isChecked());
  EXPECT_EQ(places->text(), "16384,28672");
  FigureChoice choice;
  panel.putInto(choice);
  EXPECT_EQ(choice.sight.cursors, seen.sight.cursors);
  places->setText("16KiB");
  panel.putInto(choice);
  EXPECT_EQ(choice.sight.cursors[0], 16384.0);
  EXPECT_FALSE(choice.sight.cursors[1]);
  places->setText("here");
  EXPECT_FALSE(panel.isSound());
  cursors->setChecked(false);
  EXPECT_TRUE(panel.isSound());
  panel.putInto(choice);
  EXPECT_FALSE(choice.sight.hasCursors());

  panel.showFigure({.x_unit = "bytes", .y_unit = "cycles", .cursors = true}, {});
  EXPECT_FALSE(cursors->isChecked()) << "none stand in the view";
  panel.showFigure({}, seen);
  EXPECT_FALSE(cursors->isEnabled()) << "a diagram has no curve";
}

// The panel begins with the cache and the run that the view shows. Others can be chosen, as with --cache and --run.
TEST(FigurePanel, chooses_cache_and_run) {
  QSettings().clear();
  FigurePanel panel;
  FigureChoice seen;
  seen.cache = "l2";
  seen.run = "run-7";
  panel.showFigure({}, seen, {"l1_data", "l2"});
  auto* cache = qobject_cast<QComboBox*>(named(panel, "Cache"));
  auto* run = qobject_cast<QLineEdit*>(named(panel, "Run"));
  ASSERT_TRUE(cache != nullptr && run != nullptr);
  FigureChoice choice;
  panel.putInto(choice);
  EXPECT_EQ(choice.cache, "l2");
  EXPECT_EQ(choice.run, "run-7");
  cache->setCurrentIndex(1);
  run->clear();
  panel.putInto(choice);
  EXPECT_EQ(choice.cache, "l1_data");
  EXPECT_EQ(choice.run, QString());
  panel.showFigure({}, {}, {});
  EXPECT_FALSE(cache->isEnabled()) << "it shows no single cache";
  panel.showFigure({}, seen, {}, false);
  EXPECT_FALSE(run->isEnabled());
  panel.putInto(choice);
  EXPECT_EQ(choice.run, QString()) << "it shows no single run";
}

// The curve of several cards and the quantity of a line of generations can be chosen, as with --curve and --quantity.
TEST(FigurePanel, chooses_among_the_curves_of_several_cards_and_among_quantities) {
  QSettings().clear();
  FigurePanel panel;
  auto* curve = qobject_cast<QComboBox*>(named(panel, "Curve"));
  auto* quantity = qobject_cast<QComboBox*>(named(panel, "Quantity"));
  ASSERT_TRUE(curve != nullptr && quantity != nullptr);
  panel.showFigure({.curves = {{"global.ca", "global.ca"}, {"global.cg", "global.cg", true}}}, {});
  EXPECT_FALSE(quantity->isEnabled());
  FigureChoice choice;
  panel.putInto(choice);
  EXPECT_EQ(choice.variant, "global.cg") << "the one that is shown";
  curve->setCurrentIndex(0);
  panel.putInto(choice);
  EXPECT_EQ(choice.variant, "global.ca");
  panel.showFigure({.quantities = {{"l1-size", "Size of the L1", true}, {"l2-size", "Size of the L2"}}}, {});
  EXPECT_FALSE(curve->isEnabled());
  quantity->setCurrentIndex(1);
  panel.putInto(choice);
  EXPECT_EQ(choice.variant, "l2-size");
}

/// The options that the help of a command lists, each at the begin of a line.
std::set<QString> optionsIn(const QString& help) {
  static const QRegularExpression line(QStringLiteral("^ +(?:-[a-z],|-\\w )?(--[a-z-]+)"), QRegularExpression::MultilineOption);
  std::set<QString> options;
  for (auto at = line.globalMatch(help); at.hasNext();) options.insert(at.next().captured(1));
  return options;
}

// The options of the command and the controls of the dialog match one for one: an option without a control fails the test, and so
// does a control without an option.
TEST(ExportDialog, has_a_control_for_every_option_of_the_command) {
  QSettings().clear();
  testing::internal::CaptureStdout();
  std::array<const char*, 3> words{"chasescope", "figure", "--help"};
  EXPECT_EQ(run_program(static_cast<int>(words.size()), const_cast<char**>(words.data())), 0);
  std::set<QString> of_command = optionsIn(QString::fromStdString(testing::internal::GetCapturedStdout()));
  ASSERT_TRUE(of_command.contains("--width"));
  // The options that name the source of the data have no control, because the window shows its own devices, sessions and cards.
  for (const char* source : {"--help", "--session", "--with", "--device", "--noise", "--seed", "--request-log", "--set"})
    EXPECT_EQ(of_command.erase(source), 1U) << source;

  const Session session;
  const ExportDialog dialog(session, [](const QString&) { return FigureChoice(); }, {});
  std::set<QString> of_dialog;
  for (const QWidget* control : dialog.findChildren<QWidget*>())
    if (const QString option = control->property(kOptionOfControl).toString(); !option.isEmpty()) of_dialog.insert(option);
  EXPECT_EQ(of_dialog, of_command);
  // Tab leads from the choice of the figure to the control below it.
  const QWidget* figure = nullptr;
  for (const QComboBox* box : dialog.findChildren<QComboBox*>())
    if (box->accessibleName() == QLatin1String("Figure")) figure = box;
  ASSERT_NE(figure, nullptr);
  const QWidget* next = figure->nextInFocusChain();
  while (next != figure && next->property(kOptionOfControl).isNull())
    next = next->nextInFocusChain();  // skips the lists that belong to combo boxes
  EXPECT_EQ(next->accessibleName(), "Cache");
}

TEST(FigureWords, are_those_of_the_command_that_makes_the_figure_again) {
  FigureJob job;
  job.figure = "footprint-latency";
  job.folder = "/papers/mine/figures";
  job.formats = {"pdf", "csv"};
  job.choice.sight.x = {4096, 65536};
  job.choice.sight.cursors = {8192.0, {}};
  job.options.grey = true;
  job.options.width_mm = 84;
  EXPECT_EQ(
      figure_origin(job, {"/papers/mine/card one.json", {}})["command"],
      "chasescope figure footprint-latency --session '../card one.json' --width 84 --palette=grey --x 4096:65536 --cursors 8192 "
      "--formats pdf,csv -o .");
  const nlohmann::json nowhere = figure_origin(job, {});
  EXPECT_FALSE(nowhere.contains("command"));
  EXPECT_TRUE(nowhere["command_missing"].get<std::string>().starts_with("What was measured was in no file"));
}

TEST(Cursors, are_one_place_or_two) {
  EXPECT_EQ(cursorsFrom("16KiB, 28672").value()[0], 16384.0);
  EXPECT_EQ(cursorsFrom("16KiB, 28672").value()[1], 28672.0);
  EXPECT_FALSE(cursorsFrom("12").value()[1]);
  EXPECT_FALSE(cursorsFrom(",12").value()[0]);
  for (const char* none : {"", ",", "1,2,3", "a", "nan", "1,b"}) EXPECT_FALSE(cursorsFrom(none)) << none;
  FigureSight sight;
  for (const char* text : {"16384,28672", "16384", ",123456789012"}) {
    sight.cursors = cursorsFrom(text).value();
    EXPECT_EQ(cursorsText(sight), QString(text));
  }
}

}  // namespace
}  // namespace chasescope
