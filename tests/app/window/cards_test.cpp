// Any number of cards side by side: discoveries in the background, the table, the line of generations, and the check of one card.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

#include "app/cards/cards_dialog.h"
#include "app/cards/check_page.h"
#include "app/cards/check_table.h"
#include "engine/library/contribution.h"
#include "engine/session/session_file.h"
#include "tests/app/window/person.h"
#include "widgets/views/comparison/figure_generations.h"
#include "widgets/views/comparison/generation_plot.h"

namespace chasescope {
namespace {

class CardsJourney : public PersonFixture {
 protected:
  // The window's own library writes into this folder, too.
  CardsJourney() { qputenv("XDG_CACHE_HOME", QFile::encodeName(folder_.path())); }
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
    EXPECT_NE(card(library, id).state, CardLibrary::State::known);  // want() returns before the discovery is done
    ASSERT_TRUE(QTest::qWaitFor([&] { return !library.busy(); }, kPatience));
    ASSERT_EQ(card(library, id).state, CardLibrary::State::known) << card(library, id).why.toStdString();
    EXPECT_FALSE(card(library, id).session->findings.empty());
    EXPECT_TRUE(card(library, id).session->runs.empty());
  }
  CardLibrary again(folder_.path());
  again.want({id});
  EXPECT_FALSE(again.busy());
  EXPECT_FALSE(card(again, id).session->findings.empty());
  // A card whose file in the cache is damaged is discovered again.
  for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
    QFile file(folder_.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{");
  }
  CardLibrary third(folder_.path());
  third.want({id});
  EXPECT_TRUE(third.busy());  // the discovery ends when the library is destroyed
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
  EXPECT_EQ(dialog.table()->model()->rowCount(), 0);  // one card has nothing to be compared with
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

/// Adds a card to the person's folder that is like the recorded H100 but for one latency. The contributed cards differ from the
/// recorded H100 in the same latency.
void keepAnother(const QString& folder) {
  const KnownCards known = known_cards({});
  const auto h100 =
      std::find_if(known.cards.begin(), known.cards.end(), [](const KnownCard& card) { return card.id == "recording:h100"; });
  ASSERT_NE(h100, known.cards.end());
  const auto session = open_known_card(*h100);
  ASSERT_TRUE(session) << session.error().message;
  auto other = contribution_of(*session);
  ASSERT_TRUE(other) << other.error().message;
  for (Finding& finding : other->session.findings)
    if (finding.subject == "distributed_shared_memory" && finding.quantity == "hit_latency_cycles" &&
        finding.conditions.value("cluster_size", 0) == 4 && finding.conditions.value("rank", 0) == 1 &&
        finding.conditions.value("operation", "") == "load") {
      finding.value = 150;
      finding.low = 149;
      finding.high = 151;
    }
  const QString cards = folder + QStringLiteral("/chasescope/cards");
  ASSERT_TRUE(QDir().mkpath(cards));
  ASSERT_EQ(write_session(other->session, (cards + QStringLiteral("/another.json")).toStdString(), SessionFormat::json),
            std::nullopt);
}

TEST_F(CardsJourney, whether_a_card_is_normal_is_told_with_how_it_was_decided) {
  qputenv("XDG_DATA_HOME", QFile::encodeName(folder_.path()));
  keepAnother(folder_.path());
  CardLibrary library(folder_.path());
  CardsDialog dialog(library, nullptr, QStringLiteral("recording:h100"), theme_, &window_);
  dialog.show();
  dialog.setPage(CardsDialog::Page::check);
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.checkPage().check().has_value(); }, kPatience));
  EXPECT_EQ(dialog.checkPage().check()->others.size(), 3U) << "one of the folder and two contributions";
  QTableView& table = *dialog.checkPage().table();
  ASSERT_EQ(table.model()->rowCount(), 1);
  EXPECT_TRUE(table.model()->index(0, 0).data().toString().startsWith(QStringLiteral("Distributed shared memory: Hit latency")));
  const auto shown = [&](const QString& words) {
    const auto labels = dialog.checkPage().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(words); });
  };
  EXPECT_TRUE(shown(QStringLiteral("lies outside what 3 other cards show")));
  EXPECT_TRUE(shown(QStringLiteral("with so few cards that says little")));
  EXPECT_FALSE(shown(QStringLiteral("All 3 others lie at")));
  table.selectRow(0);
  EXPECT_TRUE(shown(QStringLiteral("All 3 others lie at")));
  dialog.checkPage().findChild<QCheckBox*>()->click();
  EXPECT_GT(table.model()->rowCount(), 150);
  std::function<std::string(bool)> text;
  QObject::connect(&dialog, &CardsDialog::saveRequested, &dialog, [&](const auto& asked) { text = asked; });
  for (auto* button : dialog.checkPage().findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(text);
  EXPECT_NE(text(true).find("distributed_shared_memory,hit_latency_cycles,"), std::string::npos);
  EXPECT_EQ(text(false).rfind("# Is this H100 80GB HBM3 normal?", 0), 0U);

  // A card of another kind.
  dialog.setAsked(QStringLiteral("recording:h200"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.checkPage().check() && dialog.checkPage().check()->kind == "H200"; }, kPatience));
  EXPECT_TRUE(shown(QStringLiteral("what 2 other cards show")));
}

