// The author: a figure of a paper in the size that a journal asks for, its data beside it, and numbers on the clipboard.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "tests/app/window/person.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/sweep_view.h"

namespace chasescope {
namespace {

using AuthorJourney = PersonFixture;

TEST_F(AuthorJourney, from_a_curve_to_a_figure_its_data_and_numbers_on_the_clipboard) {
  choose("GeForce GTX 560 Ti");
  turnTo("Curves");
  auto& view = *window_.findChild<SweepView*>();
  // The empty view offers the probe that fills it.
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  QPushButton* offer = view.findChild<QPushButton*>();
  ASSERT_TRUE(offer != nullptr && offer->isVisible());
  QTest::mouseClick(offer, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, 3 * kPatience));
  ASSERT_EQ(view.state(), MeasuredView::State::full);

  // Two cursors by their keys: the step from the L1 to what lies behind it.
  FootprintPlot& plot = *view.footprintPlot();
  QTest::keyClick(&plot, Qt::Key_Home);
  QTest::keyClick(&plot, Qt::Key_A);
  QTest::keyClick(&plot, Qt::Key_End);
  QTest::keyClick(&plot, Qt::Key_B);
  ASSERT_EQ(plot.cursorText().size(), 3);
  EXPECT_EQ(plot.cursorText()[2], "from L1 data to Memory");

  // The figure, for a column of 84 mm.
  const QTemporaryDir folder;
  auto* figure = [&]() -> QToolButton* {
    for (auto* button : view.findChildren<QToolButton*>())
      if (button->accessibleName() == QLatin1String("Export as a figure")) return button;
    return nullptr;
  }();
  ASSERT_NE(figure, nullptr);
  answer([&] { QTest::mouseClick(figure, Qt::LeftButton); },
         [&](QDialog& dialog) {
           const auto boxes = dialog.findChildren<QComboBox*>();
           ASSERT_GE(boxes.size(), 2);
           for (QComboBox* box : boxes) {
             const bool names_figure = box->accessibleName() == QLatin1String("Figure");
             EXPECT_TRUE(!names_figure || box->currentData().toString() == "footprint-latency") << "that of the view";
           }
           for (QComboBox* box : boxes)
             if (box->isEditable()) box->setEditText(QStringLiteral("84 mm"));
           for (auto* box : dialog.findChildren<QCheckBox*>())
             if (box->text() == QLatin1String("PNG")) QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
           for (auto* field : dialog.findChildren<QLineEdit*>())
             if (field->accessibleName() == QLatin1String("Folder")) {
               field->selectAll();
               QTest::keyClicks(field, folder.path());
             }
           for (auto* button : dialog.findChildren<QPushButton*>())
             if (button->text() == QLatin1String("Export")) QTest::mouseClick(button, Qt::LeftButton);
         });
  // The files are named after the device and the figure, and after the cache if one was chosen.
  const QStringList drawings = QDir(folder.path()).entryList({QStringLiteral("*-footprint-latency.svg")});
  ASSERT_EQ(drawings.size(), 1) << QDir(folder.path()).entryList().join(' ').toStdString();
  const QString stem = folder.filePath(drawings[0].chopped(4));
  for (const char* ending : {".svg", ".pdf", ".csv", ".json"}) EXPECT_TRUE(QFile::exists(stem + ending)) << ending;
  EXPECT_FALSE(QFile::exists(stem + ".png"));
  QSvgRenderer svg(stem + ".svg");
  ASSERT_TRUE(svg.isValid());
  EXPECT_GT(svg.defaultSize().width(), 100);

  // The same data on the clipboard, and the view as a picture.
  QGuiApplication::clipboard()->clear();
  plot.setFocus();
  press(window_.actions().copyData);
  QFile csv(stem + ".csv");
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  EXPECT_EQ(QGuiApplication::clipboard()->text().toUtf8(), csv.readAll());
  press(window_.actions().copyPicture);
  EXPECT_GT(QGuiApplication::clipboard()->image().width(), 300);
}

}  // namespace
}  // namespace chasescope
