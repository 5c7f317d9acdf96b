#include "engine/session/summary/summary_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/findings/condition_values.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/summary/summary_columns.h"
#include "engine/session/summary/summary_notes.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

constexpr const char* kLoad = "load";

SummaryNumber range_of(const SummaryFinder& finder, const std::vector<std::size_t>& places) {
  SummaryNumber range = finder.number(places.front());
  range.low = range.high = std::nullopt;
  double most = range.value;
  for (const std::size_t place : places) {
    const double value = finder.number(place).value;
    range.value = std::min(range.value, value);
    most = std::max(most, value);
  }
  if (most > range.value) range.to = most;
  range.findings = places;
  return range;
}

/// The most bytes per second that all SMs can move, if each moves `bytes` bytes in each cycle.
std::optional<SummaryNumber> most_of_sms(const SummaryFinder& finder, const std::optional<SummaryNumber>& bytes,
                                         const std::string& words) {
  constexpr double kHzPerKilohertz = 1000;
  return SummaryFinder::product({bytes, finder.fact(quantity::sm_count), finder.clock()}, "bytes/s", words, kHzPerKilohertz);
}

void add_bandwidth(const SummaryFinder& finder, const std::string& subject, const std::optional<SummaryNumber>& most,
                   SummaryRow& row) {
  row.read = finder.number(subject, quantity::read_bandwidth);
  row.write = finder.number(subject, quantity::write_bandwidth);
  if (row.read) row.read_share = SummaryFinder::share_of(*row.read, most);
  if (row.write) row.write_share = SummaryFinder::share_of(*row.write, most);
}

void set_latency(const SummaryFinder& finder, std::optional<SummaryNumber> cycles, SummaryRow& row) {
  row.latency = std::move(cycles);
  row.ns = row.latency ? finder.in_ns(*row.latency) : std::nullopt;
}

bool has_something(const SummaryRow& row) {
  return row.size || row.latency || row.read || row.write || !row.series.empty() || !row.notes.empty();
}

/// Adds the row if it has any content. A size that was reported, not measured, gets a note that says so, before the other notes.
void keep(SummarySection& section, SummaryRow row) {
  if (row.size && row.size->reported) row.notes.insert(row.notes.begin(), {kReportedNote, row.size->findings});
  if (has_something(row)) section.rows.push_back(std::move(row));
}

SummaryRow cache_row(const SummaryFinder& finder, const std::string& subject) {
  SummaryRow row{.id = subject, .name = short_subject(subject)};
  row.size = finder.size(subject);
  if (row.size && has_wide_interval(*row.size)) row.size->bound = SummaryNumber::Bound::about;
  set_latency(finder, finder.number(subject, quantity::hit_latency_cycles), row);
  row.notes = cache_notes(finder, subject);
  return row;
}

SummaryRow latency_row(const SummaryFinder& finder, std::string id, std::string name, std::optional<SummaryNumber> cycles) {
  SummaryRow row{.id = std::move(id), .name = std::move(name), .depth = 1};
  set_latency(finder, std::move(cycles), row);
  return row;
}

/// Adds a row that is a part of the row `whole`. If it directly follows that row, a terminal shows it as words in a note; otherwise
/// it is a row of its own.
void keep_aside(SummarySection& section, const std::string& whole, SummaryRow row) {
  row.aside = row.notes.empty() && !section.rows.empty() &&
              (section.rows.back().id == whole || (section.rows.back().aside && section.rows.back().id.starts_with(whole + ".")));
  keep(section, std::move(row));
}

