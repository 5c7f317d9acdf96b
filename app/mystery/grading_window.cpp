#include "app/mystery/grading_window.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QUrl>

#include "app/mystery/grade_detail.h"
#include "app/mystery/grades_table.h"
#include "app/mystery/question_list.h"
#include "engine/mystery/attached_run.h"
#include "engine/output/output_file.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kDetailWidth = 360, kSeedWidth = 190;
constexpr int kTypingPause = 300;  // ms without a key after which the typed text is taken as the seed
const QString kEnding = QStringLiteral("*.answers");

QFrame* framed(QWidget* content) {
  auto* frame = looking(new QFrame, "card");
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->addWidget(content);
  return frame;
}

QStringList localPaths(const QMimeData& dragged) {
  QStringList paths;
  for (const QUrl& url : dragged.urls())
    if (url.isLocalFile()) paths << url.toLocalFile();
  return paths;
}

}  // namespace

bool isAnswers(const QString& path) {
  if (QFileInfo(path).isDir()) return !QDir(path).entryList({kEnding}, QDir::Files).isEmpty();
  return path.endsWith(kEnding.mid(1), Qt::CaseInsensitive);
}

GradingWindow::GradingWindow(const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window), theme_(theme), typed_(new QTimer(this)) {
  saveFolder_ = QDir::currentPath();
  setWindowTitle(tr("Grades – ChaseScope"));
  setObjectName(QStringLiteral("grading"));
  setAccessibleName(tr("Grades of a class"));
  looking(this, "ground");
  setAttribute(Qt::WA_StyledBackground);
  setAcceptDrops(true);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(14, 10, 14, 12);
  all->setSpacing(8);
  all->addWidget(buildHeader());
  state_ = looking(new QLabel, "plain");
  state_->setWordWrap(true);
  state_->setTextFormat(Qt::PlainText);
  auto* second = new QHBoxLayout;
  second->setSpacing(8);
  second->addWidget(state_, 1);
  second->addWidget(saveMarkdown_);
  second->addWidget(saveCsv_);
  all->addLayout(second);
  pages_ = new QStackedWidget;
  pages_->addWidget(buildEmpty());
  pages_->addWidget(buildGrades());
  all->addWidget(pages_, 1);
  typed_->setSingleShot(true);
  typed_->setInterval(kTypingPause);
  connect(typed_, &QTimer::timeout, this, &GradingWindow::grade);
  connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
  connect(&theme_, &Theme::themeChanged, this, &GradingWindow::restyle);
  restyle();
  resizeOnScreen(*this, {1280, 800});
  grade();
}

QWidget* GradingWindow::buildHeader() {
  auto* header = new QWidget;
  auto* line = new QHBoxLayout(header);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  heading_ = new QLabel(tr("Grades"));
  auto* files = new QPushButton(tr("Add answers …"));
  files->setToolTip(tr("Choose answer files of students; they can be dropped here, too"));
  connect(files, &QPushButton::clicked, this, &GradingWindow::askForFiles);
  auto* folder = new QPushButton(tr("Add folder …"));
  folder->setToolTip(tr("Every answer file (*.answers) of a folder"));
  connect(folder, &QPushButton::clicked, this, &GradingWindow::askForFolder);
  seed_ = new QLineEdit;
  seed_->setPlaceholderText(tr("seed of the card"));
  seed_->setAccessibleName(tr("Seed of the card"));
  seed_->setToolTip(tr("The number that the card was drawn from. The program told it when the card was made"));
  seedsButton_ = new QPushButton(tr("Seeds file …"));
  seedsButton_->setToolTip(tr("A CSV file of student,seed, where each student has a card"));
  connect(seedsButton_, &QPushButton::clicked, this, &GradingWindow::askForSeeds);
  connect(seed_, &QLineEdit::textEdited, this, [this] {
    seedFile_.clear();
    typed_->start();
  });
  connect(seed_, &QLineEdit::returnPressed, this, &GradingWindow::grade);
  auto* word = new QLabel(tr("Seed"));
  word->setBuddy(seed_);
  saveCsv_ = looking(new QPushButton(tr("Save CSV …")), "primary");
  saveCsv_->setToolTip(tr("The table for programs, as the command line writes it (Ctrl+S)"));
  saveMarkdown_ = new QPushButton(tr("Save summary …"));
  saveMarkdown_->setToolTip(tr("For people, in Markdown: the table, the class by question, what was lost, and good experiments"));
  connect(saveCsv_, &QPushButton::clicked, this,
          [this] { save(tr("Save the grades"), QStringLiteral("grades.csv"), tr("CSV tables (*.csv)"), &GradingWindow::saveCsv); });
  connect(saveMarkdown_, &QPushButton::clicked, this, [this] {
    save(tr("Save the summary"), QStringLiteral("grades.md"), tr("Markdown (*.md)"), &GradingWindow::saveMarkdown);
  });
  connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, saveCsv_, &QPushButton::click);
  for (QWidget* widget : {static_cast<QWidget*>(heading_), static_cast<QWidget*>(files), static_cast<QWidget*>(folder)})
    line->addWidget(widget);
  line->addSpacing(10);
  line->addWidget(word);
  line->addWidget(seed_, 1);
  line->addWidget(seedsButton_);
  line->addStretch();
  return header;
}

