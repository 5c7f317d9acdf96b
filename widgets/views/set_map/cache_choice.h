// The list from which a person chooses the cache or TLB that a view shows. Each cache with findings is an entry; under several
// settings (carve-outs, spaces) there is an entry for each setting.
#pragma once

#include <QComboBox>
#include <functional>
#include <vector>

#include "engine/findings/found_sets.h"
#include "engine/probe/probe.h"

namespace chasescope {

class RunStore;

class CacheChoice : public QComboBox {
  Q_OBJECT
 public:
  /// Until the person chooses, shows the first cache for which `prefers` is true, or else the first cache.
  explicit CacheChoice(std::function<bool(const FoundSets&)> prefers, QWidget* parent = nullptr);

  /// Sets the entries. The choice stays if it is among them.
  void setCaches(std::vector<FoundSets> caches);
  /// Removes the entries and the choice.
  void forget();
  /// Null if there is none.
  const FoundSets* shown() const;
  /// The subject of the shown cache ("l1_data"); empty if there is none.
  QString subject() const;
  /// Chooses the cache as a person would; false if it is not in the list.
  bool choose(const QString& subject);

 signals:
  /// The person chose another cache.
  void chosen(const QString& subject);

 private:
  void showIndex();

  std::function<bool(const FoundSets&)> prefers_;
  std::vector<FoundSets> caches_;
  QString subject_;
  nlohmann::json setting_;
};

/// The parameters with which a probe measures under the same conditions.
ParameterValues valuesOf(const FoundSets& cache);

/// Why a probe found no caches on the device, from its findings; empty where no finding says so.
QString whyNoCaches(const std::vector<Finding>& findings);

/// The ids of the store's runs behind these quantities of a cache, each once.
QStringList runsBehind(const FoundSets& cache, std::initializer_list<const char*> quantities, const RunStore& store);

}  // namespace chasescope