void add_l1(const SummaryFinder& finder, SummarySection& section) {
  SummaryRow row = cache_row(finder, subject::l1_data);
  add_bandwidth(finder, subject::l1_data,
                most_of_sms(finder, finder.number(subject::l1_data, quantity::line_bytes), "a line each cycle in each SM"), row);
  keep(section, row);
  for (const char* other : {subject::readonly, subject::texture}) {
    if (!is_part_of_l1(finder, other)) {
      keep(section, cache_row(finder, other));
      continue;
    }
    const auto cycles = finder.number(other, quantity::hit_latency_cycles);
    // The note of the L1 already says that this cache is part of it.
    if (cycles && row.latency && cycles->value == row.latency->value) continue;
    keep_aside(section, subject::l1_data,
               latency_row(finder, std::string(subject::l1_data) + "." + other,
                           other == std::string(subject::texture) ? "through texture" : "as read-only", cycles));
  }
}

void add_other_sms(const SummaryFinder& finder, SummarySection& section) {
  const auto of = [&](auto&& fits) {
    return finder.all(subject::distributed_shared_memory, quantity::hit_latency_cycles, [&](const Finding& finding) {
      return finding.value.is_number() && word_in(finding.conditions, "operation") == kLoad &&
             number_in(finding.conditions, "rank", 0) > 0 && fits(number_in(finding.conditions, "cluster_size", 0));
    });
  };
  const auto pairs = of([](std::int64_t size) { return size == 2; });
  const auto larger = of([](std::int64_t size) { return size > 2; });
  if (pairs.empty() && larger.empty()) {
    SummaryRow row = latency_row(finder, subject::distributed_shared_memory, "Other SM's shared",
                                 finder.number(subject::distributed_shared_memory, quantity::hit_latency_cycles));
    row.depth = 0;
    return keep(section, row);
  }
  if (!pairs.empty()) {
    SummaryRow row = latency_row(finder, subject::distributed_shared_memory, "Other SM's shared", range_of(finder, pairs));
    row.depth = 0;
    row.notes.push_back({"in clusters of 2 SMs", pairs});
    keep(section, row);
  }
  if (!larger.empty()) {
    SummaryRow row = latency_row(finder, "distributed_shared_memory.larger", "larger clusters", range_of(finder, larger));
    if (pairs.empty()) row.name = "Other SM's shared", row.depth = 0;
    keep(section, row);
  }
}

constexpr const char* kNearMemory = "dram.near";

void add_memory(const SummaryFinder& finder, SummarySection& section) {
  constexpr double kBytesASecond = 2.0 * 1000 / 8;  // bytes per second: both edges of a clock in kHz, a bus in bits
  SummaryRow row{.id = subject::dram, .name = short_subject(subject::dram)};
  row.size = finder.size(subject::dram);
  set_latency(finder, finder.number(subject::dram, quantity::hit_latency_cycles), row);
  add_bandwidth(finder, subject::dram,
                SummaryFinder::product({finder.fact(quantity::memory_clock_khz), finder.fact(quantity::memory_bus_bits)}, "bytes/s",
                                       "both edges of the memory clock x bus", kBytesASecond),
                row);
  if (const auto pauses = finder.number(subject::dram, quantity::pause_interval_cycles))
    row.notes.push_back({"pauses every " + number_text(std::round(pauses->value)) + " cycles", pauses->findings});
  keep(section, row);
  SummaryRow near =
      latency_row(finder, kNearMemory, "near memory", finder.number(subject::dram, quantity::near_memory_latency_cycles));
  if (near.latency && row.latency) near.notes.push_back({"Memory: median of all lines", near.latency->findings});
  keep(section, near);
  SummaryRow far = latency_row(finder, "dram.far", "far memory", finder.number(subject::dram, quantity::far_memory_latency_cycles));
  const auto bits = finder.all(subject::dram, quantity::far_memory_bits, [](const Finding& finding) {
    return finding.value.is_array() &&
           std::all_of(finding.value.begin(), finding.value.end(), [](const auto& bit) { return bit.is_number_unsigned(); });
  });
  if (!bits.empty()) {
    std::string text;
    for (const auto& bit : finder.at(bits.front()).value) text += " " + std::to_string(bit.get<unsigned>());
    far.notes.push_back({"told by the parity of address bits" + text, bits});
  }
  keep(section, far);
}

