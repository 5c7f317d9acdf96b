#include "widgets/views/set_map/cache_choice.h"

#include <QSignalBlocker>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {

CacheChoice::CacheChoice(std::function<bool(const FoundSets&)> prefers, QWidget* parent)
    : QComboBox(parent), prefers_(std::move(prefers)) {
  setAccessibleName(tr("Cache or TLB"));
  setToolTip(tr("Which cache or TLB is shown; the memory diagram chooses it, too"));
  connect(this, &QComboBox::activated, this, [this](int index) {
    const FoundSets& cache = caches_[static_cast<std::size_t>(index)];
    subject_ = QString::fromStdString(cache.subject);
    setting_ = cache.setting;
    emit chosen(subject_);
  });
  hide();
}

void CacheChoice::setCaches(std::vector<FoundSets> caches) {
  caches_ = std::move(caches);
  const QSignalBlocker quiet(this);
  clear();
  for (const FoundSets& cache : caches_) {
    const auto same =
        std::count_if(caches_.begin(), caches_.end(), [&](const auto& other) { return other.subject == cache.subject; });
    addItem(same > 1 ? settingText(cache) : subjectText(cache.subject));
  }
  setVisible(!caches_.empty());
  showIndex();
}

void CacheChoice::forget() {
  subject_.clear();
  setting_ = nullptr;
}

const FoundSets* CacheChoice::shown() const {
  const FoundSets* first = nullptr;
  for (const FoundSets& cache : caches_) {
    if (QString::fromStdString(cache.subject) == subject_ && (setting_.is_null() || setting_ == cache.setting)) return &cache;
    if (first == nullptr || (!prefers_(*first) && prefers_(cache))) first = &cache;
  }
  return first;
}

QString CacheChoice::subject() const {
  const FoundSets* cache = shown();
  return cache == nullptr ? QString() : QString::fromStdString(cache->subject);
}

bool CacheChoice::choose(const QString& subject) {
  const bool known = std::any_of(caches_.begin(), caches_.end(),
                                 [&](const FoundSets& cache) { return QString::fromStdString(cache.subject) == subject; });
  if (!known) return false;
  if (subject != this->subject()) setting_ = nullptr;
  subject_ = subject;
  showIndex();
  return true;
}

void CacheChoice::showIndex() {
  const QSignalBlocker quiet(this);
  if (const FoundSets* cache = shown()) setCurrentIndex(static_cast<int>(cache - caches_.data()));
}

ParameterValues valuesOf(const FoundSets& cache) {
  ParameterValues values;
  for (const char* key : {"space", "carveout_percent", "l1_kib", "sm"})
    if (cache.setting.contains(key)) {
      const nlohmann::json& value = cache.setting[key];
      values[key] = value.is_string() ? value.get<std::string>() : QString::number(value.get<double>()).toStdString();
    }
  return values;
}

QString whyNoCaches(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.subject == subject::device && finding.status != FindingStatus::measured && finding.status != FindingStatus::reported &&
        (finding.quantity == quantity::levels || finding.quantity == quantity::capacity_bytes))
      return QString::fromStdString(finding.reason);
  return {};
}

QStringList runsBehind(const FoundSets& cache, std::initializer_list<const char*> quantities, const RunStore& store) {
  QStringList runs;
  for (const char* quantity : quantities) {
    const Finding* finding = cache.find(quantity);
    if (finding == nullptr) continue;
    for (const std::string& id : finding->evidence)
      if (const QString run = QString::fromStdString(id); store.run(run) != nullptr && !runs.contains(run)) runs << run;
  }
  return runs;
}

}  // namespace chasescope

#include "moc_cache_choice.cpp"