QWidget* GradingWindow::buildEmpty() {
  missing_ = looking(new QLabel, "quiet");
  missing_->setAlignment(Qt::AlignCenter);
  missing_->setWordWrap(true);
  return framed(missing_);
}

QWidget* GradingWindow::buildGrades() {
  table_ = new GradesTable(theme_);
  questions_ = new QuestionList(theme_);
  detail_ = new GradeDetail(theme_);
  connect(table_, &GradesTable::rowChosen, this, &GradingWindow::showRow);
  connect(detail_, &GradeDetail::runRequested, this, &GradingWindow::openRun);
  auto* left = new QSplitter(Qt::Vertical);
  left->addWidget(framed(table_));
  left->addWidget(framed(scrolling(questions_)));
  left->setSizes({440, 320});
  auto* both = new QSplitter(Qt::Horizontal);
  both->addWidget(left);
  both->addWidget(framed(scrolling(detail_)));
  both->setStretchFactor(0, 1);
  both->setSizes({1280 - kDetailWidth, kDetailWidth});
  for (QSplitter* splitter : {left, both}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
  }
  return both;
}

void GradingWindow::restyle() {
  heading_->setFont(theme_.text(20, Weight::semiBold));
  missing_->setFont(theme_.text(15));
  seed_->setMinimumWidth(theme_.scaled(kSeedWidth / 2));
  seed_->setMaximumWidth(theme_.scaled(kSeedWidth));
}

void GradingWindow::say(const QString& words, bool wrong) {
  state_->setText(words);
  looking(state_, wrong ? "error" : "plain");
  state_->style()->unpolish(state_);
  state_->style()->polish(state_);
}

QString GradingWindow::state() const { return state_->text().isEmpty() ? missing_->text() : state_->text(); }

std::optional<mystery::Seeds> GradingWindow::seeds() const {
  if (!seedFile_.isEmpty()) return seedList_;
  if (const auto seed = parse_count(seed_->text().trimmed().toStdString())) return *seed;
  return std::nullopt;
}

void GradingWindow::addFiles(const QStringList& paths) {
  for (const QString& path : paths) {
    const QFileInfo info(path);
    QStringList files{info.absoluteFilePath()};
    // A folder without answer files is added itself, and grading then says what is wrong with it.
    if (info.isDir() && isAnswers(path)) {
      files.clear();
      for (const QFileInfo& file : QDir(path).entryInfoList({kEnding}, QDir::Files, QDir::Name)) files << file.absoluteFilePath();
    }
    for (const QString& file : files)
      if (!files_.contains(file)) files_ << file;
  }
  grade();
}

void GradingWindow::setSeed(const QString& seed) {
  seedFile_.clear();
  seed_->setText(seed);
  grade();
}

QString GradingWindow::setSeedFile(const QString& path) {
  auto list = mystery::read_seeds(path.toStdString());
  if (!list) {
    const QString fault = shownText(list.error().message);
    say(fault, true);
    return fault;
  }
  seedList_ = *std::move(list);
  seedFile_ = path;
  seed_->clear();
  grade();
  return {};
}

const mystery::ClassGrades& GradingWindow::grades() const { return table_->grades().grades(); }

