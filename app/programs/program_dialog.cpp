#include "app/programs/program_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// How a file that somebody chose is started.
QString commandFor(const QString& path) {
  const QFileInfo file(path);
  const QString word = commandWord(file.absoluteFilePath());
  return file.suffix() == QLatin1String("py") ? QStringLiteral("python3 ") + word : word;
}

}  // namespace

ProgramDialog::ProgramDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Open a program"));
  setMinimumWidth(theme.scaled(560));
  build();
  fill();
  refresh();
}

void ProgramDialog::build() {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  auto* words =
      looking(new QLabel(tr("Any program that speaks the device protocol on its standard input and output can be looked at with "
                            "the same probes and views as a card, "
                            "such as a cache simulator of your own. It is started anew whenever a file of its command changes."),
                         this),
              "quiet");
  words->setWordWrap(true);
  column->addWidget(words);

  auto* form = new QFormLayout;
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  known_ = new QComboBox(this);
  known_->setAccessibleName(tr("Programs that were opened before"));
  forget_ = new QPushButton(tr("Forget"), this);
  forget_->setToolTip(tr("Take the chosen program off the list; its files stay"));
  auto* knownRow = new QHBoxLayout;
  knownRow->addWidget(known_, 1);
  knownRow->addWidget(forget_);
  form->addRow(tr("Opened before"), knownRow);
  command_ = new QLineEdit(this);
  command_->setObjectName(QStringLiteral("command"));
  command_->setAccessibleName(tr("Command"));
  command_->setPlaceholderText(QStringLiteral("python3 cache_device.py"));
  command_->setToolTip(
      tr("Split at spaces; put names with spaces in double quotes. No shell reads it, and relative paths count from where "
         "ChaseScope was started."));
  auto* browse = new QPushButton(tr("File …"), this);
  browse->setToolTip(tr("Choose a program, or a Python script"));
  auto* commandRow = new QHBoxLayout;
  commandRow->addWidget(command_, 1);
  commandRow->addWidget(browse);
  form->addRow(tr("Command"), commandRow);
  name_ = new QLineEdit(this);
  name_->setObjectName(QStringLiteral("name"));
  name_->setAccessibleName(tr("Name"));
  name_->setToolTip(tr("What the list of devices calls it"));
  form->addRow(tr("Name"), name_);
  column->addLayout(form);

  fault_ = looking(new QLabel(this), "quiet");
  fault_->setWordWrap(true);
  fault_->setTextFormat(Qt::PlainText);
  column->addWidget(fault_);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  open_ = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
  open_->setDefault(true);
  auto* save = buttons->addButton(tr("Save a template …"), QDialogButtonBox::ActionRole);
  save->setToolTip(tr("Write a small cache as a program to begin with: change its replacement policy, and look at it here"));
  auto* languages = new QMenu(save);
  connect(languages->addAction(tr("In Python")), &QAction::triggered, this, [this] { emit templateWanted(QStringLiteral("py")); });
  connect(languages->addAction(tr("In C++")), &QAction::triggered, this, [this] { emit templateWanted(QStringLiteral("cpp")); });
  save->setMenu(languages);
  column->addWidget(buttons);

  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(browse, &QPushButton::clicked, this, &ProgramDialog::chooseFile);
  connect(command_, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (!named_) name_->setText(nameForCommand(text));
    refresh();
  });
  connect(name_, &QLineEdit::textEdited, this, [this](const QString& text) { named_ = !text.isEmpty(); });
  connect(name_, &QLineEdit::textChanged, this, &ProgramDialog::refresh);
  connect(known_, &QComboBox::activated, this, [this](int row) {
    const auto programs = ownPrograms();
    if (row >= 0 && static_cast<std::size_t>(row) < programs.size()) setProgram(programs[static_cast<std::size_t>(row)]);
  });
  connect(forget_, &QPushButton::clicked, this, [this] {
    const QString name = known_->currentText();
    forgetProgram(name);
    fill();
    emit forgotten(name);
  });
  command_->setFocus();
}

void ProgramDialog::fill() {
  known_->clear();
  for (const OwnProgram& program : ownPrograms()) {
    known_->addItem(program.name);
    known_->setItemData(known_->count() - 1, program.command, Qt::ToolTipRole);
  }
  const bool any = known_->count() > 0;
  if (!any) known_->addItem(tr("none yet"));
  known_->setEnabled(any);
  forget_->setEnabled(any);
  known_->setCurrentIndex(0);
}

void ProgramDialog::chooseFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Choose a program"));
  if (!path.isEmpty()) command_->setText(commandFor(path));
}

void ProgramDialog::say(const QString& sentence) { fault_->setText(sentence); }

void ProgramDialog::refresh() {
  const QString fault = faultOfProgram(program());
  fault_->setText(fault);
  open_->setEnabled(fault.isEmpty());
}

OwnProgram ProgramDialog::program() const { return {name_->text().trimmed(), command_->text().trimmed()}; }

void ProgramDialog::setProgram(const OwnProgram& program) {
  named_ = true;
  command_->setText(program.command);
  name_->setText(program.name);
}

}  // namespace chasescope

#include "moc_program_dialog.cpp"
