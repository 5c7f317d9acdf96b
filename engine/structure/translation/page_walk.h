// Chases that visit one line in each of many pages, so that the data caches answer every access from the same level: then all that
// differs from access to access is translation. There are three ways to do that:
//   - CachedPages: lines are put into sets of a data cache that still have room, by the cache's own structure as found before;
//   - PrimedPages (primed_pages.h): lines anywhere in a cache, each held against itself.
//   - UncachedPages: each pass visits other lines of the pages, so that no line is ever read twice and all come from memory. It
//     needs to know nothing of the caches, but has only as many passes as a page has lines.
#pragma once

#include <algorithm>
#include <string>

#include "engine/structure/shape/space_report.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

/// Passes in noise: always the same share of warm-up, for drift may begin with the chase or with the first timed access.
inline Passes passes_in_noise(std::uint64_t timed) { return {std::max<std::uint64_t>(3, timed / 4), timed}; }

/// Why data can't be told to come from memory on a card.
inline constexpr const char* kMayHoldLines =
    "The device may hold lines from one chase to the next, so that it can't be said that they come from memory.";

/// So many pages of the smallest size, from anywhere below `end`, ascending. \pre there are so many.
Addresses pages_anywhere(Random& random, std::size_t count, std::uint64_t end);

class PageWalk {
 public:
  virtual ~PageWalk() = default;
  PageWalk(const PageWalk&) = delete;
  PageWalk& operator=(const PageWalk&) = delete;

  /// Chases one line of each page, pass after pass: an element is a page. Pages are addresses aligned to block_bytes(), distinct.
  /// In noise, slow drift is taken out of the latencies; the run has them as they came. Throws Undecided if there is no room for so
  /// many.
  Walk walk(const Addresses& pages, Passes passes, const std::string& label);
  /// Chases one line of each page in the order of `sequence`, in which pages may come back, round after round from the first access
  /// on: a page is read at another element, or in another line, each time in a round. The first visit of a page waits for its line
  /// too. `unit_bytes`: lines may lie anywhere in an aligned block of so much around an address; the addresses lie in different
  /// ones. Throws Undecided where single visits can't be told.
  virtual Walk visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t unit_bytes, const std::string& label);
  /// How often a page may come in a sequence. Throws Undecided where single visits can't be told.
  virtual std::uint32_t visits_of_a_page(std::uint64_t unit_bytes) const;
  /// The walk without the drift that its passes show.
  Walk without_drift(Walk walk) const;
  /// What noise adds to the latencies of walk().
  virtual const inference::LatencyNoise& noise() const { return survey_.noise; }
  /// The latencies of a walk with the drift still in them.
  virtual std::vector<float> as_they_came(const Walk& walk) const { return walk.run->cycles().copy(); }
  /// Whether each latency of walk() is the mean of several accesses.
  virtual bool walks_are_means() const { return false; }
  /// Whether nothing but translation can tell one access from another.
  virtual bool leaves_translation_alone() const { return false; }
  /// What an access takes while translation hits the nearest TLB, and a run that shows it.
  virtual const inference::Band& data_band() const = 0;
  virtual RunPtr data_shown_by() const = 0;
  /// Pages that may be visited at a time.
  virtual std::size_t most_pages() const = 0;
  /// And that may be neighbours, to see where a TLB's pages end.
  virtual std::size_t most_neighbours() const { return most_pages(); }
  /// Passes that tell levels apart which single accesses do not.
  virtual std::uint64_t passes_to_survey() const { return noise().exact() ? 2 : 12; }
  /// The subject that all data come from.
  virtual std::string data_level() const = 0;
  /// How data misses are kept out; sentences.
  virtual std::string how() const = 0;

  /// No page is smaller than this (bytes, a power of two): lines may lie anywhere in such a block. 4 KiB until more is known.
  std::uint64_t block_bytes() const { return block_bytes_; }
  void set_block_bytes(std::uint64_t bytes) { block_bytes_ = bytes; }
  Lab& lab() const { return lab_; }
  const Survey& survey() const { return survey_; }

 protected:
  PageWalk(Lab& lab, const Survey& survey) : lab_(lab), survey_(survey) {}
  virtual Walk raw_walk(const Addresses& pages, Passes passes, const std::string& label) = 0;

 private:
  Lab& lab_;
  const Survey& survey_;
  std::uint64_t block_bytes_ = kSmallestPage;
};

class CachedPages final : public PageWalk {
 public:
  /// Data come from `cache`, whose shape is known. Throws Undecided if it is not.
  CachedPages(Lab& lab, const Survey& survey, const CacheReport& cache);

  const inference::Band& data_band() const override { return survey().levels[cache_.level].latency; }
  RunPtr data_shown_by() const override { return survey().levels[cache_.level].shown_by; }
  std::size_t most_pages() const override { return most_pages_; }
  std::string data_level() const override { return cache_.subject; }
  std::string how() const override;
  Walk visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t unit_bytes, const std::string& label) override;
  std::uint32_t visits_of_a_page(std::uint64_t unit_bytes) const override;

 private:
  Walk raw_walk(const Addresses& pages, Passes passes, const std::string& label) override {
    return lab().walk(place(pages), passes, label);
  }
  Addresses place(const Addresses& pages) const;
  /// What a chase takes for elements where it reaches so far.
  std::uint64_t element_bytes() const { return lab().limit_bytes() > kReachOfFourBytes ? 8 : 4; }

  const CacheReport& cache_;
  std::size_t most_pages_ = 0;
};

class UncachedPages final : public PageWalk {
 public:
  /// The survey reached memory. Throws Undecided if it did not, or if the device may hold lines that earlier chases read.
  UncachedPages(Lab& lab, const Survey& survey);

  const inference::Band& data_band() const override { return survey().levels.back().latency; }
  RunPtr data_shown_by() const override { return survey().levels.back().shown_by; }
  std::size_t most_pages() const override { return std::size_t{1} << 16; }
  std::string data_level() const override { return "dram"; }
  std::string how() const override;
  Walk visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t unit_bytes, const std::string& label) override;
  std::uint32_t visits_of_a_page(std::uint64_t unit_bytes) const override;

 private:
  Walk raw_walk(const Addresses& pages, Passes passes, const std::string& label) override;

  std::uint64_t line_bytes_ = 0;  // lines so far apart are brought by different misses of every cache
};

}  // namespace chasescope::structure