void add_l2(const SummaryFinder& finder, SummarySection& section) {
  SummaryRow row = cache_row(finder, subject::l2);
  add_bandwidth(finder, subject::l2, std::nullopt, row);
  const auto own = finder.number(subject::l2, quantity::own_half_latency_cycles);
  const std::optional<SummaryNumber> whole = row.size;
  keep(section, row);
  const auto is_number = [](const Finding& finding) { return finding.value.is_number(); };
  const auto near = finder.best(subject::l2, quantity::near_latency_cycles, is_number),
             far = finder.best(subject::l2, quantity::far_latency_cycles, is_number);
  if (near && far) {
    keep_aside(section, subject::l2, latency_row(finder, "l2.slices", "near to far slice", range_of(finder, {*near, *far})));
  }
  if (own && row.latency && own->value != row.latency->value) keep(section, latency_row(finder, "l2.own_half", "own half", own));
  SummaryRow other =
      latency_row(finder, "l2.other_half", "other half", finder.number(subject::l2, quantity::other_half_latency_cycles));
  // On some cards the other half takes over where the own half is full; on others, both halves hold as much as the whole L2.
  constexpr double kHalf = 0.5;
  const auto own_end = finder.number(subject::l2, quantity::contiguous_bytes);
  if (other.latency && own_end && whole && own_end->value <= kHalf * whole->value)
    other.notes.push_back(note_of(finder, *finder.best(subject::l2, quantity::contiguous_bytes), "beyond "));
  keep(section, other);
  SummaryRow stays{.id = "l2.stays", .name = "stays in it", .depth = 1};
  stays.size = finder.number(subject::l2, quantity::effective_bytes);
  if (stays.size) stays.notes.push_back({"of an array that all SMs read", stays.size->findings});
  keep(section, stays);
}

SummarySection non_empty(SummarySection section) {
  // A row that is a part stands below its whole, so the first row of a section is not indented.
  for (std::size_t i = 0; i < section.rows.size(); ++i)
    if (i == 0) section.rows[i].depth = 0;
  return section;
}

}  // namespace

std::map<std::string, std::string> notes_by_row(const Session& session) {
  constexpr std::array<std::string_view, 7> kCaches{subject::l1_data,     subject::readonly,      subject::texture,
                                                    subject::constant_l1, subject::constant_l1_5, subject::l2,
                                                    subject::l3};
  const SummaryFinder finder(session);
  std::map<std::string, std::vector<SummaryNote>> notes;
  for (const SummarySection& section : {sm_section(finder), chip_section(finder), translation_section(finder)})
    for (const SummaryRow& row : section.rows) {
      const bool is_cache = std::find(kCaches.begin(), kCaches.end(), row.id) != kCaches.end();
      if (row.id == "distributed_shared_memory.larger" && row.latency)
        notes[subject::distributed_shared_memory].push_back(
            {"in larger ones " + number_words(*row.latency), row.latency->findings});
      if (row.id == kNearMemory) {  // the screen has no room for it in the row of memory
        for (const SummaryNote& note : row.notes)
          notes[subject::dram].push_back({"the cycles are the median of all lines", note.findings});
        continue;
      }
      notes[row.id] = is_cache   ? cache_notes(finder, row.id, Sets::in_columns)
                      : row.adds ? tlb_notes(finder, row.id, Sets::in_columns)
                                 : row.notes;
    }
  for (const char* other : {subject::readonly, subject::texture})
    if (is_part_of_l1(finder, other)) notes[other] = {{"the same array as the L1 data cache", {}}};
  std::map<std::string, std::string> sentences;
  for (const auto& [id, of_row] : notes) {
    std::string text;
    for (const SummaryNote& note : of_row)
      if (note.text != kReportedNote) text += (text.empty() ? "" : "; ") + note.text;
    if (text.empty()) continue;
    if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    sentences[id] = text + ".";
  }
  return sentences;
}

