// What the steps of one whole share (discover): the numbers of their runs, which of them are kept, and what was found out that a
// later step would find out again.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/inference/set_index.h"
#include "engine/probe/structure/explore.h"

namespace chasescope {

/// What the structure of one cache is worth (accesses) where many things are asked: what does not give in soon seldom does.
inline constexpr std::uint64_t kSoon = 40'000'000;

class SharedWork {
 public:
  std::uint64_t next_run = 1;                          ///< the number of the next run of any step
  std::uint64_t most_for_a_cache = ~std::uint64_t{0};  ///< accesses that the structure of one cache is worth
  /// Whether what does not give in soon is left alone.
  bool in_a_hurry() const { return most_for_a_cache != ~std::uint64_t{0}; }
  std::string unsteady;        ///< why no level of the device can be told, once that was seen; a sentence
  std::set<std::string> kept;  ///< ids of the runs that are in the report

  /// The survey of that setting, if one for as many caches was made. Null otherwise.
  const structure::Survey* survey(const structure::Setting& setting, std::size_t most_caches) const;
  void remember(const structure::Setting& setting, std::size_t most_caches, const structure::Survey& survey);

  /// What was found of that setting's nearest cache at the least, sets included. Null if nobody looked.
  const structure::SpaceReport* space(const structure::Setting& setting) const;
  void remember(const structure::SpaceReport& report);

  /// How explore_space() was asked.
  struct Question {
    structure::Setting setting;
    structure::Depth depth = structure::Depth::levels;
    std::size_t caches_of_global_ca = 0;
    std::vector<std::string> skip;
  };
  /// The whole answer to that question, or to a deeper one of the same setting. Null if nobody asked.
  const structure::SpaceReport* explored(const Question& question) const;
  void remember(Question question, const structure::SpaceReport& report);

  /// Set indices of nearest caches with such a line whose sets have so many ways. Other spaces may lead to the same array, so these
  /// are worth a guess.
  std::vector<inference::SetIndex> indices_like(std::uint64_t line_bytes, std::size_t ways) const;
  void remember(const structure::Setting& setting, const structure::CacheShape& nearest);
  /// What trials showed of nearest caches, sets and ways included, and under which setting.
  struct ByTrials {
    structure::Setting setting;
    structure::CacheShape shape;
  };
  std::vector<ByTrials> by_trials() const;

 private:
  struct Known {
    structure::Setting setting;
    std::size_t most_caches = 0;
    structure::Survey survey;
  };
  std::vector<Known> surveys_;
  std::vector<structure::SpaceReport> spaces_;
  std::vector<std::pair<Question, structure::SpaceReport>> explored_;
  std::vector<ByTrials> nearest_;  // not all by trials
};

}  // namespace chasescope
