// accuracy [--seed N] [--count 1000] [--noise] [--generator random|machines] [--families all|nru,skewed,…] [--only capacity,line,…]
// [--jobs n] [--together]
// [--wanted PERCENT] [--first K] [--within SECONDS] [--until SECONDS] [--card K [--dump FILE]]
//
// Runs the probes on random software GPUs and counts which quantities they find right, find wrong, or don't find. With --families,
// the cards are of those families in turn, and a table lists the families. The generator "machines" draws its cards as vendors
// build them, from its own families in turn. These cards are an independent check of the results on the first generator's cards. A
// long series can be run in parts: from card K on (--first), beginning no card after so many seconds (--within), or waiting for no
// card after so many seconds (--until). The output gives the number of cards that were begun and not waited for. With --together,
// the probes of caches share one set of measurements, as in a discovery. Exit code 1 if anything is wrong, or if less is found than
// wanted: 99 % of all (97 % with noise), or PERCENT of each probe's quantities if --wanted is given. Exit code 2 if the command
// line is wrong.
#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/probe/discovery/registry.h"
#include "tests/engine/accuracy/families/families.h"
#include "tests/engine/accuracy/table.h"

namespace {

using namespace chasescope;
using namespace chasescope::accuracy;

struct Options {
  TrialOptions trial;
  std::uint64_t count = 1000;
  std::uint64_t jobs = 1;
  std::uint64_t first = 0;
  std::optional<std::uint64_t> within_seconds;  ///< no card is begun later
  std::optional<std::uint64_t> until_seconds;   ///< no card is waited for longer
  std::optional<double> wanted_percent;
  std::optional<std::uint64_t> card;
  std::string dump;
};

std::vector<std::string> probes_of(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    if (std::find(probe_names().begin(), probe_names().end(), name) == probe_names().end())
      throw CLI::ValidationError("'" + name + "' is none of the probes that are judged.");
    names.push_back(name);
  }
  return names;
}

std::string all_families() {
  std::string list;
  for (const Family& family : families()) list += (list.empty() ? "" : ", ") + std::string(family.name);
  return list;
}

std::vector<std::string> families_of(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream stream(list == "all" ? std::string() : list);
  for (std::string name; std::getline(stream, name, ',');) {
    if (find_family(name) == nullptr) throw CLI::ValidationError("'" + name + "' is none of the families: " + all_families() + ".");
    names.push_back(name);
  }
  if (list == "all")
    for (const Family& family : families()) names.emplace_back(family.name);
  return names;
}

bool draws_machines(const std::string& generator) {
  if (generator != "random" && generator != "machines")
    throw CLI::ValidationError("'" + generator + "' is none of the generators: random, machines.");
  return generator == "machines";
}

/// Adds the options to `app`, which writes their values to `options` when it reads the command line.
void describe(CLI::App& app, Options& options) {
  TrialOptions& trial = options.trial;
  trial.probes = probe_names();
  app.add_option("--seed", trial.seed, "The seed of the cards")->capture_default_str();
  app.add_option("--count", options.count, "How many cards")->capture_default_str();
  app.add_option("--first", options.first, "The number of the first of them")->capture_default_str();
  app.add_option("--jobs", options.jobs, "Cards at a time")->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option("--within", options.within_seconds, "Seconds after which no card is begun");
  app.add_option("--wanted", options.wanted_percent, "Per cent that each probe must find; without, all together 99, with noise 97");
  app.add_option("--until", options.until_seconds, "Seconds after which no card is waited for");
  CLI::Option* card = app.add_option("--card", options.card, "One card alone, by its number, with all that is said of it");
  app.add_option("--dump", options.dump, "Writes that card to this file")->needs(card);
  app.add_option_function<std::string>(
      "--only", [&trial](const std::string& list) { trial.probes = probes_of(list); }, "These probes, comma-separated");
  app.add_option_function<std::string>(
      "--families", [&trial](const std::string& list) { trial.families = families_of(list); }, "Families of cards, comma-separated, or all");
  app.add_option_function<std::string>(
      "--generator", [&trial](const std::string& name) { trial.machines = draws_machines(name); }, "random or machines");
  app.add_flag("--together", trial.together, "The probes of caches share one look, as in a discovery");
  app.add_flag("--noise", trial.noise, "Cards in noise");
  app.final_callback([&trial] {
    if (trial.machines && !trial.families.empty())
      throw CLI::ValidationError("--families are those of the generator random; machines has its own, in turn.");
  });
}

