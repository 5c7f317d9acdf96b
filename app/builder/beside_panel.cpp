#include "app/builder/beside_panel.h"

#include <QGridLayout>
#include <QStyle>
#include <algorithm>

#include "engine/build/fit.h"
#include "engine/build/next_to_go.h"
#include "engine/build/policy_choice.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

bool equal(const std::vector<std::uint32_t>& ways) {
  return std::adjacent_find(ways.begin(), ways.end(), std::not_equal_to<>()) == ways.end();
}

/// One number where all sets have as many ways, otherwise a list.
QString waysText(const std::vector<std::uint32_t>& ways) {
  if (ways.empty()) return {};
  return equal(ways) ? QString::number(ways.front()) : QString::fromStdString(build::ways_text(ways));
}

/// Gives the cache another shape, and refits its index and policy to that shape.
void reshape(model::CacheSpec& spec, model::CacheSpec shape) {
  shape.index = build::refitted_index(spec, shape);
  shape.policy = build::refitted_policy(spec, shape);
  spec = std::move(shape);
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
  connectSwitches();
  connectPart(tlb_, [](build::BuiltCache& built) { return built.tlb ? &built.tlb->spec : nullptr; });
  connectPart(level_, [](build::BuiltCache& built) { return built.behind ? &built.behind->spec : nullptr; });
  connectCycles();
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
  part.ways = new QLineEdit(part.box);
  part.ways->setAccessibleName(tr("Ways of %1").arg(words.add));
  part.ways->setToolTip(tr("How many each of its sets has room for: one number, or one for each set, such as 6, 3 × 4"));
  part.policy = new QComboBox(part.box);
  part.policy->setAccessibleName(tr("Policy of %1").arg(words.add));
  for (const build::PolicyChoice& choice : build::policy_choices()) {
    part.policy->addItem(QString::fromStdString(choice.label), QString::fromStdString(choice.kind));
    part.policy->setItemData(part.policy->count() - 1, QString::fromStdString(choice.help), Qt::ToolTipRole);
  }
  part.parameters = new PolicyParameters(tr("of %1").arg(words.add), part.box);
  part.picture = new PolicyPicture(part.box);
  part.picture->setAccessibleName(tr("Which entry of a full set of %1 goes").arg(words.add));
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
  auto* policy = new QLabel(tr("Policy"));
  policy->setBuddy(part.policy);
  grid->addWidget(policy, 2, 0);
  grid->addWidget(part.policy, 2, 1, 1, 3);
  grid->addWidget(part.parameters, 3, 0, 1, 4);
  grid->addWidget(part.picture, 4, 0, 1, 4);
  grid->addLayout(cost, 5, 0, 1, 4);
  grid->addWidget(part.size, 6, 0, 1, 4);
  const auto dress = [this, picture = part.picture] { picture->restyle(pictureStyle()); };
  dress();
  connect(&theme(), &Theme::themeChanged, this, dress);
  column().addWidget(part.box);
  return part;
}

void BesidePanel::connectSwitches() {
  connect(tlb_.there, &QPushButton::clicked, this, [this](bool on) {
    edit([on](build::BuiltCache& changed) { changed.tlb = on ? std::optional(build::first_tlb()) : std::nullopt; });
    setBuilt(built());
  });
  connect(level_.there, &QPushButton::clicked, this, [this](bool on) {
    edit([on](build::BuiltCache& changed) { changed.behind = on ? std::optional(build::first_level(changed)) : std::nullopt; });
    setBuilt(built());
  });
}

void BesidePanel::connectPart(const Part& part, const SpecOf& specOf) {
  const auto change = [this, specOf](const std::function<void(model::CacheSpec&)>& with) {
    edit([&](build::BuiltCache& changed) {
      if (model::CacheSpec* spec = specOf(changed)) with(*spec);
    });
  };
  connect(part.unit, &QComboBox::activated, this, [change, unit = part.unit] {
    change([&](model::CacheSpec& spec) {
      model::CacheSpec shape = spec;
      shape.unit_bytes = shape.sector_bytes = unit->size();
      reshape(spec, std::move(shape));
    });
  });
  connect(part.sets, &QSpinBox::valueChanged, this, [change](int sets) {
    change([&](model::CacheSpec& spec) {
      model::CacheSpec shape = spec;
      if (shape.ways.empty()) shape.ways = {1};
      shape.ways = build::with_sets(shape.ways, static_cast<std::size_t>(sets));
      reshape(spec, std::move(shape));
    });
  });
  connect(part.ways, &QLineEdit::textEdited, this, [change, field = part.ways](const QString& text) {
    std::vector<std::uint32_t> ways = build::parse_ways(text.toStdString(), kMostSets);
    looking(field, ways.empty() ? "wrong" : "");
    field->style()->polish(field);
    if (ways.empty()) return;
    change([&](model::CacheSpec& spec) {
      model::CacheSpec shape = spec;
      const std::size_t sets = spec.ways.size();
      shape.ways = ways.size() == 1 ? std::vector(std::max<std::size_t>(sets, 1), ways.front()) : ways;
      reshape(spec, std::move(shape));
    });
  });
  connect(part.policy, &QComboBox::activated, this, [this, change, box = part.policy] {
    const std::string kind = box->currentData().toString().toStdString();
    change([&](model::CacheSpec& spec) {
      if (spec.policy.kind != kind) spec.policy = build::policy_for(kind, spec.ways);
    });
    setBuilt(built());
  });
  connect(part.parameters, &PolicyParameters::edited, this, [change](const std::string& member, const QString& text) {
    change([&](model::CacheSpec& spec) { build::set_parameter(spec.policy, member, text.toStdString()); });
  });
}

void BesidePanel::connectCycles() {
  connect(tlb_.cycles, &QDoubleSpinBox::valueChanged, this, [this](double cycles) {
    edit([&](build::BuiltCache& changed) {
      if (changed.tlb) changed.tlb->penalty_cycles = cycles;
    });
  });
  connect(level_.cycles, &QDoubleSpinBox::valueChanged, this, [this](double cycles) {
    edit([&](build::BuiltCache& changed) {
      if (changed.behind) changed.behind->hit_cycles = cycles;
    });
  });
}

void BesidePanel::fill(const Part& part, const model::CacheSpec& spec, double cycles, bool translates) {
  part.unit->setSize(spec.unit_bytes);
  if (part.sets->value() != static_cast<int>(spec.ways.size())) part.sets->setValue(static_cast<int>(spec.ways.size()));
  if (!part.ways->hasFocus()) {
    part.ways->setText(waysText(spec.ways));
    looking(part.ways, "");
    part.ways->style()->polish(part.ways);
  }
  part.policy->setCurrentIndex(part.policy->findData(QString::fromStdString(spec.policy.kind)));
  part.policy->setToolTip(part.policy->itemData(part.policy->currentIndex(), Qt::ToolTipRole).toString());
  part.parameters->setPolicy(spec.policy);
  part.cycles->setValue(cycles);
  part.size->setText(QString::fromStdString(build::size_sum(spec, translates)));
}

void BesidePanel::showNext(const Part& part, const model::CacheSpec& spec) { part.picture->setNext(build::next_to_go(spec)); }

void BesidePanel::showBuild(const build::Build& build) {
  if (!build.card) return;
  if (const auto tlb = build.card->tlbs.find(build::kTlbName); tlb != build.card->tlbs.end()) showNext(tlb_, tlb->second);
  if (const auto level = build.card->caches.find(build::kBehindName); level != build.card->caches.end())
    showNext(level_, level->second.cache);
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