void GradingWindow::grade() {
  typed_->stop();
  seedsButton_->setText(seedFile_.isEmpty() ? tr("Seeds file …") : tr("Seeds: %1").arg(QFileInfo(seedFile_).fileName()));
  const auto known = seeds();
  const bool none = !known && !seed_->text().trimmed().isEmpty();
  mystery::ClassGrades result;
  if (known) {
    std::vector<std::filesystem::path> files;
    for (const QString& file : files_) files.emplace_back(file.toStdString());
    result = mystery::grade_files(files, *known);
  }
  const bool any = !result.grades.empty() || !result.refused.empty();
  const mystery::MeanPoints mean = mystery::mean_points(result.grades);
  const std::size_t graded = mean.graded, refused = result.refused.size();
  missing_->setText(
      files_.isEmpty()
          ? tr("Drop answer files of students here, or a folder of them, and give the seed of their card.")
          : tr("%1 chosen. Give the seed of the card, or a file of seeds where each student has a card.")
                .arg(files_.size() == 1 ? tr("1 file or folder is") : tr("%1 files and folders are").arg(files_.size())));
  questions_->setGrades(result.grades);
  detail_->clear();
  table_->setGrades(std::move(result));
  pages_->setCurrentIndex(any ? 1 : 0);
  for (QPushButton* button : {saveCsv_, saveMarkdown_}) button->setEnabled(any);
  QString words;
  if (none) words = tr("The seed is a whole number, at most 18446744073709551615.");
  if (any) {
    words = tr("%1 graded, %2 refused").arg(graded).arg(refused);
    if (mean.all > graded) words += tr(", %1 of the list without a file to grade").arg(mean.all - graded);
    if (graded > 0) words += tr("; the mean is %1 of %2").arg(mean.of_graded, 0, 'f', 1).arg(mystery::kAllPoints);
    if (graded > 0 && mean.all > graded) words += tr(", and %1 with 0 for these").arg(mean.of_all, 0, 'f', 1);
    words += QLatin1Char('.');
  }
  say(words, none);
}

void GradingWindow::showRow(int row) {
  const GradesModel& model = table_->grades();
  if (const int at = model.gradeIn(row); at >= 0) {
    const mystery::Grade& grade = grades().grades[static_cast<std::size_t>(at)];
    detail_->setGrade(grade, grades().sheets[static_cast<std::size_t>(at)]);
    // Of a student without a sheet the level is not known, and so the card is not either.
    questions_->setCard(grade.ungraded.empty() ? std::optional(grade.card) : std::nullopt);
  } else if (const int refused = model.refusedIn(row); refused >= 0) {
    detail_->setRefused(grades().refused[static_cast<std::size_t>(refused)]);
  }
}

void GradingWindow::openRun(const QString& id) {
  const int at = table_->grades().gradeIn(table_->currentIndex().row());
  if (at < 0) return;
  const mystery::AnswerSheet& sheet = grades().sheets[static_cast<std::size_t>(at)];
  const auto session = attached_run(sheet, grades().grades[static_cast<std::size_t>(at)].card, id.toStdString());
  detail_->say(session ? QString() : shownText(session.error().message));
  if (session) emit runOpened(*session, tr("%1 of %2, chased again on the card").arg(shownText(id), shownText(sheet.student)));
}

void GradingWindow::askForFiles() {
  const QStringList paths =
      QFileDialog::getOpenFileNames(this, tr("Answers to grade"), {}, tr("Answer files (*.answers);;All files (*)"));
  if (!paths.isEmpty()) addFiles(paths);
}

void GradingWindow::askForFolder() {
  const QString path = QFileDialog::getExistingDirectory(this, tr("A folder of answer files"));
  if (!path.isEmpty()) addFiles({path});
}

void GradingWindow::askForSeeds() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Seeds of a class"), {}, tr("Lists of seeds (*.csv);;All files (*)"));
  if (!path.isEmpty()) setSeedFile(path);
}

void GradingWindow::save(const QString& title, const QString& proposed, const QString& filter,
                         QString (GradingWindow::*writer)(const QString&)) {
  // The current folder, where a command would write "--csv grades.csv", until the person saves elsewhere.
  const QString path = QFileDialog::getSaveFileName(this, title, QDir(saveFolder_).filePath(proposed), filter);
  if (path.isEmpty()) return;
  saveFolder_ = QFileInfo(path).absolutePath();
  const QString fault = (this->*writer)(path);
  say(fault.isEmpty() ? tr("Saved to %1.").arg(shownText(path)) : fault, !fault.isEmpty());
}

QString GradingWindow::write(const QString& path, const std::string& text) {
  OutputFile out(path.toStdString());
  out.put(text);
  const auto fault = out.commit();
  return fault ? shownText(*fault) : QString();
}

QString GradingWindow::saveCsv(const QString& path) { return write(path, mystery::grades_csv(grades())); }
QString GradingWindow::saveMarkdown(const QString& path) { return write(path, mystery::grades_markdown(grades())); }

void GradingWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localPaths(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void GradingWindow::dropEvent(QDropEvent* event) {
  const QStringList paths = localPaths(*event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  // A list of seeds may come with the answers.
  QStringList answers;
  for (const QString& path : paths)
    path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? void(setSeedFile(path)) : void(answers << path);
  if (!answers.isEmpty()) addFiles(answers);
}

}  // namespace chasescope

#include "moc_grading_window.cpp"
