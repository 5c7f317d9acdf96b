#include "widgets/views/memory/memory_lines.h"

#include <algorithm>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/report/facts.h"
#include "engine/session/summary/told_size.h"
#include "engine/trace/number_text.h"
#include "widgets/style/words.h"
#include "widgets/views/memory/memory_carveouts.h"

namespace chasescope {
namespace {

using nlohmann::json;

QString said(const std::string& text) { return QString::fromStdString(text); }
QString sizeWords(double bytes) { return said(size_text(bytes).joined()); }

QString unknown() { return QStringLiteral("?"); }

/// "≥ 64 KiB" where only a lower bound is known.
QString bound(const Finding& finding) {
  return finding.low && !finding.high ? QStringLiteral("≥ ") + said(quantity_text(*finding.low, finding.unit).joined())
                                      : unknown();
}

}  // namespace

class MemoryLines::Writer {
 public:
  Writer(const std::vector<Finding>& findings, const Description& device)
      : findings_(findings), device_(device), facts_(findings) {}

  BoxLine blank(const QString& name, const std::string& subject, const std::string& quantity) const {
    BoxLine line{name, unknown(), unknown(), {}, subject, quantity};
    if (const Finding* finding = facts_.any(subject, quantity)) {
      line.status = finding->status;
      // Without a value the line says "none" for an absent part, else a lower bound or a question mark.
      if (!has_value(*finding)) line.value = line.brief = finding->status == FindingStatus::absent ? tr("none") : bound(*finding);
    }
    return line;
  }
  BoxLine bytes(const QString& name, const std::string& subject, const std::string& quantity) const {
    BoxLine line = blank(name, subject, quantity);
    if (const auto number = facts_.number(subject, quantity)) set_size(line, *number);
    return line;
  }
  static void set_size(BoxLine& line, double bytes) {
    line.value = sizeWords(bytes);
    line.brief = line.value.size() > 8 ? said(short_size_text(bytes).joined()) : line.value;
  }
  BoxLine cycles(const QString& name, const std::string& subject, const std::string& quantity, const char* sign = "") const {
    BoxLine line = blank(name, subject, quantity);
    if (const auto number = told(subject, quantity)) {
      line.brief = QLatin1String(sign) + said(number_text(*number));
      line.value = tr("%1 cycles").arg(line.brief);
    }
    return line;
  }
  BoxLine plain(const QString& name, const std::string& subject, const std::string& quantity) const {
    BoxLine line = blank(name, subject, quantity);
    if (const Finding* finding = facts_.value(subject, quantity)) line.value = line.brief = said(value_words(as_told(*finding)));
    if (line.value == QLatin1String("weighted way")) line.brief = tr("weighted");
    return line;
  }
  static BoxLine reported(const QString& name, const QString& value, const std::string& subject, const std::string& quantity) {
    return {name, value, value, FindingStatus::reported, subject, quantity};
  }
  static BoxLine reported_size(const QString& name, double bytes, const std::string& subject) {
    BoxLine line = reported(name, {}, subject, quantity::capacity_bytes);
    set_size(line, bytes);
    return line;
  }
  /// Requests under way: where no table was seen to fill up, the lower bound.
  BoxLine under_way(const std::string& subject) const {
    BoxLine most = plain(tr("under way"), subject, quantity::max_outstanding);
    BoxLine least = plain(tr("under way"), subject, quantity::outstanding_at_least);
    if (most.status == FindingStatus::measured || least.status != FindingStatus::measured) return most;
    least.brief = tr("≥ %1").arg(said(number_text(facts_.number(subject, quantity::outstanding_at_least).value_or(0))));
    least.value = least.brief;
    return least;
  }
  /// Adds the line only if it has a value.
  static void add_known(std::vector<BoxLine>& lines, BoxLine line) {
    if (line.status == FindingStatus::measured || line.status == FindingStatus::reported) lines.push_back(std::move(line));
  }