std::string families_text(const std::vector<std::string>& names) {
  if (names.size() == families().size()) return "all";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

int show_card(const Options& options) {
  const std::string file = trial_card(*options.card, options.trial).dump(2) + "\n";
  if (!options.dump.empty()) {
    std::ofstream stream(options.dump, std::ios::binary);
    stream << file;
    if (!stream.flush()) throw std::runtime_error(options.dump + " can't be written.");
  }
  const CardResult result = try_card(*options.card, options.trial);
  std::printf("%s", details(result).c_str());
  AccuracyTable table;
  table.add(result);
  return table.total().wrong > 0 ? 1 : 0;
}

/// Prints the progress to stderr every 50 cards, and each wrong finding at once, because a long series may be stopped before its
/// table.
class Progress {
 public:
  explicit Progress(std::uint64_t count) : count_(count) {}

  void add(const CardResult& result) {
    constexpr std::uint64_t kEach = 50;
    const std::lock_guard lock(mutex_);
    table_.add(result);
    for (const std::string& complaint : complaints(result))
      if (!complaint.ends_with("not found |")) std::fprintf(stderr, "%s\n", complaint.c_str());
    if (++done_ % kEach == 0)
      std::fprintf(stderr, "%llu of %llu cards, %zu wrong, %.2f %% found\n", static_cast<unsigned long long>(done_),
                   static_cast<unsigned long long>(count_), table_.total().wrong, 100 * table_.share_found());
  }

 private:
  std::mutex mutex_;
  AccuracyTable table_;
  std::uint64_t count_ = 0, done_ = 0;
};

/// The results of the cards that ended, in the order of their numbers.
struct Tried {
  std::vector<CardResult> cards;
  std::uint64_t unended = 0;  ///< cards that were begun and not waited for: threads still work on them
};

/// Tries the cards in `options.jobs` threads at a time.
Tried try_all(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const auto in_time = [begun, options] {
    return !options.within_seconds || Clock::now() - begun < std::chrono::seconds(*options.within_seconds);
  };
  // The threads share this block. It outlives this function, which may return before they end.
  struct Work {
    explicit Work(std::uint64_t count) : results(count), progress(count) {}
    std::vector<std::optional<CardResult>> results;
    Progress progress;
    std::uint64_t next = 0, begun = 0, ended = 0, workers = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable changed;
  };
  const auto work = std::make_shared<Work>(options.count);
  work->workers = options.jobs;
  const auto one_after_the_other = [work, options, in_time] {
    std::unique_lock lock(work->mutex);
    while (work->next < options.count && !work->failure && in_time()) {
      const std::uint64_t card = work->next++;
      ++work->begun;
      lock.unlock();
      std::exception_ptr failure;
      std::optional<CardResult> result;
      try {
        result = try_card(options.first + card, options.trial);
        work->progress.add(*result);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      ++work->ended;
      work->results[card] = std::move(result);
      if (failure) work->failure = failure;
    }
    --work->workers;
    work->changed.notify_all();
  };
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < options.jobs; ++i) threads.emplace_back(one_after_the_other);
  std::unique_lock lock(work->mutex);
  const auto all_done = [&] { return work->workers == 0; };
  if (options.until_seconds)
    work->changed.wait_until(lock, begun + std::chrono::seconds(*options.until_seconds), all_done);
  else
    work->changed.wait(lock, all_done);
  Tried tried;
  tried.unended = work->begun - work->ended;
  for (std::optional<CardResult>& result : work->results)
    if (result) tried.cards.push_back(std::move(*result));
  const std::exception_ptr failure = work->failure;
  const bool done = all_done();
  work->next = options.count;
  lock.unlock();
  for (std::thread& thread : threads) done ? thread.join() : thread.detach();
  if (failure) std::rethrow_exception(failure);
  return tried;
}

int try_series(const Options& options) {
  const double enough = options.wanted_percent.value_or(options.trial.noise ? 97 : 99) / 100;
  AccuracyTable table;
  std::vector<std::string> lines;
  const Tried tried = try_all(options);
  const std::vector<CardResult>& results = tried.cards;
  for (const CardResult& result : results) {
    table.add(result);
    for (std::string& complaint : complaints(result)) lines.push_back(std::move(complaint));
  }
  std::printf("%zu %s%s from card %llu on, seed %llu%s\n\n%s", results.size(), options.trial.machines ? "machines" : "random cards",
              options.trial.families.empty() ? "" : " of families", static_cast<unsigned long long>(options.first),
              static_cast<unsigned long long>(options.trial.seed), options.trial.noise ? ", with noise" : "", table.text().c_str());
  for (const std::string& name : options.trial.probes)
    if (find_probe(name) == nullptr)
      std::printf("\nThere is no probe called %s; what it would say counts as not found.\n", name.c_str());
  if (!lines.empty()) {
    std::printf(
        "\nTo see one of these cards alone: accuracy%s --seed %llu%s%s --card K --dump card.json\n\n| card | what | true | found | "
        "|\n|---|---|---|---|---|\n",
        options.trial.machines ? " --generator machines" : "", static_cast<unsigned long long>(options.trial.seed),
        options.trial.noise ? " --noise" : "",
        options.trial.families.empty() ? "" : (" --families " + families_text(options.trial.families)).c_str());
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
  }
  const Count total = table.total();
  if (tried.unended > 0)
    std::printf("\n%llu more cards were begun and not waited for.\n", static_cast<unsigned long long>(tried.unended));
  const double found = options.wanted_percent ? table.least_found() : table.share_found();
  std::printf("\n%zu wrong; %.2f %% found%s, %.0f %% wanted\n", total.wrong, 100 * found,
              options.wanted_percent ? " of each probe's" : "", 100 * enough);
  return total.wrong > 0 || found < enough ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Puts random software GPUs before the probes and counts what they find right, wrong and not at all.", "accuracy");
  Options options;
  describe(app, options);
  try {
    app.parse(argc, argv);
    if (options.card) return show_card(options);
    const int outcome = try_series(options);
    std::fflush(nullptr);
    // A detached thread may still work on a card: destructors must not run.
    if (options.until_seconds) std::quick_exit(outcome);
    return outcome;
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "accuracy: %s\n", error.what());
    return 2;
  }
}
