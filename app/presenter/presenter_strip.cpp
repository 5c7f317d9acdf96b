#include "app/presenter/presenter_strip.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/measurement/explorer.h"
#include "app/presenter/class_type.h"
#include "app/presenter/fitted_label.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/parameter_field.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kLarge = 22, kName = 18, kPlace = 16, kSmall = 14;  // px at type scale 1: the largest type of the window
constexpr double kMostScale = 1.3;  // beyond it the type is large enough, and the strip would take the room of the view
constexpr int kKnob = 130, kCard = 160, kPlaceWidth = 170;  // px at type scale 1: the least widths
constexpr int kGap = 24;

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
      card_(new FittedLabel(this)),
      about_(looking(new FittedLabel(this), "quiet")),
      place_(new QWidget(this)),
      above_(new FittedLabel(place_)),
      below_(looking(new FittedLabel(place_), "quiet")),
      spaceName_(new QLabel(tr("space"), this)),
      space_(new QComboBox(this)),
      spaceBox_(new QWidget(this)) {
  setObjectName(QStringLiteral("presenterStrip"));
  setAccessibleName(tr("Card, footprint, stride and space"));
  looking(this, "card");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(16, 8, 16, 8);
  row->setSpacing(kGap);
  auto* device = new QVBoxLayout;
  device->setSpacing(0);
  for (QLabel* label : {card_, about_, above_, below_}) label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
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
  space_->setSizeAdjustPolicy(QComboBox::AdjustToContents);  // the spaces come with the probe, after the box was first shown
  space_->setAccessibleName(tr("Memory space"));
  row->addWidget(spaceBox_);
  auto* place = new QVBoxLayout(place_);
  place->setContentsMargins(0, 0, 0, 0);
  place->setSpacing(0);
  above_->setAlignment(Qt::AlignRight);
  below_->setAlignment(Qt::AlignRight);
  place->addWidget(above_);
  place->addWidget(below_);
  row->addWidget(place_, 2);
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
  explainControls();
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

void PresenterStrip::setSummaryShown(bool shown) { about_->setVisible(shown); }

bool PresenterStrip::setLocked(bool locked) {
  const bool changed = std::exchange(locked_, locked) != locked;
  for (const Knob& knob : knobs_) knob.slider->setEnabled(!locked);
  space_->setEnabled(!locked);
  explainControls();
  return changed;
}

void PresenterStrip::explainControls() {
  const auto told = [this](const QString& words) { return locked_ ? tr("%1. Fixed until the answer is shown").arg(words) : words; };
  for (const Knob& knob : knobs_) knob.slider->setToolTip(told(knob.slider->accessibleName()));
  space_->setToolTip(told(tr("The memory space that is chased")));
}

double PresenterStrip::large(double pixels) const { return pixels * std::min(1.0, kMostScale / theme_.fontScale()); }

void PresenterStrip::restyle() {
  const int small = static_cast<int>(kSmallestForClass);
  card_->setType(theme_.text(large(kLarge), Weight::bold), small);
  about_->setType(theme_.text(large(kSmall)), small);
  above_->setType(theme_.text(large(kPlace), Weight::semiBold), small);
  below_->setType(theme_.text(large(kSmall)), small);
  spaceName_->setFont(theme_.text(large(kName)));
  space_->setFont(theme_.number(large(kName), Weight::semiBold));
  for (const Knob& knob : knobs_) {
    knob.name->setFont(theme_.text(large(kName)));
    knob.value->setFont(theme_.number(large(kLarge), Weight::semiBold));
    knob.box->setMinimumWidth(theme_.scaled(large(kKnob)));
  }
  card_->setMinimumWidth(theme_.scaled(large(kCard)));
  refresh();
}

void PresenterStrip::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  shareRoom();
}

/// The least width of the parts that are always shown: card, N, s and space.
int PresenterStrip::leastWidth() const {
  const QMargins margins = layout()->contentsMargins();
  int needed = margins.left() + margins.right() + card_->minimumWidth();
  for (const Knob& knob : knobs_)
    if (!knob.box->isHidden()) needed += kGap + knob.box->minimumSizeHint().expandedTo(knob.box->minimumSize()).width();
  return spaceBox_->isHidden() ? needed : needed + kGap + space_->sizeHint().width();
}

/// The strip may be as narrow as leastWidth(), and the words that have no room then are left out.
QSize PresenterStrip::minimumSizeHint() const { return {leastWidth(), QFrame::minimumSizeHint().height()}; }

/// Where room is short, the place is left out first, and then the word before the space.
void PresenterStrip::shareRoom() {
  int needed = leastWidth();
  if (!spaceBox_->isHidden()) {
    const int word = spaceName_->sizeHint().width() + spaceBox_->layout()->spacing();
    spaceName_->setVisible(width() >= needed + word);
    needed += word;
  }
  place_->setVisible(width() >= needed + kGap + theme_.scaled(large(kPlaceWidth)));
}

void PresenterStrip::refresh() {
  card_->setText(explorer_.device() ? shownText(explorer_.device()->name) : tr("No device is open"));
  for (const Knob& knob : knobs_) {
    const ParameterField* field = form_.field(knob.key);
    const bool said = field != nullptr && !field->text().isEmpty();  // a value that the probe chooses by itself is no number yet
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
  shareRoom();
}

}  // namespace chasescope

#include "moc_presenter_strip.cpp"
