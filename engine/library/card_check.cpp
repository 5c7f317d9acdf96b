#include "engine/library/card_check.h"

#include <algorithm>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison_report.h"
#include "engine/trace/number_text.h"

namespace chasescope {
namespace {

/// All times and rates of a session, to the last digit. Two files of one discovery have the same numbers; two discoveries never do.
using Fingerprint = std::map<std::string, double>;

Fingerprint fingerprint_of(const Session& session) {
  Fingerprint numbers;
  for (const Finding& finding : session.findings)
    if (finding.status == FindingStatus::measured && finding.value.is_number() && is_continuous(finding))
      numbers.emplace(finding.subject + ' ' + finding.quantity + finding.conditions.dump(), finding.value.get<double>());
  return numbers;
}

/// Whether two files come from one discovery. One of them may hold fewer numbers, as a contributed file does.
bool is_one_discovery(const Fingerprint& a, const Fingerprint& b) {
  std::size_t common = 0;
  for (const auto& [what, number] : a) {
    const auto other = b.find(what);
    if (other == b.end()) continue;
    if (other->second != number) return false;
    ++common;
  }
  return common > 0 && 2 * common >= std::min(a.size(), b.size());
}

/// Keys by which rows of several comparisons are matched. They include a count, as a finding may occur several times under equal
/// conditions.
class Places {
 public:
  std::string of(const Finding& finding) {
    const std::string key = finding.subject + '\n' + finding.quantity + '\n' + finding.conditions.dump();
    return key + '\n' + std::to_string(seen_[key]++);
  }

 private:
  std::map<std::string, int> seen_;
};

bool compares(const Compared& row) { return row.verdict == Agreement::agrees || row.verdict == Agreement::differs; }

std::optional<double> number_of(const std::optional<Finding>& finding) {
  return finding && finding->value.is_number() ? std::optional(finding->value.get<double>()) : std::nullopt;
}

std::string what_of(const Finding& finding) { return subject_words(finding.subject) + ": " + quantity_words(finding.quantity); }

/// Sets the row's range to that of the other cards' intervals, as far as these are in the card's unit. With a tolerance the
/// intervals don't count, so that the others reach from number to number.
void set_reach(CheckedRow& row, bool intervals_count) {
  for (const Compared& compared : row.others) {
    const auto value = number_of(compared.b);
    if (!value || compared.b->unit != row.card.unit) continue;
    const double low = intervals_count ? compared.b->low.value_or(*value) : *value;
    const double high = intervals_count ? compared.b->high.value_or(*value) : *value;
    row.low = std::min(row.low.value_or(low), low);
    row.high = std::max(row.high.value_or(high), high);
  }
}

/// Whether the card's number lies between the numbers of other cards.
bool lies_between(const CheckedRow& row) {
  const auto value = number_of(row.card);
  bool below = false, above = false;
  for (const Compared& compared : row.others) {
    const auto other = number_of(compared.b);
    if (!value || !other || compared.b->unit != row.card.unit) return false;
    (*other < *value ? below : above) = true;
  }
  return below && above;
}

/// "250 to 252 cycles, 255 cycles": the values of the other cards, each value once, with its interval.
std::string others_words(const CheckedRow& row) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> words;
  for (const Compared& compared : row.others)
    if (std::string one = words_of(compared).b; std::find(words.begin(), words.end(), one) == words.end())
      words.push_back(std::move(one));
  // Of a long list the words show only both ends, which may be equal although the lists differ.
  const bool differ =
      std::none_of(row.others.begin(), row.others.end(), [](const Compared& each) { return each.verdict == Agreement::agrees; });
  if (differ && words.size() == 1 && words[0] == words_of(Compared{row.card, {}, Agreement::only_a, {}, {}}).a)
    return "a list with other numbers in it";
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kMostNamed; ++i) text += (i == 0 ? "" : "; ") + shortened(words[i], 60);
  return words.size() > kMostNamed ? text + "; and " + std::to_string(words.size() - kMostNamed) + " more" : text;
}

/// Both ends in one unit, and in that of the card's own number.
std::string reach_words(const CheckedRow& row) {
  Finding reach = row.card;
  reach.low = row.low;
  reach.high = row.high;
  const std::string words = interval_words(reach);
  if (!words.empty()) return words;
  reach.value = *row.low;
  return value_words(reach);
}

/// The distance to the nearest of the other cards' values, relative to the larger number; none if they are no numbers.
std::optional<double> least_apart(const CheckedRow& row) {
  std::optional<double> least;
  for (const Compared& compared : row.others)
    if (compared.apart) least = std::min(least.value_or(*compared.apart), *compared.apart);
  return least;
}

