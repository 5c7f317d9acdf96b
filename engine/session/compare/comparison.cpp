#include "engine/session/compare/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/compare/pairing.h"
#include "engine/session/report/sections.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// The unit, and the factor into it, in which two rates are compared.
struct Scale {
  std::string unit;
  double factor = 1;
};
Scale scale_of(const std::string& unit) {
  if (unit == "GiB/s") return {"bytes/s", 0x1p30};
  if (unit == "GB/s") return {"bytes/s", 1e9};
  if (unit == "B/s") return {"bytes/s", 1};
  if (unit == "B/cycle") return {"bytes/cycle", 1};
  return {unit, 1};
}

struct Interval {
  double low = 0, high = 0;
  bool overlaps(const Interval& other) const { return low <= other.high && other.low <= high; }
};

bool states_interval(const Finding& finding) { return finding.low && finding.high && *finding.low != *finding.high; }

/// The interval of a finding if it states one, else its value.
Interval interval_of(const Finding& finding, double factor) {
  const double value = finding.value.get<double>();
  // A lower bound has no upper end, so two lower bounds always overlap.
  const bool is_at_least = finding.low == value && !finding.high;
  const double high = is_at_least ? std::numeric_limits<double>::infinity() : std::max(finding.high.value_or(value), value);
  const Interval interval{std::min(finding.low.value_or(value), value), high};
  return {interval.low * factor, interval.high * factor};
}

/// The same, but a time, a share or a rate without an interval gets half the tolerance on each side.
Interval allowed_of(const Finding& finding, double factor) {
  const Interval interval = interval_of(finding, factor);
  if (!is_continuous(finding) || states_interval(finding)) return interval;
  return {interval.low - std::abs(interval.low) * kTolerance / 2, interval.high + std::abs(interval.high) * kTolerance / 2};
}

/// Whether two numbers differ by at most the tolerance, apart from rounding of their last digits.
bool is_within(double a, double b, double tolerance) {
  constexpr double kRounding = 1e-12;
  return std::abs(a - b) <= (tolerance + kRounding) * std::max(std::abs(a), std::abs(b));
}

/// Whether a number is only a lower bound of the true value. Two lower bounds never contradict each other.
bool is_lower_bound(const Finding& finding) {
  return finding.low && !finding.high && finding.value.is_number() && *finding.low == finding.value.get<double>();
}

void compare_numbers(Compared& row, std::optional<double> tolerance) {
  const Scale a_scale = scale_of(row.a->unit);
  const Scale b_scale = scale_of(row.b->unit);
  if (a_scale.unit != b_scale.unit) {
    row.verdict = Agreement::incomparable;
    row.remark = "The units are " + row.a->unit + " and " + row.b->unit + ".";
    return;
  }
  const Interval a = interval_of(*row.a, a_scale.factor);
  const Interval b = interval_of(*row.b, b_scale.factor);
  const double a_value = row.a->value.get<double>() * a_scale.factor;
  const double b_value = row.b->value.get<double>() * b_scale.factor;
  const double larger = std::max(std::abs(a_value), std::abs(b_value));
  const double apart = larger > 0 ? std::abs(a_value - b_value) / larger : 0;
  row.apart = apart;
  if (is_lower_bound(*row.a) && is_lower_bound(*row.b)) {
    row.verdict = Agreement::agrees;
    if (apart > 0) row.remark = "Both are lower bounds.";
    return;
  }
  if (tolerance) {
    row.verdict = is_within(a_value, b_value, *tolerance) ? Agreement::agrees : Agreement::differs;
    if (apart > 0) row.remark = share_text(apart) + " apart.";
    return;
  }
  if (a.overlaps(b)) {
    row.verdict = Agreement::agrees;
  } else if (allowed_of(*row.a, a_scale.factor).overlaps(allowed_of(*row.b, b_scale.factor))) {
    row.verdict = Agreement::agrees;
    row.remark = share_text(apart) + " apart, which is allowed where no interval is stated.";
  } else {
    row.verdict = Agreement::differs;
    row.remark = share_text(apart) + " apart.";
  }
}

/// Whether the order of the quantity's array has no meaning.
bool is_unordered(const std::string& quantity) {
  constexpr std::array<std::string_view, 5> kUnordered{quantity::ways_per_set, quantity::way_replacement_probability, quantity::set_index_bits,
                                                       quantity::set_index_function, quantity::shares_with};
  return std::find(kUnordered.begin(), kUnordered.end(), quantity) != kUnordered.end();
}

