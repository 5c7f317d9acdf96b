// A session's findings by subject and quantity, for formats that have room for one of each.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

class Facts {
 public:
  /// \pre `findings` outlives this.
  explicit Facts(const std::vector<Finding>& findings);

  /// The finding with a value, or null. Under several conditions it is the one under those of the subject's first finding (so
  /// that sets, ways and line are those of one carve-out), and a measured one before a reported one unless `status` says which.
  const Finding* value(const std::string& subject, const std::string& quantity, std::optional<FindingStatus> status = {}) const;

  /// What a cache holds at most: of the findings that differ in the carve-out, the one with the largest value; else as value(). A
  /// kernel gets less where it asks for more shared memory, or leaves the choice to the driver.
  const Finding* largest(const std::string& subject, const std::string& quantity) const;

  /// The same as value() if it is a plain number, which it then returns.
  std::optional<double> number(const std::string& subject, const std::string& quantity) const;

  /// A finding of any status, or null: why there is no value.
  const Finding* any(const std::string& subject, const std::string& quantity) const;

  /// A sentence for each subject and quantity that has different values under different conditions, of those that were taken.
  using Taken = std::set<std::pair<std::string, std::string>>;
  std::vector<std::string> choices(const Taken& taken_ones) const;

 private:
  using Key = std::pair<std::string, std::string>;
  const Finding* chosen(const std::vector<const Finding*>& candidates) const;

  std::map<Key, std::vector<const Finding*>> findings_;
  std::map<std::string, const nlohmann::json*> conditions_;  // of each subject's first finding with a value
};

}  // namespace chasescope
