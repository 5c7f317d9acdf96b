// Where the texts of a page of a PDF lie, and how large they are. Only compiled where there is qpdf, which reads the file; what its
// operators draw is followed here.
#pragma once

#include <QRectF>
#include <vector>

class QPDFPageObjectHelper;

namespace chasescope {

/// One piece of text, in points from the lower left corner; y grows upwards.
struct PageText {
  QRectF box;       ///< from the baseline to the height of an x
  QRectF clip;      ///< what is seen of the page where it stands
  double size = 0;  ///< of its type
};

struct PageTexts {
  std::vector<PageText> texts;
  int pictures = 0;  ///< that stand in the page's operators themselves
};

PageTexts textsOf(QPDFPageObjectHelper& page);

}  // namespace chasescope
