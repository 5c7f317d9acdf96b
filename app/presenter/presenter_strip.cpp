#include "app/presenter/presenter_strip.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include "app/measurement/explorer.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/parameter_field.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kLarge = 22, kName = 18, kSmall = 14;  // px at type scale 1: the largest type of the window

/// The sentence of the catalogue on a device, if it has one.
QString summary_of(const QString& id) {
  for (const CatalogueEntry& entry : list_devices().devices)
    if (QString::fromStdString(entry.id) == id) return QString::fromStdString(entry.summary);
  return {};
}

}  // namespace

PresenterStrip::PresenterStrip(Explorer& explorer, ParameterForm& form, const Theme& theme, QWidget* parent)
    : QFrame(parent),
      explorer_(explorer),
      form_(form),
      theme_(theme),
      card_(elidedLabel(this, "plain")),
      about_(elidedLabel(this, "quiet")),
      above_(new QLabel(this)),
      below_(looking(new QLabel(this), "quiet")),
      spaceName_(new QLabel(tr("space"), this)),
      space_(new QComboBox(this)),
      spaceBox_(new QWidget(this)) {
  setObjectName(QStringLiteral("presenterStrip"));
  setAccessibleName(tr("Card, footprint, stride and space"));
  looking(this, "card");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 8, 16, 8);
  row->setSpacing(24);
  auto* device = new QVBoxLayout;
  device->setSpacing(0);
  device->addWidget(card_);
  device->addWidget(about_);
  row->addLayout(device, 3);
  knobs_.push_back(makeKnob(QStringLiteral("bytes"), tr("N")));
  knobs_.push_back(makeKnob(QStringLiteral("stride"), tr("s")));
  for (const Knob& knob : knobs_) row->addWidget(knob.box, 2);
  auto* space = new QHBoxLayout(spaceBox_);
  space->setContentsMargins(0, 0, 0, 0);
  space->addWidget(spaceName_);
  space->addWidget(space_);
  space_->setAccessibleName(tr("Memory space"));
  space_->setToolTip(tr("The memory space that is chased"));
  row->addWidget(spaceBox_);
  auto* place = new QVBoxLayout;
  place->setSpacing(0);
  above_->setAlignment(Qt::AlignRight);
  below_->setAlignment(Qt::AlignRight);
  place->addWidget(above_);
  place->addWidget(below_);
  row->addLayout(place, 2);
  connect(space_, &QComboBox::activated, this, [this] {
    form_.setValues({{"space", space_->currentText().toStdString()}});
    emit settled();
  });
  connect(&form_, &ParameterForm::filled, this, &PresenterStrip::refresh);
  connect(&form_, &ParameterForm::valuesChanged, this, &PresenterStrip::refresh);
  connect(&explorer_, &Explorer::deviceOpened, this, [this](const QString& id) {
    about_->setText(summary_of(id));
    refresh();
  });
  connect(&theme_, &Theme::themeChanged, this, &PresenterStrip::restyle);
  restyle();
}

PresenterStrip::Knob PresenterStrip::makeKnob(const QString& key, const QString& name) {
  Knob knob{key, new QWidget(this), new QLabel(name), new QLabel, new QSlider(Qt::Horizontal)};
  auto* column = new QVBoxLayout(knob.box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* words = new QHBoxLayout;
  words->addWidget(knob.name);
  words->addStretch(1);
  words->addWidget(knob.value);
  column->addLayout(words);
  column->addWidget(knob.slider);
  knob.slider->setAccessibleName(key == QLatin1String("bytes") ? tr("Footprint N") : tr("Stride s"));
  knob.slider->setToolTip(knob.slider->accessibleName());
  connect(knob.slider, &QSlider::valueChanged, this, [this, key](int step) {
    const ParameterField* field = form_.field(key);
    if (field != nullptr) form_.setValues({{key.toStdString(), field->scale().textAt(step).toStdString()}});
  });
  // A key or a click in the groove settles at once; a drag when it ends.
  connect(knob.slider, &QSlider::valueChanged, this, [this, slider = knob.slider] {
    if (!slider->isSliderDown()) emit settled();
  });
  connect(knob.slider, &QSlider::sliderReleased, this, &PresenterStrip::settled);
  return knob;
}

void PresenterStrip::setPlace(const QString& above, const QString& below) {
  ownPlace_ = above.isEmpty() && below.isEmpty();
  above_->setText(above);
  below_->setText(below);
  refresh();
}

void PresenterStrip::restyle() {
  card_->setFont(theme_.text(kLarge, Weight::bold));
  about_->setFont(theme_.text(kSmall));
  above_->setFont(theme_.text(16, Weight::semiBold));
  below_->setFont(theme_.text(kSmall));
  spaceName_->setFont(theme_.text(kName));
  space_->setFont(theme_.number(kName, Weight::semiBold));
  for (const Knob& knob : knobs_) {
    knob.name->setFont(theme_.text(kName));
    knob.value->setFont(theme_.number(kLarge, Weight::semiBold));
    knob.box->setMinimumWidth(theme_.scaled(150));
  }
  card_->setMinimumWidth(theme_.scaled(180));
  refresh();
}

void PresenterStrip::refresh() {
  card_->setText(explorer_.device() ? shownText(explorer_.device()->name) : tr("No device is open"));
  for (const Knob& knob : knobs_) {
    const ParameterField* field = form_.field(knob.key);
    const bool said = field != nullptr && !field->text().isEmpty();  // what the probe chooses by itself is no number yet
    knob.box->setVisible(said);
    if (!said) continue;
    const auto bytes = parse_bytes(field->text().toStdString());
    knob.value->setText(bytes ? QString::fromStdString(format_bytes(*bytes)) : field->text());
    const QSignalBlocker quiet(knob.slider);
    knob.slider->setVisible(field->scale().exists());
    knob.slider->setRange(0, field->scale().last());
    knob.slider->setPageStep(std::max(1, field->scale().last() / 16));
    if (const int step = field->scale().stepOf(field->text()); step >= 0) knob.slider->setValue(step);
  }
  const ParameterField* space = form_.field(QStringLiteral("space"));
  spaceBox_->setVisible(space != nullptr);
  if (space != nullptr) {
    const QSignalBlocker quiet(space_);
    space_->clear();
    for (const std::string& choice : space->parameter().choices) space_->addItem(QString::fromStdString(choice));
    space_->setCurrentText(space->text());
  }
  if (ownPlace_) {
    above_->setText(QString::fromStdString(form_.probe().title));
    below_->clear();
  }
}

}  // namespace chasescope

#include "moc_presenter_strip.cpp"
