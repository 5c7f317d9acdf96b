#include "widgets/shell/parameter_field.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <QStyle>
#include <algorithm>

#include "engine/probe/parameters.h"
#include "widgets/glossary/term_label.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// The words for an empty field.
QString unsetText(const Parameter& parameter) {
  return parameter.unset_text.empty() ? ParameterField::tr("not set") : QString::fromStdString(parameter.unset_text);
}

QString exampleOf(const Parameter& parameter) {
  if (parameter.optional) return unsetText(parameter);
  switch (parameter.kind) {
    case ParameterKind::bytes: return ParameterField::tr("17 KiB");
    case ParameterKind::counts: return ParameterField::tr("1, 2, 8-32:8");
    case ParameterKind::names: return ParameterField::tr("names, comma-separated");
    case ParameterKind::percent: return ParameterField::tr("0 to 100");
    default: return {};
  }
}

}  // namespace

ParameterField::ParameterField(const Parameter& parameter, QWidget* parent)
    : QWidget(parent), parameter_(parameter), scale_(parameter), error_(looking(new QLabel(this), "error")) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);

  const QString name = QString::fromStdString(parameter_.label);
  const QString help = QString::fromStdString(parameter_.help);
  auto* label = new TermLabel(name, this, term_of_key(parameter_.key));
  label->setFocusPolicy(Qt::NoFocus);  // Tab goes from editor to editor; Shift+F1 in an editor explains its label
  label->setWordWrap(true);
  grid->addWidget(label, 0, 0);
  if (parameter_.kind == ParameterKind::choice) {
    combo_ = new QComboBox(this);
    if (parameter_.optional) combo_->addItem(unsetText(parameter_), QString());
    for (const std::string& choice : parameter_.choices)
      combo_->addItem(QString::fromStdString(choice), QString::fromStdString(choice));
    connect(combo_, &QComboBox::currentIndexChanged, this, [this] {
      said_.clear();
      showError();
      emit edited(false);
    });
  } else {
    line_ = new QLineEdit(this);
    line_->setPlaceholderText(exampleOf(parameter_));
    connect(line_, &QLineEdit::textEdited, this, [this] {
      said_.clear();
      showError();
      moveSlider();
      emit edited(false);
    });
    connect(line_, &QLineEdit::returnPressed, this, &ParameterField::entered);
  }
  editor()->setAccessibleName(name);
  editor()->setAccessibleDescription(help);
  editor()->setMinimumWidth(96);
  label->setBuddy(editor());
  // Rich text, so that long tooltips wrap.
  const QString tip = QStringLiteral("<qt><b>%1</b><br>%2</qt>").arg(name.toHtmlEscaped(), help.toHtmlEscaped());
  if (!help.isEmpty()) {
    label->setToolTip(tip);
    editor()->setToolTip(tip);
  }
  grid->addWidget(editor(), 0, 1);

  if (scale_.exists()) {
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setRange(0, scale_.last());
    slider_->setPageStep(std::max(1, scale_.last() / 16));
    slider_->setAccessibleName(name);
    slider_->hide();
    grid->addWidget(slider_, 1, 0, 1, 2);
    connect(slider_, &QSlider::valueChanged, this, [this](int step) {
      said_.clear();
      line_->setText(scale_.textAt(step));
      showError();
      emit edited(slider_->isSliderDown());
    });
    connect(slider_, &QSlider::sliderReleased, this, [this] { emit edited(false); });
  }
  error_->setWordWrap(true);
  grid->addWidget(error_, 2, 0, 1, 2);
  setText(QString::fromStdString(parameter_.default_text));
}

QWidget* ParameterField::editor() const { return combo_ != nullptr ? static_cast<QWidget*>(combo_) : line_; }

QString ParameterField::text() const { return combo_ != nullptr ? combo_->currentData().toString() : line_->text().trimmed(); }

void ParameterField::setText(const QString& text) {
  said_.clear();
  if (combo_ != nullptr) {
    const QSignalBlocker quiet(combo_);
    const int at = combo_->findData(text);
    if (at >= 0) combo_->setCurrentIndex(at);
  } else {
    line_->setText(text);
    moveSlider();
  }
  showError();
}

QString ParameterField::error() const {
  const auto fault = fault_of(parameter_, text().toStdString());
  return fault ? QString::fromStdString(*fault) : said_;
}

void ParameterField::setError(const QString& sentence) {
  said_ = sentence;
  showError();
}

void ParameterField::showError() {
  const QString sentence = error();
  error_->setText(sentence);
  error_->setVisible(!sentence.isEmpty());
  if (line_ != nullptr) {
    looking(line_, sentence.isEmpty() ? "" : "wrong");
    line_->style()->unpolish(line_);
    line_->style()->polish(line_);
  }
  editor()->setAccessibleDescription(sentence.isEmpty() ? QString::fromStdString(parameter_.help) : sentence);
}

void ParameterField::moveSlider() {
  if (slider_ == nullptr) return;
  const int step = scale_.stepOf(line_->text().trimmed());
  const QSignalBlocker quiet(slider_);
  if (step >= 0) slider_->setValue(step);
}

void ParameterField::setScale(const SliderScale& scale) {
  if (slider_ == nullptr || !scale.exists()) return;
  scale_ = scale;
  {
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, scale_.last());
    slider_->setPageStep(std::max(1, scale_.last() / 16));
  }
  moveSlider();
}

void ParameterField::offerSpaces(const std::vector<MemorySpace>& spaces) {
  auto* const view = combo_ != nullptr ? qobject_cast<QListView*>(combo_->view()) : nullptr;
  auto* const model = combo_ != nullptr ? qobject_cast<QStandardItemModel*>(combo_->model()) : nullptr;
  if (view == nullptr || model == nullptr) return;
  for (int row = 0; row < combo_->count(); ++row) {
    const auto space = memory_space_from(combo_->itemData(row).toString().toStdString());
    const bool isOffered = !space || std::find(spaces.begin(), spaces.end(), *space) != spaces.end();
    view->setRowHidden(row, !isOffered);
    model->item(row)->setEnabled(isOffered);
  }
}

void ParameterField::setSliderShown(bool shown) {
  if (slider_ != nullptr) slider_->setVisible(shown);
}

}  // namespace chasescope

#include "moc_parameter_field.cpp"