TEST_F(CardsJourney, a_check_can_be_read_whole_in_a_window_of_1280_by_800) {
  qputenv("XDG_DATA_HOME", QFile::encodeName(folder_.path()));
  CardLibrary library(folder_.path());
  CardsDialog dialog(library, nullptr, QStringLiteral("recording:h100"), theme_, &window_);
  dialog.resize(1280, 800);
  dialog.show();
  dialog.setPage(CardsDialog::Page::check);
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.checkPage().check().has_value(); }, kPatience));
  dialog.checkPage().findChild<QCheckBox*>()->click();
  QTableView& table = *dialog.checkPage().table();
  ASSERT_GT(table.model()->rowCount(), 150);
  QCoreApplication::processEvents();
  EXPECT_LE(table.horizontalHeader()->length(), table.viewport()->width());
  EXPECT_GT(table.columnWidth(CheckTableModel::strip), 90);
  int cut = 0;
  for (int row = 0; row < table.model()->rowCount(); ++row)
    for (const int column : {CheckTableModel::what, CheckTableModel::card, CheckTableModel::others}) {
      const QModelIndex cell = table.model()->index(row, column);
      const QString text = cell.data().toString();
      const int high =
          table.fontMetrics().boundingRect(QRect(0, 0, table.columnWidth(column) - 8, 10000), Qt::TextWordWrap, text).height();
      cut += high > table.rowHeight(row) ? 1 : 0;
      EXPECT_EQ(cell.data(Qt::ToolTipRole).toString(), text) << "what has no room is in the tooltip";
    }
  EXPECT_LE(cut, table.model()->rowCount() / 20) << "but for long lists, everything can be read without the mouse";
}

TEST(CheckTable, has_the_most_deviating_first) {
  CardCheck check;
  const auto add = [&](const char* quantity, Standing standing, nlohmann::json value, double low, double high) {
    CheckedRow row;
    row.standing = standing;
    row.card.subject = "l2";
    row.card.quantity = quantity;
    row.card.value = std::move(value);
    row.card.unit = "cycles";
    row.low = low;
    row.high = high;
    check.rows.push_back(row);
  };
  add("hit_latency_cycles", Standing::outside, 110, 90, 100);
  add("near_latency_cycles", Standing::outside, 30, 90, 100);
  add("far_latency_cycles", Standing::outside, 150, 90, 100);
  add("miss_penalty_cycles", Standing::apart, 1000, 90, 100);
  add("replacement_policy", Standing::outside, "lru", 0, 0);
  check.rows.back().low.reset();
  check.rows.back().high.reset();
  CheckTableModel model;
  model.setCheck(check, true);
  std::vector<std::string> order;
  for (int row = 0; row < model.rowCount(); ++row) order.push_back(model.row(row).card.quantity);
  EXPECT_EQ(order, (std::vector<std::string>{"replacement_policy", "near_latency_cycles", "far_latency_cycles",
                                             "hit_latency_cycles", "miss_penalty_cycles"}));
}

TEST_F(CardsJourney, all_are_reached_by_their_keys) {
  for (QAction* action : {window_.actions().cards, window_.actions().generations, window_.actions().normal})
    answer([&] { press(action); },
           [&](QDialog& dialog) {
             EXPECT_EQ(dialog.windowTitle(), QStringLiteral("Cards side by side"));
             dialog.reject();
           });
}

}  // namespace
}  // namespace chasescope
