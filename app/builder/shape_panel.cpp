#include "app/builder/shape_panel.h"

#include <algorithm>

#include "engine/build/fit.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kFieldsBeside = 8;

bool equalWays(const std::vector<std::uint32_t>& ways) {
  return std::adjacent_find(ways.begin(), ways.end(), std::not_equal_to<>()) == ways.end();
}

}  // namespace

ShapePanel::ShapePanel(const Theme& theme, QWidget* parent)
    : BuildPanel(tr("Shape"), theme, parent),
      line_(new SizeChoice(8, 4096, tr("Line"), tr("What one tag covers"), this)),
      sector_(new SizeChoice(8, 4096, tr("Sector"), tr("What one miss brings: the whole line, or a part of it"), this)),
      sets_(countField(kMostSets, tr("Sets"), tr("How many sets there are; any number with a modulus or a table"), this)),
      equal_(countField(kMostWays, tr("Ways of every set"), tr("How many lines each set has room for"), this)),
      each_(new QWidget(this)),
      eachGrid_(new QGridLayout(each_)),
      list_(new QLineEdit(this)),
      size_(new QLabel(this)) {
  auto* top = new QHBoxLayout;
  top->setSpacing(8);
  auto *line = new QLabel(tr("Line")), *sector = new QLabel(tr("Sector"));
  line->setBuddy(line_);
  sector->setBuddy(sector_);
  top->addWidget(line);
  top->addWidget(line_, 1);
  top->addSpacing(6);
  top->addWidget(sector);
  top->addWidget(sector_, 1);
  column().addLayout(top);
  addFaultOf(build::Control::line);
  addFaultOf(build::Control::sector);
  row(tr("Sets"), sets_, withSteps(sets_));
  addFaultOf(build::Control::sets);
  buildWays();
  addFaultOf(build::Control::ways);
  size_->setTextFormat(Qt::PlainText);
  size_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  size_->setFocusPolicy(Qt::NoFocus);
  const auto dress = [this, &theme] { size_->setFont(theme.number(13)); };
  dress();
  connect(&theme, &Theme::themeChanged, this, dress);
  size_->setAccessibleName(tr("Size"));
  row(tr("Size"), nullptr, size_);
  addFaultOf(build::Control::size);

  connect(line_, &QComboBox::activated, this, [this] {
    model::CacheSpec shape = built().cache;
    const bool whole = shape.sector_bytes == shape.unit_bytes;
    shape.unit_bytes = line_->size();
    if (whole) shape.sector_bytes = shape.unit_bytes;
    reshape(shape);
  });
  connect(sector_, &QComboBox::activated, this,
          [this] { edit([this](build::BuiltCache& changed) { changed.cache.sector_bytes = sector_->size(); }); });
  connect(sets_, &QSpinBox::valueChanged, this, [this](int sets) {
    model::CacheSpec shape = built().cache;
    // Where all sets went, the height that was shown last comes back with them.
    if (shape.ways.empty()) shape.ways = {static_cast<std::uint32_t>(std::max(equal_->value(), 1))};
    shape.ways = build::with_sets(shape.ways, static_cast<std::size_t>(sets));
    reshape(shape);
  });
}

