// Published numbers: for each, the finding that should agree with it, and the result.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/findings/finding.h"

namespace chasescope::published {

/// The settings of a card before the probes run.
struct Setup {
  std::string card;  ///< "gtx560ti"
  std::optional<unsigned> l1_kib;
  auto operator<=>(const Setup&) const = default;
};

/// Everything that the probes found under one setup.
class Findings {
 public:
  void add(const std::string& probe, const std::vector<Finding>& findings) {
    all_.insert(all_.end(), findings.begin(), findings.end());
    by_probe_[probe] = findings;
  }

  /// The measured finding of a subject and quantity through a space; null if there is none.
  const Finding* measured(const std::string& subject, const std::string& quantity, const std::string& space) const;
  /// The reason why nothing was measured, if a probe gave one.
  std::string why_not(const std::string& subject, const std::string& quantity, const std::string& space) const;
  /// The measured value, if it is a number.
  std::optional<double> number(const std::string& subject, const std::string& quantity, const std::string& space) const;
  const std::vector<Finding>& all() const { return all_; }
  std::vector<Finding> of(const std::string& probe) const {
    const auto found = by_probe_.find(probe);
    return found == by_probe_.end() ? std::vector<Finding>{} : found->second;
  }

 private:
  const Finding* find(const std::string& subject, const std::string& quantity, const std::string& space, bool measured) const;
  std::vector<Finding> all_;
  std::map<std::string, std::vector<Finding>> by_probe_;
};

struct Found {
  std::optional<nlohmann::json> value;  ///< in the units of the row's `published`
  std::string why_not;
};

struct Row {
  Setup setup;
  std::string what;       ///< "L1 size, KiB"
  std::string published;  ///< as the paper prints it
  std::string source;     ///< "MEI14 table 4"
  std::function<Found(const Findings&)> find;
  std::function<bool(const nlohmann::json&)> agrees;  ///< whether a value is the published one
  std::string reason;                                 ///< a known reason why the true value differs from the published one
  /// If `reason` is given: whether a value that differs from the published one is the preset's true value.
  std::function<bool(const nlohmann::json&)> is_true = {};
  bool untold = false;  ///< the paper could not tell the number either
};

std::vector<Row> rows_of_2014_paper();
std::vector<Row> rows_of_poster();
std::vector<Row> rows_of_thesis();

// The parts of which the rows are made.

/// The value of a finding, divided by `divisor`.
std::function<Found(const Findings&)> finding(const std::string& subject, const std::string& quantity, const std::string& space,
                                              double divisor = 1);
/// The first of several findings that was measured.
std::function<Found(const Findings&)> first_of(std::vector<std::function<Found(const Findings&)>> finders);
std::function<bool(const nlohmann::json&)> exactly(nlohmann::json value);
/// Within 2 % of the published cycles.
std::function<bool(const nlohmann::json&)> about(double cycles);
std::string text_of(double number);

}  // namespace chasescope::published