/// " (4.6 % apart)".
std::string apart_words(const CheckedRow& row) {
  const auto least = least_apart(row);
  return least ? " (" + share_text(*least) + " apart)" : "";
}

constexpr double kMostlyOutside = 0.2;  // a higher chance that a normal card lies outside: too few other cards

void judge_row(CheckedRow& row, std::size_t cards, bool intervals_count) {
  set_reach(row, intervals_count);
  const std::size_t all = row.others.size();
  const auto agree = static_cast<std::size_t>(
      std::count_if(row.others.begin(), row.others.end(), [](const Compared& each) { return each.verdict == Agreement::agrees; }));
  const std::string others = std::to_string(all) + (all == 1 ? " other" : " others");
  if (all == 0) {
    row.standing = Standing::alone;
    row.how = "No other card of this kind tells it.";
  } else if (agree > 0) {
    row.standing = Standing::inside;
    row.how = all == 1 ? "Agrees with the only other: " + others_words(row) + "."
                       : "Agrees with " + std::to_string(agree) + " of " + others + ": " + others_words(row) + ".";
  } else if (lies_between(row)) {
    row.standing = Standing::inside;
    row.how = "Lies between those of " + others + ", " + reach_words(row) + ".";
  } else if (all == 1 || cards < 2) {
    row.standing = Standing::apart;
    row.how = (all == 1 ? "The only other says " : "The chip like it said ") + others_words(row) + apart_words(row) + ".";
  } else {
    row.standing = Standing::outside;
    const std::string who = all == 2 ? "Both others" : "All " + others;
    row.how = row.low && *row.low != *row.high ? who + " lie at " + reach_words(row) + apart_words(row) + "."
                                               : who + " say " + others_words(row) + apart_words(row) + ".";
    // Two curves may have the same words though they differ.
    if (const std::string& remark = row.others.front().remark; row.card.value.is_array() && !remark.empty())
      row.how += " " + remark;
  }
}

/// The chance that a normal card lies outside n others: each of n + 1 equal cards is as likely to have the largest or smallest
/// value.
double chance_outside(std::size_t cards) { return 2.0 / static_cast<double>(cards + 1); }
bool has_few_others(const CardCheck& check) { return chance_outside(check.cards) > kMostlyOutside; }

/// Whether chance does not explain that the row lies outside: a size, a count or a word should be equal on all cards of a kind.
bool should_be_equal(const CheckedRow& row) { return !is_continuous(row.card) && row.card.quantity != quantity::contiguous_bytes; }

/// What few other cards can tell of the rows outside: that sizes or counts differ. Of a time they can't say whether it is usual,
/// however far it lies.
std::string beside_few(const CardCheck& check) {
  std::size_t fixed = 0, footprints = 0;
  const CheckedRow *first = nullptr, *farthest = nullptr;
  for (const CheckedRow& row : check.rows) {
    if (row.standing != Standing::outside) continue;
    if (row.card.quantity == quantity::contiguous_bytes) ++footprints;
    if (should_be_equal(row)) {
      ++fixed;
      if (first == nullptr) first = &row;
    } else if (farthest == nullptr || least_apart(row).value_or(0) > least_apart(*farthest).value_or(0)) {
      farthest = &row;
    }
  }
  std::string text =
      fixed == 0   ? footprints == 0
                         ? " No size or count is among them."
                         : " The only sizes among them are footprints, which chance ends: " + std::to_string(footprints) + "."
      : fixed == 1 ? " A size or count is among them: " + what_of(first->card) + "."
                   : " " + std::to_string(fixed) + " sizes and counts are among them; the first: " + what_of(first->card) + ".";
  if (farthest == nullptr) return text;
  const auto apart = least_apart(*farthest);
  text += " Whether the times and rates are usual can't be told from so few; more discoveries of such cards would tell";
  return text + (apart ? ". The farthest of them, by " + share_text(*apart) + ": " + what_of(farthest->card) + "." : ".");
}

CheckedAgainst against(const KnownCard& card, const Comparison& comparison) {
  return {card, comparison.chips, comparison.count(Agreement::agrees), comparison.count(Agreement::differs)};
}

/// Whether the card is none of these chips: further discoveries of one chip do not show the spread between cards.
bool is_another_chip(const OtherCard& other, const std::vector<const OtherCard*>& chips) {
  return std::none_of(chips.begin(), chips.end(), [&](const OtherCard* known) {
    const auto same = compare_maps(known->session, other.session);
    return same && same->verdict == ChipVerdict::same;
  });
}

/// Whether the value depends on where the card allocated the array in this run.
bool is_of_one_run(const Finding& finding) {
  return finding.quantity == quantity::far_memory_pages || finding.quantity == quantity::far_memory_row_bits;
}

