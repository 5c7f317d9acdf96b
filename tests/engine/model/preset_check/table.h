// The check table: what a paper published, what the preset shows, and whether the two agree.
#pragma once

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
  std::string known;  ///< why the two differ, where that is known and stays so
};

class Table {
 public:
  /// The same number.
  void equal(const std::string& card, const std::string& what, double published, double model, const std::string& source) {
    add({card, what, number(published), number(model), source, published == model, ""});
  }
  /// A number within a share of the published one: what a sweep saw of a size.
  void near(const std::string& card, const std::string& what, double published, double model, double share, const std::string& unit,
            const std::string& source) {
    add({card, what, number(published) + unit, number(model) + unit, source,
         model >= published * (1 - share) && model <= published * (1 + share), ""});
  }
  /// A number within bounds.
  void within(const std::string& card, const std::string& what, double low, double high, double model, const std::string& unit,
              const std::string& source) {
    add({card, what, number(low) + " to " + number(high) + unit, number(model) + unit, source, model >= low && model <= high, ""});
  }
  void at_least(const std::string& card, const std::string& what, double low, double model, const std::string& unit,
                const std::string& source) {
    add({card, what, "> " + number(low) + unit, number(model) + unit, source, model > low, ""});
  }
  void says(const std::string& card, const std::string& what, bool published, bool model, const std::string& source) {
    add({card, what, published ? "yes" : "no", model ? "yes" : "no", source, published == model, ""});
  }
  /// A difference that is known and stays.
  void differs(const std::string& card, const std::string& what, double published, double model, const std::string& source,
               const std::string& why) {
    add({card, what, number(published), number(model), source, published == model, why});
  }

  const std::vector<Row>& rows() const { return rows_; }

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
