// Which words of a device's name belong to the name that the maker gave the card.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "engine/library/contribution.h"

namespace chasescope {
namespace {

constexpr auto kNameWords = std::to_array<std::string_view>(
    {"NVIDIA",      "AMD",      "Intel",  "GeForce", "Tesla", "Quadro",   "TITAN",  "Titan", "RTX",        "GTX",     "GTS",
     "GT",          "NVS",      "GRID",   "Jetson",  "Orin",  "Thor",     "Xavier", "Nano",  "AGX",        "NX",      "Ada",
     "Blackwell",   "Max-Q",    "Ti",     "SUPER",   "Super", "Laptop",   "Mobile", "GPU",   "Generation", "Edition", "Server",
     "Workstation", "Instinct", "Radeon", "Pro",     "PRO",   "Graphics", "Vega",   "Arc",   "NVL",        "PCIe",    "PCIE",
     "SXM",         "SXM2",     "SXM4",   "SXM5",    "HBM2",  "HBM2e",    "HBM3",   "HBM3e", "GDDR6",      "MIG",     "VF",
     "OAM",         "Xp",       "XP",     "X",       "V",     "Black",    "RX",     "XT",    "XTX",        "GRE"});

// The letters before the number of a card: A100, GB200, MI300X, T1000, RX 7900.
constexpr auto kSeries = std::to_array<std::string_view>({"",  "A", "B", "C", "D", "E", "G",  "H",  "K",  "L",  "M",  "P", "Q",
                                                          "R", "S", "T", "V", "W", "X", "GB", "GH", "GV", "MI", "RX", "PG"});

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A number with its letters ("H100", "4090", "MI300X", "K20c", "80GB"): a known series, at most four digits, at most two letters.
bool is_number_of_a_card(std::string_view word) {
  const auto digits = std::find_if(word.begin(), word.end(), is_digit);
  if (digits == word.end()) return false;
  const auto rest = std::find_if_not(digits, word.end(), is_digit);
  const std::string_view series(word.begin(), digits);
  constexpr std::ptrdiff_t kMostDigits = 4, kMostLetters = 2;
  return std::find(kSeries.begin(), kSeries.end(), series) != kSeries.end() && rest - digits <= kMostDigits &&
         word.end() - rest <= kMostLetters && std::all_of(rest, word.end(), is_letter);
}

/// "1g.10gb", a slice of a card (MIG).
bool is_slice(std::string_view word) {
  const std::size_t dot = word.find("g.");
  const auto all_digits = [](std::string_view part) {
    constexpr std::size_t kMost = 3;
    return !part.empty() && part.size() <= kMost && std::all_of(part.begin(), part.end(), is_digit);
  };
  return dot != std::string_view::npos && word.ends_with("gb") && all_digits(word.substr(0, dot)) &&
         all_digits(word.substr(dot + 2, word.size() - dot - 4));
}

bool is_of_a_maker(std::string_view word) {
  if (std::find(kNameWords.begin(), kNameWords.end(), word) != kNameWords.end() || is_number_of_a_card(word) || is_slice(word))
    return true;
  const std::size_t hyphen = word.find('-');
  return hyphen != std::string_view::npos && hyphen > 0 && hyphen + 1 < word.size() && is_of_a_maker(word.substr(0, hyphen)) &&
         is_of_a_maker(word.substr(hyphen + 1));
}

}  // namespace

std::string maker_name(std::string_view name) {
  constexpr std::size_t kMostWords = 10;  // as many as in "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition MIG 1g.24gb"
  std::string kept;
  std::size_t words = 0;
  bool has_number = false;
  for (std::size_t at = 0; at < name.size() && words < kMostWords;) {
    const std::size_t end = std::min(name.find(' ', at), name.size());
    const std::string_view word = name.substr(at, end - at);
    at = end + 1;
    if (word.empty() || !is_of_a_maker(word)) continue;
    has_number =
        has_number || std::any_of(word.begin(), word.end(), is_digit) || word == "Vega" || word == "TITAN" || word == "Orin";
    kept += (kept.empty() ? "" : " ") + std::string(word);
    ++words;
  }
  return has_number ? kept : std::string();
}

}  // namespace chasescope