/// "580.159.04" of "580.159.04, CUDA 13.0": the part that a contribution keeps.
std::string version_of(const std::optional<Finding>& finding) {
  const std::string words = finding && finding->value.is_string() ? finding->value.get<std::string>() : std::string();
  return words.substr(0, words.find(','));
}

/// Adds a remark for each other driver: a driver is no property of the card, so no row of the check.
void add_circumstances(const Comparison& comparison, const KnownCard& other, std::vector<std::string>& remarks) {
  for (const Compared& row : comparison.rows)
    if (row.verdict == Agreement::differs && row.either().quantity == quantity::driver && version_of(row.a) != version_of(row.b)) {
      const ComparedWords words = words_of(row);
      remarks.push_back("The driver of " + one_line(other.id) + " was another one: " + shortened(words.b, 60) + ", and " +
                        shortened(words.a, 60) + " here.");
    }
}

/// The other cards without repeated discoveries, and without the discovery of this card; a remark for each one left out.
std::vector<const OtherCard*> told_once(const Session& card, std::span<const OtherCard> others, std::vector<std::string>& remarks) {
  struct Seen {
    std::string id;  // empty: the card itself
    Fingerprint numbers;
  };
  std::vector<const OtherCard*> left;
  std::vector<Seen> seen{{"", fingerprint_of(card)}};
  for (const OtherCard& other : others) {
    Fingerprint numbers = fingerprint_of(other.session);
    const auto same =
        std::find_if(seen.begin(), seen.end(), [&](const Seen& one) { return is_one_discovery(one.numbers, numbers); });
    if (same == seen.end()) {
      left.push_back(&other);
      seen.push_back({other.card.id, std::move(numbers)});
    } else {
      remarks.push_back(one_line(other.card.id) + " is left out: it is the discovery of " +
                        (same->id.empty() ? "this card itself." : one_line(same->id) + ", too."));
    }
  }
  return left;
}

}  // namespace

std::string_view to_string(Standing standing) {
  switch (standing) {
    case Standing::outside: return "outside";
    case Standing::apart: return "differs from the only other";
    case Standing::inside: return "inside";
    case Standing::alone: return "no other tells it";
  }
  return "";
}

std::size_t CardCheck::count(Standing standing) const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const CheckedRow& row) { return row.standing == standing; }));
}

std::size_t CardCheck::count_of_times(Standing standing) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const CheckedRow& row) { return row.standing == standing && is_continuous(row.card); }));
}

CardCheck check_card(const Session& card, const std::string& kind, std::span<const OtherCard> others,
                     std::optional<double> tolerance) {
  CardCheck check;
  check.name = card.device.name;
  check.kind = kind;
  std::map<std::string, std::size_t> places;          // index of each row in check.rows, by its key
  std::map<std::string, std::size_t> told_by_others;  // how many others tell what this card does not tell
  const auto take = [&](const Comparison& comparison, bool counts) {
    Places of_card, of_other;
    for (const Compared& compared : comparison.rows) {
      if (is_circumstance(compared.either()) || is_of_one_run(compared.either())) continue;
      if (compared.verdict == Agreement::only_b && counts) ++told_by_others[what_of(*compared.b)];
      if (!compared.a || compared.a->status == FindingStatus::not_measurable) continue;
      const auto [place, is_new] = places.emplace(of_card.of(*compared.a), check.rows.size());
      if (is_new) check.rows.push_back({.card = *compared.a});
      if (counts && compares(compared)) check.rows[place->second].others.push_back(compared);
    }
  };
  std::vector<const OtherCard*> chips;
  for (const OtherCard* other : told_once(card, others, check.remarks)) {
    const Comparison comparison = compare_sessions(card, other->session, tolerance);
    const CheckedAgainst told = against(other->card, comparison);
    if (other->card.source == CardSource::published) {
      check.published.push_back(told);
      continue;
    }
    take(comparison, true);
    add_circumstances(comparison, other->card, check.remarks);
    if (!told.is_the_same() && is_another_chip(*other, chips)) chips.push_back(other);
    check.others.push_back(told);
  }
  if (check.others.empty()) take(compare_sessions(card, card), false);  // lists the card's findings without other cards
  if (tolerance && !check.others.empty())
    check.remarks.push_back("Numbers differ here if they lie more than " + share_text(*tolerance) +
                            " apart, whatever their intervals.");
  check.cards = chips.size();
  for (CheckedRow& row : check.rows) judge_row(row, check.cards, !tolerance);
  std::stable_sort(check.rows.begin(), check.rows.end(),
                   [](const CheckedRow& a, const CheckedRow& b) { return a.standing < b.standing; });
  for (const auto& [what, times] : told_by_others)
    if (2 * times >= check.others.size()) check.missing.push_back(what);
  return check;
}

