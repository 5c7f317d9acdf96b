// The check table: the published number, the preset's number, and whether they agree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace chasescope::preset_check {

struct Row {
  std::string card;
  std::string what;
  std::string published;
  std::string model;
  std::string source;
  bool ok = false;
  std::string known;            ///< the reason of a known difference that stays
  std::string difference = {};  ///< the model's deviation from the published number: "+1.1 %"; empty if there is none
};

class Table {
 public:
  /// The numbers must be equal.
  void equal(const std::string& card, const std::string& what, double published, double model, const std::string& source) {
    add({card, what, number(published), number(model), source, published == model, "", share(published, model)});
  }
  /// The number must be within a share of the published one, which is a size that a sweep saw. `known`: why the difference may be
  /// larger.
  void near(const std::string& card, const std::string& what, double published, double model, double tolerance, const std::string& unit,
            const std::string& source, const std::string& known = "") {
    add({card, what, number(published) + unit, number(model) + unit, source, std::abs(model - published) <= tolerance * published, known,
         share(published, model)});
  }
  /// The number must lie in the published interval, or within a share of its nearer end.
  void within(const std::string& card, const std::string& what, double low, double high, double tolerance, double model,
              const std::string& unit, const std::string& source) {
    const double nearest = std::clamp(model, low, high);
    add({card, what, low == high ? number(low) + unit : number(low) + " to " + number(high) + unit, number(model) + unit, source,
         std::abs(model - nearest) <= tolerance * nearest, "", share(nearest, model)});
  }
  void at_least(const std::string& card, const std::string& what, double low, double model, const std::string& unit,
                const std::string& source) {
    add({card, what, "> " + number(low) + unit, number(model) + unit, source, model > low, ""});
  }
  void says(const std::string& card, const std::string& what, bool published, bool model, const std::string& source) {
    add({card, what, published ? "yes" : "no", model ? "yes" : "no", source, published == model, ""});
  }
  /// A known difference that stays.
  void differs(const std::string& card, const std::string& what, double published, double model, const std::string& source,
               const std::string& why) {
    add({card, what, number(published), number(model), source, published == model, why, share(published, model)});
  }

  const std::vector<Row>& rows() const { return rows_; }

  /// The model's deviation from the published number, for example "+1.1 %"; empty if there is none.
  static std::string share(double published, double model) {
    if (published == model) return {};
    if (published == 0) return "–";
    char text[32];
    std::snprintf(text, sizeof text, "%+.1f %%", 100 * (model / published - 1));
    return text == std::string("+0.0 %") || text == std::string("-0.0 %") ? "< 0.1 %" : text;
  }
  static std::string number(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
  }

 private:
  void add(Row row) { rows_.push_back(std::move(row)); }
  std::vector<Row> rows_;
};

void check_2014_paper(Table& table);
void check_poster(Table& table);
void check_thesis(Table& table);
void check_request_study(Table& table);

}  // namespace chasescope::preset_check
