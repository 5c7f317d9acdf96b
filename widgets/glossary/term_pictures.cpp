#include "widgets/glossary/term_pictures.h"

namespace chasescope {

DrawTerm pictureOfTerm(const std::string& id) {
  static const std::map<std::string, DrawTerm> all = [] {
    std::map<std::string, DrawTerm> pictures = chasePictures();
    for (auto&& more : {cachePictures(), policyPictures(), chipPictures(), findingPictures()})
      pictures.insert(more.begin(), more.end());
    return pictures;
  }();
  const auto found = all.find(id);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace chasescope