std::string kind_of(const Session& card, const KnownCards& known) {
  if (card.device.origin == Origin::model)
    for (const KnownCard& one : known.cards)
      if (one.source == CardSource::model && one.name == card.device.name) return one.kind;
  return card_kind(card.device.name);
}

CardCheck check_card(const Session& card, const KnownCards& known, std::optional<double> tolerance) {
  std::vector<OtherCard> others;
  std::vector<std::string> remarks;
  const std::string kind = kind_of(card, known);
  for (const KnownCard& one : known.cards) {
    if (one.kind != kind || one.source == CardSource::model) continue;
    auto session = open_known_card(one);
    session ? others.push_back({one, *std::move(session)}) : remarks.push_back(one_line(session.error().message));
  }
  CardCheck check = check_card(card, kind, others, tolerance);
  if (card.device.origin == Origin::model) remarks.push_back("It is a software GPU, held against real cards.");
  if (check.others.empty())
    if (const auto near = kinds_like(known, card.device.properties.compute_capability.value_or("")); !near.empty()) {
      std::string names;
      for (const std::string& name : near) names += (names.empty() ? "" : ", ") + one_line(name);
      remarks.push_back("Of its compute capability are known: " + names + ". chasescope compare sets two cards side by side.");
    }
  check.remarks.insert(check.remarks.end(), remarks.begin(), remarks.end());
  return check;
}

std::string verdict_words(const CardCheck& check) {
  const std::size_t outside = check.count(Standing::outside), apart = check.count(Standing::apart),
                    inside = check.count(Standing::inside);
  const std::size_t told = outside + apart + inside;
  const std::string card = "this " + one_line(check.kind);
  if (check.others.empty()) return "No other " + one_line(check.kind) + " is known, so nobody can say whether this one is normal.";
  if (told == 0) return "Nothing that " + card + " tells is told by another one as well.";
  const std::string all = std::to_string(told) + (told == 1 ? " value" : " values");
  if (check.cards < 2) {
    const std::string other =
        check.cards == 0 ? "what this chip, or one just like it, showed before" : "the one other that is known";
    if (told == 1 && apart == 0) return "The one value of " + card + " that another tells, too, agrees with " + other + ".";
    return apart == 0 ? "All " + all + " of " + card + " agree with " + other + "."
                      : std::to_string(apart) + " of " + all + " of " + card + (apart == 1 ? " differs" : " differ") + " from " +
                            other + ".";
  }
  const std::string others = std::to_string(check.cards) + " other cards";
  const std::string of_two = apart == 0 ? ""
                                        : std::to_string(apart) + (apart == 1 ? " differs" : " differ") +
                                              " from the only other card that tells " + (apart == 1 ? "it." : "them.");
  if (outside == 0 && apart > 0) return "None of " + all + " of " + card + " lies outside what " + others + " show, but " + of_two;
  if (outside == 0)
    return "This " + one_line(check.kind) + " is like " + others + " of its kind: none of " + all + " lies outside.";
  return std::to_string(outside) + " of " + all + " of " + card + (outside == 1 ? " lies" : " lie") + " outside what " + others +
         " show." + (of_two.empty() ? "" : " Of the others, " + of_two) + (has_few_others(check) ? beside_few(check) : "");
}

std::string caution_words(const CardCheck& check) {
  if (check.others.empty()) return "";
  if (check.cards == 0)
    return "It is the same chip, or one with the same SMs: this tells how well the measurement repeats, and not how far cards lie "
           "apart.";
  if (check.cards == 1)
    return "One other card has no spread: how far cards of this kind lie apart is not known, so a value that differs may be usual.";
  if (check.count_of_times(Standing::outside) == 0) return "";
  const bool two = check.cards == 2;
  return "A good card has a given time or rate outside " +
         (two ? std::string("both others in up to two") : "all " + std::to_string(check.cards) + " others in up to ") +
         (two ? std::string(" of three") : share_text(chance_outside(check.cards)) + " of") + " cases" +
         (has_few_others(check) ? ": with so few cards that says little" : "") +
         ". Sizes and counts should be equal, but for footprints, which chance ends.";
}

std::optional<std::string> why_not_normal(const CardCheck& check) {
  if (check.others.empty()) return verdict_words(check);
  const std::size_t strange = check.count(Standing::outside) + check.count(Standing::apart);
  if (strange == 0) return std::nullopt;
  const CheckedRow& first = check.rows.front();
  return verdict_words(check) + " The first: " + what_of(first.card) + ", " + shortened(value_words(first.card), 60) + " here. " +
         first.how;
}

}  // namespace chasescope
