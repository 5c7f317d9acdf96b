#include "app/builder/beside_panel.h"

#include <QGridLayout>

#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// As many sets of as many ways; which set it is follows from the number of the page or line.
void reshape(model::CacheSpec& spec, std::uint64_t unit, int sets, int ways) {
  spec.unit_bytes = spec.sector_bytes = unit;
  spec.ways.assign(static_cast<std::size_t>(sets), static_cast<std::uint32_t>(ways));
}

}  // namespace

BesidePanel::BesidePanel(const Theme& theme, QWidget* parent) : BuildPanel(tr("Beside it"), theme, parent) {
  switches_ = new QHBoxLayout;
  column().addLayout(switches_);
  tlb_ = addPart({tr("a TLB"), tr("Page"), tr("A page that it misses costs"),
                  tr("Every address is translated first; a page that the TLB does not know costs more"), 1024,
                  std::uint64_t{1} << 30});
  addFaultOf(build::Control::tlb);
  level_ = addPart(
      {tr("a level behind"), tr("Line"), tr("It answers in"), tr("A larger cache answers what the first one misses"), 8, 4096});
  addFaultOf(build::Control::behind);
  connectTlb();
  connectLevel();
}

BesidePanel::Part BesidePanel::addPart(const Words& words) {
  Part part;
  part.there = new QPushButton(QStringLiteral("+ ") + words.add);
  part.there->setCheckable(true);
  part.there->setToolTip(words.tip);
  part.there->setAccessibleName(tr("With %1").arg(words.add));
  part.there->setProperty("what", words.add);
  looking(part.there, "choice");
  switches_->addWidget(part.there);
  part.box = new QWidget;
  auto* grid = new QGridLayout(part.box);
  grid->setContentsMargins(0, 0, 0, 4);
  grid->setVerticalSpacing(4);
  part.unit = new SizeChoice(words.least, words.most, tr("%1 of %2").arg(words.unit, words.add), tr("What one of its tags covers"),
                             part.box);
  part.sets = countField(kMostSets, tr("Sets of %1").arg(words.add), tr("How many sets it has"), part.box);
  part.ways = countField(kMostWays, tr("Ways of %1").arg(words.add), tr("How many each of its sets has room for"), part.box);
  part.cycles = new CyclesField(tr("%1: %2").arg(words.add, words.cycles), words.tip, part.box);
  part.size = new QLabel;
  part.size->setAccessibleName(tr("Size of %1").arg(words.add));
  looking(part.size, "quiet");
  const auto add = [&](const QString& word, QWidget* field, int row, int column) {
    auto* label = new QLabel(word);
    label->setBuddy(field);
    grid->addWidget(label, row, column);
    grid->addWidget(field, row, column + 1);
  };
  add(words.unit, part.unit, 0, 0);
  add(tr("Sets"), part.sets, 1, 0);
  add(tr("Ways"), part.ways, 1, 2);
  auto* cost = new QHBoxLayout;
  auto* label = new QLabel(words.cycles);
  label->setBuddy(part.cycles);
  cost->addWidget(label);
  cost->addStretch();
  cost->addWidget(part.cycles);
  grid->addLayout(cost, 2, 0, 1, 4);
  grid->addWidget(part.size, 3, 0, 1, 4);
  column().addWidget(part.box);
  return part;
}

void BesidePanel::connectTlb() {
  connect(tlb_.there, &QPushButton::clicked, this, [this](bool on) {
    edit([on](build::BuiltCache& changed) { changed.tlb = on ? std::optional(build::first_tlb()) : std::nullopt; });
    setBuilt(built());
  });
  const auto change = [this] {
    edit([this](build::BuiltCache& changed) {
      if (!changed.tlb) return;
      reshape(changed.tlb->spec, tlb_.unit->size(), tlb_.sets->value(), tlb_.ways->value());
      changed.tlb->penalty_cycles = tlb_.cycles->value();
    });
  };
  connect(tlb_.unit, &QComboBox::activated, this, change);
  for (QSpinBox* field : {tlb_.sets, tlb_.ways}) connect(field, &QSpinBox::valueChanged, this, change);
  connect(tlb_.cycles, &QDoubleSpinBox::valueChanged, this, change);
}

void BesidePanel::connectLevel() {
  connect(level_.there, &QPushButton::clicked, this, [this](bool on) {
    edit([on](build::BuiltCache& changed) { changed.behind = on ? std::optional(build::first_level(changed)) : std::nullopt; });
    setBuilt(built());
  });
  const auto change = [this] {
    edit([this](build::BuiltCache& changed) {
      if (!changed.behind) return;
      reshape(changed.behind->spec, level_.unit->size(), level_.sets->value(), level_.ways->value());
      changed.behind->hit_cycles = level_.cycles->value();
    });
  };
  connect(level_.unit, &QComboBox::activated, this, change);
  for (QSpinBox* field : {level_.sets, level_.ways}) connect(field, &QSpinBox::valueChanged, this, change);
  connect(level_.cycles, &QDoubleSpinBox::valueChanged, this, change);
}

void BesidePanel::fill(const Part& part, const model::CacheSpec& spec, double cycles, bool translates) {
  part.unit->setSize(spec.unit_bytes);
  if (part.sets->value() != static_cast<int>(spec.ways.size())) part.sets->setValue(static_cast<int>(spec.ways.size()));
  if (!spec.ways.empty()) part.ways->setValue(static_cast<int>(spec.ways.front()));
  part.cycles->setValue(cycles);
  part.size->setText(QString::fromStdString(build::size_sum(spec, translates)));
}

void BesidePanel::refill() {
  const auto show = [](const Part& part, bool there) {
    part.there->setChecked(there);
    part.there->setText((there ? tr("without ") : QStringLiteral("+ ")) + part.there->property("what").toString());
    part.box->setVisible(there);
  };
  show(tlb_, built().tlb.has_value());
  show(level_, built().behind.has_value());
  if (built().tlb) fill(tlb_, built().tlb->spec, built().tlb->penalty_cycles, true);
  if (built().behind) fill(level_, built().behind->spec, built().behind->hit_cycles, false);
}

}  // namespace chasescope

#include "moc_beside_panel.cpp"
