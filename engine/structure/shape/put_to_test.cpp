#include "engine/structure/shape/put_to_test.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/tails.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kElement = 4;
constexpr Most kForTest{.accesses = 16'000'000, .cycles = 1e8};
constexpr std::uint64_t kMostLines = 32768;  // lines of one chase
constexpr std::uint64_t kFewestVisits =
    // Visits of each kind in all chases together: enough to show an error that concerns one line in a hundred.
    2000;
constexpr std::uint64_t kCrowded = 2;  // one in this many lines of a chase belongs to a crowded set
constexpr std::uint64_t kMostRange = std::uint64_t{8} << 30;
constexpr std::uint64_t kPasses = 4;
constexpr int kFewestChases = 3, kMostChases = 64;  // chases of each kind, each with other lines

class Test {
 public:
  Test(Lab& lab, const Survey& survey, const ToldCache& cache, const TestQuestion& question, std::uint64_t range)
      : lab_(lab), survey_(survey), cache_(cache), level_(question.level), range_(range), allowed_(survey.stray_share(level_)) {
    std::uint64_t entries = 0;
    for (const std::uint32_t ways : cache.ways) entries += ways;
    most_lines_ = entries / statistics::kTagsOfUnseenStore;
    if (question.staying_bytes > 0)
      most_lines_ =
          static_cast<std::uint64_t>(statistics::kOfStaying * static_cast<double>(question.staying_bytes / cache.line_bytes));
    most_lines_ = std::min({most_lines_, entries, kMostLines});
  }

  TestOutcome run() {
    try {
      ask_all();
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {  // no room for more chases; the outcome so far stays
    }
    return outcome_;
  }

 private:
  void ask_all() {
    const std::uint64_t places = most_lines_ / (1 + primers_each());
    many([&] { chase(anywhere(places), false, "random lines, predicted"); });
    many([&] { chase(side_by_side(places), false, "neighbouring lines, predicted"); });
    many([&] { chase(crowded(places / kCrowded), false, "lines of few sets, predicted"); });
    many([&] { chase(crowded(places / kCrowded), true, "lines of few sets in order, predicted"); });
  }

  /// A line of a test.
  struct Place {
    std::uint64_t line = 0;  // bytes
    std::vector<std::uint64_t>
        primers;  // other lines of its page, for the translation; one for each pass, and then from the first again
  };

  /// The number of primers for each line. A primer that hits in a cache in front may have waited for its translation, and then
  /// looks like a miss. So each pass reads other primers: a primer that is read for the first time really misses.
  std::uint64_t primers_each() const { return level_ == 0 ? 1 : kPasses; }

  std::uint64_t anyone() { return random_.below(range_ / cache_.line_bytes) * cache_.line_bytes; }

  /// Whether the index knows the set of the line. An index that is a list does not know all lines.
  bool is_known(std::uint64_t line) const { return cache_.index.set_of(line) < cache_.ways.size(); }

  /// Other lines of the same page that are not used yet.
  std::vector<std::uint64_t> primers_of(std::uint64_t line, std::set<std::uint64_t>& taken) {
    const std::uint64_t page = line / kSmallestPage * kSmallestPage, lines = kSmallestPage / cache_.line_bytes;
    std::vector<std::uint64_t> primers;
    const std::uint64_t first = random_.below(lines);
    for (std::uint64_t i = 0; i < lines && primers.size() < primers_each(); ++i) {
      const std::uint64_t other = page + (first + i) % lines * cache_.line_bytes;
      if (is_known(other) && taken.insert(other).second) primers.push_back(other);
    }
    return primers;
  }

  std::vector<Place> with_primers(const std::set<std::uint64_t>& lines) {
    std::vector<Place> places;
    std::set<std::uint64_t> taken = lines;
    for (const std::uint64_t line : lines) {
      std::vector<std::uint64_t> primers = primers_of(line, taken);
      if (is_known(line) && primers.size() == primers_each()) places.push_back({line, std::move(primers)});
    }
    return places;
  }

  template <typename Ask>
  void many(const Ask& ask) {
    const std::uint64_t before = outcome_.foretold;
    for (int i = 0; i < kMostChases && !outcome_.contradicts; ++i) {
      if (i >= kFewestChases && outcome_.foretold >= before + kFewestVisits) break;
      ask();
      if (outcome_.foretold == before) break;  // this kind gives no predictions
    }
  }

  std::vector<Place> anywhere(std::uint64_t count) {
    std::set<std::uint64_t> lines;
    for (std::uint64_t i = 0; i < count; ++i) lines.insert(anyone());
    return with_primers(lines);
  }

  /// Three lines in a row, at several places. They show whether a miss brings more than its own line: the next line then hits
  /// although a miss is predicted.
  std::vector<Place> side_by_side(std::uint64_t count) {
    constexpr std::uint64_t kInRow = 3;
    std::set<std::uint64_t> lines;
    for (std::uint64_t i = 0; i < count / kInRow; ++i) {
      const std::uint64_t first = anyone();
      for (std::uint64_t line = first; line < std::min(range_, first + kInRow * cache_.line_bytes); line += cache_.line_bytes)
        lines.insert(line);
    }
    return with_primers(lines);
  }

  /// Some sets with up to twice as many lines as they hold. At least one of them has one line too many, even if only few lines are
  /// allowed.
  std::vector<Place> crowded(std::uint64_t most) {
    std::set<std::uint64_t> lines;
    for (int tries = 0; tries < 64 && (lines.empty() || lines.size() < most); ++tries) {
      const std::uint64_t set = random_.below(cache_.ways.size());
      const std::uint64_t ways = cache_.ways[set],
                          load = ways + 1 + random_.below(std::clamp<std::uint64_t>(most - std::min(most, ways), 1, ways));
      if (!lines.empty() && lines.size() + load > most) break;
      for (std::uint64_t i = 0; i < load; ++i) {
        const std::uint64_t line = cache_.index.moved_to_set(anyone(), set) / cache_.line_bytes * cache_.line_bytes;
        if (line + cache_.line_bytes <= range_ && cache_.index.set_of(line) == set) lines.insert(line);
      }
    }
    return with_primers(lines);
  }

  void chase(const std::vector<Place>& places, bool in_order, const std::string& label) {
    if (places.size() < 2) return;
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t pass = 0; pass < kPasses; ++pass) {
      if (pass == 0 || !in_order)
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
      std::vector<std::uint64_t> of_pass;
      for (const std::size_t i : order) {
        // Each line occurs once among the places, so that the number of the pass is the number of earlier visits.
        const std::vector<std::uint64_t>& primers = places[i].primers;
        if (const auto at = element(primers[pass % primers.size()], pass / primers.size())) of_pass.push_back(*at);
        if (const auto at = element(places[i].line, pass)) of_pass.push_back(*at);
      }
      if (of_pass.size() < 2 * places.size()) break;  // a chase reads every element once, and there are no more
      addresses.insert(addresses.end(), of_pass.begin(), of_pass.end());
    }
    if (!addresses.empty()) compare(addresses, 2 * places.size(), label);
  }

