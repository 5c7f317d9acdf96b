#include "engine/mystery/answer_value.h"

#include <algorithm>
#include <utility>

#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr unsigned kHighestBit = 63;
constexpr std::uint64_t kMostSets = 1'000'000;

/// The text without spaces, in small letters, and with one sign for those that people write in several ways.
std::string plain(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"×", "x"}, {"*", "x"}, {"–", "-"}, {"⊕", "^"}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                   [&](const auto& pair) { return text.substr(at).starts_with(pair.first); });
    if (sign != std::end(kSigns)) {
      out += sign->second;
      at += sign->first.size();
      continue;
    }
    const char c = text[at++];
    if (c == ' ' || c == '\t') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<unsigned> parse_bit(std::string_view text) {
  const auto number = parse_count(text);
  return number && *number <= kHighestBit ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

std::optional<std::string> policy_in(const std::string& text) {
  std::string word = plain(text);
  if (word == "pseudo-lru" || word == "tree-plru" || word == "treeplru" || word == "pseudolru") word = "plru";
  const auto& known = policy_answers();
  return std::find(known.begin(), known.end(), word) == known.end() ? std::nullopt : std::optional(word);
}

std::string sets_ways_text(const SetsWays& value) { return std::to_string(value.sets) + " x " + std::to_string(value.ways); }

std::optional<std::string> tidy(Question question, const std::string& text) {
  switch (question) {
    case Question::capacity:
    case Question::line:
    case Question::tlb_reach:
    case Question::tlb_page:
      if (const auto bytes = parse_size(text); bytes && *bytes > 0) return format_bytes(*bytes);
      return std::nullopt;
    case Question::sets_ways:
      if (const auto value = parse_sets_ways(text)) return sets_ways_text(*value);
      return std::nullopt;
    case Question::policy: return policy_in(text);
    case Question::index:
      if (const auto index = parse_index(text)) return index_text(*index);
      return std::nullopt;
    case Question::tlb_sets:
      if (const auto count = parse_count(text); count && *count > 0 && *count <= kMostSets) return std::to_string(*count);
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::string plain_size(text);
  std::erase(plain_size, ',');  // commas that group digits
  return parse_bytes(plain_size);
}

std::optional<SetsWays> parse_sets_ways(std::string_view text) {
  const std::string words = plain(text);
  const auto parts = split(words, 'x');
  if (parts.size() != 2) return std::nullopt;
  const auto sets = parse_count(parts[0]), ways = parse_count(parts[1]);
  if (!sets || !ways || *sets == 0 || *ways == 0 || *sets > kMostSets || *ways > kMostSets) return std::nullopt;
  return SetsWays{*sets, *ways};
}

std::optional<std::vector<std::vector<unsigned>>> parse_index(std::string_view text) {
  std::string words = plain(text);
  if (words.starts_with("bits")) words.erase(0, 4);
  std::vector<std::vector<unsigned>> index;
  for (const std::string_view part : split(words, ',')) {
    if (const auto ends = split(part, '-'); ends.size() == 2) {
      const auto from = parse_bit(ends[0]), to = parse_bit(ends[1]);
      if (!from || !to || *from > *to) return std::nullopt;
      for (unsigned bit = *from; bit <= *to; ++bit) index.push_back({bit});
      continue;
    }
    index.emplace_back();
    for (const std::string_view one : split(part, '^')) {
      const auto bit = parse_bit(one);
      if (!bit) return std::nullopt;
      index.back().push_back(*bit);
    }
  }
  return index;
}

std::string index_text(const std::vector<std::vector<unsigned>>& index) {
  const bool plain_bits = std::all_of(index.begin(), index.end(), [](const auto& group) { return group.size() == 1; });
  const auto follows = [](const auto& a, const auto& b) { return b.front() != a.front() + 1; };
  if (plain_bits && index.size() > 1 && std::adjacent_find(index.begin(), index.end(), follows) == index.end())
    return std::to_string(index.front().front()) + "-" + std::to_string(index.back().front());
  std::string text;
  for (const auto& group : index) {
    text += text.empty() ? "" : ", ";
    for (std::size_t i = 0; i < group.size(); ++i) text += (i == 0 ? "" : "^") + std::to_string(group[i]);
  }
  return text;
}

Outcome<std::string> tidy_answer(Question question, const std::string& text) {
  if (auto answer = tidy(question, text)) return *std::move(answer);
  const QuestionWords& words = words_of(question);
  const bool is_size = question == Question::capacity || question == Question::line || question == Question::tlb_reach ||
                       question == Question::tlb_page;
  if (const std::string doubt = size_doubt(text); is_size && !doubt.empty())
    return DeviceError{ErrorCode::invalid_request, doubt + "."};
  return DeviceError{ErrorCode::invalid_request, "'" + shortened(printable(text), 60) + "' is no answer for " + words.id +
                                                     "; write " + how_to_write(words) + "."};
}

std::string right_answer(const HiddenCard& card, Question question) {
  switch (question) {
    case Question::capacity: return format_bytes(card.capacity_bytes());
    case Question::line: return format_bytes(card.line_bytes);
    case Question::sets_ways: return sets_ways_text({card.sets, card.ways});
    case Question::policy: return card.policy;
    case Question::index: return index_text(card.index);
    case Question::tlb_reach: return format_bytes(card.tlb->reach_bytes());
    case Question::tlb_page: return format_bytes(card.tlb->page_bytes);
    case Question::tlb_sets: return std::to_string(card.tlb->sets);
  }
  return {};
}

}  // namespace chasescope::mystery