std::string short_subject(const std::string& subject) {
  const SubjectEntry* known = find_subject(subject);
  return known == nullptr ? subject_words(subject) : known->part;
}

bool is_part_of_l1(const SummaryFinder& finder, const std::string& subject) {
  const auto shares = finder.best(subject, quantity::shares_with);
  if (!shares || !finder.at(*shares).value.is_array() || !finder.mentions(subject::l1_data)) return false;
  const nlohmann::json& with = finder.at(*shares).value;
  return std::find(with.begin(), with.end(), nlohmann::json(subject::l1_data)) != with.end();
}

SummarySection sm_section(const SummaryFinder& finder) {
  SummarySection section{.id = "sm", .title = "Each SM", .rows = {}};
  SummaryRow shared{.id = subject::shared_memory, .name = short_subject(subject::shared_memory)};
  shared.size = finder.size(subject::shared_memory);
  set_latency(finder, finder.number(subject::shared_memory, quantity::hit_latency_cycles), shared);
  const auto row_of_banks = SummaryFinder::product(
      {finder.number(subject::shared_memory, quantity::banks), finder.number(subject::shared_memory, quantity::bank_row_bytes)},
      "bytes", "");
  add_bandwidth(finder, subject::shared_memory, most_of_sms(finder, row_of_banks, "a row of all banks each cycle in each SM"),
                shared);
  keep(section, shared);
  add_l1(finder, section);
  for (const char* cache :
       {subject::constant_l1, subject::constant_l1_5, subject::instruction_l0, subject::instruction_l1, subject::instruction_l2})
    keep(section, cache_row(finder, cache));
  add_other_sms(finder, section);
  return non_empty(std::move(section));
}

SummarySection chip_section(const SummaryFinder& finder) {
  SummarySection section{.id = "chip", .title = "The chip", .rows = {}};
  add_l2(finder, section);
  keep(section, cache_row(finder, subject::l3));
  add_memory(finder, section);
  return non_empty(std::move(section));
}

SummarySection translation_section(const SummaryFinder& finder) {
  SummarySection section{.id = "translation", .title = "A TLB miss adds", .rows = {}};
  for (const char* tlb : {subject::l1_tlb, subject::l2_tlb, subject::l3_tlb}) {
    SummaryRow row{.id = tlb, .name = short_subject(tlb), .adds = true};
    row.size = finder.size(tlb);
    set_latency(finder, finder.number(tlb, quantity::miss_penalty_cycles), row);
    row.notes = tlb_notes(finder, tlb);
    keep(section, row);
  }
  return section;
}

SummarySection conflicts_section(const SummaryFinder& finder) {
  SummarySection section{.id = "conflicts", .title = "Bank conflicts", .rows = {}};
  SummaryRow row{.id = "shared_memory.conflicts", .name = "cycles a load"};
  std::vector<std::pair<std::int64_t, std::size_t>> degrees;
  for (const std::size_t place : finder.all(subject::shared_memory, quantity::conflict_latency_cycles, [](const Finding& finding) {
         return finding.value.is_number() && number_in(finding.conditions, "word_bytes", 4) == 4 &&
                number_in(finding.conditions, "conflict_degree", 0) > 1;
       }))
    degrees.emplace_back(number_in(finder.at(place).conditions, "conflict_degree", 0), place);
  std::sort(degrees.begin(), degrees.end());
  degrees.erase(std::unique(degrees.begin(), degrees.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
                degrees.end());
  for (const auto& [degree, place] : degrees) row.series.emplace_back(std::to_string(degree) + "-way", finder.number(place));
  if (!row.series.empty()) row.notes = bank_notes(finder);
  keep(section, row);
  return section;
}

SummarySection requests_section(const SummaryFinder& finder) {
  SummarySection section{.id = "requests", .title = "Requests", .rows = {}};
  keep(section, {.id = subject::request_table, .name = "in flight in an SM", .notes = request_notes(finder)});
  return section;
}

}  // namespace chasescope