void ShapePanel::buildWays() {
  auto* kinds = new QHBoxLayout;
  kind_ = segments({tr("equal"), tr("unequal")}, {tr("All sets have as many ways"), tr("Each set has a number of ways of its own")},
                   kinds, this);
  auto* line = row(tr("Ways"), equal_, nullptr);
  line->addLayout(kinds);
  equalSteps_ = withSteps(equal_);
  line->addWidget(equalSteps_);
  eachGrid_->setContentsMargins(0, 0, 0, 0);
  eachGrid_->setSpacing(3);
  column().addWidget(each_);
  list_->setAccessibleName(tr("Ways of each set"));
  list_->setToolTip(tr("The ways of each set, such as 6, 31 × 4"));
  column().addWidget(list_);

  connect(kind_, &QButtonGroup::idClicked, this, [this](int id) {
    if (id == 0 && !built().cache.ways.empty()) {
      model::CacheSpec shape = built().cache;
      // The height that most sets have.
      std::map<std::uint32_t, std::size_t> heights;
      for (const std::uint32_t ways : shape.ways) ++heights[ways];
      const auto most =
          std::max_element(heights.begin(), heights.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      shape.ways.assign(shape.ways.size(), most->first);
      reshape(shape);
    }
    refillWays();
  });
  connect(equal_, &QSpinBox::valueChanged, this, [this](int ways) {
    model::CacheSpec shape = built().cache;
    shape.ways.assign(shape.ways.size(), static_cast<std::uint32_t>(ways));
    reshape(shape);
  });
  connect(list_, &QLineEdit::textEdited, this, [this](const QString& text) {
    const auto ways = build::parse_ways(text.toStdString(), kMostSets);
    looking(list_, ways.empty() ? "wrong" : "");
    list_->style()->polish(list_);
    if (ways.empty()) return;
    model::CacheSpec shape = built().cache;
    shape.ways = ways;
    reshape(shape);
  });
}

/// Changes the cache to this shape, with its index function and its policy fitted to the new numbers of sets and ways.
void ShapePanel::reshape(model::CacheSpec shape) {
  shape.index = build::refitted_index(built().cache, shape);
  if (shape.store_lines && *shape.store_lines >= shape.entries()) shape.store_lines.reset();  // each tag has a line of its own
  shape.policy = build::refitted_policy(built().cache, shape);
  edit([&](build::BuiltCache& changed) { changed.cache = std::move(shape); });
}

void ShapePanel::refill() {
  const model::CacheSpec& cache = built().cache;
  line_->setSize(cache.unit_bytes);
  sector_->setSize(cache.sector_bytes);
  sets_->setValue(static_cast<int>(cache.ways.size()));
  if (!equalWays(cache.ways)) kind_->button(1)->setChecked(true);
  size_->setText(QString::fromStdString(build::size_sum(cache, false)));
  refillWays();
}

void ShapePanel::refillWays() {
  const std::vector<std::uint32_t>& ways = built().cache.ways;
  const bool fields = unequal() && ways.size() <= kFields;
  equalSteps_->setVisible(!unequal());
  each_->setVisible(fields);
  list_->setVisible(unequal() && !fields);
  const QSignalBlocker quiet(equal_);
  if (!ways.empty()) equal_->setValue(static_cast<int>(ways.front()));
  if (!list_->hasFocus()) list_->setText(QString::fromStdString(build::ways_text(ways)));
  if (!fields) return;
  while (eachFields_.size() < ways.size()) {
    const auto set = static_cast<int>(eachFields_.size());
    auto* field = countField(kMostWays, tr("Ways of set %1").arg(set), tr("How many lines set %1 has room for").arg(set), each_);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setAlignment(Qt::AlignCenter);
    field->setMinimumWidth(20);
    looking(field, "cell");
    eachGrid_->addWidget(field, set / kFieldsBeside, set % kFieldsBeside);
    connect(field, &QSpinBox::valueChanged, this, [this, set](int value) {
      model::CacheSpec shape = built().cache;
      if (static_cast<std::size_t>(set) >= shape.ways.size()) return;
      shape.ways[static_cast<std::size_t>(set)] = static_cast<std::uint32_t>(value);
      reshape(shape);
    });
    eachFields_.push_back(field);
  }
  for (std::size_t set = 0; set < eachFields_.size(); ++set) {
    eachFields_[set]->setVisible(set < ways.size());
    const QSignalBlocker still(eachFields_[set]);
    if (set < ways.size()) eachFields_[set]->setValue(static_cast<int>(ways[set]));
  }
}

}  // namespace chasescope

#include "moc_shape_panel.cpp"
