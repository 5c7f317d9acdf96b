#include "engine/session/summary/summary_notes.h"

#include <algorithm>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/summary/summary_rows.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

void join(SummaryNote& note, const SummaryNote& more, const char* between = ", ") {
  note.text += (note.text.empty() ? "" : between) + more.text;
  note.findings.insert(note.findings.end(), more.findings.begin(), more.findings.end());
}

void add(std::vector<SummaryNote>& notes, SummaryNote note) {
  if (!note.text.empty()) notes.push_back(std::move(note));
}

/// The word for a replacement policy without a known name; the finding's reason describes it.
constexpr const char* kOtherPolicy = "other";

bool is_number(const Finding& finding) { return finding.value.is_number(); }

/// "512 sets x 4 ways x 128 B", "one set of 16 ways", "7 sets of 8, 17, 5 × 8 ways"; ", LRU". Without sets the line alone.
SummaryNote sets_note(const SummaryFinder& finder, const std::string& subject) {
  const auto sets = finder.best(subject, quantity::sets, is_number);
  const auto line = finder.best(subject, quantity::line_bytes, is_number);
  if (!sets) return line ? note_of(finder, *line, "line ") : SummaryNote{};
  const auto same = [&](const Finding& finding) { return finding.conditions == finder.at(*sets).conditions; };
  SummaryNote note;
  const auto ways = finder.best(subject, quantity::ways, [&](const Finding& f) { return is_number(f) && same(f); });
  const auto ways_per_set = finder.best(subject, quantity::ways_per_set, same);
  const bool one = finder.at(*sets).value == 1;
  const std::string count = one ? std::string("one set") : value_words(finder.at(*sets)) + " sets";
  if (ways) {
    note = {count + (one ? " of " : " x ") + value_words(finder.at(*ways)) + " ways", {*sets, *ways}};
  } else if (ways_per_set) {
    note = {count + " of " + value_words(finder.at(*ways_per_set)) + " ways", {*sets, *ways_per_set}};
  } else {
    note = {count, {*sets}};
  }
  if (line) join(note, note_of(finder, *line, ""), ways && !one ? " x " : ", line ");
  if (const auto policy = finder.best(subject, quantity::replacement_policy, same))
    join(note, finder.at(*policy).value == kOtherPolicy ? SummaryNote{"no named policy", {*policy}} : note_of(finder, *policy, ""));
  return note;
}

/// "25": files and probes write it as a whole number or with a point.
std::string percent_of(const Finding& finding) {
  const nlohmann::json& percent = finding.conditions.at(kCarveout);
  return percent.is_number() ? number_text(percent.get<double>()) : one_line(percent.dump());
}

/// A note on the carve-out of the size: the driver's choice, or the one of several carve-outs with the largest size.
SummaryNote carveout_note(const SummaryFinder& finder, const std::string& subject) {
  const auto size = finder.size(subject);
  if (!size || size->findings.empty()) return {};
  const Finding& finding = finder.at(size->findings.front());
  if (finding.conditions.contains(kCarveout)) {
    SummaryNote note{"at carve-out " + percent_of(finding) + " %", {size->findings.front()}};
    if (has_wide_interval(*size)) {
      SummaryNumber range = *size;
      range.value = *size->low;
      range.to = size->high;
      note.text += ", in " + number_words(range);
    }
    return note;
  }
  const bool has_carveouts =
      !finder.all(subject, quantity::contiguous_bytes, [](const Finding& f) { return f.conditions.contains(kCarveout); }).empty();
  const bool chosen_by_driver =
      has_carveouts || (finding.quantity == quantity::contiguous_bytes && finder.session().device.origin == Origin::hardware);
  return chosen_by_driver ? SummaryNote{"at the driver's carve-out", {size->findings.front()}} : SummaryNote{};
}

/// "147.7 KiB at carve-out 25 %, 83.69 at 50 %, 20 at 75 and 100 %": the footprints that hardly miss, by carve-out, without
/// the carve-out whose footprint the row already shows as the size.
SummaryNote footprints_note(const SummaryFinder& finder, const std::string& subject, const std::optional<SummaryNumber>& size) {
  std::optional<std::size_t> told;
  if (size && size->worked_out.empty() && !size->findings.empty()) told = size->findings.front();
  std::vector<std::size_t> places = finder.all(subject, quantity::contiguous_bytes,
                                               [](const Finding& f) { return is_number(f) && f.conditions.contains(kCarveout); });
  if (places.size() < 2) return {};
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return finder.at(a).conditions.at(kCarveout) < finder.at(b).conditions.at(kCarveout);
  });
  if (std::find(places.begin(), places.end(), told) == places.end()) told.reset();
  SummaryNote note;
  std::string unit, before;
  for (const std::size_t place : places) {
    if (place == told) continue;
    const Finding& finding = finder.at(place);
    const QuantityText holds = short_size_text(finding.value.get<double>());
    const std::string percent = percent_of(finding) + " %";
    if (holds.joined() == before && note.text.ends_with(" %")) {  // the same footprint as at the carve-out before
      note.text.resize(note.text.size() - 2);
      join(note, {percent, {place}}, " and ");
      continue;
    }
    const std::string carveout = " at " + (unit.empty() && !told ? std::string("carve-out ") : "") + percent;
    join(note, {(holds.unit == unit ? holds.value : holds.joined()) + carveout, {place}});
    unit = holds.unit;
    before = holds.joined();
  }
  return note;
}

