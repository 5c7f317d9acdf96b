// The topology thesis, tables 5.4 to 5.9. Its sizes are the sizes that its sweeps saw. Its lines are the bytes that one miss
// brings.
#include <cmath>

#include "engine/device/software/software_device.h"
#include "resources/resources.h"
#include "tests/engine/accuracy/published/rows.h"
#include "tests/engine/accuracy/truth.h"
#include "tests/engine/model/preset_check/thesis_tables.h"

namespace chasescope::published {
namespace {

using nlohmann::json;
using preset_check::CacheRow;
using preset_check::ThesisTable;

constexpr double kThesisKiB = 1024;

class ThesisRows {
 public:
  explicit ThesisRows(const ThesisTable& table) : table_(table), source_(std::string("MT4G22 table ") + table.number) {
    const std::string path = "models/" + setup().card + ".json";
    truth_ = accuracy::truth_of(*load_card(resource_text(path).value(), path));
  }

  std::vector<Row> take() {
    if (table_.l1) cache("L1", "l1_data", "global.ca", *table_.l1);
    cache("texture", "texture", "texture", table_.texture);
    cache("read-only", "readonly", "readonly", table_.readonly);
    cache("constant L1", "constant_l1", "constant", table_.constant);
    shares("texture and read-only share a cache", "texture", "readonly", true);
    if (table_.l1) shares("L1 and texture share a cache", "l1_data", "texture", setup().card != "k20c");
    constant_l15();
    behind();
    return std::move(rows_);
  }

 private:
  Setup setup() const { return {table_.card, {}}; }

  /// The preset's own value, which no probe has seen.
  std::optional<double> truth(const std::string& subject, const std::string& quantity, const std::string& space) const {
    for (const accuracy::Expected& expected : truth_)
      for (const std::string& name : expected.subjects)
        if (name == subject && expected.quantity == quantity)
          if (const auto value = expected.by_space.find(space); value != expected.by_space.end() && value->second.is_number())
            return value->second.get<double>();
    return std::nullopt;
  }

  void add(const std::string& what, const std::string& published, std::function<Found(const Findings&)> find,
           std::function<bool(const json&)> agrees, const std::string& reason = {}, std::optional<double> true_value = {}) {
    Row row{setup(), what, published, source_, std::move(find), std::move(agrees), reason};
    if (true_value) row.is_true = exactly(*true_value);
    rows_.push_back(std::move(row));
  }

  void shares(const std::string& name, const std::string& subject, const std::string& other, bool published) {
    add(name, published ? "yes" : "no", finding(subject, "shares_with", ""),
        [=](const json& found) { return (found.dump().find('"' + other + '"') != std::string::npos) == published; });
  }

  void cache(const std::string& name, const std::string& subject, const std::string& space, const CacheRow& published) {
    size(name, subject, space, text_of(published.kib), published.kib);
    line(name, subject, space, published.line);
    add(name + " hit, cycles", text_of(published.cycles), finding(subject, "hit_latency_cycles", space), about(published.cycles));
    add(name + " caches per SM", std::to_string(published.per_sm), finding(subject, "count_per_sm", ""), exactly(published.per_sm));
  }

  void size(const std::string& name, const std::string& subject, const std::string& space, const std::string& text, double kib) {
    const auto capacity = truth(subject, "capacity_bytes", space), contiguous = truth(subject, "contiguous_bytes", space);
    std::string reason;
    if (capacity && contiguous && *contiguous < *capacity)
      reason = "its sweep saw where misses begin; the sets fill unevenly, from " + text_of(*contiguous / kThesisKiB) + " KiB on";
    else if (capacity)
      reason = "its sweep saw " + text + "; the cache has " + text_of(*capacity / kThesisKiB);
    add(name + " size, KiB", text, finding(subject, "capacity_bytes", space, kThesisKiB), exactly(kib), reason,
        capacity ? std::optional(*capacity / kThesisKiB) : std::nullopt);
  }

  void line(const std::string& name, const std::string& subject, const std::string& space, double bytes) {
    const auto tag = truth(subject, "line_bytes", space);
    const bool same = tag && *tag == bytes;
    add(name + " line, bytes", text_of(bytes) + (same ? "" : " (our fetch_bytes)"), finding(subject, "fetch_bytes", space),
        exactly(bytes));
    if (!same)
      add(name + " line, bytes", text_of(bytes), finding(subject, "line_bytes", space), exactly(bytes),
          "its line is what one miss brings, our fetch_bytes; a tag covers more", tag);
  }

  void constant_l15() {
    const std::string space = "constant";
    const bool bounded = table_.constant_l15_high > 0;
    const std::string text = !bounded ? "> " + text_of(table_.constant_l15_low)
                             : table_.constant_l15_low == table_.constant_l15_high
                                 ? text_of(table_.constant_l15_low)
                                 : text_of(table_.constant_l15_low) + " to " + text_of(table_.constant_l15_high);
    const double low = table_.constant_l15_low, high = table_.constant_l15_high;
    const auto capacity = truth("constant_l1_5", "capacity_bytes", space);
    add(
        "constant L1.5 size, KiB", text, finding("constant_l1_5", "capacity_bytes", space, kThesisKiB),
        [=](const json& found) { return bounded ? found >= low && found <= high : found > low; },
        "its sweep saw " + text + "; the cache has " + text_of(capacity.value_or(0) / kThesisKiB),
        capacity ? std::optional(*capacity / kThesisKiB) : std::nullopt);
    rows_.back().untold = !bounded;
    line("constant L1.5", "constant_l1_5", space, 256);
    add("constant L1.5 hit, cycles", text_of(table_.constant_l15_cycles), finding("constant_l1_5", "hit_latency_cycles", space),
        about(table_.constant_l15_cycles));
  }

  void behind() {
    const std::string space = "global.cg";
    size("L2", "l2", space, text_of(table_.l2_mib * kThesisKiB), table_.l2_mib * kThesisKiB);
    line("L2", "l2", space, table_.l2_line);
    add("L2 hit, cycles", text_of(table_.l2_cycles), finding("l2", "hit_latency_cycles", space), about(table_.l2_cycles));
    add("memory, cycles", text_of(table_.memory_cycles), finding("dram", "hit_latency_cycles", space), about(table_.memory_cycles));
  }

  const ThesisTable& table_;
  std::string source_;
  std::vector<accuracy::Expected> truth_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rows_of_thesis() {
  std::vector<Row> rows;
  for (const ThesisTable& table : preset_check::thesis_tables())
    for (Row& row : ThesisRows(table).take()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace chasescope::published
