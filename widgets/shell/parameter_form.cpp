#include "widgets/shell/parameter_form.h"

#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/trace/quantity_text.h"
#include "widgets/glossary/term_text.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/parameter_field.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

ParameterForm::ParameterForm(const Theme& theme, QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Parameters"));
  stack_ = new QStackedLayout(this);
  empty_ = new EmptyState(theme, QStringLiteral("settings"), tr("Parameters"),
                          tr("Choose a probe: what it can be told appears here."), this);
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(accessibleName());
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  page_ = new QWidget;
  auto* column = new QVBoxLayout(page_);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(8);
  title_ = looking(new QLabel(page_), "title");
  title_->setWordWrap(true);
  summary_ = new TermText(page_);
  summary_->setAccessibleName(tr("What the probe does"));
  const auto dress = [this, &theme] {
    summary_->setFont(theme.small());
    summary_->setInk(theme.colours().quietInk);
  };
  connect(&theme, &Theme::themeChanged, this, dress);
  dress();
  general_ = looking(new QLabel(page_), "error");
  general_->setWordWrap(true);
  general_->hide();
  column->addWidget(title_);
  column->addWidget(summary_);
  column->addSpacing(4);
  rows_ = new QVBoxLayout;
  rows_->setSpacing(10);
  column->addLayout(rows_);
  column->addWidget(general_);
  column->addStretch(1);
  scroll->setWidget(page_);
  stack_->addWidget(empty_);
  stack_->addWidget(scroll);
}

void ParameterForm::clear() {
  for (ParameterField* field : fields_) delete field;
  fields_.clear();
  info_ = {};
  general_->hide();
  stack_->setCurrentIndex(0);
  check(false, false);
}

void ParameterForm::setProbe(const ProbeInfo& info) {
  clear();
  info_ = info;
  title_->setText(QString::fromStdString(info_.title));
  summary_->setWords(QString::fromStdString(info_.summary));
  for (const Parameter& parameter : info_.parameters) {
    auto* field = new ParameterField(parameter, page_);
    field->setSliderShown(sliders_);
    rows_->addWidget(field);
    fields_.push_back(field);
    connect(field, &ParameterField::edited, this, [this](bool dragging) { check(true, dragging); });
    connect(field, &ParameterField::entered, this, [this] {
      if (valid_) emit submitted();
    });
  }
  offerSpaces();
  stack_->setCurrentIndex(1);
  rescale();
  check(false, false);
  emit filled();
}

void ParameterForm::setSpaces(std::optional<std::vector<MemorySpace>> spaces) {
  spaces_ = std::move(spaces);
  offerSpaces();
}

void ParameterForm::offerSpaces() {
  for (ParameterField* field : fields_) field->offerSpaces(spaces_.value_or(all_memory_spaces()));
}

void ParameterForm::setSuited(const ParameterValues& suited) {
  suited_ = suited;
  rescale();
  emit filled();
}

void ParameterForm::rescale() {
  ParameterField* footprint = field(QStringLiteral("bytes"));
  if (footprint == nullptr || footprint->parameter().kind != ParameterKind::bytes) return;
  const auto of = [this](const char* key) {
    const auto found = suited_.find(key);
    return found == suited_.end() ? std::nullopt : parse_bytes(found->second);
  };
  const auto range = [footprint](std::optional<std::uint64_t> bytes, std::optional<std::uint64_t> stride) {
    return bytes && stride && *bytes > 0 && *stride > 0 ? SliderScale::of_footprint(*bytes, *stride)
                                                        : SliderScale(footprint->parameter());
  };
  const SliderScale suiting = range(of("bytes"), of("stride"));
  // A lesson, a figure or a saved session may set a footprint outside this range. The range is then made for that footprint.
  const auto shown = parse_bytes(footprint->text().toStdString());
  const ParameterField* step = field(QStringLiteral("stride"));
  const bool within = !shown || suiting.holds(static_cast<double>(*shown));
  footprint->setScale(within || step == nullptr ? suiting : range(shown, parse_bytes(step->text().toStdString())));
}

ParameterValues ParameterForm::values() const {
  ParameterValues values;
  for (const ParameterField* field : fields_)
    if (!field->text().isEmpty()) values[field->parameter().key] = field->text().toStdString();
  return values;
}

void ParameterForm::setValues(const ParameterValues& values) {
  for (const auto& [key, text] : values)
    if (ParameterField* known = field(QString::fromStdString(key))) known->setText(QString::fromStdString(text));
  rescale();
  check(false, false);
  emit filled();
}

void ParameterForm::setError(const QString& key, const QString& sentence) {
  if (ParameterField* known = field(key)) {
    known->setError(sentence);
  } else {
    general_->setText(sentence);
    general_->setVisible(!sentence.isEmpty());
  }
}

void ParameterForm::setSliders(bool shown) {
  sliders_ = shown;
  for (ParameterField* field : fields_) field->setSliderShown(shown);
}

ParameterField* ParameterForm::field(const QString& key) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const ParameterField* f) { return f->parameter().key == key.toStdString(); });
  return found == fields_.end() ? nullptr : *found;
}

QWidget* ParameterForm::editor(const QString& key) const {
  const ParameterField* known = field(key);
  return known == nullptr ? nullptr : known->editor();
}

QString ParameterForm::error(const QString& key) const {
  const ParameterField* known = field(key);
  if (known != nullptr) return known->error();
  return general_->isHidden() ? QString() : general_->text();
}

void ParameterForm::check(bool changed, bool dragging) {
  if (changed) general_->hide();
  const bool valid =
      std::all_of(fields_.begin(), fields_.end(), [](const ParameterField* field) { return field->error().isEmpty(); });
  if (valid != valid_) {
    valid_ = valid;
    emit validChanged(valid);
  }
  if (changed && valid) emit valuesChanged(dragging);
}

}  // namespace chasescope

#include "moc_parameter_form.cpp"
