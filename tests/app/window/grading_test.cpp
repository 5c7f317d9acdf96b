// A lecturer who grades a class in the window.
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/mystery/grade_detail.h"
#include "app/mystery/grades_table.h"
#include "app/mystery/grading_window.h"
#include "app/mystery/mark_look.h"
#include "app/mystery/mystery_desk.h"
#include "app/mystery/question_list.h"
#include "engine/mystery/answer_value.h"
#include "tests/app/window/person.h"

namespace chasescope {
namespace {

using mystery::Question;

constexpr mystery::CardName kCard{4711, mystery::Level::hard, mystery::kGenerator};

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class Grading : public PersonFixture {
 protected:
  Grading() {
    write("s-101", {"40 KiB", "256 B", "32 x 5", "fifo", "8-12"});
    write("s-102", {"40 KiB", "128 B", "16 x 10", "lru", ""});
    write("s-103", {"41216", "256 B", "32 x 5", "fifo", "8-12"});
  }
  mystery::AnswerSheet sheetOf(const std::string& student, const std::vector<std::string>& values) const {
    mystery::AnswerSheet sheet = mystery::begin_sheet({kCard, 200'000, {}}, student);
    sheet.spent = 50'000;
    sheet.handed_in = "2026-11-27T10:00:00Z";
    const auto& asked = mystery::asked_at(kCard.level);
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (!values[i].empty()) sheet.answers[asked[i].question].value = *mystery::tidy_answer(asked[i].question, values[i]);
    sheet.answers[Question::capacity].because = "Sixteen lines more, and six miss.";
    sheet.answers[Question::capacity].runs = {"run-3", "run-7"};
    sheet.requests["run-3"] = {.pattern = UniformPattern{41'216, 256}, .warmup = 322, .accesses = 161};
    return sheet;
  }
  void write(const std::string& student, const std::vector<std::string>& values) {
    const QString path = folder_.filePath(QString::fromStdString(student) + ".answers");
    EXPECT_EQ(mystery::write_sheet(sheetOf(student, values), kCard, path.toStdString()), std::nullopt);
    paths_ << path;
  }
  GradingWindow& grading(const QStringList& paths = {}) { return window_.findChild<MysteryDesk*>()->grade(paths); }
  static void typeSeed(GradingWindow& grading, const QString& seed) {
    auto* field = grading.findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, seed);
    QTest::keyClick(field, Qt::Key_Return);
  }
  static QString said(const QWidget& widget) {
    QStringList words;
    for (const auto* label : widget.findChildren<QLabel*>()) words << label->text();
    return words.join('\n');
  }
  static QString cell(const GradingWindow& grading, int row, int column) {
    return grading.table().model()->index(row, column).data().toString();
  }

  QTemporaryDir folder_;
  QStringList paths_;
};

TEST_F(Grading, asks_for_what_is_missing_and_grades_when_it_is_there) {
  QAction* action = nullptr;
  for (QAction* each : window_.findChild<MysteryDesk*>()->actions())
    if (each->text() == "Grade answers …") action = each;
  ASSERT_NE(action, nullptr);
  action->trigger();
  GradingWindow& window = grading();
  ASSERT_TRUE(window.isVisible());
  EXPECT_TRUE(window.state().contains("Drop answer files"));
  window.addFiles(paths_);
  EXPECT_TRUE(window.state().contains("Give the seed of the card")) << window.state().toStdString();
  typeSeed(window, "many");
  EXPECT_EQ(window.state(), "The seed is a whole number, at most 18446744073709551615.");
  typeSeed(window, "4711");
  EXPECT_EQ(window.grades().grades.size(), 3U);
  EXPECT_EQ(window.state(), "3 graded, 0 refused; the mean is 76.3 of 100.") << window.state().toStdString();
  EXPECT_EQ(cell(window, 0, 0), "s-101");
  EXPECT_EQ(cell(window, 0, 1), "20");
  EXPECT_EQ(cell(window, 2, 1), "15");
  EXPECT_EQ(window.table().model()->index(2, 1).data(GradesModel::MarkRole).toInt(), static_cast<int>(AnswerMark::part));
  EXPECT_EQ(window.table().model()->index(1, 5).data(GradesModel::MarkRole).toInt(), static_cast<int>(AnswerMark::none));
}

TEST_F(Grading, is_sorted_by_a_click_and_refused_files_stay_last) {
  const QString cut = folder_.filePath("cut.answers");
  QFile file(cut);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(bytesOf(paths_[0]).left(200));
  file.close();
  GradingWindow& window = grading({folder_.path()});
  typeSeed(window, "4711");
  EXPECT_TRUE(window.state().startsWith("3 graded, 1 refused")) << window.state().toStdString();
  const int points = window.table().model()->columnCount() - 1;
  for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    window.table().sortByColumn(points, order);
    EXPECT_EQ(cell(window, order == Qt::AscendingOrder ? 0 : 2, 0), "s-102");
    EXPECT_EQ(cell(window, 3, 0), "cut");
    EXPECT_TRUE(cell(window, 3, 1).endsWith("cut.answers is cut short, or no answer file."));
  }
  window.table().selectRow(3);
  EXPECT_TRUE(said(window.detail()).contains("is cut short, or no answer file."));
  // The chosen student stays chosen when the rows are sorted anew.
  window.table().selectRow(0);
  EXPECT_TRUE(said(window.detail()).contains("s-101"));
  window.table().sortByColumn(points, Qt::AscendingOrder);
  EXPECT_EQ(cell(window, window.table().currentIndex().row(), 0), "s-101");
}

TEST_F(Grading, shows_a_student_beside_what_is_right) {
  GradingWindow& window = grading(paths_);
  typeSeed(window, "4711");
  window.table().selectRow(1);
  const QString words = said(window.detail());
  for (const char* part : {"s-102", "Sixteen lines more, and six miss.", "128 B – right is 256 B",
                           "16 x 10 – right is 32 x 5 (the product is right, the split is not)", "no answer – right is 8-12",
                           "50,000 of 200,000 were spent"})
    EXPECT_TRUE(words.contains(part)) << part << " in " << words.toStdString();
  const QString truth = said(window.questions());
  EXPECT_TRUE(truth.contains("within a line (256 B): three quarters")) << truth.toStdString();
  EXPECT_TRUE(window.questions().experiment().startsWith("A good experiment for capacity: ")) << truth.toStdString();
  for (auto* button : window.questions().findChildren<QPushButton*>())
    if (button->text() == "Policy") QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_TRUE(window.questions().experiment().startsWith("A good experiment for policy: "));
}

TEST_F(Grading, opens_attached_runs_in_the_window) {
  GradingWindow& window = grading(paths_);
  typeSeed(window, "4711");
  const auto press = [&](const QString& text) {
    for (auto* chip : window.detail().findChildren<QToolButton*>())
      if (chip->text() == text) return QTest::mouseClick(chip, Qt::LeftButton);
    ADD_FAILURE() << "no run " << text.toStdString();
  };
  press("run 7");
  EXPECT_TRUE(said(window.detail()).contains("The run run-7 of s-101 can't be shown: the answer file does not say what it asked."));
  press("run 3");
  ASSERT_EQ(window_.explorer().session().runs.size(), 1U);
  EXPECT_EQ(window_.explorer().session().runs.front()->id, "run-3");
  EXPECT_FALSE(window_.explorer().hasUnsavedRuns());
  EXPECT_FALSE(said(window.detail()).contains("can't be shown"));
}

TEST_F(Grading, saves_what_the_command_line_writes) {
  GradingWindow& window = grading(paths_);
  typeSeed(window, "4711");
  window.table().sortByColumn(1, Qt::DescendingOrder);  // sorting the table changes nothing in the saved files
  const QString csv = folder_.filePath("grades.csv"), markdown = folder_.filePath("grades.md");
  EXPECT_EQ(window.saveCsv(csv), "");
  EXPECT_EQ(window.saveMarkdown(markdown), "");
  std::vector<std::filesystem::path> files;
  for (const QString& path : paths_) files.emplace_back(path.toStdString());
  const mystery::ClassGrades again = mystery::grade_files(files, std::uint64_t{4711});
  EXPECT_EQ(bytesOf(csv).toStdString(), mystery::grades_csv(again));
  EXPECT_EQ(bytesOf(markdown).toStdString(), mystery::grades_markdown(again));
  const QString fault = window.saveCsv(folder_.filePath("none/grades.csv"));
  EXPECT_TRUE(fault.contains("none/grades.csv")) << fault.toStdString();
}

TEST_F(Grading, takes_a_seed_for_each_student) {
  const QString list = folder_.filePath("seeds.csv");
  QFile file(list);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("student,seed\ns-101,4711\ns-102,12\n");
  file.close();
  GradingWindow& window = grading(paths_);
  EXPECT_EQ(window.setSeedFile(list), "");
  EXPECT_EQ(window.grades().graded(), 1U);
  // The student of the list whose file was refused has a row, and no points.
  ASSERT_EQ(window.grades().grades.size(), 2U);
  EXPECT_EQ(cell(window, 1, 0), "s-102 (no file could be graded)");
  EXPECT_EQ(cell(window, 1, window.table().model()->columnCount() - 1), "0");
  EXPECT_EQ(window.state(),
            "1 graded, 2 refused, 1 of the list without a file to grade; the mean is 100.0 of 100, and 50.0 with 0 for these.")
      << window.state().toStdString();
  window.table().selectRow(0);
  EXPECT_TRUE(said(window.questions()).contains("three quarters"));
  EXPECT_FALSE(window.questions().experiment().isEmpty());
  window.table().selectRow(1);
  EXPECT_FALSE(said(window.questions()).contains("three quarters")) << "it is what is right of another student's card";
  EXPECT_TRUE(window.questions().experiment().isEmpty());
  EXPECT_TRUE(said(window.detail()).contains("0 of 100 points: no file could be graded.")) << said(window.detail()).toStdString();
  ASSERT_EQ(window.grades().refused.size(), 2U);
  EXPECT_NE(window.grades().refused[0].sentence.find("another seed"), std::string::npos);
  EXPECT_NE(window.grades().refused[1].sentence.find("for whom there is no seed"), std::string::npos);
  const QString fault = window.setSeedFile(paths_[0]);
  EXPECT_TRUE(fault.contains("line 1: write student,seed.")) << fault.toStdString();
  EXPECT_EQ(window.grades().graded(), 1U);  // the seeds stay as they were
}

TEST_F(Grading, begins_with_what_is_dropped_into_the_window) {
  const auto drop = [&](QWidget& on, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&on, &enter);
    QDropEvent letGo(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&on, &letGo);
    return letGo.isAccepted();
  };
  EXPECT_TRUE(drop(window_, {paths_[0], paths_[1]}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_.findChild<GradingWindow*>() != nullptr; }, kPatience));
  GradingWindow& window = grading();
  typeSeed(window, "4711");
  EXPECT_EQ(window.grades().grades.size(), 2U);
  EXPECT_TRUE(drop(window, {paths_[2], paths_[0]}));
  EXPECT_EQ(window.grades().grades.size(), 3U);  // a file that is in the list already is not graded twice
  EXPECT_TRUE(window.grades().refused.empty());
  EXPECT_TRUE(drop(window, {folder_.path()}));
  EXPECT_EQ(window.grades().grades.size(), 3U);
  EXPECT_TRUE(window.grades().refused.empty());
}

}  // namespace
}  // namespace chasescope
