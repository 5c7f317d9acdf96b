#include "engine/inference/sets/page_kinds.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/statistics/assumptions.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kFewestLines = 1024;
// Lines of a piece, on average: with fewer, a misread share of a tenth leaves some constants open.
constexpr std::size_t kLinesInPiece = 12;
constexpr double kMostMisread = 0.25;  // largest share of misread lines; above it, the bits or the cut are wrong

std::uint64_t mask_of(const std::vector<unsigned>& bits) {
  std::uint64_t mask = 0;
  for (const unsigned bit : bits) mask |= std::uint64_t{1} << bit;
  return mask;
}

/// How many lines of a piece support each of the two constants: of[1] counts those that say that the piece begins far.
struct Votes {
  std::size_t of[2] = {0, 0};
  std::size_t all() const { return of[0] + of[1]; }
  std::size_t most() const { return std::max(of[0], of[1]); }
  bool far() const { return of[1] > of[0]; }
  Votes& operator+=(const Votes& other) {
    of[0] += other.of[0];
    of[1] += other.of[1];
    return *this;
  }
  Votes turned() const { return {{of[1], of[0]}}; }
};

/// The probability that the constant with fewer votes is the right one, given the share of misread lines.
double chance_of_other(const Votes& votes, double misread) {
  const double lead = static_cast<double>(votes.most()) * 2 - static_cast<double>(votes.all());
  const double odds = std::pow(misread / (1 - misread), lead);
  return odds / (1 + odds);
}

double misread_share(const std::vector<Votes>& pieces) {
  std::size_t all = 0, most = 0;
  for (const Votes& piece : pieces) all += piece.all(), most += piece.most();
  // One misread line is added: that none was seen among a few does not prove that there are none.
  return static_cast<double>(all - most + 1) / static_cast<double>(all + 2);
}

enum class Join { alike, opposite, neither, unknown };

double log_of_sum(double a, double b) { return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))); }

/// Whether the two pieces of each pair have equal constants in all pairs, opposite ones in all pairs, or sometimes one and
/// sometimes the other, by the likelihood of all lines.
Join join_of(const std::vector<Votes>& pieces, double misread) {
  const double right = std::log(1 - misread), wrong = std::log(misread);
  const auto log_chance = [&](const Votes& votes, std::size_t constant) {
    return static_cast<double>(votes.of[constant]) * right + static_cast<double>(votes.of[1 - constant]) * wrong;
  };
  double alike = 0, opposite = 0, either = 0;
  for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
    const Votes &a = pieces[i], &b = pieces[i + 1];
    const double same = log_of_sum(log_chance(a, 0) + log_chance(b, 0), log_chance(a, 1) + log_chance(b, 1));
    const double other = log_of_sum(log_chance(a, 0) + log_chance(b, 1), log_chance(a, 1) + log_chance(b, 0));
    alike += same;
    opposite += other;
    either += log_of_sum(same, other) - std::log(2);
  }
  const double clearly = -std::log(statistics::kWrong);
  if (alike - either > clearly) return Join::alike;
  if (opposite - either > clearly) return Join::opposite;
  return either - std::max(alike, opposite) > clearly ? Join::neither : Join::unknown;
}

}  // namespace

PageKindsFound kinds_of_pages(std::span<const ReadLine> lines, std::uint64_t bytes, const std::vector<unsigned>& bits, double cut) {
  if (lines.size() < kFewestLines || bits.empty())
    return {{}, "Too few lines from all over the array were read to tell its pages."};
  // Begins with the smallest pieces that hold enough lines and contain all the given bits.
  unsigned shift = bits.back() + 1;
  while ((bytes >> shift) * kLinesInPiece > lines.size()) ++shift;
  std::vector<Votes> pieces((bytes + (std::uint64_t{1} << shift) - 1) >> shift);
  const std::uint64_t mask = mask_of(bits);
  for (const ReadLine& line : lines) {
    if (line.offset >= bytes) continue;
    const bool odd = std::popcount(line.offset & mask) % 2 != 0;
    ++pieces[line.offset >> shift].of[(line.cycles > cut) != odd ? 1 : 0];
  }
  const double misread = misread_share(pieces);
  if (misread > kMostMisread)
    return {{},
            "Lines from all over the array do not follow the parity of the bits, not even in pieces of " +
                format_bytes(std::uint64_t{1} << shift) + "."};

  PageKinds found{.bits = bits};
  for (;;) {
    const Join join = join_of(pieces, misread);
    found.page_ends = join == Join::neither;
    if (join == Join::neither || join == Join::unknown) break;
    if (join == Join::opposite) found.bits.push_back(shift);
    std::vector<Votes> joined;
    for (std::size_t i = 0; i < pieces.size(); i += 2) {
      joined.push_back(pieces[i]);
      if (i + 1 < pieces.size()) joined.back() += join == Join::opposite ? pieces[i + 1].turned() : pieces[i + 1];
    }
    pieces = std::move(joined);
    ++shift;
  }
  found.page_bytes = std::uint64_t{1} << shift;
  std::size_t all = 0, most = 0;
  for (const Votes& piece : pieces) {
    all += piece.all();
    most += piece.most();
    PageKind page{piece.all(), piece.most(), {}};
    const double chance = chance_of_other(piece, misread);
    if (chance < statistics::kWrong / static_cast<double>(pieces.size())) {
      page.begins_far = piece.far();
      found.wrong += chance;
      ++found.told;
    }
    found.pages.push_back(page);
  }
  found.agreeing = static_cast<double>(most) / static_cast<double>(all);
  return {found, {}};
}

}  // namespace chasescope::inference
