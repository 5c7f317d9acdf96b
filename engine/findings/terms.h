// The terms of the field for the glossary: one or two plain sentences each, the place in the papers, related terms, and the view
// that shows the concept. This is the only list of terms: the glossary's window and pictures, the words that can be clicked, and
// the links in lessons ("[sets](term:set)") all use it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

struct Term {
  const char* id;       ///< "bank-conflict": in marks and links
  const char* name;     ///< "bank conflict"
  const char* words;    ///< other spellings in lower case, separated by '|': "bank conflicts|conflict latency"
  const char* meaning;  ///< one or two sentences
  const char* paper;    ///< where it comes from: "2014 paper §4.1, figures 5 and 7"
  const char* related;  ///< ids of related terms, separated by spaces
  const char* view;     ///< id of the view that shows it; empty if there is none
};

/// All terms, in the order in which they are best learnt: the chase, caches, policies, time, translation, the chip, findings.
std::span<const Term> all_terms();

/// The term with this id; null if there is none.
const Term* find_term(std::string_view id);

/// The term with this name or spelling, in capital or small letters: "Bank conflicts". Null if there is none.
const Term* term_named(std::string_view words);

/// The term that explains a key of a probe or finding: a parameter ("bytes", "carveout_percent"), a quantity or a subject
/// ("ways_per_set", "l1_tlb"). Null if there is none.
const Term* term_of_key(std::string_view key);

/// The related terms of a term.
std::vector<const Term*> related_terms(const Term& term);

/// A term within a text, and the characters that name it.
struct TermPlace {
  std::size_t begin = 0, length = 0;  ///< bytes
  const Term* term = nullptr;
};

/// Finds the terms that a text of the program names as whole words. Each term is reported once, at its first place. If words lie
/// within each other, the longest counts. In the order of the text.
std::vector<TermPlace> terms_in(std::string_view text);

}  // namespace chasescope