  BoxLine size(const std::string& subject, std::optional<std::uint64_t> told_by_device, const QString& name = {}) const {
    const QString called = name.isEmpty() ? tr("size") : name;
    if (facts_.value(subject, quantity::capacity_bytes) == nullptr && told_by_device)
      return reported_size(called, static_cast<double>(*told_by_device), subject);
    BoxLine line = bytes(called, subject, quantity::capacity_bytes);
    if (!facts_.number(subject, quantity::capacity_bytes))
      if (const auto told = told_size(findings_, subject)) {
        line.status = FindingStatus::measured;
        set_size(line, told->value.get<double>());
      }
    if (line.status == FindingStatus::measured || line.status == FindingStatus::reported) return line;
    // Where the ways can't be counted, the capacity is not known; the largest footprint without a miss is shown instead.
    BoxLine fits = bytes(tr("contiguous"), subject, quantity::contiguous_bytes);
    return fits.status == FindingStatus::measured ? fits : line;
  }
  BoxLine line_and_fetch(const std::string& subject) const {
    BoxLine line = bytes(tr("line"), subject, quantity::line_bytes);
    const auto whole = facts_.number(subject, quantity::line_bytes), part = facts_.number(subject, quantity::fetch_bytes);
    if (!whole && !part) return line;
    if (whole && part && *whole == *part) return line;
    line.name = tr("line / fetch");
    line.brief_name = tr("line");
    line.status = FindingStatus::measured;
    const auto number = [](std::optional<double> n) { return n ? said(number_text(*n)) : unknown(); };
    line.brief = number(whole) + QStringLiteral(" / ") + number(part);
    line.value = line.brief + QStringLiteral(" B");
    return line;
  }
  BoxLine sets_and_ways(const std::string& subject) const {
    BoxLine line = blank(tr("sets × ways"), subject, quantity::sets);
    line.brief_name = tr("sets");
    const auto sets = facts_.number(subject, quantity::sets), ways = facts_.number(subject, quantity::ways);
    if (!sets && !ways) return line;
    line.status = FindingStatus::measured;
    const QString first = sets ? said(number_text(*sets)) : unknown();
    line.brief = first + QStringLiteral(" × ") + (ways ? said(number_text(*ways)) : unknown());
    line.value = line.brief + spare_tags(subject);
    const Finding* each = facts_.value(subject, quantity::ways_per_set);
    if (ways || each == nullptr) return line;
    line.name = tr("ways of sets");
    line.brief_name = tr("sets");
    line.value = said(value_words(*each));  // sets with different numbers of ways
    line.brief = tr("%1 uneven").arg(first);
    return line;
  }
  /// " · tags for 256 KiB" where the sets have tags for more than the cache holds: else sets × ways × line would contradict its
  /// size.
  QString spare_tags(const std::string& subject) const {
    const auto sets = facts_.number(subject, quantity::sets), ways = facts_.number(subject, quantity::ways),
               line_bytes = facts_.number(subject, quantity::line_bytes);
    if (!sets || !ways || !line_bytes) return {};
    const double tags = *sets * *ways * *line_bytes;
    const auto told = told_size(findings_, subject);
    return told && tags > told->value.get<double>() ? tr(" · tags for %1").arg(sizeWords(tags)) : QString();
  }