json sorted(json array) {
  for (json& element : array)
    if (element.is_array()) element = sorted(std::move(element));
  std::sort(array.begin(), array.end());
  return array;
}

bool near(const json& a, const json& b) {
  if (!a.is_number() || !b.is_number()) return a == b;
  return std::abs(a.get<double>() - b.get<double>()) <= kTolerance;
}

/// Whether two arrays have equal sizes, and each pair of numbers differs by at most the tolerance.
bool are_within(const json& a, const json& b, double tolerance) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](const json& x, const json& y) {
           if (x.is_array() && y.is_array()) return are_within(x, y, tolerance);
           return x.is_number() && y.is_number() ? is_within(x.get<double>(), y.get<double>(), tolerance) : x == y;
         });
}

/// The size N at which two curves over N differ most, in words; a table shows only the ends of a curve. Empty if the curves cover
/// different sizes.
std::string where_apart(const Finding& a, const Finding& b) {
  if (a.value.size() != b.value.size() || a.value.empty() || a.conditions != b.conditions || !a.conditions.is_object()) return {};
  const auto from = a.conditions.find("from_bytes"), step = a.conditions.find("step_bytes");
  if (from == a.conditions.end() || step == a.conditions.end() || !from->is_number() || !step->is_number()) return {};
  std::size_t most = 0;
  double farthest = -1;
  for (std::size_t i = 0; i < a.value.size(); ++i) {
    if (!a.value[i].is_number() || !b.value[i].is_number()) return {};
    const double apart = std::abs(a.value[i].get<double>() - b.value[i].get<double>());
    if (apart <= farthest) continue;
    farthest = apart;
    most = i;
  }
  const double bytes = from->get<double>() + static_cast<double>(most) * step->get<double>();
  const auto words = [&](Finding one) {
    one.value = json(one.value)[most];
    return value_words(one);
  };
  return "Farthest apart at N = " + quantity_text(bytes, "bytes").joined() + ": " + words(a) + " and " + words(b) + ".";
}

void compare_arrays(Compared& row, std::optional<double> tolerance) {
  json a = row.a->value;
  json b = row.b->value;
  if (is_unordered(row.a->quantity)) {
    a = sorted(std::move(a));
    b = sorted(std::move(b));
  }
  if (a == b || (tolerance && is_continuous(*row.a) && row.a->unit == row.b->unit && are_within(a, b, *tolerance))) {
    row.verdict = Agreement::agrees;
  } else if (!tolerance && is_continuous(*row.a) && a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), near)) {
    row.verdict = Agreement::agrees;
    row.remark = "No entries are more than " + share_text(kTolerance) + " apart.";
  } else {
    row.verdict = Agreement::differs;
    row.remark = where_apart(*row.a, *row.b);
  }
}

/// Compares a value with a side that has only a bound.
void compare_with_bound(Compared& row, const Finding& known, const Finding& other, Agreement only) {
  row.verdict = only;
  row.remark = other.reason;
  if (!known.value.is_number() || (!other.low && !other.high)) return;
  const Interval interval = interval_of(known, 1);
  const bool below = other.low && interval.high < *other.low;
  const bool above = other.high && interval.low > *other.high;
  row.verdict = below || above ? Agreement::differs : Agreement::agrees;
  row.remark = "One side knows a bound only.";
}

void judge(Compared& row, std::optional<double> tolerance) {
  const bool a = row.a && tells_value(*row.a);
  const bool b = row.b && tells_value(*row.b);
  const bool a_absent = row.a && row.a->status == FindingStatus::absent;
  const bool b_absent = row.b && row.b->status == FindingStatus::absent;
  if (a && b) {
    const json& x = row.a->value;
    const json& y = row.b->value;
    if (x.is_number() && y.is_number()) return compare_numbers(row, tolerance);
    if (x.is_array() && y.is_array()) return compare_arrays(row, tolerance);
    row.verdict = x == y ? Agreement::agrees : x.type() == y.type() ? Agreement::differs : Agreement::incomparable;
    return;
  }
  if ((a && b_absent) || (a_absent && b)) {
    row.verdict = Agreement::differs;
    row.remark = a_absent ? row.a->reason : row.b->reason;
  } else if (a_absent && b_absent) {
    row.verdict = Agreement::agrees;
  } else if (a && row.b) {
    compare_with_bound(row, *row.a, *row.b, Agreement::only_a);
  } else if (b && row.a) {
    compare_with_bound(row, *row.b, *row.a, Agreement::only_b);
  } else if (a || a_absent) {
    row.verdict = Agreement::only_a;
    if (row.b) row.remark = row.b->reason;
  } else if (b || b_absent) {
    row.verdict = Agreement::only_b;
    if (row.a) row.remark = row.a->reason;
  } else {
    row.verdict = Agreement::neither;
  }
}