SummaryNote sharing_note(const SummaryFinder& finder, const std::string& subject) {
  const auto shares =
      finder.best(subject, quantity::shares_with, [](const Finding& f) { return f.value.is_array() && !f.value.empty(); });
  if (!shares) return {};
  std::string names;
  const nlohmann::json& with = finder.at(*shares).value;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (!with[i].is_string()) continue;
    const std::string other = with[i].get<std::string>();
    const std::string name = other == subject::readonly  ? "read-only"
                             : other == subject::texture ? "texture"
                                                         : short_subject(other);
    names += (names.empty() ? "" : i + 1 == with.size() ? " and " : ", ") + name;
  }
  return names.empty() ? SummaryNote{} : SummaryNote{"also " + names, {*shares}};
}

SummaryNote plain_number(const SummaryFinder& finder, const char* subject, const char* quantity, const std::string& before,
                         const std::string& after) {
  const auto place = finder.best(subject, quantity, is_number);
  return place ? note_of(finder, *place, before, after) : SummaryNote{};
}

}  // namespace

bool has_wide_interval(const SummaryNumber& size) {
  constexpr double kWide = 0.1;  // of the size
  return size.worked_out.empty() && size.bound == SummaryNumber::Bound::none && !size.to && size.low && size.high &&
         *size.high - *size.low > kWide * size.value;
}

std::vector<SummaryNote> cache_notes(const SummaryFinder& finder, const std::string& subject, Sets told) {
  std::vector<SummaryNote> notes;
  const bool may_be_carved = subject == subject::l1_data || subject == subject::readonly || subject == subject::texture;
  if (may_be_carved) add(notes, carveout_note(finder, subject));
  SummaryNote sets = told == Sets::told ? sets_note(finder, subject) : SummaryNote{};
  // If the size itself was not measured, it is the product of sets, ways and line.
  const auto size = finder.size(subject);
  const auto tags = finder.size_of_sets(subject);
  const bool is_product = size && !size->worked_out.empty();
  if (is_product && !sets.text.empty()) sets.text.insert(0, "= ");
  if (told == Sets::told && tags && size && !is_product && tags->value > size->value && !sets.text.empty())
    add(notes, {"has tags for " + number_words(*tags), tags->findings});
  add(notes, std::move(sets));
  if (size && size->reported)
    if (const auto bound = finder.bound_of_size(subject)) add(notes, {"measured: " + number_words(*bound), bound->findings});
  const auto line = finder.best(subject, quantity::line_bytes, is_number),
             fetch = finder.best(subject, quantity::fetch_bytes, is_number);
  if (fetch && !(line && finder.at(*line).value == finder.at(*fetch).value)) add(notes, note_of(finder, *fetch, "fetches "));
  add(notes, plain_number(finder, subject.c_str(), quantity::slices_at_least, ">= ", " slices"));
  add(notes, sharing_note(finder, subject));
  if (may_be_carved) add(notes, footprints_note(finder, subject, size));
  if (const auto rate = finder.best(subject, quantity::cycles_per_instruction, is_number))
    add(notes, note_of(finder, *rate, "", " an instruction"));
  const auto is_answered = [](const Finding& finding) { return finding.value == "yes" || finding.value == "no"; };
  if (const auto ahead = finder.best(subject, quantity::prefetch, is_answered))
    add(notes, {finder.at(*ahead).value == "yes" ? "fetches ahead" : "fetches nothing ahead", {*ahead}});
  return notes;
}

std::vector<SummaryNote> tlb_notes(const SummaryFinder& finder, const std::string& subject, Sets told) {
  std::vector<SummaryNote> notes;
  const auto entries = finder.best(subject, quantity::entries, is_number),
             page = finder.best(subject, quantity::page_bytes, is_number);
  if (entries && page) {
    add(notes, {value_words(finder.at(*entries)) + " entries x " + value_words(finder.at(*page)), {*entries, *page}});
  } else if (entries) {
    add(notes, note_of(finder, *entries, "", " entries"));
  } else if (page) {
    add(notes, note_of(finder, *page, "pages of "));
  }
  if (told == Sets::told) add(notes, sets_note(finder, subject));
  return notes;
}

std::vector<SummaryNote> bank_notes(const SummaryFinder& finder) {
  const auto banks = finder.best(subject::shared_memory, quantity::banks, is_number),
             width = finder.best(subject::shared_memory, quantity::bank_width_bytes, is_number);
  if (!banks || !width) return {};
  return {{value_words(finder.at(*banks)) + " banks of " + value_words(finder.at(*width)), {*banks, *width}}};
}

std::vector<SummaryNote> request_notes(const SummaryFinder& finder) {
  std::vector<SummaryNote> notes;
  const char* table = subject::request_table;
  if (const auto structure = finder.best(table, quantity::structure)) add(notes, note_of(finder, *structure, ""));
  add(notes, plain_number(finder, table, quantity::entries, "", " entries"));
  add(notes, plain_number(finder, table, quantity::merges_per_entry, "", " merges an entry"));
  add(notes, plain_number(finder, table, quantity::max_outstanding, "at most ", ""));
  add(notes, plain_number(finder, table, quantity::outstanding_at_least, "at least ", ""));
  return notes;
}

}  // namespace chasescope
