// A session's findings by subject and quantity, for formats that have room for one finding of each.
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

  /// The finding with a value, or null. If there are several under different conditions, the one with the conditions of the
  /// subject's first finding is taken, so that sets, ways and line belong to one carve-out. A measured finding is preferred to a
  /// reported one, unless `status` is given.
  const Finding* value(const std::string& subject, const std::string& quantity, std::optional<FindingStatus> status = {}) const;

  /// The largest capacity of a cache: among findings that differ in the carve-out, the one with the largest value; otherwise as
  /// value(). A kernel gets less if it asks for more shared memory, or leaves the choice to the driver.
  const Finding* largest(const std::string& subject, const std::string& quantity) const;

  /// The value of value() if it is a plain number.
  std::optional<double> number(const std::string& subject, const std::string& quantity) const;

  /// A finding of any status, or null. If there is no value, this finding has the reason.
  const Finding* any(const std::string& subject, const std::string& quantity) const;

  /// A sentence for each subject and quantity in `taken_ones` that has different values under different conditions.
  using Taken = std::set<std::pair<std::string, std::string>>;
  std::vector<std::string> choices(const Taken& taken_ones) const;

 private:
  using Key = std::pair<std::string, std::string>;
  const Finding* chosen(const std::vector<const Finding*>& candidates) const;

  std::map<Key, std::vector<const Finding*>> findings_;
  std::map<std::string, const nlohmann::json*> conditions_;  // the conditions of each subject's first measured finding with a value
};

}  // namespace chasescope