/// Pairs findings of one subject and quantity.
void pair_findings(const std::vector<Finding>& of_a, const std::vector<Finding>& of_b, std::vector<Compared>& rows) {
  struct Candidate {
    std::size_t a, b;
    bool equal;
    std::size_t common;
    int like;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < of_a.size(); ++i)
    for (std::size_t j = 0; j < of_b.size(); ++j)
      if (const auto common = common_conditions(of_a[i], of_b[j]))
        candidates.push_back({i, j, of_a[i].conditions == of_b[j].conditions, *common, likeness(of_a[i], of_b[j])});
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
    return std::tuple(x.equal, x.common, x.like) > std::tuple(y.equal, y.common, y.like);
  });
  std::vector<bool> a_taken(of_a.size());
  std::vector<bool> b_taken(of_b.size());
  std::map<std::size_t, Compared> by_a;
  for (const Candidate& candidate : candidates) {
    if (a_taken[candidate.a] || b_taken[candidate.b]) continue;
    a_taken[candidate.a] = b_taken[candidate.b] = true;
    by_a[candidate.a] = {of_a[candidate.a], of_b[candidate.b], Agreement::neither, {}};
  }
  for (std::size_t i = 0; i < of_a.size(); ++i)
    rows.push_back(a_taken[i] ? by_a[i] : Compared{of_a[i], {}, Agreement::neither, {}, {}});
  for (std::size_t j = 0; j < of_b.size(); ++j)
    if (!b_taken[j]) rows.push_back({{}, of_b[j], Agreement::neither, {}});
}

std::vector<Finding> all_findings(const Session& session) {
  std::vector<Finding> findings = without_repeats(session.findings);
  for (Finding& property : property_findings(session.device)) {
    // The probe `facts` may have made the same finding.
    const bool said = std::any_of(session.findings.begin(), session.findings.end(), [&](const Finding& finding) {
      return finding.subject == property.subject && finding.quantity == property.quantity;
    });
    if (!said) findings.push_back(std::move(property));
  }
  return findings;
}

}  // namespace

bool is_continuous(const Finding& finding) {
  const std::string& quantity = finding.quantity;
  if (quantity.ends_with(quantity::clock_khz)) return finding.status == FindingStatus::measured;
  return quantity.ends_with("_cycles") || quantity == quantity::cycles_per_instruction || quantity.ends_with("bandwidth") ||
         quantity.ends_with("_rate") || quantity.ends_with("_share") || quantity.ends_with("_probability");
}

std::string_view to_string(Agreement verdict) {
  switch (verdict) {
    case Agreement::differs: return "differs";
    case Agreement::only_a: return "only A";
    case Agreement::only_b: return "only B";
    case Agreement::agrees: return "agrees";
    case Agreement::incomparable: return "incomparable";
    case Agreement::neither: return "neither";
  }
  return "neither";
}

std::size_t Comparison::count(Agreement verdict) const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const Compared& row) { return row.verdict == verdict; }));
}

Comparison compare_sessions(const Session& a, const Session& b, std::optional<double> tolerance) {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::pair<std::vector<Finding>, std::vector<Finding>>> sides;
  std::vector<Finding> order;  // one finding for each key, to be put in the order of a report
  const auto collect = [&](const Session& session, auto member) {
    for (Finding& finding : all_findings(session)) {
      const auto [side, added] = sides.try_emplace({finding.subject, finding.quantity});
      if (added) order.push_back(finding);
      (side->second.*member).push_back(std::move(finding));
    }
  };
  using Sides = std::pair<std::vector<Finding>, std::vector<Finding>>;
  collect(a, &Sides::first);
  collect(b, &Sides::second);

  Comparison comparison{a.device.name, b.device.name, {}, tolerance, compare_maps(a, b)};
  for (const ReportSection& section : report_sections(order))
    for (const Finding& first : section.findings) {
      const auto& [of_a, of_b] = sides.at({first.subject, first.quantity});
      pair_findings(of_a, of_b, comparison.rows);
    }
  for (Compared& row : comparison.rows) judge(row, tolerance);
  return comparison;
}

}  // namespace chasescope
