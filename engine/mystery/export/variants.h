// Variants of a question on paper: the results of chases on an unknown card, and questions about its parameters. Each variant has
// another card, drawn from seed and number. So a class gets as many variants as it has students, with the right answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/mystery/seal.h"

namespace chasescope::mystery {

inline constexpr const char* kExportWords = "qti, moodle";
inline constexpr std::uint64_t kMostVariants = 10'000;

/// A table of measurements.
struct PaperTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

/// The credit for an answer that is not quite right, by the same rules as for answer files (grade.h).
struct PartCredit {
  unsigned percent = 0;  ///< share of the item's points
  std::string remark;    ///< "within a line"
};

/// One question of a variant. Its answer is a whole number, or one of some choices.
struct PaperItem {
  std::string id;    ///< "capacity"
  std::string asks;  ///< "How many bytes does the cache hold?"
  unsigned points = 0;
  std::uint64_t right = 0;           ///< the right answer, if it is a number
  std::vector<std::string> choices;  ///< the choices, in an order drawn for the variant; empty if the answer is a number
  std::size_t right_choice = 0;
  std::uint64_t near_by = 0;           ///< the largest error of a number that still earns a part of the points; 0: no part
  PartCredit near;                     ///< the credit within that error
  std::vector<PartCredit> of_choices;  ///< the credit of each choice; the right one has all points
  bool is_choice() const { return !choices.empty(); }
};

/// A good experiment for a question, on the card of the variant.
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
  std::vector<Hindsight> hindsight;  ///< one for each question of the level
};

/// Makes `count` variants. Equal seeds and levels give equal variants.
std::vector<Variant> make_variants(std::uint64_t seed, Level level, std::uint64_t count);

}  // namespace chasescope::mystery
