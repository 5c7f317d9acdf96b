// The list from which a person chooses the cache or TLB that a view shows: one of those of which findings speak, each setting by
// itself.
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
  /// Until the person chooses, the first cache is shown that `prefers` likes, or else the first.
  explicit CacheChoice(std::function<bool(const FoundSets&)> prefers, QWidget* parent = nullptr);

  /// What there is to choose from. The choice stays, as long as it is there.
  void setCaches(std::vector<FoundSets> caches);
  /// Forgets what was chosen, too.
  void forget();
  /// Null if there is none.
  const FoundSets* shown() const;
  /// The shown one's subject ("l1_data"); empty if there is none.
  QString subject() const;
  /// Chooses as the person would; false if nothing is known of it.
  bool choose(const QString& subject);

 signals:
  /// The person chose another one.
  void chosen(const QString& subject);

 private:
  void showIndex();

  std::function<bool(const FoundSets&)> prefers_;
  std::vector<FoundSets> caches_;
  QString subject_;
  nlohmann::json setting_;
};

/// The values with which a probe asks under the same conditions.
ParameterValues valuesOf(const FoundSets& cache);

/// Why a probe of caches found none, as it said of the device; empty where it did not.
QString whyNoCaches(const std::vector<Finding>& findings);

/// The runs of the store that show one of these quantities, each once.
QStringList runsBehind(const FoundSets& cache, std::initializer_list<const char*> quantities, const RunStore& store);

}  // namespace chasescope
