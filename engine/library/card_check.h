// Is my card normal? What a session says of a card, held against all others of its kind by compare_sessions().
//
//   const CardCheck check = check_card(mine, known_cards({library_folder()}));
//   for (const CheckedRow& row : check.rows) if (row.standing == Standing::outside) tell(row.how);
//
// A value is inside if the comparison says that it agrees with that of at least one other card, or if it is a number between those
// of two others. It is outside if it differs from all others and there are two at least; the others' values and intervals are told
// beside its own. Where one other card alone tells it, a value that differs is `apart`: one card has no spread, so nobody knows
// whether such a difference is usual.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/library/known_cards.h"
#include "engine/session/compare/comparison.h"

namespace chasescope {

/// A card of the kind, and what is known of it.
struct OtherCard {
  KnownCard card;
  Session session;
};

enum class Standing { outside, apart, inside, alone };

/// "outside", "differs from the only other", "inside", "no other tells it".
std::string_view to_string(Standing standing);

/// One thing that the card tells.
struct CheckedRow {
  Standing standing = Standing::alone;
  Finding card;                     ///< what this card says
  std::vector<Compared> others;     ///< beside those others that tell it as well
  std::string how;                  ///< a sentence: how it was decided
  std::optional<double> low, high;  ///< of numbers: from where to where the others' intervals reach together, in the card's unit
};

/// A real card that was compared with.
struct CheckedAgainst {
  KnownCard card;
  std::optional<ComparedChips> chips;  ///< whether it is the same chip, where both have a map of it
  std::size_t agrees = 0, differs = 0;
  bool is_the_same() const { return chips && chips->verdict == ChipVerdict::same; }
};

struct CardCheck {
  std::string name, kind;
  std::vector<CheckedAgainst> others;     ///< recordings and contributed files
  std::vector<CheckedAgainst> published;  ///< other tools measure in other ways: told beside it, and nothing is decided by them
  std::vector<CheckedRow> rows;           ///< outside first, then apart, inside, alone; each in the order of a report
  std::vector<std::string> missing;       ///< what at least half of the others tell, and this card does not: "L2 cache: Sets"
  std::vector<std::string> remarks;  ///< what was not compared with, and what the card was measured with that differs: sentences
  std::size_t cards = 0;  ///< other chips: discoveries that are known to be of one chip count once, and this very chip never
  std::size_t count(Standing standing) const;
  /// How many times and rates of `standing` there are, which differ a little from card to card.
  std::size_t count_of_times(Standing standing) const;
};

/// `others` are of the kind; each discovery counts once, and none that is the card's own: a remark says so.
CardCheck check_card(const Session& card, const std::string& kind, std::span<const OtherCard> others,
                     std::optional<double> tolerance = {});

/// The same with all known cards of its kind. What can't be read of them, and which kinds come near where there is none, are
/// remarks.
CardCheck check_card(const Session& card, const KnownCards& known, std::optional<double> tolerance = {});

/// card_kind() of the device's name; of a software GPU that of the card whose numbers it has.
std::string kind_of(const Session& card, const KnownCards& known);

/// "3 of 214 values of this H200 lie outside what 4 other cards show.", the first sentence of a report.
std::string verdict_words(const CardCheck& check);

/// What makes the verdict weaker than it looks: that there is one other only, or by how much chance a time lies outside. Empty if
/// nothing does.
std::string caution_words(const CardCheck& check);

/// Why a check of it fails, in one sentence; nothing if it passes.
std::optional<std::string> why_not_normal(const CardCheck& check);

}  // namespace chasescope
