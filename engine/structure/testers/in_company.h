// Asks questions with another company (company.h) for a while.
#pragma once

#include <utility>

#include "engine/structure/testers/tester.h"

namespace chasescope::structure {

/// While an object of this class lives, other company lines (or none) are read with each question.
class InCompanyOf {
 public:
  InCompanyOf(Tester& tester, Addresses company) : tester_(tester), before_(tester.company()) {
    tester_.keep_company(std::move(company));
  }
  ~InCompanyOf() { tester_.keep_company(before_); }
  InCompanyOf(const InCompanyOf&) = delete;
  InCompanyOf& operator=(const InCompanyOf&) = delete;

 private:
  Tester& tester_;
  Addresses before_;
};

}  // namespace chasescope::structure
