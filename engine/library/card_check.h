// Is my card normal? Compares the findings of one card with those of all other cards of its kind, by compare_sessions().
//
//   const CardCheck check = check_card(mine, known_cards({library_folder()}));
//   for (const CheckedRow& row : check.rows) if (row.standing == Standing::outside) tell(row.how);
//
// A value is `inside` if it agrees with the value of at least one other card, or if it is a number between the values of two other
// cards. It is `outside` if it differs from at least two other cards and agrees with none; the report names the other values and
// their intervals. If only one other card has the value, a different value is `apart`: one card has no spread, so nobody knows
// whether such a difference is usual.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/library/known_cards.h"
#include "engine/session/compare/comparison.h"

namespace chasescope {

/// Another card of the kind, with its session.
struct OtherCard {
  KnownCard card;
  Session session;
};

enum class Standing { outside, apart, inside, alone };

/// "outside", "differs from the only other", "inside", "no other tells it".
std::string_view to_string(Standing standing);

/// One finding of the card, and its standing among the other cards.
struct CheckedRow {
  Standing standing = Standing::alone;
  Finding card;                     ///< the finding of this card
  std::vector<Compared> others;     ///< its comparison with each other card that has the same finding
  std::string how;                  ///< a sentence: how it was decided
  std::optional<double> low, high;  ///< for numbers: the range of the other cards' intervals, in the card's unit
};

/// A real card with which the card was compared.
struct CheckedAgainst {
  KnownCard card;
  std::optional<ComparedChips> chips;  ///< whether both are the same chip, if both sessions have a map of it
  std::size_t agrees = 0, differs = 0;
  bool is_the_same() const { return chips && chips->verdict == ChipVerdict::same; }
};

struct CardCheck {
  std::string name, kind;
  std::vector<CheckedAgainst> others;     ///< recordings and contributed files
  std::vector<CheckedAgainst> published;  ///< measured by other tools in other ways: shown, but without effect on any standing
  std::vector<CheckedRow> rows;           ///< outside first, then apart, inside, alone; each in the order of a report
  std::vector<std::string> missing;       ///< findings of at least half of the other cards that this card lacks: "L2 cache: Sets"
  std::vector<std::string> remarks;       ///< sentences: sessions that were left out, and drivers that differ
  std::size_t cards = 0;  ///< other chips; several discoveries of one chip count once, this card's own chip does not
  std::size_t count(Standing standing) const;
  /// The number of times and rates with that standing; these differ a little from card to card.
  std::size_t count_of_times(Standing standing) const;
};

/// `others` are cards of the kind. Each discovery counts once, and the card's own discovery not at all; remarks name the ones left
/// out.
CardCheck check_card(const Session& card, const std::string& kind, std::span<const OtherCard> others,
                     std::optional<double> tolerance = {});

/// The same with all known cards of its kind. Remarks name the files that can't be read and, if no card
/// of the kind is known, similar kinds.
CardCheck check_card(const Session& card, const KnownCards& known, std::optional<double> tolerance = {});

/// card_kind() of the device's name; for a software GPU, the kind of the card that it models.
std::string kind_of(const Session& card, const KnownCards& known);

/// "3 of 214 values of this H200 lie outside what 4 other cards show.", the first sentence of a report.
std::string verdict_words(const CardCheck& check);

/// A caution if the verdict is weak: there is only one other card, or the chance is high that a time lies outside. Else empty.
std::string caution_words(const CardCheck& check);

/// Why the card fails the check, in one sentence; empty if it passes.
std::optional<std::string> why_not_normal(const CardCheck& check);

}  // namespace chasescope