  std::vector<BoxLine> cache_lines(const std::string& subject, bool constant) const {
    const bool l2 = subject == subject::l2;
    std::vector<BoxLine> lines{size(subject, l2 ? device_.properties.l2_bytes : std::nullopt)};
    add_latencies(lines, subject);
    for (BoxLine& line : std::vector<BoxLine>{line_and_fetch(subject), sets_and_ways(subject),
                                              plain(tr("policy"), subject, quantity::replacement_policy), miss(subject)})
      lines.push_back(std::move(line));
    // The contiguous size gets a line of its own only if the size line says something else.
    const BoxLine& size_line = lines.front();
    const auto whole = facts_.number(subject, quantity::capacity_bytes), contiguous = facts_.number(subject, quantity::contiguous_bytes);
    const bool is_said = size_line.quantity == quantity::contiguous_bytes ||
                         (size_line.status == FindingStatus::measured &&
                          (whole == contiguous || size_line.value == sizeWords(contiguous.value_or(0))));
    if (contiguous && !is_said) lines.push_back(bytes(tr("contiguous"), subject, quantity::contiguous_bytes));
    if (const auto count = facts_.number(subject, quantity::count_per_sm); count && !constant)
      lines.push_back(plain(tr("per SM"), subject, quantity::count_per_sm));
    add_known(lines, plain(tr("partitions"), subject, quantity::partitions));
    add_known(lines, plain(tr("read"), subject, quantity::read_bandwidth));
    add_known(lines, plain(tr("write"), subject, quantity::write_bandwidth));
    return lines;
  }
  BoxLine miss(const std::string& subject) const {
    BoxLine line = cycles(tr("a miss adds"), subject, quantity::miss_penalty_cycles, "+");
    line.brief_name = tr("a miss");
    return line;
  }
  BoxLine latency(const std::string& subject) const { return cycles(tr("latency"), subject, quantity::hit_latency_cycles); }
  /// The two latencies of a level in two parts (near and far), where two were found.
  std::optional<BoxLine> two_latencies(const QString& name, const QString& brief_name, const std::string& subject,
                                       const std::string& nearer, const std::string& farther) const {
    if (!facts_.number(subject, nearer) || !facts_.number(subject, farther)) return std::nullopt;
    const Finding &near = *facts_.value(subject, nearer), &far = *facts_.value(subject, farther);
    // Both numbers are rounded to the wider of the two confidence intervals: "281 / 488", not "281 / 488.3".
    const auto half = [](const Finding& one) { return one.low && one.high ? (*one.high - *one.low) / 2 : 0; };
    const double wider = std::max(half(near), half(far));
    const auto words = [wider](const Finding& one) {
      const double cycles = one.value.get<double>();
      return said(number_text(rounded_by_interval(cycles, cycles - wider, cycles + wider)));
    };
    BoxLine line = cycles(name, subject, nearer);
    line.brief_name = brief_name;
    line.brief = words(near) + QStringLiteral(" / ") + words(far);
    line.value = tr("%1 cycles").arg(line.brief);
    return line;
  }
  /// Adds the median latency of all lines of memory, which is what a miss of the last cache leads to, and those of its two parts.
  void add_memory_latencies(std::vector<BoxLine>& lines, const std::string& subject) const {
    const auto parts = two_latencies(tr("near / far memory"), tr("near / far"), subject, quantity::near_memory_latency_cycles,
                                     quantity::far_memory_latency_cycles);
    if (facts_.number(subject, quantity::hit_latency_cycles) || !parts) lines.push_back(latency(subject));
    if (parts) lines.push_back(*parts);
  }
  /// Adds the latencies of the L2: of its own and its other half, and of near and far slices, where the probes told these apart.
  void add_latencies(std::vector<BoxLine>& lines, const std::string& subject) const {
    // A plain hit goes to the own half; sessions of older builds have that latency under the name of the hit latency.
    const char* own = facts_.number(subject, quantity::own_half_latency_cycles) ? quantity::own_half_latency_cycles : quantity::hit_latency_cycles;
    const auto halves =
        two_latencies(tr("own / other L2 half"), tr("L2 halves"), subject, own, quantity::other_half_latency_cycles);
    const auto slices = two_latencies(tr("near / far slice"), tr("slices"), subject, quantity::near_latency_cycles, quantity::far_latency_cycles);
    if (halves) lines.push_back(*halves);
    if (slices) lines.push_back(*slices);
    if (!halves && !slices) lines.push_back(latency(subject));
  }
  std::vector<BoxLine> shared_lines(const std::string& subject) const {
    std::vector<BoxLine> lines;
    if (subject == subject::distributed_shared_memory) return {latency(subject)};
    if (device_.properties.shared_bytes_per_sm || device_.properties.shared_bytes_per_block || any(subject))
      lines.push_back(size(subject,
                           device_.properties.shared_bytes_per_sm ? device_.properties.shared_bytes_per_sm
                                                                  : device_.properties.shared_bytes_per_block,
                           has_carveouts() ? tr("at most") : QString()));
    lines.push_back(latency(subject));
    BoxLine banks = plain(tr("banks"), subject, quantity::banks);
    if (const auto count = facts_.number(subject, quantity::banks), width = facts_.number(subject, quantity::bank_width_bytes);
        count && width)
      banks.value = banks.brief = QStringLiteral("%1 × %2").arg(said(number_text(*count)), sizeWords(*width));
    lines.push_back(banks);
    lines.push_back(cycles(tr("each further row"), subject, quantity::extra_row_cycles, "+"));
    lines.back().brief_name = tr("next row");
    lines.push_back(conflict(subject));
    add_known(lines, plain(tr("read"), subject, quantity::read_bandwidth));
    add_known(lines, plain(tr("write"), subject, quantity::write_bandwidth));
    return lines;
  }
  /// Whether the L1 was measured with different sizes at different carve-outs. The shared memory that the device reports is then
  /// the most that it can be, not the amount that is left beside the L1 that is shown.
  bool has_carveouts() const {
    return std::any_of(findings_.begin(), findings_.end(), [](const Finding& finding) {
      return finding.subject == subject::l1_data && finding.conditions.is_object() && finding.conditions.contains("carveout_percent");
    });
  }
  /// The worst bank conflict that was measured with words of 4 bytes.
  BoxLine conflict(const std::string& subject) const {
    BoxLine line = blank(tr("worst conflict"), subject, quantity::conflict_latency_cycles);
    double worst = 0;
    for (const Finding& finding : findings_) {
      if (finding.subject != subject || finding.quantity != quantity::conflict_latency_cycles || !has_value(finding)) continue;
      const json degree = finding.conditions.is_object() ? finding.conditions.value("conflict_degree", json()) : json();
      if (!degree.is_number() || degree.get<double>() <= worst || !finding.value.is_number()) continue;
      worst = degree.get<double>();
      line.name = tr("%1 rows").arg(said(number_text(worst)));
      line.brief = said(number_text(as_told(finding).value.get<double>()));
      line.value = tr("%1 cycles").arg(line.brief);
      line.status = finding.status;
    }
    return line;
  }
  std::vector<BoxLine> instruction_lines() const {
    std::vector<BoxLine> lines;
    for (const std::string& subject : instructionCaches()) {
      if (subject == subject::instruction_l2 && !any(subject)) continue;
      const QString name = subject == subject::instruction_l0 ? tr("L0") : subject == subject::instruction_l1 ? tr("L1") : tr("L2");
      lines.push_back(bytes(name, subject, quantity::capacity_bytes));
      BoxLine each = cycles(tr("%1, an instruction").arg(name), subject, quantity::cycles_per_instruction);
      each.brief_name = tr("%1 cycles").arg(name);
      add_known(lines, each);
    }
    return lines;
  }

