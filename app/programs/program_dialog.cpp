#include "app/programs/program_dialog.h"

#include <QButtonGroup>
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

#include "engine/device/catalogue/catalogue.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// The command that starts a chosen file.
QString commandFor(const QString& path) {
  const QFileInfo file(path);
  const QString word = commandWord(file.absoluteFilePath());
  return file.suffix() == QLatin1String("py") ? QStringLiteral("python3 ") + word : word;
}

/// The words for each kind of device: what it is, the name of its field, an example, and help for the field.
struct KindWords {
  const char *is, *field, *example, *help;
};
constexpr KindWords kKindWords[] = {
    {QT_TRANSLATE_NOOP(
         "ProgramDialog",
         "Any program that speaks the device protocol on its standard input and output can be looked at with the same "
         "probes and views as a card, such as a cache simulator of your own. It is started anew whenever a file of its "
         "command changes."),
     QT_TRANSLATE_NOOP("ProgramDialog", "Command"), "python3 cache_device.py",
     QT_TRANSLATE_NOOP("ProgramDialog",
                       "Split at spaces; put names with spaces in double quotes. No shell reads it, and relative paths count from "
                       "where ChaseScope was started.")},
    {QT_TRANSLATE_NOOP(
         "ProgramDialog",
         "The card of another machine, through your own ssh, which must let you in without a question. ChaseScope has to be "
         "there: chasescope ssh-install HOST copies it."),
     QT_TRANSLATE_NOOP("ProgramDialog", "Machine"), "me@server",
     QT_TRANSLATE_NOOP("ProgramDialog", "As after ssh. Its first card is meant; another one is me@server:cuda:1.")},
    {QT_TRANSLATE_NOOP(
         "ProgramDialog",
         "A session answers again what was recorded in it; a card file is a software GPU of your own; a mystery card is to "
         "be found out."),
     QT_TRANSLATE_NOOP("ProgramDialog", "File"), "card.json",
     QT_TRANSLATE_NOOP("ProgramDialog", "A session (.json, .cbor), a topology file, a card file or a mystery card.")}};

/// What the device says of itself, or why it can't be opened, in a sentence.
QString answerOf(const std::string& id, const std::stop_token& stop) {
  const auto device = open_device(id, {.stop = stop});
  if (!device) return shownText(device.error().message);
  const Description& told = (*device)->description();
  QString words = ProgramDialog::tr("It answers: %1").arg(shownText(told.name));
  if (told.properties.sm_count) words += ProgramDialog::tr(", %1 SMs").arg(*told.properties.sm_count);
  if (told.properties.compute_capability)
    words += ProgramDialog::tr(", compute capability %1").arg(shownText(*told.properties.compute_capability));
  return words + QLatin1Char('.');
}

}  // namespace

ProgramDialog::ProgramDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Add a device"));
  setMinimumWidth(theme.scaled(560));
  build();
  fill();
  refresh();
}

ProgramDialog::~ProgramDialog() = default;

