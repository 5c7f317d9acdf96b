// What the builder's window is made of: its header, its controls and its pictures, and their look.
#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/builder/beside_panel.h"
#include "app/builder/cache_builder.h"
#include "app/builder/footprint_strip.h"
#include "app/builder/index_panel.h"
#include "app/builder/latency_panel.h"
#include "app/builder/like_choice.h"
#include "app/builder/policy_panel.h"
#include "app/builder/shape_panel.h"
#include "engine/build/fit.h"
#include "widgets/builder/cache_picture.h"
#include "widgets/builder/pass_bars.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kControlsWidth = 400, kNameWidth = 150;
constexpr double kTypeOfPictures = 15.25 / 12;  // a class reads them from the last row: the smallest are 0.92 of it, 14 px
constexpr int kTypeOfControls = 14;             // px, of all that the program's sheet makes smaller elsewhere

/// Words among the controls, as large as a class needs them.
QString sheetOfControls(int pixels) {
  return QStringLiteral(
             "QLabel[class~=\"quiet\"], QLabel[class~=\"error\"], QLabel[class~=\"note\"], QPushButton, QComboBox, "
             "QPushButton[class~=\"choice\"], "
             "QToolButton[class~=\"segment\"], QFrame#builderControls QLabel, QFrame#builderControls QSpinBox, "
             "chasescope--FootprintStrip QLabel { font-size: %1px; } "
             "QFrame#builderControls QLabel[class~=\"title\"] { font-size: %2px; }")
      .arg(pixels)
      .arg(pixels + 2);
}

/// The part's spec in a cache, in the order in which a pass has its parts; null where there is none.
model::CacheSpec* partOf(build::BuiltCache& built, std::size_t part) {
  if (part == 0) return &built.cache;
  if (part == 1 && built.behind) return &built.behind->spec;
  return built.tlb ? &built.tlb->spec : nullptr;
}

QFrame* card(QLayout* layout) {
  auto* frame = new QFrame;
  looking(frame, "card");
  frame->setLayout(layout);
  return frame;
}

}  // namespace

QWidget* CacheBuilder::buildHeader() {
  auto* header = new QWidget;
  auto* line = new QHBoxLayout(header);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(10);
  auto* title = new QLabel(tr("New cache"));
  title->setObjectName(QStringLiteral("builderTitle"));
  name_ = new QLineEdit;
  name_->setAccessibleName(tr("Name of the cache"));
  name_->setToolTip(tr("What it is called in the list of devices"));
  name_->setMaxLength(static_cast<int>(kLongestName));
  nameFault_ = new QLabel;
  looking(nameFault_, "error");
  nameFault_->hide();
  likes_ = new LikeChoice;
  auto* like = new QLabel(tr("make it like the"));
  looking(like, "quiet");
  like->setBuddy(likes_);
  state_ = new QLabel;
  step_ = new QPushButton(tr("Step it"));
  step_->setToolTip(tr("Open it in the main window and go through this chase one access at a time"));
  save_ = new QPushButton(tr("Save model …"));
  looking(save_, "primary");
  save_->setToolTip(tr("Write it as a model file, which can be opened as a device (Ctrl+S)"));
  line->addWidget(title);
  line->addWidget(name_, 2);
  line->addWidget(nameFault_);
  line->addWidget(like);
  line->addWidget(likes_, 2);
  line->addWidget(state_);
  undo_ = iconButton(theme_, QStringLiteral("undo"), tr("Take back the last change"), QStringLiteral("Ctrl+Z"), this);
  redo_ = iconButton(theme_, QStringLiteral("redo"), tr("Do it again"), QStringLiteral("Ctrl+Shift+Z"), this);
  auto* open = iconButton(theme_, QStringLiteral("open"), tr("Open a model that was built here"), QStringLiteral("Ctrl+O"), this);
  saveAs_ = new QPushButton(tr("Save as …"));
  saveAs_->setToolTip(tr("Write it to another file"));
  line->addStretch(1);
  for (QWidget* button : {static_cast<QWidget*>(undo_), static_cast<QWidget*>(redo_), static_cast<QWidget*>(open),
                          static_cast<QWidget*>(step_), static_cast<QWidget*>(saveAs_), static_cast<QWidget*>(save_)})
    line->addWidget(button);
  connect(undo_, &QToolButton::clicked, this, [this] {
    if (history_.canUndo()) restore(history_.undo());
  });
  connect(redo_, &QToolButton::clicked, this, [this] {
    if (history_.canRedo()) restore(history_.redo());
  });
  connect(open, &QToolButton::clicked, this, &CacheBuilder::askWhatToOpen);
  connect(saveAs_, &QPushButton::clicked, this, &CacheBuilder::askWhereToSave);
  connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, undo_, &QToolButton::click);
  connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), this), &QShortcut::activated, redo_, &QToolButton::click);
  connect(new QShortcut(QKeySequence::Open, this), &QShortcut::activated, open, &QToolButton::click);
  connect(name_, &QLineEdit::textEdited, this, [this](const QString& text) {
    build::BuiltCache changed = built_;
    changed.name = text.trimmed().toStdString();
    take(changed);
    noteStep();
  });
  connect(likes_, &LikeChoice::chosen, this, [this](const build::Like& chosen) {
    build::BuiltCache begun = chosen.cache;
    if (!mayLose()) return likes_->takeBack();
    likes_->keep();
    begun.tlb = built_.tlb;  // the person's own, which a choice of another cache leaves alone
    setBuilt(begun);
    kept_.insert(build_.file);  // nothing to ask about: whoever drops it can choose it again
    path_.clear();  // another cache, which has no file of its own
    noteStep();
    note_->setText(QString::fromStdString(chosen.left_out));
    note_->setVisible(!chosen.left_out.empty());
  });
  connect(save_, &QPushButton::clicked, this, &CacheBuilder::saveIt);
  connect(step_, &QPushButton::clicked, this, [this] {
    if (good_) emit stepRequested(QString::fromStdString(good_->file), strip_->bytes(), strip_->stride());
  });
  connect(new QShortcut(QKeySequence::Save, this), &QShortcut::activated, save_, &QPushButton::click);
  connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
  return header;
}

