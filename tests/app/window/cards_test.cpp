// Any number of cards side by side: what is found out while the window goes on, the table, and the line of generations.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QTableView>
#include <QTemporaryDir>

#include "app/cards/cards_dialog.h"
#include "tests/app/window/person.h"
#include "widgets/views/comparison/figure_generations.h"
#include "widgets/views/comparison/generation_plot.h"

namespace chasescope {
namespace {

class CardsJourney : public PersonFixture {
 protected:
  CardsJourney() { qputenv("XDG_CACHE_HOME", QFile::encodeName(folder_.path())); }  // the window's own library keeps things, too
  const CardLibrary::Card& card(const CardLibrary& library, const QString& id) {
    for (const CardLibrary::Card& each : library.cards())
      if (each.id == id) return each;
    ADD_FAILURE() << "no card " << id.toStdString();
    return library.cards().front();
  }
  QTemporaryDir folder_;
};

TEST_F(CardsJourney, what_is_wanted_is_found_out_once_and_kept) {
  const QString id = QStringLiteral("model:textbook");
  {
    CardLibrary library(folder_.path());
    EXPECT_EQ(card(library, id).state, CardLibrary::State::unknown);
    library.want({id, QStringLiteral("model:nonsense")});
    EXPECT_NE(card(library, id).state, CardLibrary::State::known);  // the window goes on meanwhile
    ASSERT_TRUE(QTest::qWaitFor([&] { return !library.busy(); }, kPatience));
    ASSERT_EQ(card(library, id).state, CardLibrary::State::known) << card(library, id).why.toStdString();
    EXPECT_FALSE(card(library, id).session->findings.empty());
    EXPECT_TRUE(card(library, id).session->runs.empty());
  }
  CardLibrary again(folder_.path());
  again.want({id});
  EXPECT_FALSE(again.busy());
  EXPECT_FALSE(card(again, id).session->findings.empty());
  // What was damaged is found out anew.
  for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
    QFile file(folder_.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{");
  }
  CardLibrary third(folder_.path());
  third.want({id});
  EXPECT_TRUE(third.busy());  // ends with the library
}

TEST_F(CardsJourney, a_table_and_a_line_of_generations_are_of_those_that_are_ticked) {
  CardLibrary library(folder_.path());
  auto open = std::make_shared<Session>();
  open->device.name = "My card";
  open->device.properties.compute_capability = "9.0";
  open->device.properties.sm_count = 132;
  CardsDialog dialog(library, open, QStringLiteral("exec:mine"), theme_, &window_);
  dialog.show();
  ASSERT_EQ(dialog.chosen().size(), 1U);
  EXPECT_EQ(dialog.table()->model()->rowCount(), 0);  // nothing to compare with
  auto* list = dialog.findChild<QListWidget*>();
  for (int i = 0; i < list->count(); ++i)
    if (list->item(i)->text().contains(QStringLiteral("H200")) || list->item(i)->text() == QStringLiteral("Textbook cache"))
      list->item(i)->setCheckState(Qt::Checked);
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.chosen().size() == 3; }, kPatience));
  EXPECT_EQ(dialog.table()->model()->columnCount(), 4);
  EXPECT_GT(dialog.table()->model()->rowCount(), 0);

  dialog.setPage(CardsDialog::Page::years);
  dialog.quantities()->setCurrentIndex(dialog.quantities()->findData(QStringLiteral("sm-count")));
  const GenerationLine& line = dialog.plot()->scene().line;
  ASSERT_EQ(line.points.size(), 2U);
  EXPECT_EQ(line.points[0].year, 2022);
  EXPECT_EQ(line.no_year, std::vector<std::string>{"Textbook cache"});
  dialog.plot()->setFocus();
  QTest::keyClick(dialog.plot(), Qt::Key_Right);
  EXPECT_EQ(dialog.plot()->chosen(), 0);
  QSignalSpy exported(&dialog, &CardsDialog::exportRequested);
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->text().startsWith(QStringLiteral("Export"))) QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_EQ(exported.count(), 1);
  const FigureOutcome made = generationsFigure(dialog.chosen(), QStringLiteral("sm-count"));
  ASSERT_TRUE(made) << made.error.toStdString();
  QByteArray csv;
  made.figure->writeCsv([&](const QByteArray& text) { return csv += text, true; });
  EXPECT_TRUE(csv.contains("My card,Hopper,2022,132,,,1,reported,\n")) << csv.toStdString();
  EXPECT_FALSE(generationsFigure({}, QStringLiteral("sm-count")));
  EXPECT_TRUE(generationsFigure({}, QStringLiteral("beauty")).error.contains(QStringLiteral("l2-size")));
}

TEST_F(CardsJourney, both_are_reached_by_their_keys) {
  for (QAction* action : {window_.actions().cards, window_.actions().generations})
    answer([&] { press(action); },
           [&](QDialog& dialog) {
             EXPECT_EQ(dialog.windowTitle(), QStringLiteral("Cards side by side"));
             dialog.reject();
           });
}

}  // namespace
}  // namespace chasescope