void ProgramDialog::build() {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(12);
  auto* kindRow = new QHBoxLayout;
  kinds_ =
      segments({tr("A program"), tr("Another machine"), tr("A file")},
               {tr("That speaks the device protocol"), tr("Its card, through ssh"), tr("A session, a card file or a mystery card")},
               kindRow, this);
  kindRow->addStretch(1);
  column->addLayout(kindRow);
  words_ = looking(new QLabel(this), "quiet");
  words_->setWordWrap(true);
  column->addWidget(words_);

  auto* form = new QFormLayout;
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  known_ = new QComboBox(this);
  known_->setAccessibleName(tr("Devices that were added before"));
  forget_ = new QPushButton(tr("Forget"), this);
  forget_->setToolTip(tr("Take the chosen device off the list; its files stay"));
  auto* knownRow = new QHBoxLayout;
  knownRow->addWidget(known_, 1);
  knownRow->addWidget(forget_);
  form->addRow(tr("Added before"), knownRow);
  command_ = new QLineEdit(this);
  command_->setObjectName(QStringLiteral("command"));
  browse_ = new QPushButton(tr("File …"), this);
  browse_->setToolTip(tr("Choose a program, a Python script, or a file"));
  auto* commandRow = new QHBoxLayout;
  commandRow->addWidget(command_, 1);
  commandRow->addWidget(browse_);
  what_ = new QLabel(this);
  what_->setBuddy(command_);
  form->addRow(what_, commandRow);
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
  try_ = buttons->addButton(tr("Try"), QDialogButtonBox::ActionRole);
  try_->setToolTip(tr("Ask it what it is, and tell what it answers"));
  auto* save = template_ = buttons->addButton(tr("Save a template …"), QDialogButtonBox::ActionRole);
  save->setToolTip(tr("Write a small cache as a program to begin with: change its replacement policy, and look at it here"));
  auto* languages = new QMenu(save);
  connect(languages->addAction(tr("In Python")), &QAction::triggered, this, [this] { emit templateWanted(QStringLiteral("py")); });
  connect(languages->addAction(tr("In C++")), &QAction::triggered, this, [this] { emit templateWanted(QStringLiteral("cpp")); });
  save->setMenu(languages);
  column->addWidget(buttons);

  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(browse_, &QPushButton::clicked, this, &ProgramDialog::chooseFile);
  connect(command_, &QLineEdit::textChanged, this, [this] {
    if (!named_) name_->setText(nameFor(program()));
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
  connect(kinds_, &QButtonGroup::idClicked, this, [this](int kind) { setKind(static_cast<OwnProgram::Kind>(kind)); });
  connect(try_, &QPushButton::clicked, this, &ProgramDialog::tryIt);
  setKind(OwnProgram::Kind::program);
  command_->setFocus();
}

void ProgramDialog::setKind(OwnProgram::Kind kind) {
  const KindWords& words = kKindWords[static_cast<int>(kind)];
  kinds_->button(static_cast<int>(kind))->setChecked(true);
  words_->setText(tr(words.is));
  what_->setText(tr(words.field));
  command_->setAccessibleName(tr(words.field));
  command_->setPlaceholderText(QString::fromLatin1(words.example));
  command_->setToolTip(tr(words.help));
  browse_->setVisible(kind != OwnProgram::Kind::machine);
  template_->setVisible(kind == OwnProgram::Kind::program);
  if (!named_) name_->setText(nameFor(program()));
  refresh();
}

/// Asks on a thread of its own: another machine takes seconds, and the person may leave the dialog meanwhile.
void ProgramDialog::tryIt() {
  trial_ = {};
  try_->setEnabled(false);
  say(tr("Asking …"));
  trial_ = std::jthread([this, id = program().id().toStdString()](const std::stop_token& stop) {
    const QString answer = answerOf(id, stop);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, id, answer] {
          if (program().id().toStdString() == id) say(answer);
          try_->setEnabled(open_->isEnabled());
        },
        Qt::QueuedConnection);
  });
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
  const bool isFile = program().kind == OwnProgram::Kind::file;
  const QString path = QFileDialog::getOpenFileName(this, isFile ? tr("Choose a file") : tr("Choose a program"));
  if (!path.isEmpty()) command_->setText(isFile ? path : commandFor(path));
}

void ProgramDialog::say(const QString& sentence) { fault_->setText(sentence); }

void ProgramDialog::refresh() {
  const QString fault = faultOfProgram(program());
  fault_->setText(fault);
  open_->setEnabled(fault.isEmpty());
  try_->setEnabled(fault.isEmpty());
}

OwnProgram ProgramDialog::program() const {
  return {name_->text().trimmed(), command_->text().trimmed(), static_cast<OwnProgram::Kind>(kinds_->checkedId())};
}

void ProgramDialog::setProgram(const OwnProgram& program) {
  named_ = !program.name.isEmpty();
  setKind(program.kind);
  command_->setText(program.command);
  if (named_) name_->setText(program.name);
}

}  // namespace chasescope

#include "moc_program_dialog.cpp"
