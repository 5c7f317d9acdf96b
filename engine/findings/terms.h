// The words of the field as the glossary explains them: one or two plain sentences each, the place in the papers, what is next to
// it, and the view that shows it. The only list of them: the glossary's window and its pictures, the words that can be clicked, and
// the marks of lessons ("[sets](term:set)") all go by it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

struct Term {
  const char* id;       ///< "bank-conflict": in marks and links
  const char* name;     ///< "bank conflict"
  const char* words;    ///< other ways to write it, in small letters, parted by '|': "bank conflicts|conflict latency"
  const char* meaning;  ///< one or two sentences
  const char* paper;    ///< where it comes from: "2014 paper §4.1, figures 5 and 7"
  const char* related;  ///< ids of what is next to it, parted by spaces
  const char* view;     ///< id of the view that shows it; empty where none does
};

/// In the order in which they are best learnt: the chase, caches, policies, time, translation, the chip, what is found.
std::span<const Term> all_terms();

/// By its id; null for an unknown one.
const Term* find_term(std::string_view id);

/// By a name or another word for it, in capital or small letters: "Bank conflicts". Null where it is none.
const Term* term_named(std::string_view words);

/// What stands behind a word of a probe, its parameter "bytes" or "carveout_percent", a quantity or a subject of findings
/// ("ways_per_set", "l1_tlb"); null where no term explains it.
const Term* term_of_key(std::string_view key);

/// The terms next to it.
std::vector<const Term*> related_terms(const Term& term);

/// A term within a text: which characters are its word.
struct TermPlace {
  std::size_t begin = 0, length = 0;  ///< bytes
  const Term* term = nullptr;
};

/// Where a text of the program's own names terms as whole words: each term once, where it comes first; of words within each other
/// the longest. In the order of the text.
std::vector<TermPlace> terms_in(std::string_view text);

}  // namespace chasescope
