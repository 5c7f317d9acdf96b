// Opens the cache builder as a person does, and finds its controls by their names.
#pragma once

#include <QPushButton>
#include <QTemporaryDir>

#include "app/builder/cache_builder.h"
#include "tests/app/window/person.h"

namespace chasescope {

class BuilderFixture : public PersonFixture {
 protected:
  BuilderFixture() {
    press(window_.actions().newCache);
    builder_ = window_.findChild<CacheBuilder*>();
    EXPECT_NE(builder_, nullptr);
    EXPECT_TRUE(QTest::qWaitForWindowExposed(builder_, kPatience));
  }
  template <typename W>
  W& named(const QString& name) {
    for (W* widget : builder_->findChildren<W*>())
      if (widget->accessibleName() == name) return *widget;
    ADD_FAILURE() << "nothing is called " << name.toStdString();
    std::abort();
  }
  QPushButton& button(const QString& text) {
    for (auto* one : builder_->findChildren<QPushButton*>())
      if (one->text() == text) return *one;
    ADD_FAILURE() << "no button " << text.toStdString();
    std::abort();
  }

  QTemporaryDir folder_;
  CacheBuilder* builder_ = nullptr;
};

}  // namespace chasescope
