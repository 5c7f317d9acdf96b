#include "app/start/live_band.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>

#include "app/measurement/explorer.h"
#include "app/measurement/free_run.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/parameter_field.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kMarks = 160;         // of the newest accesses; few enough that each can be told from its neighbours
constexpr double kMarkSize = 8;     // px
constexpr double kStrip = 34;       // px; the height of the strip of hits, and of that of misses
constexpr double kWordsRoom = 200;  // px at the right for the words beside the strips

/// The footprint of a chase, in bytes; nothing for other runs.
std::optional<std::uint64_t> footprint_of(const ShownRun& run) {
  const auto* chase = run.run->chase();
  return chase == nullptr ? std::nullopt : std::optional(footprint_bytes(chase->request.pattern, chase->request.element_bytes));
}

}  // namespace

LiveBand::LiveBand(Explorer& explorer, FreeRun& freeRun, ParameterForm& form, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      explorer_(explorer),
      freeRun_(freeRun),
      form_(form),
      theme_(theme),
      sentence_(new QLabel(tr("Each mark is one load: dots hit the cache, crosses missed it."), this)),
      detail_(new QLabel(this)),
      name_(new QLabel(tr("Footprint N"), this)),
      value_(new QLabel(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      pause_(new QPushButton(this)) {
  setAccessibleName(tr("Loads as they come"));
  sentence_->setWordWrap(true);
  sentence_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  detail_->setWordWrap(true);
  slider_->setAccessibleName(tr("Footprint N"));
  slider_->setToolTip(tr("How much memory is walked"));
  auto* knob = new QVBoxLayout;
  auto* words = new QHBoxLayout;
  words->addWidget(name_);
  words->addStretch(1);
  words->addWidget(value_);
  knob->addLayout(words);
  knob->addWidget(slider_);
  auto* middle = new QHBoxLayout;
  middle->addWidget(detail_, 3);
  middle->addSpacing(40);
  middle->addLayout(knob, 2);
  middle->addSpacing(24);
  middle->addWidget(pause_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(40, static_cast<int>(kStrip) + 28, 40, static_cast<int>(kStrip) + 28);
  column->setSpacing(8);
  column->addStretch(1);
  column->addWidget(sentence_);
  column->addLayout(middle);
  column->addStretch(1);
  connect(slider_, &QSlider::valueChanged, this, &LiveBand::pull);
  connect(pause_, &QPushButton::clicked, this, [this] { freeRun_.setActive(!freeRun_.active()); });
  connect(&freeRun_, &FreeRun::activeChanged, this, &LiveBand::refresh);
  connect(&form_, &ParameterForm::filled, this, &LiveBand::refresh);
  connect(&form_, &ParameterForm::valuesChanged, this, &LiveBand::refresh);
  connect(&explorer_, &Explorer::deviceOpened, this, &LiveBand::refresh);
  connect(&explorer_, &Explorer::documentChanged, this, [this] {
    refresh();
    update();
  });
  connect(&theme_, &Theme::themeChanged, this, &LiveBand::restyle);
}

QSize LiveBand::minimumSizeHint() const { return {500, theme_.scaled(210)}; }

void LiveBand::showEvent(QShowEvent* event) {
  restyle();
  QWidget::showEvent(event);
}

void LiveBand::restyle() {
  sentence_->setFont(theme_.text(26, Weight::bold));
  detail_->setFont(theme_.text(16));
  name_->setFont(theme_.text(15));
  value_->setFont(theme_.number(16, Weight::semiBold));
  pause_->setFont(theme_.text(14));
  refresh();
  update();
}

void LiveBand::pull(int step) {
  const ParameterField* field = form_.field(QStringLiteral("bytes"));
  if (field == nullptr) return;
  form_.setValues({{"bytes", field->scale().textAt(step).toStdString()}});
  if (!freeRun_.active()) freeRun_.setActive(true);
}

QString LiveBand::says() const { return sentence_->text() + QLatin1Char(' ') + detail_->text(); }

void LiveBand::refresh() {
  const ParameterField* field = form_.field(QStringLiteral("bytes"));
  const bool can = field != nullptr && field->scale().exists() && explorer_.device() && !explorer_.recording();
  for (QWidget* part :
       {static_cast<QWidget*>(name_), static_cast<QWidget*>(value_), static_cast<QWidget*>(slider_), static_cast<QWidget*>(pause_)})
    part->setVisible(can);
  pause_->setText(freeRun_.active() ? tr("Pause") : tr("Go on"));
  if (can) {
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, field->scale().last());
    if (const int step = field->scale().stepOf(field->text()); step >= 0) slider_->setValue(step);
    const auto bytes = parse_bytes(field->text().toStdString());
    value_->setText(bytes ? QString::fromStdString(format_bytes(*bytes)) : field->text());
  }
  const QString device = explorer_.device() ? shownText(explorer_.device()->name) : QString();
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  if (device.isEmpty() || run == nullptr || run->levels.empty()) return detail_->setText(device);
  const auto verdicts = explorer_.store().verdicts(*run);
  bool misses = false;
  for (const inference::LatencyLevel& level : run->levels.levels())
    misses = misses || verdicts.of(level.median) == step::Verdict::miss;
  const auto bytes = footprint_of(*run);
  const QString walks = tr("A %1 walks %2, line by line, over and over.")
                            .arg(device, bytes ? QString::fromStdString(format_bytes(*bytes)) : QString());
  detail_->setText(!verdicts.tells() ? walks
                   : misses ? walks + QLatin1Char(' ') + tr("Pull N down until every cross is gone: then it fits the cache.")
                            : walks + QLatin1Char(' ') + tr("Everything fits the cache. Pull N up until the first cross shows."));
}

void LiveBand::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& colours = theme_.colours();
  painter.fillRect(rect(), colours.card);
  const QRectF upper(0, 12, width(), kStrip), lower(0, height() - 12 - kStrip, width(), kStrip);
  painter.fillRect(upper, mixed(colours.miss, colours.card, 0.08));
  painter.fillRect(lower, mixed(colours.hit, colours.card, 0.14));
  const ShownRun* run = explorer_.store().run(explorer_.selection().currentRun());
  if (run == nullptr) return;
  if (run->showsReplaced()) run = run->replaced.get();
  if (run->trace.empty() || run->levels.empty()) return;
  const auto verdicts = explorer_.store().verdicts(*run);
  const std::size_t size = run->trace.size(), from = size > kMarks ? size - kMarks : 0;
  const double right = width() - kWordsRoom, step = right / kMarks;
  std::optional<float> hit, miss;
  for (const inference::LatencyLevel& level : run->levels.levels()) {
    const auto verdict = verdicts.of(level.median);
    if (verdict == step::Verdict::hit && !hit) hit = level.median;
    if (verdict == step::Verdict::miss && !miss) miss = level.median;
  }
  painter.setBrush(mixed(colours.hit, colours.card, 0.35));
  for (std::size_t i = from; i < size; ++i) {
    const double x = (static_cast<double>(i - from) + 0.5) * step;
    const float cycles = run->trace[i];
    const auto verdict = verdicts.of(cycles);
    const bool missed = verdict == step::Verdict::miss;
    // A mark lies off the middle of its strip as far as its cycles are from its level's median, so that noise is seen.
    const inference::LatencyLevel& level = run->levels[run->levels.level_of(cycles)];
    const double spread = std::max(4.0F, level.high - level.low),
                 off = std::clamp((level.median - cycles) / spread, -1.0, 1.0) * (kStrip / 2 - kMarkSize / 2);
    const QPointF at(x, (missed ? upper : lower).center().y() + off);
    painter.setPen(QPen(missed ? colours.miss : colours.hit, missed ? 2 : 1.2));
    constexpr double r = kMarkSize / 2;
    if (missed) {
      painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
      painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
    } else {
      painter.drawEllipse(at, r * 0.85, r * 0.85);
    }
  }
  const auto word = [&](const QRectF& strip, const QString& name, std::optional<float> cycles, const QColor& colour) {
    if (!cycles) return;
    painter.setPen(colour);
    painter.setFont(theme_.text(16, Weight::semiBold));
    const QRectF room(right + 14, strip.top(), 60, strip.height());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setFont(theme_.number(15));
    painter.setPen(colours.ink);
    painter.drawText(QRectF(right + 70, strip.top(), kWordsRoom - 80, strip.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 cycles").arg(qRound(*cycles)));
  };
  word(upper, tr("miss"), miss, colours.missText);
  word(lower, tr("hit"), hit, colours.hitText);
}

}  // namespace chasescope

#include "moc_live_band.cpp"