  std::vector<BoxLine> lines_of(BoxKind kind, const std::string& subject) const {
    switch (kind) {
      case BoxKind::registers: {
        const auto count = static_cast<double>(*device_.properties.registers_per_sm);
        return {reported(tr("size"), sizeWords(count * 4), "", ""), reported(tr("of 4 B"), said(number_text(count)), "", "")};
      }
      case BoxKind::requests:
        return {plain(tr("kind"), subject, quantity::structure), plain(tr("entries"), subject, quantity::entries),
                plain(tr("merges"), subject, quantity::merges_per_entry), under_way(subject),
                plain(tr("loads a warp"), subject, quantity::max_loads_per_warp)};
      case BoxKind::shared: return shared_lines(subject);
      case BoxKind::instructions: return instruction_lines();
      case BoxKind::constant: return cache_lines(subject, true);
      case BoxKind::cache: return cache_lines(subject, false);
      case BoxKind::translation: {
        std::vector<BoxLine> lines{plain(tr("entries"), subject, quantity::entries),
                                   bytes(tr("page"), subject, quantity::page_bytes),
                                   bytes(tr("reach"), subject, quantity::reach_bytes), sets_and_ways(subject), miss(subject)};
        add_known(lines, plain(tr("policy"), subject, quantity::replacement_policy));
        // Where the sets of a TLB are not known, its reach is not known; the footprint of neighbouring pages without a miss is
        // shown instead.
        BoxLine fits = bytes(tr("contiguous"), subject, quantity::contiguous_bytes);
        if (fits.status == FindingStatus::measured && lines[2].status != FindingStatus::measured) lines[2] = std::move(fits);
        return lines;
      }
      case BoxKind::memory: {
        std::vector<BoxLine> lines{size(subject, device_.properties.memory_bytes)};
        lines.front().value = lines.front().brief;  // nobody counts its bytes
        add_memory_latencies(lines, subject);
        add_known(lines, plain(tr("read"), subject, quantity::read_bandwidth));
        add_known(lines, plain(tr("write"), subject, quantity::write_bandwidth));
        return lines;
      }
    }
    return {};
  }

 private:
  bool any(std::string_view subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) { return f.subject == subject; });
  }

  /// A number rounded to the digits that its confidence interval supports.
  std::optional<double> told(const std::string& subject, const std::string& quantity) const {
    if (!facts_.number(subject, quantity)) return std::nullopt;
    return as_told(*facts_.value(subject, quantity)).value.get<double>();
  }

  const std::vector<Finding>& findings_;
  const Description& device_;
  Facts facts_;
};

const std::vector<std::string>& instructionCaches() {
  static const std::vector<std::string> caches{subject::instruction_l0, subject::instruction_l1, subject::instruction_l2};
  return caches;
}

MemoryLines::MemoryLines(const std::vector<Finding>& findings, const Description& device)
    : writer_(std::make_unique<Writer>(findings, device)) {}
MemoryLines::~MemoryLines() = default;

std::vector<BoxLine> MemoryLines::of(BoxKind kind, const std::string& subject) const { return writer_->lines_of(kind, subject); }
BoxLine MemoryLines::latency_as(const QString& name, const std::string& subject) const {
  return writer_->cycles(name, subject, quantity::hit_latency_cycles);
}

}  // namespace chasescope
