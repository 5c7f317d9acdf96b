#include "app/builder/like_choice.h"

#include <QFileDialog>

#include "app/builder/model_files.h"
#include "engine/device/software/software_device.h"
#include "widgets/document/shown_text.h"

namespace chasescope {
namespace {

constexpr int kFileRow = -2;  // the data of the row that asks for a file

}  // namespace

LikeChoice::LikeChoice(QWidget* parent) : QComboBox(parent) {
  setAccessibleName(tr("Make it like the cache of a card"));
  setToolTip(tr("Begin from a cache of a bundled card, or of a model file"));
  setMaxVisibleItems(24);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(16);
  addItem(tr("cache of a card …"), -1);
  addItem(tr("cache of a model file …"), kFileRow);
  for (const PresetInfo& preset : preset_cards())
    if (const auto card = preset_card(preset.id)) add(*card);
  connect(this, &QComboBox::activated, this, [this](int row) {
    const int like = itemData(row).toInt();
    if (like == kFileRow) return askForFile();
    if (like >= 0) emit chosen(likes_[static_cast<std::size_t>(like)]);
  });
}

void LikeChoice::add(const model::Card& card) {
  for (build::Like& like : build::likes_of(card)) {
    addItem(shownText(like.cache.like), static_cast<int>(likes_.size()));
    likes_.push_back(std::move(like));
  }
}

QString LikeChoice::addFile(const QString& path) {
  const auto card = model_file_card(path.toStdString());
  if (!card) return QString::fromStdString(card.error().message);
  const std::size_t before = likes_.size();
  add(*card);
  if (likes_.size() == before) return tr("The model file %1 has no cache that loads go through.").arg(path);
  setCurrentIndex(findData(static_cast<int>(before)));
  emit chosen(likes_[before]);
  return {};
}

void LikeChoice::askForFile() {
  setCurrentIndex(0);
  const QString path =
      QFileDialog::getOpenFileName(window(), tr("Make it like a model file"), {}, tr("Model files (*.json);;All files (*)"));
  if (path.isEmpty()) return;
  if (const QString fault = addFile(path); !fault.isEmpty()) tellOfModel(window(), tr("The model file was not read"), fault);
}

}  // namespace chasescope

#include "moc_like_choice.cpp"