QWidget* CacheBuilder::buildControls() {
  auto* controls = new QWidget;
  auto* column = new QVBoxLayout(controls);
  column->setContentsMargins(14, 12, 14, 12);
  column->setSpacing(12);
  panels_ = {new ShapePanel(theme_, controls), new IndexPanel(theme_, controls), new PolicyPanel(theme_, controls),
             new LatencyPanel(theme_, controls), new BesidePanel(theme_, controls)};
  note_ = new QLabel;
  looking(note_, "note");
  note_->setWordWrap(true);
  note_->hide();
  column->addWidget(note_);
  for (BuildPanel* panel : panels_) {
    if (panel != panels_.front()) {
      auto* rule = new QFrame;
      rule->setFrameShape(QFrame::HLine);
      rule->setProperty("class", "rule");
      column->addWidget(rule);
    }
    column->addWidget(panel);
    connect(panel, &BuildPanel::edited, this, [this](const build::BuiltCache& built) {
      take(built);
      noteStep();
    });
  }
  column->addStretch();
  controls->setAccessibleName(tr("What the cache is made of"));
  auto* whole = new QVBoxLayout;
  whole->setContentsMargins(1, 1, 1, 1);
  controls_ = qobject_cast<QScrollArea*>(scrolling(controls));
  whole->addWidget(controls_);
  QFrame* frame = card(whole);
  frame->setObjectName(QStringLiteral("builderControls"));
  return frame;
}

QWidget* CacheBuilder::buildPictures() {
  picture_ = new CachePicture;
  bars_ = new PassBars;
  strip_ = new FootprintStrip(theme_);
  sentence_ = new QLabel;
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setAccessibleName(tr("What this pass shows"));
  parts_ = new QComboBox;
  parts_->setAccessibleName(tr("What is shown"));
  parts_->setToolTip(tr("The cache, the level behind it, or the TLB"));
  partsRow_ = new QWidget;
  auto* row = new QHBoxLayout(partsRow_);
  row->setContentsMargins(0, 0, 0, 0);
  auto* shown = new QLabel(tr("Shown:"));
  shown->setBuddy(parts_);
  looking(shown, "quiet");
  row->addWidget(shown);
  row->addWidget(parts_);

  auto* above = new QVBoxLayout;
  above->setContentsMargins(14, 10, 14, 10);
  above->addWidget(picture_, 1);
  auto* below = new QVBoxLayout;
  below->setContentsMargins(14, 10, 14, 12);
  below->setSpacing(6);
  below->addWidget(strip_);
  below->addWidget(bars_, 1);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(16);
  foot->addWidget(sentence_, 1);
  foot->addWidget(partsRow_);
  below->addLayout(foot);
  auto* both = new QWidget;
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  column->addWidget(card(above), 4);
  column->addWidget(card(below), 3);
  return both;
}

void CacheBuilder::connectPictures() {
  connect(strip_, &FootprintStrip::changed, this, [this] {
    run();
    noteStep();
  });
  connect(picture_, &CachePicture::accessPointed, bars_, &PassBars::setAccess);
  connect(bars_, &PassBars::accessPointed, picture_, &CachePicture::setAccess);
  connect(parts_, &QComboBox::activated, this, [this](int part) {
    part_ = static_cast<std::size_t>(std::max(part, 0));
    showPart();
  });
  connect(picture_, &CachePicture::waysPulled, this, [this](quint64 set, quint32 ways) {
    build::BuiltCache changed = built_;
    model::CacheSpec* spec = partOf(changed, part_);
    if (spec == nullptr || set >= spec->ways.size()) return;
    model::CacheSpec shape = *spec;
    shape.ways[set] = ways;
    shape.policy = build::refitted_policy(*spec, shape);
    *spec = std::move(shape);
    take(changed);
    noteStep();
  });
}

void CacheBuilder::restyle() {
  PlotStyle style = theme_.plotStyle();
  style.textPixels *= kTypeOfPictures;
  picture_->setPlotStyle(style);
  bars_->setPlotStyle(style);
  findChild<QLabel*>(QStringLiteral("builderTitle"))->setFont(theme_.text(20, Weight::bold));
  name_->setFont(theme_.text(14));
  name_->setMinimumWidth(theme_.scaled(kNameWidth));
  state_->setFont(theme_.text(kTypeOfControls));
  setFont(theme_.text(kTypeOfControls));
  setStyleSheet(sheetOfControls(theme_.scaled(kTypeOfControls)));
  sentence_->setFont(theme_.text(15));
  sentence_->setMinimumHeight(2 * QFontMetrics(sentence_->font()).lineSpacing() +
                              2);  // two lines or one: the bars stay where they are
  // As wide as the widest row needs, so that none is cut at the right.
  constexpr int kBarAndFrame = 16;
  controls_->widget()->ensurePolished();
  const int needed = controls_->widget()->minimumSizeHint().width() + theme_.scaled(kBarAndFrame);
  findChild<QFrame*>(QStringLiteral("builderControls"))->setFixedWidth(std::max(theme_.scaled(kControlsWidth), needed));
  if (good_) showPart();
}

}  // namespace chasescope
