// Variants of a question on paper: what chases on a card that nobody has described took, and what follows from it. Each is another
// card, drawn from seed and number, so a class gets as many as it has students, with keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/mystery/seal.h"

namespace chasescope::mystery {

inline constexpr const char* kExportWords = "qti, moodle";
inline constexpr std::uint64_t kMostVariants = 10'000;

/// A table of what was measured.
struct PaperTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

/// What an answer that is not the right one earns, as the grades of answer files have it (grade.h).
struct PartCredit {
  unsigned percent = 0;  ///< of the item's points
  std::string remark;    ///< "within a line"
};

/// One thing that is asked of a variant: a whole number, or one of some words.
struct PaperItem {
  std::string id;    ///< "capacity"
  std::string asks;  ///< "How many bytes does the cache hold?"
  unsigned points = 0;
  std::uint64_t right = 0;           ///< of a number
  std::vector<std::string> choices;  ///< of a choice, in an order drawn for the variant; empty: a number
  std::size_t right_choice = 0;
  std::uint64_t near_by = 0;           ///< how far a number may be off and still earn a part; 0: none does
  PartCredit near;                     ///< that part
  std::vector<PartCredit> of_choices;  ///< of each choice, all of the right one
  bool is_choice() const { return !choices.empty(); }
};

/// What a good experiment for a question would have been, on the card of the variant.
struct Hindsight {
  std::string title;     ///< "Capacity"
  std::string sentence;  ///< "let N grow line by line …"
};

struct Variant {
  std::string id;     ///< "mystery-hard-0007"
  std::string title;  ///< "Mystery GPU 7 (hard)"
  CardName card;
  std::vector<std::string> story;  ///< paragraphs
  std::vector<PaperTable> tables;
  std::vector<PaperItem> items;
  std::vector<Hindsight> hindsight;  ///< of each question of the level
};

/// `count` variants, the same for the same seed and level.
std::vector<Variant> make_variants(std::uint64_t seed, Level level, std::uint64_t count);

}  // namespace chasescope::mystery
