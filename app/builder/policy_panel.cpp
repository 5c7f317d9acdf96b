#include "app/builder/policy_panel.h"

#include <QGridLayout>
#include <QPushButton>

#include "engine/build/next_to_go.h"
#include "engine/build/policy_choice.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kBeside = 3;

QString labelOf(const build::PolicyChoice& choice) { return QString::fromStdString(choice.label); }
QString helpOf(const build::PolicyChoice& choice) {
  QString help = QString::fromStdString(choice.help);
  if (!help.isEmpty()) help[0] = help[0].toUpper();
  return help + QLatin1Char('.');
}

}  // namespace

PolicyPanel::PolicyPanel(const Theme& theme, QWidget* parent)
    : BuildPanel(tr("Policy"), theme, parent),
      common_(new QButtonGroup(this)),
      others_(new QComboBox(this)),
      help_(new QLabel(this)),
      parameters_(new PolicyParameters({}, this)),
      picture_(new PolicyPicture(this)),
      said_(new QLabel(this)) {
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  others_->addItem(tr("another policy …"), QString());
  const auto& choices = build::policy_choices();
  int placed = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const QString kind = QString::fromStdString(choices[i].kind);
    if (!choices[i].common) {
      others_->addItem(labelOf(choices[i]), kind);
      others_->setItemData(others_->count() - 1, helpOf(choices[i]), Qt::ToolTipRole);
      continue;
    }
    auto* button = new QPushButton(labelOf(choices[i]));
    button->setCheckable(true);
    button->setToolTip(helpOf(choices[i]));
    button->setAccessibleName(tr("Policy %1").arg(labelOf(choices[i])));
    looking(button, "choice");
    common_->addButton(button, static_cast<int>(i));
    grid->addWidget(button, placed / kBeside, placed % kBeside);
    ++placed;
  }
  others_->setAccessibleName(tr("Other policies"));
  others_->setToolTip(tr("Policies of other processors, and some that adapt"));
  grid->addWidget(others_, (placed + kBeside - 1) / kBeside, 0, 1, kBeside);
  column().addLayout(grid);
  looking(help_, "quiet");
  help_->setWordWrap(true);
  column().addWidget(help_);
  column().addWidget(parameters_);
  addFaultOf(build::Control::policy);
  looking(said_, "quiet");
  said_->setWordWrap(true);
  column().addWidget(picture_);
  column().addWidget(said_);
  const auto dress = [this] { picture_->restyle(pictureStyle()); };
  dress();
  connect(&theme, &Theme::themeChanged, this, dress);
  connect(parameters_, &PolicyParameters::edited, this, [this](const std::string& member, const QString& text) {
    edit([&](build::BuiltCache& changed) { build::set_parameter(changed.cache.policy, member, text.toStdString()); });
  });

  connect(common_, &QButtonGroup::idClicked, this,
          [this](int id) { choose(build::policy_choices()[static_cast<std::size_t>(id)].kind); });
  connect(others_, &QComboBox::activated, this, [this](int) {
    if (const QString kind = others_->currentData().toString(); !kind.isEmpty()) choose(kind.toStdString());
  });
}

void PolicyPanel::choose(const std::string& kind) {
  edit([&](build::BuiltCache& changed) {
    if (changed.cache.policy.kind != kind) changed.cache.policy = build::policy_for(kind, changed.cache.ways);
  });
  setBuilt(built());
}

void PolicyPanel::refill() {
  const build::PolicyChoice* choice = build::find_policy(built().cache.policy.kind);
  const auto& choices = build::policy_choices();
  common_->setExclusive(false);
  for (QAbstractButton* button : common_->buttons())
    button->setChecked(&choices[static_cast<std::size_t>(common_->id(button))] == choice);
  common_->setExclusive(choice != nullptr && choice->common);
  others_->setCurrentIndex(std::max(0, others_->findData(QString::fromStdString(built().cache.policy.kind))));
  help_->setText(choice == nullptr ? QString() : helpOf(*choice));
  parameters_->setPolicy(built().cache.policy);
}

void PolicyPanel::showBuild(const build::Build& build) {
  if (!build.card) return;  // the picture keeps showing the last cache that could be built
  const model::CacheSpec& cache = build.card->caches.at(build::kCacheName).cache;
  if (tried_ == cache) return;
  tried_ = cache;
  picture_->setNext(build::next_to_go(cache));
  said_->setText(picture_->sentence());
  said_->setVisible(!said_->text().isEmpty());
}

}  // namespace chasescope

#include "moc_policy_panel.cpp"