  /// The element that is read at the n-th visit of a line: another one each time, in an order that depends on the line.
  std::optional<std::uint64_t> element(std::uint64_t line, std::uint64_t n) const {
    const std::uint64_t count = cache_.line_bytes / kElement;
    if (n >= count) return std::nullopt;
    Random own(mixed_seed(kSeed, line));
    std::uint64_t step = 1 + own.below(count);
    while (std::gcd(step, count) != 1) step = step % count + 1;
    return line + (own.below(count) + n * step) % count * kElement;
  }

  /// Chases the visits and compares them with their predictions. Every second visit is that of a primer. `pass`: visits in one
  /// pass.
  void compare(const std::vector<std::uint64_t>& addresses, std::size_t pass, const std::string& label) {
    const Walk walk = lab_.single(addresses, 0, addresses.size(), label);
    std::vector<bool> reached(addresses.size(), true);
    if (level_ > 0)
      for (std::size_t i = 0; i < addresses.size(); ++i) reached[i] = walk.cycles[i] > survey_.cut(level_ - 1);
    const Foretold foretold = foretell(cache_, addresses, reached, addresses.size() - pass);
    const double cut = survey_.cut(level_);
    std::uint64_t told = 0, otherwise = 0;
    const auto count = [&](bool as_told) {
      ++told;
      otherwise += as_told ? 0 : 1;
    };
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      if (i % 2 == 0 || foretold.fates[i] == Fate::open) continue;
      count((walk.cycles[i] > cut) == (foretold.fates[i] == Fate::miss));
    }
    // In a set with too many lines, the line that must miss may be a primer. So primers count here; a translation could only make
    // them slower. In an L2 of two halves, the own half keeps copies of lines of the other half, so that more lines than a set
    // holds may hit.
    const bool keeps_copies = survey_.other_half && level_ + 1 == survey_.caches();
    for (const auto& group : keeps_copies ? std::vector<std::vector<std::size_t>>() : foretold.some_misses)
      count(std::any_of(group.begin(), group.end(), [&](std::size_t i) { return walk.cycles[i] > cut; }));
    outcome_.foretold += told;
    outcome_.otherwise += otherwise;
    // Each chase is tested by itself, which shows a burst of noise, and all of them together, which shows a rule that is wrong for
    // few lines.
    outcome_.contradicts = is_more_than_noise(otherwise, told) || is_more_than_noise(outcome_.otherwise, outcome_.foretold);
  }

  bool is_more_than_noise(std::uint64_t otherwise, std::uint64_t told) const {
    constexpr double kLooks = 2 * 4 * kMostChases;
    return otherwise > 0 &&
           (allowed_ == 0 || statistics::binomial_at_least(otherwise, told, allowed_) < statistics::kWrong / kLooks);
  }

  static constexpr std::uint64_t kSeed = 0x5EED0F7E57ULL;

  Lab& lab_;
  const Survey& survey_;
  const ToldCache& cache_;
  std::size_t level_;
  std::uint64_t range_;
  double allowed_;                // the largest share of predictions that noise may contradict
  std::uint64_t most_lines_ = 0;  // lines of one chase
  Random random_{kSeed};
  TestOutcome outcome_;
};

}  // namespace

std::string TestOutcome::in_words() const {
  return "of " + format_count(foretold) + " visits of random lines, in chases made only for this test, " + format_count(otherwise) +
         " differ from the prediction";
}

TestOutcome put_to_test(Lab& lab, const Survey& survey, const ToldCache& cache, const TestQuestion& question) {
  constexpr std::uint64_t kFewestLines = 64;  // lines in the range
  if (question.level > 0 && (kPasses + 1) * cache.line_bytes > kSmallestPage) return {};
  const std::uint64_t range = std::min({question.examined_bytes, lab.limit_bytes(), kMostRange}) / kSmallestPage * kSmallestPage;
  if (cache.line_bytes == 0 || cache.ways.empty() || 2 * cache.line_bytes > kSmallestPage ||
      range < kFewestLines * cache.line_bytes)
    return {};
  const Allowance allowance(lab, kForTest);
  return Test(lab, survey, cache, question, range).run();
}

}  // namespace chasescope::structure
