#include "engine/mystery/export/variants.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/bit_span.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/export/paper_tables.h"
#include "engine/mystery/grade.h"
#include "engine/mystery/question.h"
#include "engine/trace/random.h"

namespace chasescope::mystery {
namespace {

constexpr std::uint64_t kChoiceStream = 0x63686F696365;  // the order of choices, apart from what draws the card

class VariantMaker {
 public:
  VariantMaker(CardName name, std::uint64_t number) : card_(hidden_card(name)), order_(mixed_seed(name.seed, kChoiceStream)) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%04llu", static_cast<unsigned long long>(number));
    const std::string level(to_string(name.level));
    variant_.card = name;
    variant_.id = "mystery-" + level + "-" + digits;
    variant_.title = "Mystery GPU " + std::to_string(number) + " (" + level + ")";
  }

  Variant make() {
    variant_.story = paper_story(card_);
    variant_.tables = paper_tables(card_, variant_.card.level);
    for (const AskedQuestion& asked : asked_at(variant_.card.level)) {
      add(asked);
      variant_.hindsight.push_back({words_of(asked.question).title, good_experiment(card_, asked.question)});
    }
    return std::move(variant_);
  }

 private:
  void add(const AskedQuestion& asked) {
    switch (asked.question) {
      case Question::capacity:
        number("capacity", "How many bytes does the cache hold?", asked.points, card_.capacity_bytes());
        return near(asked.question, card_.line_bytes);
      case Question::line:
        return choose("line", "How many bytes does a miss bring?", asked.points, {"32", "64", "128", "256"},
                      std::to_string(card_.line_bytes));
      case Question::sets_ways:
        number("sets", "How many sets does the cache have?", asked.points / 2, card_.sets);
        return number("ways", "How many lines does a set hold?", asked.points - asked.points / 2, card_.ways);
      case Question::policy:
        choose("policy", "Which line of a full set goes?", asked.points, policy_choices(), policy_title(card_.policy));
        return credit_choices(asked.question);
      case Question::index:
        choose("index", "Which address bits choose the set?", asked.points, index_choices(), index_text(card_.index));
        return credit_choices(asked.question);
      case Question::tlb_reach:
        number("tlb_reach", "How many bytes does the TLB translate?", asked.points, card_.tlb->reach_bytes());
        return near(asked.question, card_.tlb->page_bytes);
      case Question::tlb_page:
        return number("tlb_page", "How many bytes does an entry of the TLB translate?", asked.points, card_.tlb->page_bytes);
      case Question::tlb_sets: return number("tlb_sets", "How many sets does the TLB have?", asked.points, card_.tlb->sets);
    }
  }

  void number(const char* id, const char* asks, unsigned points, std::uint64_t right) {
    PaperItem& item = variant_.items.emplace_back();
    item.id = id;
    item.asks = asks;
    item.points = points;
    item.right = right;
  }

  /// What the grader gives for an answer of the last item.
  PartCredit credit_of(Question question, const std::string& answer) const {
    constexpr unsigned kPercent = 100;
    const auto tidied = tidy_answer(question, answer);
    if (!tidied) return {};
    const QuestionGrade grade = grade_answer(card_, question, *tidied, kPercent);
    return {grade.points, grade.remark};
  }

  /// The last item's number earns a part where it is off by `off` at the most: one step of what is counted.
  void near(Question question, std::uint64_t off) {
    PaperItem& item = variant_.items.back();
    item.near_by = off;
    item.near = credit_of(question, std::to_string(item.right + off));
  }

  void credit_choices(Question question) {
    PaperItem& item = variant_.items.back();
    for (const std::string& choice : item.choices) item.of_choices.push_back(credit_of(question, choice));
  }

  void choose(const char* id, const char* asks, unsigned points, std::vector<std::string> choices, const std::string& right) {
    for (std::size_t i = choices.size(); i > 1; --i) std::swap(choices[i - 1], choices[order_.below(i)]);
    number(id, asks, points, 0);
    PaperItem& item = variant_.items.back();
    item.right_choice = static_cast<std::size_t>(std::find(choices.begin(), choices.end(), right) - choices.begin());
    item.choices = std::move(choices);
  }

  static std::vector<std::string> policy_choices() {
    std::vector<std::string> choices;
    for (const std::string& word : policy_answers()) choices.push_back(policy_title(word));
    return choices;
  }

  /// The right index function and up to three wrong ones; no two group the lines alike.
  std::vector<std::string> index_choices() const {
    const auto first = card_.line_bytes == 0 ? 0U : log2_of(card_.line_bytes);
    const auto bits = static_cast<unsigned>(card_.index.size());
    std::vector<BitGroups> choices{card_.index};
    for (unsigned skipped = 0; skipped < 3; ++skipped)
      for (const unsigned above : {0U, bits, bits + 1}) {
        if (skipped > 0 && above > 0) continue;
        BitGroups other;
        for (unsigned bit = 0; bit < bits; ++bit) {
          other.push_back({first + skipped + bit});
          if (above > 0) other.back().push_back(first + bit + above);
        }
        const auto same = [&](const BitGroups& one) { return shared_rank(one, other) == bits; };
        if (choices.size() < 4 && std::none_of(choices.begin(), choices.end(), same)) choices.push_back(other);
      }
    std::vector<std::string> texts;
    for (const BitGroups& choice : choices) texts.push_back(index_text(choice));
    return texts;
  }

  static unsigned log2_of(std::uint64_t power) {
    unsigned bits = 0;
    for (; power > 1; power >>= 1) ++bits;
    return bits;
  }

  HiddenCard card_;
  Random order_;
  Variant variant_;
};

}  // namespace

std::vector<Variant> make_variants(std::uint64_t seed, Level level, std::uint64_t count) {
  std::vector<Variant> variants;
  for (std::uint64_t number = 1; number <= count; ++number)
    variants.push_back(VariantMaker({mixed_seed(seed, number), level, kGenerator}, number).make());
  return variants;
}

}  // namespace chasescope::mystery
