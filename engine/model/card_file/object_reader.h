// Reads the members of one JSON object strictly. A member that is missing, of the wrong type, out of range or unknown becomes a
// fault, and reading goes on.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/model/card_file/fault.h"

namespace chasescope::model {

class ObjectReader {
 public:
  /// If `object` is no JSON object, that is a fault, and its missing members are no further faults.
  ObjectReader(const nlohmann::json& object, std::string pointer, Faults& faults);

  enum class Need { required, optional };

  /// A whole number in [low, high].
  std::optional<std::uint64_t> count(const std::string& member, std::uint64_t low, std::uint64_t high, Need need = Need::required);
  /// A power of two in [low, high].
  std::optional<std::uint64_t> power_of_two(const std::string& member, std::uint64_t low, std::uint64_t high,
                                            Need need = Need::required);
  /// A finite number in [low, high].
  std::optional<double> number(const std::string& member, double low, double high, Need need = Need::required);
  /// A text that is not empty.
  std::optional<std::string> text(const std::string& member, Need need = Need::required);
  /// A list of names, possibly empty.
  std::vector<std::string> names(const std::string& member, Need need = Need::required);
  /// A member of any type; null if it is missing.
  const nlohmann::json* member(const std::string& member, Need need = Need::required);

  /// The entries of a member that must be an object, as pairs of name and value in order of name; empty if it is missing or no
  /// object.
  std::vector<std::pair<std::string, const nlohmann::json*>> entries(const std::string& member, Need need = Need::required);

  /// Reports every member that was never asked for as unknown. Call it last.
  void finish();

  bool is_object() const { return object_.is_object(); }
  bool has(const std::string& member) const { return is_object() && object_.contains(member); }
  std::string at(const std::string& member) const { return below(pointer_, member); }
  const std::string& pointer() const { return pointer_; }
  void fault(const std::string& member, std::string reason) { faults_.push_back({at(member), std::move(reason)}); }
  Faults& faults() { return faults_; }

 private:
  const nlohmann::json& object_;
  std::string pointer_;
  Faults& faults_;
  std::set<std::string> asked_;
};

}  // namespace chasescope::model
