// QTI 2.1 (IMS Question and Test Interoperability, 2012): a content package with one assessment item for each variant. An item has
// its right answers and its scoring rules: the points of each right number or choice.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/mystery/export/variants.h"

namespace chasescope::mystery {

/// A file of a package; `name` is its path within the package.
struct PackageFile {
  std::string name;
  std::string text;
};

/// The files of a package: imsmanifest.xml and the items.
std::vector<PackageFile> qti_package(const std::vector<Variant>& variants);

/// Writes a package: a zip file if the path ends in .zip, else a folder. \return a sentence if that failed.
std::optional<std::string> write_qti(const std::vector<Variant>& variants, const std::filesystem::path& path);

}  // namespace chasescope::mystery
