#include "app/builder/build_panel.h"

#include <QToolButton>

#include "engine/model/spec/limits.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kTypeAmongControls = 15.25 / 12;  // the smallest type of a picture has 0.92 of its text size, here 14 px

}  // namespace

BuildPanel::BuildPanel(const QString& title, const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), column_(new QVBoxLayout(this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(5);
  auto* head = new QLabel(title);
  looking(head, "title");
  column_->addWidget(head);
  setAccessibleName(title);
}

void BuildPanel::setBuilt(const build::BuiltCache& built) {
  built_ = built;
  filling_ = true;
  refill();
  filling_ = false;
}

PlotStyle BuildPanel::pictureStyle() const {
  PlotStyle style = theme_.plotStyle();
  style.textPixels *= kTypeAmongControls;
  return style;
}

void BuildPanel::setBuild(const build::Build& build) {
  for (const auto& [control, label] : faults_) {
    const QString sentence = QString::fromStdString(build.at(control));
    label->setText(sentence);
    label->setVisible(!sentence.isEmpty());
  }
  showBuild(build);
}

QWidget* BuildPanel::firstFault() const {
  for (const auto& [control, label] : faults_)
    if (!label->text().isEmpty()) return label;
  return nullptr;
}

QString BuildPanel::faultAt(build::Control control) const {
  const auto found = faults_.find(control);
  return found == faults_.end() ? QString() : found->second->text();
}

QHBoxLayout* BuildPanel::row(const QString& word, QWidget* field, QWidget* behind) {
  auto* line = new QHBoxLayout;
  line->setSpacing(8);
  auto* label = new QLabel(word);
  label->setBuddy(field);
  line->addWidget(label);
  line->addStretch();
  if (behind != nullptr) line->addWidget(behind);
  column_->addLayout(line);
  return line;
}

void BuildPanel::addFaultOf(build::Control control) {
  auto* label = new QLabel;
  looking(label, "error");
  label->setTextFormat(Qt::PlainText);  // names and numbers of a file may be in it
  label->setWordWrap(true);
  label->hide();
  column_->addWidget(label);
  faults_[control] = label;
}

SizeChoice::SizeChoice(std::uint64_t low, std::uint64_t high, const QString& name, const QString& tip, QWidget* parent)
    : QComboBox(parent) {
  for (std::uint64_t size = low; size <= high; size *= 2) addItem(sized(size), QVariant::fromValue<qulonglong>(size));
  setAccessibleName(name);
  setToolTip(tip);
  setSizeAdjustPolicy(AdjustToContents);
}

void SizeChoice::setSize(std::uint64_t bytes) {
  int at = findData(QVariant::fromValue<qulonglong>(bytes));
  if (at < 0) {
    addItem(sized(bytes), QVariant::fromValue<qulonglong>(bytes));
    at = count() - 1;
  }
  setCurrentIndex(at);
}

CyclesField::CyclesField(const QString& name, const QString& tip, QWidget* parent) : QDoubleSpinBox(parent) {
  setRange(0, model::kMaxCycles);
  setDecimals(3);
  setButtonSymbols(NoButtons);
  setAlignment(Qt::AlignRight);
  setAccessibleName(name);
  setToolTip(tip);
  setFixedWidth(84);
}

QString CyclesField::textFromValue(double value) const {
  return locale().toString(value, 'g', 10).remove(locale().groupSeparator());
}

QSpinBox* countField(int most, const QString& name, const QString& tip, QWidget* parent) {
  auto* field = new QSpinBox(parent);
  field->setRange(0, most);
  field->setAccessibleName(name);
  field->setToolTip(tip);
  field->setAlignment(Qt::AlignRight);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  return field;
}

QWidget* withSteps(QSpinBox* field) {
  auto* both = new QWidget;
  auto* row = new QHBoxLayout(both);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(3);
  row->addWidget(field, 1);
  const auto add = [&](const QString& sign, const QString& name, int by) {
    auto* button = new QToolButton;
    button->setText(sign);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setAutoRepeat(true);
    button->setFocusPolicy(Qt::NoFocus);  // the field's own arrow keys do the same
    looking(button, "step");
    QObject::connect(button, &QToolButton::clicked, field, [field, by] { field->stepBy(by); });
    row->addWidget(button);
  };
  add(QStringLiteral("−"), BuildPanel::tr("%1: one less").arg(field->accessibleName()), -1);
  add(QStringLiteral("+"), BuildPanel::tr("%1: one more").arg(field->accessibleName()), 1);
  return both;
}

}  // namespace chasescope

#include "moc_build_panel.cpp"
