// Chases that read one line in each of many pages, in such a way that the data of all accesses come from the same level. All
// differences between accesses are then differences of translation. There are three ways to do that:
// - CachedPages: the lines are put into sets of a data cache that have room, by the structure that was found before.
// - PrimedPages (primed_pages.h): the lines lie anywhere in a cache, and each is compared with itself.
// - UncachedPages: each pass reads other lines of the pages. No line is read twice, so that all data come from memory. It needs no
//   knowledge of the caches, but there are only as many passes as a page has lines.
#pragma once

#include <algorithm>
#include <string>

#include "engine/structure/shape/space_report.h"
#include "engine/trace/random.h"

namespace chasescope::structure {

/// The passes of a walk in noise. Warm-up always has the same share, because drift may begin with the chase or with the first timed
/// access.
inline Passes passes_in_noise(std::uint64_t timed) { return {std::max<std::uint64_t>(3, timed / 4), timed}; }

/// Why data can't be said to come from memory on a card.
inline constexpr const char* kMayHoldLines =
    "The device may hold lines from one chase to the next, so that it can't be said that they come from memory.";

/// `count` random pages of the smallest size below `end`, ascending.
/// \pre there are so many.
Addresses pages_anywhere(Random& random, std::size_t count, std::uint64_t end);

class PageWalk {
 public:
  virtual ~PageWalk() = default;
  PageWalk(const PageWalk&) = delete;
  PageWalk& operator=(const PageWalk&) = delete;

  /// Chases one line of each page, pass after pass; an element is a page. Pages are distinct addresses aligned to block_bytes(). In
  /// noise, slow drift is removed from the latencies; the run has the original ones. Throws Undecided if there is no room for so
  /// many pages.
  Walk walk(const Addresses& pages, Passes passes, const std::string& label);
  /// Chases one line of each page in the order of `sequence`, round after round from the first access on. A page may occur several
  /// times; within a round, each of its visits reads another element or another line. The first visit of a page also waits for its
  /// line. `unit_bytes`: a line may lie anywhere in the aligned block of that size around its address; the addresses lie in
  /// different blocks. Throws Undecided if single visits can't be classified.
  virtual Walk visit(const Addresses& sequence, std::uint64_t rounds, std::uint64_t unit_bytes, const std::string& label);
  /// How often a page may occur in a sequence. Throws Undecided if single visits can't be classified.
  virtual std::uint32_t visits_of_a_page(std::uint64_t unit_bytes) const;
  /// The walk without the drift that its passes show.
  Walk without_drift(Walk walk) const;
  /// The noise in the latencies of walk().
  virtual const inference::LatencyNoise& noise() const { return survey_.noise; }
  /// The latencies of a walk before drift was removed.
  virtual std::vector<float> as_they_came(const Walk& walk) const { return walk.run->cycles().copy(); }
  /// Whether each latency of walk() is the mean of several accesses.
  virtual bool walks_are_means() const { return false; }
  /// Whether translation is the only difference between two accesses.
  virtual bool leaves_translation_alone() const { return false; }
  /// The latency of an access that hits the nearest TLB, and a run that shows it.
  virtual const inference::Band& data_band() const = 0;
  virtual RunPtr data_shown_by() const = 0;
  /// How many pages one walk may visit.
  virtual std::size_t most_pages() const = 0;
  /// How many neighbouring pages one walk may visit, to find the page size of a TLB.
  virtual std::size_t most_neighbours() const { return most_pages(); }
  /// Passes that separate levels which single accesses do not separate.
  virtual std::uint64_t passes_to_survey() const { return noise().exact() ? 2 : 12; }
  /// The subject of the level that all data come from.
  virtual std::string data_level() const = 0;
  /// How data misses are kept out; sentences.
  virtual std::string how() const = 0;

  /// No page is smaller than this block (bytes, a power of two), so that a line may lie anywhere in it. 4 KiB until more is known.
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
  /// The size of an element, as the reach of the chase needs it.
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

  std::uint64_t line_bytes_ = 0;  // bytes: no miss of any cache brings two lines at this distance
};

}  // namespace chasescope::structure
