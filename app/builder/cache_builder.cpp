#include "app/builder/cache_builder.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDateTime>
#include <QFileInfo>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "app/builder/build_panel.h"
#include "app/builder/footprint_strip.h"
#include "engine/build/pass_words.h"
#include "widgets/builder/cache_map.h"
#include "widgets/builder/cache_picture.h"
#include "widgets/builder/pass_bars.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

CacheBuilder::CacheBuilder(const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window),
      theme_(theme),
      clock_([] { return QDateTime::currentMSecsSinceEpoch(); }),
      history_([this] { return clock_(); }) {
  setWindowTitle(tr("New cache – ChaseScope"));
  setObjectName(QStringLiteral("cacheBuilder"));
  setAccessibleName(tr("Cache builder"));
  looking(this, "ground");
  setAttribute(Qt::WA_StyledBackground);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(14, 10, 14, 12);
  all->setSpacing(10);
  all->addWidget(buildHeader());
  auto* below = new QHBoxLayout;
  below->setSpacing(12);
  below->addWidget(buildControls());
  below->addWidget(buildPictures(), 1);
  all->addLayout(below, 1);
  connect(&runner_, &PassRunner::passed, this, &CacheBuilder::showPass);
  connect(&runner_, &PassRunner::refused, this, &CacheBuilder::refuse);
  connectPictures();
  connect(&theme_, &Theme::themeChanged, this, &CacheBuilder::restyle);
  restyle();
  resizeOnScreen(*this, {1280, 800});
  setBuilt(build::first_cache());
  kept_ = {build_.file};
  history_.begin(state());
  refreshHeader();
}

void CacheBuilder::setBuilt(const build::BuiltCache& built) {
  part_ = 0;
  for (BuildPanel* panel : panels_) panel->begin();
  name_->setText(QString::fromStdString(built.name));
  // A cache that can't be built is not shown, so N and s stay those of the cache that is.
  if (build::build_card(built).card) {
    // An array a little larger than the cache, read line by line, so that misses are seen at once.
    strip_->setCache(built.cache);
    strip_->setValues(built.cache.capacity_bytes() + 2 * built.cache.unit_bytes, built.cache.unit_bytes);
    pass_.reset();
  }
  take(built);
}

void CacheBuilder::take(const build::BuiltCache& built) {
  built_ = built;
  build_ = build::build_card(built_);
  for (BuildPanel* panel : panels_) {
    panel->setBuilt(built_);
    panel->setBuild(build_);
  }
  const QString fault = QString::fromStdString(build_.at(build::Control::name));
  nameFault_->setText(fault);
  nameFault_->setVisible(!fault.isEmpty());
  const bool good = build_.card.has_value();
  refreshHeader();
  for (QWidget* field : findChildren<QWidget*>())
    if (qobject_cast<QLineEdit*>(field) != nullptr || qobject_cast<QAbstractSpinBox*>(field) != nullptr)
      field->installEventFilter(this);
  const QColor colour = good ? theme_.colours().measured : theme_.colours().danger;
  state_->setText(
      QStringLiteral("<span style='color:%1'>●</span> %2").arg(colour.name(), good ? tr("live") : tr("held: this can't be built")));
  state_->setToolTip(good ? tr("The pictures show what the controls say")
                          : tr("The pictures show the last cache that could be built. The fault is named on the left"));
  if (!good) return showFirstFault();
  good_ = build_;
  strip_->setCache(built_.cache);
  refillParts();
  run();
}

/// Scrolls to the first control that shows what is wrong.
void CacheBuilder::showFirstFault() {
  for (const BuildPanel* panel : panels_)
    if (QWidget* sentence = panel->firstFault()) {
      controls_->widget()->layout()->activate();
      return controls_->ensureWidgetVisible(sentence, 0, 16);
    }
}

void CacheBuilder::refillParts() {
  const std::size_t behind = built_.behind ? 1 : 0, parts = 1 + behind + (built_.tlb ? 1 : 0);
  parts_->clear();
  parts_->addItem(tr("the cache"));
  if (built_.behind) parts_->addItem(tr("the level behind"));
  if (built_.tlb) parts_->addItem(tr("the TLB"));
  if (part_ >= parts) part_ = 0;
  parts_->setCurrentIndex(static_cast<int>(part_));
  partsRow_->setVisible(parts > 1);
}

void CacheBuilder::run() {
  if (good_) runner_.ask(*good_->card, strip_->bytes(), strip_->stride());
}

void CacheBuilder::showPass(std::shared_ptr<const build::WarmPass> pass) {
  const bool first = !pass_ || pass_->bytes != pass->bytes || pass_->stride != pass->stride;
  pass_ = std::move(pass);
  showPart();
  if (!first) return;
  const std::uint64_t access = tellingAccess(*pass_, part_);
  picture_->setAccess(access);
  bars_->setAccess(access);
}

void CacheBuilder::showPart() {
  if (!pass_) return;
  if (part_ >= pass_->parts.size()) part_ = 0;
  const build::PartPass& part = pass_->parts[part_];
  picture_->setPass(pass_, part_, true);
  bars_->setPass(pass_, part_);
  strip_->setMisses(part.misses(), pass_->accesses());
  sentence_->setText(QString::fromStdString(build::pass_sentence(*pass_, part)));
}

void CacheBuilder::refuse(const QString& sentence) { sentence_->setText(sentence); }

QString CacheBuilder::missesText() const { return strip_->missesText(); }
QString CacheBuilder::sentence() const { return sentence_->text(); }

void CacheBuilder::refreshHeader() {
  const bool good = build_.card.has_value();
  for (QPushButton* button : {step_, save_, saveAs_}) button->setEnabled(good);
  save_->setText(path_.isEmpty() ? tr("Save model …") : tr("Save"));
  save_->setToolTip(path_.isEmpty() ? tr("Write it as a model file, which can be opened as a device (Ctrl+S)")
                                    : tr("Write it to %1 again (Ctrl+S)").arg(QFileInfo(path_).fileName()));
  saveAs_->setVisible(!path_.isEmpty());
  undo_->setEnabled(history_.canUndo());
  redo_->setEnabled(history_.canRedo());
  setWindowTitle((path_.isEmpty() ? tr("New cache") : QFileInfo(path_).fileName()) +
                 (hasUnsaved() ? QStringLiteral(" *") : QString()) + tr(" – ChaseScope"));
}

}  // namespace chasescope

#include "moc_cache_builder.cpp"
