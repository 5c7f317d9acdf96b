#include "widgets/figure/formats/text_anchors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace chasescope {
namespace {

constexpr double kSame = 1.5;  // tenths of a point; places no further apart count as the same
constexpr std::array kAnchors{TextAnchor::left, TextAnchor::middle, TextAnchor::right};

/// A text in coordinates of its own direction: `at` grows in the direction of reading, `across` is the position of its line.
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
      // An edge of the drawing counts less than another text with the same place, because the drawing has many edges.
      double score = (upright && near(edges_x, place)) || (lying && near(edges_y, -std::copysign(1, one.angle) * place)) ? 1 : 0;
      for (std::size_t j = 0; j < lines.size(); ++j) {
        const Along& other = lines[j];
        const bool elsewhere = std::abs(other.across - one.across) > kSame && std::abs(other.angle - one.angle) < 1;
        // Texts of equal width agree at their left, middle and right alike, and so tell nothing.
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
