// Checks whether a PDF can be printed well: embedded fonts, no pictures in dots, type that can be read, nothing cut off. The PDF
// may come from any program.
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace chasescope {

struct PdfFont {
  std::string name;  ///< as the file calls it, without the letters that mark a subset
  std::string type;  ///< "Type0", "Type1", "TrueType", "Type3"
  bool embedded = false;
};

struct PdfFacts {
  struct Page {
    double width_mm = 0, height_mm = 0;
  };
  std::vector<Page> pages;
  std::vector<PdfFont> fonts;  ///< each font once
  int pictures = 0;            ///< pictures in dots
  double least_type_pt = 0;    ///< of the smallest type, at the size of the page; 0 where it has no text
  int texts = 0;               ///< pieces of text
  std::vector<std::string>
      cut;  ///< where texts reach beyond the page or are clipped: "page 1, 84.2 mm from the left, 3.0 mm from the top"
};

/// The facts, or a sentence that says why there are none. Without the library that reads PDF files, it says so.
struct PdfOutcome {
  PdfFacts facts;
  std::string error;
};
PdfOutcome factsOfPdf(const std::string& file);

/// A sentence for each thing that is wrong; empty if the file can be printed as it is.
std::vector<std::string> faultsOfPdf(const PdfFacts& facts);

}  // namespace chasescope
