#include "app/builder/index_panel.h"

#include <QAbstractButton>
#include <array>
#include <bit>

#include "engine/build/fit.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

using Kind = model::IndexSpec::Kind;

// The kinds of index, in the order of the buttons.
constexpr std::array kKinds{Kind::bits, Kind::xor_, Kind::modulo, Kind::table};

int buttonOf(Kind kind) {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i] == kind) return static_cast<int>(i);
  return -1;
}

QString tableText(const std::vector<std::uint32_t>& table) {
  QStringList sets;
  for (const std::uint32_t set : table) sets << QString::number(set);
  return sets.join(QStringLiteral(", "));
}

}  // namespace

IndexPanel::IndexPanel(const Theme& theme, QWidget* parent)
    : BuildPanel(tr("Index"), theme, parent),
      kind_(nullptr),
      matrix_(new BitMatrix(this)),
      divided_(new QWidget(this)),
      granule_(new SizeChoice(8, 65536, tr("Block that goes to one set"),
                              tr("So many bytes in a row go to the same set; by itself one line"), this)),
      table_(new QLineEdit(this)),
      given_(new QLabel(this)) {
  auto* kinds = new QHBoxLayout;
  kind_ = segments(
      {tr("bits"), tr("XOR"), tr("modulus"), tr("table")},
      {tr("Each bit of the set is a bit of the address"), tr("Each bit of the set is the XOR of several bits of the address"),
       tr("The number of the line modulo the number of sets"), tr("A list of sets that lines go to in turn")},
      kinds, this);
  kinds->addStretch();
  column().addLayout(kinds);
  auto* block = new QHBoxLayout(divided_);
  block->setContentsMargins(0, 0, 0, 0);
  auto* word = new QLabel(tr("Block in one set"));
  word->setBuddy(granule_);
  block->addWidget(word);
  block->addStretch();
  block->addWidget(granule_);
  table_->setAccessibleName(tr("Table of sets"));
  table_->setToolTip(tr("The set of each line in turn, such as 0, 1, 1, 2; then from the beginning again"));
  given_->setWordWrap(true);
  looking(given_, "quiet");
  for (QWidget* part : std::initializer_list<QWidget*>{matrix_, table_, divided_, given_}) column().addWidget(part);
  addFaultOf(build::Control::index);

  const auto dress = [this, &theme] { matrix_->setPlotStyle(pictureStyle()); };
  dress();
  connect(&theme, &Theme::themeChanged, this, dress);
  connect(kind_, &QButtonGroup::idClicked, this, [this](int id) { choose(kKinds[static_cast<std::size_t>(id)]); });
  connect(matrix_, &BitMatrix::groupsChanged, this, [this](const BitMatrix::Groups& groups) {
    edit([&](build::BuiltCache& changed) { changed.cache.index.bit_groups = groups; });
  });
  connect(granule_, &QComboBox::activated, this, [this] {
    edit([this](build::BuiltCache& changed) {
      changed.cache.index.granule_bytes = granule_->size() == changed.cache.unit_bytes ? 0 : granule_->size();
    });
  });
  connect(table_, &QLineEdit::textEdited, this, [this](const QString& text) {
    const auto sets = parse_counts(text.toStdString());
    looking(table_, sets ? "" : "wrong");
    table_->style()->polish(table_);
    if (!sets) return;
    edit([&](build::BuiltCache& changed) {
      changed.cache.index.table.clear();
      for (const std::uint64_t set : *sets)
        changed.cache.index.table.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(set, UINT32_MAX)));
    });
  });
}

void IndexPanel::choose(Kind kind) {
  edit([&](build::BuiltCache& changed) {
    model::IndexSpec& index = changed.cache.index;
    if (index.kind == kind) return;
    const model::IndexSpec before = index;
    index = build::usual_index(kind, changed.cache.unit_bytes, changed.cache.ways.size());
    // Changing between bits and XORs keeps as much of the function as possible.
    if (before.kind == Kind::bits && kind == Kind::xor_) index.bit_groups = before.bit_groups;
    if (before.kind == Kind::xor_ && kind == Kind::bits)
      for (std::size_t row = 0; row < index.bit_groups.size() && row < before.bit_groups.size(); ++row)
        if (!before.bit_groups[row].empty()) index.bit_groups[row] = {before.bit_groups[row].front()};
  });
  setBuilt(built());
}

void IndexPanel::refill() {
  const model::CacheSpec& cache = built().cache;
  const Kind kind = cache.index.kind;
  const int button = buttonOf(kind);
  kind_->setExclusive(button >= 0);
  for (QAbstractButton* each : kind_->buttons()) each->setChecked(kind_->id(each) == button);
  kind_->setExclusive(true);
  const bool bits = kind == Kind::bits || kind == Kind::xor_;
  matrix_->setVisible(bits);
  matrix_->setGroups(cache.index.bit_groups, cache.unit_bytes == 0 ? 0 : static_cast<unsigned>(std::countr_zero(cache.unit_bytes)),
                     kind == Kind::bits);
  divided_->setVisible(kind == Kind::modulo || kind == Kind::table);
  granule_->setSize(cache.index.granule_bytes == 0 ? cache.unit_bytes : cache.index.granule_bytes);
  table_->setVisible(kind == Kind::table);
  if (!table_->hasFocus()) {
    table_->setText(tableText(cache.index.table));
    table_->setCursorPosition(0);
    looking(table_, "");
    table_->style()->polish(table_);
  }
  given_->setVisible(button < 0);
  given_->setText(kind == Kind::sliced
                      ? tr("In slices, as it was given: one function chooses the slice, another the set within it.")
                      : tr("Another function for each way, as it was given."));
}

}  // namespace chasescope

#include "moc_index_panel.cpp"
