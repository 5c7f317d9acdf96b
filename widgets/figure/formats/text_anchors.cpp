#include "widgets/figure/formats/text_anchors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace chasescope {
namespace {

constexpr double kSame = 1.5;  // tenths of a point: places that were meant to be the same one
constexpr std::array kAnchors{TextAnchor::left, TextAnchor::middle, TextAnchor::right};

/// A text along its own direction: `along` grows as it is read, `across` tells its line.
struct Along {
  double at = 0, across = 0, width = 0, angle = 0;
  double place(TextAnchor anchor) const {
    return anchor == TextAnchor::left ? at : anchor == TextAnchor::middle ? at + width / 2 : at + width;
  }
};

Along along(const PlacedText& text) {
  const double turn = text.angle * M_PI / 180, cosine = std::cos(turn), sine = -std::sin(turn);
  return {text.at.x() * cosine + text.at.y() * sine, -text.at.x() * sine + text.at.y() * cosine, text.width, text.angle};
}

bool near(const std::vector<double>& sorted, double place) {
  const auto next = std::lower_bound(sorted.begin(), sorted.end(), place - kSame);
  return next != sorted.end() && *next <= place + kSame;
}

}  // namespace

std::vector<TextAnchor> anchorsOf(const std::vector<PlacedText>& texts, std::vector<double> edges_x, std::vector<double> edges_y) {
  std::sort(edges_x.begin(), edges_x.end());
  std::sort(edges_y.begin(), edges_y.end());
  std::vector<Along> lines;
  for (const PlacedText& text : texts) lines.push_back(along(text));
  std::vector<TextAnchor> anchors;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Along& one = lines[i];
    TextAnchor best = TextAnchor::left;
    double most = 0;
    for (const TextAnchor anchor : kAnchors) {
      const double place = one.place(anchor);
      const bool upright = std::abs(std::fmod(one.angle, 180)) < 1, lying = std::abs(std::fmod(one.angle + 90, 180)) < 1;
      // The end of a line says less than another text does: lines are many.
      double score = (upright && near(edges_x, place)) || (lying && near(edges_y, -std::copysign(1, one.angle) * place)) ? 1 : 0;
      for (std::size_t j = 0; j < lines.size(); ++j) {
        const Along& other = lines[j];
        const bool elsewhere = std::abs(other.across - one.across) > kSame && std::abs(other.angle - one.angle) < 1;
        // Of equal width they agree in all three places, and tell nothing.
        if (j != i && elsewhere && std::abs(other.width - one.width) > 2 * kSame && std::abs(other.place(anchor) - place) < kSame)
          score += 2;
      }
      if (score > most || (score == most && anchor == TextAnchor::middle)) {
        most = score;
        best = anchor;
      }
    }
    anchors.push_back(best);
  }
  return anchors;
}

}  // namespace chasescope
