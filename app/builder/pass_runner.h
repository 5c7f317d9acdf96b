// Runs passes of built cards for a window that must not wait: short ones at once, longer ones on a thread, where the newest takes
// the place of those before it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "engine/build/warm_pass.h"

namespace chasescope {

class PassRunner : public QObject {
  Q_OBJECT
 public:
  /// What is run while the window waits: less than 10 ms also where every access misses everything.
  static constexpr std::uint64_t kAtOnce = 4096;

  explicit PassRunner(QObject* parent = nullptr) : QObject(parent) {}
  ~PassRunner() override;

  /// Asks for a pass; whatever was asked before is not told any more. passed() or refused() follows, for short passes before this
  /// returns.
  void ask(const model::Card& card, std::uint64_t bytes, std::uint64_t stride);
  /// Whether a pass is under way on the thread.
  bool busy() const { return worker_.joinable(); }

 signals:
  void passed(std::shared_ptr<const chasescope::build::WarmPass> pass);
  void refused(const QString& sentence);

 private:
  struct Job {
    model::Card card;
    std::uint64_t bytes = 0, stride = 0;
  };
  void start(Job job);
  void tell(const Outcome<build::WarmPass>& outcome);
  void ended(const Outcome<build::WarmPass>& outcome);

  std::jthread worker_;
  std::optional<Job> next_;
};

}  // namespace chasescope
