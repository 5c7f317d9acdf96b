#include "app/mystery/new_mystery_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QVBoxLayout>

#include "engine/device/mystery/hidden_card.h"
#include "engine/device/mystery/mystery_file.h"
#include "engine/mystery/question.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

mystery::Level level_of(const QComboBox& box) { return mystery::all_levels()[static_cast<std::size_t>(box.currentIndex())]; }

QLabel* words(QLabel* label) {
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

QHBoxLayout* beside(QWidget* field, QWidget* button) {
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(field, 1);
  row->addWidget(button);
  return row;
}

}  // namespace

NewMysteryDialog::NewMysteryDialog(const Theme& theme, QWidget* parent)
    : QDialog(parent),
      level_(new QComboBox),
      asks_(words(looking(new QLabel, "quiet"))),
      fault_(words(looking(new QLabel, "error"))),
      seed_(new QLineEdit),
      budget_(new QLineEdit),
      path_(new QLineEdit(QDir::home().filePath(QStringLiteral("card.mystery")))),
      locks_(new QCheckBox(tr("Lock Discover and the probes that would answer"))),
      opens_(new QCheckBox(tr("Open it at once"))),
      make_(looking(new QPushButton(tr("Make it")), "primary")) {
  setWindowTitle(tr("New mystery card"));
  for (const mystery::Level level : mystery::all_levels()) level_->addItem(QString::fromStdString(std::string(to_string(level))));
  level_->setAccessibleName(tr("Level"));
  level_->setToolTip(tr("How much is asked"));
  seed_->setAccessibleName(tr("Seed"));
  seed_->setToolTip(
      tr("The card is drawn from this number, and the number opens it when you grade. A small number can be found by trying all."));
  budget_->setAccessibleName(tr("Accesses that may be spent"));
  path_->setAccessibleName(tr("File"));
  locks_->setChecked(true);
  opens_->setChecked(true);
  fault_->hide();
  auto* another = new QPushButton(tr("Draw another"));
  connect(another, &QPushButton::clicked, this, &NewMysteryDialog::draw);
  auto* choose = new QPushButton(tr("Choose …"));
  choose->setAccessibleName(tr("Choose the file"));
  connect(choose, &QPushButton::clicked, this, &NewMysteryDialog::browse);
  for (QPushButton* button : {another, choose}) button->setAutoDefault(false);
  connect(level_, &QComboBox::currentIndexChanged, this, &NewMysteryDialog::levelChanged);

  auto* form = new QFormLayout;
  form->setVerticalSpacing(10);
  form->addRow(tr("Level"), level_);
  form->addRow(QString(), asks_);
  form->addRow(tr("Seed"), beside(seed_, another));
  form->addRow(QString(), words(looking(new QLabel(tr("Keep it: grading needs it, and the file does not tell it.")), "quiet")));
  form->addRow(tr("Accesses"), budget_);
  form->addRow(tr("File"), beside(path_, choose));
  form->addRow(QString(), locks_);
  form->addRow(QString(), opens_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(make_, QDialogButtonBox::AcceptRole);
  make_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &NewMysteryDialog::make);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addLayout(form);
  layout->addWidget(fault_);
  layout->addStretch();
  layout->addWidget(buttons);
  resizeOnScreen(*this, {theme.scaled(560), theme.scaled(430)});
  level_->setCurrentIndex(1);
  draw();
}

bool NewMysteryDialog::opens() const { return opens_->isChecked(); }
QString NewMysteryDialog::path() const { return path_->text(); }
void NewMysteryDialog::setPath(const QString& path) { path_->setText(path); }

void NewMysteryDialog::draw() { seed_->setText(QString::number(QRandomGenerator::system()->generate64())); }

void NewMysteryDialog::levelChanged() {
  QStringList asked;
  for (const mystery::AskedQuestion& one : mystery::asked_at(level_of(*level_)))
    asked << tr("%1 (%2)").arg(QString::fromUtf8(mystery::words_of(one.question).title)).arg(one.points);
  asks_->setText(tr("Asks: %1.").arg(asked.join(QStringLiteral(", "))));
  budget_->setText(QString::fromStdString(std::to_string(mystery::usual_budget(level_of(*level_)))));
}

void NewMysteryDialog::browse() {
  const QString path = QFileDialog::getSaveFileName(this, tr("New mystery card"), path_->text(), tr("Mystery cards (*.mystery)"));
  if (!path.isEmpty()) path_->setText(path);
}

void NewMysteryDialog::refuse(const QString& sentence) {
  fault_->setText(sentence);
  fault_->show();
}

void NewMysteryDialog::make() {
  const auto seed = parse_count(seed_->text().trimmed().toStdString());
  const auto budget = parse_count(budget_->text().trimmed().toStdString());
  if (!seed) return refuse(tr("The seed is a whole number, at most 18446744073709551615."));
  if (!budget || *budget == 0 || *budget > mystery::kMostBudget)
    return refuse(tr("Accesses are a whole number from 1 to %1.").arg(mystery::kMostBudget));
  if (path_->text().isEmpty()) return refuse(tr("Name a file."));
  if (!path_->text().endsWith(QLatin1String(".mystery"))) path_->setText(path_->text() + QStringLiteral(".mystery"));
  const mystery::MysteryFile file{{*seed, level_of(*level_), mystery::kGenerator},
                                  *budget,
                                  locks_->isChecked() ? mystery::answering_probes() : std::vector<std::string>()};
  if (const auto fault = mystery::write_mystery(file, path_->text().toStdString())) return refuse(shownText(*fault));
  accept();
}

}  // namespace chasescope

#include "moc_new_mystery_dialog.cpp"
